//! Derivatives of `static` functions of C that nobody calls: with improvements switched off a function has one although its calls turn out
//! to be passive, and compilers warn of a `static` function that is never used. And variables that nobody reads.

use std::collections::{BTreeMap, BTreeSet};

use il::{Block, Expr, ExprKind, Language, Prefix, StmtId, StmtKind, SymbolId, Type, Unit, UnitId};

use super::prune::mentions;
use super::{Shell, World};
use crate::names;

impl World<'_> {
    /// Drops them, and then what only they called.
    pub(super) fn drop_unused_statics(&mut self) {
        loop {
            let mentioned: BTreeSet<SymbolId> = self
                .generated
                .values()
                .flatten()
                .flat_map(|u| {
                    let own = self.out.units[*u].symbol;
                    self.body_symbols(*u).into_iter().filter(move |s| Some(*s) != own)
                })
                .collect();
            let unused = |original: UnitId, made: UnitId| {
                let u = &self.source.units[original];
                let local = u.language == Language::C && u.has_prefix(&Prefix::Static);
                let head = self.request.heads.iter().any(|h| h.unit == original);
                local && !head && self.out.units[made].symbol.is_some_and(|s| !mentioned.contains(&s))
            };
            let dropped: Vec<(UnitId, UnitId)> = self
                .generated
                .iter()
                .flat_map(|(original, made)| made.iter().map(move |m| (*original, *m)))
                .filter(|(original, made)| unused(*original, *made))
                .collect();
            if dropped.is_empty() {
                return;
            }
            for (original, made) in dropped {
                if let Some(list) = self.generated.get_mut(&original) {
                    list.retain(|u| *u != made);
                }
                let symbol = self.out.units[made].symbol;
                self.procedures.retain(|_, s| Some(*s) != symbol);
            }
        }
    }
}

/// Where what only mentions a dummy stands in a body: at its end, in front of the RETURN there. gfortran leaves out what it does to array expressions
/// (MATMUL in place, temporaries on the stack) in a procedure whose first statement is an ASSOCIATE or BLOCK construct.
pub(crate) fn end_of(u: &Unit, body: &Block) -> usize {
    let returns = body.last().is_some_and(|l| matches!(u.stmts[*l].kind, StmtKind::Return(_)));
    body.len() - usize::from(returns)
}

impl World<'_> {
    /// Fortran: what mentions a dummy, as the selector of an ASSOCIATE, whether it is there or not.
    pub(crate) fn mention(&self, dummy: SymbolId) -> String {
        let name = self.out.symbols[dummy].name.clone();
        let Some(v) = self.out.variable(dummy) else { return name };
        match &v.ty {
            _ if v.optional => format!("present({name})"),
            Type::Array { dims, .. } if v.ty.is_assumed_size() => {
                format!("{name}({})", vec!["1:1"; dims.len()].join(", "))
            }
            _ => name,
        }
    }

    /// The statements that mention a dummy which nothing reads.
    pub(super) fn statements_for_unread(&self, dummy: SymbolId, language: Language, upper: bool) -> Vec<StmtKind> {
        let texts = match language {
            Language::C => vec![format!("(void){};", self.out.symbols[dummy].name)],
            Language::Fortran => vec![format!("associate (unused => {})", self.mention(dummy)), "end associate".into()],
        };
        let opaque = |text: String| {
            let text = if upper { text.to_uppercase() } else { text };
            StmtKind::Opaque { text, reads: vec![Expr::var(dummy)], writes: Vec::new() }
        };
        texts.into_iter().map(opaque).collect()
    }

    /// Mentions the parameters of a copy that it has no use for. In C functions that are called by their own names there, and those that the original did
    /// not use either (`__attribute__((unused))` is not known here); in Fortran those that only other parts of a subprogram with ENTRY statements use.
    pub(super) fn mention_unread_parameters(&mut self, copy: UnitId) {
        let u = &self.out.units[copy];
        if u.language == Language::Fortran && !u.of_entry {
            return;
        }
        let mut mentioned = BTreeSet::new();
        self.out.specification(copy, &mut |e| e.collect_symbols(&mut mentioned));
        let is_named = |s: &SymbolId| {
            let known = u.language == Language::C || self.out.variable(*s).is_some();
            known && !self.out.symbols[*s].name.is_empty() && !mentioned.contains(s)
        };
        let unused: Vec<SymbolId> =
            u.params.iter().copied().filter(|s| is_named(s) && !u.mentions(&u.body, *s)).collect();
        let (language, upper) = (u.language, u.language == Language::Fortran && names::writes_upper(&self.out, copy));
        let kinds: Vec<StmtKind> =
            unused.into_iter().flat_map(|s| self.statements_for_unread(s, language, upper)).collect();
        let unit = &mut self.out.units[copy];
        for kind in kinds {
            let id = unit.add(kind);
            let at = end_of(unit, &unit.body);
            unit.body.insert(at, id);
        }
    }

    /// C: local pointers to functions that are only set. Derivatives call what they lead to by name, and compilers warn of a variable that nobody reads.
    pub(super) fn drop_unread_functions(&mut self, shell: &Shell) {
        let u = &self.out.units[shell.unit];
        if u.language != Language::C {
            return;
        }
        let mut set: BTreeMap<SymbolId, Vec<StmtId>> = BTreeMap::new();
        let mut read: BTreeSet<SymbolId> = BTreeSet::new();
        u.walk(&u.body, &mut |id, stmt| {
            let target = match &stmt.kind {
                StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, rhs } if is_plain(rhs) => Some(*s),
                _ => None,
            };
            let mut found = Vec::new();
            stmt.kind.exprs(&mut |e| mentions(e, &mut found));
            if let StmtKind::Call { callee, .. } = &stmt.kind {
                found.push(*callee);
            }
            if let Some(s) = target {
                set.entry(s).or_default().push(id);
                // Once on the left.
                if let Some(at) = found.iter().position(|f| *f == s) {
                    found.remove(at);
                }
            }
            read.extend(found);
        });
        let unread = |s: &SymbolId| {
            let function = |v: &il::Variable| matches!(v.ty, Type::Opaque(_) | Type::Procedure) && v.is_unsaved_local();
            !read.contains(s) && self.out.variable(*s).is_some_and(function)
        };
        let dropped: Vec<StmtId> = set.iter().filter(|(s, _)| unread(s)).flat_map(|(_, ids)| ids.clone()).collect();
        for id in dropped {
            self.out.units[shell.unit].stmts[id].kind = StmtKind::Nop;
        }
    }
}

/// Whether evaluating an expression does nothing.
fn is_plain(e: &Expr) -> bool {
    let mut calls = false;
    e.walk(&mut |x| calls |= matches!(x.kind, ExprKind::Call { .. }));
    !calls
}
