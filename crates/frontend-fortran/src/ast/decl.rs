//! What declarations are made of.

use super::*;

/// `type [, attributes ::] entities`.
#[derive(Clone, Debug)]
pub struct TypeDecl {
    /// The type as written.
    pub spec: TypeSpec,
    /// The attributes in order.
    pub attrs: Vec<Attr>,
    /// Whether `::` was written.
    pub has_colons: bool,
    /// The entities.
    pub entities: Vec<Entity>,
}

/// A type as written in a declaration, a function prefix, an IMPLICIT, an array constructor, an ALLOCATE.
#[derive(Clone, Debug)]
pub struct TypeSpec {
    /// The type.
    pub base: BaseType,
    /// The kind, if given.
    pub kind: Option<KindSpec>,
    /// CHARACTER only: the length, if given.
    pub length: Option<CharLength>,
    /// The whole, so that the user's spelling can be read from the source.
    pub span: Span,
}

/// The types.
#[derive(Clone, Debug)]
pub enum BaseType {
    /// `INTEGER`
    Integer,
    /// `REAL`
    Real,
    /// `DOUBLE PRECISION`
    DoublePrecision,
    /// `COMPLEX`
    Complex,
    /// `DOUBLE COMPLEX`
    DoubleComplex,
    /// `LOGICAL`
    Logical,
    /// `CHARACTER`
    Character,
    /// `BYTE`: an extension, one-byte integer.
    Byte,
    /// `TYPE(name)`, with the parameters of a parameterised type.
    Derived(Ident, Vec<Arg>),
    /// `CLASS(name)`.
    Class(Ident, Vec<Arg>),
    /// `CLASS(*)`.
    ClassStar,
    /// `TYPE(*)`.
    TypeStar,
}

/// How a kind is spelled.
#[derive(Clone, Debug)]
pub enum KindSpec {
    /// `*8`: bytes (of a COMPLEX: of both parts).
    Bytes(u32),
    /// `(dp)` or `(KIND=dp)`.
    Expr {
        /// The kind.
        value: Expr,
        /// `KIND=` was written.
        keyword: bool,
    },
}

/// A CHARACTER length.
#[derive(Clone, Debug)]
pub struct CharLength {
    /// The value.
    pub value: LengthValue,
    /// How it was spelled.
    pub spelling: LengthSpelling,
}

/// The value of a CHARACTER length.
#[derive(Clone, Debug)]
pub enum LengthValue {
    /// An expression.
    Expr(Box<Expr>),
    /// `*`: assumed.
    Assumed,
    /// `:`: deferred.
    Deferred,
}

/// How a CHARACTER length is spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LengthSpelling {
    /// `CHARACTER*8`, `CHARACTER*(*)`.
    Star,
    /// `CHARACTER(8)`.
    Paren,
    /// `CHARACTER(LEN=8)`.
    Keyword,
}

/// An attribute.
#[derive(Clone, Debug)]
pub struct Attr {
    /// Which.
    pub kind: AttrKind,
    /// Where.
    pub span: Span,
}

/// The attributes of variables, components and procedures.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum AttrKind {
    Allocatable,
    Asynchronous,
    /// `BIND(C …)`
    Bind(Bind),
    Codimension,
    Contiguous,
    Dimension(Vec<Dim>),
    External,
    Intent(Intent),
    Intrinsic,
    Optional,
    Parameter,
    Pointer,
    Private,
    Protected,
    Public,
    Save,
    Target,
    Value,
    Volatile,
    /// `ABSTRACT` (of a type definition).
    Abstract,
    /// `EXTENDS(parent)` (of a type definition).
    Extends(Ident),
    /// `SEQUENCE` is a statement; see [`TypeDef::sequence`]. `DEFERRED` of a type-bound procedure.
    Deferred,
    NonOverridable,
    /// `PASS` or `PASS(name)`.
    Pass(Option<Ident>),
    NoPass,
    /// `KIND` of a type parameter.
    Kind,
    /// `LEN` of a type parameter.
    Len,
}

/// Direction of a dummy argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Intent {
    In,
    Out,
    InOut,
}

/// One declared thing: `name (dims) * length = init`.
#[derive(Clone, Debug)]
pub struct Entity {
    /// The name.
    pub name: Ident,
    /// Its own bounds (empty: none, a DIMENSION attribute may give them).
    pub dims: Vec<Dim>,
    /// `X*8`: of a CHARACTER the length; of another type (an extension) the number of bytes.
    pub length: Option<CharLength>,
    /// The initial value.
    pub init: Option<Init>,
    /// The whole.
    pub span: Span,
}

/// Initial value of an entity.
#[derive(Clone, Debug)]
pub enum Init {
    /// `= expr`
    Value(Expr),
    /// `=> null()` or `=> target`
    Pointer(Expr),
    /// `/values/`, an extension
    Data(Vec<DataValue>),
}

/// One dimension of an array declaration.
#[derive(Clone, Debug)]
pub enum Dim {
    /// `[lower:]upper`
    Explicit {
        /// 1 if absent.
        lower: Option<Expr>,
        /// The upper bound.
        upper: Expr,
    },
    /// `[lower]:`: assumed shape, or deferred (allocatable, pointer).
    Shape {
        /// The lower bound.
        lower: Option<Expr>,
    },
    /// `[lower:]*`: assumed size (or implied shape of a constant).
    Size {
        /// The lower bound.
        lower: Option<Expr>,
    },
    /// `..`: assumed rank.
    Rank,
}

/// `PROCEDURE(interface), attributes :: names`.
#[derive(Clone, Debug)]
pub struct ProcedureDecl {
    /// The interface.
    pub interface: ProcInterface,
    /// POINTER, PASS, …
    pub attrs: Vec<Attr>,
    /// The names, with `=> init`.
    pub entities: Vec<Entity>,
}

/// What stands between the parentheses of PROCEDURE.
#[derive(Clone, Debug)]
pub enum ProcInterface {
    /// Nothing.
    None,
    /// The name of an interface.
    Name(Ident),
    /// A result type.
    Type(TypeSpec),
}

/// An item of SAVE.
#[derive(Clone, Debug)]
pub enum BlockOrName {
    /// `/name/`
    Block(Ident),
    /// `name`
    Name(Ident),
}

/// A name, or `OPERATOR(+)`, `ASSIGNMENT(=)`, `READ(FORMATTED)`.
#[derive(Clone, Debug)]
pub enum GenericSpec {
    /// A name.
    Name(Ident),
    /// `OPERATOR(op)`: the operator as written, such as `+`, `.eq.`, `.cross.`.
    Operator(Box<str>, Span),
    /// `ASSIGNMENT(=)`.
    Assignment(Span),
    /// `READ(FORMATTED)` and its three brothers: as written, without blanks.
    DefinedIo(Box<str>, Span),
}

/// `objects /values/`.
#[derive(Clone, Debug)]
pub struct DataSet {
    /// Designators and [`ExprKind::ImpliedDo`]s.
    pub objects: Vec<Expr>,
    /// The values.
    pub values: Vec<DataValue>,
}

/// `[repeat *] value`.
#[derive(Clone, Debug)]
pub struct DataValue {
    /// How often: a literal or a named constant.
    pub repeat: Option<Expr>,
    /// A constant, perhaps signed.
    pub value: Expr,
}

/// `/name/ entities` of COMMON.
#[derive(Clone, Debug)]
pub struct CommonBlock {
    /// `None`: blank common.
    pub name: Option<Ident>,
    /// Names with their bounds.
    pub entities: Vec<Entity>,
}

/// `type (a-h, o-z)` of IMPLICIT.
#[derive(Clone, Debug)]
pub struct ImplicitRule {
    /// The type.
    pub spec: TypeSpec,
    /// Lower-case letters, both ends included.
    pub letters: Vec<(char, char)>,
}

/// A USE statement.
#[derive(Clone, Debug)]
pub struct Use {
    /// `INTRINSIC` (`Some(true)`), `NON_INTRINSIC` (`Some(false)`).
    pub intrinsic: Option<bool>,
    /// The module.
    pub module: Ident,
    /// `ONLY:` was written: `items` is all that is seen. Otherwise they are renames.
    pub only: bool,
    /// Names, `local => name`, generics.
    pub items: Vec<UseItem>,
}

/// An item of USE.
#[derive(Clone, Debug)]
pub struct UseItem {
    /// `local =>`.
    pub local: Option<GenericSpec>,
    /// The name in the module.
    pub name: GenericSpec,
}

/// `TYPE [, attributes ::] name … END TYPE`.
#[derive(Clone, Debug)]
pub struct TypeDef {
    /// The name.
    pub name: Ident,
    /// Parameters of a parameterised type.
    pub params: Vec<Ident>,
    /// ABSTRACT, EXTENDS, PUBLIC, PRIVATE, BIND(C).
    pub attrs: Vec<Attr>,
    /// SEQUENCE was given.
    pub sequence: bool,
    /// Components: [`StmtKind::TypeDecl`], [`StmtKind::ProcedureDecl`], [`StmtKind::Access`] (empty list), or
    /// [`StmtKind::Include`] and [`StmtKind::Error`].
    pub components: Vec<Stmt>,
    /// What follows CONTAINS.
    pub bindings: Option<TypeBindings>,
    /// Of the END TYPE.
    pub end: Meta,
}

/// The CONTAINS part of a type definition.
#[derive(Clone, Debug)]
pub struct TypeBindings {
    /// Of the CONTAINS statement.
    pub meta: Meta,
    /// PRIVATE was given.
    pub private: bool,
    /// The bindings.
    pub bindings: Vec<(Meta, Binding)>,
}

/// One statement of the CONTAINS part of a type definition.
#[derive(Clone, Debug)]
pub enum Binding {
    /// `PROCEDURE [(interface)] [, attributes ::] name [=> procedure], …`
    Procedure {
        /// For a deferred binding.
        interface: Option<Ident>,
        /// PASS, NOPASS, DEFERRED, access.
        attrs: Vec<Attr>,
        /// Binding and procedure names.
        names: Vec<(Ident, Option<Ident>)>,
    },
    /// `GENERIC [, access] :: spec => names`
    Generic {
        /// Access.
        attrs: Vec<Attr>,
        /// What is made generic.
        spec: GenericSpec,
        /// The bindings.
        names: Vec<Ident>,
    },
    /// `FINAL [::] names`
    Final(Vec<Ident>),
    /// Not understood.
    Error(Box<str>),
}

/// `[ABSTRACT] INTERFACE [spec] … END INTERFACE`.
#[derive(Clone, Debug)]
pub struct Interface {
    /// ABSTRACT.
    pub is_abstract: bool,
    /// The generic.
    pub spec: Option<GenericSpec>,
    /// Bodies and MODULE PROCEDURE lists in order.
    pub items: Vec<InterfaceItem>,
    /// Of the END.
    pub end: Meta,
}

/// An entry of an interface block.
#[derive(Clone, Debug)]
pub enum InterfaceItem {
    /// An interface body: a [`UnitKind::Subprogram`] with declarations only.
    Body(Unit),
    /// `[MODULE] PROCEDURE [::] names`.
    Procedures {
        /// Of the statement.
        meta: Meta,
        /// MODULE was written.
        module: bool,
        /// The names.
        names: Vec<Ident>,
    },
    /// An INCLUDE line, a stray directive or what was not understood.
    Other(Stmt),
}
