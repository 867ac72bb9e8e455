//! The tape of a procedure in split mode as arrays of its caller (`plan/notes`): a push is an assignment to an element of a dummy array, a pop one from it.
//!
//! `kept` holds reals, `ways` what choices record; a call inside gets its part of them: `call g_fwd(x, y, kept(4))`.

mod evaluations;

use std::collections::BTreeMap;

use analysis::element::element;
use il::symbol::Intent;
use il::typing::type_of;
use il::{
    Block, Dim, Expr, ExprKind, Program, Scalar, ScalarClass, StmtKind, Subscript, SymbolId, TapeId, Type, UnitId,
    Upper,
};

use super::plan::Twin;
use super::plan::access::Access;
use crate::derive::{Shell, World};
use crate::request::Improvement;
use crate::simplify::address;

/// The place of what a tape statement saves: in which array, from which element on, and how many.
type Place = (usize, i64, usize);

/// Where the values of a procedure are.
struct Layout {
    control: Scalar,
    /// Their types, and how many there are of each.
    arrays: Vec<(Scalar, i64)>,
    places: BTreeMap<TapeId, Place>,
}

impl Layout {
    /// The place of `count` values of a type, new where the tape statement is; `None` where it had another one.
    fn place(&mut self, id: TapeId, scalar: &Scalar, count: usize) -> Option<()> {
        let like = |(s, _): &(Scalar, i64)| s.class == scalar.class && s.bytes == scalar.bytes;
        let k = self.arrays.iter().position(like).unwrap_or(self.arrays.len());
        if let Some(known) = self.places.get(&id) {
            return (known.0 == k && known.2 == count).then_some(());
        }
        if k == self.arrays.len() {
            self.arrays.push((scalar.clone(), 0));
        }
        self.places.insert(id, (k, self.arrays[k].1, count));
        self.arrays[k].1 += count as i64;
        Some(())
    }

    /// Gives what a block saves its places; `None`: something is not a fixed number of plain values, or in a loop.
    fn saves(&mut self, p: &Program, unit: UnitId, block: &Block) -> Option<()> {
        for id in block {
            let kind = &p.units[unit].stmts[*id].kind;
            match kind {
                StmtKind::Save { id, value } => {
                    let values = elements(p, unit, value)?;
                    let scalar = type_of(p, values.first()?).scalar()?.clone();
                    self.place(*id, &scalar, values.len())?;
                }
                StmtKind::SaveControl { id, .. } => {
                    let control = self.control.clone();
                    self.place(*id, &control, 1)?;
                }
                kind if kind.is_loop() => {
                    if has_tape(p, unit, kind) {
                        return None;
                    }
                }
                kind => kind.blocks().into_iter().try_for_each(|b| self.saves(p, unit, b))?,
            }
        }
        Some(())
    }

    /// Whether all that a block restores has a place.
    fn restores(&self, p: &Program, unit: UnitId, block: &Block) -> bool {
        block.iter().all(|id| {
            let kind = &p.units[unit].stmts[*id].kind;
            match kind {
                StmtKind::Restore { id, into } => {
                    let values = elements(p, unit, into);
                    self.places.get(id).is_some_and(|place| values.is_some_and(|v| v.len() == place.2))
                }
                StmtKind::RestoreControl { id, .. } => self.places.contains_key(id),
                kind if kind.is_loop() => !has_tape(p, unit, kind),
                kind => kind.blocks().into_iter().all(|b| self.restores(p, unit, b)),
            }
        })
    }
}

/// Whether something in a loop is a tape statement.
fn has_tape(p: &Program, unit: UnitId, kind: &StmtKind) -> bool {
    kind.blocks().into_iter().any(|b| p.units[unit].any(b, &mut |_, s| matches!(s.kind, il::tape!())))
}

/// Moves what the halves of a procedure save to arrays of the caller, where all of it can be: `fore` of one, `handed` and `back` of the other. `inner` are the
/// arrays of the calls in it, with the tape statements that save them.
pub(super) fn write(
    world: &mut World,
    access: &Access,
    shells: [&mut Shell; 2],
    [fore, handed, back]: [&mut Block; 3],
    inner: &[(TapeId, Twin)],
    control: &Type,
    tapes: u32,
) {
    let Some(control) = control.scalar().cloned() else { return };
    let [fwd, bwd] = shells;
    let (first, second) = (fwd.unit, bwd.unit);
    let place_all = |out: &Program, [fore, handed, back]: [&Block; 3]| {
        let mut layout = Layout { control: control.clone(), arrays: Vec::new(), places: BTreeMap::new() };
        layout.saves(out, first, fore)?;
        let restored = layout.restores(out, second, handed) && layout.restores(out, second, back);
        restored.then_some(layout)
    };
    if place_all(&world.out, [fore, handed, back]).is_none() {
        return;
    }
    if world.request.improves(Improvement::UseResults) {
        evaluations::note(world, [fwd, bwd], [fore, handed, back], tapes);
    }
    let Some(layout) = place_all(&world.out, [fore, handed, back]) else { return };
    let mut dummies = Vec::new();
    for (scalar, count) in &layout.arrays {
        let base = if scalar.class == ScalarClass::Integer { "ways" } else { "kept" };
        let dims = vec![Dim { lower: None, upper: Upper::At(Expr::int(*count)) }];
        let ty = Type::Array { elem: Box::new(Type::Scalar(scalar.clone())), dims };
        let there = world.dummy(fwd, base, ty.clone(), Intent::InOut);
        dummies.push(Twin { fore: there, back: world.dummy(bwd, base, ty, Intent::In) });
    }
    let mut said = [false; 2];
    for (unit, block, is_fore) in [(fwd.unit, fore, true), (bwd.unit, handed, false), (bwd.unit, back, false)] {
        let side = |t: &Twin| if is_fore { t.fore } else { t.back };
        let arrays: Vec<SymbolId> = dummies.iter().map(side).collect();
        let parts = inner.iter().filter_map(|(id, t)| Some((*id, side(t), *layout.places.get(id)?)));
        let half = Half { unit, arrays, places: &layout.places, parts: parts.collect() };
        *block = half.rewrite(&mut world.out, std::mem::take(block));
        let (u, mut first) = (&mut world.out.units[unit], None);
        u.walk(block, &mut |id, s| {
            let kept = |e: &Expr| e.root().is_some_and(|s| half.arrays.contains(&s));
            let notes = matches!(&s.kind, StmtKind::Assign { lhs, rhs } if kept(lhs) || kept(rhs));
            first = first.or(notes.then_some(id));
        });
        if let Some(id) = first.filter(|_| !std::mem::replace(&mut said[usize::from(is_fore)], true)) {
            u.stmts[id].comments =
                vec![format!(" noted {} sweep", if is_fore { "for the backward" } else { "by the forward" })];
        }
    }
    access.noted.borrow_mut().insert(fwd.original, dummies);
}

/// One half of a procedure.
struct Half<'l> {
    unit: UnitId,
    arrays: Vec<SymbolId>,
    places: &'l BTreeMap<TapeId, Place>,
    /// The arrays of the calls in it are parts of its own.
    parts: Vec<(TapeId, SymbolId, Place)>,
}

impl Half<'_> {
    /// The element `k` of what a tape statement saves.
    fn element(&self, p: &Program, (array, first, _): Place, k: usize) -> Expr {
        Expr::index(Expr::var(self.arrays[array]), vec![Expr::int(first + k as i64 + base(p, self.unit))])
    }

    /// The assignments that stand for a tape statement: left and right sides.
    fn assignments(&self, p: &Program, kind: &StmtKind) -> Option<Vec<(Expr, Expr)>> {
        if let StmtKind::SaveControl { id, taken, .. } = kind {
            return Some(vec![(self.element(p, self.places[id], 0), Expr::int(i64::from(*taken)))]);
        }
        if let StmtKind::RestoreControl { id, into, .. } = kind {
            return Some(vec![(into.clone(), self.element(p, self.places[id], 0))]);
        }
        let (StmtKind::Save { id, value: e } | StmtKind::Restore { id, into: e }) = kind else { return None };
        if self.parts.iter().any(|part| part.0 == *id) {
            return Some(Vec::new());
        }
        let values = elements(p, self.unit, e)?.into_iter().enumerate();
        let is_save = matches!(kind, StmtKind::Save { .. });
        let pair = |(k, e)| {
            if is_save { (self.element(p, self.places[id], k), e) } else { (e, self.element(p, self.places[id], k)) }
        };
        Some(values.map(pair).collect())
    }

    fn rewrite(&self, p: &mut Program, block: Block) -> Block {
        let mut out = Block::new();
        for id in block {
            let mut kind = std::mem::replace(&mut p.units[self.unit].stmts[id].kind, StmtKind::Nop);
            if let Some(pairs) = self.assignments(p, &kind) {
                out.extend(pairs.into_iter().map(|(lhs, rhs)| p.units[self.unit].add(StmtKind::Assign { lhs, rhs })));
                continue;
            }
            for inner in kind.blocks_mut() {
                *inner = self.rewrite(p, std::mem::take(inner));
            }
            for (_, s, place) in &self.parts {
                let first = self.element(p, *place, 0);
                let part = match (place.1, base(p, self.unit)) {
                    (0, _) => Expr::var(self.arrays[place.0]),
                    (_, 0) => address(first),
                    (..) => first,
                };
                kind.exprs_mut(&mut |e| e.replace(*s, &part.kind));
            }
            p.units[self.unit].stmts[id].kind = kind;
            out.push(id);
        }
        out
    }
}

/// Where arrays of a language begin.
fn base(p: &Program, unit: UnitId) -> i64 {
    p.units[unit].language.first_index()
}

/// The values that a reference to a scalar or a small array is.
fn elements(p: &Program, unit: UnitId, e: &Expr) -> Option<Vec<Expr>> {
    let ty = type_of(p, e);
    let Type::Array { dims, .. } = &ty else { return matches!(ty, Type::Scalar(_)).then(|| vec![e.clone()]) };
    // A run of elements behind a pointer of C is none of its elements.
    if base(p, unit) == 0
        && matches!(&e.kind, ExprKind::Index { subs, .. } if subs.iter().any(|s| matches!(s, Subscript::Range { .. })))
    {
        return None;
    }
    let mut places = vec![Vec::new()];
    for d in dims.iter().rev() {
        let extent = i64::try_from(il::consts::extent(p, d)?).ok()?;
        let at = |k: i64| {
            places.iter().map(move |rest: &Vec<Expr>| [vec![Expr::int(base(p, unit) + k)], rest.clone()].concat())
        };
        places = (0..extent).flat_map(at).collect();
    }
    // C: an element may be an array.
    let in_c = |at: Vec<Expr>| elements(p, unit, &Expr::index(e.clone(), at));
    let one = |at: Vec<Expr>| if base(p, unit) == 0 { in_c(at) } else { Some(vec![element(p, e, &at)?]) };
    Some(places.into_iter().map(one).collect::<Option<Vec<_>>>()?.concat())
}
