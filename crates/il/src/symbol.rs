//! Symbols and the scopes they are looked up in.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::expr::Expr;
use crate::source::Span;
use crate::types::{RecordId, Type};
use crate::unit::UnitId;

crate::ids! {
    /// A named entity of the program. Prints as `v12`.
    SymbolId "v",
    /// A scope. Prints as `scope3`.
    ScopeId "scope",
}

/// A scope: a tree of name tables. Names are case-insensitive in Fortran scopes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scope {
    /// Where lookup goes on. Set by [`Program::new_scope`](crate::Program::new_scope) and [`Program::enclose`](crate::Program::enclose) only.
    pub parent: Option<ScopeId>,
    /// The scopes whose parent it is, in order of making.
    #[serde(skip)]
    pub(crate) inner: Vec<ScopeId>,
    /// The symbols whose scope it is, in order of making.
    #[serde(skip)]
    pub(crate) declared: Vec<SymbolId>,
    /// What it belongs to.
    pub kind: ScopeKind,
    /// Names seen here, in order: declared here, or made visible by USE. The key is folded by [`Scope::fold`].
    #[serde(default)]
    pub names: IndexMap<String, SymbolId>,
    /// Fortran: names are folded to lower case.
    #[serde(default)]
    pub case_insensitive: bool,
    /// Fortran: names that several modules give to different things. None of these can be named so (F2018 19.4p5).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub ambiguous: BTreeSet<String>,
}

/// What a scope belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ScopeKind {
    /// The root: names of external procedures, modules, COMMON blocks.
    Global,
    /// A C file.
    File,
    /// A program unit.
    Unit(UnitId),
    /// A block inside a unit.
    Block,
}

impl Scope {
    /// A scope that no other one is around.
    pub fn root(case_insensitive: bool) -> Scope {
        Scope {
            parent: None,
            inner: Vec::new(),
            declared: Vec::new(),
            kind: ScopeKind::Global,
            names: IndexMap::new(),
            case_insensitive,
            ambiguous: BTreeSet::new(),
        }
    }

    /// The key under which `name` is entered here.
    pub fn fold(&self, name: &str) -> String {
        if self.case_insensitive { name.to_ascii_lowercase() } else { name.to_string() }
    }
}

/// C: the name under which a tag is entered in a scope: no identifier can clash with it.
pub fn tag_key(union: bool, tag: &str) -> String {
    format!("{} {tag}", if union { "union" } else { "struct" })
}

/// A named entity.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Symbol {
    /// The name as declared.
    pub name: String,
    /// The scope that declares it (USE does not change it).
    pub scope: ScopeId,
    /// Where it is declared.
    #[serde(skip)]
    pub span: Span,
    /// What it is.
    pub kind: SymbolKind,
}

impl Symbol {
    /// Whether it is a procedure of the language.
    pub fn is_intrinsic(&self) -> bool {
        matches!(&self.kind, SymbolKind::Procedure(p) if p.class == ProcedureClass::Intrinsic)
    }
}

/// What a symbol is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum SymbolKind {
    /// Storage.
    Variable(Variable),
    /// A named constant (PARAMETER, enumerator).
    Constant {
        /// Its type.
        ty: Type,
        /// Its value as written.
        value: Expr,
    },
    /// A procedure: ours, external, dummy or intrinsic.
    Procedure(Procedure),
    /// A generic name, operator or assignment: the specific procedures.
    Generic {
        /// Specific procedures in order.
        #[serde(default)]
        members: Vec<SymbolId>,
    },
    /// A module. The unit is unknown when its file was not given.
    Module(Option<UnitId>),
    /// A derived type or struct name.
    Record(RecordId),
    /// A typedef name.
    Typedef(Type),
    /// A NAMELIST group.
    Namelist(Vec<SymbolId>),
}

/// A variable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Variable {
    /// Its type, with shape.
    pub ty: Type,
    /// Where it lives.
    pub storage: Storage,
    /// INTENT of a dummy.
    pub intent: Option<Intent>,
    /// OPTIONAL dummy.
    #[serde(default)]
    pub optional: bool,
    /// ALLOCATABLE.
    #[serde(default)]
    pub allocatable: bool,
    /// Fortran POINTER.
    #[serde(default)]
    pub pointer: bool,
    /// CLASS: its dynamic type may be an extension of its declared one.
    #[serde(default)]
    pub polymorphic: bool,
    /// TARGET.
    #[serde(default)]
    pub target: bool,
    /// Keeps its value between calls: SAVE, initialised locals, C static.
    #[serde(default)]
    pub saved: bool,
    /// Passed by value (C parameters, VALUE).
    #[serde(default)]
    pub by_value: bool,
    /// C `const` on the object itself; PROTECTED is not.
    #[serde(default)]
    pub constant: bool,
    /// Initial value of a static or module variable (`= …`). DATA statements are declarations.
    pub init: Option<Expr>,
    /// Its type came from implicit typing: no declaration in the source.
    #[serde(default)]
    pub implicit: bool,
    /// Allocatable arrays that no assignment gives another allocation, by the components that lead to them (none: the variable itself).
    /// Says what `analysis::shapes` found, where it was asked.
    #[serde(skip)]
    pub kept_shapes: Vec<Vec<(RecordId, usize)>>,
}

impl Variable {
    /// A plain variable.
    pub fn new(ty: Type, storage: Storage) -> Self {
        Variable {
            ty,
            storage,
            intent: None,
            optional: false,
            allocatable: false,
            pointer: false,
            polymorphic: false,
            target: false,
            saved: false,
            by_value: false,
            constant: false,
            init: None,
            implicit: false,
            kept_shapes: Vec::new(),
        }
    }

    /// Fortran: whether it is a pointer whose association is defined when its procedure begins: it begins as null, or is handed over. Of others it may not be
    /// asked (F2018 19.5.2.5).
    pub fn has_association(&self) -> bool {
        self.pointer && (self.init.is_some() || matches!(self.storage, Storage::Dummy(_)))
    }

    /// A local that is gone when its unit returns (C11 6.2.4p5 automatic storage duration; Fortran 2018 8.5.16 without SAVE).
    pub fn is_unsaved_local(&self) -> bool {
        self.storage == Storage::Local && !self.saved
    }
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Storage {
    /// A local of its unit (or of a block in it).
    Local,
    /// The dummy argument at a position of [`Unit::params`](crate::unit::Unit::params).
    Dummy(usize),
    /// The result variable of a function.
    Result,
    /// A module variable or a C file-scope variable (also what is declared `extern`).
    Global,
    /// A member of a COMMON block; the block is in the declarations of its unit.
    Common,
}

/// INTENT.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Intent {
    In,
    Out,
    InOut,
}

/// A procedure symbol.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Procedure {
    /// Its unit, when its source was given (or an interface body describes it: then the unit has `is_interface`).
    pub unit: Option<UnitId>,
    /// The type of its result; `None` for a subroutine, or when nobody knows.
    pub result: Option<Type>,
    /// What sort of procedure.
    pub class: ProcedureClass,
    /// C: how the type of a parameter that is a function was written, with `{}` for its name, where a typedef says it: `rhs_fn {}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spelling: Option<String>,
}

impl Procedure {
    /// A procedure.
    pub fn new(unit: Option<UnitId>, result: Option<Type>, class: ProcedureClass) -> Self {
        Procedure { unit, result, class, spelling: None }
    }
}

/// Sorts of procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ProcedureClass {
    /// External, module or internal procedure.
    Normal,
    /// A dummy procedure, at this position of the parameters.
    Dummy(usize),
    /// An intrinsic named in an INTRINSIC statement, or passed as an argument.
    Intrinsic,
    /// From a system header (C): known by prototype only.
    System,
}
