//! Directives of OpenMP become what they say of loops ([`il::Parallel`]), where derivatives shall be parallel (`-openmp`).
//!
//! A procedure is understood as a whole or not at all: loops that are parallel on their own, and `parallel` regions that hold nothing but loops, with their
//! clauses, and atomic updates. Each loop of a region is a parallel loop with the clauses of both. The text stays where it is, for those who print originals.

mod clauses;
mod overwritten;

pub(crate) use overwritten::{set_once, written_out};

use std::collections::BTreeMap;

use crate::settle::parallel::order::Order;
use analysis::loop_dependence::is_increment;
use clauses::{Directive, Said};
use il::stmt::Do;
use il::symbol::SymbolKind;
use il::{
    BinaryOp, Block, DeclKind, Expr, ExprKind, Language, Parallel, Program, ScopeId, Span, StmtId, StmtKind, SymbolId,
    UnaryOp, UnitId, typing,
};

/// What is not understood of a procedure's directives, and where.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// A statement near it.
    pub span: Span,
    /// What it is.
    pub what: String,
}

/// Reads the directives of all procedures that are understood; and what is not understood of the others.
pub fn read(p: &mut Program) -> BTreeMap<UnitId, Trouble> {
    let mut troubles = BTreeMap::new();
    for unit in p.units.ids().collect::<Vec<_>>() {
        let found = match look(p, unit) {
            Ok(found) => found,
            Err(trouble) => {
                troubles.insert(unit, trouble);
                continue;
            }
        };
        if p.units[unit].language == Language::C && !found.is_empty() {
            let body = std::mem::take(&mut p.units[unit].body);
            p.units[unit].body = as_comments(&mut p.units[unit], body);
        }
        for (id, parallel) in found {
            if let StmtKind::Do(d) = &mut p.units[unit].stmts[id].kind {
                d.parallel = Some(Box::new(parallel));
            }
        }
    }
    troubles
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
    let name = match &u.stmts[id].kind {
        StmtKind::Do(d) => Some(d.name.clone()),
        _ => None,
    };
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
    let ends = |u: &il::Unit, id: StmtId| match &u.stmts[id].kind {
        StmtKind::If(i) => match (i.arms.as_slice(), &i.otherwise) {
            ([arm], None) => arm.body.last().is_some_and(|last| {
                let stmt = &u.stmts[*last];
                stmt.label.is_none() && matches!(&stmt.kind, StmtKind::Cycle(to) if to.is_none() || to.as_ref() == name)
            }),
            _ => false,
        },
        _ => false,
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

/// The parallel loops of a procedure.
fn look(p: &Program, unit: UnitId) -> Result<Vec<(StmtId, Parallel)>, Trouble> {
    let u = &p.units[unit];
    let mut at = Look { p, unit, out: Vec::new(), inside: None, is_critical: false, critical: Vec::new() };
    if let Some(what) = thread_private(p) {
        return Err(Trouble { span: u.span, what });
    }
    if let Some(text) = u.decls.iter().flat_map(|d| joined(&d.comments)).next() {
        return Err(at.not_read(u.span, &text));
    }
    at.block(&u.body, u.scope, None)?;
    at.nothing_private_is_left()?;
    for text in joined(&u.end_comments) {
        let d = Directive::read(&text).ok_or_else(|| at.not_read(u.span, &text))?;
        if !d.name.starts_with("end ") {
            return Err(at.not_read(u.span, &text));
        }
    }
    Ok(at.out)
}

/// Variables of which each thread keeps its own are named in no loop.
fn thread_private(p: &Program) -> Option<String> {
    let has = |text: &str| text.to_ascii_lowercase().contains("threadprivate");
    p.units.iter().find_map(|(_, u)| {
        let found = u.decls.iter().any(|d| {
            d.comments.iter().any(|c| c.trim_start().starts_with('$') && has(c))
                || matches!(&d.kind, DeclKind::Opaque { text, .. } if il::stmt::pragma(text).is_some() && has(text))
        });
        let found = found || u.end_comments.iter().any(|c| c.trim_start().starts_with('$') && has(c));
        found.then(|| format!("`threadprivate` of `{}`", u.name))
    })
}

/// The directives of OpenMP among comments of Fortran, each in one line, without the sentinel.
fn joined(comments: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut goes_on = false;
    for c in comments {
        let text = c.trim_start();
        if !text.get(..4).is_some_and(|s| s.eq_ignore_ascii_case("$omp")) {
            continue;
        }
        let text = text[4..].split('!').next().unwrap_or_default();
        let is_continued = text.starts_with(|c: char| !c.is_whitespace());
        let body =
            if is_continued { text[text.chars().next().map_or(0, char::len_utf8)..].trim() } else { text.trim() };
        let body = body.strip_prefix('&').unwrap_or(body);
        let (body, more) = body.strip_suffix('&').map_or((body, false), |b| (b, true));
        match out.last_mut() {
            Some(last) if is_continued || goes_on => *last = format!("{} {}", last, body.trim()),
            _ => out.push(body.trim().to_string()),
        }
        goes_on = more;
    }
    out
}

/// What the next statement is to a directive.
enum Pending {
    Loop(Said),
    Region(Said),
    Update,
    Critical,
}

struct Look<'p> {
    p: &'p Program,
    unit: UnitId,
    out: Vec<(StmtId, Parallel)>,
    /// The parallel loop around.
    inside: Option<usize>,
    /// Statements here run one thread at a time, and those that have been seen to.
    is_critical: bool,
    critical: Vec<(StmtId, SymbolId)>,
}

impl Look<'_> {
    fn not_read(&self, span: Span, text: &str) -> Trouble {
        Trouble { span, what: format!("`{text}`") }
    }

    fn said(&self, scope: ScopeId, around: Option<&Said>, d: &Directive, span: Span) -> Result<Said, Trouble> {
        let mut said = around.cloned().unwrap_or_default();
        clauses::add(self.p, scope, &d.clauses, &mut said).map_err(|what| self.not_read(span, &what))?;
        Ok(said)
    }

    fn block(&mut self, block: &Block, scope: ScopeId, around: Option<&Said>) -> Result<(), Trouble> {
        let mut open: Option<Said> = around.cloned();
        let was_critical = self.is_critical;
        let mut pending: Option<Pending> = None;
        for &id in block {
            let stmt = &self.p.units[self.unit].stmts[id];
            let span = stmt.span;
            let mut texts = joined(&stmt.comments);
            if let StmtKind::Opaque { text, .. } = &stmt.kind
                && let Some(words) = il::stmt::pragma(text).and_then(|w| w.strip_prefix("omp"))
            {
                texts.push(words.trim().to_string());
            }
            let is_pragma = matches!(&stmt.kind, StmtKind::Opaque { text, .. } if il::stmt::pragma(text).is_some());
            for text in &texts {
                let not_read = || self.not_read(span, text);
                let d = Directive::read(text).ok_or_else(not_read)?;
                let free = pending.is_none();
                let name = d.name.strip_suffix(" simd").unwrap_or(&d.name);
                pending = match name {
                    "parallel do" | "parallel for" if open.is_none() && self.inside.is_none() && free => {
                        Some(Pending::Loop(self.said(scope, None, &d, span)?))
                    }
                    "do" | "for" if open.is_some() && self.inside.is_none() && free => {
                        Some(Pending::Loop(self.said(scope, open.as_ref(), &d, span)?))
                    }
                    "parallel" if open.is_none() && self.inside.is_none() && free => {
                        let said = self.said(scope, None, &d, span)?;
                        if self.p.units[self.unit].language == Language::C {
                            Some(Pending::Region(said))
                        } else {
                            open = Some(said);
                            None
                        }
                    }
                    "end parallel" if around.is_none() && free => {
                        open = None;
                        None
                    }
                    "atomic" if self.inside.is_some() && d.clauses.iter().all(|c| c.0 == "update") && free => {
                        Some(Pending::Update)
                    }
                    "critical" if self.inside.is_some() && !self.is_critical && d.clauses.is_empty() && free => {
                        if self.p.units[self.unit].language == Language::C {
                            Some(Pending::Critical)
                        } else {
                            self.is_critical = true;
                            None
                        }
                    }
                    "end critical" if self.is_critical && !was_critical && free => {
                        self.is_critical = false;
                        None
                    }
                    "end do" | "end parallel do" | "end atomic" if free => None,
                    "simd" | "end" if free && d.name.ends_with("simd") => None,
                    "barrier" if open.is_some() && self.inside.is_none() && free => None,
                    _ => return Err(not_read()),
                };
            }
            if is_pragma {
                continue;
            }
            if self.is_critical {
                self.one_by_one(id, scope)?;
                continue;
            }
            match pending.take() {
                Some(Pending::Critical) => {
                    self.is_critical = true;
                    self.one_by_one(id, scope)?;
                    self.is_critical = false;
                }
                Some(Pending::Loop(said)) => self.parallel_loop(id, scope, said)?,
                Some(Pending::Region(said)) => match &stmt.kind {
                    StmtKind::Scope { scope, body, .. } => self.block(body, *scope, Some(&said))?,
                    _ => return Err(Trouble { span, what: "a `parallel` region that is no block".into() }),
                },
                Some(Pending::Update) => match (&stmt.kind, self.inside) {
                    (StmtKind::Assign { lhs, .. }, Some(at)) if is_increment(&stmt.kind) && lhs.root().is_some() => {
                        self.out[at].1.atomics.extend(lhs.root());
                    }
                    _ => return Err(Trouble { span, what: "`atomic` before what is no update".into() }),
                },
                None if open.is_some() && !matches!(stmt.kind, StmtKind::Nop) => {
                    return Err(Trouble { span, what: "what a `parallel` region does outside of its loops".into() });
                }
                None => self.inner(&stmt.kind, scope)?,
            }
        }
        match pending {
            _ if self.is_critical && !was_critical => Err(self.not_read(self.p.units[self.unit].span, "critical")),
            Some(_) => Err(Trouble { span: self.p.units[self.unit].span, what: "a directive before nothing".into() }),
            None => Ok(()),
        }
    }

    /// What one thread does at a time: additions, each of which can as well be atomic by itself.
    fn one_by_one(&mut self, id: StmtId, scope: ScopeId) -> Result<(), Trouble> {
        let stmt = &self.p.units[self.unit].stmts[id];
        match &stmt.kind {
            StmtKind::Assign { lhs, .. } if is_increment(&stmt.kind) && typing::rank_of(self.p, lhs) == 0 => {
                self.critical.extend(lhs.root().map(|s| (id, s)));
                Ok(())
            }
            StmtKind::If(_) | StmtKind::Scope { .. } | StmtKind::Nop => self.inner(&stmt.kind, scope),
            _ => Err(Trouble { span: stmt.span, what: "`critical` around what is no addition".into() }),
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
        found.map_or(Ok(()), |span| Err(Trouble { span, what: what.into() }))
    }

    fn inner(&mut self, kind: &StmtKind, scope: ScopeId) -> Result<(), Trouble> {
        let scope = if let StmtKind::Scope { scope, .. } = kind { *scope } else { scope };
        kind.blocks().into_iter().try_for_each(|b| self.block(b, scope, None))
    }

    fn parallel_loop(&mut self, id: StmtId, scope: ScopeId, said: Said) -> Result<(), Trouble> {
        let stmt = &self.p.units[self.unit].stmts[id];
        let StmtKind::Do(d) = &stmt.kind else {
            return Err(Trouble {
                span: stmt.span,
                what: "a directive of a loop before what is no counted loop".into(),
            });
        };
        self.out.push((id, Parallel::default()));
        let at = self.out.len() - 1;
        self.inside = Some(at);
        self.inner(&stmt.kind, scope)?;
        self.inside = None;
        self.adds_only(d)?;
        let added: Vec<SymbolId> = self.critical.drain(..).map(|c| c.1).collect();
        self.out[at].1.atomics.extend(added);
        let atomics = std::mem::take(&mut self.out[at].1.atomics);
        let described = self.described(id, d, said, atomics);
        self.out[at].1 = described;
        Ok(())
    }

    /// Behind a loop there is the value of before it; to all that knows nothing of threads it is that of the last iteration.
    fn nothing_private_is_left(&self) -> Result<(), Trouble> {
        let (p, unit) = (self.p, self.unit);
        let order = Order { p, unit, with_tape: true, called: false, depth: 0, known: &self.out };
        for (id, said) in &self.out {
            let stmt = &p.units[unit].stmts[*id];
            let written =
                il::stores::names(p, unit, &stmt.kind.blocks().into_iter().flatten().copied().collect::<Block>());
            let own = said.private.iter().chain(&said.first_private).filter(|s| written.contains(s));
            if let Some(s) = own.copied().find(|s| order.may_be_asked_behind(*id, *s)) {
                let what = format!("the private `{}`, which is read behind its loop", p.symbols[s].name);
                return Err(Trouble { span: stmt.span, what });
            }
        }
        Ok(())
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
            let inner = nest.body.iter().find_map(|s| u.stmts[*s].kind.as_do());
            let Some(inner) = inner else { break };
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
        if u.language == Language::Fortran {
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
        out
    }
}
