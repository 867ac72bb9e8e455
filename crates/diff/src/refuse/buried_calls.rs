//! Calls in whose place no derivative can stand: in text that is kept as it is (PRINT, `printf`), and where the value has no length that is known before.
//! They may change what has a derivative, and nothing would follow.

use analysis::allocation;
use il::calls::CallGraph;
use il::{Diagnostic, Expr, ExprKind, Program, StmtKind, SymbolId};

use crate::facts::Facts;
use crate::prepare::normalise;

/// What is said of such calls.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let (writers, moved) = (normalise::writers(p, &CallGraph::new(p)), allocation::changes(p));
    let mut said = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, s| {
            each_buried(&s.kind, &mut |callee| {
                let Some(c) = p.callee(callee) else { return };
                let active = facts.is_differentiated(c) && facts.call_is_active(p, unit, id, callee);
                // Where pointers lead, and what is allocated, must be the same for derivatives.
                let moves = || moved.get(&c).is_some_and(|m| m.all().any(|s| facts.owns(s)));
                if active && writers.contains(&c) || moves() {
                    let name = &p.symbols[callee].name;
                    let what =
                        format!("`{name}` changes what has a derivative, and is called inside of what stays as it is");
                    let note = "give its value to a variable in a statement before, and use that here";
                    said.push(Diagnostic::error("RT0401", s.span, what).note(note));
                }
            });
        });
    }
    said
}

/// The calls in a statement that neither are the statement nor give it all of its value. What a STOP calls is the last that happens.
fn each_buried(kind: &StmtKind, f: &mut dyn FnMut(SymbolId)) {
    if matches!(kind, StmtKind::Stop { .. }) {
        return;
    }
    let whole: Option<&Expr> =
        if let StmtKind::Assign { rhs, .. } | StmtKind::Return(Some(rhs)) = kind { Some(rhs.bare()) } else { None };
    kind.exprs(&mut |e| {
        e.walk(&mut |x| {
            if let ExprKind::Call { callee, .. } = x.kind
                && !whole.is_some_and(|w| std::ptr::eq(w, x))
            {
                f(callee);
            }
        });
    });
}
