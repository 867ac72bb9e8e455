//! Innermost loops of the backward sweep, as a person would write them for the machine.
//!
//! - *Upwards*: a loop that runs downwards only because the original ran upwards is turned round where its turns commute: what one turn writes no
//!   other turn touches, except by adding to the same sum.
//! - *Sums in a scalar*: an element that every turn adds to, and that nothing else in the loop can be, is summed in a temporary. What may
//!   be the same element must also only be added to; then the temporary starts from zero, otherwise from the element.
//!
//! Elements are told apart by their subscripts (`elements`). Only Fortran: there, arrays of different names are different arrays.

use std::collections::BTreeSet;

use il::symbol::Storage;
use il::typing::type_of;
use il::{
    Block, Expr, ExprKind, Language, Scalar, ScalarClass, StmtId, StmtKind, Subscript, SymbolId, Type, Unit, UnitId,
};

use crate::adjoint::plan::elements::Elements;
use crate::adjoint::tidy::{grow, increment, mentioned};
use crate::derive::{Shell, World};
use crate::simplify;

/// Fewer turns than this are left as they are.
const FEW: i64 = 16;

/// Tidies all innermost loops of a body; `derivatives` are the variables that belong to the backward sweep, but not those that share storage.
pub(crate) fn loops(world: &mut World, shell: &mut Shell, body: &mut Block, derivatives: &BTreeSet<SymbolId>) {
    if world.out.units[shell.unit].language != Language::Fortran {
        return;
    }
    let fixed = fixed(world, shell.unit, body);
    let mut found = Vec::new();
    innermost(&world.out.units[shell.unit], body, &mut Vec::new(), &mut found);
    for nest in found {
        let own = *nest.last().expect("a nest has a loop");
        let view = View { world, unit: shell.unit, elements: elements(world, shell.unit, &fixed), derivatives, nest };
        let upwards = view.may_turn(body);
        let sums = view.sums(body);
        if upwards {
            if let StmtKind::Do(d) = &mut world.out.units[shell.unit].stmts[own].kind {
                std::mem::swap(&mut d.from, &mut d.to);
                d.step = None;
            }
        }
        for sum in sums {
            in_scalar(world, shell, body, own, sum);
        }
    }
}

fn elements<'a>(world: &'a World, unit: UnitId, fixed: &BTreeSet<SymbolId>) -> Elements<'a> {
    Elements::of_output(&world.out, unit, fixed.clone())
}

/// The loops without loops inside, each with those around it from the outermost.
fn innermost(u: &Unit, block: &Block, around: &mut Vec<StmtId>, out: &mut Vec<Vec<StmtId>>) {
    for &id in block {
        let kind = &u.stmts[id].kind;
        if let StmtKind::Do(d) = kind {
            around.push(id);
            if !has_loop(u, &d.body) {
                out.push(around.clone());
            }
            innermost(u, &d.body, around, out);
            around.pop();
        } else {
            for inner in kind.blocks() {
                innermost(u, inner, around, out);
            }
        }
    }
}

fn has_loop(u: &Unit, block: &Block) -> bool {
    let mut found = false;
    u.walk(block, &mut |_, s| found |= s.kind.is_loop());
    found
}

/// Integers that nothing in the body changes.
fn fixed(world: &World, unit: UnitId, body: &Block) -> BTreeSet<SymbolId> {
    let p = &world.out;
    let u = &p.units[unit];
    let (mut mentions, mut changed) = (BTreeSet::new(), BTreeSet::new());
    let mut calls = false;
    u.walk(body, &mut |_, s| {
        s.kind.exprs(&mut |e| {
            mentioned(e, &mut mentions);
            calls |= e.has_call();
        });
        match &s.kind {
            StmtKind::Assign { lhs, .. } => changed.extend(lhs.root()),
            StmtKind::Restore { into, .. } | StmtKind::RestoreControl { into, .. } => changed.extend(into.root()),
            StmtKind::Do(d) => {
                changed.insert(d.var);
            }
            StmtKind::Save { .. } | StmtKind::SaveControl { .. } | StmtKind::If(_) | StmtKind::Nop => {}
            StmtKind::While { .. } | StmtKind::Until { .. } | StmtKind::Loop { .. } | StmtKind::Select { .. } => {}
            StmtKind::Call { .. } => {
                calls = true;
                s.kind.exprs(&mut |e| mentioned(e, &mut changed));
            }
            _ => s.kind.exprs(&mut |e| mentioned(e, &mut changed)),
        }
    });
    let overlaid = u.overlaid();
    let shared = |s: SymbolId| overlaid.contains(&s);
    mentions.retain(|s| {
        let Some(v) = p.variable(*s) else { return false };
        let here = matches!(v.storage, Storage::Dummy(_)) || v.storage == Storage::Local && p.home(*s) == Some(unit);
        let plain = !v.pointer && !v.target && v.ty.class() == Some(ScalarClass::Integer) && v.ty.rank() == 0;
        plain && (here || !calls) && !changed.contains(s) && !shared(*s)
    });
    mentions
}

/// What is known about one innermost loop.
struct View<'v, 'a> {
    world: &'v World<'a>,
    unit: UnitId,
    elements: Elements<'v>,
    derivatives: &'v BTreeSet<SymbolId>,
    /// The loop, behind those around it.
    nest: Vec<StmtId>,
}

/// A reference in a loop.
struct Touch {
    place: Expr,
    written: bool,
    /// By `x = x + …` alone.
    added: bool,
}

/// A sum to be kept in a scalar.
struct Sum {
    place: Expr,
    scalar: Scalar,
    /// Whether it starts from zero.
    from_zero: bool,
}

impl View<'_, '_> {
    fn unit(&self) -> &Unit {
        &self.world.out.units[self.unit]
    }

    fn body(&self) -> &Block {
        match &self.unit().stmts[*self.nest.last().expect("a nest has a loop")].kind {
            StmtKind::Do(d) => &d.body,
            _ => unreachable!("a nest is made of counted loops"),
        }
    }

    /// All references of the loop; `None` when something in it is not an assignment or a choice.
    fn touches(&self) -> Option<Vec<Touch>> {
        let mut out = Vec::new();
        let mut clean = true;
        self.unit().walk(self.body(), &mut |_, s| {
            clean &= s.label.is_none();
            s.kind.exprs(&mut |e| clean &= !e.has_call());
            match &s.kind {
                StmtKind::Assign { lhs, rhs } => {
                    address(lhs, &mut out);
                    let added = increment(lhs, rhs);
                    references(added.as_ref().unwrap_or(rhs), &mut out);
                    out.push(Touch { place: lhs.clone(), written: true, added: added.is_some() });
                }
                StmtKind::If(i) => i.arms.iter().for_each(|a| references(&a.test, &mut out)),
                StmtKind::Nop => {}
                _ => clean = false,
            }
        });
        clean.then_some(out)
    }

    /// Whether the references may be compared by name and subscripts.
    fn is_plain(&self, e: &Expr) -> bool {
        let Some(root) = e.root() else { return false };
        let Some(v) = self.world.out.variable(root) else { return true };
        let shared = self.unit().overlaid().contains(&root);
        !v.pointer && !v.target && !shared && v.storage != Storage::Common
    }

    /// Whether the loop runs downwards, and may as well run upwards.
    fn may_turn(&self, all: &Block) -> bool {
        let own = *self.nest.last().expect("a nest has a loop");
        let StmtKind::Do(d) = &self.unit().stmts[own].kind else { return false };
        if d.step.as_ref().and_then(Expr::as_int) != Some(-1) {
            return false;
        }
        // Not worth a word for a few turns.
        if let (Some(from), Some(to)) = (d.from.as_int(), d.to.as_int()) {
            if from - to < FEW {
                return false;
            }
        }
        let Some(touches) = self.touches() else { return false };
        let ours = |t: &Touch| t.written && t.place.root().is_some_and(|s| self.derivatives.contains(&s));
        if !touches.iter().any(ours) {
            return false;
        }
        touches.iter().filter(|t| t.written).all(|w| {
            let Some(root) = w.place.root() else { return false };
            let same = || touches.iter().filter(|t| t.place.root() == Some(root));
            if w.added && same().all(|t| t.added) {
                return self.is_plain(&w.place);
            }
            if matches!(w.place.kind, ExprKind::Var(_)) && type_of(&self.world.out, &w.place).rank() == 0 {
                return self.is_plain(&w.place) && self.is_local(root) && self.is_private(all, root);
            }
            self.is_plain(&w.place)
                && same().all(|t| t.added && w.added || self.elements.never_meet(&self.nest, &w.place, &t.place))
        })
    }

    fn is_local(&self, s: SymbolId) -> bool {
        self.world.out.home(s) == Some(self.unit) && self.world.out.variable(s).is_some_and(|v| v.is_unsaved_local())
    }

    /// Whether a scalar lives in single turns of innermost loops everywhere.
    fn is_private(&self, block: &Block, s: SymbolId) -> bool {
        let u = self.unit();
        block.iter().all(|&id| {
            let stmt = &u.stmts[id];
            let mentions = stmt.kind.mentions(s);
            match &stmt.kind {
                StmtKind::Do(d) if !has_loop(u, &d.body) => {
                    !mentions && !matches!(exposed(u, &d.body, s), Exposure::Read)
                }
                kind => !mentions && kind.blocks().into_iter().all(|b| self.is_private(b, s)),
            }
        })
    }

    /// The sums that a scalar can hold.
    fn sums(&self, all: &Block) -> Vec<Sum> {
        let own = *self.nest.last().expect("a nest has a loop");
        let (StmtKind::Do(d), Some(touches)) = (&self.unit().stmts[own].kind, self.touches()) else {
            return Vec::new();
        };
        let changing: BTreeSet<SymbolId> =
            touches.iter().filter(|t| t.written).filter_map(|t| t.place.root()).chain([d.var]).collect();
        let mut out: Vec<Sum> = Vec::new();
        for t in touches.iter().filter(|t| t.added) {
            let ExprKind::Index { .. } = t.place.kind else { continue };
            let Some(root) = t.place.root() else { continue };
            let Type::Scalar(scalar) = type_of(&self.world.out, &t.place) else { continue };
            let mut subscripts = BTreeSet::new();
            t.place.children(&mut |c| mentioned(c, &mut subscripts));
            subscripts.remove(&root);
            if out.iter().any(|s| s.place == t.place)
                || !self.derivatives.contains(&root)
                || !self.is_plain(&t.place)
                || subscripts.iter().any(|s| changing.contains(s))
            {
                continue;
            }
            let mut from_zero = false;
            let possible = touches.iter().filter(|o| o.place.root() == Some(root)).all(|o| {
                if o.place == t.place {
                    return o.added;
                }
                let apart = self.elements.is_apart_in(&self.nest, &t.place, &o.place);
                from_zero |= !apart;
                apart || o.added
            });
            // The element must exist even when the loop has no turn.
            if possible && (self.elements.has_turn(&self.nest) || self.is_near(all, own, &t.place)) {
                out.push(Sum { place: t.place.clone(), scalar, from_zero });
            }
        }
        out
    }

    /// Whether the block that holds the loop evaluates a reference in any case.
    fn is_near(&self, block: &Block, own: StmtId, place: &Expr) -> bool {
        let u = self.unit();
        if block.contains(&own) {
            return block.iter().any(|&id| match &u.stmts[id].kind {
                StmtKind::Assign { lhs, rhs } => {
                    let mut found = lhs == place;
                    rhs.walk(&mut |x| found |= x == place);
                    found
                }
                _ => false,
            });
        }
        block.iter().any(|&id| u.stmts[id].kind.blocks().into_iter().any(|b| self.is_near(b, own, place)))
    }
}

/// The outermost references in an expression, and those in their subscripts.
fn references(e: &Expr, out: &mut Vec<Touch>) {
    if e.is_reference() {
        out.push(Touch { place: e.clone(), written: false, added: false });
        return address(e, out);
    }
    e.children(&mut |c| references(c, out));
}

/// The references in the subscripts of a reference.
fn address(e: &Expr, out: &mut Vec<Touch>) {
    match &e.kind {
        ExprKind::Index { base, subs } => {
            address(base, out);
            for s in subs {
                match s {
                    Subscript::At(i) => references(i, out),
                    Subscript::Range { lo, hi, step } => {
                        [lo, hi, step].into_iter().flatten().for_each(|x| references(x, out));
                    }
                }
            }
        }
        ExprKind::Field { base, .. } => address(base, out),
        ExprKind::Var(_) => {}
        // What is found through a pointer or a part of a text.
        _ => e.children(&mut |c| references(c, out)),
    }
}

/// What a sequence does to a scalar first.
enum Exposure {
    Read,
    Written,
    Nothing,
}

fn exposed(u: &Unit, block: &Block, s: SymbolId) -> Exposure {
    for &id in block {
        let kind = &u.stmts[id].kind;
        match kind {
            StmtKind::Assign { lhs, rhs } => {
                let mut read = rhs.mentions(s);
                lhs.children(&mut |c| read |= c.mentions(s));
                if read {
                    return Exposure::Read;
                }
                if lhs.kind == ExprKind::Var(s) {
                    return Exposure::Written;
                }
            }
            StmtKind::If(i) => {
                if i.arms.iter().any(|a| a.test.mentions(s)) {
                    return Exposure::Read;
                }
                let mut all = i.otherwise.is_some();
                for arm in i.arms.iter().map(|a| &a.body).chain(&i.otherwise) {
                    match exposed(u, arm, s) {
                        Exposure::Read => return Exposure::Read,
                        Exposure::Written => {}
                        Exposure::Nothing => all = false,
                    }
                }
                if all {
                    return Exposure::Written;
                }
            }
            StmtKind::Nop => {}
            _ if u.mentions(&[id], s) => return Exposure::Read,
            _ => {}
        }
    }
    Exposure::Nothing
}

/// Sums in a scalar what a loop adds to one element.
fn in_scalar(world: &mut World, shell: &mut Shell, body: &mut Block, own: StmtId, sum: Sum) {
    let t = Expr::var(world.local(shell, "tempb", Type::Scalar(sum.scalar.clone())));
    let unit = shell.unit;
    let StmtKind::Do(d) = &world.out.units[unit].stmts[own].kind else { return };
    let mut inside = Vec::new();
    world.out.units[unit].walk(&d.body, &mut |id, s| match &s.kind {
        StmtKind::Assign { lhs, .. } if *lhs == sum.place => inside.push(id),
        _ => {}
    });
    for id in inside {
        if let StmtKind::Assign { lhs, rhs } = &mut world.out.units[unit].stmts[id].kind {
            *lhs = t.clone();
            rhs.rewrite(&mut |x| {
                if *x == sum.place {
                    *x = t.clone();
                }
            });
        }
    }
    let start = if sum.from_zero { simplify::zero(&sum.scalar) } else { sum.place.clone() };
    let end = if sum.from_zero { grow(&sum.place, vec![t.clone()]) } else { t.clone() };
    let before = world.out.units[unit].add(StmtKind::Assign { lhs: t, rhs: start });
    let after = world.out.units[unit].add(StmtKind::Assign { lhs: sum.place, rhs: end });
    insert(world, unit, body, own, before, after);
}

fn insert(world: &mut World, unit: UnitId, block: &mut Block, own: StmtId, before: StmtId, after: StmtId) {
    if let Some(at) = block.iter().position(|s| *s == own) {
        block.splice(at..=at, [before, own, after]);
        return;
    }
    for &id in block.iter() {
        let mut kind = std::mem::replace(&mut world.out.units[unit].stmts[id].kind, StmtKind::Nop);
        for inner in kind.blocks_mut() {
            insert(world, unit, inner, own, before, after);
        }
        world.out.units[unit].stmts[id].kind = kind;
    }
}
