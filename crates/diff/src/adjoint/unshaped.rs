//! Adjoints that nobody would allocate: of a local allocatable that takes its shape from the values assigned to it, a different one each time for all we
//! know. (One shape is found by [`crate::normalise`], an ALLOCATE statement has its own adjoint.)

use std::collections::BTreeSet;

use il::typing::rank_of;
use il::{Diagnostic, Expr, ExprKind, Program, StmtKind, Storage, SymbolId, UnitId};

use crate::facts::Facts;

/// A whole variable, or a component of any object of its type.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
enum Holder {
    Variable(SymbolId),
    Component(SymbolId, usize),
}

/// The errors for all differentiated units.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    facts.differentiated().iter().flat_map(|&u| in_unit(p, facts, u)).collect()
}

fn in_unit(p: &Program, facts: &Facts, unit: UnitId) -> Vec<Diagnostic> {
    let u = &p.units[unit];
    let mut allocated: BTreeSet<Holder> = BTreeSet::new();
    u.walk(&u.body, &mut |_, s| match &s.kind {
        StmtKind::Allocate { objects, .. } => {
            allocated.extend(objects.iter().filter_map(|o| holder(p, &o.object)));
        }
        StmtKind::Call { args, .. } => allocated.extend(args.iter().filter_map(|a| holder(p, &a.value))),
        _ => {}
    });
    let mut out = Vec::new();
    u.walk(&u.body, &mut |_, s| {
        let StmtKind::Assign { lhs, rhs } = &s.kind else { return };
        let Some(at) = holder(p, lhs) else { return };
        if rank_of(p, rhs) == 0 || !facts.has_storage(p, lhs) || !allocated.insert(at) {
            return;
        }
        let name = lhs.root().map_or(String::new(), |r| p.symbols[r].name.clone());
        let what = format!("the adjoint of `{name}` is never allocated: it takes its shape from this value");
        out.push(
            Diagnostic::error("RT0437", s.span, what)
                .note("allocate the variable with its extents before this assignment (a function value: assign it to a variable first)"),
        );
    });
    out
}

/// The allocatable local that a reference is, or the allocatable component of a local.
fn holder(p: &Program, e: &Expr) -> Option<Holder> {
    let local = |s: SymbolId| {
        p.variable(s).filter(|v| matches!(v.storage, Storage::Local | Storage::Result) && !v.saved)
    };
    match &e.kind {
        ExprKind::Var(s) => local(*s).filter(|v| v.allocatable && v.storage == Storage::Local).map(|_| Holder::Variable(*s)),
        ExprKind::Field { record, field, .. } if p.records[*record].fields[*field].allocatable => {
            let root = e.root()?;
            local(root)?;
            Some(Holder::Component(root, *field))
        }
        _ => None,
    }
}
