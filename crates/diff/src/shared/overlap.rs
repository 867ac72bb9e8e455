//! C: a test of whether two arguments of a call lead to one place: `parent[i] == i` for `mul(&t[parent[i]], &x, &t[i])`.
//!
//! Nobody can see from the source that a link of a chain is not its own parent. Where the callee's reach is known, the adjoint can ask before it is
//! called: positions in one array, whose stretches must not meet; parts of one object that differ in their subscripts. That is asked of links,
//! of places that values in memory decide, and of places that an argument keeps apart, such as the leading dimension of a matrix, of which nobody says that it
//! is as long as a row: where arithmetic decides ([`super::reach`]) and does not keep two places apart, they are mostly one in some
//! turn, and a call that is certain to end the program is better refused.

use analysis::affine::Affine;
use analysis::affine::Term;
use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, Program, ScalarClass, StmtKind, Storage, Subscript, SymbolId, Type, fold};

use super::reach::Site;
use super::walked;

/// What is true where the arguments `k` and `l`, which lead to `a` and `b`, have something in common. `None`: that cannot be asked.
pub fn test(site: &Site, (k, a): (usize, &Expr), (l, b): (usize, &Expr)) -> Option<Expr> {
    if !is_linked(site.program, a) && !is_linked(site.program, b) && !is_up_to_an_argument(site, k, l) {
        return None;
    }
    positions(site, k, l).or_else(|| {
        let inside = |k: usize, object: &Expr| stays_inside(site, k, object);
        if !inside(k, a) || !inside(l, b) {
            return None;
        }
        let mut equal = Vec::new();
        differing(a, b, &mut equal)?;
        equal.into_iter().reduce(|x, y| Expr::binary(BinaryOp::And, x, y))
    })
}

/// Whether an integer that the caller was given says how far the rows of a matrix are from each other, of which the callee reaches two, number after
/// number: the columns of a matrix lie between each other's numbers, and the ends of what is reached say nothing about them.
fn is_up_to_an_argument(site: &Site, k: usize, l: usize) -> bool {
    let p = site.program;
    let place = |k: usize| walked::place(p, site.values.get(k)?.as_ref()?);
    let (Some((x, i)), Some((y, j))) = (place(k), place(l)) else { return false };
    let one_by_one = |k: usize| {
        site.reached(k).is_some_and(|(_, last)| {
            let mut product = false;
            last.walk(&mut |e| product |= matches!(e.kind, ExprKind::Binary(BinaryOp::Mul, ..)));
            !product
        })
    };
    let given = |s: SymbolId| {
        let comes_in = p.variable(s).is_some_and(|v| matches!(v.storage, Storage::Dummy(_) | Storage::Global));
        comes_in && values(p, s).is_empty()
    };
    let mut known = Vec::new();
    let distance = Affine::of(p, &i, &mut known).zip(Affine::of(p, &j, &mut known)).and_then(|(i, j)| i.plus(&j, -1));
    // So many rows: `i*lda`.
    let rows =
        |monomial: &[Term]| monomial.len() > 1 && monomial.iter().any(|t| matches!(t, Term::Symbol(s) if given(*s)));
    x == y && distance.is_some_and(|d| d.terms().any(|(monomial, _)| rows(monomial))) && one_by_one(k) && one_by_one(l)
}

/// Whether an integer read from memory says which place this is: `t[parent[i]]`, `t[p]` after `p = parent[i]`, `*q` after `q = &t[parent[i]]`.
pub(super) fn is_linked(p: &Program, place: &Expr) -> bool {
    let from_memory = |e: &Expr| {
        let mut found = false;
        e.walk(&mut |x| {
            let memory = matches!(x.kind, ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Field { .. });
            found |= memory && is_integer(p, x);
        });
        found
    };
    let mut found = from_memory(place);
    place.walk(&mut |x| {
        if let ExprKind::Var(s) = x.kind {
            let leads = is_integer(p, x) || matches!(type_of(p, x), Type::Pointer { .. });
            found |= leads && values(p, s).iter().any(from_memory);
        }
    });
    found
}

fn is_integer(p: &Program, e: &Expr) -> bool {
    matches!(type_of(p, e), Type::Scalar(s) if s.class == ScalarClass::Integer)
}

/// What a variable is set to by assignments and its declaration.
pub(super) fn values(p: &Program, s: SymbolId) -> Vec<Expr> {
    let mut out: Vec<Expr> = p.variable(s).and_then(|v| v.init.clone()).into_iter().collect();
    let Some(home) = p.home(s) else { return out };
    let u = &p.units[home];
    u.walk(&u.body, &mut |_, stmt| {
        if let StmtKind::Assign { lhs, rhs } = &stmt.kind
            && lhs.kind == ExprKind::Var(s)
        {
            out.push(rhs.clone());
        }
    });
    out
}

/// The test for `&x[i]` and `&x[j]`, by how far the callee reaches from there.
fn positions(site: &Site, k: usize, l: usize) -> Option<Expr> {
    let p = site.program;
    let place = |k: usize| walked::place(p, site.values.get(k)?.as_ref()?);
    let ((x, i), (y, j)) = (place(k)?, place(l)?);
    if x != y || i.has_call() || j.has_call() {
        return None;
    }
    let ((first, last), (other_first, other_last)) = (site.reached(k)?, site.reached(l)?);
    let ends = [&last, &other_last].map(Expr::as_int);
    if first == 0 && other_first == 0 && ends == [Some(0), Some(0)] {
        return Some(Expr::binary(BinaryOp::Eq, i, j));
    }
    let at_most = |low: &Expr, n: i64, high: &Expr, m: &Expr| {
        Expr::binary(BinaryOp::Le, fold::add(low, &Expr::int(n)), fold::add(high, m))
    };
    Some(Expr::binary(BinaryOp::And, at_most(&i, first, &j, &other_last), at_most(&j, other_first, &i, &last)))
}

/// Whether the callee stays inside the object that it is given the address of: a row of numbers, which nobody may leave (C11 6.5.6), or a
/// structure that it reaches nothing beside.
fn stays_inside(site: &Site, k: usize, object: &Expr) -> bool {
    let p = site.program;
    let given = site.values.get(k).and_then(|v| v.as_ref()).map(|v| &v.bare().kind);
    match type_of(p, object) {
        Type::Array { .. } => !matches!(given, Some(ExprKind::Address(_))),
        Type::Record(_) => site.reached(k).is_some_and(|(first, last)| first == 0 && last.as_int() == Some(0)),
        _ => false,
    }
}

/// Where two references differ in subscripts alone: what makes these the same.
fn differing(a: &Expr, b: &Expr, equal: &mut Vec<Expr>) -> Option<()> {
    if a == b {
        return Some(());
    }
    match (&a.kind, &b.kind) {
        (ExprKind::Index { base: x, subs: s }, ExprKind::Index { base: y, subs: t }) => {
            differing(x, y, equal)?;
            match (s.as_slice(), t.as_slice()) {
                ([Subscript::At(i)], [Subscript::At(j)]) if i == j => {}
                ([Subscript::At(i)], [Subscript::At(j)]) if !i.has_call() && !j.has_call() => {
                    equal.push(Expr::binary(BinaryOp::Eq, i.clone(), j.clone()));
                }
                _ => return None,
            }
            Some(())
        }
        (ExprKind::Field { base: x, record: r, field: i }, ExprKind::Field { base: y, record: s, field: j })
            if r == s && i == j =>
        {
            differing(x, y, equal)
        }
        _ => None,
    }
}
