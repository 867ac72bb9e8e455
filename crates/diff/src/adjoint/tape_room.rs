//! Room for several tape arrays: that the C library keeps their memory from one call of an adjoint to the next.
//!
//! The GNU library gives free memory back to the system when there is more of it than twice the largest piece that was ever given back. Several tape
//! arrays, which all go when the procedure returns, are more than that, and each call pays for their pages again, one by one: often more than for
//! all that it computes. One piece that is as large as all of them together, allocated and given back at once, teaches the library to keep them.
//! It costs nothing by itself: nobody touches its pages.
//!
//! The piece is asked for behind the arrays, whose sizes are known there, so the memory then in use is the arrays and the piece: it counts
//! once for each array, and once for itself. It comes last, because memory that nobody uses is tidied away. Above 32 megabytes the library learns nothing.

use std::collections::BTreeSet;

use il::stmt::Allocation;
use il::types::Scalar;
use il::{Block, Dim, Expr, StmtId, StmtKind, SymbolId, Type, Upper};

use super::tape_arrays::insert;
use crate::derive::{Shell, World};

/// How many large arrays are more than the library keeps.
const MANY: usize = 2;
/// The largest piece that the library learns from, in bytes: 32 megabytes, less what it adds.
const MOST: i64 = 32_000_000;
/// Extents that are known and no larger do not make an array large.
const FEW: i64 = 32;

/// An array that is allocated in front of a loop.
pub(super) struct Allocated {
    pub front: StmtId,
    pub array: SymbolId,
    pub scalar: Scalar,
    pub dims: Vec<Dim>,
}

/// Makes room in front of each loop that has several large arrays.
pub(super) fn make(world: &mut World, shell: &mut Shell, body: &mut Block, arrays: &[Allocated]) {
    // The names of intrinsics may be the user's.
    if !["size", "max", "min"].iter().all(|f| world.out.lookup(shell.scope, f).is_none()) {
        return;
    }
    let mut fronts: Vec<StmtId> = arrays.iter().map(|a| a.front).collect();
    let mut seen = BTreeSet::new();
    fronts.retain(|f| seen.insert(*f));
    for front in fronts {
        let here: Vec<(usize, &Allocated)> =
            arrays.iter().filter(|a| a.front == front).map(|a| (large_extents(world, &a.dims), a)).collect();
        let extents = here.iter().map(|(n, _)| *n).max().unwrap_or(0);
        let large: Vec<&Allocated> = here.into_iter().filter(|(n, _)| *n == extents).map(|(_, a)| a).collect();
        if large.len() >= MANY && extents > 0 {
            make_one(world, shell, body, front, &large);
        }
    }
}

/// How many extents of an array grow with the problem.
fn large_extents(world: &World, dims: &[Dim]) -> usize {
    let large = |d: &&Dim| match &d.upper {
        Upper::At(high) => {
            let low = d.lower.clone().unwrap_or(Expr::int(1));
            il::fold::integer(&world.out, &il::fold::range_count(&low, high, None)).is_none_or(|n| n > FEW)
        }
        Upper::Deferred | Upper::Assumed => true,
    };
    dims.iter().filter(large).count()
}

/// `allocate (tape_room(4*min(1000000, max(size(x_tape), size(y_tape), size(z_tape)))))`, and `deallocate (tape_room)`.
fn make_one(world: &mut World, shell: &mut Shell, body: &mut Block, front: StmtId, large: &[&Allocated]) {
    let unit = shell.unit;
    let widest = large.iter().map(|a| &a.scalar).max_by_key(|s| s.bytes).expect("several arrays");
    let pieces = large.len() as i64 + 1;
    let most = MOST / i64::from(widest.bytes) / pieces;
    let sizes = large.iter().map(|a| Expr::intrinsic("size", vec![Expr::var(a.array)])).collect();
    let largest = Expr::intrinsic("min", vec![Expr::int(most), Expr::intrinsic("max", sizes)]);
    let extent = Expr::binary(il::BinaryOp::Mul, Expr::int(pieces), largest);
    let name = if shell.upper { "TAPE_ROOM" } else { "tape_room" };
    let elem = Box::new(Type::Scalar(widest.clone()));
    let deferred = vec![Dim { lower: None, upper: Upper::Deferred }];
    let room = Expr::var(world.allocatable(shell, name, Type::Array { elem, dims: deferred }));
    let dims = vec![Dim { lower: None, upper: Upper::At(extent) }];
    let u = &mut world.out.units[unit];
    let objects = vec![Allocation { object: room.clone(), dims }];
    let get = u.add(StmtKind::Allocate { objects, options: Vec::new() });
    u.stmts[get].comments.push(" What was once given back in one piece, the C library keeps for the next call.".into());
    let release = u.add(StmtKind::Deallocate { objects: vec![room], options: Vec::new() });
    insert(world, unit, body, front, &[get, release], true);
}
