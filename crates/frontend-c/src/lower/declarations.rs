//! Declarations: at file level and in blocks.

use super::types::Qualified;
use super::{Lowered, Lowerer, spell};
use crate::ast::{self, *};
use il::symbol::{SymbolId, SymbolKind, tag_key};
use il::{DeclKind, Entity, Span, StmtKind, Storage, Type, Upper, Variable};

impl Lowerer<'_, '_> {
    /// A declaration of the user at file level.
    pub fn file_declaration(&mut self, declaration: &Declaration, item: &External) {
        let before = self.p.units[self.file_unit].decls.len();
        let lowered = self.declare_at_file_level(declaration);
        let unit = self.file_unit;
        if lowered.is_err() {
            let text = self.text_of(item.span);
            self.p.units[unit].has_errors = true;
            self.add_declaration(DeclKind::Error(text), item.span, &Comments::default());
        }
        // The comments belong to what was written as one declaration.
        let comments = &item.comments;
        if let Some(first) = self.p.units[unit].decls.get_mut(before) {
            first.comments = super::remarks::before(&self.p.sources, &comments.before, item.span);
            first.directives = super::remarks::directives(&comments.before);
        }
        if let Some(last) = self.p.units[unit].decls[before..].last_mut() {
            last.trailing = super::remarks::trailing(&comments.after);
        }
    }

    /// A declaration of the system: names only.
    pub fn system_declaration(&mut self, declaration: &Declaration) {
        let _ = self.declare_at_file_level(declaration);
    }

    fn declare_at_file_level(&mut self, declaration: &Declaration) -> Lowered<()> {
        if declaration.specs.are_vectors() && declaration.specs.storage == Some(ast::Storage::Typedef) {
            return self.typedefs_of_vectors(declaration);
        }
        let base = self.base_type(&declaration.specs)?;
        if declaration.specs.storage == Some(ast::Storage::Typedef) {
            return self.typedefs(declaration, base);
        }
        self.name_record(declaration, &base);
        // `struct body;` says that what follows, a parameter list perhaps, means this one.
        if let (TypeSpec::Record(spec), []) = (&declaration.specs.ty, declaration.items.as_slice())
            && spec.members.is_none()
        {
            let text = self.text_of(declaration.span);
            self.declare_here(DeclKind::Opaque { text, symbols: Vec::new() }, declaration.span);
        }
        let mut variables = Vec::new();
        for item in &declaration.items {
            if let Some(Derived::Function(_)) = item.declarator.derived.first() {
                let symbol = self.prototype(&declaration.specs, &item.declarator)?;
                self.add_declaration(DeclKind::Prototype(symbol), declaration.span, &Comments::default());
            } else {
                variables.push(self.global(&declaration.specs, base.clone(), item)?);
            }
        }
        if !variables.is_empty() {
            let kind = self.variables(declaration, &base, variables);
            self.add_declaration(kind, declaration.span, &Comments::default());
        }
        Ok(())
    }

    /// How the declaration of some variables is kept: of structures without a name all of its text.
    fn variables(&self, declaration: &Declaration, base: &Qualified, symbols: Vec<SymbolId>) -> DeclKind {
        let is_text = |symbol: &SymbolId| {
            let ty = self.p.symbol_type(*symbol).map(below);
            matches!(ty, Some(Type::Record(record)) if self.p.records[*record].is_anonymous())
        };
        if symbols.iter().any(is_text) {
            return DeclKind::Opaque { text: self.text_of(declaration.span), symbols };
        }
        let ty = symbols.first().and_then(|symbol| self.p.symbol_type(*symbol)).unwrap_or(&base.ty);
        let storage = match declaration.specs.storage {
            Some(ast::Storage::Static) => "static ",
            Some(ast::Storage::Extern) => "extern ",
            _ => "",
        };
        let constant = if base.constant { "const " } else { "" };
        let thread = if declaration.specs.thread_local { "_Thread_local " } else { "" };
        DeclKind::Variables {
            spelling: format!("{storage}{thread}{constant}{}", spell::base(self.p, ty)),
            attrs: Vec::new(),
            colons: false,
            // What is declared here may have its value elsewhere.
            entities: symbols
                .into_iter()
                .zip(&declaration.items)
                .map(|(s, item)| Entity { init: storage != "extern " || item.init.is_some(), ..Entity::new(s) })
                .collect(),
        }
    }

    /// A variable at file level, or one that a block declares `extern`.
    fn global(&mut self, specs: &Specs, base: Qualified, item: &InitDeclarator) -> Lowered<SymbolId> {
        let mut found = self.derive(base, &item.declarator)?;
        let name = item.declarator.name.clone().unwrap_or_default();
        // What is only declared `extern` is defined elsewhere.
        let saved = specs.storage != Some(ast::Storage::Extern) || item.init.is_some();
        let home = if specs.storage == Some(ast::Storage::Static) { self.file_scope } else { self.p.global_c };
        let known = self.p.lookup_here(self.file_scope, &name).or_else(|| self.p.lookup_here(home, &name));
        let symbol = match known {
            Some(symbol) if self.p.variable(symbol).is_some() => symbol,
            _ => {
                let variable =
                    Variable { constant: found.constant, ..Variable::new(found.ty.clone(), Storage::Global) };
                self.p.declare(home, &name, item.declarator.span, SymbolKind::Variable(variable))
            }
        };
        // Which files know it.
        if self.scope == self.file_scope {
            self.p.import(self.file_scope, &name, symbol);
        }
        // Its own initial value may mention it.
        let init = match &item.init {
            Some(init) => Some(self.constant_initialiser(&mut found.ty, init)?),
            None => None,
        };
        if let SymbolKind::Variable(variable) = &mut self.p.symbols[symbol].kind {
            // `extern double a[];` and `double a[3];` are one variable.
            if !matches!(&found.ty, Type::Array { dims, .. } if dims[0].upper == Upper::Assumed) {
                variable.ty = found.ty;
            }
            variable.init = init.or(variable.init.take());
            variable.saved |= saved;
        }
        Ok(symbol)
    }

    /// Declares typedef names; a structure that a typedef defines is known by that name.
    fn typedefs(&mut self, declaration: &Declaration, base: Qualified) -> Lowered<()> {
        let defined = match (&declaration.specs.ty, &base.ty) {
            (TypeSpec::Record(spec), Type::Record(record)) if spec.members.is_some() => Some((*record, spec)),
            _ => None,
        };
        let mut waiting = defined;
        for item in &declaration.items {
            let name = item.declarator.name.clone().unwrap_or_default();
            let found = self.derive(base.clone(), &item.declarator)?;
            let ty = match found.ty {
                // Types that are text are known by the new name from here on.
                Type::Opaque(text) if text.contains("{}") => {
                    if let Some(signature) = self.signatures.get(&text).cloned() {
                        self.signatures.insert(name.clone(), signature);
                    }
                    self.typedef_text(declaration.span);
                    Type::Opaque(name.clone())
                }
                ty => ty,
            };
            let opaque = matches!(ty, Type::Opaque(_));
            self.name_of_header(&declaration.specs.ty, &ty, &name);
            let symbol = self.p.declare(self.scope, &name, item.declarator.span, SymbolKind::Typedef(ty));
            if found.constant {
                self.const_typedefs.insert(symbol);
            }
            match waiting {
                Some((record, spec)) if item.declarator.derived.is_empty() => {
                    waiting = None;
                    let known = &mut self.p.records[record];
                    known.spelling = name.clone();
                    // Inside its own members only the tag is known.
                    known.attributes.extend(spec.tag.as_ref().map(|tag| tag_key(spec.union, tag)));
                    if spec.tag.is_none() {
                        known.attributes.extend(spec.union.then(|| "union".to_string()));
                        known.name = name;
                        self.declare_here(DeclKind::Record(record), declaration.span);
                    }
                }
                // Its attribute is kept with its text.
                _ if !opaque && declaration.specs.layout.is_some() && defined.is_none() => {
                    self.typedef_text(declaration.span);
                }
                _ if !opaque => self.declare_here(DeclKind::Typedef(symbol), declaration.span),
                _ => {}
            }
        }
        Ok(())
    }

    /// Vectors of compilers have names, and no type that is known here.
    fn typedefs_of_vectors(&mut self, declaration: &Declaration) -> Lowered<()> {
        for item in &declaration.items {
            let name = item.declarator.name.clone().unwrap_or_default();
            let ty = Type::Opaque(name.clone());
            self.p.declare(self.scope, &name, item.declarator.span, SymbolKind::Typedef(ty));
        }
        self.typedef_text(declaration.span);
        Ok(())
    }

    /// Structures whose members stand elsewhere, and pointers to them, go by the names that headers give them.
    fn name_of_header(&mut self, spec: &TypeSpec, ty: &Type, name: &str) {
        let of_header = self.in_system || self.headers.values().any(|unit| *unit == self.file_unit);
        let TypeSpec::Record(ast::RecordSpec { members: None, tag: Some(tag), union, .. }) = spec else { return };
        if !of_header {
            return;
        }
        let spelling = tag_key(*union, tag);
        match ty {
            Type::Record(id) => {
                let record = &mut self.p.records[*id];
                if record.external && record.spelling == spelling.trim_end() {
                    record.spelling = name.to_string();
                }
            }
            Type::Pointer { to, to_const: false, restrict: false } => {
                if let Type::Record(id) = **to {
                    self.p.records[id].handle.get_or_insert_with(|| name.to_string());
                }
            }
            _ => {}
        }
    }

    /// Keeps a typedef as text.
    fn typedef_text(&mut self, span: Span) {
        let text = self.text_of(span);
        self.declare_here(DeclKind::Opaque { text, symbols: Vec::new() }, span);
    }

    /// A declaration without storage: in the function if there is one, else at file level.
    pub fn declare_here(&mut self, kind: DeclKind, span: Span) {
        if self.in_system {
            return;
        }
        match self.f.unit {
            Some(unit) => {
                let mut decl = il::Decl::from(kind);
                decl.span = span;
                self.p.units[unit].decls.push(decl);
            }
            None => self.add_declaration(kind, span, &Comments::default()),
        }
    }

    /// A directive line of the user: includes and macros are kept for the output.
    pub fn directive_line(&mut self, line: &DirectiveLine) {
        let kind = match &line.kind {
            DirectiveKind::Include(name) => DeclKind::Include(name.clone()),
            DirectiveKind::Define { .. } | DirectiveKind::Other => {
                DeclKind::Opaque { text: line.text.clone(), symbols: Vec::new() }
            }
            DirectiveKind::If | DirectiveKind::Else | DirectiveKind::Endif | DirectiveKind::Told => return,
        };
        let comments = Comments { before: line.comments.clone(), after: Vec::new() };
        self.add_declaration(kind, line.span, &comments);
    }

    /// A declaration in a block: names are introduced, initialisers become assignments that follow.
    pub fn local_declaration(&mut self, declaration: &Declaration) -> Lowered<()> {
        let specs = &declaration.specs;
        let base = self.base_type(specs)?;
        if specs.storage == Some(ast::Storage::Typedef) {
            return self.typedefs(declaration, base);
        }
        self.name_record(declaration, &base);
        let mut group = Group::default();
        for item in &declaration.items {
            if let Some(Derived::Function(_)) = item.declarator.derived.first() {
                let symbol = self.prototype(specs, &item.declarator)?;
                self.add_declaration(DeclKind::Prototype(symbol), declaration.span, &Comments::default());
                continue;
            }
            if specs.storage == Some(ast::Storage::Extern) {
                let symbol = self.global(specs, base.clone(), item)?;
                let kind = self.variables(declaration, &base, vec![symbol]);
                self.add_declaration(kind, declaration.span, &Comments::default());
                let name = item.declarator.name.clone().unwrap_or_default();
                self.p.import(self.scope, &name, symbol);
                continue;
            }
            self.local(declaration, base.clone(), item, &mut group)?;
        }
        self.flush(group, declaration.span);
        Ok(())
    }

    /// A structure without a name that variables are declared with gets one, after the first of them: its definition stands apart.
    fn name_record(&mut self, declaration: &Declaration, base: &Qualified) {
        let (Type::Record(record), TypeSpec::Record(spec)) = (&base.ty, &declaration.specs.ty) else { return };
        let first = declaration.items.first().and_then(|item| item.declarator.name.clone());
        let (Some(first), Some(_), None) = (first, &spec.members, &spec.tag) else { return };
        let taken = |this: &Self, name: &str| this.p.lookup(this.scope, &tag_key(spec.union, name)).is_some();
        let mut name = format!("{first}_type");
        while taken(self, &name) {
            name.push('_');
        }
        let known = &mut self.p.records[*record];
        known.spelling = tag_key(spec.union, &name);
        known.name.clone_from(&name);
        let symbol = SymbolKind::Record(*record);
        self.p.declare(self.scope, tag_key(spec.union, &name), spec.span, symbol);
        self.declare_here(DeclKind::Record(*record), spec.span);
    }

    /// One variable of a block.
    fn local(
        &mut self,
        declaration: &Declaration,
        base: Qualified,
        item: &InitDeclarator,
        group: &mut Group,
    ) -> Lowered<()> {
        let (specs, whole) = (&declaration.specs, declaration.span);
        let mut found = self.derive(base, &item.declarator)?;
        let name = item.declarator.name.clone().unwrap_or_default();
        let span = item.declarator.span;
        if matches!(found.ty, Type::Void) {
            return self.refuse("RT0206", span, format!("`{name}` cannot be void"));
        }
        if specs.storage == Some(ast::Storage::Static) {
            let init = match &item.init {
                Some(init) => Some(self.constant_initialiser(&mut found.ty, init)?),
                None => None,
            };
            let variable =
                Variable { saved: true, constant: found.constant, init, ..Variable::new(found.ty, Storage::Local) };
            group.symbols.push(self.p.declare(self.scope, name, span, SymbolKind::Variable(variable)));
            return Ok(());
        }
        self.keep_extents(&mut found.ty, span, whole, group);
        let variable = Variable { constant: found.constant, ..Variable::new(found.ty.clone(), Storage::Local) };
        let symbol = self.p.declare(self.scope, &name, span, SymbolKind::Variable(variable));
        let Some(init) = &item.init else {
            group.symbols.push(symbol);
            return Ok(());
        };
        let outer = std::mem::take(&mut self.f.out);
        let value = self.initialiser(&mut found.ty, init);
        let before = std::mem::replace(&mut self.f.out, outer);
        let value = value?;
        if let SymbolKind::Variable(variable) = &mut self.p.symbols[symbol].kind {
            // `double a[] = { … }` has the extent of its list.
            variable.ty = found.ty;
        }
        let lhs = il::Expr::at(il::ExprKind::Var(symbol), span);
        let assign = StmtKind::Assign { lhs, rhs: value };
        if !before.is_empty() || !self.f.post.is_empty() {
            self.flush(std::mem::take(group), whole);
            self.f.out.extend(before);
            self.emit(StmtKind::Declare(vec![symbol]), whole);
            self.emit(assign, span.to(init.span()));
            self.flush_post(whole);
        } else {
            group.symbols.push(symbol);
            group.assigns.push((assign, span.to(init.span())));
        }
        Ok(())
    }

    /// The extents of an array are those that it has where it is declared (C11 6.7.6.2p5): what changes below gets a name of its own there.
    fn keep_extents(&mut self, ty: &mut Type, at: Span, whole: Span, group: &mut Group) {
        ty.extents_mut(&mut |extent| {
            let changes =
                |s: SymbolId| self.f.changed.get(&self.p.symbols[s].name).is_some_and(|last| *last > at.start);
            if extent.any(&mut |e| matches!(e.kind, il::ExprKind::Var(s) if changes(s))) {
                self.flush(std::mem::take(group), whole);
                *extent = self.keep(extent.clone(), at);
            }
        });
    }

    fn flush(&mut self, group: Group, span: Span) {
        if !group.symbols.is_empty() {
            self.emit(StmtKind::Declare(group.symbols), span);
        }
        for (assign, span) in group.assigns {
            self.emit(assign, span);
        }
    }
}

/// Variables declared together whose initialisers change nothing else.
#[derive(Default)]
struct Group {
    symbols: Vec<SymbolId>,
    assigns: Vec<(StmtKind, Span)>,
}

/// The type below arrays and pointers.
fn below(ty: &Type) -> &Type {
    match ty {
        Type::Array { elem, .. } => below(elem),
        Type::Pointer { to, .. } => below(to),
        other => other,
    }
}
