//! Structures that several files define alike are one type (C11 6.2.7p1): what one file makes, another one takes.
//!
//! Alike are two of one name, in declarations too, whose members have the same names, types and widths in the same order. What is left apart are two
//! types that have a name in common.

use super::{Lowerer, spell};
use il::expr::ExprKind;
use il::symbol::SymbolKind;
use il::{DeclKind, Expr, Field, Program, Record, RecordId, Type, UnitKind, Upper};
use std::collections::{BTreeMap, BTreeSet};

impl Lowerer<'_, '_> {
    /// Makes compatible structures of different files one.
    pub fn unite_records(&mut self) {
        let mut known: BTreeMap<(String, String), Vec<(il::UnitId, RecordId)>> = BTreeMap::new();
        let (mut same, mut other_words) = (BTreeMap::new(), BTreeSet::new());
        for (unit, u) in self.p.units.iter().filter(|(_, u)| u.kind == UnitKind::File) {
            for d in &u.decls {
                let DeclKind::Record(id) = d.kind else { continue };
                let record = &self.p.records[id];
                let others = known.entry((record.name.clone(), record.spelling.clone())).or_default();
                let found = others.iter().filter(|(other, _)| *other != unit).find_map(|(_, other)| {
                    let mut pairs =
                        Pairs { p: self.p, complete: &self.complete, same: same.clone(), other_words: BTreeSet::new() };
                    pairs.records(*other, id).then_some((pairs.same, pairs.other_words))
                });
                match found {
                    Some((pairs, words)) => {
                        same = pairs;
                        other_words.extend(words);
                    }
                    None => others.push((unit, id)),
                }
            }
        }
        if !same.is_empty() {
            replace(self.p, &same);
        }
        // A name that one of the files has for an extent is unknown to the other.
        let known = (!other_words.is_empty()).then(|| self.p.clone());
        for (record, known) in other_words.into_iter().zip(std::iter::repeat(known.as_ref())) {
            let record = &mut self.p.records[record];
            for field in record.fields.iter_mut().chain(&mut record.overlaid) {
                field.ty.extents_mut(&mut |e| {
                    if let Some(n) = known.and_then(|p| il::fold::integer(p, e)) {
                        *e = Expr::int(n);
                    }
                });
            }
        }
    }
}

/// Records that are taken for one while they are compared: the second for the first.
struct Pairs<'p> {
    p: &'p Program,
    complete: &'p BTreeSet<RecordId>,
    same: BTreeMap<RecordId, RecordId>,
    /// Those of the first whose extents the second writes in other words.
    other_words: BTreeSet<RecordId>,
}

impl Pairs<'_> {
    fn records(&mut self, a: RecordId, b: RecordId) -> bool {
        let first = self.same.get(&a).copied().unwrap_or(a);
        if let Some(other) = self.same.get(&b) {
            return *other == first;
        }
        if a == b {
            return true;
        }
        let (x, y): (&Record, &Record) = (&self.p.records[first], &self.p.records[b]);
        let alike = (&x.name, &x.spelling, &x.attributes, x.opaque, x.external)
            == (&y.name, &y.spelling, &y.attributes, y.opaque, y.external)
            && x.fields.len() == y.fields.len()
            && x.overlaid.len() == y.overlaid.len()
            && self.complete.contains(&first) == self.complete.contains(&b);
        if !alike {
            return false;
        }
        self.same.insert(b, first);
        let members = x.fields.iter().chain(&x.overlaid).zip(y.fields.iter().chain(&y.overlaid));
        members.into_iter().all(|(f, g)| {
            if self.written(&f.ty) != self.written(&g.ty) {
                self.other_words.insert(first);
            }
            self.members(f, g)
        })
    }

    fn members(&mut self, a: &Field, b: &Field) -> bool {
        (&a.name, &a.attributes) == (&b.name, &b.attributes) && self.types(&a.ty, &b.ty)
    }

    /// The extents of a type as they are written.
    fn written(&self, ty: &Type) -> Vec<String> {
        let mut out = Vec::new();
        ty.clone().extents_mut(&mut |e| out.push(spell::expr(self.p, e)));
        out
    }

    fn types(&mut self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Record(a), Type::Record(b)) => self.records(*a, *b),
            (Type::Scalar(a), Type::Scalar(b)) => a == b && a.spelling == b.spelling,
            (Type::Pointer { to: a, to_const: c, restrict: r }, Type::Pointer { to: b, to_const: d, restrict: s }) => {
                (c, r) == (d, s) && self.types(a, b)
            }
            (Type::Array { elem: a, dims: c }, Type::Array { elem: b, dims: d }) => {
                let extent = |dim: &il::Dim| match &dim.upper {
                    Upper::At(e) => il::fold::integer(self.p, e),
                    Upper::Assumed | Upper::Deferred => None,
                };
                let equal = |(c, d): (&il::Dim, &il::Dim)| c == d || extent(c).is_some_and(|n| extent(d) == Some(n));
                c.len() == d.len() && c.iter().zip(d).all(equal) && self.types(a, b)
            }
            _ => a == b,
        }
    }
}

/// Puts the first of the records that are one in the place of the others.
fn replace(p: &mut Program, same: &BTreeMap<RecordId, RecordId>) {
    let one = |r: &mut RecordId| *r = same.get(r).copied().unwrap_or(*r);
    let in_expr = |e: &mut Expr| {
        e.rewrite(&mut |x| match &mut x.kind {
            ExprKind::Field { record, .. } | ExprKind::Structure { record, .. } => one(record),
            ExprKind::Cast(ty, _) | ExprKind::SizeOf(ty) => in_type(ty, same),
            ExprKind::Constructor { ty: Some(ty), .. } | ExprKind::Opaque { ty, .. } => in_type(ty, same),
            _ => {}
        });
    };
    let whole_type = |ty: &mut Type| {
        in_type(ty, same);
        ty.extents_mut(&mut |e| in_expr(e));
    };
    for (_, record) in p.records.iter_mut() {
        record.fields.iter_mut().chain(&mut record.overlaid).for_each(|f| whole_type(&mut f.ty));
    }
    for (_, symbol) in p.symbols.iter_mut() {
        match &mut symbol.kind {
            SymbolKind::Variable(v) => {
                whole_type(&mut v.ty);
                v.init.iter_mut().for_each(in_expr);
            }
            SymbolKind::Constant { ty, value } => {
                whole_type(ty);
                in_expr(value);
            }
            SymbolKind::Typedef(ty) => whole_type(ty),
            SymbolKind::Record(r) => one(r),
            SymbolKind::Procedure(f) => f.result.iter_mut().for_each(whole_type),
            SymbolKind::Generic { .. } | SymbolKind::Module(_) | SymbolKind::Namelist(_) => {}
        }
    }
    for (_, unit) in p.units.iter_mut() {
        for (_, stmt) in unit.stmts.iter_mut() {
            stmt.kind.exprs_mut(&mut |e| in_expr(e));
        }
        for d in &mut unit.decls {
            if let DeclKind::Record(r) = &mut d.kind {
                one(r);
            }
        }
    }
}

/// The same in a type, extents apart.
fn in_type(ty: &mut Type, same: &BTreeMap<RecordId, RecordId>) {
    match ty {
        Type::Record(r) => *r = same.get(r).copied().unwrap_or(*r),
        Type::Array { elem, .. } => in_type(elem, same),
        Type::Pointer { to, .. } => in_type(to, same),
        Type::Scalar(_) | Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => {}
    }
}
