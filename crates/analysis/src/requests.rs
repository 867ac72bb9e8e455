//! Messages that one call starts or prepares and others start again or wait for ([`il::unit::Transfer`]): they belong together by the variable that holds their
//! requests, and are followed inside of one procedure. A call that starts what others have prepared reads and writes the buffers that these named.

use il::symbol::Intent;
use il::typing::type_of;
use il::unit::Transfer;
use il::{Arg, BinaryOp, Expr, ExprKind, Language, Program, Storage, SymbolId, Type, UnitId};

use crate::channels::is_any;
use crate::external;
use crate::request::{Access, External, Options};

/// The position of the argument that a routine calls so.
pub fn position(p: &Program, callee: SymbolId, name: &str) -> Option<usize> {
    let unit = p.procedure(callee)?.unit?;
    p.units[unit].params.iter().position(|s| p.symbols[*s].name.eq_ignore_ascii_case(name))
}

/// The position of the request, or the requests.
pub fn request_at(p: &Program, callee: SymbolId) -> Option<usize> {
    ["request", "array_of_requests"].iter().find_map(|name| position(p, callee, name))
}

/// The variable that holds the request, or the requests, of a call.
pub fn request(p: &Program, callee: SymbolId, args: &[Arg]) -> Option<SymbolId> {
    let given = &args.get(request_at(p, callee)?)?.value;
    let held = object(p, given).unwrap_or(given.clone());
    let held = if let ExprKind::Address(of) = &held.kind { &**of } else { &held };
    let held = if let ExprKind::Index { base, .. } = &held.kind { base } else { held };
    held.as_var()
}

/// C: the pointer or array that an address is computed from, or the address of the variable that is no array.
pub fn object(p: &Program, address: &Expr) -> Option<Expr> {
    let is_address = |e: &Expr| matches!(type_of(p, e), Type::Pointer { .. } | Type::Array { .. });
    let e = address.uncast();
    if let ExprKind::Address(of) = &e.kind {
        if let ExprKind::Index { base, .. } = &of.bare().kind {
            return object(p, base);
        }
        return matches!(of.bare().kind, ExprKind::Var(_)).then(|| e.clone());
    }
    if let ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, l, r) = &e.bare().kind {
        return object(p, if is_address(l) { l } else { r });
    }
    if let ExprKind::Index { base, .. } = &e.bare().kind {
        return is_address(e).then(|| object(p, base))?;
    }
    (matches!(e.bare().kind, ExprKind::Var(_)) && is_address(e)).then(|| e.bare().clone())
}

/// The procedures that know the variable of a request, where all that happens to it is in sight: it is a local variable of one, or belongs to no procedure.
pub fn users(p: &Program, request: SymbolId) -> Option<Vec<UnitId>> {
    let mentions = |u: &UnitId| {
        let (at, mut found) = (&p.units[*u], false);
        at.walk(&at.body, &mut |_, s| s.kind.exprs(&mut |e| found |= e.mentions(request)));
        found
    };
    let all: Vec<UnitId> = p.units.ids().filter(mentions).collect();
    let is_followed = match p.variable(request)?.storage {
        Storage::Global => true,
        Storage::Local => all.len() == 1,
        Storage::Dummy(_) | Storage::Result | Storage::Common => false,
    };
    is_followed.then_some(all)
}

/// Whether an array that one procedure names is the same in others: it belongs to none, and they see its name.
pub fn is_seen(p: &Program, array: &Expr, units: &[UnitId]) -> bool {
    let array = if let ExprKind::Address(of) = &array.kind { of } else { array };
    let Some(s) = array.root() else { return false };
    let is_fixed = p.variable(s).is_some_and(|v| v.storage == Storage::Global && !matches!(v.ty, Type::Pointer { .. }));
    is_fixed && units.iter().all(|u| p.lookup(p.units[*u].scope, &p.symbols[s].name) == Some(s))
}

/// The buffers of what a call starts once more, and whether each is received: arrays as a whole. `None`: not all are known.
pub fn prepared(p: &Program, unit: UnitId, callee: SymbolId, args: &[Arg]) -> Option<Vec<(Expr, bool)>> {
    p.described(callee).filter(|d| d.transfer == Some(Transfer::Starts))?;
    let started = request(p, callee, args)?;
    let (mut out, mut is_known) = (Vec::new(), true);
    for at in users(p, started)? {
        let u = &p.units[at];
        u.walk(&u.body, &mut |_, s| {
            s.kind.each_call(&mut |callee, args| {
                let known = p.described(callee).filter(|d| d.returns_early && d.transfer == Some(Transfer::Moves));
                if known.is_none() || request(p, callee, args) != Some(started) {
                    return;
                }
                let dummies = p.procedure(callee).and_then(|f| f.unit).map_or(&[][..], |u| &p.units[u].params);
                let buffer = dummies.iter().position(|d| p.symbol_type(*d).is_some_and(is_any));
                let (Some(k), Some(buffer)) = (buffer, buffer.and_then(|k| args.get(k))) else { return };
                let e = &buffer.value;
                let base = if let ExprKind::Index { base, .. } = &e.kind { base } else { e };
                let in_c = object(p, e).filter(|_| u.language == Language::C);
                let whole = in_c.unwrap_or_else(|| base.clone());
                is_known &= at == unit || is_seen(p, &whole, &[unit]);
                let is_sent = p.variable(dummies[k]).is_some_and(|v| v.intent == Some(Intent::In))
                    || p.leads_to_constants(dummies[k]);
                out.push((whole, !is_sent));
            });
        });
    }
    (is_known && !out.is_empty()).then_some(out)
}

/// What is known of a procedure without a body for a call in a procedure, and its arguments with the buffers of what it starts once more.
pub fn describe(p: &Program, unit: UnitId, callee: SymbolId, args: &[Arg], options: &Options) -> (Vec<Arg>, External) {
    let mut known = external::describe(p, callee, args, options);
    let mut all = args.to_vec();
    for (buffer, is_received) in prepared(p, unit, callee, args).unwrap_or_default() {
        all.push(Arg::new(buffer));
        known.places.push(Access { read: true, written: is_received, killed: false });
    }
    (all, known)
}
