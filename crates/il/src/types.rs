//! Types: what the analyses must know (class, bytes, shape), with the user's spelling beside it for the output.

use crate::arena::Arena;
use crate::expr::Expr;
use crate::source::Span;
use serde::{Deserialize, Serialize};

crate::ids! {
    /// A derived type or struct. Prints as `rec2`.
    RecordId "rec",
}

/// The class of a scalar. Only `Real` and `Complex` are differentiable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ScalarClass {
    /// Signed or unsigned integers, C `char` and enumerations included.
    Integer,
    /// Floating point.
    Real,
    /// Two reals.
    Complex,
    /// Fortran LOGICAL, C `bool`.
    Logical,
}

/// A scalar type whose kind is resolved. Two scalars are equal when class and bytes are: the spelling is only for printing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scalar {
    /// Integer, real, complex or logical.
    pub class: ScalarClass,
    /// Storage bytes of one element (COMPLEX*16 has 16, and 8-byte parts).
    pub bytes: u8,
    /// The type specifier as the user wrote it: `real(dp)`, `DOUBLE PRECISION`, `REAL*8`, `unsigned long`.
    pub spelling: String,
    /// The kind parameter in literals of this type when it is a name: `dp` in `1.0_dp`. `None`: by the bytes (`1.0`, `1.d0`; C `1.0f`).
    pub kind_name: Option<String>,
    /// C: an integer that is never below zero, whatever `typedef` names it; also an enumeration, which may be such.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsigned: bool,
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Self) -> bool {
        self.class == other.class && self.bytes == other.bytes
    }
}
impl Eq for Scalar {}

impl Scalar {
    /// A scalar with an explicit spelling.
    pub fn new(class: ScalarClass, bytes: u8, spelling: impl Into<String>) -> Self {
        let spelling = spelling.into();
        let unsigned = spelling.contains("unsigned") || spelling == "size_t";
        Scalar { class, bytes, spelling, kind_name: None, unsigned }
    }
    /// Default INTEGER (C `int`).
    pub fn integer() -> Self {
        Self::new(ScalarClass::Integer, 4, "integer")
    }
    /// The `int` of C.
    pub fn int() -> Self {
        Self::new(ScalarClass::Integer, 4, "int")
    }
    /// The `size_t` of C.
    pub fn size() -> Self {
        Self::new(ScalarClass::Integer, 8, "size_t")
    }
    /// Default LOGICAL.
    pub fn logical() -> Self {
        Self::new(ScalarClass::Logical, 4, "logical")
    }
    /// Default REAL.
    pub fn real() -> Self {
        Self::new(ScalarClass::Real, 4, "real")
    }
    /// DOUBLE PRECISION.
    pub fn double() -> Self {
        Self::new(ScalarClass::Real, 8, "double precision")
    }
    /// Whether values of this type have derivatives.
    pub fn is_differentiable(&self) -> bool {
        matches!(self.class, ScalarClass::Real | ScalarClass::Complex)
    }
}

/// The type of an entity or of a value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Type {
    /// A number or a truth value.
    Scalar(Scalar),
    /// CHARACTER of a length; `None`: assumed or deferred (`*`, `:`).
    Character {
        /// The length, `None` for `*` and `:`.
        len: Option<Box<Expr>>,
        /// The type specifier as written, length included: `character(len=8)`.
        spelling: String,
    },
    /// A derived type, struct or union.
    Record(RecordId),
    /// An array. Fortran: first dimension fastest, all dimensions in one node. C: one node per bracket pair, outermost first, `dims.len() == 1`.
    Array {
        /// Element type.
        elem: Box<Type>,
        /// Dimensions in source order.
        #[serde(default)]
        dims: Vec<Dim>,
    },
    /// A C pointer. Fortran POINTER is a property of the variable instead ([`Variable::pointer`](crate::symbol::Variable::pointer)).
    Pointer {
        /// What it points to.
        to: Box<Type>,
        /// `const` on what it points to.
        #[serde(default)]
        to_const: bool,
        /// `restrict` on the pointer.
        #[serde(default)]
        restrict: bool,
    },
    /// A function designator or procedure pointer.
    Procedure,
    /// No value.
    Void,
    /// Anything else, kept by its spelling only. Never differentiable.
    Opaque(String),
}

impl Type {
    /// The element type below all array dimensions (not below pointers).
    pub fn element(&self) -> &Type {
        match self {
            Type::Array { elem, .. } => elem.element(),
            other => other,
        }
    }

    /// The dimensions of an array, of its outer brackets in C; none of what is no array.
    pub fn dims(&self) -> &[Dim] {
        if let Type::Array { dims, .. } = self { dims } else { &[] }
    }

    /// All dimensions of an array; in C, where the elements of arrays are arrays, those of the outer brackets first.
    pub fn dimensions(&self) -> Vec<&Dim> {
        match self {
            Type::Array { elem, dims } => dims.iter().chain(elem.dimensions()).collect(),
            _ => Vec::new(),
        }
    }

    /// The scalar below arrays and C pointers, if that is what it is.
    pub fn scalar(&self) -> Option<&Scalar> {
        match self {
            Type::Scalar(s) => Some(s),
            Type::Array { elem, .. } => elem.scalar(),
            Type::Pointer { to, .. } => to.scalar(),
            Type::Character { .. } | Type::Record(_) | Type::Procedure | Type::Void | Type::Opaque(_) => None,
        }
    }

    /// The record below arrays and C pointers, if that is what it is.
    pub fn record(&self) -> Option<RecordId> {
        match self {
            Type::Record(id) => Some(*id),
            Type::Array { elem, .. } => elem.record(),
            Type::Pointer { to, .. } => to.record(),
            Type::Scalar(_) | Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => None,
        }
    }

    /// Drops `const` from what is pointed to, at every level: `const double *p[3]` becomes `double *p[3]`.
    pub fn release_targets(&mut self) {
        match self {
            Type::Pointer { to, to_const, .. } => {
                *to_const = false;
                to.release_targets();
            }
            Type::Array { elem, .. } => elem.release_targets(),
            Type::Scalar(_)
            | Type::Record(_)
            | Type::Character { .. }
            | Type::Procedure
            | Type::Void
            | Type::Opaque(_) => {}
        }
    }

    /// Whether something is pointed to that may only be read, at any level.
    pub fn has_constant_target(&self) -> bool {
        match self {
            Type::Pointer { to, to_const, .. } => *to_const || to.has_constant_target(),
            Type::Array { elem, .. } => elem.has_constant_target(),
            Type::Scalar(_)
            | Type::Record(_)
            | Type::Character { .. }
            | Type::Procedure
            | Type::Void
            | Type::Opaque(_) => false,
        }
    }

    /// C `void *`.
    pub fn is_void_pointer(&self) -> bool {
        matches!(self, Type::Pointer { to, .. } if matches!(**to, Type::Void))
    }

    /// Array dimensions at the top (Fortran rank; 1 for a C array).
    pub fn rank(&self) -> usize {
        match self {
            Type::Array { dims, .. } => dims.len(),
            _ => 0,
        }
    }

    /// Whether an array's last extent is not written (`x(*)`, in C `x[]`).
    pub fn is_assumed_size(&self) -> bool {
        matches!(self, Type::Array { dims, .. } if dims.iter().any(|d| d.upper == Upper::Assumed))
    }

    /// The class of the scalar below arrays and pointers.
    pub fn class(&self) -> Option<ScalarClass> {
        self.scalar().map(|s| s.class)
    }

    /// Whether it is that of a C pointer to real or complex numbers.
    pub fn leads_to_numbers(&self) -> bool {
        matches!(self, Type::Pointer { to, .. } if matches!(&**to, Type::Scalar(s) if s.is_differentiable()))
    }

    /// Whether a scalar of this type (below arrays and pointers) has derivatives. Records: ask their fields.
    pub fn is_differentiable(&self) -> bool {
        self.scalar().is_some_and(Scalar::is_differentiable)
    }
}

/// One dimension of an array.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Dim {
    /// Lower bound as written; `None`: 1 in Fortran, 0 in C.
    pub lower: Option<Expr>,
    /// Upper bound (C: the *extent*, so that the last index is one less).
    pub upper: Upper,
}

impl Dim {
    /// The bounds that are written.
    pub fn bounds_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let upper = if let Upper::At(e) = &mut self.upper { Some(e) } else { None };
        self.lower.iter_mut().chain(upper)
    }

    /// The bounds that are written.
    pub fn bounds(&self) -> impl Iterator<Item = &Expr> {
        let upper = if let Upper::At(e) = &self.upper { Some(e) } else { None };
        self.lower.iter().chain(upper)
    }
}

/// The upper end of a dimension.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Upper {
    /// Written out. In C the extent, in Fortran the last index.
    At(Expr),
    /// `:` — assumed shape, or deferred for ALLOCATABLE and POINTER.
    Deferred,
    /// `*` — assumed size; also C `[]`.
    Assumed,
}

/// A derived type, struct or union.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its name (struct tag or typedef name; may be empty in C).
    pub name: String,
    /// Fortran: the parameters of a parameterised type, as written: `(k, n)`. Its kinds and extents are those of each object: its components are no fields but
    /// text among the attributes, and objects have an opaque type.
    #[serde(default)]
    pub parameters: String,
    /// Components in order.
    #[serde(default)]
    pub fields: Vec<Field>,
    /// C: the spelling in declarations, `struct Body` or `Body`, of one without a name `struct` or `union`. Fortran: empty (printed as `type(name)`).
    pub spelling: String,
    /// SEQUENCE, PRIVATE … as written, one line each; those of the first line start with a comma: `, bind(c)`.
    #[serde(default)]
    pub attributes: Vec<String>,
    /// `EXTENDS(parent)`.
    pub extends: Option<RecordId>,
    /// A union, or a type with parts we do not analyse (type-bound procedures, parameters): never differentiated.
    #[serde(default)]
    pub opaque: bool,
    /// Text kept after the components: type-bound procedure part.
    #[serde(default)]
    pub trailing_text: Vec<String>,
    /// C: of a union that is a structure of one member here, the others. They are printed, and nothing refers to them.
    #[serde(default)]
    pub overlaid: Vec<Field>,
    /// Whether it is defined in a system header or otherwise not to be printed.
    #[serde(default)]
    pub external: bool,
    /// C: the name that a header gives to pointers to it, as in `typedef struct file_of_ours *File`.
    #[serde(default)]
    pub handle: Option<String>,
    /// Where it is defined.
    #[serde(skip)]
    pub span: Span,
}

impl Record {
    /// C: the array without extent at the end, whose elements no assignment of the structure copies (C11 6.7.2.1).
    pub fn flexible(&self) -> Option<&Field> {
        let has_none = |ty: &Type| matches!(ty, Type::Array { dims, .. } if matches!(dims.as_slice(), [Dim { upper: Upper::Assumed, .. }]));
        self.fields.last().filter(|f| has_none(&f.ty))
    }

    /// A C structure or union without a name: only the member that is declared with it knows it, and it is written out there.
    pub fn is_anonymous(&self) -> bool {
        self.name.is_empty()
    }

    /// A C structure or union that declarations know by the name of a typedef.
    pub fn is_typedef(&self) -> bool {
        !self.spelling.is_empty() && !self.spelling.contains(' ') && !self.is_anonymous()
    }

    /// `struct body` of `typedef struct body { … } Body`: what it is called before that is complete.
    pub fn tag(&self) -> Option<&String> {
        self.attributes.iter().find(|a| a.starts_with("struct ") || a.starts_with("union "))
    }

    /// A C union whose members are known: they share their storage.
    pub fn is_union(&self) -> bool {
        self.opaque && !self.spelling.is_empty() && !self.fields.is_empty()
    }

    /// How a component is named behind what it is a component of: `.speed`, with the language's `sign`; nothing for a member without a name.
    pub fn selector(&self, field: usize, sign: char) -> String {
        match self.fields[field].name.as_str() {
            "" => String::new(),
            name => format!("{sign}{name}"),
        }
    }

    /// The way to a component that is `named` so: through C members without a name if need be.
    pub fn way_to(&self, records: &Arena<RecordId, Record>, named: &dyn Fn(&str) -> bool) -> Option<Vec<usize>> {
        if let Some(at) = self.fields.iter().position(|f| !f.name.is_empty() && named(&f.name)) {
            return Some(vec![at]);
        }
        self.fields.iter().enumerate().find_map(|(at, f)| match f.ty {
            Type::Record(inner) if f.name.is_empty() => {
                let mut way = records[inner].way_to(records, named)?;
                way.insert(0, at);
                Some(way)
            }
            _ => None,
        })
    }
}

/// A component.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Field {
    /// Its name as declared.
    pub name: String,
    /// Its type, with shape.
    pub ty: Type,
    /// ALLOCATABLE.
    #[serde(default)]
    pub allocatable: bool,
    /// POINTER.
    #[serde(default)]
    pub pointer: bool,
    /// CLASS: its dynamic type may be an extension of its declared one.
    #[serde(default)]
    pub polymorphic: bool,
    /// The type that defines it, in a [family](crate::family) of types. `None`: the only one that has it.
    pub owner: Option<RecordId>,
    /// Default initialisation.
    pub init: Option<Expr>,
    /// PRIVATE, CONTIGUOUS … as written.
    #[serde(default)]
    pub attributes: Vec<String>,
    /// Components declared by one statement have the same group number.
    #[serde(default)]
    pub group: u32,
    /// Comment lines before it, and the comment on its line.
    #[serde(default)]
    pub comments: Vec<String>,
    /// The comment on the same line.
    pub trailing: Option<String>,
}

impl Field {
    /// A bit-field of C, which has no address.
    pub fn is_bit_field(&self) -> bool {
        self.attributes.iter().any(|a| a.starts_with(':'))
    }
}
