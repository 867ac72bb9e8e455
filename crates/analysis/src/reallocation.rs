//! Assignments that allocate: which ones give an array, or the allocatable components of a structure, another allocation (F2018 10.2.1.3), and which keep the
//! shape that is there.

use il::intrinsics::Class;
use il::typing::{rank_of, type_of};
use il::{Arg, Dim, Expr, ExprKind, Program, StmtId, StmtKind, Storage, Type, UnitId, Upper};

use crate::allocated::Allocations;
use crate::allocation::{calls, comes_allocated, has_allocatable_parts, is_allocatable_array, is_last};
use crate::extents;

/// What `lhs = rhs` may give another allocation (F2018 10.2.1.3): an array, or the allocatable components of a structure.
pub fn reallocated(p: &Program, unit: UnitId, lhs: &Expr, rhs: &Expr) -> Vec<Expr> {
    if !is_allocatable_array(p, lhs) {
        let mut parts = allocatable_components(p, lhs);
        parts.retain(|e| !keeps_shape(p, e));
        return parts;
    }
    if keeps_shape(p, lhs) {
        return Vec::new();
    }
    let another = rank_of(p, rhs) > 0 && !has_shape_of(p, rhs, lhs) && !is_allocated_like(p, unit, lhs, rhs);
    another.then(|| lhs.clone()).into_iter().collect()
}

/// Whether no assignment gives an array another allocation, as [`note_kept_shapes`] has found, or as the user promises.
fn keeps_shape(p: &Program, e: &Expr) -> bool {
    if p.shapes_promised && e.root().is_some_and(|s| comes_allocated(p, s)) {
        return true;
    }
    let mut path = Vec::new();
    let mut at = e;
    while let ExprKind::Field { base, record, field } = &at.kind {
        path.push((*record, *field));
        at = base;
    }
    path.reverse();
    matches!(at.kind, ExprKind::Var(s) if p.variable(s).is_some_and(|v| v.kept_shapes.contains(&path)))
}

/// Notes which allocatable arrays keep their shape, with their variables.
pub fn note_kept_shapes(p: &mut Program, heads: &[UnitId]) {
    for s in p.symbols.ids().collect::<Vec<_>>() {
        if let il::SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.kept_shapes.clear();
        }
    }
    for place in crate::shapes::kept(p, heads) {
        if let il::SymbolKind::Variable(v) = &mut p.symbols[place.root].kind {
            v.kept_shapes.push(place.path);
        }
    }
}

/// Whether `lhs = rhs` may give something another allocation.
pub fn may_reallocate(p: &Program, unit: UnitId, lhs: &Expr, rhs: &Expr) -> bool {
    !reallocated(p, unit, lhs, rhs).is_empty()
}

/// Whether a statement may allocate or release something, itself or by what it calls.
pub fn may_allocate(p: &Program, unit: UnitId, kind: &StmtKind) -> bool {
    kind.calls()
        || matches!(kind, StmtKind::Allocate { .. } | StmtKind::Deallocate { .. })
        || kind.as_assign().is_some_and(|(lhs, rhs)| may_reallocate(p, unit, lhs, rhs))
}

/// The allocatable components of a structure, and of the structures that are its components; or all of an array of structures that have such.
fn allocatable_components(p: &Program, e: &Expr) -> Vec<Expr> {
    let ty = type_of(p, e);
    let Type::Record(record) = ty else {
        let several = ty.record().is_some() && has_allocatable_parts(p, &ty);
        return several.then(|| e.clone()).into_iter().collect();
    };
    if p.is_polymorphic(e) {
        return Vec::new();
    }
    let mut out = Vec::new();
    // Types of one family share their components: those of another may hold objects of this one.
    for (field, f) in p.records[record].fields.iter().enumerate().filter(|(k, f)| !f.pointer && p.shows(record, *k)) {
        let part: Expr = ExprKind::Field { base: Box::new(e.clone()), record, field }.into();
        if f.allocatable { out.push(part) } else { out.append(&mut allocatable_components(p, &part)) }
    }
    out
}

/// Whether an assignment of the unit may give an object another allocation.
pub fn is_reallocated(p: &Program, unit: UnitId, e: &Expr) -> bool {
    let (mut found, u) = (false, &p.units[unit]);
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            found |= reallocated(p, unit, lhs, rhs).contains(e);
        }
    });
    found
}

/// Whether the one thing that gives `lhs` an allocation in its unit is an ALLOCATE with the extents of `rhs`.
fn is_allocated_like(p: &Program, unit: UnitId, lhs: &Expr, rhs: &Expr) -> bool {
    let Some(dims) = extents::fixed(p, rhs) else { return false };
    let (Some(root), u) = (lhs.root(), &p.units[unit]) else { return false };
    if p.variable(root).is_none_or(|v| !matches!(v.storage, Storage::Local | Storage::Result) || v.saved) {
        return false;
    }
    let (mut same, mut other) = (0, false);
    u.walk(&u.body, &mut |id, s| match &s.kind {
        StmtKind::Allocate { objects, options } => {
            for o in objects.iter().filter(|o| o.object.root() == Some(root)) {
                let like = |a: &Dim, b: &Dim| a.lower.is_none() && extent_name(a) == extent_name(b);
                let alike = o.dims.len() == dims.len() && o.dims.iter().zip(&dims).all(|(a, b)| like(a, b));
                if o.object == *lhs && alike && options.iter().all(|a| a.keyword.as_deref() == Some("stat")) {
                    same += 1;
                } else {
                    other |= o.object == *lhs;
                }
            }
        }
        StmtKind::Deallocate { objects, .. } => {
            other |= objects.iter().any(|o| o.root() == Some(root)) && !is_last(u, id, root);
        }
        // Its own shape may have been changed before.
        StmtKind::Assign { lhs: l, rhs: r } if l == lhs && rank_of(p, r) > 0 && !has_shape_of(p, r, lhs) => {
            let alike = extents::fixed(p, r).is_some_and(|d| {
                d.len() == dims.len() && d.iter().zip(&dims).all(|(a, b)| extent_name(a) == extent_name(b))
            });
            other |= !alike;
        }
        _ => {
            for (_, args) in calls(&s.kind) {
                other |= args.iter().any(|a| {
                    a.value.is_reference()
                        && a.value.root() == Some(root)
                        && !matches!(a.value.kind, ExprKind::Index { .. })
                });
            }
        }
    });
    same > 0 && (same == 1 && !other || is_made_like(p, unit, lhs, rhs, &dims))
}

/// Whether each assignment of `rhs` to `lhs` finds what an ALLOCATE with these extents has made.
fn is_made_like(p: &Program, unit: UnitId, lhs: &Expr, rhs: &Expr, dims: &[Dim]) -> bool {
    let (allocations, u) = (Allocations::of(p, unit, lhs), &p.units[unit]);
    let makes_like = |id: &StmtId| match &u.stmts[*id].kind {
        StmtKind::Allocate { objects, .. } => objects.iter().filter(|o| o.object == *lhs).all(|o| {
            let like = |a: &Dim, b: &Dim| a.lower.is_none() && extent_name(a) == extent_name(b);
            o.dims.len() == dims.len() && o.dims.iter().zip(dims).all(|(a, b)| like(a, b))
        }),
        StmtKind::Assign { rhs, .. } => extents::fixed(p, rhs).is_some_and(|d| {
            d.len() == dims.len() && d.iter().zip(dims).all(|(a, b)| extent_name(a) == extent_name(b))
        }),
        _ => false,
    };
    let mut all = true;
    u.walk(&u.body, &mut |id, s| {
        if matches!(&s.kind, StmtKind::Assign { lhs: l, rhs: r } if l == lhs && r == rhs) {
            all &= allocations.makers(id).is_some_and(|made| made.iter().all(makes_like));
        }
    });
    all
}

/// An extent, `size(x)` of a vector written as `size(x, 1)`.
fn extent_name(d: &Dim) -> Option<Expr> {
    let Upper::At(e) = &d.upper else { return None };
    let mut e = e.clone();
    if let ExprKind::Intrinsic(f, args) = &mut e.kind
        && f.name() == "size"
        && args.len() == 1
    {
        args.push(Arg { keyword: None, value: Expr::int(1) });
    }
    Some(e)
}

/// Whether the value of `e` surely has the shape of `like`: it works on it element by element, or on what is declared with its extents.
fn has_shape_of(p: &Program, e: &Expr, like: &Expr) -> bool {
    if e == like {
        return true;
    }
    let of = |x: &Expr| has_shape_of(p, x, like);
    match &e.kind {
        ExprKind::Var(_) => match type_of(p, e) {
            Type::Array { dims, .. } => dims.iter().enumerate().all(|(k, d)| is_extent_of(d, like, k, dims.len())),
            _ => false,
        },
        ExprKind::Unary(_, x) => of(x),
        ExprKind::Binary(_, l, r) => of(l) || of(r),
        ExprKind::Intrinsic(f, args) if f.info().class == Class::Elemental => args.iter().any(|a| of(&a.value)),
        _ => false,
    }
}

/// Whether a declared dimension is `size(like, k)`.
fn is_extent_of(d: &Dim, like: &Expr, k: usize, rank: usize) -> bool {
    let (None, Upper::At(e)) = (&d.lower, &d.upper) else { return false };
    match &e.kind {
        ExprKind::Intrinsic(f, args) if f.name() == "size" => match args.as_slice() {
            [a] => rank == 1 && a.value == *like,
            [a, n] => a.value == *like && n.value.as_int() == Some(k as i64 + 1),
            _ => false,
        },
        _ => false,
    }
}
