//! Functions: their symbols, interfaces and bodies.

use super::types::{Qualified, Signature};
use super::{Lowered, Lowerer, remarks};
use crate::ast::*;
use crate::walk;
use il::stmt::{Block as Body, Label};
use il::symbol::{Procedure, ProcedureClass, Symbol, SymbolId, SymbolKind};
use il::{
    Decl, DeclKind, Diagnostic, Directive, Language, Prefix, Span, StmtKind, Storage, Type, Unit, UnitId, UnitKind,
    Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// What lowering carries along inside one function.
#[derive(Default)]
pub struct Frame {
    /// The function; none at file level.
    pub unit: Option<UnitId>,
    /// Where statements go.
    pub out: Body,
    /// What still has to happen after the full expression being lowered.
    pub post: Vec<StmtKind>,
    /// Whether the full expression being lowered may leave something in `post`.
    pub delay: bool,
    /// How often the full expression being lowered mentions each name.
    pub mentions: BTreeMap<String, usize>,
    /// Whether it calls something.
    pub calls: bool,
    /// Names whose address is taken somewhere in the function.
    pub addressed: BTreeSet<String>,
    /// The expression that is the statement being lowered, and the text of that statement, if the user wrote it.
    pub written: Option<(Span, String)>,
    /// The statement at hand has a label: jumps lead between it and the one before.
    pub labelled: bool,
    /// Where each name is changed last, or its address is taken, in the order of the text.
    pub changed: BTreeMap<String, u32>,
    /// Every name of the function, so that new ones differ.
    pub names: BTreeSet<String>,
    /// Comments, directives and the label that the next statement gets.
    pub pending: Pending,
    /// What `break` and `continue` mean, innermost last.
    pub breakable: Vec<Breakable>,
    /// How many constructs got a name.
    pub constructs: usize,
}

/// What waits for a statement to be attached to.
#[derive(Default)]
pub struct Pending {
    /// Comment lines.
    pub comments: Vec<String>,
    /// `$AD` directives.
    pub directives: Vec<Directive>,
    /// A label.
    pub label: Option<String>,
}

/// A construct that `break` leaves.
pub enum Breakable {
    /// A loop.
    Loop,
    /// A `switch`, and its name once a `break` needs one.
    Switch(Option<String>),
}

impl<'t> Lowerer<'_, 't> {
    /// Lowers a function definition.
    pub fn function(&mut self, function: &'t FunctionDefinition, item: &External) -> Lowered<()> {
        let lowered = self.head(function);
        let Ok((name, symbol, signature)) = lowered else {
            let text = self.text_of(item.span);
            self.add_declaration(DeclKind::Error(text), item.span, &item.comments);
            let unit = self.file_unit;
            self.p.units[unit].has_errors = true;
            return Ok(());
        };
        let symbol = self.defining(symbol, function);
        let id = self.unit_of(&name, symbol, &signature);
        if let SymbolKind::Procedure(procedure) = &mut self.p.symbols[symbol].kind {
            procedure.unit = Some(id);
            procedure.class = ProcedureClass::Normal;
        }
        let parent = self.file_unit;
        let comments = remarks::before(&self.p.sources, &item.comments.before, item.span);
        let prefixes = self.prefixes(symbol, &function.specs);
        let unit = &mut self.p.units[id];
        unit.parent = Some(parent);
        unit.span = item.span;
        unit.comments = comments;
        unit.directives = remarks::directives(&item.comments.before);
        unit.prefixes = prefixes;
        self.p.units[parent].children.push(id);

        self.scope = self.p.units[id].scope;
        self.f = frame(&function.body, id);
        let body = self.body(&function.body);
        let waiting = std::mem::take(&mut self.f.pending);
        self.p.units[id].body = body;
        let mut end = waiting.comments;
        end.extend(remarks::lines(&function.body.trailing));
        end.extend(remarks::lines(&item.comments.after));
        self.p.units[id].end_comments = end;
        self.check_labels(id);
        self.f = Frame::default();
        self.scope = self.file_scope;
        self.add_declaration(DeclKind::Unit(id), Span::NONE, &Comments::default());
        Ok(())
    }

    /// Labels stand once, and those that are jumped to do (C11 6.8.1 and 6.8.6.1). What is kept as text may hold some: nothing is said then.
    fn check_labels(&mut self, id: UnitId) {
        let u = &self.p.units[id];
        let mut labels: Vec<Label> = Vec::new();
        let mut jumps: Vec<(Label, Span)> = Vec::new();
        let mut wrong: Vec<Diagnostic> = Vec::new();
        let mut all_read = true;
        u.walk(&u.body, &mut |_, s| {
            all_read &= !matches!(s.kind, StmtKind::Opaque { .. } | StmtKind::Error(_));
            if let Some(label) = &s.label {
                if labels.contains(label) {
                    let what = format!("label `{label}` stands more than once in this function");
                    wrong.push(Diagnostic::error("RT0220", s.span, what).note("rename one of them"));
                }
                labels.push(label.clone());
            }
            if let StmtKind::Goto(label) = &s.kind {
                jumps.push((label.clone(), s.span));
            }
        });
        for (label, span) in jumps.iter().filter(|(l, _)| all_read && !labels.contains(l)) {
            let what = format!("label `{label}` stands nowhere in this function");
            wrong.push(Diagnostic::error("RT0214", *span, what).note("correct the label, or add the statement"));
        }
        if !wrong.is_empty() {
            self.diagnostics.extend(wrong);
            self.p.units[id].has_errors = true;
        }
    }

    /// The symbol of a definition: that of its name, but of a second definition one that nobody finds. Compilers may have the text of an inline function
    /// beside another one.
    fn defining(&mut self, symbol: SymbolId, function: &FunctionDefinition) -> SymbolId {
        let span = function.declarator.span;
        if self.in_system || function.specs.inline {
            return symbol;
        }
        let Some(first) = self.defined.insert(symbol, span) else { return symbol };
        self.defined.insert(symbol, first);
        let again = self.p.symbols[symbol].clone();
        let message = format!("`{}` is defined more than once", again.name);
        self.diagnostics.push(
            Diagnostic::error("RT0212", span, message)
                .with(first, "first definition")
                .note("give each definition of a name only once"),
        );
        self.p.add_symbol(Symbol { span, ..again })
    }

    /// Name, symbol and signature of a function definition.
    pub fn head(&mut self, function: &FunctionDefinition) -> Lowered<(String, SymbolId, Signature)> {
        let declarator = &function.declarator;
        let Some((Derived::Function(params), _)) = declarator.derived.split_first() else {
            return self.refuse("RT0108", declarator.span, "a function needs a parameter list");
        };
        let old_style;
        let params = match params {
            Params::OldStyle(names) => {
                old_style = old_style_params(names, &function.old_style);
                &old_style
            }
            Params::Prototype { .. } => params,
        };
        let (symbol, signature) = self.declare_function(&function.specs, declarator, params)?;
        Ok((declarator.name.clone().unwrap_or_default(), symbol, signature))
    }

    /// Declares a function by a prototype; its symbol.
    pub fn prototype(&mut self, specs: &Specs, declarator: &Declarator) -> Lowered<SymbolId> {
        let Some(Derived::Function(params)) = declarator.derived.first() else {
            return self.refuse("RT0108", declarator.span, "a prototype needs a parameter list");
        };
        let (symbol, signature) = self.declare_function(specs, declarator, params)?;
        let known = self.p.procedure(symbol).and_then(|procedure| procedure.unit);
        // A prototype with parameters says more than an empty one before it.
        let says_more = |unit: UnitId| self.p.units[unit].is_interface && self.p.units[unit].params.is_empty();
        if known.is_none_or(says_more) && !signature.unknown {
            let name = declarator.name.clone().unwrap_or_default();
            let unit = self.interface(&name, symbol, &signature);
            self.p.units[unit].prefixes = self.prefixes(symbol, specs);
            self.p.units[unit].span = specs.span.to(declarator.span);
        }
        Ok(symbol)
    }

    /// The words before a function. What an earlier declaration says is `static` is so without the word (C11 6.2.2p5).
    pub fn prefixes(&self, symbol: SymbolId, specs: &Specs) -> Vec<Prefix> {
        let mut prefixes = Vec::new();
        if self.p.symbols[symbol].scope != self.p.global_c {
            prefixes.push(Prefix::Static);
        } else if specs.storage == Some(crate::ast::Storage::Extern) {
            prefixes.push(Prefix::Other("extern".into()));
        }
        if specs.inline {
            prefixes.push(Prefix::Inline);
        }
        if specs.noreturn {
            prefixes.push(Prefix::Other("_Noreturn".into()));
        }
        prefixes
    }

    /// The symbol of a function with this head, in the scope of its linkage.
    fn declare_function(
        &mut self,
        specs: &Specs,
        declarator: &Declarator,
        params: &Params,
    ) -> Lowered<(SymbolId, Signature)> {
        let base = self.base_type(specs)?;
        let result = self.derive_steps(base, &declarator.derived[1..])?;
        let mut signature = self.signature(result.ty, params)?;
        // The hidden result of a function that gives pointers to const is no constant itself.
        signature.constant_result = result.constant;
        let name = declarator.name.clone().unwrap_or_default();
        let result = (signature.result != Type::Void).then(|| signature.result.clone());
        let home = if specs.storage == Some(crate::ast::Storage::Static) { self.file_scope } else { self.p.global_c };
        let of_library = self.is_of_library(&name, &signature);
        // A static function is none of other files, whatever its name.
        let known = self.p.lookup_here(self.file_scope, &name).or_else(|| self.p.lookup_here(home, &name));
        if let Some(symbol) = known
            && let SymbolKind::Procedure(procedure) = &mut self.p.symbols[symbol].kind
        {
            procedure.result = result;
            return Ok((symbol, signature));
        }
        let class = if self.in_system || of_library { ProcedureClass::System } else { ProcedureClass::Normal };
        let kind = SymbolKind::Procedure(Procedure::new(None, result, class));
        let symbol = self.p.declare(home, name, declarator.span, kind);
        Ok((symbol, signature))
    }

    /// Gives a procedure symbol a unit that describes it.
    pub fn interface(&mut self, name: &str, symbol: SymbolId, signature: &Signature) -> UnitId {
        let id = self.unit_of(name, symbol, signature);
        self.p.units[id].is_interface = true;
        if let SymbolKind::Procedure(procedure) = &mut self.p.symbols[symbol].kind {
            procedure.unit = Some(id);
        }
        id
    }

    /// A unit with the head of a function.
    fn unit_of(&mut self, name: &str, symbol: SymbolId, signature: &Signature) -> UnitId {
        let scope = signature.scope;
        let kind = if signature.result == Type::Void {
            UnitKind::Subroutine
        } else {
            let variable = Variable {
                constant: signature.constant_result,
                ..Variable::new(signature.result.clone(), Storage::Result)
            };
            let span = self.p.symbols[symbol].span;
            // Hidden: the name means the function.
            let kind = SymbolKind::Variable(variable);
            let result = self.p.add_symbol(Symbol { name: name.to_string(), scope, span, kind });
            let type_prefix = Some(super::spell::base(self.p, &signature.result));
            UnitKind::Function { result, explicit: false, type_prefix }
        };
        let mut unit = Unit::new(name, kind, Language::C, scope);
        unit.symbol = Some(symbol);
        unit.file = self.p.units[self.file_unit].file.filter(|_| !self.in_system);
        unit.params = signature.params.clone();
        unit.suffix = signature.variadic.then(|| "...".to_string());
        let id = self.p.units.add(unit);
        self.p.scopes[scope].kind = il::ScopeKind::Unit(id);
        id
    }

    /// Declares the n-th parameter in the scope of its signature.
    pub fn parameter(&mut self, at: usize, declarator: &Declarator, found: Qualified) -> SymbolId {
        let name = declarator.name.clone().unwrap_or_default();
        let kind = match self.signature_of(&found.ty).cloned() {
            Some(signature) if !signature.unknown => {
                let result = (signature.result != Type::Void).then(|| signature.result.clone());
                let class = ProcedureClass::Dummy(at);
                let whole = super::spell::declaration(self.p, &found.ty, "{}");
                let spelling = (!whole.contains('(')).then_some(whole);
                let symbol = self.p.add_symbol(Symbol {
                    name: name.clone(),
                    scope: self.scope,
                    span: declarator.span,
                    kind: SymbolKind::Procedure(Procedure { spelling, ..Procedure::new(None, result, class) }),
                });
                self.p.import(self.scope, &name, symbol);
                self.interface(&name, symbol, &signature);
                return symbol;
            }
            _ => {
                let by_value = !matches!(found.ty, Type::Array { .. });
                let constant = found.constant;
                SymbolKind::Variable(Variable { by_value, constant, ..Variable::new(found.ty, Storage::Dummy(at)) })
            }
        };
        self.p.declare(self.scope, name, declarator.span, kind)
    }

    /// Adds a declaration at file level; the system's are not kept.
    pub fn add_declaration(&mut self, kind: DeclKind, span: Span, comments: &Comments) {
        if self.in_system {
            return;
        }
        let mut decl = Decl::from(kind);
        decl.span = span;
        decl.comments = remarks::before(&self.p.sources, &comments.before, span);
        decl.directives = remarks::directives(&comments.before);
        decl.trailing = remarks::trailing(&comments.after);
        let unit = self.file_unit;
        self.p.units[unit].decls.push(decl);
    }
}

/// Whether a function is one of the runtime's that bring a value back (`runtime/adBuffer.h`).
fn is_restore(name: &str) -> bool {
    const VALUES: &[&str] = &["Integer", "Real", "Complex", "Character", "Boolean", "Pointer", "Control"];
    name.strip_prefix("pop").is_some_and(|what| VALUES.iter().any(|v| what.starts_with(v)))
}

/// Behind casts: `popInteger4((int *)&n)`.
fn uncast(e: &Expr) -> &Expr {
    match &walk::bare(e).kind {
        ExprKind::Cast(_, value) => uncast(value),
        _ => walk::bare(e),
    }
}

/// What a function's body says about its names.
fn frame(body: &Block, unit: UnitId) -> Frame {
    let mut names = BTreeSet::new();
    let mut addressed = BTreeSet::new();
    let mut changed: BTreeMap<String, u32> = BTreeMap::new();
    let mut change = |place: &Expr| {
        if let ExprKind::Ident(name) = &walk::bare(place).kind {
            let last = changed.entry(name.clone()).or_default();
            *last = place.span.start.max(*last);
        }
    };
    // The tape keeps no address: `popInteger4(&n)` sets `n` there and then.
    let mut restored: Vec<*const Expr> = Vec::new();
    walk::block(body, &mut |e| match &e.kind {
        ExprKind::Call { callee, args } => {
            if matches!(&walk::bare(callee).kind, ExprKind::Ident(name) if is_restore(name)) {
                restored.extend(args.iter().filter_map(|a| match a {
                    crate::ast::Arg::Expr(e) => Some(uncast(e) as *const Expr),
                    _ => None,
                }));
            }
        }
        ExprKind::Unary(UnaryOp::AddressOf, _) if restored.contains(&(e as *const Expr)) => {}
        ExprKind::Ident(name) => {
            names.insert(name.clone());
        }
        ExprKind::Unary(UnaryOp::AddressOf, x) => {
            change(x);
            if let ExprKind::Ident(name) = &walk::bare(x).kind {
                addressed.insert(name.clone());
            }
        }
        ExprKind::Assign { target, .. } | ExprKind::Step { target, .. } => change(target),
        _ => {}
    });
    Frame { unit: Some(unit), names, addressed, changed, ..Frame::default() }
}

/// The prototype that old-style declarations amount to; what is not declared is an `int`.
fn old_style_params(names: &[String], declarations: &[Declaration]) -> Params {
    let find = |name: &String| {
        declarations.iter().find_map(|declaration| {
            let item = declaration.items.iter().find(|item| item.declarator.name.as_ref() == Some(name))?;
            Some((declaration.specs.clone(), item.declarator.clone(), declaration.span))
        })
    };
    let int = |name: &String| {
        let span = Span::NONE;
        let ty = TypeSpec::Basic { words: vec!["int"], spelled: None };
        let specs = Specs {
            storage: None,
            thread_local: false,
            inline: false,
            noreturn: false,
            quals: Vec::new(),
            layout: None,
            ty,
            span,
        };
        (specs, Declarator { name: Some(name.clone()), derived: Vec::new(), span }, span)
    };
    let param = |name: &String| {
        let (specs, declarator, span) = find(name).unwrap_or_else(|| int(name));
        Param { specs, declarator, span }
    };
    Params::Prototype { params: names.iter().map(param).collect(), variadic: false }
}
