//! C procedures that make memory for their caller, release it, or tell where it is, are put in the place of their calls.
//!
//! `Matrix *a = matrix_new(n, n)`, `matrix_free(a)`, `double *r = row(a, i)`: a derivative of such a procedure would hand over two pointers, and its
//! adjoint would release what its original makes. In the procedure that computes with the memory all that is already known: allocations get their twins,
//! pointers theirs, and what is freed is freed at the end of the backward sweep. So what is differentiated is the caller with the body of the helper in it;
//! the primal copies stay as they were written.
//!
//! A procedure is a helper when the memory holds reals, or is of blocks that grow ([`grown_blocks`](crate::prepare::grown_blocks)), and it
//!
//! - returns a pointer to it, or a structure with such a pointer in it, or new memory as `void *` ([`untyped`]), or
//! - copies or clears, by the library, what its `void *` parameters point to ([`untyped`]), or
//! - gives a pointer that its caller knows, or a global one, memory of its own, or frees what such a pointer leads to.
//!
//! In adjoints a procedure is a helper, too, when it gives its caller passive memory that the program releases, in a structure that leads to reals as
//! well or through the address of a pointer, or releases what others give in this way ([`passive`]): the backward sweep reads it.
//!
//! A call that resets what a `static` variable remembers (`mean(-1.0)`, `filter(0, RESET)`) is replaced in the same way when its constant arguments decide
//! tests: then it is seen that it resets it.
//!
//! It can stand in the place of a call when it does not call itself, nothing in it lives on between calls, its jumps are those that tests, loops and `return`
//! make (`returns.rs`) or lead to what it does at last (`jumps.rs`), and what it names can be named in the file of the caller (`other_files.rs`). Other calls stay, and are refused later if what they do
//! matters.

mod conditions;
mod decided;
mod jumps;
mod passive;
mod returns;
mod untyped;
mod which;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use il::calls::CallGraph;
use il::locals::{declare, fresh};
use il::symbol::{Storage, Variable};
use il::typing::type_of;
use il::{
    BinaryOp, Block, Expr, ExprKind, Program, ScalarClass, Stmt, StmtKind, Subscript, SymbolId, Type, Unit, UnitId,
};

use decided::{decided, decides, number, with_open_parts};
pub(crate) use untyped::grows;
use which::{can_stand_elsewhere, is_assertion, is_helper, is_message};

use crate::derive::maps::Maps;
use crate::directive_args;
use crate::prepare::c_statics;
use crate::prepare::grown_blocks::grown_types;
use crate::prepare::other_files;
use crate::request::{Mode, Request};

/// The longest body, in statements, that a caller may grow to.
const LONGEST: usize = 4000;

/// Puts helpers in the place of their calls, those that call no other helper first.
pub fn inline(p: &mut Program, request: &Request) {
    let c = |p: &Program, u: UnitId| {
        let unit = &p.units[u];
        unit.language.points_by_address() && unit.is_procedure() && !unit.is_interface && !unit.has_errors
    };
    let units: BTreeSet<UnitId> = p.units.ids().filter(|u| c(p, *u)).collect();
    if units.is_empty() {
        return;
    }
    let graph = CallGraph::new(p);
    let grown = grown_types(p);
    let heads: BTreeSet<UnitId> = request.heads.iter().map(|h| h.unit).collect();
    let shared = if request.mode == Mode::Adjoint { passive::Shared::of(p) } else { Default::default() };
    let mut sharing: BTreeSet<UnitId> = BTreeSet::new();
    let mut helpers: BTreeSet<UnitId> = BTreeSet::new();
    let mut resetting: BTreeSet<UnitId> = BTreeSet::new();
    // Callees come before their callers.
    for unit in graph.bottom_up().filter(|u| units.contains(u)) {
        // What a head gets from outside lives on: nothing in it is made and released here.
        let all: BTreeSet<UnitId> = if heads.contains(&unit) {
            helpers
                .iter()
                .copied()
                .chain(sharing.iter().copied().filter(|h| passive::is_given_locals(p, unit, *h)))
                .collect()
        } else {
            &helpers | &sharing
        };
        if !all.is_empty() || !resetting.is_empty() {
            Caller { p, unit, helpers: &all, resetting: &resetting, declared: Vec::new() }.run();
        }
        if graph.is_recursive(unit) || !can_stand_elsewhere(p, unit) {
            continue;
        }
        if is_helper(p, unit, &grown) {
            helpers.insert(unit);
        } else if shared.concerns(p, unit) {
            sharing.insert(unit);
        } else if !c_statics::changed_by(p, unit).is_empty() {
            resetting.insert(unit);
        }
    }
}

/// Where the value of a call goes.
#[derive(PartialEq)]
enum Target {
    /// Nowhere.
    Nothing,
    /// To a place, through the casts around the call.
    Place(Expr, Vec<Type>),
    /// The caller returns it.
    Returned,
}

struct Caller<'p> {
    p: &'p mut Program,
    unit: UnitId,
    helpers: &'p BTreeSet<UnitId>,
    /// Procedures that change what lives on between calls.
    resetting: &'p BTreeSet<UnitId>,
    declared: Vec<SymbolId>,
}

impl Caller<'_> {
    fn run(mut self) {
        let mut body = mem::take(&mut self.p.units[self.unit].body);
        let mut changed = false;
        self.block(&mut body, &mut changed);
        self.p.units[self.unit].body = body;
        if changed || !self.declared.is_empty() {
            declare(self.p, self.unit, &self.declared);
        }
    }

    fn callee(&self, e: &Expr) -> Option<UnitId> {
        match &e.kind {
            ExprKind::Call { callee, .. } => self.p.callee(*callee),
            _ => None,
        }
    }

    fn block(&mut self, block: &mut Block, changed: &mut bool) {
        let mut out = Block::new();
        for id in mem::take(block) {
            let mut stmt = mem::replace(&mut self.p.units[self.unit].stmts[id], Stmt::from(StmtKind::Nop));
            for inner in stmt.kind.blocks_mut() {
                self.block(inner, changed);
            }
            let from = out.len();
            self.expressions(&mut stmt, &mut out);
            let call = match &stmt.kind {
                StmtKind::Call { callee, args, .. } => {
                    let kind = ExprKind::Call { callee: *callee, args: args.clone() };
                    Some((Expr::from(kind), Target::Nothing))
                }
                StmtKind::Assign { lhs, rhs } => {
                    let (mut at, mut casts) = (rhs, Vec::new());
                    while let ExprKind::Cast(_, x) | ExprKind::Unary(il::UnaryOp::Paren, x) = &at.kind {
                        if let ExprKind::Cast(ty, _) = &at.kind {
                            casts.push(ty.clone());
                        }
                        at = x;
                    }
                    Some((at.clone(), Target::Place(lhs.clone(), casts)))
                }
                StmtKind::Return(Some(e)) => Some((e.bare().clone(), Target::Returned)),
                _ => None,
            };
            let done = call.is_some_and(|(call, target)| match self.callee(&call) {
                Some(h) if self.helpers.contains(&h) => self.replace(h, &call, &target, &mut out),
                Some(h) if self.resetting.contains(&h) && matches!(target, Target::Nothing) => {
                    decides(self.p, h, &call) && self.replace(h, &call, &target, &mut out)
                }
                _ => false,
            });
            *changed |= done || out.len() > from;
            if done {
                if let Some(first) = out.get(from) {
                    let first = &mut self.p.units[self.unit].stmts[*first];
                    first.comments.splice(0..0, mem::take(&mut stmt.comments));
                    first.label = first.label.take().or(stmt.label.take());
                    first.directives.append(&mut stmt.directives);
                }
                self.p.units[self.unit].stmts[id] = Stmt::from(StmtKind::Nop);
            } else {
                self.p.units[self.unit].stmts[id] = stmt;
                out.push(id);
            }
        }
        *block = out;
    }

    /// Calls of helpers inside the expressions that a statement surely evaluates once get variables.
    fn expressions(&mut self, stmt: &mut Stmt, out: &mut Block) {
        let whole = |e: &Expr| matches!(e.bare().kind, ExprKind::Call { .. } | ExprKind::Cast(..));
        let span = stmt.span;
        match &mut stmt.kind {
            StmtKind::Assign { lhs, rhs } => {
                self.hoist(lhs, out, false);
                let at_top = whole(rhs);
                self.hoist(rhs, out, at_top);
            }
            StmtKind::Return(Some(e)) => {
                let at_top = whole(e);
                self.hoist(e, out, at_top);
            }
            StmtKind::Call { args, .. } => args.iter_mut().for_each(|a| self.hoist(&mut a.value, out, false)),
            StmtKind::If(i) => {
                self.nest_tests(i, out);
                if let Some(first) = i.arms.first_mut() {
                    self.hoist(&mut first.test, out, false);
                    // Of `((l && r))` a name may be left.
                    if matches!(first.test.bare().kind, ExprKind::Var(_)) {
                        first.test = first.test.bare().clone();
                    }
                }
            }
            StmtKind::Do(d) => {
                self.hoist(&mut d.from, out, false);
                self.hoist(&mut d.to, out, false);
            }
            StmtKind::Select { selector, .. } => self.hoist(selector, out, false),
            _ => {}
        }
        for id in out.iter() {
            let made = &mut self.p.units[self.unit].stmts[*id];
            if made.span == il::Span::NONE {
                made.span = span;
            }
        }
    }

    /// Puts the helpers called in `e` in front; with `at_top` not the call that `e` itself is.
    fn hoist(&mut self, e: &mut Expr, out: &mut Block, at_top: bool) {
        match &mut e.kind {
            // Evaluated on one way only.
            ExprKind::Cond { test, .. } => return self.hoist(test, out, false),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), l, r) => {
                self.hoist(l, out, false);
                if let Some(value) = self.right_operand(*op, l, r, out) {
                    *e = value;
                }
                return;
            }
            ExprKind::SizeOf(_) => return,
            ExprKind::Cast(_, x) | ExprKind::Unary(il::UnaryOp::Paren, x) if at_top => return self.hoist(x, out, true),
            _ => e.children_mut(&mut |c| self.hoist(c, out, false)),
        }
        let Some(helper) = self.callee(e).filter(|h| !at_top && self.helpers.contains(h)) else { return };
        let Some(ty) = self.p.units[helper].result().and_then(|r| self.p.symbol_type(r)).cloned() else { return };
        let name = self.p.units[helper].name.clone();
        let local = fresh(self.p, self.unit, &format!("{name}_result"), Variable::new(ty, Storage::Local));
        if self.replace(helper, e, &Target::Place(Expr::var(local), Vec::new()), out) {
            self.declared.push(local);
            *e = Expr::at(ExprKind::Var(local), e.span);
        }
    }

    /// Appends the body of the helper that `call` calls. False: it cannot stand here.
    fn replace(&mut self, helper: UnitId, call: &Expr, target: &Target, out: &mut Block) -> bool {
        let ExprKind::Call { args, .. } = &call.kind else { return false };
        let Some(h) = jumps::resolved(&self.p.units[helper]) else { return false };
        if args.len() != h.params.len() || h.stmts.len() + self.p.units[self.unit].stmts.len() > LONGEST {
            return false;
        }
        let mut h = h.into_owned();
        let elsewhere = other_files::is_elsewhere(self.p, helper, self.unit);
        if elsewhere && other_files::names_private(self.p, helper) {
            return false;
        }
        if elsewhere {
            other_files::without_names(self.p, &mut h);
        }
        let mut body_of = h.clone();
        let at_once = match target {
            Target::Nothing => true,
            Target::Place(Expr { kind: ExprKind::Var(s), .. }, _) => !args.iter().any(|a| a.value.mentions(*s)),
            Target::Place(..) | Target::Returned => false,
        };
        let (body, returned) = if *target == Target::Returned && returns::in_loops(&h) {
            (h.body.clone(), returns::values(&h))
        } else {
            let flag = returns::need_flag(&h, at_once).then(|| self.flag());
            returns::at_the_end(&h, &mut body_of, at_once, flag)
        };
        let unasked =
            if matches!(target, Target::Nothing) { self.only_returned(helper, &h, &returned) } else { Vec::new() };
        let is_unasked = |kind: &StmtKind| matches!(kind, StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, .. } if unasked.contains(s));
        let names_own = |kind: &StmtKind| {
            let StmtKind::Opaque { reads, .. } = kind else { return false };
            let mut found = false;
            let mut own = |x: &Expr| found |= matches!(x.kind, ExprKind::Var(s) if self.p.home(s) == Some(helper));
            reads.iter().for_each(|e| e.walk(&mut own));
            found
        };
        let left_out = |kind: &StmtKind| is_assertion(kind) || is_unasked(kind) || is_message(kind) && names_own(kind);
        for stmt in body_of.stmts.iter_mut().map(|(_, s)| s).filter(|s| left_out(&s.kind)) {
            stmt.kind = StmtKind::Nop;
        }
        let mut maps = Maps::default();
        let mut values: BTreeMap<SymbolId, Expr> = BTreeMap::new();
        let mut first: Vec<StmtKind> = Vec::new();
        for (param, arg) in h.params.iter().zip(args) {
            // A function that is only noted somewhere.
            let noted = self.p.procedure(*param).is_some() && !calls(&h, *param);
            let named = matches!(arg.value.bare().kind, ExprKind::Var(f) if self.p.procedure(f).is_some());
            // What a directive speaks of needs a name.
            let spoken_of = directive_args::speak_of(self.p, helper, *param);
            if noted && named || !spoken_of && self.can_be(helper, *param, &arg.value, args) {
                values.insert(*param, arg.value.clone());
                continue;
            }
            let Some(mut v) = self.p.variable(*param).cloned() else { return false };
            if let Type::Array { elem, .. } = v.ty {
                v.ty = Type::Pointer { to: elem, to_const: false, restrict: false };
            }
            v.ty = untyped::typed(v.ty, Some(&type_of(self.p, arg.value.uncast())));
            let local = self.local(*param, v);
            maps.symbols.insert(*param, local);
            first.push(StmtKind::Assign { lhs: Expr::var(local), rhs: arg.value.clone() });
        }
        // The variable of the caller takes the place of the one that is returned.
        let wanted = match target {
            Target::Place(lhs, casts) => Some(casts.last().cloned().unwrap_or_else(|| type_of(self.p, lhs))),
            Target::Nothing | Target::Returned => None,
        };
        let same = match (target, returned.as_slice()) {
            (Target::Place(lhs, casts), all) if casts.iter().all(|c| *c == type_of(self.p, lhs)) => {
                self.one_local(helper, lhs, all, args)
            }
            _ => None,
        };
        if let (Some(inner), Target::Place(Expr { kind: ExprKind::Var(outer), .. }, _)) = (same, target) {
            maps.symbols.insert(inner, *outer);
        }
        let own = self.p.symbols_in(helper);
        for s in own {
            if maps.symbols.contains_key(&s) || values.contains_key(&s) || unasked.contains(&s) {
                continue;
            }
            if let Some(v) = self.p.variable(s).filter(|v| v.storage == Storage::Local).cloned() {
                let counter = is_declared_by_loop(&h, s);
                // Declared where the procedure begins, it is set later; a table of constants is set already.
                let constant = v.saved && v.constant;
                let v = Variable { constant, ty: untyped::typed(v.ty, wanted.as_ref()), ..v };
                let local = fresh(self.p, self.unit, &self.p.symbols[s].name.clone(), v);
                if !counter {
                    self.declared.push(local);
                }
                maps.symbols.insert(s, local);
            }
        }
        for kind in first {
            out.push(self.p.units[self.unit].add(kind));
        }
        directive_args::rename(self.p, helper, &mut body_of, &maps);
        let body = self.copy(&body_of, &body, &maps, &values, target, same.is_some());
        out.extend(body);
        true
    }

    /// The locals of a helper that it sets to return them, and for nothing else.
    fn only_returned(&self, helper: UnitId, h: &Unit, returned: &[Option<Expr>]) -> Vec<SymbolId> {
        let local = |e: &Expr| match e.bare().kind {
            ExprKind::Var(s) if self.p.home(s) == Some(helper) => Some(s),
            _ => None,
        };
        let mut out: Vec<SymbolId> = returned.iter().flatten().filter_map(local).collect();
        out.retain(|s| self.p.variable(*s).is_some_and(|v| v.storage == Storage::Local));
        h.walk(&h.body, &mut |_, stmt| match &stmt.kind {
            StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, rhs } if !rhs.has_call() => {
                out.retain(|r| r == s || !rhs.mentions(*r));
            }
            StmtKind::Return(Some(e)) if local(e).is_some() => {}
            StmtKind::Declare(_) => {}
            kind => kind.exprs(&mut |e| out.retain(|r| !e.mentions(*r))),
        });
        out
    }

    /// A local that tells whether the body of a helper is done.
    fn flag(&mut self) -> SymbolId {
        let flag = fresh(self.p, self.unit, "returned", Variable::new(Type::Scalar(il::Scalar::int()), Storage::Local));
        self.declared.push(flag);
        flag
    }

    fn local(&mut self, like: SymbolId, v: Variable) -> SymbolId {
        let name = self.p.symbols[like].name.clone();
        let v = Variable { storage: Storage::Local, by_value: false, intent: None, constant: false, ..v };
        let local = fresh(self.p, self.unit, &name, v);
        self.declared.push(local);
        local
    }

    /// Whether a parameter can be replaced by the actual argument: it is not changed, and the argument means the same all the time.
    fn can_be(&self, helper: UnitId, param: SymbolId, actual: &Expr, args: &[il::Arg]) -> bool {
        let mut changed = false;
        il::stores::each_in(self.p, helper, &self.p.units[helper].body, &mut |s| {
            changed |= s.symbol == Some(param) && s.is_own(self.p);
        });
        let stable = |s: SymbolId| {
            let kept = self.p.variable(s).is_some_and(|v| matches!(v.storage, Storage::Local | Storage::Dummy(_)));
            let handed =
                args.iter().any(|a| a.value.any(&mut |x| matches!(&x.kind, ExprKind::Address(y) if is_part_of(y, s))));
            kept && !handed
        };
        let simple = match &actual.bare().kind {
            _ if number(self.p, actual).is_some() => true,
            ExprKind::SizeOf(_) => true,
            ExprKind::Var(s) => stable(*s),
            ExprKind::Address(x) => is_fixed_place(x),
            _ => false,
        };
        simple && !changed && self.is_of_type_of(param, actual)
    }

    /// Whether handing an argument on converts nothing: `f(2)` for `double f(double x)` is a division by 2.0, and `size_t` counts otherwise than `int`.
    fn is_of_type_of(&self, param: SymbolId, actual: &Expr) -> bool {
        let Some(to) = self.p.symbol_type(param).and_then(Type::scalar) else { return true };
        match &actual.bare().kind {
            ExprKind::Integer { value, .. } => to.class == ScalarClass::Integer && *value >= 0,
            ExprKind::SizeOf(_) => to.class == ScalarClass::Integer,
            _ => type_of(self.p, actual).scalar().is_some_and(|from| from == to && from.unsigned == to.unsigned),
        }
    }

    /// The local that all returns of a helper return, when the caller's variable can be it.
    fn one_local(&self, helper: UnitId, lhs: &Expr, returned: &[Option<Expr>], args: &[il::Arg]) -> Option<SymbolId> {
        let ExprKind::Var(outer) = lhs.kind else { return None };
        let var = |e: &Option<Expr>| e.as_ref()?.bare().as_var();
        let inner = var(returned.first()?)?;
        let (a, b) = (self.p.variable(outer)?, self.p.variable(inner)?);
        let alike = a.ty == untyped::typed(b.ty.clone(), Some(&a.ty));
        let fits = a.storage == Storage::Local && b.storage == Storage::Local && alike && !a.constant;
        let free = !args.iter().any(|x| x.value.mentions(outer));
        let all = returned.iter().all(|e| var(e) == Some(inner));
        (fits && free && all && self.p.home(inner) == Some(helper)).then_some(inner)
    }

    fn copy(
        &mut self,
        h: &Unit,
        block: &Block,
        maps: &Maps,
        values: &BTreeMap<SymbolId, Expr>,
        target: &Target,
        same: bool,
    ) -> Block {
        let mut out = Block::new();
        let value = |e: &mut Expr| {
            e.rewrite(&mut |x| {
                if let ExprKind::Var(s) = &x.kind
                    && let Some(v) = values.get(s)
                {
                    *x = v.clone();
                }
                // `*&x` is `x`.
                if let ExprKind::Deref(inner) = &x.kind
                    && let ExprKind::Address(place) = &inner.bare().kind
                {
                    *x = (**place).clone();
                }
            });
        };
        for id in block {
            let original = &h.stmts[*id];
            let mut stmt = maps.stmt(original);
            for inner in stmt.kind.blocks_mut() {
                *inner = self.copy(h, inner, maps, values, target, same);
            }
            // A statement without blocks inside was mapped as a whole; names that stand for arguments are still the helper's.
            stmt.kind.exprs_mut(&mut |e| {
                value(e);
                without_zeros(self.p, e);
            });
            let mut instead = Block::new();
            let kind = match mem::replace(&mut stmt.kind, StmtKind::Nop) {
                StmtKind::Declare(_) => StmtKind::Nop,
                StmtKind::If(i) => match decided(self.p, with_open_parts(self.p, i)) {
                    Ok(block) => {
                        instead = block;
                        StmtKind::Nop
                    }
                    Err(i) => StmtKind::If(i),
                },
                StmtKind::Return(returned) => match (target, returned) {
                    (Target::Returned, returned) => StmtKind::Return(returned),
                    (Target::Place(lhs, casts), Some(e)) if !same => {
                        let cast = |e: Expr, ty: &Type| ExprKind::Cast(ty.clone(), Box::new(e)).into();
                        StmtKind::Assign { lhs: lhs.clone(), rhs: casts.iter().rev().fold(e, cast) }
                    }
                    _ => StmtKind::Nop,
                },
                StmtKind::Scope { body, .. } => {
                    instead = body;
                    StmtKind::Nop
                }
                other => other,
            };
            // A region begins or ends also where what is not copied stood.
            let left_out = kind == StmtKind::Nop;
            if !left_out || !stmt.directives.is_empty() {
                stmt.kind = kind;
                out.push(self.p.units[self.unit].add(stmt));
            }
            out.extend(instead);
        }
        out
    }
}

/// What zeros among the arguments leave of offsets: `m->d` of `&m->d[i*m->ld + j]`.
fn without_zeros(p: &Program, e: &mut Expr) {
    let is_zero = |e: &Expr| e.uncast().as_int() == Some(0);
    e.rewrite(&mut |x| {
        let left = match &x.kind {
            ExprKind::Binary(BinaryOp::Mul, l, r) if !l.has_call() && !r.has_call() => {
                [l, r].into_iter().find(|e| is_zero(e))
            }
            ExprKind::Binary(BinaryOp::Add, l, r) if is_zero(r) => Some(l),
            ExprKind::Binary(BinaryOp::Add, l, r) if is_zero(l) => Some(r),
            ExprKind::Address(place) => match &place.kind {
                ExprKind::Index { base, subs } => match subs.as_slice() {
                    [Subscript::At(k)] if is_zero(k) => Some(base),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        // It counts in what it counted in, and an array is no pointer yet.
        let ty = type_of(p, x);
        let counts = matches!(ty, Type::Pointer { .. }) || ty.class() == Some(ScalarClass::Integer);
        if let Some(left) = left.filter(|e| counts && type_of(p, e) == ty) {
            *x = (**left).clone();
        }
    });
}

/// Whether a unit calls its parameter.
fn calls(u: &Unit, param: SymbolId) -> bool {
    let mut found = false;
    u.walk(&u.body, &mut |_, s| {
        s.kind.each_call(&mut |callee, _| found |= callee == param);
    });
    found
}

/// Whether a place is a variable or a part of it, not what it points to.
fn is_part_of(place: &Expr, s: SymbolId) -> bool {
    match &place.kind {
        ExprKind::Var(v) => *v == s,
        ExprKind::Field { base, .. } => is_part_of(base, s),
        _ => false,
    }
}

/// A variable, a component, or an element with constant subscripts of one.
fn is_fixed_place(e: &Expr) -> bool {
    let constant = |s: &il::Subscript| matches!(s, il::Subscript::At(i) if i.as_int().is_some());
    match &e.kind {
        ExprKind::Var(_) => true,
        ExprKind::Field { base, .. } => is_fixed_place(base),
        ExprKind::Index { base, subs } => subs.iter().all(constant) && is_fixed_place(base),
        _ => false,
    }
}

fn is_declared_by_loop(u: &Unit, s: SymbolId) -> bool {
    u.any(&u.body, &mut |_, x| matches!(&x.kind, StmtKind::Do(d) if d.declares && d.var == s))
}
