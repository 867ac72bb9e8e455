//! C: how far a pointer has walked where it is looked through, `while (n-- > 0) *q++ = *p++;`, and an integer that counts where it is a subscript.
//!
//! Three things are known of a variable that only its function moves: where it begins (a parameter where the caller says, a local where the one statement
//! that sets it says), the steps that it takes, all in one direction, and how often the loops around these turn. It has then walked at most all of its
//! steps, without the last turn of those that stand behind the place where somebody looks through it, and at least those that stand before it there.

use std::collections::BTreeMap;

use analysis::at_entry::at_entry;
use il::stmt::Do;
use il::symbol::Storage;
use il::{BinaryOp, Block, Expr, ExprKind, Program, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId, fold};

/// The base and the position that a pointer-valued expression leads to: `&a[i]`, `a + i`, `a`.
pub(super) fn place(p: &Program, e: &Expr) -> Option<(Expr, Expr)> {
    match &e.kind {
        ExprKind::Address(x) => match &x.kind {
            ExprKind::Index { base, subs } => match subs.as_slice() {
                [Subscript::At(i)] => Some(((**base).clone(), i.clone())),
                _ => None,
            },
            ExprKind::Deref(q) => place(p, q),
            _ => Some(((**x).clone(), Expr::int(0))),
        },
        ExprKind::Unary(il::UnaryOp::Paren, x) => place(p, x),
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), l, r) if is_pointer(p, l) => {
            let (base, at) = place(p, l)?;
            let at = if at.as_int() == Some(0) && *op == BinaryOp::Add {
                (**r).clone()
            } else {
                Expr::binary(*op, at, (**r).clone())
            };
            Some((base, at))
        }
        ExprKind::Binary(BinaryOp::Add, l, r) if is_pointer(p, r) => {
            let (base, at) = place(p, r)?;
            Some((base, Expr::binary(BinaryOp::Add, at, (**l).clone())))
        }
        _ if e.is_reference() && is_pointer(p, e) => Some((e.clone(), Expr::int(0))),
        _ => None,
    }
}

fn is_pointer(p: &Program, e: &Expr) -> bool {
    matches!(il::typing::type_of(p, e), Type::Pointer { .. } | Type::Array { .. })
}

/// Where a statement stands.
struct Spot {
    /// In the text.
    number: usize,
    /// The loops around it.
    loops: Vec<StmtId>,
    /// What it stands in the block of, unless that is the function itself.
    owner: Option<StmtId>,
}

/// How far something has walked, over the parameters.
pub struct Way {
    /// At least.
    pub least: Expr,
    /// At most.
    pub most: Expr,
    /// Towards lower positions.
    pub backwards: bool,
}

impl Way {
    /// Where it is when it began between two positions.
    pub fn from(&self, first: &Expr, last: &Expr) -> (Expr, Expr) {
        match self.backwards {
            false => (fold::add(first, &self.least), fold::add(last, &self.most)),
            true => (fold::sub(first, &self.most), fold::sub(last, &self.least)),
        }
    }
}

/// The moves of all pointers and integers of a function.
pub struct Walks<'a> {
    p: &'a Program,
    unit: UnitId,
    spots: BTreeMap<StmtId, Spot>,
    steps: BTreeMap<SymbolId, Vec<(StmtId, Expr)>>,
    /// Statements that give a variable another value than itself and a step.
    starts: BTreeMap<SymbolId, Vec<(StmtId, &'a Expr)>>,
    jumps: bool,
}

impl<'a> Walks<'a> {
    /// Looks through a function.
    pub fn new(p: &'a Program, unit: UnitId) -> Walks<'a> {
        let (steps, starts) = (BTreeMap::new(), BTreeMap::new());
        let mut out = Walks { p, unit, spots: BTreeMap::new(), steps, starts, jumps: false };
        out.block(&p.units[unit].body, None, &mut Vec::new());
        out
    }

    fn block(&mut self, block: &'a Block, owner: Option<StmtId>, loops: &mut Vec<StmtId>) {
        for &id in block {
            let stmt = &self.p.units[self.unit].stmts[id];
            self.spots.insert(id, Spot { number: self.spots.len(), loops: loops.clone(), owner });
            self.jumps |= stmt.label.is_some() || matches!(stmt.kind, StmtKind::Goto(_));
            if let StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, rhs } = &stmt.kind {
                match step(*s, rhs) {
                    Some(by) => self.steps.entry(*s).or_default().push((id, by)),
                    None => self.starts.entry(*s).or_default().push((id, rhs)),
                }
            }
            let turns = stmt.kind.is_loop();
            if turns {
                loops.push(id);
            }
            stmt.kind.blocks().into_iter().for_each(|b| self.block(b, Some(id), loops));
            if turns {
                loops.pop();
            }
        }
    }

    /// Whether a statement takes a variable one step further.
    pub fn is_step(&self, stmt: StmtId) -> bool {
        self.steps.values().flatten().any(|(id, _)| *id == stmt)
    }

    /// The one statement that gives a local variable its value, with that value.
    pub fn start(&self, s: SymbolId) -> Option<(StmtId, &'a Expr)> {
        match self.starts(s) {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The statements that give a local variable values.
    pub fn starts(&self, s: SymbolId) -> &[(StmtId, &'a Expr)] {
        let own = self.p.variable(s).is_some_and(|v| v.is_unsaved_local() && v.init.is_none());
        self.starts.get(&s).filter(|_| own).map_or(&[], Vec::as_slice)
    }

    /// Whether a variable takes steps.
    pub fn walks(&self, s: SymbolId) -> bool {
        self.steps.contains_key(&s)
    }

    fn is_inside(&self, stmt: StmtId, of: StmtId) -> bool {
        self.spots.get(&stmt).is_some_and(|spot| spot.loops.contains(&of))
    }

    /// The counted loops around a statement, from the outermost on.
    pub fn counted_around(&self, stmt: StmtId) -> Vec<&'a Do> {
        let stmts = &self.p.units[self.unit].stmts;
        let counted = |id: &StmtId| if let StmtKind::Do(d) = &stmts[*id].kind { Some(&**d) } else { None };
        self.spots.get(&stmt).into_iter().flat_map(|spot| &spot.loops).filter_map(counted).collect()
    }

    /// Whether a variable has several values in one call, or one that is set inside of a block.
    pub fn is_moving(&self, s: SymbolId) -> bool {
        let inner = |id: &StmtId| self.spots[id].owner.is_some();
        self.walks(s) || matches!(self.starts(s), [_, _, ..]) || self.start(s).is_some_and(|(id, _)| inner(&id))
    }

    /// Whether a variable is given values by assignments.
    pub fn is_given(&self, s: SymbolId) -> bool {
        self.starts.contains_key(&s)
    }

    /// How far a variable has walked where a statement begins. `positive` is at least 1 there. `None`: nobody knows.
    pub fn walked(&self, s: SymbolId, at: StmtId, positive: &[Expr]) -> Option<Way> {
        let mut way = Way { least: Expr::int(0), most: Expr::int(0), backwards: false };
        let Some(steps) = self.steps.get(&s) else { return Some(way) };
        let spot = self.spots.get(&at)?;
        let start = self.start(s).map(|(id, _)| &self.spots[&id]);
        let begun: &[StmtId] = start.map_or(&[], |start| &start.loops);
        // Set behind the place, it has the value of the turn before.
        let behind = start.is_some_and(|start| start.number > spot.number);
        if self.jumps || behind || !spot.loops.starts_with(begun) {
            return None;
        }
        let mut direction = None;
        for (id, by) in steps {
            let step = &self.spots[id];
            let turns = step.loops.strip_prefix(begun)?;
            let shared = step.loops.iter().zip(&spot.loops).skip(begun.len()).take_while(|(x, y)| x == y).count();
            let taken = step.number < spot.number;
            if shared == 0 && !taken {
                continue;
            }
            let (length, backwards) = match by.as_int() {
                Some(n) => (Expr::int(n.checked_abs()?), n < 0),
                None if positive.contains(by) => (at_entry(self.p, self.unit, by)?, false),
                None => return None,
            };
            if *direction.get_or_insert(backwards) != backwards {
                return None;
            }
            let product = |of: &[StmtId]| of.iter().try_fold(length.clone(), |n, d| Some(times(n, self.trips(*d, s)?)));
            way.most = fold::add(&way.most, &product(turns)?);
            if !taken {
                // The turn in which somebody looks has not taken it yet.
                way.most = fold::sub(&way.most, &product(&turns[shared..])?);
            } else if step.owner.is_none_or(|owner| spot.loops.contains(&owner)) {
                way.least = fold::add(&way.least, &length);
            }
        }
        way.backwards = direction == Some(true);
        Some(way)
    }

    /// How often a loop turns at most, over the values that parameters have on entry.
    fn trips(&self, of: StmtId, walker: SymbolId) -> Option<Expr> {
        match &self.p.units[self.unit].stmts[of].kind {
            StmtKind::Do(d) => self.counted(d),
            StmtKind::While { test, body, .. } => {
                self.counted_down(of, test, body).or_else(|| self.until_end(of, test, body, walker))
            }
            _ => None,
        }
    }

    fn counted(&self, d: &Do) -> Option<Expr> {
        let (low, high) = d.ends()?;
        let entry = |e: &Expr| at_entry(self.p, self.unit, e);
        Some(fold::add(&fold::sub(&entry(high)?, &entry(low)?), &Expr::int(1)))
    }

    /// `while (n-- > 0)`, `for (i = n; i; i--)`: as often as a parameter says, or what a local begins with.
    fn counted_down(&self, of: StmtId, test: &Expr, body: &Block) -> Option<Expr> {
        let counter = match &test.bare().kind {
            ExprKind::Var(_) => test.bare(),
            ExprKind::Binary(BinaryOp::Gt | BinaryOp::Ne, n, zero) if zero.as_int() == Some(0) => n.bare(),
            ExprKind::Binary(BinaryOp::Lt, zero, n) if zero.as_int() == Some(0) => n.bare(),
            _ => return None,
        };
        let ExprKind::Var(n) = counter.kind else { return None };
        let spot = &self.spots[&of];
        let steps = self.steps.get(&n)?;
        let before = |id: &StmtId| self.spots[id].number < spot.number;
        let inside: Vec<&(StmtId, Expr)> = steps.iter().filter(|(id, _)| self.is_inside(*id, of)).collect();
        let [(once, by)] = inside.as_slice() else { return None };
        if steps.iter().any(|(id, _)| before(id)) || !body.contains(once) || by.as_int() != Some(-1) {
            return None;
        }
        if let Some((start, value)) = self.start(n) {
            return at_entry(self.p, self.unit, value)
                .filter(|_| before(&start) && self.spots[&start].loops == spot.loops);
        }
        let parameter = self.p.variable(n).is_some_and(|v| v.by_value && matches!(v.storage, Storage::Dummy(_)));
        (parameter && spot.loops.is_empty() && !self.is_given(n)).then(|| Expr::var(n))
    }

    /// `while (p < end)`, `while (k < n)`: as many as lie before the end.
    fn until_end(&self, of: StmtId, test: &Expr, body: &Block, walker: SymbolId) -> Option<Expr> {
        let (name, end) = match &test.bare().kind {
            ExprKind::Binary(BinaryOp::Lt | BinaryOp::Ne, q, end) => (q.bare(), end),
            ExprKind::Binary(BinaryOp::Gt, end, q) => (q.bare(), end),
            _ => return None,
        };
        let ExprKind::Var(q) = name.kind else { return None };
        let own = self.p.home(q) == Some(self.unit);
        let [(only, by)] = self.steps.get(&q)?.as_slice() else { return None };
        if !own || by.as_int() != Some(1) || !body.contains(only) {
            return None;
        }
        let first = match self.start(q) {
            // Where it begins must be the same in every turn of what is around both.
            Some((id, value)) if self.spots[&id].loops == self.spots[&of].loops || q == walker => value.clone(),
            Some(_) => return None,
            None if self.is_given(q) || !self.spots[&of].loops.is_empty() => return None,
            None => name.clone(),
        };
        if matches!(self.p.symbol_type(q), Some(Type::Scalar(_))) {
            return at_entry(self.p, self.unit, &fold::sub(end, &first));
        }
        let from = place(self.p, &first)?;
        let to = place(self.p, end)?;
        if from.0 != to.0 {
            let parameter = |e: &Expr| matches!(e.kind, ExprKind::Var(s) if !self.steps.contains_key(&s) || s == q);
            let plain = from.1.as_int() == Some(0) && to.1.as_int() == Some(0);
            let both = plain && parameter(&from.0) && parameter(&to.0);
            return both.then(|| Expr::binary(BinaryOp::Sub, to.0, from.0));
        }
        at_entry(self.p, self.unit, &fold::sub(&to.1, &from.1))
    }
}

/// What is added to a variable where `value` is it and something: `p + 1`, `n - 1`.
fn step(s: SymbolId, value: &Expr) -> Option<Expr> {
    match &value.kind {
        ExprKind::Binary(BinaryOp::Add, l, r) if l.bare().kind == ExprKind::Var(s) && !r.mentions(s) => {
            Some((**r).clone())
        }
        ExprKind::Binary(BinaryOp::Add, l, r) if r.bare().kind == ExprKind::Var(s) && !l.mentions(s) => {
            Some((**l).clone())
        }
        ExprKind::Binary(BinaryOp::Sub, l, r) if l.bare().kind == ExprKind::Var(s) => r.as_int().map(|n| Expr::int(-n)),
        _ => None,
    }
}

fn times(e: Expr, n: Expr) -> Expr {
    match (e.as_int(), n.as_int()) {
        (Some(1), _) => n,
        (_, Some(1)) => e,
        (Some(a), Some(b)) => Expr::int(a * b),
        _ => Expr::binary(BinaryOp::Mul, e, n),
    }
}
