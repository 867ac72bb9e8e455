//! Program to program, before any analysis: what the transformers need split is split, everything else stays as the user wrote it.
//!
//! - Calls of user functions that return something differentiable leave the expressions they stand in and become
//!   `result1 = f(x)`, in evaluation order (RR-7957 §5.3 assumes it). A statement `y = f(x)` stays, unless `y` is also an argument, or a
//!   global that `f` reaches by itself.
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
//! - Arrays of structures with allocations of their own are assigned element by element ([`elements`], adjoint).
//! - C: `modf` and `frexp` become an assignment for each of their results ([`two_results`]).

mod allocations;
mod beginnings;
mod constructors;
mod elements;
mod keywords;
mod masked;
mod outputs;
mod reductions;
mod releases;
mod results;
mod shared_values;
mod shorthands;
mod structures;
mod two_results;
pub(crate) mod values;

pub use beginnings::begin_blocks;
pub(crate) use beginnings::{begin, when};

use std::collections::BTreeMap;
use std::mem;

use il::decl::{Decl, DeclKind, Entity};
use il::expr::Item;
use il::stmt::{Arm, If};
use il::symbol::{ProcedureClass, Storage, Symbol, SymbolKind};
use il::typing::type_of;
use il::{
    Arg, Attr, BinaryOp, Block, Dim, Directive, Expr, ExprKind, Language, Prefix, Program, Scalar, Stmt, StmtId,
    StmtKind, Subscript, SymbolId, Type, UnaryOp, UnitId, Upper, Variable,
};

use crate::known::allocation;
use crate::known::other_names;
use crate::known::reached::Reached;
use crate::known::shape;
use crate::prepare::{automatic, by_argument};
use crate::request::{Mode, Request};

/// What is asked for beyond the hoisting of calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Real expressions passed as actual arguments become variables: the adjoint needs it, the tangent does not.
    pub hoist_actuals: bool,
    /// C: values whose place the callee may change by another way have names of their own: derivatives that are passed by address need it.
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
    let (effects, writes) = (Effects::of(p, false), Effects::of(p, true));
    let reached = Reached::of(p);
    let units: Vec<UnitId> = p.units.ids().collect();
    for unit in units {
        let u = &p.units[unit];
        if !u.is_procedure() || u.is_interface || u.has_errors {
            continue;
        }
        keywords::sort(p, unit);
        automatic::redeclare(p, unit);
        if options.hoist_actuals {
            releases::leave_to_the_end(p, unit);
            shorthands::write_out(p, unit);
        }
        let (mut locals, first) = if options.hoist_actuals { values::separate(p, unit) } else { Default::default() };
        locals.extend(options.hoist_actuals.then(|| results::separate(p, unit)).flatten());
        p.units[unit].body.splice(0..0, first);
        crate::prepare::c_values::spread(p, unit, options.hoist_actuals);
        let body = mem::take(&mut p.units[unit].body);
        let (declared, released) = (Vec::new(), Vec::new());
        let mut h =
            Hoister { p, unit, options, effects: &effects, writes: &writes, reached: &reached, declared, released };
        let body = h.block(body);
        let declared: Vec<SymbolId> = locals.into_iter().chain(mem::take(&mut h.declared)).collect();
        p.units[unit].body = body;
        let mut declared: Vec<SymbolId> = declared.into_iter().chain(two_results::take_apart(p, unit)).collect();
        if options.hoist_actuals {
            declared.extend(elements::take_apart(p, unit));
        }
        declare(p, unit, &declared);
    }
}

/// A number as it is written.
fn written_number(e: &Expr) -> Option<f64> {
    match &e.kind {
        ExprKind::Integer { value, .. } => Some(*value as f64),
        ExprKind::Real { value, .. } => Some(*value),
        _ => None,
    }
}

/// A fresh local variable of `unit` named after `base` (conventions §3.1: the first free numeric suffix), not declared yet.
pub(crate) fn fresh(p: &mut Program, unit: UnitId, base: &str, variable: Variable) -> SymbolId {
    let scope = p.units[unit].scope;
    let taken = |p: &Program, name: &str| {
        p.lookup(scope, name).is_some() || p.symbols.iter().any(|(_, s): (_, &Symbol)| in_scope(p, s, scope, name))
    };
    let upper = p.units[unit].language == Language::Fortran && crate::names::writes_upper(p, unit);
    let base = if upper { base.to_ascii_uppercase() } else { base.to_string() };
    let mut name = base.clone();
    let mut k = 0;
    while taken(p, &name) {
        name = format!("{base}{k}");
        k += 1;
    }
    p.declare(scope, name, il::Span::NONE, SymbolKind::Variable(variable))
}

/// Whether `s` is called `name` in a block inside `scope`: an inner block may hide a name declared outside.
fn in_scope(p: &Program, s: &Symbol, scope: il::ScopeId, name: &str) -> bool {
    if s.name != name {
        return false;
    }
    let mut at = Some(s.scope);
    while let Some(id) = at {
        if id == scope {
            return true;
        }
        at = p.scopes[id].parent;
    }
    false
}

/// Declares new locals: Fortran at the end of the declarations, C at the top of the body.
pub(crate) fn declare(p: &mut Program, unit: UnitId, symbols: &[SymbolId]) {
    if symbols.is_empty() {
        return;
    }
    if p.units[unit].language == Language::C {
        let id = p.units[unit].add(StmtKind::Declare(symbols.to_vec()));
        p.units[unit].body.insert(0, id);
        return;
    }
    let colons = p.units[unit].decls.iter().any(|d| matches!(d.kind, DeclKind::Variables { colons: true, .. }));
    for &s in symbols {
        let Some(v) = p.variable(s) else { continue };
        let spelling = match v.ty.element() {
            Type::Scalar(scalar) => scalar.spelling.clone(),
            Type::Record(r) => format!("{}({})", if v.polymorphic { "class" } else { "type" }, p.records[*r].name),
            Type::Character { spelling, .. } => spelling.clone(),
            _ => String::new(),
        };
        let has = [(v.allocatable, Attr::Allocatable), (v.pointer, Attr::Pointer), (v.target, Attr::Target)];
        let attrs: Vec<Attr> = has.into_iter().filter(|(has, _)| *has).map(|(_, attr)| attr).collect();
        let colons = colons || !attrs.is_empty();
        let kind = DeclKind::Variables { spelling, attrs, colons, entities: vec![Entity::new(s)] };
        p.units[unit].decls.push(Decl::from(kind));
    }
}

/// For each unit whether running it may change something that outlives the call. Conservative: what is not known does.
struct Effects {
    units: BTreeMap<UnitId, bool>,
    /// Only what is differentiable counts.
    values: bool,
}

impl Effects {
    fn of(p: &Program, values: bool) -> Self {
        // Everything is harmless until a write is found; calls carry it up until nothing changes.
        let mut table = Effects { units: p.units.ids().map(|u| (u, false)).collect(), values };
        loop {
            let mut changed = false;
            for (id, u) in p.units.iter() {
                if table.units[&id] || u.has_prefix(&Prefix::Pure) || !u.is_procedure() {
                    continue;
                }
                let mut found = u.is_interface || u.has_errors;
                u.walk(&u.body, &mut |_, s| found |= table.statement(p, id, &s.kind));
                if found {
                    table.units.insert(id, true);
                    changed = true;
                }
            }
            if !changed {
                return table;
            }
        }
    }

    fn statement(&self, p: &Program, unit: UnitId, kind: &StmtKind) -> bool {
        let outlives = |e: &Expr| match e.root().and_then(|s| Some((s, p.variable(s)?))) {
            Some(_) if self.values && !counts(p, e) => false,
            Some((s, v)) => {
                // A local of the procedure around is none of this one.
                p.home(s) != Some(unit)
                    || v.saved
                    || v.pointer
                    || !matches!(v.storage, Storage::Local | Storage::Result)
                    || matches!(v.ty, Type::Pointer { .. })
            }
            None => true,
        };
        let mut found = match kind {
            StmtKind::Assign { lhs, .. } | StmtKind::PointerAssign { lhs, .. } => outlives(lhs),
            StmtKind::Call { callee, args, .. } => self.call(p, *callee) || args.iter().any(|a| outlives(&a.value)),
            StmtKind::Opaque { writes, .. } => writes.iter().any(outlives),
            StmtKind::Allocate { objects, .. } => objects.iter().any(|o| outlives(&o.object)),
            StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => objects.iter().any(outlives),
            StmtKind::Error(_) => true,
            _ => false,
        };
        kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                if let ExprKind::Call { callee, .. } = &x.kind {
                    found |= self.call(p, *callee);
                }
            });
        });
        found
    }

    fn call(&self, p: &Program, callee: SymbolId) -> bool {
        match p.procedure(callee) {
            Some(f) if f.class == ProcedureClass::Intrinsic || f.class == ProcedureClass::System => false,
            Some(il::symbol::Procedure { unit: Some(u), .. }) => {
                !p.units[*u].has_prefix(&Prefix::Pure) && (p.units[*u].is_interface || self.units[u])
            }
            _ => true,
        }
    }
}

/// Whether what a reference names, or what a pointer leads to, may have a derivative.
fn counts(p: &Program, e: &Expr) -> bool {
    let mut ty = type_of(p, e);
    while let Type::Pointer { to, .. } = ty {
        ty = *to;
    }
    p.is_differentiable(&ty) || matches!(ty, Type::Void) || ty.record().is_some()
}

struct Hoister<'a> {
    p: &'a mut Program,
    unit: UnitId,
    options: Options,
    effects: &'a Effects,
    /// What calls do to values that may have a derivative.
    writes: &'a Effects,
    reached: &'a Reached,
    declared: Vec<SymbolId>,
    /// Temporary arrays that are released after the statement that needs them.
    released: Vec<Expr>,
}

/// Which calls leave an expression.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    /// The value is differentiated: all calls with a differentiable result.
    Values,
    /// Only the side effects matter.
    Effects,
}

impl Hoister<'_> {
    fn language(&self) -> Language {
        self.p.units[self.unit].language
    }

    fn add(&mut self, kind: StmtKind) -> StmtId {
        self.p.units[self.unit].add(kind)
    }

    /// A new local for the value of `e`.
    fn local_for(&mut self, base: &str, e: &Expr) -> SymbolId {
        match (type_of(self.p, e), shape::fixed(self.p, e)) {
            (Type::Array { elem, .. }, Some(dims)) if self.language() == Language::Fortran => {
                self.declared_local(base, Variable::new(Type::Array { elem, dims }, Storage::Local))
            }
            (ty, _) => self.local(base, &ty),
        }
    }

    fn local(&mut self, base: &str, ty: &Type) -> SymbolId {
        // The extents of a value are those of its operands at this moment: an allocatable takes them over by itself.
        let (ty, allocatable) = match ty {
            Type::Array { elem, dims } if self.language() == Language::Fortran => {
                let dims = dims.iter().map(|_| Dim { lower: None, upper: Upper::Deferred }).collect();
                (Type::Array { elem: elem.clone(), dims }, true)
            }
            other => (other.clone(), false),
        };
        let mut v = Variable::new(crate::settle::kind_names::spelled(ty, self.language()), Storage::Local);
        v.allocatable = allocatable;
        self.declared_local(base, v)
    }

    fn declared_local(&mut self, base: &str, v: Variable) -> SymbolId {
        let v = Variable { ty: crate::settle::kind_names::visible(self.p, self.unit, v.ty.clone()), ..v };
        let id = fresh(self.p, self.unit, base, v);
        self.declared.push(id);
        id
    }

    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        for id in block {
            let mut stmt = mem::replace(&mut self.p.units[self.unit].stmts[id], Stmt::from(StmtKind::Nop));
            let mut before = Block::new();
            let mut after = Block::new();
            let outer = mem::take(&mut self.released);
            self.statement(&mut stmt, &mut before, &mut after);
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

    /// The statement that releases temporary arrays, when there are any.
    fn release(&mut self, objects: Vec<Expr>) -> Option<StmtId> {
        (!objects.is_empty()).then(|| self.add(StmtKind::Deallocate { objects, options: Vec::new() }))
    }

    /// A test, and what has to be computed before it into `before`. What that needs is released before the test decides where to go.
    fn test(&mut self, test: &mut Expr, before: &mut Block) {
        let outer = mem::take(&mut self.released);
        self.expr(test, Wanted::Effects, before);
        let released = mem::replace(&mut self.released, outer);
        if let Some(release) = self.release(released) {
            let kept = Expr::var(self.local("test", &self.truth()));
            let value = mem::replace(test, kept.clone());
            before.push(self.add(StmtKind::Assign { lhs: kept, rhs: value }));
            before.push(release);
        }
    }

    fn statement(&mut self, stmt: &mut Stmt, before: &mut Block, after: &mut Block) {
        self.source_value(stmt, before);
        self.allocation(stmt, after);
        if self.language() == Language::Fortran && self.options.part_shapes {
            self.scalar_ready(stmt, before);
        }
        match &mut stmt.kind {
            StmtKind::Assign { lhs, rhs } => {
                self.subscripts(lhs, before);
                let makes = match &rhs.bare().kind {
                    ExprKind::Intrinsic(i, _) => i.name() == "merge",
                    kind => matches!(kind, ExprKind::Structure { .. } | ExprKind::Constructor { .. }),
                };
                if makes && self.structure_assignment(stmt, before, after) {
                    return;
                }
                let StmtKind::Assign { lhs, rhs } = &mut stmt.kind else { return };
                if self.options.part_shapes
                    && other_names::touches(rhs, lhs)
                    && allocation::may_reallocate(self.p, self.unit, lhs, rhs)
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
                    self.expr(rhs, Wanted::Values, before);
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
            StmtKind::Return(Some(e)) if self.language() == Language::C => {
                self.expr(e, Wanted::Values, before);
            }
            // A turn of DO CONCURRENT may set a variable before it uses it (F2018 11.1.7.5).
            StmtKind::Forall { concurrent: true, body, .. } => *body = self.block(mem::take(body)),
            // Inside masks a statement has no place before it.
            StmtKind::Where { arms, otherwise, .. } => {
                let blocks: Vec<Block> = arms.iter().map(|a| a.body.clone()).chain(otherwise.clone()).collect();
                if blocks.iter().any(|b| self.calls_under_masks(b)) {
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
            StmtKind::PointerAssign { .. }
            | StmtKind::Return(_)
            | StmtKind::Exit(_)
            | StmtKind::Cycle(_)
            | StmtKind::Goto(_)
            | StmtKind::AssignLabel { .. }
            | StmtKind::AssignedGoto { .. }
            | StmtKind::Stop { .. }
            | StmtKind::Nop
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Declare(_)
            | StmtKind::Opaque { .. }
            | StmtKind::Error(_)
            | StmtKind::Save { .. }
            | StmtKind::Restore { .. }
            | StmtKind::SaveControl { .. }
            | StmtKind::RestoreControl { .. } => {}
        }
    }

    /// Whether `lhs = f(…)` is already a call statement: same type and shape, and `lhs`, by whatever name, neither an argument nor anything that `f`
    /// reaches, nor what a vector subscript selects, which no procedure may define (F2018 15.5.2.4).
    fn stays(&self, lhs: &Expr, rhs: &Expr) -> bool {
        let ExprKind::Call { callee, args } = &rhs.kind else { return false };
        let (l, r) = (type_of(self.p, lhs), type_of(self.p, rhs));
        let same = l.rank() == r.rank() && l.element() == r.element() && self.p.symbol_type(*callee).is_some();
        // A function allocates its value itself: in something that can be allocated.
        let allocates = self.p.callee(*callee).and_then(|u| self.p.units[u].result());
        let allocates = allocates.is_some_and(|r| self.p.variable(r).is_some_and(|v| v.allocatable));
        same && lhs.is_reference()
            && (!allocates || allocation::is_allocatable_array(self.p, lhs))
            && !self.has_vector_subscript(lhs)
            && !args.iter().any(|a| other_names::may_share(self.p, self.unit, &a.value, lhs))
            && !self.reached.reaches(self.p, self.unit, *callee, lhs)
    }

    fn branches(&mut self, i: &mut If, before: &mut Block) {
        for k in 0..i.arms.len() {
            let mut own = Block::new();
            let mut test = i.arms[k].test.clone();
            self.test(&mut test, &mut own);
            if k > 0 && !own.is_empty() {
                // This test is only evaluated when those before it failed: the rest of the chain moves into the ELSE.
                let mut rest = If { arms: i.arms.split_off(k), otherwise: i.otherwise.take(), one_line: false };
                let mut inner = Block::new();
                self.branches(&mut rest, &mut inner);
                let nested = self.add(StmtKind::If(rest));
                inner.push(nested);
                i.otherwise = Some(inner);
                i.one_line = false;
                return;
            }
            before.append(&mut own);
            i.arms[k].test = test;
            let body = self.block(mem::take(&mut i.arms[k].body));
            if body.len() > 1 {
                i.one_line = false;
            }
            i.arms[k].body = body;
        }
        if let Some(body) = &mut i.otherwise {
            let inner = self.block(mem::take(body));
            *body = inner;
        }
    }

    /// The last of the statements made for `stmt` takes its place.
    fn take_last(&mut self, stmt: &mut Stmt, before: &mut Block) {
        let last = before.pop();
        stmt.kind = match last {
            Some(id) => mem::replace(&mut self.p.units[self.unit].stmts[id].kind, StmtKind::Nop),
            None => StmtKind::Nop,
        };
    }

    /// A loop whose test must be prepared in every turn becomes an endless one that leaves in the middle.
    fn tested_loop(&mut self, stmt: &mut Stmt, before: &mut Block) {
        match &mut stmt.kind {
            StmtKind::While { test, body, name } => {
                let mut own = Block::new();
                self.test(test, &mut own);
                let inner = self.block(mem::take(body));
                if own.is_empty() {
                    *body = inner;
                    return;
                }
                own.push(self.leave_unless(test.clone()));
                own.extend(inner);
                stmt.kind = StmtKind::Loop { body: own, name: name.take() };
            }
            StmtKind::Until { body, test, name } => {
                let mut own = Block::new();
                self.test(test, &mut own);
                let mut inner = self.block(mem::take(body));
                if own.is_empty() {
                    *body = inner;
                    return;
                }
                own.push(self.leave_unless(test.clone()));
                if self.cycles(&inner, name.as_deref(), true) {
                    // CYCLE goes to the test: it moves to the top, and the first turn skips it.
                    let ty = self.truth();
                    let first = self.local("first", &ty);
                    let set = |v: bool| StmtKind::Assign { lhs: Expr::var(first), rhs: Expr::logical(v) };
                    let not_first = Expr::unary(UnaryOp::Not, Expr::var(first));
                    let guard = StmtKind::If(If {
                        arms: vec![Arm { test: not_first, body: own }],
                        otherwise: None,
                        one_line: false,
                    });
                    let mut all = vec![self.add(guard), self.add(set(false))];
                    all.append(&mut inner);
                    before.push(self.add(set(true)));
                    stmt.kind = StmtKind::Loop { body: all, name: name.take() };
                    return;
                }
                inner.append(&mut own);
                stmt.kind = StmtKind::Loop { body: inner, name: name.take() };
            }
            _ => {}
        }
    }

    fn leave_unless(&mut self, test: Expr) -> StmtId {
        let exit = self.add(StmtKind::Exit(None));
        let test = Expr::unary(UnaryOp::Not, test);
        self.add(StmtKind::If(If { arms: vec![Arm { test, body: vec![exit] }], otherwise: None, one_line: true }))
    }

    /// Whether `block` continues the loop called `name` that it is the body of.
    fn cycles(&self, block: &Block, name: Option<&str>, innermost: bool) -> bool {
        let stmts = &self.p.units[self.unit].stmts;
        block.iter().any(|&id| match &stmts[id].kind {
            StmtKind::Cycle(None) => innermost,
            StmtKind::Cycle(Some(n)) => Some(n.as_str()) == name,
            kind => kind.blocks().into_iter().any(|b| self.cycles(b, name, innermost && !kind.is_loop())),
        })
    }

    fn truth(&self) -> Type {
        Type::Scalar(match self.language() {
            Language::C => Scalar::int(),
            _ => Scalar::logical(),
        })
    }

    /// Whether a call expression must leave the expression it stands in.
    fn leaves(&self, e: &Expr, wanted: Wanted) -> bool {
        if self.makes_structure(e) && self.language() == Language::Fortran {
            return wanted == Wanted::Values;
        }
        if self.is_reduced(e)
            || matches!(&e.kind, ExprKind::Constructor { items, .. } if items.iter().any(|i| self.needs_turns(i)))
        {
            return wanted == Wanted::Values;
        }
        let ExprKind::Call { callee, args } = &e.kind else { return false };
        if by_argument::is_reference(self.p, e) {
            return true;
        }
        let Some(ty) = self.p.symbol_type(*callee) else { return false };
        if self.p.is_differentiable(ty) {
            return wanted == Wanted::Values
                || self.effects.call(self.p, *callee)
                || two_results::has_two(self.p, *callee);
        }
        // `if (factor(n, a) /= 0)`: what it returns is a status, but what it writes has a derivative.
        let may_write = match self.p.callee(*callee) {
            Some(_) => self.writes.call(self.p, *callee),
            None => self.may_be_written(*callee, args),
        };
        ty.scalar().is_some() && may_write
    }

    /// Whether a procedure without a body, a dummy or a black box, may write what it is given and what has a derivative.
    fn may_be_written(&self, callee: SymbolId, args: &[Arg]) -> bool {
        let Some(f) = self.p.procedure(callee) else { return false };
        if matches!(f.class, ProcedureClass::Intrinsic | ProcedureClass::System) {
            return false;
        }
        let params = f.unit.map_or(&[][..], |u| &self.p.units[u].params);
        let only_reads =
            |k: usize| params.get(k).is_some_and(|s| self.p.is_read_only(*s) || self.p.leads_to_constants(*s));
        args.iter().enumerate().any(|(k, a)| {
            let ty = type_of(self.p, &a.value);
            let by_reference = match self.language() {
                Language::Fortran => a.value.is_reference(),
                Language::C => matches!(ty, Type::Pointer { .. } | Type::Array { .. }),
            };
            by_reference && counts(self.p, &a.value) && !only_reads(k)
        })
    }

    fn any_leaves(&self, e: &Expr, wanted: Wanted) -> bool {
        let mut found = false;
        e.walk(&mut |x| found |= self.leaves(x, wanted));
        found
    }

    fn expr(&mut self, e: &mut Expr, wanted: Wanted, before: &mut Block) {
        if !self.any_leaves(e, wanted) {
            // A call that stays still wants its own arguments in order.
            return;
        }
        let language = self.language();
        if self.makes_structure(e) && language == Language::Fortran {
            if let Some(value) = self.structure_value(e, before) {
                *e = value;
            }
            return;
        }
        if self.is_reduced(e)
            && let Some(value) = self.reduced(e, before)
        {
            *e = value;
            // What is left of it may hold calls.
            e.children_mut(&mut |c| self.expr(c, wanted, before));
            return;
        }
        match &mut e.kind {
            ExprKind::Call { args, callee } => {
                self.actuals(*callee, args, before);
                if by_argument::is_reference(self.p, e) {
                    let ExprKind::Call { args, callee } = e.kind.clone() else { return };
                    let Some((local, call)) = by_argument::call_of(self.p, self.unit, callee, args) else { return };
                    self.declared.push(local);
                    before.push(self.add(call));
                    *e = Expr::at(ExprKind::Var(local), e.span);
                } else if self.leaves(e, wanted) {
                    let r = self.local_for("result1", e);
                    let span = e.span;
                    let call = mem::replace(e, Expr::at(ExprKind::Var(r), span));
                    let id = self.add(StmtKind::Assign { lhs: Expr::var(r), rhs: call });
                    self.p.units[self.unit].stmts[id].span = span;
                    before.push(id);
                    self.to_be_released(r);
                }
            }
            ExprKind::Cond { test, yes, no } if self.any_leaves(yes, wanted) || self.any_leaves(no, wanted) => {
                // Only the chosen value is evaluated.
                self.expr(test, Wanted::Effects, before);
                let (test, mut yes, mut no) = ((**test).clone(), (**yes).clone(), (**no).clone());
                let ty = type_of(self.p, e);
                let r = self.local("result1", &ty);
                let (mut first, mut second) = (Block::new(), Block::new());
                self.expr(&mut yes, wanted, &mut first);
                self.expr(&mut no, wanted, &mut second);
                first.push(self.add(StmtKind::Assign { lhs: Expr::var(r), rhs: yes }));
                second.push(self.add(StmtKind::Assign { lhs: Expr::var(r), rhs: no }));
                let choice = If { arms: vec![Arm { test, body: first }], otherwise: Some(second), one_line: false };
                before.push(self.add(StmtKind::If(choice)));
                *e = Expr::at(ExprKind::Var(r), e.span);
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), l, r) if self.any_leaves(r, wanted) => {
                let op = *op;
                self.expr(l, wanted, before);
                let ty = self.truth();
                let t = self.local("test", &ty);
                before.push(self.add(StmtKind::Assign { lhs: Expr::var(t), rhs: (**l).clone() }));
                let mut inner = Block::new();
                let mut right = (**r).clone();
                self.expr(&mut right, wanted, &mut inner);
                inner.push(self.add(StmtKind::Assign { lhs: Expr::var(t), rhs: right }));
                let test = if op == BinaryOp::And { Expr::var(t) } else { Expr::unary(UnaryOp::Not, Expr::var(t)) };
                let guard = If { arms: vec![Arm { test, body: inner }], otherwise: None, one_line: false };
                before.push(self.add(StmtKind::If(guard)));
                *e = Expr::at(ExprKind::Var(t), e.span);
            }
            ExprKind::Constructor { .. } => {
                let element = type_of(self.p, e).element().clone();
                let ExprKind::Constructor { items, .. } = &mut e.kind else { return };
                for i in items.iter_mut() {
                    match i {
                        Item::Value(v) => self.expr(v, wanted, before),
                        Item::Implied { .. } if wanted == Wanted::Values && self.needs_turns(i) => {
                            if let Some(array) = self.filled(i, &element, before) {
                                *i = Item::Value(array);
                            }
                        }
                        Item::Implied { .. } => {}
                    }
                }
            }
            ExprKind::Unary(UnaryOp::Paren, inner)
                if language == Language::C && matches!(inner.kind, ExprKind::Call { .. }) =>
            {
                self.expr(inner, wanted, before);
                *e = (**inner).clone();
            }
            _ => e.children_mut(&mut |c| self.expr(c, wanted, before)),
        }
    }

    /// Calls in the subscripts of a reference that stays.
    fn subscripts(&mut self, reference: &mut Expr, before: &mut Block) {
        reference.children_mut(&mut |c| self.expr(c, Wanted::Values, before));
    }

    fn actuals(&mut self, callee: SymbolId, args: &mut [Arg], before: &mut Block) {
        let shared = match self.options.values_apart && self.writes.call(self.p, callee) {
            true => shared_values::shared(self.p, self.unit, self.reached, callee, args),
            false => vec![false; args.len()],
        };
        for (k, (a, shared)) in args.iter_mut().zip(shared).enumerate() {
            let converted = self.converted(callee, k, &a.value);
            // What vector subscripts select is a value: no procedure may define it (F2018 15.5.2.4).
            let selected = self.has_vector_subscript(&a.value);
            if a.value.is_reference() {
                self.subscripts(&mut a.value, before);
                if !selected && !shared && converted.is_none() {
                    continue;
                }
            } else {
                self.expr(&mut a.value, Wanted::Values, before);
            }
            let hoisted = self.options.hoist_actuals && (selected || !a.value.is_reference());
            if let (Some(Type::Scalar(to)), Some(value)) = (&converted, written_number(&a.value)) {
                a.value = Expr { span: a.value.span, ..crate::simplify::number(value, to) };
            } else if (hoisted || shared) && self.may_vary(&a.value) || converted.is_some() {
                let r = match &converted {
                    Some(ty) => self.local("arg1", ty),
                    None => self.local_for("arg1", &a.value),
                };
                let span = a.value.span;
                let value = mem::replace(&mut a.value, Expr::at(ExprKind::Var(r), span));
                before.push(self.add(StmtKind::Assign { lhs: Expr::var(r), rhs: value }));
                self.to_be_released(r);
            }
        }
    }

    /// Adjoints: a temporary that its assignment allocates is released behind the statement. The next turn of a loop finds nothing there then.
    pub(super) fn to_be_released(&mut self, t: SymbolId) {
        if self.options.part_shapes && self.p.variable(t).is_some_and(|v| v.allocatable && v.ty.rank() > 0) {
            self.released.push(Expr::var(t));
        }
    }

    /// C: the type of a real parameter that gets a number of another one, `f(x)` of a `float x` for `double`, `f(2)`: their derivatives have no
    /// place in common.
    fn converted(&self, callee: SymbolId, k: usize, actual: &Expr) -> Option<Type> {
        if self.language() != Language::C || !self.options.values_apart {
            return None;
        }
        let params = match (self.p.callee(callee), il::calls::definition(self.p, callee)) {
            (Some(unit), _) | (None, Some(unit)) => &self.p.units[unit].params,
            (None, None) => return None,
        };
        let wanted = self.p.variable(*params.get(k)?).filter(|v| v.by_value)?;
        let (to, from) = (&wanted.ty, type_of(self.p, actual));
        match (to, &from) {
            (Type::Scalar(t), Type::Scalar(f)) if t.is_differentiable() && (t.class, t.bytes) != (f.class, f.bytes) => {
                Some(to.clone())
            }
            _ => None,
        }
    }

    fn has_vector_subscript(&self, e: &Expr) -> bool {
        let mut found = false;
        let vector = |s: &Subscript| matches!(s, Subscript::At(i) if type_of(self.p, i).rank() > 0);
        if self.language() == Language::Fortran && e.is_reference() {
            e.walk(&mut |x| found |= matches!(&x.kind, ExprKind::Index { subs, .. } if subs.iter().any(vector)));
        }
        found
    }

    /// Whether the value is real or complex and made from a variable that is.
    fn may_vary(&self, e: &Expr) -> bool {
        let ty = type_of(self.p, e);
        // C: `a + 1` of an array is an address.
        let address = self.language() == Language::C && ty.rank() > 0;
        if address || matches!(ty, Type::Pointer { .. }) || ty.record().is_some() || !ty.is_differentiable() {
            return false;
        }
        let mut found = false;
        e.walk(&mut |x| {
            if let ExprKind::Var(s) = x.kind {
                found |= self.p.variable(s).is_some_and(|v| self.p.is_differentiable(&v.ty));
            }
        });
        found
    }
}
