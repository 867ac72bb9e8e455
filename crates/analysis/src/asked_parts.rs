//! Allocatable variables and components that need not be there when a program runs: it asks about them before it uses them,
//! `if (allocated(cell%tracer)) …`, itself or in a procedure that is passed them, or allocates them in some cases only,
//! `if (with_tracer) allocate (cell%tracer(n))`.
//!
//! What only looks whether it has to allocate or release says nothing of uses.

use std::collections::BTreeSet;

use il::{Block, Expr, ExprKind, Program, RecordId, StmtKind, SymbolId, Unit};

use crate::allocation::{calls, dummies};

/// What may be asked about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    Variable(SymbolId),
    /// Of all objects of a type.
    Component(RecordId, usize),
}

/// The variables and components that need not be there.
#[derive(Clone, Default, Debug)]
pub struct AskedParts(BTreeSet<Part>);

impl AskedParts {
    /// Of a program.
    pub fn of(p: &Program) -> AskedParts {
        let mut out = BTreeSet::new();
        for (_, u) in p.units.iter() {
            u.walk(&u.body, &mut |_, s| statement(u, &s.kind, &mut out));
        }
        // What is passed to a dummy that need not be there.
        while !out.is_empty() {
            let before = out.len();
            for (_, u) in p.units.iter() {
                u.walk(&u.body, &mut |_, s| {
                    for (callee, args) in calls(&s.kind) {
                        let asked = dummies(p, callee, args).into_iter();
                        let asked = asked.filter(|(d, _)| d.is_some_and(|d| out.contains(&Part::Variable(d))));
                        let passed: Vec<Part> = asked.filter_map(|(_, actual)| part(actual)).collect();
                        out.extend(passed);
                    }
                });
            }
            if out.len() == before {
                break;
            }
        }
        AskedParts(out)
    }

    /// Whether a reference is one of them.
    pub fn contains(&self, reference: &Expr) -> bool {
        part(reference).is_some_and(|at| self.0.contains(&at))
    }
}

fn statement(u: &Unit, kind: &StmtKind, out: &mut BTreeSet<Part>) {
    let mut about = BTreeSet::new();
    kind.exprs(&mut |e| e.walk(&mut |x| about.extend(asked(x))));
    match kind {
        StmtKind::If(i) => {
            let blocks: Vec<&Block> = i.arms.iter().map(|a| &a.body).chain(&i.otherwise).collect();
            out.extend(allocated_in(u, &blocks).difference(&about));
            if !blocks.iter().all(|b| keeps_house(u, b)) {
                out.append(&mut about);
            }
        }
        StmtKind::Select { cases, .. } => {
            out.extend(allocated_in(u, &cases.iter().map(|c| &c.body).collect::<Vec<_>>()));
            out.append(&mut about);
        }
        _ => out.append(&mut about),
    }
}

/// What an inquiry is about.
fn asked(e: &Expr) -> Option<Part> {
    let ExprKind::Intrinsic(f, args) = &e.kind else { return None };
    part(&args.first().filter(|_| f.name() == "allocated")?.value)
}

fn part(e: &Expr) -> Option<Part> {
    match &e.kind {
        ExprKind::Var(s) => Some(Part::Variable(*s)),
        ExprKind::Field { record, field, .. } => Some(Part::Component(*record, *field)),
        _ => None,
    }
}

/// What blocks allocate.
fn allocated_in(u: &Unit, blocks: &[&Block]) -> BTreeSet<Part> {
    let mut out = BTreeSet::new();
    for block in blocks {
        u.walk(block, &mut |_, s| {
            if let StmtKind::Allocate { objects, .. } = &s.kind {
                out.extend(objects.iter().filter_map(|o| part(&o.object)));
            }
        });
    }
    out
}

/// Whether a block allocates and releases, and does nothing else.
fn keeps_house(u: &Unit, block: &Block) -> bool {
    block
        .iter()
        .all(|id| matches!(u.stmts[*id].kind, StmtKind::Allocate { .. } | StmtKind::Deallocate { .. } | StmtKind::Nop))
}
