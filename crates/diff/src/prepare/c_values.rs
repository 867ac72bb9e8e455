//! C, before any analysis: what sets several values at once becomes one assignment for each, which both sweeps can reverse.
//!
//! - `double a[3] = {x, y}` becomes `a[0] = x; a[1] = y; a[2] = 0.0;`. In the tangent a flat list stays (its derivative is a list too); in
//!   the adjoint a table that nothing changes becomes `static const`.
//! - `char s[8] = "ab"` becomes `s[0] = 'a'; s[1] = 'b'; …` in the adjoint; in structures that are taken apart in the tangent, too.
//! - `s = (struct t){{x, y}, z}` with an array in it: component by component, element by element.
//! - `t = s` with pointers to reals in it: component by component, so that the derivatives of the pointers follow.
//! - In the adjoint `memcpy(a, b, n*sizeof(double))` and `memset(a, 0, n*sizeof(double))` become loops over the elements (`memmove` in [`moves`]),
//!   those of structures assignments; between rows and what lies flat too ([`flat_copies`]).
//! - `return (struct t){x, y}` and `f((struct t){x, y})` go through a variable.
//! - A local `const` that a call gives its value is one no more: the derivative of the call returns it through its address.

mod flat_copies;
mod moves;
mod rows_and_structures;
mod texts;

use std::collections::BTreeSet;
use std::mem;

use il::expr::Item;
use il::locals::{declare, fresh};
use il::stmt::Do;
use il::symbol::{Storage, SymbolKind};
use il::typing::type_of;
use il::{
    Arg, BinaryOp, Block, Expr, ExprKind, Program, Scalar, Span, Stmt, StmtKind, SymbolId, Type, UnaryOp, UnitId,
    Upper, Variable,
};

use crate::simplify::address;

/// How many elements without a value of their own are set one by one; more are set in a loop.
const TAIL: i64 = 4;

/// Rewrites the body of a C unit. `apart`: derivatives are for several directions, and are copied one by one.
pub fn spread(p: &mut Program, unit: UnitId, adjoint: bool, apart: bool) {
    if !p.units[unit].language.points_by_address() {
        return;
    }
    if adjoint {
        make_tables_static(p, unit);
    }
    release_constants(p, unit);
    let body = mem::take(&mut p.units[unit].body);
    let mut s = Spread { p, unit, adjoint, apart, counters: Vec::new() };
    let body = s.block(body);
    let counters = mem::take(&mut s.counters);
    p.units[unit].body = body;
    declare(p, unit, &counters);
}

/// C: `to = from` of structures with pointers to reals in them as an assignment for each part, so that the derivatives of the pointers follow; what they need
/// to be declared goes to `declared`. `None`: it stays as it is.
pub(super) fn parts_of_copy(
    p: &mut Program,
    unit: UnitId,
    (to, from): (&Expr, &Expr),
    declared: &mut Vec<SymbolId>,
) -> Option<Vec<StmtKind>> {
    let ty = type_of(p, to);
    let splits = p.units[unit].language.points_by_address()
        && from.is_reference()
        && matches!(ty, Type::Record(_))
        && leads_to_reals(p, &ty);
    let mut s = Spread { p, unit, adjoint: false, apart: false, counters: Vec::new() };
    let mut parts = Vec::new();
    let whole = splits && s.copy_parts(to, from, &ty, &mut parts);
    whole.then(|| {
        declared.append(&mut s.counters);
        parts
    })
}

/// Whether a value is made of literals alone.
fn is_constant(e: &Expr) -> bool {
    let mut constant = true;
    e.walk(&mut |x| {
        constant &= match &x.kind {
            ExprKind::Constructor { items, .. } => items.iter().all(|i| matches!(i, Item::Value(_))),
            ExprKind::Integer { .. }
            | ExprKind::Real { .. }
            | ExprKind::Logical(_)
            | ExprKind::Text(..)
            | ExprKind::Structure { .. }
            | ExprKind::SizeOf(_) => true,
            ExprKind::Unary(op, _) => matches!(op, UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren),
            ExprKind::Binary(op, ..) => {
                matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div)
            }
            ExprKind::Cast(..) => true,
            _ => false,
        };
    });
    constant
}

/// Local arrays of constants that are only read by subscript.
fn make_tables_static(p: &mut Program, unit: UnitId) {
    let u = &p.units[unit];
    let mut tables: Vec<(SymbolId, il::StmtId, Expr)> = Vec::new();
    u.walk(&u.body, &mut |id, s| {
        let StmtKind::Assign { lhs, rhs } = &s.kind else { return };
        let ExprKind::Var(symbol) = lhs.kind else { return };
        let list = matches!(rhs.bare().kind, ExprKind::Constructor { .. } | ExprKind::Text(..));
        let local = p.variable(symbol).is_some_and(|v| {
            let known = |ty: &Type| matches!(ty, Type::Array { dims, .. } if dims.iter().all(|d| matches!(&d.upper, Upper::At(e) if e.as_int().is_some())));
            v.is_unsaved_local() && v.init.is_none() && known(&v.ty)
        });
        if list && local && is_constant(rhs) && only_read(p, unit, symbol, id) {
            tables.push((symbol, id, rhs.clone()));
        }
    });
    for (symbol, id, value) in tables {
        if let SymbolKind::Variable(v) = &mut p.symbols[symbol].kind {
            v.init = Some(value);
            v.saved = true;
            v.constant = true;
        }
        p.units[unit].stmts[id].kind = StmtKind::Nop;
    }
}

/// Whether an array is mentioned only where an element of it is read, besides the statement that gives it its values.
fn only_read(p: &Program, unit: UnitId, symbol: SymbolId, given: il::StmtId) -> bool {
    let u = &p.units[unit];
    let constant = p.variable(symbol).is_some_and(|v| v.constant);
    let mut all = 0;
    let mut read = 0;
    u.walk(&u.body, &mut |id, s| {
        if id == given {
            return;
        }
        let target = match &s.kind {
            StmtKind::Assign { lhs, .. } => lhs.root() == Some(symbol),
            StmtKind::Opaque { .. } => s.kind.mentions(symbol),
            _ => false,
        };
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| match &x.kind {
                ExprKind::Var(v) if *v == symbol => all += 1,
                // Of an array of arrays a row may still be handed on.
                ExprKind::Index { base, .. }
                    if base.root() == Some(symbol)
                        && type_of(p, x).scalar().is_some()
                        && !matches!(type_of(p, x), Type::Array { .. }) =>
                {
                    read += 1;
                }
                ExprKind::Address(y) if y.root() == Some(symbol) => all += 1,
                _ => {}
            });
        });
        if target {
            all += 1;
        }
    });
    constant || all == read
}

/// Local constants that get their value from a call, or part by part.
fn release_constants(p: &mut Program, unit: UnitId) {
    let u = &p.units[unit];
    let mut found = Vec::new();
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(v), .. }, rhs } = &s.kind {
            let mut calls = false;
            rhs.walk(&mut |x| calls |= matches!(x.kind, ExprKind::Call { .. }));
            let list = matches!(rhs.bare().kind, ExprKind::Structure { .. });
            let parts = p.symbol_type(*v).is_some_and(|ty| {
                matches!(ty, Type::Record(_)) && (leads_to_reals(p, ty) || list && p.is_differentiable(ty))
            });
            if calls || parts {
                found.push(*v);
            }
        }
    });
    for symbol in found {
        if let SymbolKind::Variable(v) = &mut p.symbols[symbol].kind
            && v.storage == Storage::Local
            && matches!(v.ty, Type::Scalar(_) | Type::Record(_))
        {
            v.constant = false;
        }
    }
}

struct Spread<'p> {
    p: &'p mut Program,
    unit: UnitId,
    adjoint: bool,
    apart: bool,
    counters: Vec<SymbolId>,
}

impl Spread<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        let apart = self.declared_with_others(&block);
        for id in block {
            let mut stmt = mem::replace(&mut self.p.units[self.unit].stmts[id], Stmt::from(StmtKind::Nop));
            for inner in stmt.kind.blocks_mut() {
                *inner = self.block(mem::take(inner));
            }
            let literals = self.name_literals(&mut stmt);
            out.extend(self.block(literals));
            let mut parts = Vec::new();
            let split = match &stmt.kind {
                StmtKind::Assign { lhs, rhs } => {
                    let with_others = lhs.root().is_some_and(|s| apart.contains(&s));
                    self.assignment(lhs, rhs, with_others, &mut parts)
                }
                StmtKind::Call { callee, args, .. } => {
                    let name = self.p.symbols[*callee].name.clone();
                    let system = self.p.callee(*callee).is_none();
                    system && self.memory(&name, args, &mut parts)
                }
                _ => false,
            };
            if !split {
                self.p.units[self.unit].stmts[id] = stmt;
                out.push(id);
                continue;
            }
            out.extend(self.p.units[self.unit].add_in_place_of(stmt, parts));
        }
        out
    }

    /// Variables that share a declaration with one whose list is taken apart: what stands behind that is no initialiser any more, and their lists
    /// are taken apart, too. So are lists that stand behind no declaration: they came with the body of another procedure.
    fn declared_with_others(&self, block: &Block) -> BTreeSet<SymbolId> {
        let stmts = &self.p.units[self.unit].stmts;
        let apart: BTreeSet<SymbolId> = block
            .iter()
            .filter_map(|id| stmts[*id].kind.as_assign())
            .filter_map(|(lhs, rhs)| lhs.as_var().filter(|_| self.is_taken_apart(lhs, rhs, false)))
            .collect();
        let mut out = BTreeSet::new();
        let mut declared: &[SymbolId] = &[];
        for id in block {
            match &stmts[*id].kind {
                StmtKind::Declare(list) => {
                    declared = list;
                    if list.iter().any(|s| apart.contains(s)) {
                        out.extend(list.iter().copied());
                    }
                }
                StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, .. } if declared.contains(s) => {}
                StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, .. } => {
                    declared = &[];
                    out.insert(*s);
                }
                _ => declared = &[],
            }
        }
        out
    }

    /// Gives the structures with reals that are made inside a statement's expressions variables of their own; returns what sets these.
    fn name_literals(&mut self, stmt: &mut Stmt) -> Block {
        let mut made: Vec<(SymbolId, Expr)> = Vec::new();
        let (p, unit, counters) = (&mut *self.p, self.unit, &mut self.counters);
        let mut name = |x: &mut Expr| {
            let ExprKind::Structure { record, .. } = x.kind else { return };
            let ty = Type::Record(record);
            if !p.is_differentiable(&ty) {
                return;
            }
            let local = fresh(p, unit, "value", Variable::new(ty, Storage::Local));
            counters.push(local);
            let literal = mem::replace(x, Expr::at(ExprKind::Var(local), x.span));
            made.push((local, literal));
        };
        match &mut stmt.kind {
            StmtKind::Assign { rhs, .. } if is_list(rhs) => in_lists(rhs, &mut name),
            StmtKind::Assign { .. } | StmtKind::Return(_) | StmtKind::Call { .. } => {
                stmt.kind.exprs_mut(&mut |e| e.rewrite(&mut name));
            }
            _ => return Block::new(),
        }
        let assign = |(local, rhs): (SymbolId, Expr)| {
            let mut part = Stmt::from(StmtKind::Assign { lhs: Expr::var(local), rhs });
            part.span = stmt.span;
            self.p.units[self.unit].add(part)
        };
        made.into_iter().map(assign).collect()
    }

    /// Whether `lhs = { … }` is taken apart. `with_others`: the declaration of its variable is followed by something else than initialisers.
    fn is_taken_apart(&self, lhs: &Expr, rhs: &Expr, with_others: bool) -> bool {
        let ty = type_of(self.p, lhs);
        let nested = |items: &[Item]| {
            let inside = |e: &Expr| matches!(e.bare().kind, ExprKind::Constructor { .. } | ExprKind::Structure { .. });
            items.iter().any(|i| matches!(i, Item::Value(e) if inside(e)))
        };
        match (&ty, &rhs.bare().kind) {
            (Type::Array { elem, .. }, ExprKind::Constructor { items, .. }) => {
                let reals = self.p.is_differentiable(&ty);
                // What calls give is computed in front, and the list is no initialiser any more.
                let calls = items.iter().any(|i| matches!(i, Item::Value(e) if e.has_call()));
                let parts = calls || reals && (nested(items) || !matches!(**elem, Type::Scalar(_)));
                items.iter().all(|i| matches!(i, Item::Value(_))) && (self.adjoint || with_others || parts)
            }
            (Type::Array { .. }, ExprKind::Text(..)) => self.adjoint || with_others,
            // Without arrays the hoisting of calls takes it apart. A text may be the value of one.
            (Type::Record(record), ExprKind::Structure { args, .. }) => {
                let list = |a: &Arg| {
                    matches!(
                        a.value.bare().kind,
                        ExprKind::Constructor { .. } | ExprKind::Structure { .. } | ExprKind::Text(..)
                    )
                };
                // What is left out is zero; where all is, it is one assignment, unless there are pointers, whose derivatives are set too.
                let zero = args.iter().all(|a| a.value.bare().as_int() == Some(0)) && !leads_to_reals(self.p, &ty);
                let incomplete = !zero && args.len() < self.p.records[*record].fields.len();
                // `p = (struct pair){p.out, p.in}`: the pointers change places, and so do their derivatives.
                let own = leads_to_reals(self.p, &ty) && lhs.root().is_none_or(|s| rhs.mentions(s));
                self.p.is_differentiable(&ty) && (incomplete || own || args.iter().any(list))
            }
            _ => false,
        }
    }

    /// `lhs = { … }`. False: it stays.
    fn assignment(&mut self, lhs: &Expr, rhs: &Expr, with_others: bool, out: &mut Vec<StmtKind>) -> bool {
        let ty = type_of(self.p, lhs);
        let wanted = self.is_taken_apart(lhs, rhs, with_others);
        if !wanted && rhs.is_reference() && matches!(ty, Type::Record(_)) && leads_to_reals(self.p, &ty) {
            return self.copy_parts(lhs, rhs, &ty, out);
        }
        if !wanted {
            return false;
        }
        // What it has is still asked for while it gets its parts.
        if matches!(ty, Type::Record(_)) && lhs.root().is_none_or(|s| rhs.mentions(s)) {
            let local = fresh(self.p, self.unit, "value", Variable::new(ty.clone(), Storage::Local));
            let mut parts = Vec::new();
            if !self.give(&Expr::var(local), &ty, Some(rhs.bare()), &mut parts) {
                return false;
            }
            self.counters.push(local);
            out.append(&mut parts);
            // Its pointers go one by one, each with its derivative.
            if leads_to_reals(self.p, &ty) {
                return self.copy_parts(lhs, &Expr::var(local), &ty, out);
            }
            return self.each(lhs, Some(&Expr::var(local)), &ty, out);
        }
        self.give(lhs, &ty, Some(rhs.bare()), out)
    }

    /// `*p = *p->next`, part by part: the place that a part of itself leads to is found first.
    fn copy_parts(&mut self, to: &Expr, from: &Expr, ty: &Type, out: &mut Vec<StmtKind>) -> bool {
        let mut found = |place: &Expr, base: &str, only_read: bool| {
            let mut through_parts = false;
            place.walk(&mut |e| {
                if let ExprKind::Deref(pointer) | ExprKind::Index { base: pointer, .. } = &e.kind {
                    through_parts |= !matches!(pointer.bare().kind, ExprKind::Var(_));
                }
            });
            if !through_parts {
                return place.clone();
            }
            // What is copied may be constant.
            let pointer = Type::Pointer { to: Box::new(ty.clone()), to_const: only_read, restrict: false };
            let local = fresh(self.p, self.unit, base, Variable::new(pointer, Storage::Local));
            self.counters.push(local);
            out.push(StmtKind::Assign { lhs: Expr::var(local), rhs: address(place.clone()) });
            ExprKind::Deref(Box::new(Expr::var(local))).into()
        };
        let (to, from) = (found(to, "to", false), found(from, "from", true));
        self.each(&to, Some(&from), ty, out)
    }

    /// Assignments that give `place` a value, or zero where there is none. False: not all of it can be said.
    fn give(&mut self, place: &Expr, ty: &Type, value: Option<&Expr>, out: &mut Vec<StmtKind>) -> bool {
        match ty {
            Type::Array { elem, dims } => {
                let Some(Upper::At(extent)) = dims.first().map(|d| &d.upper) else { return false };
                let Some(count) = il::fold::integer(self.p, extent) else { return false };
                let text = value.and_then(|v| texts::characters(elem, v));
                let items: Vec<&Expr> = match (value.map(|v| &v.bare().kind), &text) {
                    (Some(ExprKind::Constructor { items, .. }), _) => {
                        items.iter().filter_map(|i| if let Item::Value(e) = i { Some(e) } else { None }).collect()
                    }
                    // Where only its terminating zero has no place, it is left out.
                    (Some(_), Some(characters)) => {
                        characters.iter().take(usize::try_from(count).unwrap_or(0)).collect()
                    }
                    (None, _) => Vec::new(),
                    (Some(_), None) => return false,
                };
                for (k, item) in items.iter().enumerate() {
                    let at = Expr::index(place.clone(), vec![Expr::int(k as i64)]);
                    if !self.give(&at, elem, Some(item), out) {
                        return false;
                    }
                }
                let set = items.len() as i64;
                if count - set > TAIL {
                    let var = self.counter(extent);
                    let at = Expr::index(place.clone(), vec![Expr::var(var)]);
                    let mut parts = Vec::new();
                    if !self.give(&at, elem, None, &mut parts) {
                        return false;
                    }
                    out.push(self.counted(var, Expr::int(set), Expr::int(count - 1), parts));
                    return true;
                }
                (set..count).all(|k| self.give(&Expr::index(place.clone(), vec![Expr::int(k)]), elem, None, out))
            }
            Type::Record(record) => {
                let fields = self.p.records[*record].fields.clone();
                let args = match value.map(|v| &v.bare().kind) {
                    Some(ExprKind::Structure { args, .. }) => args.clone(),
                    None => Vec::new(),
                    // A structure that is copied.
                    Some(_) => {
                        if let Some(from) = value.filter(|v| v.is_reference() && leads_to_reals(self.p, ty)) {
                            return self.copy_parts(place, from, ty, out);
                        }
                        out.extend(value.map(|v| StmtKind::Assign { lhs: place.clone(), rhs: v.clone() }));
                        return true;
                    }
                };
                let found = |k: usize| {
                    let by_name = |a: &&Arg| a.keyword.as_ref() == Some(&fields[k].name);
                    args.iter().find(by_name).or(args.get(k).filter(|a| a.keyword.is_none())).map(|a| &a.value)
                };
                // Several that are left out are zero together, and so is what has no zero of its own, such as a pointer to a function.
                let left_out: Vec<&Type> =
                    fields.iter().enumerate().filter(|(k, _)| found(*k).is_none()).map(|(_, f)| &f.ty).collect();
                // Members that share their storage have one value; a type without a name has none that could be assigned.
                if self.p.records[*record].is_union() {
                    let only = (0..fields.len()).rev().find(|k| found(*k).is_some()).unwrap_or(0);
                    let part = ExprKind::Field { base: Box::new(place.clone()), record: *record, field: only }.into();
                    return fields.get(only).is_none_or(|f| self.give(&part, &f.ty, found(only), out));
                }
                let at_once = value.is_some()
                    && !self.p.records[*record].is_anonymous()
                    && (left_out.len() > 1
                        || left_out.iter().any(|ty| matches!(ty, Type::Opaque(_) | Type::Procedure | Type::Record(_))));
                if at_once {
                    let zero = ExprKind::Structure { record: *record, args: vec![Arg::new(Expr::int(0))] }.into();
                    out.push(StmtKind::Assign { lhs: place.clone(), rhs: zero });
                }
                fields.iter().enumerate().filter(|(k, _)| !at_once || found(*k).is_some()).all(|(k, f)| {
                    let part = ExprKind::Field { base: Box::new(place.clone()), record: *record, field: k }.into();
                    self.give(&part, &f.ty, found(k), out)
                })
            }
            Type::Scalar(s) => {
                let zero = if s.is_differentiable() { crate::simplify::zero(s) } else { Expr::int(0) };
                out.push(StmtKind::Assign { lhs: place.clone(), rhs: value.cloned().unwrap_or(zero) });
                true
            }
            Type::Pointer { .. } => {
                out.push(StmtKind::Assign { lhs: place.clone(), rhs: value.cloned().unwrap_or(Expr::int(0)) });
                true
            }
            // A pointer to a function.
            Type::Procedure | Type::Opaque(_) => {
                out.extend(value.map(|v| StmtKind::Assign { lhs: place.clone(), rhs: v.clone() }));
                value.is_some()
            }
            Type::Character { .. } | Type::Void => false,
        }
    }

    /// Functions of string.h on numbers, structures, and arrays of them. False: it stays.
    fn memory(&mut self, name: &str, args: &[Arg], out: &mut Vec<StmtKind>) -> bool {
        let values: Vec<Expr> = args.iter().map(|a| a.value.uncast().clone()).collect();
        // The tangent copies the bytes of derivatives as those of values, where they lie in the same way.
        let clears = matches!((name, values.as_slice()), ("memset", [to, ..]) if self.is_kept_object(to));
        // Those of several directions are not all set, and strict compilers do not let bytes be copied that may not be.
        if !self.adjoint && !clears && !self.apart {
            return match (name, values.as_slice()) {
                ("memcpy", [to, from, bytes]) => {
                    self.row_copy(to, from, bytes, out) || self.number_copy(to, from, bytes, out)
                }
                _ => false,
            };
        }
        let (to, from, bytes) = match (name, values.as_slice()) {
            ("memcpy", [to, from, bytes]) => (to, Some(from), bytes),
            ("memmove", [to, from, bytes]) => return self.move_elements(to, from, bytes, out),
            ("memset", [to, value, bytes]) if value.as_int() == Some(0) => (to, None, bytes),
            _ => return false,
        };
        self.copy_elements(to, from, bytes, out)
    }

    /// Copies `bytes` of numbers or structures, the first element first, or sets them to zero where nothing is copied. False: not all of it can be said.
    fn copy_elements(&mut self, to: &Expr, from: Option<&Expr>, bytes: &Expr, out: &mut Vec<StmtKind>) -> bool {
        if from.is_some_and(|f| self.row_copy(to, f, bytes, out) || self.number_copy(to, f, bytes, out)) {
            return true;
        }
        let Some(elem) = self.pointed_at(to) else { return false };
        let count = self.elements(to, from, bytes, &elem);
        if (count.is_none() || self.is_first_of_rows(to) || from.is_some_and(|from| self.is_first_of_rows(from)))
            && self.flat_copy(to, from, bytes, out)
        {
            return true;
        }
        let Some(count) = count else { return false };
        self.copy_counted(to, from, &elem, count, false, out)
    }

    /// How many elements `bytes` are that both places have.
    fn elements(&self, to: &Expr, from: Option<&Expr>, bytes: &Expr, elem: &Type) -> Option<Expr> {
        assert_eq!(self.pointed_at(to).as_ref(), Some(elem));
        self.count(bytes, elem)
            .or_else(|| self.whole_elements(bytes, elem))
            .filter(|_| from.is_none_or(|f| self.pointed_at(f).as_ref() == Some(elem)))
    }

    /// A loop over `count` elements, the last one first where `up` says so. False: not all of it can be said.
    fn copy_counted(
        &mut self,
        to: &Expr,
        from: Option<&Expr>,
        elem: &Type,
        count: Expr,
        up: bool,
        out: &mut Vec<StmtKind>,
    ) -> bool {
        if !self.p.is_differentiable(elem) {
            return false;
        }
        if count.as_int() == Some(1) && !matches!(elem, Type::Scalar(_)) {
            // The first element of an array goes by its index, as the others do.
            let first = |x: &Expr| match type_of(self.p, &place(x).0) {
                Type::Array { .. } => element(x, Expr::int(0)),
                _ => target(x),
            };
            let (to, from) = (first(to), from.map(first));
            return self.each(&to, from.as_ref(), elem, out);
        }
        let before = self.counters.len();
        let var = self.counter(&count);
        let mut parts = Vec::new();
        let last = il::fold::sub(&count, &Expr::int(1));
        let at = if up { il::fold::sub(&last, &Expr::var(var)) } else { Expr::var(var) };
        let from = from.map(|f| element(f, at.clone()));
        let whole = self.each(&element(to, at), from.as_ref(), elem, &mut parts);
        out.push(self.counted(var, Expr::int(0), last, parts));
        if !whole {
            self.counters.truncate(before);
        }
        whole
    }

    /// Whether a pointer leads to a whole variable that outlives calls: what sets it is seen to set all of it.
    fn is_kept_object(&self, pointer: &Expr) -> bool {
        let ExprKind::Var(s) = pointer.object().kind else { return false };
        self.p.variable(s).is_some_and(|v| {
            (v.saved || v.storage == Storage::Global) && matches!(v.ty, Type::Array { .. } | Type::Record(_))
        })
    }

    /// Gives `to` the value of `from`, or zero, by loops over the elements of arrays. False: not all of it can be said.
    fn each(&mut self, to: &Expr, from: Option<&Expr>, ty: &Type, out: &mut Vec<StmtKind>) -> bool {
        match (ty, from) {
            (Type::Array { elem, dims }, _) => {
                let Some(Upper::At(extent)) = dims.first().map(|d| &d.upper) else { return false };
                let var = self.counter(extent);
                let at = |e: &Expr| Expr::index(e.clone(), vec![Expr::var(var)]);
                let mut parts = Vec::new();
                let whole = self.each(&at(to), from.map(at).as_ref(), elem, &mut parts);
                out.push(self.counted(var, Expr::int(0), il::fold::sub(extent, &Expr::int(1)), parts));
                whole
            }
            (Type::Record(record), _) if from.is_none() || leads_to_reals(self.p, ty) => {
                let fields = self.p.records[*record].fields.clone();
                !self.p.records[*record].opaque
                    && fields.iter().enumerate().all(|(field, f)| {
                        let part = |of: &Expr| {
                            let base = Box::new(of.clone());
                            Expr::from(ExprKind::Field { base, record: *record, field })
                        };
                        self.each(&part(to), from.map(part).as_ref(), &f.ty, out)
                    })
            }
            (_, Some(from)) => {
                out.push(StmtKind::Assign { lhs: to.clone(), rhs: from.clone() });
                true
            }
            _ => self.give(to, ty, None, out),
        }
    }

    /// The type that a pointer or an array leads to.
    fn pointed_at(&self, e: &Expr) -> Option<Type> {
        match type_of(self.p, e) {
            Type::Array { elem, .. } => Some(*elem),
            Type::Pointer { to, .. } => Some(*to),
            _ => None,
        }
    }

    /// How many elements `bytes` are.
    fn count(&self, bytes: &Expr, elem: &Type) -> Option<Expr> {
        let size = |e: &Expr| match &e.uncast().kind {
            ExprKind::SizeOf(ty) => ty == elem,
            _ => false,
        };
        match &bytes.uncast().kind {
            ExprKind::SizeOf(Type::Array { elem: part, dims }) if **part == *elem => match &dims.first()?.upper {
                Upper::At(e) => Some(e.clone()),
                Upper::Assumed | Upper::Deferred => None,
            },
            ExprKind::SizeOf(ty) if ty == elem => Some(Expr::int(1)),
            ExprKind::Binary(BinaryOp::Mul, l, r) if size(r) => Some(self.as_int(l)),
            ExprKind::Binary(BinaryOp::Mul, l, r) if size(l) => Some(self.as_int(r)),
            // a*b*sizeof(double)
            ExprKind::Binary(BinaryOp::Mul, l, r) => {
                let inner = self.count(l, elem)?;
                Some(Expr::binary(BinaryOp::Mul, inner, self.as_int(r)))
            }
            _ => None,
        }
    }

    /// How many numbers a variable of bytes is: `memcpy(a, b, bytes)`.
    fn whole_elements(&self, bytes: &Expr, elem: &Type) -> Option<Expr> {
        let plain = matches!(bytes.uncast().kind, ExprKind::Var(_)) && matches!(elem, Type::Scalar(_));
        let size = Expr::from(ExprKind::SizeOf(elem.clone()));
        plain.then(|| Expr::binary(BinaryOp::Div, bytes.clone(), size))
    }

    /// A number of elements without the conversion to `size_t`.
    fn as_int(&self, e: &Expr) -> Expr {
        match &e.uncast().kind {
            // (size_t)n*m
            ExprKind::Binary(BinaryOp::Mul, l, r) => Expr::binary(BinaryOp::Mul, self.as_int(l), self.as_int(r)),
            _ => e.uncast().clone(),
        }
    }

    /// A loop variable that is compared with `count`.
    fn counter(&mut self, count: &Expr) -> SymbolId {
        let ty = match type_of(self.p, count) {
            Type::Scalar(s) if s.unsigned => Type::Scalar(s),
            _ => Type::Scalar(Scalar::int()),
        };
        let id = fresh(self.p, self.unit, "ii1", Variable::new(ty, Storage::Local));
        self.counters.push(id);
        id
    }

    fn counted(&mut self, var: SymbolId, from: Expr, to: Expr, parts: Vec<StmtKind>) -> StmtKind {
        let body = parts.into_iter().map(|kind| self.p.units[self.unit].add(Stmt::from(kind))).collect();
        StmtKind::Do(Box::new(Do::counting(var, from, to, None, body)))
    }
}

/// Whether a value is one in braces.
fn is_list(e: &Expr) -> bool {
    matches!(e.bare().kind, ExprKind::Structure { .. } | ExprKind::Constructor { .. })
}

/// Calls `f` on everything below the values that stand in a list and the lists in it.
fn in_lists(list: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    list.children_mut(&mut |e| if is_list(e) { in_lists(e, f) } else { e.rewrite(f) });
}

/// Whether there are pointers to reals in a value of this type.
fn leads_to_reals(p: &Program, ty: &Type) -> bool {
    il::c_pointers::points_to_reals(p, ty)
}

/// What a pointer leads to.
fn target(pointer: &Expr) -> Expr {
    match &pointer.kind {
        ExprKind::Address(x) => (**x).clone(),
        _ => ExprKind::Deref(Box::new(pointer.clone())).into(),
    }
}

/// Element `i` of what a pointer leads to.
fn element(pointer: &Expr, i: Expr) -> Expr {
    let (base, k) = place(pointer);
    Expr::at(Expr::index(base, vec![il::fold::add(&k, &i)]).kind, Span::NONE)
}

/// An array or pointer, and the element from which on another one leads.
fn place(pointer: &Expr) -> (Expr, Expr) {
    match &pointer.kind {
        ExprKind::Address(x) => match &x.kind {
            ExprKind::Index { base, subs } => match subs.as_slice() {
                [il::Subscript::At(k)] => {
                    let (base, first) = place(base);
                    (base, il::fold::add(&first, k))
                }
                _ => (pointer.clone(), Expr::int(0)),
            },
            _ => (pointer.clone(), Expr::int(0)),
        },
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), p, k) => {
            let (base, first) = place(p);
            (base, if *op == BinaryOp::Add { il::fold::add(&first, k) } else { il::fold::sub(&first, k) })
        }
        _ => (pointer.clone(), Expr::int(0)),
    }
}
