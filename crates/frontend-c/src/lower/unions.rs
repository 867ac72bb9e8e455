//! Unions that are numbers by several names: `union { struct { double x, y, z; }; double v[3]; }`.
//!
//! Where all members are made of one real type, without gaps, each number in there has one place that all names lead to. One member that covers the whole
//! union stays, and what the others name is named by it: `w.x` becomes `w.v[0]`. The union is a structure of this member then, of which everything is
//! known. It stays as it is if something cannot be named so: a structure among the members that is copied as a whole, or an index
//! into a member that no array covers.

use super::Lowerer;
use il::expr::{ExprKind, Item};
use il::symbol::SymbolKind;
use il::{Arg, BinaryOp, Expr, Program, RecordId, Scalar, ScalarClass, Subscript, Type, Upper, fold};
use std::collections::BTreeMap;

impl Lowerer<'_, '_> {
    /// Gives the numbers in unions one name each, innermost unions first.
    pub fn unite_unions(&mut self) {
        let mut left: Vec<RecordId> = self.p.records.ids().filter(|r| self.p.records[*r].is_union()).collect();
        loop {
            let before = left.len();
            left.retain(|r| !unite(self.p, *r));
            if left.len() == before {
                return;
            }
        }
    }
}

/// Keeps one member of a union, if everything in there can be named by it.
fn unite(p: &mut Program, union: RecordId) -> bool {
    let Some(counts) = counts(p, union) else { return false };
    let most = counts.iter().copied().max().unwrap_or_default();
    let rank = |k: &usize| match &p.records[union].fields[*k].ty {
        Type::Array { elem, .. } if matches!(**elem, Type::Scalar(_)) => 0,
        Type::Array { .. } => 1,
        _ => 2,
    };
    let mut kept: Vec<usize> = (0..counts.len()).filter(|k| counts[*k] == most).collect();
    kept.sort_by_key(rank);
    let known = p.clone();
    let renamed = kept.into_iter().find_map(|kept| {
        let mut renaming = Renaming { p: &known, union, kept, failed: false };
        let mut renamed = known.clone();
        every_expression(&mut renamed, &mut |e| renaming.rename(e));
        (!renaming.failed).then_some((renamed, kept))
    });
    let Some((renamed, kept)) = renamed else { return false };
    *p = renamed;
    let record = &mut p.records[union];
    let field = record.fields.remove(kept);
    record.overlaid = std::mem::replace(&mut record.fields, vec![field]);
    record.opaque = false;
    true
}

/// Calls `f` on every expression of statements, initial values and types.
fn every_expression(p: &mut Program, f: &mut dyn FnMut(&mut Expr)) {
    for (_, unit) in p.units.iter_mut() {
        for (_, stmt) in unit.stmts.iter_mut() {
            stmt.kind.exprs_mut(f);
        }
    }
    for (_, symbol) in p.symbols.iter_mut() {
        match &mut symbol.kind {
            SymbolKind::Variable(v) => {
                v.ty.extents_mut(f);
                v.init.iter_mut().for_each(&mut *f);
            }
            SymbolKind::Constant { ty, value } => {
                ty.extents_mut(f);
                f(value);
            }
            SymbolKind::Typedef(ty) => ty.extents_mut(f),
            SymbolKind::Procedure(_)
            | SymbolKind::Generic { .. }
            | SymbolKind::Module(_)
            | SymbolKind::Record(_)
            | SymbolKind::Namelist(_) => {}
        }
    }
}

/// How many numbers each member of a union has, if all are of one real type.
fn counts(p: &Program, union: RecordId) -> Option<Vec<i64>> {
    let found: Vec<(Scalar, i64)> = p.records[union].fields.iter().map(|f| numbers(p, &f.ty)).collect::<Option<_>>()?;
    let alike = found.iter().all(|(s, _)| *s == found[0].0);
    alike.then(|| found.into_iter().map(|(_, count)| count).collect())
}

/// The real type that a type is made of, and how often.
fn numbers(p: &Program, ty: &Type) -> Option<(Scalar, i64)> {
    match ty {
        Type::Scalar(s) if s.class == ScalarClass::Real => Some((s.clone(), 1)),
        Type::Array { elem, dims } => {
            let (s, each) = numbers(p, elem)?;
            let extent = |d: &il::Dim| match &d.upper {
                Upper::At(e) => fold::integer(p, e),
                Upper::Deferred | Upper::Assumed => None,
            };
            let count = dims.iter().map(extent).product::<Option<i64>>()?;
            Some((s, count * each))
        }
        Type::Record(r) if !p.records[*r].opaque => {
            let parts: Vec<(Scalar, i64)> =
                p.records[*r].fields.iter().map(|f| numbers(p, &f.ty)).collect::<Option<_>>()?;
            let (s, _) = parts.first()?.clone();
            parts.iter().all(|(other, _)| *other == s).then(|| (s, parts.iter().map(|(_, n)| n).sum()))
        }
        _ => None,
    }
}

/// How many numbers a type has that is known to have nothing else.
fn count(p: &Program, ty: &Type) -> i64 {
    numbers(p, ty).map_or(0, |(_, n)| n)
}

/// Which number of a union is meant: so many from its beginning, and these indices times so many each.
#[derive(Default)]
struct Offset {
    fixed: i64,
    indices: Vec<(Expr, i64)>,
}

/// One of the members of a union takes the place of the others.
struct Renaming<'p> {
    p: &'p Program,
    union: RecordId,
    kept: usize,
    failed: bool,
}

impl Renaming<'_> {
    fn rename(&mut self, e: &mut Expr) {
        // `&w.v` is a pointer to all of an array, which has no other name.
        if let ExprKind::Address(x) = &e.kind
            && self.member(x).is_some_and(|(_, field)| field != self.kept)
            && matches!(il::typing::type_of(self.p, x), Type::Array { .. })
        {
            self.failed = true;
        }
        let renamed = match self.member(e) {
            Some((base, field)) if field != self.kept => {
                let base = base.clone();
                match self.renamed(e, base) {
                    Some(renamed) => renamed,
                    None => {
                        self.failed = true;
                        return;
                    }
                }
            }
            _ => return self.rename_below(e),
        };
        *e = renamed;
    }

    fn rename_below(&mut self, e: &mut Expr) {
        e.children_mut(&mut |x| self.rename(x));
        match &mut e.kind {
            ExprKind::Field { record, field, .. } if *record == self.union => *field = 0,
            ExprKind::Structure { record, args } if *record == self.union => match self.value(args) {
                Some(value) => *args = value,
                None => self.failed = true,
            },
            _ => {}
        }
    }

    /// The union that a part of one belongs to, and the member by which it is named.
    fn member<'e>(&self, e: &'e Expr) -> Option<(&'e Expr, usize)> {
        match &e.kind {
            ExprKind::Field { base, record, field } if *record == self.union => Some((base, *field)),
            ExprKind::Field { base, .. } => self.member(base),
            ExprKind::Index { base, .. } if matches!(il::typing::type_of(self.p, base), Type::Array { .. }) => {
                self.member(base)
            }
            _ => None,
        }
    }

    /// A part of the union `base` by its other name. The first element stands for an array, as it does where C asks for its value.
    fn renamed(&mut self, e: &Expr, mut base: Expr) -> Option<Expr> {
        let mut offset = self.offset(e)?;
        self.rename(&mut base);
        offset.indices.iter_mut().for_each(|(index, _)| self.rename(index));
        let whole = Expr::at(ExprKind::Field { base: Box::new(base), record: self.union, field: 0 }, e.span);
        let kept = &self.p.records[self.union].fields[self.kept].ty;
        let flat = matches!(kept, Type::Array { elem, .. } if matches!(**elem, Type::Scalar(_)));
        if !flat && !offset.indices.is_empty() {
            return None;
        }
        let place = self.number(kept, whole, offset);
        match il::typing::type_of(self.p, e) {
            Type::Scalar(_) => Some(place),
            Type::Array { elem, .. } if flat && matches!(*elem, Type::Scalar(_)) => {
                Some(Expr::at(ExprKind::Address(Box::new(place)), e.span))
            }
            _ => None,
        }
    }

    fn offset(&self, e: &Expr) -> Option<Offset> {
        match &e.kind {
            ExprKind::Field { record, .. } if *record == self.union => Some(Offset::default()),
            ExprKind::Field { base, record, field } => {
                let mut offset = self.offset(base)?;
                let before = &self.p.records[*record].fields[..*field];
                offset.fixed += before.iter().map(|f| count(self.p, &f.ty)).sum::<i64>();
                Some(offset)
            }
            ExprKind::Index { base, subs } => {
                let mut offset = self.offset(base)?;
                let [Subscript::At(index)] = subs.as_slice() else { return None };
                let each = count(self.p, &il::typing::type_of(self.p, e));
                match index.as_int() {
                    Some(k) => offset.fixed += k * each,
                    None => offset.indices.push((index.clone(), each)),
                }
                Some(offset)
            }
            _ => None,
        }
    }

    /// The number at `offset` in `whole`, which is of type `ty`. Only an array of numbers is asked for one whose place is not fixed.
    fn number(&self, ty: &Type, whole: Expr, offset: Offset) -> Expr {
        let span = whole.span;
        match ty {
            Type::Array { elem, .. } => {
                let each = count(self.p, elem).max(1);
                let mut terms = Vec::new();
                for (index, step) in offset.indices {
                    terms.push(match step / each {
                        1 => index,
                        n => ExprKind::Binary(BinaryOp::Mul, Box::new(Expr::int(n)), Box::new(in_parens(index))).into(),
                    });
                }
                if terms.is_empty() || offset.fixed != 0 {
                    terms.push(Expr::int(offset.fixed / each));
                }
                let sum = |l: Expr, r: Expr| ExprKind::Binary(BinaryOp::Add, Box::new(l), Box::new(r)).into();
                let index = terms.into_iter().reduce(sum).unwrap_or_else(|| Expr::int(0));
                let element = ExprKind::Index { base: Box::new(whole), subs: vec![Subscript::At(index)] };
                let rest = Offset { fixed: offset.fixed % each, indices: Vec::new() };
                self.number(elem, Expr::at(element, span), rest)
            }
            Type::Record(r) => {
                let mut fixed = offset.fixed;
                let fields = &self.p.records[*r].fields;
                let mut at = 0;
                while at + 1 < fields.len() && fixed >= count(self.p, &fields[at].ty) {
                    fixed -= count(self.p, &fields[at].ty);
                    at += 1;
                }
                let part = ExprKind::Field { base: Box::new(whole), record: *r, field: at };
                self.number(&fields[at].ty, Expr::at(part, span), Offset { fixed, indices: Vec::new() })
            }
            _ => whole,
        }
    }

    /// The arguments of a constructor of the union with the value of the member that stays.
    fn value(&self, args: &[Arg]) -> Option<Vec<Arg>> {
        let fields = &self.p.records[self.union].fields;
        // The last one counts.
        let Some(arg) = args.last() else { return Some(Vec::new()) };
        let field = match &arg.keyword {
            Some(name) => fields.iter().position(|f| f.name == *name)?,
            None => 0,
        };
        let kept = &fields[self.kept];
        let keyword = (!kept.name.is_empty()).then(|| kept.name.clone());
        if is_zero(&arg.value) {
            return match keyword.filter(|_| arg.keyword.is_some()) {
                // A value without a name is that of the first member: `{ 0 }` sets it whatever it is.
                None => Some(vec![Arg::new(Expr::int(0))]),
                keyword => Some(vec![Arg { keyword, value: self.gathered(&kept.ty, 0, &mut BTreeMap::new())? }]),
            };
        }
        if field == self.kept {
            return Some(vec![Arg { keyword: arg.keyword.clone().or(keyword), value: arg.value.clone() }]);
        }
        // A value without a name is that of the first member.
        if keyword.is_none() && self.kept != 0 {
            return None;
        }
        let mut values = BTreeMap::new();
        self.spread(&fields[field].ty, &arg.value, 0, &mut values)?;
        Some(vec![Arg { keyword, value: self.gathered(&kept.ty, 0, &mut values)? }])
    }

    /// The values of a list, each at the place of its number.
    fn spread(&self, ty: &Type, value: &Expr, at: i64, out: &mut BTreeMap<i64, Expr>) -> Option<()> {
        match (ty, &value.kind) {
            (Type::Scalar(_), _) => {
                out.insert(at, value.clone());
            }
            // `{ 0 }`.
            (_, ExprKind::Integer { value: 0, .. }) => {}
            (Type::Array { elem, .. }, ExprKind::Constructor { items, .. }) => {
                for (at, item) in (at..).step_by(usize::try_from(count(self.p, elem)).ok()?.max(1)).zip(items) {
                    let Item::Value(value) = item else { return None };
                    self.spread(elem, value, at, out)?;
                }
            }
            (Type::Record(r), ExprKind::Structure { args, .. }) => {
                let fields = &self.p.records[*r].fields;
                for (k, arg) in args.iter().enumerate() {
                    let k = match &arg.keyword {
                        Some(name) => fields.iter().position(|f| f.name == *name)?,
                        None => k,
                    };
                    let before: i64 = fields[..k].iter().map(|f| count(self.p, &f.ty)).sum();
                    self.spread(&fields.get(k)?.ty, &arg.value, at + before, out)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// A list for `ty` of what [`Self::spread`] found, zero where there is nothing.
    fn gathered(&self, ty: &Type, at: i64, values: &mut BTreeMap<i64, Expr>) -> Option<Expr> {
        Some(match ty {
            Type::Scalar(s) => values.remove(&at).unwrap_or_else(|| Expr::real(0.0, s)),
            Type::Array { elem, .. } => {
                let each = count(self.p, elem).max(1);
                let last = values.range(at..at + count(self.p, ty)).next_back().map_or(at, |(k, _)| *k);
                let starts = (at..=last).step_by(usize::try_from(each).ok()?);
                let items = starts.map(|at| self.gathered(elem, at, values).map(Item::Value));
                ExprKind::Constructor { items: items.collect::<Option<_>>()?, ty: Some(elem.clone()) }.into()
            }
            Type::Record(r) => {
                let mut at = at;
                let mut args = Vec::new();
                for f in &self.p.records[*r].fields {
                    args.push(Arg::new(self.gathered(&f.ty, at, values)?));
                    at += count(self.p, &f.ty);
                }
                ExprKind::Structure { record: *r, args }.into()
            }
            _ => return None,
        })
    }
}

/// Whether a list says no more than `{ 0 }`.
fn is_zero(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Integer { value, .. } => *value == 0,
        ExprKind::Constructor { items, .. } => items.iter().all(|i| matches!(i, Item::Value(e) if is_zero(e))),
        ExprKind::Structure { args, .. } => args.iter().all(|a| is_zero(&a.value)),
        _ => false,
    }
}

fn in_parens(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Binary(..) | ExprKind::Cond { .. } => ExprKind::Unary(il::UnaryOp::Paren, Box::new(e)).into(),
        _ => e,
    }
}
