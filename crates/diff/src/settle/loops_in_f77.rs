//! Fixed form without array statements stays without them: what a derivative sets, clears or copies as a whole, of procedures whose authors write loops, is
//! written as loops over elements.

use analysis::element::element;
use il::locals::{declare, fresh};
use il::stmt::Do;
use il::stores;
use il::symbol::Variable;
use il::typing::rank_of;
use il::{
    Block, Expr, ExprKind, Program, SourceForm, Stmt, StmtId, StmtKind, Storage, Subscript, SymbolId, Type, UnitId,
    Upper,
};

use crate::output::Output;

/// Rewrites the array assignments of derivatives in fixed form whose originals have none.
pub(crate) fn settle(output: &mut Output) {
    let p = &output.program;
    let fixed = |u: UnitId| {
        let mut at = u;
        while let Some(parent) = p.units[at].parent {
            at = parent;
        }
        p.inputs.iter().any(|i| i.form == SourceForm::Fixed && i.units.contains(&at))
    };
    let units: Vec<UnitId> = output
        .derivatives
        .iter()
        .filter(|d| p.units.contains(d.original) && fixed(d.original) && is_without_arrays(p, d.original))
        .map(|d| d.generated)
        .collect();
    for unit in units {
        let mut w = Writer { p: &mut output.program, unit, counters: Vec::new() };
        let body = w.p.units[unit].body.clone();
        let body = w.block(body, true);
        let counters = std::mem::take(&mut w.counters);
        output.program.units[unit].body = body;
        declare(&mut output.program, unit, &counters);
    }
}

/// Makes an array assignment loops over elements: the assignment that is then inside. `None`: it stays as it is.
pub(super) fn over_elements(p: &mut Program, unit: UnitId, id: StmtId) -> Option<StmtId> {
    let mut w = Writer { p, unit, counters: Vec::new() };
    let looped = w.looped(id, None)?;
    let counters = std::mem::take(&mut w.counters);
    declare(p, unit, &counters);
    let u = &mut p.units[unit];
    u.stmts[id] = u.stmts[looped].clone();
    let mut inside = id;
    while let StmtKind::Do(d) = &u.stmts[inside].kind {
        inside = *d.body.first()?;
    }
    Some(inside)
}

/// Whether a procedure sets no array as a whole.
fn is_without_arrays(p: &Program, unit: UnitId) -> bool {
    let mut found = false;
    let u = &p.units[unit];
    u.walk(&u.body, &mut |_, s| match &s.kind {
        StmtKind::Assign { lhs, .. } => found |= rank_of(p, lhs) > 0,
        StmtKind::Where { .. } | StmtKind::Forall { .. } | StmtKind::Allocate { .. } => found = true,
        _ => {}
    });
    !found
}

struct Writer<'a> {
    p: &'a mut Program,
    unit: UnitId,
    counters: Vec<SymbolId>,
}

impl Writer<'_> {
    fn block(&mut self, block: Block, outermost: bool) -> Block {
        block.into_iter().flat_map(|id| self.statement(id, outermost)).collect()
    }

    fn statement(&mut self, id: StmtId, outermost: bool) -> Block {
        let mut inner: Vec<Block> =
            self.p.units[self.unit].stmts[id].kind.blocks_mut().into_iter().map(std::mem::take).collect();
        for b in &mut inner {
            *b = self.block(std::mem::take(b), false);
        }
        let stmts = &mut self.p.units[self.unit].stmts;
        for (place, b) in stmts[id].kind.blocks_mut().into_iter().zip(inner) {
            *place = b;
        }
        let allocated = if outermost { self.allocated(id) } else { None };
        let looped = self.looped(id, allocated.as_ref().map(|(_, ranges)| ranges.clone())).unwrap_or(id);
        let mut out: Block = allocated.filter(|_| looped != id).map(|(first, _)| first).into_iter().collect();
        out.push(looped);
        out
    }

    /// Fortran 95 does not allocate by assignment: the ALLOCATE that stands in front of the only assignment to a local that nothing else allocates, and its bounds.
    fn allocated(&mut self, id: StmtId) -> Option<(StmtId, Vec<(Expr, Expr)>)> {
        let u = &self.p.units[self.unit];
        let StmtKind::Assign { lhs, rhs } = &u.stmts[id].kind else { return None };
        let ExprKind::Var(s) = lhs.kind else { return None };
        let v = self.p.variable(s).filter(|v| v.allocatable && v.storage == Storage::Local)?;
        let ranges = self.ranges(rhs).filter(|r| r.len() == v.ty.rank())?;
        let ranges: Vec<(Expr, Expr)> =
            ranges.into_iter().map(|(a, b)| Some((self.seen_here(a)?, self.seen_here(b)?))).collect::<Option<_>>()?;
        let mut others = false;
        u.walk(&u.body, &mut |other, stmt| {
            others |= other != id && stores::allocates(self.p, self.unit, &stmt.kind, &|e| e.root() == Some(s));
        });
        if others {
            return None;
        }
        let dim = |(first, last): &(Expr, Expr)| il::Dim {
            lower: Some(first.clone()).filter(|f| *f != Expr::int(1)),
            upper: Upper::At(last.clone()),
        };
        let object = il::stmt::Allocation { object: lhs.clone(), dims: ranges.iter().map(dim).collect() };
        let first = self.p.units[self.unit].add(StmtKind::Allocate { objects: vec![object], options: Vec::new() });
        Some((first, ranges))
    }

    /// An array assignment as loops, from the last dimension to the first, over the `bounds` that the array has been given or those that are declared.
    /// `None`: it is none, or stays as it is.
    fn looped(&mut self, id: StmtId, bounds: Option<Vec<(Expr, Expr)>>) -> Option<StmtId> {
        let stmt = self.p.units[self.unit].stmts[id].clone();
        let StmtKind::Assign { lhs, rhs } = &stmt.kind else { return None };
        let ranges = match bounds {
            Some(ranges) => ranges,
            None => self.ranges(lhs)?,
        };
        let ranges: Vec<(Expr, Expr)> =
            ranges.into_iter().map(|(a, b)| Some((self.seen_here(a)?, self.seen_here(b)?))).collect::<Option<_>>()?;
        if ranges.is_empty() || self.reads_other_elements(lhs, rhs) {
            return None;
        }
        while self.counters.len() < ranges.len() {
            let v = Variable::new(Type::Scalar(self.p.integer()), Storage::Local);
            let s = fresh(self.p, self.unit, "ii1", v);
            self.counters.push(s);
        }
        let counters = self.counters[..ranges.len()].to_vec();
        // Where they stand, counted from one.
        let position = |(counter, (first, _)): (&SymbolId, &(Expr, Expr))| {
            let one = Expr::int(1);
            if *first == one {
                Expr::var(*counter)
            } else {
                il::fold::sub(&Expr::var(*counter), &il::fold::sub(first, &one))
            }
        };
        let at: Vec<Expr> = counters.iter().zip(&ranges).map(position).collect();
        let mut next = counters.iter().map(|c| Expr::var(*c));
        let place = match &lhs.kind {
            ExprKind::Index { base, subs } => {
                let one = |s: &Subscript| match s {
                    Subscript::Range { .. } => Some(Subscript::At(next.next()?)),
                    Subscript::At(_) => Some(s.clone()),
                };
                let subs = subs.iter().map(one).collect::<Option<_>>()?;
                Expr::at(ExprKind::Index { base: base.clone(), subs }, lhs.span)
            }
            _ => Expr::index(lhs.clone(), next.collect()),
        };
        let value = element(self.p, rhs, &at)?;
        let u = &mut self.p.units[self.unit];
        let mut inner = u.add(StmtKind::Assign { lhs: place, rhs: value });
        for (var, (from, to)) in counters.into_iter().zip(ranges) {
            let turn = Do::counting(var, from, to, None, vec![inner]);
            inner = u.add(StmtKind::Do(Box::new(turn)));
        }
        u.stmts[inner] = Stmt { kind: u.stmts[inner].kind.clone(), ..stmt };
        Some(inner)
    }

    /// First and last index in each dimension that a reference to an array of numbers takes several of. `None` where that is not known, or not in steps of one.
    fn ranges(&self, lhs: &Expr) -> Option<Vec<(Expr, Expr)>> {
        let (array, subs) = match &lhs.kind {
            ExprKind::Var(_) => (lhs, None),
            ExprKind::Index { base, subs } => (&**base, Some(subs)),
            _ => return None,
        };
        let ExprKind::Var(s) = array.kind else { return None };
        let v = self.p.variable(s)?;
        let Type::Array { dims, .. } = &v.ty else { return Some(Vec::new()) };
        let bounds = |k: usize| {
            let d = dims.get(k)?;
            let first = d.lower.clone().unwrap_or_else(|| Expr::int(1));
            let last = match &d.upper {
                Upper::At(last) => Some(last.clone()),
                _ => None,
            };
            let deferred = matches!(d.upper, Upper::Deferred);
            Some(((!deferred).then_some(first), last))
        };
        let Some(subs) = subs else {
            let whole = |k: usize| {
                let (first, last) = bounds(k)?;
                Some((first?, last?))
            };
            return (0..dims.len()).map(whole).collect();
        };
        let mut out = Vec::new();
        for (k, s) in subs.iter().enumerate() {
            match s {
                Subscript::At(e) if rank_of(self.p, e) == 0 => {}
                Subscript::At(_) => return None,
                Subscript::Range { lo, hi, step } => {
                    if step.as_ref().is_some_and(|s| s.as_int() != Some(1)) {
                        return None;
                    }
                    let (first, last) = bounds(k)?;
                    out.push((lo.clone().or(first)?, hi.clone().or(last)?));
                }
            }
        }
        Some(out)
    }

    /// A bound in names that the unit knows: a declaration elsewhere may say it in others.
    fn seen_here(&self, bound: Expr) -> Option<Expr> {
        let scope = self.p.units[self.unit].scope;
        let mut known = true;
        bound.walk(&mut |x| {
            if let ExprKind::Var(s) = x.kind {
                known &= self.p.lookup(scope, self.p.name_in(scope, s)) == Some(s);
            }
        });
        if known { Some(bound) } else { il::fold::integer(self.p, &bound).map(Expr::int) }
    }

    /// Whether elements are read that an earlier turn of the loops has set.
    fn reads_other_elements(&self, lhs: &Expr, rhs: &Expr) -> bool {
        let root = lhs.root();
        let mut named = 0;
        let mut same = 0;
        rhs.walk(&mut |e| {
            named += usize::from(matches!(e.kind, ExprKind::Var(s) if Some(s) == root));
            same += usize::from(e == lhs);
        });
        // A COMMON block and EQUIVALENCE give other names to what is set.
        let others = root.is_some_and(|s| self.p.is_overlaid(s)) && !is_constant(rhs);
        named != same || others
    }
}

fn is_constant(e: &Expr) -> bool {
    let mut names = false;
    e.walk(&mut |x| names |= matches!(x.kind, ExprKind::Var(_) | ExprKind::Call { .. }));
    !names
}
