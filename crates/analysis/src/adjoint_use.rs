//! use(I′): what the derivative instruction of an assignment needs of the original program.
//!
//! Conservatively right for any way the transformer may write the derivative: all operands of nonlinear operators, all subscripts and pointers
//! of active references. The *result* of an operator is never promised (`exp`, `sqrt` and `/` may use it only where the transformer
//! has kept it itself): what it was computed from is.
//!
//! Tests and masks are not here: control is recorded by the adjoint transformer. Bounds of counted loops are, in [`loop_bounds`].
//! Source: RR-7957 §5.2, "TBR analysis" and "Diff-liveness analysis", where the set is called use(I′).

use il::expr::{Arg, Expr, ExprKind, Item};
use il::intrinsics::Class;
use il::stmt::{Do, StmtKind};

use crate::effects::Reader;
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
                options.iter().for_each(|e| nonlinear(reader, &e.value, active_before, &mut out));
            }
            return out;
        }
        StmtKind::Return(Some(e)) => {
            if is_active(reader, e, active_before) {
                nonlinear(reader, e, active_before, &mut out);
            }
            return out;
        }
        _ => return out,
    };
    let is_written = active_after.has_any(&reader.reference(lhs).0);
    let is_read = is_active(reader, rhs, active_before);
    if !is_written {
        return out;
    }
    out.add_all(&reader.location(lhs, &mut None).all);
    if is_read {
        nonlinear(reader, rhs, active_before, &mut out);
    }
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

fn nonlinear(reader: &Reader, e: &Expr, active: &Bits, out: &mut Bits) {
    if !is_active(reader, e, active) {
        return;
    }
    match &e.kind {
        ExprKind::Integer { .. }
        | ExprKind::Real { .. }
        | ExprKind::Logical(_)
        | ExprKind::Text(..)
        | ExprKind::SizeOf(_)
        | ExprKind::Address(_) => {}
        ExprKind::Var(_)
        | ExprKind::Index { .. }
        | ExprKind::Substring { .. }
        | ExprKind::Field { .. }
        | ExprKind::Deref(_) => out.add_all(&reader.location(e, &mut None).all),
        ExprKind::ComplexParts(a, b) => {
            nonlinear(reader, a, active, out);
            nonlinear(reader, b, active, out);
        }
        ExprKind::Unary(_, x) | ExprKind::Cast(_, x) => nonlinear(reader, x, active, out),
        ExprKind::Binary(op, a, b) => {
            use il::BinaryOp::*;
            nonlinear(reader, a, active, out);
            nonlinear(reader, b, active, out);
            let (active_a, active_b) = (is_active(reader, a, active), is_active(reader, b, active));
            match op {
                Add | Sub => {}
                Mul => {
                    if active_a {
                        reads(reader, b, out);
                    }
                    if active_b {
                        reads(reader, a, out);
                    }
                }
                Div => {
                    reads(reader, b, out);
                    if active_b {
                        reads(reader, a, out);
                    }
                }
                Pow | Rem | Eq | Ne | Lt | Le | Gt | Ge | And | Or | Eqv | Neqv | Concat | BitAnd | BitOr | BitXor
                | Shl | Shr => {
                    reads(reader, a, out);
                    reads(reader, b, out);
                }
            }
        }
        ExprKind::Intrinsic(f, args) => intrinsic(reader, f.name(), f.info().class, args, active, out),
        // Hoisted before analysis; where one is left, its derivative may need all of its arguments.
        ExprKind::Call { args, .. } | ExprKind::Structure { args, .. } => {
            for a in args {
                nonlinear(reader, &a.value, active, out);
                if matches!(e.kind, ExprKind::Call { .. }) {
                    reads(reader, &a.value, out);
                }
            }
        }
        ExprKind::Cond { test, yes, no } => {
            reads(reader, test, out);
            nonlinear(reader, yes, active, out);
            nonlinear(reader, no, active, out);
        }
        ExprKind::Constructor { items, .. } => items.iter().for_each(|i| item(reader, i, active, out)),
        ExprKind::Opaque { reads: all, .. } => all.iter().for_each(|r| reads(reader, r, out)),
    }
}

fn item(reader: &Reader, i: &Item, active: &Bits, out: &mut Bits) {
    match i {
        Item::Value(e) => nonlinear(reader, e, active, out),
        Item::Implied { items, from, to, step, .. } => {
            [Some(from), Some(to), step.as_ref()].into_iter().flatten().for_each(|e| reads(reader, e, out));
            items.iter().for_each(|i| item(reader, i, active, out));
        }
    }
}

fn intrinsic(reader: &Reader, name: &str, class: Class, args: &[Arg], active: &Bits, out: &mut Bits) {
    if class == Class::Inquiry {
        return;
    }
    let linear = |k: usize| match TABLE.iter().find(|row| row.0 == name) {
        Some((_, Use::Linear)) => k == 0,
        Some((_, Use::Chosen)) => true,
        Some((_, Use::Bilinear)) => false,
        None => false,
    };
    let bilinear = matches!(TABLE.iter().find(|row| row.0 == name), Some((_, Use::Bilinear)));
    for (k, a) in args.iter().enumerate() {
        let e = &a.value;
        nonlinear(reader, e, active, out);
        let steers = !is_active(reader, e, active);
        let other_is_active = args.iter().enumerate().any(|(j, b)| j != k && is_active(reader, &b.value, active));
        // SUM(x, MASK=m): the mask is needed; MERGE(a, b, m): not the passive one of a and b, but nobody counts.
        if (bilinear && other_is_active) || (!bilinear && (!linear(k) || steers)) {
            reads(reader, e, out);
        }
    }
}
