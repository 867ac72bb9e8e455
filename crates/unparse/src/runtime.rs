//! Which parts of the runtime library the text of a program calls: what has to be linked with it, and which headers C includes.

use std::collections::BTreeSet;

use il::{Expr, ExprKind, Program, StmtKind, SymbolId, Unit, UnitId};

/// A part of the runtime.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// Values and ways that are saved and brought back (`adStack.c` with `adBuffer.c` or `adFortran.c`).
    Tape,
    /// The tape of values with their derivatives, in second derivatives (`adTangent.c`).
    Tangent,
    /// Which turn of a loop comes next under binomial checkpointing (`adBinomial.c`).
    Binomial,
    /// Functions that the languages do not have (`adSpecial.c`, in Fortran the module of `adSpecial.f90`).
    Special,
    /// C: memory that knows its size (`adMemory.c`).
    Memory,
    /// Derivatives of calls of MPI (`adMpi.c`).
    Mpi,
}

/// The kinds of values that `push…` and `pop…` move, alone or as arrays.
const KINDS: &[&str] = &[
    "integer2",
    "integer4",
    "integer8",
    "real4",
    "real8",
    "real16",
    "complex8",
    "complex16",
    "complex32",
    "character",
    "boolean",
    "bit",
    "pointer",
    "pointer4",
    "pointer8",
    "pointers",
];

/// The parts that `units` and what is inside them call.
pub fn parts(program: &Program, units: &[UnitId]) -> BTreeSet<Part> {
    let mut found = BTreeSet::new();
    for &unit in units {
        found.extend(of_unit(program, &program.units[unit]));
        found.extend(parts(program, &program.units[unit].children));
    }
    found
}

/// The parts that the statements of one unit call.
pub(crate) fn of_unit(program: &Program, unit: &Unit) -> BTreeSet<Part> {
    let mut found = BTreeSet::new();
    unit.walk(&unit.body, &mut |_, s| {
        match &s.kind {
            StmtKind::Save { .. }
            | StmtKind::Restore { .. }
            | StmtKind::SaveControl { .. }
            | StmtKind::RestoreControl { .. } => {
                found.insert(Part::Tape);
            }
            StmtKind::Call { callee, .. } => found.extend(of_call(program, *callee)),
            _ => {}
        }
        s.kind.exprs(&mut |e| e.walk(&mut |x| found.extend(of_expr(program, x))));
    });
    found
}

fn of_expr(program: &Program, e: &Expr) -> Option<Part> {
    match &e.kind {
        ExprKind::Call { callee, .. } => of_call(program, *callee),
        ExprKind::Intrinsic(f, _) => (f.name() == "ad_digamma").then_some(Part::Special),
        _ => None,
    }
}

/// The part that a callee without source belongs to, by its name in either language.
pub(crate) fn of_call(program: &Program, callee: SymbolId) -> Option<Part> {
    if program.callee(callee).is_some() {
        return None;
    }
    let name = program.symbols[callee].name.to_ascii_lowercase();
    if name.starts_with("adbinomial_") {
        return Some(Part::Binomial);
    }
    if name.starts_with("adstack_") {
        return Some(Part::Tape);
    }
    if name.starts_with("admpi_") {
        return Some(Part::Mpi);
    }
    if matches!(name.as_str(), "adallocate" | "adallocated") {
        return Some(Part::Memory);
    }
    let moved = name.strip_prefix("push").or_else(|| name.strip_prefix("pop"))?;
    let (moved, part) = moved.strip_suffix("_d").map_or((moved, Part::Tape), |m| (m, Part::Tangent));
    let way = moved.strip_prefix("control").and_then(|m| m.strip_suffix('b'));
    let is_way = way.is_some_and(|bits| !bits.is_empty() && bits.bytes().all(|b| b.is_ascii_digit()));
    (is_way || KINDS.contains(&moved.strip_suffix("array").unwrap_or(moved))).then_some(part)
}
