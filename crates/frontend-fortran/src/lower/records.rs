//! Derived types.

use std::collections::BTreeSet;

use il::{Field, RecordId, SymbolKind, Type};

use super::context::Lower;
use super::{comments, messages};
use crate::ast::{self, AttrKind, Binding, StmtKind};

impl<'a> Lower<'a, '_> {
    /// Fills the record of a type definition; `None` when its name is taken by something else.
    pub fn record_definition(&mut self, def: &'a ast::TypeDef) -> Option<RecordId> {
        let symbol = self.program.lookup_here(self.scope, &def.name.text)?;
        let SymbolKind::Record(id) = self.program.symbols[symbol].kind else { return None };
        let mut attributes = Vec::new();
        let mut extends = None;
        let mut parent_name = None;
        let mut inherits = false;
        for a in &def.attrs {
            match &a.kind {
                AttrKind::Extends(parent) => {
                    extends = self.record(parent);
                    if extends.is_some_and(|p| self.is_parameterised(p)) {
                        inherits = true;
                        extends = None;
                        attributes.push(format!(", {}", self.text(a.span)));
                        continue;
                    }
                    parent_name = extends.map(|_| parent.text.to_string());
                    if extends.is_some_and(|p| self.extends_record(p, id)) {
                        extends = None;
                        self.refuse(messages::defined_by_itself(a.span, "type", &def.name.text));
                    }
                    if let Some(mut ways) = extends.and_then(|p| self.way_by_value(p, id, &mut BTreeSet::new())) {
                        extends = None;
                        ways.insert(0, format!("`{}` extends `{}`", def.name.text, parent.text));
                        self.refuse(messages::contains_itself(a.span, &def.name.text, &ways));
                    }
                }
                AttrKind::Bind(bind) => attributes.push(format!(", {}", self.bind_text(bind))),
                // PUBLIC, PRIVATE, ABSTRACT
                _ => attributes.push(format!(", {}", self.text(a.span))),
            }
        }
        if def.sequence {
            attributes.push(self.cased("sequence"));
        }
        let mut fields = Vec::new();
        // What is hidden in bindings may copy, free or replace values behind the back of an assignment.
        if inherits {
            self.inheriting.insert(id);
        }
        let kept = self.is_parameterised(id);
        let mut opaque = kept;
        let mut pending = Vec::new();
        if kept {
            for stmt in &def.components {
                attributes.extend(comments::leading(&self.program.sources, &stmt.meta).iter().map(|c| format!("!{c}")));
                attributes.push(self.text(stmt.meta.span));
            }
        }
        let components = if kept { &[] } else { def.components.as_slice() };
        for (group, stmt) in components.iter().enumerate() {
            match &stmt.kind {
                StmtKind::TypeDecl(d) => {
                    let first = fields.len();
                    self.components(stmt, d, group as u32, std::mem::take(&mut pending), &mut fields);
                    self.keep_finite(id, d, &mut fields[first..]);
                }
                StmtKind::ProcedureDecl(d) => {
                    let text = self.text(stmt.meta.span);
                    for e in &d.entities {
                        self.note_procedure_component(id, &e.name.text, d);
                        let init = match &e.init {
                            Some(ast::Init::Value(v) | ast::Init::Pointer(v)) => Some(self.expr(v)),
                            Some(ast::Init::Data(_)) | None => None,
                        };
                        fields.push(Field {
                            name: e.name.text.to_string(),
                            ty: Type::Procedure,
                            allocatable: false,
                            pointer: true,
                            polymorphic: false,
                            owner: None,
                            init,
                            attributes: vec![text.clone()],
                            group: group as u32,
                            comments: comments::leading(&self.program.sources, &stmt.meta),
                            trailing: comments::trailing(&self.program.sources, &stmt.meta),
                        });
                    }
                }
                StmtKind::Access { .. } => attributes.push(self.text(stmt.meta.span)),
                StmtKind::Error { .. } => {
                    opaque = true;
                    self.program.units[self.unit].has_errors = true;
                }
                _ => pending.extend(comments::all(&self.program.sources, &stmt.meta)),
            }
        }
        let mut trailing_text = Vec::new();
        if let Some(bindings) = &def.bindings {
            trailing_text.push(self.text(bindings.meta.span));
            if bindings.private {
                trailing_text.push(self.cased("private"));
            }
            for (meta, binding) in &bindings.bindings {
                if !kept {
                    self.note_binding(id, binding);
                }
                opaque |= match binding {
                    Binding::Procedure { .. } | Binding::Generic { .. } => false,
                    // It runs for each copy that somebody makes: what pointers lead to may be released too early.
                    // Procedures are not released.
                    Binding::Final(_) => fields.iter().any(|f| f.pointer && f.ty != il::Type::Procedure),
                    Binding::Error(_) => true,
                };
                trailing_text.push(self.text(meta.span));
            }
        }
        match extends {
            Some(parent) => {
                self.program.join_family(id, parent);
                self.program.extend_fields(id, fields);
                if opaque || self.program.holds_its_own(id) {
                    // What one of them hides may happen to any object of the family.
                    for member in self.program.family(id) {
                        self.program.records[member].opaque = true;
                    }
                }
            }
            None => {
                let record = &mut self.program.records[id];
                record.fields = fields;
                record.opaque = opaque;
            }
        }
        self.parent_names.extend(parent_name.map(|n| (id, n)));
        let record = &mut self.program.records[id];
        record.attributes = attributes;
        record.trailing_text = trailing_text;
        Some(id)
    }

    /// Whether a type is another one or extends it.
    pub fn extends_record(&self, record: RecordId, other: RecordId) -> bool {
        self.program.extends(record, other)
    }

    /// Says where a component would make a type contain itself, directly or through other types, and takes its type away: nothing that walks through
    /// components would end.
    fn keep_finite(&mut self, record: RecordId, d: &'a ast::TypeDecl, fields: &mut [Field]) {
        for (field, e) in fields.iter_mut().zip(&d.entities) {
            let Type::Record(part) = *field.ty.element() else { continue };
            if field.pointer || field.allocatable {
                continue;
            }
            let name = |r: RecordId| &self.program.records[r].name;
            let Some(mut ways) = self.way_by_value(part, record, &mut BTreeSet::new()) else {
                self.contained.entry(record).or_default().push((part, e.name.text.to_string()));
                continue;
            };
            ways.insert(0, format!("`{}%{}` is one of type `{}`", name(record), e.name.text, name(part)));
            let said = messages::contains_itself(e.name.span, name(record), &ways);
            field.ty = Type::Opaque(format!("type({})", name(part)));
            self.refuse(said);
        }
    }

    /// The components by which an object of one type contains an object of another one: none where both are the same.
    fn way_by_value(&self, from: RecordId, to: RecordId, seen: &mut BTreeSet<RecordId>) -> Option<Vec<String>> {
        if from == to {
            return Some(Vec::new());
        }
        if !seen.insert(from) {
            return None;
        }
        let parent = self.program.records[from].extends.into_iter().map(|p| (p, None));
        let parts = self.contained.get(&from).into_iter().flatten().map(|(part, name)| (*part, Some(name)));
        parent.chain(parts).find_map(|(part, component)| {
            let mut ways = self.way_by_value(part, to, seen)?;
            let [own, other] = [from, part].map(|r| &self.program.records[r].name);
            ways.insert(
                0,
                match component {
                    Some(component) => format!("`{own}%{component}` is one of type `{other}`"),
                    None => format!("`{own}` extends `{other}`"),
                },
            );
            Some(ways)
        })
    }

    /// The components of one declaration.
    fn components(
        &mut self,
        stmt: &'a ast::Stmt,
        d: &'a ast::TypeDecl,
        group: u32,
        mut before: Vec<String>,
        fields: &mut Vec<Field>,
    ) {
        let base = self.type_of_spec(&d.spec);
        let shared = d.attrs.iter().find_map(|a| match &a.kind {
            AttrKind::Dimension(dims) => Some(dims),
            _ => None,
        });
        let attributes: Vec<String> = d
            .attrs
            .iter()
            .filter(|a| !matches!(a.kind, AttrKind::Allocatable | AttrKind::Pointer | AttrKind::Dimension(_)))
            .map(|a| self.text(a.span))
            .collect();
        before.extend(comments::leading(&self.program.sources, &stmt.meta));
        for (k, e) in d.entities.iter().enumerate() {
            let mut ty = self.type_of_entity(&d.spec, &base, e.length.as_ref());
            let dims = if e.dims.is_empty() { shared.map_or(Vec::new(), |s| self.dims(s)) } else { self.dims(&e.dims) };
            if !dims.is_empty() {
                ty = Type::Array { elem: Box::new(ty), dims };
            }
            let init = match &e.init {
                Some(ast::Init::Value(v) | ast::Init::Pointer(v)) => Some(self.expr(v)),
                Some(ast::Init::Data(_)) | None => None,
            };
            fields.push(Field {
                name: e.name.text.to_string(),
                ty,
                allocatable: d.attrs.iter().any(|a| matches!(a.kind, AttrKind::Allocatable)),
                pointer: d.attrs.iter().any(|a| matches!(a.kind, AttrKind::Pointer)),
                polymorphic: matches!(d.spec.base, ast::BaseType::Class(..)),
                owner: None,
                init,
                attributes: attributes.clone(),
                group,
                comments: if k == 0 { before.clone() } else { Vec::new() },
                trailing: if k + 1 == d.entities.len() {
                    comments::trailing(&self.program.sources, &stmt.meta)
                } else {
                    None
                },
            });
        }
    }
}
