//! The call graph: who calls whom, calls inside expressions included, callees before callers.
//!
//! A procedure that is passed as an argument is an edge too: whoever receives it may call it on behalf of the one that passed it. A call of a dummy
//! procedure is resolved to all procedures that some call passes in its place. So is what is passed to somebody without source, who may call it: by name,
//! as a dummy procedure, or in what holds pointers to procedures.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use indexmap::{IndexMap, IndexSet};
use petgraph::graph::{DiGraph, NodeIndex};

use crate::arena::Id;
use crate::expr::{Arg, Expr, ExprKind};
use crate::handed::Handed;
use crate::pointees::Given;
use crate::program::Program;
use crate::stmt::StmtId;
use crate::symbol::{ProcedureClass, SymbolId};
use crate::unit::UnitId;

/// One call in the source.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// The statement that makes it.
    pub stmt: StmtId,
    /// The name that is called.
    pub callee: SymbolId,
    /// What may be called.
    pub targets: Targets,
}

/// What a called name may stand for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    /// Units with a body.
    pub units: Vec<UnitId>,
    /// It may also be a procedure that we do not have.
    pub unknown: bool,
}

/// The call graph.
#[derive(Clone, Debug)]
pub struct CallGraph {
    sites: Vec<Vec<CallSite>>,
    callees: Vec<Vec<UnitId>>,
    callers: Vec<Vec<UnitId>>,
    components: Vec<Vec<UnitId>>,
    recursive: Vec<bool>,
    passed: IndexMap<(UnitId, usize), IndexSet<Passed>>,
    /// What pointers to procedures are given, once a call asks for it.
    given: OnceLock<Given>,
}

/// What some call passes for a dummy procedure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Passed {
    Procedure(SymbolId),
    Unclear,
}

impl CallGraph {
    /// Builds it.
    pub fn new(program: &Program) -> CallGraph {
        let n = program.units.len();
        let mut g = CallGraph {
            sites: vec![Vec::new(); n],
            callees: vec![Vec::new(); n],
            callers: vec![Vec::new(); n],
            components: Vec::new(),
            recursive: vec![false; n],
            passed: IndexMap::new(),
            given: OnceLock::new(),
        };
        for (u, unit) in program.units.iter() {
            unit.walk(&unit.body, &mut |stmt, s| {
                s.kind.each_call(&mut |callee, args| g.note(program, u, stmt, callee, args));
            });
        }
        for u in program.units.ids() {
            let mut out: IndexSet<UnitId> = IndexSet::new();
            for k in 0..g.sites[u.index()].len() {
                let targets = g.targets(program, g.sites[u.index()][k].callee);
                out.extend(&targets.units);
                g.sites[u.index()][k].targets = targets;
            }
            let unit = &program.units[u];
            unit.walk(&unit.body, &mut |_, s| {
                s.kind.each_call(&mut |callee, args| out.extend(g.handed(program, callee, args)));
                s.kind.exprs(&mut |e| {
                    e.walk(&mut |e| {
                        if let ExprKind::Var(v) = e.kind {
                            out.extend(definition(program, v));
                        }
                    })
                })
            });
            // A function's own name, used as its result variable, is no call.
            g.callees[u.index()] = out.into_iter().collect();
        }
        let mut graph = DiGraph::<UnitId, ()>::new();
        for u in program.units.ids() {
            graph.add_node(u);
        }
        for u in program.units.ids() {
            for v in g.callees[u.index()].clone() {
                graph.add_edge(NodeIndex::new(u.index()), NodeIndex::new(v.index()), ());
                g.callers[v.index()].push(u);
            }
        }
        for component in petgraph::algo::tarjan_scc(&graph) {
            let mut units: Vec<UnitId> = component.into_iter().map(|i| graph[i]).collect();
            units.sort();
            for &u in &units {
                g.recursive[u.index()] = units.len() > 1 || g.callees[u.index()].contains(&u);
            }
            g.components.push(units);
        }
        g
    }

    fn note(&mut self, program: &Program, unit: UnitId, stmt: StmtId, callee: SymbolId, args: &[Arg]) {
        self.sites[unit.index()].push(CallSite { stmt, callee, targets: Targets::default() });
        if let Some(target) = definition(program, callee) {
            for (k, dummy) in program.units[target].params.iter().enumerate() {
                let is_procedure =
                    matches!(program.procedure(*dummy), Some(p) if matches!(p.class, ProcedureClass::Dummy(_)));
                if !is_procedure {
                    continue;
                }
                let name = &program.symbols[*dummy].name;
                let Some(actual) = actual_for(args, k, name) else { continue };
                let passed = match &actual.bare().kind {
                    ExprKind::Var(v) if program.procedure(*v).is_some() => Passed::Procedure(*v),
                    ExprKind::Address(x) => match &x.kind {
                        ExprKind::Var(v) if program.procedure(*v).is_some() => Passed::Procedure(*v),
                        _ => Passed::Unclear,
                    },
                    _ => Passed::Unclear,
                };
                self.passed.entry((target, k)).or_default().insert(passed);
            }
        }
    }

    /// What a called name may stand for.
    pub fn targets(&self, program: &Program, callee: SymbolId) -> Targets {
        let mut out = Targets::default();
        let mut seen = IndexSet::new();
        self.collect(program, callee, &mut out, &mut seen);
        out
    }

    fn collect(&self, program: &Program, callee: SymbolId, out: &mut Targets, seen: &mut IndexSet<SymbolId>) {
        if !seen.insert(callee) {
            return;
        }
        if let Some(u) = definition(program, callee) {
            if program.units[u].has_errors {
                // Part of it did not parse: nobody knows what it does.
                out.unknown = true;
            } else if !out.units.contains(&u) {
                out.units.push(u);
            }
            return;
        }
        let dummy = match program.procedure(callee) {
            Some(p) => match p.class {
                ProcedureClass::Dummy(k) => program.home(callee).map(|u| (u, k)),
                ProcedureClass::Normal | ProcedureClass::Intrinsic | ProcedureClass::System => None,
            },
            None => None,
        };
        match dummy.and_then(|d| self.passed.get(&d)) {
            Some(all) => {
                for p in all {
                    match p {
                        Passed::Procedure(s) => self.collect(program, *s, out, seen),
                        Passed::Unclear => out.unknown = true,
                    }
                }
            }
            None => out.unknown = true,
        }
    }

    /// The units that a call hands to somebody who is not in the program, who may call them. None, if we have what is called.
    pub fn handed(&self, program: &Program, callee: SymbolId, args: &[Arg]) -> Vec<UnitId> {
        let handed = Handed::in_arguments(program, args);
        if handed.names.is_empty() && handed.holders.is_empty() || !self.targets(program, callee).unknown {
            return Vec::new();
        }
        let (mut out, mut seen) = (Targets::default(), IndexSet::new());
        handed.names.iter().for_each(|s| self.collect(program, *s, &mut out, &mut seen));
        for holder in handed.holders {
            let given = self.given.get_or_init(|| Given::of(program)).closed(holder);
            given.procedures.iter().for_each(|s| self.collect(program, *s, &mut out, &mut seen));
        }
        out.units
    }

    /// Calls made by a unit, in source order.
    pub fn sites(&self, unit: UnitId) -> &[CallSite] {
        &self.sites[unit.index()]
    }

    /// Units that a unit may call, or passes to others, each once.
    pub fn callees(&self, unit: UnitId) -> &[UnitId] {
        &self.callees[unit.index()]
    }

    /// The units that `from` may call, directly or not, and `from` itself first.
    pub fn reached(&self, from: &[UnitId]) -> Vec<UnitId> {
        let mut reached = from.to_vec();
        let mut next = 0;
        while let Some(&unit) = reached.get(next) {
            next += 1;
            for callee in self.callees(unit) {
                if !reached.contains(callee) {
                    reached.push(*callee);
                }
            }
        }
        reached
    }

    /// Units that may call a unit, each once.
    pub fn callers(&self, unit: UnitId) -> &[UnitId] {
        &self.callers[unit.index()]
    }

    /// These units, and all that may call one of them, directly or not.
    pub fn calling(&self, units: impl IntoIterator<Item = UnitId>) -> BTreeSet<UnitId> {
        let mut calling = BTreeSet::new();
        let mut open: Vec<UnitId> = units.into_iter().collect();
        while let Some(unit) = open.pop() {
            if calling.insert(unit) {
                open.extend(self.callers(unit));
            }
        }
        calling
    }

    /// Strongly connected components, callees before callers. A unit that does not call itself is alone in its component.
    pub fn components(&self) -> &[Vec<UnitId>] {
        &self.components
    }

    /// All units, callees before callers.
    pub fn bottom_up(&self) -> impl DoubleEndedIterator<Item = UnitId> + '_ {
        self.components.iter().flatten().copied()
    }

    /// Whether a unit may, in the end, call itself.
    pub fn is_recursive(&self, unit: UnitId) -> bool {
        self.recursive[unit.index()]
    }
}

/// Units with bodies that `unit` calls, in statements and in expressions, in order of occurrence.
pub fn callees(p: &Program, unit: UnitId) -> Vec<UnitId> {
    callees_in(p, unit, &p.units[unit].body)
}

/// Those that a block of `unit` calls.
pub fn callees_in(p: &Program, unit: UnitId, block: &crate::stmt::Block) -> Vec<UnitId> {
    let mut out = Vec::new();
    p.units[unit].walk(block, &mut |_, stmt| {
        stmt.kind.each_call(&mut |callee, _| out.extend(p.callee(callee)));
    });
    out
}

/// The unit with a body that a name stands for: its own, or, when only an interface body describes it, the external procedure of that name.
pub fn definition(program: &Program, callee: SymbolId) -> Option<UnitId> {
    if let Some(u) = program.callee(callee) {
        return Some(u);
    }
    let p = program.procedure(callee)?;
    if p.class != ProcedureClass::Normal {
        return None;
    }
    let symbol = &program.symbols[callee];
    // What the other language defines under that name is another procedure, and is linked by its label alone ([`crate::labels`]).
    let scope = if program.scopes[symbol.scope].case_insensitive { program.global } else { program.global_c };
    program.lookup_here(scope, &symbol.name).and_then(|s| program.callee(s))
}

/// The function of the C library that a value comes from, behind casts.
pub fn library_call<'p>(p: &'p Program, e: &Expr) -> Option<&'p str> {
    match &e.uncast().kind {
        ExprKind::Call { callee, .. } if p.callee(*callee).is_none() => Some(p.symbols[*callee].name.as_str()),
        _ => None,
    }
}

/// C: the functions that give memory which nobody has yet: those of the library, and the runtime's (`runtime/adMemory.h`).
pub const NEW_MEMORY: &[&str] = &["malloc", "calloc", "adAllocate"];

/// C: whether a value is memory that the system gives.
pub fn is_new_memory(p: &Program, value: &Expr) -> bool {
    library_call(p, value).is_some_and(|name| NEW_MEMORY.contains(&name))
}

/// The actual arguments of a call with their dummies, where these are known: those of a procedure or an interface body.
pub fn with_dummies<'a>(p: &Program, unit: Option<UnitId>, args: &'a [Arg]) -> Vec<(Option<SymbolId>, &'a Expr)> {
    let params = unit.map(|u| p.units[u].params.as_slice()).unwrap_or_default();
    let dummy = |(k, a): (usize, &'a Arg)| {
        let d = match &a.keyword {
            None => params.get(k),
            Some(n) => params.iter().find(|s| p.symbols[**s].name.eq_ignore_ascii_case(n)),
        };
        (d.copied(), &a.value)
    };
    args.iter().enumerate().map(dummy).collect()
}

/// The actual argument for the dummy at a position: by keyword, or by position before the first keyword.
pub fn actual_for<'a>(args: &'a [Arg], position: usize, name: &str) -> Option<&'a Expr> {
    if let Some(a) = args.iter().find(|a| a.is_named(name)) {
        return Some(&a.value);
    }
    let first = args.iter().position(|a| a.keyword.is_some()).unwrap_or(args.len());
    (position < first).then(|| &args[position].value)
}
