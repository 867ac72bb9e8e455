//! What a program has from outside, and what changes it: files, the terminal, generators of random numbers.

use il::{ExprKind, Program, StmtKind, SymbolId, UnitId};

use crate::c_library::{self, World};
use crate::text;

/// Statements that change files or positions in them, beside READ and WRITE.
const OTHERS: &[&str] = &["open", "close", "rewind", "backspace", "endfile", "flush", "wait"];

/// What a call of a procedure of the libraries does outside.
pub fn of_call(p: &Program, callee: SymbolId) -> Option<World> {
    // Messages, files of libraries: what comes depends on what was done before, and others wait for what is done here.
    if let Some(known) = p.described(callee) {
        return (!known.asks).then_some(World::Read);
    }
    c_library::of(p, callee).map(|does| does.1).filter(is_outside)
}

/// Whether that is anybody's business.
fn is_outside(world: &World) -> bool {
    matches!(world, World::Read | World::Changed)
}

/// What a statement does outside by itself, not by the procedures of the program that it calls.
pub fn of_statement(p: &Program, unit: UnitId, kind: &StmtKind) -> Option<World> {
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
fn of_text(p: &Program, unit: UnitId, text: &str) -> Option<World> {
    let text = text.trim_start().to_ascii_lowercase();
    let length = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    if OTHERS.contains(&&text[..length]) {
        return Some(World::Changed);
    }
    if text[length..].trim_start().starts_with('(')
        && let Some(found) = Some(c_library::named(&text[..length]).1).filter(is_outside)
    {
        return Some(found);
    }
    let (direction, place) = text::transfer(p, unit, &text)?;
    match (direction, place) {
        (_, text::Unit::Internal(_)) => None,
        (text::Direction::Read, _) => Some(World::Read),
        // The terminal forgets.
        (text::Direction::Written, text::Unit::Terminal) => None,
        (text::Direction::Written, text::Unit::File(_)) => Some(World::Changed),
    }
}
