//! The verifier: what every well-formed program is. Where a request asks for it, as `check` and all tests do, differentiation asks it before
//! and behind its passes.
//!
//! # Checked, one function per line, in this order
//! - Every id that a unit mentions exists; every statement of a body stands there once.
//! - A left side is a reference; so is what is saved, restored, allocated, nullified.
//! - Every label that is jumped to exists once in its unit.
//! - EXIT and CYCLE stand inside the construct they name, or inside a loop.
//! - The numbers of subscripts are the ranks.
//! - A `Restore` has its `Save`, a `RestoreControl` its `SaveControl` of as many ways: in its unit, or in the forward half of a procedure in split
//!   mode. A loop that is rebuilt saves and restores in the backward half.
//! - The variable of a counted loop is not assigned in the loop.
//!
//! If the verifier says nothing, passes and unparsers do not panic.

use std::collections::{BTreeMap, BTreeSet};

use crate::arena::Id;
use crate::expr::{Expr, ExprKind};
use crate::program::{Language, Program};
use crate::source::{Diagnostic, Span};
use crate::stmt::{Block, StmtId, StmtKind};
use crate::types::Type;
use crate::typing::type_of;
use crate::unit::{Unit, UnitId};

/// What is wrong with a program: nothing, if it is well-formed. Each is a bug of the pass that made the program.
pub fn verify(program: &Program) -> Vec<Diagnostic> {
    program.units.ids().flat_map(|u| verify_unit(program, u)).collect()
}

/// What is wrong with one unit.
pub fn verify_unit(program: &Program, id: UnitId) -> Vec<Diagnostic> {
    let unit = &program.units[id];
    let mut v = Verifier { program, unit, found: Vec::new() };
    v.ids();
    // The rest reads what the ids name.
    if v.found.is_empty() {
        v.references();
        v.labels();
        v.jumps(&unit.body, &mut Vec::new());
        v.ranks();
        v.tape();
        v.counters();
    }
    v.found
}

/// Panics with the first finding.
pub fn assert_valid(program: &Program, after: &str) {
    if let Some(d) = verify(program).into_iter().next() {
        panic!("the IL is not well-formed after {after}: {}", d.message);
    }
}

struct Verifier<'a> {
    program: &'a Program,
    unit: &'a Unit,
    found: Vec<Diagnostic>,
}

impl Verifier<'_> {
    fn wrong(&mut self, span: Span, what: impl std::fmt::Display) {
        self.found.push(Diagnostic::error("RT0001", span, format!("in `{}`: {what}", self.unit.name)));
    }

    fn ids(&mut self) {
        let mut seen = BTreeSet::new();
        let mut pending: Vec<StmtId> = self.unit.body.clone();
        while let Some(id) = pending.pop() {
            if !self.unit.stmts.contains(id) {
                self.wrong(Span::NONE, format!("{id} is not a statement of the unit"));
                continue;
            }
            let stmt = &self.unit.stmts[id];
            if !seen.insert(id) {
                self.wrong(stmt.span, format!("{id} stands in the body twice"));
                continue;
            }
            pending.extend(stmt.kind.blocks().into_iter().flatten());
            let mut bad = Vec::new();
            let mut check = |s: crate::SymbolId| {
                if !self.program.symbols.contains(s) {
                    bad.push(format!("{id} mentions {s}, which does not exist"));
                }
            };
            match &stmt.kind {
                StmtKind::Call { callee, .. } => check(*callee),
                StmtKind::Do(d) => check(d.var),
                StmtKind::Declare(list) => list.iter().copied().for_each(&mut check),
                _ => {}
            }
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |e| match &e.kind {
                    ExprKind::Var(s) | ExprKind::Call { callee: s, .. } => check(*s),
                    _ => {}
                })
            });
            let mut fields = Vec::new();
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |e| {
                    if let ExprKind::Field { record, field, .. } = &e.kind
                        && (!self.program.records.contains(*record)
                            || *field >= self.program.records[*record].fields.len())
                    {
                        fields.push(format!("{id} mentions component {field} of {record}, which does not exist"));
                    }
                })
            });
            for b in bad.into_iter().chain(fields) {
                self.wrong(stmt.span, b);
            }
        }
        if let Some(u) = self.unit.forward_half.filter(|u| !self.program.units.contains(*u)) {
            self.wrong(self.unit.span, format!("its forward half {u} does not exist"));
        }
        for &s in &self.unit.params {
            if !self.program.symbols.contains(s) {
                self.wrong(self.unit.span, format!("parameter {s} does not exist"));
            }
        }
    }

    fn references(&mut self) {
        for id in self.unit.all_stmts() {
            let stmt = &self.unit.stmts[id];
            let places: Vec<&Expr> = match &stmt.kind {
                StmtKind::Assign { lhs, .. } | StmtKind::PointerAssign { lhs, .. } => vec![lhs],
                StmtKind::Save { value, .. } => vec![value],
                StmtKind::Restore { into, .. } | StmtKind::RestoreControl { into, .. } => vec![into],
                StmtKind::Allocate { objects, .. } => objects.iter().map(|o| &o.object).collect(),
                StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => objects.iter().collect(),
                _ => Vec::new(),
            };
            for e in places {
                // A substring of an opaque text, or a call that returns a pointer, may be assigned too.
                if !e.is_reference() && !matches!(e.kind, ExprKind::Opaque { .. } | ExprKind::Call { .. }) {
                    self.wrong(stmt.span, format!("{id} changes what is not a reference"));
                }
            }
        }
    }

    fn labels(&mut self) {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        for id in self.unit.all_stmts() {
            if let Some(l) = &self.unit.stmts[id].label {
                *count.entry(l).or_default() += 1;
            }
        }
        for id in self.unit.all_stmts() {
            let stmt = &self.unit.stmts[id];
            let targets: Vec<&String> = match &stmt.kind {
                StmtKind::Goto(l) | StmtKind::AssignLabel { label: l, .. } => vec![l],
                StmtKind::ComputedGoto { labels, .. }
                | StmtKind::AssignedGoto { labels, .. }
                | StmtKind::Call { alternates: labels, .. } => labels.iter().collect(),
                StmtKind::ArithmeticIf { labels, .. } => labels.iter().collect(),
                _ => Vec::new(),
            };
            for l in targets {
                match count.get(l.as_str()) {
                    Some(1) => {}
                    // A label may be assigned to name a FORMAT.
                    None if matches!(stmt.kind, StmtKind::AssignLabel { .. }) => {}
                    None => self.wrong(stmt.span, format!("{id} jumps to {l}, which is nowhere")),
                    Some(n) => self.wrong(stmt.span, format!("{id} jumps to {l}, which stands {n} times")),
                }
            }
        }
    }

    /// `around` holds the enclosing constructs: name, and whether it is a loop.
    fn jumps(&mut self, block: &Block, around: &mut Vec<(Option<String>, bool)>) {
        for &id in block {
            let stmt = &self.unit.stmts[id];
            let (name, is_loop) = match &stmt.kind {
                StmtKind::Exit(target) | StmtKind::Cycle(target) => {
                    let must_loop = matches!(stmt.kind, StmtKind::Cycle(_));
                    let inside = match target {
                        None => around.iter().any(|a| a.1),
                        Some(n) => around.iter().any(|a| a.0.as_deref() == Some(n) && (a.1 || !must_loop)),
                    };
                    if !inside {
                        self.wrong(stmt.span, format!("{id} leaves a construct that is not around it"));
                    }
                    (None, false)
                }
                StmtKind::Do(d) => (d.name.clone(), true),
                StmtKind::While { name, .. } | StmtKind::Until { name, .. } | StmtKind::Loop { name, .. } => {
                    (name.clone(), true)
                }
                StmtKind::Forall { concurrent, .. } => (None, *concurrent),
                StmtKind::Select { name, .. } | StmtKind::Scope { name, .. } => (name.clone(), false),
                _ => (None, false),
            };
            around.push((name, is_loop));
            for b in stmt.kind.blocks() {
                self.jumps(b, around);
            }
            around.pop();
        }
    }

    fn ranks(&mut self) {
        if self.unit.language == Language::C {
            return;
        }
        for id in self.unit.all_stmts() {
            let stmt = &self.unit.stmts[id];
            let mut bad = None;
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |e| {
                    if let ExprKind::Index { base, subs } = &e.kind
                        && let Type::Array { dims, .. } = type_of(self.program, base)
                        && dims.len() != subs.len()
                    {
                        bad = Some(format!("{id} has {} subscripts on rank {}", subs.len(), dims.len()));
                    }
                })
            });
            if let Some(b) = bad {
                self.wrong(stmt.span, b);
            }
        }
    }

    fn tape(&mut self) {
        let (mut saves, mut ways) = (BTreeSet::new(), BTreeMap::new());
        let forward = self.unit.forward_half.map(|u| &self.program.units[u]);
        for u in forward.into_iter().chain([self.unit]) {
            for id in u.all_stmts() {
                match &u.stmts[id].kind {
                    StmtKind::Save { id, .. } => {
                        saves.insert(*id);
                    }
                    StmtKind::SaveControl { id, ways: n, .. } => {
                        ways.insert(*id, *n);
                    }
                    _ => {}
                }
            }
        }
        for id in self.unit.all_stmts() {
            let stmt = &self.unit.stmts[id];
            match &stmt.kind {
                StmtKind::Restore { id: t, .. } if !saves.contains(t) => {
                    self.wrong(stmt.span, format!("{id} restores {t}, which is never saved"))
                }
                StmtKind::RestoreControl { id: t, ways: n, .. } => match ways.get(t) {
                    None => self.wrong(stmt.span, format!("{id} restores control {t}, which is never saved")),
                    Some(m) if m != n => {
                        self.wrong(stmt.span, format!("{id} restores control {t} of {n} ways, saved with {m}"))
                    }
                    Some(_) => {}
                },
                _ => {}
            }
            if let StmtKind::Save { id: t, .. } | StmtKind::SaveControl { id: t, .. } = &stmt.kind
                && t.index() >= self.unit.tapes as usize
            {
                self.wrong(stmt.span, format!("{id} uses {t}, which the unit did not make"));
            }
        }
    }

    fn counters(&mut self) {
        for id in self.unit.all_stmts() {
            let StmtKind::Do(d) = &self.unit.stmts[id].kind else { continue };
            let mut bad = Vec::new();
            self.unit.walk(&d.body, &mut |inner, s| {
                let assigned = match &s.kind {
                    StmtKind::Assign { lhs, .. } => lhs.kind == ExprKind::Var(d.var),
                    StmtKind::Do(other) => other.var == d.var,
                    _ => false,
                };
                if assigned {
                    bad.push((s.span, format!("{inner} changes the counter of the loop {id}")));
                }
            });
            for (span, b) in bad {
                self.wrong(span, b);
            }
        }
    }
}
