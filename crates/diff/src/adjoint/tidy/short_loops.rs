//! Loops of a few iterations over small local arrays, written out: each element is a scalar.
//!
//! A compiler keeps `d(3)` of `do k = 1, 3 …d(k)…` in registers where the loop is small, as it is in the original, and in memory where it is not, as
//! in the adjoint. Loops of up to four iterations whose number is known are written iteration by iteration when a local array has only literal subscripts then;
//! the elements become variables of their own. Increments that meet there become one statement, and zeros go, as everywhere.
//!
//! The array has constant extents and one name, nothing is given all of it, and nobody asks for the counter outside of its loops. A procedure does not become
//! longer than three times its original by this.

use std::collections::{BTreeMap, BTreeSet};

use analysis::coverage::subscripts;
use analysis::pieces::declared_bounds;
use il::typing::scalar_of;
use il::{
    Attr, BinaryOp, Block, DeclKind, Expr, ExprKind, Scalar, ScalarClass, Span, StmtId, StmtKind, Subscript, SymbolId,
    Type, Unit, UnitId, fold,
};

use crate::derive::{Shell, World};
use crate::simplify;

mod elements;

/// The most iterations of a loop that is written out.
const TURNS: i64 = 4;
/// The most elements of an array that becomes scalars.
const ELEMENTS: i64 = 16;
/// How many times as long as its original a procedure may become.
const GROWTH: usize = 3;

/// What counters count at a point: of loops that are written out around it.
type Counts = Vec<(StmtId, SymbolId, i64)>;

/// The elements of each array that became scalars, by their subscripts.
type Elements = BTreeMap<SymbolId, BTreeMap<Vec<i64>, SymbolId>>;

/// Writes such loops out, in the body of a generated unit. Returns the elements of derivatives.
pub(super) fn write_out(world: &mut World, shell: &Shell, body: &mut Block) -> BTreeSet<SymbolId> {
    let unit = shell.unit;
    let mut s = Search { world, unit, counters: counters(world, unit, body), arrays: BTreeMap::new() };
    s.arrays = s.small_arrays(body);
    s.visit(body, &Counts::new());
    s.arrays.retain(|_, a| !a.loops.is_empty());
    let original = &world.source.units[shell.original];
    let own = lines(original, &original.body);
    let most = (GROWTH * own).max(s.length(body, &BTreeSet::new(), &Counts::new()) + own / 4);
    let Chosen { arrays, loops } = s.choose(body, most);
    if loops.is_empty() {
        return BTreeSet::new();
    }
    let elements = elements::declare(world, shell, body, &arrays);
    let mut w = Writing { world, unit, loops, elements };
    *body = w.block(std::mem::take(body), &Counts::new());
    let derivatives = shell.maps.derivatives.values();
    derivatives.filter_map(|d| w.elements.get(d)).flat_map(|e| e.values().copied()).collect()
}

/// What is written out.
struct Chosen {
    arrays: BTreeMap<SymbolId, Small>,
    loops: BTreeSet<StmtId>,
}

/// An array that may become scalars.
struct Small {
    bounds: Vec<(i64, i64)>,
    scalar: Scalar,
    /// Those that must be written out for it.
    loops: BTreeSet<StmtId>,
}

struct Search<'w, 'a> {
    world: &'w World<'a>,
    unit: UnitId,
    /// Counters that nobody asks for outside of their loops.
    counters: BTreeSet<SymbolId>,
    arrays: BTreeMap<SymbolId, Small>,
}

impl Search<'_, '_> {
    fn unit(&self) -> &Unit {
        &self.world.out.units[self.unit]
    }

    /// Local arrays of constant extents that have one name, and that declarations show by it.
    fn small_arrays(&self, body: &Block) -> BTreeMap<SymbolId, Small> {
        let p = &self.world.out;
        let named = self.unit().symbols(body);
        let small = |s: SymbolId| {
            let v = p.variable(s)?;
            let plain = v.is_unsaved_local() && !v.pointer && !v.target && !v.allocatable && v.init.is_none();
            let (true, Type::Scalar(scalar)) = (plain && v.ty.rank() > 0, v.ty.element()) else { return None };
            let bounds = declared_bounds(p, self.unit, &v.ty)?;
            let count = bounds.iter().try_fold(1i64, |n, (lo, hi)| n.checked_mul(hi - lo + 1))?;
            let few = (1..=ELEMENTS).contains(&count) && bounds.iter().all(|(lo, hi)| *lo >= 0 && *hi < 10);
            let alone = p.is_alone_in(self.unit, s) && !self.world.is_overlaid(s) && is_declared(self.unit(), body, s);
            let steady = !scalar.spelling.contains("volatile");
            (few && alone && steady).then(|| Small { bounds, scalar: scalar.clone(), loops: BTreeSet::new() })
        };
        named.into_iter().filter_map(|s| Some((s, small(s)?))).collect()
    }

    /// The values of a counter, when they are few and known.
    fn turns(&self, kind: &StmtKind, counts: &Counts) -> Option<Vec<i64>> {
        let StmtKind::Do(d) = kind else { return None };
        turns(self.world, d, counts).filter(|_| self.counters.contains(&d.var))
    }

    /// Whether a loop can be written out: it holds assignments, choices that the counter does not make, and such loops.
    fn is_short(&self, id: StmtId, counts: &Counts) -> bool {
        let stmt = &self.unit().stmts[id];
        let (StmtKind::Do(d), Some(turns)) = (&stmt.kind, self.turns(&stmt.kind, counts)) else { return false };
        stmt.label.is_none()
            && stmt.directives.is_empty()
            && turns.into_iter().all(|value| {
                let mut inside = counts.clone();
                inside.push((id, d.var, value));
                self.is_plain(&d.body, &inside)
            })
    }

    fn is_plain(&self, block: &Block, counts: &Counts) -> bool {
        let counted = |e: &Expr| counts.iter().any(|(_, var, _)| e.mentions(*var));
        block.iter().all(|&id| {
            let stmt = &self.unit().stmts[id];
            let mut plain = stmt.label.is_none() && stmt.directives.is_empty();
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    plain &= match &x.kind {
                        ExprKind::Binary(op, l, r) => !op.is_logical() || !counted(l) && !counted(r),
                        kind => !matches!(kind, ExprKind::Call { .. } | ExprKind::Opaque { .. }),
                    }
                })
            });
            plain
                && match &stmt.kind {
                    StmtKind::Assign { .. } | StmtKind::Nop => true,
                    StmtKind::If(i) => {
                        i.arms.iter().map(|a| &a.body).chain(&i.otherwise).all(|b| self.is_plain(b, counts))
                    }
                    kind => matches!(kind, StmtKind::Do(_)) && self.is_short(id, counts),
                }
        })
    }

    /// Finds the arrays that are named other than by elements, and the loops that the elements of the others depend on.
    fn visit(&mut self, block: &Block, counts: &Counts) {
        for &id in block {
            let kind = self.unit().stmts[id].kind.clone();
            if let StmtKind::Assign { lhs, rhs } = &kind
                && let ExprKind::Var(s) = lhs.kind
                && self.arrays.contains_key(&s)
                && rhs.as_number().is_some()
            {
                continue;
            }
            if let StmtKind::Do(d) = &kind
                && self.is_short(id, counts)
            {
                kind.exprs(&mut |e| self.references(e, counts));
                for value in self.turns(&kind, counts).unwrap_or_default() {
                    let mut inside = counts.clone();
                    inside.push((id, d.var, value));
                    self.visit(&d.body, &inside);
                }
                continue;
            }
            // By reference, or with what follows it; in kept text.
            kind.each_call(&mut |_, args| {
                for s in args.iter().filter_map(|a| a.value.root()) {
                    self.arrays.remove(&s);
                }
            });
            if matches!(kind, StmtKind::Opaque { .. } | StmtKind::Where { .. } | StmtKind::Forall { .. }) {
                kind.exprs(&mut |e| e.walk(&mut |x| self.is_none(x)));
            }
            kind.exprs(&mut |e| self.references(e, counts));
            kind.blocks().into_iter().for_each(|b| self.visit(b, counts));
        }
    }

    /// A variable that is no small array.
    fn is_none(&mut self, e: &Expr) {
        if let ExprKind::Var(s) = e.kind {
            self.arrays.remove(&s);
        }
    }

    fn references(&mut self, e: &Expr, counts: &Counts) {
        if let Some((Expr { kind: ExprKind::Var(s), .. }, subs)) = subscripts(e)
            && let Some(small) = self.arrays.get(s)
            && let Some(at) = position(self.world, &subs, counts)
            && at.len() == small.bounds.len()
            && at.iter().zip(&small.bounds).all(|(n, (lo, hi))| (lo..=hi).contains(&n))
        {
            let loops = needed(self.unit(), &subs, counts);
            self.arrays.entry(*s).and_modify(|a| a.loops.extend(loops));
            return;
        }
        self.is_none(e);
        if let ExprKind::Address(x) = &e.kind
            && let Some(s) = x.root()
        {
            self.arrays.remove(&s);
        }
        e.children(&mut |c| self.references(c, counts));
    }

    /// The arrays whose loops can all be written out within so many lines, and the loops.
    fn choose(mut self, body: &Block, most: usize) -> Chosen {
        loop {
            let loops: BTreeSet<StmtId> = self.arrays.values().flat_map(|a| &a.loops).copied().collect();
            if self.length(body, &loops, &Counts::new()) <= most {
                return Chosen { arrays: self.arrays, loops };
            }
            // The longest goes first.
            let length = |id: &StmtId| (self.length(&vec![*id], &loops, &Counts::new()), *id);
            let Some(longest) = loops.iter().copied().max_by_key(length) else {
                return Chosen { arrays: BTreeMap::new(), loops };
            };
            self.arrays.retain(|_, a| !a.loops.contains(&longest));
        }
    }

    fn is_element(&self, e: &Expr) -> bool {
        e.root().is_some_and(|s| self.arrays.contains_key(&s))
    }

    /// How many lines a block has when some loops are written out.
    fn length(&self, block: &Block, loops: &BTreeSet<StmtId>, counts: &Counts) -> usize {
        let of = |&id: &StmtId| {
            let kind = &self.unit().stmts[id].kind;
            if let (StmtKind::Do(d), Some(turns)) = (kind, turns_of(self.world, kind, counts))
                && (loops.contains(&id) || !counts.is_empty())
            {
                let inside = |value| [counts.as_slice(), &[(id, d.var, value)]].concat();
                return turns.into_iter().map(|value| self.length(&d.body, loops, &inside(value))).sum();
            }
            if let StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, .. } = kind
                && let Some(a) = self.arrays.get(s)
            {
                return a.bounds.iter().map(|(lo, hi)| (hi - lo + 1) as usize).product();
            }
            // What clears an element joins what sets it.
            if matches!(kind, StmtKind::Assign { lhs, rhs } if self.is_element(lhs) && simplify::is_zero(rhs)) {
                return 0;
            }
            own_lines(kind) + kind.blocks().into_iter().map(|b| self.length(b, loops, counts)).sum::<usize>()
        };
        block.iter().map(of).sum()
    }
}

/// The loops that subscripts depend on, with those that the bounds of these depend on.
fn needed(u: &Unit, subs: &[&Subscript], counts: &Counts) -> BTreeSet<StmtId> {
    let mut out = BTreeSet::new();
    for (k, (id, var, _)) in counts.iter().enumerate().rev() {
        let bounded =
            counts[k + 1..].iter().any(|(inner, ..)| out.contains(inner) && u.stmts[*inner].kind.mentions(*var));
        if bounded || subs.iter().flat_map(|s| s.parts()).any(|e| e.mentions(*var)) {
            out.insert(*id);
        }
    }
    out
}

/// Integers of the unit that only their loops name.
fn counters(world: &World, unit: UnitId, body: &Block) -> BTreeSet<SymbolId> {
    fn named(
        u: &Unit,
        block: &Block,
        inside: &mut Vec<SymbolId>,
        all: &mut BTreeSet<SymbolId>,
        out: &mut BTreeSet<SymbolId>,
    ) {
        for &id in block {
            let kind = &u.stmts[id].kind;
            let mut here = BTreeSet::new();
            kind.exprs(&mut |e| e.collect_symbols(&mut here));
            out.extend(here.into_iter().filter(|s| !inside.contains(s)));
            if let StmtKind::Do(d) = kind {
                all.insert(d.var);
                inside.push(d.var);
                named(u, &d.body, inside, all, out);
                inside.pop();
            } else {
                kind.blocks().into_iter().for_each(|b| named(u, b, inside, all, out));
            }
        }
    }
    let (mut all, mut outside) = (BTreeSet::new(), BTreeSet::new());
    named(&world.out.units[unit], body, &mut Vec::new(), &mut all, &mut outside);
    let is_own = |s: &SymbolId| {
        let v = world.out.variable(*s);
        v.is_some_and(|v| v.is_unsaved_local() && v.ty.class() == Some(ScalarClass::Integer) && !v.target && !v.pointer)
            && world.out.is_alone_in(unit, *s)
            && !world.is_overlaid(*s)
    };
    all.into_iter().filter(|s| !outside.contains(s) && is_own(s)).collect()
}

/// Whether a declaration of type shows an array, and none says more of it.
fn is_declared(u: &Unit, body: &Block, s: SymbolId) -> bool {
    let in_body = || body.iter().any(|id| matches!(&u.stmts[*id].kind, StmtKind::Declare(list) if list.contains(&s)));
    let typed = |kind: &DeclKind| {
        let DeclKind::Variables { attrs, entities, .. } = kind else { return false };
        let plain = attrs.iter().all(|a| matches!(a, Attr::Dimension(_)));
        plain && entities.iter().any(|e| e.symbol == s && e.star.is_none())
    };
    let more = |kind: &DeclKind| match kind {
        DeclKind::Attribute { symbols, .. } => symbols.iter().any(|e| e.symbol == s),
        DeclKind::Opaque { symbols, .. } => symbols.contains(&s),
        kind => matches!(kind, DeclKind::Data(_)),
    };
    (in_body() || u.decls.iter().any(|d| typed(&d.kind))) && !u.decls.iter().any(|d| more(&d.kind))
}

fn turns_of(world: &World, kind: &StmtKind, counts: &Counts) -> Option<Vec<i64>> {
    if let StmtKind::Do(d) = kind { turns(world, d, counts) } else { None }
}

/// The values of a counter, when they are few and known.
fn turns(world: &World, d: &il::stmt::Do, counts: &Counts) -> Option<Vec<i64>> {
    let value = |e: &Expr| known(world, e, counts);
    let (from, to) = (value(&d.from)?, value(&d.to)?);
    let step = d.step.as_ref().map_or(Some(1), value)?;
    let count = fold::iterations(from, to, step)?;
    (count <= TURNS).then(|| (0..count).map(|n| from + n * step).collect())
}

/// The value of an integer, where counters have values.
fn known(world: &World, e: &Expr, counts: &Counts) -> Option<i64> {
    let mut e = e.clone();
    e.rewrite(&mut |x| {
        if let ExprKind::Var(s) = x.kind
            && let Some((_, _, value)) = counts.iter().find(|(_, var, _)| *var == s)
        {
            *x = Expr::int(*value);
        }
    });
    fold::integer(&world.out, &e)
}

fn position(world: &World, subs: &[&Subscript], counts: &Counts) -> Option<Vec<i64>> {
    let at = |s: &&Subscript| match s {
        Subscript::At(e) => known(world, e, counts),
        Subscript::Range { .. } => None,
    };
    subs.iter().map(at).collect()
}

/// The lines of a block.
fn lines(u: &Unit, block: &Block) -> usize {
    let mut sum = 0;
    u.walk(block, &mut |_, s| sum += own_lines(&s.kind));
    sum
}

/// The lines of a statement without those inside it.
fn own_lines(kind: &StmtKind) -> usize {
    match kind {
        StmtKind::If(i) if i.one_line => 0,
        StmtKind::If(i) => 1 + i.arms.len() + usize::from(i.otherwise.is_some()),
        StmtKind::Nop | StmtKind::Declare(_) => 0,
        kind => 1 + usize::from(!kind.blocks().is_empty()),
    }
}

struct Writing<'w, 'a> {
    world: &'w mut World<'a>,
    unit: UnitId,
    loops: BTreeSet<StmtId>,
    elements: Elements,
}

impl Writing<'_, '_> {
    fn block(&mut self, block: Block, counts: &Counts) -> Block {
        let mut out = Block::new();
        for id in block {
            let chosen = self.loops.contains(&id) || !counts.is_empty();
            let kind = std::mem::replace(&mut self.world.out.units[self.unit].stmts[id].kind, StmtKind::Nop);
            match (turns_of(self.world, &kind, counts).filter(|_| chosen), kind) {
                (Some(turns), StmtKind::Do(d)) => self.turns(id, *d, &turns, counts, &mut out),
                (_, kind) => {
                    let kinds = self.statement(kind, counts);
                    let stmt = std::mem::replace(&mut self.world.out.units[self.unit].stmts[id], StmtKind::Nop.into());
                    if let [_] = kinds.as_slice() {
                        let u = &mut self.world.out.units[self.unit];
                        u.stmts[id] = stmt;
                        u.stmts[id].kind = kinds.into_iter().next().expect("one");
                        out.push(id);
                    } else {
                        out.extend(self.world.out.units[self.unit].add_in_place_of(stmt, kinds));
                    }
                }
            }
        }
        out
    }

    /// A loop, iteration by iteration: `! k = 3, 2, 1` stands in front.
    fn turns(&mut self, id: StmtId, d: il::stmt::Do, turns: &[i64], counts: &Counts, out: &mut Block) {
        // What we count by ourselves clears.
        if counts.is_empty() && self.world.out.symbols[d.var].span != Span::NONE {
            let values: Vec<String> = turns.iter().map(i64::to_string).collect();
            let name = &self.world.out.symbols[d.var].name;
            let said = format!(" {name} = {}", values.join(", "));
            self.world.out.units[self.unit].stmts[id].comments.push(said);
            out.push(id);
        }
        for (n, value) in turns.iter().enumerate() {
            let u = &mut self.world.out.units[self.unit];
            let copy: Block = d.body.iter().map(|inner| u.duplicate(*inner)).collect();
            if n > 0 {
                let mut all = Vec::new();
                u.walk(&copy, &mut |inner, _| all.push(inner));
                all.into_iter().for_each(|inner| u.stmts[inner].comments.clear());
            }
            let mut inside = counts.clone();
            inside.push((id, d.var, *value));
            out.extend(self.block(copy, &inside));
        }
    }

    /// A statement with elements and counters replaced: one for each element of what is set as a whole.
    fn statement(&mut self, mut kind: StmtKind, counts: &Counts) -> Vec<StmtKind> {
        if let StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, rhs } = &kind
            && let Some(all) = self.elements.get(s)
        {
            return all.values().map(|x| StmtKind::Assign { lhs: Expr::var(*x), rhs: rhs.clone() }).collect();
        }
        kind.exprs_mut(&mut |e| _ = self.put(e, counts));
        for inner in kind.blocks_mut() {
            *inner = self.block(std::mem::take(inner), counts);
        }
        if let StmtKind::If(i) = &mut kind {
            i.one_line &= i.arms.iter().all(|a| a.body.len() == 1);
        }
        vec![kind]
    }

    /// Puts elements and values of counters in their places. Whether a counter was in `e`.
    fn put(&self, e: &mut Expr, counts: &Counts) -> bool {
        if let Some((Expr { kind: ExprKind::Var(s), .. }, subs)) = subscripts(e)
            && let Some(all) = self.elements.get(s)
            && let Some(x) = position(self.world, &subs, counts).and_then(|at| all.get(&at))
        {
            *e = Expr::var(*x);
            return false;
        }
        if let ExprKind::Var(s) = e.kind
            && let Some((_, _, value)) = counts.iter().find(|(_, var, _)| *var == s)
        {
            *e = Expr::int(*value);
            return true;
        }
        let mut counted = false;
        e.children_mut(&mut |c| counted |= self.put(c, counts));
        if counted {
            self.fold(e);
        }
        counted
    }

    /// Integer arithmetic with the values of counters.
    fn fold(&self, e: &mut Expr) {
        let p = &self.world.out;
        if scalar_of(p, e).is_none_or(|s| s.class != ScalarClass::Integer) {
            return;
        }
        if let Some(n) = fold::integer(p, e).filter(|n| *n >= 0) {
            *e = Expr::int(n);
            return;
        }
        let ExprKind::Binary(op, l, r) = &e.kind else { return };
        let is = |x: &Expr, n: i64| x.as_int() == Some(n);
        let factor = |n: i64| *op == BinaryOp::Mul && (is(l, n) || is(r, n));
        *e = if *op == BinaryOp::Add {
            fold::add(l, r)
        } else if *op == BinaryOp::Sub {
            fold::sub(l, r)
        } else if factor(0) {
            Expr::int(0)
        } else if factor(1) {
            (if is(l, 1) { r } else { l }).as_ref().clone()
        } else {
            return;
        };
    }
}
