//! Internal procedures that allocate, release or associate variables for their host are put in the place of their calls, before an adjoint is made; so
//! are procedures of a module that make a pointer of another one lead to what they allocate by their own (`allocate (p)`, `first => p`), and
//! constructors, functions that give a structure with a pointer to what they allocate (`a = grid(n)`).
//!
//! ```text
//! call seed              allocate (c(n))
//! y = sum(c**2)          c = x**2
//!                        y = sum(c**2)
//! ```
//!
//! The two halves of such a call would have to stand in the two halves of the host: what is allocated forward must still be there when the backward
//! sweep begins. In the host all that is known. So what is differentiated is the host with the body of the procedure in it, as for procedures of C that
//! make memory ([`crate::prepare::c_helpers`]).
//!
//! It can stand there when it does not call itself, can be written so that it runs to its end, keeps nothing between calls, and when its dummy arguments are either variables of the
//! caller with the same shape, single structures and pointers that references name (`cell(k)`, `tree%root`), or numbers and texts that it only reads. What
//! OPTIONAL ones are absent is known where it stands. Other calls stay, and are refused later (RT0406).

use std::collections::{BTreeMap, BTreeSet};

use analysis::allocation;
use il::calls::CallGraph;
use il::locals::{declare, fresh};
use il::symbol::{ProcedureClass, Storage, SymbolKind, Variable};
use il::typing::type_of;
use il::{
    Arg, Block, Decl, DeclKind, Dim, Expr, ExprKind, Intent, Program, Stmt, StmtId, StmtKind, SymbolId, Type, Unit,
    UnitId, UnitKind, Upper,
};

use crate::derive::maps::Maps;
use crate::directive_args;
use crate::prepare::normalise;
use crate::prepare::normalise::values::is_changed;
use crate::refuse::moved_pointers;
use crate::shared::imports::imports_into;
use crate::shared::presence;

/// Puts them in the place of their calls, those that call no other first. Whether there were any.
pub(crate) fn inline(p: &mut Program) -> bool {
    let mut movers = allocation::movers_for_hosts(p);
    movers.extend(normalise::releasing_for_hosts(p));
    movers.extend(moved_pointers::makers(p));
    let mut changed = false;
    if movers.is_empty() {
        return changed;
    }
    let graph = CallGraph::new(p);
    let mut ready: BTreeSet<UnitId> = BTreeSet::new();
    for unit in graph.bottom_up() {
        let u = &p.units[unit];
        if !u.language.describes_storage() || !u.is_procedure() || u.is_interface || u.has_errors {
            continue;
        }
        if !ready.is_empty() {
            let body = std::mem::take(&mut p.units[unit].body);
            let mut caller = Caller { p, unit, ready: &ready, declared: Vec::new(), changed: false };
            let body = caller.block(body);
            let declared = std::mem::take(&mut caller.declared);
            changed |= caller.changed;
            p.units[unit].body = body;
            declare(p, unit, &declared);
        }
        if movers.contains(&unit) && !graph.is_recursive(unit) && can_stand_elsewhere(p, unit) {
            ready.insert(unit);
        }
    }
    changed
}

/// Whether the body can be copied into the procedure around.
fn can_stand_elsewhere(p: &Program, unit: UnitId) -> bool {
    let u = &p.units[unit];
    let own = |s: SymbolId| p.home(s) == Some(unit);
    let structure =
        |s: SymbolId| p.variable(s).is_some_and(|v| !v.polymorphic && v.ty.rank() == 0 && v.ty.record().is_some());
    let gives = matches!(u.kind, UnitKind::Function { .. }) && u.result().is_some_and(structure);
    let mut fine = (u.kind == UnitKind::Subroutine || gives) && u.alternate_params.is_empty();
    u.walk(&u.body, &mut |_, s| {
        fine &= s.label.is_none();
        fine &= match &s.kind {
            // Those that end the body leave nothing out of it ([`end_by_returns`]).
            StmtKind::Return(_) => true,
            // Text keeps the names that stand in it.
            StmtKind::Opaque { reads, writes, .. } => {
                let mut mentions = false;
                reads
                    .iter()
                    .chain(writes)
                    .for_each(|e| e.walk(&mut |x| mentions |= matches!(x.kind, ExprKind::Var(s) if own(s))));
                !mentions
            }
            StmtKind::Goto(_)
            | il::labels!()
            | StmtKind::Scope { .. }
            | StmtKind::Forall { .. }
            | StmtKind::Error(_) => false,
            _ => true,
        };
    });
    let mut symbols = p.symbols.iter().filter(|(s, _)| own(*s));
    fine = fine && end_by_returns(&mut u.clone());
    fine && symbols.all(|(_, s)| match &s.kind {
        SymbolKind::Variable(v) => match v.storage {
            Storage::Dummy(_) => true,
            Storage::Local => !v.saved && v.init.is_none() && begins_undefined(p, v),
            Storage::Result => true,
            _ => false,
        },
        SymbolKind::Procedure(f) => f.class == ProcedureClass::Intrinsic,
        _ => false,
    })
}

/// Writes what follows an IF with a RETURN in the arm that goes on, so that each RETURN ends the body. `false`: that cannot be.
fn end_by_returns(u: &mut Unit) -> bool {
    let body = std::mem::take(&mut u.body);
    let ended = ended(u, body);
    u.body = ended.clone().unwrap_or_default();
    ended.is_some()
}

/// The same for statements that end a body.
fn ended(u: &mut Unit, mut block: Block) -> Option<Block> {
    let returns = |u: &Unit, block: &Block| u.any(block, &mut |_, s| matches!(s.kind, StmtKind::Return(_)));
    let Some(at) = block.iter().position(|id| returns(u, &vec![*id])) else { return Some(block) };
    let (id, rest) = (block[at], block.split_off(at + 1));
    let mut kind = u.stmts[id].kind.clone();
    match &mut kind {
        // Nothing behind it is reached.
        StmtKind::Return(_) => {}
        StmtKind::If(i) => {
            let mut rest = Some(rest);
            if i.otherwise.is_none() {
                i.otherwise = Some(Block::new());
            }
            let ends = |u: &Unit, b: &Block| b.last().is_some_and(|s| matches!(u.stmts[*s].kind, StmtKind::Return(_)));
            for b in i.arms.iter_mut().map(|a| &mut a.body).chain(&mut i.otherwise) {
                if !ends(u, b) && rest.as_ref().is_none_or(|r| !r.is_empty()) {
                    // Two arms that go on would both need it.
                    b.extend(rest.take()?);
                }
                *b = ended(u, std::mem::take(b))?;
            }
            i.otherwise = i.otherwise.take().filter(|o| !o.is_empty());
            i.one_line = false;
        }
        StmtKind::Select { cases, .. } if rest.is_empty() => {
            for b in cases.iter_mut().map(|c| &mut c.body) {
                *b = ended(u, std::mem::take(b))?;
            }
        }
        _ => return None,
    }
    u.stmts[id].kind = kind;
    Some(block)
}

/// Whether a body sets the part first of all that another statement sets, of a variable that it calls `name`.
fn is_set_again(p: &Program, unit: UnitId, kind: &StmtKind, h: &Unit, [root, name]: [SymbolId; 2]) -> bool {
    let mut part = None;
    il::stores::each(p, unit, kind, &mut |store| part = store.place.cloned());
    let Some(mut part) = part else { return false };
    part.replace(root, &ExprKind::Var(name));
    let sets = |id: &StmtId| {
        let kind = &h.stmts[*id].kind;
        let (StmtKind::Assign { lhs, rhs } | StmtKind::PointerAssign { lhs, rhs }) = kind else { return None };
        (!rhs.mentions(name)).then_some(lhs)
    };
    let first = h.body.iter().find(|id| sets(id).is_none_or(|lhs| *lhs == part) && h.mentions(&[**id], name));
    first.and_then(sets).is_some()
}

/// A local that needs no more than to be declared: numbers, arrays of fixed extents, what is allocated or associated.
fn begins_undefined(p: &Program, v: &Variable) -> bool {
    let fixed = |d: &Dim| {
        let constant = |e: &Expr| il::fold::integer(p, e).is_some();
        d.lower.as_ref().is_none_or(constant) && matches!(&d.upper, Upper::At(e) if constant(e))
    };
    let shaped = match &v.ty {
        Type::Array { dims, .. } => v.allocatable || v.pointer || dims.iter().all(fixed),
        _ => true,
    };
    shaped && (v.pointer || matches!(v.ty.element(), Type::Scalar(_)))
}

struct Caller<'p> {
    p: &'p mut Program,
    unit: UnitId,
    ready: &'p BTreeSet<UnitId>,
    declared: Vec<SymbolId>,
    changed: bool,
}

impl Caller<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        for id in block {
            let mut kind = std::mem::replace(&mut self.p.units[self.unit].stmts[id].kind, StmtKind::Nop);
            for inner in kind.blocks_mut() {
                *inner = self.block(std::mem::take(inner));
            }
            let body = match &kind {
                StmtKind::Call { callee, args, alternates } if alternates.is_empty() => {
                    self.body_of(*callee, args, None)
                }
                StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, rhs } => match &rhs.kind {
                    ExprKind::Call { callee, args } => self.body_of(*callee, args, Some(*s)),
                    _ => None,
                },
                _ => None,
            };
            // The call leaves its comments and its label.
            let Some(body) = body else {
                self.p.units[self.unit].stmts[id].kind = kind;
                out.push(id);
                continue;
            };
            self.changed = true;
            out.push(id);
            out.extend(body);
        }
        out
    }

    /// The statements that a call executes, which gives its value to `into`; `None`: it stays.
    fn body_of(&mut self, callee: SymbolId, args: &[Arg], into: Option<SymbolId>) -> Option<Block> {
        let helper = self.p.callee(callee).filter(|u| self.ready.contains(u))?;
        // What it mentions has to have the same name here.
        let around = self.p.units[helper].parent;
        let apart = around != Some(self.unit) && around != self.p.units[self.unit].parent;
        let imports = if apart { Some(imports_into(self.p, helper, self.unit)?) } else { None };
        let mut h = self.p.units[helper].clone();
        if !end_by_returns(&mut h) {
            return None;
        }
        let actuals = self.actuals(&h, args)?;
        self.decide(&mut h, &actuals)?;
        let used = self.used_only_there(helper)?;
        let mut maps = Maps::default();
        let mut values: Vec<(SymbolId, Expr)> = Vec::new();
        let mut outputs: Vec<(Expr, bool, SymbolId)> = Vec::new();
        let mut texts: BTreeSet<SymbolId> = BTreeSet::new();
        let mut start = Block::new();
        if let Some(into) = into {
            let result = h.result()?;
            if self.p.symbol_type(into) != self.p.symbol_type(result) || args.iter().any(|a| a.value.mentions(into)) {
                return None;
            }
            maps.symbols.insert(result, into);
            normalise::begin(self.p, self.unit, Expr::var(into), false, &mut start);
        }
        // Numbers first: extents are made of them.
        // What only the caller knows, and hands over once, stays as it is while the body runs.
        let quiet = |c: &Self, s: SymbolId| {
            let handed = args.iter().filter(|a| a.value.root() == Some(s)).count();
            let local = c.p.home(s) == Some(c.unit) && c.p.variable(s).is_some_and(|v| v.is_unsaved_local());
            local && around != Some(c.unit) && handed <= 1
        };
        let there = h.params.clone().into_iter().zip(actuals).filter_map(|(s, a)| Some((s, a?)));
        let (numbers, arrays): (Vec<_>, Vec<_>) =
            there.partition(|(s, _)| self.p.symbol_type(*s).is_some_and(|t| t.rank() == 0));
        for (param, actual) in numbers.into_iter().chain(arrays) {
            let v = self.p.variable(param)?;
            // A pointer may be left to a TARGET: a copy does not do.
            let number = matches!(v.ty, Type::Scalar(_)) && !v.allocatable && !v.pointer && !v.target;
            let output = (v.intent == Some(Intent::Out) && !v.pointer).then_some(v.allocatable);
            match actual.kind {
                ExprKind::Var(s)
                    if maps.symbols.values().all(|t| *t != s) && self.is_the_same(helper, param, s, &maps) =>
                {
                    maps.symbols.insert(param, s);
                    outputs.extend(output.map(|allocatable| (actual, allocatable, param)));
                }
                _ if !number && self.names_the_same(param, &actual) => {
                    let root = actual.root()?;
                    let moving = match (&actual.kind, v.pointer) {
                        (ExprKind::Field { base, .. }, true) => self.p.leads_through_pointer_component(base),
                        _ => self.p.leads_through_pointer_component(&actual),
                    };
                    if moving && !quiet(self, root) {
                        return None;
                    }
                    let place = self.settled(&actual, &|c, s| s != root && quiet(c, s), &mut start);
                    // Nothing is left that has this name.
                    maps.symbols.insert(param, root);
                    replace(&mut h, param, &place);
                    outputs.extend(output.map(|allocatable| (place, allocatable, root)));
                }
                _ if self.is_text_of_callers(helper, param, &actual) => {
                    texts.insert(param);
                    replace(&mut h, param, &actual);
                }
                _ => {
                    if !number || is_changed(self.p, helper, param) {
                        return None;
                    }
                    values.push((param, actual));
                }
            }
        }
        if let Some(imports) = imports {
            let scope = self.p.units[self.unit].scope;
            imports.enter(self.p, scope, &mut maps);
            let mut unit = self.p.units[self.unit].clone();
            imports.declare(self.p, &mut unit, &maps);
            self.p.units[self.unit].decls = unit.decls;
        }
        let locals = self.p.symbols_in(helper).into_iter();
        let locals: Vec<SymbolId> = locals.filter(|s| !maps.symbols.contains_key(s) && !texts.contains(s)).collect();
        self.use_here(helper, used);
        let mut out = start;
        let mut released = Vec::new();
        for s in locals {
            let v = self.p.variable(s)?.clone();
            let name = self.p.symbols[s].name.clone();
            let v = Variable { storage: Storage::Local, intent: None, by_value: false, optional: false, ..v };
            let allocatable = v.allocatable;
            let local = fresh(self.p, self.unit, &name, v);
            self.declared.push(local);
            maps.symbols.insert(s, local);
            if allocatable {
                released.push(local);
            }
        }
        for (param, value) in values {
            let lhs = Expr::var(maps.symbol(param));
            out.push(self.add(Stmt::from(StmtKind::Assign { lhs, rhs: value })));
        }
        // What is INTENT(OUT) is released, and gets its first values, when all arguments have been looked at (F2018 9.7.3.2).
        for (place, allocatable, name) in outputs {
            let (mut begun, root) = (Block::new(), place.root());
            normalise::begin(self.p, self.unit, place, allocatable, &mut begun);
            let (p, unit) = (&*self.p, self.unit);
            let again = |id: &StmtId, root| is_set_again(p, unit, &p.units[unit].stmts[*id].kind, &h, [root, name]);
            begun.retain(|id| !root.is_some_and(|root| again(id, root)));
            out.extend(begun);
        }
        directive_args::rename(self.p, helper, &mut h, &maps);
        out.extend(self.copy(&h, &h.body, &maps));
        // They would not be allocated when the procedure is called again.
        for local in released {
            let release = StmtKind::Deallocate { objects: vec![Expr::var(local)], options: Vec::new() };
            let body = vec![self.add(Stmt::from(release))];
            let test = Expr::intrinsic("allocated", vec![Expr::var(local)]);
            let guard = il::stmt::If::when(test, body, true);
            out.push(self.add(Stmt::from(StmtKind::If(guard))));
        }
        Some(out)
    }

    /// The actual argument of each dummy, `None` for those that are absent.
    fn actuals(&self, h: &Unit, args: &[Arg]) -> Option<Vec<Option<Expr>>> {
        let given = |(k, param): (usize, &SymbolId)| {
            let name = &self.p.symbols[*param].name;
            let named = |a: &&Arg| a.is_named(name);
            let found = args.get(k).filter(|a| a.keyword.is_none()).or_else(|| args.iter().find(named));
            let optional = |s: SymbolId| self.p.variable(s).is_some_and(|v| v.optional);
            match found {
                // Whether it is present is known when it runs.
                Some(a) if optional(*param) && a.value.root().is_some_and(optional) => None,
                Some(a) => Some(Some(a.value.clone())),
                None => optional(*param).then_some(None),
            }
        };
        h.params.iter().enumerate().map(given).collect()
    }

    /// Leaves of the body what is executed with these arguments. `None`: something that is executed asks for an absent one.
    fn decide(&self, h: &mut Unit, actuals: &[Option<Expr>]) -> Option<()> {
        let optional = |s: SymbolId| self.p.variable(s).is_some_and(|v| v.optional);
        let given = h.params.iter().zip(actuals).filter(|(s, _)| optional(**s));
        let present: BTreeMap<SymbolId, bool> = given.map(|(s, a)| (*s, a.is_some())).collect();
        if present.is_empty() {
            return Some(());
        }
        for id in h.stmts.ids().collect::<Vec<_>>() {
            presence::decide(&mut h.stmts[id], &present);
        }
        let body = std::mem::take(&mut h.body);
        h.body = presence::reached(h, &body);
        let absent = |x: &Expr| matches!(x.kind, ExprKind::Var(s) if present.get(&s) == Some(&false));
        let mut known = true;
        h.walk(&h.body, &mut |_, stmt| stmt.kind.exprs(&mut |e| e.walk(&mut |x| known &= !absent(x))));
        known.then_some(())
    }

    /// Whether a text can stand for a dummy that takes its length: the procedure changes neither it nor what it is made of.
    fn is_text_of_callers(&self, helper: UnitId, param: SymbolId, actual: &Expr) -> bool {
        let h = &self.p.units[helper];
        let takes_length = |s| matches!(self.p.symbol_type(s), Some(Type::Character { len: None, .. }));
        let plain = |s: SymbolId| self.p.variable(s).is_some_and(|v| !v.allocatable && !v.pointer);
        let (mut quiet, mut calls) = (true, false);
        h.walk(&h.body, &mut |_, s| {
            s.kind.each_call(&mut |_, _| calls = true);
            // Only a variable has parts.
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    quiet &= !matches!(&x.kind, ExprKind::Substring { base, .. } if base.kind == ExprKind::Var(param))
                });
            });
        });
        actual.walk(&mut |x| match x.kind {
            ExprKind::Var(s) => {
                let local =
                    self.p.home(s) == Some(self.unit) && self.p.variable(s).is_some_and(|v| v.is_unsaved_local());
                quiet &= local && !calls && !h.mentions(&h.body, s);
            }
            ExprKind::Call { .. } => quiet = false,
            _ => {}
        });
        takes_length(param) && plain(param) && quiet && !is_changed(self.p, helper, param)
    }

    /// Whether a reference to a single object can stand for a dummy: it is of the same type, and a pointer or allocatable where that is one.
    fn names_the_same(&self, param: SymbolId, actual: &Expr) -> bool {
        let Some(dummy) = self.p.variable(param) else { return false };
        let (pointer, allocatable) = match &actual.kind {
            ExprKind::Field { record, field, .. } => {
                let f = &self.p.records[*record].fields[*field];
                (f.pointer, f.allocatable)
            }
            ExprKind::Index { .. } => (false, false),
            _ => return false,
        };
        let moved = dummy.pointer || dummy.allocatable;
        let same = !moved || (dummy.pointer, dummy.allocatable) == (pointer, allocatable);
        same && !dummy.polymorphic
            && actual.is_reference()
            && type_of(self.p, actual) == dummy.ty
            && dummy.ty.rank() == 0
    }

    /// The place that a reference names when the call is made: subscripts that the procedure could change are taken before.
    fn settled(&mut self, place: &Expr, quiet: &dyn Fn(&Self, SymbolId) -> bool, before: &mut Block) -> Expr {
        let mut out = place.clone();
        let mut taken = Vec::new();
        out.children_mut(&mut |c| taken.push(std::mem::replace(c, Expr::int(0))));
        let mut settled = Vec::new();
        for c in taken {
            settled.push(match () {
                _ if c.is_reference() && !matches!(type_of(self.p, &c), Type::Scalar(_)) => {
                    self.settled(&c, quiet, before)
                }
                _ if il::fold::integer(self.p, &c).is_some() => c,
                _ if matches!(c.kind, ExprKind::Var(s) if quiet(self, s)) => c,
                _ => {
                    let v = Variable::new(Type::Scalar(self.p.integer()), Storage::Local);
                    let local = fresh(self.p, self.unit, "at", v);
                    self.declared.push(local);
                    before.push(self.add(Stmt::from(StmtKind::Assign { lhs: Expr::var(local), rhs: c })));
                    Expr::var(local)
                }
            });
        }
        let mut settled = settled.into_iter();
        out.children_mut(&mut |c| *c = settled.next().unwrap_or(Expr::int(0)));
        out
    }

    /// What the procedure knows by its own USE statements and its caller does not. `None`: one of these names means something else in the caller.
    fn used_only_there(&self, helper: UnitId) -> Option<Vec<(String, SymbolId)>> {
        let (own, here) = (self.p.units[helper].scope, self.p.units[self.unit].scope);
        let foreign = self.p.scopes[own].names.iter().filter(|(_, s)| self.p.symbols[**s].scope != own);
        let mut out = Vec::new();
        for (name, s) in foreign {
            match self.p.lookup(here, name) {
                Some(known) if known == *s => {}
                Some(_) => return None,
                None => out.push((name.clone(), *s)),
            }
        }
        Some(out)
    }

    /// Lets the caller use it too.
    fn use_here(&mut self, helper: UnitId, names: Vec<(String, SymbolId)>) {
        if names.is_empty() {
            return;
        }
        let scope = self.p.units[self.unit].scope;
        names.iter().for_each(|(name, s)| self.p.import(scope, name, *s));
        let is_use = |d: &&Decl| matches!(d.kind, DeclKind::Use { .. });
        let uses: Vec<Decl> = self.p.units[helper].decls.iter().filter(is_use).cloned().collect();
        let decls = &mut self.p.units[self.unit].decls;
        let at = decls.iter().rposition(|d| is_use(&d)).map_or(0, |last| last + 1);
        let new = uses.into_iter().filter(|u| decls.iter().all(|d| d.kind != u.kind)).collect::<Vec<_>>();
        decls.splice(at..at, new);
    }

    /// Whether a dummy is just another name for a variable: it has its type, its bounds, and is allocated or associated like it, or just its elements.
    fn is_the_same(&self, helper: UnitId, param: SymbolId, actual: SymbolId, maps: &Maps) -> bool {
        let (Some(dummy), Some(v)) = (self.p.variable(param), self.p.variable(actual)) else { return false };
        let moved = dummy.allocatable || dummy.pointer;
        if self.p.home(actual) == Some(helper)
            || moved && (dummy.allocatable != v.allocatable || dummy.pointer != v.pointer)
            || !moved && (v.allocatable || v.pointer) && self.asks_for_bounds(helper, param)
        {
            return false;
        }
        match (&dummy.ty, &v.ty) {
            (Type::Array { elem: a, dims: d }, Type::Array { elem: b, dims: e }) => {
                let plain = |d: &Dim| d.lower.is_none();
                let given = d.iter().all(|d| plain(d) && matches!(d.upper, Upper::Deferred));
                let same = d.len() == e.len()
                    && d.iter().zip(e).all(|(d, e)| {
                        let bound = |x: &Expr| maps.expr(x);
                        let upper = match (&d.upper, &e.upper) {
                            (Upper::At(a), Upper::At(b)) => bound(a) == *b,
                            _ => false,
                        };
                        upper && d.lower.as_ref().map(bound) == e.lower
                    });
                let open = given && (v.allocatable || v.pointer || e.len() == d.len() && e.iter().all(plain));
                a == b && d.len() == e.len() && (open || same)
            }
            (a, b) => a == b,
        }
    }

    /// Whether it matters in a procedure with what index a dummy array begins.
    fn asks_for_bounds(&self, helper: UnitId, dummy: SymbolId) -> bool {
        let (u, mut asks) = (&self.p.units[helper], false);
        u.walk(&u.body, &mut |_, s| {
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| match &x.kind {
                    ExprKind::Index { base, .. } => asks |= base.kind == ExprKind::Var(dummy),
                    ExprKind::Intrinsic(f, args) if ["lbound", "ubound"].contains(&f.name()) => {
                        asks |= args.iter().any(|a| a.value.kind == ExprKind::Var(dummy))
                    }
                    _ => {}
                })
            })
        });
        asks
    }

    fn copy(&mut self, h: &Unit, block: &Block, maps: &Maps) -> Block {
        let mut out = Block::new();
        for id in block {
            let mut stmt = maps.stmt(&h.stmts[*id]);
            for inner in stmt.kind.blocks_mut() {
                *inner = self.copy(h, inner, maps);
            }
            if matches!(stmt.kind, StmtKind::Return(_)) {
                if stmt.directives.is_empty() {
                    continue;
                }
                // A region ends here.
                stmt.kind = StmtKind::Nop;
            }
            out.push(self.add(stmt));
        }
        out
    }

    fn add(&mut self, stmt: Stmt) -> StmtId {
        self.p.units[self.unit].add(stmt)
    }
}

/// Writes a place for a name.
fn replace(u: &mut Unit, name: SymbolId, place: &Expr) {
    for id in u.stmts.ids().collect::<Vec<_>>() {
        u.stmts[id].kind.exprs_mut(&mut |e| e.replace(name, &place.kind));
    }
}
