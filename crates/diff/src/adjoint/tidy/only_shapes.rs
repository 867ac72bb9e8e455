//! Allocatable locals of which the sweeps want the shape alone: `e = f(x)` that only `allocate (eb, mold=e)` asks becomes `allocate (e(size(x)))`.
//!
//! The forward sweep computes whatever gives an array its bounds. What the value would have cost comes to light here, where it is known that nothing reads
//! it: a function that calls itself would run in full at each level. Where an assignment is no more work than a copy it stays.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{extents_here, harmless};
use il::stmt::Allocation;
use il::typing::rank_of;
use il::{Block, Dim, Expr, ExprKind, Program, Stmt, StmtId, StmtKind, SymbolId, Type, UnitId, Upper};

use crate::derive::{Shell, World};

/// Rewrites such assignments in `body`, until none is left: what one of them reads may be wanted no more.
pub(crate) fn only_shapes(world: &mut World, shell: &Shell, body: &mut Block) {
    if !world.out.units[shell.unit].language.describes_storage() {
        return;
    }
    let originals: BTreeMap<SymbolId, SymbolId> = shell.maps.symbols.iter().map(|(of, copy)| (*copy, *of)).collect();
    loop {
        let found = find(world, shell.unit, &originals, body);
        if found.is_empty() {
            return;
        }
        for (id, how) in found {
            let StmtKind::Assign { lhs, .. } = world.out.units[shell.unit].stmts[id].kind.clone() else { continue };
            let release = |u: &mut il::Unit| {
                let release = u.add(StmtKind::Deallocate { objects: vec![lhs.clone()], options: Vec::new() });
                let test = Expr::intrinsic("allocated", vec![lhs.clone()]);
                u.add(StmtKind::If(il::stmt::If::when(test, vec![release], true)))
            };
            let dims = how.extents.into_iter().map(|e| Dim { lower: None, upper: Upper::At(e) }).collect();
            let objects = vec![Allocation { object: lhs.clone(), dims }];
            let u = &mut world.out.units[shell.unit];
            u.stmts[id].kind = StmtKind::Allocate { objects, options: Vec::new() };
            match how.before {
                Before::Nothing => {}
                Before::Made(made) => u.remove(body, &[made].into()),
                Before::Perhaps => {
                    let release = release(u);
                    u.insert_before(body, &[(id, release)].into());
                }
            }
        }
    }
}

/// How an assignment becomes an ALLOCATE.
struct How {
    extents: Vec<Expr>,
    before: Before,
}

/// What is known of the allocation where the assignment stands.
enum Before {
    /// There is none.
    Nothing,
    /// The statement before has made one for the assignment.
    Made(StmtId),
    Perhaps,
}

/// What a body does with an allocatable local.
#[derive(Default)]
struct Uses {
    /// It is named for more than its shape, or made with bounds of its own.
    other: bool,
    assigned: Vec<StmtId>,
    made: usize,
}

fn find(world: &World, unit: UnitId, originals: &BTreeMap<SymbolId, SymbolId>, body: &Block) -> Vec<(StmtId, How)> {
    let (p, u) = (&world.out, &world.out.units[unit]);
    let mut uses: BTreeMap<SymbolId, Uses> = BTreeMap::new();
    u.walk(body, &mut |id, s| note(p, unit, id, s, &mut uses));
    uses.retain(|_, u| !u.other && !u.assigned.is_empty());
    let mut places = Places::default();
    places.note(u, body, false);
    let original = |callee: SymbolId| {
        let s = originals.get(&callee).copied().unwrap_or(callee);
        (il::Id::index(s) < world.source.symbols.len()).then(|| world.source.procedure(s)?.unit).flatten()
    };
    let mut out = Vec::new();
    for (s, uses) in &uses {
        for id in &uses.assigned {
            let StmtKind::Assign { lhs, rhs } = &u.stmts[*id].kind else { continue };
            if !is_dear(rhs) || rank_of(p, rhs) != rank_of(p, lhs) || rhs.mentions(*s) {
                continue;
            }
            if !harmless::calls_are_harmless(world.source, rhs, &original) {
                continue;
            }
            let Some(extents) = extents_here::here(p, world.source, &original, rhs) else { continue };
            let before = match places.previous.get(id).filter(|m| makes(&u.stmts[**m].kind, lhs)) {
                _ if places.labels => Before::Perhaps,
                Some(made) => Before::Made(*made),
                None if uses.made == 0 && uses.assigned.len() == 1 && !places.repeated.contains(id) => Before::Nothing,
                None => Before::Perhaps,
            };
            out.push((*id, How { extents, before }));
        }
    }
    out
}

/// Adds what a statement does with allocatable locals.
fn note(p: &Program, unit: UnitId, id: StmtId, s: &Stmt, uses: &mut BTreeMap<SymbolId, Uses>) {
    let own = |e: &Expr| match e.kind {
        ExprKind::Var(s) => p
            .variable(s)
            .is_some_and(|v| {
                let numbers = matches!(v.ty, Type::Array { .. }) && matches!(v.ty.element(), Type::Scalar(_));
                v.allocatable
                    && v.is_unsaved_local()
                    && !v.target
                    && !v.polymorphic
                    && numbers
                    && p.home(s) == Some(unit)
            })
            .then_some(s),
        _ => None,
    };
    // How often it is named as a whole for its shape; all other times are more.
    let mut shapes: BTreeMap<SymbolId, usize> = BTreeMap::new();
    let mut shape = |e: &Expr| own(e).into_iter().for_each(|s| *shapes.entry(s).or_default() += 1);
    match &s.kind {
        StmtKind::Assign { lhs, .. } => {
            shape(lhs);
            own(lhs).into_iter().for_each(|s| uses.entry(s).or_default().assigned.push(id));
        }
        StmtKind::Allocate { objects, options } => {
            options.iter().filter(|a| is_mold(a)).for_each(|a| shape(&a.value));
            for o in objects {
                let from_one = !o.dims.is_empty() && o.dims.iter().all(|d| d.lower.is_none());
                if from_one && options.is_empty() {
                    shape(&o.object);
                    own(&o.object).into_iter().for_each(|s| uses.entry(s).or_default().made += 1);
                }
            }
        }
        StmtKind::Deallocate { objects, .. } => objects.iter().for_each(&mut shape),
        _ => {}
    }
    let mut named: BTreeMap<SymbolId, usize> = BTreeMap::new();
    s.kind.exprs(&mut |e| {
        e.walk(&mut |x| match &x.kind {
            ExprKind::Intrinsic(f, args)
                if matches!(f.name(), "allocated" | "size" | "shape" | "lbound" | "ubound") =>
            {
                args.first().into_iter().for_each(|a| shape(&a.value));
            }
            _ => own(x).into_iter().for_each(|s| *named.entry(s).or_default() += 1),
        })
    });
    for (s, n) in named {
        uses.entry(s).or_default().other |= shapes.get(&s).copied().unwrap_or(0) < n;
    }
}

fn is_mold(a: &il::Arg) -> bool {
    a.is_named("mold")
}

/// Whether a value costs more than a pass over arrays that are there: calls, products of matrices, values listed by an implied loop.
fn is_dear(e: &Expr) -> bool {
    e.any(&mut |x| match &x.kind {
        ExprKind::Call { .. } => true,
        ExprKind::Intrinsic(f, _) => f.name() == "matmul",
        ExprKind::Constructor { items, .. } => items.iter().any(|i| matches!(i, il::expr::Item::Implied { .. })),
        _ => false,
    })
}

/// `allocate (object(…))`.
fn makes(kind: &StmtKind, object: &Expr) -> bool {
    matches!(kind, StmtKind::Allocate { objects, options } if options.is_empty() && matches!(objects.as_slice(), [o] if o.object == *object))
}

/// Where the statements of a body stand.
#[derive(Default)]
struct Places {
    /// In loops.
    repeated: BTreeSet<StmtId>,
    previous: BTreeMap<StmtId, StmtId>,
    /// Control may come from elsewhere.
    labels: bool,
}

impl Places {
    fn note(&mut self, u: &il::Unit, block: &Block, repeated: bool) {
        self.previous.extend(block.windows(2).map(|pair| (pair[1], pair[0])));
        for id in block {
            let s = &u.stmts[*id];
            self.repeated.extend(repeated.then_some(*id));
            self.labels |= s.label.is_some();
            s.kind.blocks().into_iter().for_each(|inner| self.note(u, inner, repeated || s.kind.repeats()));
        }
    }
}
