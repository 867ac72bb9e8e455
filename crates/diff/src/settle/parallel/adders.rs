//! Procedures that add to what they are given: through which dummies, and by which statements, which then add atomically.

use std::collections::BTreeSet;

use analysis::loop_dependence::is_increment;
use analysis::region::Access;
use il::calls::{definition, with_dummies};
use il::intrinsics;
use il::zones::{ZoneId, Zones};
use il::{Expr, ExprKind, Language, Program, ScalarClass, StmtId, StmtKind, SymbolId, Type, UnitId, typing};

use super::classes::Classes;
use super::given::alone;
use crate::settle::loops_in_f77::over_elements;

/// A dummy of a procedure.
pub type Dummy = (UnitId, SymbolId);

/// The dummies through which a call does what an access says; `None` where it does more to a zone than add to it.
pub fn adders(c: &Classes, zones: &Zones, zone: ZoneId, a: &Access) -> Option<Vec<Dummy>> {
    let (mut out, mut only) = (Vec::new(), true);
    c.p.units[c.unit].stmts[a.stmt].kind.each_call(&mut |callee, actual| {
        let args = with_dummies(c.p, c.p.callee(callee), actual);
        for (dummy, value) in &args {
            let place = alone(c, callee, actual, *dummy, value);
            let is_it = match (&place, a.reference) {
                (Some(place), Some(reference)) => place == reference,
                (None, None) => {
                    let own = zones.of_ref(c.p, value).zones;
                    zones.reachable(c.p, value).contains(&zone) || own.contains(&zone)
                }
                (Some(_), None) | (None, Some(_)) => false,
            };
            if !is_it {
                continue;
            }
            let root = value.root();
            let mentioned = args.iter().filter(|(_, v)| root.is_some_and(|s| v.mentions(s))).count();
            let dummy = dummy.filter(|d| c.dummies.added.contains(d) && mentioned == 1);
            match dummy.zip(definition(c.p, callee)) {
                Some((d, unit)) => out.push((unit, d)),
                None => only = false,
            }
        }
    });
    (only && !out.is_empty()).then_some(out)
}

/// The statements by which a procedure, and what it calls, adds to what a dummy is given; `None` where something else is done, or cannot be done atomically.
pub fn additions(p: &Program, dummy: Dummy) -> Option<BTreeSet<(UnitId, StmtId)>> {
    let (mut out, mut seen, mut next) = (BTreeSet::new(), BTreeSet::new(), vec![dummy]);
    while let Some((unit, s)) = next.pop() {
        if !seen.insert((unit, s)) {
            continue;
        }
        let u = &p.units[unit];
        // A pure procedure of Fortran may hold no directive.
        if u.is_pure() && u.language == Language::Fortran || !u.children.is_empty() {
            return None;
        }
        let mut fine = true;
        u.walk(&u.body, &mut |id, stmt| {
            let times = mentions(&stmt.kind, s);
            if times == 0 {
                return;
            }
            let mut handed_on = Vec::new();
            let is_it = match &stmt.kind {
                StmtKind::Assign { lhs, .. } => {
                    let own = lhs.positions().iter().all(|e| !e.mentions(s));
                    own && lhs.root() == Some(s) && times == 2 && is_increment(&stmt.kind) && is_divisible(p, unit, id)
                }
                kind => {
                    let mut inside = 0;
                    kind.each_call(&mut |callee, args| {
                        for (d, value) in with_dummies(p, p.callee(callee), args) {
                            if value.mentions(s) {
                                inside += 1;
                                handed_on.push(d.zip(definition(p, callee)).filter(|_| leads_on(value, s)));
                            }
                        }
                    });
                    inside == times
                }
            };
            if is_it && handed_on.is_empty() {
                out.insert((unit, id));
            }
            fine &= is_it;
            for to in handed_on {
                match to {
                    Some((d, unit)) => next.push((unit, d)),
                    None => fine = false,
                }
            }
        });
        if !fine {
            return None;
        }
    }
    Some(out)
}

/// Whether a statement can add atomically: to one number, C knows no complex one; in Fortran element by element.
pub fn is_divisible(p: &Program, unit: UnitId, id: StmtId) -> bool {
    let u = &p.units[unit];
    let StmtKind::Assign { lhs, .. } = &u.stmts[id].kind else { return false };
    match typing::type_of(p, lhs) {
        Type::Scalar(s) => u.language == Language::Fortran || s.class == ScalarClass::Real,
        _ => u.language.computes_with_arrays() && over_elements(&mut p.clone(), unit, id).is_some(),
    }
}

/// Whether an argument is a variable, a part of it, or in C a place behind it.
fn leads_on(value: &Expr, s: SymbolId) -> bool {
    match &value.kind {
        ExprKind::Binary(il::BinaryOp::Add, base, by) => {
            matches!(base.kind, ExprKind::Var(x) if x == s) && !by.mentions(s)
        }
        _ => value.root() == Some(s) && value.spine().flat_map(Expr::positions).all(|e| !e.mentions(s)),
    }
}

/// How often a statement itself looks at what a variable holds, or sets it.
fn mentions(kind: &StmtKind, s: SymbolId) -> usize {
    let mut times = 0;
    kind.exprs(&mut |e| count(e, s, &mut times));
    times
}

fn count(e: &Expr, s: SymbolId, times: &mut usize) {
    match &e.kind {
        ExprKind::Var(x) => *times += usize::from(*x == s),
        ExprKind::Intrinsic(f, _) if f.info().class == intrinsics::Class::Inquiry => {}
        _ => e.children(&mut |x| count(x, s, times)),
    }
}
