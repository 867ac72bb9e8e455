//! Memory of numbers with derivatives that is looked at, or written, as something else: in C by characters, by integers, by the library's functions for
//! bytes of which nobody says what they are part of; in Fortran by TRANSFER. The numbers are reached all the same; what would go along with them is not.
//!
//! ```c
//! char *d = (char *)&x;  d[i] = s[i];          memcpy(raw, &x, sizeof x);          unsigned long bits = *(unsigned long *)&x;
//! ```
//! ```fortran
//! buffer = transfer(x, buffer)                 z = transfer(buffer, z)
//! ```

use il::calls::actual_for;
use il::typing::type_of;
use il::zones::{ZoneId, Zones};
use il::{Arg, Expr, ExprKind, Language, Program, Span, StmtId, StmtKind, SymbolId, Type, UnitId};

use crate::facts::Facts;

/// What happens to the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It is read.
    Read,
    /// It gets a value that is the same whatever numbers there are.
    Cleared,
    /// It gets some value.
    Written,
}

/// One access by another type.
#[derive(Clone, Debug)]
pub struct Reinterpretation {
    /// The statement.
    pub stmt: StmtId,
    /// Where it is written.
    pub span: Span,
    /// The numbers that it may reach.
    pub zones: Vec<ZoneId>,
    /// What happens to them.
    pub access: Access,
}

/// All accesses of a unit by another type than the memory has.
pub fn of_unit(facts: &Facts, unit: UnitId) -> Vec<Reinterpretation> {
    let p = facts.program();
    let u = &p.units[unit];
    let mut out = Vec::new();
    u.walk(&u.body, &mut |stmt, s| {
        let mut finder = Finder { facts, p, zones: facts.zones(), stmt, span: s.span, out: &mut out };
        if u.language == Language::Fortran {
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Intrinsic(f, args) = &x.kind
                        && f.name() == "transfer"
                    {
                        finder.transfer(args, x);
                    }
                });
            });
            return;
        }
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            let access = if rhs.uncast().as_int().is_some() { Access::Cleared } else { Access::Written };
            finder.element(lhs, access);
        }
        s.kind.each_call(&mut |callee, args| finder.call(callee, args));
        s.kind.exprs(&mut |e| e.walk(&mut |x| finder.element(x, Access::Read)));
    });
    out
}

struct Finder<'f> {
    facts: &'f Facts<'f>,
    p: &'f Program,
    zones: &'f Zones,
    stmt: StmtId,
    span: Span,
    out: &'f mut Vec<Reinterpretation>,
}

impl Finder<'_> {
    fn note(&mut self, zones: Vec<ZoneId>, access: Access, at: &Expr) {
        let zones: Vec<ZoneId> = zones.into_iter().filter(|z| self.zones.zone(*z).differentiable).collect();
        if !zones.is_empty() {
            let span = if at.span.file.is_some() { at.span } else { self.span };
            self.out.push(Reinterpretation { stmt: self.stmt, span, zones, access });
        }
    }

    /// TRANSFER: bits of numbers that become something else, and numbers that are made of something else.
    fn transfer(&mut self, args: &[Arg], at: &Expr) {
        let argument = |k: usize, name: &str| actual_for(args, k, name);
        let (Some(source), Some(mold)) = (argument(0, "source"), argument(1, "mold")) else { return };
        let is_number = |e: &Expr| self.p.is_differentiable(&type_of(self.p, e));
        match (is_number(source), is_number(mold)) {
            (true, false) => {
                let mut zones = Vec::new();
                source.walk(&mut |x| zones.extend(self.zones.of_ref(self.p, x).zones));
                self.note(zones, Access::Read, at);
            }
            // Numbers of a constant are no derivatives.
            (false, true) if source.root().is_some() => {
                let span = if at.span.file.is_some() { at.span } else { self.span };
                self.out.push(Reinterpretation { stmt: self.stmt, span, zones: Vec::new(), access: Access::Written });
            }
            (true, true) | (false, false) | (false, true) => {}
        }
    }

    /// An integer behind a pointer, or what has a type that is only text (vectors of compilers).
    fn element(&mut self, e: &Expr, access: Access) {
        let behind_pointer = match &e.kind {
            ExprKind::Deref(_) => true,
            ExprKind::Index { base, .. } => matches!(type_of(self.p, base), Type::Pointer { .. }),
            _ => false,
        };
        if behind_pointer && self.is_plain(e) {
            self.note(self.zones.of_ref(self.p, e).zones, access, e);
        }
    }

    fn call(&mut self, callee: SymbolId, args: &[Arg]) {
        match self.p.callee(callee) {
            Some(unit) => self.own(unit, args),
            None => self.library(self.p.symbols[callee].name.as_str(), args),
        }
    }

    /// Functions of the library that copy and clear bytes.
    fn library(&mut self, name: &str, args: &[Arg]) {
        match (name, args) {
            ("memcpy" | "memmove", [to, from, _]) => {
                let (to, from) = (&to.value, &from.value);
                match (self.is_of_numbers(to), self.is_of_numbers(from)) {
                    (true, true) => {}
                    (false, false) => {
                        self.note(self.behind(from), Access::Read, from);
                        self.note(self.behind(to), Access::Written, to);
                    }
                    (true, false) => self.note(self.behind(to), Access::Written, to),
                    (false, true) => self.note(self.behind(from), Access::Read, from),
                }
            }
            ("memset", [to, ..]) if !self.is_of_numbers(&to.value) => {
                self.note(self.behind(&to.value), Access::Cleared, &to.value);
            }
            _ => {}
        }
    }

    /// Pointers to numbers that a function of the program takes for pointers to something else, as far as it looks behind them.
    fn own(&mut self, unit: UnitId, args: &[Arg]) {
        for (dummy, arg) in self.p.units[unit].params.clone().into_iter().zip(args) {
            let points =
                self.p.symbol_type(dummy).is_some_and(|ty| matches!(ty, Type::Pointer { .. } | Type::Array { .. }));
            if !points || self.is_of_numbers(&Expr::var(dummy)) {
                continue;
            }
            let inside = self.behind(&Expr::var(dummy));
            let does = self.facts.in_out(unit);
            if inside.iter().any(|z| does.read.contains(*z)) {
                self.note(self.behind(&arg.value), Access::Read, &arg.value);
            }
            if inside.iter().any(|z| does.written.contains(*z)) {
                self.note(self.behind(&arg.value), Access::Written, &arg.value);
            }
        }
    }

    /// Whether something is a number without derivatives.
    fn is_plain(&self, e: &Expr) -> bool {
        let ty = type_of(self.p, e);
        matches!(ty, Type::Scalar(_) | Type::Opaque(_)) && !self.p.is_differentiable(&ty)
    }

    fn behind(&self, pointer: &Expr) -> Vec<ZoneId> {
        self.zones.behind(self.p, pointer)
    }

    /// Whether the type of a pointer, or what the uses of a `void *` say, is that of numbers with derivatives.
    fn is_of_numbers(&self, pointer: &Expr) -> bool {
        let pointer = pointer.uncast();
        let known = match pointer.kind {
            ExprKind::Var(s) => self.zones.behind_void(self.p, s),
            _ => None,
        };
        match known.unwrap_or_else(|| type_of(self.p, pointer)) {
            Type::Pointer { to, .. } => self.p.is_differentiable(&to),
            Type::Array { elem, .. } => self.p.is_differentiable(&elem),
            _ => false,
        }
    }
}
