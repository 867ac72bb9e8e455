//! The directives of one procedure, statement by statement.

use analysis::folds;
use analysis::loop_dependence::is_increment;
use analysis::openmp::{Construct, construct, directives};
use il::calls::CallGraph;
use il::stmt::Do;
use il::symbol::SymbolKind;
use il::{Block, ExprKind, Parallel, Program, ScopeId, Span, StmtId, StmtKind, SymbolId, UnitId, typing};

use super::clauses::{self, Directive, Said};
use super::owned::{self, Owned};
use super::regions::{Given, Region};
use super::{So, Trouble};
use crate::settle::parallel::order::Order;

/// What the next statement is to a directive.
enum Pending {
    Loop(Said),
    /// A loop that one thread runs, with what is understood of its clauses.
    Alone(Said, Trouble),
    Region(Said),
    Update,
    Critical,
}

/// Where directives stand.
struct Place {
    pending: Option<Pending>,
    was_critical: bool,
    /// A region of Fortran begins in the block.
    opened: bool,
}

/// What is found of a procedure.
pub(super) struct Look<'p> {
    pub p: &'p Program,
    pub calls: &'p CallGraph,
    pub unit: UnitId,
    /// Parallel loops.
    pub out: Vec<(StmtId, Parallel)>,
    /// Loops that are serial, and why.
    pub serial: Vec<Trouble>,
    /// What is said of those.
    pub alone: Vec<(StmtId, Parallel)>,
    /// What is private and has the value in front behind it.
    pub owned: Vec<Owned>,
    /// Calls that all threads of a region make.
    pub given: Vec<Given>,
    /// It has directives that mean something to threads which run the whole procedure.
    pub has_own: bool,
    /// The region around.
    pub region: Option<Region>,
    /// The parallel loop around.
    inside: Option<usize>,
    /// Statements here run one thread at a time, and those that have been seen to.
    is_critical: bool,
    critical: Vec<(StmtId, SymbolId)>,
    /// What is taken together in such a region, and by which operator.
    folded: Vec<(&'static str, SymbolId)>,
}

impl<'p> Look<'p> {
    pub fn new(p: &'p Program, calls: &'p CallGraph, unit: UnitId) -> Self {
        Look {
            p,
            calls,
            unit,
            out: Vec::new(),
            serial: Vec::new(),
            alone: Vec::new(),
            owned: Vec::new(),
            given: Vec::new(),
            has_own: false,
            region: None,
            inside: None,
            is_critical: false,
            critical: Vec::new(),
            folded: Vec::new(),
        }
    }

    /// Looks at a procedure, which may be run by all threads of a region of its callers.
    pub fn procedure(&mut self, called: bool) -> Result<(), Trouble> {
        let u = &self.p.units[self.unit];
        for text in u.decls.iter().flat_map(|d| directives(&d.comments)).chain(directives(&u.end_comments)) {
            let d = Directive::read(&text).ok_or_else(|| self.not_read(u.span, &text))?;
            let declares = d.name == "declare" && d.clauses.first().is_some_and(|c| c.0 == "simd");
            let thread_private = d.clauses.first().is_some_and(|c| c.0 == "threadprivate");
            if !d.name.starts_with("end ") && d.name != "barrier" && !declares && !thread_private {
                return Err(self.not_read(u.span, &text));
            }
        }
        if called {
            self.region = Some(Region { called, body: u.body.clone(), ..Region::default() });
        }
        self.block(&u.body, u.scope)?;
        if let Some(region) = self.region.take() {
            self.close(region)?;
        }
        self.nothing_private_is_left()
    }

    fn not_read(&self, span: Span, text: &str) -> Trouble {
        Trouble::serial(span, format!("`{text}`"))
    }

    fn said(&self, scope: ScopeId, around: Option<&Said>, d: &Directive, span: Span) -> Result<Said, Trouble> {
        let mut said = around.cloned().unwrap_or_default();
        clauses::add(self.p, scope, &d.clauses, &mut said).map_err(|what| self.not_read(span, &what))?;
        Ok(said)
    }

    /// What a directive makes of the next statement.
    fn directive(
        &mut self,
        d: &Directive,
        text: &str,
        at: (StmtId, ScopeId),
        place: &mut Place,
    ) -> Result<(), Trouble> {
        let (id, scope) = at;
        let span = self.p.units[self.unit].stmts[id].span;
        let is_c = self.p.units[self.unit].language.declares_in_blocks();
        let not_read = || Trouble::serial(span, format!("`{text}`"));
        let (ends, name) = d.name.strip_prefix("end ").map_or((false, d.name.as_str()), |n| (true, n));
        let begins = |words: &[&str]| words.iter().any(|w| name.strip_prefix(w).is_some_and(|r| r.starts_with(' ')));
        let construct = match construct(name) {
            Some(construct) => construct,
            // A loop with something more, which one thread runs.
            None if !ends
                && self.inside.is_none()
                && place.pending.is_none()
                && begins(&["parallel do", "parallel for"]) =>
            {
                place.pending = Some(Pending::Alone(Said::default(), not_read()));
                return Ok(());
            }
            None if ends && self.inside.is_none() && begins(&["parallel do", "do"]) => return Ok(()),
            None => return Err(not_read()),
        };
        let free = place.pending.is_none();
        if ends {
            return match construct {
                Construct::Region | Construct::RegionOfParts if place.opened && free => {
                    place.opened = false;
                    match self.region.take() {
                        Some(region) => self.close(region),
                        None => Err(not_read()),
                    }
                }
                Construct::InTurn if self.inside.is_some() => {
                    let fine = self.is_critical && !place.was_critical && free;
                    self.is_critical = false;
                    if fine { Ok(()) } else { Err(not_read()) }
                }
                Construct::Region | Construct::RegionOfParts => Err(not_read()),
                Construct::Loop
                | Construct::RegionOfLoop
                | Construct::Once
                | Construct::InTurn
                | Construct::Atomic
                | Construct::Wait
                | Construct::Hint => {
                    if free {
                        Ok(())
                    } else {
                        Err(not_read())
                    }
                }
            };
        }
        if self.inside.is_some() {
            place.pending = match construct {
                Construct::Atomic if d.clauses.iter().all(|c| c.0 == "update") && free => Some(Pending::Update),
                Construct::InTurn if !self.is_critical && d.clauses.is_empty() && free => {
                    self.is_critical = !is_c;
                    is_c.then_some(Pending::Critical)
                }
                Construct::Hint if free => None,
                _ => return Err(not_read()),
            };
            return Ok(());
        }
        if let Some(region) = &self.region {
            let around = region.said.of_loops();
            place.pending = match construct {
                Construct::Loop if free => {
                    let said = self.said(scope, Some(&around), d, span)?;
                    self.has_own = true;
                    Some(Pending::Loop(said))
                }
                Construct::Once => {
                    let said = self.said(scope, None, d, span)?;
                    let own = said.parallel.private.iter().chain(&said.parallel.first_private).copied();
                    if let Some(region) = &mut self.region {
                        region.of_parts.extend(own);
                    }
                    self.has_own = true;
                    None
                }
                Construct::InTurn | Construct::Atomic | Construct::Wait => {
                    self.has_own = true;
                    None
                }
                Construct::Hint => None,
                Construct::Loop | Construct::Region | Construct::RegionOfLoop | Construct::RegionOfParts => {
                    return Err(not_read());
                }
            };
            return Ok(());
        }
        place.pending = match (construct, place.pending.take()) {
            (Construct::Loop, Some(Pending::Region(around))) if is_c => {
                Some(Pending::Loop(self.said(scope, Some(&around), d, span)?))
            }
            (Construct::Once, Some(Pending::Region(around))) if is_c => {
                self.said(scope, None, d, span)?;
                Some(Pending::Region(around))
            }
            (_, Some(_)) => return Err(not_read()),
            (Construct::RegionOfLoop, None) => {
                let mut said = Said::default();
                Some(match clauses::add(self.p, scope, &d.clauses, &mut said) {
                    Ok(()) => Pending::Loop(said),
                    Err(what) => Pending::Alone(said, self.not_read(span, &what)),
                })
            }
            (Construct::Region | Construct::RegionOfParts, None) => {
                let said = self.said(scope, None, d, span)?;
                if is_c {
                    Some(Pending::Region(said))
                } else {
                    self.region = Some(Region { said, ..Region::default() });
                    place.opened = true;
                    None
                }
            }
            (Construct::Loop | Construct::Once, None) => {
                return Err(Trouble { so: So::Orphan, ..not_read() });
            }
            (Construct::InTurn | Construct::Atomic | Construct::Wait, None) => {
                self.has_own = true;
                None
            }
            (Construct::Hint, None) => None,
        };
        Ok(())
    }

    fn block(&mut self, block: &Block, scope: ScopeId) -> Result<(), Trouble> {
        let mut place = Place { pending: None, was_critical: self.is_critical, opened: false };
        for &id in block {
            let stmt = &self.p.units[self.unit].stmts[id];
            let span = stmt.span;
            let mut texts = directives(&stmt.comments);
            if let StmtKind::Opaque { text, .. } = &stmt.kind
                && let Some(words) = il::stmt::pragma(text).and_then(|w| w.strip_prefix("omp"))
            {
                texts.push(words.trim().to_string());
            }
            for text in &texts {
                let d = Directive::read(text).ok_or_else(|| self.not_read(span, text))?;
                self.directive(&d, text, (id, scope), &mut place)?;
            }
            if matches!(&stmt.kind, StmtKind::Opaque { text, .. } if il::stmt::pragma(text).is_some()) {
                continue;
            }
            if place.opened
                && let Some(region) = &mut self.region
            {
                region.body.push(id);
            }
            if self.is_critical {
                self.one_by_one(id, scope)?;
                continue;
            }
            match place.pending.take() {
                Some(Pending::Critical) => {
                    self.is_critical = true;
                    self.one_by_one(id, scope)?;
                    self.is_critical = false;
                }
                Some(Pending::Loop(said)) => self.parallel_loop(id, scope, said)?,
                Some(Pending::Alone(said, trouble)) => {
                    if let StmtKind::Do(d) = &stmt.kind {
                        let described = self.described(id, d, said, Vec::new());
                        self.alone.push((id, described));
                    }
                    self.serial.push(trouble);
                }
                Some(Pending::Region(said)) => {
                    self.region = Some(Region { said, body: vec![id], ..Region::default() });
                    self.of_region(id, scope)?;
                    if let Some(region) = self.region.take() {
                        self.close(region)?;
                    }
                }
                Some(Pending::Update) => match (&stmt.kind, self.inside) {
                    (StmtKind::Assign { lhs, .. }, Some(at)) if is_increment(&stmt.kind) && lhs.root().is_some() => {
                        self.out[at].1.atomics.extend(lhs.root());
                    }
                    _ => return Err(Trouble::serial(span, "`atomic` before what is no update")),
                },
                None if self.region.is_some() && self.inside.is_none() => self.of_region(id, scope)?,
                None => self.inner(&stmt.kind, scope)?,
            }
        }
        let span = self.p.units[self.unit].span;
        match place.pending {
            _ if self.is_critical && !place.was_critical => Err(self.not_read(span, "critical")),
            Some(_) => Err(Trouble::serial(span, "a directive before nothing")),
            // The comments of what follows hold its end.
            None if place.opened => match self.region.take() {
                Some(region) => self.close(region),
                None => Ok(()),
            },
            None => Ok(()),
        }
    }

    /// What all threads of a region do.
    fn of_region(&mut self, id: StmtId, scope: ScopeId) -> Result<(), Trouble> {
        let kind = &self.p.units[self.unit].stmts[id].kind;
        kind.each_call(&mut |callee, args| {
            self.given.push(Given { stmt: id, callee, args: args.to_vec(), of_threads: false, private: Vec::new() });
        });
        self.inner(kind, scope)
    }

    /// What one thread does at a time: additions, each of which can as well be atomic by itself, and what a reduction does.
    fn one_by_one(&mut self, id: StmtId, scope: ScopeId) -> Result<(), Trouble> {
        let u = &self.p.units[self.unit];
        let stmt = &u.stmts[id];
        if let Some((op @ ("max" | "min" | "*"), place)) = folds::fold(u, id)
            && let ExprKind::Var(s) = place.kind
        {
            self.folded.push((op, s));
            return Ok(());
        }
        match &stmt.kind {
            StmtKind::Assign { lhs, .. } if is_increment(&stmt.kind) && typing::rank_of(self.p, lhs) == 0 => {
                self.critical.extend(lhs.root().map(|s| (id, s)));
                Ok(())
            }
            StmtKind::If(_) | StmtKind::Do(_) | StmtKind::Scope { .. } | StmtKind::Nop => self.inner(&stmt.kind, scope),
            _ => Err(Trouble::serial(stmt.span, "`critical` around what is no addition")),
        }
    }

    /// Whether nothing in a loop looks at what its critical regions add to.
    fn adds_only(&self, d: &Do) -> Result<(), Trouble> {
        let mut found = None;
        self.p.units[self.unit].walk(&d.body, &mut |id, stmt| {
            for s in self.critical.iter().map(|c| c.1) {
                let mut times = 0;
                stmt.kind.exprs(&mut |e| {
                    e.walk(&mut |x| times += usize::from(matches!(x.kind, ExprKind::Var(v) if v == s)));
                });
                let own = matches!(&stmt.kind, StmtKind::Assign { lhs, .. } if lhs.root() == Some(s));
                if times > 0 && !(times == 2 && own && self.critical.contains(&(id, s))) {
                    found = found.or(Some(stmt.span));
                }
            }
        });
        let what = "what `critical` regions add to, which is looked at in their loop";
        found.map_or(Ok(()), |span| Err(Trouble::serial(span, what)))
    }

    fn inner(&mut self, kind: &StmtKind, scope: ScopeId) -> Result<(), Trouble> {
        let scope = if let StmtKind::Scope { scope, .. } = kind { *scope } else { scope };
        kind.blocks().into_iter().try_for_each(|b| self.block(b, scope))
    }

    /// A loop whose iterations are shared; or one that one thread runs, with a reason.
    fn parallel_loop(&mut self, id: StmtId, scope: ScopeId, said: Said) -> Result<(), Trouble> {
        let stmt = &self.p.units[self.unit].stmts[id];
        if let Some(region) = &mut self.region {
            region.shared.insert(id);
        }
        let StmtKind::Do(d) = &stmt.kind else {
            self.serial.push(Trouble::serial(stmt.span, "a directive of a loop before what is no counted loop"));
            return Ok(());
        };
        self.out.push((id, Parallel::default()));
        let at = self.out.len() - 1;
        self.inside = Some(at);
        let found = self.inner(&stmt.kind, scope).and_then(|()| self.adds_only(d)).and_then(|()| self.folds_only(d));
        (self.inside, self.is_critical) = (None, false);
        let added: Vec<SymbolId> = self.critical.drain(..).map(|c| c.1).collect();
        self.out[at].1.atomics.extend(added);
        let mut atomics = std::mem::take(&mut self.out[at].1.atomics);
        let mut said = said;
        for (op, s) in std::mem::take(&mut self.folded) {
            atomics.retain(|a| *a != s);
            if said.parallel.reduction(s).is_none() {
                said.parallel.reductions.push((op.to_string(), vec![s]));
            }
        }
        // What is reduced from one element to another is added to atomically.
        let u = &self.p.units[self.unit];
        let parts = said.parts.iter().map(|(op, s)| (op.as_str(), *s));
        let (added, others): (Vec<_>, Vec<_>) =
            parts.partition(|(op, s)| *op == "+" && folds::only(u, &d.body, *s).is_none_or(|o| o == "+"));
        let found = match others.first() {
            Some((op, s)) => found.and_then(|()| {
                let what =
                    format!("`reduction({op}: {}[…])`, which its loop does not only add to", self.p.symbols[*s].name);
                Err(Trouble::serial(stmt.span, what))
            }),
            None => found,
        };
        atomics.extend(added.into_iter().map(|(_, s)| s).filter(|s| u.mentions(&d.body, *s)));
        let described = self.described(id, d, said, atomics);
        let which = analysis::openmp::ask_which(self.p, self.calls, self.unit, &d.body);
        let found = match found {
            Ok(()) if which => Err(Trouble::serial(stmt.span, "iterations that ask which thread runs them")),
            found => found,
        };
        if let Err(trouble) = found {
            self.out.truncate(at);
            self.alone.push((id, described));
            self.serial.push(trouble);
            return Ok(());
        }
        self.out[at].1 = described;
        Ok(())
    }

    /// Whether what `critical` regions take together by a reduction's operator is named in nothing else.
    fn folds_only(&self, d: &Do) -> Result<(), Trouble> {
        let u = &self.p.units[self.unit];
        let is_so = |(op, s): &(&str, SymbolId)| folds::only(u, &d.body, *s) == Some(op);
        match self.folded.iter().find(|f| !is_so(f)) {
            Some((_, s)) => {
                let what =
                    format!("`{}`, which a `critical` region changes and its loop looks at", self.p.symbols[*s].name);
                Err(Trouble::serial(u.span, what))
            }
            None => Ok(()),
        }
    }

    /// Behind a loop there is the value of before it; to all that knows nothing of threads it is that of the last iteration.
    fn nothing_private_is_left(&mut self) -> Result<(), Trouble> {
        let (p, unit) = (self.p, self.unit);
        let order = Order { p, unit, with_tape: true, called: false, with_storage: false, depth: 0, known: &self.out };
        let mut owned = Vec::new();
        for (id, said) in self.out.iter().chain(&self.alone) {
            let stmt = &p.units[unit].stmts[*id];
            let written =
                il::stores::names(p, unit, &stmt.kind.blocks().into_iter().flatten().copied().collect::<Block>());
            for (list, begins) in [(&said.private, false), (&said.first_private, true)] {
                for s in list.iter().copied().filter(|s| written.contains(s)) {
                    if self.regional(s, *id) || !order.may_be_asked_behind(*id, s) {
                        continue;
                    }
                    if !owned::can_be(p, unit, s, begins) {
                        let what = format!("the private `{}`, which is read behind its loop", p.symbols[s].name);
                        return Err(Trouble { so: So::Wrong, ..Trouble::serial(stmt.span, what) });
                    }
                    owned.push(Owned { stmts: vec![*id], symbol: s, begins });
                }
            }
        }
        self.owned.extend(owned);
        Ok(())
    }

    /// Whether a region around a loop has had its say about a variable.
    fn regional(&self, s: SymbolId, id: StmtId) -> bool {
        let u = &self.p.units[self.unit];
        self.owned.iter().any(|o| o.symbol == s && u.any(&o.stmts, &mut |inner, _| inner == id))
    }

    /// All that is said of a loop, what goes without saying included.
    fn described(&self, id: StmtId, d: &Do, said: Said, atomics: Vec<SymbolId>) -> Parallel {
        let (p, u) = (self.p, &self.p.units[self.unit]);
        let mut out = Parallel { atomics, is_text: true, span: u.stmts[id].span, ..said.parallel };
        out.named.extend(u.symbols(&[id]));
        out.named.sort();
        out.named.dedup();
        let mut counters = vec![d.var];
        let mut nest = d;
        for _ in 1..out.collapse.unwrap_or(1) {
            let Some(inner) = nest.body.iter().find_map(|s| u.stmts[*s].kind.as_do()) else { break };
            counters.push(inner.var);
            nest = inner;
        }
        out.private.extend(&counters[1..]);
        let listed = |out: &Parallel, s: SymbolId| {
            counters.contains(&s)
                || [&out.private, &out.first_private, &out.last_private, &said.shared].iter().any(|l| l.contains(&s))
                || out.reduction(s).is_some()
        };
        // Counters of inner loops are private in Fortran.
        if !u.language.declares_in_blocks() {
            u.walk(&d.body, &mut |_, s| {
                if let StmtKind::Do(inner) = &s.kind
                    && !listed(&out, inner.var)
                {
                    out.private.push(inner.var);
                }
            });
        }
        // Those of C that are declared inside, too.
        u.walk(&d.body, &mut |_, s| match &s.kind {
            StmtKind::Declare(symbols) => {
                let kept = |s: &&SymbolId| p.variable(**s).is_some_and(|v| v.saved);
                out.private.extend(symbols.iter().filter(|s| !kept(s)));
            }
            StmtKind::Do(inner) if inner.declares => out.private.push(inner.var),
            _ => {}
        });
        if let Some(word) = &said.otherwise {
            for s in u.symbols(&[id]) {
                let own = matches!(&p.symbols[s].kind, SymbolKind::Variable(v) if !v.constant && !v.saved);
                if own && p.home(s) == Some(self.unit) && !listed(&out, s) {
                    if word == "private" { out.private.push(s) } else { out.first_private.push(s) }
                }
            }
        }
        // What nobody changes has everywhere the value that it has in front.
        let written = il::stores::names(p, self.unit, &d.body);
        let is_last = |out: &Parallel, s: &SymbolId| out.last_private.contains(s);
        let first = std::mem::take(&mut out.first_private);
        out.first_private = first.into_iter().filter(|s| written.contains(s) || is_last(&out, s)).collect();
        out
    }
}
