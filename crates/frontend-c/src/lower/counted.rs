//! Loops that count only if nothing writes the memory their bound is read from.
//!
//! C reads the bound of `for (i = 0; i < s->n; i++)` in every turn; the IL's counted loop reads it once. The two agree if no statement of
//! the body, and of what the body calls, may write `s->n`. When the whole program is known, that is looked up by member, by name, and by
//! type (C11 6.5 §7: an object is accessed through its own type only). Loops where it cannot be excluded become `while` loops.

use super::Lowerer;
use super::loops::uncount;
use il::calls::NEW_MEMORY;
use il::expr::ExprKind;
use il::symbol::SymbolKind;
use il::{Expr, Program, RecordId, ScopeId, StmtId, StmtKind, Storage, SymbolId, Type, Unit, UnitId};
use std::collections::{BTreeMap, BTreeSet};

/// Some memory, as far as names and types tell.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Cell {
    /// A variable, and the elements of an array.
    Symbol(SymbolId),
    /// A member of any structure of a type.
    Field(RecordId, usize),
    /// Whole structures of a type.
    Record(RecordId),
    /// What a pointer to a type points to; texts of types that are no scalars.
    Pointee(String),
}

/// A counted loop whose bound is read from memory.
pub struct Doubt {
    unit: UnitId,
    stmt: StmtId,
    scope: ScopeId,
    reads: BTreeSet<Cell>,
}

impl Doubt {
    /// The doubt about a loop, if its bound is more than local variables.
    pub fn new(p: &Program, unit: UnitId, stmt: StmtId, scope: ScopeId, bound: &Expr) -> Option<Doubt> {
        let mut found = BTreeSet::new();
        reads(p, bound, &mut found);
        let is_local =
            |cell: &Cell| matches!(cell, Cell::Symbol(symbol) if is_local(p, *symbol) && !is_array(p, *symbol));
        let reads: BTreeSet<Cell> = found.into_iter().filter(|cell| !is_local(cell)).collect();
        (!reads.is_empty()).then_some(Doubt { unit, stmt, scope, reads })
    }
}

/// What a statement or unit may write.
#[derive(Clone, Default)]
struct Writes {
    cells: BTreeSet<Cell>,
    calls: BTreeSet<SymbolId>,
    /// Anything.
    everything: bool,
}

impl Lowerer<'_, '_> {
    /// Settles all doubts, now that every function was read.
    pub fn settle_counted_loops(&mut self) {
        let doubts = std::mem::take(&mut self.doubtful);
        if doubts.is_empty() {
            return;
        }
        let all: Vec<UnitId> = self.p.units.ids().collect();
        let own: BTreeMap<UnitId, Writes> =
            all.iter().map(|id| (*id, writes(self.p, &self.p.units[*id], &self.p.units[*id].body))).collect();
        let addressed = addressed(self.p);
        for doubt in doubts {
            let unit = &self.p.units[doubt.unit];
            let StmtKind::Do(count) = &unit.stmts[doubt.stmt].kind else { continue };
            let body = closed(self.p, writes(self.p, unit, &count.body), &own);
            let clash = body.everything
                || doubt
                    .reads
                    .iter()
                    .any(|read| body.cells.iter().any(|write| may_be(self.p, read, write, &addressed)));
            if clash {
                uncount(self.p, doubt.unit, doubt.stmt, doubt.scope);
            }
        }
    }
}

/// `writes` and those of everything that is called, directly or not.
fn closed(p: &Program, mut writes: Writes, own: &BTreeMap<UnitId, Writes>) -> Writes {
    let mut seen = BTreeSet::new();
    while let Some(callee) = writes.calls.pop_first() {
        if !seen.insert(callee) {
            continue;
        }
        match p.callee(callee).and_then(|unit| own.get(&unit)) {
            Some(found) => {
                writes.cells.extend(found.cells.iter().cloned());
                writes.everything |= found.everything;
                writes.calls.extend(found.calls.difference(&seen).copied().collect::<Vec<_>>());
            }
            None => writes.everything |= !is_harmless(p, callee),
        }
    }
    writes
}

/// Whether a call may change what outlives it: not where all that it calls was read before, and sets its own variables only.
pub fn has_effects(p: &Program, callee: SymbolId) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![callee]);
    while let Some(callee) = open.pop() {
        if !seen.insert(callee) {
            continue;
        }
        let Some(unit) = p.callee(callee).map(|u| &p.units[u]).filter(|u| !u.body.is_empty()) else {
            // One of the system's without arguments gives something from outside, as `rand()` does.
            let params = p.procedure(callee).and_then(|f| f.unit).map(|unit| &p.units[unit].params);
            if is_harmless(p, callee) && params.is_some_and(|params| !params.is_empty()) {
                continue;
            }
            return true;
        };
        let own = writes(p, unit, &unit.body);
        let outlives = |cell: &Cell| !matches!(cell, Cell::Symbol(s) if is_local(p, *s));
        if own.everything || own.cells.iter().any(outlives) {
            return true;
        }
        open.extend(own.calls);
    }
    false
}

/// Whether a function without a body writes nothing of ours: one of the system's without pointers to write through.
fn is_harmless(p: &Program, callee: SymbolId) -> bool {
    let Some(procedure) = p.procedure(callee) else { return false };
    let name = p.symbols[callee].name.as_str();
    let allocates = NEW_MEMORY.contains(&name) || name == "free";
    let params = procedure.unit.map(|unit| p.units[unit].params.as_slice()).unwrap_or_default();
    let reads = |param: &SymbolId| match p.symbol_type(*param) {
        Some(Type::Pointer { to_const, .. }) => *to_const,
        Some(Type::Scalar(_)) => true,
        _ => false,
    };
    procedure.class == il::symbol::ProcedureClass::System && (allocates || params.iter().all(reads))
}

/// Whether a function is one of the runtime's (`runtime/adBuffer.h`) that save values and bring them back: what it writes of ours
/// are its arguments.
fn is_of_the_tape(p: &Program, callee: SymbolId) -> bool {
    const SAVED: &[&str] = &["Integer", "Real", "Complex", "Character", "Boolean", "Pointer", "Control"];
    let name = &p.symbols[callee].name;
    let what = name.strip_prefix("push").or_else(|| name.strip_prefix("pop"));
    p.callee(callee).is_none_or(|unit| p.units[unit].body.is_empty())
        && what.is_some_and(|what| SAVED.iter().any(|saved| what.starts_with(saved)))
}

/// What `block` may write by itself, and what it calls.
fn writes(p: &Program, unit: &Unit, block: &il::Block) -> Writes {
    let mut found = Writes::default();
    unit.walk(block, &mut |_, stmt| {
        stmt.kind.exprs(&mut |e| {
            e.walk(&mut |e| {
                if let ExprKind::Call { callee, .. } = e.kind {
                    found.calls.insert(callee);
                }
            });
        });
        match &stmt.kind {
            StmtKind::Assign { lhs, .. } => match cell(p, lhs) {
                Some(cell) => {
                    found.cells.insert(cell);
                }
                None => found.everything = true,
            },
            StmtKind::Call { callee, args, .. } if is_of_the_tape(p, *callee) => {
                // What saves only reads.
                let brings_back = p.symbols[*callee].name.starts_with("pop");
                for arg in args.iter().filter(|_| brings_back) {
                    let place = match &arg.value.kind {
                        ExprKind::Address(place) => cell(p, place),
                        _ => match super::expressions::type_of(p, &arg.value) {
                            Type::Pointer { to_const: false, to, .. } => Some(pointee(&to)),
                            Type::Array { .. } => cell(p, &arg.value),
                            _ => continue,
                        },
                    };
                    match place {
                        Some(cell) => {
                            found.cells.insert(cell);
                        }
                        None => found.everything = true,
                    }
                }
            }
            StmtKind::Call { callee, .. } => {
                found.calls.insert(*callee);
            }
            StmtKind::Opaque { writes, .. } => {
                for place in writes {
                    match cell(p, place) {
                        Some(cell) => {
                            found.cells.insert(cell);
                        }
                        None => found.everything = true,
                    }
                }
            }
            StmtKind::Do(count) => {
                found.cells.insert(Cell::Symbol(count.var));
            }
            StmtKind::Error(_) => found.everything = true,
            _ => {}
        }
    });
    found
}

/// The memory that a value is read from.
fn reads(p: &Program, e: &Expr, found: &mut BTreeSet<Cell>) {
    if e.is_reference() {
        found.extend(cell(p, e));
        way(p, e, found);
    } else {
        e.children(&mut |e| reads(p, e, found));
    }
}

/// What is read on the way to a place: pointers and indices.
fn way(p: &Program, place: &Expr, found: &mut BTreeSet<Cell>) {
    match &place.kind {
        ExprKind::Field { base, .. } => way(p, base, found),
        ExprKind::Deref(pointer) => reads(p, pointer, found),
        ExprKind::Index { base, subs } => {
            if matches!(super::expressions::type_of(p, base), Type::Array { .. }) {
                way(p, base, found);
            } else {
                reads(p, base, found);
            }
            for sub in subs {
                if let il::Subscript::At(index) = sub {
                    reads(p, index, found);
                }
            }
        }
        _ => {}
    }
}

/// The memory that a reference names.
fn cell(p: &Program, e: &Expr) -> Option<Cell> {
    let whole = |ty: &Type| match ty {
        Type::Record(record) => Some(Cell::Record(*record)),
        _ => None,
    };
    match &e.kind {
        ExprKind::Var(symbol) => {
            let variable = p.variable(*symbol)?;
            whole(&variable.ty).filter(|_| variable.storage == Storage::Global).or(Some(Cell::Symbol(*symbol)))
        }
        ExprKind::Field { base, record, field } => {
            // A member of a local structure is the structure's.
            match (&base.kind, base.root()) {
                (ExprKind::Var(_), Some(root)) if is_local(p, root) => Some(Cell::Symbol(root)),
                _ => Some(Cell::Field(*record, *field)),
            }
        }
        ExprKind::Index { base, .. } => match (cell(p, base), super::expressions::type_of(p, base)) {
            // An element of an array is part of whatever the array is part of; parameters are pointers.
            (Some(cell), Type::Array { .. }) if !is_parameter(p, base) => Some(cell),
            _ => Some(pointee(&super::expressions::type_of(p, e))),
        },
        ExprKind::Deref(_) => {
            let ty = super::expressions::type_of(p, e);
            whole(&ty).or(Some(pointee(&ty)))
        }
        _ => None,
    }
}

fn is_local(p: &Program, symbol: SymbolId) -> bool {
    p.variable(symbol).is_some_and(|v| matches!(v.storage, Storage::Local | Storage::Dummy(_)) && !v.saved)
}

fn is_array(p: &Program, symbol: SymbolId) -> bool {
    matches!(p.symbol_type(symbol), Some(Type::Array { .. } | Type::Record(_)))
}

fn is_parameter(p: &Program, base: &Expr) -> bool {
    matches!(base.kind, ExprKind::Var(symbol) if p.variable(symbol).is_some_and(|v| matches!(v.storage, Storage::Dummy(_))))
}

fn pointee(ty: &Type) -> Cell {
    Cell::Pointee(match ty {
        Type::Scalar(scalar) => format!("{:?}{}", scalar.class, scalar.bytes),
        Type::Record(record) => format!("{record}"),
        other => format!("{:?}", std::mem::discriminant(other)),
    })
}

/// Members and variables whose address is taken anywhere.
fn addressed(p: &Program) -> BTreeSet<Cell> {
    let mut found = BTreeSet::new();
    // Of a local structure the member, too: `&s.n` leads to no other.
    let member = |place: &Expr| match place.kind {
        ExprKind::Field { record, field, .. } => Some(Cell::Field(record, field)),
        _ => None,
    };
    let mut look = |e: &Expr| {
        e.walk(&mut |e| match &e.kind {
            ExprKind::Address(place) => found.extend(cell(p, place).into_iter().chain(member(place))),
            // An array as a value is the address of its elements.
            ExprKind::Var(_) | ExprKind::Field { .. }
                if matches!(super::expressions::type_of(p, e), Type::Array { .. }) =>
            {
                found.extend(cell(p, e).into_iter().chain(member(e)));
            }
            _ => {}
        });
    };
    for (_, unit) in p.units.iter() {
        unit.walk(&unit.body, &mut |_, stmt| match &stmt.kind {
            // The tape keeps no address: what it brings back is set there and then.
            StmtKind::Call { callee, args, .. } if is_of_the_tape(p, *callee) => {
                args.iter().for_each(|a| match &a.value.uncast().kind {
                    ExprKind::Address(place) => place.children(&mut look),
                    _ => look(&a.value),
                });
            }
            kind => kind.exprs(&mut look),
        });
    }
    for (_, symbol) in p.symbols.iter() {
        if let SymbolKind::Variable(variable) = &symbol.kind {
            variable.init.iter().for_each(&mut look);
        }
    }
    found
}

/// Whether `write` may change what `read` reads.
fn may_be(p: &Program, read: &Cell, write: &Cell, addressed: &BTreeSet<Cell>) -> bool {
    let same_type = |cell: &Cell, text: &str| match cell {
        Cell::Symbol(symbol) => {
            p.symbol_type(*symbol).is_some_and(|ty| pointee(ty.element()) == Cell::Pointee(text.to_string()))
        }
        Cell::Field(record, field) => {
            pointee(p.records[*record].fields[*field].ty.element()) == Cell::Pointee(text.to_string())
        }
        Cell::Record(record) => text == record.to_string(),
        Cell::Pointee(other) => other == text,
    };
    match (read, write) {
        _ if read == write => true,
        // Characters may access anything.
        (_, Cell::Pointee(text)) if text == "Integer1" => true,
        (Cell::Pointee(a), Cell::Pointee(b)) => a == b,
        (one, Cell::Pointee(text)) | (Cell::Pointee(text), one) => {
            let reachable = addressed.contains(one) || matches!(one, Cell::Record(_));
            let inside = |outer: RecordId| {
                let mut members = addressed.iter();
                members.any(|m| matches!(m, Cell::Field(r, _) if contains(p, outer, *r)) && same_type(m, text))
            };
            let structure = match one {
                Cell::Symbol(s) => p.symbol_type(*s).and_then(|ty| ty.element().record()),
                Cell::Field(..) | Cell::Record(_) | Cell::Pointee(_) => None,
            };
            reachable && (same_type(one, text) || structure.is_some_and(inside))
        }
        (Cell::Field(record, _), Cell::Record(whole)) | (Cell::Record(whole), Cell::Field(record, _)) => {
            contains(p, *whole, *record)
        }
        (Cell::Record(a), Cell::Record(b)) => contains(p, *a, *b) || contains(p, *b, *a),
        // A local structure that pointers lead to.
        (Cell::Symbol(s), Cell::Field(inner, _) | Cell::Record(inner)) if addressed.contains(read) => {
            p.symbol_type(*s).and_then(|ty| ty.element().record()).is_some_and(|outer| contains(p, outer, *inner))
        }
        _ => false,
    }
}

/// Whether structures of type `outer` have one of type `inner` in them, or are one.
fn contains(p: &Program, outer: RecordId, inner: RecordId) -> bool {
    outer == inner
        || p.records[outer].fields.iter().any(|field| match field.ty.element() {
            Type::Record(member) => *member != outer && contains(p, *member, inner),
            _ => false,
        })
}
