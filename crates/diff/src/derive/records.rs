//! `T_diff`: for each structured type the type of its derivative, with the active components only (RR-7957 §4.2).
//!
//! A type all of whose components own derivatives is its own derivative type, unless it points to constants: adjoints write there.

use std::collections::BTreeSet;

use il::symbol::SymbolKind;
use il::{Diagnostic, Expr, ExprKind, Field, Record, RecordId, ScopeId, Span, Type};

use super::World;
use crate::names;
use crate::request::{Improvement, Mode};

impl World<'_> {
    /// Makes all derivative types and fills the field maps.
    pub(super) fn derive_records(&mut self) {
        let active: Vec<RecordId> = self
            .source
            .records
            .ids()
            .filter(|r| (0..self.source.records[*r].fields.len()).any(|k| self.facts.owns_field(*r, k)))
            .collect();
        // Several directions make a number a row of numbers: no type is its own derivative then.
        let same = match self.request.directions {
            Some(_) => BTreeSet::new(),
            None => self.self_derivatives(&active),
        };
        if self.request.original_types {
            self.say_types_apart(&active, &same);
        }
        for &r in &active {
            let derivative = if same.contains(&r) { r } else { self.name_record(r) };
            self.globals.records.insert(r, derivative);
        }
        for &r in &active {
            let derivative = self.globals.records[&r];
            let original = self.source.records[r].clone();
            let mut fields = Vec::new();
            if derivative != r {
                fields.extend(self.before_flexible(r, &original).cloned());
            }
            for (k, f) in original.fields.iter().enumerate() {
                let own = self.facts.owns_field(r, k);
                if derivative == r {
                    if own {
                        self.globals.fields.insert((r, k), (r, k));
                    }
                } else if own {
                    self.globals.fields.insert((r, k), (derivative, fields.len()));
                    let mut ty = self.globals.derivative_type(&f.ty);
                    if self.writes_behind() {
                        ty.release_targets();
                    }
                    // In several directions rows: compilers then ask that an initial value have all of them.
                    let rows = self.request.directions.is_some() && original.fields.iter().any(|f| f.init.is_some());
                    let partly = rows || self.begins_in_parts(r, &original);
                    let number = matches!(ty.element(), Type::Scalar(s) if s.is_differentiable());
                    let filled = partly && number && !f.allocatable && !f.pointer && f.init.is_none();
                    let zero = filled.then(|| f.ty.scalar().map(crate::simplify::zero)).flatten();
                    let init = f.init.as_ref().or(zero.as_ref()).and_then(|e| match ty.element() {
                        Type::Scalar(s) if s.is_differentiable() && !f.pointer => Some(crate::simplify::zero(s)),
                        // NULL() stays.
                        _ => Some(e.clone()).filter(|_| f.pointer),
                    });
                    let owner = f.owner.map(|o| self.globals.records.get(&o).copied().unwrap_or(o));
                    fields.push(Field { ty, init, owner, comments: Vec::new(), trailing: None, ..f.clone() });
                }
            }
            if derivative != r {
                self.out.records[derivative].fields = fields;
            }
        }
        for r in active {
            let derivative = self.globals.records[&r];
            if derivative != r && self.begins_in_parts(r, &self.source.records[r]) {
                self.begin_structures(derivative);
            }
        }
    }

    /// Copies of modules know the derivative types that stand in them.
    pub(super) fn enter_derivative_types(&mut self) {
        for (&original, &derived) in self.globals.records.iter().filter(|(original, derived)| original != derived) {
            let home = self.record_scope(original);
            let copy = self.containers.iter().find(|(unit, _)| self.source.units[**unit].scope == home);
            if let (Some((_, copy)), Some(symbol)) = (copy, self.out.type_symbol(derived)) {
                let (scope, name) = (self.out.units[*copy].scope, self.out.symbols[symbol].name.clone());
                self.out.import(scope, &name, symbol);
            }
        }
    }

    /// The extents and initial values of components speak of what is in the copies of modules: a type is that of both.
    pub(super) fn move_extents(&mut self) {
        for r in self.out.records.ids().collect::<Vec<_>>() {
            for f in &mut self.out.records[r].fields {
                f.ty = self.globals.ty(&f.ty);
                f.init = f.init.as_ref().map(|e| self.globals.expr(e));
            }
        }
    }

    /// Whether some component that owns a derivative has a default initial value: then all of the derivative has one, or it would be known in parts.
    fn begins_in_parts(&self, r: RecordId, record: &Record) -> bool {
        let mut fields = record.fields.iter().enumerate();
        fields.any(|(k, f)| f.init.is_some() && !f.pointer && self.facts.owns_field(r, k))
    }

    /// The structures in a derivative type begin at zero as its numbers do.
    fn begin_structures(&mut self, derivative: RecordId) {
        for k in 0..self.out.records[derivative].fields.len() {
            let f = &self.out.records[derivative].fields[k];
            let Some(inner) = f.ty.element().record().filter(|_| !f.pointer && !f.allocatable && f.init.is_none())
            else {
                continue;
            };
            if !self.begins_at_zero(inner, &mut Vec::new()) {
                self.out.records[derivative].fields[k].init = self.zero_structure(inner, &mut Vec::new());
            }
        }
    }

    /// Whether objects of a derivative type have default initial values in all parts. A family of types may hold itself (`open`: what it is asked in): no
    /// object does.
    fn begins_at_zero(&self, derivative: RecordId, open: &mut Vec<RecordId>) -> bool {
        if open.contains(&derivative) {
            return true;
        }
        open.push(derivative);
        let mut inside = |f: &Field| f.ty.element().record().is_some_and(|r| self.begins_at_zero(r, open));
        let fields = &self.out.records[derivative].fields;
        let begins = fields.iter().all(|f| f.allocatable || f.init.is_some() || !f.pointer && inside(f));
        open.pop();
        begins
    }

    /// A structure constructor of zeros, where all components can be named: not where a type comes in itself (`open`).
    fn zero_structure(&self, derivative: RecordId, open: &mut Vec<RecordId>) -> Option<Expr> {
        let record = &self.out.records[derivative];
        let private = |a: &String| a.trim().eq_ignore_ascii_case("private");
        let hidden =
            record.attributes.iter().any(private) || record.fields.iter().any(|f| f.attributes.iter().any(private));
        if hidden || record.extends.is_some() || self.out.tag(derivative).is_some() || open.contains(&derivative) {
            return None;
        }
        open.push(derivative);
        let mut value = |f: &Field| match f.ty.element() {
            _ if f.pointer || f.allocatable => Some(Expr::intrinsic("null", Vec::new())),
            Type::Record(inner) => self.zero_structure(*inner, open),
            Type::Scalar(s) => Some(crate::simplify::zero(s)),
            _ => None,
        };
        let args = record.fields.iter().map(|f| Some(il::Arg { keyword: None, value: value(f)? }));
        let args = args.collect::<Option<_>>()?;
        open.pop();
        Some(ExprKind::Structure { record: derivative, args }.into())
    }

    /// C: the array without extent at the end of a structure stands behind some other member (C11 6.7.2.1), where no other owns a derivative.
    fn before_flexible<'r>(&self, r: RecordId, record: &'r Record) -> Option<&'r Field> {
        let (_, others) = record.fields.split_last()?;
        let flexible = record.flexible().is_some();
        let alone = (0..others.len()).all(|k| !self.facts.owns_field(r, k));
        let number = |f: &&Field| matches!(&f.ty, Type::Scalar(s) if !s.is_differentiable());
        // A bit-field would be none with several directions.
        let mut plain = others.iter().filter(|f| !f.is_bit_field());
        plain.clone().find(number).or(plain.next()).filter(|_| flexible && alone)
    }

    /// The types that are their own derivatives: every component is active, and so are those of nested types, and no number starts with another value
    /// than zero, which a derivative never does.
    fn self_derivatives(&self, active: &[RecordId]) -> BTreeSet<RecordId> {
        let whole = self.request.improves(Improvement::DiffTypes);
        let mut same: BTreeSet<RecordId> = active
            .iter()
            .copied()
            .filter(|r| {
                let constant = |f: &Field| f.ty.has_constant_target();
                !(self.writes_behind() && self.source.records[*r].fields.iter().any(constant))
            })
            .filter(|r| !self.source.records[*r].fields.iter().any(starts_with_value))
            .filter(|r| !whole || (0..self.source.records[*r].fields.len()).all(|k| self.facts.owns_field(*r, k)))
            .collect();
        loop {
            let kept: BTreeSet<RecordId> = same
                .iter()
                .copied()
                .filter(|r| {
                    let record = &self.source.records[*r];
                    let own = |inner: RecordId| same.contains(&inner) || !whole && !active.contains(&inner);
                    record.fields.iter().all(|f| f.ty.record().is_none_or(own))
                        && record.extends.is_none_or(|parent| same.contains(&parent))
                })
                .collect();
            if kept.len() == same.len() {
                return kept;
            }
            same = kept;
        }
    }

    /// Says of which types the derivative has another type, though the original ones are asked for.
    fn say_types_apart(&mut self, active: &[RecordId], same: &BTreeSet<RecordId>) {
        for &r in active.iter().filter(|r| !same.contains(r)) {
            let record = &self.source.records[r];
            let begins = record.fields.iter().find(|f| starts_with_value(f));
            let constant = record.fields.iter().find(|f| self.writes_behind() && f.ty.has_constant_target());
            let why = match (begins, constant) {
                _ if self.request.directions.is_some() => "in several directions each number becomes a row".to_string(),
                (Some(f), _) => format!("`{}` begins with a value that no derivative begins with", f.name),
                (None, Some(f)) => format!("`{}` leads to constants, and adjoints are written there", f.name),
                (None, None) => "it holds, or extends, another of these types".to_string(),
            };
            let message =
                format!("the derivatives of structures of type `{}` have a type of their own: {why}", record.name);
            let said = Diagnostic::warning("RT0323", record.span, message);
            self.report(said.note("-difftypes original asks for the type itself, which cannot be had here"));
        }
    }

    /// Whether derivatives are written through pointers whose originals only read.
    fn writes_behind(&self) -> bool {
        self.request.mode == Mode::Adjoint
    }

    fn name_record(&mut self, r: RecordId) -> RecordId {
        let original = self.source.records[r].clone();
        if original.is_anonymous() {
            return self.out.records.add(Record { fields: Vec::new(), ..original });
        }
        let scope = self.record_scope(r);
        let name = names::derived_type(&self.out, scope, self.request.module_pattern(), &original.name);
        let renamed = |text: &String| super::declare::replace_word(text, &original.name, &name);
        // `typedef struct body_s { … } body` has two names.
        let spelling = match original.is_typedef() && original.spelling != original.name {
            true => names::derived_type(&self.out, scope, self.request.module_pattern(), &original.spelling),
            false => renamed(&original.spelling),
        };
        // How the user's structure lies in memory says nothing about derivatives, unless it is said of all that follows.
        let kept = original.attributes.iter().filter(|a| !a.starts_with("__attribute__"));
        let attributes = match original.is_typedef() {
            true => kept.map(renamed).collect(),
            false => kept.cloned().collect(),
        };
        let extends = original.extends.map(|p| self.globals.records.get(&p).copied().unwrap_or(p));
        let new = self.out.records.add(Record {
            name: name.clone(),
            fields: Vec::new(),
            spelling,
            attributes,
            extends,
            trailing_text: Vec::new(),
            overlaid: Vec::new(),
            external: false,
            handle: None,
            span: Span::NONE,
            ..original
        });
        self.out.declare(scope, name, Span::NONE, SymbolKind::Record(new));
        new
    }

    /// The scope that knows the type by name.
    fn record_scope(&self, r: RecordId) -> ScopeId {
        self.source
            .symbols
            .iter()
            .find_map(|(_, s)| match &s.kind {
                SymbolKind::Record(id) if *id == r => Some(s.scope),
                SymbolKind::Typedef(Type::Record(id)) if *id == r => Some(s.scope),
                _ => None,
            })
            .unwrap_or(self.source.global)
    }
}

/// Whether a component is a number that starts with another value than zero.
fn starts_with_value(f: &Field) -> bool {
    let number = matches!(f.ty.element(), Type::Scalar(s) if s.is_differentiable()) && !f.pointer;
    number && f.init.as_ref().is_some_and(|e| e.as_number() != Some(0.0))
}
