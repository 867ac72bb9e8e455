//! What a person would not have written goes away (`design.md` §6, step 3).
//!
//! Works on adjoint statements only: assignments to derivative variables and to temporaries of ours, inside sequences without jumps or labels
//! between them. Values of the original are never reassociated.
//!
//! - What is added behind a choice, and is zero unless its arm was taken, goes into the arm.
//! - What all arms of a choice do last stands behind the choice.
//! - In a loop, what an arm of a choice sets is zero in the other arms, and not cleared behind the choice.
//! - Loops of a few iterations over small local arrays are written out, with scalars for their elements.
//! - `xb = xb + a; …; xb = xb + b` becomes one statement where nothing in between reads `xb`, overwrites it or what `a` is made of.
//! - `xb = 0; …; xb = xb + e` becomes `xb = e`.
//! - A reset that is followed by an assignment before any use, or that nothing reads any more, disappears.
//! - What is computed for its shape alone is allocated with that shape.
//! - Loops whose turns add to each other's elements are taken apart where compilers vectorise them then.
//! - Memory that is allocated and released at once is not allocated; what was made just before is not asked about.
//! - Of neighbouring elements that a loop adds to, the one that it has come from is first.
//! - What C declares with its first value is declared so.
//! - Locals that a compiler may think unset get a value where the procedure begins.

mod arms;
pub(crate) mod choices;
pub(crate) mod columns;
pub(crate) mod declared_where_set;
pub(crate) mod evaluations;
pub(crate) mod idle_allocations;
pub(crate) mod initial;
pub(crate) mod loops;
pub(crate) mod made;
pub(crate) mod only_shapes;
pub(crate) mod order;
mod other_arms;
mod places;
pub(crate) mod scatter;
mod short_loops;
mod tails;
pub(crate) mod unread;
pub(crate) mod whole;
pub(crate) mod zero;

use std::collections::BTreeSet;

use il::stores::Touched;
use il::symbol::Storage;
use il::typing::type_of;
use il::{BinaryOp, Block, Expr, ExprKind, Language, StmtId, StmtKind, SymbolId, Type, UnitId};

use crate::derive::{Shell, World};
use crate::request::Improvement;
use crate::simplify;

/// Tidies the body of a generated unit.
pub(super) fn tidy(world: &mut World, shell: &mut Shell, unit: UnitId, body: &mut Block) {
    // Internal procedures change their host's variables by name.
    let hosts = !world.source.units[unit].children.is_empty();
    if !hosts {
        made::made(world, shell.unit, body);
    }
    let mut derivatives: BTreeSet<SymbolId> = shell.maps.derivatives.values().copied().collect();
    if world.request.improves(Improvement::UnrollLoops) && !hosts {
        derivatives.extend(short_loops::write_out(world, shell, body));
    }
    // A function's adjoint is read only for the caller; locals are gone, but not those of the host.
    let own = |s: &SymbolId| world.out.home(*s) == Some(shell.unit);
    let local = |s: &SymbolId| own(s) && world.out.variable(*s).is_some_and(|v| v.is_unsaved_local());
    let is_dead = |s: &SymbolId| Some(*s) == shell.result_derivative || local(s);
    let dead: BTreeSet<SymbolId> = derivatives.iter().copied().filter(is_dead).collect();
    let led_to = given_to_pointers(world, shell.unit, body);
    let outside = seen_outside(world, shell.unit, body, hosts);
    let mut t = Tidy { world: &mut *world, outside, out: shell.unit, derivatives, dead, led_to };
    let shared: BTreeSet<SymbolId> = t.derivatives.iter().copied().filter(|s| t.may_share(*s)).collect();
    // What is never read by its own name may be read by another.
    t.dead.retain(|s| !shared.contains(s));
    t.block(body, true);
    if t.world.request.improves(Improvement::MergeDiff) {
        tails::tails(&mut t.world.out.units[t.out], body, &t.derivatives);
    }
    t.dead_resets(body);
    let own: BTreeSet<SymbolId> = t.derivatives.iter().copied().filter(|s| !shared.contains(s)).collect();
    let is_tracked = |s: &SymbolId| !hosts && zero::trackable(t.world, *s) && t.world.out.home(*s) == Some(t.out);
    let tracked: BTreeSet<SymbolId> = own.iter().copied().filter(is_tracked).collect();
    if zero::zeros(t.world, t.out, body, &tracked, &tracked) {
        t.block(body, true);
    }
    if world.request.improves(Improvement::TidyLoops) {
        if !hosts {
            whole::whole(world, shell.unit, body, &own);
        }
        columns::columns(world, shell, body);
        if !hosts {
            loops::loops(world, shell, body, &own);
        }
    }
    let scatters = world.request.improves(Improvement::Scatter) && !hosts;
    let apart = if scatters { scatter::scatter(world, shell, body, &own) } else { scatter::Apart::new() };
    if world.request.improves(Improvement::Directives) && !hosts {
        scatter::directives::directives(world, shell, body, &own, &apart);
    }
    order::order(&mut world.out.units[shell.unit], body);
    if world.request.improves(Improvement::UseResults) && world.language(unit) == Language::C {
        evaluations::evaluations(world, shell, body);
    }
    if world.request.improves(Improvement::DiffLiveness) && !hosts {
        only_shapes::only_shapes(world, shell, body);
    }
    idle_allocations::idle_allocations(world, shell.unit, body);
    unread::unread(world, shell.unit, body);
    declared_where_set::declare(world, shell, unit, body);
    initial::initialise(world, shell, body);
}

/// The variables in a body that procedures it calls may know by themselves: those of modules, files and COMMON blocks, those of the host, and where
/// there are internal procedures, all.
fn seen_outside(world: &World, unit: UnitId, body: &Block, hosts: bool) -> BTreeSet<SymbolId> {
    let mut out = world.out.units[unit].symbols(body);
    out.retain(|s| {
        let Some(v) = world.out.variable(*s) else { return false };
        hosts || matches!(v.storage, Storage::Global | Storage::Common) || world.out.home(*s) != Some(unit)
    });
    out
}

impl World<'_> {
    /// Whether what a variable of the output names may be reached by another name: by a pointer, or by EQUIVALENCE.
    fn has_other_names(&self, s: SymbolId) -> bool {
        let leads = |v: &il::Variable| v.pointer || v.target || self.out.holds_pointers(&v.ty);
        self.out.variable(s).is_some_and(leads) || self.is_overlaid(s)
    }
}

struct Tidy<'w, 'a> {
    world: &'w mut World<'a>,
    out: UnitId,
    /// What procedures that are called may read and change by themselves.
    outside: BTreeSet<SymbolId>,
    derivatives: BTreeSet<SymbolId>,
    dead: BTreeSet<SymbolId>,
    /// What a pointer of C leads to.
    led_to: BTreeSet<SymbolId>,
}

impl Tidy<'_, '_> {
    fn kind(&self, id: StmtId) -> &StmtKind {
        &self.world.out.units[self.out].stmts[id].kind
    }

    /// What a statement does, for moving others past it.
    fn touch(&self, id: StmtId) -> Touched {
        let mut t = Touched::of(&self.world.out, self.out, &[id]);
        if t.calls {
            t.reads.extend(&self.outside);
            t.handed.extend(&self.outside);
        }
        let handed = std::mem::take(&mut t.handed);
        t.writes.extend(handed);
        t
    }

    /// An assignment to a derivative, in one piece.
    fn adjoint_assignment(&self, id: StmtId) -> Option<(Expr, Expr)> {
        let (lhs, rhs) = self.kind(id).as_assign()?;
        lhs.root().is_some_and(|r| self.derivatives.contains(&r)).then(|| (lhs.clone(), rhs.clone()))
    }

    fn block(&mut self, block: &mut Block, _top: bool) {
        for &id in block.iter() {
            let mut kind = std::mem::replace(&mut self.world.out.units[self.out].stmts[id].kind, StmtKind::Nop);
            for inner in kind.blocks_mut() {
                self.block(inner, false);
            }
            self.world.out.units[self.out].stmts[id].kind = kind;
        }
        if self.world.request.improves(Improvement::MergeDiff) {
            self.merge(block);
        }
    }

    /// Brings assignments to the same place together: the earlier one moves down into the later one.
    fn merge(&mut self, block: &mut Block) {
        let mut k = 0;
        while k < block.len() {
            let Some((lhs, rhs)) = self.adjoint_assignment(block[k]) else {
                k += 1;
                continue;
            };
            match self.partner(block, k, &lhs, &rhs) {
                Some(Found::Merge(at, value, waiting)) => {
                    let comments = std::mem::take(&mut self.world.out.units[self.out].stmts[block[k]].comments);
                    let s = &mut self.world.out.units[self.out].stmts[block[at]];
                    s.kind = StmtKind::Assign { lhs, rhs: value };
                    if s.comments.is_empty() {
                        s.comments = comments;
                    }
                    for (n, w) in waiting.into_iter().rev().enumerate() {
                        let moved = block.remove(w);
                        block.insert(at - n, moved);
                    }
                    block.remove(k);
                }
                Some(Found::Dead) => {
                    block.remove(k);
                }
                None => k += 1,
            }
        }
    }

    /// The next assignment to `lhs` that this one can join. What stands in the way may wait until behind it (RR-7957 figure 10).
    fn partner(&self, block: &Block, k: usize, lhs: &Expr, rhs: &Expr) -> Option<Found> {
        let root = lhs.root()?;
        let mut inputs = BTreeSet::new();
        rhs.collect_symbols(&mut inputs);
        let own_root = inputs.remove(&root);
        // Growth, `x = x + e`, or a value, `x = e`, which may be made from what `x` was.
        let grows = own_root.then(|| increment(lhs, rhs)).flatten();
        if grows.as_ref().is_some_and(|g| g.mentions(root)) {
            return None;
        }
        lhs.children(&mut |c| c.collect_symbols(&mut inputs));
        inputs.remove(&root);
        let mut waiting: Vec<(usize, Touched)> = Vec::new();
        for (at, &id) in block.iter().enumerate().skip(k + 1) {
            if let Some((l2, r2)) = self.adjoint_assignment(id)
                && l2 == *lhs
                && is_plain_place(lhs)
            {
                let own = self.touch(id);
                if self.is_read_by_another_name(root, &r2) {
                    return None;
                }
                if waiting.iter().any(|(_, w)| self.conflict(w, &own)) {
                    return None;
                }
                if !r2.mentions(root) {
                    // Overwritten before anybody looked.
                    return Some(Found::Dead);
                }
                let more = increment(lhs, &r2)?;
                if more.mentions(root) {
                    return None;
                }
                let value = match &grows {
                    Some(g) => grow(lhs, vec![g.clone(), more]),
                    None if simplify::is_zero(rhs) => more,
                    None => simplify::add(rhs.clone(), more),
                };
                return Some(Found::Merge(at, value, waiting.into_iter().map(|w| w.0).collect()));
            }
            let t = self.touch(id);
            if self.may_share(root) && t.reads.iter().chain(&t.writes).any(|s| self.may_share(*s)) {
                return None;
            }
            if t.jumps {
                return None;
            }
            // Growth passes growth of other elements, or of the same ones: sums may be made in any order.
            let passes = grows.is_some() && self.only_adds_to(root, id);
            let stays = !passes && (t.reads.contains(&root) || t.writes.contains(&root))
                || self.meet(&inputs, &t.writes)
                || waiting.iter().any(|(_, w)| self.conflict(w, &t));
            if stays {
                if self.adjoint_assignment(id).is_none_or(|(l, r)| l.has_call() || r.has_call()) {
                    return None;
                }
                waiting.push((at, t));
            }
        }
        None
    }

    /// Whether a statement is `x(…) = x(…) + e`, and knows the variable `x` from nowhere else.
    fn only_adds_to(&self, x: SymbolId, id: StmtId) -> bool {
        let Some((lhs, rhs)) = self.adjoint_assignment(id) else { return false };
        let mut named = 0;
        lhs.walk(&mut |e| named += usize::from(matches!(e.kind, ExprKind::Var(s) if s == x)));
        lhs.root() == Some(x)
            && named == 1
            && is_plain_place(&lhs)
            && increment(&lhs, &rhs).is_some_and(|more| !more.mentions(x) && !more.has_call())
    }

    /// Whether two statements may not change places.
    fn conflict(&self, a: &Touched, b: &Touched) -> bool {
        let shares = |t: &Touched| t.reads.iter().chain(&t.writes).any(|s| self.may_share(*s));
        a.jumps
            || b.jumps
            || self.meet(&a.writes, &b.reads)
            || self.meet(&a.writes, &b.writes)
            || self.meet(&a.reads, &b.writes)
            || shares(a) && shares(b)
    }

    /// Whether two sets have storage in common: a variable, or two names that may be one place. Different parameters of a C function are
    /// different places, by the contract of its derivative.
    fn meet(&self, a: &BTreeSet<SymbolId>, b: &BTreeSet<SymbolId>) -> bool {
        let mut hidden = a.iter().filter(|s| self.has_other_names(**s)).peekable();
        a.iter().any(|s| b.contains(s))
            || hidden.peek().is_some() && {
                let there: Vec<SymbolId> = b.iter().copied().filter(|s| self.has_other_names(*s)).collect();
                hidden.any(|s| there.iter().any(|t| !(self.is_parameter_of_c(*s) && self.is_parameter_of_c(*t))))
            }
    }

    /// Whether what a variable names may be reached by another name.
    fn has_other_names(&self, s: SymbolId) -> bool {
        self.world.has_other_names(s) || self.led_to.contains(&s)
    }

    fn is_parameter_of_c(&self, s: SymbolId) -> bool {
        self.world.out.units[self.out].language == Language::C
            && self.world.out.variable(s).is_some_and(|v| matches!(v.storage, Storage::Dummy(_)))
    }

    /// Whether a value may depend on a derivative by another name: `xb(2) = xb(2) + qb(i)` where the pointer `qb` leads to `xb`.
    fn is_read_by_another_name(&self, derivative: SymbolId, value: &Expr) -> bool {
        let mut others = BTreeSet::new();
        value.collect_symbols(&mut others);
        others.retain(|s| *s != derivative && self.may_share(*s));
        self.may_share(derivative) && self.meet(&BTreeSet::from([derivative]), &others)
    }

    /// Whether a derivative may be the same storage as one of another name.
    fn may_share(&self, s: SymbolId) -> bool {
        if !self.derivatives.contains(&s) {
            return false;
        }
        self.world.out.variable(s).is_none() || self.has_other_names(s)
    }

    /// Removes resets that nothing reads: at the end of the body of what is dead there.
    fn dead_resets(&mut self, body: &mut Block) {
        let mut k = body.len();
        let mut read: BTreeSet<SymbolId> = BTreeSet::new();
        while k > 0 {
            k -= 1;
            let t = self.touch(body[k]);
            if t.jumps {
                return;
            }
            if let Some((lhs, rhs)) = self.adjoint_assignment(body[k]) {
                let root = lhs.root().expect("an adjoint assignment has a variable");
                if self.dead.contains(&root) && !read.contains(&root) && !rhs.has_call() {
                    body.remove(k);
                    continue;
                }
            }
            read.extend(t.reads);
            // What a construct writes it may also leave.
            if !self.kind(body[k]).blocks().is_empty() {
                read.extend(t.writes);
            }
        }
    }
}

enum Found {
    /// With the statement there, to this value; statements in between go behind it.
    Merge(usize, Expr, Vec<usize>),
    /// Nobody looks before it is overwritten.
    Dead,
}

/// Whether evaluating the place twice names the same storage: no calls.
fn is_plain_place(e: &Expr) -> bool {
    !e.has_call()
}

/// `e` in `lhs + e`, where `rhs` is that or a chain of sums and differences that begins with `lhs`.
pub(super) fn increment(lhs: &Expr, rhs: &Expr) -> Option<Expr> {
    match &rhs.kind {
        ExprKind::Binary(BinaryOp::Add, l, r) => {
            if **l == *lhs {
                return Some((**r).clone());
            }
            if **r == *lhs {
                return Some((**l).clone());
            }
            increment(lhs, l).map(|i| simplify::add(i, (**r).clone()))
        }
        ExprKind::Binary(BinaryOp::Sub, l, r) => {
            if **l == *lhs {
                return Some(simplify::neg((**r).clone()));
            }
            increment(lhs, l).map(|i| simplify::sub(i, (**r).clone()))
        }
        _ => None,
    }
}

/// `lhs` plus all `parts`.
pub(super) fn grow(lhs: &Expr, parts: Vec<Expr>) -> Expr {
    parts.into_iter().fold(lhs.clone(), |sum, p| match p.kind {
        // lhs + (a - b) reads better as lhs + a - b; both only add to lhs.
        ExprKind::Binary(BinaryOp::Sub, a, b) if p.span == il::Span::NONE => simplify::sub(grow(&sum, vec![*a]), *b),
        ExprKind::Binary(BinaryOp::Add, a, b) if p.span == il::Span::NONE => simplify::add(grow(&sum, vec![*a]), *b),
        _ => simplify::add(sum, p),
    })
}

/// C: the variables whose places pointers are given.
fn given_to_pointers(world: &World, unit: UnitId, body: &Block) -> BTreeSet<SymbolId> {
    let (p, u) = (&world.out, &world.out.units[unit]);
    let mut found = BTreeSet::new();
    if !u.language.points_by_address() {
        return found;
    }
    u.walk(body, &mut |_, s| {
        let StmtKind::Assign { lhs, rhs } = &s.kind else { return };
        if matches!(type_of(p, lhs), Type::Pointer { .. }) {
            rhs.walk(&mut |e| {
                if let ExprKind::Var(s) = e.kind
                    && !matches!(p.symbol_type(s), Some(Type::Pointer { .. }))
                {
                    found.insert(s);
                }
            });
        }
    });
    found
}
