//! Structures and unions.

use super::{Lowered, Lowerer, remarks};
use crate::ast::*;
use il::symbol::{SymbolKind, tag_key};
use il::types::Field;
use il::{Diagnostic, Record, RecordId, Scalar, ScalarClass, Type};

impl Lowerer<'_, '_> {
    /// A record that is known by its tag only.
    pub fn new_record(&mut self, spec: &RecordSpec) -> RecordId {
        let name = spec.tag.clone().unwrap_or_default();
        let spelling = tag_key(spec.union, &name).trim_end().to_string();
        self.p.records.add(Record {
            name,
            parameters: String::new(),
            fields: Vec::new(),
            spelling,
            attributes: Vec::new(),
            extends: None,
            // Until its members are known.
            opaque: true,
            trailing_text: Vec::new(),
            overlaid: Vec::new(),
            external: true,
            handle: None,
            span: spec.span,
        })
    }

    /// `struct tag { … }`: fills the record that the tag named before, or makes one.
    pub fn define_record(&mut self, spec: &RecordSpec) -> Lowered<RecordId> {
        let here = spec.tag.as_ref().and_then(|tag| {
            let symbol = self.p.lookup_here(self.scope, &tag_key(spec.union, tag))?;
            match self.p.symbols[symbol].kind {
                SymbolKind::Record(record) if !self.complete.contains(&record) => Some(record),
                _ => None,
            }
        });
        let id = match here {
            Some(record) => record,
            None => {
                let record = self.new_record(spec);
                if let Some(tag) = &spec.tag {
                    self.p.declare(self.scope, tag_key(spec.union, tag), spec.span, SymbolKind::Record(record));
                }
                record
            }
        };
        self.complete.insert(id);
        self.defining_records.push(id);
        let fields = self.fields(spec);
        self.defining_records.pop();
        let fields = fields?;
        let record = &mut self.p.records[id];
        record.fields = fields;
        record.opaque = spec.union;
        record.span = spec.span;
        record.external = self.in_system;
        record.attributes.extend(spec.layout.clone());
        record.attributes.extend(self.packing.last().filter(|pack| !pack.is_empty()).cloned());
        if let Some(tag) = spec.tag.as_ref().filter(|_| !self.in_system) {
            record.spelling = tag_key(spec.union, tag).trim_end().to_string();
        }
        if !self.in_system && spec.tag.is_some() {
            self.declare_here(il::DeclKind::Record(id), spec.span);
        }
        Ok(id)
    }

    fn fields(&mut self, spec: &RecordSpec) -> Lowered<Vec<Field>> {
        let mut fields = Vec::new();
        for (group, member) in spec.members.iter().flatten().enumerate() {
            let base = self.base_type(&member.specs)?;
            let mut comments = remarks::lines(&member.comments.before);
            let mut trailing = remarks::trailing(&member.comments.after);
            if member.items.is_empty() {
                // An anonymous structure or union: its members are found through it.
                fields.push(field(String::new(), base.ty.clone(), group));
            }
            for item in &member.items {
                let Some(declarator) = &item.declarator else { continue };
                let mut found = self.derive(base.clone(), declarator)?;
                self.keep_finite(declarator, &mut found.ty);
                let mut field = field(declarator.name.clone().unwrap_or_default(), found.ty, group);
                if let Some(width) = &item.width {
                    let width = self.pure(width)?;
                    field.attributes.push(format!(": {}", super::spell::expr(self.p, &width)));
                }
                field.attributes.extend(member.specs.layout.clone());
                if found.constant {
                    field.attributes.push("const".into());
                }
                field.comments = std::mem::take(&mut comments);
                fields.push(field);
            }
            if let Some(last) = fields.last_mut() {
                last.trailing = trailing.take();
            }
        }
        Ok(fields)
    }

    /// Says where a member is of a type whose members are not known yet, its own for one, and takes that type away: nothing that walks through members would
    /// end.
    fn keep_finite(&mut self, member: &Declarator, ty: &mut Type) {
        let Type::Record(part) = *ty.element() else { return };
        let (open, known) = (self.defining_records.contains(&part), self.complete.contains(&part));
        let record = &self.p.records[part];
        if known && !open || self.in_system || !open && record.span.file.is_none() {
            return;
        }
        let (spelling, name) = (&record.spelling, member.name.as_deref().unwrap_or_default());
        let said = match open {
            true => Diagnostic::error(
                "RT0218",
                member.span,
                format!("`{name}` makes `{spelling}` a part of itself, and so on without end"),
            ),
            false => {
                let message = format!("the members of `{spelling}`, which `{name}` is to contain, are not known here");
                Diagnostic::error("RT0218", member.span, message)
            }
        };
        let said = said.note("make the member a pointer, or define what it contains in front of this structure");
        *ty = Type::Opaque(spelling.clone());
        if said.span.file.is_some() && !self.diagnostics.contains(&said) {
            self.diagnostics.push(said);
        }
    }

    /// The way to the member `name` of a record: through anonymous members if need be.
    pub fn path_to(&self, record: RecordId, name: &str) -> Option<Vec<(RecordId, usize)>> {
        let way = self.p.records[record].way_to(&self.p.records, &|own| own == name)?;
        let mut at = record;
        let step = |field: usize| {
            let here = (at, field);
            if let Type::Record(inner) = self.p.records[at].fields[field].ty {
                at = inner;
            }
            here
        };
        Some(way.into_iter().map(step).collect())
    }
}

fn field(name: String, ty: Type, group: usize) -> Field {
    Field {
        name,
        ty,
        allocatable: false,
        pointer: false,
        polymorphic: false,
        owner: None,
        init: None,
        attributes: Vec::new(),
        group: group as u32,
        comments: Vec::new(),
        trailing: None,
    }
}

/// The type of a bit-field or member as a value: small integers become `int`.
pub fn promoted(scalar: &Scalar) -> Scalar {
    match scalar.class {
        ScalarClass::Integer | ScalarClass::Logical if scalar.bytes < 4 => super::types::int(),
        _ => scalar.clone(),
    }
}
