//! C: how far a function reaches through a pointer parameter.
//!
//! A pointer says nothing about what is behind it; the function that gets it does: `for (i = 0; i < n; i++) s += x[i];` reaches `x[0]` to `x[n-1]`.
//! Each access is a stretch of positions whose ends are expressions over the parameters. A subscript is followed through the loops around it, from
//! the innermost outwards: where it grows with a counter its highest value is that at the counter's highest value, and so on. Local pointers that are
//! made from the parameter are other names of it, and what walks is followed as far as loops say (`walked.rs`). A parameter that is stored or passed to
//! what has no body reaches nobody knows how far. Of a subscript that is read from memory, `x[col[k]]`, only that is known, that it is *scattered*.

use analysis::affine::{Affine, Term};
use analysis::at_entry::{at_entry, at_entry_with};
use il::stmt::Do;
use il::{Arg, BinaryOp, Block, Expr, ExprKind, Program, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId};

use super::walked::{Walks, place};

/// Names that are made from one another are followed so far.
const MOST_NAMES: usize = 8;

/// Positions that one access reaches, counted from where the pointer leads.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The lowest.
    pub first: Expr,
    /// The highest.
    pub last: Expr,
    /// What is at least 1 wherever the access happens.
    pub positive: Vec<Expr>,
    /// Where the data leads, from the ends on: authors keep such subscripts to the part of the memory that the pointer was made for. (Not so where an
    /// array is given by its name: its part is all of it.)
    pub scattered: bool,
}

/// What a function reaches through one of its parameters, over its parameters; `None` when nobody knows.
pub fn stretches(p: &Program, unit: UnitId, parameter: SymbolId) -> Option<Vec<Stretch>> {
    stretches_below(p, unit, parameter, 0)
}

fn stretches_below(p: &Program, unit: UnitId, parameter: SymbolId, depth: u32) -> Option<Vec<Stretch>> {
    // What calls itself reaches from where it has got to.
    if depth > 5 {
        return None;
    }
    let u = &p.units[unit];
    let walks = Walks::new(p, unit);
    let at = *u.body.first()?;
    let mut search = Search { p, unit, parameter, depth, walks, at, loops: Vec::new(), out: Vec::new() };
    search.block(&u.body)?;
    Some(search.out)
}

struct Search<'a> {
    p: &'a Program,
    unit: UnitId,
    parameter: SymbolId,
    depth: u32,
    walks: Walks<'a>,
    /// The statement that is looked at.
    at: StmtId,
    loops: Vec<&'a Do>,
    out: Vec<Stretch>,
}

/// Positions behind the parameter, as an access gives them.
#[derive(Clone)]
struct Place {
    first: Expr,
    last: Expr,
    scattered: bool,
}

impl Place {
    fn at(position: Expr) -> Place {
        Place { first: position.clone(), last: position, scattered: false }
    }

    /// The same, `from` further.
    fn from(self, from: &Place) -> Place {
        let add = |x: &Expr, y: &Expr| if x.as_int() == Some(0) { y.clone() } else { il::fold::add(x, y) };
        Place {
            first: add(&from.first, &self.first),
            last: add(&from.last, &self.last),
            scattered: self.scattered || from.scattered,
        }
    }
}

impl<'a> Search<'a> {
    fn block(&mut self, block: &'a Block) -> Option<()> {
        for &id in block {
            let stmt = &self.p.units[self.unit].stmts[id];
            self.at = id;
            match &stmt.kind {
                // What it only looks at, `(void)t;`, it has no adjoint for.
                StmtKind::Opaque { writes, .. } if writes.is_empty() => {}
                StmtKind::Opaque { .. } => return None,
                StmtKind::Call { callee, args, .. } => self.call(*callee, args)?,
                StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, rhs } if self.moves(*s, rhs) => {
                    self.expr(&self.position(rhs)?.1)?;
                }
                kind => {
                    let mut known = Some(());
                    kind.exprs(&mut |e| known = known.and_then(|()| self.test(e)));
                    known?;
                }
            }
            let counted = if let StmtKind::Do(d) = &stmt.kind { Some(&**d) } else { None };
            self.loops.extend(counted);
            for inner in stmt.kind.blocks() {
                self.block(inner)?;
            }
            if counted.is_some() {
                self.loops.pop();
            }
        }
        Some(())
    }

    /// Whether an assignment only says where a name of the parameter leads.
    fn moves(&self, s: SymbolId, rhs: &Expr) -> bool {
        self.position(rhs).is_some() && (self.walks.is_step(self.at) || self.walks.start(s).is_some())
    }

    /// An expression of which the statement looks at the value alone: pointers that it compares stay where they are.
    fn test(&mut self, e: &Expr) -> Option<()> {
        match &e.kind {
            ExprKind::Unary(il::UnaryOp::Paren | il::UnaryOp::Not, x) => self.test(x),
            ExprKind::Binary(op, l, r) if op.is_comparison() || op.is_logical() => {
                self.test(l)?;
                self.test(r)
            }
            _ if matches!(il::typing::type_of(self.p, e), Type::Pointer { .. }) => match self.position(e) {
                Some((_, at)) => self.expr(&at),
                None => self.expr(e),
            },
            _ => self.expr(e),
        }
    }

    fn expr(&mut self, e: &Expr) -> Option<()> {
        match &e.kind {
            ExprKind::Call { callee, args } => return self.call(*callee, args),
            ExprKind::Opaque { .. } => return None,
            ExprKind::Index { base, subs } => {
                if let (Some((name, from)), [Subscript::At(i)]) = (self.position(base), subs.as_slice()) {
                    let at = il::fold::add(&from, i);
                    self.access(name, &Place::at(at.clone()), &[])?;
                    return self.expr(&at);
                }
            }
            ExprKind::Deref(q) => {
                if let Some((name, at)) = self.position(q) {
                    self.access(name, &Place::at(at.clone()), &[])?;
                    return self.expr(&at);
                }
            }
            ExprKind::Var(s) if self.is_name(*s) => return None,
            _ => {}
        }
        let mut known = Some(());
        e.children(&mut |c| known = known.and_then(|()| self.expr(c)));
        known
    }

    /// Whether a variable is the parameter or a local pointer that is made from it.
    fn is_name(&self, s: SymbolId) -> bool {
        let from = |value: &Expr| place(self.p, value).map(|(base, _)| base.bare().kind.clone());
        let mut s = s;
        for _ in 0..MOST_NAMES {
            if s == self.parameter {
                return true;
            }
            match self.walks.start(s).and_then(|(_, value)| from(value)) {
                Some(ExprKind::Var(next)) => s = next,
                _ => return false,
            }
        }
        false
    }

    /// The name of the parameter, and the position behind it, that a pointer leads to.
    fn position(&self, q: &Expr) -> Option<(SymbolId, Expr)> {
        let (base, at) = place(self.p, q)?;
        match base.bare().kind {
            ExprKind::Var(s) if self.is_name(s) => Some((s, at)),
            _ => None,
        }
    }

    fn call(&mut self, callee: SymbolId, args: &[Arg]) -> Option<()> {
        for (k, a) in args.iter().enumerate() {
            let Some((name, at)) = self.position(&a.value) else {
                self.expr(&a.value)?;
                continue;
            };
            let unit = self.p.callee(callee)?;
            let &dummy = self.p.units[unit].params.get(k)?;
            let values: Vec<Option<Expr>> = args.iter().map(|a| Some(a.value.clone())).collect();
            for s in stretches_below(self.p, unit, dummy, self.depth + 1)? {
                let s = s.in_caller(self.p, unit, &values)?;
                let reached = Place { first: s.first, last: s.last, scattered: s.scattered };
                self.access(name, &reached.from(&Place::at(at.clone())), &s.positive)?;
            }
        }
        Some(())
    }

    /// Positions behind a name of the parameter, inside the present loops.
    fn access(&mut self, name: SymbolId, reached: &Place, positive: &[Expr]) -> Option<()> {
        let mut known: Vec<Expr> = positive.to_vec();
        known.extend(self.loops.iter().filter_map(|d| self.at_least_one(d)));
        let reached = self.over_turns(self.at, reached, &known)?;
        let Place { first, last, scattered } = self.behind(name, self.at, reached, &known)?;
        let positive = known.iter().filter_map(|e| at_entry(self.p, self.unit, e)).collect();
        self.out.push(Stretch { first, last, positive, scattered });
        Some(())
    }

    /// Positions behind a name, as positions behind the parameter.
    fn behind(&self, name: SymbolId, at: StmtId, reached: Place, positive: &[Expr]) -> Option<Place> {
        let (first, last) = self.walks.walked(name, at, positive)?.from(&reached.first, &reached.last);
        let reached = Place { first, last, ..reached };
        if name == self.parameter {
            return (!self.walks.is_given(name)).then_some(reached);
        }
        let (start, value) = self.walks.start(name)?;
        let (before, position) = self.position(value)?;
        let from = self.over_turns(start, &Place::at(position), positive)?;
        Some(reached.from(&self.behind(before, start, from, positive)?))
    }

    /// All positions that a statement leads to in the turns of the loops around it, over the parameters.
    fn over_turns(&self, at: StmtId, place: &Place, positive: &[Expr]) -> Option<Place> {
        let end = |e: &Expr, up: bool| self.on_entry(&self.extreme(at, e, up, positive)?);
        match (end(&place.first, false), end(&place.last, true)) {
            (Some(first), Some(last)) => Some(Place { first, last, scattered: place.scattered }),
            _ if is_read(self.p, &place.first) || is_read(self.p, &place.last) => {
                Some(Place { scattered: true, ..Place::at(Expr::int(0)) })
            }
            _ => None,
        }
    }

    /// The highest value of a subscript (or the lowest) where a statement stands, over the turns of the loops around it.
    fn extreme(&self, at: StmtId, e: &Expr, up: bool, positive: &[Expr]) -> Option<Expr> {
        self.extreme_below(at, e, up, positive, 0)
    }

    fn extreme_below(&self, at: StmtId, e: &Expr, up: bool, positive: &[Expr], depth: usize) -> Option<Expr> {
        let loops = self.walks.counted_around(at);
        let mut e = e.clone();
        for s in self.moving(&e, &loops) {
            let (low, high) = self.range(s, at, positive, depth)?;
            e = self.at_end(&e, s, (&low, &high), up, positive)?;
        }
        for d in loops.into_iter().rev() {
            if e.mentions(d.var) {
                e = self.at_end(&e, d.var, il::fold::bounds(self.p, d)?, up, positive)?;
            }
        }
        Some(e)
    }

    /// An expression with the end of the range of a variable in its place at which it is highest, or lowest.
    fn at_end(&self, e: &Expr, s: SymbolId, range: (&Expr, &Expr), up: bool, positive: &[Expr]) -> Option<Expr> {
        let mut values = Vec::new();
        let sum = Affine::of(self.p, e, &mut values)?;
        if values.iter().any(|v| v.mentions(s)) {
            return None;
        }
        let mut grows = None;
        for (monomial, c) in sum.terms() {
            let here = monomial.iter().filter(|t| **t == Term::Symbol(s)).count();
            if here == 0 {
                continue;
            }
            let factor = |t: &Term| match t {
                Term::Symbol(t) => *t == s || positive.iter().any(|e| e.kind == ExprKind::Var(*t)),
                Term::Counter(..) | Term::Value(_) | Term::Free(_) => false,
            };
            if here > 1 || !monomial.iter().all(factor) || grows.is_some_and(|g| g != (c > 0)) {
                return None;
            }
            grows = Some(c > 0);
        }
        let Some(grows) = grows else { return Some(e.clone()) };
        let end = if grows == up { range.1 } else { range.0 };
        let mut e = e.clone();
        e.replace(s, &Expr::unary(il::UnaryOp::Paren, end.clone()).kind);
        Some(e)
    }

    /// An extreme over the parameters: one that walks stands in it for its value on entry.
    fn on_entry(&self, extreme: &Expr) -> Option<Expr> {
        at_entry_with(self.p, self.unit, extreme, &|s| self.walks.walks(s) && !self.walks.is_given(s))
    }

    /// Integers in an expression that the function sets in loops, or several times, other than counters of the loops.
    fn moving(&self, e: &Expr, loops: &[&Do]) -> Vec<SymbolId> {
        let mut out = Vec::new();
        e.walk(&mut |x| {
            if let ExprKind::Var(s) = x.kind
                && !loops.iter().any(|d| d.var == s)
                && self.walks.is_moving(s)
                && !out.contains(&s)
            {
                out.push(s);
            }
        });
        out
    }

    /// The lowest and the highest value of such an integer, over the parameters: `p` after `p = k; for (i = k + 1; …) if (…) p = i;`.
    fn range(&self, s: SymbolId, at: StmtId, positive: &[Expr], depth: usize) -> Option<(Expr, Expr)> {
        let starts = self.walks.starts(s);
        let way = self.walks.walked(s, at, positive)?;
        if starts.is_empty() {
            let entry = self.p.variable(s).is_some_and(|v| v.by_value) && !self.walks.is_given(s);
            return entry.then(|| way.from(&Expr::var(s), &Expr::var(s)));
        }
        if depth > MOST_NAMES || self.walks.walks(s) && starts.len() > 1 {
            return None;
        }
        let (mut lows, mut highs) = (Vec::new(), Vec::new());
        for (id, value) in starts {
            for (up, all) in [(false, &mut lows), (true, &mut highs)] {
                let end = self.extreme_below(*id, value, up, positive, depth + 1)?;
                all.push(self.on_entry(&end)?);
            }
        }
        Some(way.from(outermost(self.p, &lows, false)?, outermost(self.p, &highs, true)?))
    }

    /// The variable that a loop which turns shows to be at least 1: `n` in `for (i = 0; i < n; i++)`.
    fn at_least_one(&self, d: &Do) -> Option<Expr> {
        let (low, high) = il::fold::bounds(self.p, d)?;
        let low = i128::from(low.as_int()?);
        let mut values = Vec::new();
        let high = Affine::of(self.p, high, &mut values)?;
        let mut found = None;
        let mut constant = 0;
        for (monomial, c) in high.terms() {
            match monomial {
                [] => constant = c,
                [Term::Symbol(s)] if c == 1 && found.is_none() => found = Some(*s),
                _ => return None,
            }
        }
        (low - constant >= 1).then(|| found.map(Expr::var)).flatten()
    }
}

/// The lowest (or the highest) of several positions, where extents that are not negative put them in order.
pub fn outermost<'e>(p: &Program, all: &'e [Expr], up: bool) -> Option<&'e Expr> {
    let mut values = Vec::new();
    let sums = all.iter().map(|e| Affine::of(p, e, &mut values)).collect::<Option<Vec<_>>>()?;
    let beyond = |a: &Affine, b: &Affine| {
        let difference = if up { a.plus(b, -1) } else { b.plus(a, -1) };
        difference.is_some_and(|d| d.terms().all(|(_, c)| c >= 0))
    };
    (0..all.len()).find(|k| sums.iter().all(|other| beyond(&sums[*k], other))).map(|k| &all[k])
}

/// Whether an integer in an expression is read from an array or a structure: the data says which it is.
fn is_read(p: &Program, e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |x| {
        let memory = matches!(x.kind, ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Field { .. });
        found |= memory && matches!(il::typing::type_of(p, x), Type::Scalar(_));
    });
    found
}

impl Stretch {
    /// The same in terms of a caller that passes `values`.
    pub fn in_caller(&self, p: &Program, unit: UnitId, values: &[Option<Expr>]) -> Option<Stretch> {
        let over = |e: &Expr| {
            let mut e = e.clone();
            let mut known = true;
            e.rewrite(&mut |x| {
                if let ExprKind::Var(s) = x.kind {
                    match p.units[unit].params.iter().position(|q| *q == s).and_then(|k| values.get(k)) {
                        Some(Some(actual)) => *x = actual.clone(),
                        _ => known &= p.variable(s).is_none_or(|v| v.constant && v.init.is_some()),
                    }
                }
            });
            e.rewrite(&mut |x| {
                if let ExprKind::Binary(BinaryOp::Sub, l, r) = &x.kind
                    && let (Some((a, i)), Some((b, j))) = (place(p, l), place(p, r))
                    && a == b
                {
                    *x = il::fold::sub(&i, &j);
                }
            });
            known.then_some(e)
        };
        let positive = self.positive.iter().filter_map(over).collect();
        Some(Stretch { first: over(&self.first)?, last: over(&self.last)?, positive, scattered: self.scattered })
    }
}
