//! Calls that hand over one storage several times, and write it: `call passb(n, l, c, c, ch)`, `call stode(rwork(lyh), rwork(lyh))`.
//!
//! Fortran forbids it (F2018 15.5.2.13), and old libraries live by it: FFTPACK names one array three times, to have it with three shapes, and ODEPACK
//! hands its history array over as a matrix and as a vector. What they mean is what happens when every statement is executed on the
//! storage. An analysis that takes the dummies apart would not see it, and so, in both modes and before anything is known of activity, such calls go to a variant
//! in which the dummies are one. INTENTs do not hinder that (`call tridi2(al, ad, au, a1, a2, au, a1, a2)` in WRF, where the right-hand sides are
//! INTENT(IN)), but for scalars that are INTENT(OUT): compilers take their value away before the call.

use std::collections::BTreeSet;

use il::{Intent, Language, Program, Stmt, StmtId, Type, UnitId, Variable};

use super::reach::{Relation, Site};
use super::{Need, Redirect, Variants, by_position, called, grouped, is_written, variant};
use crate::facts::Facts;

impl Variants {
    /// Such calls that did not go to a variant yet.
    pub fn overlaid(&self, p: &Program, facts: &Facts) -> Vec<(UnitId, StmtId, Redirect)> {
        let mut out = Vec::new();
        for (unit, u) in p.units.iter().filter(|(_, u)| u.language == Language::Fortran) {
            u.walk(&u.body, &mut |id, s| {
                if self.as_written.contains_key(&(unit, id)) || self.put_back.contains(&(unit, id)) {
                    return;
                }
                let redirect = need(p, facts, s).and_then(|need| {
                    let known = |r: &Redirect| self.made.get(&(r.callee, r.shape.clone())) != Some(&None);
                    variant::redirects(p, facts, &need).into_iter().find(known)
                });
                out.extend(redirect.map(|r| (unit, id, r)));
            });
        }
        out
    }

    /// Whether a procedure is a variant in which dummies are one.
    pub(super) fn is_overlay(&self, unit: UnitId) -> bool {
        self.made.iter().any(|((_, shape), made)| *made == Some(unit) && shape.is_overlay())
    }
}

/// What a call needs for that.
fn need(p: &Program, facts: &Facts, s: &Stmt) -> Option<Need> {
    let (callee, args) = called(p, s)?;
    if p.units[callee].is_interface || !p.units[callee].language.keeps_arguments_apart() || args.len() < 2 {
        return None;
    }
    let values = by_position(p, callee, args)?;
    let params = &p.units[callee].params;
    let place = |k: usize| {
        let dummy = p.variable(*params.get(k)?).filter(|v| is_bare(v))?;
        Some((dummy, values[k].as_ref().filter(|a| a.root().is_some())?))
    };
    let site = Site { program: p, callee: Some(callee), values: &values, known: &[] };
    let mut pairs = Vec::new();
    for l in 0..values.len() {
        let Some((w, b)) = place(l) else { continue };
        for k in 0..l {
            let Some((v, a)) = place(k) else { continue };
            let one = a.root() == b.root()
                && v.ty.element() == w.ty.element()
                && site.relation((k, a), (l, b)) == Relation::Same
                && (is_written(facts, &site, k) || is_written(facts, &site, l));
            pairs.extend(one.then_some((k, l)));
        }
    }
    let groups = grouped(pairs);
    (!groups.is_empty()).then(|| Need {
        callee,
        values,
        known: Vec::new(),
        groups,
        passive: BTreeSet::new(),
        bound: Default::default(),
        absent: BTreeSet::new(),
        home: None,
    })
}

/// Numbers in storage of the caller's that is handed over as it is.
fn is_bare(v: &Variable) -> bool {
    let real = v.ty.element().scalar().is_some_and(|s| s.is_differentiable());
    let open = matches!(&v.ty, Type::Array { dims, .. } if dims.iter().any(|d| d.upper == il::Upper::Deferred));
    let taken = v.intent == Some(Intent::Out) && v.ty.rank() == 0;
    real && !open && !taken && !v.optional && !v.pointer && !v.target && !v.allocatable && !v.by_value
}
