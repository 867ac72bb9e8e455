//! Lists of USE … ONLY lose the variables and constants that a procedure of the output does not mention, and so do its own constants: its original
//! needed them for statements and declarations that are not here, and strict compilers warn of them.

use std::collections::BTreeSet;

use il::{Attr, Decl, DeclKind, Expr, ExprKind, StmtKind, SymbolId, SymbolKind, Type, UnitId};

use super::World;
use super::prune::{mentions, type_mentions};

impl World<'_> {
    /// Narrows the lists of one procedure. Its internal procedures may mention what it lists.
    pub(super) fn drop_unused_names(&mut self, unit: UnitId) {
        if !self.out.units[unit].is_procedure() {
            return;
        }
        // What only constants that go mention goes too.
        while self.drop_once(unit) {}
    }

    fn drop_once(&mut self, unit: UnitId) -> bool {
        let listed = |d: &Decl| matches!(&d.kind, DeclKind::Use { only: true, items, .. } if !items.is_empty());
        let constant = |s: SymbolId| matches!(self.out.symbols[s].kind, SymbolKind::Constant { .. });
        let constants = |d: &Decl| match &d.kind {
            DeclKind::Variables { attrs, entities, .. } if attrs.contains(&Attr::Parameter) => {
                entities.iter().any(|e| constant(e.symbol))
            }
            _ => false,
        };
        if !self.out.units[unit].decls.iter().any(|d| listed(d) || constants(d)) {
            return false;
        }
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut used: Vec<SymbolId> = self.used_symbols(unit).into_iter().collect();
        self.names_in(unit, &mut names, &mut used);
        let scope = self.out.units[unit].scope;
        for s in used {
            names.insert(self.out.name_in(scope, s).to_ascii_lowercase());
            self.out.symbol_type(s).iter().for_each(|ty| names_of_type(ty, &mut names));
        }
        let mut changed = false;
        let mut decls = std::mem::take(&mut self.out.units[unit].decls);
        let is_used = |name: &str| names.contains(&name.to_ascii_lowercase());
        decls.retain_mut(|d| match &mut d.kind {
            DeclKind::Use { only: true, items, .. } => {
                let had = items.len();
                items.retain(|i| {
                    let value = self.out.lookup_here(scope, &i.local).is_some_and(|s| {
                        // What stands for calls through a pointer, or for one way of calling a procedure, is ours: no operator or
                        // generic name means it.
                        let made = |u: il::UnitId| self.source.units.contains(u) && !self.plain.units.contains(u);
                        let ours =
                            || self.out.callee(s).is_some_and(|u| made(u) || self.out.units[u].stands_for_pointer());
                        matches!(self.out.symbols[s].kind, SymbolKind::Variable(_) | SymbolKind::Constant { .. })
                            || ours()
                    });
                    !value || is_used(&i.local)
                });
                changed |= items.len() < had;
                had == 0 || !items.is_empty()
            }
            DeclKind::Variables { attrs, entities, .. } if attrs.contains(&Attr::Parameter) => {
                let had = entities.len();
                entities.retain(|e| !constant(e.symbol) || is_used(&self.out.symbols[e.symbol].name));
                changed |= entities.len() < had;
                !entities.is_empty()
            }
            _ => true,
        });
        self.out.units[unit].decls = decls;
        changed
    }

    /// Names and symbols that stand in declarations, types and texts of a unit and of what it contains.
    fn names_in(&self, unit: UnitId, names: &mut BTreeSet<String>, used: &mut Vec<SymbolId>) {
        let u = &self.out.units[unit];
        self.names_in_declarations(&u.decls, names, used);
        u.walk(&u.body, &mut |_, s| {
            match &s.kind {
                StmtKind::Scope { decls, .. } => self.names_in_declarations(decls, names, used),
                StmtKind::Opaque { text, .. } => words(text, names),
                _ => {}
            }
            s.kind.exprs(&mut |e| e.walk(&mut |x| names_of_literal(x, names)));
        });
        for &child in &u.children {
            self.names_in(child, names, used);
        }
    }

    fn names_in_declarations(&self, decls: &[Decl], names: &mut BTreeSet<String>, used: &mut Vec<SymbolId>) {
        for d in decls {
            match &d.kind {
                DeclKind::Variables { spelling, entities, .. } => {
                    words(spelling, names);
                    for e in entities {
                        e.star.iter().for_each(|length| words(length, names));
                        self.symbols_in_declaration(e.symbol, names, used);
                    }
                }
                DeclKind::Implicit(text)
                | DeclKind::Enum { text, .. }
                | DeclKind::Opaque { text, .. }
                | DeclKind::Error(text) => words(text, names),
                DeclKind::Parameter(symbols) => {
                    symbols.iter().for_each(|s| self.symbols_in_declaration(*s, names, used));
                }
                DeclKind::Data(all) => {
                    for (repeat, value) in all.iter().flat_map(|d| &d.values) {
                        for e in repeat.iter().chain([value]) {
                            mentions(e, used);
                            e.walk(&mut |x| names_of_literal(x, names));
                        }
                    }
                }
                DeclKind::Interface { bodies, .. } => bodies.iter().for_each(|b| self.names_in(*b, names, used)),
                DeclKind::Record(r) => {
                    for f in &self.out.records[*r].fields {
                        names_of_type(&f.ty, names);
                        type_mentions(&f.ty, used);
                    }
                }
                _ => {}
            }
        }
    }

    /// What the type and the value of a declared name mention.
    fn symbols_in_declaration(&self, s: SymbolId, names: &mut BTreeSet<String>, used: &mut Vec<SymbolId>) {
        if let Some(ty) = self.out.symbol_type(s) {
            names_of_type(ty, names);
            type_mentions(ty, used);
        }
        let value = match &self.out.symbols[s].kind {
            SymbolKind::Variable(v) => v.init.as_ref(),
            SymbolKind::Constant { value, .. } => Some(value),
            _ => None,
        };
        if let Some(e) = value {
            mentions(e, used);
            e.walk(&mut |x| names_of_literal(x, names));
        }
    }
}

/// The kinds in a literal, a cast or a constructor with its type.
fn names_of_literal(e: &Expr, names: &mut BTreeSet<String>) {
    match &e.kind {
        ExprKind::Integer { text, ty, .. } => {
            text.0.iter().for_each(|t| words(t, names));
            ty.iter().filter_map(|t| t.kind_name.as_ref()).for_each(|k| words(k, names));
        }
        ExprKind::Real { text, ty, .. } => {
            text.0.iter().for_each(|t| words(t, names));
            ty.kind_name.iter().for_each(|k| words(k, names));
        }
        ExprKind::Text(_, quoted) => quoted.0.iter().for_each(|t| words(t, names)),
        ExprKind::Cast(ty, _) | ExprKind::SizeOf(ty) => names_of_type(ty, names),
        ExprKind::Constructor { ty: Some(ty), .. } => names_of_type(ty, names),
        ExprKind::Opaque { text, .. } => words(text, names),
        _ => {}
    }
}

/// The kind or the length of a type.
fn names_of_type(ty: &Type, names: &mut BTreeSet<String>) {
    if let Some(scalar) = ty.scalar() {
        words(&scalar.spelling, names);
    }
    match ty {
        Type::Opaque(text) | Type::Character { spelling: text, .. } => words(text, names),
        Type::Array { elem, .. } => names_of_type(elem, names),
        _ => {}
    }
}

/// The names in a text, and what may be one: `dp` in `1.0_dp`.
pub(crate) fn words(text: &str, names: &mut BTreeSet<String>) {
    for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        if let Some((_, kind)) =
            word.split_once('_').filter(|(value, _)| value.starts_with(|c: char| c.is_ascii_digit()))
        {
            names.insert(kind.to_ascii_lowercase());
        }
        if word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            names.insert(word.to_ascii_lowercase());
        }
    }
}
