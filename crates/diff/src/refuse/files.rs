//! Adjoint mode: procedures that read files.
//!
//! What a READ gives depends on every statement before it that opened, positioned, wrote or read the file. So where anything is read from outside, all
//! such statements stay in the forward sweep, whatever happens to their values, and procedures with them are differentiated in split mode: in
//! joint mode their forward sweep runs after the primal call, and would read on where that stopped. A program that only writes may lose what it writes.

use std::collections::BTreeSet;

use il::calls::CallGraph;
use il::{Diagnostic, Program, StmtKind, Type, UnitId};

use crate::directives::can_split;
use crate::facts::Facts;
use crate::request::Request;

/// Statements that change files or positions in them, beside READ and WRITE.
const OTHERS: &[&str] = &["open", "close", "rewind", "backspace", "endfile", "flush", "wait"];

/// What the procedures of a program do with files, where something is read.
#[derive(Default)]
pub(crate) struct Files {
    /// Those that do anything, themselves or through what they call. Empty where nothing is read.
    touching: BTreeSet<UnitId>,
}

impl Files {
    /// Of what `heads` may call.
    pub fn new(p: &Program, heads: &[UnitId]) -> Files {
        let calls = CallGraph::new(p);
        let reached = calls.reached(heads);
        let mut touching: BTreeSet<UnitId> = BTreeSet::new();
        let mut reads = false;
        for &unit in &reached {
            let u = &p.units[unit];
            u.walk(&u.body, &mut |_, s| {
                if let Some(word) = file_statement(p, unit, &s.kind) {
                    touching.insert(unit);
                    reads |= word == "read";
                }
            });
        }
        if !reads {
            return Files::default();
        }
        loop {
            let before = touching.len();
            for &unit in &reached {
                if calls.callees(unit).iter().any(|c| touching.contains(c)) {
                    touching.insert(unit);
                }
            }
            if touching.len() == before {
                return Files { touching };
            }
        }
    }

    /// Whether a statement stays in the forward sweep for the sake of others.
    pub fn keeps(&self, p: &Program, unit: UnitId, kind: &StmtKind) -> bool {
        if self.touching.is_empty() {
            return false;
        }
        match kind {
            StmtKind::Call { callee, .. } => p.callee(*callee).is_some_and(|c| self.touching.contains(&c)),
            kind => file_statement(p, unit, kind).is_some(),
        }
    }

    /// Has procedures that work on files differentiated in split mode.
    pub fn split(&self, p: &Program, request: &mut Request) {
        for &unit in &self.touching {
            let is_head = request.heads.iter().any(|h| h.unit == unit);
            if !is_head && has_halves(p, unit) {
                if request.split.all_but {
                    request.split.names.remove(&unit);
                } else {
                    request.split.names.insert(unit);
                }
            }
        }
    }

    /// Those that cannot be, but are called where they are active.
    pub fn check(&self, p: &Program, request: &Request, facts: &Facts) -> Vec<Diagnostic> {
        let stuck = |u: &&UnitId| facts.is_differentiated(**u) && request.head(**u).is_none() && !has_halves(p, **u);
        let say = |u: &UnitId| {
            let u = &p.units[*u];
            let message =
                format!("`{}` works on files that are read, and its adjoint would do it a second time", u.name);
            Diagnostic::error("RT0439", u.span, message)
                .note("read and write in the procedure that is differentiated, or in one that has no derivative")
        };
        self.touching.iter().filter(stuck).map(say).collect()
    }
}

fn has_halves(p: &Program, unit: UnitId) -> bool {
    let internal = p.host_procedure(unit).is_some();
    !internal && can_split(p, unit)
}

/// The keyword of a statement that works on a file, or on the terminal to read from it.
fn file_statement(p: &Program, unit: UnitId, kind: &StmtKind) -> Option<&'static str> {
    let StmtKind::Opaque { text, .. } = kind else { return None };
    let text = text.trim_start().to_ascii_lowercase();
    let length = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (word, rest) = text.split_at(length);
    if let Some(word) = OTHERS.iter().find(|w| **w == word) {
        return Some(word);
    }
    let read = word == "read";
    if !read && word != "write" {
        return None;
    }
    let word = if read { "read" } else { "write" };
    let Some(list) = rest.trim_start().strip_prefix('(') else { return read.then_some(word) };
    let place = list.split([',', ')']).next().unwrap_or("").trim();
    let place = place.strip_prefix("unit").map_or(place, |p| p.trim_start().strip_prefix('=').unwrap_or(place)).trim();
    if place == "*" {
        return read.then_some(word);
    }
    let name: String = place.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let internal = p.lookup(p.units[unit].scope, &name).and_then(|s| p.symbol_type(s)).is_some_and(in_memory);
    (!internal).then_some(word)
}

/// Whether it is a variable that holds the text itself.
fn in_memory(ty: &Type) -> bool {
    matches!(ty.element(), Type::Character { .. })
}
