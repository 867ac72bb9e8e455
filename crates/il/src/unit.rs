//! Units: procedures, modules, C files.

use std::collections::BTreeSet;

use crate::arena::Arena;
use crate::decl::{Decl, DeclKind, Entity};
use crate::program::Language;
use crate::source::{FileId, Span};
use crate::stmt::{Block, Directive, Stmt, StmtId, StmtKind, TapeId};
use crate::symbol::{ScopeId, SymbolId};
use serde::{Deserialize, Serialize};

crate::ids! {
    /// A program unit. Prints as `u5`.
    UnitId "u",
}

/// A program unit: a procedure with a body, or a container of declarations and units.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Its name as written (C files: the path).
    pub name: String,
    /// What it is.
    pub kind: UnitKind,
    /// The language it was written in.
    pub language: Language,
    /// The input it came from; `None` for generated units.
    pub file: Option<FileId>,
    /// Its name's symbol, in the parent scope.
    pub symbol: Option<SymbolId>,
    /// Its own scope.
    pub scope: ScopeId,
    /// The unit that contains it: host procedure, module, C file.
    pub parent: Option<UnitId>,
    /// Units it contains, in order.
    #[serde(default)]
    pub children: Vec<UnitId>,
    /// Dummy arguments in order; alternate-return `*` are not among them.
    #[serde(default)]
    pub params: Vec<SymbolId>,
    /// Positions of alternate-return dummies among `params` (a `*` before `params[i]` is recorded as `i`).
    #[serde(default)]
    pub alternate_params: Vec<usize>,
    /// PURE, ELEMENTAL, RECURSIVE …, C `static`, `inline`.
    #[serde(default)]
    pub prefixes: Vec<Prefix>,
    /// BIND(C …) and other suffix text, as written.
    pub suffix: Option<String>,
    /// A file of derivatives in C: the file whose text it includes. Only what that has not is printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub includes: Option<String>,
    /// The type-bound procedure that it is, or stands for.
    #[serde(default)]
    pub binding: Option<Binding>,
    /// An interface body: describes an external procedure, has no statements.
    #[serde(default)]
    pub is_interface: bool,
    /// Of an interface body: the library that it is known from, whose source nobody gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<Described>,
    /// Something in it did not parse: print it, never differentiate it.
    #[serde(default)]
    pub has_errors: bool,
    /// Fortran: one of the parts of a subprogram with ENTRY statements. It may not use all of its dummies, where the whole did.
    #[serde(default)]
    pub of_entry: bool,
    /// Declarations in source order.
    #[serde(default)]
    pub decls: Vec<Decl>,
    /// All statements of the body.
    #[serde(default)]
    pub stmts: Arena<StmtId, Stmt>,
    /// The body.
    #[serde(default)]
    pub body: Block,
    /// How many tape pairs it has.
    #[serde(default)]
    pub tapes: u32,
    /// Of a backward half in split mode: the forward half, which saves what this one restores.
    #[serde(default)]
    pub forward_half: Option<UnitId>,
    /// Comment lines before it.
    #[serde(default)]
    pub comments: Vec<String>,
    /// Comment lines after the last statement.
    #[serde(default)]
    pub end_comments: Vec<String>,
    /// `$AD` directives before it.
    #[serde(default)]
    pub directives: Vec<Directive>,
    /// The header of the unit.
    #[serde(skip)]
    pub span: Span,
}

/// What the description of a library says of a procedure, beside its interface.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Described {
    /// The library.
    pub library: String,
    /// It only answers questions: it changes nothing but its arguments, and may be asked again.
    #[serde(default)]
    pub asks: bool,
    /// It returns before it is done: another call says when its buffers are read or written no more.
    #[serde(default)]
    pub returns_early: bool,
    /// It may read or write buffers that were given to others before.
    #[serde(default)]
    pub changes_unseen: bool,
    /// What numbers that it hands from process to process become.
    #[serde(default)]
    pub transfer: Option<Transfer>,
}

/// What becomes of numbers that processes exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Transfer {
    /// Each that is received is one that was sent.
    Moves,
    /// What an operation, which is an argument, makes of those of all processes.
    Reduces,
    /// It starts once more what other calls have prepared, with the buffers that these named.
    Starts,
    /// It waits for what other calls have begun.
    Completes,
}

/// How a procedure is called as `object%name(…)`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Binding {
    /// The binding.
    pub name: String,
    /// The position of the object among the parameters.
    pub object: usize,
    /// It only asks for the dynamic type of its object and calls what is bound there: it is not printed.
    #[serde(default)]
    pub dispatches: bool,
}

/// Kinds of units.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum UnitKind {
    /// Main program; `named` when it has a PROGRAM statement.
    Program {
        /// Has a PROGRAM statement.
        #[serde(default)]
        named: bool,
    },
    /// Subroutine, C void function.
    Subroutine,
    /// Function.
    Function {
        /// The result variable. In C a hidden variable of storage `Result` named like the function: `return e` stays [`StmtKind::Return`].
        result: SymbolId,
        /// RESULT(name) was written.
        #[serde(default)]
        explicit: bool,
        /// The type stands in the prefix (`real(8) function f`): its spelling.
        type_prefix: Option<String>,
    },
    /// Module.
    Module,
    /// Submodule: text of its parent.
    Submodule(String),
    /// BLOCK DATA.
    BlockData,
    /// A C file.
    File,
}

/// Prefixes of procedures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Prefix {
    Pure,
    Elemental,
    Impure,
    Recursive,
    NonRecursive,
    Module,
    /// C.
    Static,
    /// C.
    Inline,
    /// Anything else, as written.
    Other(String),
}

impl Unit {
    /// An empty unit.
    pub fn new(name: impl Into<String>, kind: UnitKind, language: Language, scope: ScopeId) -> Self {
        Unit {
            name: name.into(),
            kind,
            language,
            file: None,
            symbol: None,
            scope,
            parent: None,
            children: Vec::new(),
            params: Vec::new(),
            alternate_params: Vec::new(),
            prefixes: Vec::new(),
            suffix: None,
            includes: None,
            binding: None,
            is_interface: false,
            library: None,
            has_errors: false,
            of_entry: false,
            decls: Vec::new(),
            stmts: Arena::new(),
            body: Vec::new(),
            tapes: 0,
            forward_half: None,
            comments: Vec::new(),
            end_comments: Vec::new(),
            directives: Vec::new(),
            span: Span::NONE,
        }
    }

    /// Adds a statement to the arena (not to the body).
    pub fn add(&mut self, stmt: impl Into<Stmt>) -> StmtId {
        self.stmts.add(stmt.into())
    }

    /// Adds what stands in the place of one statement, whose comments, label and directives go to the first.
    pub fn add_in_place_of(&mut self, stmt: Stmt, kinds: Vec<StmtKind>) -> Block {
        let span = stmt.span;
        let ids: Block = kinds.into_iter().map(|kind| self.add(Stmt { span, ..Stmt::from(kind) })).collect();
        if let Some(first) = ids.first() {
            let first = &mut self.stmts[*first];
            (first.comments, first.label, first.directives) = (stmt.comments, stmt.label, stmt.directives);
        }
        ids
    }

    /// A fresh tape pair.
    pub fn new_tape(&mut self) -> TapeId {
        self.tapes += 1;
        crate::arena::Id::from_index(self.tapes as usize - 1)
    }

    /// The result variable of a function.
    pub fn result(&self) -> Option<SymbolId> {
        match self.kind {
            UnitKind::Function { result, .. } => Some(result),
            _ => None,
        }
    }

    /// Whether it is a subroutine, a function or a main program: has a body.
    pub fn is_procedure(&self) -> bool {
        matches!(self.kind, UnitKind::Subroutine | UnitKind::Function { .. } | UnitKind::Program { .. })
    }

    /// Whether it is a procedure whose text is here and was understood.
    pub fn is_understood(&self) -> bool {
        self.is_procedure() && !self.is_interface && !self.has_errors
    }

    /// Whether it stands for calls through a pointer, or of what the dynamic type of an object decides: it has no text of its own.
    pub fn stands_for_pointer(&self) -> bool {
        self.binding.as_ref().is_some_and(|b| b.dispatches)
    }

    /// Whether it has a prefix.
    pub fn has_prefix(&self, prefix: &Prefix) -> bool {
        self.prefixes.contains(prefix)
    }

    /// Whether it is declared to be pure, as elemental procedures are unless they say otherwise.
    pub fn is_pure(&self) -> bool {
        self.has_prefix(&Prefix::Pure) || self.has_prefix(&Prefix::Elemental) && !self.has_prefix(&Prefix::Impure)
    }

    /// COMMON blocks declared here, by name in lower case, members of repeated statements appended.
    pub fn commons(&self) -> indexmap::IndexMap<String, Vec<SymbolId>> {
        let mut blocks: indexmap::IndexMap<String, Vec<SymbolId>> = Default::default();
        for d in &self.decls {
            if let DeclKind::Common { block, members } = &d.kind {
                blocks.entry(block.to_ascii_lowercase()).or_default().extend(members.iter().map(|m: &Entity| m.symbol));
            }
        }
        blocks
    }

    /// Whether declarations here say OPTIONAL of a symbol: all that tells it of a dummy procedure.
    pub fn has_optional(&self, symbol: SymbolId) -> bool {
        let optional = crate::decl::Attr::Optional;
        self.decls.iter().any(|d| match &d.kind {
            DeclKind::Variables { attrs, entities, .. } => {
                attrs.contains(&optional) && entities.iter().any(|e| e.symbol == symbol)
            }
            DeclKind::Attribute { attr, symbols } => *attr == optional && symbols.iter().any(|e| e.symbol == symbol),
            _ => false,
        })
    }

    /// EQUIVALENCE groups declared here.
    pub fn equivalences(&self) -> impl Iterator<Item = &Vec<crate::expr::Expr>> {
        self.decls.iter().flat_map(|d| match &d.kind {
            DeclKind::Equivalence(groups) => groups.as_slice(),
            _ => &[],
        })
    }

    /// The variables that EQUIVALENCE puts in one storage with a variable, which is among them, by way of those that `counts`: a group may reach the
    /// next one (F2018 8.10.1).
    pub fn tied_with(
        &self,
        variable: SymbolId,
        counts: &dyn Fn(SymbolId) -> bool,
    ) -> std::collections::BTreeSet<SymbolId> {
        let mut out = std::collections::BTreeSet::from([variable]);
        loop {
            let before = out.len();
            for group in self.equivalences() {
                let roots = || group.iter().filter_map(crate::expr::Expr::root).filter(|s| counts(*s));
                if roots().any(|s| out.contains(&s)) {
                    out.extend(roots());
                }
            }
            if out.len() == before {
                return out;
            }
        }
    }

    /// Variables declared here that an EQUIVALENCE gives other names: those of its groups, and what stands in one COMMON block with them. Of a variable
    /// wherever it is declared, [`Program::is_overlaid`](crate::Program::is_overlaid) tells.
    pub fn overlaid(&self) -> std::collections::BTreeSet<SymbolId> {
        let mut all: std::collections::BTreeSet<SymbolId> =
            self.equivalences().flatten().filter_map(crate::expr::Expr::root).collect();
        if !all.is_empty() {
            for members in self.commons().into_values() {
                if members.iter().any(|m| all.contains(m)) {
                    all.extend(members);
                }
            }
        }
        all
    }

    /// Takes the statements `gone` out of `block` and of the blocks inside.
    pub fn remove(&mut self, block: &mut Block, gone: &std::collections::BTreeSet<StmtId>) {
        block.retain(|id| !gone.contains(id));
        for &id in block.iter() {
            let mut kind = std::mem::replace(&mut self.stmts[id].kind, crate::stmt::StmtKind::Nop);
            kind.blocks_mut().into_iter().for_each(|inner| self.remove(inner, gone));
            self.stmts[id].kind = kind;
        }
    }

    /// Puts statements in front of others, in `block` and the blocks inside.
    pub fn insert_before(&mut self, block: &mut Block, before: &std::collections::BTreeMap<StmtId, StmtId>) {
        let with = |id: StmtId| before.get(&id).copied().into_iter().chain([id]);
        *block = std::mem::take(block).into_iter().flat_map(with).collect();
        for id in block.clone() {
            let mut kind = std::mem::replace(&mut self.stmts[id].kind, crate::stmt::StmtKind::Nop);
            kind.blocks_mut().into_iter().for_each(|inner| self.insert_before(inner, before));
            if let crate::stmt::StmtKind::If(i) = &mut kind {
                i.one_line &= i.arms.iter().all(|a| a.body.len() == 1);
            }
            self.stmts[id].kind = kind;
        }
    }

    /// A copy of a statement and of all that stands in its blocks, added to the arena: no statement stands in two places.
    pub fn duplicate(&mut self, id: StmtId) -> StmtId {
        let mut stmt = self.stmts[id].clone();
        for block in stmt.kind.blocks_mut() {
            *block = std::mem::take(block).into_iter().map(|inner| self.duplicate(inner)).collect();
        }
        self.add(stmt)
    }

    /// Calls `f` on every statement of `block` and of the blocks inside, parents first, in source order.
    pub fn walk(&self, block: &[StmtId], f: &mut dyn FnMut(StmtId, &Stmt)) {
        for &id in block {
            let stmt = &self.stmts[id];
            f(id, stmt);
            for inner in stmt.kind.blocks() {
                self.walk(inner, f);
            }
        }
    }

    /// Whether `f` holds of a statement of `block` or of the blocks inside.
    pub fn any(&self, block: &[StmtId], f: &mut dyn FnMut(StmtId, &Stmt) -> bool) -> bool {
        let mut found = false;
        self.walk(block, &mut |id, stmt| found = found || f(id, stmt));
        found
    }

    /// Whether a statement of `block` or of the blocks inside mentions a symbol.
    pub fn mentions(&self, block: &[StmtId], symbol: SymbolId) -> bool {
        let mut found = false;
        self.walk(block, &mut |_, s| found |= s.kind.mentions(symbol));
        found
    }

    /// The variables and constants that the statements of `block` and of the blocks inside name.
    pub fn symbols(&self, block: &[StmtId]) -> BTreeSet<SymbolId> {
        let mut out = BTreeSet::new();
        self.walk(block, &mut |_, s| s.kind.collect_symbols(&mut out));
        out
    }

    /// All statements of the body in source order.
    pub fn all_stmts(&self) -> Vec<StmtId> {
        let mut out = Vec::new();
        self.walk(&self.body, &mut |id, _| out.push(id));
        out
    }

    /// Appends a statement of `kind` to `block`.
    pub fn push(&mut self, block: &mut Block, kind: StmtKind) -> StmtId {
        let id = self.add(kind);
        block.push(id);
        id
    }
}
