//! Calls: an active call becomes a call of the derivative procedure, which computes the values as well (RR-7957 §5.3).
//!
//! A callee has one derivative for all its sites, so a site may have to pass a derivative where it has none (a dummy set to zero) or to
//! receive one that nobody wants.

use analysis::external::only_reads;
use il::stmt::Label;
use il::symbol::ProcedureClass;
use il::typing::{rank_of, scalar_of, type_of};
use il::zones::ZoneId;
use il::{
    Arg, Block, Diagnostic, Dim, Expr, ExprKind, Intent, Language, Stmt, StmtKind, SymbolId, Type, UnitId, Upper,
};

use super::Tangent;
use crate::known::given_place::given_place;
use crate::refuse::c_library;
use crate::refuse::recursive_components::is_in_its_own_type;
use crate::refuse::unknown_callees;
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
        if let Some(saves) = crate::tape::moves_pointer(self.source, callee) {
            self.pointer_on_tape(callee, saves, args, out);
            return;
        }
        if class == Some(ProcedureClass::System) && self.memory_call(&name, args, original, out) {
            return;
        }
        if class == Some(ProcedureClass::System) && c_library::reads_input(&name) {
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
        if !self.is_active_call(callee, args) {
            self.copy(original, out);
            self.after_passive_call(callee, args, out);
            return;
        }
        let Some((target, actuals)) = self.derivative_call(callee, args, None, None, original.span) else {
            self.copy(original, out);
            return;
        };
        out.append(&mut self.before);
        out.extend(actuals.before);
        self.clear_globals(out);
        let kind = StmtKind::Call { callee: target, args: actuals.args, alternates: alternates.to_vec() };
        let id = self.add(kind);
        out.push(id);
        self.after_call(callee, args, out);
    }

    /// `lhs = f(args)`. False: the call is passive, and the assignment is like any other.
    pub(super) fn call_assignment(&mut self, lhs: &Expr, callee: SymbolId, args: &[Arg], out: &mut Block) -> bool {
        let active = self.source.callee(callee).is_some_and(|u| self.world.facts.is_differentiated(u))
            && self.is_active_call(callee, args)
            || self.source.callee(callee).is_none() && self.box_is_active(callee, args, Some(lhs));
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
        let array = rank_of(self.source, lhs) > 0;
        let whole = matches!(lhs.kind, ExprKind::Var(_));
        let allocatable = array && self.source.is_allocatable(lhs);
        let reallocates = allocatable && whole && !aliased;
        let direct = same && !aliased && (!allocatable || whole);
        let value_lhs = self.shell.maps.expr(lhs);
        // Pointers of a structure lead to what may be useful.
        let leads = returned.element().record().is_some_and(|r| has_pointers(self.source, r));
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
            let v = self.array_holder(&returned, "result1");
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
                let d = self.array_holder(&ty, "dummyd");
                self.world.marks.derivatives.extend(d.root());
                made.push(d.clone());
                d
            }
            None => self.holder(&ty, "dummyd", Some(())),
        };
        debug_assert!(derivative_made || self.derivative(lhs).is_some());
        let Some((target, actuals)) = self.derivative_call(callee, args, Some(&value), Some(&derivative), span) else {
            return true;
        };
        out.append(&mut self.before);
        out.extend(actuals.before);
        self.clear_globals(out);
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
        let carries = self.source.callee(callee).is_none_or(|u| self.world.facts.result(u));
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
                let mut e = il::typing::extent(d, Language::Fortran)?;
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

    /// An allocatable local for an array result.
    pub(super) fn array_holder(&mut self, ty: &Type, base: &str) -> Expr {
        let dims = vec![Dim { lower: None, upper: Upper::Deferred }; ty.rank()];
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
            None if self.world.request.directions.is_some() => Returns::Nothing,
            None => Returns::Derivative,
        }
    }

    /// Whether a call must go to the derivative procedure.
    pub(super) fn is_active_call(&self, callee: SymbolId, args: &[Arg]) -> bool {
        let facts = self.world.facts;
        match (self.source.callee(callee), self.at) {
            // A procedure that remembers something is called through its derivative always: the original remembers elsewhere.
            (Some(u), Some(at)) => {
                facts.is_differentiated(u)
                    && (facts.call_is_active(self.source, self.unit, at, callee) || has_state(self.source, u))
            }
            _ => self.box_is_active(callee, args, None),
        }
    }

    /// Whether a procedure without a body gets or sets something active.
    fn box_is_active(&self, callee: SymbolId, args: &[Arg], result: Option<&Expr>) -> bool {
        if self.language == Language::C && only_reads(&self.source.symbols[callee].name) {
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
        args.iter().any(|a| {
            self.is_active(&a.value)
                || a.value.root().is_some_and(|r| facts.owns(r))
                    && a.value.is_reference()
                    && facts.active(self.source, self.unit, after, &a.value)
        }) || result.is_some_and(|l| {
            args.iter().any(|a| self.is_active(&a.value)) && facts.active(self.source, self.unit, after, l)
        })
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
                    let v = if self.language == Language::C { address(v) } else { v };
                    let keyword = keywords.then(|| self.value_name(unit));
                    actuals.args.push(Arg { keyword, value: v });
                }
                Slot::ResultDerivative => {
                    let nothing = || self.zero(self.source.symbol_type(callee).unwrap_or(&Type::Void));
                    let d = result.cloned().unwrap_or_else(nothing);
                    let structure = matches!(type_of(&self.world.out, &d), Type::Record(_));
                    let d = if self.language == Language::C && structure { address(d) } else { d };
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
        if self.language == Language::C || value.is_reference() || !d.is_reference() {
            return false;
        }
        let (Some(root), Some(stmt)) = (d.root(), self.at) else { return true };
        let derivative =
            |s: SymbolId| self.shell.maps.derivative(s).or(self.world.globals.derivatives.get(&s).copied());
        let facts = &self.world.facts.analysis;
        let (written, zones) = (facts.writes(self.unit, stmt), facts.zones());
        let mut found = false;
        value.walk(&mut |x| {
            found |= x.is_reference()
                && x.root().and_then(derivative) == Some(root)
                && written.contains_any(&zones.of_ref(self.source, x).zones);
        });
        found
    }

    /// The value of an actual argument: as it is.
    fn actual_value(&self, e: &Expr) -> Expr {
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
        let pointer = self.language == Language::C
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
        if e.is_reference() && (own || !self.is_idle(e)) {
            if let Some(d) = self.derivative(e) {
                self.reset_before(e, signature, dummy, actuals);
                return d;
            }
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
                None if ty.record().is_none() => {
                    let z = self.zero(&ty);
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

    /// Whether a component is nowhere active here, and has a derivative because variables of its type have: nothing in this procedure sets it.
    fn is_idle(&self, e: &Expr) -> bool {
        e.spine().any(|x| matches!(x.kind, ExprKind::Field { .. }))
            && self.source.is_differentiable(&self.old_type(e))
            && !self.world.facts.analysis.has_derivative(self.unit, e)
    }

    /// The components of an actual argument that the callee's derivative takes as varied, and that are nowhere active here.
    fn idle_parts(&self, e: &Expr, signature: &Signature, dummy: SymbolId) -> Vec<Expr> {
        let part = |place: &crate::request::Place| {
            place.path.iter().try_fold(e.clone(), |base, &field| {
                let record = self.old_type(&base).record()?;
                let both = rank_of(self.source, &base) > 0 && self.source.records[record].fields[field].ty.rank() > 0;
                (!both).then(|| ExprKind::Field { base: Box::new(base), record, field }.into())
            })
        };
        let varying = signature.varying.iter().filter(|p| p.symbol == dummy && !p.path.is_empty());
        varying.filter_map(part).filter(|part| self.is_idle(part)).collect()
    }

    /// A derivative that the callee reads must be true: it is cleared where its variable is not useful before the call, for then nothing has set it.
    fn reset_before(&mut self, e: &Expr, signature: &Signature, dummy: SymbolId, actuals: &mut Actuals) {
        // A pointer that begins without association leads nowhere, and its derivative neither (F2018 8.5.10).
        if self.source.variable(dummy).is_some_and(|v| v.pointer && v.intent == Some(il::Intent::Out)) {
            return;
        }
        let reads = signature.varying.iter().any(|p| p.symbol == dummy);
        let (facts, at) = (self.world.facts, self.before_point());
        let idle = match self.is_idle(e) {
            true if reads => vec![e.clone()],
            true => Vec::new(),
            false => self.idle_parts(e, signature, dummy),
        };
        // What C pointers lead to was cleared where it was declared: how much it is, they do not know.
        let numbers = |part: &Expr| !matches!(self.old_type(part), Type::Pointer { .. });
        let idle: Vec<Expr> = idle.into_iter().filter(numbers).collect();
        for part in idle {
            let constant = part.root().is_some_and(|s| self.source.is_read_only(s));
            if let Some(d) = self.derivative(&part).filter(|_| !constant && !self.source.is_allocatable(&part)) {
                let ty = self.old_type(&part);
                let mut resets = self.clear(&d, &ty, &part);
                // The callee may allocate it.
                let components = part.spine().filter(|link| matches!(link.kind, ExprKind::Field { .. }));
                for test in components.filter_map(|link| self.is_there(link)).collect::<Vec<_>>() {
                    resets = vec![self.when(test, resets)];
                }
                actuals.before.extend(resets);
            }
        }
        // Useful and varied: it has its value. Useful and not varied: it was set to zero.
        if !reads || facts.useful(self.source, self.unit, at, e) || e.root().is_none_or(|s| self.is_of_callers(s)) {
            return;
        }
        // What pointers lead to has its value, those in arrays too.
        if matches!(self.old_type(e).element(), Type::Pointer { .. }) || self.source.is_allocatable(e) {
            return;
        }
        if let Some(d) = self.derivative(e) {
            let ty = self.old_type(e);
            let resets = self.clear(&d, &ty, e);
            actuals.before.extend(resets);
        }
    }

    /// Whether callers may go on with the derivative of a variable that this procedure is not asked for: it is theirs, and as they left it.
    fn is_of_callers(&self, s: SymbolId) -> bool {
        let own = self.source.home(s) == Some(self.unit)
            && self.source.variable(s).is_some_and(|v| v.is_unsaved_local() || v.storage == il::Storage::Result);
        !own && !self.world.is_only_a_head(self.unit)
    }

    /// A call of a procedure without a body: the user writes its derivative, with the derivative of each active argument after it.
    fn box_call(
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
            shown.push(format!("arg{}", k + 1));
            actuals.args.push(Arg { keyword: None, value });
            if !active.get(k).copied().unwrap_or(false) {
                continue;
            }
            shown.push(format!("arg{}d", k + 1));
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
                        dual.tangent.unwrap_or_else(|| self.zero(&ty))
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
        self.world.report(
            Diagnostic::warning("RT0421", self.source.symbols[callee].span, message).note(
                "the derivative of an argument follows it; the procedure must compute the original results as well",
            ),
        );
        (!actuals.failed).then_some((target, actuals))
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

    /// Resets after a call of what it set without a derivative.
    fn reset_written(&mut self, callee: SymbolId, a: &Arg, args: &[Arg], active: bool, out: &mut Block) {
        let given = given_place(self.source, self.language, &a.value);
        let Some(reference) = given.as_ref().filter(|r| r.is_reference()) else { return };
        let unit = self.source.callee(callee);
        let dummy = unit.and_then(|u| {
            let order = positions(self.source, u, args);
            let k = order.iter().find(|(_, at)| std::ptr::eq(&args[**at], a)).map(|(k, _)| *k)?;
            Some((u, k, *self.source.units[u].params.get(k)?))
        });
        if let Some((u, k, dummy)) = dummy {
            let has_slot = self.world.signatures.get(u, Part::Tangent).is_some_and(|s| s.has_derivative(k));
            if self.source.is_read_only(dummy) || active && has_slot {
                return;
            }
            // Part of an array: the whole stays varied, so that part is looked at by itself.
            let overwritten = self.overwritten_parts(u, dummy, &mut Vec::new(), reference);
            if !matches!(reference.kind, ExprKind::Var(_)) && !overwritten.is_empty() {
                let elements = rank_of(self.source, reference) == 0
                    && self.source.symbol_type(dummy).is_some_and(|t| t.rank() > 0);
                if elements {
                    let refusal = crate::rules::Refusal {
                        what: self.source.symbols[callee].name.clone(),
                        why: "it overwrites elements of an active array, and how many is not known here".into(),
                    };
                    self.refuse(reference.span, &refusal, "pass a section of the array instead of its first element");
                    return;
                }
                for part in overwritten {
                    let ty = self.old_type(&part);
                    let resets = self.derivative(&part).map(|d| self.clear(&d, &ty, &part));
                    out.extend(resets.into_iter().flatten());
                }
                return;
            }
            // A dummy that stands for part of an array counts as varied throughout; what is overwritten here is not.
            let whole = self.old_type(reference);
            let after = self.after_point();
            if matches!(reference.kind, ExprKind::Var(_))
                && whole.record().is_none()
                && self.world.facts.varied(self.source, self.unit, after, reference)
                && !overwritten.is_empty()
            {
                if let Some(d) = self.derivative(reference) {
                    let resets = self.clear(&d, &whole, reference);
                    out.extend(resets);
                }
                return;
            }
        }
        self.reset_after(reference, out);
    }

    /// What a callee overwrites with something passive of a dummy, or of its component at `path`, while the actual `reference` is part of something
    /// varied and useful: the reference, or components of the structure that it is.
    fn overwritten_parts(&self, unit: UnitId, dummy: SymbolId, path: &mut Vec<usize>, reference: &Expr) -> Vec<Expr> {
        let facts = self.world.facts;
        if let Type::Record(record) = *self.old_type(reference).element() {
            let mut out = Vec::new();
            // An allocatable component of the type it belongs to: no call is known to overwrite all that is below.
            if is_in_its_own_type(reference, record) {
                return out;
            }
            for (field, f) in self.source.records[record].fields.iter().enumerate() {
                if facts.owns_field(record, field) && !f.pointer && !matches!(f.ty.element(), Type::Pointer { .. }) {
                    let part = ExprKind::Field { base: Box::new(reference.clone()), record, field }.into();
                    path.push(field);
                    out.append(&mut self.overwritten_parts(unit, dummy, path, &part));
                    path.pop();
                }
            }
            return out;
        }
        let zones = facts.analysis.zones().of_component(dummy, path);
        let is_number = |z: &&ZoneId| facts.analysis.zones().zone(**z).differentiable;
        let numbers: Vec<&ZoneId> = zones.iter().filter(is_number).collect();
        let killed = &facts.analysis.in_out(unit).killed;
        let overwritten = !numbers.is_empty()
            && numbers.into_iter().all(|z| killed.contains(*z))
            && facts.varied(self.source, self.unit, self.before_point(), reference)
            && facts.useful(self.source, self.unit, self.after_point(), reference);
        if overwritten { vec![reference.clone()] } else { Vec::new() }
    }

    /// What a call leaves passive but useful: its derivative becomes zero.
    pub(super) fn after_call(&mut self, callee: SymbolId, args: &[Arg], out: &mut Block) {
        self.after(callee, args, true, out);
    }

    /// The same after the original was called: its derivative, if there is one, has cleared nothing.
    pub(super) fn after_passive_call(&mut self, callee: SymbolId, args: &[Arg], out: &mut Block) {
        self.after(callee, args, false, out);
    }

    fn after(&mut self, callee: SymbolId, args: &[Arg], active: bool, out: &mut Block) {
        for a in args {
            self.reset_written(callee, a, args, active, out);
        }
        self.reset_globals_after(args, out);
        out.append(&mut self.after);
    }

    /// Derivatives of globals that the callee's derivative reads, but that are not active here.
    fn clear_globals(&mut self, out: &mut Block) {
        let Some(at) = self.at else { return };
        let facts = self.world.facts;
        let (source, unit, before) = (self.source, self.unit, self.before_point());
        // Useful and not varied: it is zero already.
        // What a local of C points to has a name of its own; the local may not even be there yet.
        let only_leads_there = |s: SymbolId| {
            let v = source.variable(s).filter(|v| v.storage == il::Storage::Local);
            v.is_some_and(|v| matches!(v.ty, Type::Pointer { .. }))
        };
        let to_clear = |place: &crate::request::Place| {
            let reference = place.reference(source);
            !only_leads_there(place.symbol)
                && !facts.useful(source, unit, before, &reference)
                && self.shell.maps.reference(&reference).is_some()
                && !self.is_of_callers(place.symbol)
        };
        let (whole, parts) = facts.globals_to_clear(unit, at, to_clear);
        let cut = |p: &&crate::request::Place| facts.varied(source, unit, before, &p.reference(source));
        if let Some(place) = parts.iter().find(cut) {
            let name = self.source.symbols[place.symbol].name.clone();
            let span = self.original().stmts[at].span;
            self.world.report(
                Diagnostic::error(
                    "RT0425",
                    span,
                    format!("only a part of `{name}` has a derivative here, and its COMMON block has another shape in the procedure called"),
                )
                .note("declare the block in the same way in both"),
            );
        }
        // What is not varied before the call is cleared with all of it.
        for place in whole.iter().chain(parts.iter().filter(|p| !cut(p))) {
            let mut resets = self.clear_place(place);
            // What the call allocates need not be there yet.
            if self.world.facts.changes_allocation(unit, at) {
                for test in self.presence(&place.reference(source)) {
                    resets = vec![self.when(test, resets)];
                }
            }
            out.extend(resets);
        }
    }

    /// The tests whether the derivative of `reference` is there, the innermost first: one for each link that is allocated or associated. Whether the
    /// components of the elements of an array are there is asked element by element, where they are cleared.
    fn presence(&self, reference: &Expr) -> Vec<Expr> {
        reference.spine().filter_map(|link| self.is_there(link)).collect()
    }

    fn is_there(&self, link: &Expr) -> Option<Expr> {
        let (allocatable, pointer) = match &link.kind {
            ExprKind::Var(s) => self.source.variable(*s).map(|v| (v.allocatable, v.pointer))?,
            ExprKind::Field { base, record, field } if il::typing::rank_of(self.source, base) == 0 => {
                let f = &self.source.records[*record].fields[*field];
                (f.allocatable, f.pointer)
            }
            _ => return None,
        };
        let inquiry = if allocatable { "allocated" } else { "associated" };
        let derivative = self.shell.maps.reference(link)?;
        (allocatable || pointer).then(|| Expr::intrinsic(inquiry, vec![derivative]))
    }
}

/// Whether a procedure keeps a value from call to call.
fn has_state(program: &il::Program, unit: UnitId) -> bool {
    program.symbols.iter().any(|(id, s)| {
        matches!(&s.kind, il::SymbolKind::Variable(v) if v.saved && v.storage == il::Storage::Local && !v.constant)
            && program.home(id) == Some(unit)
    })
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

/// `&x`; `p` for `*p`.
pub(super) fn address(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Deref(p) => *p,
        kind => ExprKind::Address(Box::new(kind.into())).into(),
    }
}

/// The reference behind a pointer argument: `x` of `&x`, an array itself.
pub(super) fn pointed_at(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Address(x) => Some(x),
        ExprKind::Var(_) | ExprKind::Field { .. } => Some(e),
        _ => None,
    }
}

/// Whether objects of this type hold pointers that have derivatives.
fn has_pointers(p: &il::Program, r: il::RecordId) -> bool {
    p.has_part(&Type::Record(r), &|f| f.pointer && p.is_differentiable(&f.ty))
}
