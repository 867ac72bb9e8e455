//! Declarations in order: types and shapes go into the symbols, spelling and grouping into [`Decl`]s.

use il::decl::Data;
use il::expr::Item;
use il::{Attr, Decl, DeclKind, Entity, ExprKind, Intent, SymbolId, SymbolKind, Type};

use super::context::Lower;
use super::messages;
use crate::ast::{self, AttrKind, StmtKind};

impl<'a> Lower<'a, '_> {
    /// Lowers one declaration statement; one COMMON or DATA statement may make several declarations.
    pub fn declaration(&mut self, stmt: &'a ast::Stmt, out: &mut Vec<Decl>) {
        let kind = match &stmt.kind {
            StmtKind::TypeDecl(d) => return self.type_declaration(stmt, d, out),
            StmtKind::ProcedureDecl(d) => self.procedure_declaration(d),
            StmtKind::AttrStmt { attr, entities } => self.attribute_statement(attr, entities),
            StmtKind::Save { bind: Some(_), .. } => {
                DeclKind::Opaque { text: self.text(stmt.meta.span), symbols: Vec::new() }
            }
            StmtKind::Save { items, bind: None } => {
                let (mut symbols, mut blocks) = (Vec::new(), Vec::new());
                for item in items {
                    match item {
                        ast::BlockOrName::Block(name) => blocks.push(name.text.to_string()),
                        ast::BlockOrName::Name(name) => symbols.push(self.variable_named(&name.text, name.span)),
                    }
                }
                DeclKind::Save { symbols, blocks }
            }
            StmtKind::Access { private, names } if names.is_empty() => {
                DeclKind::Attribute { attr: if *private { Attr::Private } else { Attr::Public }, symbols: Vec::new() }
            }
            StmtKind::Access { private, names } => self.access_decl(stmt, *private, names),
            StmtKind::Parameter(list) => {
                let symbols = list.iter().map(|(name, value)| self.constant(name, value)).collect();
                DeclKind::Parameter(symbols)
            }
            StmtKind::Data(sets) => {
                let sets = sets.iter().map(|s| self.data_set(s)).collect();
                DeclKind::Data(sets)
            }
            StmtKind::Common(blocks) => {
                for (k, block) in blocks.iter().enumerate() {
                    let members = block.entities.iter().map(|e| self.shaped_entity(e)).collect();
                    let name = block.name.as_ref().map_or(String::new(), |n| n.text.to_string());
                    let mut decl = self.decl(&stmt.meta, DeclKind::Common { block: name, members });
                    if k > 0 {
                        decl.comments.clear();
                        decl.directives.clear();
                    }
                    out.push(decl);
                }
                return;
            }
            StmtKind::Equivalence(groups) => {
                let groups = groups.iter().map(|g| g.iter().map(|e| self.expr(e)).collect()).collect();
                DeclKind::Equivalence(groups)
            }
            StmtKind::Implicit(list) => DeclKind::Implicit(if list.is_empty() {
                self.cased("none")
            } else {
                let text = self.text(stmt.meta.span);
                text.get("implicit".len()..).unwrap_or("").trim().to_string()
            }),
            StmtKind::Namelist(groups) => {
                let mut symbols = Vec::new();
                for (group, names) in groups {
                    let members: Vec<SymbolId> = names.iter().map(|n| self.variable_named(&n.text, n.span)).collect();
                    symbols.extend(&members);
                    let kind = SymbolKind::Namelist(members);
                    self.program.declare(self.scope, &*group.text, group.span, kind);
                }
                DeclKind::Opaque { text: self.text(stmt.meta.span), symbols }
            }
            StmtKind::Use(u) => self.use_decl(u),
            StmtKind::Import { names, .. } => {
                let symbols = names.iter().filter_map(|n| self.find(&n.text)).collect();
                DeclKind::Opaque { text: self.text(stmt.meta.span), symbols }
            }
            StmtKind::TypeDef(def) => match self.record_definition(def) {
                Some(record) => DeclKind::Record(record),
                None => return,
            },
            StmtKind::Interface(interface) => self.interface(interface),
            StmtKind::Enum { enumerators, end } => {
                let mut next = il::Expr::int(0);
                let mut constants = Vec::new();
                for (name, value) in enumerators.iter().flat_map(|(_, list)| list) {
                    let value = match value {
                        Some(value) => self.expr(value),
                        None => next,
                    };
                    next =
                        il::fold::integer(self.program, &value).map_or_else(|| value.clone(), |v| il::Expr::int(v + 1));
                    if let Some(symbol) = self.find(&name.text) {
                        self.set_constant(symbol, value);
                        self.set_element(symbol, Type::Scalar(il::Scalar::integer()));
                        constants.push(symbol);
                    }
                }
                DeclKind::Enum { text: self.verbatim(stmt.meta.span.to(end.span)).to_string(), constants }
            }
            StmtKind::Format(text) => {
                let text = format!("{}{text}", self.cased("format"));
                DeclKind::Opaque { text, symbols: Vec::new() }
            }
            // What was read from the file follows in the tree.
            StmtKind::Include(_) => return,
            StmtKind::Described(name) => DeclKind::Include(format!("'{name}'")),
            StmtKind::Error { text } => {
                self.program.units[self.unit].has_errors = true;
                DeclKind::Error(text.to_string())
            }
            // Executable statements are not among the declarations.
            _ => return,
        };
        let mut decl = self.decl(&stmt.meta, kind);
        if matches!(stmt.kind, StmtKind::Format(_)) {
            decl.label = stmt.meta.label.map(|l| l.number.to_string());
        }
        out.push(decl);
    }

    fn type_declaration(&mut self, stmt: &'a ast::Stmt, d: &'a ast::TypeDecl, out: &mut Vec<Decl>) {
        let base = self.type_of_spec(&d.spec);
        let spelling = self.text(d.spec.span);
        let attrs: Vec<Attr> = d.attrs.iter().filter_map(|a| self.attr(a)).collect();
        let shared = attrs.iter().find_map(|a| match a {
            Attr::Dimension(dims) => Some(dims.clone()),
            _ => None,
        });
        let is_parameter = d.attrs.iter().any(|a| matches!(a.kind, AttrKind::Parameter));
        let mut entities = Vec::new();
        let mut data = Vec::new();
        for e in &d.entities {
            let key = (self.scope, e.name.key());
            if self.statement_functions.contains_key(&key) || self.idle_dummies.contains_key(&key) {
                continue;
            }
            let Some(symbol) = self.declared(&e.name) else { continue };
            let ty = self.type_of_entity(&d.spec, &base, e.length.as_ref());
            self.set_element(symbol, ty);
            let own = self.dims(&e.dims);
            match (own.is_empty(), &shared) {
                (false, _) => self.set_shape(symbol, own),
                (true, Some(dims)) => self.set_shape(symbol, dims.clone()),
                (true, None) => {}
            }
            let mut init = false;
            match &e.init {
                Some(ast::Init::Value(value) | ast::Init::Pointer(value)) => {
                    init = true;
                    let value = self.expr(value);
                    if is_parameter {
                        self.set_constant(symbol, value);
                    } else if let SymbolKind::Variable(v) = &mut self.program.symbols[symbol].kind {
                        v.init = Some(value);
                    }
                }
                Some(ast::Init::Data(values)) => data
                    .push(Data { targets: vec![Item::Value(il::Expr::var(symbol))], values: self.data_values(values) }),
                None => {}
            }
            entities.push(Entity {
                symbol,
                dims: !e.dims.is_empty(),
                init,
                star: e.length.as_ref().map(|l| self.star_text(l)),
            });
        }
        let mut decl = self.decl(&stmt.meta, DeclKind::Variables { spelling, attrs, colons: d.has_colons, entities });
        // A declaration of statement functions only vanishes with them; its comments stay.
        if matches!(&decl.kind, DeclKind::Variables { entities, .. } if entities.is_empty()) {
            if decl.comments.is_empty() && decl.directives.is_empty() {
                return;
            }
            decl.kind = DeclKind::Opaque { text: String::new(), symbols: Vec::new() };
        }
        out.push(decl);
        if !data.is_empty() {
            out.push(DeclKind::Data(data).into());
        }
    }

    /// The symbol that a declaration in the current scope is about.
    fn declared(&self, name: &ast::Ident) -> Option<SymbolId> {
        self.program.lookup_here(self.scope, &name.text).or_else(|| self.find(&name.text))
    }

    fn procedure_declaration(&mut self, d: &'a ast::ProcedureDecl) -> DeclKind {
        let (inside, interface, result) = match &d.interface {
            ast::ProcInterface::None => (String::new(), None, None),
            ast::ProcInterface::Name(name) => (name.text.to_string(), self.find(&name.text), None),
            ast::ProcInterface::Type(spec) => (self.text(spec.span), None, Some(self.type_of_spec(spec))),
        };
        let described = interface.and_then(|s| self.program.procedure(s)).cloned();
        let mut entities = Vec::new();
        for e in &d.entities {
            let Some(symbol) = self.declared(&e.name) else { continue };
            match &mut self.program.symbols[symbol].kind {
                SymbolKind::Procedure(p) if p.unit.is_none() => {
                    p.unit = described.as_ref().and_then(|d| d.unit);
                    p.result = result.clone().or_else(|| described.as_ref().and_then(|d| d.result.clone()));
                }
                SymbolKind::Variable(v) => v.ty = Type::Procedure,
                _ => {}
            }
            if self.program.variable(symbol).is_some() {
                self.pointer_interfaces.extend(interface.map(|i| (symbol, i)));
            }
            let mut init = false;
            if let Some(ast::Init::Value(value) | ast::Init::Pointer(value)) = &e.init {
                init = true;
                let value = self.expr(value);
                if let SymbolKind::Variable(v) = &mut self.program.symbols[symbol].kind {
                    v.init = Some(value);
                }
            }
            entities.push(Entity { symbol, dims: false, init, star: None });
        }
        DeclKind::Variables {
            spelling: format!("{}({inside})", self.cased("procedure")),
            attrs: d.attrs.iter().filter_map(|a| self.attr(a)).collect(),
            colons: true,
            entities,
        }
    }

    fn attribute_statement(&mut self, attr: &'a ast::Attr, list: &'a [ast::Entity]) -> DeclKind {
        let entities: Vec<Entity> = list.iter().map(|e| self.shaped_entity(e)).collect();
        let symbols = || entities.iter().map(|e| e.symbol).collect();
        match &attr.kind {
            AttrKind::Dimension(_) => DeclKind::Dimension(symbols()),
            AttrKind::External => DeclKind::External(symbols()),
            AttrKind::Intrinsic => DeclKind::Intrinsic(symbols()),
            _ => {
                let attr = self.attr(attr).unwrap_or(Attr::Other(String::new()));
                DeclKind::Attribute { attr, symbols: entities }
            }
        }
    }

    /// An entity of COMMON, DIMENSION and other attribute statements: its shape may be written there.
    fn shaped_entity(&mut self, e: &'a ast::Entity) -> Entity {
        let symbol = match self.declared(&e.name) {
            Some(symbol) => symbol,
            None => self.variable_named(&e.name.text, e.name.span),
        };
        let dims = self.dims(&e.dims);
        let has_dims = !dims.is_empty();
        if has_dims {
            self.set_shape(symbol, dims);
        }
        Entity { symbol, dims: has_dims, init: false, star: None }
    }

    /// `name = value` of PARAMETER.
    fn constant(&mut self, name: &'a ast::Ident, value: &'a ast::Expr) -> SymbolId {
        let value = self.expr(value);
        let symbol = match self.declared(name) {
            Some(symbol) => symbol,
            None => self.variable_named(&name.text, name.span),
        };
        self.set_constant(symbol, value);
        symbol
    }

    /// Gives a named constant its value; one of assumed length takes the length of the value.
    fn set_constant(&mut self, symbol: SymbolId, mut new: il::Expr) {
        self.say_own_shape(&mut new, symbol);
        if self.leads_to(&new, symbol) {
            let at = &self.program.symbols[symbol];
            let said = messages::defined_by_itself(at.span, "constant", &at.name);
            return self.refuse(said);
        }
        let given = match il::typing::type_of(self.program, &new) {
            Type::Character { len, .. } => len,
            _ => None,
        };
        if let SymbolKind::Constant { ty, value } = &mut self.program.symbols[symbol].kind {
            if let Type::Character { len: len @ None, .. } = ty {
                *len = given;
            }
            *value = new;
        }
    }

    /// A constant may ask for its own shape, which its declaration has said before: `reshape([…], shape(a))`.
    fn say_own_shape(&self, e: &mut il::Expr, constant: SymbolId) {
        let Some(Type::Array { dims, .. }) = self.program.symbol_type(constant) else { return };
        let extents: Option<Vec<il::Expr>> = dims.iter().map(il::typing::extent).collect();
        let Some(extents) = extents else { return };
        e.rewrite(&mut |x| {
            let ExprKind::Intrinsic(f, args) = &x.kind else { return };
            let own = args.first().is_some_and(|a| matches!(a.value.kind, ExprKind::Var(s) if s == constant));
            let all = || extents.iter().cloned();
            let said = match (f.name(), args.get(1).map(|a| a.value.as_int())) {
                ("shape", None) => {
                    let items = all().map(Item::Value).collect();
                    Some(ExprKind::Constructor { items, ty: None }.into())
                }
                ("size", None) => all().reduce(|a, b| il::Expr::binary(il::BinaryOp::Mul, a, b)),
                ("size", Some(Some(k))) => usize::try_from(k - 1).ok().and_then(|k| extents.get(k).cloned()),
                _ => None,
            };
            if let Some(said) = said.filter(|_| own) {
                *x = said;
            }
        });
    }

    /// Whether the value of `e` depends on the value of the constant `target`.
    fn leads_to(&self, e: &il::Expr, target: SymbolId) -> bool {
        let mut found = false;
        e.walk(&mut |x| {
            if let ExprKind::Var(s) = x.kind {
                found |= s == target;
                if let SymbolKind::Constant { value, .. } = &self.program.symbols[s].kind {
                    found = found || self.leads_to(value, target);
                }
            }
        });
        found
    }

    fn data_set(&mut self, set: &'a ast::DataSet) -> Data {
        let targets: Vec<Item> = set.objects.iter().map(|o| self.item(o)).collect();
        targets.iter().for_each(|t| self.keep(t));
        let values = self.data_values(&set.values);
        Data { targets, values }
    }

    /// What DATA gives a value keeps it (F2018 8.6.7), also where its type is implicit or declared after the DATA statement.
    fn keep(&mut self, target: &Item) {
        match target {
            Item::Value(e) => {
                if let Some(SymbolKind::Variable(v)) = e.root().map(|s| &mut self.program.symbols[s].kind) {
                    v.saved = true;
                }
            }
            Item::Implied { items, .. } => items.iter().for_each(|i| self.keep(i)),
        }
    }

    fn data_values(&mut self, values: &'a [ast::DataValue]) -> Vec<(Option<il::Expr>, il::Expr)> {
        values.iter().map(|v| (v.repeat.as_ref().map(|r| self.expr(r)), self.expr(&v.value))).collect()
    }

    /// An attribute; `None` for those that have no meaning in a list of attributes.
    pub fn attr(&mut self, attr: &'a ast::Attr) -> Option<Attr> {
        Some(match &attr.kind {
            AttrKind::Allocatable => Attr::Allocatable,
            AttrKind::Dimension(dims) => Attr::Dimension(self.dims(dims)),
            AttrKind::External => Attr::External,
            AttrKind::Intent(ast::Intent::In) => Attr::Intent(Intent::In),
            AttrKind::Intent(ast::Intent::Out) => Attr::Intent(Intent::Out),
            AttrKind::Intent(ast::Intent::InOut) => Attr::Intent(Intent::InOut),
            AttrKind::Intrinsic => Attr::Intrinsic,
            AttrKind::Optional => Attr::Optional,
            AttrKind::Parameter => Attr::Parameter,
            AttrKind::Pointer => Attr::Pointer,
            AttrKind::Private => Attr::Private,
            AttrKind::Protected => Attr::Protected,
            AttrKind::Public => Attr::Public,
            AttrKind::Save => Attr::Save,
            AttrKind::Target => Attr::Target,
            AttrKind::Value => Attr::Value,
            AttrKind::Codimension => {
                self.program.units[self.unit].has_errors = true;
                Attr::Other(self.text(attr.span))
            }
            AttrKind::Bind(bind) => Attr::Other(self.bind_text(bind)),
            // In a statement of its own the word is the statement's.
            AttrKind::Asynchronous => Attr::Other(self.cased("asynchronous")),
            AttrKind::Contiguous => Attr::Other(self.cased("contiguous")),
            AttrKind::Volatile => Attr::Other(self.cased("volatile")),
            AttrKind::Abstract
            | AttrKind::Extends(_)
            | AttrKind::Deferred
            | AttrKind::NonOverridable
            | AttrKind::Pass(_)
            | AttrKind::NoPass
            | AttrKind::Kind
            | AttrKind::Len => Attr::Other(self.text(attr.span)),
        })
    }
}
