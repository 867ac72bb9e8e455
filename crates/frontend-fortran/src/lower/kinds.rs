//! Types as written, and what their kinds mean in bytes.

use il::{Dim, Expr, ExprKind, Scalar, ScalarClass, SymbolKind, Type, Upper, fold};

use super::context::Lower;
use super::messages;
use crate::ast::{self, BaseType, KindSpec, LengthValue};

/// What a kind parameter says.
enum Kind {
    Bytes(u8),
    /// It has a name of which nothing is known: what is declared with it has a type of its own ([`il::Program::is_of_unknown_kind`]).
    Guessed,
    /// That of the default: of integers and logicals it decides nothing here, or an error was said.
    Default,
}

impl<'a> Lower<'a, '_> {
    /// The type that a specifier means, with the user's spelling.
    pub fn type_of_spec(&mut self, spec: &'a ast::TypeSpec) -> Type {
        let spelling = self.text(spec.span);
        let class = match &spec.base {
            BaseType::Integer => ScalarClass::Integer,
            BaseType::Real | BaseType::DoublePrecision => ScalarClass::Real,
            BaseType::Complex | BaseType::DoubleComplex => ScalarClass::Complex,
            BaseType::Logical => ScalarClass::Logical,
            BaseType::Byte => return Type::Scalar(Scalar::new(ScalarClass::Integer, 1, spelling)),
            BaseType::Character => {
                let len = match &spec.length {
                    None => Some(Expr::int(1)),
                    Some(length) => self.character_length(length),
                };
                return Type::Character { len: len.map(Box::new), spelling };
            }
            BaseType::Derived(name, _) | BaseType::Class(name, _) => {
                return match self.record(name) {
                    // Nothing is known about the components of its objects, whose kinds and extents are their own.
                    Some(record) if self.is_parameterised(record) => Type::Opaque(spelling),
                    Some(record) => Type::Record(record),
                    None => Type::Opaque(spelling),
                };
            }
            BaseType::ClassStar | BaseType::TypeStar => return Type::Opaque(spelling),
        };
        let default = match &spec.base {
            BaseType::Integer | BaseType::Logical => self.options.integer,
            BaseType::Real => self.options.real,
            BaseType::Complex => 2 * self.options.real,
            BaseType::DoublePrecision => self.options.double,
            _ => 2 * self.options.double,
        };
        let mut kind_name = None;
        let bytes = match &spec.kind {
            None => default,
            Some(KindSpec::Bytes(bytes)) => u8::try_from(*bytes).unwrap_or(default),
            Some(KindSpec::Expr { value, .. }) => {
                if let ast::ExprKind::Name(name) = &value.kind {
                    kind_name = Some(name.to_string());
                }
                match self.kind_bytes(value, class) {
                    Kind::Bytes(bytes) if class == ScalarClass::Complex => bytes.saturating_mul(2),
                    Kind::Bytes(bytes) => bytes,
                    Kind::Guessed => return Type::Opaque(spelling),
                    Kind::Default => default,
                }
            }
        };
        Type::Scalar(Scalar { kind_name, ..Scalar::new(class, bytes, spelling) })
    }

    /// The type of an entity: its declaration's type, or that with the length beside the name.
    pub fn type_of_entity(
        &mut self,
        spec: &'a ast::TypeSpec,
        base: &Type,
        length: Option<&'a ast::CharLength>,
    ) -> Type {
        let Some(length) = length else { return base.clone() };
        let word: String = self.text(spec.span).chars().take_while(|c| c.is_ascii_alphabetic()).collect();
        match base {
            Type::Character { .. } => {
                let len = self.character_length(length);
                let spelling = format!("{word}*{}", self.star_text(length));
                Type::Character { len: len.map(Box::new), spelling }
            }
            Type::Scalar(s) => match self.character_length(length).and_then(|e| fold::integer(self.program, &e)) {
                Some(bytes) => Type::Scalar(Scalar::new(
                    s.class,
                    u8::try_from(bytes).unwrap_or(s.bytes),
                    format!("{word}*{bytes}"),
                )),
                None => base.clone(),
            },
            other => other.clone(),
        }
    }

    /// What stands after the star of `name*8`, `name*(*)`.
    pub fn star_text(&self, length: &ast::CharLength) -> String {
        match &length.value {
            LengthValue::Assumed => "(*)".to_string(),
            LengthValue::Deferred => "(:)".to_string(),
            LengthValue::Expr(e) => match &e.kind {
                ast::ExprKind::Literal(l) => l.text.to_string(),
                ast::ExprKind::Paren(_) => self.text(e.span),
                _ => format!("({})", self.text(e.span)),
            },
        }
    }

    fn character_length(&mut self, length: &'a ast::CharLength) -> Option<Expr> {
        match &length.value {
            LengthValue::Expr(e) => Some(self.expr(e)),
            LengthValue::Assumed | LengthValue::Deferred => None,
        }
    }

    /// The bytes that a kind parameter stands for: with gfortran, kinds are bytes.
    fn kind_bytes(&mut self, value: &'a ast::Expr, class: ScalarClass) -> Kind {
        let kind = self.expr(value);
        let found = fold::integer(self.program, &kind).and_then(|v| u8::try_from(v).ok()).filter(|v| *v > 0);
        if let Some(bytes) = found {
            return Kind::Bytes(bytes);
        }
        let mut guessed = false;
        kind.walk(&mut |e| guessed |= matches!(e.kind, ExprKind::Var(s) if self.program.is_placeholder(s)));
        match class {
            ScalarClass::Integer | ScalarClass::Logical if guessed => return Kind::Default,
            ScalarClass::Real | ScalarClass::Complex if guessed && self.is_module_scope(self.scope) => {
                return Kind::Guessed;
            }
            _ => {}
        }
        self.program.units[self.unit].has_errors = true;
        if !self.is_shaky() {
            self.say(messages::unknown_kind(value.span));
        }
        Kind::Default
    }

    /// The bytes of a kind suffix of a literal, `8` or `dp`.
    pub fn suffix_bytes(&mut self, suffix: &str, span: il::Span) -> Option<u8> {
        if let Ok(bytes) = suffix.parse() {
            return Some(bytes);
        }
        let Some(symbol) = self.find(suffix) else {
            self.report_undeclared(suffix, span);
            return None;
        };
        match &self.program.symbols[symbol].kind {
            SymbolKind::Constant { value, .. } => {
                let bytes = fold::integer(self.program, value).and_then(|v| u8::try_from(v).ok());
                if bytes.is_none() && !self.is_shaky() {
                    self.refuse(messages::unknown_kind(span));
                }
                bytes
            }
            _ => {
                if !self.is_shaky() {
                    self.refuse(messages::unknown_kind(span));
                }
                None
            }
        }
    }

    /// The dimensions of a declaration.
    pub fn dims(&mut self, dims: &'a [ast::Dim]) -> Vec<Dim> {
        dims.iter()
            .map(|d| match d {
                ast::Dim::Explicit { lower, upper } => {
                    let lower = lower.as_ref().map(|e| self.expr(e));
                    Dim { lower, upper: Upper::At(self.expr(upper)) }
                }
                ast::Dim::Shape { lower } => {
                    Dim { lower: lower.as_ref().map(|e| self.expr(e)), upper: Upper::Deferred }
                }
                ast::Dim::Size { lower } => Dim { lower: lower.as_ref().map(|e| self.expr(e)), upper: Upper::Assumed },
                ast::Dim::Rank => {
                    self.program.units[self.unit].has_errors = true;
                    let unknown = ExprKind::Opaque {
                        text: "..".to_string(),
                        reads: Vec::new(),
                        ty: Box::new(Type::Opaque(String::new())),
                    };
                    Dim { lower: None, upper: Upper::At(unknown.into()) }
                }
            })
            .collect()
    }
}
