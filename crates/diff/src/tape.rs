//! The tape in programs that are adjoints already (second derivatives, `conventions.md` §13).
//!
//! A saved value comes back by another call than the one that saved it. For the analyses the tape is therefore a variable: each call that pushes a
//! real adds to it, each that pops one reads it. It is an argument more of these calls in the program that is analysed, and is in no output.
//!
//! The tangent of a push saves the value and its derivative, and the tangent of a pop gets both back. When the tape is active anywhere, all
//! pushes and pops of reals are of this kind: those that belong together must be alike, and which do is known at run time only.

use std::collections::BTreeMap;

use analysis::{Access, External};
use il::symbol::Storage;
use il::{Arg, Expr, ExprKind, Language, Program, Scalar, Span, StmtKind, SymbolId, SymbolKind, Type, Variable};

/// The variable that stands for the tape: no user's name can be like it.
const NAME: &str = "the tape";

/// A runtime entry that moves reals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// It saves; else it restores.
    pub pushes: bool,
    /// It takes an array and its number of elements.
    pub array: bool,
}

/// The entry of that name, as Fortran or C spell it.
pub fn entry(name: &str) -> Option<Entry> {
    let name = name.to_ascii_lowercase();
    let (pushes, rest) = match (name.strip_prefix("push"), name.strip_prefix("pop")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return None,
    };
    let (rest, array) = rest.strip_suffix("array").map_or((rest, false), |r| (r, true));
    let known = ["real4", "real8", "real16", "complex8", "complex16", "complex32"].contains(&rest);
    known.then_some(Entry { pushes, array })
}

/// The entry that a callee is, when its source is not given.
pub fn entry_of(program: &Program, callee: SymbolId) -> Option<Entry> {
    if program.callee(callee).is_some() {
        return None;
    }
    entry(&program.symbols[callee].name)
}

/// Whether a callee saves a pointer of C (`true`) or brings one back, when its source is not given.
pub fn moves_pointer(program: &Program, callee: SymbolId) -> Option<bool> {
    let name = &program.symbols[callee].name;
    let saves = ["pushPointer8", "popPointer8"].iter().position(|known| known == name)? == 0;
    program.callee(callee).is_none().then_some(saves)
}

/// The tape of a program that was prepared.
pub fn variable(program: &Program) -> Option<SymbolId> {
    program.lookup_here(program.global, NAME)
}

/// Makes the tape an argument of the calls that move reals, and describes these.
pub fn reveal(program: &mut Program, externals: &mut BTreeMap<String, External>) {
    let mut found: Vec<(il::UnitId, il::StmtId, SymbolId, Entry)> = Vec::new();
    for (unit, u) in program.units.iter() {
        u.walk(&u.body, &mut |id, s| {
            if let StmtKind::Call { callee, .. } = &s.kind {
                found.extend(entry_of(program, *callee).map(|e| (unit, id, *callee, e)));
            }
        });
    }
    if found.is_empty() {
        return;
    }
    let ty = Type::Scalar(Scalar::double());
    let kind = SymbolKind::Variable(Variable::new(ty, Storage::Global));
    let tape = program.declare(program.global, NAME, Span::NONE, kind);
    for (unit, id, callee, e) in found {
        externals.entry(program.symbols[callee].name.to_ascii_lowercase()).or_insert_with(|| description(e));
        // What a function of C changes it is given the address of.
        let by_address = program.units[unit].language == Language::C;
        let given = if by_address { ExprKind::Address(Box::new(Expr::var(tape))).into() } else { Expr::var(tape) };
        if let StmtKind::Call { args, .. } = &mut program.units[unit].stmts[id].kind {
            args.push(Arg::new(given));
        }
    }
}

fn description(e: Entry) -> External {
    let read = Access { read: true, written: false, killed: false };
    let last = if e.array { 2 } else { 1 };
    let mut places = vec![read; last + 1];
    let depends = if e.pushes {
        places[last] = Access { read: true, written: true, killed: false };
        vec![0, last]
    } else {
        places[0] = Access { read: false, written: true, killed: true };
        vec![last]
    };
    External { places, globals: false, deps: Some(vec![depends]) }
}
