//! Which increments of a loop stand apart, and the loops that hold them.

use std::collections::{BTreeMap, BTreeSet};

use il::intrinsics::Intrinsic;
use il::stmt::Do;
use il::symbol::Storage;
use il::typing::{scalar_of, type_of};
use il::{
    BinaryOp, Block, Dim, Expr, ExprKind, Scalar, ScalarClass, StmtId, StmtKind, Subscript, SymbolId, SymbolKind, Type,
    Unit, UnitId, Upper, fold,
};

use super::arms::{self, FromArm};
use super::vectorised::Loop;
use crate::adjoint::tidy::loops::{self, Touch, View};
use crate::adjoint::tidy::{grow, increment};
use crate::derive::{Shell, World};

/// The most increments that stand apart.
const MANY: usize = 6;
/// The most operations that are done again.
const CHEAP: usize = 3;
/// So much does a turn compute, in additions, for which it pays to keep values in arrays.
const HEAVY: usize = 10;
/// So many additions are as much as keeping a value for a loop behind.
const MEMORY: usize = 5;

/// A row of an array: the array, and its subscripts but the first.
type Row = (SymbolId, Vec<Subscript>);

/// What is to be done to a loop.
pub(super) struct Plan {
    counter: SymbolId,
    /// What the loop writes.
    written: BTreeSet<SymbolId>,
    /// The rows that turns add to at several distances, and the distance that stays in the loop.
    kept: Vec<(Row, i64)>,
    /// Whether the bounds of the loop can stand in declarations.
    declares: bool,
    from_arms: Vec<FromArm>,
}

impl Plan {
    pub(super) fn from_arms(&self) -> &[FromArm] {
        &self.from_arms
    }

    /// Says that the loop writes these, too.
    pub(super) fn writes(&mut self, scalars: Vec<SymbolId>) {
        self.written.extend(scalars);
    }
}

/// What is to be done to the loop of a view; `None`: nothing.
pub(super) fn plan(view: &View, all: &Block, fixed: &BTreeSet<SymbolId>) -> Option<Plan> {
    let (own, around) = view.nest.split_last()?;
    let d = view.unit().stmts[*own].kind.as_do()?;
    let touches = view.touches()?;
    let written: BTreeSet<SymbolId> =
        touches.iter().filter(|t| t.written).map(|t| t.place.root()).collect::<Option<_>>()?;
    let outer: BTreeSet<SymbolId> =
        around.iter().filter_map(|id| Some(view.unit().stmts[*id].kind.as_do()?.var)).collect();
    let mut bounds = BTreeSet::new();
    [&d.from, &d.to].into_iter().for_each(|e| e.collect_symbols(&mut bounds));
    let stays =
        |s: &SymbolId| (fixed.contains(s) || outer.contains(s) || is_constant(view, *s)) && !written.contains(s);
    let asked = Loop { view, counter: d.var, written: &written };
    if written.contains(&d.var) || !bounds.iter().all(stays) || !asked.is_vectorised() || !view.commute(all, &touches) {
        return None;
    }
    let mut rows = rows(&asked, all, &touches)?;
    rows.retain(|r| r.1.len() > 1);
    let kept: Vec<(Row, i64)> = rows.iter().map(|(row, offsets)| (row.clone(), stays_in_loop(offsets))).collect();
    let from_arms = arms::find(&asked, &touches, fixed)?;
    let declares = bounds.iter().all(|s| may_be_declared_with(view, *s));
    let u = view.unit();
    let (mut moved, mut buffers) = (0, 0);
    u.walk(&d.body, &mut |id, s| {
        if let StmtKind::Assign { lhs, rhs } = &s.kind
            && is_apart(&kept, d.var, lhs)
            && let Some(more) = increment(lhs, rhs)
        {
            let before = d.body.iter().position(|other| *other == id);
            let again = before.and_then(|k| again(u, d, &written, &d.body[..k], &more));
            (moved, buffers) = (moved + 1, buffers + usize::from(again.is_none()));
        }
    });
    let worth_it = buffers == 0 || work(u, &d.body) >= HEAVY.max(MEMORY * buffers);
    let possible = !kept.is_empty() && moved <= MANY && worth_it;
    possible.then_some(Plan { counter: d.var, written, kept, declares, from_arms })
}

/// How much a turn of a loop computes, in additions.
pub(super) fn work(u: &Unit, body: &Block) -> usize {
    let mut count = 0;
    u.walk(body, &mut |_, s| {
        s.kind.exprs(&mut |e| {
            values(e, &mut |x| {
                if let ExprKind::Binary(op, ..) = x.kind {
                    count += if op == BinaryOp::Div { 4 } else { 1 };
                }
                if let ExprKind::Intrinsic(f, _) = x.kind {
                    count += if f.name() == "sqrt" { 6 } else { 2 };
                }
            })
        })
    });
    count
}

/// The parts of an expression that compute its value, not where its operands are.
fn values(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(e);
    if !e.is_reference() {
        e.children(&mut |c| values(c, f));
    }
}

/// The rows that a loop only adds to, with the distances from the counter and how often at each. `None`: it writes something else than scalars of single turns
/// and elements that stand side by side.
pub(super) fn rows(asked: &Loop, all: &Block, touches: &[Touch]) -> Option<Vec<(Row, BTreeMap<i64, usize>)>> {
    let mut rows: Vec<(Row, BTreeMap<i64, usize>)> = Vec::new();
    for t in touches.iter().filter(|t| t.written) {
        let root = t.place.root()?;
        let Type::Scalar(scalar) = type_of(&asked.view.world.out, &t.place) else { return None };
        if matches!(t.place.kind, ExprKind::Var(_)) {
            if !asked.view.is_private(all, root) {
                return None;
            }
            continue;
        }
        let offset = asked.offset(&t.place).filter(|_| scalar.class == ScalarClass::Real)?;
        let same = || touches.iter().filter(|o| o.place.root() == Some(root));
        if !same().all(|o| o.added) {
            continue;
        }
        let row = row(&t.place)?;
        for other in same() {
            let near = asked.offset(&other.place).is_some() && self::row(&other.place).is_some_and(|r| r == row);
            if !near && !asked.view.elements.never_meet(&asked.view.nest, &t.place, &other.place) {
                return None;
            }
        }
        let at = rows.iter().position(|r| r.0 == row).unwrap_or_else(|| {
            rows.push((row, BTreeMap::new()));
            rows.len() - 1
        });
        *rows[at].1.entry(offset).or_default() += 1;
    }
    Some(rows)
}

/// The distance that is not added apart: none, or the one with most increments.
fn stays_in_loop(offsets: &BTreeMap<i64, usize>) -> i64 {
    let most = offsets.iter().max_by_key(|(offset, count)| (**count, -offset.abs())).map_or(0, |(offset, _)| *offset);
    if offsets.contains_key(&0) { 0 } else { most }
}

fn row(place: &Expr) -> Option<Row> {
    let ExprKind::Index { subs, .. } = &place.kind else { return None };
    Some((place.root()?, subs[1..].to_vec()))
}

pub(super) fn is_constant(view: &View, s: SymbolId) -> bool {
    matches!(view.world.out.symbols[s].kind, SymbolKind::Constant { .. })
}

/// Whether a symbol may stand in declarations of local variables.
fn may_be_declared_with(view: &View, s: SymbolId) -> bool {
    is_constant(view, s)
        || view
            .world
            .out
            .variable(s)
            .is_some_and(|v| matches!(v.storage, Storage::Dummy(_) | Storage::Global | Storage::Common) && !v.optional)
}

/// The distance of an element from the counter.
fn offset(counter: SymbolId, place: &Expr) -> Option<i64> {
    let ExprKind::Index { subs, .. } = &place.kind else { return None };
    let Subscript::At(first) = subs.first()? else { return None };
    fold::sub(first, &Expr::var(counter)).as_int()
}

/// Whether an increment of a place stands behind the loop.
fn is_apart(kept: &[(Row, i64)], counter: SymbolId, place: &Expr) -> bool {
    let Some(row) = row(place) else { return false };
    let offset = offset(counter, place);
    kept.iter().any(|(r, kept)| *r == row && offset.is_some_and(|o| o != *kept))
}

/// A sum that stands apart.
struct Behind {
    place: Expr,
    more: Expr,
}

/// Takes the increments of neighbours out of the loop, and adds them behind it. Returns the loops there.
pub(super) fn apart(world: &mut World, shell: &mut Shell, body: &mut Block, own: StmtId, plan: Plan) -> Vec<StmtId> {
    let unit = shell.unit;
    let Some(d) = world.out.units[unit].stmts[own].kind.as_do().cloned() else { return Vec::new() };
    let mut w = Writer { plan, d, unit, rows: Vec::new(), behind: Vec::new() };
    let mut inside = Block::new();
    let statements = w.d.body.clone();
    for (k, &id) in statements.iter().enumerate() {
        let StmtKind::Assign { lhs, rhs } = world.out.units[unit].stmts[id].kind.clone() else {
            inside.push(id);
            continue;
        };
        let more = is_apart(&w.plan.kept, w.plan.counter, &lhs).then(|| increment(&lhs, &rhs)).flatten();
        let Some(more) = more else {
            inside.push(id);
            continue;
        };
        match again(&world.out.units[unit], &w.d, &w.plan.written, &statements[..k], &more) {
            Some(again) => w.behind.push(Behind { place: lhs, more: again }),
            None => match w.kept(world, shell, &statements, k, &lhs, more) {
                Some(keeps) => {
                    if let Some(kind) = keeps {
                        world.out.units[unit].stmts[id].kind = kind;
                        inside.push(id);
                    }
                }
                None => inside.push(id),
            },
        }
    }
    if let StmtKind::Do(d) = &mut world.out.units[unit].stmts[own].kind {
        d.body = inside;
    }
    let new = w.loops(world);
    loops::insert(world, unit, body, own, &[], &new);
    new
}

/// What is added, from what the loop does not change, when that is little work. `before` are the statements of its body in front of the increment.
fn again(u: &Unit, d: &Do, written: &BTreeSet<SymbolId>, before: &[StmtId], more: &Expr) -> Option<Expr> {
    let mut e = more.clone();
    // From the last assignment to the first.
    for id in before.iter().rev() {
        let StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, rhs } = &u.stmts[*id].kind else { continue };
        let mut count = 0;
        u.walk(&d.body, &mut |_, other| {
            count += usize::from(matches!(&other.kind, StmtKind::Assign { lhs, .. } if lhs.root() == Some(*s)));
        });
        if count == 1 && e.mentions(*s) {
            e.rewrite(&mut |x| {
                if x.kind == ExprKind::Var(*s) {
                    *x = rhs.clone();
                }
            });
        }
    }
    let steady = !written.iter().any(|s| e.mentions(*s));
    (steady && operations(&e, d.var).is_some_and(|n| n <= CHEAP)).then_some(e)
}

struct Writer {
    plan: Plan,
    d: Do,
    unit: UnitId,
    /// Scalars whose values of all turns are kept, with where that is done, and the elements that hold them.
    rows: Vec<(Expr, usize, Expr)>,
    behind: Vec<Behind>,
}

impl Writer {
    fn offset(&self, place: &Expr) -> Option<i64> {
        offset(self.plan.counter, place)
    }

    /// Keeps what an increment adds in an array for the loop behind. Returns the statement that does so, none where it is kept already; `None`: there is no room.
    fn kept(
        &mut self,
        world: &mut World,
        shell: &mut Shell,
        statements: &[StmtId],
        at: usize,
        place: &Expr,
        more: Expr,
    ) -> Option<Option<StmtKind>> {
        let own: Vec<SymbolId> = self.plan.written.iter().copied().filter(|s| more.mentions(*s)).collect();
        let number = |s: &SymbolId| {
            world.out.symbol_type(*s).is_some_and(|t| t.rank() == 0 && t.class() == Some(ScalarClass::Real))
        };
        let scalar = own.first().filter(|s| own.len() == 1 && number(s) && is_short(&more)).map(|s| Expr::var(*s));
        let what = scalar.clone().unwrap_or_else(|| more.clone());
        let known = self.rows.iter().find(|(value, since, _)| {
            let changed = |id: &StmtId| what.root().is_none_or(|s| writes(world, self.unit, *id, s));
            *value == what && !statements[*since..at].iter().any(changed)
        });
        let (element, keeps) = match known {
            Some((_, _, element)) => (element.clone(), None),
            None => {
                let element = self.room(world, shell, place, &what)?;
                self.rows.push((what.clone(), at, element.clone()));
                (element.clone(), Some(StmtKind::Assign { lhs: element, rhs: what.clone() }))
            }
        };
        let mut added = more;
        match scalar {
            Some(s) => added.rewrite(&mut |x| {
                if *x == s {
                    *x = element.clone();
                }
            }),
            None => added = element,
        }
        self.behind.push(Behind { place: place.clone(), more: added });
        Some(keeps)
    }

    /// A new local array for what each turn computes, as long as the loop, or as the dimension that it runs along: its element of this turn.
    fn room(&self, world: &mut World, shell: &mut Shell, place: &Expr, what: &Expr) -> Option<Expr> {
        let p = &world.out;
        let scalar: Scalar = scalar_of(p, what)?;
        let counter = Expr::var(self.plan.counter);
        let (dim, at) = if self.plan.declares {
            let lower = Some(self.d.from.clone()).filter(|e| e.as_int() != Some(1));
            (Dim { lower, upper: Upper::At(self.d.to.clone()) }, counter)
        } else {
            let root = place.root()?;
            let Type::Array { dims, .. } = p.symbol_type(root)? else { return None };
            let ExprKind::Index { subs, .. } = &place.kind else { return None };
            let Subscript::At(at) = subs.first()? else { return None };
            let plain = p.home(root) == Some(self.unit) && matches!(dims.first()?.upper, Upper::At(_));
            plain.then(|| (dims[0].clone(), at.clone()))?
        };
        let whole = what.root().filter(|_| matches!(what.kind, ExprKind::Var(_)));
        let plural = whole.map(|s| format!("{}s", p.symbols[s].name)).filter(|n| Intrinsic::from_fortran(n).is_none());
        let base = plural.unwrap_or("tempbs".to_owned());
        let ty = Type::Array { elem: Box::new(Type::Scalar(scalar)), dims: vec![dim] };
        let array = world.local(shell, &base, ty);
        Some(Expr::from(ExprKind::Index { base: Box::new(Expr::var(array)), subs: vec![Subscript::At(at)] }))
    }

    /// The loops behind: in each, an array grows at one distance.
    fn loops(&self, world: &mut World) -> Vec<StmtId> {
        let mut bodies: Vec<Vec<&Behind>> = Vec::new();
        for b in &self.behind {
            let fits = |body: &Vec<&Behind>| {
                body.iter().all(|o| o.place.root() != b.place.root() || self.offset(&o.place) == self.offset(&b.place))
            };
            match bodies.iter_mut().find(|body| fits(body)) {
                Some(body) => body.push(b),
                None => bodies.push(vec![b]),
            }
        }
        let u = &mut world.out.units[self.unit];
        let mut out = Vec::new();
        for body in bodies {
            let assign =
                |b: &&Behind| StmtKind::Assign { lhs: b.place.clone(), rhs: grow(&b.place, vec![b.more.clone()]) };
            let body: Block = body.iter().map(assign).collect::<Vec<_>>().into_iter().map(|kind| u.add(kind)).collect();
            let (from, to) = (self.d.from.clone(), self.d.to.clone());
            out.push(u.add(StmtKind::Do(Box::new(Do::counting(self.plan.counter, from, to, None, body)))));
        }
        if let Some(first) = out.first() {
            u.stmts[*first].comments.push(" apart: compilers vectorise the loop above".into());
        }
        out
    }
}

/// Whether an expression holds few operations, sums and products.
fn is_short(e: &Expr) -> bool {
    let (mut count, mut dear) = (0, false);
    e.walk(&mut |x| {
        count += usize::from(adds_or_multiplies(x));
        dear |= matches!(x.kind, ExprKind::Binary(..) | ExprKind::Intrinsic(..)) && !adds_or_multiplies(x);
    });
    !dear && count < CHEAP
}

fn adds_or_multiplies(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..))
}

/// Whether a statement writes a variable.
fn writes(world: &World, unit: UnitId, id: StmtId, s: SymbolId) -> bool {
    let u = &world.out.units[unit];
    u.any(&[id], &mut |_, stmt| matches!(&stmt.kind, StmtKind::Assign { lhs, .. } if lhs.root() == Some(s)))
}

/// The number of sums and products in an expression that turns do each for themselves; `None`: it holds something dearer. What knows no array and no counter
/// is computed in front of the loop.
fn operations(e: &Expr, counter: SymbolId) -> Option<usize> {
    if e.is_reference() || !e.any(&mut |x| matches!(x.kind, ExprKind::Index { .. }) || x.kind == ExprKind::Var(counter))
    {
        return Some(0);
    }
    let own = adds_or_multiplies(e);
    let mut all = (own || matches!(e.kind, ExprKind::Unary(..))).then_some(usize::from(own));
    e.children(&mut |c| all = all.and_then(|n| Some(n + operations(c, counter)?)));
    all
}
