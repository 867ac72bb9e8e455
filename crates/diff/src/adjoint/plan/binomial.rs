//! Loops under `$AD BINOMIAL-CKP length snapshots first` (RR-7957 §4.9): which may be reversed so, from how many snapshots.
//!
//! A loop that counts by one is driven by the automaton of the runtime (`adBinomial.c`). The length and the first step are taken from the bounds of
//! the loop, which cannot be wrong; of the user's words the number of snapshots counts.

use il::stmt::Do;
use il::typing::type_of;
use il::{Expr, Program, Scalar, ScalarClass, StmtId, StmtKind, Type, UnitId};

use crate::adjoint::plan::tree::{Node, NodeKind, Tree};
use crate::directive_args;

/// The directive.
pub const NAME: &str = "BINOMIAL-CKP";

/// The number of snapshots that the directive before a loop allows; `None` without one, `Some(None)` when it cannot be understood.
pub fn snapshots(p: &Program, unit: UnitId, stmt: StmtId) -> Option<Option<Expr>> {
    let d = p.units[unit].stmts[stmt].directives.iter().find(|d| d.name == NAME)?;
    let words = directive_args::words(&d.args);
    let number = words.get(1).filter(|_| words.len() == 3).and_then(|w| directive_args::integer(p, unit, w));
    Some(number)
}

/// The direction of a loop that counts by one.
pub fn direction(p: &Program, d: &Do) -> Option<i64> {
    let step = d.step.as_ref().map_or(Some(1), |s| il::fold::integer(p, s))?;
    (step.abs() == 1).then_some(step)
}

/// Why the turns of a loop cannot be the steps of the automaton.
pub(crate) fn obstacle(p: &Program, unit: UnitId, tree: &Tree, n: &Node) -> Option<&'static str> {
    let NodeKind::Loop { frame, body } = &n.kind else { return Some("it is no loop") };
    let StmtKind::Do(d) = &p.units[unit].stmts[n.stmt].kind else { return Some("it does not count") };
    if tree.frames[*frame].ways > 1 {
        return Some("its turns are left early");
    }
    let default = |t: &Type| matches!(t, Type::Scalar(Scalar { class: ScalarClass::Integer, bytes: 4, .. }));
    let expressions = [Some(&d.from), Some(&d.to)].into_iter().flatten();
    if !p.symbol_type(d.var).is_some_and(default) || !expressions.clone().all(|e| default(&type_of(p, e))) {
        return Some("its counter is no integer of 4 bytes");
    }
    if direction(p, d).is_none() {
        return Some("it does not count by one");
    }
    let mut sets = false;
    body.iter().for_each(|m| {
        m.visit(&mut |m| {
            let kind = &p.units[unit].stmts[m.stmt].kind;
            il::stores::each(p, unit, kind, &mut |s| sets |= s.symbol == Some(d.var));
        });
    });
    sets.then_some("its counter is set in it")
}
