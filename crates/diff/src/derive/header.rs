//! The comment in front of a derivative procedure: what it differentiates, with respect to what, and what happens to each derivative.

use std::collections::BTreeSet;

use il::{Diagnostic, Language, SymbolId, Type};

use super::{Shell, World};
use crate::request::Place;
use crate::signature::Status;

/// Comment lines go on below this column.
const WIDTH: usize = 70;

impl World<'_> {
    /// Puts the header comment before the comments of the original.
    pub(super) fn write_header(&mut self, shell: &Shell) {
        let signature = self.signatures.of(shell.original, shell.part);
        let name = &self.source.units[shell.original].name;
        let is_head = self.request.head(shell.original).is_some();
        let options = self.request.options_comment();
        let options = if options.is_empty() { String::new() } else { format!(" (with options {options})") };
        if shell.part == crate::signature::Part::Gradient {
            let mut lines = vec![format!("  Value and gradient of {name}:")];
            list(&mut lines, "value:", sorted(signature.useful.iter().map(|p| self.place_name(p))));
            list(&mut lines, "gradient with respect to:", sorted(signature.varying.iter().map(|p| self.place_name(p))));
            return self.put_header(shell, lines);
        }
        let mut lines = vec![format!("  Differentiation of {name} {}{options}:", shell.part.title())];
        let (results, inputs) = match shell.part {
            crate::signature::Part::Tangent => ("variations   of useful results:", "with respect to varying inputs:"),
            _ => ("gradient     of useful results:", "with respect to varying inputs:"),
        };
        list(&mut lines, results, sorted(signature.useful.iter().map(|p| self.place_name(p))));
        list(&mut lines, inputs, sorted(signature.varying.iter().map(|p| self.place_name(p))));
        let mut said_of_head = None;
        if is_head {
            let status: Vec<(&Place, Status)> = signature.status.iter().map(|(p, s)| (p, *s)).collect();
            let words = status.iter().map(|(p, s)| format!("{}:{}", self.place_name(p), s.word()));
            list(&mut lines, "RW status of diff variables:", sorted(words));
            // An input that is no output is overwritten, unless nobody knows how much of it there is (design §6).
            let uncleared = status.iter().filter(|(p, s)| *s == Status::Incr && !signature.useful.contains(p));
            let uncleared = sorted(uncleared.map(|(p, _)| self.place_name(p)));
            if shell.part == crate::signature::Part::Tangent {
                let mut trusted = self.facts.trusted_on_entry(self.source, shell.original);
                // On loan, and read only: nothing sets it before it is used.
                trusted.extend(self.numbers(&signature.lent));
                let trusted = sorted(trusted.iter().map(|p| self.place_name(p)));
                if !trusted.is_empty() {
                    list(&mut lines, "of unknown extent, cleared by the caller:", trusted);
                }
            }
            if shell.part != crate::signature::Part::Tangent {
                let space = sorted(self.numbers(&signature.lent).iter().map(|p| self.place_name(p)));
                if !space.is_empty() {
                    list(&mut lines, "work space of unknown extent, cleared by the caller:", space);
                }
            }
            if !uncleared.is_empty() {
                let called = !self.is_only_a_head(shell.original);
                if called && shell.part == crate::signature::Part::Adjoint {
                    let said = format!(
                        "`{name}` is called by another procedure that is differentiated: its adjoint adds to the derivatives of {}",
                        uncleared.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
                    );
                    let said = Diagnostic::warning("RT0321", self.source.units[shell.original].span, said);
                    said_of_head = Some(said.note("set them to zero before you call it yourself"));
                }
                let why = if called { "called by others, too:" } else { "of unknown extent," };
                list(&mut lines, &format!("{why} added to, cleared by the caller:"), uncleared);
            }
            if shell.part == crate::signature::Part::Adjoint {
                let not_left = self.not_left.get(&shell.original).into_iter().flatten();
                let not_left = sorted(not_left.map(|p| self.place_name(p)));
                if !not_left.is_empty() {
                    let last = not_left.len() - 1;
                    let said = not_left.into_iter().enumerate();
                    let said = said.map(|(k, n)| format!("{n}: not computed{}", if k < last { "," } else { "" }));
                    list(&mut lines, "values on exit (-value computes them):", said.collect());
                }
            }
        }
        said_of_head.into_iter().for_each(|said| self.report(said));
        self.put_header(shell, lines);
    }

    /// Those of some variables that are no structures.
    fn numbers(&self, of: &BTreeSet<SymbolId>) -> Vec<Place> {
        let numbers = |s: &&SymbolId| self.source.symbol_type(**s).is_some_and(|t| t.record().is_none());
        of.iter().filter(numbers).map(|s| Place::whole(*s)).collect()
    }

    /// Puts lines in front of a procedure.
    fn put_header(&mut self, shell: &Shell, mut lines: Vec<String>) {
        let u = &mut self.out.units[shell.unit];
        if u.language == Language::C {
            // One comment, as C has them.
            lines = vec![format!("\n{}\n", lines.join("\n"))];
        }
        // An empty line in front of the original stays in front.
        let front = u.comments.iter().take_while(|c| c.is_empty()).count();
        u.comments.splice(front..front, lines);
    }

    /// `cell.soil.ks`, C `*p` for what a pointer points to.
    pub fn place_name(&self, place: &Place) -> String {
        let symbol = &self.source.symbols[place.symbol];
        let mut ty = self.source.symbol_type(place.symbol).cloned().unwrap_or(Type::Void);
        let mut out = symbol.name.clone();
        let is_c = self.source.home(place.symbol).is_some_and(|u| self.source.units[u].language.points_by_address());
        let pointer = is_c && matches!(ty, Type::Pointer { .. } | Type::Array { .. });
        for &k in &place.path {
            let Some(r) = ty.record() else { break };
            out.push_str(&self.source.records[r].selector(k, '.'));
            ty = self.source.records[r].fields[k].ty.clone();
        }
        if pointer && matches!(self.source.symbol_type(place.symbol), Some(Type::Pointer { .. })) {
            format!("*{out}")
        } else {
            out
        }
    }
}

fn sorted(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut words: Vec<String> = words.collect();
    words.sort();
    words.dedup();
    words
}

/// `   title a b c`, continued on further lines.
fn list(lines: &mut Vec<String>, title: &str, words: Vec<String>) {
    let mut line = format!("   {title}");
    for w in words {
        if line.len() + 1 + w.len() > WIDTH && line.trim() != title {
            lines.push(line);
            line = " ".repeat(15);
        }
        line.push(' ');
        line.push_str(&w);
    }
    lines.push(line);
}
