//! Blocks whose partial derivatives are put together before their direction loop.
//!
//! A tangent carries every intermediate derivative through every direction. Where the results of a block depend on few derivatives from outside,
//! their partial derivatives are accumulated first, in scalars, and one statement remains for each result (RR-7957 §4.9, preaccumulation):
//!
//! ```text
//! rd = 2*x*xd/(2*r)              r_x = 2*x/(2*r)
//! ed = -(e*rd)             →     e_x = -(e*r_x)
//! fd = x*ed + e*xd               fd = (x*e_x + e)*xd
//! ```
//!
//! Legal where, in a run of assignments and IFs without calls, the intermediate derivatives are plain scalar locals that nothing outside the run
//! mentions, each path sets one before it reads it, right sides are linear in derivatives, and neither the derivatives that come from outside nor
//! their subscripts are written in the run. Worth it where it leaves fewer operations for [`USUAL_DIRECTIONS`]. It is done on the finished
//! tangent before it is lifted: the partial derivatives are then original values like any other. (`-nooptim preaccumulate`: not done.)

use std::collections::{BTreeMap, BTreeSet};

use il::expr::{BinaryOp, Expr, ExprKind, UnaryOp};
use il::stmt::If;
use il::typing::type_of;
use il::{Block, DeclKind, Program, Scalar, ScalarClass, StmtId, StmtKind, SymbolId, Type, UnitId};

use super::Lift;
use super::contract::count;
use super::merge::reads;
use crate::derive::maps::Maps;
use crate::simplify;

/// How many directions are assumed when costs are compared.
const USUAL_DIRECTIONS: usize = 8;
/// Derivatives from outside, at most.
const INPUTS: usize = 4;

/// Partial derivatives with respect to the inputs, by their numbers; those that are not there are zero.
type Row = BTreeMap<usize, Expr>;

/// A unit under way.
struct Work<'m> {
    maps: &'m Maps,
    /// The statements of its body as it was.
    reached: BTreeSet<StmtId>,
    /// Derivatives that are no more.
    gone: BTreeSet<SymbolId>,
}

/// A run of statements under way.
struct Run<'m> {
    maps: &'m Maps,
    scalar: Scalar,
    /// Derivatives from outside.
    inputs: Vec<Expr>,
    /// Intermediate derivatives.
    inner: BTreeSet<SymbolId>,
    /// The scalars that hold their partial derivatives.
    names: BTreeMap<(SymbolId, usize), SymbolId>,
    /// Which partial derivatives are not zero here; of what has a value.
    state: BTreeMap<SymbolId, BTreeSet<usize>>,
}

impl Lift<'_> {
    /// Does it in all loops of a tangent.
    pub(super) fn put_together(&mut self, p: &mut Program, unit: UnitId, maps: &Maps) {
        let body = p.units[unit].body.clone();
        let mut work = Work { maps, reached: BTreeSet::new(), gone: BTreeSet::new() };
        p.units[unit].walk(&body, &mut |id, _| {
            work.reached.insert(id);
        });
        for id in &body {
            self.inside(p, unit, *id, &mut work, false);
        }
        drop_declarations(p, unit, &work.gone);
    }

    fn inside(&mut self, p: &mut Program, unit: UnitId, id: StmtId, work: &mut Work, in_loop: bool) {
        let mut kind = p.units[unit].stmts[id].kind.clone();
        let repeats = matches!(kind, StmtKind::Do(_) | StmtKind::While { .. } | StmtKind::Until { .. });
        for block in kind.blocks_mut() {
            if in_loop || repeats {
                *block = self.runs(p, unit, std::mem::take(block), work);
            }
            for inner in block.iter() {
                self.inside(p, unit, *inner, work, in_loop || repeats);
            }
        }
        p.units[unit].stmts[id].kind = kind;
    }

    /// A block with what can be done in its runs.
    fn runs(&mut self, p: &mut Program, unit: UnitId, block: Block, work: &mut Work) -> Block {
        let mut out = Block::new();
        let mut run = Block::new();
        for id in block {
            if is_simple(p, unit, id) {
                run.push(id);
                continue;
            }
            out.append(&mut self.run(p, unit, std::mem::take(&mut run), work));
            out.push(id);
        }
        out.append(&mut self.run(p, unit, run, work));
        out
    }

    fn run(&mut self, p: &mut Program, unit: UnitId, run: Block, work: &mut Work) -> Block {
        let Some(mut about) = self.about(p, unit, &run, work) else { return run };
        let locals = self.lifted[&unit].locals.len();
        // A path that reads what it has not set ends it.
        match self.rewritten(p, unit, &run, &mut about) {
            Some(new) => {
                work.gone.append(&mut about.inner);
                new
            }
            None => {
                self.lifted.get_mut(&unit).expect("lifted").locals.truncate(locals);
                run
            }
        }
    }

    /// What a run works on, where it is worth it.
    fn about<'m>(&self, p: &Program, unit: UnitId, run: &Block, work: &Work<'m>) -> Option<Run<'m>> {
        let (mut here, mut elsewhere) = (BTreeMap::new(), BTreeMap::new());
        let u = &p.units[unit];
        let mut own: BTreeSet<StmtId> = BTreeSet::new();
        u.walk(run, &mut |id, _| {
            own.insert(id);
        });
        for id in own.union(&work.reached) {
            let into = if own.contains(id) { &mut here } else { &mut elsewhere };
            u.stmts[*id].kind.exprs(&mut |e| count(e, into));
        }
        let scalar_local = |s: SymbolId| self.is_plain_local(p, unit, s) && !elsewhere.contains_key(&s);
        let inner: BTreeSet<SymbolId> = here.keys().copied().filter(|s| scalar_local(*s)).collect();
        let scalar = inner.iter().find_map(|s| p.symbol_type(*s)?.scalar().cloned())?;
        let alike = |t: &Type| matches!(t, Type::Scalar(s) if *s == scalar && s.class == ScalarClass::Real);
        let mut fine = inner.iter().all(|s| p.symbol_type(*s).is_some_and(alike));
        let mut inputs: Vec<Expr> = Vec::new();
        let (mut targets, mut originals): (Vec<SymbolId>, Vec<SymbolId>) = (Vec::new(), Vec::new());
        let (mut before, mut results) = (0, 0);
        u.walk(run, &mut |_, s| match &s.kind {
            StmtKind::Assign { lhs, rhs } if self.is_derivative(lhs) => {
                before += self.operations(rhs);
                fine &= alike(&type_of(p, lhs));
                self.outside(rhs, &inner, &mut inputs);
                if !matches!(lhs.kind, ExprKind::Var(s) if inner.contains(&s)) {
                    results += 1;
                    targets.extend(lhs.root());
                    fine &= lhs.is_reference();
                }
            }
            kind => {
                kind.exprs(&mut |e| e.walk(&mut |x| fine &= !self.is_derivative(x)));
                if let StmtKind::Assign { lhs, .. } = kind {
                    originals.extend(lhs.root());
                }
            }
        });
        fine &= inputs.iter().all(|i| {
            alike(&type_of(p, i))
                && targets.iter().all(|t| i.root() != Some(*t) && !reads(p, unit, i, *t))
                && originals.iter().all(|o| !reads(p, unit, i, *o))
        });
        let after = results * (2 * inputs.len()).saturating_sub(1);
        let spared = before * USUAL_DIRECTIONS > after * USUAL_DIRECTIONS + before * inputs.len();
        (fine && results > 0 && !inputs.is_empty() && inputs.len() <= INPUTS && spared).then(|| Run {
            maps: work.maps,
            scalar,
            inputs,
            inner,
            names: BTreeMap::new(),
            state: BTreeMap::new(),
        })
    }

    fn is_derivative(&self, e: &Expr) -> bool {
        e.is_reference() && e.root().is_some_and(|s| self.derivatives.contains(&s))
    }

    /// The derivatives in an expression that are not `inner`.
    fn outside(&self, e: &Expr, inner: &BTreeSet<SymbolId>, out: &mut Vec<Expr>) {
        if self.is_derivative(e) {
            let own = matches!(e.kind, ExprKind::Var(s) if inner.contains(&s));
            if !own && !out.contains(e) {
                out.push(e.clone());
            }
        } else if !e.is_reference() {
            e.children(&mut |c| self.outside(c, inner, out));
        }
    }

    /// Operations that are about derivatives.
    fn operations(&self, e: &Expr) -> usize {
        let mut all = 0;
        let mut about = false;
        e.walk(&mut |x| about |= self.is_derivative(x));
        if about && !e.is_reference() {
            all += usize::from(matches!(e.kind, ExprKind::Binary(..)));
            e.children(&mut |c| all += self.operations(c));
        }
        all
    }

    fn rewritten(&mut self, p: &mut Program, unit: UnitId, run: &Block, about: &mut Run) -> Option<Block> {
        let mut out = Block::new();
        for &id in run {
            let stmt = p.units[unit].stmts[id].clone();
            match &stmt.kind {
                StmtKind::Assign { lhs, rhs } if self.is_derivative(lhs) => {
                    let first = out.len();
                    let row = self.row(rhs, about)?;
                    match lhs.kind {
                        ExprKind::Var(s) if about.inner.contains(&s) => {
                            for (k, value) in &row {
                                let at = self.partial(p, unit, s, *k, about);
                                out.push(assign(p, unit, Expr::var(at), value.clone()));
                            }
                            about.state.insert(s, row.keys().copied().collect());
                        }
                        _ => {
                            let mut sum = simplify::zero(&about.scalar);
                            for (k, value) in row {
                                let factor = match value.kind {
                                    ExprKind::Var(_) | ExprKind::Real { .. } => value,
                                    _ => {
                                        let at = self.partial(p, unit, lhs.root()?, k, about);
                                        out.push(assign(p, unit, Expr::var(at), value));
                                        Expr::var(at)
                                    }
                                };
                                sum = simplify::add(sum, simplify::mul(factor, about.inputs[k].clone()));
                            }
                            out.push(assign(p, unit, lhs.clone(), sum));
                        }
                    }
                    if let Some(head) = out.get(first) {
                        p.units[unit].stmts[*head].comments = stmt.comments.clone();
                    }
                }
                StmtKind::If(i) => out.push(self.choice(p, unit, &stmt, i, about)?),
                _ => out.push(id),
            }
        }
        Some(out)
    }

    /// An IF: where one arm leaves a partial derivative at zero and another does not, it is set to zero.
    fn choice(&mut self, p: &mut Program, unit: UnitId, stmt: &il::Stmt, i: &If, about: &mut Run) -> Option<StmtId> {
        let before = about.state.clone();
        let mut blocks: Vec<(Block, BTreeMap<SymbolId, BTreeSet<usize>>)> = Vec::new();
        let none = Block::new();
        for b in i.arms.iter().map(|a| &a.body).chain([i.otherwise.as_ref().unwrap_or(&none)]) {
            about.state = before.clone();
            let new = self.rewritten(p, unit, b, about)?;
            blocks.push((new, std::mem::take(&mut about.state)));
        }
        // What has a value whatever is chosen.
        let all: Vec<SymbolId> =
            blocks[0].1.keys().copied().filter(|s| blocks.iter().all(|b| b.1.contains_key(s))).collect();
        for s in all {
            let ks: BTreeSet<usize> = blocks.iter().flat_map(|b| b.1[&s].iter().copied()).collect();
            for (block, state) in &mut blocks {
                for k in ks.difference(&state[&s]) {
                    let at = self.partial(p, unit, s, *k, about);
                    let zero = simplify::zero(&about.scalar);
                    block.push(assign(p, unit, Expr::var(at), zero));
                }
            }
            about.state.insert(s, ks);
        }
        let mut new = i.clone();
        new.one_line = false;
        let last = blocks.pop()?.0;
        new.otherwise = (i.otherwise.is_some() || !last.is_empty()).then_some(last);
        for (arm, (block, _)) in new.arms.iter_mut().zip(blocks) {
            arm.body = block;
        }
        let stmt = il::Stmt { kind: StmtKind::If(new), ..stmt.clone() };
        Some(p.units[unit].add(stmt))
    }

    /// An expression as a linear form in the inputs; `None` where it is not.
    fn row(&self, e: &Expr, about: &Run) -> Option<Row> {
        let mut mentions = false;
        e.walk(&mut |x| mentions |= self.is_derivative(x));
        if !mentions {
            return simplify::is_zero(e).then(Row::new);
        }
        if self.is_derivative(e) {
            if let ExprKind::Var(s) = e.kind
                && about.inner.contains(&s)
            {
                let ks = about.state.get(&s)?;
                return ks.iter().map(|k| Some((*k, Expr::var(*about.names.get(&(s, *k))?)))).collect();
            }
            let k = about.inputs.iter().position(|i| i == e)?;
            return Some(Row::from([(k, simplify::one(&about.scalar))]));
        }
        let each = |row: Row, f: &dyn Fn(Expr) -> Expr| row.into_iter().map(|(k, x)| (k, f(x))).collect();
        let free = |e: &Expr| {
            let mut free = true;
            e.walk(&mut |x| free &= !self.is_derivative(x));
            free
        };
        match &e.kind {
            ExprKind::Unary(UnaryOp::Neg, x) => Some(each(self.row(x, about)?, &simplify::neg)),
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Paren, x) => self.row(x, about),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), l, r) => {
                let mut out = self.row(l, about)?;
                for (k, x) in self.row(r, about)? {
                    let sum = match (out.remove(&k), op) {
                        (Some(y), BinaryOp::Add) => simplify::add(y, x),
                        (Some(y), _) => simplify::sub(y, x),
                        (None, BinaryOp::Add) => x,
                        (None, _) => simplify::neg(x),
                    };
                    out.insert(k, sum);
                }
                Some(out)
            }
            ExprKind::Binary(BinaryOp::Mul, l, r) if free(l) => {
                Some(each(self.row(r, about)?, &|x| simplify::mul((**l).clone(), x)))
            }
            ExprKind::Binary(BinaryOp::Mul, l, r) if free(r) => {
                Some(each(self.row(l, about)?, &|x| simplify::mul(x, (**r).clone())))
            }
            ExprKind::Binary(BinaryOp::Div, l, r) if free(r) => {
                Some(each(self.row(l, about)?, &|x| simplify::div(x, (**r).clone())))
            }
            _ => None,
        }
    }

    /// The scalar that holds a partial derivative: `y_x`.
    fn partial(&mut self, p: &mut Program, unit: UnitId, of: SymbolId, k: usize, about: &mut Run) -> SymbolId {
        if let Some(s) = about.names.get(&(of, k)) {
            return *s;
        }
        let name = |s: SymbolId| {
            let original = about.maps.derivatives.iter().find(|(_, d)| **d == s).map_or(s, |(o, _)| *o);
            p.symbols[original].name.clone()
        };
        let base = format!("{}_{}", name(of), about.inputs[k].root().map_or(String::new(), name));
        let s = self.local(p, unit, &base, Type::Scalar(about.scalar.clone()));
        about.names.insert((of, k), s);
        s
    }
}

fn assign(p: &mut Program, unit: UnitId, lhs: Expr, rhs: Expr) -> StmtId {
    p.units[unit].add(StmtKind::Assign { lhs, rhs })
}

/// Assignments of numbers and IFs of such, without calls or labels.
fn is_simple(p: &Program, unit: UnitId, id: StmtId) -> bool {
    let stmt = &p.units[unit].stmts[id];
    let mut calls = false;
    stmt.kind.exprs(&mut |e| calls |= e.has_call());
    if calls || stmt.label.is_some() {
        return false;
    }
    match &stmt.kind {
        StmtKind::Assign { lhs, .. } => matches!(type_of(p, lhs), Type::Scalar(_)),
        StmtKind::If(_) => stmt.kind.blocks().into_iter().flatten().all(|s| is_simple(p, unit, *s)),
        _ => false,
    }
}

/// Takes the declarations of locals away that nothing mentions any more.
fn drop_declarations(p: &mut Program, unit: UnitId, gone: &BTreeSet<SymbolId>) {
    let u = &mut p.units[unit];
    for d in &mut u.decls {
        if let DeclKind::Variables { entities, .. } = &mut d.kind {
            entities.retain(|e| !gone.contains(&e.symbol));
        }
    }
    u.decls.retain(|d| !matches!(&d.kind, DeclKind::Variables { entities, .. } if entities.is_empty()));
    for id in u.stmts.ids().collect::<Vec<_>>() {
        if let StmtKind::Declare(list) = &mut u.stmts[id].kind {
            list.retain(|s| !gone.contains(s));
        }
    }
}
