//! Allocatable locals of one shape become automatic arrays, and allocatable scalars plain variables.
//!
//! `k1 = f(x)` allocates `k1` when it is not allocated yet (F2018 10.2.1.3). Where every such assignment gives the same extents, and
//! these hold from the beginning of the unit to its end ([`extents::fixed`]), a declaration `k1(size(x))` says the same: then `k1` can
//! be saved and its derivative be cleared at any time, and nothing has to be allocated again in a backward sweep.
//! What the program allocates, releases or inquires about by itself keeps its declaration.

use std::collections::BTreeMap;

use il::decl::{Decl, DeclKind};
use il::typing::{rank_of, type_of};
use il::{Arg, Attr, Dim, Expr, ExprKind, Program, StmtKind, Storage, SymbolId, Type, UnitId, Upper};

use analysis::extents;

/// Redeclares the locals of `unit` that this is possible for.
pub(crate) fn redeclare(p: &mut Program, unit: UnitId) {
    if !p.units[unit].language.describes_storage() {
        return;
    }
    // The shape of one may follow from that of another.
    loop {
        let found = shapes(p, unit);
        if found.is_empty() {
            return;
        }
        declare_again(p, unit, &found);
        for (s, dims) in found {
            if let il::symbol::SymbolKind::Variable(v) = &mut p.symbols[s].kind {
                v.allocatable = false;
                if let Type::Array { dims: own, .. } = &mut v.ty {
                    *own = dims;
                }
            }
        }
    }
}

/// The candidates whose whole assignments all have the same known extents.
fn shapes(p: &Program, unit: UnitId) -> BTreeMap<SymbolId, Vec<Dim>> {
    let u = &p.units[unit];
    let mut found: BTreeMap<SymbolId, Option<Vec<Dim>>> = BTreeMap::new();
    let mut refused: Vec<SymbolId> = Vec::new();
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Assign { lhs, rhs } = &s.kind
            && let ExprKind::Var(s) = lhs.kind
        {
            if rank_of(p, rhs) > 0 && !keeps_shape_of(p, rhs, s) {
                let dims = extents::fixed(p, rhs).filter(|_| !has_own_bounds(p, rhs));
                let known = found.entry(s).or_insert_with(|| dims.clone());
                if *known != dims {
                    *known = None;
                }
            } else if p.symbol_type(s).is_some_and(|t| t.rank() == 0) && rank_of(p, rhs) == 0 {
                found.entry(s).or_insert_with(|| Some(Vec::new()));
            }
        }
        refused.extend(status_matters(p, &s.kind));
    });
    // Internal procedures see the variable too.
    let inner: Vec<SymbolId> = p
        .units
        .iter()
        .filter(|(id, other)| *id != unit && other.parent == Some(unit))
        .flat_map(|(_, other)| other.symbols(&other.body))
        .collect();
    let is_local = |s: &SymbolId| {
        p.variable(*s).is_some_and(|v| {
            v.allocatable
                && !v.saved
                && !v.target
                && v.storage == Storage::Local
                && !v.polymorphic
                && (matches!(v.ty.element(), Type::Scalar(_)) || v.ty.rank() == 0 && v.ty.record().is_some())
        }) && p.symbols[*s].scope == u.scope
            && is_plainly_declared(&u.decls, *s)
    };
    found
        .into_iter()
        .filter(|(s, _)| is_local(s) && !refused.contains(s) && !inner.contains(s))
        .filter_map(|(s, dims)| Some((s, dims?)))
        .collect()
}

/// Whether `e` works element by element on `s` as a whole: then its extents are those of `s`.
fn keeps_shape_of(p: &Program, e: &Expr, s: SymbolId) -> bool {
    match &e.kind {
        ExprKind::Var(x) => *x == s,
        ExprKind::Unary(_, x) => keeps_shape_of(p, x, s),
        ExprKind::Binary(_, l, r) => keeps_shape_of(p, l, s) || keeps_shape_of(p, r, s),
        ExprKind::Intrinsic(f, args) if f.info().class == il::intrinsics::Class::Elemental => {
            args.iter().any(|a| keeps_shape_of(p, &a.value, s))
        }
        _ => false,
    }
}

/// A whole array gives its bounds along with its extents.
fn has_own_bounds(p: &Program, e: &Expr) -> bool {
    match (&e.kind, type_of(p, e)) {
        (ExprKind::Var(_) | ExprKind::Field { .. }, Type::Array { dims, .. }) => {
            dims.iter().any(|d| d.lower.as_ref().is_some_and(|l| il::fold::integer(p, l) != Some(1)))
        }
        _ => false,
    }
}

/// Variables whose allocation a statement changes or asks about.
fn status_matters(p: &Program, kind: &StmtKind) -> Vec<SymbolId> {
    let mut out = Vec::new();
    match kind {
        StmtKind::Allocate { objects, .. } => out.extend(objects.iter().filter_map(|o| o.object.root())),
        StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => {
            out.extend(objects.iter().filter_map(Expr::root))
        }
        StmtKind::PointerAssign { rhs, .. } => out.extend(rhs.root()),
        _ => {}
    }
    kind.each_call(&mut |callee, args| out.extend(passed(p, callee, args)));
    kind.exprs(&mut |e| {
        e.walk(&mut |x| {
            if let ExprKind::Intrinsic(f, args) = &x.kind
                && matches!(f.name(), "allocated" | "move_alloc")
            {
                out.extend(args.iter().filter_map(|a| a.value.root()));
            }
        })
    });
    out
}

/// Whole variables that a call passes to an allocatable dummy argument, or to a procedure that nothing is known about.
fn passed(p: &Program, callee: SymbolId, args: &[Arg]) -> Vec<SymbolId> {
    let whole = |a: &Arg| a.value.as_var();
    let plain =
        |unit: UnitId| p.units[unit].params.iter().all(|d| p.variable(*d).is_none_or(|v| !v.allocatable && !v.pointer));
    match p.procedure(callee) {
        Some(f) if f.unit.is_some_and(&plain) => Vec::new(),
        // Without an interface no dummy argument is allocatable (F2018 15.4.2.2).
        Some(f) if f.unit.is_none() && f.class == il::symbol::ProcedureClass::Normal => Vec::new(),
        _ => args.iter().filter_map(whole).collect(),
    }
}

/// Whether all that the declarations say of `s` is its type and that it is allocatable.
fn is_plainly_declared(decls: &[Decl], s: SymbolId) -> bool {
    decls.iter().all(|d| match &d.kind {
        DeclKind::Variables { attrs, entities, .. } => {
            !entities.iter().any(|e| e.symbol == s) || *attrs == [Attr::Allocatable]
        }
        DeclKind::Attribute { symbols, .. } => !symbols.iter().any(|e| e.symbol == s),
        DeclKind::Dimension(symbols) => !symbols.contains(&s),
        DeclKind::Opaque { symbols, .. } => !symbols.contains(&s),
        _ => true,
    })
}

/// Takes the variables of `found` out of the declarations with ALLOCATABLE and declares them behind these, with their extents: as near as
/// what the extents mention allows.
fn declare_again(p: &mut Program, unit: UnitId, found: &BTreeMap<SymbolId, Vec<Dim>>) {
    let decls = std::mem::take(&mut p.units[unit].decls);
    let mut out: Vec<Decl> = Vec::new();
    let mut waiting: Vec<(Decl, Vec<SymbolId>)> = Vec::new();
    let declares = |d: &Decl, s: SymbolId| matches!(&d.kind, DeclKind::Variables { entities, .. } if entities.iter().any(|e| e.symbol == s));
    let mut left: Vec<Decl> = decls;
    while !left.is_empty() {
        let mut d = left.remove(0);
        let mut own = None;
        if let DeclKind::Variables { spelling, colons, entities, .. } = &mut d.kind {
            let (mut moved, kept): (Vec<_>, Vec<_>) =
                std::mem::take(entities).into_iter().partition(|e| found.contains_key(&e.symbol));
            *entities = kept;
            if !moved.is_empty() {
                let needs = moved.iter().flat_map(|e| found[&e.symbol].iter().flat_map(mentions)).collect();
                moved.iter_mut().for_each(|e| e.dims = !found[&e.symbol].is_empty());
                let kind = DeclKind::Variables {
                    spelling: spelling.clone(),
                    attrs: Vec::new(),
                    colons: *colons,
                    entities: moved,
                };
                own = Some((kind, needs));
            }
        }
        match own {
            Some((kind, needs)) if matches!(&d.kind, DeclKind::Variables { entities, .. } if entities.is_empty()) => {
                d.kind = kind;
                waiting.push((d, needs));
            }
            Some((kind, needs)) => {
                out.push(d);
                waiting.push((Decl::from(kind), needs));
            }
            None => out.push(d),
        }
        let (ready, later) =
            waiting.into_iter().partition(|(_, needs)| !left.iter().any(|d| needs.iter().any(|s| declares(d, *s))));
        out.extend(Vec::into_iter(ready).map(|(d, _)| d));
        waiting = later;
    }
    p.units[unit].decls = out;
}

/// The variables that an extent mentions.
fn mentions(d: &Dim) -> Vec<SymbolId> {
    let mut out = Vec::new();
    if let Upper::At(e) = &d.upper {
        e.collect_symbols(&mut out);
    }
    out
}
