//! Additions that are kept apart by another form of the loop.
//!
//! *Sums*: what all iterations add to one number behind a pointer, or in an array, they add to a variable first, which a clause can name.
//!
//! *Passes*: threads whose iterations add to neighbours, `ub(i-1)`, `ub(i)`, `ub(i+1)`, share every third iteration first, then the ones behind
//! these, then the rest. In one pass no two iterations meet, so nothing is atomic, and the loop's body stays as it is.

use std::collections::BTreeSet;

use il::locals::{declare, fresh};
use il::stmt::Do;
use il::zones::ZoneId;
use il::{
    BinaryOp, Block, Expr, Language, Program, Scalar, ScalarClass, Stmt, StmtId, StmtKind, Storage, SymbolId, Type,
    Unit, UnitId, Variable, fold, typing,
};

use super::Settling;
use super::classes::Classes;
use super::races::{self, Kept};
use crate::request::Increments;
use crate::simplify;

/// So many passes at most.
const MOST: i64 = 5;

impl Settling<'_> {
    /// The least number of passes in which no two iterations meet where they add, and what is left to be reduced.
    pub(super) fn in_passes(
        &self,
        id: StmtId,
        spared: &BTreeSet<ZoneId>,
        promised: &BTreeSet<ZoneId>,
        atomic: Option<&BTreeSet<(UnitId, StmtId)>>,
    ) -> Option<(i64, Kept)> {
        if self.how != Increments::Best {
            return None;
        }
        let mut p = self.p.clone();
        let tried = |p: &mut Program, passes: i64| -> Option<Kept> {
            let by = step(self.p, self.unit, id)? * passes;
            if let StmtKind::Do(d) = &mut p.units[self.unit].stmts[id].kind {
                d.step = Some(Expr::int(by));
            }
            let p: &Program = p;
            let StmtKind::Do(d) = &p.units[self.unit].stmts[id].kind else { return None };
            let c = Classes::new(p, self.unit, self.maps, self.dummies, d, d.parallel.as_deref()?);
            let kept = races::keep(&c, self.zones, id, &[id], spared, promised, self.how).ok()?;
            let fewer = |all: &BTreeSet<(UnitId, StmtId)>| kept.atomic.len() < all.len() && kept.atomic.is_subset(all);
            (kept.atomic.is_empty() || atomic.is_some_and(fewer)).then_some(kept)
        };
        let most = tried(&mut p, MOST)?;
        let best = |kept: &Kept| kept.atomic.len() <= most.atomic.len();
        let fewer = (2..MOST).find_map(|n| tried(&mut p, n).filter(best).map(|kept| (n, kept)));
        Some(fewer.unwrap_or((MOST, most)))
    }
}

/// Has statements of a loop add to a variable in place of a number that all iterations add to; the variable. It begins at zero in front of the loop, and is added
/// to the number behind it.
pub(super) fn sum(p: &mut Program, unit: UnitId, id: StmtId, place: &Expr, adders: &BTreeSet<StmtId>) -> SymbolId {
    let ty = typing::type_of(p, place);
    let name = place.root().map_or("sum".to_string(), |s| format!("{}_sum", p.symbols[s].name));
    let zero = ty.scalar().map_or(Expr::int(0), simplify::zero);
    let sum = fresh(p, unit, &name, Variable::new(ty, Storage::Local));
    declare(p, unit, &[sum]);
    let var = Expr::var(sum);
    let u = &mut p.units[unit];
    for id in adders {
        u.stmts[*id].kind.exprs_mut(&mut |e| {
            e.rewrite(&mut |x| {
                if x == place {
                    *x = Expr::var(sum);
                }
            })
        });
    }
    let begin = u.add(StmtKind::Assign { lhs: var.clone(), rhs: zero });
    let rhs = Expr::binary(BinaryOp::Add, place.clone(), var);
    let end = u.add(StmtKind::Assign { lhs: place.clone(), rhs });
    let mut body = std::mem::take(&mut u.body);
    around(u, &mut body, id, [begin, end]);
    u.body = body;
    sum
}

/// Puts two statements around one, wherever that stands.
fn around(u: &mut Unit, block: &mut Block, id: StmtId, [before, behind]: [StmtId; 2]) {
    if let Some(k) = block.iter().position(|s| *s == id) {
        block.splice(k..=k, [before, id, behind]);
        return;
    }
    for s in block.iter() {
        let mut kind = std::mem::replace(&mut u.stmts[*s].kind, StmtKind::Nop);
        kind.blocks_mut().into_iter().for_each(|inner| around(u, inner, id, [before, behind]));
        u.stmts[*s].kind = kind;
    }
}

/// The step of a loop, which is a number.
fn step(p: &Program, unit: UnitId, id: StmtId) -> Option<i64> {
    let StmtKind::Do(d) = &p.units[unit].stmts[id].kind else { return None };
    d.step.as_ref().map_or(Some(1), |e| fold::integer(p, e))
}

/// Makes so many passes of a loop: a loop around it, which says where it begins.
pub(super) fn write(p: &mut Program, unit: UnitId, id: StmtId, passes: i64) {
    let Some(by) = step(p, unit, id) else { return };
    let language = p.units[unit].language;
    let integer = match language {
        Language::Fortran => {
            Scalar::new(ScalarClass::Integer, 4, if p.writes_upper(unit) { "INTEGER" } else { "integer" })
        }
        Language::C => Scalar::new(ScalarClass::Integer, 4, "int"),
    };
    let pass = fresh(p, unit, "pass", Variable::new(Type::Scalar(integer), Storage::Local));
    let declares = language.declares_in_blocks();
    if !declares {
        declare(p, unit, &[pass]);
    }
    let u = &mut p.units[unit];
    let StmtKind::Do(mut d) = std::mem::replace(&mut u.stmts[id].kind, StmtKind::Nop) else { return };
    let turns = match by.abs() {
        1 => Expr::var(pass),
        n => Expr::binary(BinaryOp::Mul, Expr::int(n), Expr::var(pass)),
    };
    d.from = Expr::binary(if by > 0 { BinaryOp::Add } else { BinaryOp::Sub }, d.from, turns);
    d.step = Some(Expr::int(by * passes));
    d.parallel.iter_mut().flat_map(|said| &mut said.shared).for_each(|shared| shared.push(pass));
    let inner = u.add(Stmt::from(StmtKind::Do(d)));
    let around = Do {
        var: pass,
        from: Expr::int(0),
        to: Expr::int(passes - 1),
        step: None,
        body: vec![inner],
        name: None,
        declares,
        parallel: None,
    };
    u.stmts[id].kind = StmtKind::Do(Box::new(around));
    u.stmts[id].comments.push(" In one pass no two iterations add to the same element.".to_string());
}
