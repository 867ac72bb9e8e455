//! Innermost loops of the backward sweep, as a person would write them for the machine.
//!
//! - *Upwards*: a loop that runs downwards only because the original ran upwards is turned round where its turns commute: what one turn writes no
//!   other turn touches, except by adding to the same sum.
//! - *Sums in a scalar*: an element that every turn adds to, and that nothing else in the loop can be, is summed in a temporary. What may
//!   be the same element must also only be added to; then the temporary starts from zero, otherwise from the element.
//!
//! Elements are told apart by their subscripts (`elements`). In Fortran arrays of different names are different arrays; in C `places` says what is, and
//! a parameter `*xb` or a member of a structure is an element too.

use std::collections::BTreeSet;

use il::stmt::{Do, If};
use il::symbol::Storage;
use il::typing::{scalar_of, type_of};
use il::{
    BinaryOp, Block, Expr, ExprKind, Language, Scalar, ScalarClass, StmtId, StmtKind, Subscript, SymbolId, Type, Unit,
    UnitId,
};

use crate::adjoint::plan::elements::Elements;
use crate::adjoint::tidy::places::Places;
use crate::adjoint::tidy::{grow, increment};
use crate::adjoint::untouched;
use crate::derive::{Shell, World};
use crate::simplify;

/// Fewer turns than this are left as they are.
pub(super) const FEW: i64 = 16;

/// Tidies all innermost loops of a body; `derivatives` are the variables that belong to the backward sweep, but not those that share storage.
pub(crate) fn loops(world: &mut World, shell: &mut Shell, body: &mut Block, derivatives: &BTreeSet<SymbolId>) {
    let fixed = fixed(world, shell, body);
    let mut found = Vec::new();
    innermost(&world.out.units[shell.unit], body, &mut Vec::new(), &mut found);
    let c = world.out.units[shell.unit].language == Language::C;
    let places = c.then(|| Places::of(world, shell, body));
    for nest in found {
        let own = *nest.last().expect("a nest has a loop");
        let (unit, places) = (shell.unit, places.as_ref());
        let view = View { world, unit, elements: elements(world, unit, &fixed), derivatives, places, nest };
        let upwards = view.may_turn(body);
        let sums = view.sums(body);
        if upwards && let StmtKind::Do(d) = &mut world.out.units[shell.unit].stmts[own].kind {
            std::mem::swap(&mut d.from, &mut d.to);
            d.step = None;
        }
        in_scalars(world, shell, body, own, sums);
    }
}

fn elements<'a>(world: &'a World, unit: UnitId, fixed: &BTreeSet<SymbolId>) -> Elements<'a> {
    Elements::of_output(&world.out, unit, fixed.clone())
}

/// The loops without loops inside, each with those around it from the outermost.
pub(super) fn innermost(u: &Unit, block: &Block, around: &mut Vec<StmtId>, out: &mut Vec<Vec<StmtId>>) {
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
    u.any(block, &mut |_, s| s.kind.is_loop())
}

/// Integers, in the body and in declarations, that nothing in the body changes.
pub(super) fn fixed(world: &World, shell: &Shell, body: &Block) -> BTreeSet<SymbolId> {
    let (p, unit) = (&world.out, shell.unit);
    let untouched = untouched::by_calls(world, shell);
    let u = &p.units[unit];
    let (changed, calls) = untouched::changes(p, unit, body, &untouched);
    let mut mentions = u.symbols(body);
    p.specification(unit, &mut |e| e.collect_symbols(&mut mentions));
    let shared = |s: SymbolId| world.is_overlaid(s);
    mentions.retain(|s| {
        let Some(v) = p.variable(*s) else { return false };
        let here = matches!(v.storage, Storage::Dummy(_)) || v.storage == Storage::Local && p.home(*s) == Some(unit);
        let plain = !v.pointer && !v.target && v.ty.class() == Some(ScalarClass::Integer) && v.ty.rank() == 0;
        plain && (here || !calls) && !changed.contains(s) && !shared(*s)
    });
    mentions
}

/// What is known about one innermost loop.
pub(super) struct View<'v, 'a> {
    pub(super) world: &'v World<'a>,
    pub(super) unit: UnitId,
    pub(super) elements: Elements<'v>,
    derivatives: &'v BTreeSet<SymbolId>,
    /// C: what may be one place.
    places: Option<&'v Places>,
    /// The loop, behind those around it.
    pub(super) nest: Vec<StmtId>,
}

/// A reference in a loop.
pub(super) struct Touch {
    pub(super) place: Expr,
    pub(super) written: bool,
    /// By `x = x + …` alone.
    pub(super) added: bool,
}

/// A sum to be kept in a scalar.
struct Sum {
    place: Expr,
    scalar: Scalar,
    /// Whether it starts from zero.
    from_zero: bool,
    /// That the loop has a turn, where otherwise the element may not exist.
    guard: Option<Expr>,
}

impl<'v, 'a> View<'v, 'a> {
    /// Of the loop that ends `nest`, in Fortran.
    pub(super) fn of(
        world: &'v World<'a>,
        unit: UnitId,
        fixed: &BTreeSet<SymbolId>,
        derivatives: &'v BTreeSet<SymbolId>,
        nest: Vec<StmtId>,
    ) -> Self {
        View { world, unit, elements: elements(world, unit, fixed), derivatives, places: None, nest }
    }

    pub(super) fn unit(&self) -> &Unit {
        &self.world.out.units[self.unit]
    }

    pub(super) fn body(&self) -> &Block {
        let innermost = *self.nest.last().expect("a nest has a loop");
        &self.unit().stmts[innermost].kind.as_do().expect("a nest is made of counted loops").body
    }

    /// All references of the loop; `None` when something in it is not an assignment or a choice.
    pub(super) fn touches(&self) -> Option<Vec<Touch>> {
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
                StmtKind::Restore { into, .. } | StmtKind::RestoreControl { into, .. } if self.places.is_some() => {
                    address(into, &mut out);
                    out.push(Touch { place: into.clone(), written: true, added: false });
                }
                StmtKind::Nop => {}
                _ => clean = false,
            }
        });
        clean.then_some(out)
    }

    /// Whether the references may be compared by name and subscripts.
    pub(super) fn is_plain(&self, e: &Expr) -> bool {
        let Some(root) = e.root() else { return false };
        let Some(v) = self.world.out.variable(root) else { return true };
        let shared = self.world.is_overlaid(root);
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
        if let (Some(from), Some(to)) = (d.from.as_int(), d.to.as_int())
            && from - to < FEW
        {
            return false;
        }
        let Some(touches) = self.touches() else { return false };
        let is_ours = |s: SymbolId| self.places.map_or(self.derivatives.contains(&s), |p| p.is_derivative(s));
        if !touches.iter().any(|t| t.written && t.place.root().is_some_and(is_ours)) {
            return false;
        }
        if let Some(places) = self.places {
            return self.may_turn_in_c(d, all, &touches, places);
        }
        self.commute(all, &touches)
    }

    /// Whether the turns may be taken in any order: what one turn writes no other turn touches, except by adding to the same sum.
    pub(super) fn commute(&self, all: &Block, touches: &[Touch]) -> bool {
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

    /// The same in C, where what may be one place is told by `places`, a loop looks at its end in each turn, and what was saved comes back in order.
    fn may_turn_in_c(&self, d: &Do, all: &Block, touches: &[Touch], places: &Places) -> bool {
        let p = &self.world.out;
        let mut ordered = false;
        self.unit().walk(self.body(), &mut |_, s| {
            ordered |= matches!(s.kind, StmtKind::Restore { .. } | StmtKind::RestoreControl { .. });
        });
        let stores: Vec<&Expr> = touches.iter().filter(|t| t.written).map(|t| &t.place).collect();
        let signed = |e: &Expr| scalar_of(p, e).is_some_and(|s| s.class == ScalarClass::Integer && !s.unsigned);
        let steady = |e: &Expr| {
            let named = stores.iter().any(|s| matches!(s.kind, ExprKind::Var(x) if e.mentions(x)));
            !named && !e.has_call() && signed(e) && places.is_steady(p, e, &stores)
        };
        if ordered
            || !signed(&Expr::var(d.var))
            || !places.is_local(p, d.var)
            || ![&d.from, &d.to].into_iter().all(steady)
        {
            return false;
        }
        touches.iter().filter(|t| t.written).all(|w| {
            let Some(root) = w.place.root() else { return false };
            if let ExprKind::Var(s) = w.place.kind {
                let number = matches!(type_of(p, &w.place), Type::Scalar(_));
                let own = || self.is_local(s) && places.is_local(p, s);
                let summed = w.added && touches.iter().filter(|t| t.place.mentions(s)).all(|t| t.added);
                return number && own() && (summed || self.is_private(all, s));
            }
            places.is_derivative(root)
                && touches.iter().all(|t| {
                    let apart = || {
                        if t.place.root() == Some(root) {
                            self.elements.never_meet(&self.nest, &w.place, &t.place)
                        } else {
                            !places.may_meet(p, &w.place, &t.place)
                        }
                    };
                    w.added && t.added || apart()
                })
        })
    }

    fn is_local(&self, s: SymbolId) -> bool {
        self.world.out.home(s) == Some(self.unit) && self.world.out.variable(s).is_some_and(|v| v.is_unsaved_local())
    }

    /// Whether a scalar lives in single turns of innermost loops everywhere.
    pub(super) fn is_private(&self, block: &Block, s: SymbolId) -> bool {
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
        let stores: Vec<&Expr> = touches.iter().filter(|t| t.written).map(|t| &t.place).collect();
        let mut out: Vec<Sum> = Vec::new();
        for t in touches.iter().filter(|t| t.added) {
            let Some(root) = t.place.root() else { continue };
            let Type::Scalar(scalar) = type_of(&self.world.out, &t.place) else { continue };
            if out.iter().any(|s| s.place == t.place) || !self.may_be_summed(t, root, &changing, &stores) {
                continue;
            }
            // C: a call may give two parameters one place when both are only added to.
            let mut from_zero = self.places.is_some();
            let possible = touches.iter().filter(|o| self.may_be_one(root, t, o)).all(|o| {
                if o.place == t.place {
                    return o.added;
                }
                let apart = self.elements.is_apart_in(&self.nest, &t.place, &o.place);
                from_zero |= !apart;
                apart || o.added
            });
            if !possible {
                continue;
            }
            // The element must exist even when the loop has no turn.
            let exists = matches!(t.place.kind, ExprKind::Var(_))
                || self.elements.has_turn(&self.nest)
                || self.is_near(all, own, &t.place);
            let guard = if exists { None } else { self.has_turns(d, &changing, &stores) };
            if exists || guard.is_some() {
                out.push(Sum { place: t.place.clone(), scalar, from_zero, guard });
            }
        }
        out
    }

    /// Whether a place is a derivative in memory, and the same in all turns.
    fn may_be_summed(&self, t: &Touch, root: SymbolId, changing: &BTreeSet<SymbolId>, stores: &[&Expr]) -> bool {
        let mut subscripts = BTreeSet::new();
        t.place.children(&mut |c| c.collect_symbols(&mut subscripts));
        subscripts.remove(&root);
        let fixed = !subscripts.iter().any(|s| changing.contains(s));
        match self.places {
            Some(places) => {
                places.is_derivative(root)
                    && fixed
                    && places.is_in_memory(&self.world.out, &t.place)
                    && places.is_steady(&self.world.out, &t.place, stores)
            }
            None => {
                matches!(t.place.kind, ExprKind::Index { .. })
                    && fixed
                    && self.derivatives.contains(&root)
                    && self.is_plain(&t.place)
            }
        }
    }

    /// Whether a reference of the loop may be the storage of a sum, whatever its subscripts.
    fn may_be_one(&self, root: SymbolId, sum: &Touch, other: &Touch) -> bool {
        match self.places {
            Some(places) => other.place == sum.place || places.may_meet(&self.world.out, &sum.place, &other.place),
            None => other.place.root() == Some(root),
        }
    }

    /// C: what is true when a loop has a turn, asked behind it.
    fn has_turns(&self, d: &Do, changing: &BTreeSet<SymbolId>, stores: &[&Expr]) -> Option<Expr> {
        let (places, p) = (self.places?, &self.world.out);
        let (low, high) = d.ends()?;
        let mut mentions = BTreeSet::new();
        [low, high].into_iter().for_each(|e| e.collect_symbols(&mut mentions));
        let steady = mentions.iter().all(|s| !changing.contains(s))
            && [low, high].iter().all(|e| !e.has_call() && places.is_steady(p, e, stores));
        if !steady {
            return None;
        }
        match &high.kind {
            ExprKind::Binary(BinaryOp::Sub, end, one) if one.as_int() == Some(1) => {
                Some(Expr::binary(BinaryOp::Gt, (**end).clone(), low.clone()))
            }
            _ => {
                // A comparison of what is never below zero with zero would be none.
                let signed = [low, high].iter().all(|e| scalar_of(p, e).is_some_and(|s| !s.unsigned));
                signed.then(|| Expr::binary(BinaryOp::Ge, high.clone(), low.clone()))
            }
        }
    }

    /// Whether the block that holds the loop evaluates a reference in any case.
    fn is_near(&self, block: &Block, own: StmtId, place: &Expr) -> bool {
        let u = self.unit();
        if block.contains(&own) {
            return block.iter().filter_map(|id| u.stmts[*id].kind.as_assign()).any(|(lhs, rhs)| {
                let (mut found, mut chosen) = (false, false);
                rhs.walk(&mut |x| {
                    found |= x == place;
                    chosen |= matches!(x.kind, ExprKind::Cond { .. });
                });
                lhs == place || found && !chosen
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
            subs.iter().flat_map(Subscript::parts).for_each(|i| references(i, out));
        }
        ExprKind::Field { base, .. } => address(base, out),
        ExprKind::Var(_) => {}
        // What is found through a pointer or a part of a text.
        _ => e.children(&mut |c| references(c, out)),
    }
}

/// What a sequence does to a scalar first.
pub(super) enum Exposure {
    Read,
    Written,
    Nothing,
}

pub(super) fn exposed(u: &Unit, block: &Block, s: SymbolId) -> Exposure {
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

/// Sums in scalars what a loop adds to single elements.
fn in_scalars(world: &mut World, shell: &mut Shell, body: &mut Block, own: StmtId, sums: Vec<Sum>) {
    let unit = shell.unit;
    let (mut before, mut after, mut guarded, mut guard) = (Vec::new(), Vec::new(), Vec::new(), None);
    for sum in sums {
        let t = Expr::var(world.local(shell, "tempb", Type::Scalar(sum.scalar.clone())));
        replace(world, unit, own, &sum.place, &t);
        let start = if sum.from_zero { simplify::zero(&sum.scalar) } else { sum.place.clone() };
        let end = if sum.from_zero { grow(&sum.place, vec![t.clone()]) } else { t.clone() };
        let u = &mut world.out.units[unit];
        before.push(u.add(StmtKind::Assign { lhs: t, rhs: start }));
        let end = u.add(StmtKind::Assign { lhs: sum.place, rhs: end });
        if sum.guard.is_some() { &mut guarded } else { &mut after }.insert(0, end);
        guard = guard.or(sum.guard);
    }
    if let Some(test) = guard {
        let one_line = guarded.len() == 1;
        after.push(world.out.units[unit].add(StmtKind::If(If::when(test, guarded, one_line))));
    }
    insert(world, unit, body, own, &before, &after);
}

fn replace(world: &mut World, unit: UnitId, own: StmtId, place: &Expr, by: &Expr) {
    let StmtKind::Do(d) = &world.out.units[unit].stmts[own].kind else { return };
    let mut inside = Vec::new();
    world.out.units[unit].walk(&d.body, &mut |id, s| inside.extend((s.kind.assigned() == Some(place)).then_some(id)));
    for id in inside {
        if let StmtKind::Assign { lhs, rhs } = &mut world.out.units[unit].stmts[id].kind {
            *lhs = by.clone();
            rhs.rewrite(&mut |x| {
                if x == place {
                    *x = by.clone();
                }
            });
        }
    }
}

pub(super) fn insert(
    world: &mut World,
    unit: UnitId,
    block: &mut Block,
    own: StmtId,
    before: &[StmtId],
    after: &[StmtId],
) {
    if let Some(at) = block.iter().position(|s| *s == own) {
        block.splice(at..=at, before.iter().copied().chain([own]).chain(after.iter().copied()));
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
