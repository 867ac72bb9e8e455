//! Storage sequences: where COMMON and EQUIVALENCE put variables, and how their bytes are cut into segments.
//!
//! An *area* is storage that several names share: a COMMON block (one for the whole program, however units lay it out), or a group of
//! equivalenced variables of one unit. Every boundary of a variable (or of a component of it) in any unit cuts the area; two names share a segment
//! exactly when their bytes overlap. Where a size is not constant, all that follows is one segment.

use indexmap::IndexMap;

use crate::consts;
use crate::expr::{Expr, ExprKind, Subscript};
use crate::program::Program;
use crate::symbol::{Storage, SymbolId};
use crate::types::{Type, Upper};
use crate::unit::{Unit, UnitId};

/// The layout of all shared storage of a program.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    areas: Vec<Area>,
    places: IndexMap<SymbolId, (usize, i64)>,
}

/// Storage that several names share.
#[derive(Clone, Debug, Default)]
pub struct Area {
    /// The COMMON block, if it is one.
    pub common: Option<String>,
    /// The unit whose locals these are; `None`: they outlive a call (COMMON, SAVE, modules).
    pub owner: Option<UnitId>,
    /// Names in it and the byte where each begins.
    pub members: Vec<(SymbolId, i64)>,
    /// Segment boundaries in order, the end of the last segment included. When the last segment is open, its end is `i64::MAX`.
    pub cuts: Vec<i64>,
    open_from: Option<i64>,
}

impl Area {
    /// Segments that `[from, from + bytes)` overlaps; unknown `bytes` reach to the end.
    pub fn segments(&self, from: i64, bytes: Option<u64>) -> std::ops::Range<usize> {
        let end = bytes.and_then(|b| from.checked_add_unsigned(b)).unwrap_or(i64::MAX);
        let last = self.cuts.len().saturating_sub(1);
        let first = self.cuts[..last].partition_point(|c| *c <= from).saturating_sub(1);
        let stop = self.cuts[..last].partition_point(|c| *c < end).max(first);
        first..stop
    }

    /// How many segments there are.
    pub fn len(&self) -> usize {
        self.cuts.len().saturating_sub(1)
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Layout {
    /// Lays out COMMON and EQUIVALENCE of all units.
    pub fn new(program: &Program) -> Layout {
        let mut layout = Layout::default();
        let mut commons: IndexMap<String, usize> = IndexMap::new();
        for (_, unit) in program.units.iter() {
            for (name, members) in unit.commons() {
                let area = *commons.entry(name.clone()).or_insert_with(|| {
                    layout.areas.push(Area { common: Some(name.clone()), ..Area::default() });
                    layout.areas.len() - 1
                });
                let mut at = 0i64;
                let mut known = true;
                for m in members {
                    layout.areas[area].members.push((m, at));
                    layout.places.insert(m, (area, at));
                    if !known {
                        continue;
                    }
                    match size(program, m).and_then(|b| at.checked_add_unsigned(b)) {
                        Some(end) => at = end,
                        None => {
                            layout.open(area, at);
                            known = false;
                        }
                    }
                }
            }
        }
        for (id, unit) in program.units.iter() {
            for group in unit.equivalences() {
                layout.equivalence(program, id, unit, group);
            }
        }
        for a in 0..layout.areas.len() {
            layout.cut(program, a);
        }
        layout
    }

    /// The area of a symbol and its first byte there.
    pub fn place(&self, symbol: SymbolId) -> Option<(usize, i64)> {
        self.places.get(&symbol).copied()
    }

    /// All areas, COMMON blocks first. Areas that were merged into others are empty.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    fn open(&mut self, area: usize, from: i64) {
        let a = &mut self.areas[area];
        a.open_from = Some(a.open_from.map_or(from, |o| o.min(from)));
    }

    fn equivalence(&mut self, program: &Program, id: UnitId, unit: &Unit, group: &[Expr]) {
        let mut first: Option<(SymbolId, i64)> = None;
        for item in group {
            let Some(symbol) = item.root() else { continue };
            if self.place(symbol).is_none() {
                let outlives = program.variable(symbol).is_none_or(|v| v.saved || v.storage == Storage::Global);
                let owner = if outlives { None } else { Some(id) };
                self.areas.push(Area { owner, members: vec![(symbol, 0)], ..Area::default() });
                self.places.insert(symbol, (self.areas.len() - 1, 0));
            }
            let byte = offset(program, unit, item);
            let (anchor, anchor_byte) = *first.get_or_insert((symbol, byte.unwrap_or(0)));
            if let (Some((to, at)), Some((from, start))) = (self.place(anchor), self.place(symbol))
                && to != from
            {
                self.merge(from, to, at + anchor_byte - start - byte.unwrap_or(0));
            }
            // Nobody knows where they overlap: all of the area is one segment.
            if let (None, Some((area, _))) = (byte, self.place(symbol)) {
                self.open(area, i64::MIN);
            }
        }
    }

    /// Puts area `from` into area `to`, `shift` bytes further; a COMMON block always stays.
    fn merge(&mut self, from: usize, to: usize, shift: i64) {
        let (from, to, shift) = if self.areas[from].common.is_some() && self.areas[to].common.is_none() {
            (to, from, -shift)
        } else {
            (from, to, shift)
        };
        let gone = std::mem::take(&mut self.areas[from]);
        for (symbol, at) in gone.members {
            self.areas[to].members.push((symbol, at + shift));
            self.places.insert(symbol, (to, at + shift));
        }
        if gone.owner.is_none() {
            self.areas[to].owner = None;
        }
        if let Some(o) = gone.open_from {
            self.open(to, o.saturating_add(shift));
        }
    }

    fn cut(&mut self, program: &Program, area: usize) {
        let mut cuts = Vec::new();
        let mut open = self.areas[area].open_from;
        for &(symbol, at) in &self.areas[area].members {
            let Some(v) = program.variable(symbol) else { continue };
            let language = language(program, symbol);
            let mut ends = |from: i64, bytes: Option<u64>| {
                cuts.push(from);
                match bytes.and_then(|b| from.checked_add_unsigned(b)) {
                    Some(end) => cuts.push(end),
                    None => open = Some(open.map_or(from, |o: i64| o.min(from))),
                }
            };
            leaves(program, &v.ty, at, language, &mut ends);
        }
        if let Some(from) = open {
            let first = cuts.iter().copied().min().unwrap_or(0);
            cuts.retain(|c| *c <= from);
            cuts.push(from.max(first));
            cuts.push(i64::MAX);
        }
        cuts.sort_unstable();
        cuts.dedup();
        self.areas[area].cuts = cuts;
    }
}

/// Calls `f` with the byte range of each scalar component; an array of structures is one range per structure array (its components interleave).
fn leaves(program: &Program, ty: &Type, at: i64, language: crate::Language, f: &mut dyn FnMut(i64, Option<u64>)) {
    if let Type::Record(r) = ty
        && !program.records[*r].opaque
    {
        let mut at = at;
        for field in &program.records[*r].fields {
            leaves(program, &field.ty, at, language, f);
            match consts::bytes(program, &field.ty).and_then(|b| at.checked_add_unsigned(b)) {
                Some(end) if !field.allocatable && !field.pointer => at = end,
                _ => return f(at, None),
            }
        }
        return;
    }
    f(at, consts::bytes(program, ty));
}

fn language(program: &Program, symbol: SymbolId) -> crate::Language {
    program.home(symbol).map_or(crate::Language::Fortran, |u| program.units[u].language)
}

fn size(program: &Program, symbol: SymbolId) -> Option<u64> {
    consts::bytes(program, &program.variable(symbol)?.ty)
}

/// The byte of an equivalenced object within its variable.
fn offset(program: &Program, unit: &Unit, item: &Expr) -> Option<i64> {
    match &item.kind {
        ExprKind::Var(_) => Some(0),
        ExprKind::Index { base, subs } => {
            let ExprKind::Var(s) = base.kind else { return None };
            let Type::Array { elem, dims } = &program.variable(s)?.ty else { return None };
            let mut stride = i64::try_from(consts::bytes(program, elem)?).ok()?;
            let mut at = 0i64;
            for (k, sub) in subs.iter().enumerate() {
                let Subscript::At(e) = sub else { return None };
                let i = consts::integer(program, e)?;
                // One subscript on a matrix counts elements in storage order: an old habit.
                let dim = dims.get(k)?;
                let lower = dim.lower.as_ref().map_or(Some(1), |l| consts::integer(program, l))?;
                at = at.checked_add((i - lower).checked_mul(stride)?)?;
                if k + 1 < subs.len() {
                    let Upper::At(_) = dim.upper else { return None };
                    stride = stride.checked_mul(i64::try_from(consts::extent(program, dim)?).ok()?)?;
                }
            }
            Some(at)
        }
        ExprKind::Substring { base, lo, .. } => {
            let lo = lo.as_ref().map_or(Some(1), |l| consts::integer(program, l))?;
            Some(offset(program, unit, base)? + lo - 1)
        }
        _ => None,
    }
}
