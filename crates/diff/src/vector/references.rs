//! A derivative at one direction, and at all of them.

use il::expr::{Expr, ExprKind, Subscript};
use il::intrinsics::{Class, argument};
use il::typing::rank_of;
use il::{Language, Program, Type};

use super::Lift;

impl Lift<'_> {
    /// A value with every derivative in it taken at `direction`.
    pub(super) fn at(&mut self, p: &Program, language: Language, e: &Expr, direction: &Expr) -> Expr {
        if e.is_reference() {
            return match e.root() {
                Some(s) if self.derivatives.contains(&s) && self.is_number(p, e) => {
                    self.subscripted(p, language, e, Subscript::At(direction.clone()))
                }
                _ => self.inquiries(p, e),
            };
        }
        if let ExprKind::Intrinsic(f, _) = &e.kind
            && f.info().class == Class::Inquiry
        {
            return self.inquiries(p, e);
        }
        let mut out = e.clone();
        out.children_mut(&mut |c| *c = self.at(p, language, c, direction));
        out
    }

    /// A reference to a derivative with one more subscript, at the deepest place.
    pub(super) fn subscripted(&mut self, p: &Program, language: Language, e: &Expr, sub: Subscript) -> Expr {
        if language.points_by_address() {
            // `((double *)ad)[i]`: what the pointer is taken for has all directions too.
            let mut base = e.clone();
            if let Some(most) = self.most.get(&true) {
                self.lift_types_in(&mut base, &Expr::var(*most));
            }
            return Expr::at(ExprKind::Index { base: Box::new(base), subs: vec![sub] }, e.span);
        }
        let all = || Subscript::Range { lo: None, hi: None, step: None };
        let kind = match &e.kind {
            ExprKind::Index { base, subs } if !matches!(base.kind, ExprKind::Index { .. }) => {
                let base = self.inquiries(p, base);
                let subs = subs.iter().map(|s| self.subscript(p, s));
                ExprKind::Index { base: Box::new(base), subs: std::iter::once(sub).chain(subs).collect() }
            }
            // Of several structures at once too: only one part may have a rank, and this one has none then.
            ExprKind::Field { record, field, .. } => {
                let rank = p.records[*record].fields[*field].ty.rank();
                let subs = std::iter::once(sub).chain((0..rank).map(|_| all())).collect();
                ExprKind::Index { base: Box::new(self.inquiries(p, e)), subs }
            }
            _ => {
                let subs = std::iter::once(sub).chain((0..rank_of(p, e)).map(|_| all())).collect();
                ExprKind::Index { base: Box::new(e.clone()), subs }
            }
        };
        Expr::at(kind, e.span)
    }

    fn subscript(&self, p: &Program, s: &Subscript) -> Subscript {
        match s {
            Subscript::At(e) => Subscript::At(self.inquiries(p, e)),
            Subscript::Range { lo, hi, step } => {
                let own = |e: &Option<Expr>| e.as_ref().map(|e| self.inquiries(p, e));
                Subscript::Range { lo: own(lo), hi: own(hi), step: own(step) }
            }
        }
    }

    /// A derivative for all directions: `xd(i)` → `xd(:, i)`; what is whole stays as it is.
    pub(super) fn at_all(&mut self, p: &Program, language: Language, e: &Expr) -> Expr {
        match &e.kind {
            ExprKind::Index { .. } if language.computes_with_arrays() && self.is_number(p, e) => {
                self.subscripted(p, language, e, Subscript::Range { lo: None, hi: None, step: None })
            }
            _ => self.inquiries(p, e),
        }
    }

    /// What does not depend on the numbers of derivatives, but may ask for their shapes.
    pub(super) fn inquiries(&self, p: &Program, e: &Expr) -> Expr {
        let mut out = e.clone();
        out.rewrite(&mut |n| {
            let ExprKind::Intrinsic(f, args) = &n.kind else { return };
            if !matches!(f.name(), "size" | "shape" | "lbound" | "ubound") {
                return;
            }
            let Some(array) = args.first().map(|a| &a.value) else { return };
            let mut args = args.clone();
            if !array.is_reference() {
                // A value made from derivatives has the shape that it has in any one direction.
                args[0].value = self.in_first_direction(p, array);
                n.kind = ExprKind::Intrinsic(*f, args);
                return;
            }
            if !array.root().is_some_and(|r| self.derivatives.contains(&r)) || !self.is_number(p, array) {
                return;
            }
            match argument(*f, &args, "dim") {
                Some(dim) => {
                    let next = il::fold::add(dim, &Expr::int(1));
                    let at = args.iter().position(|a| std::ptr::eq(&a.value, dim));
                    let at = at.or_else(|| (args.len() > 1).then_some(1));
                    if let Some(at) = at {
                        args[at].value = next;
                    }
                }
                None => {
                    let one = Subscript::At(Expr::int(1));
                    let rank = rank_of(p, array);
                    args[0].value = first_direction(array, one, rank);
                }
            }
            n.kind = ExprKind::Intrinsic(*f, args);
        });
        out
    }

    fn in_first_direction(&self, p: &Program, e: &Expr) -> Expr {
        if e.is_reference() {
            return match e.root() {
                Some(s) if self.derivatives.contains(&s) && self.is_number(p, e) => {
                    first_direction(e, Subscript::At(Expr::int(1)), rank_of(p, e))
                }
                _ => e.clone(),
            };
        }
        if matches!(&e.kind, ExprKind::Intrinsic(f, _) if f.info().class == Class::Inquiry) {
            return e.clone();
        }
        let mut out = e.clone();
        out.children_mut(&mut |c| *c = self.in_first_direction(p, c));
        out
    }

    /// The type of a derivative: its numbers become one for each direction.
    pub(super) fn lifted_type(&self, ty: &Type, language: Language, most: &Expr) -> Type {
        let dim = || il::Dim { lower: None, upper: il::Upper::At(most.clone()) };
        match ty {
            Type::Scalar(_) => Type::Array { elem: Box::new(ty.clone()), dims: vec![dim()] },
            Type::Array { elem, dims } if language.computes_with_arrays() && matches!(**elem, Type::Scalar(_)) => {
                let own = if dims.iter().any(|d| d.upper == il::Upper::Deferred) {
                    il::Dim { lower: None, upper: il::Upper::Deferred }
                } else {
                    dim()
                };
                Type::Array { elem: elem.clone(), dims: std::iter::once(own).chain(dims.iter().cloned()).collect() }
            }
            Type::Array { elem, dims } => {
                Type::Array { elem: Box::new(self.lifted_type(elem, language, most)), dims: dims.clone() }
            }
            // A pointer to constant arrays takes no pointer to arrays that are not (C11 6.3.2.3): such a `const` cannot stay.
            Type::Pointer { to, restrict, .. } => Type::Pointer {
                to: Box::new(self.lifted_type(to, language, most)),
                to_const: false,
                restrict: *restrict,
            },
            Type::Character { .. } | Type::Record(_) | Type::Procedure | Type::Void | Type::Opaque(_) => ty.clone(),
        }
    }

    /// The same inside an expression about a derivative pointer: casts and sizes.
    pub(super) fn lift_types_in(&self, e: &mut Expr, most: &Expr) {
        e.rewrite(&mut |n| match &mut n.kind {
            ExprKind::Cast(ty, _) if matches!(ty, Type::Pointer { .. }) => {
                *ty = self.lifted_type(ty, Language::C, most);
            }
            ExprKind::SizeOf(ty) if is_real(ty) => *ty = self.lifted_type(ty, Language::C, most),
            _ => {}
        });
    }
}

/// Reals, or arrays of them.
fn is_real(ty: &Type) -> bool {
    matches!(ty.element(), Type::Scalar(s) if s.is_differentiable())
}

fn first_direction(array: &Expr, one: Subscript, rank: usize) -> Expr {
    let all = || Subscript::Range { lo: None, hi: None, step: None };
    match &array.kind {
        ExprKind::Index { base, subs } => {
            let subs = std::iter::once(one).chain(subs.iter().cloned()).collect();
            ExprKind::Index { base: base.clone(), subs }.into()
        }
        _ => {
            let subs = std::iter::once(one).chain((0..rank).map(|_| all())).collect();
            ExprKind::Index { base: Box::new(array.clone()), subs }.into()
        }
    }
}
