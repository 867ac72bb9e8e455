//! C: blocks of memory that grow, `p = realloc(q, bytes)`.
//!
//! Where a block moves to, and how much of it is kept, only the system knows; a derivative has to know both. So what may grow is made by functions of the
//! runtime that know how large their blocks are (`runtime/adMemory.c`), and growing is written out, with the copy that both modes can follow:
//!
//! ```text
//! had = adAllocated(q);
//! if (had < bytes) {
//!   room = bytes > 2*had ? bytes : 2*had;
//!   grown = adAllocate(room);
//!   for (i = 0; i < had/sizeof(double); i++)
//!     grown[i] = q[i];
//!   free(q);
//!   p = grown;
//! }
//! ```
//!
//! A block that is large enough stays where it is, as `realloc` may leave it (C11 7.22.3.5), and one that is not becomes twice as large at least: the
//! adjoint keeps every block until its backward sweep, and lists that grow by one element would fill the memory.
//!
//! A structure with an array of no extent at its end is no element of that kind: `realloc` stays, and is refused where it moves what is active.

use std::mem;

use il::calls::library_call;
use il::locals::{declare, fresh};
use il::stmt::{Arm, Do, If};
use il::symbol::{Procedure, ProcedureClass, Storage, SymbolKind, Variable};
use il::typing::type_of;
use il::{Arg, BinaryOp, Block, Expr, ExprKind, Program, Scalar, Span, Stmt, StmtKind, SymbolId, Type, UnitId};

use crate::prepare::c_helpers::grows;

/// Makes a block that knows its size.
const MAKE: &str = "adAllocate";
/// Asks how large a block is.
const ASK: &str = "adAllocated";

/// Writes out what `realloc` does, and has the blocks that may grow made by the runtime.
pub(crate) fn write_out(p: &mut Program) {
    let grown = grown_types(p);
    if grown.is_empty() {
        return;
    }
    let size = Type::Scalar(Scalar::size());
    let pointer = Type::Pointer { to: Box::new(Type::Void), to_const: false, restrict: false };
    let runtime = Runtime { make: function(p, MAKE, pointer), ask: function(p, ASK, size) };
    for unit in p.units.ids().collect::<Vec<_>>() {
        if !p.units[unit].language.points_by_address() {
            continue;
        }
        let body = mem::take(&mut p.units[unit].body);
        let mut writer = Writer { p, unit, grown: &grown, runtime, span: Span::NONE, declared: Vec::new() };
        let body = writer.block(body);
        let declared = writer.declared;
        p.units[unit].body = body;
        declare(p, unit, &declared);
    }
}

/// The types of elements of blocks that grow, by `realloc` or by a function around it that gives `void *`.
pub(crate) fn grown_types(p: &Program) -> Vec<Type> {
    let wrapped = |e: &Expr| match e.uncast().kind {
        ExprKind::Call { callee, .. } => p.callee(callee).is_some_and(|u| grows(p, u)),
        _ => false,
    };
    let mut found: Vec<Type> = Vec::new();
    for (_, u) in p.units.iter().filter(|(_, u)| u.language.points_by_address()) {
        u.walk(&u.body, &mut |_, s| {
            let StmtKind::Assign { lhs, rhs } = &s.kind else { return };
            let elem = match reallocation(p, lhs, rhs) {
                Some((_, _, elem)) => Some(elem),
                None => target(&type_of(p, lhs)).filter(|_| wrapped(rhs)),
            };
            found.extend(elem.filter(|e| !found.contains(e)));
        });
    }
    found
}

/// The pointer whose block is asked for its size by a value.
pub(crate) fn asked<'e>(p: &Program, value: &'e Expr) -> Option<&'e Expr> {
    match &value.kind {
        ExprKind::Call { args, .. } if library_call(p, value) == Some(ASK) => args.first().map(|a| a.value.uncast()),
        _ => None,
    }
}

/// The pointer, the number of bytes and the type of the elements of `lhs = realloc(…)`.
fn reallocation(p: &Program, lhs: &Expr, rhs: &Expr) -> Option<(Expr, Expr, Type)> {
    let ExprKind::Call { args, .. } = &rhs.uncast().kind else { return None };
    let [old, bytes] = args.as_slice() else { return None };
    let (old, bytes) = (old.value.uncast(), &bytes.value);
    let old_type = target(&type_of(p, old));
    let fits = library_call(p, rhs) == Some("realloc") && !old.has_call() && !bytes.has_call() && old.is_reference();
    let open = |elem: &Type| elem.record().is_some_and(|r| p.records[r].flexible().is_some());
    let elem = old_type.or_else(|| target(&type_of(p, lhs))).filter(|elem| fits && !open(elem))?;
    Some((old.clone(), bytes.clone(), elem))
}

/// What a pointer points to, if that has a size.
fn target(ty: &Type) -> Option<Type> {
    match ty {
        Type::Pointer { to, .. } if !matches!(**to, Type::Void | Type::Procedure) => Some((**to).clone()),
        _ => None,
    }
}

/// A function of the runtime, which its header declares.
fn function(p: &mut Program, name: &str, result: Type) -> SymbolId {
    let scope = p.global_c;
    p.lookup_here(scope, name).unwrap_or_else(|| {
        let kind = SymbolKind::Procedure(Procedure::new(None, Some(result), ProcedureClass::System));
        p.declare(scope, name.to_string(), Span::NONE, kind)
    })
}

#[derive(Clone, Copy)]
struct Runtime {
    make: SymbolId,
    ask: SymbolId,
}

struct Writer<'p> {
    p: &'p mut Program,
    unit: UnitId,
    grown: &'p [Type],
    runtime: Runtime,
    /// Where the present statement stands.
    span: Span,
    declared: Vec<SymbolId>,
}

impl Writer<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        for id in block {
            let mut stmt = mem::replace(&mut self.p.units[self.unit].stmts[id], Stmt::from(StmtKind::Nop));
            for inner in stmt.kind.blocks_mut() {
                *inner = self.block(mem::take(inner));
            }
            self.span = stmt.span;
            let mut parts = Vec::new();
            if let StmtKind::Assign { lhs, rhs } = &mut stmt.kind {
                match reallocation(self.p, lhs, rhs) {
                    Some((old, bytes, elem)) => parts = self.growth(lhs, rhs, old, bytes, elem),
                    None => self.make_by_runtime(lhs, rhs),
                }
            }
            if parts.is_empty() {
                self.p.units[self.unit].stmts[id] = stmt;
                out.push(id);
                continue;
            }
            out.extend(self.p.units[self.unit].add_in_place_of(stmt, parts));
        }
        out
    }

    /// A statement in the place of the present one.
    fn add(&mut self, kind: StmtKind) -> il::StmtId {
        self.p.units[self.unit].add(Stmt { span: self.span, ..Stmt::from(kind) })
    }

    fn local(&mut self, base: &str, ty: Type) -> Expr {
        let symbol = fresh(self.p, self.unit, base, Variable::new(ty, Storage::Local));
        self.declared.push(symbol);
        Expr::var(symbol)
    }

    /// `malloc(bytes)` and `calloc(n, size)` of what may grow.
    fn make_by_runtime(&self, lhs: &Expr, rhs: &mut Expr) {
        if !target(&type_of(self.p, lhs)).is_some_and(|elem| self.grown.contains(&elem)) {
            return;
        }
        let ExprKind::Call { args, .. } = &rhs.uncast().kind else { return };
        let bytes = match (library_call(self.p, rhs), args.as_slice()) {
            (Some("malloc"), [bytes]) => bytes.value.clone(),
            (Some("calloc"), [n, size]) => Expr::binary(BinaryOp::Mul, n.value.clone(), size.value.clone()),
            _ => return,
        };
        innermost(rhs).kind = ExprKind::Call { callee: self.runtime.make, args: vec![Arg::new(bytes)] };
    }

    /// What `lhs = realloc(old, bytes)` does.
    fn growth(&mut self, lhs: &Expr, rhs: &Expr, old: Expr, bytes: Expr, elem: Type) -> Vec<StmtKind> {
        let size = Type::Scalar(Scalar::size());
        let bytes = match type_of(self.p, &bytes).scalar() {
            Some(s) if s.unsigned && s.bytes == 8 => bytes,
            _ => ExprKind::Cast(size.clone(), Box::new(bytes)).into(),
        };
        let had = self.local("had", size.clone());
        let room = self.local("room", size.clone());
        let i = self.local("i", size);
        let pointer = Type::Pointer { to: Box::new(elem.clone()), to_const: false, restrict: false };
        let grown = self.local("grown", pointer);
        let call = |callee, value: Expr| Expr::from(ExprKind::Call { callee, args: vec![Arg::new(value)] });
        let assign = |lhs: &Expr, rhs: Expr| StmtKind::Assign { lhs: lhs.clone(), rhs };

        let twice = Expr::binary(BinaryOp::Mul, Expr::int(2), had.clone());
        let more = Expr::binary(BinaryOp::Gt, bytes.clone(), twice.clone());
        let larger = ExprKind::Cond { test: Box::new(more), yes: Box::new(bytes.clone()), no: Box::new(twice) };
        let at = |p: &Expr| Expr::index(p.clone(), vec![i.clone()]);
        let copy = self.add(assign(&at(&grown), at(&old)));
        let ExprKind::Var(counter) = i.kind else { return Vec::new() };
        let count = Expr::binary(BinaryOp::Div, had.clone(), ExprKind::SizeOf(elem).into());
        let to = il::fold::sub(&count, &Expr::int(1));
        let copies = Do::counting(counter, Expr::int(0), to, None, vec![copy]);
        let mut moved = vec![
            self.add(assign(&room, larger.into())),
            self.add(assign(&grown, call(self.runtime.make, room.clone()))),
        ];
        let mut copied = vec![self.add(StmtKind::Do(Box::new(copies)))];
        if let Some(free) = self.free(rhs) {
            let args = vec![Arg::new(old.clone())];
            copied.push(self.add(StmtKind::Call { callee: free, args, alternates: Vec::new() }));
        }
        // Who releases the old block where nothing came back still has it there.
        if *lhs != old && self.is_released(&old) {
            copied = vec![self.add(StmtKind::If(If::when(grown.clone(), copied, false)))];
        }
        moved.append(&mut copied);
        moved.push(self.add(assign(lhs, grown)));
        let mut otherwise = Block::new();
        if *lhs != old {
            otherwise.push(self.add(assign(lhs, old.clone())));
        }
        let test = Expr::binary(BinaryOp::Lt, had.clone(), bytes.clone());
        let arms = vec![Arm { test, body: moved }];
        let otherwise = Some(otherwise).filter(|b| !b.is_empty());
        vec![assign(&had, call(self.runtime.ask, old)), StmtKind::If(If { arms, otherwise, one_line: false })]
    }

    /// Whether the procedure releases a block by this name.
    fn is_released(&self, block: &Expr) -> bool {
        let p = &*self.p;
        p.units[self.unit]
            .stmts
            .iter()
            .any(|(_, s)| analysis::c_memory::freed(p, &s.kind).is_some_and(|e| e.uncast() == block))
    }

    /// `free`, which the header of `realloc` declares.
    fn free(&mut self, rhs: &Expr) -> Option<SymbolId> {
        let ExprKind::Call { callee, .. } = &rhs.uncast().kind else { return None };
        let scope = self.p.symbols[*callee].scope;
        Some(self.p.lookup(scope, "free").unwrap_or_else(|| {
            let kind = SymbolKind::Procedure(Procedure::new(None, None, ProcedureClass::System));
            self.p.declare(scope, "free".to_string(), Span::NONE, kind)
        }))
    }
}

/// What stands behind casts and parentheses.
fn innermost(e: &mut Expr) -> &mut Expr {
    match e.kind {
        ExprKind::Cast(..) | ExprKind::Unary(il::UnaryOp::Paren, _) => match &mut e.kind {
            ExprKind::Cast(_, x) | ExprKind::Unary(_, x) => innermost(x),
            _ => unreachable!("it was one of them"),
        },
        _ => e,
    }
}
