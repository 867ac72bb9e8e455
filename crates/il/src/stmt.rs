//! Statements and the structured body.

use crate::decl::Decl;
use crate::expr::{Arg, Expr, ExprKind};
use crate::parallel::Parallel;
use crate::source::Span;
use crate::symbol::{ScopeId, SymbolId};
use crate::types::Dim;
use serde::{Deserialize, Serialize};

crate::ids! {
    /// A statement of one unit. Prints as `s7`.
    StmtId "s",
    /// A pair of tape statements (the save and its restore) of one unit. Prints as `t4`.
    TapeId "t",
}

/// Statements in order.
pub type Block = Vec<StmtId>;

/// A statement label: digits in Fortran, an identifier in C.
pub type Label = String;

/// One statement with what stands around it in the source.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it is.
    #[serde(skip)]
    pub span: Span,
    /// Its label, if it is jumped to (FORMAT labels stay in their text).
    pub label: Option<Label>,
    /// Comment lines before it, without comment signs, as written otherwise; an empty string is an empty line, `#…` a
    /// preprocessor line.
    #[serde(default)]
    pub comments: Vec<String>,
    /// The comment on its last line.
    pub trailing: Option<String>,
    /// `$AD` directives before it.
    #[serde(default)]
    pub directives: Vec<Directive>,
}

impl From<StmtKind> for Stmt {
    fn from(kind: StmtKind) -> Self {
        Stmt { kind, span: Span::NONE, label: None, comments: Vec::new(), trailing: None, directives: Vec::new() }
    }
}

/// `$AD NAME args`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Directive {
    /// Upper case, such as `NOCHECKPOINT`.
    pub name: String,
    /// The rest of the line.
    pub args: String,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

/// What follows the word in kept text that is a pragma of C.
pub fn pragma(text: &str) -> Option<&str> {
    let words = text.trim_start().strip_prefix('#')?.trim_start().strip_prefix("pragma")?;
    words.starts_with(char::is_whitespace).then(|| words.trim_start())
}

/// The pointer that `lhs => …` associates, which may have bounds: `p(0:) => x`, `p(1:n, 1:m) => x`.
pub fn associated(lhs: &Expr) -> &Expr {
    match &lhs.kind {
        ExprKind::Index { base, .. } => base,
        _ => lhs,
    }
}

/// The kinds of statements. Loops and selects may have a construct name; `Exit` and `Cycle` name the construct they leave or continue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum StmtKind {
    /// `lhs = rhs`: the statement that creates derivatives. Array assignments are one statement; the right side is evaluated first.
    Assign {
        /// A reference.
        lhs: Expr,
        /// The value.
        rhs: Expr,
    },
    /// Fortran `p => target`. (A C pointer assignment is an `Assign` of pointer type.)
    PointerAssign {
        /// The pointer.
        lhs: Expr,
        /// Its new target (`NULL()` is an intrinsic).
        rhs: Expr,
    },
    /// A call for its effect.
    Call {
        /// The procedure.
        callee: SymbolId,
        /// Actual arguments.
        #[serde(default)]
        args: Vec<Arg>,
        /// Labels of alternate returns `*10`, in order; they are not among `args`.
        #[serde(default)]
        alternates: Vec<Label>,
    },
    /// IF / ELSE IF / ELSE.
    If(If),
    /// Counted loop.
    Do(Box<Do>),
    /// Test before each turn.
    While {
        /// Goes on while true.
        test: Expr,
        /// The body.
        #[serde(default)]
        body: Block,
        /// Construct name.
        name: Option<String>,
    },
    /// Test after each turn (C `do … while`). `Cycle` goes to the test.
    Until {
        /// The body.
        #[serde(default)]
        body: Block,
        /// Goes on while true.
        test: Expr,
        /// Construct name.
        name: Option<String>,
    },
    /// Endless loop.
    Loop {
        /// The body.
        #[serde(default)]
        body: Block,
        /// Construct name.
        name: Option<String>,
    },
    /// SELECT CASE, `switch`.
    Select {
        /// Evaluated once.
        selector: Expr,
        /// In source order.
        #[serde(default)]
        cases: Vec<Case>,
        /// Construct name.
        name: Option<String>,
    },
    /// Leaves the construct of that name, or the innermost loop.
    Exit(Option<String>),
    /// Goes to the next turn of the loop of that name, or of the innermost loop.
    Cycle(Option<String>),
    /// Jump.
    Goto(Label),
    /// `GOTO (l1, l2, …), selector`: falls through when out of range.
    ComputedGoto {
        /// Targets for 1, 2, …
        #[serde(default)]
        labels: Vec<Label>,
        /// An integer.
        selector: Expr,
    },
    /// `ASSIGN label TO var`.
    AssignLabel {
        /// The label.
        label: Label,
        /// The integer variable.
        var: SymbolId,
    },
    /// `GOTO var, (labels)`.
    AssignedGoto {
        /// The integer variable.
        var: SymbolId,
        /// Possible targets (all assigned labels when none were written).
        #[serde(default)]
        labels: Vec<Label>,
    },
    /// `IF (value) negative, zero, positive`.
    ArithmeticIf {
        /// A number.
        value: Expr,
        /// Targets for negative, zero, positive.
        labels: [Label; 3],
    },
    /// Leaves the unit. The value is C's return value or Fortran's alternate return index.
    Return(Option<Expr>),
    /// STOP or ERROR STOP; does not return.
    Stop {
        /// ERROR STOP.
        #[serde(default)]
        error: bool,
        /// Stop code.
        code: Option<Expr>,
    },
    /// CONTINUE, or an empty C statement: carries a label or comments.
    Nop,
    /// WHERE construct or statement: masks are evaluated in order, all on array shapes.
    Where {
        /// WHERE and ELSEWHERE(mask) arms.
        #[serde(default)]
        arms: Vec<Arm>,
        /// Plain ELSEWHERE.
        otherwise: Option<Block>,
        /// Written as one line.
        #[serde(default)]
        one_line: bool,
    },
    /// FORALL or DO CONCURRENT.
    Forall {
        /// Index ranges.
        #[serde(default)]
        indices: Vec<ForallIndex>,
        /// Mask.
        mask: Option<Expr>,
        /// The body.
        #[serde(default)]
        body: Block,
        /// DO CONCURRENT instead of FORALL.
        #[serde(default)]
        concurrent: bool,
        /// Written as one line.
        #[serde(default)]
        one_line: bool,
    },
    /// ALLOCATE.
    Allocate {
        /// What, with which bounds.
        #[serde(default)]
        objects: Vec<Allocation>,
        /// STAT=, SOURCE=, MOLD=, ERRMSG=, by keyword.
        #[serde(default)]
        options: Vec<Arg>,
    },
    /// DEALLOCATE.
    Deallocate {
        /// What.
        #[serde(default)]
        objects: Vec<Expr>,
        /// STAT=, ERRMSG=.
        #[serde(default)]
        options: Vec<Arg>,
    },
    /// NULLIFY.
    Nullify(Vec<Expr>),
    /// C `{ … }`, Fortran BLOCK.
    Scope {
        /// Its names.
        scope: ScopeId,
        /// Fortran BLOCK declarations (C declarations are `Declare` statements).
        #[serde(default)]
        decls: Vec<Decl>,
        /// The body.
        #[serde(default)]
        body: Block,
        /// Construct name.
        name: Option<String>,
    },
    /// A C declaration inside a block: introduces names, sets nothing. An initialiser is the `Assign` that follows it directly
    /// (the unparser joins the two again); initialisers of statics are in the symbols.
    Declare(Vec<SymbolId>),
    /// Text kept verbatim, with what it may read and write: I/O, FORMAT, pragmas, ENTRY we cannot treat.
    Opaque {
        /// The statement's text, without label.
        text: String,
        /// References and expressions it reads.
        #[serde(default)]
        reads: Vec<Expr>,
        /// References it may write.
        #[serde(default)]
        writes: Vec<Expr>,
    },
    /// A statement that did not parse: its unit cannot be differentiated. The diagnostic was given.
    Error(String),
    /// Pushes a value on the tape.
    Save {
        /// Pairs it with its `Restore`.
        id: TapeId,
        /// A reference: scalar, array, section or structure.
        value: Expr,
    },
    /// Pops into a reference.
    Restore {
        /// Pairs it with its `Save`.
        id: TapeId,
        /// The reference.
        into: Expr,
    },
    /// Pushes which way was taken.
    SaveControl {
        /// Pairs it with its `RestoreControl`.
        id: TapeId,
        /// How many ways there are (decides the number of bits).
        ways: u32,
        /// `0 .. ways`.
        taken: u32,
    },
    /// Pops which way was taken.
    RestoreControl {
        /// Pairs it with its `SaveControl`s.
        id: TapeId,
        /// How many ways there are.
        ways: u32,
        /// An integer variable.
        into: Expr,
    },
}

/// IF construct.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct If {
    /// IF and ELSE IF arms, at least one.
    #[serde(default)]
    pub arms: Vec<Arm>,
    /// ELSE.
    pub otherwise: Option<Block>,
    /// Written as `IF (test) statement`; only with one arm of one simple statement and no ELSE.
    #[serde(default)]
    pub one_line: bool,
}

/// A test and what it guards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Arm {
    /// Test or mask.
    pub test: Expr,
    /// Guarded statements.
    #[serde(default)]
    pub body: Block,
}

/// Counted loop: `from`, `to` (inclusive) and `step` are evaluated once; the variable may not be changed in the body, and
/// after the loop has the first value that was not used.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Do {
    /// The loop variable (an integer; in old Fortran possibly a real).
    pub var: SymbolId,
    /// First value.
    pub from: Expr,
    /// Last value.
    pub to: Expr,
    /// Step; `None`: 1.
    pub step: Option<Expr>,
    /// The body.
    #[serde(default)]
    pub body: Block,
    /// Construct name.
    pub name: Option<String>,
    /// C: the header declares the variable (`for (int i = …`).
    #[serde(default)]
    pub declares: bool,
    /// What is said of its iterations, where several threads may share them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parallel: Option<Box<Parallel>>,
}

impl If {
    /// A test in front of statements, with no other arm.
    pub fn when(test: Expr, body: Block, one_line: bool) -> Self {
        If { arms: vec![Arm { test, body }], otherwise: None, one_line }
    }
}

impl Do {
    /// A loop without a name.
    pub fn counting(var: SymbolId, from: Expr, to: Expr, step: Option<Expr>, body: Block) -> Self {
        Do { var, from, to, step, body, name: None, declares: false, parallel: None }
    }
}

/// A case of a select.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Case {
    /// Values and ranges; empty and `default` set for DEFAULT.
    #[serde(default)]
    pub ranges: Vec<CaseRange>,
    /// DEFAULT (C allows it beside values).
    #[serde(default)]
    pub default: bool,
    /// The body.
    #[serde(default)]
    pub body: Block,
    /// C: control goes on into the next case.
    #[serde(default)]
    pub falls_through: bool,
}

/// What a case matches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum CaseRange {
    /// One value.
    Value(Expr),
    /// `lo:hi`, either end open.
    Range(Option<Expr>, Option<Expr>),
}

/// An index of FORALL.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ForallIndex {
    /// Its variable.
    pub var: SymbolId,
    /// First value.
    pub from: Expr,
    /// Last value.
    pub to: Expr,
    /// Step.
    pub step: Option<Expr>,
}

/// One object of an ALLOCATE.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Allocation {
    /// The variable or component.
    pub object: Expr,
    /// Its bounds; empty for scalars and with SOURCE=.
    #[serde(default)]
    pub dims: Vec<Dim>,
}

impl Do {
    /// The least and the greatest value of the counter, where the step is 1 or -1.
    pub fn ends(&self) -> Option<(&Expr, &Expr)> {
        match self.step.as_ref().map_or(Some(1), Expr::as_int) {
            Some(1) => Some((&self.from, &self.to)),
            Some(-1) => Some((&self.to, &self.from)),
            _ => None,
        }
    }
}

impl StmtKind {
    /// The counted loop that the statement is.
    pub fn as_do(&self) -> Option<&Do> {
        if let StmtKind::Do(d) = self { Some(d) } else { None }
    }

    /// The left and the right side of an assignment.
    pub fn as_assign(&self) -> Option<(&Expr, &Expr)> {
        if let StmtKind::Assign { lhs, rhs } = self { Some((lhs, rhs)) } else { None }
    }

    /// The left side of an assignment.
    pub fn assigned(&self) -> Option<&Expr> {
        self.as_assign().map(|(lhs, _)| lhs)
    }

    /// What the statement as a whole calls: `call p(…)`, `x = f(…)`, `return f(…)`.
    pub fn callee(&self) -> Option<SymbolId> {
        match self {
            StmtKind::Call { callee, .. } => Some(*callee),
            StmtKind::Assign { rhs, .. } | StmtKind::Return(Some(rhs)) => match rhs.kind {
                ExprKind::Call { callee, .. } => Some(callee),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an expression of the statement itself, not of those inside it, mentions a symbol; or whether the statement counts with it, or keeps a label in it.
    pub fn mentions(&self, symbol: SymbolId) -> bool {
        let mut found = false;
        self.counted(&mut |s| found |= s == symbol);
        self.exprs(&mut |e| found |= e.mentions(symbol));
        found
    }

    /// Adds the variables and constants that the statement itself names, not those inside it, to `out`.
    pub fn collect_symbols(&self, out: &mut impl Extend<SymbolId>) {
        self.counted(&mut |s| out.extend([s]));
        self.exprs(&mut |e| e.collect_symbols(out));
    }

    /// Calls `f` with the variables that the statement itself names outside of expressions: what it counts with, and where it keeps a label.
    fn counted(&self, f: &mut dyn FnMut(SymbolId)) {
        match self {
            StmtKind::Do(d) => f(d.var),
            StmtKind::Forall { indices, .. } => indices.iter().for_each(|i| f(i.var)),
            StmtKind::AssignLabel { var, .. } | StmtKind::AssignedGoto { var, .. } => f(*var),
            StmtKind::Assign { .. }
            | crate::storage!()
            | StmtKind::If(_)
            | crate::uncounted!()
            | StmtKind::Select { .. }
            | StmtKind::Where { .. }
            | StmtKind::Scope { .. }
            | StmtKind::Call { .. }
            | crate::jump!()
            | StmtKind::ComputedGoto { .. }
            | StmtKind::ArithmeticIf { .. }
            | StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Nop
            | StmtKind::Declare(_)
            | StmtKind::Opaque { .. }
            | StmtKind::Error(_)
            | crate::tape!() => {}
        }
    }

    /// Whether control may go from here to a label.
    pub fn jumps_to_labels(&self) -> bool {
        matches!(
            self,
            StmtKind::Goto(_)
                | StmtKind::ComputedGoto { .. }
                | StmtKind::AssignedGoto { .. }
                | StmtKind::ArithmeticIf { .. }
        )
    }

    /// Whether it is EXIT, CYCLE or RETURN: what stands behind it in its block is not executed then.
    pub fn leaves_blocks(&self) -> bool {
        matches!(self, StmtKind::Exit(_) | StmtKind::Cycle(_) | StmtKind::Return(_))
    }

    /// Whether EXIT and CYCLE inside may refer to it.
    pub fn is_loop(&self) -> bool {
        matches!(self, StmtKind::Do(_) | StmtKind::While { .. } | StmtKind::Until { .. } | StmtKind::Loop { .. })
    }

    /// The directive of a loop whose iterations threads may share.
    pub fn parallel(&self) -> Option<&crate::Parallel> {
        let StmtKind::Do(d) = self else { return None };
        d.parallel.as_deref()
    }

    /// Whether its body may be executed several times.
    pub fn repeats(&self) -> bool {
        self.is_loop() || matches!(self, StmtKind::Forall { .. })
    }
}
