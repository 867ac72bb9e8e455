//! The output program under construction: copies of units, derivative declarations, modules, files.
//!
//! [`World`] is what both modes work with. For each derivative procedure a mode calls [`World::shell`], which makes the new unit with its
//! dummies (by its [`Signature`](crate::signature::Signature)), its own scope, the declarations of the original in order and the derivative
//! declared right after its original. The mode then fills `world.out.units[shell.unit].body`, translating with [`Maps`], making
//! temporaries with [`World::local`], and calls [`World::finish_shell`], which declares the temporaries and drops what is not used.
//!
//! - `maps.rs`: original symbol → copy, derivative; expressions and statements over them.
//! - `copy.rs`: copies of units as they are (primal procedures in modules, `f_nodiff`).
//! - `shell.rs`: derivative procedures without their bodies.
//! - `two_modes.rs`: tangent and adjoint in one output.
//! - `declare.rs`: the declarations of derivatives.
//! - `extents_first.rs`: the order of declarations under IMPLICIT NONE.
//! - `interfaces.rs`: interface bodies of external derivative procedures.
//! - `records.rs`: `T_diff` types.
//! - `file_records.rs`: C: `T_diff` types of structures of headers.
//! - `holders.rs`: types of what holds the associations of pointers.
//! - `module.rs`: `M_diff` modules.
//! - `reuse.rs`: `M_diff` modules that use `M` instead of copying it.
//! - `static_targets.rs`: C: `static` functions that pointers are compared with.
//! - `own_statics.rs`: C: functions that work on `static` variables which the derivative's file has too.
//! - `layout.rs`: what is emitted in which file.
//! - `headers.rs`: C: derivatives of functions that headers define.
//! - `data.rs`: DATA of which a part is used.
//! - `prune.rs`: unused declarations go, so that the output compiles without a warning.
//! - `used_names.rs`: the names by which USE brings derivatives.
//! - `unseen_names.rs`: types and interfaces that derivatives name and their originals do not.
//! - `purity.rs`: PURE, where it is still true.
//! - `header.rs`: the comment in front of a derivative procedure.

mod access;
mod black_boxes;
mod bound_by_hand;
mod copied_data;
mod copy;
pub(crate) mod data;
mod declare;
mod extents_first;
mod file_records;
mod header;
mod headers;
mod hidden_constants;
mod holders;
mod initial_pointers;
mod interfaces;
mod layout;
mod library_derivatives;
mod library_in_c;
mod library_text;
pub(crate) mod maps;
pub(crate) mod mentioned;
mod module;
mod of_others;
mod open_procedures;
pub(crate) mod open_types;
mod own_statics;
mod passed_extents;
mod private_constants;
mod private_procedures;
pub(crate) mod prune;
mod purity;
mod records;
mod reuse;
mod serial;
mod shared_statics;
mod shell;
mod static_targets;
mod two_modes;
mod unseen_names;
pub(crate) mod unused;
mod used_names;
pub(crate) mod work_arrays;

use std::collections::{BTreeMap, BTreeSet};

use il::symbol::Procedure;
use il::{Diagnostic, Language, Program, ScopeId, SymbolId, UnitId};

use crate::facts::Facts;
use crate::fixed_point;
use crate::output::{Derivative, Output};
use crate::prepare::intents;
use crate::request::Request;
use crate::signature::{Part, Signatures};

pub(crate) use copy::{declare_procedure, keeps_identity, map_decl, remap_symbol};
pub(crate) use declare::last_dummy;
pub use maps::Maps;
use prune::keep;
pub(crate) use prune::type_mentions;
pub use shell::Shell;

/// Dimensions over the copies.
pub fn dims(dims: &[il::Dim], maps: &Maps) -> Vec<il::Dim> {
    copy::map_dims(dims, maps)
}

/// The output program under construction, and all that is known.
pub struct World<'a> {
    /// The normalised program that was analysed. Facts speak of its statements.
    pub source: &'a Program,
    /// The program as the user wrote it: primal copies are taken from here.
    pub plain: &'a Program,
    /// The output: `source` with the generated units added.
    pub out: Program,
    /// What was asked for.
    pub request: &'a Request,
    /// What the analyses say.
    pub facts: &'a Facts<'a>,
    /// The signatures of all derivative procedures.
    pub signatures: Signatures,
    /// What is said on the way. Errors make the run fail.
    pub diagnostics: Vec<Diagnostic>,
    /// What only generators know, for the lift to several directions.
    pub marks: crate::vector::Marks,
    /// Module variables, types and procedures → their copies in copied modules; globals → their derivatives.
    pub globals: Maps,
    /// Copied modules and C files: original → copy.
    pub containers: BTreeMap<UnitId, UnitId>,
    /// Copies and derivatives of module variables that an EQUIVALENCE gives other names: the copied module declares it in the end.
    overlaid_globals: BTreeSet<SymbolId>,
    /// The tangent mode, when its procedures are made beside those of the adjoint.
    tangent: Option<two_modes::TangentMode<'a>>,
    /// Derivative procedures.
    procedures: BTreeMap<(UnitId, Part), SymbolId>,
    /// Derivatives of procedures without a body (black boxes).
    boxes: BTreeMap<(SymbolId, Part), SymbolId>,
    /// Derivatives of C globals that some generated file defines already.
    globals_defined: BTreeSet<SymbolId>,
    /// Names that USE statements of a unit give to several things (in lower case).
    ambiguous: BTreeMap<UnitId, BTreeSet<String>>,
    /// Shells made so far.
    shells: BTreeMap<(UnitId, Part), Shell>,
    /// Generated top-level derivative units and primal copies, by original, in order of generation.
    pub(crate) generated: BTreeMap<UnitId, Vec<UnitId>>,
    /// Calls of variants, as the user wrote them, and what each variant is a variant of.
    pub(crate) variants: crate::shared::Variants,
    /// By unit of the output: the types and interfaces that it names, its original perhaps not.
    unseen: BTreeMap<UnitId, BTreeSet<SymbolId>>,
    /// The interfaces of procedure pointers whose associations structures hold.
    pub(crate) interfaces: BTreeMap<il::RecordId, SymbolId>,
    /// Results of heads whose values their adjoints do not leave where the caller has them.
    pub(crate) not_left: BTreeMap<UnitId, Vec<crate::request::Place>>,
    /// Procedures that work on files (adjoint mode).
    pub(crate) files: crate::refuse::files::Files,
    /// Procedures that may end the program (adjoint mode).
    pub(crate) ends: analysis::ends::Ends,
    /// C: members that are `void *` in what is printed.
    pub(crate) void_members: crate::prepare::void_members::VoidMembers,
    /// What was not understood of directives of OpenMP.
    pub(crate) unread_directives: crate::prepare::parallel_loops::Unread,
    /// What calls of procedures are estimated to cost, looking so deep into them; of those that were asked for.
    pub(crate) call_costs: std::cell::RefCell<BTreeMap<(UnitId, u32), u32>>,
    /// Procedures in split mode that note in arrays of their callers what their backward halves need (`adjoint/plan/notes`).
    pub(crate) noting: std::cell::RefCell<BTreeSet<UnitId>>,
    /// How many values procedures that were looked at would note; nothing where they cannot.
    pub(crate) note_counts: BTreeMap<UnitId, Option<usize>>,
    /// External procedures (Fortran) and C functions that are copied as `f_nodiff`.
    pub(crate) copied: BTreeSet<UnitId>,
    /// Those of C that other files than theirs call.
    shared_copies: BTreeSet<UnitId>,
    /// Adjoints: procedures that exist as two halves only. What is inside of them has its joint adjoint in the second half.
    pub(crate) halved: BTreeSet<UnitId>,
    /// What the derivatives of originals mention, once they are there and the output is laid out.
    mentioned: std::cell::OnceCell<Vec<(UnitId, access::Mentions)>>,
    /// Names of the COMMON blocks of the program, in lower case.
    blocks: BTreeSet<String>,
    /// COMMON blocks that a procedure cannot name although it must save them.
    pub(crate) unnamed: BTreeSet<(UnitId, String)>,
    /// Modules without a copy that keep variables to themselves which derivatives save.
    pub(crate) closed: BTreeSet<UnitId>,
    /// Modules that stay the originals and keep to themselves what derivatives need.
    pub(crate) private: BTreeSet<UnitId>,
    /// Derivatives of procedures of the other language that are called.
    of_others: Vec<crate::mixed::Called>,
    /// Locals of generated procedures that adjoints of internal procedures copy to arrays, perhaps before they have a value.
    pub(crate) kept_of_hosts: BTreeMap<SymbolId, il::Scalar>,
    /// Variables whose assignments the user was asked about: do they keep their shape?
    pub(crate) shapes_asked: BTreeSet<SymbolId>,
    /// What need not be allocated.
    pub(crate) asked_parts: analysis::asked_parts::AskedParts,
}

impl<'a> World<'a> {
    /// Variables that a call in `unit` may reach without being given them because they belong to a procedure around the callee: those of
    /// `unit` itself when there are procedures inside, and those of the procedures around it.
    pub fn around(&self, unit: UnitId) -> Vec<SymbolId> {
        let p = self.source;
        let procedure = |u: &il::Unit| u.is_procedure() && !u.is_interface;
        let mut scopes = Vec::new();
        if p.units.iter().any(|(_, u)| u.parent == Some(unit) && procedure(u)) {
            scopes.push(p.units[unit].scope);
        }
        let mut at = p.units[unit].parent;
        while let Some(u) = at.filter(|u| procedure(&p.units[*u])) {
            scopes.push(p.units[u].scope);
            at = p.units[u].parent;
        }
        if scopes.is_empty() {
            return Vec::new();
        }
        let own = |s: &il::Symbol| {
            let local = |v: &il::Variable| {
                matches!(v.storage, il::Storage::Local | il::Storage::Dummy(_) | il::Storage::Result)
            };
            matches!(&s.kind, il::SymbolKind::Variable(v) if local(v))
        };
        let declared = scopes.iter().flat_map(|s| p.symbols_of(*s)).copied();
        let mut found: Vec<SymbolId> = declared.filter(|s| own(&p.symbols[*s])).collect();
        found.sort();
        found
    }

    /// Prepares the output: names of copied modules, of their contents, of derivative procedures and global derivatives.
    pub fn new(
        source: &'a Program,
        plain: &'a Program,
        request: &'a Request,
        facts: &'a Facts<'a>,
        signatures: Signatures,
    ) -> Self {
        let mut world = World {
            source,
            plain,
            out: source.clone(),
            request,
            facts,
            signatures,
            diagnostics: Vec::new(),
            marks: crate::vector::Marks::default(),
            globals: Maps::default(),
            containers: BTreeMap::new(),
            overlaid_globals: BTreeSet::new(),
            tangent: None,
            procedures: BTreeMap::new(),
            boxes: BTreeMap::new(),
            ambiguous: BTreeMap::new(),
            globals_defined: BTreeSet::new(),
            shells: BTreeMap::new(),
            generated: BTreeMap::new(),
            variants: Default::default(),
            unnamed: BTreeSet::new(),
            closed: BTreeSet::new(),
            private: BTreeSet::new(),
            of_others: Vec::new(),
            unseen: BTreeMap::new(),
            interfaces: BTreeMap::new(),
            not_left: BTreeMap::new(),
            files: Default::default(),
            ends: Default::default(),
            void_members: Default::default(),
            unread_directives: Default::default(),
            call_costs: Default::default(),
            noting: Default::default(),
            note_counts: BTreeMap::new(),
            copied: BTreeSet::new(),
            shared_copies: BTreeSet::new(),
            halved: BTreeSet::new(),
            mentioned: std::cell::OnceCell::new(),
            blocks: crate::names::common_blocks(source),
            kept_of_hosts: BTreeMap::new(),
            shapes_asked: BTreeSet::new(),
            asked_parts: analysis::asked_parts::AskedParts::of(source),
        };
        fixed_point::forget_turns(&mut world.out);
        world.derive_records();
        world.name_by_tag();
        world.prepare_containers();
        world.enter_derivative_types();
        world.move_extents();
        let modules = source.units.iter().filter(|(_, u)| u.kind == il::UnitKind::Module);
        for old in modules.flat_map(|(_, u)| u.overlaid()) {
            world.overlaid_globals.extend([world.globals.symbol(old)].into_iter().chain(world.globals.derivative(old)));
        }
        world
    }

    /// Whether an EQUIVALENCE gives a variable of the output other names.
    pub fn is_overlaid(&self, symbol: SymbolId) -> bool {
        self.overlaid_globals.contains(&symbol) || self.out.is_overlaid(symbol)
    }

    /// The variables that statements of a unit of the output may name and an EQUIVALENCE gives other names.
    pub fn overlaid(&self, unit: UnitId) -> BTreeSet<SymbolId> {
        &self.overlaid_globals | &self.out.overlaid(unit)
    }

    /// The symbol of a derivative procedure, made on first demand.
    pub fn procedure(&mut self, unit: UnitId, part: Part) -> SymbolId {
        if let Some(&s) = self.procedures.get(&(unit, part)) {
            return s;
        }
        let symbol = self.name_procedure(unit, part);
        self.procedures.insert((unit, part), symbol);
        symbol
    }

    /// The symbol of the derivative of a procedure that has no body: the user writes it. Declared EXTERNAL where it is called.
    pub fn black_box(&mut self, callee: SymbolId, part: Part) -> SymbolId {
        if let Some(&s) = self.boxes.get(&(callee, part)) {
            return s;
        }
        let symbol = self.name_black_box(callee, part);
        self.boxes.insert((callee, part), symbol);
        symbol
    }

    /// The procedure without a body whose derivative a symbol is.
    pub(super) fn box_called(&self, derivative: SymbolId) -> Option<(SymbolId, Part)> {
        self.boxes.iter().find(|(_, s)| **s == derivative).map(|(key, _)| *key)
    }

    /// The symbol through which derivative code calls the original of `callee`: its copy where there is one.
    pub fn primal(&self, callee: SymbolId) -> SymbolId {
        self.globals.symbol(callee)
    }

    /// Whether a unit is a head that no differentiated procedure calls.
    pub fn is_only_a_head(&self, unit: UnitId) -> bool {
        let calls = |u: &UnitId| il::calls::callees(self.source, *u).contains(&unit);
        self.request.head(unit).is_some() && !self.facts.differentiated().iter().any(calls)
    }

    /// The language of a unit.
    pub fn language(&self, unit: UnitId) -> Language {
        self.source.units[unit].language
    }

    /// Records an error or a warning. What was said of another place is said of this one, too: one message, with both.
    pub(crate) fn notes(&self, unit: UnitId) -> bool {
        self.noting.borrow().contains(&unit)
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        let of_place = |d: &Diagnostic| Diagnostic { span: diagnostic.span, ..d.clone() };
        let same = |d: &&mut Diagnostic| {
            let is_like = (d.code, &d.message) == (diagnostic.code, &diagnostic.message);
            is_like && (**d == diagnostic || Diagnostic { related: Vec::new(), ..of_place(d) } == diagnostic)
        };
        match self.diagnostics.iter_mut().find(same) {
            Some(first) => {
                let is_new = first.span != diagnostic.span && first.related.iter().all(|(s, _)| *s != diagnostic.span);
                if is_new && diagnostic.span.file.is_some() {
                    first.related.push((diagnostic.span, "here, too".to_string()));
                }
            }
            None => self.diagnostics.push(diagnostic),
        }
    }

    /// Makes modules, primal copies and the list of files, once all derivative procedures are there.
    pub fn finish(mut self) -> Output {
        self.note_copied_data();
        crate::settle::one_array_part::loops_for_components(&mut self.out);
        self.result_intents();
        self.open_bound_intents();
        self.order_copies();
        self.drop_unused_statics();
        self.uncover_originals();
        let mut files = self.lay_out();
        self.leave_out_idle_calls();
        self.write_library_derivatives(&mut files);
        let fields = &self.globals.fields;
        self.void_members.hide(&mut self.out, &|r, k| fields.get(&(r, k)).copied());
        let kept = self.request.keepers.iter().map(|m| (*m, self.containers.get(m).copied())).collect();
        let written = self.written_for_others();
        let shells = std::mem::take(&mut self.shells);
        let derivatives = shells
            .into_iter()
            .map(|((original, part), shell)| Derivative {
                original,
                generated: shell.unit,
                signature: self.signatures.of(original, part).clone(),
                maps: shell.maps,
            })
            .collect();
        Output {
            program: self.out,
            files,
            diagnostics: self.diagnostics,
            derivatives,
            closed: self.closed,
            kept,
            private: self.private,
            of_others: self.of_others,
            written,
            beside: None,
        }
    }

    /// The derivatives of copies stand behind that of their original, in the order of their numbers.
    fn order_copies(&mut self) {
        let copies = &self.variants.copies;
        let numbers: BTreeMap<UnitId, Option<usize>> =
            self.shells.iter().map(|((original, _), s)| (s.unit, copies.number(*original))).collect();
        for made in self.generated.values_mut() {
            made.sort_by_key(|u| numbers.get(u).copied().flatten());
        }
    }

    /// The adjoint of an elemental function's value is INTENT(IN) where its body leaves it alone.
    fn result_intents(&mut self) {
        for shell in self.shells.values() {
            let Some(result) = shell.result_derivative else { continue };
            let changed = il::stores::changes(&self.out, shell.unit, &self.out.units[shell.unit].body, result);
            if changed && self.out.variable(result).is_some_and(|v| v.intent == Some(il::Intent::In)) {
                intents::change(&mut self.out, shell.unit, &[result], il::Intent::In, Some(il::Intent::InOut));
            }
        }
    }

    /// `MOLD=t()`, which gives the dynamic type, of derivatives. `None`: it is another mold.
    pub(crate) fn derivative_mold(&self, maps: &Maps, mold: &il::Arg) -> Option<il::Arg> {
        match &mold.value.kind {
            il::ExprKind::Structure { record, args } if args.is_empty() => {
                let record = maps.records.get(record).copied().unwrap_or(*record);
                let value = il::ExprKind::Structure { record, args: Vec::new() }.into();
                Some(il::Arg { keyword: mold.keyword.clone(), value })
            }
            _ => None,
        }
    }

    /// A scope's parent, for naming.
    pub(crate) fn parent_scope(&self, scope: ScopeId) -> ScopeId {
        self.out.scopes[scope].parent.unwrap_or(self.out.global)
    }

    pub(crate) fn procedure_of(&self, symbol: SymbolId) -> Option<&Procedure> {
        self.source.procedure(symbol)
    }
}
