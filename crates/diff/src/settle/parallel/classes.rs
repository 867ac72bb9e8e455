//! What the variables of a derivative's parallel loop are to the loop of the original.

use std::collections::{BTreeMap, BTreeSet};

use il::stmt::Do;
use il::{ExprKind, Parallel, Program, StmtKind, Storage, SymbolId, UnitId};

use super::Dummies;
use crate::derive::maps::Maps;

/// What the original says of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Class {
    /// Each iteration has its own.
    Private,
    /// As it was in front of the loop, in each thread.
    FirstPrivate,
    /// That of the last iteration is left.
    LastPrivate,
    /// Taken together by this operator.
    Reduced(String),
    /// All threads have the same.
    Shared,
    /// The original does not have it: a temporary of a form that statements were brought into.
    Temporary,
}

/// Where a variable comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is the original's.
    Original(Class),
    /// It is the derivative of one of the original's.
    Derivative(Class),
    /// It was made for the derivative.
    Made,
}

/// The variables of one loop.
pub struct Classes<'p> {
    pub p: &'p Program,
    pub unit: UnitId,
    pub said: &'p Parallel,
    pub dummies: &'p Dummies,
    /// Derivative → what it is the derivative of, as named here.
    pub originals: BTreeMap<SymbolId, SymbolId>,
    /// Originals, as named here.
    copies: BTreeSet<SymbolId>,
    /// Declared inside the loop: they are private without a word.
    pub inner: BTreeSet<SymbolId>,
    /// The counters of the loops whose iterations are shared.
    pub counters: Vec<SymbolId>,
}

impl<'p> Classes<'p> {
    pub fn new(p: &'p Program, unit: UnitId, maps: &Maps, dummies: &'p Dummies, d: &'p Do, said: &'p Parallel) -> Self {
        let originals = maps.derivatives.iter().map(|(o, d)| (*d, maps.symbol(*o))).collect();
        let copies = maps.symbols.values().copied().collect();
        let u = &p.units[unit];
        let (mut inner, mut scopes) = (BTreeSet::new(), Vec::new());
        u.walk(&d.body, &mut |_, s| match &s.kind {
            StmtKind::Declare(symbols) => inner.extend(symbols),
            StmtKind::Do(d) if d.declares => inner.extend([d.var]),
            StmtKind::Scope { scope, .. } => scopes.push(*scope),
            _ => {}
        });
        // What BLOCK declares.
        let names = scopes.iter().filter(|s| **s != u.scope).flat_map(|s| p.scopes[*s].names.values().copied());
        inner.extend(names.filter(|n| scopes.contains(&p.symbols[*n].scope)));
        let mut counters = vec![d.var];
        let mut nest = d;
        while counters.len() < said.collapse.unwrap_or(1) as usize
            && let [only] = nest.body.as_slice()
            && let StmtKind::Do(next) = &u.stmts[*only].kind
        {
            counters.push(next.var);
            nest = next;
        }
        Classes { p, unit, said, dummies, originals, copies, inner, counters }
    }

    pub fn origin(&self, s: SymbolId) -> Origin {
        if let Some(o) = self.originals.get(&s) {
            return Origin::Derivative(self.class(*o));
        }
        let is_made = !self.copies.contains(&s) && self.p.home(s) == Some(self.unit);
        let is_dummy = self.p.variable(s).is_some_and(|v| matches!(v.storage, Storage::Dummy(_)));
        match self.class(s) {
            _ if is_made && !is_dummy => Origin::Made,
            Class::Temporary => Origin::Made,
            class => Origin::Original(class),
        }
    }

    fn class(&self, s: SymbolId) -> Class {
        match () {
            () if self.said.private.contains(&s) => Class::Private,
            () if self.said.first_private.contains(&s) => Class::FirstPrivate,
            () if self.said.last_private.contains(&s) => Class::LastPrivate,
            () => match self.said.reduction(s) {
                Some(op) => Class::Reduced(op.to_string()),
                None if self.is_temporary(s) => Class::Temporary,
                None => Class::Shared,
            },
        }
    }

    fn is_temporary(&self, s: SymbolId) -> bool {
        let local = self.p.variable(s).is_some_and(|v| v.storage == Storage::Local && !v.saved);
        local && self.p.home(s) == Some(self.unit) && !self.said.named.contains(&s)
    }

    /// The name of a variable, or of what it is the derivative of.
    pub fn name(&self, s: SymbolId) -> String {
        self.p.symbols[s].name.clone()
    }

    /// Variables that a list may name: no constants, no procedures, nothing that is declared inside, none of the counters.
    pub fn is_listed(&self, s: SymbolId) -> bool {
        self.p.variable(s).is_some() && !self.inner.contains(&s) && !self.counters.contains(&s)
    }

    /// Those that the statements of a loop name, in the order in which they come.
    pub fn named(&self, block: &[il::StmtId]) -> Vec<SymbolId> {
        let mut out: Vec<SymbolId> = Vec::new();
        self.p.units[self.unit].walk(block, &mut |_, s| {
            if let StmtKind::Do(d) = &s.kind {
                out.push(d.var);
            }
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Var(s) = x.kind {
                        out.push(s);
                    }
                });
            });
        });
        let mut seen = BTreeSet::new();
        out.retain(|s| seen.insert(*s) && self.is_listed(*s));
        out
    }
}
