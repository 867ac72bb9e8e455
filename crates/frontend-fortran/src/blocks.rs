//! What ends what: pieces become program units with nested bodies. This is the only stack.
//!
//! Whatever does not match is reported once, at the statement that opened the block, and the tree is closed as the
//! surrounding statements suggest. The units concerned are marked with [`Unit::has_error`].

mod frame;

use il::source::{Diagnostic, Span};

use self::frame::{Frame, FrameKind, UnitFrame};
use crate::ast::*;
use crate::messages;
use crate::pieces::{EndWord, Piece};

/// Blocks deeper than this are refused, so that recursion over the tree stays within the stack.
const MAX_NESTING: usize = 1000;

/// The units so far and what is open.
#[derive(Default)]
pub struct Blocks {
    frames: Vec<Frame>,
    units: Vec<Unit>,
    diagnostics: Vec<Diagnostic>,
    /// INCLUDE lines between units: what follows decides whether they belong to a main program without header.
    pending: Vec<(Meta, StmtKind)>,
    /// Comments before statements that are no node of the tree (SEQUENCE, PRIVATE of bindings): for the next statement.
    carried: Vec<Comment>,
    /// Where the last statement was, for blocks that the file does not close.
    last: Option<Span>,
}

impl Blocks {
    /// Whether a statement with `=` can be an assignment here: not in a type definition.
    pub fn assignments_allowed(&self) -> bool {
        !matches!(self.frames.last().map(|frame| &frame.kind), Some(FrameKind::TypeDef { .. } | FrameKind::Enum { .. }))
    }

    /// The place of an INCLUDE line.
    pub fn include(&mut self, meta: Meta, kind: StmtKind) {
        match self.frames.last() {
            None => self.pending.push((meta, kind)),
            Some(Frame { kind: FrameKind::Unit(unit), .. }) if unit.contains.is_some() => {
                self.pending.push((meta, kind))
            }
            Some(_) => self.push(Stmt { meta, kind }),
        }
    }

    /// The next statement.
    pub fn add(&mut self, mut meta: Meta, piece: Piece) {
        if !self.carried.is_empty() {
            meta.leading.splice(0..0, std::mem::take(&mut self.carried));
        }
        self.last = Some(meta.span);
        match piece {
            Piece::Simple(kind) => self.simple(meta, kind),
            Piece::Error(text) => self.error(meta, text),
            Piece::Header(kind) => self.header(meta, kind),
            Piece::Contains => self.contains(meta),
            Piece::End(word, name) => self.end(meta, word, name),

            Piece::IfThen(condition) => self.open(meta, FrameKind::If { condition, then: None, elses: Vec::new() }),
            Piece::Do(terminal, control) => self.open(meta, FrameKind::Do { terminal, control }),
            Piece::SelectCase(selector) => self.open(meta, FrameKind::SelectCase { selector, cases: Vec::new() }),
            Piece::SelectType { rank, associate, selector } => {
                self.open(meta, FrameKind::SelectType { rank, associate, selector, guards: Vec::new() });
            }
            Piece::Associate(associations) => self.open(meta, FrameKind::Associate { associations }),
            Piece::Block { critical } => self.open(meta, FrameKind::Block { critical }),
            Piece::Where(mask) => self.open(meta, FrameKind::Where { mask, first: None, elses: Vec::new() }),
            Piece::Forall(header) => self.open(meta, FrameKind::Forall { header }),
            Piece::TypeDef { attrs, name, params } => {
                self.open(meta, FrameKind::TypeDef { attrs, name, params, sequence: false, bindings: None });
            }
            Piece::Interface { is_abstract, spec } => {
                self.open(meta, FrameKind::Interface { is_abstract, spec, items: Vec::new() });
            }
            Piece::Enum => self.open(meta, FrameKind::Enum { enumerators: Vec::new() }),

            Piece::ElseIf(condition, name) => self.branch(meta, "ELSE IF", name, |frame, meta| match &mut frame.kind {
                FrameKind::If { elses, .. } if elses.last().is_none_or(|last| last.condition.is_some()) => {
                    elses.push(ElseBranch { meta, condition: Some(condition), body: Vec::new() });
                    None
                }
                _ => Some(meta),
            }),
            Piece::Else(name) => self.branch(meta, "ELSE", name, |frame, meta| match &mut frame.kind {
                FrameKind::If { elses, .. } if elses.last().is_none_or(|last| last.condition.is_some()) => {
                    elses.push(ElseBranch { meta, condition: None, body: Vec::new() });
                    None
                }
                _ => Some(meta),
            }),
            Piece::ElseWhere(condition, name) => {
                self.branch(meta, "ELSEWHERE", name, |frame, meta| match &mut frame.kind {
                    FrameKind::Where { elses, .. } if elses.last().is_none_or(|last| last.condition.is_some()) => {
                        elses.push(ElseBranch { meta, condition, body: Vec::new() });
                        None
                    }
                    _ => Some(meta),
                });
            }
            Piece::Case(values, name) => self.branch(meta, "CASE", name, |frame, meta| match &mut frame.kind {
                FrameKind::SelectCase { cases, .. } => {
                    cases.push(Case { meta, values, body: Vec::new() });
                    None
                }
                _ => Some(meta),
            }),
            Piece::Guard(kind, name) => self.branch(meta, "this guard", name, |frame, meta| match &mut frame.kind {
                FrameKind::SelectType { guards, .. } => {
                    guards.push(TypeGuard { meta, kind, body: Vec::new() });
                    None
                }
                _ => Some(meta),
            }),

            Piece::Procedure { module, interface, attrs, entities } => {
                self.procedure(meta, module, interface, attrs, entities);
            }
            Piece::Generic { attrs, spec, names } => {
                self.binding(meta, "GENERIC", Binding::Generic { attrs, spec, names });
            }
            Piece::Final(names) => self.binding(meta, "FINAL", Binding::Final(names)),
            Piece::Sequence => match self.frames.last_mut() {
                Some(Frame { kind: FrameKind::TypeDef { sequence, bindings: None, .. }, .. }) => {
                    *sequence = true;
                    self.carried = meta.comments();
                }
                _ => self.homeless(meta, "SEQUENCE"),
            },
            Piece::Enumerator(list) => match self.frames.last_mut() {
                Some(Frame { kind: FrameKind::Enum { enumerators }, .. }) => enumerators.push((meta, list)),
                _ => self.homeless(meta, "ENUMERATOR"),
            },
        }
    }

    /// All units; reports what is still open.
    pub fn finish(mut self) -> (Vec<Unit>, Vec<Diagnostic>) {
        while !self.frames.is_empty() {
            self.close_unfinished(self.last.unwrap_or(Span::NONE));
        }
        (self.units, self.diagnostics)
    }

    // ------------------------------------------------------------------------------------------ statements

    fn simple(&mut self, meta: Meta, kind: StmtKind) {
        self.ensure_unit(&meta);
        let span = meta.span;
        let Some(top) = self.frames.last_mut() else { return };
        let misplaced = match (&mut top.kind, &kind) {
            (FrameKind::TypeDef { bindings: Some(bindings), .. }, StmtKind::Access { private: true, names })
                if names.is_empty() =>
            {
                bindings.private = true;
                self.carried = meta.comments();
                return;
            }
            (FrameKind::TypeDef { bindings: Some(_), .. }, _) => true,
            (FrameKind::TypeDef { bindings: None, .. }, kind) => {
                !matches!(kind, StmtKind::TypeDecl(_) | StmtKind::Access { .. } | StmtKind::AttrStmt { .. })
            }
            (FrameKind::Interface { .. } | FrameKind::Enum { .. }, _) => true,
            (FrameKind::Unit(unit), _) => unit.contains.is_some(),
            _ => false,
        };
        if misplaced {
            let (what, opener) = (top.describe(), top.meta.span);
            self.diagnostics.push(messages::misplaced("this statement", span, &what, opener));
            self.mark_error();
        }
        let label = meta.label;
        self.push(Stmt { meta, kind });
        self.close_labelled(label);
    }

    fn error(&mut self, meta: Meta, text: Box<str>) {
        self.ensure_unit(&meta);
        self.mark_error();
        let label = meta.label;
        if let Some(Frame { kind: FrameKind::TypeDef { bindings: Some(bindings), .. }, .. }) = self.frames.last_mut() {
            bindings.bindings.push((meta, Binding::Error(text)));
        } else {
            self.push(Stmt { meta, kind: StmtKind::Error { text } });
        }
        self.close_labelled(label);
    }

    /// A statement that is understood but belongs to nothing here.
    fn homeless(&mut self, meta: Meta, what: &str) {
        self.diagnostics.push(messages::belongs_to_nothing(what, meta.span));
        self.error(meta, what.into());
    }

    /// Puts a statement into the innermost body. Declarations (DATA may stand among executable statements, F2018 R514, and
    /// so in their blocks) belong to the scope, whichever constructs are open in it.
    fn push(&mut self, stmt: Stmt) {
        let innermost = match stmt.kind.is_declaration() {
            true => self.frames.iter_mut().rev().find(|frame| !frame.kind.is_within_scope()),
            false => self.frames.last_mut(),
        };
        if let Some(top) = innermost {
            match &mut top.kind {
                FrameKind::Interface { items, .. } => items.push(InterfaceItem::Other(stmt)),
                _ => top.body.push(stmt),
            }
        }
    }

    /// Closes the labelled loops that end with the statement just added.
    fn close_labelled(&mut self, label: Option<Label>) {
        let Some(label) = label else { return };
        while let Some(Frame { kind: FrameKind::Do { terminal: Some(terminal), .. }, .. }) = self.frames.last()
            && terminal.number == label.number
        {
            self.close(DoEnd::Terminal);
        }
    }

    fn ensure_unit(&mut self, meta: &Meta) {
        if !self.frames.is_empty() {
            return;
        }
        let header = Meta { span: meta.span, ..Meta::NONE };
        let kind = FrameKind::Unit(UnitFrame::new(UnitKind::Program { name: None }));
        self.frames.push(Frame::new(header, kind));
        for (meta, kind) in std::mem::take(&mut self.pending) {
            self.push(Stmt { meta, kind });
        }
    }

    /// All units around have an error.
    fn mark_error(&mut self) {
        for frame in &mut self.frames {
            if let FrameKind::Unit(unit) = &mut frame.kind {
                unit.has_error = true;
            }
        }
    }

    // ------------------------------------------------------------------------------------------ opening

    fn open(&mut self, meta: Meta, kind: FrameKind) {
        self.ensure_unit(&meta);
        if self.frames.len() >= MAX_NESTING {
            self.diagnostics.push(messages::too_deep(meta.span, MAX_NESTING));
            self.error(meta, "".into());
            return;
        }
        if let Some(top) = self.frames.last()
            && !top.may_hold(&kind)
        {
            let (what, opener) = (top.describe(), top.meta.span);
            let span = meta.span;
            let frame = Frame::new(meta, kind);
            self.diagnostics.push(messages::misplaced(&frame.describe(), span, &what, opener));
            self.mark_error();
            self.frames.push(frame);
            return;
        }
        self.frames.push(Frame::new(meta, kind));
    }

    fn header(&mut self, mut meta: Meta, kind: UnitKind) {
        let internal = matches!(kind, UnitKind::Subprogram(_) | UnitKind::ModuleProcedure { .. });
        while let Some(top) = self.frames.last() {
            let holds = match &top.kind {
                FrameKind::Interface { .. } => internal,
                FrameKind::Unit(unit) => internal && unit.contains.is_some(),
                _ => false,
            };
            if holds {
                break;
            }
            self.close_unfinished(meta.span);
        }
        for (include, _) in std::mem::take(&mut self.pending) {
            meta.leading.splice(0..0, include.leading);
        }
        self.frames.push(Frame::new(meta, FrameKind::Unit(UnitFrame::new(kind))));
    }

    fn contains(&mut self, meta: Meta) {
        self.ensure_unit(&meta);
        loop {
            let Some(top) = self.frames.last_mut() else { return };
            match &mut top.kind {
                FrameKind::TypeDef { bindings, .. } if bindings.is_none() => {
                    *bindings = Some(TypeBindings { meta, private: false, bindings: Vec::new() });
                    return;
                }
                FrameKind::Unit(unit) if unit.contains.is_none() => {
                    unit.contains = Some(meta);
                    return;
                }
                FrameKind::Unit(_) => return self.homeless(meta, "CONTAINS"),
                _ => self.close_unfinished(meta.span),
            }
        }
    }

    fn procedure(
        &mut self,
        meta: Meta,
        module: bool,
        interface: Option<ProcInterface>,
        attrs: Vec<Attr>,
        mut entities: Vec<Entity>,
    ) {
        self.ensure_unit(&meta);
        let Some(top) = self.frames.last_mut() else { return };
        match &mut top.kind {
            FrameKind::Interface { items, .. } => {
                let names = entities.into_iter().map(|entity| entity.name).collect();
                items.push(InterfaceItem::Procedures { meta, module, names });
            }
            FrameKind::TypeDef { bindings: Some(bindings), .. } if !module => {
                let interface = match interface {
                    Some(ProcInterface::Name(name)) => Some(name),
                    _ => None,
                };
                let target = |entity: Entity| {
                    let target = match &entity.init {
                        Some(Init::Pointer(expr)) => crate::make::name_of(expr),
                        _ => None,
                    };
                    (entity.name, target)
                };
                let names = entities.into_iter().map(target).collect();
                bindings.bindings.push((meta, Binding::Procedure { interface, attrs, names }));
            }
            FrameKind::Unit(unit) if module && unit.contains.is_some() && entities.len() == 1 => {
                if let Some(entity) = entities.pop() {
                    self.header(meta, UnitKind::ModuleProcedure { name: entity.name });
                }
            }
            _ if module => self.homeless(meta, "MODULE PROCEDURE"),
            _ => {
                let interface = interface.unwrap_or(ProcInterface::None);
                let decl = ProcedureDecl { interface, attrs, entities };
                let stmt = Stmt { meta, kind: StmtKind::ProcedureDecl(Box::new(decl)) };
                self.push(stmt);
            }
        }
    }

    fn binding(&mut self, meta: Meta, what: &str, binding: Binding) {
        match self.frames.last_mut() {
            Some(Frame { kind: FrameKind::TypeDef { bindings: Some(bindings), .. }, .. }) => {
                bindings.bindings.push((meta, binding));
            }
            _ => self.homeless(meta, what),
        }
    }

    // ------------------------------------------------------------------------------------------ branches and ends

    /// ELSE, CASE and their like: `enter` adds the branch to the frame that it belongs to, or gives the meta back.
    fn branch(
        &mut self,
        meta: Meta,
        what: &str,
        name: Option<Ident>,
        enter: impl FnOnce(&mut Frame, Meta) -> Option<Meta>,
    ) {
        let word = match what {
            "ELSE" | "ELSE IF" => EndWord::If,
            "ELSEWHERE" => EndWord::Where,
            _ => EndWord::Select,
        };
        let Some(index) = self.find(word) else { return self.homeless(meta, what) };
        while self.frames.len() > index + 1 {
            self.close_unfinished(meta.span);
        }
        if let Some(name) = name {
            self.check_name(index, &name);
        }
        let frame = &mut self.frames[index];
        if let Some(stray) = frame.flush() {
            self.diagnostics.push(messages::misplaced(
                "this statement",
                stray,
                "SELECT before the first CASE",
                meta.span,
            ));
            self.mark_error();
        }
        let frame = &mut self.frames[index];
        if let Some(meta) = enter(frame, meta) {
            self.homeless(meta, what);
        }
    }

    /// The innermost frame that END `word` closes, within the innermost unit.
    fn find(&self, word: EndWord) -> Option<usize> {
        for (index, frame) in self.frames.iter().enumerate().rev() {
            if frame.ends_with(word) {
                return Some(index);
            }
            if matches!(frame.kind, FrameKind::Unit(_)) {
                return None;
            }
        }
        None
    }

    fn end(&mut self, meta: Meta, word: EndWord, name: Option<Ident>) {
        let ends_unit = matches!(
            word,
            EndWord::Plain
                | EndWord::BlockData
                | EndWord::Function
                | EndWord::Module
                | EndWord::Procedure
                | EndWord::Program
                | EndWord::Submodule
                | EndWord::Subroutine
        );
        if ends_unit {
            return self.end_unit(meta, word, name);
        }
        let Some(index) = self.find(word) else { return self.homeless(meta, &word.spelled()) };
        while self.frames.len() > index + 1 {
            self.close_unfinished(meta.span);
        }
        if let Some(name) = &name {
            self.check_name(index, name);
        }
        let label = meta.label;
        if let FrameKind::Do { terminal: Some(terminal), .. } = &self.frames[index].kind
            && label.is_none_or(|label| label.number != terminal.number)
        {
            let terminal = *terminal;
            let closing = format!("the statement with label {}", terminal.number);
            self.diagnostics.push(messages::not_closed("this DO loop", terminal.span, meta.span, &closing));
            self.mark_error();
        }
        self.close(DoEnd::EndDo(meta));
        self.close_labelled(label);
    }

    fn end_unit(&mut self, meta: Meta, word: EndWord, name: Option<Ident>) {
        if self.frames.is_empty() {
            let has_main = self.units.iter().any(|unit| matches!(unit.kind, UnitKind::Program { .. }));
            if !matches!(word, EndWord::Plain | EndWord::Program) || has_main {
                self.diagnostics.push(messages::belongs_to_nothing(&word.spelled(), meta.span));
                return;
            }
            self.ensure_unit(&meta);
        }
        let is_unit = |frame: &Frame| matches!(frame.kind, FrameKind::Unit(_));
        let innermost = self.frames.iter().rposition(is_unit).unwrap_or(0);
        let fits = |frame: &Frame| is_unit(frame) && frame.ends_with(word);
        // The name tells which of several it is: inner ones have lost their END.
        let is_named = |frame: &Frame| name.as_ref().is_none_or(|n| frame.name().is_some_and(|own| own.is(&n.text)));
        let matching = self.frames.iter().rposition(|frame| fits(frame) && is_named(frame));
        let matching = matching.or_else(|| self.frames.iter().rposition(fits));
        let index = matching.unwrap_or(innermost);
        while self.frames.len() > index + 1 {
            self.close_unfinished(meta.span);
        }
        let frame = &self.frames[index];
        if matching.is_none() {
            // After a header that was not understood this is no news.
            let known = matches!(&frame.kind, FrameKind::Unit(unit) if unit.is_implicit_main() && unit.has_error);
            if !known {
                let (what, opener) = (frame.describe(), frame.meta.span);
                let message = messages::misplaced(&word.spelled(), meta.span, &what, opener);
                self.diagnostics.push(message);
                self.mark_error();
            }
        } else if let Some(name) = &name {
            self.check_name(index, name);
        }
        self.close(DoEnd::EndDo(meta));
    }

    /// END or ELSE with a name that the block does not have.
    fn check_name(&mut self, index: usize, name: &Ident) {
        let frame = &self.frames[index];
        let expected = frame.name();
        if expected.is_some_and(|expected| expected.is(&name.text)) {
            return;
        }
        // `END INTERFACE name` repeats a generic, which is compared by nobody.
        if matches!(frame.kind, FrameKind::Interface { .. }) {
            return;
        }
        let expected = expected.map(|ident| ident.text.to_string());
        let opener = frame.meta.span;
        // Its kind has found what it closes; a construct may have been meant to end elsewhere.
        if matches!(frame.kind, FrameKind::Unit(_)) {
            let said = messages::wrong_unit_name(&name.text, name.span, expected.as_deref(), opener);
            self.diagnostics.push(said);
            return;
        }
        self.diagnostics.push(messages::wrong_name(&name.text, name.span, expected.as_deref(), opener));
        self.mark_error();
    }

    /// Closes the innermost frame without its END, and says so. `at` is where that was noticed.
    fn close_unfinished(&mut self, at: Span) {
        self.mark_error();
        if let Some(top) = self.frames.last() {
            self.diagnostics.push(messages::not_closed(&top.describe(), top.meta.span, at, &top.closing()));
        }
        self.close(DoEnd::EndDo(Meta::NONE));
    }

    /// Closes the innermost frame.
    fn close(&mut self, end: DoEnd) {
        let Some(mut frame) = self.frames.pop() else { return };
        if let Some(stray) = frame.flush() {
            let message = messages::misplaced("this statement", stray, "SELECT before the first CASE", frame.meta.span);
            self.diagnostics.push(message);
            self.mark_error();
        }
        match frame.finish(end) {
            frame::Closed::Stmt(stmt) => self.push(*stmt),
            frame::Closed::Unit(unit) => match self.frames.last_mut().map(|frame| &mut frame.kind) {
                Some(FrameKind::Interface { items, .. }) => items.push(InterfaceItem::Body(*unit)),
                Some(FrameKind::Unit(parent)) => parent.units.push(*unit),
                _ => self.units.push(*unit),
            },
        }
    }
}
