//! Dummy procedures that no call makes known: the `f` of a head `integrate(f, a, b, s)`, or one that is given a procedure without source. Their derivatives
//! are dummies too, right behind them: `integrate_d(f, f_d, a, ad, b, bd, s, sd)`. So are those of the dummies that they come from.

use il::symbol::ProcedureClass;
use il::{Arg, ExprKind, Language, Program, SymbolId, UnitId};

use super::Facts;
use crate::tangent::positions;

impl Facts<'_> {
    /// Finds them, and the procedures without source that are given to them.
    pub(super) fn find_open_procedures(&mut self, p: &Program) {
        loop {
            let before = self.open.len() + self.given.len();
            for unit in self.differentiated.clone() {
                for (callee, args) in self.active_calls(p, unit) {
                    let Some(target) = p.callee(callee) else {
                        if self.may_be_open(p, callee) {
                            self.open.insert(callee);
                        }
                        continue;
                    };
                    for (k, a) in positions(p, target, &args) {
                        let ExprKind::Var(actual) = args[a].value.kind else { continue };
                        // A call with too many arguments is refused later.
                        if !p.units[target].params.get(k).is_some_and(|dummy| self.open.contains(dummy)) {
                            continue;
                        }
                        if self.may_be_open(p, actual) {
                            self.open.insert(actual);
                        } else if p.callee(actual).is_none() {
                            self.given.insert(actual);
                        }
                    }
                }
            }
            if self.open.len() + self.given.len() == before {
                return;
            }
        }
    }

    /// The calls of active statements.
    fn active_calls(&self, p: &Program, unit: UnitId) -> Vec<(SymbolId, Vec<Arg>)> {
        let mut out = Vec::new();
        let u = &p.units[unit];
        for id in u.all_stmts().into_iter().filter(|id| self.analysis.is_active_call(unit, *id)) {
            let kind = &u.stmts[id].kind;
            kind.each_call(&mut |callee, args| out.push((callee, args.to_vec())));
        }
        out
    }

    /// Whether the derivative of a procedure is a dummy where that is one.
    pub fn is_open(&self, procedure: SymbolId) -> bool {
        self.open.contains(&procedure)
    }

    /// Whether derivatives of a procedure without source have one interface wherever they are called: the derivative of each real argument is there.
    pub(super) fn takes_all_derivatives(&self, procedure: SymbolId) -> bool {
        self.open.contains(&procedure) || self.given.contains(&procedure)
    }

    /// Whether a dummy procedure can have its derivative beside it: its own or, in internal procedures, the host's.
    fn may_be_open(&self, p: &Program, s: SymbolId) -> bool {
        let Some(home) = p.home(s).filter(|u| self.differentiated.contains(u)) else { return false };
        let u = &p.units[home];
        let is_dummy = p.procedure(s).is_some_and(|f| matches!(f.class, ProcedureClass::Dummy(_)));
        is_dummy && u.params.contains(&s) && u.language == Language::Fortran
    }
}
