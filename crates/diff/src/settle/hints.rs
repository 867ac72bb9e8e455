//! What compilers are asked for in adjoints: `#pragma GCC unroll 3`, `!GCC$ unroll 3` in front of loops of a few iterations, `static inline` for helpers.
//!
//! At `-O2` gcc and gfortran write out a loop of three iterations where the result is no longer than the loop, as it often is in an original of one statement, and
//! not in its adjoint of four: elements that the iterations have in common with what stands around then stay in memory. Of what
//! `adjoint/tidy/short_loops` writes out this is what is left: arrays that are arguments, or too many lines to read. Loops that only clear are written out as they are.
//!
//! In the same way gcc puts a `static` helper in the place of its calls, and its adjoint not: what it adds to by pointers then stays in memory. `inline` lets the
//! adjoint be about five times as long, and the copy of the original, which is called in both sweeps, too.
//!
//! Both change nothing but what the compiler makes of the text. They are given to assignments, calls, choices and such loops, few enough of them; a loop that threads
//! share, or that has a directive already, is left alone.

use il::{Block, Prefix, Program, StmtId, StmtKind, UnitId, fold};

use crate::output::Output;
use crate::request::{Improvement, Mode, Request};
use crate::signature::Part;

/// The most iterations.
const TURNS: i64 = 4;
/// The most statements that result, and of a helper.
const STATEMENTS: i64 = 64;

/// Asks for it in adjoints for one direction, and in what is generated beside them.
pub fn settle(output: &mut Output, request: &Request) {
    if request.mode != Mode::Adjoint || request.directions.is_some() || request.parallel.is_some() {
        return;
    }
    let p = &mut output.program;
    if request.improves(Improvement::UnrollLoops) {
        for d in output.derivatives.iter().filter(|d| d.signature.part != Part::Tangent) {
            let mut body = std::mem::take(&mut p.units[d.generated].body);
            unroll(p, d.generated, &mut body);
            p.units[d.generated].body = body;
        }
    }
    let inside = output.files.iter().flat_map(|f| &f.units).flat_map(|u| p.units[*u].children.clone());
    for unit in inside.collect::<Vec<_>>().into_iter().filter(|_| request.improves(Improvement::Directives)) {
        let u = &p.units[unit];
        let own = u.has_prefix(&Prefix::Static) && !u.has_prefix(&Prefix::Inline);
        if own && statements(p, unit, &u.body).is_some_and(|n| n <= STATEMENTS) {
            p.units[unit].prefixes.push(Prefix::Inline);
        }
    }
}

fn unroll(p: &mut Program, unit: UnitId, block: &mut Block) {
    let mut out = Block::new();
    let mut said = false;
    for id in block.drain(..) {
        if let Some(turns) = turns(p, unit, id).filter(|_| !said) {
            let directive = format!("GCC unroll {turns}");
            let u = &mut p.units[unit];
            if u.language.describes_storage() {
                u.stmts[id].comments.push(directive.replace("GCC", "GCC$"));
            } else {
                // Comments stand in front of it.
                let comments = std::mem::take(&mut u.stmts[id].comments);
                let text = format!("#pragma {directive}");
                let pragma = u.add(StmtKind::Opaque { text, reads: Vec::new(), writes: Vec::new() });
                u.stmts[pragma].comments = comments;
                out.push(pragma);
            }
        }
        let mut kind = std::mem::replace(&mut p.units[unit].stmts[id].kind, StmtKind::Nop);
        said = matches!(kind, StmtKind::Opaque { .. });
        kind.blocks_mut().into_iter().for_each(|b| unroll(p, unit, b));
        p.units[unit].stmts[id].kind = kind;
        out.push(id);
    }
    *block = out;
}

/// How many iterations a loop has that the compiler is asked to write out.
fn turns(p: &Program, unit: UnitId, id: StmtId) -> Option<i64> {
    let (turns, statements) = written_out(p, unit, id)?;
    let u = &p.units[unit];
    let s = &u.stmts[id];
    let said = s.comments.iter().any(|c| c.starts_with("GCC$"));
    let clears = |kind: &StmtKind| kind.as_assign().is_some_and(|(_, rhs)| rhs.as_number().is_some());
    let works = u.any(s.kind.blocks()[0], &mut |_, s| !clears(&s.kind) && !matches!(s.kind, StmtKind::Do(_)));
    (turns > 1 && statements <= STATEMENTS && works && s.label.is_none() && !said).then_some(turns)
}

/// The number of iterations of a loop, and of the statements that they are.
fn written_out(p: &Program, unit: UnitId, id: StmtId) -> Option<(i64, i64)> {
    let s = &p.units[unit].stmts[id];
    let d = s.kind.as_do().filter(|d| d.parallel.is_none() && s.directives.is_empty())?;
    let turns = fold::trip_count(p, d).filter(|turns| *turns <= TURNS)?;
    Some((turns, turns * statements(p, unit, &d.body)?))
}

/// The number of statements; `None` where there are others than those.
fn statements(p: &Program, unit: UnitId, block: &Block) -> Option<i64> {
    let of = |id: &StmtId| {
        let kind = &p.units[unit].stmts[*id].kind;
        if kind.as_do().is_some() {
            return written_out(p, unit, *id).map(|(_, statements)| statements);
        }
        if matches!(kind, StmtKind::If(_) | StmtKind::Select { .. }) {
            return kind.blocks().into_iter().map(|b| statements(p, unit, b)).sum();
        }
        let names = matches!(kind, StmtKind::Nop | StmtKind::Declare(_));
        let simple = matches!(kind, StmtKind::Assign { .. } | StmtKind::Call { .. } | StmtKind::Return(_));
        (names || simple).then_some(simple as i64)
    };
    block.iter().map(of).sum()
}
