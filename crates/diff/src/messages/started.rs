//! Messages that are started by one call and waited for by another one. The adjoint of a wait for a receive sends the derivatives of its buffer back, so it
//! is told the arrays in which the buffers of its request lie: request and buffer belong to one procedure, where that is seen.

use analysis::requests::{is_seen, object, position, request, request_at, users};
use il::typing::type_of;
use il::{Arg, Expr, ExprKind, Language, Program, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId, Upper};

use super::{is_named, of_program};
use crate::facts::Facts;

/// The array in which the buffer of a receive lies.
#[derive(Clone)]
pub(crate) struct Held {
    /// The array, or the scalar.
    pub(crate) array: Expr,
    /// Whether it owns a derivative.
    pub(crate) is_owned: bool,
}

/// The arrays of all messages with a request that have derivatives: of receives that return early, and of what is only prepared.
pub(crate) fn arrays(p: &Program, facts: &Facts, of: SymbolId) -> Vec<Held> {
    let mut out: Vec<Held> = Vec::new();
    for unit in users(p, of).unwrap_or_default() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, s| {
            s.kind.each_call(&mut |callee, args| {
                let known = of_program(p, callee).filter(|x| x.is_early && (x.routine == "irecv" || x.is_prepared()));
                let Some(exchange) = known.filter(|_| facts.analysis.is_active_call(unit, id)) else { return };
                let buffer = exchange.buffers.first().and_then(|k| args.get(*k));
                let Some(array) = buffer.and_then(|b| whole(p, unit, &b.value)) else { return };
                if request(p, callee, args) == Some(of) && !out.iter().any(|h| h.array == array) {
                    let owner = if let ExprKind::Address(of) = &array.kind { of } else { &array };
                    let is_owned = facts.has_storage(p, owner);
                    out.push(Held { array, is_owned });
                }
            });
        });
    }
    out
}

/// What is called in place of a routine that ends some messages, since only the call itself knows which: the procedure of the runtime, and the positions of
/// its arguments. Statuses are left out where the call ignores them. `None`: what a wait ends is known before it.
pub(crate) fn in_place_of(p: &Program, callee: SymbolId, args: &[Arg], suffix: &str) -> Option<(String, Vec<usize>)> {
    let routine =
        of_program(p, callee).filter(|x| x.completes && !["wait", "waitall"].contains(&x.routine.as_str()))?;
    let is = |k: usize, name: &str| position(p, callee, name) == Some(k);
    let ignored = |a: &Arg| ["mpi_status_ignore", "mpi_statuses_ignore"].iter().any(|n| is_named(p, &a.value, n));
    let is_told = args.iter().enumerate().any(|(k, a)| (is(k, "status") || is(k, "array_of_statuses")) && !ignored(a));
    let given = (0..args.len()).filter(|k| !ignored(&args[*k]) && !is(*k, "ierror")).collect();
    let way = if is_told && !routine.in_c { "_status" } else { "" };
    Some((format!("admpi_{}{way}_{suffix}", routine.routine), given))
}

/// The position and the type of the code that calls from Fortran give back.
pub(crate) fn error_code_at(p: &Program, callee: SymbolId) -> Option<(usize, Type)> {
    let (at, unit) = (position(p, callee, "ierror")?, p.procedure(callee)?.unit?);
    Some((at, p.symbol_type(p.units[unit].params[at])?.clone()))
}

/// The array of which a buffer is an element or a part that lies together; `None` where its place depends on more than subscripts.
pub(crate) fn whole(p: &Program, unit: UnitId, buffer: &Expr) -> Option<Expr> {
    if p.units[unit].language == Language::C {
        let found = object(p, buffer)?;
        let root = found.root();
        let mut stays = true;
        let u = &p.units[unit];
        u.walk(&u.body, &mut |_: StmtId, s| {
            let (StmtKind::Assign { lhs, .. } | StmtKind::PointerAssign { lhs, .. }) = &s.kind else { return };
            let is_it = matches!(lhs.bare().kind, ExprKind::Var(s) if Some(s) == root);
            stays &= matches!(found.kind, ExprKind::Address(_)) || !is_it;
        });
        return stays.then_some(found);
    }
    let array = if let ExprKind::Index { base, subs } = &buffer.kind {
        lies_together(p, subs).then_some(&**base)?
    } else {
        buffer
    };
    let is_fixed = |e: &Expr| matches!(e.kind, ExprKind::Var(_) | ExprKind::Field { .. });
    array.spine().all(is_fixed).then(|| array.clone())
}

/// Whether elements that subscripts name lie one behind the other.
fn lies_together(p: &Program, subs: &[Subscript]) -> bool {
    let full = |s: &&Subscript| matches!(s, Subscript::Range { lo: None, hi: None, step: None });
    let rest = &subs[subs.iter().take_while(full).count()..];
    rest.iter().enumerate().all(|(k, s)| match s {
        Subscript::At(e) => type_of(p, e).rank() == 0,
        Subscript::Range { step, .. } => k == 0 && step.is_none(),
    })
}

/// How many elements an array has whose parts may lie apart, for a test when it runs; `None` where they lie together.
pub(crate) fn size_to_test(p: &Program, array: &Expr) -> Option<Expr> {
    let v = array.root().and_then(|s| p.variable(s));
    let shaped = matches!(type_of(p, array), Type::Array { dims, .. } if dims.iter().any(|d| matches!(d.upper, Upper::Deferred)));
    let is_field = matches!(array.kind, ExprKind::Field { .. });
    let apart = shaped && (is_field || v.is_some_and(|v| !v.allocatable));
    apart.then(|| Expr::intrinsic("size", vec![array.clone()]))
}

/// Why a call that starts a message with derivatives has none itself.
pub(crate) fn trouble(
    p: &Program,
    unit: UnitId,
    callee: SymbolId,
    args: &[Arg],
    tangent: bool,
) -> Option<&'static str> {
    let exchange = of_program(p, callee).filter(|x| x.is_early)?;
    let buffer = &args.get(*exchange.buffers.first()?)?.value;
    let any = super::takes(p, callee, args).unwrap_or_default();
    if tangent && any.contains(&true) {
        return Some("its derivative may come from another process, or with another tag");
    }
    if any == [false, true] || any == [true, true] {
        return Some("with MPI_ANY_TAG it may get a derivative that another process sends back already");
    }
    let Some(array) = whole(p, unit, buffer) else {
        return Some("its buffer is not a variable, an array, or a part of one that lies together");
    };
    let Some(request) = request(p, callee, args) else {
        return Some("its request is no variable or array of this procedure");
    };
    let Some(users) = users(p, request) else {
        return Some("its request is known outside of this procedure");
    };
    let others: Vec<UnitId> = users.iter().copied().filter(|u| *u != unit).collect();
    if !others.is_empty() && !is_seen(p, &array, &others) {
        return Some("its request is known in procedures that its buffer is not");
    }
    let uses: Vec<(bool, bool)> = users.iter().map(|u| uses(p, *u, request)).collect();
    match (uses.iter().any(|(waits, _)| *waits), uses.iter().any(|(_, others)| *others)) {
        (_, true) => Some("its request is used by something else than MPI_Wait, MPI_Test and their like"),
        (false, _) => Some("nobody waits for it here by MPI_Wait, MPI_Test and their like"),
        (true, false) => None,
    }
}

/// Whether a procedure waits for a request, and whether it does anything else with it than start a message or clear it.
fn uses(p: &Program, unit: UnitId, request: SymbolId) -> (bool, bool) {
    let (mut waits, mut others) = (false, false);
    let u = &p.units[unit];
    u.walk(&u.body, &mut |_: StmtId, s| {
        let mut mentioned = false;
        s.kind.exprs(&mut |e| mentioned |= e.mentions(request));
        if !mentioned {
            return;
        }
        // Cleared, or one of several moved to another place.
        let is_set = matches!(&s.kind, StmtKind::Assign { lhs, .. } if lhs.root() == Some(request));
        let StmtKind::Call { callee, args, .. } = &s.kind else {
            others |= !is_set;
            return;
        };
        let known = of_program(p, *callee).filter(|x| x.is_early || x.completes || x.starts);
        let frees = p.described(*callee).is_some() && p.symbols[*callee].name.eq_ignore_ascii_case("mpi_request_free");
        let at = request_at(p, *callee);
        let once = args.iter().enumerate().all(|(k, a)| Some(k) == at || !a.value.mentions(request));
        waits |= known.as_ref().is_some_and(|x| x.completes);
        others |= known.is_none() && !frees || !once;
    });
    (waits, others)
}
