//! What the user asks for: mode, heads, name patterns and switches (`conventions.md` §1).

use std::collections::{BTreeMap, BTreeSet};

use il::{Expr, ExprKind, Field, Program, RecordId, Span, SymbolId, Type, UnitId};

use crate::signature::part::Part;

/// What is generated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// Directional derivatives, computed along with the original values.
    Tangent,
    /// Gradients: a forward and a backward sweep.
    Adjoint,
}

/// A variable of a head, or a component of one: `p%soil%ks` is `p` and the field positions of `soil` and `ks`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// A dummy, a result variable or a global.
    pub symbol: SymbolId,
    /// Field positions from the outside in; empty: the whole variable.
    pub path: Vec<usize>,
}

impl Place {
    /// The whole of a variable.
    pub fn whole(symbol: SymbolId) -> Self {
        Place { symbol, path: Vec::new() }
    }

    /// The components on the way to it, outermost first.
    pub fn fields<'p>(&self, program: &'p Program) -> impl Iterator<Item = &'p Field> {
        let mut ty = program.symbol_type(self.symbol);
        self.path.iter().map_while(move |&k| {
            let field = &program.records[ty?.record()?].fields[k];
            ty = Some(&field.ty);
            Some(field)
        })
    }

    /// The reference that it stands for, through the pointers of C on the way.
    pub fn reference(&self, program: &Program) -> Expr {
        let mut e = Expr::var(self.symbol);
        let mut ty = program.symbol_type(self.symbol).cloned().unwrap_or(Type::Void);
        for &k in &self.path {
            let Some(record) = ty.record() else { break };
            e = component(&e, &ty, record, k);
            ty = program.records[record].fields[k].ty.clone();
        }
        e
    }
}

/// A component of `base`, or of what it points at; `ty` is the type of `base`.
pub fn component(base: &Expr, ty: &Type, record: RecordId, field: usize) -> Expr {
    let base = match ty {
        Type::Pointer { .. } => ExprKind::Deref(Box::new(base.clone())).into(),
        _ => base.clone(),
    };
    ExprKind::Field { base: Box::new(base), record, field }.into()
}

/// One procedure to differentiate.
#[derive(Clone, Debug)]
pub struct HeadSpec {
    /// The procedure.
    pub unit: UnitId,
    /// With respect to what; `None`: every real input.
    pub independents: Option<Vec<Place>>,
    /// Of what; `None`: every real output.
    pub dependents: Option<Vec<Place>>,
    /// How many elements places have of which the program does not say it (in an array of Fortran: its last dimension), over what the procedure gets.
    pub extents: Vec<(Place, Expr)>,
    /// Where the head was given, when it was given in a file.
    pub span: Span,
    /// Procedures of the other language call it: what its lists name stays, and nobody speaks of it.
    pub for_others: bool,
}

/// A name pattern: `%` stands for the original name; without a `%` it is a suffix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern(pub String);

impl Pattern {
    /// The pattern as a user writes it.
    pub fn new(text: &str) -> Self {
        Pattern(if text.contains('%') { text.into() } else { format!("%{text}") })
    }

    /// The name made from `base`.
    pub fn apply(&self, base: &str) -> String {
        self.0.replace('%', base)
    }
}

/// All name patterns (`-tgtvarname` and its relatives).
#[derive(Clone, Debug)]
pub struct Patterns {
    /// Tangent variables, `%d`.
    pub tangent_variable: Pattern,
    /// Tangent procedures, files and COMMON blocks, `%_d`.
    pub tangent_procedure: Pattern,
    /// Tangent modules and types, `%_diff`.
    pub tangent_module: Pattern,
    /// Adjoint variables, `%b`.
    pub adjoint_variable: Pattern,
    /// Adjoint procedures, `%_b`.
    pub adjoint_procedure: Pattern,
    /// Adjoint modules and types, `%_diff`.
    pub adjoint_module: Pattern,
    /// Copies of primal procedures, `%_nodiff`.
    pub copy: Pattern,
    /// Procedures that give value and gradient, `%_grad`.
    pub gradient: Pattern,
}

impl Default for Patterns {
    fn default() -> Self {
        let p = Pattern::new;
        Patterns {
            tangent_variable: p("%d"),
            tangent_procedure: p("%_d"),
            tangent_module: p("%_diff"),
            adjoint_variable: p("%b"),
            adjoint_procedure: p("%_b"),
            adjoint_module: p("%_diff"),
            copy: p("%_nodiff"),
            gradient: p("%_grad"),
        }
    }
}

/// An improvement that can be switched off (`-nooptim`, §1.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Improvement {
    Activity,
    DiffTypes,
    DiffArguments,
    StripPrimalModules,
    SpareInit,
    SplitDiff,
    MergeDiff,
    SaveOnlyUsed,
    Tbr,
    Snapshot,
    DiffLiveness,
    DeadControl,
    RecomputeIntermediates,
    UseResults,
    TidyLoops,
    TapeArrays,
    Preaccumulate,
    Fusion,
    Partials,
    UnrollLoops,
    Notes,
    SplitCalls,
    Scatter,
    Directives,
}

impl Improvement {
    /// All of them with the words of the command line.
    pub const ALL: &'static [(Improvement, &'static str)] = &[
        (Improvement::Activity, "activity"),
        (Improvement::DiffTypes, "difftypes"),
        (Improvement::DiffArguments, "diffarguments"),
        (Improvement::StripPrimalModules, "stripprimalmodules"),
        (Improvement::SpareInit, "spareinit"),
        (Improvement::SplitDiff, "splitdiff"),
        (Improvement::MergeDiff, "mergediff"),
        (Improvement::SaveOnlyUsed, "saveonlyused"),
        (Improvement::Tbr, "tbr"),
        (Improvement::Snapshot, "snapshot"),
        (Improvement::DiffLiveness, "diffliveness"),
        (Improvement::DeadControl, "deadcontrol"),
        (Improvement::RecomputeIntermediates, "recomputeintermediates"),
        (Improvement::UseResults, "useresults"),
        (Improvement::TidyLoops, "tidyloops"),
        (Improvement::TapeArrays, "tapearrays"),
        (Improvement::Preaccumulate, "preaccumulate"),
        (Improvement::Fusion, "fusion"),
        (Improvement::Partials, "partials"),
        (Improvement::UnrollLoops, "unrollloops"),
        (Improvement::Notes, "notes"),
        (Improvement::SplitCalls, "splitcalls"),
        (Improvement::Scatter, "scatter"),
        (Improvement::Directives, "directives"),
    ];
}

/// Procedures that an option names: those that the adjoint treats in split mode (`-nocheckpoint`, `-defaultnocheckpoint`), those with one derivative per
/// activity pattern (`-specializeactivity`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameList {
    /// Everything except `names`.
    pub all_but: bool,
    /// The procedures.
    pub names: BTreeSet<UnitId>,
}

impl NameList {
    /// Whether `unit` is one of them.
    pub fn contains(&self, unit: UnitId) -> bool {
        self.all_but != self.names.contains(&unit)
    }
}

/// What becomes of increments of shared adjoints in parallel loops, where several threads may add to one (`-openmp-increments`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Increments {
    /// Scalars and small arrays are reduced, others are added to atomically.
    #[default]
    Best,
    /// All are added to atomically.
    Atomic,
    /// All are reduced.
    Reduction,
    /// The loop is serial.
    Serial,
}

/// A whole request.
#[derive(Clone, Debug)]
pub struct Request {
    /// What to generate.
    pub mode: Mode,
    /// For which procedures.
    pub heads: Vec<HeadSpec>,
    /// `-fixinterface`: what the heads list stays in their derivatives, and nothing comes to it but what other procedures ask for that call them.
    pub fix_interface: bool,
    /// `-work-arrays local`: the derivative of an argument that stands in no list is a local variable wherever one can be declared.
    pub local_work_arrays: bool,
    /// `-difftypes original`: that is said where a type cannot be that of its derivative.
    pub original_types: bool,
    /// How names are made.
    pub patterns: Patterns,
    /// Improvements that are switched off.
    pub disabled: BTreeSet<Improvement>,
    /// Split mode of the adjoint.
    pub split: NameList,
    /// Heads in split mode have an adjoint in one piece too (`-defaultnocheckpoint`).
    pub joint_heads: bool,
    /// What has one derivative per activity pattern of its calls, instead of one for all of them.
    pub specialised: NameList,
    /// Procedures whose interface was changed before differentiation: generated code calls copies of them.
    pub(crate) copied: BTreeSet<UnitId>,
    /// Modules that the output always has: those made for values that procedures keep, and those that keep to themselves what derivatives save.
    pub(crate) made: BTreeSet<UnitId>,
    /// Those of them that were made for values that procedures keep.
    pub(crate) keepers: BTreeSet<UnitId>,
    /// Members of COMMON blocks that the heads declare because procedures below them do.
    pub(crate) borrowed: BTreeSet<SymbolId>,
    /// COMMON blocks that procedures declare because they must save what a call below them may overwrite.
    pub(crate) named: BTreeSet<(UnitId, String)>,
    /// In adjoint mode: the tangent too, in the same files and modules (`-d -b`).
    pub with_tangent: bool,
    /// What is known of procedures without source, by name in lower case (`-ext`).
    pub externals: std::collections::BTreeMap<String, analysis::External>,
    /// Libraries whose derivatives come with the program.
    pub libraries: Option<std::sync::Arc<crate::libraries::Libraries>>,
    /// The routines of them that the program calls and has no other source or description of, in lower case.
    pub library_routines: BTreeSet<String>,
    /// The program in which calls of such routines stand for what the user says of others.
    pub rewritten: Option<std::sync::Arc<il::Program>>,
    /// Procedures of the program that derivatives of such routines call.
    pub called_by_rules: Vec<UnitId>,
    /// Those of them that do nothing but have derivatives: calls of them are not written. Two of their arguments have derivatives.
    pub idle_routines: BTreeMap<String, [usize; 2]>,
    /// Routines that exchange numbers between processes and have derivatives ([`crate::messages`]), in lower case.
    pub(crate) exchanges: BTreeSet<String>,
    /// What the names of their derivatives begin with: several outputs in one program have each their own.
    pub library_prefix: String,
    /// Procedures that one language declares and the other one defines.
    pub(crate) pairs: std::sync::Arc<il::labels::Pairs>,
    /// One of them that gets no active argument is taken to touch no active COMMON block, module or global variable; `-unknown worst` says no.
    pub trust_unknown: bool,
    /// Modules of derivatives use the original modules, instead of copying them.
    pub reuse_modules: bool,
    /// They do so where that is possible (`-module auto`).
    pub auto_modules: bool,
    /// Modules that are copied although others are not.
    pub(crate) copied_modules: BTreeSet<UnitId>,
    /// What procedures of Fortran keep from one call to the next is the derivative's own, whatever earlier calls have left in it: a promise (`-saved own`).
    pub own_saved: bool,
    /// The same for what is `static` in C (`-statics own`).
    pub own_statics: bool,
    /// C: files of derivatives include the text of the original, and share what is `static` there (`-statics include`).
    pub include_statics: bool,
    /// Pointers whose targets the program does not show lead to different places; not with `-pointers mayalias`.
    pub distinct_pointers: bool,
    /// What is generated calls what Tapenade's runtime has, and nothing else of ours ([`il::kit`], `-runtime tapenade`).
    pub tapenade_runtime: bool,
    /// What `x = x + e` overwrote is computed backward as `x - e`, up to rounding, instead of being saved (`-invertupdates`).
    pub invert_updates: bool,
    /// What comes from outside a procedure has an allocation when it is assigned as a whole, and the shape of what it gets (`-keepshapes`).
    pub keep_shapes: bool,
    /// Several directions at once, and at most how many.
    pub directions: Option<Directions>,
    /// Derivatives of parallel loops are parallel (`-openmp`).
    pub parallel: Option<Increments>,
    /// What passes hand on is verified ([`il::verify`]), and adjoints are held to their plan: a bug of ours stops the run. `check` and all tests ask for it; a
    /// plain run saves the time.
    pub self_check: bool,
    /// The adjoint of a head leaves the values of the dependents, as the original does (`-value`).
    pub values: bool,
    /// Beside the adjoint of a head a procedure that gives value and gradient in one call (`-gradient`); asks for `values`.
    pub gradient: bool,
}

impl Request {
    /// A request with default patterns and switches.
    pub fn new(mode: Mode, heads: Vec<HeadSpec>) -> Self {
        Request {
            mode,
            heads,
            fix_interface: false,
            local_work_arrays: false,
            original_types: false,
            patterns: Patterns::default(),
            disabled: BTreeSet::new(),
            split: NameList::default(),
            joint_heads: false,
            specialised: NameList::default(),
            copied: BTreeSet::new(),
            made: BTreeSet::new(),
            keepers: BTreeSet::new(),
            borrowed: BTreeSet::new(),
            named: BTreeSet::new(),
            with_tangent: false,
            externals: std::collections::BTreeMap::new(),
            libraries: None,
            library_routines: BTreeSet::new(),
            rewritten: None,
            called_by_rules: Vec::new(),
            idle_routines: BTreeMap::new(),
            exchanges: BTreeSet::new(),
            library_prefix: String::new(),
            pairs: Default::default(),
            trust_unknown: true,
            reuse_modules: false,
            auto_modules: false,
            copied_modules: BTreeSet::new(),
            own_saved: false,
            own_statics: false,
            include_statics: false,
            distinct_pointers: true,
            tapenade_runtime: false,
            invert_updates: false,
            keep_shapes: false,
            directions: None,
            parallel: None,
            self_check: true,
            values: false,
            gradient: false,
        }
    }

    /// Whether the module of derivatives uses its original.
    pub fn reuses(&self, module: UnitId) -> bool {
        self.reuse_modules && !self.copied_modules.contains(&module) && !self.keepers.contains(&module)
    }

    /// Whether an improvement is on.
    pub fn improves(&self, what: Improvement) -> bool {
        !self.disabled.contains(&what)
    }

    fn of_mode<'p>(&self, tangent: &'p Pattern, adjoint: &'p Pattern) -> &'p Pattern {
        if self.mode == Mode::Tangent { tangent } else { adjoint }
    }

    /// The pattern of derivative variables.
    pub fn variable_pattern(&self) -> &Pattern {
        self.of_mode(&self.patterns.tangent_variable, &self.patterns.adjoint_variable)
    }

    /// The pattern of derivative procedures, COMMON blocks and files.
    pub fn procedure_pattern(&self) -> &Pattern {
        self.of_mode(&self.patterns.tangent_procedure, &self.patterns.adjoint_procedure)
    }

    /// The pattern of one of the two.
    pub fn procedure_pattern_of(&self, part: Part) -> &Pattern {
        match part {
            Part::Tangent => &self.patterns.tangent_procedure,
            _ => &self.patterns.adjoint_procedure,
        }
    }

    /// The pattern of modules and derived types.
    pub fn module_pattern(&self) -> &Pattern {
        self.of_mode(&self.patterns.tangent_module, &self.patterns.adjoint_module)
    }

    /// The head specification of `unit`, if it is a head.
    pub fn head(&self, unit: UnitId) -> Option<&HeadSpec> {
        self.heads.iter().find(|h| h.unit == unit)
    }

    /// All head specifications of `unit`: several may ask for one derivative.
    pub fn heads_of(&self, unit: UnitId) -> impl Iterator<Item = &HeadSpec> {
        self.heads.iter().filter(move |h| h.unit == unit)
    }

    /// The list of non-default options as header comments repeat it; empty when there is none.
    pub fn options_comment(&self) -> String {
        let mut words = Vec::new();
        if self.directions.is_some() {
            words.push("multiDirectional".to_string());
        }
        if self.fix_interface {
            words.push("fixinterface".to_string());
        }
        if self.local_work_arrays {
            words.push("localworkarrays".to_string());
        }
        if self.invert_updates {
            words.push("invertupdates".to_string());
        }
        if self.parallel.is_some() {
            words.push("openmp".to_string());
        }
        if self.keep_shapes {
            words.push("keepshapes".to_string());
        }
        if !self.distinct_pointers {
            words.push("pointers mayalias".to_string());
        }
        if self.tapenade_runtime {
            words.push("runtime tapenade".to_string());
        }
        if self.values && self.mode == Mode::Adjoint {
            words.push("value".to_string());
        }
        words.extend(
            Improvement::ALL.iter().filter(|(i, _)| self.disabled.contains(i)).map(|(_, word)| format!("no!{word}")),
        );
        words.join(" ")
    }
}

/// Where the greatest number of directions comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Directions {
    /// The greatest number of directions.
    pub most: i64,
    /// It is declared in each unit, instead of coming from `DIFFSIZES`.
    pub inline: bool,
}

/// The number that `DIFFSIZES` has until the user changes it.
pub const USUAL: i64 = 16;

impl Default for Directions {
    fn default() -> Self {
        Directions { most: USUAL, inline: false }
    }
}
