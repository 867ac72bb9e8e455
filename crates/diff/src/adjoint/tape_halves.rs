//! Saved values of counted loops in the two halves of split mode, in Fortran: in an array, which goes to the run-time stack as a whole behind the loop, and
//! comes back in front of the loop that restores from it.
//!
//! ```text
//! do i = 1, n                                   call popreal8array(x_tape, n)
//!   x_tape(i) = x                               do i = n, 1, -1
//!   …                                             …
//! end do                                          x = x_tape(i)
//! call pushreal8array(x_tape, n)                end do
//! ```
//!
//! It is right when both halves find the array's extents alike: the bounds of all loops are written the same in both, their steps are ±1, and they are made of what
//! neither half changes in its loop; that the values of what is in them are the same is what the planner promises for loops themselves. Only what each turn
//! saves once goes there (no arm of a choice around it, no loop whose bounds depend on another, none that may be left early): the tape grows by
//! nothing. Order on the stack is kept, since everything else that the loop pushes lies below the array in both.

use std::collections::{BTreeMap, BTreeSet};

use il::typing::type_of;
use il::{Block, Expr, ScalarClass, StmtId, StmtKind, SymbolId, Type, UnitId};

use super::steady::Steady;
use super::tape_arrays::{self, Around, Site, Value};
use super::untouched;
use crate::derive::maps::Maps;
use crate::derive::{Shell, World};
use crate::request::Improvement;

/// Moves what the halves of a procedure save turn by turn to arrays; `tapes` is the number of tape entries.
pub(super) fn place(world: &mut World, shells: [&mut Shell; 2], bodies: [&mut Block; 2], tapes: &mut u32) {
    let original = shells[0].original;
    let units = [shells[0].unit, shells[1].unit];
    if !world.request.improves(Improvement::TapeArrays)
        || !world.out.units[units[0]].language.describes_storage()
        || !world.source.units[original].children.is_empty()
        || world.facts.analysis.calls().is_recursive(original)
        || (0..2).any(|k| tape_arrays::has_jumps(world, units[k], bodies[k]))
    {
        return;
    }
    let (mut saves, mut restores, mut others) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    tape_arrays::collect(world, units[0], bodies[0], &Around::start(), &mut saves, &mut others);
    tape_arrays::collect(world, units[1], bodies[1], &Around::start(), &mut others, &mut restores);
    let own = shells[0].maps.symbols.iter().map(|(s, fore)| (*fore, shells[1].maps.symbol(*s)));
    let across = Maps { symbols: own.collect(), ..Maps::default() };
    // In both halves the same lie side by side.
    let (mut fore, mut back): (Vec<Vec<Value>>, Vec<Vec<Value>>) = Default::default();
    for (id, save) in saves {
        let (Some(restore), [save]) = (restores.get(&id), save.as_slice()) else { continue };
        let [restore] = restore.as_slice() else { continue };
        let half = |k: usize, site: &Site| one_half(world, shells[k], units[k], site, k == 0);
        let (Some(up), Some(down)) = (half(0, save), half(1, restore)) else { continue };
        let alike = up.scalar == down.scalar
            && up.loops.len() == down.loops.len()
            && up.bounds.iter().zip(&down.bounds).all(|(a, b)| across.expr(&a.0) == b.0 && across.expr(&a.1) == b.1)
            && up.loops.iter().zip(&down.loops).all(|(a, b)| {
                let variable = |k: usize, id| tape_arrays::counted(world, units[k], id).var;
                across.symbol(variable(0, *a)) == variable(1, *b)
            });
        if !alike {
            continue;
        }
        match (0..fore.len()).find(|k| up.is_like(&fore[*k][0]) && down.is_like(&back[*k][0])) {
            Some(k) => {
                fore[k].push(up);
                back[k].push(down);
            }
            None => {
                fore.push(vec![up]);
                back.push(vec![down]);
            }
        }
    }
    let [fwd, bwd] = shells;
    let [fore_body, back_body] = bodies;
    let pushed = tape_arrays::in_arrays(world, fwd, fore_body, fore);
    let popped = tape_arrays::in_arrays(world, bwd, back_body, back);
    for ((there, up, _), (here, down, _)) in pushed.into_iter().zip(popped) {
        let id = il::Id::from_index(*tapes as usize);
        *tapes += 1;
        let save = world.out.units[units[0]].add(StmtKind::Save { id, value: Expr::var(there) });
        tape_arrays::insert(world, units[0], fore_body, up, &[save], false);
        let restore = world.out.units[units[1]].add(StmtKind::Restore { id, into: Expr::var(here) });
        tape_arrays::insert(world, units[1], back_body, down, &[restore], true);
    }
}

/// A value of one half: its save, or its restore.
fn one_half(world: &World, shell: &Shell, unit: UnitId, site: &Site, saves: bool) -> Option<Value> {
    let loops = site.loops.clone()?;
    let front = *loops.first().filter(|_| loops.len() < tape_arrays::RANKS)?;
    let u = &world.out.units[unit];
    // Each turn saves it, and nothing leaves a loop early.
    let inside = |choice: StmtId| u.any(&[front], &mut |id, _| id == choice);
    if site.arms.iter().any(|(choice, _)| inside(*choice)) || u.any(&[front], &mut |_, s| s.kind.leaves_blocks()) {
        return None;
    }
    let Type::Scalar(scalar) = type_of(&world.out, &site.place) else { return None };
    if !matches!(scalar.class, ScalarClass::Real | ScalarClass::Integer) {
        return None;
    }
    let symbol = site.place.root()?;
    let root = world.out.variable(symbol)?;
    if world.is_overlaid(symbol) || root.is_unsaved_local() && (root.allocatable || root.pointer) {
        return None;
    }
    let variables: Vec<SymbolId> = loops.iter().map(|l| tape_arrays::counted(world, unit, *l).var).collect();
    for l in &loops {
        let d = tape_arrays::counted(world, unit, *l);
        let step = d.step.as_ref().map_or(Some(1), |s| il::fold::integer(&world.out, s));
        let bound = |e: &Expr| variables.iter().any(|v| e.mentions(*v));
        if !matches!(step, Some(1 | -1)) || d.parallel.is_some() || bound(&d.from) || bound(&d.to) {
            return None;
        }
    }
    let mut reached = BTreeSet::new();
    u.walk(&[front], &mut |_, s| tape_arrays::addressed(s, &mut reached));
    let steady = Steady::in_loop(world, unit, front, &reached, &untouched::by_calls(world, shell));
    let ranges = tape_arrays::ranges(world, unit, &loops, &|e| steady.keeps(e))?;
    let bounds = ranges.into_iter().map(|(_, low, high)| (low, high)).collect();
    let (save, restore) = if saves { (Some(site.stmt), None) } else { (None, Some(site.stmt)) };
    Some(Value::of(site.place.clone(), [save, restore], scalar, loops, front, bounds))
}
