//! `use(I′)`: what the adjoint of a statement reads of the original's values; and which statements have an adjoint at all.
//!
//! This mirrors what `emit/expr` writes: a sum needs none of its terms, a product the other factor, anything else all of its arguments.

use std::cell::RefCell;
use std::collections::BTreeSet;

use analysis::c_memory;
use analysis::passed_place::given_place;
use il::intrinsics::Class;
use il::typing::{shape_giver, spread_in, type_of};
use il::{BinaryOp, Expr, ExprKind, Program, StmtId, StmtKind, Subscript, SymbolId, Type, UnaryOp, UnitId};

use crate::adjoint::plan::CallMode;
use crate::adjoint::plan::access::{Access, Effect, Set};
use crate::adjoint::plan::results;
use crate::derive::World;
use crate::facts::At;
use crate::request::Improvement;
use crate::signature::Part;

/// Whether values of this expression's type have derivatives at all.
fn carries(p: &Program, e: &Expr) -> bool {
    let ty = type_of(p, e);
    !matches!(ty, Type::Pointer { .. }) && p.is_differentiable(&ty)
}

/// Whether a reference owns a derivative and is active at a point.
pub(crate) fn is_active_ref(world: &World, unit: UnitId, e: &Expr, at: At) -> bool {
    world.facts.has_storage(world.source, e) && world.facts.active(world.source, unit, at, e)
}

/// Whether a call that gives a statement its value may have an adjoint: its value carries a derivative, or has none, as a status or a text, and what the
/// call writes does (and where that ends the adjoint of what it overwrites, too).
pub(crate) fn may_be_differentiated(world: &World, call: &Expr) -> bool {
    let ExprKind::Call { callee, .. } = &call.kind else { return false };
    let system = world.source.procedure(*callee).is_none_or(|f| f.class == il::symbol::ProcedureClass::System);
    carries(world.source, call) || !system && type_of(world.source, call) != Type::Void
}

/// Whether some active leaf flows into the value of `e`, before a statement.
pub(crate) fn is_active_expr(world: &World, unit: UnitId, e: &Expr, stmt: StmtId) -> bool {
    if !carries(world.source, e) {
        return false;
    }
    match &e.kind {
        _ if e.is_reference() => is_active_ref(world, unit, e, At::Before(stmt)),
        ExprKind::Intrinsic(f, args) => {
            f.info().class != Class::Inquiry
                && crate::rules::may_carry(*f)
                && args.iter().any(|a| is_active_expr(world, unit, &a.value, stmt))
        }
        ExprKind::Cond { yes, no, .. } => {
            is_active_expr(world, unit, yes, stmt) || is_active_expr(world, unit, no, stmt)
        }
        ExprKind::Call { callee, .. } => world.facts.call_is_active(world.source, unit, stmt, *callee),
        _ => {
            let mut found = false;
            e.children(&mut |c| found |= is_active_expr(world, unit, c, stmt));
            found
        }
    }
}

/// Whether the value that a statement assigns is differentiated, or its adjoint ends there.
pub(crate) fn is_differentiated(world: &World, unit: UnitId, stmt: StmtId, lhs: &Expr) -> bool {
    let p = world.source;
    !matches!(type_of(p, lhs), Type::Pointer { .. })
        && world.facts.has_storage(p, lhs)
        && world.facts.useful(p, unit, At::After(stmt), lhs)
}

/// Whether a statement has an adjoint.
pub(crate) fn has_adjoint(world: &World, access: &Access, unit: UnitId, id: StmtId) -> bool {
    let stmt = &world.source.units[unit].stmts[id];
    match &stmt.kind {
        StmtKind::Assign { lhs, .. } => {
            is_differentiated(world, unit, id, lhs)
                || c_memory::allocates(world.source, &stmt.kind)
                || calls_adjoint(world, access, unit, id)
        }
        StmtKind::Call { .. } => calls_adjoint(world, access, unit, id),
        StmtKind::Where { arms, otherwise, .. } => arms
            .iter()
            .flat_map(|a| &a.body)
            .chain(otherwise.iter().flatten())
            .any(|s| has_adjoint(world, access, unit, *s)),
        StmtKind::Forall { body, .. } => body.iter().any(|s| has_adjoint(world, access, unit, *s)),
        StmtKind::Opaque { writes, .. } => writes.iter().any(|w| is_differentiated(world, unit, id, w)),
        StmtKind::Return(Some(_)) => match world.source.units[unit].result() {
            Some(r) => is_differentiated(world, unit, id, &Expr::var(r)),
            None => false,
        },
        StmtKind::Allocate { .. } | StmtKind::Deallocate { .. } => true,
        _ => false,
    }
}

/// Whether the call of a statement has an adjoint, or ends one.
fn calls_adjoint(world: &World, access: &Access, unit: UnitId, id: StmtId) -> bool {
    call_mode(world, access, unit, id).is_some_and(|m| {
        m != CallMode::Passive || !resets(world, access, unit, id, &access.statement(unit, id)).is_empty()
    })
}

/// How a call statement is treated; `None` for other statements.
pub(crate) fn call_mode(world: &World, access: &Access, unit: UnitId, id: StmtId) -> Option<CallMode> {
    let stmt = &world.source.units[unit].stmts[id];
    let callee = match &stmt.kind {
        StmtKind::Call { callee, .. } => *callee,
        StmtKind::Assign { rhs, .. } | StmtKind::Return(Some(rhs)) => match &rhs.kind {
            ExprKind::Call { callee, .. } if may_be_differentiated(world, rhs) => *callee,
            _ => return None,
        },
        _ => return None,
    };
    if !world.facts.call_is_active(world.source, unit, id, callee) {
        return Some(CallMode::Passive);
    }
    if world.exchange_of(callee).is_some() {
        return Some(CallMode::Library);
    }
    if world.library_rule(callee, Part::Adjoint).is_some_and(|r| !r.before) {
        return Some(CallMode::Library);
    }
    if access.weighed.borrow().contains_key(&(unit, id)) {
        return Some(CallMode::Partials);
    }
    let target = world.source.callee(callee);
    let asked = access.forced.borrow().contains(&(unit, id))
        || target.is_some_and(|u| crate::directives::asks_split(world.source, &world.request.split, unit, id, u));
    Some(if asked && target.is_some() { CallMode::Split } else { CallMode::Joint })
}

/// Zones that the adjoint of a statement reads.
pub(crate) fn of(world: &World, access: &Access, unit: UnitId, id: StmtId) -> Set {
    let mut out = Effect::default();
    let stmt = &world.source.units[unit].stmts[id];
    match (&stmt.kind, call_mode(world, access, unit, id)) {
        (_, Some(CallMode::Joint)) => {
            out = joint_call(world, access, unit, id).unwrap_or_else(|| access.statement(unit, id).as_ref().clone());
        }
        (_, Some(CallMode::Split)) => out = access.statement(unit, id).as_ref().clone(),
        (_, Some(CallMode::Partials)) => {
            // Where the derivatives of its inputs are.
            access.weighed.borrow()[&(unit, id)].iter().for_each(|e| access.address(e, &mut out));
        }
        (_, Some(CallMode::Library)) => library_call(world, access, unit, id, &mut out),
        (StmtKind::Assign { lhs, .. }, Some(CallMode::Passive)) if is_differentiated(world, unit, id, lhs) => {
            access.address(lhs, &mut out);
        }
        (StmtKind::Assign { lhs, rhs }, None) if has_gradient(access, unit, id) => {
            // Where the derivatives of what it reads are.
            access.address(lhs, &mut out);
            active_references(world, unit, id, rhs, &mut |e| access.address(e, &mut out));
        }
        (StmtKind::Assign { lhs, rhs }, None) => assignment(world, access, unit, id, lhs, rhs, &mut out),
        (StmtKind::Return(Some(rhs)), _) => {
            if let Some(r) = world.source.units[unit].result() {
                assignment(world, access, unit, id, &Expr::var(r), rhs, &mut out);
            }
        }
        (StmtKind::Where { arms, otherwise, .. }, _) => {
            let mut any = false;
            for &s in arms.iter().flat_map(|a| &a.body).chain(otherwise.iter().flatten()) {
                if has_adjoint(world, access, unit, s) {
                    any = true;
                    out.reads.union(&of(world, access, unit, s));
                }
            }
            if any {
                for a in arms {
                    access.reads(&a.test, &mut out.reads);
                }
            }
        }
        (StmtKind::Opaque { writes, .. }, _) => {
            for w in writes {
                if is_differentiated(world, unit, id, w) {
                    access.address(w, &mut out);
                }
            }
        }
        // Their adjoints release or make what they name, by the same subscripts.
        (StmtKind::Allocate { objects, .. }, _) => {
            objects.iter().for_each(|o| access.address_of_pointer(&o.object, &mut out));
        }
        (StmtKind::Deallocate { objects, .. }, _) => {
            objects.iter().for_each(|o| access.address_of_pointer(o, &mut out));
        }
        _ => {}
    }
    out.reads
}

/// Whether the partial derivatives of an assignment are computed with its value.
pub(crate) fn has_gradient(access: &Access, unit: UnitId, id: StmtId) -> bool {
    access.gradients.borrow().contains(&(unit, id))
}

/// The active references of a right side.
fn active_references(world: &World, unit: UnitId, id: StmtId, e: &Expr, found: &mut dyn FnMut(&Expr)) {
    if !is_active_expr(world, unit, e, id) {
        return;
    }
    if e.is_reference() {
        return found(e);
    }
    e.children(&mut |c| active_references(world, unit, id, c, found));
}

/// What a joint call reads: of the callee's inputs those that its adjoint needs, and all that is no variable.
fn joint_call(world: &World, access: &Access, unit: UnitId, id: StmtId) -> Option<Effect> {
    call_with(world, access, unit, id, &|target| Some(access.joint_call(unit, id, target)?.needs))
}

/// Zones that the backward half of a split call reads as its forward half has left them. Nothing when that is not known: then it may be all.
pub(crate) fn behind_split(world: &World, access: &Access, unit: UnitId, id: StmtId) -> Option<Set> {
    Some(call_with(world, access, unit, id, &|target| access.behind_call(unit, id, target))?.reads)
}

/// What a call of a derivative reads that has certain needs, in zones of the caller.
fn call_with(
    world: &World,
    access: &Access,
    unit: UnitId,
    id: StmtId,
    needs: &dyn Fn(UnitId) -> Option<Set>,
) -> Option<Effect> {
    if !world.request.improves(Improvement::Snapshot) {
        return None;
    }
    let mut out = Effect::default();
    let (callee, args, lhs) = world.source.units[unit].stmts[id].kind.call()?;
    lhs.iter().for_each(|l| access.address(l, &mut out));
    let target = world.source.callee(callee)?;
    out.reads.union(&needs(target)?);
    let by_value = world.language(unit).passes_values()
        || world.source.units[target].params.iter().any(|d| world.source.variable(*d).is_some_and(|v| v.by_value));
    for (k, a) in args.iter().enumerate() {
        // Where its derivative is, is read all the same.
        let unread = is_unread_value(world, access, unit, target, k, &a.value);
        if a.value.is_reference() && (!by_value || unread) {
            access.address(&a.value, &mut out);
        } else {
            access.passed(&a.value, &mut out);
        }
    }
    Some(out)
}

/// C: whether the adjoint of a callee does not look at the value of its argument `k`, as that of a linear function: it need not be what it was, any
/// number will do. What never changes is passed all the same.
pub(crate) fn is_unread_value(
    world: &World,
    access: &Access,
    unit: UnitId,
    callee: UnitId,
    k: usize,
    actual: &Expr,
) -> bool {
    let p = world.source;
    if !world.language(unit).points_by_address() || !world.request.improves(Improvement::Snapshot) {
        return false;
    }
    let Some(param) = p.units[callee].params.get(k).copied() else { return false };
    let known = access.joint.borrow();
    let (Some(there), Some(v)) = (known.get(&callee), p.variable(param)) else { return false };
    let stays = match actual.kind {
        ExprKind::Var(s) => {
            let given = p.variable(s).is_some_and(|v| matches!(v.storage, il::Storage::Dummy(_)));
            given && !world.facts.analysis.stores(unit).changed.contains(&s)
        }
        _ => actual.root().is_none(),
    };
    let mut zones = Set::default();
    zones.add(&access.zones.of_symbol(param));
    v.by_value && is_of_numbers(p, &v.ty) && !stays && !there.needs.meets(&zones)
}

/// Whether a type is that of a real number, or a structure of such.
pub(crate) fn is_of_numbers(p: &il::Program, ty: &il::Type) -> bool {
    match ty {
        il::Type::Scalar(s) => s.is_differentiable(),
        il::Type::Record(r) => !p.records[*r].opaque && p.records[*r].fields.iter().all(|f| is_of_numbers(p, &f.ty)),
        _ => false,
    }
}

fn assignment(world: &World, access: &Access, unit: UnitId, id: StmtId, lhs: &Expr, rhs: &Expr, out: &mut Effect) {
    if !is_differentiated(world, unit, id, lhs) {
        return;
    }
    access.address(lhs, out);
    let cx = Cx { world, access, unit, id, values: RefCell::default() };
    cx.whole(rhs, results::is_kept(world, access, unit, id), out);
}

/// The left side, when the adjoint of an assignment reads the value that it left there.
pub(crate) fn result<'p>(world: &World<'p>, access: &Access<'p>, unit: UnitId, id: StmtId) -> Option<&'p Expr> {
    world.source.units[unit].stmts[id].kind.assigned().filter(|_| results::is_kept(world, access, unit, id))
}

/// What the adjoint of a library's routine reads from before the call: where its arguments are, and those that are no variables.
fn library_call(world: &World, access: &Access, unit: UnitId, id: StmtId, out: &mut Effect) {
    let Some((_, args, lhs)) = world.source.units[unit].stmts[id].kind.call() else { return };
    lhs.iter().for_each(|l| access.address(l, out));
    let in_c = world.language(unit) == il::Language::C;
    for a in args {
        if a.value.is_reference() && !in_c {
            access.address(&a.value, out);
        } else {
            access.passed(&a.value, out);
        }
    }
}

/// Zones that the adjoint of a statement reads as the statement leaves them.
pub(crate) fn left(world: &World, access: &Access, unit: UnitId, id: StmtId) -> Option<Set> {
    if let Some(lhs) = result(world, access, unit, id) {
        return Some(access.place(lhs).0);
    }
    if call_mode(world, access, unit, id) != Some(CallMode::Library) {
        return None;
    }
    let (callee, args, _) = world.source.units[unit].stmts[id].kind.call()?;
    let read = match world.exchange_of(callee) {
        Some(exchange) => exchange.reads(world.source, args),
        None => world.read_by_library(callee)?,
    };
    let mut out = Set::default();
    let of_exchange = world.exchange_of(callee).is_some();
    for (_, a) in args.iter().enumerate().filter(|(k, _)| read.contains(k)) {
        match &a.value {
            // C passes numbers by value.
            value if world.language(unit) == il::Language::C && !of_exchange => {
                let leads = matches!(type_of(world.source, value), Type::Pointer { .. } | Type::Array { .. });
                out.union(&if leads { access.reached(value) } else { Set::default() });
            }
            value if value.is_reference() => _ = out.union(&access.place(value).0),
            _ => {}
        }
    }
    Some(access.with_inputs(&out))
}

/// The expressions whose values the adjoint of a statement reads, subscripts included; `None` when it is not just an assignment.
pub(crate) fn values(world: &World, access: &Access, unit: UnitId, id: StmtId) -> Option<Vec<Expr>> {
    values_with(world, access, unit, id, results::is_kept(world, access, unit, id))
}

/// The expressions through which a call reads what belongs to the caller alone; `None` when it may reach more than is named: a dummy array that
/// begins at an element, or a procedure inside the caller.
///
/// Of what is given to a dummy that `looks_at` is false for, only where it is.
pub(crate) fn call_values(
    world: &World,
    unit: UnitId,
    id: StmtId,
    looks_at: &dyn Fn(UnitId, SymbolId) -> bool,
) -> Option<Vec<Expr>> {
    let p = world.source;
    let (callee, args, lhs) = p.units[unit].stmts[id].kind.call()?;
    let target = p.callee(callee)?;
    let params = &p.units[target].params;
    if !p.units[unit].children.is_empty() || args.len() != params.len() || world.language(unit) == il::Language::C {
        return None;
    }
    let mut out = Vec::new();
    for (dummy, a) in params.iter().zip(args) {
        let rank = p.symbol_type(*dummy).map(Type::rank)?;
        if a.keyword.is_some() || a.value.is_reference() && type_of(p, &a.value).rank() != rank {
            return None;
        }
        if !a.value.is_reference() || looks_at(target, *dummy) {
            out.push(a.value.clone());
        }
        subscripts(&a.value, &mut out);
    }
    lhs.iter().for_each(|l| subscripts(l, &mut out));
    Some(out)
}

/// The same, if the result is read (`kept`) or not.
pub(crate) fn values_with(world: &World, access: &Access, unit: UnitId, id: StmtId, kept: bool) -> Option<Vec<Expr>> {
    let StmtKind::Assign { lhs, rhs } = &world.source.units[unit].stmts[id].kind else { return None };
    match call_mode(world, access, unit, id) {
        Some(CallMode::Partials) => {
            let mut out = Vec::new();
            access.weighed.borrow()[&(unit, id)].iter().for_each(|e| subscripts(e, &mut out));
            return Some(out);
        }
        Some(CallMode::Passive | CallMode::Joint | CallMode::Split | CallMode::Library) => return None,
        None => {}
    }
    if has_gradient(access, unit, id) {
        let mut out = Vec::new();
        subscripts(lhs, &mut out);
        active_references(world, unit, id, rhs, &mut |e| subscripts(e, &mut out));
        return Some(out);
    }
    let cx = Cx { world, access, unit, id, values: RefCell::default() };
    cx.whole(rhs, kept, &mut Effect::default());
    let mut out = cx.values.into_inner();
    for e in [lhs, rhs] {
        subscripts(e, &mut out);
    }
    Some(out)
}

/// The subscripts and pointers in an expression.
fn subscripts(e: &Expr, out: &mut Vec<Expr>) {
    e.walk(&mut |x| match &x.kind {
        ExprKind::Index { subs, .. } => {
            out.extend(subs.iter().flat_map(Subscript::parts).cloned());
        }
        ExprKind::Deref(pointer) => out.push((**pointer).clone()),
        _ => {}
    });
}

struct Cx<'w, 'a> {
    world: &'w World<'a>,
    access: &'w Access<'a>,
    unit: UnitId,
    id: StmtId,
    /// The expressions whose values are read.
    values: RefCell<Vec<Expr>>,
}

impl Cx<'_, '_> {
    fn active(&self, e: &Expr) -> bool {
        is_active_expr(self.world, self.unit, e, self.id)
    }

    fn reads(&self, e: &Expr, out: &mut Effect) {
        self.values.borrow_mut().push(e.clone());
        self.access.reads(e, &mut out.reads);
    }

    /// What sending a seed down a right side reads besides its value, when that is `kept`.
    fn whole(&self, rhs: &Expr, kept: bool, out: &mut Effect) {
        match &results::operation(rhs).kind {
            ExprKind::Intrinsic(_, args) if kept => args.iter().for_each(|a| self.expr(&a.value, out)),
            ExprKind::Binary(_, l, r) if kept => {
                self.reads(r, out);
                self.expr(l, out);
                self.expr(r, out);
            }
            _ => self.expr(rhs, out),
        }
    }

    /// What sending a seed down `e` reads.
    fn expr(&self, e: &Expr, out: &mut Effect) {
        if !self.active(e) {
            return;
        }
        if e.is_reference() {
            return self.access.address(e, out);
        }
        match &e.kind {
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::Paren | UnaryOp::Plus, x) | ExprKind::Cast(_, x) => {
                self.expr(x, out)
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, l, r) | ExprKind::ComplexParts(l, r) => {
                self.expr(l, out);
                self.expr(r, out);
            }
            ExprKind::Binary(BinaryOp::Mul, l, r) => {
                if self.active(l) {
                    self.reads(r, out);
                }
                if self.active(r) {
                    self.reads(l, out);
                }
                self.expr(l, out);
                self.expr(r, out);
            }
            ExprKind::Binary(BinaryOp::Div, l, r) => {
                self.reads(r, out);
                if self.active(r) {
                    self.reads(l, out);
                }
                self.expr(l, out);
                self.expr(r, out);
            }
            ExprKind::Intrinsic(f, args) => self.intrinsic(f.name(), args, out),
            ExprKind::Cond { test, yes, no } => {
                self.reads(test, out);
                self.expr(yes, out);
                self.expr(no, out);
            }
            ExprKind::Constructor { items, .. } => {
                self.reads(e, out);
                let _ = items;
            }
            _ => {
                self.reads(e, out);
                e.children(&mut |c| self.expr(c, out));
            }
        }
    }

    /// What reaches a scalar that is spread over an array in a sum is that of the sum, so many times as the array has elements.
    fn sizes(&self, summed: &Expr, out: &mut Effect) {
        let p = self.world.source;
        for e in spread_in(p, summed, &|x| self.active(x)) {
            match shape_giver(p, e) {
                Some(like) => self.access.address(like, out),
                None => self.reads(e, out),
            }
        }
    }

    fn intrinsic(&self, name: &str, args: &[il::Arg], out: &mut Effect) {
        match name {
            // Linear: only what is not differentiated is read (masks, shifts, dimensions).
            "real" | "dble" | "float" | "sngl" | "aimag" | "cmplx" | "dcmplx" | "conjg" | "merge" | "sum"
            | "transpose" | "spread" | "cshift" | "eoshift" | "reshape" | "pack" => {
                for a in args {
                    if self.active(&a.value) { self.expr(&a.value, out) } else { self.reads(&a.value, out) }
                }
                if let ("sum", Some(summed)) = (name, args.first()) {
                    self.sizes(&summed.value, out);
                }
            }
            "dot_product" | "matmul" => {
                for k in 0..2 {
                    if self.active(&args[k].value) {
                        self.reads(&args[1 - k].value, out);
                        self.expr(&args[k].value, out);
                    }
                }
            }
            _ => {
                for a in args {
                    self.reads(&a.value, out);
                    self.expr(&a.value, out);
                }
            }
        }
    }
}

/// What a passive call overwrites entirely although its derivative is asked for afterwards: its adjoint ends there. That may be an argument, a
/// component of one, or what the callee reaches by itself: globals, and variables of the procedure around.
pub(crate) fn resets(world: &World, access: &Access, unit: UnitId, id: StmtId, effect: &Effect) -> Vec<Expr> {
    let u = &world.source.units[unit];
    let Some((_, args, _)) = u.stmts[id].kind.call() else { return Vec::new() };
    let mut out = Vec::new();
    let given = args.iter().filter_map(|a| given_place(world.source, u.language, &a.value));
    let given: Vec<Expr> = given.filter(Expr::is_reference).collect();
    for e in &given {
        overwritten(world, access, (unit, id), e, effect, &mut out);
    }
    let given: BTreeSet<SymbolId> = given.iter().filter_map(Expr::root).collect();
    let commons = u.commons();
    let mut others: BTreeSet<SymbolId> = commons.values().flatten().copied().collect();
    others.extend(world.globals.derivatives.keys().copied());
    others.extend(world.around(unit).into_iter().filter(|s| world.facts.owns(*s)));
    for s in others.difference(&given) {
        overwritten(world, access, (unit, id), &Expr::var(*s), effect, &mut out);
    }
    out
}

/// The largest parts of a reference that a call overwrites entirely.
fn overwritten(
    world: &World,
    access: &Access,
    (unit, id): (UnitId, StmtId),
    e: &Expr,
    effect: &Effect,
    out: &mut Vec<Expr>,
) {
    let p = world.source;
    let (zones, whole) = access.place(e);
    let differentiable = || zones.iter().filter(|z| access.zones.zone(*z).differentiable);
    if !whole || !zones.iter().any(|z| effect.writes.has(z)) || differentiable().next().is_none() {
        return;
    }
    if differentiable().all(|z| effect.kills.has(z)) {
        if is_differentiated(world, unit, id, e) {
            out.push(e.clone());
        }
        return;
    }
    let ty = type_of(p, e);
    let Some(record) = ty.record().filter(|_| !matches!(ty, Type::Pointer { .. })) else { return };
    for (k, f) in p.records[record].fields.iter().enumerate() {
        if !f.pointer && world.facts.owns_field(record, k) {
            let part = ExprKind::Field { base: Box::new(e.clone()), record, field: k }.into();
            overwritten(world, access, (unit, id), &part, effect, out);
        }
    }
}
