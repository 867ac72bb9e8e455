//! Arrays that a loop nest overwrites entirely, element by element, before it reads any of them.
//!
//! Arrays are atoms, so `a(i) = …` kills nothing of `a`. But after
//!
//! ```text
//! do j = 1, m
//!   do i = 1, n
//!     a(i, j) = …
//! ```
//!
//! on `a(n, m)` no old value is left, and none was read in between: to every analysis it is as if `a` were cleared just before the loop. (RR-7957 §3, *Arrays as
//! atoms*: information on an array is refined inside a loop all of whose accesses have the same simple index.) Such an array is *covered* by the outermost
//! loop of the nest when
//! - the nest (of DO, or FORALL and DO CONCURRENT without a mask) holds no jump, and only loops lie between it and the assignment;
//! - each subscript is the variable of another loop of the nest, running over the declared bounds, or a full section; every loop of the nest is used;
//! - every other reference to the array in the nest stands behind the assignment, in its block or deeper, with the same subscripts; or behind an inner loop of
//!   the nest, where the variables of the loops around both have the same places in the subscripts: the part that inner loop runs over is new;
//! - it has no other name (EQUIVALENCE, TARGET, a pointer), and nothing called in the nest can see it.

use std::collections::HashMap;

use il::expr::{BinaryOp, Expr, ExprKind, Subscript};
use il::intrinsics::Class;
use il::stmt::StmtKind;
use il::types::{Dim, Upper};
use il::zones::Zones;
use il::{Language, Program, StmtId, Storage, SymbolId, Type, UnitId, fold};

/// An array: a variable, or a component of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The variable.
    pub symbol: SymbolId,
    /// The numbers of the components that lead to the array; empty: the variable itself.
    pub path: Vec<usize>,
}

/// For each loop, the arrays that it covers.
pub fn covered(program: &Program, zones: &Zones, unit: UnitId) -> HashMap<StmtId, Vec<Place>> {
    let body = &program.units[unit];
    let mut c = Coverage {
        program,
        zones,
        unit,
        parents: HashMap::new(),
        ranks: HashMap::new(),
        ends: HashMap::new(),
        occurrences: HashMap::new(),
        nests: HashMap::new(),
        by_pointer: Vec::new(),
    };
    c.scan(&body.body, None, &mut Vec::new());
    let mut out: HashMap<StmtId, Vec<Place>> = HashMap::new();
    for stmt in body.all_stmts() {
        if let Some((outermost, place)) = c.covers(stmt) {
            let list = out.entry(outermost).or_default();
            if !list.contains(&place) {
                list.push(place);
            }
        }
    }
    out
}

/// One reference to a variable.
struct Occurrence<'p> {
    stmt: StmtId,
    reference: &'p Expr,
    /// It is the left side of its statement.
    assigned: bool,
}

/// What lies inside a loop.
#[derive(Default)]
struct Nest {
    jumps: bool,
    calls: bool,
}

struct Coverage<'p> {
    program: &'p Program,
    zones: &'p Zones,
    unit: UnitId,
    parents: HashMap<StmtId, Option<StmtId>>,
    /// Place in source order.
    ranks: HashMap<StmtId, usize>,
    /// By loop: the place in source order behind its last statement.
    ends: HashMap<StmtId, usize>,
    /// By variable, in source order.
    occurrences: HashMap<SymbolId, Vec<Occurrence<'p>>>,
    nests: HashMap<StmtId, Nest>,
    /// C: references through pointers, in source order.
    by_pointer: Vec<(StmtId, &'p Expr)>,
}

impl<'p> Coverage<'p> {
    fn scan(&mut self, block: &'p [StmtId], parent: Option<StmtId>, loops: &mut Vec<StmtId>) {
        for &id in block {
            let rank = self.ranks.len();
            self.ranks.insert(id, rank);
            self.parents.insert(id, parent);
            let kind = &self.program.units[self.unit].stmts[id].kind;
            let jumps = match kind {
                kind if kind.jumps_to_labels() => true,
                StmtKind::Exit(_)
                | StmtKind::Cycle(_)
                | StmtKind::Return(_)
                | StmtKind::Stop { .. }
                | StmtKind::Error(_) => true,
                StmtKind::Call { alternates, .. } => !alternates.is_empty(),
                _ => false,
            };
            let mut calls = matches!(kind, StmtKind::Call { .. });
            let assigned = kind.assigned().map(std::ptr::from_ref);
            kind.exprs(&mut |e| {
                let is_assigned = assigned == Some(std::ptr::from_ref(e));
                self.references(id, e, is_assigned, &mut calls);
            });
            for l in loops.iter() {
                let nest = self.nests.entry(*l).or_default();
                nest.jumps |= jumps;
                nest.calls |= calls;
            }
            let counts = !runs(kind).is_empty();
            if counts {
                loops.push(id);
                self.nests.entry(id).or_default();
            }
            for inner in kind.blocks() {
                self.scan(inner, Some(id), loops);
            }
            if counts {
                loops.pop();
                self.ends.insert(id, self.ranks.len());
            }
        }
    }

    /// Notes all references in an expression. An inquiry does not read what it asks about.
    fn references(&mut self, stmt: StmtId, e: &'p Expr, assigned: bool, calls: &mut bool) {
        if e.is_reference()
            && let Some(symbol) = e.root()
        {
            self.occurrences.entry(symbol).or_default().push(Occurrence { stmt, reference: e, assigned });
            let c = self.program.units[self.unit].language == Language::C;
            if c && self.program.symbol_type(symbol).is_some_and(|ty| self.program.holds_pointers(ty)) {
                self.by_pointer.push((stmt, e));
            }
            let mut at = e;
            loop {
                at.positions().into_iter().for_each(|i| self.references(stmt, i, false, calls));
                at = match &at.kind {
                    ExprKind::Index { base, .. } | ExprKind::Substring { base, .. } | ExprKind::Field { base, .. } => {
                        base
                    }
                    ExprKind::Deref(p) => return self.references(stmt, p, false, calls),
                    _ => return,
                };
            }
        }
        match &e.kind {
            ExprKind::Intrinsic(f, _) if f.info().class == Class::Inquiry => return,
            ExprKind::Call { .. } => *calls = true,
            _ => {}
        }
        e.children(&mut |c| self.references(stmt, c, false, calls));
    }

    /// The outermost loop of the nest and the array, when this statement covers one.
    fn covers(&self, stmt: StmtId) -> Option<(StmtId, Place)> {
        let body = &self.program.units[self.unit];
        let StmtKind::Assign { lhs, .. } = &body.stmts[stmt].kind else { return None };
        let (array, subs) = subscripts(lhs)?;
        let place = place(array)?;
        let symbol = place.symbol;
        let variable = self.program.variable(symbol)?;
        let ty = match &array.kind {
            ExprKind::Field { record, field, .. } => {
                let f = &self.program.records[*record].fields[*field];
                if f.pointer || f.allocatable || matches!(f.ty, Type::Pointer { .. }) {
                    return None;
                }
                &f.ty
            }
            _ => &variable.ty,
        };
        let dims = ty.dimensions();
        if dims.len() != subs.len() || variable.pointer || variable.target || self.zones.is_overlaid(symbol) {
            return None;
        }
        // Loop variables that the subscripts need, from the inside out.
        let mut needed: Vec<(SymbolId, usize)> = Vec::new();
        for (k, s) in subs.iter().enumerate() {
            match s {
                Subscript::At(Expr { kind: ExprKind::Var(v), .. }) if !needed.iter().any(|n| n.0 == *v) => {
                    needed.push((*v, k));
                }
                Subscript::Range { lo: None, hi: None, step: None } => {}
                Subscript::At(_) | Subscript::Range { .. } => return None,
            }
        }
        // The loops of the nest, from the inside out, each with the dimension it runs over.
        let mut loops: Vec<(StmtId, usize)> = Vec::new();
        let mut at = stmt;
        while !needed.is_empty() {
            at = self.parents.get(&at).copied().flatten()?;
            let runs = runs(&body.stmts[at].kind);
            if runs.is_empty() {
                return None;
            }
            for run in runs {
                let n = needed.iter().position(|n| n.0 == run.var)?;
                let (_, k) = needed.swap_remove(n);
                if !self.runs_over(&run, array, k, dims[k]) {
                    return None;
                }
                loops.push((at, k));
            }
        }
        let outermost = loops.last()?.0;
        let nest = self.nests.get(&outermost)?;
        // Asked where something is called only: it looks at other procedures.
        let private = || {
            matches!(variable.storage, Storage::Local | Storage::Dummy(_) | Storage::Result)
                && !variable.saved
                && self.program.is_alone_in(self.unit, symbol)
        };
        let [zone] = self.zones.of_component(symbol, &place.path)[..] else { return None };
        let pointed = self.zones.is_pointed_at(zone);
        if nest.jumps || (nest.calls && (pointed || !private())) {
            return None;
        }
        let span = |l: StmtId| self.ranks[&l]..self.ends[&l];
        let within = |s: StmtId, outer: StmtId| span(outer).contains(&self.ranks[&s]);
        // Behind the loops of the nest that it is not in, which have run over all of what it names with the variables of the others.
        let in_new_part = |o: &Occurrence| {
            let done = loops.iter().take_while(|(l, _)| !within(o.stmt, *l)).count();
            let same = |(a, t): &(&Expr, Vec<&Subscript>)| *a == array && t.len() == subs.len();
            let Some((_, theirs)) = subscripts(o.reference).filter(same) else { return false };
            done > 0
                && self.ranks[&o.stmt] > self.ranks[&stmt]
                && loops[done..].iter().all(|(_, k)| theirs[*k] == subs[*k])
        };
        let block = self.parents.get(&stmt).copied().flatten();
        let follows = |s: StmtId| {
            let mut at = s;
            loop {
                let parent = self.parents.get(&at).copied().flatten();
                if parent == block {
                    return self.ranks[&at] > self.ranks[&stmt];
                }
                match parent {
                    Some(p) => at = p,
                    None => return false,
                }
            }
        };
        let all = self.occurrences.get(&symbol)?;
        let range = span(outermost);
        let first = all.partition_point(|o| self.ranks[&o.stmt] < range.start);
        let inside = all[first..].iter().take_while(|o| self.ranks[&o.stmt] < range.end);
        let fine = { inside }.all(|o| {
            is_apart(o.reference, array)
                || (o.stmt == stmt && o.assigned)
                || (o.stmt != stmt && follows(o.stmt) && o.reference == lhs)
                || in_new_part(o)
        });
        let by_pointer = || {
            let mut inside = self.by_pointer.iter().filter(|(s, _)| range.contains(&self.ranks[s]));
            inside.any(|(_, e)| self.zones.of_ref(self.program, e).zones.contains(&zone))
        };
        (fine && !(pointed && by_pointer())).then_some((outermost, place))
    }

    /// Whether a loop runs over all indices of dimension `k`, one by one.
    fn runs_over(&self, d: &Run, array: &Expr, k: usize, dim: &Dim) -> bool {
        let program = self.program;
        let c = program.units[self.unit].language == Language::C;
        let stable = |s: SymbolId| self.zones.is_stable(program, s);
        let step = d.step.is_none_or(|s| s.as_int() == Some(1));
        let from = match &dim.lower {
            Some(l) => d.from == l && il::consts::is_stable(program, l, &stable),
            None => fold::integer(program, d.from) == Some(i64::from(!c)),
        };
        let to = match &dim.upper {
            Upper::At(upper) => {
                let last = if c { fold::sub(upper, &Expr::int(1)) } else { upper.clone() };
                let constant = fold::integer(program, &last);
                let equal = d.to.bare() == &last
                    || (c
                        && matches!(&d.to.kind, ExprKind::Binary(BinaryOp::Sub, n, one) if **n == *upper && one.as_int() == Some(1)));
                (constant.is_some() && constant == fold::integer(program, d.to))
                    || (equal && il::consts::is_stable(program, upper, &stable))
            }
            // Assumed shape: the user writes SIZE(a, k).
            Upper::Deferred => dim.lower.is_none() && is_extent(program, d.to, array, k),
            Upper::Assumed => false,
        };
        step && from && to
    }
}

/// A variable that counts from one value to another.
struct Run<'p> {
    var: SymbolId,
    from: &'p Expr,
    to: &'p Expr,
    step: Option<&'p Expr>,
}

/// What a counted loop runs over: one variable of a DO, all indices of FORALL and DO CONCURRENT; nothing for other statements, and where a mask leaves
/// turns out.
fn runs(kind: &StmtKind) -> Vec<Run<'_>> {
    match kind {
        StmtKind::Do(d) => vec![Run { var: d.var, from: &d.from, to: &d.to, step: d.step.as_ref() }],
        StmtKind::Forall { indices, mask: None, .. } => {
            indices.iter().map(|i| Run { var: i.var, from: &i.from, to: &i.to, step: i.step.as_ref() }).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether `e` is `size(array, k + 1)`, `ubound(array, k + 1)`, or, of a vector, without the dimension.
fn is_extent(program: &Program, e: &Expr, array: &Expr, k: usize) -> bool {
    let ExprKind::Var(array) = array.kind else { return false };
    // An allocatable may start at any index.
    if program.variable(array).is_none_or(|v| v.allocatable) {
        return false;
    }
    let ExprKind::Intrinsic(f, args) = &e.kind else { return false };
    if !matches!(f.name(), "size" | "ubound") {
        return false;
    }
    let of = il::intrinsics::argument(*f, args, "array").is_some_and(|a| a.kind == ExprKind::Var(array));
    let dim = il::intrinsics::argument(*f, args, "dim");
    let rank = program.symbol_type(array).map_or(0, Type::rank);
    of && match dim {
        Some(d) => d.as_int() == Some(k as i64 + 1),
        None => rank == 1 && f.name() == "size",
    }
}

/// The array and all subscripts of `a(i, j)` or `s.a[i][j]`.
pub fn subscripts(e: &Expr) -> Option<(&Expr, Vec<&Subscript>)> {
    let ExprKind::Index { base, subs } = &e.kind else { return None };
    let (array, mut all) = match &base.kind {
        ExprKind::Var(_) | ExprKind::Field { .. } => (&**base, Vec::new()),
        ExprKind::Index { .. } => subscripts(base)?,
        _ => return None,
    };
    all.extend(subs);
    Some((array, all))
}

/// The place that a variable or component names; `None` behind subscripts and pointers.
pub(crate) fn place(e: &Expr) -> Option<Place> {
    match &e.kind {
        ExprKind::Var(symbol) => Some(Place { symbol: *symbol, path: Vec::new() }),
        ExprKind::Field { base, field, .. } => {
            let mut place = place(base)?;
            place.path.push(*field);
            Some(place)
        }
        _ => None,
    }
}

/// Whether a reference with the same root names another component than `array`.
pub(crate) fn is_apart(e: &Expr, array: &Expr) -> bool {
    let mut at = e;
    loop {
        match (place(at), place(array)) {
            (Some(theirs), Some(own)) => return theirs.path.iter().zip(&own.path).any(|(a, b)| a != b),
            (_, None) => return false,
            (None, _) => {}
        }
        at = match &at.kind {
            ExprKind::Index { base, .. } | ExprKind::Field { base, .. } | ExprKind::Substring { base, .. } => base,
            _ => return false,
        };
    }
}
