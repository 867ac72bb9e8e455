//! Calls of procedures without a body: the user writes their derivatives.

use analysis::external::only_reads;
use il::symbol::ProcedureClass;
use il::{Arg, Diagnostic, Expr, ExprKind, Language, SymbolId, Type};

use super::Tangent;
use super::calls::{Actuals, pointed_at};
use crate::refuse::c_library::sets_integers;
use crate::refuse::{shown_calls, unknown_callees};
use crate::signature::Part;
use crate::simplify::address;

impl Tangent<'_, '_> {
    /// Whether a procedure without a body gets or sets something active.
    pub(super) fn box_is_active(&self, callee: SymbolId, args: &[Arg], result: Option<&Expr>) -> bool {
        let name = &self.source.symbols[callee].name;
        if self.language == Language::C && (only_reads(name) || sets_integers(name)) {
            return false;
        }
        let facts = self.world.facts;
        let after = self.after_point();
        let name = self.source.symbols[callee].name.to_ascii_lowercase();
        if let Some(described) = self.world.request.externals.get(&name).filter(|e| e.deps.is_some()) {
            // What it sets is known, and so is what that depends on.
            let sets = |k: usize| described.places.get(k).or(described.places.last()).is_some_and(|a| a.written);
            let is_active = |e: &Expr| {
                let target = if self.language == Language::C { pointed_at(e).unwrap_or(e) } else { e };
                target.root().is_some_and(|r| facts.owns(r)) && facts.active(self.source, self.unit, after, target)
            };
            return args.iter().enumerate().any(|(k, a)| sets(k) && is_active(&a.value))
                || result.is_some_and(is_active);
        }
        if self.language == Language::C && self.sets_active_targets(callee, args) {
            return true;
        }
        args.iter().any(|a| {
            self.is_active(&a.value)
                || a.value.root().is_some_and(|r| facts.owns(r))
                    && a.value.is_reference()
                    && facts.active(self.source, self.unit, after, &a.value)
        }) || result.is_some_and(|l| {
            args.iter().any(|a| self.is_active(&a.value)) && facts.active(self.source, self.unit, after, l)
        })
    }

    /// C: whether a procedure may set, by an address that it gets, something that is active then: `&z[0]`, `p`, `p + 1`.
    fn sets_active_targets(&self, callee: SymbolId, args: &[Arg]) -> bool {
        let unit = self.source.procedure(callee).and_then(|p| p.unit);
        let param = |k: usize| unit.and_then(|u| self.source.units[u].params.get(k).copied());
        let only_reads = |k: usize| {
            let known = param(k).and_then(|s| self.source.variable(s));
            known.is_some_and(|v| v.constant || v.ty.has_constant_target())
        };
        args.iter().enumerate().filter(|(k, _)| !only_reads(*k)).any(|(_, a)| {
            let target: Expr = match &a.value.kind {
                ExprKind::Address(x) => (**x).clone(),
                _ => match self.old_type(&a.value) {
                    Type::Pointer { to, .. } if !matches!(*to, Type::Void | Type::Opaque(_) | Type::Procedure) => {
                        ExprKind::Deref(Box::new(a.value.clone())).into()
                    }
                    _ => return false,
                },
            };
            self.source.is_differentiable(&self.old_type(&target))
                && self.world.facts.active(self.source, self.unit, self.after_point(), &target)
        })
    }

    /// A call of a procedure without a body: the user writes its derivative, with the derivative of each active argument after it.
    pub(super) fn box_call(
        &mut self,
        callee: SymbolId,
        args: &[Arg],
        value: Option<&Expr>,
        result: Option<&Expr>,
        span: il::Span,
    ) -> Option<(SymbolId, Actuals)> {
        let name = self.source.symbols[callee].name.clone();
        let is_dummy = matches!(self.source.procedure(callee).map(|p| p.class), Some(ProcedureClass::Dummy(_)));
        if is_dummy && !(self.world.facts.is_open(callee) && self.shell.maps.derivative(callee).is_some()) {
            self.world.report(unknown_callees::dummy_called(&name, span));
            return None;
        }
        let active = self.world.facts.box_arguments(self.source, callee);
        let target = self.world.call_target(&mut self.shell, callee, Part::Tangent);
        let mut actuals = Actuals::default();
        let mut shown = Vec::new();
        let mut derivatives = Vec::new();
        for (k, a) in args.iter().enumerate() {
            let value = self.actual_value(&a.value);
            derivatives.push(false);
            shown.push(shown_calls::actual(self.source, &a.value, k));
            actuals.args.push(Arg { keyword: None, value });
            if !active.get(k).copied().unwrap_or(false) {
                continue;
            }
            let derivative =
                |s: SymbolId| self.shell.maps.derivative(s).map(|d| self.world.out.symbols[d].name.clone());
            shown.push(shown_calls::derivative(self.source, &a.value, k, "d", derivative));
            derivatives.push(true);
            let ty = self.old_type(&a.value);
            let d = match self
                .derivative_pointer(&a.value)
                .filter(|_| self.language == Language::C && matches!(ty, Type::Pointer { .. } | Type::Array { .. }))
            {
                Some(p) => p,
                None => match self.derivative(&a.value).filter(|_| a.value.is_reference()) {
                    Some(d) => {
                        if !self.world.facts.active(self.source, self.unit, self.before_point(), &a.value) {
                            let resets = self.clear(&d, &ty, &a.value);
                            actuals.before.extend(resets);
                        }
                        d
                    }
                    None if a.value.is_reference() => self.dummy(&a.value, &ty, &mut actuals),
                    None => {
                        let dual = self.dual(&a.value);
                        actuals.before.append(&mut self.before);
                        dual.tangent.unwrap_or_else(|| self.zero_value(&ty))
                    }
                },
            };
            actuals.args.push(Arg { keyword: None, value: d });
        }
        if let Some(v) = value {
            shown.push("result".into());
            actuals.args.push(Arg::new(if self.language == Language::C { address(v.clone()) } else { v.clone() }));
            derivatives.push(false);
        }
        if let (Some(d), Some(_)) = (result, self.world.request.directions) {
            shown.push("resultd".into());
            actuals.args.push(Arg::new(d.clone()));
            derivatives.push(true);
        }
        if self.world.request.directions.is_some() {
            shown.push("nbdirs".into());
        }
        self.world.marks.boxes.insert(target, derivatives);
        self.world.describe_black_box(callee, target, Part::Tangent, value.is_some());
        let made = self.world.out.symbols[target].name.clone();
        let list = shown.join(", ");
        let message = match is_dummy {
            true => format!("(AD09) `{name}` is a dummy procedure: the derivative takes `{made}({list})` beside it"),
            false => format!("(AD09) no source for `{name}`: please provide its derivative `{made}({list})`"),
        };
        let said = Diagnostic::warning("RT0421", self.source.symbols[callee].span, message)
            .note("the derivative of an argument follows it; the procedure must compute the original results as well");
        let said = unknown_callees::out_of_sight(self.source, self.world.request, self.shell.original, callee, said);
        // Calls of one procedure differ in what they pass: the first is shown.
        if !self.world.diagnostics.iter().any(|d| d.code == said.code && d.span == said.span) {
            self.world.report(said);
        }
        (!actuals.failed).then_some((target, actuals))
    }
}
