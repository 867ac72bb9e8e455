//! What an installed program brings along for shells and readers: completions and manual pages, made from the definition of its command line.

use std::path::PathBuf;

use clap::{CommandFactory, Subcommand};
use clap_complete::Shell;
use il::{Diagnostic, Severity, Span};

use crate::args::Cli;
use crate::run::{FAILURE, SUCCESS, print};
use crate::{place, report};

/// What `rtapenade generate` writes; `make install` asks for it.
#[derive(Subcommand, Debug)]
pub enum Paper {
    /// The manual pages (rtapenade.1, and one for each subcommand), in this directory.
    Man {
        /// A directory that exists.
        directory: PathBuf,
    },
    /// Completions, on standard output.
    Completions {
        /// bash, zsh, fish, elvish or powershell.
        shell: Shell,
    },
}

/// Writes it; gives the exit status and what is to be said.
pub fn run(paper: &Paper) -> (u8, String) {
    match paper {
        Paper::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "rtapenade", &mut text);
            print(&String::from_utf8_lossy(&text));
            (SUCCESS, String::new())
        }
        Paper::Man { directory } => {
            let shown = directory.display();
            let failed =
                |e| Diagnostic::error("RT0503", Span::NONE, format!("the manual cannot be written in `{shown}`: {e}"));
            let made = place::is_directory(directory)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), directory).map_err(failed));
            match made {
                Ok(()) => (SUCCESS, String::new()),
                Err(d) => (FAILURE, report::console(&Default::default(), &[d], Severity::Note)),
            }
        }
    }
}
