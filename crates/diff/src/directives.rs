//! What users say in `$AD` directives: the table of names, which calls they split, and what is wrong with what they say.
//!
//! A directive that asks for another way of reversing (memory against time) may be left out of account with a warning where that way cannot be
//! gone: the derivative is the same.

use std::collections::BTreeSet;

use analysis::local_pointers;
use il::unit::Prefix;
use il::{Diagnostic, Directive, ExprKind, Program, Stmt, StmtId, StmtKind, UnitId};

use crate::adjoint::plan::binomial;
use crate::regions;
use crate::request::NameList;

/// What a directive may stand before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Where {
    /// A call, a statement that contains one, or a procedure.
    Call,
    /// A call alone.
    Solver,
    /// A counted loop.
    Counted,
    /// Any loop.
    Loop,
    /// Any statement.
    Anywhere,
}

/// Name, place.
const DIRECTIVES: &[(&str, Where)] = &[
    ("NOCHECKPOINT", Where::Call),
    ("II-LOOP", Where::Counted),
    ("BINOMIAL-CKP", Where::Loop),
    ("FP-LOOP", Where::Loop),
    ("CHECKPOINT-START", Where::Anywhere),
    ("CHECKPOINT-END", Where::Anywhere),
    ("DO-NOT-DIFF", Where::Anywhere),
    ("END-DO-NOT-DIFF", Where::Anywhere),
    ("LINEAR-SOLVER", Where::Solver),
    ("LINE", Where::Anywhere),
];

/// Whether a call is asked to be split: by a directive at it or at its procedure, or by the list of the request.
pub fn asks_split(program: &Program, list: &NameList, unit: UnitId, stmt: StmtId, callee: UnitId) -> bool {
    let says = |directives: &[Directive]| directives.iter().any(|d| d.name == "NOCHECKPOINT");
    let asked = list.contains(callee)
        || says(&program.units[unit].stmts[stmt].directives)
        || says(&program.units[callee].directives);
    asked && can_split(program, callee)
}

/// Whether a procedure has two halves in split mode. An elemental procedure is called element by element, in an order that no tape can mirror;
/// procedures inside another one would need the variables of both halves; a pointer of the first half would have to point to what the second
/// one has; where a dummy says how long arrays are, and changes, the second half would begin with the length that the first one left: these stay joint.
pub fn can_split(program: &Program, unit: UnitId) -> bool {
    why_joint(program, unit).is_none()
}

/// Why a procedure has no two halves, said behind its name.
fn why_joint(program: &Program, unit: UnitId) -> Option<String> {
    let u = &program.units[unit];
    let inside =
        |(_, other): (UnitId, &il::Unit)| other.parent == Some(unit) && other.is_procedure() && !other.is_interface;
    let points = |(_, s): (il::SymbolId, &il::Symbol)| match &s.kind {
        il::SymbolKind::Variable(v) => s.scope == u.scope && v.pointer && v.is_unsaved_local(),
        _ => false,
    };
    if u.has_prefix(&Prefix::Elemental) {
        return Some("is elemental".into());
    }
    if program.units.iter().any(inside) {
        let own = program.units.iter().any(|(id, other)| inside((id, other)) && other.span.file.is_some());
        return Some(if own { "has internal procedures" } else { "has a region of its own" }.into());
    }
    let moves = |(id, s): (il::SymbolId, &il::Symbol)| points((id, s)) && !local_pointers::stay(program, unit, id);
    if let Some((_, s)) = program.symbols.iter().find(|s| moves(*s)) {
        return Some(format!("has the local pointer `{}`", s.name));
    }
    changes_extents(program, unit).then(|| "changes an argument that its declarations are made of".into())
}

/// Procedures of which somebody asks for two halves, and which have none. The program is the one that is differentiated.
pub fn joint_all_the_same(program: &Program, list: &NameList, units: &[UnitId]) -> Vec<Diagnostic> {
    let says = |directives: &[Directive]| directives.iter().any(|d| d.name == "NOCHECKPOINT");
    let mut asked: BTreeSet<UnitId> = BTreeSet::new();
    for &unit in units {
        let u = &program.units[unit];
        if list.contains(unit) || says(&u.directives) {
            asked.insert(unit);
        }
        u.walk(&u.body, &mut |_, s| {
            asked.extend(s.kind.callee().filter(|_| says(&s.directives)).and_then(|c| program.callee(c)));
        });
    }
    // That elemental procedures have no halves is no news to who asks for all.
    let expected = |u: &UnitId| list.all_but && program.units[*u].has_prefix(&Prefix::Elemental);
    let here = |u: &UnitId| units.contains(u) && program.units[*u].span.file.is_some();
    let known = asked.into_iter().filter(|u| here(u) && !expected(u));
    known
        .filter_map(|unit| {
            let (u, why) = (&program.units[unit], why_joint(program, unit)?);
            let message = format!("`{}` stays joint, although split mode is asked for: it {why}", u.name);
            Some(
                Diagnostic::warning("RT0471", u.span, message)
                    .note("the derivative is the same, and each call is run again"),
            )
        })
        .collect()
}

/// Whether a procedure sets a dummy that its bounds are made of.
fn changes_extents(program: &Program, unit: UnitId) -> bool {
    let u = &program.units[unit];
    let mut mentioned = BTreeSet::new();
    program.specification(unit, &mut |e| e.collect_symbols(&mut mentioned));
    mentioned.retain(|s| u.params.contains(s));
    let sets = |s: &Stmt| matches!(&s.kind, StmtKind::Assign { lhs, .. } if matches!(lhs.kind, ExprKind::Var(x) if mentioned.contains(&x)));
    !mentioned.is_empty() && u.all_stmts().into_iter().any(|id| sets(&u.stmts[id]))
}

/// Whether the user promises that the iterations of a loop are independent: they may be shared among threads, or a directive says so.
pub fn promises_independence(program: &Program, unit: UnitId, stmt: StmtId) -> bool {
    is_ii_loop(program, unit, stmt) || program.units[unit].stmts[stmt].kind.parallel().is_some()
}

/// Whether nothing before a statement says how it is to be reversed.
pub fn is_free(program: &Program, unit: UnitId, stmt: StmtId) -> bool {
    program.units[unit].stmts[stmt].directives.is_empty() && !promises_independence(program, unit, stmt)
}

/// Whether a directive before a loop says that its iterations are independent.
pub fn is_ii_loop(program: &Program, unit: UnitId, stmt: StmtId) -> bool {
    program.units[unit].stmts[stmt].directives.iter().any(|d| d.name == "II-LOOP")
}

/// What is wrong with the directives of the procedures in `units`. The program is the one that the user wrote.
pub fn check(program: &Program, units: &[UnitId]) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for &unit in units {
        let u = &program.units[unit];
        for d in &u.directives {
            out.extend(judge(d, |place| place == Where::Call));
        }
        for d in u.decls.iter().flat_map(|d| &d.directives) {
            out.extend(judge(d, |_| false));
        }
        out.extend(regions::check(u));
        u.walk(&u.body, &mut |id, stmt| {
            if let Some(None) = binomial::snapshots(program, unit, id).filter(|_| fits(&stmt.kind, Where::Loop)) {
                let span = stmt.directives.iter().find(|d| d.name == binomial::NAME).map_or(stmt.span, |d| d.span);
                let message = "`BINOMIAL-CKP` needs three integer expressions: length, number of snapshots, first step";
                out.push(Diagnostic::error("RT0459", span, message).note(
                    "such as `$AD BINOMIAL-CKP n+1 10 1`: the length is the number of turns plus one; blanks separate the expressions",
                ));
            }
            for d in &stmt.directives {
                out.extend(judge(d, |place| fits(&stmt.kind, place)));
            }
        });
    }
    out
}

fn fits(kind: &StmtKind, place: Where) -> bool {
    match place {
        Where::Anywhere => true,
        Where::Counted => matches!(kind, StmtKind::Do(_)),
        Where::Loop => kind.is_loop(),
        Where::Call | Where::Solver => kind.calls(),
    }
}

fn judge(d: &Directive, fits: impl Fn(Where) -> bool) -> Option<Diagnostic> {
    let Some((name, place)) = DIRECTIVES.iter().find(|(name, _)| *name == d.name) else {
        // A misspelt directive is worth a warning; a word like none of ours is somebody's own marker.
        let message = format!("there is no directive `{}`: it is not obeyed", d.name);
        return Some(match nearest(&d.name) {
            Some(near) => Diagnostic::warning("RT0450", d.span, message).note(format!("did you mean `{near}`?")),
            None => Diagnostic::info("RT0450", d.span, message).note(format!("the directives are {}", names())),
        });
    };
    if !fits(*place) {
        let place = match place {
            Where::Call => "a call, or before a procedure",
            Where::Solver => "a call",
            Where::Counted => "a DO loop that counts",
            Where::Loop => "a loop",
            Where::Anywhere => "a statement of a procedure",
        };
        let said =
            Diagnostic::warning("RT0451", d.span, format!("`{name}` belongs before {place}: it is not obeyed here"));
        return Some(said.note("a directive stands on the line before its statement"));
    }
    None
}

fn names() -> String {
    let all: Vec<&str> = DIRECTIVES.iter().map(|(name, _)| *name).collect();
    all.join(", ")
}

/// The name that looks most like `name`, if any does.
pub fn nearest(name: &str) -> Option<&'static str> {
    let plain = |n: &str| n.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let wanted = plain(name);
    DIRECTIVES
        .iter()
        .map(|(n, _)| (strsim::damerau_levenshtein(&wanted, &plain(n)), *n))
        .filter(|(distance, n)| *distance <= (n.len() / 3).max(1))
        .min()
        .map(|(_, n)| n)
}
