//! `docs/options.md` names every option and every word that the program knows, and none that it does not know.

use std::collections::BTreeSet;
use std::path::Path;

use clap::{Command, CommandFactory};
use rtapenade::args::{Cli, normalise};

use crate::pages;

const PAGE: &str = "docs/options.md";
/// The word of `-nooptim` for all of them.
const ALL_IMPROVEMENTS: &str = "everyoptim";

/// What the arguments of a command are called, without dashes.
fn names(command: &Command) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for argument in command.get_arguments().filter(|a| !a.is_positional()) {
        found.extend(argument.get_long().map(str::to_string));
        found.extend(argument.get_short().map(String::from));
        found.extend(argument.get_all_aliases().into_iter().flatten().map(str::to_string));
    }
    found
}

fn program() -> Command {
    let mut program = Cli::command();
    program.build();
    program
}

/// All names of options, of the program and of its subcommands.
fn known() -> BTreeSet<String> {
    let program = program();
    let below = program.get_subcommands().filter(|c| !c.is_hide_set() && c.get_name() != "help");
    below.map(names).fold(names(&program), |all, more| all.into_iter().chain(more).collect())
}

/// The options that the tables of the page name, as written, without their values.
fn described() -> BTreeSet<String> {
    let spans = pages::first_column(&pages::text(Path::new(PAGE)));
    let words = spans.iter().filter_map(|s| s.split_whitespace().next());
    words.filter(|w| w.starts_with('-')).map(str::to_string).collect()
}

/// How the parser sees a word: `-r8` is `real-size`.
fn parsed(word: &str) -> String {
    let word = normalise([word.to_string()]).remove(0);
    let name = word.to_str().expect("text").trim_start_matches('-');
    name.split_once('=').map_or(name, |(name, _)| name).to_string()
}

#[test]
fn every_option_is_described() {
    let described: BTreeSet<String> = described().iter().map(|w| parsed(w)).collect();
    let missing: Vec<String> = known().into_iter().filter(|n| !described.contains(n)).collect();
    assert!(missing.is_empty(), "{PAGE} says nothing of {missing:?}");
}

#[test]
fn every_described_option_is_known() {
    let known = known();
    let unknown: Vec<String> = described().into_iter().filter(|w| !known.contains(&parsed(w))).collect();
    assert!(unknown.is_empty(), "{PAGE} names {unknown:?}, which the program does not know");
}

#[test]
fn every_improvement_is_described() {
    let spans = pages::first_column(&pages::text(Path::new(PAGE)));
    let described: BTreeSet<&str> = spans.iter().map(String::as_str).filter(|s| !s.starts_with('-')).collect();
    let improvements = diff::Improvement::ALL.iter().map(|i| i.1).chain([ALL_IMPROVEMENTS]);
    assert_eq!(described, improvements.collect(), "the words of -nooptim");
}

#[test]
fn every_command_is_named() {
    let page = pages::text(Path::new(PAGE));
    for command in program().get_subcommands().filter(|c| !c.is_hide_set() && c.get_name() != "help") {
        assert!(
            page.contains(&format!("rtapenade {}", command.get_name())),
            "{PAGE} says nothing of {}",
            command.get_name()
        );
    }
}
