//! Derived types.

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
        for a in &def.attrs {
            match &a.kind {
                AttrKind::Extends(parent) => {
                    extends = self.record(parent);
                    if extends.is_some_and(|p| self.extends_record(p, id)) {
                        extends = None;
                        self.refuse(messages::defined_by_itself(a.span, "type", &def.name.text));
                    }
                }
                AttrKind::Bind(bind) => attributes.push(self.bind_text(bind)),
                // PUBLIC, PRIVATE, ABSTRACT
                _ => attributes.push(format!(", {}", self.text(a.span))),
            }
        }
        if def.sequence {
            attributes.push(self.cased("sequence"));
        }
        let mut fields = Vec::new();
        // What is hidden in bindings may copy, free or replace values behind the back of an assignment.
        let mut opaque = !def.params.is_empty() || extends.is_some();
        let mut pending = Vec::new();
        for (group, stmt) in def.components.iter().enumerate() {
            match &stmt.kind {
                StmtKind::TypeDecl(d) => {
                    self.components(stmt, d, group as u32, std::mem::take(&mut pending), &mut fields);
                }
                StmtKind::ProcedureDecl(d) => {
                    let text = self.text(stmt.meta.span);
                    for e in &d.entities {
                        fields.push(Field {
                            name: e.name.text.to_string(),
                            ty: Type::Procedure,
                            allocatable: false,
                            pointer: true,
                            init: None,
                            attributes: vec![text.clone()],
                            group: group as u32,
                            comments: comments::leading(&stmt.meta),
                            trailing: comments::trailing(&stmt.meta),
                        });
                    }
                    opaque = true;
                }
                StmtKind::Access { .. } => attributes.push(self.text(stmt.meta.span)),
                StmtKind::Error { .. } => {
                    opaque = true;
                    self.program.units[self.unit].has_errors = true;
                }
                _ => pending.extend(comments::all(&stmt.meta)),
            }
        }
        let mut trailing_text = Vec::new();
        if let Some(bindings) = &def.bindings {
            trailing_text.push(self.text(bindings.meta.span));
            if bindings.private {
                trailing_text.push(self.cased("private"));
            }
            for (meta, binding) in &bindings.bindings {
                self.note_binding(id, binding);
                opaque |= match binding {
                    Binding::Procedure { .. } => false,
                    Binding::Generic { spec, .. } => matches!(spec, ast::GenericSpec::Assignment(_)),
                    Binding::Final(_) | Binding::Error(_) => true,
                };
                trailing_text.push(self.text(meta.span));
            }
        }
        let record = &mut self.program.records[id];
        record.fields = fields;
        record.attributes = attributes;
        record.extends = extends;
        record.opaque = opaque;
        record.trailing_text = trailing_text;
        Some(id)
    }

    /// Whether a type is another one or extends it.
    pub fn extends_record(&self, record: RecordId, other: RecordId) -> bool {
        let mut at = Some(record);
        while let Some(id) = at {
            if id == other {
                return true;
            }
            at = self.program.records[id].extends;
        }
        false
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
        before.extend(comments::leading(&stmt.meta));
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
                init,
                attributes: attributes.clone(),
                group,
                comments: if k == 0 { before.clone() } else { Vec::new() },
                trailing: if k + 1 == d.entities.len() { comments::trailing(&stmt.meta) } else { None },
            });
        }
    }
}
