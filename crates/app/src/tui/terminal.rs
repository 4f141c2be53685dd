//! The terminal, taken and given back: at the end, after a panic, and when a signal ends the program.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossterm::clipboard::CopyToClipboard;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode,
};

pub type Screen = Terminal<CrosstermBackend<Stdout>>;

static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal for as long as this lives.
#[derive(Debug)]
pub struct Taken(());

/// Takes the terminal. A panic on this thread gives it back before it says what went wrong; one on another is
/// for the app to tell.
pub fn take() -> io::Result<(Taken, Screen)> {
    let mine = thread::current().id();
    let previous = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !TAKEN.load(Ordering::Relaxed) {
            previous(info);
        } else if thread::current().id() == mine {
            give_back();
            previous(info);
        }
    }));
    let taken = Taken(());
    seize()?;
    Ok((taken, Terminal::new(CrosstermBackend::new(io::stdout()))?))
}

/// Takes the terminal once more, after the shell had it, and draws everything anew.
pub fn take_again(screen: &mut Screen) -> io::Result<()> {
    seize()?;
    execute!(io::stdout(), Clear(ClearType::All))?;
    // A new one assumes an empty screen. (`Terminal::clear` asks the terminal where the cursor
    // is, and the answer is read as keys.)
    *screen = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    Ok(())
}

/// Asks the terminal to copy a text; one that cannot do so takes no notice.
pub fn copy(text: &str) -> io::Result<()> {
    execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
}

fn seize() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::Relaxed);
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, SetTitle("jogo"))
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

/// Leaves the terminal as it was. A failure here cannot be reported anywhere.
pub fn give_back() {
    if TAKEN.swap(false, Ordering::Relaxed) {
        let mut output = io::stdout();
        let _ = execute!(output, DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = output.flush();
    }
}
