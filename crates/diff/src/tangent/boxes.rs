//! Calls of procedures without a body: the user writes their derivatives.

use analysis::c_library::{self, Memory};
use il::symbol::ProcedureClass;
use il::{Arg, Diagnostic, Expr, ExprKind, SymbolId, Type};

use super::Tangent;
use super::calls::Actuals;
use crate::refuse::{shown_calls, unknown_callees};
use crate::signature::Part;

impl Tangent<'_, '_> {
    /// Whether a procedure without a body gets or sets something active.
    pub(super) fn box_is_active(&self, callee: SymbolId) -> bool {
        let name = &self.source.symbols[callee].name;
        if self.language.passes_values()
            && matches!(c_library::named(name).0, Memory::Reads | Memory::Blocks | Memory::Integers)
        {
            return false;
        }
        self.at.is_some_and(|at| self.world.facts.call_is_active(self.source, self.unit, at, callee))
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
        let given: Vec<Option<&Expr>> = args.iter().map(|a| Some(&a.value)).collect();
        if self.world.library_clash(callee, Part::Tangent, &given) == Some(true) {
            let said = Diagnostic::error("RT0404", span, "(DF02) two arguments of this call may be the same storage");
            self.world
                .report(said.note("no library allows that of what it writes: pass a copy as one of the two arguments"));
        }
        // The derivative of a library's function has a place for its status, where the program does not look at it, too.
        let is_idle = value.is_none() && self.world.gives_status(callee);
        let returned = self.source.procedure(callee).and_then(|p| p.result.clone()).filter(|_| is_idle);
        let returned =
            returned.filter(|ty| *ty != Type::Void && self.world.library_rule(callee, Part::Tangent).is_some());
        let idle = returned.map(|ty| Expr::var(self.world.local(&mut self.shell, "status", ty)));
        let value = value.or(idle.as_ref());
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
            let d = self.box_derivative(&a.value, &mut actuals);
            actuals.args.push(Arg { keyword: None, value: d });
        }
        if let Some(v) = value {
            shown.push("result".into());
            actuals.args.push(Arg::new(self.language.hand_over(v.clone())));
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
        let gives = self.world.gives_number(callee);
        if self.world.is_of_others(callee, Part::Tangent, gives) {
            return (!actuals.failed).then_some((target, actuals));
        }
        if self.world.library_rule(callee, Part::Tangent).is_some() {
            return (!actuals.failed).then_some((target, actuals));
        }
        let made = self.world.out.symbols[target].name.clone();
        let list = shown.join(", ");
        let message = match is_dummy {
            true => format!("(AD09) `{name}` is a dummy procedure: the derivative takes `{made}({list})` beside it"),
            false => format!("(AD09) no source for `{name}`: please provide its derivative `{made}({list})`"),
        };
        // What a description makes known stands in no file.
        let call = self.at.filter(|_| self.source.described(callee).is_some());
        let span =
            call.map_or(self.source.symbols[callee].span, |at| self.source.units[self.shell.original].stmts[at].span);
        let said = Diagnostic::warning("RT0421", span, message)
            .note("the derivative of an argument follows it; the procedure must compute the original results as well");
        let said = unknown_callees::out_of_sight(self.source, self.world.request, self.shell.original, callee, said);
        // Calls of one procedure differ in what they pass: the first is shown.
        let shows = format!("`{made}(");
        let again = |d: &Diagnostic| {
            d.code == said.code && (d.span == said.span || call.is_some() && d.message.contains(&shows))
        };
        if !self.world.diagnostics.iter().any(again) {
            self.world.report(said);
        }
        (!actuals.failed).then_some((target, actuals))
    }

    /// The derivative that goes with an argument of a procedure without a body.
    pub(super) fn box_derivative(&mut self, value: &Expr, actuals: &mut Actuals) -> Expr {
        let ty = self.old_type(value);
        match self
            .derivative_pointer(value)
            .filter(|_| self.language.points_by_address() && matches!(ty, Type::Pointer { .. } | Type::Array { .. }))
        {
            Some(p) => p,
            None => match self.derivative(value).filter(|_| value.is_reference()) {
                Some(d) => {
                    if !self.world.facts.active(self.source, self.unit, self.before_point(), value) {
                        let whole = self.with_what_follows(value);
                        let of_whole = self.derivative(whole).unwrap_or(d.clone());
                        let resets = self.clear(&of_whole, &self.old_type(whole), whole);
                        actuals.before.extend(resets);
                    }
                    d
                }
                None if value.is_reference() => {
                    let whole = self.with_what_follows(value);
                    let local = self.dummy(whole, &self.old_type(whole), actuals);
                    let mut element = self.shell.maps.expr(value);
                    if let (ExprKind::Index { base, .. }, false) = (&mut element.kind, whole == value) {
                        **base = local.clone();
                    }
                    if whole == value { local } else { element }
                }
                None => {
                    let dual = self.dual(value);
                    actuals.before.append(&mut self.before);
                    dual.tangent.unwrap_or_else(|| self.zero_value(&ty))
                }
            },
        }
    }

    /// Fortran: the array of which an element is passed, since nobody says that no more of it is looked at; any other argument itself.
    fn with_what_follows<'e>(&self, e: &'e Expr) -> &'e Expr {
        let is_element = self.language.computes_with_arrays() && self.old_type(e).rank() == 0;
        if let (ExprKind::Index { base, .. }, true) = (&e.kind, is_element) { base } else { e }
    }
}
