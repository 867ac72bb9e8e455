//! Declarations: order, grouping, comments and spelling. What is declared stands in the symbols.

use crate::expr::{Expr, Item};
use crate::source::Span;
use crate::stmt::{Directive, Label};
use crate::symbol::{Intent, SymbolId};
use crate::types::{Dim, RecordId};
use crate::unit::UnitId;
use serde::{Deserialize, Serialize};

/// One declaration statement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decl {
    /// What it declares.
    pub kind: DeclKind,
    /// Where.
    #[serde(skip)]
    pub span: Span,
    /// Comment lines before it.
    #[serde(default)]
    pub comments: Vec<String>,
    /// The comment on its line.
    pub trailing: Option<String>,
    /// `$AD` directives before it.
    #[serde(default)]
    pub directives: Vec<Directive>,
    /// Label of a FORMAT.
    pub label: Option<Label>,
}

impl From<DeclKind> for Decl {
    fn from(kind: DeclKind) -> Self {
        Decl { kind, span: Span::NONE, comments: Vec::new(), trailing: None, directives: Vec::new(), label: None }
    }
}

impl DeclKind {
    /// What a declaration of variables declares; nothing for others.
    pub fn entities(&self) -> &[Entity] {
        if let DeclKind::Variables { entities, .. } = self { entities } else { &[] }
    }

    /// Whether it is an IMPORT statement, which is kept as text.
    pub fn is_import(&self) -> bool {
        matches!(self, DeclKind::Opaque { text, .. } if text.get(..6).is_some_and(|w| w.eq_ignore_ascii_case("import")))
    }
}

/// Kinds of declaration statements.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum DeclKind {
    /// `USE module, ONLY: local => name`.
    Use {
        /// The module's name as written.
        module: String,
        /// The module's symbol.
        symbol: SymbolId,
        /// `INTRINSIC` or `NON_INTRINSIC`, as written.
        nature: Option<String>,
        /// With ONLY: just these. Without: renames.
        #[serde(default)]
        only: bool,
        /// Items in order.
        #[serde(default)]
        items: Vec<UseItem>,
    },
    /// `IMPLICIT NONE`, or another IMPLICIT statement as text after the keyword.
    Implicit(String),
    /// A type declaration with its entities. The type is that of the entities; constants stand here too (`parameter` attribute).
    Variables {
        /// The type specifier as written (`real(dp)`, `DOUBLE PRECISION`, `type(cell_t)`, C `static const double`).
        spelling: String,
        /// Attributes in order.
        #[serde(default)]
        attrs: Vec<Attr>,
        /// Written with `::`.
        #[serde(default)]
        colons: bool,
        /// Declared names in order.
        #[serde(default)]
        entities: Vec<Entity>,
    },
    /// `PARAMETER (a = 1, b = 2)`: values are in the symbols.
    Parameter(Vec<SymbolId>),
    /// `DIMENSION x(10), y(5)`: shapes are in the symbols.
    Dimension(Vec<SymbolId>),
    /// `COMMON /block/ a, b(10)`; the name is empty for blank COMMON.
    Common {
        /// Block name as written, empty for blank COMMON.
        block: String,
        /// Members in order; the flag says that the shape is written here.
        #[serde(default)]
        members: Vec<Entity>,
    },
    /// EQUIVALENCE groups.
    Equivalence(Vec<Vec<Expr>>),
    /// SAVE of names and `/blocks/` as written; empty: everything.
    Save {
        /// Variables.
        #[serde(default)]
        symbols: Vec<SymbolId>,
        /// COMMON block names.
        #[serde(default)]
        blocks: Vec<String>,
    },
    /// DATA: targets and values as kept text with the variables set, see [`Data`].
    Data(Vec<Data>),
    /// EXTERNAL.
    External(Vec<SymbolId>),
    /// INTRINSIC.
    Intrinsic(Vec<SymbolId>),
    /// An attribute given by its own statement: `INTENT(IN) a`, `ALLOCATABLE x(:)`, `TARGET t`, `PUBLIC :: p` (names only when symbols are unknown).
    Attribute {
        /// The attribute.
        attr: Attr,
        /// What it is given to; empty for a bare PRIVATE or PUBLIC.
        #[serde(default)]
        symbols: Vec<Entity>,
    },
    /// A derived type or struct definition.
    Record(RecordId),
    /// C typedef.
    Typedef(SymbolId),
    /// C enum definition: text kept; enumerators are constants.
    Enum {
        /// As written.
        text: String,
        /// The enumerators.
        #[serde(default)]
        constants: Vec<SymbolId>,
    },
    /// INTERFACE block.
    Interface {
        /// `name`, `operator(+)`, `assignment(=)`, empty; `abstract` is a flag.
        generic: String,
        /// ABSTRACT INTERFACE.
        #[serde(default)]
        is_abstract: bool,
        /// Interface bodies: units with `is_interface`.
        #[serde(default)]
        bodies: Vec<UnitId>,
        /// `MODULE PROCEDURE a, b`.
        #[serde(default)]
        procedures: Vec<SymbolId>,
    },
    /// C prototype of a function, or a Fortran PROCEDURE declaration.
    Prototype(SymbolId),
    /// C `#include`, as written after `#include` (with quotes or angle brackets); Fortran INCLUDE when its text was not expanded.
    Include(String),
    /// Marks the place of a contained unit in a C file.
    Unit(UnitId),
    /// Anything kept as text: FORMAT, NAMELIST, IMPORT, `#pragma`, ENUM …; with the symbols its text mentions.
    Opaque {
        /// The text.
        text: String,
        /// Names in it.
        #[serde(default)]
        symbols: Vec<SymbolId>,
    },
    /// A declaration that did not parse; the diagnostic was given.
    Error(String),
}

/// An item of a USE statement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UseItem {
    /// The name here.
    pub local: String,
    /// Its name in the module, when renamed.
    pub name: Option<String>,
}

/// A name in a declaration, with what is written beside it there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entity {
    /// The declared symbol.
    pub symbol: SymbolId,
    /// Its shape is written beside the name.
    #[serde(default)]
    pub dims: bool,
    /// Its initial value is written beside the name.
    #[serde(default)]
    pub init: bool,
    /// `*8` or `*(*)` beside the name, as written without the star.
    pub star: Option<String>,
}

impl Entity {
    /// A name whose shape (if any) stands beside it.
    pub fn new(symbol: SymbolId) -> Self {
        Entity { symbol, dims: true, init: true, star: None }
    }
}

/// An attribute of a declaration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Attr {
    Intent(Intent),
    Allocatable,
    Pointer,
    Target,
    Optional,
    Parameter,
    Save,
    External,
    Intrinsic,
    Public,
    Private,
    Protected,
    Value,
    /// `DIMENSION(n)` for all entities without their own shape.
    Dimension(Vec<Dim>),
    /// VOLATILE, CONTIGUOUS, BIND(C) … as written.
    Other(String),
}

/// One `targets / values /` of a DATA statement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Data {
    /// Variables, elements, implied loops.
    #[serde(default)]
    pub targets: Vec<Item>,
    /// Values with repeat counts.
    #[serde(default)]
    pub values: Vec<(Option<Expr>, Expr)>,
}

impl Data {
    /// Whether it gives values to a variable or to parts of it.
    pub fn sets(&self, symbol: SymbolId) -> bool {
        self.variables().contains(&symbol)
    }

    /// Whether it gives values to a variable, and to no other one.
    pub fn sets_only(&self, symbol: SymbolId) -> bool {
        let all = self.variables();
        !all.is_empty() && all.iter().all(|s| *s == symbol)
    }

    /// The variables that it gives values to, in the order of its targets.
    pub fn variables(&self) -> Vec<SymbolId> {
        fn of(item: &Item, out: &mut Vec<SymbolId>) {
            match item {
                Item::Value(e) => out.extend(e.root()),
                Item::Implied { items, .. } => items.iter().for_each(|i| of(i, out)),
            }
        }
        let mut out = Vec::new();
        self.targets.iter().for_each(|t| of(t, &mut out));
        out
    }
}
