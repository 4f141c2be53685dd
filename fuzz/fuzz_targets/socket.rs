#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| server::check_messages(text));
