//! An open block: what is known of it so far, and what it becomes when it is closed.

use il::source::Span;

use crate::ast::*;
use crate::pieces::EndWord;

/// An open block.
pub struct Frame {
    /// Of the opening statement.
    pub meta: Meta,
    /// Which block.
    pub kind: FrameKind,
    /// The statements of the current branch.
    pub body: Vec<Stmt>,
}

/// The kinds of block. A branch that is complete has its statements; those of the current one are in [`Frame::body`].
#[allow(missing_docs)]
pub enum FrameKind {
    Unit(UnitFrame),
    If { condition: Expr, then: Option<Vec<Stmt>>, elses: Vec<ElseBranch> },
    Do { terminal: Option<Label>, control: DoControl },
    SelectCase { selector: Expr, cases: Vec<Case> },
    SelectType { rank: bool, associate: Option<Ident>, selector: Expr, guards: Vec<TypeGuard> },
    Associate { associations: Vec<Association> },
    Block { critical: bool },
    Where { mask: Expr, first: Option<Vec<Stmt>>, elses: Vec<ElseBranch> },
    Forall { header: ForallHeader },
    TypeDef { attrs: Vec<Attr>, name: Ident, params: Vec<Ident>, sequence: bool, bindings: Option<TypeBindings> },
    Interface { is_abstract: bool, spec: Option<GenericSpec>, items: Vec<InterfaceItem> },
    Enum { enumerators: Vec<(Meta, Vec<(Ident, Option<Expr>)>)> },
}

impl FrameKind {
    /// Whether it is a construct of executable statements without a scope of declarations of its own.
    pub fn is_within_scope(&self) -> bool {
        match self {
            FrameKind::If { .. } | FrameKind::Do { .. } | FrameKind::SelectCase { .. } => true,
            FrameKind::SelectType { .. } | FrameKind::Associate { .. } | FrameKind::Block { critical: true } => true,
            FrameKind::Where { .. } | FrameKind::Forall { .. } => true,
            FrameKind::Unit(_) | FrameKind::Block { critical: false } | FrameKind::TypeDef { .. } => false,
            FrameKind::Interface { .. } | FrameKind::Enum { .. } => false,
        }
    }
}

/// An open program unit.
pub struct UnitFrame {
    /// Its header.
    pub kind: UnitKind,
    /// CONTAINS was seen.
    pub contains: Option<Meta>,
    /// What it contains so far.
    pub units: Vec<Unit>,
    /// Something was wrong.
    pub has_error: bool,
}

impl UnitFrame {
    /// A new unit.
    pub fn new(kind: UnitKind) -> Self {
        UnitFrame { kind, contains: None, units: Vec::new(), has_error: false }
    }

    /// A main program without PROGRAM statement.
    pub fn is_implicit_main(&self) -> bool {
        matches!(self.kind, UnitKind::Program { name: None })
    }
}

/// A closed block.
pub enum Closed {
    /// A construct.
    Stmt(Box<Stmt>),
    /// A unit.
    Unit(Box<Unit>),
}

impl Frame {
    /// A block just opened.
    pub fn new(meta: Meta, kind: FrameKind) -> Self {
        Frame { meta, kind, body: Vec::new() }
    }

    /// How the user calls it.
    pub fn describe(&self) -> String {
        match &self.kind {
            FrameKind::Unit(unit) => match &unit.kind {
                UnitKind::Program { name: None } => "the main program".to_string(),
                UnitKind::Program { name: Some(name) } => format!("PROGRAM {}", name.text),
                UnitKind::Subprogram(header) if header.is_function => format!("FUNCTION {}", header.name.text),
                UnitKind::Subprogram(header) => format!("SUBROUTINE {}", header.name.text),
                UnitKind::Module { name } => format!("MODULE {}", name.text),
                UnitKind::Submodule { name, .. } => format!("SUBMODULE {}", name.text),
                UnitKind::ModuleProcedure { name } => format!("MODULE PROCEDURE {}", name.text),
                UnitKind::BlockData { .. } => "BLOCK DATA".to_string(),
            },
            FrameKind::If { .. } => "this IF block".to_string(),
            FrameKind::Do { .. } => "this DO loop".to_string(),
            FrameKind::SelectCase { .. } => "this SELECT CASE".to_string(),
            FrameKind::SelectType { .. } => "this SELECT TYPE".to_string(),
            FrameKind::Associate { .. } => "this ASSOCIATE block".to_string(),
            FrameKind::Block { critical: false } => "this BLOCK".to_string(),
            FrameKind::Block { critical: true } => "this CRITICAL block".to_string(),
            FrameKind::Where { .. } => "this WHERE block".to_string(),
            FrameKind::Forall { .. } => "this FORALL block".to_string(),
            FrameKind::TypeDef { name, .. } => format!("the definition of type {}", name.text),
            FrameKind::Interface { .. } => "this INTERFACE block".to_string(),
            FrameKind::Enum { .. } => "this ENUM".to_string(),
        }
    }

    /// What would close it.
    pub fn closing(&self) -> String {
        match &self.kind {
            FrameKind::Do { terminal: Some(label), .. } => format!("the statement with label {}", label.number),
            _ => self.word().spelled(),
        }
    }

    /// The word after its END.
    fn word(&self) -> EndWord {
        match &self.kind {
            FrameKind::Unit(unit) => match &unit.kind {
                UnitKind::Program { .. } => EndWord::Program,
                UnitKind::Subprogram(header) if header.is_function => EndWord::Function,
                UnitKind::Subprogram(_) => EndWord::Subroutine,
                UnitKind::Module { .. } => EndWord::Module,
                UnitKind::Submodule { .. } => EndWord::Submodule,
                UnitKind::ModuleProcedure { .. } => EndWord::Procedure,
                UnitKind::BlockData { .. } => EndWord::BlockData,
            },
            FrameKind::If { .. } => EndWord::If,
            FrameKind::Do { .. } => EndWord::Do,
            FrameKind::SelectCase { .. } | FrameKind::SelectType { .. } => EndWord::Select,
            FrameKind::Associate { .. } => EndWord::Associate,
            FrameKind::Block { critical: false } => EndWord::Block,
            FrameKind::Block { critical: true } => EndWord::Critical,
            FrameKind::Where { .. } => EndWord::Where,
            FrameKind::Forall { .. } => EndWord::Forall,
            FrameKind::TypeDef { .. } => EndWord::Type,
            FrameKind::Interface { .. } => EndWord::Interface,
            FrameKind::Enum { .. } => EndWord::Enum,
        }
    }

    /// Whether END `word` closes it.
    pub fn ends_with(&self, word: EndWord) -> bool {
        match &self.kind {
            FrameKind::Unit(_) => word == EndWord::Plain || word == self.word(),
            _ => word == self.word(),
        }
    }

    /// The name that END may repeat.
    pub fn name(&self) -> Option<&Ident> {
        match &self.kind {
            FrameKind::Unit(unit) => match &unit.kind {
                UnitKind::Program { name } | UnitKind::BlockData { name } => name.as_ref(),
                UnitKind::Subprogram(header) => Some(&header.name),
                UnitKind::Module { name } | UnitKind::Submodule { name, .. } => Some(name),
                UnitKind::ModuleProcedure { name } => Some(name),
            },
            FrameKind::TypeDef { name, .. } => Some(name),
            _ => self.meta.name.as_deref(),
        }
    }

    /// Whether a block of `kind` may stand directly in this one.
    pub fn may_hold(&self, kind: &FrameKind) -> bool {
        match &self.kind {
            FrameKind::TypeDef { .. } | FrameKind::Interface { .. } | FrameKind::Enum { .. } => false,
            FrameKind::Where { .. } => matches!(kind, FrameKind::Where { .. }),
            FrameKind::Forall { .. } => matches!(kind, FrameKind::Where { .. } | FrameKind::Forall { .. }),
            FrameKind::Unit(unit) => unit.contains.is_none(),
            _ => true,
        }
    }

    /// Moves the statements of the current branch to where they belong. Of statements before the first CASE the place is
    /// returned: they belong nowhere.
    pub fn flush(&mut self) -> Option<Span> {
        let body = std::mem::take(&mut self.body);
        let stray = |body: &[Stmt]| body.first().map(|stmt| stmt.meta.span);
        match &mut self.kind {
            FrameKind::If { then: first, elses, .. } | FrameKind::Where { first, elses, .. } => {
                match (elses.last_mut(), &first) {
                    (_, None) => *first = Some(body),
                    (Some(last), Some(_)) => last.body = body,
                    (None, Some(_)) => {}
                }
                None
            }
            FrameKind::SelectCase { cases, .. } => match cases.last_mut() {
                Some(last) => {
                    last.body = body;
                    None
                }
                None => stray(&body),
            },
            FrameKind::SelectType { guards, .. } => match guards.last_mut() {
                Some(last) => {
                    last.body = body;
                    None
                }
                None => stray(&body),
            },
            FrameKind::Unit(_) | FrameKind::Do { .. } | FrameKind::Associate { .. } | FrameKind::Block { .. } => {
                self.body = body;
                None
            }
            FrameKind::Forall { .. } | FrameKind::TypeDef { .. } => {
                self.body = body;
                None
            }
            FrameKind::Interface { .. } | FrameKind::Enum { .. } => {
                self.body = body;
                None
            }
        }
    }

    /// The closed block. `end` is [`DoEnd::Terminal`] only of a labelled loop.
    pub fn finish(self, end: DoEnd) -> Closed {
        let Frame { meta, kind, mut body } = self;
        // Big programs are held whole: no room is kept for statements that will not come.
        body.shrink_to_fit();
        let end_meta = |end: DoEnd| match end {
            DoEnd::EndDo(meta) => meta,
            DoEnd::Terminal => Meta::NONE,
        };
        let kind = match kind {
            FrameKind::Unit(unit) => {
                let contains = unit.contains.map(|meta| Contains { meta, units: unit.units });
                let (kind, has_error) = (unit.kind, unit.has_error);
                let (end, of_entry) = (end_meta(end), false);
                return Closed::Unit(Box::new(Unit { kind, meta, body, contains, end, has_error, of_entry }));
            }
            FrameKind::If { condition, then, elses } => {
                StmtKind::If(Box::new(If { condition, then: then.unwrap_or_default(), elses, end: end_meta(end) }))
            }
            FrameKind::Do { terminal, control } => StmtKind::Do(Box::new(Do { terminal, control, body, end })),
            FrameKind::SelectCase { selector, cases } => {
                StmtKind::SelectCase(Box::new(SelectCase { selector, cases, end: end_meta(end) }))
            }
            FrameKind::SelectType { rank, associate, selector, guards } => {
                StmtKind::SelectType(Box::new(SelectType { rank, associate, selector, guards, end: end_meta(end) }))
            }
            FrameKind::Associate { associations } => {
                StmtKind::Associate { associations, body, end: Box::new(end_meta(end)) }
            }
            FrameKind::Block { critical } => StmtKind::Block { critical, body, end: Box::new(end_meta(end)) },
            FrameKind::Where { mask, first, elses } => {
                StmtKind::Where(Box::new(Where { mask, body: first.unwrap_or_default(), elses, end: end_meta(end) }))
            }
            FrameKind::Forall { header } => {
                StmtKind::Forall { header: Box::new(header), body, end: Box::new(end_meta(end)) }
            }
            FrameKind::TypeDef { attrs, name, params, sequence, bindings } => {
                let end = end_meta(end);
                StmtKind::TypeDef(Box::new(TypeDef { name, params, attrs, sequence, components: body, bindings, end }))
            }
            FrameKind::Interface { is_abstract, spec, items } => {
                StmtKind::Interface(Box::new(Interface { is_abstract, spec, items, end: end_meta(end) }))
            }
            FrameKind::Enum { enumerators } => StmtKind::Enum { enumerators, end: Box::new(end_meta(end)) },
        };
        Closed::Stmt(Box::new(Stmt { meta, kind }))
    }
}
