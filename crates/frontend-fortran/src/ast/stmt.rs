//! Statements and constructs.

use super::*;

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
    If(Box<If>),
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
    Do(Box<Do>),
    /// `SELECT CASE`.
    SelectCase(Box<SelectCase>),
    /// `SELECT TYPE`.
    SelectType(Box<SelectType>),
    /// `ASSOCIATE (name => selector, …) … END ASSOCIATE`.
    Associate {
        /// The associations.
        associations: Vec<Association>,
        /// The statements inside.
        body: Vec<Stmt>,
        /// Of the END.
        end: Box<Meta>,
    },
    /// `BLOCK … END BLOCK` (also CRITICAL, with `critical` set).
    Block {
        /// A CRITICAL construct.
        critical: bool,
        /// Declarations and statements.
        body: Vec<Stmt>,
        /// Of the END.
        end: Box<Meta>,
    },
    /// `WHERE (mask) … ELSEWHERE … END WHERE`.
    Where(Box<Where>),
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
        header: Box<ForallHeader>,
        /// Assignments.
        body: Vec<Stmt>,
        /// Of the END.
        end: Box<Meta>,
    },
    /// `FORALL (…) assignment`.
    ForallStmt {
        /// Indices and mask.
        header: Box<ForallHeader>,
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
        type_spec: Option<Box<TypeSpec>>,
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
    TypeDecl(Box<TypeDecl>),
    /// `PROCEDURE(interface), attributes :: names`.
    ProcedureDecl(Box<ProcedureDecl>),
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
    TypeDef(Box<TypeDef>),
    /// `INTERFACE … END INTERFACE`.
    Interface(Box<Interface>),
    /// `ENUM, BIND(C) … END ENUM`: the ENUMERATOR statements.
    Enum {
        /// Enumerators with their values; each inner list is one statement.
        enumerators: Vec<(Meta, Vec<(Ident, Option<Expr>)>)>,
        /// Of the END.
        end: Box<Meta>,
    },
    /// `FORMAT (…)`: the text with its parentheses.
    Format(Box<str>),
    /// The place of an INCLUDE line. The statements read from it follow and carry its id.
    Include(IncludeId),
    /// An INCLUDE line that stays, for a description says what the file declares: its name.
    Described(Box<str>),

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
            TypeDef(_) | Interface(_) | Enum { .. } | Format(_) | Include(_) | Described(_) | Error { .. } => false,
        }
    }

    /// Whether the statement says the same wherever it stands in its scope: FORMAT, errors and INCLUDE lines keep their place.
    pub fn is_declaration(&self) -> bool {
        use StmtKind::*;
        !self.is_executable() && !matches!(self, Format(_) | Include(_) | Described(_) | Error { .. })
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
