//! Calls: passive, joint (the adjoint runs the callee again) and split (its sweeps are apart).
//!
//! What an actual argument's adjoint is follows from the callee's signature: the adjoint of the actual, or a local whose content nobody
//! needs when the actual is passive at this site (cleared first: it may be a seed). Actuals that may be the same storage: see [`crate::shared`].

use analysis::element::element;
use analysis::extents;
use il::symbol::ProcedureClass;
use il::typing::{rank_of, scalar_of, type_of};
use il::{
    Arg, Block, Diagnostic, Expr, ExprKind, Language, Span, Stmt, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId,
};

use crate::adjoint::emit::{Emit, Pair, Side};
use crate::adjoint::plan::Twin;
use crate::adjoint::plan::{CallMode, Home};
use crate::facts::At;
use crate::refuse::{shown_calls, unknown_callees};
use crate::shared;
use crate::shared::reach::Site;
use crate::signature::{Part, Slot};
use crate::simplify::{self, address};

/// The statements around an adjoint call.
#[derive(Default)]
pub(crate) struct Around {
    pub(crate) before: Block,
    pub(crate) after: Block,
    /// The adjoint of the left side was taken before the call: what it holds afterwards is the callee's.
    taken: bool,
}

impl Emit<'_, '_> {
    /// A call statement, or `lhs = f(…)`.
    pub(crate) fn call(&mut self, stmt: StmtId, call: &Expr, lhs: Option<&Expr>) -> Pair {
        let ExprKind::Call { callee, args } = &call.kind else { return Pair::default() };
        let (callee, args) = (*callee, args.clone());
        let step = self.plan.step(stmt);
        let span = self.original(stmt).span;
        let mode = step.call.unwrap_or(CallMode::Passive);
        let mut out = Pair::default();
        let (mut saves, mut restores) = self.saves_around_call(stmt, &step.saves);
        match mode {
            CallMode::Passive => {
                if step.live {
                    out.fore = saves;
                    let kept = self.kept_handle(callee, &args);
                    out.fore.push(kept.unwrap_or_else(|| self.primal_call(stmt, call, lhs)));
                    out.back = restores;
                }
                if let Some(lhs) = lhs {
                    self.reset(stmt, lhs, &mut out.back);
                }
                for e in &step.resets {
                    self.clear(e, &mut out.back);
                }
            }
            CallMode::Joint => {
                out.fore.append(&mut saves);
                if step.live {
                    out.fore.push(self.primal_call(stmt, call, lhs));
                }
                out.back.append(&mut restores);
                let mut pops = Block::new();
                for save in &step.around {
                    let value = self.back(&save.value);
                    let links = self.may_be_absent(&save.value);
                    if !links.is_empty() {
                        let (put, get) = self.kept_where_there(&links, (Side::Back, value.clone()), value);
                        out.back.push(put);
                        pops.insert(0, get);
                        continue;
                    }
                    let ty = type_of(&self.world.out, &value);
                    // In a turn that runs again it has its value of this turn. Elsewhere it may be what the tape has given back before anything was set.
                    if let (true, Type::Scalar(_), ExprKind::Var(s)) = (self.turns > 0, &ty, &value.kind) {
                        let name = self.world.out.symbols[*s].name.clone();
                        let copy = Expr::var(self.scratch(&name, ty));
                        out.back.push(self.add(Side::Back, StmtKind::Assign { lhs: copy.clone(), rhs: value.clone() }));
                        pops.insert(0, self.add(Side::Back, StmtKind::Assign { lhs: value, rhs: copy }));
                        continue;
                    }
                    let id = self.new_tape();
                    out.back.push(self.add(Side::Back, StmtKind::Save { id, value: value.clone() }));
                    pops.insert(0, self.add(Side::Back, StmtKind::Restore { id, into: value }));
                }
                for e in &step.resets {
                    self.clear(e, &mut out.back);
                }
                self.adjoint_call(stmt, callee, &args, lhs, Part::Adjoint, span, &[], &mut out.back);
                out.back.append(&mut pops);
            }
            CallMode::Partials => {
                let Some(lhs) = lhs else { return out };
                out.fore.append(&mut saves);
                let mut pair = self.value_and_partials(stmt, callee, &args, lhs, span);
                out.fore.append(&mut pair.fore);
                for e in &step.resets {
                    self.clear(e, &mut out.back);
                }
                out.back.append(&mut pair.back);
                self.reset(stmt, lhs, &mut out.back);
                // What the call overwrote was saved before its partials.
                out.back.append(&mut restores);
            }
            CallMode::Library => {
                out.fore.append(&mut saves);
                if self.forward_wait(stmt, callee, &args, &mut out.fore) {
                    self.requests_back(callee, &args, "wait", &mut out.back);
                    out.back.append(&mut restores);
                    return out;
                }
                if self.forward_start(stmt, callee, &args, &mut out.fore) {
                    self.requests_back(callee, &args, "start", &mut out.back);
                    out.back.append(&mut restores);
                    return out;
                }
                let found = self.found(stmt, callee, &args, &mut out);
                if step.live && found.is_none() {
                    out.fore.push(self.primal_call(stmt, call, lhs));
                }
                if self.note_started(callee, &args, &mut out.fore) {
                    out.back.append(&mut restores);
                    return out;
                }
                for e in &step.resets {
                    self.clear(e, &mut out.back);
                }
                self.adjoint_call(stmt, callee, &args, lhs, Part::Adjoint, span, &[], &mut out.back);
                if let Some(found) = found {
                    self.send_back(callee, &args, found, &out.back);
                }
                out.back.append(&mut restores);
            }
            CallMode::Split => {
                out.fore.append(&mut saves);
                let silent = |u: UnitId| self.access.silent.borrow().contains(&u);
                self.refuse_call_when_led_to(stmt, callee, &args);
                self.allocate_led_to(callee, &args, &mut out.fore, span);
                let noted = self.notes_of(callee);
                let forward = match self.world.source.callee(callee).is_some_and(silent) {
                    true => self.primal_call(stmt, call, lhs),
                    false => self.forward_call(stmt, callee, &args, lhs, span, &noted),
                };
                out.fore.push(forward);
                let saved: &[_] = if self.home_here() == Home::Tape { &noted } else { &[] };
                for (_, there) in saved {
                    let id = self.new_tape();
                    self.noted.push((id, *there));
                    out.fore.push(self.add(self.forward, StmtKind::Save { id, value: Expr::var(there.fore) }));
                    out.back.insert(0, self.add(Side::Back, StmtKind::Restore { id, into: Expr::var(there.back) }));
                }
                for e in &step.resets {
                    self.clear(e, &mut out.back);
                }
                self.adjoint_call(stmt, callee, &args, lhs, Part::Backward, span, &noted, &mut out.back);
                out.back.append(&mut restores);
            }
        }
        out
    }

    /// Makes the derivatives of what a call in split mode may associate pointers with.
    fn allocate_led_to(&mut self, callee: SymbolId, args: &[Arg], block: &mut Block, span: Span) {
        let Some(unit) = self.world.source.callee(callee).filter(|_| self.language().describes_storage()) else {
            return;
        };
        for (k, actual) in self.by_position(Some(unit), args, span).into_iter().enumerate() {
            if let Some(actual) = actual {
                self.allocate_for_call(unit, k, &actual, span, block);
            }
        }
    }

    fn primal_call(&mut self, stmt: StmtId, call: &Expr, lhs: Option<&Expr>) -> StmtId {
        let (StmtKind::Return(_), Some(lhs)) = (&self.original(stmt).kind, lhs) else { return self.copy(stmt) };
        // `return f(x)` became an assignment.
        let (lhs, rhs) = (self.fore(lhs), self.fore(call));
        self.add(self.forward, StmtKind::Assign { lhs, rhs })
    }

    /// The adjoint of what a passive call overwrites.
    fn reset(&mut self, stmt: StmtId, lhs: &Expr, block: &mut Block) {
        let p = self.world.source;
        if self.world.facts.has_storage(p, lhs) && self.world.facts.useful(p, self.unit, At::After(stmt), lhs) {
            self.clear(lhs, block);
        }
    }

    /// Actual arguments by position; absent ones are `None`.
    pub(crate) fn by_position(&mut self, unit: Option<UnitId>, args: &[Arg], span: Span) -> Vec<Option<Expr>> {
        let Some(unit) = unit else { return args.iter().map(|a| Some(a.value.clone())).collect() };
        let params = self.world.source.units[unit].params.clone();
        let mut out: Vec<Option<Expr>> = vec![None; params.len()];
        for (k, a) in args.iter().enumerate() {
            let at = match &a.keyword {
                None => Some(k),
                Some(name) => params.iter().position(|s| self.world.source.symbols[*s].name.eq_ignore_ascii_case(name)),
            };
            match at.and_then(|at| out.get_mut(at)) {
                Some(place) => *place = Some(a.value.clone()),
                None => self.refuse(span, "an actual argument has no dummy argument", "check the call"),
            }
        }
        out
    }

    /// Arguments in a list, with keywords from the first absent one on.
    pub(crate) fn listed(&self, items: Vec<(Option<Expr>, String)>) -> Vec<Arg> {
        let mut named = false;
        let mut out = Vec::new();
        for (value, name) in items {
            match value {
                None => named = true,
                Some(value) => out.push(Arg { keyword: named.then_some(name), value }),
            }
        }
        out
    }

    pub(crate) fn dummy_names(&mut self, unit: UnitId, part: Part) -> (Vec<String>, Vec<String>, String) {
        let shell = self.world.shell(unit, part);
        let params = self.world.source.units[unit].params.clone();
        let name = |s: SymbolId| self.world.out.symbols[s].name.clone();
        let primal = params.iter().map(|s| name(shell.maps.symbol(*s))).collect();
        let derivative = params.iter().map(|s| shell.maps.derivative(*s).map_or_else(String::new, &name)).collect();
        let result = self.world.source.units[unit].result().and_then(|r| shell.maps.derivative(r));
        (primal, derivative, result.map_or_else(String::new, name))
    }

    /// The arrays for what a procedure in split mode notes: its dummies, and locals.
    fn notes_of(&mut self, callee: SymbolId) -> Vec<(Twin, Twin)> {
        let dummies = self.world.source.callee(callee).and_then(|u| self.access.noted.borrow().get(&u).cloned());
        let name = self.world.source.symbols[callee].name.clone();
        let mut out = Vec::new();
        for dummy in dummies.unwrap_or_default() {
            let Some(ty) = self.world.out.symbol_type(dummy.fore).cloned() else { continue };
            let base = format!("{name}_{}", self.world.out.symbols[dummy.fore].name);
            out.push((dummy, self.twin(&base, ty)));
        }
        out
    }

    fn forward_call(
        &mut self,
        stmt: StmtId,
        callee: SymbolId,
        args: &[Arg],
        lhs: Option<&Expr>,
        span: Span,
        noted: &[(Twin, Twin)],
    ) -> StmtId {
        let unit = self.world.source.callee(callee);
        let values = self.by_position(unit, args, span);
        let side = self.forward;
        let k = if side == Side::Back { self.shells.len() - 1 } else { 0 };
        let target = self.world.call_target(&mut self.shells[k], callee, Part::Forward);
        let slots = unit
            .and_then(|u| self.world.signatures.get(u, Part::Forward).map(|s| s.slots.clone()))
            .unwrap_or_else(|| (0..values.len()).map(Slot::Primal).collect());
        if unit.is_none() {
            let which = slots.iter().map(|s| matches!(s, Slot::Derivative(_) | Slot::ResultDerivative)).collect();
            self.world.marks.boxes.insert(target, which);
        }
        let names = unit.filter(|_| values.contains(&None)).map(|u| self.dummy_names(u, Part::Forward));
        let maps = self.shell(side).maps.clone();
        let mut items = Vec::new();
        for slot in slots {
            match slot {
                Slot::Primal(k) => {
                    let name = names.as_ref().map_or(String::new(), |n| n.0[k].clone());
                    items.push((values.get(k).cloned().flatten().map(|e| maps.expr(&e)), name));
                }
                Slot::Derivative(k) => {
                    let name = names.as_ref().map_or(String::new(), |n| n.1[k].clone());
                    let value = values.get(k).cloned().flatten();
                    let derivative = value.as_ref().and_then(|e| {
                        if !self.language().points_by_address() {
                            return maps.reference(e);
                        }
                        let ty = type_of(self.world.source, e);
                        let by_value = !matches!(ty, Type::Pointer { .. } | Type::Array { .. });
                        match self.pointer_of(side, e) {
                            Some(d) if by_value => Some(address(d)),
                            // The backward half alone adds to the adjoint of a value.
                            None if by_value => Some(Expr::int(0)),
                            found => found,
                        }
                    });
                    items.push((derivative.or(value.map(|e| maps.expr(&e))), name));
                }
                Slot::Value | Slot::ResultDerivative | Slot::Directions | Slot::Partial(_) => {}
            }
        }
        let name = |s: SymbolId| self.world.out.symbols[s].name.clone();
        items.extend(noted.iter().map(|(there, here)| (Some(Expr::var(here.fore)), name(there.fore))));
        let args = self.listed(items);
        let kind = match lhs {
            None => StmtKind::Call { callee: target, args, alternates: Vec::new() },
            Some(lhs) => StmtKind::Assign { lhs: self.fore(lhs), rhs: ExprKind::Call { callee: target, args }.into() },
        };
        self.in_place_of(side, stmt, kind, span)
    }

    /// A statement that stands where one of the original stood, with its comments.
    pub(crate) fn in_place_of(&mut self, side: Side, stmt: StmtId, kind: StmtKind, span: Span) -> StmtId {
        let original = self.original(stmt);
        let new = Stmt {
            kind,
            span,
            comments: original.comments.clone(),
            trailing: original.trailing.clone(),
            ..Stmt::from(StmtKind::Nop)
        };
        self.add_stmt(side, new)
    }

    #[allow(clippy::too_many_arguments)]
    fn adjoint_call(
        &mut self,
        stmt: StmtId,
        callee: SymbolId,
        args: &[Arg],
        lhs: Option<&Expr>,
        part: Part,
        span: Span,
        noted: &[(Twin, Twin)],
        block: &mut Block,
    ) {
        let unit = self.world.source.callee(callee);
        let values = self.by_position(unit, args, span);
        let last = self.shells.len() - 1;
        let (target, slots) = match (self.exchange(callee, args), unit.and_then(|u| self.world.signatures.get(u, part)))
        {
            (Some(found), _) => found,
            (None, Some(s)) => {
                let slots = s.slots.clone();
                (self.world.call_target(&mut self.shells[last], callee, part), slots)
            }
            (None, None) => {
                let target = self.world.call_target(&mut self.shells[last], callee, part);
                (target, self.black_box_slots(callee, &values, lhs, span))
            }
        };
        let names = unit.filter(|_| values.contains(&None)).map(|u| self.dummy_names(u, part));
        let mut around = Around::default();
        // The elements of an elemental call share what is a scalar: each of them has a derivative of it.
        let elemental = unit.is_some_and(|u| self.world.source.units[u].has_prefix(&il::Prefix::Elemental));
        let shaped = |e: &&Expr| rank_of(self.world.source, e) > 0;
        let like = values.iter().flatten().chain(lhs).find(shaped).filter(|_| elemental).cloned();
        // A structure takes them one by one.
        let structure =
            |e: &Expr| rank_of(self.world.source, e) == 0 && type_of(self.world.source, e).record().is_some();
        let one_by_one = like.is_some()
            && slots.iter().any(|s| matches!(s, Slot::Derivative(k) if values[*k].as_ref().is_some_and(structure)));
        let mut items = Vec::new();
        let treatment = self.sharing(stmt, (callee, unit), &values, &slots);
        if treatment.refused {
            let mut d = Diagnostic::error("RT0404", span, "(DF02) two arguments of this call may be the same storage")
                .label("its adjoint would add into a place that it clears, or by two names into one place")
                .note(match self.language() {
                    Language::Fortran => "pass a copy as one of the two arguments",
                    Language::C => {
                        "declare one of the two parameters `restrict` if they never lead to the same place; otherwise pass a copy"
                    }
                });
            if unit.is_none_or(|u| self.world.source.units[u].is_interface) {
                let name = &self.world.source.symbols[callee].name;
                d = d.note(format!("the source of `{name}` is not among the files: with it the call is looked at again, or gets an adjoint for one place"));
            }
            self.world.report(d);
        }
        if treatment.by_name {
            let what = "(DF02) an argument of this call is a global that the callee also uses by its name";
            let d = Diagnostic::error("RT0404", span, what)
                .label("its adjoint would add into a place that it clears, or by two names into one place")
                .note("use either the parameter or the global there, or pass a copy");
            self.world.report(d);
        }
        self.stop_where(unit, &treatment.tests, span, block);
        for slot in slots {
            match slot {
                Slot::Primal(k) => {
                    let name = names.as_ref().map_or(String::new(), |n| n.0[k].clone());
                    let unread = |e: &Expr| {
                        let unread = |u| {
                            crate::adjoint::plan::uses::is_unread_value(self.world, self.access, self.unit, u, k, e)
                        };
                        part == Part::Adjoint && unit.is_some_and(unread)
                    };
                    let value = values.get(k).cloned().flatten();
                    let value = value.map(|e| if unread(&e) { self.any_number(unit, k) } else { self.back(&e) });
                    items.push((value, name));
                }
                Slot::Derivative(k) => {
                    let name = names.as_ref().map_or(String::new(), |n| n.1[k].clone());
                    let value = match values.get(k).cloned().flatten() {
                        None => None,
                        Some(actual) if self.is_procedure_with_derivative(unit, k) => {
                            let dummy = self.world.source.units[unit.expect("a procedure of ours")].params[k];
                            let shell = &mut self.shells[last];
                            self.world.derivative_of_procedure(shell, dummy, &actual, part, span)
                        }
                        Some(actual) if self.is_nameless_structure(&actual, stmt) => {
                            let what = "an active structure that an expression makes is passed";
                            self.refuse(actual.span, what, "assign it to a variable first, component by component");
                            None
                        }
                        Some(actual) => match &like {
                            Some(like) if !one_by_one && rank_of(self.world.source, &actual) == 0 => {
                                self.spread_actual(&actual, like, &mut around)
                            }
                            _ => {
                                let apart = treatment.temporaries.contains(&k);
                                self.adjoint_actual(unit, k, &actual, apart, span, &mut around)
                            }
                        },
                    };
                    items.push((value, name));
                }
                Slot::ResultDerivative => {
                    let value = self.result_seed(stmt, callee, lhs, &mut around);
                    items.push((value, names.as_ref().map_or_else(String::new, |n| n.2.clone())));
                }
                Slot::Value => {
                    let name = unit.filter(|_| names.is_some()).and_then(|u| self.world.shell(u, part).value);
                    let name = name.map_or_else(String::new, |s| self.world.out.symbols[s].name.clone());
                    items.push((self.unasked_value(callee, like.is_some(), span), name));
                }
                Slot::Directions | Slot::Partial(_) => {}
            }
        }
        let name = |s: SymbolId| self.world.out.symbols[s].name.clone();
        items.extend(noted.iter().map(|(there, here)| (Some(Expr::var(here.back)), name(there.back))));
        let args = self.listed(items);
        block.append(&mut around.before);
        match like.filter(|_| one_by_one) {
            Some(like) => self.call_for_elements(target, args, &like, span, block),
            None => block.push(self.add(Side::Back, StmtKind::Call { callee: target, args, alternates: Vec::new() })),
        }
        block.append(&mut around.after);
        if let Some(lhs) = lhs.filter(|_| !around.taken) {
            self.reset(stmt, lhs, block);
        }
    }

    /// A local for the value that the adjoint of a head returns (`-value`): who calls it here has it already.
    fn unasked_value(&mut self, callee: SymbolId, for_elements: bool, span: Span) -> Option<Expr> {
        let ty = self.world.source.symbol_type(callee).cloned()?;
        if ty.rank() > 0 || for_elements {
            let what = "the adjoint of an array-valued head also returns its value (-value), and is called here";
            self.refuse(span, what, "let the head be a procedure that calls this one");
            return None;
        }
        let local = Expr::var(self.scratch("value", ty));
        Some(self.language().hand_over(local))
    }

    /// Whether an actual argument is an active structure without a place that could be given its adjoint.
    fn is_nameless_structure(&self, actual: &Expr, stmt: StmtId) -> bool {
        let place = actual.bare().is_reference() && !extents::has_vector_subscript(self.world.source, actual.bare());
        let structure = self.language().describes_storage() && type_of(self.world.source, actual).record().is_some();
        structure && !place && self.is_active_expr(actual, stmt)
    }

    /// Whether dummy `k` of a callee is a procedure whose derivative stands beside it.
    fn is_procedure_with_derivative(&self, callee: Option<il::UnitId>, k: usize) -> bool {
        callee.is_some_and(|u| self.world.facts.is_open(self.world.source.units[u].params[k]))
    }

    /// The adjoint of a function's value, as an actual argument.
    fn result_seed(&mut self, stmt: StmtId, callee: SymbolId, lhs: Option<&Expr>, around: &mut Around) -> Option<Expr> {
        let p = self.world.source;
        let nothing = || zeros(&self.shell(Side::Back).maps.derivative_type(p.symbol_type(callee)?));
        // C: nobody takes the value.
        let Some(lhs) = lhs else { return nothing() };
        if self.world.facts.has_storage(p, lhs) && self.world.facts.useful(p, self.unit, At::After(stmt), lhs) {
            let adjoint = self.adjoint_of(lhs)?;
            let site = Site { program: p, callee: p.callee(callee), values: &[], known: &[] };
            if !shared::is_global(self.world.facts, &site, lhs) {
                return Some(adjoint);
            }
            // The callee reaches it by a pointer.
            let scalar = scalar_of(p, lhs)?;
            let local = self.nobodys(lhs, &scalar, rank_of(p, lhs), around);
            let zero = simplify::zero(&scalar);
            // Instead of the zero that it holds.
            around.before.pop();
            around.before.push(self.add(Side::Back, StmtKind::Assign { lhs: local.clone(), rhs: adjoint.clone() }));
            around.taken = true;
            around.before.push(self.add(Side::Back, StmtKind::Assign { lhs: adjoint, rhs: zero }));
            return Some(local);
        }
        if !self.language().computes_with_arrays() {
            return nothing();
        }
        let scalar = p.symbol_type(callee)?.scalar().cloned()?;
        Some(self.nobodys(lhs, &scalar, rank_of(p, lhs), around))
    }

    /// A black box gets a derivative for every actual that owns one and is active around the call.
    fn black_box_slots(
        &mut self,
        callee: SymbolId,
        values: &[Option<Expr>],
        lhs: Option<&Expr>,
        span: Span,
    ) -> Vec<Slot> {
        let p = self.world.source;
        let mut out = Vec::new();
        // One interface for all calls.
        let active = self.world.facts.box_arguments(p, callee);
        for (k, v) in values.iter().enumerate() {
            out.push(Slot::Primal(k));
            if v.is_some() && active.get(k).copied().unwrap_or(false) {
                out.push(Slot::Derivative(k));
            }
        }
        // A status has none.
        let valued = lhs.is_some_and(|l| p.is_differentiable(&type_of(p, l)));
        if valued {
            out.push(Slot::ResultDerivative);
        }
        let name = p.symbols[callee].name.clone();
        let last = self.shells.len() - 1;
        let is_dummy = matches!(p.procedure(callee).map(|f| f.class), Some(ProcedureClass::Dummy(_)));
        if is_dummy && !(self.world.facts.is_open(callee) && self.shells[last].maps.derivative(callee).is_some()) {
            self.world.report(unknown_callees::dummy_called(&name, span));
            return out;
        }
        if p.symbols[callee].is_intrinsic() {
            self.world.report(unknown_callees::intrinsic_called(&name, span));
            return out;
        }
        let target = self.world.call_target(&mut self.shells[last], callee, Part::Adjoint);
        let which = out.iter().map(|s| matches!(s, Slot::Derivative(_) | Slot::ResultDerivative)).collect();
        self.world.marks.boxes.insert(target, which);
        self.world.describe_black_box(callee, target, Part::Adjoint, valued);
        if self.world.is_of_others(callee, Part::Adjoint, valued) {
            return out;
        }
        if self.world.library_rule(callee, Part::Adjoint).is_some() {
            return out;
        }
        let made = self.world.out.symbols[target].name.clone();
        let maps = &self.shells[last].maps;
        let derivative = |s: SymbolId| maps.derivative(s).map(|d| self.world.out.symbols[d].name.clone());
        let value = |k: usize| values.get(k).and_then(Option::as_ref);
        let shown = |s: &Slot| match s {
            Slot::Primal(k) => value(*k).map_or_else(|| format!("arg{}", k + 1), |e| shown_calls::actual(p, e, *k)),
            Slot::Derivative(k) => value(*k)
                .map_or_else(|| format!("arg{}b", k + 1), |e| shown_calls::derivative(p, e, *k, "b", derivative)),
            Slot::ResultDerivative => "resultb".to_string(),
            Slot::Value | Slot::Directions | Slot::Partial(_) => String::new(),
        };
        let directions = self.world.request.directions.map(|_| "nbdirs".to_string());
        let list: Vec<String> = out.iter().map(shown).chain(directions).collect();
        let list = list.join(", ");
        let (what, more) = match is_dummy {
            true => (format!("(AD09) `{name}` is a dummy procedure: the adjoint takes `{made}("), " beside it"),
            false => (format!("(AD09) no source for `{name}`: please provide its adjoint `{made}("), ""),
        };
        // Calls of one procedure differ in what they pass: the first is shown.
        let known = self.world.diagnostics.iter().find(|d| d.message.starts_with(&what)).map(|d| d.message.clone());
        let message = known.unwrap_or_else(|| format!("{what}{list})`{more}"));
        let said = Diagnostic::warning("RT0405", span, message)
            .note("the adjoint of an argument follows it, and is added to; that of what is overwritten is read, then cleared")
            .note("-ext FILE describes what it reads and writes; what is not active needs no derivative");
        self.world.report(unknown_callees::out_of_sight(
            p,
            self.world.request,
            self.shells[last].original,
            callee,
            said,
        ));
        out
    }

    /// Zero, or a structure of zeros, for argument `k` that is not looked at.
    fn any_number(&self, callee: Option<UnitId>, k: usize) -> Expr {
        let p = self.world.source;
        let param = callee.and_then(|u| p.units[u].params.get(k).copied());
        let ty = param.and_then(|s| p.symbol_type(s)).map(|ty| self.shell(Side::Back).maps.ty(ty));
        ty.and_then(|ty| zeros(&ty)).unwrap_or(Expr::int(0))
    }

    /// C: the address is passed as it is.
    pub(crate) fn is_by_pointer(&self, actual: &Expr) -> bool {
        let ty = type_of(self.world.source, actual);
        self.language().points_by_address() && matches!(ty, Type::Pointer { .. } | Type::Array { .. })
    }

    /// The actual argument for the derivative of dummy `k`.
    fn adjoint_actual(
        &mut self,
        unit: Option<UnitId>,
        k: usize,
        actual: &Expr,
        apart: bool,
        span: Span,
        around: &mut Around,
    ) -> Option<Expr> {
        let p = self.world.source;
        let c = self.language().points_by_address();
        let by_pointer = self.is_by_pointer(actual);
        if c && actual.is_null_pointer() && self.is_pointer_dummy(unit, k) {
            return Some(self.back(actual));
        }
        // One of two places, or none: no variable owns what it leads to.
        if by_pointer
            && matches!(actual.uncast().kind, ExprKind::Cond { .. })
            && let Some(chosen) = self.shell(Side::Back).maps.pointer(actual)
        {
            return Some(chosen);
        }
        let Some(object) = self.owner(actual) else {
            if by_pointer && let Some(local) = self.nobodys_object(unit, k, actual, span, around) {
                return Some(address(local));
            }
            if by_pointer {
                self.refuse(
                    span,
                    "a passive pointer is passed where another call passes an active one",
                    "name what it points to among the independents of the head",
                );
                return None;
            }
            let ty = type_of(p, actual);
            if ty.record().is_some() {
                let idle = self.idle_parts(unit, k, &ty);
                let local = self.nobodys_structure(actual, &ty, &idle, span, around)?;
                return Some(if c { address(local) } else { local });
            }
            // C: a number that is handed over gets the type of the parameter (C11 6.5.2.2p7).
            let given = |k: usize| p.symbol_type(*p.units[unit?].params.get(k)?)?.scalar().cloned();
            let taken = given(k).filter(|s| c && s.is_differentiable());
            let scalar = taken.or_else(|| scalar_of(p, actual))?;
            let whole = match &actual.kind {
                // An element starts a sequence: what follows it must be there too.
                ExprKind::Index { base, subs } if self.dummy_rank(unit, k) > 0 && rank_of(p, actual) == 0 => {
                    let subs: Vec<Subscript> = subs.iter().map(|s| self.shell(Side::Back).maps.subscript(s)).collect();
                    let rank = rank_of(p, base);
                    let local = self.nobodys(base, &scalar, rank, around);
                    return Some(ExprKind::Index { base: Box::new(local), subs }.into());
                }
                _ => actual,
            };
            let local = self.nobodys_for(unit, k, whole, &scalar, around);
            return Some(if c { address(local) } else { local });
        };
        if apart {
            let ty = type_of(p, &object);
            if ty.record().is_some() {
                let idle = self.idle_parts(unit, k, &ty);
                let local = self.structure_apart(&object, &ty, &idle, span, around)?;
                return Some(if c { address(local) } else { local });
            }
            let scalar = scalar_of(p, &object)?;
            // What follows an element is reached too.
            let (whole, subs) = match &object.kind {
                ExprKind::Index { base, subs } if self.dummy_rank(unit, k) > rank_of(p, &object) => {
                    (&**base, Some(subs))
                }
                _ => (&object, None),
            };
            let apart = self.nobodys_for(unit, k, whole, &scalar, around);
            let into = self.adjoint_of(whole)?;
            let sum = simplify::add(into.clone(), apart.clone());
            let add = self.add(Side::Back, StmtKind::Assign { lhs: into, rhs: sum });
            around.after.insert(0, add);
            let passed = match subs {
                None => apart,
                Some(subs) => {
                    let maps = &self.shell(Side::Back).maps;
                    let subs = subs.iter().map(|s| maps.subscript(s)).collect();
                    ExprKind::Index { base: Box::new(apart), subs }.into()
                }
            };
            return Some(if c { address(passed) } else { passed });
        }
        if by_pointer {
            return self.pointer_of(Side::Back, actual);
        }
        let adjoint = self.adjoint_of(&object)?;
        Some(if c { address(adjoint) } else { adjoint })
    }

    /// The derivative of a scalar that an elemental procedure gets with arrays: one for each element, added up afterwards.
    fn spread_actual(&mut self, actual: &Expr, like: &Expr, around: &mut Around) -> Option<Expr> {
        let p = self.world.source;
        let scalar = scalar_of(p, actual)?;
        let each = self.nobodys(like, &scalar, rank_of(p, like), around);
        if actual.root().is_some() && self.world.facts.has_storage(p, actual) {
            let into = self.adjoint_of(actual)?;
            let sum = simplify::add(into.clone(), Expr::intrinsic("sum", vec![each.clone()]));
            around.after.insert(0, self.add(Side::Back, StmtKind::Assign { lhs: into, rhs: sum }));
        }
        Some(each)
    }

    /// A call of an elemental adjoint in loops over the elements of `like`.
    fn call_for_elements(&mut self, callee: SymbolId, args: Vec<Arg>, like: &Expr, span: Span, block: &mut Block) {
        let shape = self.back(like);
        let integer = self.integer();
        let counters: Vec<SymbolId> =
            (1..=rank_of(self.world.source, like)).map(|k| self.scratch(&format!("ii{k}"), integer.clone())).collect();
        let at: Vec<Expr> = counters.iter().map(|c| Expr::var(*c)).collect();
        let one = |a: Arg| Some(Arg { value: element(&self.world.out, &a.value, &at)?, ..a });
        let Some(args) = args.into_iter().map(one).collect::<Option<Vec<Arg>>>() else {
            self.refuse(
                span,
                "an elemental procedure is called with an active structure and with array values that have no names",
                "assign the array values to variables of their own first",
            );
            return;
        };
        let mut body = vec![self.add(Side::Back, StmtKind::Call { callee, args, alternates: Vec::new() })];
        for (k, c) in counters.into_iter().enumerate() {
            let size = Expr::intrinsic("size", vec![shape.clone(), Expr::int(k as i64 + 1)]);
            body = vec![self.counted(Side::Back, c, Expr::int(1), size, None, body)];
        }
        block.append(&mut body);
    }

    fn is_pointer_dummy(&self, unit: Option<UnitId>, k: usize) -> bool {
        let p = self.world.source;
        let dummy = unit.and_then(|u| p.units[u].params.get(k)).and_then(|s| p.symbol_type(*s));
        matches!(dummy, Some(Type::Pointer { .. } | Type::Array { .. }))
    }

    fn dummy_rank(&self, unit: Option<UnitId>, k: usize) -> usize {
        let p = self.world.source;
        if unit.is_none() {
            // Nobody says that it is no array: an element may be the first of many.
            return usize::from(self.language() == Language::Fortran);
        }
        unit.and_then(|u| p.units[u].params.get(k)).and_then(|s| p.symbol_type(*s)).map_or(0, Type::rank)
    }
}

/// A zero, or a structure of zeros `(pair){ 0 }`, of a type of the derivatives.
fn zeros(ty: &Type) -> Option<Expr> {
    match ty {
        Type::Scalar(s) => Some(simplify::zero(s)),
        Type::Record(record) => {
            Some(ExprKind::Structure { record: *record, args: vec![Arg::new(Expr::int(0))] }.into())
        }
        _ => None,
    }
}
