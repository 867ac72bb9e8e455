//! What a program has from outside, and what changes it: files, the terminal, generators of random numbers.

use il::symbol::ProcedureClass;
use il::{ExprKind, Program, StmtKind, SymbolId, Type, UnitId};

/// Statements that change files or positions in them, beside READ and WRITE.
const OTHERS: &[&str] = &["open", "close", "rewind", "backspace", "endfile", "flush", "wait"];

/// Procedures of the libraries that give what nobody gave them: the next number of a generator.
const DRAWING: &[&str] = &["rand", "random", "drand48", "lrand48", "mrand48", "random_number"];

/// Those that say how such numbers go on.
const SEEDING: &[&str] =
    &["srand", "srandom", "srand48", "seed48", "lcong48", "initstate", "setstate", "random_seed", "random_init"];

/// What a statement does outside of the variables of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outside {
    /// It gets something from there.
    Read,
    /// It changes what others get.
    Changed,
}

/// What a call of a procedure of the libraries does outside.
pub(crate) fn of_call(p: &Program, callee: SymbolId) -> Option<Outside> {
    let class = &p.procedure(callee)?.class;
    if !matches!(class, ProcedureClass::System | ProcedureClass::Intrinsic) {
        return None;
    }
    let name = p.symbols[callee].name.to_ascii_lowercase();
    if DRAWING.contains(&name.as_str()) {
        return Some(Outside::Read);
    }
    SEEDING.contains(&name.as_str()).then_some(Outside::Changed)
}

/// What a statement does outside by itself, not by the procedures of the program that it calls.
pub(crate) fn of_statement(p: &Program, unit: UnitId, kind: &StmtKind) -> Option<Outside> {
    let mut found = match kind {
        StmtKind::Call { callee, .. } => of_call(p, *callee),
        StmtKind::Opaque { text, .. } => of_text(p, unit, text),
        _ => None,
    };
    kind.exprs(&mut |e| {
        e.walk(&mut |x| {
            if let ExprKind::Call { callee, .. } = x.kind {
                found = found.or(of_call(p, callee));
            }
        });
    });
    found
}

/// What a statement that is kept as text does to a file, or to the terminal.
fn of_text(p: &Program, unit: UnitId, text: &str) -> Option<Outside> {
    let text = text.trim_start().to_ascii_lowercase();
    let length = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (word, rest) = text.split_at(length);
    if OTHERS.contains(&word) {
        return Some(Outside::Changed);
    }
    let read = word == "read";
    if !read && word != "write" {
        return None;
    }
    let found = if read { Outside::Read } else { Outside::Changed };
    let Some(list) = rest.trim_start().strip_prefix('(') else { return read.then_some(found) };
    let place = list.split([',', ')']).next().unwrap_or("").trim();
    let place = place.strip_prefix("unit").map_or(place, |p| p.trim_start().strip_prefix('=').unwrap_or(place)).trim();
    if place == "*" {
        return read.then_some(found);
    }
    let name: String = place.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let internal = p.lookup(p.units[unit].scope, &name).and_then(|s| p.symbol_type(s)).is_some_and(in_memory);
    (!internal).then_some(found)
}

/// Whether it is a variable that holds the text itself.
fn in_memory(ty: &Type) -> bool {
    matches!(ty.element(), Type::Character { .. })
}
