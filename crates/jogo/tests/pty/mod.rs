//! The program in a real pseudo-terminal, for the tests of what it shows there.

// Each test file uses a part of this.
#![allow(dead_code)]

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtyPair, PtySize, native_pty_system};
use vt100::{MouseProtocolMode, Parser};

/// Nothing here takes a tenth of this; what does, hangs.
const PATIENCE: Duration = Duration::from_secs(60);

const ROWS: NonZero<u16> = NonZero::new(24).expect("a terminal has rows");
const COLUMNS: NonZero<u16> = NonZero::new(80).expect("a terminal has columns");

/// The program in a terminal.
pub struct Session {
    pub pair: PtyPair,
    child: Option<Box<dyn Child + Send + Sync>>,
    pid: u32,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    pub parser: Parser,
    /// All that the program has written, for what does not stay on the screen.
    written: String,
    /// How the terminal was set before the program came.
    pub before: String,
}

pub fn settings(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("a terminal has settings"))
}

impl Session {
    pub fn start(args: &[&str], folder: &Path) -> Self {
        Self::start_in(args, folder, folder)
    }

    /// With a folder for settings and games, and one to work in.
    pub fn start_in(args: &[&str], home: &Path, folder: &Path) -> Self {
        let size = PtySize { rows: ROWS.get(), cols: COLUMNS.get(), pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("there are pseudo-terminals");
        let before = settings(&*pair.master);
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_jogo"));
        command.args(args);
        command.env_clear();
        for (name, value) in [("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8")] {
            command.env(name, value);
        }
        command.env("JOGO_CONFIG_DIR", home);
        command.env("HOME", folder);
        command.cwd(folder);
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut reader = pair.master.try_clone_reader().expect("a terminal can be read");
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let keyboard = pair.master.take_writer().expect("a terminal can be written to");
        let pid = child.process_id().expect("a program that runs has a number");
        Self {
            pair,
            child: Some(child),
            pid,
            keyboard,
            output,
            parser: Parser::new(ROWS, COLUMNS, 0),
            written: String::new(),
            before,
        }
    }

    pub fn press(&mut self, keys: &str) {
        self.keyboard
            .write_all(keys.as_bytes())
            .and_then(|()| self.keyboard.flush())
            .expect("keys can be pressed");
    }

    /// Reads on until the screen is as it should be.
    pub fn wait_until(&mut self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(self.parser.screen()) {
            self.read(what, deadline);
        }
    }

    /// Reads on until one of these texts was written, even if something else has taken its place since.
    pub fn wait_until_written(&mut self, texts: &[&str]) {
        let deadline = Instant::now() + PATIENCE;
        while !texts.iter().any(|text| self.written.contains(text)) {
            self.read(&texts.join(" or "), deadline);
        }
    }

    fn read(&mut self, what: &str, deadline: Instant) {
        match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(bytes) => {
                self.parser.process(&bytes);
                self.written.push_str(&String::from_utf8_lossy(&bytes));
            }
            Err(_) => panic!("waited for {what}, saw:\n{}", self.parser.screen().contents()),
        }
    }

    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.pid.to_string()]).status();
        assert!(sent.expect("kill is everywhere").success());
    }

    pub fn wait_until_stopped(&self) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let state = Command::new("ps")
                .args(["-o", "stat=", "-p", &self.pid.to_string()])
                .output()
                .expect("ps is everywhere")
                .stdout;
            if state.first() == Some(&b'T') {
                return;
            }
            assert!(Instant::now() < deadline, "the program goes on");
        }
    }

    pub fn wait_for_end(&mut self) -> ExitStatus {
        let mut child = self.child.take().expect("the program has not ended yet");
        let (sender, ended) = mpsc::channel();
        thread::spawn(move || sender.send(child.wait()));
        ended.recv_timeout(PATIENCE).expect("the program ends").expect("its end is seen")
    }

    /// Waits for the end of the program and checks what it leaves behind.
    pub fn end(&mut self) -> ExitStatus {
        let status = self.wait_for_end();
        // The program is gone, but its last words may still be on their way.
        self.wait_until("the screen that was there before", |screen| {
            !screen.alternate_screen() && !screen.hide_cursor()
        });
        assert_eq!(self.parser.screen().mouse_protocol_mode(), MouseProtocolMode::None);
        assert_eq!(settings(&*self.pair.master), self.before);
        status
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
