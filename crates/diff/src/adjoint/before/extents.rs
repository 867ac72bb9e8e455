//! C: local arrays whose extent is a local variable, `const int n = data->n; double a[n*n];`.
//!
//! The adjoint declares its variables before anything is computed. What an extent is made from must be known there: a variable that one
//! statement sets, from parameters that nothing changes and from what they lead to, is replaced by its value; anything else is refused.

use std::collections::BTreeSet;

use il::symbol::SymbolKind;
use il::{BinaryOp, Block, Diagnostic, Expr, ExprKind, Program, StmtKind, SymbolId, Type, UnitId, Upper};

use analysis::at_entry::{at_entry, extent_at_entry};

/// `const int w = 4;` makes `double part[w]` an array of four, wherever it is declared. What is made from literals, macros and enumerators alone stays as
/// its author wrote it.
pub(crate) fn say_constants(p: &mut Program, unit: UnitId) {
    if !p.units[unit].language.declares_in_blocks() {
        return;
    }
    for s in locals(p, unit) {
        let Some(mut ty) = p.symbol_type(s).cloned() else { continue };
        each_extent(&mut ty, &mut |extent| {
            if says_itself(p, unit, extent) {
                return;
            }
            if let Some(value) = at_entry(p, unit, extent).and_then(|e| il::fold::integer(p, &e)) {
                *extent = il::Expr::int(value);
            }
        });
        if let SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.ty = ty;
        }
    }
}

/// Whether an extent is made from literals and from names of constants that are known throughout the procedure.
fn says_itself(p: &Program, unit: UnitId, extent: &Expr) -> bool {
    let mut does = true;
    extent.walk(&mut |x| {
        does &= match &x.kind {
            ExprKind::Integer { .. } | ExprKind::Unary(..) | ExprKind::Binary(..) => true,
            ExprKind::Var(s) => {
                let symbol = &p.symbols[*s];
                let of_unit = std::iter::successors(Some(p.units[unit].scope), |s| p.scopes[*s].parent);
                matches!(symbol.kind, SymbolKind::Constant { .. }) && of_unit.into_iter().any(|s| s == symbol.scope)
            }
            _ => false,
        };
    });
    does && il::fold::integer(p, extent).is_some()
}

/// The variables that statements of a unit declare.
fn locals(p: &Program, unit: UnitId) -> Vec<SymbolId> {
    let u = &p.units[unit];
    let mut locals: Vec<SymbolId> = Vec::new();
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Declare(list) = &s.kind {
            locals.extend(list);
        }
    });
    locals
}

/// The arrays of inner blocks that may as well be declared where the function begins: their extents are known there, and no test around them may be
/// there for these.
pub(crate) fn known_above(p: &Program, unit: UnitId) -> BTreeSet<SymbolId> {
    let mut inner = Inner { p, unit, declared: Vec::new(), given: Vec::new() };
    inner.block(&p.units[unit].body, &mut Vec::new());
    let is_known = |(s, tests): &(SymbolId, Vec<SymbolId>)| {
        let mut ty = p.symbol_type(*s).cloned()?;
        let asked = inner.asked(tests);
        let mut known = true;
        each_extent(&mut ty, &mut |e| {
            let holds = |value: Expr| tests.is_empty() || [&value, &*e].into_iter().all(|e| holds_untested(e, &asked));
            known &= extent_at_entry(p, unit, *s, e).is_some_and(holds);
        });
        known.then_some(*s)
    };
    inner.declared.iter().filter_map(is_known).collect()
}

/// What the statements of a unit declare, and give values to, and what the tests around them mention.
struct Inner<'p> {
    p: &'p Program,
    unit: UnitId,
    declared: Vec<(SymbolId, Vec<SymbolId>)>,
    given: Vec<(SymbolId, Vec<SymbolId>)>,
}

impl Inner<'_> {
    fn block(&mut self, block: &Block, tests: &mut Vec<SymbolId>) {
        for id in block {
            let stmt = &self.p.units[self.unit].stmts[*id].kind;
            let outer = tests.len();
            match stmt {
                StmtKind::Declare(list) => self.declared.extend(list.iter().map(|s| (*s, tests.clone()))),
                StmtKind::If(i) => i.arms.iter().for_each(|a| tests.extend(mentioned(&a.test))),
                StmtKind::Select { selector, .. } => tests.extend(mentioned(selector)),
                StmtKind::Assign { .. } | StmtKind::Call { .. } | StmtKind::Opaque { .. } => {
                    let mut all = Vec::new();
                    stmt.exprs(&mut |e| all.extend(mentioned(e)));
                    let targets = stmt.assigned().map_or_else(|| all.clone(), |lhs| lhs.root().into_iter().collect());
                    all.extend(tests.iter());
                    self.given.extend(targets.into_iter().map(|s| (s, all.clone())));
                }
                _ => {}
            }
            stmt.blocks().into_iter().for_each(|inner| self.block(inner, tests));
            tests.truncate(outer);
        }
    }

    /// What tests ask about that mention these variables: themselves, and what integers and pointers among them are made from.
    fn asked(&self, tests: &[SymbolId]) -> BTreeSet<SymbolId> {
        let mut asked = BTreeSet::new();
        let mut open = tests.to_vec();
        while let Some(s) = open.pop() {
            let is_number = self.p.symbol_type(s).is_some_and(|ty| ty.element().is_differentiable());
            if asked.insert(s) && !is_number {
                open.extend(self.given.iter().filter(|(to, _)| *to == s).flat_map(|(_, from)| from));
            }
        }
        asked
    }
}

/// Whether an extent is one whatever tests say: they do not ask about what it is made from (`if (n <= 64)` in front of a small array), it divides by
/// nothing and leads through no pointer.
fn holds_untested(extent: &Expr, asked: &BTreeSet<SymbolId>) -> bool {
    let mut safe = true;
    extent.walk(&mut |x| {
        safe &= match &x.kind {
            ExprKind::Var(s) => !asked.contains(s),
            ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
            ExprKind::Deref(_) | ExprKind::Index { .. } => false,
            _ => true,
        };
    });
    safe
}

fn mentioned(e: &Expr) -> Vec<SymbolId> {
    let mut out = Vec::new();
    e.walk(&mut |x| out.extend(x.as_var()));
    out
}

/// Makes the extents of local arrays speak of parameters. Locals that were `const` are assigned in the adjoint and no longer are.
pub(crate) fn settle(p: &mut Program, unit: UnitId, said: &mut Vec<Diagnostic>) {
    if !p.units[unit].language.declares_in_blocks() {
        return;
    }
    for s in locals(p, unit) {
        let Some(v) = p.variable(s).filter(|v| v.is_unsaved_local()) else { continue };
        let mut ty = v.ty.clone();
        each_extent(&mut ty, &mut |e| match extent_at_entry(p, unit, s, e) {
            Some(known) => *e = known.bare().clone(),
            None => said.push(
                Diagnostic::error(
                    "RT0438",
                    p.symbols[s].span,
                    format!("the extent of `{}` is not known where the adjoint declares it", p.symbols[s].name),
                )
                .note("make the extent from parameters that the function does not change"),
            ),
        });
        if let SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.ty = ty;
            if v.init.is_none() {
                v.constant = false;
            }
        }
    }
}

/// The extents of an array, of its rows, and of what a pointer to rows leads to.
fn each_extent(ty: &mut Type, f: &mut dyn FnMut(&mut il::Expr)) {
    match ty {
        Type::Array { elem, dims } => {
            for d in dims {
                if let Upper::At(e) = &mut d.upper {
                    f(e);
                }
            }
            each_extent(elem, f);
        }
        Type::Pointer { to, .. } => each_extent(to, f),
        _ => {}
    }
}
