//! What a C `void *` variable points to, as its uses tell: the context of a callback, memory that is handed on.
//!
//! A use of `v` that gives or takes a pointer of another type says what is behind it: `(T *)v`, `p = v`, `v = &x`, `f(v)` where `f` takes a `T *`.
//! Passing `v` on to a parameter that is itself a `void *` says what the uses of that parameter say. Uses that disagree leave storage of an unknown type,
//! which may hold reals; without any use nobody looks behind the pointer.

use indexmap::IndexMap;

use crate::calls::{CallGraph, actual_for};
use crate::expr::{Arg, Expr, ExprKind};
use crate::program::Program;
use crate::stmt::StmtKind;
use crate::symbol::SymbolId;
use crate::types::Type;
use crate::typing::type_of;

/// What is behind a `void *`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Behind {
    /// All uses agree.
    Known(Type),
    /// They do not.
    Anything,
}

/// What is behind each `void *` of the program that is used.
pub(crate) fn find(program: &Program, calls: &CallGraph) -> IndexMap<SymbolId, Behind> {
    let mut uses = Uses { program, calls, found: IndexMap::new(), same: Vec::new() };
    for (_, unit) in program.units.iter() {
        unit.walk(&unit.body, &mut |_, s| {
            match &s.kind {
                StmtKind::Assign { lhs, rhs } => uses.assigned(lhs, rhs),
                StmtKind::Call { callee, args, .. } => uses.call(*callee, args),
                _ => {}
            }
            s.kind.exprs(&mut |e| {
                e.walk(&mut |e| match &e.kind {
                    ExprKind::Cast(ty, x) => {
                        if let Some(v) = uses.void(x) {
                            uses.vote(v, ty);
                        }
                    }
                    ExprKind::Call { callee, args } => uses.call(*callee, args),
                    _ => {}
                })
            });
        });
    }
    uses.settle();
    uses.found
}

struct Uses<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    found: IndexMap<SymbolId, Behind>,
    /// The first points to what the second points to.
    same: Vec<(SymbolId, SymbolId)>,
}

impl Uses<'_> {
    /// The `void *` variable that an expression is.
    fn void(&self, e: &Expr) -> Option<SymbolId> {
        match &e.bare().kind {
            ExprKind::Var(s) => self.program.symbol_type(*s)?.is_void_pointer().then_some(*s),
            ExprKind::Cast(ty, x) if ty.is_void_pointer() => self.void(x),
            _ => None,
        }
    }

    fn vote(&mut self, v: SymbolId, pointer: &Type) {
        let (Type::Pointer { to, .. } | Type::Array { elem: to, .. }) = pointer else { return };
        // Bytes are looked at whatever they are part of.
        let of_bytes = |ty: &Type| matches!(ty, Type::Scalar(s) if s.bytes == 1) || matches!(ty, Type::Void);
        if !of_bytes(to) {
            self.known(v, Behind::Known((**to).clone()));
        }
    }

    fn known(&mut self, v: SymbolId, behind: Behind) -> bool {
        match self.found.get_mut(&v) {
            None => {
                self.found.insert(v, behind);
                true
            }
            Some(old) if *old != behind && *old != Behind::Anything => {
                *old = Behind::Anything;
                true
            }
            Some(_) => false,
        }
    }

    fn assigned(&mut self, lhs: &Expr, rhs: &Expr) {
        match (self.void(lhs), self.void(rhs)) {
            (Some(l), Some(r)) => self.same.extend([(l, r), (r, l)]),
            (Some(l), None) => {
                let ty = type_of(self.program, without_void_casts(rhs));
                self.vote(l, &ty);
            }
            (None, Some(r)) => {
                let ty = type_of(self.program, lhs);
                self.vote(r, &ty);
            }
            (None, None) => {}
        }
    }

    fn call(&mut self, callee: SymbolId, args: &[Arg]) {
        for u in self.calls.targets(self.program, callee).units {
            for (k, &formal) in self.program.units[u].params.iter().enumerate() {
                let Some(actual) = actual_for(args, k, &self.program.symbols[formal].name) else { continue };
                let Some(v) = self.void(actual) else { continue };
                match self.program.symbol_type(formal).cloned() {
                    Some(ty) if ty.is_void_pointer() => self.same.push((v, formal)),
                    Some(ty) => self.vote(v, &ty),
                    None => {}
                }
            }
        }
    }

    fn settle(&mut self) {
        let same = std::mem::take(&mut self.same);
        loop {
            let mut changed = false;
            for (v, as_this) in &same {
                if let Some(behind) = self.found.get(as_this).cloned() {
                    changed |= self.known(*v, behind);
                }
            }
            if !changed {
                return;
            }
        }
    }
}

fn without_void_casts(e: &Expr) -> &Expr {
    match &e.bare().kind {
        ExprKind::Cast(ty, x) if ty.is_void_pointer() => without_void_casts(x),
        _ => e.bare(),
    }
}
