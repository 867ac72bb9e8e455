//! Fortran: TARGET dummies, and other ways to the storage that they stand for.
//!
//! What a TARGET dummy stands for may be reached, and defined, by other ways than the dummy, when the actual argument is a target and the dummy a scalar or of
//! assumed shape without INTENT(IN) (F2018 15.5.2.13, items 3 and 4): by its own name, when it is a global or a variable of the host, or by another such
//! dummy or a pointer. The analyses take dummies apart from what is reached by name: where one is defined and the other used, what depends on what
//! would be lost in both modes.

use il::zones::ZoneId;
use il::{Diagnostic, Intent, Program, Stmt, UnitId, Upper, Variable};

use super::reach::{Relation, Site};
use super::{bound, by_position, called};
use crate::facts::Facts;

/// The errors for all calls below the heads.
pub(crate) fn check(p: &Program, heads: &[UnitId], facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for unit in facts.analysis.calls().reached(heads) {
        let u = &p.units[unit];
        if !u.language.describes_storage() {
            continue;
        }
        u.walk(&u.body, &mut |_, s| out.extend(met(p, facts, s)));
    }
    out
}

/// What a call does that the analyses do not see.
fn met(p: &Program, facts: &Facts, s: &Stmt) -> Option<Diagnostic> {
    let (unit, args) = called(p, s).filter(|(u, _)| !p.units[*u].is_interface)?;
    let values = by_position(p, unit, args)?;
    let site = Site { program: p, callee: Some(unit), values: &values, known: &[] };
    let mut met = (0..values.len()).filter(|k| may_be_shared(&site, *k)).filter_map(|k| {
        let other = (0..k).filter(|l| may_be_shared(&site, *l)).any(|l| is_reached_by_both(facts, &site, k, l));
        let way = if other { Some("another argument") } else { None };
        way.or_else(|| is_reached_otherwise(facts, &site, k).then_some("its name or a pointer"))
    });
    let way = met.next()?;
    let what = format!("(DF02) `{}` reaches an argument of this call, a target, by {way} too", p.units[unit].name);
    let d = Diagnostic::error("RT0404", s.span, what)
        .label("a value that is set in one way and used in the other would lose its derivative")
        .note("reach it in one of the two ways, pass a copy, or take TARGET from the dummy argument");
    Some(d)
}

/// Whether what dummy `k` stands for may be defined by other ways.
fn may_be_shared(site: &Site, k: usize) -> bool {
    let dummy = site.dummy(k).and_then(|d| site.program.variable(d));
    let open = dummy.is_some_and(|v| v.intent != Some(Intent::In) && !v.pointer && !v.allocatable && !v.by_value);
    open && stands_for_target(site, k)
}

/// Whether the callee also reaches numbers that dummy `k` stands for as those of a global, of a variable of the host or of a pointer's target, and
/// writes them in one of the ways.
fn is_reached_otherwise(facts: &Facts, site: &Site, k: usize) -> bool {
    let Some(unit) = site.callee else { return false };
    let zones = facts.analysis.zones();
    let here = facts.analysis.in_out(unit);
    // A procedure that calls itself passes what is its own: that is another one each time.
    let mut places = through(facts, site, k).into_iter().filter(|(z, _)| zones.zone(*z).owner != Some(unit));
    places.any(|(z, written)| here.written.contains(z) || written && here.read.contains(z))
}

/// Whether the callee reaches numbers through two dummies, and writes them through one.
fn is_reached_by_both(facts: &Facts, site: &Site, k: usize, l: usize) -> bool {
    let (Some(Some(a)), Some(Some(b))) = (site.values.get(k), site.values.get(l)) else { return false };
    if a.root() == b.root() && site.relation((k, a), (l, b)) == Relation::Apart {
        return false;
    }
    let others = through(facts, site, l);
    through(facts, site, k).iter().any(|(z, written)| others.iter().any(|(y, w)| y == z && (*written || *w)))
}

/// The caller's numbers that the callee reaches through dummy `k`, each with whether it writes it so.
fn through(facts: &Facts, site: &Site, k: usize) -> Vec<(ZoneId, bool)> {
    let (Some(unit), Some(bound)) = (site.callee, bound(facts, site, k)) else { return Vec::new() };
    let written = facts.analysis.in_out(unit).written;
    let each = bound.into_iter().flat_map(|b| b.actual.into_iter().map(move |z| (z, b.formal)));
    each.map(|(z, formal)| (z, written.contains(formal))).collect()
}

/// Whether dummy `k` is a TARGET that stands for a target, and may be defined by other ways.
pub(super) fn stands_for_target(site: &Site, k: usize) -> bool {
    let p = site.program;
    let dummy = site.dummy(k).and_then(|d| p.variable(d));
    let root = site.values.get(k).and_then(|v| v.as_ref()?.root()).and_then(|s| p.variable(s));
    let shaped = |v: &Variable| v.ty.dimensions().iter().all(|d| d.upper == Upper::Deferred);
    dummy.is_some_and(|v| v.target && shaped(v)) && root.is_some_and(|v| v.target || v.pointer)
}
