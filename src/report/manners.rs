//! How a run speaks: in which format, with colours or without, and what it leaves out.

use std::io::IsTerminal;

use clap::{Args, ValueEnum};
use il::{Diagnostic, Severity};

/// Options about messages.
#[derive(Args, Debug, Clone, Default)]
pub struct Saying {
    /// How much to say on the console: 0 errors, 5 warnings, 10 everything. The .msg file beside the output has everything.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub msglevel: u32,
    /// How messages are written to the standard error.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub message_format: Format,
    /// Say where the time of the run went: by stage, and for the procedures that took most.
    #[arg(long)]
    pub timings: bool,
    /// Say nothing but errors.
    #[arg(short = 'q', long)]
    pub quiet: bool,
    /// `-W error`: warnings are failures, and nothing is written (also -Werror).
    #[arg(short = 'W', value_name = "WHAT", value_parser = ["error"])]
    pub warnings: Option<String>,
}

/// Formats of messages.
#[derive(ValueEnum, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
    /// With source lines and carets.
    #[default]
    Human,
    /// One line each: `file:line:column: severity[code]: message`.
    Short,
    /// One JSON object per line.
    Json,
    /// One SARIF 2.1.0 log.
    Sarif,
}

/// How a run speaks.
#[derive(Clone, Copy, Debug)]
pub struct Manners {
    /// The format.
    pub format: Format,
    /// Whether a person sees colours.
    pub colour: bool,
    /// What is milder is not said.
    pub least: Severity,
    /// Nothing but errors is said.
    pub quiet: bool,
    /// Warnings are failures.
    pub warnings_fail: bool,
}

impl Manners {
    /// What the command line asks for.
    pub fn new(saying: &Saying, colour: bool) -> Manners {
        let warnings_fail = saying.warnings.is_some();
        let least = match saying.msglevel {
            _ if saying.quiet => Severity::Error,
            0 => Severity::Error,
            1..=5 => Severity::Warning,
            _ => Severity::Note,
        };
        // What makes a run fail is said.
        let least = if warnings_fail { least.min(Severity::Warning) } else { least };
        Manners { format: saying.message_format, colour, least, quiet: saying.quiet, warnings_fail }
    }

    /// Whether a person wants to see what a long run is at.
    pub fn shows_progress(&self) -> bool {
        self.format == Format::Human && !self.quiet
    }

    /// Whether what was found makes the run fail.
    pub fn failed(&self, diagnostics: &[Diagnostic]) -> bool {
        let fails = if self.warnings_fail { Severity::Warning } else { Severity::Error };
        diagnostics.iter().any(|d| d.severity >= fails)
    }
}

/// Whether the standard error is a terminal whose user has nothing against colours (no-color.org).
pub fn colours() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    let plain = std::env::var_os("TERM").is_some_and(|t| t == "dumb");
    !unwanted && !plain && std::io::stderr().is_terminal()
}
