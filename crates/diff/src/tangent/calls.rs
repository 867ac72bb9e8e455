//! Calls: an active call becomes a call of the derivative procedure, which computes the values as well (RR-7957 §5.3).
//!
//! A callee has one derivative for all its sites, so a site may have to pass a derivative where it has none (a dummy set to zero) or to
//! receive one that nobody wants.

use analysis::allocation::has_pointers_to_numbers;
use analysis::c_library::{self, Memory};
use il::stmt::Label;
use il::symbol::ProcedureClass;
use il::typing::{rank_of, scalar_of, type_of};
use il::{Arg, Block, Dim, Expr, ExprKind, Intent, Stmt, StmtKind, SymbolId, Type, UnitId, Upper};

use super::Tangent;
use crate::signature::{Part, Returns, Signature, Slot};

/// An actual argument list under construction, with what must happen before and after the call.
#[derive(Default)]
pub(super) struct Actuals {
    pub(super) args: Vec<Arg>,
    pub(super) before: Block,
    pub(super) failed: bool,
}

impl Tangent<'_, '_> {
    /// A call for its effect.
    pub(super) fn call(
        &mut self,
        callee: SymbolId,
        args: &[Arg],
        alternates: &[Label],
        original: &Stmt,
        out: &mut Block,
    ) {
        let class = self.source.procedure(callee).map(|p| p.class);
        let name = self.source.symbols[callee].name.clone();
        if let Some(entry) = crate::tape::entry_of(self.source, callee) {
            self.tape_call(callee, entry, args, original, out);
            return;
        }
        if let Some(carrier) = crate::tape::carrier(self.source, callee, args) {
            self.carried_on_tape(callee, carrier, args, original, out);
            return;
        }
        if class == Some(ProcedureClass::System) && self.memory_call(&name, args, original, out) {
            return;
        }
        if c_library::memory(self.source, callee) == Some(Memory::Input) {
            self.copy(original, out);
            for a in args {
                if let Some(target) = pointed_at(&a.value) {
                    self.overwritten(target, original, out);
                }
            }
            return;
        }
        if class == Some(ProcedureClass::Intrinsic) {
            self.intrinsic_call(&name, args, original, out);
            return;
        }
        if !self.is_active_call(callee) {
            self.copy(original, out);
            self.after_passive_call(callee, args, out);
            return;
        }
        if self.exchange_call(callee, args, original, out) {
            return;
        }
        let Some((target, actuals)) = self.derivative_call(callee, args, None, None, original.span) else {
            self.copy(original, out);
            return;
        };
        out.append(&mut self.before);
        out.extend(actuals.before);
        self.clear_globals(callee, args, out);
        let kind = StmtKind::Call { callee: target, args: actuals.args, alternates: alternates.to_vec() };
        let id = self.add(kind);
        out.push(id);
        self.after_call(callee, args, out);
    }

    /// `lhs = f(args)`. False: the call is passive, and the assignment is like any other.
    pub(super) fn call_assignment(&mut self, lhs: &Expr, callee: SymbolId, args: &[Arg], out: &mut Block) -> bool {
        let active = self.source.callee(callee).is_some_and(|u| self.world.facts.is_differentiated(u))
            && self.is_active_call(callee)
            || self.source.callee(callee).is_none() && self.box_is_active(callee);
        if !active || matches!(self.old_type(lhs), Type::Pointer { .. }) && self.source.callee(callee).is_none() {
            return false;
        }
        let span = lhs.span;
        let returned = self.source.symbol_type(callee).cloned().unwrap_or(Type::Void);
        // The value goes directly into the left side when that has the right type and is no argument.
        let root = lhs.root();
        let aliased = root.is_some_and(|r| args.iter().any(|a| a.value.mentions(r)));
        let elemental =
            self.source.callee(callee).is_some_and(|u| self.source.units[u].has_prefix(&il::Prefix::Elemental));
        let same = scalar_of(self.source, lhs) == returned.scalar().cloned()
            && (elemental || rank_of(self.source, lhs) == returned.rank());
        // An elemental function returns as many values as its arguments have: the left side may have more, of scalars.
        let rank = match elemental {
            true => args.iter().map(|a| rank_of(self.source, &a.value)).max().unwrap_or(0),
            false => returned.rank(),
        };
        let array = rank > 0;
        let whole = matches!(lhs.kind, ExprKind::Var(_));
        let allocatable = array && self.source.is_allocatable(lhs);
        let reallocates = allocatable && whole && !aliased;
        let direct = same && !aliased && (!allocatable || whole);
        let value_lhs = self.shell.maps.expr(lhs);
        // Pointers of a structure lead to what may be useful.
        let leads = has_pointers_to_numbers(self.source, &returned);
        let derivative = self
            .derivative(lhs)
            .filter(|_| leads || self.world.facts.useful(self.source, self.unit, self.after_point(), lhs));
        // An allocatable result is allocated by the function, wherever it goes.
        let allocates = self
            .source
            .callee(callee)
            .and_then(|u| self.source.units[u].result())
            .is_some_and(|r| self.source.variable(r).is_some_and(|v| v.allocatable));
        let needs_arrays = array && !allocates && (!direct || reallocates || derivative.is_none());
        let extents =
            if needs_arrays { self.result_extents(callee, &returned, args, elemental) } else { Some(Vec::new()) };
        let Some(extents) = extents else {
            let refusal = crate::rules::Refusal {
                what: self.source.symbols[callee].name.clone(),
                why: "the extents of its result are not known here".into(),
            };
            self.refuse(span, &refusal, "assign its result to an array of known extents");
            return true;
        };
        let mut made = Vec::new();
        let value = if direct {
            if reallocates {
                made.push(value_lhs.clone());
            }
            value_lhs.clone()
        } else if array {
            let v = self.array_holder(&returned, rank, "result1");
            made.push(v.clone());
            v
        } else {
            self.holder(&returned, "result1", None)
        };
        let derivative_made = derivative.is_none();
        let ty = self.shell.maps.derivative_type(&returned);
        let derivative = match derivative {
            Some(d) => {
                // An assignment allocates it, a subroutine finds it there.
                let by_subroutine = allocatable && !matches!(self.returns(callee), Returns::Derivative);
                if reallocates || by_subroutine {
                    made.push(d.clone());
                }
                d
            }
            None if array => {
                let d = self.array_holder(&ty, rank, "dummyd");
                self.world.marks.derivatives.extend(d.root());
                made.push(d.clone());
                d
            }
            None => self.holder(&ty, "dummyd", Some(())),
        };
        assert!(derivative_made || self.derivative(lhs).is_some());
        let Some((target, actuals)) = self.derivative_call(callee, args, Some(&value), Some(&derivative), span) else {
            return true;
        };
        out.append(&mut self.before);
        out.extend(actuals.before);
        self.clear_globals(callee, args, out);
        for place in made.into_iter().filter(|_| !allocates) {
            self.allocate_result(&place, &extents, out);
        }
        let returns = self.returns(callee);
        let id = match returns {
            Returns::Derivative => {
                let call = ExprKind::Call { callee: target, args: actuals.args }.into();
                self.assign(derivative.clone(), call)
            }
            Returns::Nothing | Returns::Value => {
                self.add(StmtKind::Call { callee: target, args: actuals.args, alternates: Vec::new() })
            }
        };
        out.push(id);
        // A result without derivative leaves that of the left side at zero.
        let carries = match self.source.callee(callee) {
            Some(u) => self.world.facts.result(u),
            None => !self.world.gives_status(callee),
        };
        if !carries && self.derivative(lhs).is_some() {
            let ty = self.old_type(lhs);
            let resets = self.clear(&derivative, &ty, lhs);
            out.extend(resets);
        }
        if !direct {
            let id = self.assign(value_lhs, value);
            out.push(id);
        }
        self.after_call(callee, args, out);
        true
    }

    /// Extents of the array that a function returns, at this call; `None` when they depend on what only the function knows.
    fn result_extents(&self, callee: SymbolId, returned: &Type, args: &[Arg], elemental: bool) -> Option<Vec<Expr>> {
        let maps = &self.shell.maps;
        if elemental {
            let (a, rank) = args.iter().find_map(|a| {
                let rank = rank_of(self.source, &a.value);
                (rank > 0).then_some((maps.expr(&a.value), rank))
            })?;
            let size = |k: usize| match rank {
                1 => Expr::intrinsic("size", vec![a.clone()]),
                _ => Expr::intrinsic("size", vec![a.clone(), Expr::int(k as i64 + 1)]),
            };
            return Some((0..rank).map(size).collect());
        }
        let unit = self.source.callee(callee)?;
        let order = positions(self.source, unit, args);
        let Type::Array { dims, .. } = returned else { return None };
        dims.iter()
            .map(|d| {
                let mut e = il::typing::extent(d)?;
                let mut known = true;
                e.rewrite(&mut |n| {
                    let ExprKind::Var(s) = n.kind else { return };
                    match self.source.units[unit].params.iter().position(|p| *p == s) {
                        Some(k) => match order.get(&k) {
                            Some(at) => *n = maps.expr(&args[*at].value),
                            None => known = false,
                        },
                        None => {
                            known &= match self.source.variable(s) {
                                Some(v) if v.storage == il::Storage::Global => true,
                                // A variable of the host.
                                Some(_) => self.source.symbols[s].scope != self.source.units[unit].scope,
                                None => il::fold::integer(self.source, n).is_some(),
                            };
                            *n = maps.expr(n);
                        }
                    }
                });
                known.then_some(e)
            })
            .collect()
    }

    /// An allocatable local for an array result, of the elements of a type.
    pub(super) fn array_holder(&mut self, ty: &Type, rank: usize, base: &str) -> Expr {
        let dims = vec![Dim { lower: None, upper: Upper::Deferred }; rank];
        let ty = Type::Array { elem: Box::new(ty.element().clone()), dims };
        Expr::var(self.world.allocatable(&mut self.shell, base, ty))
    }

    /// Gives an allocatable the shape of a result.
    pub(super) fn allocate_result(&mut self, place: &Expr, extents: &[Expr], out: &mut Block) {
        let free = self.add(StmtKind::Deallocate { objects: vec![place.clone()], options: Vec::new() });
        let test = Expr::intrinsic("allocated", vec![place.clone()]);
        let guard = self.when(test, vec![free]);
        let dims = extents.iter().map(|e| Dim { lower: None, upper: Upper::At(e.clone()) }).collect();
        let object = il::stmt::Allocation { object: place.clone(), dims };
        let id = self.add(StmtKind::Allocate { objects: vec![object], options: Vec::new() });
        out.extend([guard, id]);
    }

    fn returns(&self, callee: SymbolId) -> Returns {
        match self.source.callee(callee) {
            Some(u) => self.world.signatures.get(u, Part::Tangent).map_or(Returns::Nothing, |s| s.returns),
            None if self.world.request.directions.is_some() || self.world.gives_status(callee) => Returns::Nothing,
            None => Returns::Derivative,
        }
    }

    /// Whether a call must go to the derivative procedure.
    pub(super) fn is_active_call(&self, callee: SymbolId) -> bool {
        let facts = self.world.facts;
        match (self.source.callee(callee), self.at) {
            // A procedure that remembers something is called through its derivative always: the original remembers elsewhere.
            (Some(u), Some(at)) => {
                facts.is_differentiated(u)
                    && (facts.call_is_active(self.source, self.unit, at, callee) || has_state(self.source, u))
            }
            _ => self.box_is_active(callee),
        }
    }

    /// The derivative procedure to call, and its actual arguments.
    fn derivative_call(
        &mut self,
        callee: SymbolId,
        args: &[Arg],
        value: Option<&Expr>,
        result: Option<&Expr>,
        span: il::Span,
    ) -> Option<(SymbolId, Actuals)> {
        let Some(unit) = self.source.callee(callee) else {
            return self.box_call(callee, args, value, result, span);
        };
        let signature = self.world.signatures.of(unit, Part::Tangent).clone();
        let target = self.world.call_target(&mut self.shell, callee, Part::Tangent);
        let order = positions(self.source, unit, args);
        let mut actuals = Actuals::default();
        let mut keywords = false;
        for slot in &signature.slots {
            match slot {
                Slot::Primal(k) => {
                    let Some(a) = order.get(k) else {
                        keywords = true;
                        continue;
                    };
                    let arg = &args[*a];
                    keywords |= arg.keyword.is_some();
                    let keyword =
                        keywords.then(|| self.source.symbols[self.source.units[unit].params[*k]].name.clone());
                    let dual = self.actual_value(&arg.value);
                    actuals.args.push(Arg { keyword, value: dual });
                }
                Slot::Derivative(k) => {
                    let Some(a) = order.get(k) else { continue };
                    let keyword = keywords.then(|| self.derivative_name(unit, *k));
                    let dummy = self.source.units[unit].params[*k];
                    let given = &args[*a].value;
                    let shell = &mut self.shell;
                    if let Some(value) = self.world.derivative_of_procedure(shell, dummy, given, Part::Tangent, span) {
                        actuals.args.push(Arg { keyword, value });
                        continue;
                    }
                    let d = self.actual_derivative(unit, &signature, *k, &args[*a].value, &mut actuals);
                    let d = if self.is_reached_otherwise(&d, &args[*a].value) {
                        Expr::unary(il::UnaryOp::Paren, d)
                    } else {
                        d
                    };
                    actuals.args.push(Arg { keyword, value: d });
                }
                Slot::Value => {
                    let v = match value {
                        Some(v) => v.clone(),
                        None => {
                            let ty = self.source.symbol_type(callee).cloned().unwrap_or(Type::Void);
                            self.holder(&ty, "result1", None)
                        }
                    };
                    let v = self.language.hand_over(v);
                    let keyword = keywords.then(|| self.value_name(unit));
                    actuals.args.push(Arg { keyword, value: v });
                }
                Slot::ResultDerivative => {
                    let nothing = || self.zero(self.source.symbol_type(callee).unwrap_or(&Type::Void));
                    let d = result.cloned().unwrap_or_else(nothing);
                    let structure = matches!(type_of(&self.world.out, &d), Type::Record(_));
                    let d = if structure { self.language.hand_over(d) } else { d };
                    let keyword = keywords.then(|| self.result_name(unit));
                    actuals.args.push(Arg { keyword, value: d });
                }
                Slot::Directions | Slot::Partial(_) => {}
            }
        }
        (!actuals.failed).then_some((target, actuals))
    }

    /// Whether the derivative of a value is a variable that the callee may change in another way (that of `x + 1` is `xd`).
    fn is_reached_otherwise(&self, d: &Expr, value: &Expr) -> bool {
        if self.language.passes_values() || value.is_reference() || !d.is_reference() {
            return false;
        }
        let (Some(root), Some(stmt)) = (d.root(), self.at) else { return true };
        let derivative =
            |s: SymbolId| self.shell.maps.derivative(s).or(self.world.globals.derivatives.get(&s).copied());
        let facts = &self.world.facts.analysis;
        let (written, zones) = (facts.writes(self.unit, stmt), facts.zones());
        value.any(&mut |x| {
            x.is_reference()
                && x.root().and_then(derivative) == Some(root)
                && written.contains_any(&zones.of_ref(self.source, x).zones)
        })
    }

    /// The value of an actual argument: as it is.
    pub(super) fn actual_value(&self, e: &Expr) -> Expr {
        self.shell.maps.expr(e)
    }

    fn derivative_name(&mut self, unit: UnitId, k: usize) -> String {
        let shell = self.world.shell(unit, Part::Tangent);
        let old = self.source.units[unit].params[k];
        shell.maps.derivative(old).map_or(String::new(), |d| self.world.out.symbols[d].name.clone())
    }

    fn value_name(&mut self, unit: UnitId) -> String {
        let shell = self.world.shell(unit, Part::Tangent);
        shell.value.map_or(String::new(), |v| self.world.out.symbols[v].name.clone())
    }

    fn result_name(&mut self, unit: UnitId) -> String {
        let shell = self.world.shell(unit, Part::Tangent);
        shell.result_derivative.map_or(String::new(), |v| self.world.out.symbols[v].name.clone())
    }

    /// The derivative that goes with actual argument `e` for dummy `k` of `unit`.
    fn actual_derivative(
        &mut self,
        unit: UnitId,
        signature: &Signature,
        k: usize,
        e: &Expr,
        actuals: &mut Actuals,
    ) -> Expr {
        let dummy = self.source.units[unit].params[k];
        let ty = self.old_type(e);
        let pointer = self.language.points_by_address()
            && matches!(self.source.symbol_type(dummy), Some(Type::Pointer { .. } | Type::Array { .. }));
        if pointer {
            if let Some(p) = self.derivative_pointer(e) {
                let pointee = pointed_at(e);
                if let Some(target) = pointee {
                    self.reset_before(target, signature, dummy, actuals);
                }
                return p;
            }
            return self.dummy_pointer(e, dummy, actuals);
        }
        let own = self.source.variable(dummy).is_some_and(|v| v.allocatable || v.pointer);
        if e.is_reference()
            && (own || !self.is_idle(e))
            && let Some(d) = self.derivative(e)
        {
            self.reset_before(e, signature, dummy, actuals);
            return d;
        }
        // An expression: its tangent. The callee cannot set it.
        let intent = self.source.variable(dummy).and_then(|v| v.intent);
        let by_value = self.source.variable(dummy).is_some_and(|v| v.by_value);
        let wanted = self.source.symbol_type(dummy).map_or(0, Type::rank);
        // F77: the element where an array begins.
        if let ExprKind::Index { base, subs } = &e.kind
            && wanted > 0
            && ty.rank() == 0
        {
            return self.dummy_from(base, subs, actuals);
        }
        // What is allocatable or a pointer there is no value here.
        if !e.is_reference() || intent == Some(Intent::In) && !own || by_value {
            let dual = self.dual(e);
            let before = std::mem::take(&mut self.before);
            actuals.before.extend(before);
            match dual.tangent {
                Some(t) => return if wanted > 0 { self.broadcast(t, &dual.value) } else { t },
                // A dummy array gets a variable: what the callee does with its derivative is not known from its INTENT alone.
                None if wanted > 0 && e.is_reference() && rank_of(self.source, e) > 0 => {}
                None if ty.record().is_none() => {
                    let z = self.zero_value(&ty);
                    return if rank_of(self.source, e) > 0 { self.broadcast(z, &dual.value) } else { z };
                }
                None => {}
            }
        }
        // A variable without derivative where the callee wants one: a local set to zero.
        let local = self.dummy(e, &ty, actuals);
        match self.source.variable(dummy).is_some_and(|v| v.pointer) {
            true => self.pointer_to(local, actuals),
            false => local,
        }
    }

    /// Intrinsic subroutines: those that set reals from outside reset derivatives, MOVE_ALLOC moves them.
    fn intrinsic_call(&mut self, name: &str, args: &[Arg], original: &Stmt, out: &mut Block) {
        if name.eq_ignore_ascii_case("move_alloc") {
            let both: Vec<Arg> = args
                .iter()
                .take(2)
                .filter_map(|a| Some(Arg { keyword: a.keyword.clone(), value: self.derivative(&a.value)? }))
                .collect();
            if let (2, StmtKind::Call { callee, .. }) = (both.len(), &original.kind) {
                let id = self.add(StmtKind::Call { callee: *callee, args: both, alternates: Vec::new() });
                out.push(id);
            }
            self.copy(original, out);
            return;
        }
        self.copy(original, out);
        for a in args.iter().filter(|a| a.value.is_reference()) {
            let useful = self.world.facts.useful(self.source, self.unit, self.after_point(), &a.value);
            if let Some(d) = self.derivative(&a.value).filter(|_| useful) {
                let ty = self.old_type(&a.value);
                let resets = self.clear(&d, &ty, &a.value);
                out.extend(resets);
            }
        }
    }
}

/// Whether a procedure keeps a value from call to call.
fn has_state(program: &il::Program, unit: UnitId) -> bool {
    let keeps = |v: &il::Variable| v.saved && v.storage == il::Storage::Local && !v.constant;
    program.symbols_in(unit).into_iter().any(|s| program.variable(s).is_some_and(keeps))
}

/// Dummy position → actual position.
pub(crate) fn positions(program: &il::Program, unit: UnitId, args: &[Arg]) -> std::collections::BTreeMap<usize, usize> {
    let params = &program.units[unit].params;
    args.iter()
        .enumerate()
        .filter_map(|(at, a)| {
            let k = match &a.keyword {
                None => at,
                Some(word) => params.iter().position(|p| program.symbols[*p].name.eq_ignore_ascii_case(word))?,
            };
            Some((k, at))
        })
        .collect()
}

/// The reference behind a pointer argument: `x` of `&x`, an array itself.
pub(super) fn pointed_at(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Address(x) => Some(x),
        ExprKind::Var(_) | ExprKind::Field { .. } => Some(e),
        _ => None,
    }
}
