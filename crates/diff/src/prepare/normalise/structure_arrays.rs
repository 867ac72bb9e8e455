//! Arrays of structures that an expression makes. What is known of derivatives is known of numbers, and of places that hold structures.
//!
//! - `p = cshift(q, 1)` becomes an assignment for each component, `p%x = cshift(q%x, 1)`. Where the value reads `p`, or gives it another shape, the
//!   components are those of a new local, and the local is assigned at last.
//! - An actual argument `[p, q]`, `pack(p, m)` or, in adjoints and with directions, `p(list)` is a new local that is assigned before the call.
//!
//! What has allocations, pointers or a dynamic type in it stays as it is: it is no matter of components alone.

use analysis::{extents, other_names, reallocation};
use il::expr::Item;
use il::intrinsics::argument;
use il::stmt::Do;
use il::typing::{rank_of, type_of};
use il::{
    Arg, BinaryOp, Block, Dim, Expr, ExprKind, Field, Intrinsic, Program, RecordId, Stmt, StmtKind, Storage, Subscript,
    SymbolId, Type, Upper, Variable,
};

use super::{Hoister, Wanted};

/// The functions that only move elements, whatever these are.
const MOVING: &[&str] = &["cshift", "eoshift", "merge", "pack", "reshape", "spread", "transpose", "unpack"];

impl Hoister<'_> {
    /// The variable that an actual argument becomes. `None` where it stays as it is: it is no structure that an expression makes, or not one that can be
    /// taken apart.
    pub(super) fn structure_actual(&mut self, e: &Expr, before: &mut Block) -> Option<Expr> {
        self.named_structures("arg1", e, before)
    }

    fn named_structures(&mut self, base: &str, e: &Expr, before: &mut Block) -> Option<Expr> {
        let e = e.bare();
        let ty = type_of(self.p, e);
        let selected = self.options.values_apart && self.has_vector_subscript(e);
        let made = match &e.kind {
            ExprKind::Constructor { .. } => true,
            ExprKind::Intrinsic(f, _) => moves(*f),
            _ => selected,
        };
        if !made || !self.language().computes_with_arrays() || !self.p.is_differentiable(&ty) || !self.is_plain(e) {
            return None;
        }
        if ty.rank() > 0 {
            return self.structure_array(base, e, before);
        }
        let place = Expr::var(self.local(base, &ty));
        self.set(place.clone(), e, before);
        Some(place)
    }

    /// The lists of subscripts in an assignment of structures get names, which loops over their elements need.
    pub(super) fn lists(&mut self, lhs: &mut Expr, rhs: &mut Expr, before: &mut Block) {
        let any = self.has_vector_subscript(lhs) || self.has_vector_subscript(rhs);
        if !any || !self.options.values_apart || type_of(self.p, lhs).record().is_none() {
            return;
        }
        let mut lists = Vec::new();
        for e in [lhs, rhs] {
            e.rewrite(&mut |x| {
                let ExprKind::Index { subs, .. } = &mut x.kind else { return };
                for s in subs {
                    if let Subscript::At(list) = s
                        && rank_of(self.p, list) > 0
                        && !matches!(list.kind, ExprKind::Var(_))
                    {
                        let name = self.local_for("list", list);
                        lists.push((name, std::mem::replace(list, Expr::var(name))));
                    }
                }
            });
        }
        for (name, list) in lists {
            before.push(self.add(StmtKind::Assign { lhs: Expr::var(name), rhs: list }));
            self.to_be_released(name);
        }
    }

    /// `p = cshift(q, 1)` component by component: all assignments but the last go to `before`, the last takes the place of `stmt`. False where it is another
    /// statement, or one that has to stay.
    pub(super) fn moved_structures(&mut self, stmt: &mut Stmt, lhs: &Expr, rhs: &Expr, before: &mut Block) -> bool {
        let ty = type_of(self.p, lhs);
        let moved = matches!(&rhs.kind, ExprKind::Intrinsic(f, _) if moves(*f));
        if !moved || ty.rank() == 0 || !self.p.is_differentiable(&ty) || !self.is_plain(lhs) || !self.is_plain(rhs) {
            return false;
        }
        if other_names::may_share(self.p, self.unit, rhs, lhs)
            || reallocation::may_reallocate(self.p, self.unit, lhs, rhs)
        {
            let Some(value) = self.structure_array("value", rhs, before) else { return false };
            stmt.kind = StmtKind::Assign { lhs: lhs.clone(), rhs: value };
            return true;
        }
        let mut rhs = rhs.clone();
        if !self.named_sources(&mut rhs, before) {
            return false;
        }
        let mut all = Block::new();
        self.set_components(lhs, &rhs, &mut all);
        if let Some(last) = all.pop() {
            stmt.kind = self.p.units[self.unit].stmts[last].kind.clone();
        }
        before.append(&mut all);
        true
    }

    /// A new local that holds the array `e`. `None` where its extents are not known before it is there.
    fn structure_array(&mut self, base: &str, e: &Expr, before: &mut Block) -> Option<Expr> {
        let mut e = e.clone();
        if !self.named_sources(&mut e, before) {
            return None;
        }
        let element = type_of(self.p, &e).element().clone();
        let place = match extents::fixed(self.p, &e) {
            Some(dims) => {
                let ty = Type::Array { elem: Box::new(element), dims };
                Expr::var(self.declared_local(base, Variable::new(ty, Storage::Local)))
            }
            None => {
                let dims: Vec<Dim> = self
                    .extents_now(&e)?
                    .into_iter()
                    .map(|extent| Dim { lower: None, upper: Upper::At(extent) })
                    .collect();
                let made = self.temporary(base, element, &dims, before);
                self.released.push(made.clone());
                made
            }
        };
        match &e.kind {
            ExprKind::Constructor { items, .. } => {
                let counts = items.iter().map(|i| self.count(i)).collect::<Option<Vec<Expr>>>()?;
                self.elements(&place, items, &counts, &Expr::int(1), before);
            }
            _ => self.set_components(&place, &e, before),
        }
        Some(place)
    }

    /// The assignments of the items of a constructor one after the other, the first at number `at`.
    pub(super) fn elements(&mut self, place: &Expr, items: &[Item], counts: &[Expr], at: &Expr, out: &mut Block) {
        let mut at = at.clone();
        for (i, n) in items.iter().zip(counts) {
            self.element(place, i, &at, out);
            at = il::fold::add(&at, n);
        }
    }

    /// `lhs = rhs` with all that it needs before it.
    pub(super) fn set(&mut self, lhs: Expr, rhs: &Expr, out: &mut Block) {
        let mut stmt = Stmt::from(StmtKind::Assign { lhs: lhs.clone(), rhs: rhs.clone() });
        let mut after = Block::new();
        if !self.structure_assignment(&mut stmt, out, &mut after) {
            let mut value = rhs.clone();
            self.expr(&mut value, Wanted::Values, out);
            stmt.kind = StmtKind::Assign { lhs, rhs: value };
        }
        let id = self.add(stmt.kind);
        self.p.units[self.unit].stmts[id].span = rhs.span;
        out.push(id);
        out.append(&mut after);
    }

    /// Leaves a value whose components can be written: a place, or a function that moves the elements of places. False where that cannot be.
    fn named_sources(&mut self, e: &mut Expr, before: &mut Block) -> bool {
        if let ExprKind::Intrinsic(f, args) = &e.kind
            && f.name() == "reshape"
            && argument(*f, args, "order").is_some()
            && let Some(simple) = self.reordered(e, *f, args)
        {
            *e = simple;
        }
        match &mut e.kind {
            // Compilers move components right where they are those of a variable (gfortran 12 does not see the strides in `reshape(transpose(p%x), s)`).
            ExprKind::Intrinsic(f, args) if moves(*f) => args.iter_mut().all(|a| {
                if type_of(self.p, &a.value).record().is_some() {
                    return self.made_place(&mut a.value, before);
                }
                self.expr(&mut a.value, Wanted::Values, before);
                true
            }),
            ExprKind::Constructor { items, .. } => self.named_items(items, before),
            _ => self.made_place(e, before),
        }
    }

    /// Makes a place of structures of a value. False where that cannot be.
    fn made_place(&mut self, e: &mut Expr, before: &mut Block) -> bool {
        *e = e.bare().clone();
        if e.is_reference() {
            self.subscripts(e, before);
            return true;
        }
        match self.named_structures("value", e, before) {
            Some(made) => *e = made,
            None => self.expr(e, Wanted::Values, before),
        }
        e.is_reference()
    }

    /// Gives the items of a constructor whose number of elements nothing tells before they are there a name. False where that cannot be.
    pub(super) fn named_items(&mut self, items: &mut [Item], before: &mut Block) -> bool {
        items.iter_mut().all(|i| match i {
            _ if self.count(i).is_some() => true,
            Item::Value(e) => self.made_place(e, before),
            Item::Implied { .. } => false,
        })
    }

    /// `lhs%x = rhs%x` for all components; the elements of those that are arrays in turn, since no reference has the extents of two arrays.
    fn set_components(&mut self, lhs: &Expr, rhs: &Expr, out: &mut Block) {
        let Some(record) = type_of(self.p, lhs).record() else { return };
        for k in self.p.shown(record) {
            let ty = self.p.records[record].fields[k].ty.clone();
            let dims = ty.dims().to_vec();
            let counters: Vec<SymbolId> =
                dims.iter().map(|_| self.local("ii1", &Type::Scalar(self.p.integer()))).collect();
            let at: Vec<Expr> = counters.iter().map(|c| Expr::var(*c)).collect();
            let part = |e: &Expr| component(self.p, e, (record, k), &at);
            let (Some(l), Some(r)) = (part(lhs), part(rhs)) else { continue };
            let mut body = Block::new();
            match ty.element() {
                Type::Record(_) => self.set_components(&l, &r, &mut body),
                _ => self.set(l, &r, &mut body),
            }
            let bounds: Vec<(Expr, Expr)> = dims.iter().filter_map(|d| bounds(self.p, d)).collect();
            for (var, (from, to)) in counters.into_iter().zip(bounds) {
                let turn = Do::counting(var, from, to, None, body);
                body = vec![self.add(StmtKind::Do(Box::new(turn)))];
            }
            out.append(&mut body);
        }
    }

    /// Whether a value and what it is made of consist of components that are there by themselves.
    fn is_plain(&self, e: &Expr) -> bool {
        let ty = type_of(self.p, e);
        let other = |f: &Field| {
            let unknown = matches!(&f.ty, Type::Array { dims, .. } if dims.iter().any(|d| bounds(self.p, d).is_none()));
            f.pointer || f.allocatable || f.polymorphic || unknown || matches!(f.ty, Type::Procedure)
        };
        if ty.record().is_none() || self.p.has_part(&ty, &other) || self.p.has_open_type(e) {
            return false;
        }
        let plain = |x: &Expr| type_of(self.p, x).record().is_none() || self.is_plain(x);
        let item = |i: &Item| self.is_plain_item(i);
        match &e.bare().kind {
            ExprKind::Intrinsic(_, args) => args.iter().all(|a| plain(&a.value)),
            ExprKind::Constructor { items, .. } => items.iter().all(item),
            _ => true,
        }
    }

    fn is_plain_item(&self, item: &Item) -> bool {
        match item {
            Item::Value(e) => self.is_plain(e),
            Item::Implied { items, .. } => items.iter().all(|i| self.is_plain_item(i)),
        }
    }

    /// The extents of an array of structures at this moment.
    pub(super) fn extents_now(&self, e: &Expr) -> Option<Vec<Expr>> {
        if let Some(known) = extents::extents(self.p, e) {
            return Some(known);
        }
        let size = |e: &Expr| -> Vec<Expr> {
            (1..=rank_of(self.p, e)).map(|k| Expr::intrinsic("size", vec![e.clone(), Expr::int(k as i64)])).collect()
        };
        let (f, args) = match &e.bare().kind {
            ExprKind::Intrinsic(f, args) if moves(*f) => (*f, args),
            ExprKind::Constructor { items, .. } => {
                let counts = items.iter().map(|i| self.count(i)).collect::<Option<Vec<Expr>>>()?;
                return counts.into_iter().reduce(|a, b| il::fold::add(&a, &b)).map(|n| vec![n]);
            }
            _ => return e.bare().is_reference().then(|| size(e.bare())),
        };
        let given = |name: &str| argument(f, args, name);
        let first = || args.first().map(|a| &a.value);
        match f.name() {
            "cshift" | "eoshift" => self.extents_now(first()?),
            "unpack" => self.extents_now(&args.get(1)?.value),
            "merge" => self.extents_now(args.iter().map(|a| &a.value).find(|x| rank_of(self.p, x) > 0)?),
            "transpose" => self.extents_now(first()?).map(|e| e.into_iter().rev().collect()),
            "pack" => match (given("vector"), given("mask")?) {
                (Some(v), _) => self.extents_now(v),
                (None, mask) if rank_of(self.p, mask) > 0 => Some(vec![Expr::intrinsic("count", vec![mask.clone()])]),
                (None, mask) => {
                    let all =
                        self.extents_now(first()?)?.into_iter().reduce(|a, b| Expr::binary(BinaryOp::Mul, a, b))?;
                    Some(vec![Expr::intrinsic("merge", vec![all, Expr::int(0), mask.clone()])])
                }
            },
            "spread" => {
                let at = il::fold::integer(self.p, given("dim")?)?;
                let mut out = self.extents_now(first()?)?;
                let at = usize::try_from(at - 1).ok().filter(|k| *k <= out.len())?;
                out.insert(at, given("ncopies")?.clone());
                Some(out)
            }
            "reshape" => {
                let number = |i: Item| match i {
                    Item::Value(n) => (rank_of(self.p, &n) == 0).then_some(n),
                    Item::Implied { .. } => None,
                };
                self.extents(given("shape")?, rank_of(self.p, e))?.into_iter().map(number).collect()
            }
            _ => None,
        }
    }
}

/// Whether a function only moves elements.
pub(super) fn moves(f: Intrinsic) -> bool {
    MOVING.contains(&f.name())
}

/// A component, or the element `at` of one, in a value that consists of places and of functions that move their elements.
fn component(p: &Program, e: &Expr, (record, field): (RecordId, usize), at: &[Expr]) -> Option<Expr> {
    if let ExprKind::Intrinsic(f, args) = &e.kind {
        let part = |a: &Arg| match type_of(p, &a.value).record() {
            Some(_) => Some(Arg { value: component(p, &a.value, (record, field), at)?, ..a.clone() }),
            None => Some(a.clone()),
        };
        return Some(Expr::at(ExprKind::Intrinsic(*f, args.iter().map(part).collect::<Option<_>>()?), e.span));
    }
    let whole = Expr::at(ExprKind::Field { base: Box::new(e.clone()), record, field }, e.span);
    e.is_reference().then(|| if at.is_empty() { whole } else { Expr::index(whole, at.to_vec()) })
}

/// The first and last index in a dimension of a component, where they are numbers.
fn bounds(p: &Program, d: &Dim) -> Option<(Expr, Expr)> {
    let Upper::At(last) = &d.upper else { return None };
    let number = |e: &Expr| il::fold::integer(p, e).map(Expr::int);
    Some((d.lower.as_ref().map_or(Some(Expr::int(1)), number)?, number(last)?))
}
