//! C: functions that work on `static` variables of which the derivative's file has its own.
//!
//! A constant that a library computes at its first call, say, is set by what the derivative calls and read by the derivative: both mean the variable of
//! the derivative's file only where the derivative calls copies of all that changes or reads it, directly or through others.

use std::collections::{BTreeMap, BTreeSet};

use il::calls::CallGraph;
use il::{Expr, ExprKind, ScopeKind, SymbolId, Type, UnitId};

use super::World;
use super::layout::symbols_of;

impl World<'_> {
    /// Whether a variable is a text with an initial value, `static char name[] = "gamma";`, that only procedures without source may change, because they
    /// are given it as a `char *` that leads to no constant.
    pub(super) fn is_text_that_nobody_sets(&self, symbol: SymbolId) -> bool {
        let p = self.source;
        let is_character = |ty: &Type| ty.scalar().is_some_and(|s| s.bytes == 1 && s.class == il::ScalarClass::Integer);
        let has_text = p.variable(symbol).is_some_and(|v| {
            matches!(&v.ty, Type::Array { elem, .. } if is_character(elem))
                && v.init.as_ref().is_some_and(|e| matches!(e.kind, ExprKind::Text(..)))
        });
        if !has_text {
            return false;
        }
        let is_it = |e: &Expr| match &e.kind {
            ExprKind::Var(s) => *s == symbol,
            ExprKind::Address(x) => {
                matches!(&x.kind, ExprKind::Index { base, .. } if base.kind == ExprKind::Var(symbol))
            }
            _ => false,
        };
        let mut only_given = true;
        for (_, unit) in p.units.iter() {
            unit.walk(&unit.body, &mut |_, s| {
                let (mut all, mut given) = (0usize, 0usize);
                s.kind.exprs(&mut |e| e.walk(&mut |e| all += usize::from(e.kind == ExprKind::Var(symbol))));
                for (callee, args) in analysis::allocation::calls(&s.kind) {
                    let body = p.callee(callee).filter(|u| !p.units[*u].is_interface);
                    if body.is_none() && p.variable(callee).is_none() {
                        given += args.iter().filter(|a| is_it(&a.value)).count();
                    }
                }
                only_given &= all == given;
            });
        }
        only_given
    }

    /// Functions that heads reach, of files that are no headers, that work on changing `static` variables which something differentiated names too.
    pub(super) fn with_own_statics(&self) -> BTreeSet<UnitId> {
        let p = self.source;
        if p.units.iter().all(|(_, u)| u.language.has_modules()) {
            return BTreeSet::new();
        }
        let heads: Vec<UnitId> = self.request.heads.iter().map(|h| h.unit).collect();
        let calls = CallGraph::new(p);
        let mut changing = BTreeMap::new();
        let mut names: BTreeMap<UnitId, BTreeSet<SymbolId>> = BTreeMap::new();
        for unit in calls.reached(&heads) {
            let u = &p.units[unit];
            if !u.language.has_modules() && u.is_procedure() && !u.is_interface {
                let mut named: BTreeSet<SymbolId> = symbols_of(p, unit).into_iter().collect();
                named.retain(|s| *changing.entry(*s).or_insert_with(|| self.is_changing_static(*s)));
                names.insert(unit, named);
            }
        }
        let mut out = BTreeSet::new();
        let mut done = BTreeSet::new();
        let own = self.facts.differentiated().iter().filter_map(|u| names.get(u));
        let mut todo: Vec<SymbolId> = own.flatten().copied().collect();
        while let Some(s) = todo.pop() {
            if !done.insert(s) {
                continue;
            }
            let mut up: Vec<UnitId> = names.iter().filter(|(_, named)| named.contains(&s)).map(|(u, _)| *u).collect();
            while let Some(unit) = up.pop() {
                let Some(named) = names.get(&unit).filter(|_| out.insert(unit)) else { continue };
                todo.extend(named);
                up.extend(calls.callers(unit).iter().filter(|u| names.contains_key(u)));
            }
        }
        out.retain(|u| p.units[*u].parent.is_some_and(|f| !self.is_header(f)));
        out
    }

    /// Whether a symbol is a `static` variable of a file that is not only counted up.
    fn is_changing_static(&self, s: SymbolId) -> bool {
        let p = self.source;
        let of_file = p.scopes[p.symbols[s].scope].kind == ScopeKind::File && p.variable(s).is_some();
        of_file && self.is_changed(s) && {
            let zones = self.facts.analysis.zones().of_symbol(s);
            !self.counts_only(s, &zones)
        }
    }
}
