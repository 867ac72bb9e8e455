//! The syntax tree: what the user wrote, statement by statement, before any name means anything.
//!
//! A [`File`] holds [`Unit`]s in source order; a unit holds one list of [`Stmt`]s (declarations and executable statements
//! as they stand) and the units it CONTAINS. Constructs (`DO`, `IF`, `TYPE`, `INTERFACE`, …) are statements that own the
//! statements inside them, so there is no `END DO` to search for.
//!
//! # What the tree promises
//! - Everything is in source order and grouped as written: `real x, y(3)` is one [`TypeDecl`] with two [`Entity`]s.
//! - Identifiers keep their case ([`Ident::is`] compares without it); literals and kinds keep their spelling.
//! - Every statement has a [`Meta`]: span, label, construct name, comments, directives, the INCLUDE that it came from.
//! - A statement that was not understood is [`StmtKind::Error`], has exactly one diagnostic, and sets
//!   [`Unit::has_error`] of every unit around it.
//!
//! # What the tree does not know
//! - `a(i)` is [`ExprKind::Apply`] whether it is an element, a call, a structure constructor; `a(1:2)` may be a section or
//!   a substring. Names decide, and names are resolved by `lower`.
//! - A statement function is an [`StmtKind::Assign`] among the declarations.
//! - Where declarations end: DATA and FORMAT may stand anywhere. [`StmtKind::is_executable`] says which side a statement
//!   is on, but see the previous point.

use il::source::{FileId, Span};

/// One source file with everything that it includes.
#[derive(Clone, Debug)]
pub struct File {
    /// The file.
    pub file: FileId,
    /// Fixed or free.
    pub form: Form,
    /// Program units in source order (a main program without PROGRAM statement among them).
    pub units: Vec<Unit>,
    /// Comments after the last unit.
    pub trailing: Vec<Comment>,
    /// All INCLUDE lines met, outermost first; [`Meta::include`] and [`StmtKind::Include`] index it.
    pub includes: Vec<Include>,
}

/// Source form of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Columns 1–5 label, 6 continuation, 7–72 statement; blanks mean nothing.
    Fixed,
    /// Blanks separate, `&` continues.
    Free,
}

/// Index into [`File::includes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IncludeId(pub u32);

/// An `INCLUDE 'name'` line.
#[derive(Clone, Debug)]
pub struct Include {
    /// The name between the quotes.
    pub name: Box<str>,
    /// The line.
    pub span: Span,
    /// The file that was read, or `None` if it was not found (then there is a diagnostic).
    pub file: Option<FileId>,
    /// The include that this line stands in.
    pub parent: Option<IncludeId>,
}

/// A name as written (fixed form: without the blanks inside).
#[derive(Clone, Debug)]
pub struct Ident {
    /// The text in the user's case.
    pub text: Box<str>,
    /// Where.
    pub span: Span,
}

impl Ident {
    /// Whether this is `name`, whatever the case.
    pub fn is(&self, name: &str) -> bool {
        self.text.eq_ignore_ascii_case(name)
    }

    /// The lower-case form, the key for look-ups.
    pub fn key(&self) -> String {
        self.text.to_ascii_lowercase()
    }
}

/// A statement label where it is defined or used. Leading zeros are gone.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// 1 to 99999.
    pub number: u32,
    /// Where.
    pub span: Span,
}

// ------------------------------------------------------------------------------------------------ comments

/// A whole line that is not a statement, or the `! …` at the end of one.
#[derive(Clone, Debug)]
pub struct Comment {
    /// What it is.
    pub kind: CommentKind,
    /// The text without its marker (`C`, `*`, `!`, `!$AD `) and without blanks at the end; a preprocessor line whole.
    pub text: Box<str>,
    /// The whole, marker included.
    pub span: Span,
}

/// The kinds of line that are not statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentKind {
    /// An empty line.
    Blank,
    /// An ordinary comment.
    Plain,
    /// `!$AD NAME arguments` or `C$AD …`: the text is `NAME arguments`.
    Ad,
    /// `!$OMP …`, `!$ACC …`, `!DIR$ …`: the text is all after the comment character (`$OMP …`).
    Pragma,
    /// A line that begins with `#`.
    Preprocessor,
}

/// What every statement has besides its meaning.
#[derive(Clone, Debug)]
pub struct Meta {
    /// From the first character (label excluded) to the last; of a construct: its first statement only.
    pub span: Span,
    /// The statement label.
    pub label: Option<Label>,
    /// The construct name before the colon (`outer: DO …`).
    pub name: Option<Ident>,
    /// Comment lines, blank lines and directives just before the statement, in order.
    pub leading: Vec<Comment>,
    /// Comments that stood between the lines of a continued statement.
    pub inner: Vec<Comment>,
    /// The comment at the end of the (last) line.
    pub trailing: Option<Comment>,
    /// The include this statement comes from.
    pub include: Option<IncludeId>,
}

impl Meta {
    /// Of what the user did not write.
    pub const NONE: Meta = Meta {
        span: Span::NONE,
        label: None,
        name: None,
        leading: Vec::new(),
        inner: Vec::new(),
        trailing: None,
        include: None,
    };

    /// The `$AD` directives before the statement, in order.
    pub fn directives(&self) -> impl Iterator<Item = &Comment> {
        self.leading.iter().filter(|comment| comment.kind == CommentKind::Ad)
    }
}

// ------------------------------------------------------------------------------------------------ units

/// A main program, subprogram, module, submodule, block data; also an interface body.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Which kind, with its header.
    pub kind: UnitKind,
    /// Of the header statement. A main program without one has the span of its first statement.
    pub meta: Meta,
    /// Declarations and executable statements in source order.
    pub body: Vec<Stmt>,
    /// What follows CONTAINS.
    pub contains: Option<Contains>,
    /// Of the END statement; `Span::NONE` where it is missing.
    pub end: Meta,
    /// Something in it (internal units included) was not understood: it may be printed, not differentiated.
    pub has_error: bool,
}

impl Unit {
    /// The unit's name; an unnamed main program or block data has none.
    pub fn name(&self) -> Option<&Ident> {
        match &self.kind {
            UnitKind::Program { name } | UnitKind::BlockData { name } => name.as_ref(),
            UnitKind::Subprogram(header) => Some(&header.name),
            UnitKind::Module { name } | UnitKind::Submodule { name, .. } | UnitKind::ModuleProcedure { name } => {
                Some(name)
            }
        }
    }
}

/// The header of a unit.
#[derive(Clone, Debug)]
pub enum UnitKind {
    /// `PROGRAM name`, or no header at all (`None`).
    Program {
        /// The name.
        name: Option<Ident>,
    },
    /// `SUBROUTINE` or `FUNCTION`.
    Subprogram(Subprogram),
    /// `MODULE name`.
    Module {
        /// The name.
        name: Ident,
    },
    /// `SUBMODULE (ancestor[:parent]) name`.
    Submodule {
        /// The module.
        ancestor: Ident,
        /// The submodule that is extended, if any.
        parent: Option<Ident>,
        /// The name.
        name: Ident,
    },
    /// `MODULE PROCEDURE name` in a submodule: the interface stands in the module.
    ModuleProcedure {
        /// The name.
        name: Ident,
    },
    /// `BLOCK DATA [name]`.
    BlockData {
        /// The name.
        name: Option<Ident>,
    },
}

/// `[prefix…] SUBROUTINE|FUNCTION name (dummies) [RESULT(r)] [BIND(C)]`.
#[derive(Clone, Debug)]
pub struct Subprogram {
    /// PURE, ELEMENTAL, the result type, … in source order.
    pub prefixes: Vec<Prefix>,
    /// FUNCTION, or SUBROUTINE.
    pub is_function: bool,
    /// The name.
    pub name: Ident,
    /// The dummy arguments.
    pub dummies: Vec<Dummy>,
    /// Whether there were parentheses (SUBROUTINE only).
    pub has_parens: bool,
    /// `RESULT(name)`.
    pub result: Option<Ident>,
    /// `BIND(C …)`.
    pub bind: Option<Bind>,
}

impl Subprogram {
    /// The type written before FUNCTION.
    pub fn result_type(&self) -> Option<&TypeSpec> {
        self.prefixes.iter().find_map(|prefix| match prefix {
            Prefix::Type(spec) => Some(spec),
            Prefix::Pure | Prefix::Impure | Prefix::Elemental | Prefix::Recursive | Prefix::NonRecursive => None,
            Prefix::Module => None,
        })
    }
}

/// One word before SUBROUTINE or FUNCTION.
#[derive(Clone, Debug)]
pub enum Prefix {
    /// `PURE`
    Pure,
    /// `IMPURE`
    Impure,
    /// `ELEMENTAL`
    Elemental,
    /// `RECURSIVE`
    Recursive,
    /// `NON_RECURSIVE`
    NonRecursive,
    /// `MODULE` (separate module procedure)
    Module,
    /// The type of the result.
    Type(TypeSpec),
}

/// A dummy argument in a header.
#[derive(Clone, Debug)]
pub enum Dummy {
    /// A name.
    Name(Ident),
    /// `*`: an alternate return.
    Star(Span),
}

/// `BIND(C [, NAME=expr])`.
#[derive(Clone, Debug)]
pub struct Bind {
    /// The binding name.
    pub name: Option<Expr>,
    /// Where.
    pub span: Span,
}

/// The CONTAINS part of a unit.
#[derive(Clone, Debug)]
pub struct Contains {
    /// Of the CONTAINS statement.
    pub meta: Meta,
    /// The internal or module procedures.
    pub units: Vec<Unit>,
}

// ------------------------------------------------------------------------------------------------ statements

/// A statement or a whole construct.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Span, label, comments.
    pub meta: Meta,
    /// What it says.
    pub kind: StmtKind,
}

/// All statements. Executable ones first.
#[derive(Clone, Debug)]
pub enum StmtKind {
    // -- executable
    /// `lhs = rhs` (or a statement function).
    Assign {
        /// A designator.
        lhs: Expr,
        /// The value.
        rhs: Expr,
    },
    /// `lhs => rhs`.
    PointerAssign {
        /// A pointer; bounds remapping `p(1:n) => …` is an [`ExprKind::Apply`].
        lhs: Expr,
        /// The target, `null()`, or a procedure.
        rhs: Expr,
    },
    /// `CALL callee (args)`.
    Call {
        /// A name or `obj%method`.
        callee: Expr,
        /// The arguments.
        args: Vec<Arg>,
        /// Whether there were parentheses.
        has_parens: bool,
    },
    /// `IF (cond) THEN … END IF`.
    If(If),
    /// `IF (cond) statement`.
    IfStmt {
        /// The condition.
        condition: Expr,
        /// One action statement.
        then: Box<Stmt>,
    },
    /// `IF (expr) l1, l2, l3`: negative, zero, positive.
    ArithmeticIf {
        /// The numeric value.
        value: Expr,
        /// The three labels.
        targets: [Label; 3],
    },
    /// Any DO loop.
    Do(Do),
    /// `SELECT CASE`.
    SelectCase(SelectCase),
    /// `SELECT TYPE`.
    SelectType(SelectType),
    /// `ASSOCIATE (name => selector, …) … END ASSOCIATE`.
    Associate {
        /// The associations.
        associations: Vec<Association>,
        /// The statements inside.
        body: Vec<Stmt>,
        /// Of the END.
        end: Meta,
    },
    /// `BLOCK … END BLOCK` (also CRITICAL, with `critical` set).
    Block {
        /// A CRITICAL construct.
        critical: bool,
        /// Declarations and statements.
        body: Vec<Stmt>,
        /// Of the END.
        end: Meta,
    },
    /// `WHERE (mask) … ELSEWHERE … END WHERE`.
    Where(Where),
    /// `WHERE (mask) assignment`.
    WhereStmt {
        /// The mask.
        mask: Expr,
        /// The assignment.
        then: Box<Stmt>,
    },
    /// `FORALL (…) … END FORALL`.
    Forall {
        /// Indices and mask.
        header: ForallHeader,
        /// Assignments.
        body: Vec<Stmt>,
        /// Of the END.
        end: Meta,
    },
    /// `FORALL (…) assignment`.
    ForallStmt {
        /// Indices and mask.
        header: ForallHeader,
        /// The assignment.
        then: Box<Stmt>,
    },
    /// `EXIT [name]`.
    Exit(Option<Ident>),
    /// `CYCLE [name]`.
    Cycle(Option<Ident>),
    /// `GO TO label`.
    Goto(Label),
    /// `GO TO (l1, l2, …) [,] index`.
    ComputedGoto {
        /// Targets for index 1, 2, …
        targets: Vec<Label>,
        /// The index.
        index: Expr,
    },
    /// `GO TO variable [[,] (l1, …)]`.
    AssignedGoto {
        /// The variable that holds a label.
        variable: Ident,
        /// The labels it may hold, if listed.
        targets: Vec<Label>,
    },
    /// `ASSIGN label TO variable`.
    AssignLabel {
        /// The label (of a statement or a FORMAT).
        label: Label,
        /// The variable.
        variable: Ident,
    },
    /// `RETURN [n]`.
    Return(Option<Expr>),
    /// `STOP [code]`, `ERROR STOP [code]`, `PAUSE [code]`.
    Stop {
        /// Which.
        kind: StopKind,
        /// The code or message.
        code: Option<Expr>,
        /// `QUIET=`.
        quiet: Option<Expr>,
    },
    /// `CONTINUE`.
    Continue,
    /// `ALLOCATE ([type ::] objects, options)`.
    Allocate {
        /// The type before `::`.
        type_spec: Option<TypeSpec>,
        /// What is allocated: designators; the last [`ExprKind::Apply`] holds the bounds, sections are `lo:hi`.
        objects: Vec<Expr>,
        /// STAT=, ERRMSG=, SOURCE=, MOLD=.
        options: Vec<KeywordArg>,
    },
    /// `DEALLOCATE (objects, options)`.
    Deallocate {
        /// The designators.
        objects: Vec<Expr>,
        /// STAT=, ERRMSG=.
        options: Vec<KeywordArg>,
    },
    /// `NULLIFY (pointers)`.
    Nullify(Vec<Expr>),
    /// READ, WRITE, PRINT, OPEN, …
    Io(Io),
    /// `ENTRY name (dummies) [RESULT(r)] [BIND(C)]`. Executable in that it may stand among executable statements.
    Entry {
        /// The name.
        name: Ident,
        /// Its own dummy arguments.
        dummies: Vec<Dummy>,
        /// `RESULT(name)`.
        result: Option<Ident>,
        /// `BIND(C …)`.
        bind: Option<Bind>,
    },

    // -- declarations
    /// `REAL(8), INTENT(IN) :: x, y(3)`.
    TypeDecl(TypeDecl),
    /// `PROCEDURE(interface), attributes :: names`.
    ProcedureDecl(ProcedureDecl),
    /// DIMENSION, ALLOCATABLE, POINTER, TARGET, INTENT, OPTIONAL, EXTERNAL, INTRINSIC, VALUE, … as statements of their own.
    AttrStmt {
        /// The attribute ([`AttrKind::Dimension`] is empty here: the bounds are with the entities).
        attr: Attr,
        /// The names, with bounds where they have some.
        entities: Vec<Entity>,
    },
    /// `SAVE [names and /commons/]`; empty: everything. Also `BIND(C) :: names` with `bind` set.
    Save {
        /// What is saved.
        items: Vec<BlockOrName>,
        /// The statement is `BIND(C …)`, not SAVE.
        bind: Option<Bind>,
    },
    /// `PUBLIC [names]` or `PRIVATE [names]`; empty: the default of the module (or of the components).
    Access {
        /// PRIVATE.
        private: bool,
        /// What.
        names: Vec<GenericSpec>,
    },
    /// `PARAMETER (name = expr, …)`.
    Parameter(Vec<(Ident, Expr)>),
    /// `DATA objects /values/, …`.
    Data(Vec<DataSet>),
    /// `COMMON /block/ entities, …`.
    Common(Vec<CommonBlock>),
    /// `EQUIVALENCE (a, b), …`: each group is a list of designators.
    Equivalence(Vec<Vec<Expr>>),
    /// `IMPLICIT NONE` (empty) or `IMPLICIT type (letters), …`.
    Implicit(Vec<ImplicitRule>),
    /// `NAMELIST /group/ names, …`.
    Namelist(Vec<(Ident, Vec<Ident>)>),
    /// `USE module …`.
    Use(Use),
    /// `IMPORT [names]`.
    Import {
        /// The names; empty: all.
        names: Vec<Ident>,
        /// `NONE`, `ALL` or `ONLY` where written.
        mode: Option<Ident>,
    },
    /// `TYPE … END TYPE`.
    TypeDef(TypeDef),
    /// `INTERFACE … END INTERFACE`.
    Interface(Interface),
    /// `ENUM, BIND(C) … END ENUM`: the ENUMERATOR statements.
    Enum {
        /// Enumerators with their values; each inner list is one statement.
        enumerators: Vec<(Meta, Vec<(Ident, Option<Expr>)>)>,
        /// Of the END.
        end: Meta,
    },
    /// `FORMAT (…)`: the text with its parentheses.
    Format(Box<str>),
    /// The place of an INCLUDE line. The statements read from it follow and carry its id.
    Include(IncludeId),

    /// Not understood; `text` is the statement on one line. A diagnostic says why.
    Error {
        /// The statement.
        text: Box<str>,
    },
}

impl StmtKind {
    /// Whether the statement does something when it is reached (a statement function looks as if).
    pub fn is_executable(&self) -> bool {
        use StmtKind::*;
        match self {
            Assign { .. } | PointerAssign { .. } | Call { .. } | If(_) | IfStmt { .. } | ArithmeticIf { .. } => true,
            Do(_) | SelectCase(_) | SelectType(_) | Associate { .. } | Block { .. } => true,
            Where(_) | WhereStmt { .. } | Forall { .. } | ForallStmt { .. } => true,
            Exit(_) | Cycle(_) | Goto(_) | ComputedGoto { .. } | AssignedGoto { .. } | AssignLabel { .. } => true,
            Return(_) | Stop { .. } | Continue | Allocate { .. } | Deallocate { .. } | Nullify(_) | Io(_) => true,
            Entry { .. } => true,
            TypeDecl(_) | ProcedureDecl(_) | AttrStmt { .. } | Save { .. } | Access { .. } | Parameter(_) => false,
            Data(_) | Common(_) | Equivalence(_) | Implicit(_) | Namelist(_) | Use(_) | Import { .. } => false,
            TypeDef(_) | Interface(_) | Enum { .. } | Format(_) | Include(_) | Error { .. } => false,
        }
    }
}

/// The statements that end the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopKind {
    /// `STOP`
    Stop,
    /// `ERROR STOP`
    ErrorStop,
    /// `PAUSE` (waits for the operator, then continues)
    Pause,
}

/// `IF (condition) THEN`, its ELSE IFs and ELSE.
#[derive(Clone, Debug)]
pub struct If {
    /// The first condition; its [`Meta`] is the statement's.
    pub condition: Expr,
    /// What is done then.
    pub then: Vec<Stmt>,
    /// ELSE IF and ELSE branches.
    pub elses: Vec<ElseBranch>,
    /// Of the END IF.
    pub end: Meta,
}

/// `ELSE IF (condition) THEN …` or `ELSE …`.
#[derive(Clone, Debug)]
pub struct ElseBranch {
    /// Of the ELSE statement.
    pub meta: Meta,
    /// `None`: plain ELSE.
    pub condition: Option<Expr>,
    /// The statements.
    pub body: Vec<Stmt>,
}

/// A DO loop.
#[derive(Clone, Debug)]
pub struct Do {
    /// `DO 10 …`: the label of the terminal statement.
    pub terminal: Option<Label>,
    /// What controls it.
    pub control: DoControl,
    /// The body. With [`DoEnd::Terminal`] its last statement is the one that carries the label, unless an inner loop ends
    /// at the same label: then the innermost body has it.
    pub body: Vec<Stmt>,
    /// How it ends.
    pub end: DoEnd,
}

/// How a loop counts.
#[derive(Clone, Debug)]
pub enum DoControl {
    /// `DO`: until an EXIT.
    Forever,
    /// `DO WHILE (condition)`.
    While(Expr),
    /// `DO variable = first, last [, step]`.
    Count {
        /// The loop variable.
        variable: Ident,
        /// First value.
        first: Expr,
        /// Last value.
        last: Expr,
        /// The step; 1 if absent.
        step: Option<Expr>,
    },
    /// `DO CONCURRENT (header) [LOCAL(…) …]`.
    Concurrent {
        /// Indices and mask.
        header: ForallHeader,
        /// `LOCAL(a, b)`, `LOCAL_INIT(…)`, `SHARED(…)`, `DEFAULT(NONE)`: keyword and names.
        locality: Vec<(Ident, Vec<Ident>)>,
    },
}

/// The end of a DO loop.
#[derive(Clone, Debug)]
pub enum DoEnd {
    /// `END DO`, which may carry the label.
    EndDo(Meta),
    /// The labelled statement at the end of the (innermost) body.
    Terminal,
}

/// `(type :: i = 1:n:2, j = 1:m, mask)` of FORALL and DO CONCURRENT.
#[derive(Clone, Debug)]
pub struct ForallHeader {
    /// `INTEGER ::`
    pub type_spec: Option<TypeSpec>,
    /// The indices.
    pub indices: Vec<ForallIndex>,
    /// The mask.
    pub mask: Option<Expr>,
}

/// `i = first:last[:step]`.
#[derive(Clone, Debug)]
pub struct ForallIndex {
    /// The index.
    pub variable: Ident,
    /// First value.
    pub first: Expr,
    /// Last value.
    pub last: Expr,
    /// The step.
    pub step: Option<Expr>,
}

/// `SELECT CASE (selector)`.
#[derive(Clone, Debug)]
pub struct SelectCase {
    /// The value.
    pub selector: Expr,
    /// The cases in order.
    pub cases: Vec<Case>,
    /// Of the END SELECT.
    pub end: Meta,
}

/// `CASE (…)` or `CASE DEFAULT`.
#[derive(Clone, Debug)]
pub struct Case {
    /// Of the CASE statement.
    pub meta: Meta,
    /// `None`: DEFAULT.
    pub values: Option<Vec<CaseRange>>,
    /// The statements.
    pub body: Vec<Stmt>,
}

/// One entry of a CASE list.
#[derive(Clone, Debug)]
pub enum CaseRange {
    /// One value.
    Value(Expr),
    /// `low:high`, either may be absent.
    Range(Option<Expr>, Option<Expr>),
}

/// `SELECT TYPE ([name =>] selector)`; also SELECT RANK, with `rank` set.
#[derive(Clone, Debug)]
pub struct SelectType {
    /// It is a SELECT RANK.
    pub rank: bool,
    /// The selector and its associate name.
    pub associate: Option<Ident>,
    /// The selector.
    pub selector: Expr,
    /// The guards in order.
    pub guards: Vec<TypeGuard>,
    /// Of the END SELECT.
    pub end: Meta,
}

/// `TYPE IS (…)`, `CLASS IS (…)`, `CLASS DEFAULT`, `RANK (…)`, `RANK DEFAULT`.
#[derive(Clone, Debug)]
pub struct TypeGuard {
    /// Of the guard statement.
    pub meta: Meta,
    /// Which.
    pub kind: GuardKind,
    /// The statements.
    pub body: Vec<Stmt>,
}

/// What a guard asks for.
#[derive(Clone, Debug)]
pub enum GuardKind {
    /// `TYPE IS (type)`.
    Type(TypeSpec),
    /// `CLASS IS (type)`.
    Class(TypeSpec),
    /// `RANK (n)`; `None`: `RANK (*)`.
    Rank(Option<Expr>),
    /// DEFAULT.
    Default,
}

/// `name => selector` of ASSOCIATE.
#[derive(Clone, Debug)]
pub struct Association {
    /// The new name.
    pub name: Ident,
    /// What it stands for.
    pub selector: Expr,
}

/// A WHERE construct.
#[derive(Clone, Debug)]
pub struct Where {
    /// The first mask.
    pub mask: Expr,
    /// Assignments and nested WHEREs.
    pub body: Vec<Stmt>,
    /// ELSEWHERE branches; the condition is the mask.
    pub elses: Vec<ElseBranch>,
    /// Of the END WHERE.
    pub end: Meta,
}

/// An input/output statement. [`Io::text`] is what may be printed again; the rest is for knowing reads and writes.
#[derive(Clone, Debug)]
pub struct Io {
    /// Which.
    pub kind: IoKind,
    /// The statement on one line, blanks as written, without label.
    pub text: Box<str>,
    /// Unit, format and `KEYWORD=value` of the parentheses (or the unit/format alone in `PRINT *, x`, `READ *, x`, `REWIND 5`).
    pub controls: Vec<Arg>,
    /// The item list; an [`ExprKind::ImpliedDo`] may be among it.
    pub items: Vec<Expr>,
    /// Controls and items could not be parsed: reads and writes unknown.
    pub opaque: bool,
}

/// The input/output statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum IoKind {
    Read,
    Write,
    Print,
    Open,
    Close,
    Inquire,
    Rewind,
    Backspace,
    EndFile,
    Flush,
    Wait,
}

// ------------------------------------------------------------------------------------------------ declarations

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

// ------------------------------------------------------------------------------------------------ expressions

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// From its first to its last character, parentheses included.
    pub span: Span,
}

/// All expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant.
    Literal(Literal),
    /// A name alone; its span is the expression's.
    Name(Box<str>),
    /// `base(args)`: element, section, substring, call, structure constructor. `base` may itself be an Apply
    /// (`a(i)(1:2)`) or a Component.
    Apply {
        /// What is applied.
        base: Box<Expr>,
        /// The arguments.
        args: Vec<Arg>,
    },
    /// `base%name`.
    Component {
        /// The structure.
        base: Box<Expr>,
        /// The component, or type-bound procedure, or `re`, `im`, `kind`, `len`.
        name: Ident,
    },
    /// `base[images]`: a coindexed object.
    Coindexed {
        /// The coarray.
        base: Box<Expr>,
        /// The image selector.
        images: Vec<Arg>,
    },
    /// `op operand`.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand.
        operand: Box<Expr>,
    },
    /// `left op right`.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Left.
        left: Box<Expr>,
        /// Right.
        right: Box<Expr>,
    },
    /// `(expr)`: kept, because it forbids reassociation and makes an actual argument an expression.
    Paren(Box<Expr>),
    /// `(re, im)`.
    Complex {
        /// Real part.
        re: Box<Expr>,
        /// Imaginary part.
        im: Box<Expr>,
    },
    /// `[…]` or `(/…/)`.
    Array {
        /// `type ::`
        type_spec: Option<Box<TypeSpec>>,
        /// Values; [`ExprKind::ImpliedDo`] may be among them.
        items: Vec<Expr>,
        /// Written `[ ]`.
        brackets: bool,
    },
    /// `(items, variable = first, last [, step])` in DATA, I/O lists and array constructors.
    ImpliedDo {
        /// What is repeated.
        items: Vec<Expr>,
        /// The variable.
        variable: Ident,
        /// First value.
        first: Box<Expr>,
        /// Last value.
        last: Box<Expr>,
        /// Step.
        step: Option<Box<Expr>>,
    },
}

/// A constant with its exact text.
#[derive(Clone, Debug)]
pub struct Literal {
    /// Its type.
    pub kind: LiteralKind,
    /// As written, kind included (fixed form: blanks inside numbers removed). `1.0_dp`, `1d0`, `'it''s'`, `c_char_"x"`,
    /// `z'ff'`, `.TRUE._1`, `5HABCDE`.
    pub text: Box<str>,
}

/// The types of constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiteralKind {
    /// `12`, `12_8`
    Integer,
    /// `1.0`, `1e3`, `1.0_dp`: default real unless a kind is given.
    Real,
    /// `1d0`
    Double,
    /// `1q0`: an extension
    Quad,
    /// `.TRUE.`, `.FALSE.`
    Logical,
    /// `'text'`, `"text"`
    String,
    /// `z'ff'`, `o'7'`, `b'01'`, and the old `'ff'x`
    Boz,
    /// `5HABCDE`
    Hollerith,
}

impl Literal {
    /// The kind suffix after the underscore (`dp` in `1.0_dp`), or before it (strings).
    pub fn kind_suffix(&self) -> Option<&str> {
        match self.kind {
            LiteralKind::String => self.text.find(['\'', '"']).filter(|&at| at > 0).map(|at| &self.text[..at - 1]),
            LiteralKind::Boz | LiteralKind::Hollerith => None,
            LiteralKind::Integer | LiteralKind::Real | LiteralKind::Double => self.text.split_once('_').map(|p| p.1),
            LiteralKind::Quad | LiteralKind::Logical => self.text.split_once('_').map(|p| p.1),
        }
    }

    /// The text without its kind suffix.
    pub fn without_kind(&self) -> &str {
        match self.kind {
            LiteralKind::String => &self.text[self.text.find(['\'', '"']).unwrap_or(0)..],
            LiteralKind::Boz | LiteralKind::Hollerith => &self.text,
            LiteralKind::Integer
            | LiteralKind::Real
            | LiteralKind::Double
            | LiteralKind::Quad
            | LiteralKind::Logical => self.text.split('_').next().unwrap_or(&self.text),
        }
    }

    /// The characters of a string or Hollerith constant, quotes gone and doubled quotes single.
    pub fn characters(&self) -> Option<String> {
        match self.kind {
            LiteralKind::String => {
                let quoted = self.without_kind();
                let quote = quoted.chars().next()?;
                let inner = &quoted[1..quoted.len().saturating_sub(1).max(1)];
                Some(inner.replace(&format!("{quote}{quote}"), &quote.to_string()))
            }
            LiteralKind::Hollerith => self.text.split_once(['h', 'H']).map(|p| p.1.to_string()),
            LiteralKind::Integer | LiteralKind::Real | LiteralKind::Double | LiteralKind::Quad => None,
            LiteralKind::Logical | LiteralKind::Boz => None,
        }
    }
}

/// An argument, subscript or section.
#[derive(Clone, Debug)]
pub struct Arg {
    /// `keyword =`.
    pub keyword: Option<Ident>,
    /// The value.
    pub value: ArgValue,
}

/// What an argument can be.
#[derive(Clone, Debug)]
pub enum ArgValue {
    /// An expression.
    Expr(Expr),
    /// `lo:hi:step`, all optional.
    Section {
        /// First.
        lower: Option<Box<Expr>>,
        /// Last.
        upper: Option<Box<Expr>>,
        /// Step.
        step: Option<Box<Expr>>,
        /// The whole.
        span: Span,
    },
    /// `*10`: an alternate return label.
    AlternateReturn(Label),
    /// `*` alone: a unit or format in I/O, an assumed length.
    Star(Span),
    /// `lower:*` where bounds are declared; never in an expression.
    AssumedSize(Option<Box<Expr>>, Span),
    /// `..` where bounds are declared; never in an expression.
    AssumedRank(Span),
}

impl ArgValue {
    /// Where.
    pub fn span(&self) -> Span {
        match self {
            ArgValue::Expr(expr) => expr.span,
            ArgValue::AlternateReturn(label) => label.span,
            ArgValue::Section { span, .. } | ArgValue::Star(span) => *span,
            ArgValue::AssumedSize(_, span) | ArgValue::AssumedRank(span) => *span,
        }
    }
}

/// `KEYWORD = value` of ALLOCATE and DEALLOCATE.
#[derive(Clone, Debug)]
pub struct KeywordArg {
    /// STAT, ERRMSG, SOURCE, MOLD.
    pub keyword: Ident,
    /// The value.
    pub value: Expr,
}

/// Operators with one operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `.NOT.`
    Not,
    /// `.name.`: lower-case name without the dots
    Defined(Box<str>),
}

/// Operators with two operands. Whether a relation was written `<` or `.LT.` is in [`RelSpelling`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `**`
    Pow,
    /// `//`
    Concat,
    /// `==`
    Eq(RelSpelling),
    /// `/=`
    Ne(RelSpelling),
    /// `<`
    Lt(RelSpelling),
    /// `<=`
    Le(RelSpelling),
    /// `>`
    Gt(RelSpelling),
    /// `>=`
    Ge(RelSpelling),
    /// `.AND.`
    And,
    /// `.OR.`
    Or,
    /// `.EQV.`
    Eqv,
    /// `.NEQV.` (also `.XOR.`, an extension)
    Neqv,
    /// `.name.`: lower-case name without the dots
    Defined(Box<str>),
}

/// How a relation was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelSpelling {
    /// `<=`
    Symbol,
    /// `.LE.`
    Dotted,
}
