//! A derivative of a library procedure as a procedure of the output.

use std::collections::{BTreeMap, BTreeSet};

use il::symbol::SymbolKind;
use il::{Attr, Decl, DeclKind, Program, ScopeId, ScopeKind, Span, Storage, SymbolId, Unit, UnitId, UnitKind};

use super::{Maps, copy, declare_procedure, keep, map_decl, remap_symbol, type_mentions};
use crate::libraries::{Libraries, Rule, mentioned};

/// The procedures of the text that an output has got, and how it writes.
#[derive(Default)]
pub(crate) struct Written {
    pub(crate) there: BTreeMap<UnitId, SymbolId>,
    /// Units in the order in which they are to stand.
    pub(crate) units: Vec<UnitId>,
    /// What names of its procedures begin with.
    pub(crate) prefix: String,
    /// Names are in capitals.
    pub(crate) upper: bool,
    /// Types are those of Fortran 77.
    pub(crate) fixed: bool,
    /// C: the file in which it is written, the functions that its headers declare, and the headers that are needed.
    pub(crate) scope: Option<ScopeId>,
    pub(crate) known: Vec<String>,
    pub(crate) headers: BTreeSet<&'static str>,
    /// C: functions of the user's that no header declares.
    pub(crate) undeclared: Vec<SymbolId>,
}

impl Libraries {
    /// Writes a derivative into a program as the external procedure that `made` stands for, and what it calls of the text behind it, once.
    pub(crate) fn write(&self, rule: &Rule, out: &mut Program, made: SymbolId, written: &mut Written) {
        self.write_unit(self.specialised(rule), out, made, written);
    }

    /// The procedure that a name of the text stands for in a program: what the text has a body for is written.
    fn called(&self, symbol: SymbolId, out: &mut Program, written: &mut Written) -> SymbolId {
        let name = written.name(&self.program.symbols[symbol].name);
        let global = out.global;
        match self.program.callee(symbol).filter(|u| !self.program.units[*u].body.is_empty()) {
            Some(unit) => {
                if let Some(&known) = written.there.get(&unit) {
                    return known;
                }
                let made = declare_procedure(out, global, &written.name(&format!("{}{name}", written.prefix)), None);
                written.there.insert(unit, made);
                self.write_unit(self.program.units[unit].clone(), out, made, written);
                made
            }
            None => {
                let known = out.lookup_here(global, &name).filter(|s| out.procedure(*s).is_some());
                let result = self.program.procedure(symbol).and_then(|p| p.result.clone());
                known.unwrap_or_else(|| declare_procedure(out, global, &name, result))
            }
        }
    }

    /// A procedure of the text, without what is not used in it.
    fn write_unit(&self, original: Unit, out: &mut Program, made: SymbolId, written: &mut Written) {
        let used = self.used(&original);
        let id = out.units.add(Unit { parent: None, children: Vec::new(), file: None, ..original.clone() });
        written.units.push(id);
        let scope = out.new_scope(out.global, ScopeKind::Unit(id));
        // What nothing is passed for.
        let is_dummy = |s: &SymbolId| self.program.variable(*s).is_some_and(|v| matches!(v.storage, Storage::Dummy(_)));
        let locals: BTreeSet<SymbolId> =
            used.iter().copied().filter(|s| is_dummy(s) && !original.params.contains(s)).collect();
        let passed: BTreeSet<SymbolId> = used.difference(&locals).copied().collect();
        let mut maps = Maps::default();
        let name = out.symbols[made].name.clone();
        let result = original.result();
        for &s in &used {
            let symbol = &self.program.symbols[s];
            let local = if result == Some(s) { name.clone() } else { written.name(&symbol.name) };
            let new = match self.program.procedure(s) {
                Some(_) => self.called(s, out, written),
                None => out.declare(scope, local, Span::NONE, symbol.kind.clone()),
            };
            maps.symbols.insert(s, new);
        }
        for (old, new) in &maps.symbols {
            if self.program.procedure(*old).is_none() {
                remap_symbol(out, *new, &maps);
            }
            if let SymbolKind::Variable(v) = &mut out.symbols[*new].kind {
                v.optional = false;
                if locals.contains(old) {
                    (v.storage, v.intent) = (Storage::Local, None);
                }
            }
        }
        let (stmts, body) = copy::copy_statements(&original, &original.body, &maps);
        let decls = original.decls.iter().cloned().filter_map(|mut d| {
            let kept = !is_optional(&d) && keep(&self.program, &mut d, &passed);
            kept.then(|| written.declaration(map_decl(&d, &maps)))
        });
        let of_locals = original.decls.iter().cloned().filter_map(|mut d| {
            let DeclKind::Variables { attrs, .. } = &mut d.kind else { return None };
            attrs.retain(|a| !matches!(a, Attr::Intent(_) | Attr::Optional));
            keep(&self.program, &mut d, &locals).then(|| written.declaration(map_decl(&d, &maps)))
        });
        let decls: Vec<Decl> = decls.chain(of_locals).collect();
        let u = &mut out.units[id];
        (u.scope, u.stmts, u.body, u.decls) = (scope, stmts, body, decls);
        u.params = original.params.iter().map(|s| maps.symbol(*s)).collect();
        u.directives.clear();
        (u.symbol, u.name) = (Some(made), name);
        if let UnitKind::Function { result, type_prefix, .. } = &mut u.kind {
            *result = maps.symbol(*result);
            *type_prefix = type_prefix.as_deref().map(|t| written.type_word(t));
        }
        if let SymbolKind::Procedure(p) = &mut out.symbols[made].kind {
            p.unit = Some(id);
        }
    }

    /// What stands in a derivative: names of its statements, its arguments, and what their types speak of.
    fn used(&self, unit: &Unit) -> BTreeSet<SymbolId> {
        let mut out = mentioned(unit);
        out.extend(&unit.params);
        let mut todo: Vec<SymbolId> = out.iter().copied().collect();
        while let Some(s) = todo.pop() {
            let mut more = Vec::new();
            self.program.symbol_type(s).iter().for_each(|ty| type_mentions(ty, &mut more));
            todo.extend(more.into_iter().filter(|s| out.insert(*s)));
        }
        out
    }
}

/// Whether a declaration says that derivatives may be absent: in what is written they are not.
fn is_optional(d: &Decl) -> bool {
    matches!(&d.kind, DeclKind::Attribute { attr: Attr::Optional, .. })
}

impl Written {
    fn name(&self, name: &str) -> String {
        if self.upper { name.to_uppercase() } else { name.to_string() }
    }

    /// How a type is written there.
    fn type_word(&self, word: &str) -> String {
        let word = match word {
            "real(8)" if self.fixed => "double precision",
            "real(4)" if self.fixed => "real",
            "complex(4)" if self.fixed => "complex",
            other => other,
        };
        self.name(word)
    }

    fn declaration(&self, mut d: Decl) -> Decl {
        if let DeclKind::Variables { spelling, .. } = &mut d.kind {
            *spelling = self.type_word(spelling);
        }
        if let DeclKind::Implicit(what) = &mut d.kind {
            *what = self.name(what);
        }
        d
    }
}
