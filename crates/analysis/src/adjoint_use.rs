//! use(I′): what the derivative instruction of an assignment needs of the original program.
//!
//! Conservatively right for any way the transformer may write the derivative: all operands of nonlinear operators, all subscripts and pointers
//! of active references. The *result* of an operator is never promised (`exp`, `sqrt` and `/` may use it only where the transformer
//! has kept it itself): what it was computed from is.
//!
//! Tests and masks are not here: control is recorded by the adjoint transformer. Bounds of counted loops are, in [`loop_bounds`].
//! Source: RR-7957 §5.2, "TBR analysis" and "Diff-liveness analysis", where the set is called use(I′).

use il::expr::{Arg, Expr, ExprKind, Item};
use il::stmt::{Do, StmtKind};
use il::typing::{rank_of, shape_giver, spread_in};
use il::{Intrinsic, ScalarClass, UnaryOp};

use crate::reader::{Reader, passes};
use crate::sets::Bits;

/// How an intrinsic's derivative uses its arguments.
enum Use {
    /// Linear in its first argument; the others only steer.
    Linear,
    /// Linear in each of two arguments: the derivative of one uses the other.
    Bilinear,
    /// Linear in two arguments, the third one steers (MERGE).
    Chosen,
}

/// Intrinsics that are not nonlinear in all their arguments.
const TABLE: &[(&str, Use)] = &[
    ("real", Use::Linear),
    ("dble", Use::Linear),
    ("float", Use::Linear),
    ("sngl", Use::Linear),
    ("conjg", Use::Linear),
    ("aimag", Use::Linear),
    ("cmplx", Use::Chosen),
    ("dcmplx", Use::Chosen),
    ("sum", Use::Linear),
    ("transpose", Use::Linear),
    ("reshape", Use::Linear),
    ("spread", Use::Linear),
    ("cshift", Use::Linear),
    ("scale", Use::Linear),
    ("ldexp", Use::Linear),
    ("eoshift", Use::Chosen),
    ("pack", Use::Chosen),
    ("unpack", Use::Chosen),
    ("merge", Use::Chosen),
    ("matmul", Use::Bilinear),
    ("dot_product", Use::Bilinear),
    ("dprod", Use::Bilinear),
    ("transfer", Use::Linear),
];

/// The zones (by number) that the derivative of a statement uses. `active_before` and `active_after` are the active sets around it.
/// Calls are not here: what they need depends on how their callee is differentiated.
pub fn adjoint_use(reader: &Reader, kind: &StmtKind, active_before: &Bits, active_after: &Bits) -> Bits {
    let mut out = Bits::new(reader.universe.len());
    let (lhs, rhs) = match kind {
        StmtKind::Assign { lhs, rhs } => (lhs, rhs),
        StmtKind::Allocate { objects, options } => {
            // ALLOCATE(a, SOURCE=e) assigns to every object.
            for o in objects.iter().filter(|o| active_after.has_any(&reader.reference(&o.object).0)) {
                out.add_all(&reader.location(&o.object, &mut None).all);
                for e in options {
                    nonlinear(reader, &e.value, active_before, &mut out);
                }
            }
            return out;
        }
        StmtKind::Return(Some(e)) => {
            nonlinear(reader, e, active_before, &mut out);
            return out;
        }
        _ => return out,
    };
    let is_written = active_after.has_any(&reader.reference(lhs).0);
    if !is_written {
        return out;
    }
    out.add_all(&reader.location(lhs, &mut None).all);
    nonlinear(reader, rhs, active_before, &mut out);
    out
}

/// Whether the value of an expression uses an active reference differentiably.
pub fn is_active(reader: &Reader, e: &Expr, active: &Bits) -> bool {
    active.has_any(&reader.sources(e).diff)
}

/// Zones read by the bounds of a counted loop: its derivative loop runs over the same indices.
pub fn loop_bounds(reader: &Reader, d: &Do) -> Vec<u32> {
    [Some(&d.from), Some(&d.to), d.step.as_ref()].into_iter().flatten().flat_map(|e| reader.sources(e).all).collect()
}

fn reads(reader: &Reader, e: &Expr, out: &mut Bits) {
    out.add_all(&reader.sources(e).all);
}

/// Collects what the derivative of a value uses; says whether the value is active. Only differentiable positions are visited.
fn nonlinear(reader: &Reader, e: &Expr, active: &Bits, out: &mut Bits) -> bool {
    match &e.kind {
        ExprKind::Integer { .. }
        | ExprKind::Real { .. }
        | ExprKind::Logical(_)
        | ExprKind::Text(..)
        | ExprKind::SizeOf(_)
        | ExprKind::Address(_)
        | ExprKind::Unary(UnaryOp::Not | UnaryOp::BitNot, _) => false,
        ExprKind::Var(_)
        | ExprKind::Index { .. }
        | ExprKind::Substring { .. }
        | ExprKind::Field { .. }
        | ExprKind::Deref(_) => {
            let is_active = active.has_any(&reader.reference(e).0);
            if is_active {
                out.add_all(&reader.location(e, &mut None).all);
            }
            is_active
        }
        ExprKind::ComplexParts(a, b) => nonlinear(reader, a, active, out) | nonlinear(reader, b, active, out),
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren, x) => nonlinear(reader, x, active, out),
        ExprKind::Cast(ty, x) => {
            let integral = matches!(ty.class(), Some(ScalarClass::Integer | ScalarClass::Logical));
            !integral && nonlinear(reader, x, active, out)
        }
        ExprKind::Binary(op, a, b) => {
            use il::BinaryOp::*;
            match op {
                Add | Sub | Mul | Div | Pow => {}
                Rem | Eq | Ne | Lt | Le | Gt | Ge | And | Or | Eqv | Neqv | Concat | BitAnd | BitOr | BitXor | Shl
                | Shr => return false,
            }
            let (active_a, active_b) = (nonlinear(reader, a, active, out), nonlinear(reader, b, active, out));
            let either = active_a || active_b;
            let (uses_a, uses_b) = match op {
                Mul => (active_b, active_a),
                Div => (active_b, either),
                Pow => (either, either),
                _ => (false, false),
            };
            if uses_a {
                reads(reader, a, out);
            }
            if uses_b {
                reads(reader, b, out);
            }
            either
        }
        ExprKind::Intrinsic(f, args) => intrinsic(reader, *f, args, active, out),
        // Hoisted before analysis; where one is left, its derivative may need all of its arguments.
        ExprKind::Call { args, .. } => {
            let any = args.iter().fold(false, |any, a| nonlinear(reader, &a.value, active, out) | any);
            if any {
                args.iter().for_each(|a| reads(reader, &a.value, out));
            }
            any
        }
        ExprKind::Structure { args, .. } => {
            args.iter().fold(false, |any, a| nonlinear(reader, &a.value, active, out) | any)
        }
        ExprKind::Cond { test, yes, no } => {
            let any = nonlinear(reader, yes, active, out) | nonlinear(reader, no, active, out);
            if any {
                reads(reader, test, out);
            }
            any
        }
        ExprKind::Constructor { items, .. } => {
            let any = items.iter().fold(false, |any, i| item(reader, i, active, out) | any);
            // Where an item is depends on how many elements those before it have.
            if any {
                items.iter().for_each(|i| extent(reader, i, out));
            }
            any
        }
        ExprKind::Opaque { reads: all, .. } => {
            let any = all.iter().any(|r| is_active(reader, r, active));
            if any {
                all.iter().for_each(|r| reads(reader, r, out));
            }
            any
        }
    }
}

/// Collects what the shape of an expression depends on.
fn shape(reader: &Reader, e: &Expr, out: &mut Bits) {
    match shape_giver(reader.program, e) {
        _ if rank_of(reader.program, e) == 0 => {}
        Some(like) => out.add_all(&reader.location(like, &mut None).all),
        None => reads(reader, e, out),
    }
}

/// Collects what the number of elements of an item depends on.
fn extent(reader: &Reader, i: &Item, out: &mut Bits) {
    match i {
        Item::Value(e) => shape(reader, e, out),
        Item::Implied { items, from, to, step, .. } => {
            items.iter().for_each(|i| extent(reader, i, out));
            [Some(from), Some(to), step.as_ref()].into_iter().flatten().for_each(|e| reads(reader, e, out));
        }
    }
}

fn item(reader: &Reader, i: &Item, active: &Bits, out: &mut Bits) -> bool {
    match i {
        Item::Value(e) => nonlinear(reader, e, active, out),
        Item::Implied { items, .. } => {
            let any = items.iter().fold(false, |any, i| item(reader, i, active, out) | any);
            if any {
                extent(reader, i, out);
            }
            any
        }
    }
}

fn intrinsic(reader: &Reader, f: Intrinsic, args: &[Arg], active: &Bits, out: &mut Bits) -> bool {
    let is_active: Vec<bool> =
        args.iter().enumerate().map(|(k, a)| passes(f, k, a) && nonlinear(reader, &a.value, active, out)).collect();
    if !is_active.contains(&true) {
        return false;
    }
    let row = TABLE.iter().find(|row| row.0 == f.name()).map(|row| &row.1);
    for (k, a) in args.iter().enumerate() {
        let other = is_active.iter().enumerate().any(|(j, active)| j != k && *active);
        let used = match row {
            Some(Use::Bilinear) => other,
            // SUM(x, MASK=m): the mask is needed. MERGE(a, b, m): not the passive one of a and b, but nobody counts.
            Some(Use::Linear) => k > 0 || !is_active[k],
            Some(Use::Chosen) => !is_active[k],
            None => true,
        };
        if used {
            reads(reader, &a.value, out);
        }
    }
    // What reaches a scalar that is spread over an array is that of the sum, so many times as the array has elements.
    if let ("sum", Some(summed)) = (f.name(), args.first()) {
        let parts = spread_in(reader.program, &summed.value, &|x| active.has_any(&reader.sources(x).diff));
        parts.into_iter().for_each(|x| shape(reader, x, out));
    }
    true
}
