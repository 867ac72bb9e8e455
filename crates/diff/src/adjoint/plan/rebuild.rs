//! Which loops are rebuilt: turn by turn, the backward sweep runs the forward statements again instead of restoring what they overwrote.
//!
//! A candidate is an innermost loop of assignments, calls and choices, counted or not. Jumps may end its
//! turns (`turn_alone`). Rebuilding it costs its own
//! operations once more and saves its pushes and pops; a transcendental function counts as much as a save and its restore. Loops that hold such
//! loops are candidates too, one level after the other (`planner/nests.rs`).
//!
//! A loop under `$AD II-LOOP` is rebuilt whatever it costs, and may hold counted loops. The promise that its iterations are independent is not
//! relied upon: what a turn needs and another overwrites is still saved, which is nothing when the promise is true and nothing is updated in place.
//!
//! A region between `$AD CHECKPOINT-START` and `$AD CHECKPOINT-END` is a turn that stands alone: it may hold anything whose values can be put
//! back ([`obstacle`]).

use std::collections::{BTreeMap, BTreeSet};

use analysis::c_memory;
use analysis::reallocation;
use il::typing::type_of;
use il::{Block, Diagnostic, Expr, ExprKind, Program, StmtId, StmtKind, SymbolId, Type, UnitId, Variable};

use crate::adjoint::plan::access::Access;
use crate::adjoint::plan::binomial;
use crate::adjoint::plan::fusion;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq, Tree};
use crate::adjoint::plan::turn_alone;
use crate::adjoint::plan::uses;
use crate::adjoint::plan::{CallMode, Control, Home, Plan};
use crate::derive::World;
use crate::directives::{is_ii_loop, promises_independence};
use crate::regions::{self, RegionKind};
use crate::request::Improvement;
use crate::signature::{Part, Slot};

/// What a push and its pop cost, in operations.
const SAVE: u32 = 8;
/// What a transcendental function costs.
const FUNCTION: u32 = 8;
/// What a call costs beside what is called; what is not known costs; how deep calls are looked into.
const CALL: u32 = 4;
const UNKNOWN: u32 = 1000;
const DEEP: u32 = 3;
/// How often a loop in a called procedure is assumed to turn.
const TURNS: u32 = 10;

/// Why a loop or region is not rebuilt or fused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failure {
    /// Empty where it is not worth telling.
    pub why: String,
    /// The statement that it is about.
    pub at: Option<StmtId>,
}

/// Adds the loops that may be rebuilt and that save something now, or that the user names.
pub(crate) fn candidates(
    world: &World,
    access: &Access,
    unit: UnitId,
    seq: &Seq,
    plain: &Plan,
    joint: bool,
    out: &mut BTreeSet<StmtId>,
) {
    let improves = world.request.improves(Improvement::RecomputeIntermediates);
    for n in seq {
        if is_region(world, unit, n) && has_work(world, access, unit, n) && obstacle(world, access, unit, n).is_none() {
            out.insert(n.stmt);
        }
        if let (NodeKind::Loop { .. }, Some(number)) = (&n.kind, binomial::snapshots(world.source, unit, n.stmt)) {
            if number.is_some()
                && has_work(world, access, unit, n)
                && not_binomial(world, access, unit, &plain.tree, n).is_none()
            {
                out.insert(n.stmt);
            }
        } else if let NodeKind::Loop { body, frame } = &n.kind {
            // What a half of split mode has no storage for, it cannot run again: there threads' loops are like others.
            let asked = if joint { promises_independence } else { is_ii_loop };
            let promised = asked(world.source, unit, n.stmt);
            if promised && has_work(world, access, unit, n) && is_closed(world, access, unit, plain, n) {
                out.insert(n.stmt);
                continue;
            }
            let turn = turn_alone::alone(&plain.tree, &world.source.units[unit], *frame, body);
            let turn = turn.filter(|_| turns_run_on(world, unit, plain, n));
            if turn.is_some_and(|turn| turn.iter().all(|m| is_simple(world, access, unit, m))) {
                if improves && tape(world, unit, plain, body) > 0 {
                    out.insert(n.stmt);
                }
                continue;
            }
        }
        for s in n.seqs() {
            candidates(world, access, unit, s, plain, joint, out);
        }
    }
}

/// Whether a node is a region to be run again.
fn is_region(world: &World, unit: UnitId, n: &Node) -> bool {
    matches!(n.kind, NodeKind::Scope(_))
        && regions::of(&world.source.units[unit], n.stmt) == Some(RegionKind::Checkpoint)
}

/// Why a loop is not driven by the automaton of binomial checkpointing.
fn not_binomial(world: &World, access: &Access, unit: UnitId, tree: &Tree, n: &Node) -> Option<&'static str> {
    binomial::obstacle(world.source, unit, tree, n).or_else(|| obstacle(world, access, unit, n))
}

/// What in a region cannot be done a second time.
fn obstacle(world: &World, access: &Access, unit: UnitId, n: &Node) -> Option<&'static str> {
    let mut found = None;
    let read_again = reads_again(world, unit, n);
    n.visit(&mut |m| {
        let kind = &world.source.units[unit].stmts[m.stmt].kind;
        let here = match kind {
            StmtKind::Allocate { .. } | StmtKind::Deallocate { .. } => Some("it allocates or frees memory"),
            StmtKind::PointerAssign { .. } | StmtKind::Nullify(_) => Some("it moves pointers"),
            StmtKind::Assign { .. } if moves_pointer(world, access, unit, m) => Some("it moves pointers"),
            StmtKind::Assign { lhs, rhs } if reallocation::may_reallocate(world.source, unit, lhs, rhs) => {
                Some("an assignment in it allocates")
            }
            kind if c_memory::allocates(world.source, kind) || c_memory::freed(world.source, kind).is_some() => {
                Some("it allocates or frees memory")
            }
            kind if read_again && world.files.keeps(world.source, unit, kind) => None,
            StmtKind::Opaque { writes, .. } if !writes.is_empty() => Some("it reads what comes from outside"),
            kind if world.files.keeps(world.source, unit, kind) => Some("it reads what comes from outside"),
            _ => None,
        };
        if matches!(m.kind, NodeKind::Simple) {
            found = found.or(here);
        }
    });
    found
}

/// Whether what a region does with files can be done again: it opens what it reads, and closes it.
fn reads_again(world: &World, unit: UnitId, n: &Node) -> bool {
    let blocks: Vec<&Block> = world.source.units[unit].stmts[n.stmt].kind.blocks();
    let [body] = blocks[..] else { return false };
    let active = |id, callee| world.facts.call_is_active(world.source, unit, id, callee);
    world.files.are_repeatable(world.source, unit, body, &active)
}

/// Loops and regions of the user's that are reversed in another way, as warnings.
pub(crate) fn unkept(
    world: &World,
    access: &Access,
    unit: UnitId,
    plain: &Plan,
    rebuilt: &BTreeSet<StmtId>,
    reasons: &BTreeMap<StmtId, Failure>,
) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let tree = &plain.tree;
    let reason = |id: StmtId| reasons.get(&id).map(|r| r.why.as_str());
    for n in &tree.body {
        n.visit(&mut |m| {
            if is_region(world, unit, m) && !rebuilt.contains(&m.stmt) && has_work(world, access, unit, m) {
                let why = obstacle(world, access, unit, m).or(reason(m.stmt));
                let why = why.filter(|w| !w.is_empty()).unwrap_or("its snapshot cannot be taken");
                let span = world.source.units[unit].stmts[m.stmt].span;
                let said = format!("this region is not run again in the backward sweep: {why}");
                out.push(Diagnostic::warning("RT0458", span, said).note(
                    "it is reversed like any other statements, which gives the same derivative and may take more memory",
                ));
            }
            let is_loop = matches!(m.kind, NodeKind::Loop { .. });
            let named = binomial::snapshots(world.source, unit, m.stmt).is_some();
            if is_loop && named && !rebuilt.contains(&m.stmt) && has_work(world, access, unit, m) {
                let why = not_binomial(world, access, unit, tree, m).or(reason(m.stmt));
                let why = why.filter(|w| !w.is_empty()).unwrap_or("a snapshot cannot be taken");
                let span = world.source.units[unit].stmts[m.stmt].span;
                let said = format!("this loop is not under binomial checkpointing: {why}");
                out.push(Diagnostic::warning("RT0458", span, said).note(
                    "it is reversed like any other loop, which gives the same derivative and may take more memory",
                ));
                return;
            }
            let asked = is_ii_loop(world.source, unit, m.stmt) && matches!(m.kind, NodeKind::Loop { .. });
            if !asked || rebuilt.contains(&m.stmt) || !has_work(world, access, unit, m) {
                return;
            }
            let span = world.source.units[unit].stmts[m.stmt].span;
            let said = "the iterations of this II-LOOP are not run again one by one: the loop is reversed as any other";
            let found = not_closed(world, access, unit, plain, m)
                .or_else(|| reasons.get(&m.stmt).and_then(|r| Some((r.at?, r.why.as_str()))));
            let said = Diagnostic::warning("RT0454", span, said);
            let said = match found {
                Some((at, why)) if at == m.stmt => said.label(why),
                Some((at, why)) => said.with(world.source.units[unit].stmts[at].span, why),
                None => said,
            };
            out.push(said.note(
                "an iteration can be run again when it is made of assignments, calls, IF and counted loops, of which none leaves it, and updates in place only elements \
                 whose subscripts are known at its top",
            ));
        });
    }
    out
}

/// Whether something in a node has an adjoint.
fn has_work(world: &World, access: &Access, unit: UnitId, n: &Node) -> bool {
    let mut any = false;
    n.visit(&mut |m| {
        any |= matches!(m.kind, NodeKind::Simple) && uses::has_adjoint(world, access, unit, m.stmt);
    });
    any
}

/// Whether a loop that holds loops may be rebuilt.
pub(crate) fn is_nest(world: &World, access: &Access, unit: UnitId, plain: &Plan, n: &Node) -> bool {
    has_work(world, access, unit, n) && is_closed(world, access, unit, plain, n)
}

/// Whether a loop keeps anything for the backward sweep.
pub(crate) fn keeps_anything(plan: &Plan, id: StmtId) -> bool {
    let mut any = false;
    plan.tree.body.iter().for_each(|n| {
        n.visit(&mut |m| {
            if m.stmt == id {
                any |= fusion::has_tape(plan, m);
            }
        })
    });
    any
}

/// Whether a loop makes one turn after the other until its header says that it has made enough: the backward sweep knows how many.
fn turns_run_on(world: &World, unit: UnitId, plain: &Plan, n: &Node) -> bool {
    match world.source.units[unit].stmts[n.stmt].kind {
        StmtKind::Do(_) => plain.loops.contains_key(&n.stmt),
        StmtKind::While { .. } | StmtKind::Until { .. } | StmtKind::Loop { .. } => true,
        _ => false,
    }
}

/// The first statement of a loop for which it is not closed ([`is_closed`]), and why.
fn not_closed(world: &World, access: &Access, unit: UnitId, plain: &Plan, n: &Node) -> Option<(StmtId, &'static str)> {
    if is_closed(world, access, unit, plain, n) {
        return None;
    }
    let alone = |frame, body| turn_alone::alone(&plain.tree, &world.source.units[unit], frame, body);
    let inside = || {
        let whole = |seq: &Seq| seq.iter().find_map(|m| not_closed(world, access, unit, plain, m));
        if let NodeKind::Loop { frame, body } = &n.kind {
            return whole(&alone(*frame, body)?);
        }
        n.seqs().into_iter().find_map(whole)
    };
    let kind = &world.source.units[unit].stmts[n.stmt].kind;
    let own = match &n.kind {
        NodeKind::Loop { frame, body } => {
            let left = alone(*frame, body).is_none();
            let counted = matches!(kind, StmtKind::Do(_)) && plain.loops.contains_key(&n.stmt);
            let mut exit = None;
            n.visit(&mut |m| {
                let kind = &world.source.units[unit].stmts[m.stmt].kind;
                let leaves = matches!(kind, StmtKind::Exit(_) | StmtKind::Goto(_) | StmtKind::Return(_));
                exit = exit.or(leaves.then_some(m.stmt));
            });
            if let (true, Some(exit)) = (left, exit) {
                return Some((exit, "the loop is left early"));
            }
            let why = if left { "it is left early" } else { "it does not count its turns" };
            (left || !counted).then_some(why)
        }
        NodeKind::Jump(_) => Some("it leaves the iteration"),
        _ if !is_simple_itself(world, access, unit, n) => {
            Some("it calls what cannot be run again: it has no source, allocates, or is in split mode")
        }
        _ if moves_pointer(world, access, unit, n) => Some("it moves a pointer"),
        NodeKind::Simple if kind.assigned().is_some() => Some("it may allocate what it assigns to"),
        NodeKind::Simple => Some("it is neither an assignment nor a call"),
        _ => None,
    };
    own.map(|why| (n.stmt, why)).or_else(inside).or(Some((n.stmt, "an iteration of it may end early")))
}

/// Whether a node runs to its end, and makes no call.
fn is_closed(world: &World, access: &Access, unit: UnitId, plain: &Plan, n: &Node) -> bool {
    match &n.kind {
        NodeKind::Loop { frame, body } => {
            let turn = turn_alone::alone(&plain.tree, &world.source.units[unit], *frame, body);
            matches!(world.source.units[unit].stmts[n.stmt].kind, StmtKind::Do(_))
                && plain.loops.contains_key(&n.stmt)
                && turn.is_some_and(|turn| turn.iter().all(|m| is_closed(world, access, unit, plain, m)))
        }
        NodeKind::Choice { arms, .. } => {
            is_simple_itself(world, access, unit, n)
                && arms.iter().flatten().all(|m| is_closed(world, access, unit, plain, m))
        }
        _ => is_simple(world, access, unit, n),
    }
}

/// Whether a statement can be executed again: it calls nothing, or procedures whose bodies are known, which allocate nothing and keep nothing
/// from their forward to their backward sweeps. What they write is looked at like what assignments write.
fn is_simple_itself(world: &World, access: &Access, unit: UnitId, n: &Node) -> bool {
    let kind = &world.source.units[unit].stmts[n.stmt].kind;
    let mut callees = Vec::new();
    kind.each_call(&mut |callee, _| callees.push(callee));
    let known = |c: &SymbolId| world.source.callee(*c).is_some_and(|u| !world.source.units[u].is_interface);
    callees.is_empty()
        || callees.iter().all(known)
            && callees.iter().all(|c| computes_only(world.source, *c))
            && !access.allocating.contains(&(unit, n.stmt))
            && (uses::call_mode(world, access, unit, n.stmt) != Some(CallMode::Split)
                || noted(world, unit, n.stmt, Some(CallMode::Split)) > 0)
}

/// Whether calling a C function again does no more than compute: it makes and frees no memory, moves none of its caller's pointers, and calls only such
/// functions. (Of Fortran procedures `access.allocating` knows it.)
fn computes_only(p: &Program, callee: SymbolId) -> bool {
    let Some(first) = p.callee(callee).filter(|u| p.units[*u].language.points_by_address()) else { return true };
    let (mut seen, mut todo) = (BTreeSet::new(), vec![first]);
    while let Some(at) = todo.pop() {
        if !seen.insert(at) {
            continue;
        }
        let u = &p.units[at];
        let mut plain = true;
        u.walk(&u.body, &mut |_, stmt| {
            let mut called = |c: SymbolId| match p.callee(c).filter(|u| !p.units[*u].is_interface) {
                Some(u) => todo.push(u),
                None => plain = false,
            };
            stmt.kind.each_call(&mut |callee, _| called(callee));
            match &stmt.kind {
                StmtKind::Assign { lhs, .. } => {
                    let own =
                        matches!(lhs.kind, ExprKind::Var(s) if p.variable(s).is_some_and(Variable::is_unsaved_local));
                    plain &= own || !matches!(type_of(p, lhs), Type::Pointer { .. });
                }
                StmtKind::Opaque { .. } => plain = false,
                _ => {}
            }
        });
        if !plain {
            return false;
        }
    }
    true
}

/// Whether a statement gives a pointer another value that is not simply made again.
fn moves_pointer(world: &World, access: &Access, unit: UnitId, n: &Node) -> bool {
    let StmtKind::Assign { lhs, .. } = &world.source.units[unit].stmts[n.stmt].kind else { return false };
    matches!(type_of(world.source, lhs), Type::Pointer { .. }) && access.alias_at(unit, n.stmt).is_none()
}

fn is_simple(world: &World, access: &Access, unit: UnitId, n: &Node) -> bool {
    let stmt = &world.source.units[unit].stmts[n.stmt];
    if !is_simple_itself(world, access, unit, n) || moves_pointer(world, access, unit, n) {
        return false;
    }
    match &n.kind {
        NodeKind::Simple => match &stmt.kind {
            // Allocations are put back turn by turn.
            StmtKind::Assign { lhs, rhs } => !reallocation::may_reallocate(world.source, unit, lhs, rhs),
            kind => matches!(kind, StmtKind::Nop | StmtKind::Declare(_) | StmtKind::Call { .. }),
        },
        NodeKind::Choice { arms, .. } => arms.iter().flatten().all(|m| is_simple(world, access, unit, m)),
        _ => false,
    }
}

/// How many values a call notes for its backward half, and one for that it does (`notes`); or its partial derivatives.
pub(crate) fn noted(world: &World, unit: UnitId, id: StmtId, mode: Option<CallMode>) -> usize {
    let callee = world.source.units[unit].stmts[id].kind.callee().and_then(|c| world.source.callee(c));
    if mode == Some(CallMode::Partials) {
        let signature = callee.and_then(|u| world.signatures.get(u, Part::Partials));
        let is_one = |s: &&Slot| matches!(s, Slot::Derivative(_) | Slot::Partial(_));
        return signature.map_or(0, |s| s.slots.iter().filter(is_one).count());
    }
    let split = callee.filter(|_| mode == Some(CallMode::Split));
    split.filter(|u| world.notes(*u)).map_or(0, |u| world.note_counts.get(&u).copied().flatten().unwrap_or(0) + 1)
}

/// How many values a turn leaves on the tape: of alternatives the most expensive.
fn tape(world: &World, unit: UnitId, plan: &Plan, body: &Seq) -> u32 {
    body.iter()
        .map(|n| {
            let step = plan.step(n.stmt);
            let own = step.saves.iter().filter(|s| s.home == Home::Tape && s.again.is_none()).count();
            let own = (own + noted(world, unit, n.stmt, step.call)) as u32;
            match &n.kind {
                NodeKind::Choice { arms, .. } => {
                    let control = u32::from(matches!(plan.choices.get(&n.stmt), Some(Control::Recorded(Home::Tape))));
                    control + arms.iter().map(|a| tape(world, unit, plan, a)).max().unwrap_or(0)
                }
                _ => own,
            }
        })
        .sum()
}

/// Whether rebuilding a loop, as in `next`, beats what `plain` does, or is what the user asked for.
pub(crate) fn is_wanted(world: &World, unit: UnitId, id: StmtId, plain: &Plan, next: &Plan) -> bool {
    if promises_independence(world.source, unit, id)
        || binomial::snapshots(world.source, unit, id).is_some()
        || regions::of(&world.source.units[unit], id).is_some()
    {
        return true;
    }
    let Some(body) = find(&plain.tree.body, id) else { return false };
    let Some(rebuilt) = next.loops.get(&id).and_then(|l| l.rebuilt.as_ref()) else { return false };
    let before = tape(world, unit, plain, body);
    let after = rebuilt.saves.len() as u32;
    let mut cost = 0;
    for n in body {
        n.visit(&mut |m| {
            if next.step(m.stmt).live {
                cost += operations(world, unit, m.stmt);
            }
        });
    }
    before > after && (before - after) * SAVE >= cost
}

/// What executing a statement costs. Subscripts cost nothing: compilers move through arrays by increments.
pub(crate) fn operations(world: &World, unit: UnitId, id: StmtId) -> u32 {
    statement(world, unit, id, DEEP)
}

fn statement(world: &World, unit: UnitId, id: StmtId, deep: u32) -> u32 {
    let kind = &world.source.units[unit].stmts[id].kind;
    let mut cost = if let StmtKind::Call { callee, .. } = kind { call(world, *callee, deep) } else { 0 };
    kind.exprs(&mut |e| cost = cost.saturating_add(expression(world, e, deep)));
    cost
}

fn expression(world: &World, e: &Expr, deep: u32) -> u32 {
    let mut cost = match &e.kind {
        ExprKind::Index { base, .. } => return expression(world, base, deep),
        _ if is_function(e) => FUNCTION,
        ExprKind::Binary(..) | ExprKind::Intrinsic(..) => 1,
        ExprKind::Call { callee, .. } => call(world, *callee, deep),
        _ => 0,
    };
    e.children(&mut |c| cost = cost.saturating_add(expression(world, c, deep)));
    cost
}

/// Whether the outermost operation of an expression is a function that takes long.
pub(crate) fn is_function(e: &Expr) -> bool {
    let power = matches!(&e.kind, ExprKind::Binary(il::BinaryOp::Pow, _, r) if r.as_int().is_none());
    let quick = ["abs", "max", "min", "sign", "real", "dble", "int", "merge"];
    power || matches!(&e.kind, ExprKind::Intrinsic(f, _) if !quick.contains(&f.name()))
}

/// What a call costs: all statements of the procedure, those in loops several times.
fn call(world: &World, callee: SymbolId, deep: u32) -> u32 {
    let Some(unit) = world.source.callee(callee).filter(|_| deep > 0) else { return UNKNOWN };
    let known = world.call_costs.borrow().get(&(unit, deep)).copied();
    known.unwrap_or_else(|| {
        let cost = block(world, unit, &world.source.units[unit].body, deep - 1).saturating_add(CALL);
        world.call_costs.borrow_mut().insert((unit, deep), cost);
        cost
    })
}

fn block(world: &World, unit: UnitId, b: &il::Block, deep: u32) -> u32 {
    b.iter().fold(0, |sum: u32, id| {
        let kind = &world.source.units[unit].stmts[*id].kind;
        let inner = kind.blocks().into_iter().fold(0, |sum: u32, b| sum.saturating_add(block(world, unit, b, deep)));
        let inner = if kind.is_loop() { inner.saturating_mul(TURNS) } else { inner };
        sum.saturating_add(statement(world, unit, *id, deep)).saturating_add(inner)
    })
}

/// The body of a loop.
fn find(seq: &Seq, id: StmtId) -> Option<&Seq> {
    seq.iter().find_map(|n| match &n.kind {
        NodeKind::Loop { body, .. } if n.stmt == id => Some(body),
        _ => n.seqs().into_iter().find_map(|s| find(s, id)),
    })
}
