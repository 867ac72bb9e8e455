//! Program to program, before any analysis: what the transformers need split is split, everything else stays as the user wrote it.
//!
//! - Calls of user functions that return something differentiable leave the expressions they stand in and become
//!   `result1 = f(x)`, in evaluation order (RR-7957 §5.3 assumes it). A statement `y = f(x)` stays, unless `y` is also an argument, or a
//!   global that `f` reaches by itself.
//! - Calls that do something besides giving a number (`a[next(&n)]`, `x*rand()`) leave the statements whose derivatives read it again.
//! - In tests, bounds and selectors the value of a call has no derivative: there a call is only hoisted when it may do something else
//!   (it writes what outlives it). The test of an ELSE IF is evaluated after those before it failed, the test of a WHILE in every
//!   turn, the right side of `.and.` only when the left one is true: hoisting keeps all that.
//! - With [`Options::hoist_actuals`] (adjoint) a real expression passed as an actual argument becomes `arg1 = e`, so that its
//!   adjoint has a place.
//! - Allocatable locals of one shape become automatic arrays ([`automatic`]).
//! - ALLOCATE with SOURCE and MOVE_ALLOC are taken apart ([`allocations`], adjoint).
//! - Releases that the end of a procedure makes by itself are left to it ([`releases`], adjoint).
//! - Values of functions that change their shape are those of a local until the end ([`results`], adjoint).
//! - Local pointers that are short names of elements are written out ([`shorthands`], adjoint).
//! - C: a value that is passed, whose place the callee may change by another way, gets a variable ([`shared_values`]).
//! - What INTENT(OUT) releases is released by statements ([`outputs`]).
//! - Calls leave the masks of WHERE, and FORALL that reads what it assigns becomes loops ([`masked`]).
//! - Arguments of intrinsics stand in the order of their dummies ([`keywords`]).
//! - Array functions with DIM or ORDER become loops over simpler ones ([`reductions`]).
//! - Implied loops of array constructors become loops where their turns need statements ([`constructors`]).
//! - Structures that constructors make are assigned component by component ([`structures`]).
//! - Arrays of structures that expressions make are assigned component by component, and are variables where they are passed ([`structure_arrays`]).
//! - Arrays of structures with allocations of their own are assigned element by element ([`elements`], adjoint).
//! - C: pointers that walk through counted loops stand still ([`walks`], adjoint).
//! - C: `modf` and `frexp` become an assignment for each of their results ([`two_results`]).

mod allocations;
mod beginnings;
mod constructors;
mod effects;
mod elements;
mod expressions;
mod keywords;
mod locals;
mod masked;
mod outputs;
mod readings;
mod reductions;
mod releases;
mod results;
mod shared_values;
mod shorthands;
mod status;
mod structure_arrays;
mod structures;
mod tests;
mod two_results;
pub(crate) mod values;
mod walks;

pub use beginnings::begin_blocks;
pub(crate) use beginnings::{begin, when};
pub(crate) use outputs::releasing_for_hosts;

use effects::Effects;
use expressions::Wanted;
use readings::Readings;

use std::collections::BTreeSet;
use std::mem;

use analysis::first_indices;
use analysis::other_names;
use analysis::overwritten::Overwritten;
use analysis::reached::Reached;
use analysis::{allocation, reallocation};
use il::calls::CallGraph;
use il::locals::declare;
use il::typing::type_of;
use il::{
    Block, Directive, Expr, ExprKind, Language, Program, Stmt, StmtId, StmtKind, SymbolId, Type, UnaryOp, UnitId,
};

use crate::prepare::automatic;
use crate::request::{Mode, Request};

/// What is asked for beyond the hoisting of calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Real expressions passed as actual arguments become variables: the adjoint needs it, the tangent does not.
    pub hoist_actuals: bool,
    /// C: values whose place the callee may change by another way have names of their own: derivatives that are passed by address need it. Fortran:
    /// structures that a list of subscripts selects, too, which have no place together.
    pub values_apart: bool,
    /// An array that is allocated on assignment, from its old value, gets it through a temporary: derivatives with directions, and adjoints,
    /// take the two shapes one after the other.
    pub part_shapes: bool,
}

impl Options {
    /// What a request needs.
    pub fn of(request: &Request) -> Self {
        let adjoint = request.mode == Mode::Adjoint;
        let by_address = adjoint || request.directions.is_some();
        Options { hoist_actuals: adjoint, values_apart: by_address, part_shapes: by_address }
    }
}

/// Normalises all procedures of `p`.
pub fn normalise(p: &mut Program, options: Options) {
    outputs::write_down(p);
    let calls = CallGraph::new(p);
    let (effects, writes) = (Effects::of(p, &calls, false), Effects::of(p, &calls, true));
    let (reached, overwritten) = (Reached::of(p), Overwritten::of(p));
    let readings = options.hoist_actuals.then(|| Readings::of(p, &calls));
    let units: Vec<UnitId> = p.units.ids().filter(|u| p.units[*u].is_understood()).collect();
    for unit in units {
        keywords::sort(p, unit);
        automatic::redeclare(p, unit);
        let status = if options.hoist_actuals { status::take_apart(p, unit) } else { Vec::new() };
        if options.hoist_actuals {
            releases::leave_to_the_end(p, unit);
            shorthands::write_out(p, unit);
            walks::stop(p, unit);
        }
        let (mut locals, first) = if options.hoist_actuals { values::separate(p, unit) } else { Default::default() };
        locals.extend(options.hoist_actuals.then(|| results::separate(p, unit)).flatten());
        locals.extend(status);
        p.units[unit].body.splice(0..0, first);
        crate::prepare::c_values::spread(p, unit, options.hoist_actuals, options.part_shapes);
        let body = mem::take(&mut p.units[unit].body);
        let (declared, released) = (Vec::new(), Vec::new());
        let mut h = Hoister {
            p,
            unit,
            options,
            effects: &effects,
            readings: readings.as_ref(),
            writes: &writes,
            reached: &reached,
            overwritten: &overwritten,
            declared,
            released,
            read_again: true,
        };
        let body = h.block(body);
        let declared: Vec<SymbolId> = locals.into_iter().chain(mem::take(&mut h.declared)).collect();
        p.units[unit].body = body;
        crate::messages::codes::take_apart(p, unit);
        let mut declared: Vec<SymbolId> = declared.into_iter().chain(two_results::take_apart(p, unit)).collect();
        if options.hoist_actuals {
            declared.extend(elements::take_apart(p, unit));
        }
        declare(p, unit, &declared);
    }
}

/// The procedures that may change something that outlives the call and may have a derivative.
pub(crate) fn writers(p: &Program, calls: &CallGraph) -> BTreeSet<UnitId> {
    Effects::of(p, calls, true).into_units()
}

struct Hoister<'a> {
    p: &'a mut Program,
    unit: UnitId,
    options: Options,
    effects: &'a Effects,
    /// Adjoints: calls whose values depend on more than what they are given.
    readings: Option<&'a Readings>,
    /// What calls do to values that may have a derivative.
    writes: &'a Effects,
    reached: &'a Reached,
    overwritten: &'a Overwritten,
    declared: Vec<SymbolId>,
    /// Temporary arrays that are released after the statement that needs them.
    released: Vec<Expr>,
    /// Derivatives of the statement read what it reads: calls that do something besides giving a value have to leave it.
    read_again: bool,
}

impl Hoister<'_> {
    fn language(&self) -> Language {
        self.p.units[self.unit].language
    }

    fn add(&mut self, kind: StmtKind) -> StmtId {
        self.p.units[self.unit].add(kind)
    }

    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        for id in block {
            let mut stmt = mem::replace(&mut self.p.units[self.unit].stmts[id], Stmt::from(StmtKind::Nop));
            let mut before = Block::new();
            let mut after = Block::new();
            let outer = mem::take(&mut self.released);
            let read_again = self.is_read_again(&stmt.kind);
            let around = mem::replace(&mut self.read_again, read_again);
            self.statement(&mut stmt, &mut before, &mut after);
            self.read_again = around;
            let released = mem::replace(&mut self.released, outer);
            after.extend(self.release(released));
            if let Some(&first) = before.first() {
                let checkpoint: Vec<Directive> =
                    stmt.directives.iter().filter(|d| d.name == "NOCHECKPOINT").cloned().collect();
                let u = &mut self.p.units[self.unit];
                for &b in &before {
                    if u.stmts[b].span == il::Span::NONE {
                        u.stmts[b].span = stmt.span;
                    }
                    if matches!(&u.stmts[b].kind, StmtKind::Assign { rhs, .. } if matches!(rhs.kind, ExprKind::Call { .. }))
                    {
                        u.stmts[b].directives.extend(checkpoint.iter().cloned());
                    }
                }
                u.stmts[first].label = stmt.label.take();
                u.stmts[first].comments = mem::take(&mut stmt.comments);
            }
            self.p.units[self.unit].stmts[id] = stmt;
            out.append(&mut before);
            out.push(id);
            out.append(&mut after);
        }
        out
    }

    /// Whether derivatives of a statement may read what it reads. Tests and what has no derivative stay as they are.
    fn is_read_again(&self, kind: &StmtKind) -> bool {
        match kind {
            StmtKind::Assign { lhs, rhs } => match type_of(self.p, lhs).element() {
                Type::Scalar(s) => s.is_differentiable() && self.may_vary(rhs),
                Type::Character { .. } => false,
                _ => true,
            },
            StmtKind::If(_)
            | StmtKind::Do(_)
            | StmtKind::While { .. }
            | StmtKind::Until { .. }
            | StmtKind::Select { .. }
            | il::labels!() => false,
            _ => true,
        }
    }

    /// The statement that releases temporary arrays, when there are any.
    fn release(&mut self, objects: Vec<Expr>) -> Option<StmtId> {
        (!objects.is_empty()).then(|| self.add(StmtKind::Deallocate { objects, options: Vec::new() }))
    }

    fn statement(&mut self, stmt: &mut Stmt, before: &mut Block, after: &mut Block) {
        self.source_value(stmt, before);
        self.allocation(stmt, after);
        if self.language().computes_with_arrays() && self.options.part_shapes {
            self.scalar_ready(stmt, before);
        }
        match &mut stmt.kind {
            StmtKind::Assign { lhs, rhs } => {
                // The user's `b = (a)` of structures is `b = a`: an assignment has its whole value before it stores any of it. Ours mean a copy.
                while let ExprKind::Unary(UnaryOp::Paren, value) = &mut rhs.kind
                    && rhs.span != il::Span::NONE
                    && matches!(type_of(self.p, value).element(), Type::Record(_))
                {
                    *rhs = mem::replace(&mut **value, Expr::int(0));
                }
                self.subscripts(lhs, before);
                self.lists(lhs, rhs, before);
                let makes = match &rhs.bare().kind {
                    ExprKind::Intrinsic(i, _) => structure_arrays::moves(*i),
                    kind => matches!(kind, ExprKind::Structure { .. } | ExprKind::Constructor { .. }),
                };
                if makes && self.structure_assignment(stmt, before, after) {
                    return;
                }
                let StmtKind::Assign { lhs, rhs } = &mut stmt.kind else { return };
                if self.options.part_shapes
                    && other_names::touches(rhs, lhs)
                    && reallocation::may_reallocate(self.p, self.unit, lhs, rhs)
                {
                    // The adjoints of the old and of the new array have different shapes.
                    self.expr(rhs, Wanted::Values, before);
                    let t = self.local_for("temp", rhs);
                    let value = mem::replace(rhs, Expr::var(t));
                    before.push(self.add(StmtKind::Assign { lhs: Expr::var(t), rhs: value }));
                    // It has another shape the next time: an assignment that reallocates costs a test, and gfortran 12 does not do it right
                    // where MATMUL is in the value.
                    if self.p.variable(t).is_some_and(|v| v.allocatable) {
                        self.released.push(Expr::var(t));
                    }
                    return;
                }
                if self.stays(lhs, rhs) {
                    if let ExprKind::Call { args, callee } = &mut rhs.kind {
                        self.actuals(*callee, args, before);
                    }
                } else {
                    let begins_elsewhere = self.p.is_allocatable(lhs) && self.begins_elsewhere(rhs);
                    self.expr(rhs, Wanted::Values, before);
                    if begins_elsewhere {
                        *rhs = Expr::unary(UnaryOp::Paren, mem::replace(rhs, Expr::int(0)));
                    }
                }
            }
            StmtKind::Call { args, callee, .. } => self.actuals(*callee, args, before),
            StmtKind::If(i) => self.branches(i, before),
            StmtKind::Do(d) => {
                for e in [Some(&mut d.from), Some(&mut d.to), d.step.as_mut()].into_iter().flatten() {
                    self.expr(e, Wanted::Effects, before);
                }
                d.body = self.block(mem::take(&mut d.body));
            }
            StmtKind::Allocate { objects, .. } => self.bounds(objects, before),
            // Their derivatives are found by the same subscripts.
            StmtKind::PointerAssign { lhs, rhs } => {
                [lhs, rhs].into_iter().filter(|e| e.is_reference()).for_each(|e| self.subscripts(e, before));
            }
            StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => {
                objects.iter_mut().for_each(|o| self.subscripts(o, before));
            }
            StmtKind::While { .. } | StmtKind::Until { .. } => self.tested_loop(stmt, before),
            StmtKind::Loop { body, .. } | StmtKind::Scope { body, .. } => *body = self.block(mem::take(body)),
            StmtKind::Select { selector, cases, .. } => {
                self.expr(selector, Wanted::Effects, before);
                for c in cases {
                    c.body = self.block(mem::take(&mut c.body));
                }
            }
            StmtKind::ComputedGoto { selector: e, .. } | StmtKind::ArithmeticIf { value: e, .. } => {
                self.expr(e, Wanted::Effects, before);
            }
            StmtKind::Return(Some(e)) if self.language().returns_expressions() => {
                self.expr(e, Wanted::Values, before);
            }
            // A turn of DO CONCURRENT may set a variable before it uses it (F2018 11.1.7.5).
            StmtKind::Forall { concurrent: true, body, .. } => *body = self.block(mem::take(body)),
            // Inside masks a statement has no place before it.
            StmtKind::Where { arms, otherwise, .. } => {
                self.expr(&mut arms[0].test, Wanted::Effects, before);
                if self.calls_in_masks(&arms[1..])
                    || arms.iter().map(|a| &a.body).chain(otherwise.iter()).any(|b| self.calls_under_masks(b))
                {
                    let (arms, otherwise) = (mem::take(arms), otherwise.take());
                    self.masked(arms, otherwise, None, before);
                    self.take_last(stmt, before);
                }
            }
            StmtKind::Forall { indices, mask, body, .. } => {
                let (indices, mask, body) = (indices.clone(), mask.clone(), body.clone());
                if let Some(turns) = self.in_turn(&indices, mask.as_ref(), &body) {
                    before.extend(turns);
                    self.take_last(stmt, before);
                }
            }
            il::storage!()
            | StmtKind::Return(_)
            | il::jump!()
            | il::labels!()
            | StmtKind::Stop { .. }
            | StmtKind::Nop
            | StmtKind::Declare(_)
            | StmtKind::Opaque { .. }
            | StmtKind::Error(_)
            | il::tape!() => {}
        }
    }

    /// Whether `lhs = f(…)` is already a call statement: same type and shape, and `lhs`, by whatever name, neither an argument nor anything that `f`
    /// reaches, nor what a vector subscript selects, which no procedure may define (F2018 15.5.2.4).
    fn stays(&self, lhs: &Expr, rhs: &Expr) -> bool {
        let ExprKind::Call { callee, args } = &rhs.kind else { return false };
        let (l, r) = (type_of(self.p, lhs), type_of(self.p, rhs));
        let same = l.rank() == r.rank() && l.element() == r.element() && self.p.symbol_type(*callee).is_some();
        // A function allocates its value itself: in something that can be allocated, and counts from where its result does.
        let allocates = self.allocates(*callee);
        same && lhs.is_reference()
            && (!allocates || allocation::is_allocatable_array(self.p, lhs) && !self.begins_elsewhere(rhs))
            && !self.has_vector_subscript(lhs)
            && !args.iter().any(|a| other_names::may_share(self.p, self.unit, &a.value, lhs))
            && !self.reached.reaches(self.p, self.unit, *callee, lhs)
    }

    fn allocates(&self, callee: SymbolId) -> bool {
        let result = self.p.callee(callee).and_then(|u| self.p.units[u].result());
        result.is_some_and(|r| self.p.variable(r).is_some_and(|v| v.allocatable))
    }

    /// Whether a value comes from a function that allocates it, and may begin elsewhere than what it is assigned to: what the function gives is one thing, and
    /// what begins at one, as the value of a function does, another.
    fn begins_elsewhere(&self, value: &Expr) -> bool {
        let ExprKind::Call { callee, .. } = value.bare().kind else { return false };
        let ty = type_of(self.p, value);
        ty.rank() > 0 && self.allocates(callee) && first_indices::may_differ(self.p, &ty)
    }
}
