//! Directives of OpenMP become what they say of loops ([`il::Parallel`]), where derivatives shall be parallel (`-openmp`).
//!
//! Loops that are parallel on their own, and `parallel` regions: each of their loops is a parallel loop, and what they do besides is done once
//! ([`regions`]), in procedures that they call as well. The text stays where it is, for those who print originals.

mod by_iteration;
mod clauses;
mod look;
mod overwritten;
mod owned;
mod regions;
mod understood;

pub(crate) use overwritten::{set_once, written_out};

use std::collections::BTreeMap;

use il::{BinaryOp, Block, Expr, ExprKind, Program, Span, StmtId, StmtKind, SymbolId, UnaryOp, UnitId};

/// What is not understood of a procedure's directives, and where.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// A statement near it.
    pub span: Span,
    /// What it is.
    pub what: String,
    /// What follows.
    pub so: So,
}

/// What follows of something that is not understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum So {
    /// One thread does it all.
    Serial,
    /// The same, unless those who call the procedure are a region.
    Orphan,
    /// One thread does something else than the original.
    Wrong,
}

impl Trouble {
    fn serial(span: Span, what: impl Into<String>) -> Trouble {
        Trouble { span, what: what.into(), so: So::Serial }
    }
}

/// What is not understood: of procedures as a whole, and of some of their loops.
#[derive(Default)]
pub struct Unread {
    /// Nothing of them is parallel.
    pub units: BTreeMap<UnitId, Trouble>,
    /// Loops that are serial.
    pub loops: BTreeMap<UnitId, Vec<Trouble>>,
    /// Variables that have another value behind a loop where directives are comments, as they are without `-openmp`.
    pub owned: BTreeMap<UnitId, SymbolId>,
}

/// Reads the directives of all procedures that are understood; and what is not understood of the others. `parallel`: loops shall be so in derivatives.
pub fn read(p: &mut Program, heads: &[UnitId], parallel: bool) -> Unread {
    let mut unread = Unread::default();
    let understood = understood::all(p, heads, &mut unread);
    for (unit, found) in understood {
        if parallel {
            if p.units[unit].language.declares_in_blocks() && !(found.out.is_empty() && found.serial.is_empty()) {
                let body = std::mem::take(&mut p.units[unit].body);
                p.units[unit].body = as_comments(&mut p.units[unit], body);
            }
            for (id, said) in found.out {
                if let StmtKind::Do(d) = &mut p.units[unit].stmts[id].kind {
                    d.parallel = Some(Box::new(said));
                }
            }
            if !found.serial.is_empty() {
                unread.loops.insert(unit, found.serial);
            }
        }
        match found.owned.first() {
            Some(own) if !parallel => drop(unread.owned.insert(unit, own.symbol)),
            _ => found.owned.into_iter().for_each(|own| owned::rename(p, unit, own)),
        }
    }
    if parallel {
        by_iteration::write(p);
    }
    unread
}

/// Makes choices of iterations that end early, in parallel loops and the loops inside them: `if (c) cycle` becomes an IF around what follows. An iteration
/// that runs to its end can be run again. What each overwrites is noted then.
pub fn run_on(p: &mut Program) {
    for unit in p.units.ids().collect::<Vec<_>>() {
        let u = &mut p.units[unit];
        let is_parallel = |id: &StmtId| u.stmts[*id].kind.parallel().is_some();
        let loops: Vec<StmtId> = u.all_stmts().into_iter().filter(is_parallel).collect();
        for &id in &loops {
            turns_run_on(u, id);
        }
        for id in loops {
            let found = overwritten::elements(p, unit, id);
            if let StmtKind::Do(d) = &mut p.units[unit].stmts[id].kind
                && let Some(parallel) = &mut d.parallel
            {
                parallel.overwritten = found;
            }
        }
    }
}

/// Makes private to the iterations of a parallel loop what they have been given: the temporaries of statements that were brought into another form.
pub fn own_temporaries(p: &mut Program) {
    for unit in p.units.ids().collect::<Vec<_>>() {
        let u = &p.units[unit];
        let is_parallel = |id: &StmtId| u.stmts[*id].kind.parallel().is_some();
        let loops: Vec<StmtId> = u.all_stmts().into_iter().filter(is_parallel).collect();
        let mut found = Vec::new();
        for id in loops {
            let StmtKind::Do(d) = &u.stmts[id].kind else { continue };
            let mut inside = std::collections::BTreeSet::new();
            u.walk(&d.body, &mut |id, _| inside.extend([id]));
            let mut elsewhere = Vec::new();
            u.walk(&u.body, &mut |id, s| {
                if !inside.contains(&id) {
                    s.kind.exprs(&mut |e| e.collect_symbols(&mut elsewhere));
                }
            });
            let named = d.parallel.iter().flat_map(|said| &said.named);
            elsewhere.extend(named);
            let mut own: Vec<SymbolId> = il::stores::names(p, unit, &d.body).into_iter().collect();
            own.retain(|s| {
                let local = p.variable(*s).is_some_and(|v| v.is_unsaved_local() && !v.pointer && !v.allocatable);
                local && p.home(*s) == Some(unit) && !elsewhere.contains(s) && *s != d.var
            });
            found.push((id, own));
        }
        for (id, own) in found {
            if let StmtKind::Do(d) = &mut p.units[unit].stmts[id].kind
                && let Some(said) = &mut d.parallel
            {
                said.private.extend(own.into_iter().filter(|s| !said.private.contains(s)).collect::<Vec<_>>());
            }
        }
    }
}

/// The same for a loop and what is inside it.
fn turns_run_on(u: &mut il::Unit, id: StmtId) {
    let name = u.stmts[id].kind.as_do().map(|d| d.name.clone());
    let blocks: Vec<Block> = u.stmts[id].kind.blocks_mut().into_iter().map(std::mem::take).collect();
    let blocks: Vec<Block> = blocks
        .into_iter()
        .map(|b| {
            b.iter().for_each(|s| turns_run_on(u, *s));
            match &name {
                Some(name) => without_cycles(u, b, name.as_ref()),
                None => b,
            }
        })
        .collect();
    u.stmts[id].kind.blocks_mut().into_iter().zip(blocks).for_each(|(place, b)| *place = b);
}

/// A block of a turn with its rest as the other way of each choice that ends the turn.
fn without_cycles(u: &mut il::Unit, mut block: Block, name: Option<&String>) -> Block {
    let ends = |u: &il::Unit, id: StmtId| {
        let StmtKind::If(il::stmt::If { arms, otherwise: None, .. }) = &u.stmts[id].kind else { return false };
        let [arm] = arms.as_slice() else { return false };
        arm.body.last().map(|last| &u.stmts[*last]).is_some_and(|stmt| {
            stmt.label.is_none() && matches!(&stmt.kind, StmtKind::Cycle(to) if to.is_none() || to.as_ref() == name)
        })
    };
    let Some(at) = block.iter().position(|id| ends(u, *id)) else { return block };
    let rest = block.split_off(at + 1);
    if rest.iter().any(|id| u.any(&[*id], &mut |_, s| s.label.is_some())) {
        block.extend(rest);
        return block;
    }
    let rest = without_cycles(u, rest, name);
    if let StmtKind::If(i) = &mut u.stmts[block[at]].kind {
        i.arms[0].body.pop();
        i.one_line = false;
        if i.arms[0].body.is_empty() {
            i.arms[0].test = negated(&i.arms[0].test);
            i.arms[0].body = rest;
        } else {
            i.otherwise = Some(rest);
        }
    }
    block
}

/// The test that holds where another one does not.
fn negated(test: &Expr) -> Expr {
    match &test.kind {
        ExprKind::Binary(BinaryOp::Eq, a, b) => Expr::binary(BinaryOp::Ne, (**a).clone(), (**b).clone()),
        ExprKind::Binary(BinaryOp::Ne, a, b) => Expr::binary(BinaryOp::Eq, (**a).clone(), (**b).clone()),
        ExprKind::Unary(UnaryOp::Not, a) => (**a).clone(),
        _ => Expr::unary(UnaryOp::Not, test.clone()),
    }
}

/// Makes the pragmas of a block comments of what they are said of: an iteration that holds such a statement is one like any other.
fn as_comments(u: &mut il::Unit, block: Block) -> Block {
    let (mut out, mut waiting) = (Block::new(), Vec::new());
    for id in block {
        let stmt = &mut u.stmts[id];
        if let StmtKind::Opaque { text, .. } = &stmt.kind
            && il::stmt::pragma(text).is_some_and(|w| w.starts_with("omp"))
            && stmt.label.is_none()
        {
            waiting.append(&mut stmt.comments);
            waiting.push(text.trim().to_string());
            continue;
        }
        stmt.comments.splice(0..0, waiting.drain(..));
        let inner: Vec<Block> = stmt.kind.blocks_mut().into_iter().map(std::mem::take).collect();
        let inner: Vec<Block> = inner.into_iter().map(|b| as_comments(u, b)).collect();
        u.stmts[id].kind.blocks_mut().into_iter().zip(inner).for_each(|(place, b)| *place = b);
        out.push(id);
    }
    out
}
