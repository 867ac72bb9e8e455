//! Arrays that statements and loops in a row overwrite entirely, piece by piece along one dimension: the ends by themselves, the inside in a loop.
//!
//! ```text
//! f(1) = …                      [1, 1]
//! do i = 2, n - 1
//!   f(i) = …f(i - 1)…           [2, n - 1]: what it reads, the piece before it and its own turns have set
//! end do
//! f(n) = …                      [n, n]
//! ```
//!
//! Of small arrays whose elements are known by number, each element is a piece of its own: `g(2) = …`, `g(3) = …`, `g(1) = …` of `g(3)`.
//!
//! When the pieces come together to all of `f(n)`, nothing that is read between the first statement and the last one was there before: to what comes from
//! outside it is as if `f` were cleared by the first. (A piece with an upper bound below its lower one is none; then the piece behind it begins
//! further down, since it begins behind that bound.) That holds of values only. Derivatives of the elements end each where it is overwritten, and so do the
//! saves: [`Move::renews`](crate::effects::Move::renews). It asks that
//!
//! - the pieces' bounds keep their values in the procedure, and each statement of the row is executed, to its end: no jump is in it, nor a label;
//! - each reading of the array in the row lies in what has been set by then. An index lies in the array: a piece that begins where the array begins holds
//!   all indices below its end;
//! - the array has no other name, and nothing called in the row can see it.

use std::collections::HashMap;

use il::expr::{Expr, ExprKind, Subscript};
use il::stmt::{Do, StmtKind};
use il::types::{Dim, Upper};
use il::zones::Zones;
use il::{Language, Program, RecordId, StmtId, Storage, Type, UnitId, fold};

use crate::coverage::{Place, is_apart, place, subscripts};

/// How many statements a row may have.
const LONGEST: usize = 256;

/// Elements of larger arrays are not followed one by one.
const MOST_ELEMENTS: usize = 64;

/// From a lower to an upper index.
type Span = (Expr, Expr);

/// For each statement that begins such a row, the arrays that are overwritten.
pub fn renewed(program: &Program, zones: &Zones, unit: UnitId) -> HashMap<StmtId, Vec<Place>> {
    let mut out = HashMap::new();
    Rows { program, zones, unit }.block(&program.units[unit].body, &mut out);
    out
}

/// The first and the last index in each dimension of an array of `unit` whose extents are constants.
pub fn declared_bounds(p: &Program, unit: UnitId, ty: &Type) -> Option<Vec<(i64, i64)>> {
    let number = |d: &Dim| {
        let (lo, hi) = bounds(p, unit, d)?;
        Some((fold::integer(p, &lo)?, fold::integer(p, &hi)?))
    };
    ty.dimensions().into_iter().map(number).collect()
}

/// The first and the last index of a dimension.
fn bounds(p: &Program, unit: UnitId, d: &Dim) -> Option<Span> {
    let c = p.units[unit].language == Language::C;
    let lower = d.lower.clone().unwrap_or_else(|| Expr::int(i64::from(!c)));
    let Upper::At(upper) = &d.upper else { return None };
    Some((lower, if c { fold::sub(upper, &Expr::int(1)) } else { upper.clone() }))
}

struct Rows<'p> {
    program: &'p Program,
    zones: &'p Zones,
    unit: UnitId,
}

/// The array of a row, its bounds, and what is known of it at some point of the row.
struct Row<'p> {
    array: &'p Expr,
    all: Vec<Span>,
    /// The same in numbers, of a small array, and which of its elements have not been set.
    numbers: Vec<(i64, i64)>,
    left: Vec<bool>,
    /// The dimension along which it is set, once known.
    along: Option<usize>,
    /// What the statements before this one have set there, piece by piece; and with pieces put together.
    set: Vec<Span>,
    joined: Vec<Span>,
    /// What this statement sets there.
    next: Vec<Span>,
    /// Where it is a loop that sets an element, or a slice, in each turn: by which the index differs from its variable.
    turns: Vec<(&'p Do, i64)>,
    /// Elements that the statements before this one have set in this turn of the loops around it.
    here: Vec<Vec<&'p Subscript>>,
    /// Nothing that is called can see the array.
    is_private: bool,
}

impl<'p> Rows<'p> {
    fn kind(&self, id: StmtId) -> &'p StmtKind {
        &self.program.units[self.unit].stmts[id].kind
    }

    fn block(&self, block: &'p [StmtId], out: &mut HashMap<StmtId, Vec<Place>>) {
        // Where a row of an array broke off: the statements before it begin none either.
        let mut broken: HashMap<Place, usize> = HashMap::new();
        for (k, &id) in block.iter().enumerate() {
            let kind = self.kind(id);
            // Under a mask nothing is surely overwritten.
            if !matches!(kind, StmtKind::Where { .. } | StmtKind::Forall { .. }) {
                kind.blocks().into_iter().for_each(|inner| self.block(inner, out));
            }
            let mut arrays = Vec::new();
            self.assigned(id, &mut arrays);
            for array in arrays {
                let Some(place) = place(array).filter(|p| broken.get(p).is_none_or(|at| k >= *at)) else { continue };
                let Some(row) = self.row(array, &place) else { continue };
                match self.run(&block[k..], row) {
                    Ok(()) => out.entry(id).or_default().push(place),
                    Err(length) => drop(broken.insert(place, k + length.max(1))),
                }
            }
        }
    }

    /// The arrays of which an assignment, or the assignments of a nest of loops, set elements.
    fn assigned(&self, id: StmtId, out: &mut Vec<&'p Expr>) {
        if let StmtKind::Assign { lhs, .. } = self.kind(id) {
            out.extend(subscripts(lhs).map(|(array, _)| array).filter(|a| !out.contains(a)));
        } else if let StmtKind::Do(d) = self.kind(id) {
            d.body.iter().for_each(|s| self.assigned(*s, out));
        }
    }

    /// An array that may be followed: all its bounds keep their values, and it has no other name.
    fn row(&self, array: &'p Expr, place: &Place) -> Option<Row<'p>> {
        let p = self.program;
        let variable = p.variable(place.symbol)?;
        let [zone] = self.zones.of_component(place.symbol, &place.path)[..] else { return None };
        let shared = variable.pointer || variable.target || self.zones.is_overlaid(place.symbol);
        if shared || self.zones.is_pointed_at(zone) {
            return None;
        }
        let of_field = |(record, field): (RecordId, usize)| &p.records[record].fields[field].ty;
        let field = if let ExprKind::Field { record, field, .. } = array.kind { Some((record, field)) } else { None };
        let ty = field.map_or(&variable.ty, of_field);
        let dims = if matches!(ty, Type::Array { .. }) { ty.dimensions() } else { Vec::new() };
        let all = dims.into_iter().map(|d| bounds(p, self.unit, d)).collect::<Option<Vec<Span>>>()?;
        let own = matches!(variable.storage, Storage::Local | Storage::Dummy(_) | Storage::Result);
        let is_private = own && !variable.saved && p.is_alone_in(self.unit, place.symbol);
        // Parameters of C are longer than they say.
        let c = p.units[self.unit].language == Language::C;
        if all.is_empty()
            || !all.iter().all(|(lo, hi)| self.stays(lo) && self.stays(hi))
            || c && matches!(variable.storage, Storage::Dummy(_))
        {
            return None;
        }
        let (set, joined, next, turns, here) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let numbers = declared_bounds(p, self.unit, ty);
        let size = |n: usize, (lo, hi): &(i64, i64)| n.checked_mul(usize::try_from(hi - lo + 1).ok()?);
        let count = numbers.iter().flatten().try_fold(1, size).filter(|n| *n <= MOST_ELEMENTS);
        let left = vec![true; count.filter(|_| numbers.is_some()).unwrap_or(0)];
        let numbers = numbers.unwrap_or_default();
        Some(Row { array, all, numbers, left, along: None, set, joined, next, turns, here, is_private })
    }

    fn stays(&self, e: &Expr) -> bool {
        il::consts::is_stable(self.program, e, &|s| self.zones.is_stable(self.program, s))
    }

    /// Whether the statements from here on overwrite all of an array before anything looks at what was there; else after how many that is no longer so.
    fn run(&self, block: &'p [StmtId], mut row: Row<'p>) -> Result<(), usize> {
        for (k, id) in block.iter().enumerate().take(LONGEST) {
            let is_label = k > 0 && self.program.units[self.unit].stmts[*id].label.is_some();
            if is_label
                || !self.pieces(*id, &mut Vec::new(), &mut row)
                || !self.follow(&block[k..=k], &mut Vec::new(), &mut row)
            {
                return Err(k);
            }
            row.turns.clear();
            if let StmtKind::Assign { lhs, .. } = self.kind(*id)
                && let Some((_, subs)) = subscripts(lhs).filter(|(a, _)| *a == row.array)
            {
                let named = self.named(&subs, &row).unwrap_or_default();
                named.into_iter().for_each(|n| row.left[n] = false);
            }
            for span in std::mem::take(&mut row.next) {
                row.add(self.program, span);
            }
            let at = row.along.unwrap_or(0);
            let each = !row.left.is_empty() && row.left.iter().all(|l| !l);
            if each || row.joined.iter().any(|s| s.0 == row.all[at].0 && s.1 == row.all[at].1) {
                return Ok(());
            }
        }
        Err(LONGEST.min(block.len()))
    }

    /// Adds the pieces that a statement surely sets to those of a row; `false` where they lie along another dimension.
    fn pieces(&self, id: StmtId, loops: &mut Vec<&'p Do>, row: &mut Row<'p>) -> bool {
        if let StmtKind::Do(d) = self.kind(id) {
            loops.push(d);
            let fine = d.body.iter().all(|s| self.pieces(*s, loops, row));
            loops.pop();
            return fine;
        }
        let StmtKind::Assign { lhs, .. } = self.kind(id) else { return true };
        let Some((_, subs)) = subscripts(lhs).filter(|(a, _)| *a == row.array) else { return true };
        let Some((along, span)) = self.piece(&subs, loops, row) else { return true };
        if along.is_some() && row.along.is_some() && along != row.along {
            return !row.left.is_empty();
        }
        row.along = row.along.or(along);
        let at = row.along.unwrap_or(0);
        row.next.push(span.unwrap_or_else(|| row.all[at].clone()));
        if let (Some(outer), Subscript::At(e)) = (loops.first(), subs[at])
            && let Some(shift) = self.distance(e, &Expr::var(outer.var))
            && outer.step.as_ref().is_none_or(|s| s.as_int() == Some(1))
        {
            row.turns.push((outer, shift));
        }
        true
    }

    /// What an assignment sets in all turns of the loops around it: a part along one dimension, or all. `None`: nothing for certain.
    #[allow(clippy::type_complexity)]
    fn piece(&self, subs: &[&Subscript], loops: &[&Do], row: &Row) -> Option<(Option<usize>, Option<Span>)> {
        if subs.len() != row.all.len() {
            return None;
        }
        let mut used = vec![false; loops.len()];
        let mut part: Option<(usize, Span)> = None;
        for (k, (s, all)) in subs.iter().zip(&row.all).enumerate() {
            let span = match s {
                Subscript::Range { lo: None, hi: None, step: None } => continue,
                Subscript::Range { lo: Some(lo), hi: Some(hi), step: None } => (lo.clone(), hi.clone()),
                Subscript::Range { .. } => return None,
                Subscript::At(e) => match loops.iter().position(|d| e.mentions(d.var)) {
                    None => (e.clone(), e.clone()),
                    Some(n) if used[n] => return None,
                    Some(n) => {
                        used[n] = true;
                        over(self.program, e, loops[n])?
                    }
                },
            };
            if !self.stays(&span.0) || !self.stays(&span.1) {
                return None;
            }
            if self.distance(&span.0, &all.0) == Some(0) && self.distance(&span.1, &all.1) == Some(0) {
                continue;
            }
            if part.replace((k, span)).is_some() {
                return None;
            }
        }
        used.iter().all(|u| *u).then(|| part.map_or((None, None), |(k, span)| (Some(k), Some(span))))
    }

    /// The numbers of the elements of a small array that constant subscripts and full sections name.
    fn named(&self, subs: &[&Subscript], row: &Row) -> Option<Vec<usize>> {
        if subs.len() != row.numbers.len() || row.left.is_empty() {
            return None;
        }
        let mut out = vec![0usize];
        for (s, (lo, hi)) in subs.iter().zip(&row.numbers) {
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

    /// `a - b` where it is a number.
    fn distance(&self, a: &Expr, b: &Expr) -> Option<i64> {
        distance(self.program, a, b)
    }

    /// Whether statements run to their ends, and read nothing of the array that was there before.
    fn follow(&self, block: &'p [StmtId], loops: &mut Vec<&'p Do>, row: &mut Row<'p>) -> bool {
        let here = row.here.len();
        let fine = block.iter().all(|id| {
            let kind = self.kind(*id);
            let mut fine = true;
            kind.each_call(&mut |_, args| fine &= row.is_private && args.iter().all(|a| !row.is_in(&a.value)));
            match kind {
                StmtKind::Assign { lhs, rhs } => {
                    fine &=
                        lhs.spine().flat_map(Expr::positions).chain([rhs]).all(|e| self.is_read_well(e, loops, row));
                    let own = subscripts(lhs).filter(|(a, _)| *a == row.array).map(|(_, subs)| subs);
                    row.here.extend(own.filter(|subs| subs.iter().all(|s| self.is_steady(s, loops))));
                }
                StmtKind::Do(d) => {
                    kind.exprs(&mut |e| fine &= self.is_read_well(e, loops, row));
                    loops.push(d);
                    fine = fine && self.follow(&d.body, loops, row);
                    loops.pop();
                }
                StmtKind::If(_)
                | StmtKind::Select { .. }
                | StmtKind::Scope { .. }
                | StmtKind::Call { .. }
                | StmtKind::Nop
                | StmtKind::Declare(_) => {
                    kind.exprs(&mut |e| fine &= self.is_read_well(e, loops, row));
                    fine = fine && kind.blocks().into_iter().all(|inner| self.follow(inner, loops, row));
                }
                // They may never end, jump, or do what is not followed.
                il::uncounted!()
                | StmtKind::Where { .. }
                | StmtKind::Forall { .. }
                | il::storage!()
                | il::jump!()
                | il::labels!()
                | StmtKind::Return(_)
                | StmtKind::Stop { .. }
                | il::tape!()
                | StmtKind::Opaque { .. }
                | StmtKind::Error(_) => fine = false,
            }
            fine
        });
        row.here.truncate(here);
        fine
    }

    /// Whether all that an expression reads of the array has been set.
    fn is_read_well(&self, e: &Expr, loops: &[&Do], row: &Row) -> bool {
        if e.is_reference() && e.root().is_some() && e.root() == row.array.root() {
            let positions = || e.spine().flat_map(Expr::positions).all(|i| self.is_read_well(i, loops, row));
            let own = subscripts(e).filter(|(a, _)| *a == row.array).map(|(_, subs)| subs);
            let each =
                |subs: &[&Subscript]| self.named(subs, row).is_some_and(|of| of.into_iter().all(|n| !row.left[n]));
            let set = |subs: &Vec<&Subscript>| row.here.contains(subs) || each(subs) || self.is_set(subs, loops, row);
            return positions() && own.as_ref().map_or_else(|| is_apart(e, row.array), set);
        }
        let mut fine = !matches!(e.kind, ExprKind::Opaque { .. });
        e.children(&mut |c| fine &= self.is_read_well(c, loops, row));
        fine
    }

    /// Whether a subscript is the same throughout a turn of the loops around it.
    fn is_steady(&self, s: &Subscript, loops: &[&Do]) -> bool {
        let counted = |s| loops.iter().any(|d| d.var == s) || self.zones.is_stable(self.program, s);
        s.parts().into_iter().all(|e| il::consts::is_stable(self.program, e, &counted))
    }

    /// Whether an element or a section lies in what the row has set before, or earlier turns of the outermost loop around it.
    fn is_set(&self, subs: &[&Subscript], loops: &[&Do], row: &Row) -> bool {
        let Some(at) = row.along.filter(|_| subs.len() == row.all.len()) else { return false };
        // What lies behind the turn, earlier ones have set; and before the first turn the statements before the loop.
        let in_turns = |(d, shift): &(&Do, i64)| {
            let Subscript::At(e) = subs[at] else { return false };
            let back =
                loops.first().filter(|l| std::ptr::eq(**l, *d)).and_then(|_| self.distance(e, &Expr::var(d.var)));
            back.is_some_and(|back| {
                let before = (fold::add(&d.from, &Expr::int(back)), fold::add(&d.from, &Expr::int(*shift - 1)));
                back < *shift && row.holds(self.program, &before)
            })
        };
        if row.turns.iter().any(in_turns) {
            return true;
        }
        let Some(span) = subs.get(at).and_then(|s| match s {
            Subscript::At(e) => match loops.iter().rev().find(|d| e.mentions(d.var)) {
                Some(d) => over(self.program, e, d),
                None => Some((e.clone(), e.clone())),
            },
            Subscript::Range { lo, hi, step: None } => {
                let (low, high) = &row.all[at];
                Some((lo.as_ref().unwrap_or(low).clone(), hi.as_ref().unwrap_or(high).clone()))
            }
            Subscript::Range { .. } => None,
        }) else {
            return false;
        };
        row.holds(self.program, &span)
    }
}

impl Row<'_> {
    /// Whether an expression mentions the array, or what it is a component of.
    fn is_in(&self, e: &Expr) -> bool {
        self.array.root().is_none_or(|s| e.mentions(s))
    }

    /// Adds a piece, and puts it together with those that it touches.
    fn add(&mut self, p: &Program, mut span: Span) {
        self.set.push(span.clone());
        let follows = |a: &Span, b: &Span| distance(p, &b.0, &a.1) == Some(1);
        while let Some(k) = self.joined.iter().position(|s| follows(s, &span) || follows(&span, s)) {
            let other = self.joined.remove(k);
            span = if follows(&other, &span) { (other.0, span.1) } else { (span.0, other.1) };
        }
        self.joined.push(span);
    }

    /// Whether indices of the array lie in one of the pieces.
    fn holds(&self, p: &Program, (from, to): &Span) -> bool {
        let Some((low, high)) = self.along.map(|at| &self.all[at]) else { return false };
        self.set.iter().chain(&self.joined).any(|(lo, hi)| {
            (lo == low || distance(p, from, lo).is_some_and(|d| d >= 0))
                && (hi == high || distance(p, hi, to).is_some_and(|d| d >= 0))
        })
    }
}

fn distance(p: &Program, a: &Expr, b: &Expr) -> Option<i64> {
    match (fold::integer(p, a), fold::integer(p, b)) {
        (Some(a), Some(b)) => a.checked_sub(b),
        _ => fold::integer(p, &fold::sub(a, b)),
    }
}

/// From the least to the greatest value of an index that is the variable of a loop, or differs from it by a number.
fn over(p: &Program, e: &Expr, d: &Do) -> Option<Span> {
    let shift = Expr::int(distance(p, e, &Expr::var(d.var))?);
    let (low, high) = d.ends()?;
    Some((fold::add(low, &shift), fold::add(high, &shift)))
}
