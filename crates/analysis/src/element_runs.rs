//! Small arrays that statements in a row overwrite entirely, one element each.
//!
//! Arrays are atoms, so `g(1) = …` kills nothing of `g`. But when `g(2) = …`, `g(3) = …` of `g(3)` stand behind it, with nothing between that could see
//! what is left of `g`, no old value is read any more: to what comes from outside it is as if `g` were cleared by the first of them. That holds of values
//! only. Derivatives of the elements end each where it is overwritten, and so do the saves: [`Move::renews`](crate::effects::Move::renews).

use std::collections::HashMap;

use il::expr::{Expr, ExprKind, Subscript};
use il::stmt::StmtKind;
use il::types::{Dim, Type, Upper};
use il::zones::Zones;
use il::{Language, Program, StmtId, Storage, UnitId, fold};

use crate::coverage::{Place, is_apart, place, subscripts};

/// Arrays of more elements are not followed: nobody writes so many statements.
const MOST_ELEMENTS: usize = 64;

/// How many statements a run may have, those in between included.
const LONGEST_RUN: usize = 256;

/// For each statement that begins such a run, the arrays that are overwritten.
pub fn renewed(program: &Program, zones: &Zones, unit: UnitId) -> HashMap<StmtId, Vec<Place>> {
    let runs = Runs { program, zones, unit };
    let mut out = HashMap::new();
    runs.block(&program.units[unit].body, &mut out);
    out
}

/// The first and the last index in each dimension of an array of `unit` whose extents are constants.
pub fn declared_bounds(p: &Program, unit: UnitId, ty: &Type) -> Option<Vec<(i64, i64)>> {
    let c = p.units[unit].language == Language::C;
    let bounds = |d: &Dim| {
        let lower = d.lower.as_ref().map_or(Some(i64::from(!c)), |e| fold::integer(p, e))?;
        let Upper::At(upper) = &d.upper else { return None };
        let upper = fold::integer(p, upper)?;
        Some((lower, if c { upper - 1 } else { upper }))
    };
    ty.dimensions().into_iter().map(bounds).collect()
}

struct Runs<'p> {
    program: &'p Program,
    zones: &'p Zones,
    unit: UnitId,
}

impl<'p> Runs<'p> {
    fn block(&self, block: &[StmtId], out: &mut HashMap<StmtId, Vec<Place>>) {
        // Where a run of an array broke off: the statements before it begin none either.
        let mut broken: HashMap<Place, usize> = HashMap::new();
        for (k, id) in block.iter().enumerate() {
            let kind = &self.program.units[self.unit].stmts[*id].kind;
            // Under a mask nothing is surely overwritten.
            if !matches!(kind, StmtKind::Where { .. } | StmtKind::Forall { .. }) {
                kind.blocks().into_iter().for_each(|inner| self.block(inner, out));
            }
            let StmtKind::Assign { lhs, .. } = kind else { continue };
            let Some((array, _)) = subscripts(lhs) else { continue };
            let Some(place) = place(array).filter(|p| broken.get(p).is_none_or(|at| k >= *at)) else { continue };
            let Some(elements) = self.elements(array, &place) else { continue };
            match self.run(&block[k..], array, elements) {
                Ok(()) => out.entry(*id).or_default().push(place),
                Err(length) => drop(broken.insert(place, k + length.max(1))),
            }
        }
    }

    /// The bounds of an array all of whose elements are known by number, and which has no other name.
    fn elements(&self, array: &Expr, place: &Place) -> Option<Vec<(i64, i64)>> {
        let p = self.program;
        let variable = p.variable(place.symbol)?;
        if variable.pointer || variable.target || self.zones.is_overlaid(place.symbol) {
            return None;
        }
        let ty = match &array.kind {
            ExprKind::Field { record, field, .. } => {
                let f = &p.records[*record].fields[*field];
                (!f.pointer && !f.allocatable).then_some(&f.ty)?
            }
            _ if variable.allocatable => return None,
            _ => &variable.ty,
        };
        let bounds = declared_bounds(p, self.unit, ty)?;
        let count = bounds.iter().try_fold(1usize, |n, (lo, hi)| n.checked_mul(usize::try_from(hi - lo + 1).ok()?))?;
        let [zone] = self.zones.of_component(place.symbol, &place.path)[..] else { return None };
        let alone = !self.zones.is_pointed_at(zone);
        (alone && !bounds.is_empty() && (1..=MOST_ELEMENTS).contains(&count)).then_some(bounds)
    }

    /// Whether the statements from here on overwrite all elements of an array before anything looks at it; else after how many that is no longer so.
    fn run(&self, block: &[StmtId], array: &Expr, bounds: Vec<(i64, i64)>) -> Result<(), usize> {
        let body = &self.program.units[self.unit];
        let count: i64 = bounds.iter().map(|(lo, hi)| hi - lo + 1).product();
        let mut left = vec![true; count as usize];
        for (k, id) in block.iter().enumerate().take(LONGEST_RUN) {
            let stmt = &body.stmts[*id];
            let (lhs, rhs) = match &stmt.kind {
                StmtKind::Assign { lhs, rhs } if k == 0 || stmt.label.is_none() => (lhs, rhs),
                StmtKind::Declare(_) => continue,
                _ => return Err(k),
            };
            let own = subscripts(lhs).filter(|(a, _)| *a == array).map(|(_, subs)| self.named(&subs, &bounds));
            let seen = match &own {
                Some(None) => return Err(k),
                Some(Some(_)) => self.sees(rhs, array, &bounds, &left),
                None => self.sees(lhs, array, &bounds, &left) || self.sees(rhs, array, &bounds, &left),
            };
            if seen {
                return Err(k);
            }
            own.flatten().into_iter().flatten().for_each(|n| left[n] = false);
            if left.iter().all(|l| !l) {
                return Ok(());
            }
        }
        Err(LONGEST_RUN.min(block.len()))
    }

    /// The numbers of the elements that constant subscripts and full sections name.
    fn named(&self, subs: &[&Subscript], bounds: &[(i64, i64)]) -> Option<Vec<usize>> {
        if subs.len() != bounds.len() {
            return None;
        }
        let mut out = vec![0usize];
        for (s, (lo, hi)) in subs.iter().zip(bounds) {
            let (from, to) = match s {
                Subscript::At(e) => {
                    let at = fold::integer(self.program, e).filter(|at| (lo..=hi).contains(&at))?;
                    (at, at)
                }
                Subscript::Range { lo: None, hi: None, step: None } => (*lo, *hi),
                Subscript::Range { .. } => return None,
            };
            let extent = (hi - lo + 1) as usize;
            let of = |n: usize| (from..=to).map(move |at| n * extent + (at - lo) as usize);
            out = out.into_iter().flat_map(of).collect();
        }
        Some(out)
    }

    /// Whether an expression may look at elements that are not overwritten yet.
    fn sees(&self, e: &Expr, array: &Expr, bounds: &[(i64, i64)], left: &[bool]) -> bool {
        if e.is_reference() && e.root().is_some() && e.root() == array.root() {
            let known = subscripts(e).filter(|(a, _)| *a == array).and_then(|(_, subs)| self.named(&subs, bounds));
            return match known {
                Some(elements) => elements.into_iter().any(|n| left[n]),
                None => {
                    !is_apart(e, array)
                        || e.spine().flat_map(Expr::positions).any(|i| self.sees(i, array, bounds, left))
                }
            };
        }
        let private = || {
            let v = array.root().and_then(|s| self.program.variable(s));
            v.is_some_and(|v| matches!(v.storage, Storage::Local) && !v.saved)
                && array.root().is_some_and(|s| self.program.is_alone_in(self.unit, s))
        };
        if matches!(e.kind, ExprKind::Call { .. }) && !private() || matches!(e.kind, ExprKind::Opaque { .. }) {
            return true;
        }
        let mut found = false;
        e.children(&mut |c| found |= self.sees(c, array, bounds, left));
        found
    }
}
