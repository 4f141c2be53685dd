#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| jogo_fuzz::studies(text));
