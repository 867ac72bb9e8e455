//! Leaf functions that can give their value and their partial derivatives in one call: `adjoint/plan/partials.rs` says when they are called so.

use std::collections::BTreeSet;

use il::typing::type_of;
use il::{ExprKind, Program, ScalarClass, StmtKind, Storage, SymbolId, Type, UnitId, UnitKind};

use super::{Part, Signature, Slot, Status, signature};
use crate::facts::Facts;
use crate::request::{Place, Request};

/// How many partial derivatives are worth a call.
const MOST: usize = 4;

/// The signature of `F_PART`, when `unit` is such a leaf.
pub(crate) fn leaf(program: &Program, request: &Request, facts: &Facts, unit: UnitId) -> Option<Signature> {
    let u = &program.units[unit];
    let UnitKind::Function { result, .. } = u.kind else { return None };
    let hosted = program.host_procedure(unit).is_some();
    let usable = !hosted && !u.is_interface && request.directions.is_none() && facts.result(unit);
    if !usable
        || !is_real(program, result)
        || !only_evaluates(program, unit)
        || !facts.analysis.keeps_to_itself(program, unit)
    {
        return None;
    }
    let mut out = signature(program, request, facts, unit, Part::Partials);
    let simple = |p: &Place| p.path.is_empty() && is_real(program, p.symbol);
    let passed = (0..u.params.len()).filter(|k| facts.param(unit, *k)).map(|k| u.params[k]);
    let passed: BTreeSet<SymbolId> = passed.collect();
    let varying: BTreeSet<SymbolId> = out.varying.iter().map(|p| p.symbol).collect();
    // What is only useful is not an input of this function: it would pass through.
    let through = out.useful.iter().any(|p| p.symbol != result && !varying.contains(&p.symbol));
    let few = (1..=MOST).contains(&varying.len());
    if !few || through || !out.varying.iter().all(simple) || !passed.is_subset(&varying) {
        return None;
    }
    for s in varying.iter().copied().filter(|s| !passed.contains(s)) {
        let storage = program.variable(s)?.storage;
        if !matches!(storage, Storage::Global | Storage::Common) {
            return None;
        }
        out.slots.push(Slot::Partial(s));
    }
    out.useful.retain(|p| p.symbol == result);
    out.status = out.varying.iter().map(|p| (p.clone(), Status::Out)).collect();
    Some(out)
}

/// A real scalar variable that is there, and is not by way of a pointer.
pub(crate) fn is_real(p: &Program, s: SymbolId) -> bool {
    p.variable(s).is_some_and(|v| {
        let plain = !v.optional && !v.allocatable && !v.pointer && !v.polymorphic;
        plain && matches!(&v.ty, Type::Scalar(t) if t.class == ScalarClass::Real)
    })
}

/// Whether running the body is evaluating an expression, in several steps.
fn only_evaluates(p: &Program, unit: UnitId) -> bool {
    let u = &p.units[unit];
    let mut fine = true;
    u.walk(&u.body, &mut |_, s| {
        fine &= match &s.kind {
            StmtKind::Assign { lhs, .. } => matches!(type_of(p, lhs), Type::Scalar(_)),
            StmtKind::Nop
            | StmtKind::Stop { .. }
            | StmtKind::If(_)
            | StmtKind::Do(_)
            | il::uncounted!()
            | StmtKind::Select { .. }
            | il::jump!()
            | StmtKind::ComputedGoto { .. }
            | StmtKind::ArithmeticIf { .. }
            | StmtKind::Return(_)
            | StmtKind::Declare(_)
            | StmtKind::Scope { .. } => true,
            StmtKind::Call { .. }
            | StmtKind::Where { .. }
            | StmtKind::Forall { .. }
            | il::storage!()
            | StmtKind::Opaque { .. }
            | StmtKind::AssignLabel { .. }
            | StmtKind::AssignedGoto { .. }
            | il::tape!()
            | StmtKind::Error(_) => false,
        };
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                let foreign = matches!(x.kind, ExprKind::Call { .. } | ExprKind::Opaque { .. } | ExprKind::Address(_));
                fine &= !foreign && !matches!(x.kind, ExprKind::Deref(_));
            })
        });
    });
    fine
}
