//! Signals: those that end programs end this one in order, and those that stop it let the shell have its
//! terminal.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender};

use super::message::AppMessage;

/// Passes signals on as messages. The answer holds the one that ended the program, if one did.
#[cfg(unix)]
pub fn listen(inbox: SyncSender<AppMessage>) -> io::Result<Receiver<i32>> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    let (sender, received) = std::sync::mpsc::sync_channel(1);
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let message = match signal {
                SIGTSTP => AppMessage::Suspend,
                SIGCONT => AppMessage::Resumed,
                _ => AppMessage::Quit,
            };
            let is_last = matches!(message, AppMessage::Quit);
            if is_last {
                let _ = sender.try_send(signal);
            }
            if inbox.send(message).is_err() || is_last {
                return;
            }
        }
    });
    Ok(received)
}

/// Nothing but keys and the closing of the window ends programs elsewhere, and both come as keys.
#[cfg(not(unix))]
pub fn listen(_inbox: SyncSender<AppMessage>) -> io::Result<Receiver<i32>> {
    Ok(std::sync::mpsc::sync_channel(1).1)
}

/// Ends the program as the signal would have, so that the parent process sees the signal in its status.
#[cfg(unix)]
pub fn terminate_by(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

#[cfg(not(unix))]
pub fn terminate_by(_signal: i32) {}

/// Stops this program until its shell lets it go on; where programs cannot be stopped, it just goes on.
#[cfg(unix)]
pub fn stop_here() {
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

#[cfg(not(unix))]
pub fn stop_here() {}
