//! The program: command line, driver, diagnostics. The only crate that touches the disk or prints.
//!
//! ```text
//! args     the command line          read     files → IL (both frontends)
//! explain  what codes mean   progress  what takes long   timings  what took how long
//! head     the head grammar          resolve  heads → procedures and variables
//! candidates  what could be a head    bound   type-bound procedures as heads
//! report   diagnostics for people    output   file names, writing
//! run      one run from start to end dump     what -dump prints
//! check    derivatives verified      runtime  the tape's sources
//! ext      library descriptions      diffsizes  the greatest number of directions
//! place    where a run writes        overwriting  what it may write over      delivery  what it leaves on disk
//! depfile  -MD: what outputs were made from   linking  what to link with them   renamed  names that were taken
//! signatures  the list of signatures    compare  what changed in two of them
//! verify   outputs compared with the files on disk   shell  manual pages and completions
//! aside    what was not understood, and does not matter
//! culprits what was not understood, and does  deep     the stacks of threads
//! one_file, one_file_macros  several C files in one output
//! modules_first  the order of modules    compatibility  options of Tapenade that do nothing here
//! ```

pub mod args;
pub mod aside;
mod bound;
mod candidates;
pub mod check;
mod compare;
pub mod compatibility;
mod cores;
mod culprits;
pub mod deep;
pub mod delivery;
pub mod depfile;
pub mod diffsizes;
pub mod dump;
pub mod explain;
pub mod ext;
pub mod head;
mod libraries;
mod linking;
mod listed;
pub mod modules_first;
mod one_file;
mod one_file_macros;
pub mod output;
pub mod overwriting;
pub mod place;
mod progress;
pub mod read;
mod renamed;
mod render;
pub mod report;
pub mod resolve;
mod returned;
pub mod run;
pub mod runtime;
pub mod shell;
mod signatures;
mod stubs;
mod timings;
pub mod verify;
