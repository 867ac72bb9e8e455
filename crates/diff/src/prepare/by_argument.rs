//! Functions whose value is a pointer, where that or something else that they set may have a derivative, or (Fortran) an object whose dynamic type they decide, become subroutines that set
//! their last argument.
//!
//! ```text
//! q => field(s)                  call field(s, q)
//! v = window(k)                  call window(k, v)               (adjoints: a structure with pointers)
//! y = sum(field(s))              call field(s, result1);  y = sum(result1)
//! shape = make(kind)             call make(kind, shape)
//! root = insert(root, x);        insert(root, x, &result1);  root = result1;
//! return n;                      *result = n;  return;
//! ```
//!
//! The value of such a function is a place, and so is its derivative: one that the caller goes on with, reads and changes. A tangent could give only
//! one of the two, and the two halves of an adjoint have to agree on both; for what comes back through arguments all that is known
//! ([`crate::refuse::moved_pointers`], [`analysis::allocation`]). Only what is differentiated has this form: where a derivative calls the original,
//! it calls the function ([`restore`]).
//!
//! In C most such functions have been put in the place of their calls ([`crate::prepare::c_helpers`]): this is for what calls itself, and what jumps and
//! allocates nothing.
//!
//! References that may not be evaluated, or several times, in the test of an ELSE IF or of a loop, behind `.and.`, leave their statements when all others do
//! ([`crate::prepare::normalise`]). A function stays what it is when a head asks for it, when it is passed as an argument, and when it is called in FORALL.

use std::collections::BTreeSet;

use il::c_pointers::points_to_reals;
use il::calls::{CallGraph, is_new_memory};
use il::decl::Attr;
use il::locals::{declare, fresh};
use il::symbol::{Storage, SymbolKind, Variable};
use il::{
    Arg, BinaryOp, Block, DeclKind, Expr, ExprKind, Intent, Language, Prefix, Program, Stmt, StmtKind, SymbolId, Type,
    UnitId, UnitKind,
};

use crate::names;
use crate::output::Output;
use crate::prepare::normalise;
use crate::request::{Mode, Request};

/// Makes them subroutines in the program that is differentiated.
pub(crate) fn settle(p: &mut Program, request: &Request) {
    let mut functions = candidates(p, request);
    let units: Vec<UnitId> = p.units.ids().collect();
    for &unit in &units {
        if functions.is_empty() {
            return;
        }
        let fixed = called_in_fixed_places(p, unit, &functions);
        functions.retain(|f| !fixed.contains(f));
    }
    for &function in &functions {
        return_by_argument(p, function);
    }
    for unit in units {
        let body = std::mem::take(&mut p.units[unit].body);
        let mut caller = Caller { p, unit, functions: &functions, declared: Vec::new() };
        let body = caller.block(body);
        let declared = caller.declared;
        p.units[unit].body = body;
        declare(p, unit, &declared);
    }
}

/// Where finished derivatives call an original, or a copy of it, it is the function of `plain` again.
pub(crate) fn restore(output: &mut Output, plain: &Program) {
    let p = &mut output.program;
    let gives_pointer = |p: &Program, u: UnitId, given: usize| {
        let of = if plain.units.contains(u) { plain } else { p };
        let unit = &of.units[u];
        if unit.language == Language::C {
            // Otherwise it is a function that is called for something else.
            let became = match plain.units.contains(u) {
                true => p.units[u].params.len() > unit.params.len(),
                // A copy came from `plain`.
                false => given > unit.params.len() && unit.suffix.is_none(),
            };
            return (unit.result().is_some() && became).then_some(false);
        }
        of.variable(unit.result()?).map(|v| v.pointer)
    };
    let became_subroutine = |(id, u): (UnitId, &il::Unit)| {
        let result = u.result().filter(|_| u.language.returns_expressions() && p.units.contains(id))?;
        let now = &p.units[id];
        (now.kind == UnitKind::Subroutine && now.params.last() == Some(&result)).then_some((id, result))
    };
    let originals: Vec<(UnitId, SymbolId)> = plain.units.iter().filter_map(became_subroutine).collect();
    let mut todo: Vec<UnitId> = output.derivatives.iter().map(|d| d.generated).collect();
    todo.extend(originals.iter().map(|(unit, _)| *unit));
    while let Some(unit) = todo.pop() {
        todo.extend(&p.units[unit].children);
        for id in p.units[unit].all_stmts() {
            let StmtKind::Call { callee, args, .. } = &p.units[unit].stmts[id].kind else { continue };
            let Some((place, rest)) = args.split_last() else { continue };
            if let Some(pointer) = p.callee(*callee).and_then(|u| gives_pointer(p, u, args.len())) {
                let rhs = ExprKind::Call { callee: *callee, args: rest.to_vec() }.into();
                let lhs = match &place.value.kind {
                    ExprKind::Address(place) => (**place).clone(),
                    _ if p.units[unit].language.passes_values() => {
                        ExprKind::Deref(Box::new(place.value.clone())).into()
                    }
                    _ => place.value.clone(),
                };
                p.units[unit].stmts[id].kind = match pointer {
                    true => StmtKind::PointerAssign { lhs, rhs },
                    false => StmtKind::Assign { lhs, rhs },
                };
            }
        }
    }
    for (unit, result) in originals {
        restore_original(p, plain, unit, result);
    }
}

/// A function of C as `plain` has it: it is declared and, where derivatives are interpreted, called so. What set its argument before it returned is returned.
fn restore_original(p: &mut Program, plain: &Program, unit: UnitId, result: SymbolId) {
    p.symbols[result] = plain.symbols[result].clone();
    let u = &mut p.units[unit];
    u.params.pop();
    u.kind = plain.units[unit].kind.clone();
    for id in u.all_stmts() {
        if let StmtKind::Assign { lhs: Expr { kind: ExprKind::Deref(place), .. }, rhs } = &u.stmts[id].kind
            && place.kind == ExprKind::Var(result)
        {
            u.stmts[id].kind = StmtKind::Return(Some(rhs.clone()));
        }
    }
}

/// The functions that could be subroutines by themselves.
fn candidates(p: &Program, request: &Request) -> BTreeSet<UnitId> {
    let graph = CallGraph::new(p);
    let writers = normalise::writers(p, &graph);
    let gives_place = |id: UnitId, u: &il::Unit| {
        let place = |v: &Variable| match u.language {
            Language::Fortran => {
                v.pointer && (p.is_differentiable(&v.ty) || writers.contains(&id))
                    || v.polymorphic && v.allocatable
                    || request.mode == Mode::Adjoint && leads_on(p, v)
            }
            Language::C => matches!(v.ty, Type::Pointer { .. }) && points_to_reals(p, &v.ty),
        };
        u.result().and_then(|r| p.variable(r)).is_some_and(place)
    };
    let mut out: BTreeSet<UnitId> = p
        .units
        .iter()
        .filter(|(id, u)| {
            gives_place(*id, u)
                && (u.language == Language::Fortran || graph.is_recursive(*id) || !makes_memory(p, u))
                && !u.is_interface
                && !u.has_errors
                && !u.has_prefix(&Prefix::Elemental)
                && !u.body.is_empty()
                && request.heads.iter().all(|h| h.unit != *id)
        })
        .map(|(id, _)| id)
        .collect();
    for (_, u) in p.units.iter() {
        u.walk(&u.body, &mut |_, s| {
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Var(s) = x.kind {
                        p.callee(s).map(|passed| out.remove(&passed));
                    }
                });
            });
        });
    }
    out
}

/// Whether a variable is a structure whose pointers lead to what may have a derivative.
fn leads_on(p: &Program, v: &Variable) -> bool {
    // An object of a family holds components of the whole family, and may so hold itself: each type is entered once.
    fn within(p: &Program, ty: &Type, seen: &mut BTreeSet<il::RecordId>) -> bool {
        let Type::Record(r) = ty else { return false };
        seen.insert(*r)
            && p.records[*r].fields.iter().any(|f| match f.pointer {
                true => p.is_differentiable(&f.ty),
                false => !f.allocatable && within(p, &f.ty, seen),
            })
    }
    !v.pointer && !v.allocatable && !v.polymorphic && within(p, &v.ty, &mut BTreeSet::new())
}

fn makes_memory(p: &Program, u: &il::Unit) -> bool {
    let mut found = false;
    u.walk(&u.body, &mut |_, s| found |= matches!(&s.kind, StmtKind::Assign { rhs, .. } if is_new_memory(p, rhs)));
    found
}

/// Those of `functions` that a unit calls where no statement can stand before: in FORALL, in texts that are not taken apart, in the size of something.
fn called_in_fixed_places(p: &Program, unit: UnitId, functions: &BTreeSet<UnitId>) -> BTreeSet<UnitId> {
    let (u, mut out) = (&p.units[unit], BTreeSet::new());
    u.walk(&u.body, &mut |_, s| {
        let c = u.language == Language::C;
        let fixed = match s.kind {
            StmtKind::Forall { concurrent, .. } => !concurrent,
            StmtKind::Opaque { .. } => c,
            _ => false,
        };
        let mut note = |x: &Expr| {
            if let ExprKind::Call { callee, .. } = x.kind {
                out.extend(p.callee(callee).filter(|c| functions.contains(c)));
            }
        };
        if fixed {
            s.kind.exprs(&mut |e| e.walk(&mut note));
            let inner = s.kind.blocks().into_iter().flatten();
            inner.for_each(|id| u.stmts[*id].kind.exprs(&mut |e| e.walk(&mut note)));
        }
    });
    out
}

/// Whether a reference is to one of the functions that became subroutines.
pub(crate) fn is_reference(p: &Program, e: &Expr) -> bool {
    let ExprKind::Call { callee, .. } = e.kind else { return false };
    let is_subroutine = |u: &il::Unit| u.kind == UnitKind::Subroutine;
    p.symbol_type(callee).is_some()
        && p.callee(callee).is_some_and(|u| is_subroutine(&p.units[u]) && !p.units[u].params.is_empty())
}

/// The call that sets the last argument, a new local, in place of such a reference: the local, not declared yet, and the statement.
pub(crate) fn call_of(
    p: &mut Program,
    unit: UnitId,
    callee: SymbolId,
    mut args: Vec<Arg>,
) -> Option<(SymbolId, StmtKind)> {
    let dummy = p.units[p.callee(callee)?].params.last().copied()?;
    let local = Variable { storage: Storage::Local, intent: None, by_value: false, ..p.variable(dummy)?.clone() };
    let local = match &local.ty {
        Type::Pointer { to, .. } => Variable { ty: (**to).clone(), ..local },
        _ => local,
    };
    let local = Variable { ty: il::spelling::visible(p, unit, local.ty.clone()), ..local };
    let local = fresh(p, unit, "result1", local);
    args.push(argument_for_result(p, callee, &args, Expr::var(local)));
    Some((local, StmtKind::Call { callee, args, alternates: Vec::new() }))
}

/// The argument for the result: behind keywords it has one too. In C it is an address, that which the caller sets itself by `*result` as it came.
fn argument_for_result(p: &Program, callee: SymbolId, args: &[Arg], value: Expr) -> Arg {
    if p.callee(callee).is_some_and(|u| p.units[u].language.passes_values()) {
        return Arg::new(match value.kind {
            ExprKind::Deref(handle) => *handle,
            _ => ExprKind::Address(Box::new(value)).into(),
        });
    }
    let dummies = p.callee(callee).map_or(&[][..], |u| &p.units[u].params);
    let by_keyword = args.len() + 1 < dummies.len() || args.iter().any(|a| a.keyword.is_some());
    let keyword = dummies.last().filter(|_| by_keyword).map(|d| p.symbols[*d].name.clone());
    Arg { keyword, value }
}

/// Whether all expressions of a statement are evaluated once, when it begins.
fn stands_alone(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Assign { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::Call { .. }
            | StmtKind::Do(_)
            | StmtKind::Select { .. }
            | StmtKind::Allocate { .. }
            | StmtKind::Return(_)
    )
}

/// A function becomes a subroutine with its result variable as last argument.
fn return_by_argument(p: &mut Program, unit: UnitId) {
    let Some(result) = p.units[unit].result() else { return };
    if p.units[unit].language == Language::C {
        return_by_address(p, unit, result);
        return;
    }
    let name = p.symbols[result].name.clone();
    if name.eq_ignore_ascii_case(&p.units[unit].name) {
        rename(p, unit, result, &name);
    }
    let place = p.units[unit].params.len();
    if let SymbolKind::Variable(v) = &mut p.symbols[result].kind {
        v.storage = Storage::Dummy(place);
        // It begins with no association, and what was allocated there goes.
        v.intent = Some(Intent::Out);
    }
    let keeps = is_handed_on_whole(&p.units[unit], result);
    let u = &mut p.units[unit];
    u.params.push(result);
    u.kind = UnitKind::Subroutine;
    // `type(view) function pick(k)` declares it in its first line.
    let mentions = |d: &il::Decl| match &d.kind {
        DeclKind::Variables { entities, .. } | DeclKind::Attribute { symbols: entities, .. } => {
            entities.iter().any(|e| e.symbol == result)
        }
        _ => false,
    };
    if !u.decls.iter().any(mentions) {
        declare(p, unit, &[result]);
    }
    let u = &mut p.units[unit];
    let contiguous = |a: &Attr| matches!(a, Attr::Other(text) if text.eq_ignore_ascii_case("contiguous"));
    for d in &mut u.decls {
        if let DeclKind::Variables { attrs, entities, colons, .. } = &mut d.kind
            && entities.iter().any(|e| e.symbol == result)
        {
            // Whoever calls may have a pointer that is not (F2018 15.5.2.7p2).
            if !keeps && entities.len() == 1 {
                attrs.retain(|a| !contiguous(a));
            }
            attrs.push(Attr::Intent(Intent::Out));
            *colons = true;
        }
        if let DeclKind::Attribute { attr, symbols } = &mut d.kind
            && contiguous(attr)
            && !keeps
        {
            symbols.retain(|e| e.symbol != result);
        }
    }
    u.decls.retain(
        |d| !matches!(&d.kind, DeclKind::Attribute { attr, symbols } if contiguous(attr) && symbols.is_empty()),
    );
}

/// Whether another pointer, or a procedure, gets what a pointer leads to from it: what they are declared to get may be asked of it.
fn is_handed_on_whole(u: &il::Unit, pointer: SymbolId) -> bool {
    let mut found = false;
    let is_it = |e: &Expr| matches!(e.kind, ExprKind::Var(s) if s == pointer);
    u.walk(&u.body, &mut |_, s| {
        found |= matches!(&s.kind, StmtKind::PointerAssign { rhs, .. } if is_it(rhs));
        s.kind.each_call(&mut |_, args| found |= args.iter().any(|a| is_it(&a.value)));
    });
    found
}

/// The same in C: the result is what a pointer leads to.
fn return_by_address(p: &mut Program, unit: UnitId, result: SymbolId) {
    rename(p, unit, result, "result");
    let place = p.units[unit].params.len();
    if let SymbolKind::Variable(v) = &mut p.symbols[result].kind {
        let to = Box::new(std::mem::replace(&mut v.ty, Type::Void));
        v.ty = Type::Pointer { to, to_const: false, restrict: false };
        v.storage = Storage::Dummy(place);
        v.by_value = true;
    }
    let u = &mut p.units[unit];
    u.params.push(result);
    u.kind = UnitKind::Subroutine;
    let body = std::mem::take(&mut u.body);
    u.body = set_before_return(u, result, body, true);
}

/// `*result = e; return;` for `return e;`, at the end of the body without the latter.
fn set_before_return(u: &mut il::Unit, result: SymbolId, block: Block, last: bool) -> Block {
    let mut out = Block::new();
    let end = block.len();
    for (k, id) in block.into_iter().enumerate() {
        let mut stmt = std::mem::replace(&mut u.stmts[id], Stmt::from(StmtKind::Nop));
        for inner in stmt.kind.blocks_mut() {
            *inner = set_before_return(u, result, std::mem::take(inner), false);
        }
        let mut leave = None;
        if let StmtKind::Return(value) = &mut stmt.kind
            && let Some(rhs) = value.take()
        {
            let lhs = ExprKind::Deref(Box::new(Expr::var(result))).into();
            leave = (!last || k + 1 < end).then(|| Stmt { span: stmt.span, ..Stmt::from(StmtKind::Return(None)) });
            stmt.kind = StmtKind::Assign { lhs, rhs };
        }
        u.stmts[id] = stmt;
        out.push(id);
        out.extend(leave.map(|l| u.stmts.add(l)));
    }
    out
}

/// Gives a result variable that is called like its function a name of its own.
fn rename(p: &mut Program, unit: UnitId, result: SymbolId, like: &str) {
    let scope = p.units[unit].scope;
    let name = names::fresh(p, scope, like, p.writes_upper(unit));
    p.rename(result, &name);
}

struct Caller<'p> {
    p: &'p mut Program,
    unit: UnitId,
    functions: &'p BTreeSet<UnitId>,
    declared: Vec<SymbolId>,
}

impl Caller<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        for id in block {
            let mut stmt = std::mem::replace(&mut self.p.units[self.unit].stmts[id], Stmt::from(StmtKind::Nop));
            let mut before = Block::new();
            self.statement(&mut stmt, &mut before);
            for inner in stmt.kind.blocks_mut() {
                *inner = self.block(std::mem::take(inner));
            }
            if let Some(&first) = before.first() {
                let u = &mut self.p.units[self.unit];
                before.iter().for_each(|b| u.stmts[*b].span = stmt.span);
                u.stmts[first].label = stmt.label.take();
                u.stmts[first].comments = std::mem::take(&mut stmt.comments);
            }
            self.p.units[self.unit].stmts[id] = stmt;
            out.append(&mut before);
            out.push(id);
        }
        out
    }

    fn statement(&mut self, stmt: &mut Stmt, before: &mut Block) {
        if let StmtKind::PointerAssign { lhs, rhs } = &mut stmt.kind
            && let Some((callee, mut args)) = self.call(rhs)
        {
            args.iter_mut().for_each(|a| self.hoist(&mut a.value, before));
            let free = self.is_free(callee, lhs, &args);
            match self.called(callee, args, lhs, free, before) {
                Ok(call) => stmt.kind = call,
                Err(local) => *rhs = local,
            }
            return;
        }
        // C: a call that drops the value.
        if let StmtKind::Call { callee, args, .. } = &mut stmt.kind
            && self.p.callee(*callee).is_some_and(|c| self.functions.contains(&c))
        {
            args.iter_mut().for_each(|a| self.hoist(&mut a.value, before));
            if let Some((local, call)) = call_of(self.p, self.unit, *callee, std::mem::take(args)) {
                self.declared.push(local);
                stmt.kind = call;
            }
            return;
        }
        if let StmtKind::Assign { lhs, rhs } = &mut stmt.kind {
            let in_c = self.p.units[self.unit].language == Language::C;
            let found = self.call(if in_c { rhs.bare() } else { rhs });
            let is = |(f, _): &(SymbolId, _), what: &dyn Fn(&Variable) -> bool| self.result(*f).is_some_and(what);
            // The frontend leaves only places of the same type that the function does not know.
            let polymorphic = !in_c && found.as_ref().is_some_and(|f| is(f, &|v| v.polymorphic && v.allocatable));
            if let Some((callee, mut args)) = found.filter(|f| in_c || polymorphic || is(f, &|v| leads_on(self.p, v))) {
                self.hoist(lhs, before);
                args.iter_mut().for_each(|a| self.hoist(&mut a.value, before));
                let free = polymorphic || self.is_free(callee, lhs, &args) || in_c && self.is_handed_on(lhs);
                match self.called(callee, args, lhs, free, before) {
                    Ok(call) => stmt.kind = call,
                    Err(local) => *rhs = local,
                }
                return;
            }
        }
        match &mut stmt.kind {
            StmtKind::If(i) => self.hoist(&mut i.arms[0].test, before),
            // What is not elemental is evaluated there without a mask (F2018 10.2.3.2).
            StmtKind::Where { .. } => {
                stmt.kind.exprs_mut(&mut |e| self.hoist(e, before));
                let inner: Vec<il::StmtId> = stmt.kind.blocks().into_iter().flatten().copied().collect();
                for id in inner {
                    let mut kind = std::mem::replace(&mut self.p.units[self.unit].stmts[id].kind, StmtKind::Nop);
                    kind.exprs_mut(&mut |e| self.hoist(e, before));
                    self.p.units[self.unit].stmts[id].kind = kind;
                }
            }
            kind if stands_alone(kind) => kind.exprs_mut(&mut |e| self.hoist(e, before)),
            _ => {}
        }
    }

    /// The call that a value is, of one of the functions.
    fn call(&self, e: &Expr) -> Option<(SymbolId, Vec<Arg>)> {
        let ExprKind::Call { callee, args } = &e.kind else { return None };
        self.p.callee(*callee).filter(|c| self.functions.contains(c))?;
        Some((*callee, args.clone()))
    }

    /// Whether a pointer may be an argument of the call that associates it: a local of the same type, or the result of one of the functions, that nothing
    /// else in the call knows.
    fn is_free(&self, callee: SymbolId, lhs: &Expr, args: &[Arg]) -> bool {
        let (ExprKind::Var(s), Some(result)) = (&lhs.kind, self.result(callee)) else { return false };
        let alike = |v: &Variable| match &result.ty {
            Type::Pointer { to, .. } => v.ty == **to,
            _ if leads_on(self.p, result) => v.ty == result.ty && leads_on(self.p, v),
            _ => v.ty.element() == result.ty.element() && v.polymorphic == result.polymorphic,
        };
        let own =
            |v: &Variable| v.is_unsaved_local() || self.functions.contains(&self.unit) && v.intent == Some(Intent::Out);
        self.p.variable(*s).is_some_and(|v| own(v) && alike(v))
            && self.p.home(*s) == Some(self.unit)
            && args.iter().all(|a| !a.value.mentions(*s))
    }

    /// C: whether it is the result of one of the functions.
    fn is_handed_on(&self, lhs: &Expr) -> bool {
        let handle = self.p.units[self.unit].params.last().filter(|_| self.functions.contains(&self.unit));
        matches!(&lhs.kind, ExprKind::Deref(x) if matches!(x.kind, ExprKind::Var(s) if Some(&s) == handle))
    }

    fn result(&self, callee: SymbolId) -> Option<&Variable> {
        let dummies = &self.p.units[self.p.callee(callee)?].params;
        self.p.variable(*dummies.last()?)
    }

    /// The call that sets a place which is `free` for that, or else the local that a call before the statement sets.
    fn called(
        &mut self,
        callee: SymbolId,
        mut args: Vec<Arg>,
        lhs: &Expr,
        free: bool,
        before: &mut Block,
    ) -> Result<StmtKind, Expr> {
        if free {
            args.push(argument_for_result(self.p, callee, &args, lhs.clone()));
            return Ok(StmtKind::Call { callee, args, alternates: Vec::new() });
        }
        Err(self.set_first(callee, args, before))
    }

    /// A local that a call sets before the statement.
    fn set_first(&mut self, callee: SymbolId, args: Vec<Arg>, before: &mut Block) -> Expr {
        let Some((local, call)) = call_of(self.p, self.unit, callee, args) else { return Expr::int(0) };
        self.declared.push(local);
        before.push(self.p.units[self.unit].add(call));
        Expr::var(local)
    }

    /// References in an expression, but for those that may not be evaluated, or several times.
    fn hoist(&mut self, e: &mut Expr, before: &mut Block) {
        match &mut e.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, l, _) => return self.hoist(l, before),
            ExprKind::Constructor { .. } | ExprKind::Cond { .. } | ExprKind::SizeOf(_) => return,
            _ => e.children_mut(&mut |c| self.hoist(c, before)),
        }
        if let Some((callee, args)) = self.call(e) {
            *e = Expr { span: e.span, ..self.set_first(callee, args, before) };
        }
    }
}
