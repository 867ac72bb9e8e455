//! Before the analyses: statements that the adjoint cannot turn round as they are, in simpler words.
//!
//! - Computed and assigned GOTO become a SELECT over GOTOs, arithmetic IF an IF over GOTOs.
//! - A `switch` case that falls through gets a copy of what it falls into.
//! - FORALL that does not read what it assigns, and DO CONCURRENT, become DO loops.
//! - A WHERE whose statements depend on each other, or on its own masks, becomes one WHERE per statement, with the masks in arrays.
//! - Jumps into blocks do what they lead to where that soon leaves the procedure (`entered.rs`).
//! - Forward jumps that are tests become IFs (`jumps.rs`).
//! - Variables of inner blocks move to the procedure: the backward sweep is outside of those blocks.

use std::collections::BTreeSet;
use std::mem;

use analysis::extents;
use analysis::other_names;
use il::decl::{Decl, DeclKind, Entity};
use il::stmt::{Arm, Case, CaseRange, Do, If, Label};
use il::symbol::{Storage, SymbolKind};
use il::typing::{rank_of, scalar_of};
use il::{
    Attr, BinaryOp, Block, Diagnostic, Dim, Expr, ExprKind, Program, Span, Stmt, StmtId, StmtKind, SymbolId, Type,
    UnaryOp, UnitId, Upper, Variable,
};

use crate::names;
use crate::prepare::normalise::when;
use crate::regions;
use crate::simplify;

/// Restructures all procedures; what cannot be done is said of those that `heads` may call.
pub fn structure(p: &mut Program, heads: &[UnitId]) -> Vec<Diagnostic> {
    let reached = il::calls::CallGraph::new(p).reached(heads);
    let mut all_said = Vec::new();
    let units: Vec<UnitId> = p.units.ids().filter(|u| p.units[*u].is_understood()).collect();
    for unit in units {
        let mut said = Vec::new();
        super::extents::say_constants(p, unit);
        let known_above = super::extents::known_above(p, unit);
        let body = mem::take(&mut p.units[unit].body);
        let mut s = Structure {
            p,
            unit,
            arrays: Vec::new(),
            lifted: Vec::new(),
            known_above,
            said: &mut said,
            nested: false,
            tested: false,
        };
        let body = s.block(body);
        let (arrays, lifted) = (mem::take(&mut s.arrays), mem::take(&mut s.lifted));
        p.units[unit].body = body;
        for &a in &arrays {
            let allocatable = p.variable(a).is_some_and(|v| v.allocatable);
            let attrs = if allocatable { vec![Attr::Allocatable] } else { Vec::new() };
            let spelling = "logical".to_string();
            let kind = DeclKind::Variables { spelling, attrs, colons: true, entities: vec![Entity::new(a)] };
            p.units[unit].decls.push(Decl::from(kind));
        }
        if !lifted.is_empty() {
            let id = p.units[unit].add(StmtKind::Declare(lifted));
            p.units[unit].body.insert(0, id);
        }
        super::entered::copy_exits(p, unit);
        super::jumps::structure_jumps(p, unit);
        super::extents::settle(p, unit, &mut said);
        if reached.contains(&unit) {
            all_said.append(&mut said);
        }
    }
    all_said
}

struct Structure<'a> {
    p: &'a mut Program,
    unit: UnitId,
    /// Mask arrays, to be declared.
    arrays: Vec<SymbolId>,
    /// C variables that were declared in inner blocks.
    lifted: Vec<SymbolId>,
    /// C arrays that may as well be declared where the procedure begins.
    known_above: BTreeSet<SymbolId>,
    said: &'a mut Vec<Diagnostic>,
    /// Inside a construct.
    nested: bool,
    /// Inside a branch: it may never be taken.
    tested: bool,
}

impl Structure<'_> {
    fn add(&mut self, kind: StmtKind) -> StmtId {
        self.p.units[self.unit].add(kind)
    }

    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        for id in block {
            let mut stmt = mem::replace(&mut self.p.units[self.unit].stmts[id], Stmt::from(StmtKind::Nop));
            let mut instead = None;
            self.statement(&mut stmt, &mut instead);
            match instead {
                Some(mut inner) => {
                    if stmt.label.is_some() || !stmt.comments.is_empty() {
                        stmt.kind = StmtKind::Nop;
                        self.p.units[self.unit].stmts[id] = stmt;
                        out.push(id);
                    }
                    out.append(&mut inner);
                }
                None => {
                    self.p.units[self.unit].stmts[id] = stmt;
                    out.push(id);
                }
            }
        }
        out
    }

    fn inner(&mut self, block: Block) -> Block {
        let around = mem::replace(&mut self.nested, true);
        let out = self.block(block);
        self.nested = around;
        out
    }

    fn branch(&mut self, block: Block) -> Block {
        let around = mem::replace(&mut self.tested, true);
        let out = self.inner(block);
        self.tested = around;
        out
    }

    fn jump(&mut self, label: &str) -> Block {
        vec![self.add(StmtKind::Goto(label.to_string()))]
    }

    fn statement(&mut self, stmt: &mut Stmt, instead: &mut Option<Block>) {
        match &mut stmt.kind {
            StmtKind::ComputedGoto { labels, selector } => {
                let (labels, selector) = (mem::take(labels), selector.clone());
                let cases = labels
                    .iter()
                    .enumerate()
                    .map(|(k, l)| Case {
                        ranges: vec![CaseRange::Value(Expr::int(k as i64 + 1))],
                        default: false,
                        body: self.jump(l),
                        falls_through: false,
                    })
                    .collect();
                stmt.kind = StmtKind::Select { selector, cases, name: None };
            }
            StmtKind::AssignLabel { label, var } => {
                let value = label.parse().unwrap_or(0);
                stmt.kind = StmtKind::Assign { lhs: Expr::var(*var), rhs: Expr::int(value) };
            }
            StmtKind::AssignedGoto { var, labels } => {
                let (var, labels) = (*var, mem::take(labels));
                let cases = labels
                    .iter()
                    .map(|l| Case {
                        ranges: vec![CaseRange::Value(Expr::int(l.parse().unwrap_or(0)))],
                        default: false,
                        body: self.jump(l),
                        falls_through: false,
                    })
                    .collect();
                stmt.kind = StmtKind::Select { selector: Expr::var(var), cases, name: None };
            }
            StmtKind::ArithmeticIf { value, labels } => {
                let (value, labels) = (value.clone(), labels.clone());
                let zero = match scalar_of(self.p, &value) {
                    Some(s) => simplify::zero(&s),
                    None => Expr::int(0),
                };
                let test = |op| Expr::binary(op, value.clone(), zero.clone());
                let arms = vec![
                    Arm { test: test(BinaryOp::Lt), body: self.jump(&labels[0]) },
                    Arm { test: test(BinaryOp::Gt), body: self.jump(&labels[2]) },
                ];
                let otherwise = Some(self.jump(&labels[1]));
                stmt.kind = StmtKind::If(If { arms, otherwise, one_line: false });
            }
            StmtKind::If(i) => {
                for a in &mut i.arms {
                    a.body = self.branch(mem::take(&mut a.body));
                }
                if i.arms.len() != 1 || i.arms[0].body.len() != 1 {
                    i.one_line = false;
                }
                if let Some(o) = &mut i.otherwise {
                    *o = self.branch(mem::take(o));
                }
                if let Some(rest) = super::leaving_arms::apart(&self.p.units[self.unit], i) {
                    let both = [mem::replace(&mut stmt.kind, StmtKind::Nop), StmtKind::If(rest)];
                    let ids: Block = both.into_iter().map(|kind| self.add(kind)).collect();
                    ids.iter().for_each(|id| self.p.units[self.unit].stmts[*id].span = stmt.span);
                    *instead = Some(ids);
                }
            }
            StmtKind::Do(d) => d.body = self.inner(mem::take(&mut d.body)),
            StmtKind::While { body, .. } | StmtKind::Until { body, .. } | StmtKind::Loop { body, .. } => {
                *body = self.inner(mem::take(body));
            }
            StmtKind::Select { cases, .. } => {
                for c in cases.iter_mut() {
                    c.body = self.branch(mem::take(&mut c.body));
                }
                self.unfold(cases);
            }
            StmtKind::Scope { scope, decls, body, name } => {
                let mut inner = self.inner(mem::take(body));
                // A region stays a block.
                let own_names = *scope != self.p.units[self.unit].scope;
                let region = !own_names && stmt.directives.iter().any(regions::is_opening);
                let simple = name.is_none() && !region;
                if !self.p.units[self.unit].language.declares_in_blocks() && !region {
                    let (before, after) = self.lift_declarations(*scope, decls, &inner);
                    inner.splice(0..0, before);
                    inner.extend(after);
                }
                if simple {
                    *instead = Some(inner);
                } else {
                    *body = inner;
                }
            }
            StmtKind::Declare(symbols) if self.nested => {
                let symbols = mem::take(symbols);
                self.lift(symbols);
                *instead = Some(Block::new());
            }
            StmtKind::Forall { .. } => {
                if let Some(loops) = self.as_loops(&stmt.kind) {
                    *instead = Some(loops);
                }
            }
            StmtKind::Where { .. } => {
                if let Some(split) = self.one_by_one(&stmt.kind) {
                    *instead = Some(split);
                }
            }
            StmtKind::Assign { .. }
            | il::storage!()
            | StmtKind::Call { .. }
            | il::jump!()
            | StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Nop
            | StmtKind::Declare(_)
            | StmtKind::Opaque { .. }
            | StmtKind::Error(_)
            | il::tape!() => {}
        }
    }

    /// Cases that fall through get copies of what follows.
    fn unfold(&mut self, cases: &mut [Case]) {
        for k in (0..cases.len()).rev() {
            if !cases[k].falls_through {
                continue;
            }
            cases[k].falls_through = false;
            let Some(next) = cases.get(k + 1) else { continue };
            let next = next.body.clone();
            let copy = self.copied_case(&next);
            cases[k].body.extend(copy);
        }
    }

    /// A copy of a case that is fallen into, with labels of its own. A label that is jumped to from elsewhere cannot stand twice: refused.
    fn copied_case(&mut self, block: &Block) -> Block {
        let u = &self.p.units[self.unit];
        let mut labels: Vec<(Label, Span)> = Vec::new();
        u.walk(block, &mut |_, s| labels.extend(s.label.clone().map(|l| (l, s.span))));
        let leads = |s: &Stmt, label: &Label| matches!(&s.kind, StmtKind::Goto(l) if l == label);
        let from_elsewhere = labels.iter().find(|(label, _)| {
            let mut inside = 0;
            u.walk(block, &mut |_, s| inside += usize::from(leads(s, label)));
            inside != u.stmts.iter().filter(|(_, s)| leads(s, label)).count()
        });
        if let Some((label, span)) = from_elsewhere {
            self.said.push(
                Diagnostic::error("RT0430", *span, format!("label `{label}` stands in a case that is fallen into"))
                    .note("move the labelled statement out of the switch"),
            );
            return Block::new();
        }
        let renamed: Vec<(Label, Label)> = labels.into_iter().map(|(l, _)| (self.free_label(&l), l)).collect();
        let u = &mut self.p.units[self.unit];
        let copy: Block = block.iter().map(|s| u.duplicate(*s)).collect();
        let mut inside = Vec::new();
        u.walk(&copy, &mut |id, _| inside.push(id));
        let new = |l: &Label| renamed.iter().find(|(_, old)| old == l).map(|(new, _)| new.clone());
        for id in inside {
            let stmt = &mut u.stmts[id];
            stmt.label = stmt.label.as_ref().and_then(new);
            if let StmtKind::Goto(l) = &mut stmt.kind
                && let Some(label) = new(l)
            {
                *l = label;
            }
        }
        copy
    }

    /// A label like this one that no statement has.
    fn free_label(&self, label: &Label) -> Label {
        let is_free = |new: &Label| self.p.units[self.unit].stmts.iter().all(|(_, s)| s.label.as_ref() != Some(new));
        (1..).map(|k| format!("{label}_{k}")).find(is_free).unwrap_or_default()
    }

    // ------------------------------------------------------------------ inner names

    /// Makes variables of an inner block variables of the procedure, under names that are free there.
    fn lift(&mut self, symbols: Vec<SymbolId>) {
        for s in symbols {
            let fixed = match self.p.symbol_type(s) {
                Some(ty) => has_constant_extent(self.p, ty),
                None => continue,
            };
            if self.p.variable(s).is_some_and(|v| v.saved) {
                self.lifted.push(s);
                self.rehome(s);
                continue;
            }
            if !fixed && !self.known_above.contains(&s) {
                let span = self.p.symbols[s].span;
                let name = self.p.symbols[s].name.clone();
                self.said.push(
                    Diagnostic::error(
                        "RT0435",
                        span,
                        format!("`{name}` has an extent that is computed inside a block"),
                    )
                    .note("declare it at the top of the function"),
                );
            }
            self.lifted.push(s);
            self.rehome(s);
        }
    }

    /// Fortran: whether an array has the same extents from the beginning of the procedure to its end, so that this can declare it.
    fn is_known_throughout(&self, array: SymbolId) -> bool {
        let Some(Type::Array { dims, .. }) = self.p.symbol_type(array) else { return false };
        let holds = |e: &Expr| {
            let mut safe = true;
            e.walk(&mut |x| match &x.kind {
                ExprKind::Var(s) => safe &= self.p.variable(*s).is_none_or(|v| !v.optional),
                // A test in front of the BLOCK may be there for it.
                ExprKind::Binary(op, ..) => safe &= *op != BinaryOp::Div || !self.tested,
                _ => {}
            });
            safe && extents::stays(self.p, e)
        };
        dims.iter().all(|d| d.lower.iter().all(&holds) && matches!(&d.upper, Upper::At(e) if holds(e)))
    }

    fn rehome(&mut self, s: SymbolId) {
        let scope = self.p.units[self.unit].scope;
        if self.p.symbols[s].scope == scope {
            return;
        }
        let old = self.p.symbols[s].scope;
        let name = self.p.symbols[s].name.clone();
        let key = self.p.scopes[old].fold(&name);
        self.p.scopes[old].names.shift_remove(&key);
        let new = names::fresh(self.p, scope, &name, false);
        let key = self.p.scopes[scope].fold(&new);
        self.p.symbols[s].name = new;
        self.p.move_symbol(s, scope);
        self.p.scopes[scope].names.insert(key, s);
    }

    /// Fortran BLOCK.
    /// Its variables become variables of the procedure. An array whose extent is computed at the BLOCK is allocated there and released at its end, or
    /// when it is entered again: these statements are the result.
    fn lift_declarations(&mut self, scope: il::ScopeId, decls: &mut Vec<Decl>, body: &Block) -> (Block, Block) {
        let mut leaves = false;
        self.p.units[self.unit].walk(body, &mut |_, s| {
            leaves |=
                matches!(s.kind, StmtKind::Goto(_) | StmtKind::Return(_) | StmtKind::Exit(_) | StmtKind::Cycle(_));
        });
        let mut automatic: Vec<SymbolId> = Vec::new();
        let (mut before, mut after) = (Block::new(), Block::new());
        let own: Vec<SymbolId> = self.p.scopes[scope].names.values().copied().collect();
        for s in own {
            if matches!(self.p.symbols[s].kind, SymbolKind::Variable(_)) && self.p.symbols[s].scope == scope {
                let fixed = self.p.symbol_type(s).is_some_and(|t| has_constant_extent(self.p, t));
                let dynamic = self.p.variable(s).is_some_and(|v| v.allocatable || v.pointer);
                let numeric = self.p.symbol_type(s).is_some_and(|t| matches!(t.element(), Type::Scalar(_)));
                // Where it is left at its end alone, it is there no longer than it has to be.
                let of_procedure = (leaves || !numeric) && self.is_known_throughout(s);
                if !fixed && !dynamic && numeric && !of_procedure {
                    automatic.push(s);
                } else if !fixed && !dynamic && !of_procedure {
                    self.said.push(
                        Diagnostic::error(
                            "RT0435",
                            self.p.symbols[s].span,
                            "an array whose extent is computed at a BLOCK",
                        )
                        .note("declare it in the procedure"),
                    );
                }
            }
            self.rehome(s);
        }
        for &s in &automatic {
            if let SymbolKind::Variable(v) = &mut self.p.symbols[s].kind
                && let Type::Array { dims, .. } = &mut v.ty
            {
                v.allocatable = true;
                let shape = vec![il::Dim { lower: None, upper: il::Upper::Deferred }; dims.len()];
                let given = mem::replace(dims, shape);
                let objects = vec![il::stmt::Allocation { object: Expr::var(s), dims: given }];
                let release = self.add(StmtKind::Deallocate { objects: vec![Expr::var(s)], options: Vec::new() });
                if leaves {
                    // Nothing stands on the ways out: it goes when the BLOCK is entered again.
                    let there = Expr::intrinsic("allocated", vec![Expr::var(s)]);
                    before.push(when(self.p, self.unit, there, vec![release]));
                } else {
                    after.insert(0, release);
                }
                before.push(self.add(StmtKind::Allocate { objects, options: Vec::new() }));
            }
        }
        let mut lifted = Vec::new();
        // The index of a FORALL that became a loop is there already.
        let there = self.p.units[self.unit].decls.iter().flat_map(|d| d.kind.entities());
        let there: Vec<SymbolId> = there.map(|e| e.symbol).collect();
        for mut d in mem::take(decls) {
            if let DeclKind::Variables { spelling, attrs, entities, .. } = &mut d.kind {
                entities.retain(|e| !there.contains(&e.symbol));
                let (theirs, rest): (Vec<_>, Vec<_>) =
                    mem::take(entities).into_iter().partition(|e| automatic.contains(&e.symbol));
                *entities = rest;
                let mut attrs: Vec<il::Attr> = attrs.clone();
                attrs.retain(|a| !matches!(a, il::Attr::Dimension(_)));
                attrs.push(il::Attr::Allocatable);
                let entities: Vec<il::Entity> = theirs.into_iter().map(|e| il::Entity::new(e.symbol)).collect();
                if !entities.is_empty() {
                    let kind = DeclKind::Variables { spelling: spelling.clone(), attrs, colons: true, entities };
                    lifted.push(Decl::from(kind));
                }
                if matches!(&d.kind, DeclKind::Variables { entities, .. } if entities.is_empty()) {
                    continue;
                }
            }
            lifted.push(d);
        }
        self.p.units[self.unit].decls.extend(lifted);
        (before, after)
    }

    // ------------------------------------------------------------------ FORALL

    /// FORALL and DO CONCURRENT as loops, when the order of execution does not matter.
    fn as_loops(&mut self, kind: &StmtKind) -> Option<Block> {
        let StmtKind::Forall { indices, mask, body, concurrent, .. } = kind else { return None };
        if !concurrent {
            let (mut assigned, mut read) = (Vec::new(), Vec::new());
            if !self.forall_parts(kind, &mut assigned, &mut read) {
                return None;
            }
            // Reading the element itself is fine; any other use of what is assigned is not.
            let clean = |e: &Expr| {
                let reads = |lhs: &Expr| other_names::may_read(self.p, &other_names::without(e, lhs), lhs);
                !assigned.iter().any(reads)
            };
            if !read.iter().all(clean) {
                return self.in_turn(kind, &assigned);
            }
        }
        let mut inner = self.inner(body.clone());
        if let Some(test) = mask {
            inner = vec![self.add(StmtKind::If(If::when(test.clone(), inner, false)))];
        }
        for i in indices {
            // The index belongs to the construct; as a loop variable it must not disturb one of the same name.
            self.rehome(i.var);
            let declared =
                self.p.units[self.unit].decls.iter().any(|d| d.kind.entities().iter().any(|e| e.symbol == i.var));
            if !declared && self.p.variable(i.var).is_some_and(|v| v.storage == Storage::Local && !v.implicit) {
                let kind = DeclKind::Variables {
                    spelling: "integer".into(),
                    attrs: Vec::new(),
                    colons: true,
                    entities: vec![Entity::new(i.var)],
                };
                self.p.units[self.unit].decls.push(Decl::from(kind));
            }
            let d = Do::counting(i.var, i.from.clone(), i.to.clone(), i.step.clone(), inner);
            inner = vec![self.add(StmtKind::Do(Box::new(d)))];
        }
        Some(inner)
    }

    /// A FORALL of several statements as several, where none of them changes for which indices the next one runs.
    fn in_turn(&mut self, kind: &StmtKind, assigned: &[Expr]) -> Option<Block> {
        let StmtKind::Forall { indices, mask, body, .. } = kind else { return None };
        let bounds = indices.iter().flat_map(|i| [&i.from, &i.to].into_iter().chain(&i.step));
        let changes = |e: &Expr| assigned.iter().any(|lhs| other_names::may_read(self.p, e, lhs));
        if body.len() < 2 || bounds.chain(mask).any(changes) {
            return None;
        }
        let mut out = Block::new();
        for &s in body {
            let mut one = kind.clone();
            if let StmtKind::Forall { body, .. } = &mut one {
                *body = vec![s];
            }
            match self.as_loops(&one) {
                Some(loops) => out.extend(loops),
                None => out.push(self.add(one)),
            }
        }
        Some(out)
    }

    /// What a FORALL assigns, and what it reads to do so, in WHERE and FORALL inside it too; false where it does something else.
    fn forall_parts(&self, kind: &StmtKind, assigned: &mut Vec<Expr>, read: &mut Vec<Expr>) -> bool {
        let inside = |block: &Block, assigned: &mut Vec<Expr>, read: &mut Vec<Expr>| {
            let stmts = &self.p.units[self.unit].stmts;
            block.iter().all(|s| self.forall_parts(&stmts[*s].kind, assigned, read))
        };
        match kind {
            StmtKind::Assign { lhs, rhs } => {
                assigned.push(lhs.clone());
                read.push(rhs.clone());
                let mut subscripts = Vec::new();
                other_names::subscripts_below(lhs, &mut subscripts);
                read.extend(subscripts.into_iter().cloned());
                true
            }
            StmtKind::Where { arms, otherwise, .. } => {
                read.extend(arms.iter().map(|a| a.test.clone()));
                arms.iter().map(|a| &a.body).chain(otherwise).all(|b| inside(b, assigned, read))
            }
            StmtKind::Forall { indices, mask, body, concurrent: false, .. } => {
                for i in indices {
                    read.extend([&i.from, &i.to].into_iter().chain(&i.step).cloned());
                }
                read.extend(mask.clone());
                inside(body, assigned, read)
            }
            _ => false,
        }
    }

    // ------------------------------------------------------------------ WHERE

    /// One WHERE per statement with masks in arrays; `None` when the construct can stay.
    fn one_by_one(&mut self, kind: &StmtKind) -> Option<Block> {
        let StmtKind::Where { arms, otherwise, .. } = kind else { return None };
        let u = &self.p.units[self.unit];
        let all: Vec<StmtId> = arms.iter().flat_map(|a| &a.body).chain(otherwise.iter().flatten()).copied().collect();
        let written: Vec<&Expr> = all.iter().filter_map(|s| u.stmts[*s].kind.assigned()).collect();
        let reads = |e: &Expr, written: &Expr| other_names::may_read(self.p, e, written);
        let nested = all.iter().any(|s| matches!(u.stmts[*s].kind, StmtKind::Where { .. }));
        let masks_change = arms.iter().any(|a| written.iter().any(|w| reads(&a.test, w)));
        if all.len() <= 1 && !nested {
            return None;
        }
        let depends = all.iter().enumerate().any(|(n, s)| {
            u.stmts[*s]
                .kind
                .as_assign()
                .is_none_or(|(lhs, rhs)| written[..n.min(written.len())].iter().any(|w| reads(rhs, w) || reads(lhs, w)))
        });
        if !nested && !depends && !(masks_change && all.len() > 1) {
            return None;
        }
        let mut out = Block::new();
        self.spread_masks(arms, otherwise.as_ref(), None, &mut out);
        Some(out)
    }

    /// In the order of execution: the mask of a later arm sees what earlier arms assign (F2018 10.2.3.2).
    fn spread_masks(&mut self, arms: &[Arm], otherwise: Option<&Block>, within: Option<Expr>, out: &mut Block) {
        let and = |a: Option<Expr>, b: Expr| match a {
            Some(a) => Expr::binary(BinaryOp::And, a, b),
            None => b,
        };
        let not = |e: Expr| Expr::unary(UnaryOp::Not, e);
        let mut rest = within;
        for arm in arms {
            let m = Expr::var(self.mask(&arm.test));
            match &rest {
                None => {
                    let set = self.add(StmtKind::Assign { lhs: m.clone(), rhs: arm.test.clone() });
                    out.push(set);
                }
                Some(r) => {
                    // The test is only evaluated where those before it failed.
                    let none = self.add(StmtKind::Assign { lhs: m.clone(), rhs: not_like(r) });
                    let set = self.add(StmtKind::Assign { lhs: m.clone(), rhs: arm.test.clone() });
                    let arm = Arm { test: r.clone(), body: vec![set] };
                    let set = self.add(StmtKind::Where { arms: vec![arm], otherwise: None, one_line: true });
                    out.extend([none, set]);
                }
            }
            self.masked_one_by_one(&m, &arm.body, out);
            rest = Some(and(rest.take(), not(m)));
        }
        if let (Some(body), Some(r)) = (otherwise, rest) {
            let m = Expr::var(self.mask(&r));
            let set = self.add(StmtKind::Assign { lhs: m.clone(), rhs: r });
            out.push(set);
            self.masked_one_by_one(&m, body, out);
        }
    }

    fn masked_one_by_one(&mut self, mask: &Expr, body: &Block, out: &mut Block) {
        for &s in body {
            let kind = self.p.units[self.unit].stmts[s].kind.clone();
            if let StmtKind::Where { arms, otherwise, .. } = kind {
                self.spread_masks(&arms, otherwise.as_ref(), Some(mask.clone()), out);
            } else {
                let arm = Arm { test: mask.clone(), body: vec![s] };
                let id = self.add(StmtKind::Where { arms: vec![arm], otherwise: None, one_line: true });
                out.push(id);
            }
        }
    }

    /// An array for the values of `test`: with the bounds of an array in it where these hold for the whole unit, because then it
    /// can be saved at any time; allocatable otherwise.
    fn mask(&mut self, test: &Expr) -> SymbolId {
        let fixed = extents::fixed(self.p, test);
        let allocatable = fixed.is_none();
        let rank = rank_of(self.p, test).max(1);
        let dims = fixed.unwrap_or_else(|| vec![Dim { lower: None, upper: Upper::Deferred }; rank]);
        let ty = Type::Array { elem: Box::new(Type::Scalar(self.p.logical())), dims };
        let mut v = Variable::new(ty, Storage::Local);
        v.allocatable = allocatable;
        let scope = self.p.units[self.unit].scope;
        let name = names::fresh(self.p, scope, "mask", self.p.writes_upper(self.unit));
        let s = self.p.declare(scope, name, il::Span::NONE, SymbolKind::Variable(v));
        self.arrays.push(s);
        s
    }
}

/// False in the shape of a mask.
fn not_like(mask: &Expr) -> Expr {
    Expr::binary(BinaryOp::And, mask.clone(), Expr::logical(false))
}

pub(crate) fn has_constant_extent(p: &Program, ty: &Type) -> bool {
    match ty {
        Type::Array { elem, dims } => {
            has_constant_extent(p, elem)
                && dims.iter().all(|d| match &d.upper {
                    Upper::At(e) => il::fold::integer(p, e).is_some(),
                    Upper::Deferred => true,
                    Upper::Assumed => false,
                })
        }
        _ => true,
    }
}
