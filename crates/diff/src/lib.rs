//! IL to IL: tangent and adjoint.
//!
//! ```text
//! differentiate(program, request) -> Result<Output, Vec<Diagnostic>>
//!
//! request     what the user asks for                  directives, regions, fixed_point   what users say in $AD lines, and what that encloses
//! prepare/    a form that both modes know: calls leave expressions, C's habits, what is kept between calls
//! facts       what the analyses say, adapted          refuse/     what is refused before anything is generated
//! signature   argument lists, status, once for all    names       the only place where names are made
//! rules/      the one table of partial derivatives    simplify    constructors that keep expressions readable
//! derive/     copies, declarations, modules, files    shared/     calls that pass one storage twice, and other copies of callees
//! tangent/    RR-7957 §5.3                             adjoint/    before, plan, emit, tidy
//! tape        the tape of adjoints that are differentiated        vector/   lifts either mode to several directions
//! libraries   derivatives of BLAS and LAPACK, written in calls of these
//! messages    exchanges between processes by MPI
//! mixed/      programs in two languages, each differentiated on its own
//! settle/     what is put right in finished derivatives           model/    scalar procedures as values in blocks, for -dump model
//! ```
//!
//! What cannot be handled and touches active data is an error diagnostic `RT04xx` with a place and a note; never a guess.
//! This crate knows no syntax, reads no file and prints nothing.

pub mod adjoint;
mod derive;
pub mod directive_args;
pub mod directives;
pub mod facts;
pub mod fixed_point;
pub mod libraries;
mod messages;
mod mixed;
pub mod model;
mod modules;
pub mod names;
mod output;
mod prepare;
mod refuse;
pub mod regions;
pub mod request;
pub mod rules;
mod settle;
pub mod shared;
pub mod signature;
pub mod simplify;
pub mod tangent;
pub mod tape;
pub mod vector;

use std::collections::BTreeSet;

use analysis::reallocation;
use il::{Diagnostic, Program, Severity};
use prepare::reachable;
use prepare::{
    alternate_returns, box_keywords, by_argument, c_helpers, c_statics, common_below, entry_extents, grown_blocks,
    host_allocators, in_the_way, kept_values, parallel_loops, real_loops, save_of_all, void_members,
};
use refuse::{
    addresses_as_numbers, allocations, c_addresses, carried_pointers, changed_extents, files, guessed_names,
    long_jumps, missing_modules, moved_pointers, opaque_types, passive_regions, recursive_components, tape_names,
    trusted, unknown_callees,
};
use regions::RegionKind;
use settle::{
    bit_fields, blank_common, common_values, hidden_intrinsics, hidden_tape, hints, kept_in_common, kind_names,
    loops_in_f77, parallel, precision, special,
};

pub use derive::maps::Maps;
pub use derive::open_types::{has_open_types, open_types};
pub use output::{Derivative, Output, OutputFile};
pub use prepare::kept_values::is_of_entries;
pub use prepare::normalise;
pub use prepare::one_long;
pub use prepare::reachable::concerned;
pub use request::{Directions, HeadSpec, Improvement, Increments, Mode, NameList, Pattern, Patterns, Place, Request};
pub use settle::overlaps::{has_overlap_tests, write_overlap_tests};
pub use signature::{Part, Signature, Slot, Status};

/// Differentiates `program` as `request` says. The program must come from the frontends without errors in the units that matter.
pub fn differentiate(program: &Program, request: &Request) -> Result<Output, Vec<Diagnostic>> {
    let program = request.rewritten.as_deref().unwrap_or(program);
    let refused = match differentiate_as_asked(program, request) {
        Err(said) if request.distinct_pointers && shared::apart::has_pointers(program) => said,
        other => return other,
    };
    // What is refused because a pointer has no derivative may be right where it has one.
    let request = Request { distinct_pointers: false, ..request.clone() };
    let Ok(mut output) = differentiate_as_asked(program, &request) else { return Err(refused) };
    output.diagnostics.extend(shared::apart::not_taken(&refused));
    Ok(output)
}

fn differentiate_as_asked(program: &Program, request: &Request) -> Result<Output, Vec<Diagnostic>> {
    let languages = |l: il::Language| program.units.iter().any(|(_, u)| u.language == l && u.is_procedure());
    match languages(il::Language::C) && languages(il::Language::Fortran) {
        true => mixed::differentiate(program, request),
        false => differentiate_alone(program, request),
    }
}

/// The same, of procedures that know what the other language defines by its declaration.
fn differentiate_alone(program: &Program, request: &Request) -> Result<Output, Vec<Diagnostic>> {
    let mut request = request.clone();
    if request.auto_modules {
        if let Some(output) = reusing(program, &request) {
            return Ok(output);
        }
        request.auto_modules = false;
        request.reuse_modules = false;
    }
    let mut source = GivingWay::new(program);
    loop {
        let output = source.differentiate(&request)?;
        if output.diagnostics.iter().all(|d| d.severity < Severity::Error) {
            return Ok(output);
        }
        let made: Vec<il::UnitId> = match request.reuse_modules {
            true => Vec::new(),
            false => output.closed.difference(&request.made).copied().collect(),
        };
        if made.is_empty() {
            return Err(output.diagnostics);
        }
        request.made.extend(made);
    }
}

/// A program whose locals give way to the names of derivatives, and whose procedures declare the COMMON blocks that they must save.
struct GivingWay<'p> {
    program: &'p Program,
    renamed: Option<Program>,
    named: BTreeSet<(il::UnitId, String)>,
}

impl<'p> GivingWay<'p> {
    fn new(program: &'p Program) -> Self {
        GivingWay { program, renamed: None, named: BTreeSet::new() }
    }

    fn program(&self) -> &Program {
        self.renamed.as_ref().unwrap_or(self.program)
    }

    fn differentiate(&mut self, request: &Request) -> Result<Output, Vec<Diagnostic>> {
        let mut request = request.clone();
        loop {
            request.named.extend(self.named.iter().cloned());
            match differentiate_once(self.program(), &request, self.renamed.is_none())? {
                Attempt::Made(output) => return Ok(*output),
                Attempt::InTheWay(symbols) => {
                    let mut renamed = self.program.clone();
                    in_the_way::rename(&mut renamed, &symbols);
                    self.renamed = Some(renamed);
                }
                Attempt::Unnamed(blocks) => self.named.extend(blocks),
            }
        }
    }
}

/// With as few copied modules as can be; `None` where only copies of all of them help, or nothing.
fn reusing(program: &Program, request: &Request) -> Option<Output> {
    let mut request = Request { reuse_modules: true, ..request.clone() };
    request.copied_modules = modules::with_users(program, &kept_values::modules(program, &request));
    let mut source = GivingWay::new(program);
    loop {
        let mut output = source.differentiate(&request).ok()?;
        let program = source.program();
        if output.diagnostics.iter().all(|d| d.severity < Severity::Error) {
            output.diagnostics.extend(modules::notes(program, &request, &output));
            return Some(output);
        }
        match modules::next(program, &request, &output) {
            modules::Next::Copy(more) => request.copied_modules = more,
            modules::Next::Done => return None,
        }
    }
}

/// What comes of differentiating a program as it stands.
enum Attempt {
    Made(Box<Output>),
    /// These locals have names that derivatives want, of something that users see.
    InTheWay(BTreeSet<il::SymbolId>),
    /// These procedures must save these COMMON blocks and can declare them.
    Unnamed(BTreeSet<(il::UnitId, String)>),
}

/// `gives_way`: locals that are in the way can still be renamed.
fn differentiate_once(program: &Program, request: &Request, gives_way: bool) -> Result<Attempt, Vec<Diagnostic>> {
    let _span = tracing::info_span!("attempt").entered();
    in_world(program, request, |mut world| {
        let mut in_the_way = if gives_way { world.in_the_way() } else { BTreeSet::new() };
        in_the_way.retain(|s| program.symbols.contains(*s));
        if !in_the_way.is_empty() {
            return Attempt::InTheWay(in_the_way);
        }
        match request.mode {
            Mode::Tangent => {
                for unit in world.facts.differentiated().to_vec() {
                    tangent::differentiate(&mut world, unit);
                }
            }
            Mode::Adjoint => {
                world.in_tangent_mode(|world| {
                    for unit in world.facts.differentiated().to_vec() {
                        tangent::differentiate(world, unit);
                    }
                });
                if let Err(blocks) = adjoint::differentiate(&mut world) {
                    return Attempt::Unnamed(blocks);
                }
            }
        }
        let _span = tracing::info_span!("settling").entered();
        world.settle_purity();
        let marks = std::mem::take(&mut world.marks);
        let mut output = world.finish();
        by_argument::restore(&mut output, program);
        let failed = output.diagnostics.iter().any(|d| d.severity == Severity::Error);
        if let (Some(directions), false) = (request.directions, failed) {
            vector::lift(&mut output, request, directions, &marks);
        }
        let generated: Vec<il::UnitId> = output.files.iter().flat_map(|f| f.units.clone()).collect();
        let derivatives = std::mem::take(&mut output.derivatives);
        il::text_on_tape::settle(&mut output.program, &generated);
        derivatives.iter().for_each(|d| messages::codes::put_together(&mut output.program, d.generated));
        kind_names::settle(&mut output.program, &derivatives);
        hidden_intrinsics::settle(&mut output.program, &derivatives);
        let copy = &request.patterns.copy;
        output.diagnostics.extend(hidden_tape::settle(&mut output.program, &derivatives, &generated, copy));
        precision::settle(&mut output.program, &derivatives);
        output.derivatives = derivatives;
        let blank = names::common_block(request.procedure_pattern(), "", &names::common_blocks(program));
        blank_common::settle(&mut output.program, &generated, &blank);
        bit_fields::settle(&mut output.program, &generated);
        common_values::settle(&mut output.program, &generated);
        let kept = std::mem::take(&mut output.kept);
        kept_in_common::begin_at_zero(&mut output.program, &kept);
        kept_in_common::settle(&mut output, &kept, request.procedure_pattern());
        loops_in_f77::settle(&mut output);
        special::provide(&mut output.program, &generated);
        parallel::settle(&mut output, request);
        hints::settle(&mut output, request);
        if !failed {
            well_formed(request, &output.program, "differentiation");
        }
        Attempt::Made(Box::new(output))
    })
}

/// Where the request asks for it: what a pass hands on is well-formed ([`il::verify`]). What was not understood may be anything: it is refused.
fn well_formed(request: &Request, program: &Program, after: &str) {
    if request.self_check {
        let understood = program.units.iter().filter(|(_, u)| !u.has_errors);
        if let Some(d) = understood.flat_map(|(id, _)| il::verify::verify_unit(program, id)).next() {
            panic!("the IL is not well-formed after {after}: {}", d.message);
        }
    }
}

/// Procedures that would be differentiated, although something in them was not understood.
fn not_understood(program: &Program, facts: &facts::Facts) -> Vec<Diagnostic> {
    let units = facts.differentiated().iter().map(|u| &program.units[*u]).filter(|u| u.has_errors);
    let said = |u: &il::Unit| {
        Diagnostic::error("RT0400", u.span, format!("`{}` has errors and cannot be differentiated", u.name))
            .note("correct what is reported of it")
    };
    units.map(said).collect()
}

/// What the adjoint would save, rebuild and decide again, and why (`-dump plan`).
pub fn plan_text(program: &Program, request: &Request) -> Result<String, Vec<Diagnostic>> {
    let mut request = Request { mode: Mode::Adjoint, ..request.clone() };
    let rewritten = request.rewritten.clone();
    let program = rewritten.as_deref().unwrap_or(program);
    loop {
        match in_world(program, &request, |mut world| adjoint::dump_plans(&mut world))? {
            Ok(text) => return Ok(text),
            Err(blocks) => request.named.extend(blocks),
        }
    }
}

/// Normalises and analyses a copy of the program, and does `work` on it.
fn in_world<R>(
    program: &Program,
    request: &Request,
    work: impl FnOnce(derive::World<'_>) -> R,
) -> Result<R, Vec<Diagnostic>> {
    let preparing = tracing::info_span!("preparing").entered();
    let raised = program.units.iter().any(|(_, u)| u.language == il::Language::C).then(|| {
        let mut program = program.clone();
        c_statics::raise(&mut program);
        let places = request.heads.iter().flat_map(|h| h.independents.iter().chain(&h.dependents).flatten());
        c_statics::settle(&mut program, &places.map(|p| p.symbol).collect());
        let members = void_members::reveal(&mut program);
        (program, members)
    });
    let members = raised.as_ref().map(|(_, members)| members.clone()).unwrap_or_default();
    let program = raised.as_ref().map_or(program, |(program, _)| program);
    let mut request = request.clone();
    let (kept, made) = kept_values::raise(program, &request);
    request.keepers.clone_from(&made);
    request.made.extend(made);
    let program = kept.as_ref().unwrap_or(program);
    let numbered = (request.mode == Mode::Adjoint && alternate_returns::are_there(program, &request)).then(|| {
        let mut program = program.clone();
        let changed = alternate_returns::number(&mut program, &request)?;
        request.copied.extend(changed);
        Ok::<Program, Vec<Diagnostic>>(program)
    });
    let numbered = numbered.transpose()?;
    let program = numbered.as_ref().unwrap_or(program);
    let mut source = reachable::part(program, &request);
    if request.mode == Mode::Tangent {
        il::text_on_tape::read_back(&mut source);
    }
    well_formed(&request, &source, "reading");
    let heads: Vec<il::UnitId> = request.heads.iter().map(|h| h.unit).collect();
    let unread = parallel_loops::read(&mut source, &heads, request.parallel.is_some());
    if request.mode == Mode::Adjoint {
        parallel_loops::run_on(&mut source);
    }
    save_of_all::list(&mut source);
    c_helpers::inline(&mut source, &request);
    grown_blocks::write_out(&mut source);
    let mut notes = Vec::new();
    let mut fixed_points = Vec::new();
    box_keywords::settle(&mut source);
    one_long::lengthen(&mut source);
    let copied = entry_extents::keep(&mut source);
    real_loops::count(&mut source);
    reallocation::note_kept_shapes(&mut source, &heads);
    by_argument::settle(&mut source, &request);
    if request.mode == Mode::Adjoint {
        request.borrowed = common_below::declare(&mut source, &request);
    }
    if request.mode == Mode::Tangent {
        regions::wrap(&mut source, &[RegionKind::Passive]);
    }
    if request.mode == Mode::Adjoint {
        if host_allocators::inline(&mut source) {
            reallocation::note_kept_shapes(&mut source, &heads);
        }
        normalise::begin_blocks(&mut source);
        regions::wrap(&mut source, &[RegionKind::Checkpoint, RegionKind::Passive]);
        directive_args::distinguish(&mut source);
        fixed_points = fixed_point::prepare(&mut source);
        notes.extend(adjoint::structure(&mut source, &heads));
    }
    well_formed(&request, &source, "structuring");
    normalise::normalise(&mut source, normalise::Options::of(&request));
    parallel_loops::own_temporaries(&mut source);
    well_formed(&request, &source, "normalisation");
    if request.mode == Mode::Tangent {
        tape::reveal(&mut source, &mut request.externals);
    }
    request.exchanges = messages::provided(&source, &request);
    analysis::channels::declare(&mut source);
    let mut files = files::Files::default();
    if request.mode == Mode::Adjoint {
        files = files::Files::new(&source, &heads);
        files.split(&source, &mut request);
    }
    notes.extend(missing_modules::check(&source, &request));
    if request.mode == Mode::Adjoint {
        notes.extend(tape_names::check(&source, &source.units.ids().collect::<Vec<_>>()));
    }
    drop(preparing);
    let mut variants = shared::Variants::default();
    loop {
        let facts = tracing::info_span!("analyses").in_scope(|| facts::Facts::new(&source, &request));
        let checking = tracing::info_span!("checks").entered();
        let overlaid = variants.overlaid(&source, &facts);
        if !overlaid.is_empty() {
            drop(facts);
            variants.specialise(&mut source, &mut request, overlaid);
            continue;
        }
        let mut notes = notes.clone();
        notes.extend(facts.check_heads(&source, &request));
        if request.mode == Mode::Adjoint {
            notes.extend(common_below::check(&source, &request, &facts));
            notes.extend(recursive_components::check(&source, &facts));
            notes.extend(refuse::result_bounds::check(&source, &facts));
        }
        notes.extend(shared::targets::check(&source, &heads, &facts));
        notes.extend(not_understood(&source, &facts));
        notes.extend(unknown_callees::check(&source, &request, &facts));
        notes.extend(trusted::check(&source, &facts));
        notes.extend(shared::apart::note(&source, &heads, &facts));
        notes.extend(guessed_names::check(&source, &facts));
        notes.extend(opaque_types::check(&source, &facts));
        notes.extend(refuse::opaque_stores::check(&source, &facts));
        notes.extend(refuse::given_places::check(&source, &facts));
        notes.extend(refuse::buried_calls::check(&source, &facts));
        notes.extend(refuse::reinterpreted::check(&facts));
        notes.extend(refuse::through_text::check(&facts));
        notes.extend(refuse::messages::check(&source, &facts, &request));
        notes.extend(addresses_as_numbers::check(&source, &facts));
        notes.extend(long_jumps::check(&source, &facts));
        notes.extend(carried_pointers::check(&source, &facts));
        notes.extend(carried_pointers::disguised(&source, &facts));
        notes.extend(c_addresses::check(&source, &facts));
        notes.extend(refuse::grown_blocks::check(&source, &heads, &facts));
        notes.extend(changed_extents::check(&source, &facts, &copied, request.mode));
        notes.extend(kept_values::check(&source, &request, &facts));
        notes.extend(moved_pointers::check(&source, &facts, request.mode));
        if request.directions.is_some() {
            notes.extend(vector::overlay::check(&source, &facts));
            notes.extend(vector::bytes::check(&source, &facts));
            notes.extend(vector::views::check(&source, &facts));
        }
        let written: Vec<il::UnitId> =
            facts.differentiated().iter().copied().filter(|u| program.units.contains(*u)).collect();
        notes.extend(files.check(&source, &request, &facts));
        notes.extend(allocations::passive(&source, &facts, request.mode));
        notes.extend(directives::check(program, &written));
        if request.mode == Mode::Adjoint {
            notes.extend(directives::joint_all_the_same(&source, &request.split, facts.differentiated()));
        }
        let refused = fixed_points.iter().filter(|(u, _)| written.contains(u));
        notes.extend(refused.map(|(_, d): &(il::UnitId, Diagnostic)| d.clone()));
        notes.extend(facts.differentiated().iter().flat_map(|u| passive_regions::written_actives(&source, &facts, *u)));
        if notes.iter().any(|d| d.severity == Severity::Error) {
            return Err(notes);
        }
        drop(checking);
        let signing = tracing::info_span!("signatures").entered();
        let passive = variants.passive_calls(&source, &facts);
        if !passive.is_empty() {
            drop(facts);
            variants.call_originals(&mut source, &passive);
            continue;
        }
        let specialised = variants.patterns(&source, &request, &facts);
        if !specialised.is_empty() {
            drop(facts);
            variants.specialise(&mut source, &mut request, specialised);
            continue;
        }
        let signatures = signature::Signatures::new(&source, &request, &facts);
        let needed = variants.needed(&source, &request, &facts, &signatures);
        if needed.is_empty() {
            let tangent = Request { mode: Mode::Tangent, ..request.clone() };
            let mut world = derive::World::new(&source, program, &request, &facts, signatures);
            if request.mode == Mode::Adjoint && request.with_tangent {
                world.prepare_tangent(&tangent);
            }
            world.variants = variants;
            world.files = files;
            world.ends = analysis::ends::Ends::new(&source, &heads);
            world.void_members = members;
            world.unread_directives = unread;
            world.diagnostics.extend(notes);
            drop(signing);
            return Ok(work(world));
        }
        drop(facts);
        variants.specialise(&mut source, &mut request, needed);
    }
}
