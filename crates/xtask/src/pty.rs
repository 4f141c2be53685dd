//! The program in a pseudo-terminal, as a person has it before them.

use std::error::Error;
use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

/// How long the screen must be quiet to count as drawn.
const QUIET: Duration = Duration::from_millis(400);

pub struct PtySession {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<(Instant, Vec<u8>)>,
    pub parser: Parser,
    /// Kept open: a terminal that is gone ends the program.
    _master: Box<dyn MasterPty + Send>,
    home: PathBuf,
}

impl PtySession {
    /// Starts the program, in true colour and with settings as after a first game.
    pub fn start(jogo: &Path, args: &[&str], (cols, rows): (u16, u16)) -> Result<Self, Box<dyn Error>> {
        let pair = native_pty_system().openpty(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 })?;
        let home = std::env::temp_dir().join(format!("jogo-terminal-{}", std::process::id()));
        fs::create_dir_all(&home)?;
        let menu = r#"{"menu": {"game": "neutreeko", "seats": ["human", "level:2"], "clock": null}}"#;
        fs::write(home.join("settings.json"), menu)?;
        let mut command = CommandBuilder::new(fs::canonicalize(jogo)?);
        command.args(args);
        for (name, value) in [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LC_ALL", "C.UTF-8")] {
            command.env(name, value);
        }
        command.env("JOGO_CONFIG_DIR", &home);
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command)?;
        let (sender, output) = mpsc::channel();
        let mut reader = pair.master.try_clone_reader()?;
        thread::spawn(move || {
            let mut bytes = [0; 65_536];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send((Instant::now(), bytes[..count].to_vec())).is_err() {
                    return;
                }
            }
        });
        let keyboard = pair.master.take_writer()?;
        let size = |length| NonZero::new(length).ok_or("a terminal has at least one row and one column");
        let parser = Parser::new(size(rows)?, size(cols)?, 0);
        Ok(Self { child, keyboard, output, parser, _master: pair.master, home })
    }

    pub fn press(&mut self, keys: &str) -> Result<(), Box<dyn Error>> {
        self.keyboard.write_all(keys.as_bytes())?;
        Ok(self.keyboard.flush()?)
    }

    /// Takes in what the program shows until it is quiet.
    pub fn watch(&mut self) {
        loop {
            match self.output.recv_timeout(QUIET) {
                Ok((_, bytes)) => self.parser.process(&bytes),
                // The first frame may take a moment on a busy machine.
                Err(mpsc::RecvTimeoutError::Timeout) if self.parser.screen().contents().trim().is_empty() => {
                }
                Err(_) => return,
            }
        }
    }

    /// Takes in what the program shows until the screen holds what it should, and gives the time at which it
    /// did.
    pub fn wait_for(&mut self, is_so: impl Fn(&vt100::Screen) -> bool) -> Result<Instant, Box<dyn Error>> {
        loop {
            let (time, bytes) = self.output.recv_timeout(Duration::from_secs(20))?;
            self.parser.process(&bytes);
            if is_so(self.parser.screen()) {
                return Ok(time);
            }
        }
    }

    /// Ticks of processor time that the program has used, where the system reports it.
    pub fn ticks(&self) -> Option<u64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.process_id()?)).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    }
}

impl Drop for PtySession {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.home);
    }
}
