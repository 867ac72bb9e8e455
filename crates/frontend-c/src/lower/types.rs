//! Types: specifiers and declarators to types of the IL.

use super::{Lowered, Lowerer, spell};
use crate::ast::*;
use il::symbol::{ScopeId, ScopeKind, SymbolId, SymbolKind, tag_key};
use il::{Dim, Scalar, ScalarClass, Type, Upper};

/// What a function type says.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The type of its value; `Void` for none.
    pub result: Type,
    /// `const` on the value.
    pub constant_result: bool,
    /// Parameters in order.
    pub params: Vec<SymbolId>,
    /// The scope that declares them.
    pub scope: ScopeId,
    /// `...` follows.
    pub variadic: bool,
    /// Nothing is known about the parameters.
    pub unknown: bool,
    /// The type whose text it belongs to is a pointer to the function, not the function itself.
    pub pointer: bool,
}

/// A type and whether the object itself is `const`.
#[derive(Clone, Debug)]
pub struct Qualified {
    /// The type.
    pub ty: Type,
    /// `const` at the top.
    pub constant: bool,
}

/// Class, bytes and spelling of a basic type, by its words without order.
const BASIC: &[(&[&str], ScalarClass, u8)] = {
    use ScalarClass::*;
    &[
        (&["char"], Integer, 1),
        (&["char", "signed"], Integer, 1),
        (&["char", "unsigned"], Integer, 1),
        (&["short"], Integer, 2),
        (&["short", "signed"], Integer, 2),
        (&["short", "unsigned"], Integer, 2),
        (&["signed"], Integer, 4),
        (&["unsigned"], Integer, 4),
        (&[], Integer, 4),
        (&["long"], Integer, 8),
        (&["long", "signed"], Integer, 8),
        (&["long", "unsigned"], Integer, 8),
        (&["long", "long"], Integer, 8),
        (&["long", "long", "signed"], Integer, 8),
        (&["long", "long", "unsigned"], Integer, 8),
        (&["__int128"], Integer, 16),
        (&["__int128", "signed"], Integer, 16),
        (&["__int128", "unsigned"], Integer, 16),
        (&["_Bool"], Logical, 1),
        (&["float"], Real, 4),
        (&["double"], Real, 8),
        (&["double", "long"], Real, 16),
        (&["_Float16"], Real, 2),
        (&["_Float32"], Real, 4),
        (&["_Float64"], Real, 8),
        (&["_Float32x"], Real, 8),
        (&["_Float64x"], Real, 16),
        (&["_Float128"], Real, 16),
        (&["_Complex"], Complex, 16),
        (&["_Complex", "float"], Complex, 8),
        (&["_Complex", "double"], Complex, 16),
        (&["_Complex", "double", "long"], Complex, 32),
        (&["_Complex", "_Float32"], Complex, 8),
        (&["_Complex", "_Float64"], Complex, 16),
        (&["_Complex", "_Float32x"], Complex, 16),
        (&["_Complex", "_Float64x"], Complex, 32),
        (&["_Complex", "_Float128"], Complex, 32),
    ]
};

/// C's `int`.
pub fn int() -> Scalar {
    Scalar::int()
}

/// C's `double`.
pub fn double() -> Scalar {
    Scalar::new(ScalarClass::Real, 8, "double")
}

/// C's `float`.
pub fn float() -> Scalar {
    Scalar::new(ScalarClass::Real, 4, "float")
}

/// C's `long double`.
pub fn long_double() -> Scalar {
    Scalar::new(ScalarClass::Real, 16, "long double")
}

/// An integer of a number of bytes.
pub fn integer(bytes: u8, spelling: &str) -> Scalar {
    Scalar::new(ScalarClass::Integer, bytes, spelling)
}

/// The type of some words, or none.
fn basic(words: &[&'static str], spelling: String) -> Option<Type> {
    if words == ["void"] {
        return Some(Type::Void);
    }
    // `int` adds nothing beside another word, except that it makes `_Complex int`, which we do not have.
    let mut sorted: Vec<&str> =
        words.iter().copied().filter(|word| *word != "int" || words.contains(&"_Complex")).collect();
    sorted.sort_unstable();
    let found = BASIC.iter().find(|(words, ..)| *words == sorted.as_slice());
    match found {
        Some((_, class, bytes)) => Some(Type::Scalar(Scalar::new(*class, *bytes, spelling))),
        None if words.len() == 1 => Some(Type::Opaque(spelling)),
        None => None,
    }
}

fn has_const(quals: &[Qualifier]) -> bool {
    quals.contains(&Qualifier::Const)
}

impl Lowerer<'_, '_> {
    /// The type that specifiers name. Structures and enumerations defined in them are declared.
    pub fn base_type(&mut self, specs: &Specs) -> Lowered<Qualified> {
        let constant = has_const(&specs.quals);
        if specs.are_vectors() {
            let said = "vectors of compilers (vector_size) are read where a typedef has a name for them";
            return self.refuse("RT0208", specs.span, said);
        }
        let (ty, inner) = match &specs.ty {
            TypeSpec::Basic { words, spelled } => {
                let spelling = spelled.clone().unwrap_or_else(|| words.join(" "));
                match basic(words, spelling) {
                    Some(ty) => (ty, false),
                    None => return self.refuse("RT0208", specs.span, format!("`{}` is not a type", words.join(" "))),
                }
            }
            TypeSpec::Named(name) => {
                let symbol = self.must_find(name, specs.span)?;
                (self.named_type(symbol, name), self.const_typedefs.contains(&symbol))
            }
            TypeSpec::Record(record) => (Type::Record(self.record(record)?), false),
            TypeSpec::Enum(spec) => (self.enumeration(spec)?, false),
            TypeSpec::TypeofExpr(expr) => (self.type_of_unevaluated(expr)?, false),
            TypeSpec::TypeofType(name) => {
                let named = self.type_name(name)?;
                (named.ty, named.constant)
            }
        };
        Ok(Qualified { ty, constant: constant || inner })
    }

    /// The type behind a typedef, scalars under the typedef's name.
    fn named_type(&mut self, symbol: SymbolId, name: &str) -> Type {
        match &self.p.symbols[symbol].kind {
            SymbolKind::Typedef(Type::Scalar(scalar)) => {
                Type::Scalar(Scalar { spelling: name.to_string(), ..scalar.clone() })
            }
            // What is text goes by its name.
            SymbolKind::Typedef(Type::Opaque(_)) => Type::Opaque(name.to_string()),
            SymbolKind::Typedef(ty) => ty.clone(),
            _ => Type::Opaque(name.to_string()),
        }
    }

    /// The type of a cast or `sizeof`.
    pub fn type_name(&mut self, name: &TypeName) -> Lowered<Qualified> {
        let base = self.base_type(&name.specs)?;
        self.derive(base, &name.declarator)
    }

    /// The type of a declarator over its base type.
    pub fn derive(&mut self, base: Qualified, declarator: &Declarator) -> Lowered<Qualified> {
        self.derive_steps(base, &declarator.derived)
    }

    /// Applies the steps of a declarator, the outermost (read last) first.
    pub fn derive_steps(&mut self, mut at: Qualified, steps: &[Derived]) -> Lowered<Qualified> {
        let mut index = steps.len();
        while index > 0 {
            index -= 1;
            at = match &steps[index] {
                Derived::Pointer(quals) => Qualified {
                    ty: Type::Pointer {
                        to: Box::new(at.ty),
                        to_const: at.constant,
                        restrict: quals.contains(&Qualifier::Restrict),
                    },
                    constant: has_const(quals),
                },
                Derived::Array(suffix) => {
                    let upper = match &suffix.size {
                        Some(size) => Upper::At(self.extent(size)?),
                        None => Upper::Assumed,
                    };
                    // `const` goes to the elements.
                    let dims = vec![Dim { lower: None, upper }];
                    Qualified { ty: Type::Array { elem: Box::new(at.ty), dims }, constant: at.constant }
                }
                Derived::Function(params) => {
                    // The text is that of a pointer to the function: what stands around that, tables of such pointers, is a type of its own.
                    let own = match steps[..index].last() {
                        Some(Derived::Pointer(_)) => index - 1,
                        _ => index,
                    };
                    let constant =
                        matches!(steps.get(own), Some(Derived::Pointer(quals)) if own < index && has_const(quals));
                    let outer = steps[..own].iter().all(|s| !matches!(s, Derived::Function(_)));
                    let own = if outer { own } else { 0 };
                    let mut signature = self.signature(at.ty, params)?;
                    signature.pointer = own < index;
                    let name = self.spelled_steps(&steps[own..index])?;
                    let params = spell::params(self.p, &signature);
                    let text = spell::declaration(self.p, &signature.result, &format!("{name}({params})"));
                    self.signatures.insert(text.clone(), signature);
                    index = own;
                    Qualified { ty: Type::Opaque(text), constant: constant && outer }
                }
            };
        }
        Ok(at)
    }

    /// `(*{})`, `(*{}[3])`: what stands around the name of a pointer to a function.
    fn spelled_steps(&mut self, steps: &[Derived]) -> Lowered<String> {
        let mut name = "{}".to_string();
        for step in steps {
            match step {
                // `const` on the pointer itself is said where it is declared.
                Derived::Pointer(_) => name = format!("*{name}"),
                Derived::Array(suffix) => {
                    let size = match &suffix.size {
                        Some(size) => {
                            let size = self.extent(size)?;
                            spell::expr(self.p, &size)
                        }
                        None => String::new(),
                    };
                    name = if name.starts_with('*') { format!("({name})[{size}]") } else { format!("{name}[{size}]") };
                }
                // A function that returns a pointer to a function is no pointer itself: its text is enough.
                Derived::Function(_) => name = format!("{name}()"),
            }
        }
        Ok(if name.starts_with('*') { format!("({name})") } else { name })
    }

    /// An array extent: no effects. One that is a truth value, `[N > 0]`, is the number that it stands for.
    fn extent(&mut self, size: &Expr) -> Lowered<il::Expr> {
        let value = spell::strip(self.pure(size)?);
        match il::constant::value(self.p, &value) {
            Some(il::constant::Constant::Truth(truth)) => Ok(il::Expr::int(i64::from(truth))),
            _ => Ok(value),
        }
    }

    /// The value of an integer constant expression, truth values included (C11 6.6p6).
    pub fn constant_integer(&self, e: &il::Expr) -> Option<i64> {
        match il::constant::value(self.p, e)? {
            il::constant::Constant::Truth(truth) => Some(i64::from(truth)),
            known => known.integer(),
        }
    }

    /// The parameters of a function type, declared in a scope of their own: extents may mention other parameters.
    pub fn signature(&mut self, result: Type, params: &Params) -> Lowered<Signature> {
        let outer = self.scope;
        let scope = self.p.new_scope(outer, ScopeKind::Block);
        let empty = Signature {
            result,
            constant_result: false,
            params: Vec::new(),
            scope,
            variadic: false,
            unknown: true,
            pointer: false,
        };
        let Params::Prototype { params, variadic } = params else { return Ok(empty) };
        self.scope = scope;
        let lowered = params
            .iter()
            .enumerate()
            .map(|(at, param)| {
                let base = self.base_type(&param.specs)?;
                let found = self.derive(base, &param.declarator)?;
                Ok(self.parameter(at, &param.declarator, found))
            })
            .collect::<Lowered<Vec<_>>>();
        self.scope = outer;
        Ok(Signature { params: lowered?, variadic: *variadic, unknown: false, ..empty })
    }

    /// The signature of a function, or behind a pointer to one, however it is spelled.
    pub fn signature_of(&self, ty: &Type) -> Option<&Signature> {
        match ty {
            Type::Opaque(text) => self.signatures.get(text),
            Type::Pointer { to, .. } => match &**to {
                Type::Opaque(text) => self.signatures.get(text).filter(|s| !s.pointer),
                _ => None,
            },
            _ => None,
        }
    }

    /// `enum tag { … }`: constants are declared, the type is an integer. Which one is the compiler's choice (C11 6.7.2.2), `unsigned int` with gcc
    /// where no constant is negative; what is right for those that wrap at zero is right for those that do not.
    fn enumeration(&mut self, spec: &EnumSpec) -> Lowered<Type> {
        let spelling = match &spec.tag {
            Some(tag) => format!("enum {tag}"),
            None => "int".into(),
        };
        let ty = Type::Scalar(Scalar { unsigned: true, ..integer(4, &spelling) });
        let constant_type = Type::Scalar(int());
        let mut last: Option<il::Expr> = None;
        let mut symbols = Vec::new();
        for constant in spec.constants.iter().flatten() {
            let value = match (&constant.value, last) {
                (Some(value), _) => {
                    let lowered = spell::strip(self.pure(value)?);
                    match self.constant_integer(&lowered) {
                        Some(known) => il::Expr::int(known),
                        None if self.in_system => lowered,
                        None => {
                            return self.refuse("RT0202", value.span, "the value of this enumerator is not constant");
                        }
                    }
                }
                (None, None) => il::Expr::int(0),
                (None, Some(last)) => match il::fold::integer(self.p, &last) {
                    Some(value) => il::Expr::int(value.wrapping_add(1)),
                    None => il::Expr::binary(il::BinaryOp::Add, last, il::Expr::int(1)),
                },
            };
            let kind = SymbolKind::Constant { ty: constant_type.clone(), value: value.clone() };
            symbols.push(self.p.declare(self.scope, &constant.name, constant.span, kind));
            last = Some(value);
        }
        if spec.constants.is_some() && !self.in_system {
            let text = format!("{};", self.enumeration_text(spec, &symbols));
            self.declare_here(il::DeclKind::Enum { text, constants: symbols }, spec.span);
        }
        Ok(ty)
    }

    /// Its text. In a function it stands in front of the variables that its values may take the size of: then the values are written out.
    fn enumeration_text(&self, spec: &EnumSpec, symbols: &[il::SymbolId]) -> String {
        let text = self.text_of(spec.span);
        if self.f.unit.is_none() || !text.contains("sizeof") {
            return text;
        }
        let value = |s: &il::SymbolId| match &self.p.symbols[*s].kind {
            SymbolKind::Constant { value, .. } => {
                Some(format!("{} = {}", self.p.symbols[*s].name, il::fold::integer(self.p, value)?))
            }
            _ => None,
        };
        let tag = spec.tag.as_ref().map_or(String::new(), |tag| format!(" {tag}"));
        match symbols.iter().map(value).collect::<Option<Vec<_>>>() {
            Some(values) => format!("enum{tag} {{ {} }}", values.join(", ")),
            None => text,
        }
    }

    /// A record by its specifier: a mention of a tag, or a definition.
    fn record(&mut self, spec: &RecordSpec) -> Lowered<il::RecordId> {
        if spec.members.is_some() {
            return self.define_record(spec);
        }
        let Some(tag) = &spec.tag else {
            return self.refuse("RT0208", spec.span, "a structure without a tag needs members");
        };
        match self.find_tag(spec.union, tag) {
            Some(record) => Ok(record),
            None => {
                let record = self.new_record(spec);
                let key = tag_key(spec.union, tag);
                self.p.declare(self.scope, key, spec.span, SymbolKind::Record(record));
                Ok(record)
            }
        }
    }
}
