//! Functions that are called before anything declares them, as C89 had it (C90 6.3.2.2).
//!
//! A function that the file defines below is that function. One of the C library is what its header says, and the output includes the header. Anything else
//! gives an `int`, as compilers take it; where a file defines it otherwise, the program is none, and where nobody defines it, real numbers that go in make a
//! misspelt name more likely than a function. Each is declared in the output, and said once.

use super::{Lowered, Lowerer, library, types};
use crate::ast::FunctionDefinition;
use il::symbol::{Procedure, ProcedureClass, SymbolId, SymbolKind};
use il::{DeclKind, Diagnostic, Expr, ScalarClass, Span, Type};

/// What the code of the message is.
const UNDECLARED: &str = "RT0202";

impl Lowerer<'_, '_> {
    /// The symbol of a function that is called and not declared; `None` where there is none to be declared.
    pub fn declared_by_call(&mut self, name: &str, span: Span) -> Option<SymbolId> {
        if self.lost.contains(name) || self.in_system {
            return None;
        }
        if let Some(function) = self.system.definition(name) {
            return self.declare_ahead(function, span);
        }
        if !self.system.is_defined(name) && library::header(name).is_some() {
            return self.declare_of_library(name, span);
        }
        if name.starts_with("__builtin_") {
            return Some(self.declare_of_compiler(name, span));
        }
        let kind =
            SymbolKind::Procedure(Procedure::new(None, Some(Type::Scalar(types::int())), ProcedureClass::Normal));
        let symbol = self.p.declare(self.p.global_c, name, span, kind);
        self.taken_for_int.insert(symbol, span);
        self.add_declaration(DeclKind::Prototype(symbol), Span::NONE, &Default::default());
        Some(symbol)
    }

    /// A function of math.h that no header declares: the file gets that header. Nothing is said of one that compilers know as `__builtin_sin`.
    pub fn include_for(&mut self, name: &str, span: Span) {
        let plain = name.strip_prefix("__builtin_");
        let Some(header) = library::header(plain.unwrap_or(name)) else { return };
        let is_declared = |name: &str| self.system.declares(name) || self.p.lookup(self.scope, name).is_some();
        // What is a macro in the header has no declaration.
        let is_there = is_declared(plain.unwrap_or(name)) || plain.is_some() && is_declared(library::sample(header));
        if is_there || !self.system.include(header) {
            return;
        }
        self.add_declaration(DeclKind::Include(header.to_string()), Span::NONE, &Default::default());
        if plain.is_some() {
            return;
        }
        let what = format!("`{name}` is not declared: taken for the function of {header}");
        self.say_undeclared(span, what, None, format!("include {header}"));
    }

    /// A function that the file defines below its first call.
    fn declare_ahead(&mut self, function: &FunctionDefinition, span: Span) -> Option<SymbolId> {
        let scope = std::mem::replace(&mut self.scope, self.file_scope);
        let head = self.head(function);
        self.scope = scope;
        let (name, symbol, signature) = head.ok()?;
        let unit = self.interface(&name, symbol, &signature);
        self.p.units[unit].prefixes = self.prefixes(symbol, &function.specs);
        self.add_declaration(DeclKind::Prototype(symbol), Span::NONE, &Default::default());
        let what = format!("`{name}` is called before it is declared: taken for the function that is defined below");
        let note =
            format!("declare it above its first call; in C99 and later that is an error, in C89 `{name}` gives an int");
        self.say_undeclared(span, what, Some(function.declarator.span), note);
        Some(symbol)
    }

    /// A function of the C library that is called without its header.
    fn declare_of_library(&mut self, name: &str, span: Span) -> Option<SymbolId> {
        self.include_for(name, span);
        let result = library::result(name);
        let kind = SymbolKind::Procedure(Procedure::new(None, result, ProcedureClass::System));
        Some(self.p.declare(self.p.global_c, name, span, kind))
    }

    /// A function of the compiler (GNU C, 6.59): it has no declaration. What it is given says what it gives, where it is not an `int`.
    fn declare_of_compiler(&mut self, name: &str, span: Span) -> SymbolId {
        let unsigned = |bytes, spelling: &str| Type::Scalar(types::integer(bytes, spelling));
        let result = match name {
            "__builtin_alloca" | "__builtin_frame_address" | "__builtin_return_address" => {
                Type::Pointer { to: Box::new(Type::Void), to_const: false, restrict: false }
            }
            "__builtin_bswap16" => unsigned(2, "unsigned short"),
            "__builtin_bswap32" => unsigned(4, "unsigned int"),
            "__builtin_bswap64" => unsigned(8, "unsigned long"),
            "__builtin_object_size" => unsigned(8, "size_t"),
            _ => Type::Scalar(types::int()),
        };
        let kind = SymbolKind::Procedure(Procedure::new(None, Some(result), ProcedureClass::System));
        self.p.declare(self.p.global_c, name, span, kind)
    }

    /// Refuses the value of a function that nobody defines and that gets real numbers.
    pub fn check_taken_for_int(&mut self, callee: SymbolId, args: &[Expr], span: Span) -> Lowered<()> {
        let name = self.p.symbols[callee].name.clone();
        if !self.taken_for_int.contains_key(&callee) || self.system.is_defined(&name) {
            return Ok(());
        }
        let is_real = |ty: &Type| match ty {
            Type::Pointer { to, .. } => to.element().is_differentiable(),
            ty => ty.element().is_differentiable(),
        };
        if !args.iter().any(|a| is_real(&self.ty(a))) {
            return Ok(());
        }
        self.taken_for_int.remove(&callee);
        self.undeclared(&name, span)
    }

    /// Says once of each function that it was taken to give an `int`, and refuses those that turned out to give something else.
    pub fn say_taken_for_int(&mut self) {
        for (symbol, span) in std::mem::take(&mut self.taken_for_int) {
            let name = self.p.symbols[symbol].name.clone();
            let result = self.p.procedure(symbol).and_then(|p| p.result.clone());
            let defined = self.defined.get(&symbol).copied();
            let is_int = match &result {
                None => true,
                Some(ty) => ty.scalar().is_some_and(|s| s.class == ScalarClass::Integer && s.bytes == 4),
            };
            if is_int {
                let what = match defined {
                    Some(_) => {
                        format!("`{name}` is not declared here: taken for the function that is defined elsewhere")
                    }
                    None => format!("`{name}` is not declared: taken for a function that gives an int"),
                };
                self.say_undeclared(span, what, defined, "declare it above its first call".into());
                continue;
            }
            let what =
                format!("`{name}` is not declared here: compilers take it to give an int, and it is defined otherwise");
            let mut said = Diagnostic::error(UNDECLARED, span, what).note("declare it above its first call");
            if let Some(place) = defined {
                said = said.with(place, "defined here");
            }
            self.diagnostics.push(said);
        }
    }

    fn say_undeclared(&mut self, span: Span, what: String, defined: Option<Span>, note: String) {
        let mut said = Diagnostic::warning(UNDECLARED, span, what).note(note);
        if let Some(place) = defined {
            said = said.with(place, "defined here");
        }
        self.diagnostics.push(said);
    }
}
