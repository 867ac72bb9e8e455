//! Which procedures the program gives to its procedure pointers: by `p => f`, `s.f = f`, by initial values and constructors, as arguments, from other
//! pointers.
//!
//! What holds a pointer is a variable or a component of a type, whatever object it is a component of. A table of pointers, or what a pointer to
//! pointers leads to, is one holder. The answer is that of the whole program, without regard to order: a pointer that something outside of the
//! program gives, or that is made in another way, is *unknown*.

use std::collections::{BTreeMap, BTreeSet};

use crate::calls::{actual_for, definition};
use crate::expr::{Arg, BinaryOp, Expr, ExprKind, Item, UnaryOp};
use crate::intrinsics::Intrinsic;
use crate::program::{Language, Program};
use crate::source::Span;
use crate::stmt::StmtKind;
use crate::symbol::{ProcedureClass, SymbolId, SymbolKind, Variable};
use crate::types::{RecordId, Type};
use crate::typing::type_of;
use crate::unit::Unit;

/// What holds a procedure pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Holder {
    /// A component, by the type that defines it.
    Component(RecordId, usize),
    /// A variable, or a dummy argument that is a procedure.
    Variable(SymbolId),
    /// What a function of C gives, by its symbol.
    Result(SymbolId),
}

/// What a pointer may point to.
#[derive(Clone, Default, Debug)]
pub struct Pointees {
    /// The procedures, in the order of the program.
    pub procedures: Vec<SymbolId>,
    /// Something else may be among them.
    pub unknown: bool,
    /// What of the program says so first, if a place does.
    pub unknown_at: Option<Span>,
    /// It may hold what these hold.
    from: BTreeSet<Holder>,
    /// It is given what is chosen or cast, and has no name.
    nameless: bool,
}

impl Pointees {
    fn doubt(&mut self, span: Span) {
        self.unknown = true;
        self.unknown_at = self.unknown_at.or(Some(span).filter(|s| s.file.is_some()));
    }
}

/// What each holder is given somewhere in the program.
#[derive(Clone, Default, Debug)]
pub struct Given(BTreeMap<Holder, Pointees>);

/// Whether a type is that of a procedure pointer. C keeps pointers to functions as text; tables of them are no less.
pub(crate) fn is_pointer(ty: &Type) -> bool {
    match ty {
        Type::Procedure | Type::Opaque(_) => true,
        Type::Array { elem, .. } => is_pointer(elem),
        Type::Pointer { to, .. } => is_pointer(to),
        Type::Scalar(_) | Type::Character { .. } | Type::Record(_) | Type::Void => false,
    }
}

/// What holds the pointer that an expression is.
pub fn holder(p: &Program, e: &Expr) -> Option<Holder> {
    match &e.kind {
        ExprKind::Var(s) => match &p.symbols[*s].kind {
            SymbolKind::Variable(v) => is_pointer(&v.ty).then_some(Holder::Variable(*s)),
            SymbolKind::Procedure(_) => is_dummy(p, *s).then_some(Holder::Variable(*s)),
            _ => None,
        },
        ExprKind::Field { record, field, .. } => {
            let f = &p.records[*record].fields[*field];
            is_pointer(&f.ty).then(|| Holder::Component(f.owner.unwrap_or(*record), *field))
        }
        ExprKind::Call { callee, .. } => {
            let gives = p.symbol_type(*callee).is_some_and(is_pointer) && is_c(p, *callee);
            gives.then_some(Holder::Result(*callee))
        }
        // Elements of tables.
        ExprKind::Index { base: x, .. }
        | ExprKind::Deref(x)
        | ExprKind::Address(x)
        | ExprKind::Unary(UnaryOp::Paren, x) => holder(p, x),
        ExprKind::Cast(ty, x) if is_pointer(ty) => holder(p, x),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, l, r) => holder(p, l).or_else(|| holder(p, r)),
        _ => None,
    }
}

fn is_c(p: &Program, symbol: SymbolId) -> bool {
    crate::zones::language_of(p, symbol) == Language::C
}

impl Given {
    /// Looks through the program.
    pub fn of(p: &Program) -> Given {
        let mut given = Given::default();
        for (s, symbol) in p.symbols.iter() {
            if let SymbolKind::Variable(Variable { ty, init: Some(init), .. }) = &symbol.kind {
                if is_pointer(ty) {
                    given.give(p, Holder::Variable(s), init);
                }
                given.expression(p, init);
            }
        }
        for (r, record) in p.records.iter() {
            for (k, f) in record.fields.iter().enumerate().filter(|(_, f)| f.ty == Type::Procedure) {
                if let Some(init) = &f.init {
                    given.give(p, Holder::Component(f.owner.unwrap_or(r), k), init);
                }
            }
        }
        for (_, unit) in p.units.iter() {
            given.unit(p, unit);
        }
        given.callers(p);
        given
    }

    fn unit(&mut self, p: &Program, unit: &Unit) {
        unit.walk(&unit.body, &mut |_, stmt| {
            match &stmt.kind {
                StmtKind::PointerAssign { lhs, rhs } => {
                    if let Some(holder) = holder(p, lhs) {
                        self.give(p, holder, rhs);
                    }
                }
                StmtKind::Assign { lhs, rhs } if unit.language == Language::C => {
                    if let Some(holder) = holder(p, lhs) {
                        self.give(p, holder, rhs);
                    }
                }
                StmtKind::Return(Some(e)) => {
                    if let Some(function) = unit.symbol.filter(|s| p.symbol_type(*s).is_some_and(is_pointer)) {
                        self.give(p, Holder::Result(function), e);
                    }
                }
                StmtKind::Call { callee, args, .. } => self.call(p, *callee, args),
                _ => {}
            }
            stmt.kind.exprs(&mut |e| self.expression(p, e));
        });
    }

    /// What calls and constructors in an expression give.
    fn expression(&mut self, p: &Program, e: &Expr) {
        e.walk(&mut |e| match &e.kind {
            ExprKind::Call { callee, args } => self.call(p, *callee, args),
            ExprKind::Structure { record, args } => {
                for (position, a) in args.iter().enumerate() {
                    let Some(k) = p.component_of(*record, position, a.keyword.as_deref()) else { continue };
                    let f = &p.records[*record].fields[k];
                    if is_pointer(&f.ty) {
                        self.give(p, Holder::Component(f.owner.unwrap_or(*record), k), &a.value);
                    }
                }
            }
            _ => {}
        });
    }

    fn call(&mut self, p: &Program, callee: SymbolId, args: &[Arg]) {
        let unit = p.procedure(callee).and_then(|f| f.unit);
        let unit = if is_c(p, callee) { definition(p, callee) } else { unit };
        let Some(unit) = unit else {
            // Whoever gets the address of a pointer may set it.
            for a in args.iter().filter(|_| is_c(p, callee)) {
                if let Some(outside) = holder(p, a.value.bare()).filter(|_| leads_to_pointers(p, &a.value)) {
                    self.0.entry(outside).or_default().unknown = true;
                }
            }
            return;
        };
        for (k, dummy) in p.units[unit].params.iter().enumerate() {
            let Some(inside) = holder(p, &Expr::var(*dummy)) else { continue };
            let Some(actual) = actual_for(args, k, &p.symbols[*dummy].name) else { continue };
            self.give(p, inside, actual);
            // A Fortran argument may be set there.
            let may_set = !is_c(p, *dummy) && !is_dummy(p, *dummy);
            if let Some(outside) = holder(p, actual).filter(|_| may_set) {
                self.give(p, outside, &Expr::var(*dummy));
            }
        }
    }

    fn give(&mut self, p: &Program, to: Holder, value: &Expr) {
        let into = self.0.entry(to).or_default();
        let value = value.bare();
        match &value.kind {
            ExprKind::Intrinsic(f, _) if f.name() == "null" => {}
            ExprKind::Integer { value: 0, .. } => {}
            ExprKind::Opaque { text, .. } if text == "NULL" => {}
            ExprKind::Cast(_, x) => {
                into.nameless = true;
                self.give(p, to, x);
            }
            ExprKind::Cond { yes, no, .. } => {
                into.nameless = true;
                self.give(p, to, yes);
                self.give(p, to, no);
            }
            ExprKind::Constructor { items, .. } => {
                for item in items {
                    match item {
                        Item::Value(e) => self.give(p, to, e),
                        Item::Implied { .. } => self.0.entry(to).or_default().unknown = true,
                    }
                }
            }
            ExprKind::Address(x) if matches!(x.kind, ExprKind::Var(s) if is_function(p, s)) => self.give(p, to, x),
            ExprKind::Var(s) if is_function(p, *s) => match p.callee(*s).is_some() || has_prototype(p, *s) {
                true if !into.procedures.contains(s) => into.procedures.push(*s),
                true => {}
                false => into.doubt(value.span),
            },
            _ => match holder(p, value) {
                Some(from) => {
                    into.from.insert(from);
                    // Through the address of a pointer it may be set.
                    if leads_to_pointers(p, value) {
                        self.0.entry(from).or_default().from.insert(to);
                    }
                }
                None => into.doubt(value.span),
            },
        }
    }

    /// Arguments of procedures that nothing in the program calls hold what their callers outside give.
    fn callers(&mut self, p: &Program) {
        for (_, unit) in p.units.iter().filter(|(_, u)| !u.is_interface) {
            for dummy in &unit.params {
                if let Some(holder) = holder(p, &Expr::var(*dummy))
                    && (unit.language == Language::C || is_dummy(p, *dummy))
                {
                    let into = self.0.entry(holder).or_default();
                    into.unknown |= into.procedures.is_empty() && into.from.is_empty();
                }
            }
        }
    }

    /// What a holder may point to, with what the pointers that it is set from may point to.
    pub fn closed(&self, holder: Holder) -> Pointees {
        let mut out = Pointees::default();
        let mut todo = vec![holder];
        let mut seen = BTreeSet::new();
        while let Some(h) = todo.pop() {
            if !seen.insert(h) {
                continue;
            }
            let Some(p) = self.0.get(&h) else { continue };
            for s in &p.procedures {
                if !out.procedures.contains(s) {
                    out.procedures.push(*s);
                }
            }
            out.unknown |= p.unknown;
            out.unknown_at = out.unknown_at.or(p.unknown_at);
            todo.extend(p.from.iter().copied());
        }
        out
    }

    /// Whether a holder is only ever given the names of procedures, and parameters for which this holds too.
    pub fn is_named(&self, p: &Program, holder: Holder) -> bool {
        let mut todo = vec![holder];
        let mut seen = BTreeSet::new();
        while let Some(h) = todo.pop() {
            let is_parameter = matches!(h, Holder::Variable(s) if p.procedure(s).is_some());
            if !is_parameter {
                return false;
            }
            if let Some(given) = self.0.get(&h).filter(|_| seen.insert(h)) {
                if given.nameless {
                    return false;
                }
                todo.extend(given.from.iter().copied());
            }
        }
        true
    }
}

/// Whether a symbol is a procedure, and no parameter.
fn is_function(p: &Program, symbol: SymbolId) -> bool {
    p.procedure(symbol).is_some() && !is_dummy(p, symbol)
}

/// Whether a symbol is a procedure that is an argument.
fn is_dummy(p: &Program, symbol: SymbolId) -> bool {
    p.procedure(symbol).is_some_and(|f| matches!(f.class, ProcedureClass::Dummy(_)))
}

/// C: a function of another file, or of math.h, is known by its name.
fn has_prototype(p: &Program, symbol: SymbolId) -> bool {
    is_c(p, symbol)
        && p.procedure(symbol).is_some_and(|f| match f.class {
            ProcedureClass::Normal => f.unit.is_some(),
            ProcedureClass::System => Intrinsic::from_c(&p.symbols[symbol].name).is_some(),
            ProcedureClass::Dummy(_) | ProcedureClass::Intrinsic => false,
        })
}

/// C: whether an expression is the address of pointers to functions, and no such pointer itself.
fn leads_to_pointers(p: &Program, e: &Expr) -> bool {
    matches!(type_of(p, e), Type::Array { .. } | Type::Pointer { .. }) && e.bare().root().is_some_and(|s| is_c(p, s))
}
