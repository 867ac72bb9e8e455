//! What a long run is at: shown on a terminal, and only when it takes longer than two seconds. Nothing is shown before [`start`].

use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often the clock of the line moves on.
const TICK: Duration = Duration::from_millis(120);

static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn bar() -> MutexGuard<'static, Option<ProgressBar>> {
    BAR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins to count the time, where a person watches.
pub fn start() {
    if !std::io::stderr().is_terminal() {
        return;
    }
    let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]") {
        line.set_style(style);
    }
    *bar() = Some(line);
    std::thread::spawn(|| {
        std::thread::sleep(PATIENCE);
        if let Some(line) = &*bar() {
            line.set_draw_target(ProgressDrawTarget::stderr());
            line.enable_steady_tick(TICK);
        }
    });
}

/// Says what is done from now on.
pub fn stage(what: &str) {
    if let Some(line) = &*bar() {
        line.set_message(what.to_string());
    }
}

/// Takes the line away: what is said next stands in its place.
pub fn end() {
    if let Some(line) = bar().take() {
        line.finish_and_clear();
    }
}
