//! What a program has from outside, and what changes it: files, the terminal, generators of random numbers.

use analysis::text;
use il::symbol::ProcedureClass;
use il::{ExprKind, Program, StmtKind, SymbolId, UnitId};

/// Statements that change files or positions in them, beside READ and WRITE.
const OTHERS: &[&str] = &["open", "close", "rewind", "backspace", "endfile", "flush", "wait"];

/// Procedures of the libraries that give what nobody gave them: the next number of a generator.
const DRAWING: &[&str] = &["rand", "random", "drand48", "lrand48", "mrand48", "random_number"];

/// Those that say how such numbers go on.
const SEEDING: &[&str] =
    &["srand", "srandom", "srand48", "seed48", "lcong48", "initstate", "setstate", "random_seed", "random_init"];

/// Functions of the C library that get something from a file or from the terminal.
const READING: &[&str] = &[
    "scanf", "fscanf", "vscanf", "vfscanf", "fread", "fgets", "fgetc", "getc", "getchar", "feof", "ferror", "ftell",
    "fgetpos",
];

/// Those that open and change files, and positions in them.
const CHANGING: &[&str] = &[
    "fopen", "freopen", "fdopen", "tmpfile", "fclose", "rewind", "fseek", "fsetpos", "fprintf", "vfprintf", "fputs",
    "fputc", "putc", "fwrite", "fflush", "ungetc", "remove", "rename",
];

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
    // Messages, files of libraries: what comes depends on what was done before, and others wait for what is done here.
    if let Some(known) = p.described(callee) {
        return (!known.asks).then_some(Outside::Read);
    }
    let class = &p.procedure(callee)?.class;
    if !matches!(class, ProcedureClass::System | ProcedureClass::Intrinsic) {
        return None;
    }
    of_name(&p.symbols[callee].name.to_ascii_lowercase())
}

fn of_name(name: &str) -> Option<Outside> {
    if DRAWING.contains(&name) || READING.contains(&name) {
        return Some(Outside::Read);
    }
    (SEEDING.contains(&name) || CHANGING.contains(&name)).then_some(Outside::Changed)
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
    if OTHERS.contains(&&text[..length]) {
        return Some(Outside::Changed);
    }
    if text[length..].trim_start().starts_with('(')
        && let Some(found) = of_name(&text[..length])
    {
        return Some(found);
    }
    let (direction, place) = text::transfer(p, unit, &text)?;
    match (direction, place) {
        (_, text::Unit::Internal(_)) => None,
        (text::Direction::Read, _) => Some(Outside::Read),
        // The terminal forgets.
        (text::Direction::Written, text::Unit::Terminal) => None,
        (text::Direction::Written, text::Unit::File(_)) => Some(Outside::Changed),
    }
}
