//! One run from start to end.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use diff::{Improvement, Mode, Output, Pattern, Patterns, Request};
use il::source::SourceFile;
use il::{Diagnostic, Program, Severity, SourceForm, Span};

use crate::args::{self, Command, Options};
use crate::delivery::Made;
use crate::output::{Text, file_name, single_name};
use crate::render::{self, HeadMade, render};
use crate::report::Manners;
use crate::{
    aside, candidates, delivery, diffsizes, explain, ext, head, libraries, linking, listed, overwriting, place,
    progress, read, renamed, report, resolve, signatures, timings,
};

/// Exit status of a run that did what was asked.
pub const SUCCESS: u8 = 0;
/// Exit status of a run with errors.
pub const FAILURE: u8 = 1;

/// What a run leaves behind on the console.
#[derive(Debug, Default)]
pub struct Answer {
    /// The exit status.
    pub status: u8,
    /// Messages: for the standard error.
    pub said: String,
    /// Results: for the standard output.
    pub shown: String,
}

/// The whole program: reads the command line, acts, says what there is to say, and gives the exit status.
pub fn main<A: Into<OsString>>(args: impl IntoIterator<Item = A>) -> u8 {
    let answer = answer(args, true);
    eprint!("{}", answer.said);
    print(&answer.shown);
    answer.status
}

/// Prints for whoever reads it: that nobody does any more is no error.
pub(crate) fn print(text: &str) {
    let _ = std::io::stdout().write_all(&il::bytes::encode(text));
}

/// The same, with what is to be said to the user: messages, with their source lines.
pub fn run<A: Into<OsString>>(args: impl IntoIterator<Item = A>) -> (u8, String) {
    let answer = answer(args, false);
    print(&answer.shown);
    (answer.status, answer.said)
}

/// The same, and nothing is printed but dumps. `watched`: a person may sit in front of it, who is shown colours and progress.
pub fn answer<A: Into<OsString>>(args: impl IntoIterator<Item = A>, watched: bool) -> Answer {
    let failed = |status: u8, said: String| Answer { status, said, shown: String::new() };
    let cli = match args::parse(args) {
        Ok(cli) => cli,
        Err(e) if e.use_stderr() => return failed(2, e.to_string()),
        Err(e) => {
            return Answer { shown: format!("{}\n", e.to_string().trim_end()), ..Answer::default() };
        }
    };
    let manners = |options: &Options| {
        let manners = Manners::new(&options.saying, watched && report::colours());
        if watched && manners.shows_progress() {
            progress::start();
        }
        manners
    };
    match &cli.command {
        Some(Command::Check(check)) => crate::check::run(check, &manners(&check.options)),
        Some(Command::Verify(options)) => crate::verify::run(options, &manners(options)),
        Some(Command::Explain(codes)) => match explain::answer(codes) {
            Ok(shown) => Answer { shown, ..Answer::default() },
            Err(said) => failed(FAILURE, said),
        },
        Some(Command::Compare(files)) => crate::compare::run(files),
        Some(Command::Generate(paper)) => {
            let (status, said) = crate::shell::run(paper);
            failed(status, said)
        }
        None if cli.options.saying.timings => {
            let manners = manners(&cli.options);
            let (mut answer, table) = timings::of(|| differentiate(&cli.options, &manners));
            answer.said += &table;
            answer
        }
        None => differentiate(&cli.options, &manners(&cli.options)),
    }
}

/// A run of the tool as people use it: files in, files out.
fn differentiate(options: &Options, manners: &Manners) -> Answer {
    let mut shown = Vec::new();
    if let Some(directory) = &options.emit_runtime {
        match delivery::emit_runtime(directory, options) {
            Ok(lines) => shown.extend(lines),
            Err(said) => {
                let said = report::say(&Default::default(), &said, manners);
                return Answer { status: FAILURE, said, shown: String::new() };
            }
        }
        if options.files.is_empty() {
            return Answer { shown: if manners.quiet { String::new() } else { lines(&shown) }, ..Answer::default() };
        }
    }
    let mut program = Program::new();
    let mut diagnostics = Vec::new();
    let made = texts(options, &mut program, &mut diagnostics).filter(|_| !manners.failed(&diagnostics));
    progress::stage("writing");
    let delivered =
        made.and_then(|made| delivery::deliver(options, &program, &made).map_err(|said| diagnostics.extend(said)).ok());
    let logged = delivery::log(options, &program, &diagnostics);
    let is_logged = logged.is_ok();
    // What hinders the message file has mostly hindered the outputs.
    let is_new = |d: &Diagnostic| delivered.is_some() || diagnostics.iter().all(|other| other.code != d.code);
    let more: Vec<Diagnostic> = logged.err().into_iter().flatten().filter(is_new).collect();
    diagnostics.extend(more);
    progress::end();
    let said = report::say(&program.sources, &diagnostics, manners);
    let status = if delivered.is_some() && is_logged { SUCCESS } else { FAILURE };
    shown.extend(delivered.into_iter().flatten());
    Answer { status, said, shown: if manners.quiet { String::new() } else { lines(&shown) } }
}

/// What was done, a line each.
fn lines(all: &[String]) -> String {
    all.iter().map(|line| format!("{line}\n")).collect()
}

/// What the options about messages leave of what is said.
pub(crate) fn least_said(options: &Options) -> Severity {
    Manners::new(&options.saying, false).least
}

/// Everything a run writes but messages, or `None` after an error (which is among the diagnostics).
pub fn texts(options: &Options, program: &mut Program, diagnostics: &mut Vec<Diagnostic>) -> Option<Made> {
    if options.files.is_empty() {
        diagnostics.push(
            Diagnostic::error("RT0500", Span::NONE, "no source file is given")
                .note("rtapenade --help shows the options"),
        );
        return None;
    }
    if options.dump.is_none() {
        place::check(options).map_err(|d| diagnostics.push(d)).ok()?;
    }
    diagnostics.extend(options.compatibility.remarks());
    progress::stage("reading");
    if (options.value || options.gradient) && !options.reverse && !options.preprocess {
        let what = if options.gradient { "-gradient" } else { "-value" };
        let d = Diagnostic::warning("RT0322", Span::NONE, format!("{what} is about adjoints, and none is asked for"));
        diagnostics.push(d.note("add -reverse"));
    }
    tracing::info_span!("reading").in_scope(|| {
        diagnostics.extend(read::program(options, program));
        set_aside(options, program, diagnostics);
    });
    let mode_suffix = suffix(options);
    if options.preprocess {
        let inputs = inputs_as_outputs(program);
        diagnostics.extend(one_file(options, program, &inputs));
        let texts = || preprocessed_with_header(options, program);
        return (!read::failed(diagnostics)).then(|| Made { texts: texts(), remarks: Vec::new(), signatures: None });
    }
    if read::failed(diagnostics) {
        return None;
    }
    if let Some(what) = &options.dump {
        let request = request(options, program, mode(options), diagnostics);
        return match request.and_then(|r| crate::dump::dump(program, &r, what).map_err(|d| diagnostics.push(d)).ok()) {
            Some(text) => {
                progress::end();
                print(&text);
                Some(Made { texts: Vec::new(), remarks: Vec::new(), signatures: None })
            }
            None => None,
        };
    }
    let request = request(options, program, mode(options), diagnostics)?;
    progress::stage("differentiating");
    let mut output = tracing::info_span!("differentiating").in_scope(|| generate(program, &request, diagnostics))?;
    progress::stage("printing");
    let mut clashes = one_file(options, &mut output.program, &output.files);
    if let Some(other) = output.beside.as_deref_mut() {
        clashes.extend(one_file(options, &mut other.program, &other.files));
    }
    clashes.extend(included_once(options, &output));
    if !clashes.is_empty() {
        diagnostics.extend(clashes);
        return None;
    }
    let heads = HeadMade::all(&request, &output);
    let mut texts = tracing::info_span!("printing").in_scope(|| texts_for(options, &output, &mode_suffix, &heads));
    let notes = [
        renamed::shared(&request, &output),
        renamed::note(program, &request, &output),
        renamed::files(options, &output, &mode_suffix, &texts),
    ];
    let notes: Vec<Diagnostic> = notes.into_iter().flatten().collect();
    // Who links must know them, whatever else is said.
    let is_shown = least_said(options) <= Severity::Note;
    let mut remarks: Vec<String> = notes.iter().filter(|_| !is_shown).map(|d| format!("note: {}", d.message)).collect();
    let of_modules = diagnostics.iter().filter(|d| matches!(d.code, "RT0428" | "RT0429" | "RT0479") && !is_shown);
    remarks.extend(of_modules.map(|d| format!("note: {}", d.message)));
    remarks.extend(linking::lines(&output, options.emit_runtime.as_deref()));
    diagnostics.extend(notes);
    texts.extend(headers(options, &output, &mode_suffix));
    if request.directions.is_some_and(|d| !d.inline) {
        texts.extend(diffsizes::missing(options, program, &output, diagnostics));
    }
    let signatures = Some(signatures::text(&output));
    Some(Made { texts, remarks, signatures })
}

/// Makes what was said while reading milder where it does not matter for what is asked for. Where the heads are wrong, nobody knows what matters: that is
/// said beside what was not understood.
pub fn set_aside(options: &Options, program: &mut Program, diagnostics: &mut Vec<Diagnostic>) {
    if diagnostics.iter().all(|d| d.severity < Severity::Warning) {
        return;
    }
    if options.preprocess {
        return aside::set_aside(program, None, diagnostics);
    }
    let mut said = Vec::new();
    let heads = heads(options, program, &mut said);
    // A statement that was not read may be what the head names.
    let is_of_names = |d: &Diagnostic| d.severity < Severity::Error || d.code.starts_with("RT02");
    if heads.is_none() && read::failed(diagnostics) && diagnostics.iter().all(is_of_names) {
        diagnostics.extend(said.into_iter().filter(|d| d.severity == Severity::Error));
    }
    let units: Vec<il::UnitId> = heads.into_iter().flatten().map(|h| h.unit).collect();
    if !units.is_empty() {
        aside::set_aside(program, Some(&units), diagnostics);
    }
}

/// The mode of the command line; tangent when none is given.
pub fn mode(options: &Options) -> Mode {
    if options.reverse { Mode::Adjoint } else { Mode::Tangent }
}

/// The pattern of output files.
pub fn suffix(options: &Options) -> String {
    let pattern = match (options.tangent, options.reverse) {
        (true, true) => both(procedures(options, Mode::Tangent), procedures(options, Mode::Adjoint)),
        (_, true) => procedures(options, Mode::Adjoint).to_string(),
        (_, false) => procedures(options, Mode::Tangent).to_string(),
    };
    several(options, &pattern)
}

/// The pattern of derivative procedures of a mode.
pub(crate) fn procedures(options: &Options, mode: Mode) -> &str {
    let own = match mode {
        Mode::Tangent => &options.tgtfuncname,
        Mode::Adjoint => &options.adjfuncname,
    };
    options.difffuncname.as_ref().unwrap_or(own)
}

/// The pattern of files that hold both modes: `%_d` and `%_b` → `%_db`.
fn both(tangent: &str, adjoint: &str) -> String {
    let (tangent, adjoint) = (Pattern::new(tangent).0, Pattern::new(adjoint).0);
    let rest = adjoint.replacen('%', "", 1);
    format!("{tangent}{}", rest.strip_prefix('_').unwrap_or(&rest))
}

/// A pattern for several directions: `%_d` → `%_dv`.
fn several(options: &Options, pattern: &str) -> String {
    if options.vector { format!("{}v", Pattern::new(pattern).0) } else { pattern.to_string() }
}

/// Differentiates, adding what is said to the diagnostics.
pub fn generate(program: &Program, request: &Request, diagnostics: &mut Vec<Diagnostic>) -> Option<Output> {
    match diff::differentiate(program, request) {
        Ok(mut output) => {
            diagnostics.append(&mut output.diagnostics);
            let mut unsaid = Vec::new();
            for made in std::iter::once(&output).chain(output.beside.as_deref()) {
                unsaid.extend(unparse::tape::refusals(&made.program));
                let generated: Vec<il::UnitId> = made.files.iter().flat_map(|f| f.units.clone()).collect();
                unsaid.extend(unparse::kit::refusals(&made.program, &generated));
                if diff::has_open_types(&made.program) {
                    unsaid.extend(diff::open_types(&mut made.program.clone(), &made.derivatives));
                }
            }
            let refused = !unsaid.is_empty();
            diagnostics.extend(unsaid);
            (!refused).then_some(output)
        }
        Err(found) => {
            diagnostics.extend(found);
            aside::name_causes(program, diagnostics);
            crate::culprits::point_to(program, diagnostics);
            None
        }
    }
}

/// The request of a command line.
pub fn request(
    options: &Options,
    program: &mut Program,
    mode: Mode,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Request> {
    let heads = heads(options, program, diagnostics)?;
    let mut request = Request::new(mode, heads);
    request.fix_interface = options.fixinterface;
    request.local_work_arrays = options.work_arrays == "local";
    request.self_check = options.self_check;
    request.reuse_modules = options.modules == "reuse";
    request.auto_modules = options.modules == "auto";
    request.own_saved = options.saved == "own";
    request.own_statics = options.statics == "own";
    request.include_statics = options.statics == "include";
    request.invert_updates = options.invertupdates;
    request.keep_shapes = options.keepshapes;
    request.parallel = options.openmp.then_some(match options.openmp_increments.as_str() {
        "atomic" => diff::Increments::Atomic,
        "reduction" => diff::Increments::Reduction,
        "serial" => diff::Increments::Serial,
        _ => diff::Increments::Best,
    });
    request.distinct_pointers = options.pointers == "distinct";
    program.distinct_pointers = request.distinct_pointers;
    request.tapenade_runtime = options.runtime == "tapenade";
    program.tapenade_runtime = request.tapenade_runtime;
    request.trust_unknown = options.unknown != "worst";
    request.with_tangent = options.tangent && options.reverse;
    let p = |s: &str| Pattern::new(s);
    let v = |s: &str| Pattern::new(&several(options, s));
    let of_both = [
        (&options.diffvarname, "-diffvarname", "-tgtvarname and -adjvarname"),
        (&options.difffuncname, "-difffuncname", "-tgtfuncname and -adjfuncname"),
    ];
    if let Some((_, option, apart)) = of_both.into_iter().find(|(given, ..)| given.is_some() && request.with_tangent) {
        let message = format!("{option} gives tangents and adjoints the same names");
        diagnostics
            .push(Diagnostic::error("RT0318", Span::NONE, message).note(format!("name them apart, with {apart}")));
        return None;
    }
    let modules = module_patterns(options).map_err(|d| diagnostics.push(d)).ok()?;
    let variable = |own: &str| p(options.diffvarname.as_deref().unwrap_or(own));
    request.patterns = Patterns {
        tangent_variable: variable(&options.tgtvarname),
        tangent_procedure: v(procedures(options, Mode::Tangent)),
        tangent_module: v(modules[0]),
        adjoint_variable: variable(&options.adjvarname),
        adjoint_procedure: v(procedures(options, Mode::Adjoint)),
        adjoint_module: v(modules[1]),
        copy: p(&options.copyname),
        gradient: p(&options.gradfuncname),
    };
    request.values = options.value || options.gradient;
    request.gradient = options.gradient;
    if options.difftypes == "original" {
        request.original_types = true;
        request.disabled.insert(Improvement::DiffTypes);
    }
    if options.tape == "stack" {
        request.disabled.insert(Improvement::TapeArrays);
    }
    for word in options.nooptim.iter().flat_map(|w| w.split_whitespace()) {
        // Its name in later builds of Tapenade.
        let word = if word.eq_ignore_ascii_case("adjointliveness") { "diffliveness" } else { word };
        if word.eq_ignore_ascii_case("everyoptim") {
            request.disabled.extend(Improvement::ALL.iter().map(|i| i.0));
            continue;
        }
        match Improvement::ALL.iter().find(|(_, name)| name.eq_ignore_ascii_case(word)) {
            Some((i, _)) => {
                request.disabled.insert(*i);
                // Some improvements are built on others (conventions §1.3).
                let implied: &[Improvement] = match i {
                    Improvement::Activity => &[Improvement::MergeDiff],
                    Improvement::SaveOnlyUsed => &[Improvement::Tbr],
                    Improvement::DiffLiveness => &[Improvement::DeadControl, Improvement::RecomputeIntermediates],
                    _ => &[],
                };
                request.disabled.extend(implied);
            }
            None => {
                let names: Vec<_> = Improvement::ALL.iter().map(|i| i.1).collect();
                diagnostics.push(
                    Diagnostic::error("RT0307", Span::NONE, format!("-nooptim knows no `{word}`"))
                        .note(format!("it knows {} and everyoptim", names.join(", "))),
                );
                return None;
            }
        }
    }
    let mut split = listed::procedures(program, "nocheckpoint", &options.nocheckpoint, diagnostics);
    split.all_but |= options.defaultnocheckpoint;
    request.joint_heads = options.defaultnocheckpoint;
    // The halves of an internal procedure would both need its host's variables of the moment, and those of an elemental one would
    // be called element by element, in an order that no tape can mirror: they stay joint.
    for (unit, u) in program.units.iter() {
        let internal = program.host_procedure(unit).is_some();
        let elemental = u.has_prefix(&il::unit::Prefix::Elemental);
        if !internal && !elemental {
            continue;
        }
        if split.all_but {
            split.names.insert(unit);
        } else if split.names.remove(&unit) {
            let kind = if internal { "internal" } else { "elemental" };
            let message = format!("`{}` is an {kind} procedure: it is differentiated in joint mode", u.name);
            diagnostics.push(Diagnostic::warning("RT0313", u.span, message));
        }
    }
    request.split = split;
    request.specialised = listed::procedures(program, "specializeactivity", &options.specializeactivity, diagnostics);
    request.externals = ext::read(options, program, diagnostics)?;
    libraries::provide(program, options, &mut request, diagnostics)?;
    if request.gradient && mode == Mode::Adjoint && options.vector {
        request.gradient = false;
        let message =
            "-gradient is left out: the gradient of one result needs one direction, and -vector asks for several";
        diagnostics.push(Diagnostic::warning("RT0322", Span::NONE, message).note("run without -vector for it"));
    }
    if options.vector {
        request.directions = Some(directions(options, program, diagnostics)?);
    }
    Some(request)
}

/// The name patterns of modules of tangents and of adjoints, which are the same modules in a run of both modes.
fn module_patterns(options: &Options) -> Result<[&str; 2], Diagnostic> {
    let shared = options.modulename.as_deref().map(|p| ("-modulename", p));
    let tangent = options.tgtmodulename.as_deref().map(|p| ("-tgtmodulename", p));
    let adjoint = options.adjmodulename.as_deref().map(|p| ("-adjmodulename", p));
    let default = ("-modulename", "%_diff");
    let of_tangents = tangent.or(shared).or(adjoint).unwrap_or(default);
    let of_adjoints = adjoint.or(shared).or(tangent).unwrap_or(default);
    if options.tangent && options.reverse && Pattern::new(of_tangents.1) != Pattern::new(of_adjoints.1) {
        let [a, b] = [of_tangents, of_adjoints].map(|(option, pattern)| format!("{option} {pattern}"));
        return Err(Diagnostic::error(
            "RT0320",
            Span::NONE,
            format!("{a} and {b}: both modes have their modules in common"),
        )
        .note("give one pattern, or make tangents and adjoints in two runs"));
    }
    Ok([of_tangents.1, of_adjoints.1])
}

/// What `-vector` and `-nbdirsmax` say.
fn directions(options: &Options, program: &Program, diagnostics: &mut Vec<Diagnostic>) -> Option<diff::Directions> {
    if let Some(n) = options.nbdirsmax {
        if n < 1 {
            let message = format!("-nbdirsmax {n}: there must be at least one direction");
            diagnostics.push(Diagnostic::error("RT0314", Span::NONE, message));
            return None;
        }
        return Some(diff::Directions { most: n, inline: true });
    }
    let most = diffsizes::given(program).unwrap_or(diff::Directions::default().most);
    Some(diff::Directions { most, inline: false })
}

fn heads(options: &Options, program: &mut Program, diagnostics: &mut Vec<Diagnostic>) -> Option<Vec<diff::HeadSpec>> {
    let mut text = options.head.join("\n");
    if options.vars.is_some() || options.outvars.is_some() {
        diagnostics.push(Diagnostic::warning(
            "RT0308",
            Span::NONE,
            "-vars and -outvars are old; write the lists in -head",
        ));
        let list = |o: &Option<String>| o.as_ref().map_or(String::new(), |v| format!("({v})"));
        text = match (&options.vars, &options.outvars) {
            (Some(_), Some(_)) => format!("{text}{}\\{}", list(&options.vars), list(&options.outvars)),
            (Some(_), None) => format!("{text}/{}", list(&options.vars)),
            _ => format!("{text}\\{}", list(&options.outvars)),
        };
    }
    if text.trim().is_empty() {
        match only_root(program) {
            Some(name) => text = name,
            None => {
                diagnostics.push(candidates::missing_head(program));
                return None;
            }
        }
    }
    let file = program.sources.add(SourceFile { path: "-head".into(), text: text.clone() });
    let heads = match head::parse(file, &text) {
        Ok(heads) => heads,
        Err(d) => {
            diagnostics.push(d);
            return None;
        }
    };
    program.sources[file].text = head::line_by_line(text, &heads);
    match resolve::heads(program, &heads, diagnostics) {
        Ok(specs) => Some(specs),
        Err(errors) => {
            diagnostics.extend(errors);
            None
        }
    }
}

/// Without `-head`: the one procedure of the program, when there is just one that nobody calls.
fn only_root(program: &Program) -> Option<String> {
    let calls = il::calls::CallGraph::new(program);
    let mut roots = program.units.iter().filter(|(id, u)| {
        u.is_procedure()
            && !u.is_interface
            && !matches!(u.kind, il::UnitKind::Program { .. })
            && calls.callers(*id).is_empty()
    });
    let first = roots.next()?.1.name.clone();
    roots.next().is_none().then_some(first)
}

/// The name of the message file.
pub(crate) fn message_name(options: &Options) -> String {
    let first = options.files.first().map(PathBuf::as_path).unwrap_or(Path::new("rtapenade"));
    let suffix = if options.preprocess { "%_p".to_string() } else { suffix(options) };
    let name = match &options.output {
        Some(o) => single_name(o, first, &suffix),
        None => file_name(first, &suffix),
    };
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(s, _)| s);
    format!("{stem}.msg")
}

/// The name of the list of signatures, beside it.
pub(crate) fn list_name(options: &Options) -> String {
    format!("{}.sig", message_name(options).trim_end_matches(".msg"))
}

/// `-p`: every input printed back.
pub fn preprocessed(options: &Options, program: &Program) -> Vec<Text> {
    render(options, &opened(program, &[]), &inputs_as_outputs(program), "%_p", &[], &[])
}

/// The same, with a line that says where each file comes from, unless the input has one.
fn preprocessed_with_header(options: &Options, program: &Program) -> Vec<Text> {
    let header = generator();
    let headed = render(options, &opened(program, &[]), &inputs_as_outputs(program), "%_p", &header, &[]);
    let texts = preprocessed(options, program).into_iter().zip(headed);
    texts.map(|(plain, headed)| if overwriting::is_generated(&plain.content) { plain } else { headed }).collect()
}

/// The first lines of every output.
fn generator() -> Vec<String> {
    let version = format!(" rtapenade {}", env!("CARGO_PKG_VERSION"));
    vec!["       Generated by rtapenade".to_string(), version, String::new()]
}

/// The inputs as they are, to be printed again.
fn inputs_as_outputs(program: &Program) -> Vec<diff::OutputFile> {
    let inputs = program.inputs.iter().enumerate();
    inputs.map(|(input, i)| diff::OutputFile { input, form: i.form, units: i.units.clone() }).collect()
}

/// With `-o`, keeps apart in C what each of the files has to itself.
/// The error of originals that one output would include together.
fn included_once(options: &Options, output: &Output) -> Option<Diagnostic> {
    let outputs = std::iter::once(output).chain(output.beside.as_deref());
    let files = outputs.flat_map(|o| &o.files).filter(|f| f.form == SourceForm::C).count();
    let together = options.statics == "include" && options.output.is_some() && files > 1;
    let said = || Diagnostic::error("RT0412", Span::NONE, "-statics include gives each file of C an output of its own");
    together.then(|| said().note("leave -o out"))
}

fn one_file(options: &Options, program: &mut Program, files: &[diff::OutputFile]) -> Vec<Diagnostic> {
    if options.output.is_some() { crate::one_file::keep_apart(program, files) } else { Vec::new() }
}

/// The texts of what was generated, named by the conventions.
pub fn output_texts(options: &Options, output: &Output, suffix: &str) -> Vec<Text> {
    texts_for(options, output, suffix, &[])
}

/// The same, where files that a head has caused and that do not hold it name it.
fn texts_for(options: &Options, output: &Output, suffix: &str, heads: &[HeadMade]) -> Vec<Text> {
    let program = opened(&output.program, &output.derivatives);
    let mut texts = render(options, &program, &output.files, suffix, &generator(), heads);
    if let Some(other) = &output.beside {
        texts.extend(texts_for(options, other, suffix, &[]));
    }
    texts
}

/// A program as it is printed. Large ones are copied only when they must be.
fn opened<'p>(program: &'p Program, derivatives: &[diff::Derivative]) -> std::borrow::Cow<'p, Program> {
    let mut out = std::borrow::Cow::Borrowed(program);
    if diff::has_open_types(program) {
        diff::open_types(out.to_mut(), derivatives);
    }
    if diff::has_overlap_tests(program) {
        diff::write_overlap_tests(out.to_mut());
    }
    out
}

/// The headers of the C files that were generated: `a_b.h` for `a_b.c`.
fn headers(options: &Options, output: &Output, suffix: &str) -> Vec<Text> {
    let program = &output.program;
    let path = |f: &diff::OutputFile| PathBuf::from(&program.sources[program.inputs[f.input].file].path);
    let mut files: Vec<(String, unparse::OutputFile)> = Vec::new();
    for f in output.files.iter().filter(|f| f.form == SourceForm::C) {
        let name = match &options.output {
            Some(o) => single_name(o, &path(f), suffix),
            None => file_name(&path(f), suffix),
        };
        let name = name.strip_suffix(".c").map_or(name.clone(), |stem| format!("{stem}.h"));
        match files.iter_mut().find(|(n, _)| *n == name) {
            Some((_, known)) if options.output.is_some() => known.units.extend(&f.units),
            // Files of one name in different folders: the first has the header of that name.
            Some(_) => {}
            None => {
                let like = unparse::OutputFile::of_input(program, &program.inputs[f.input]);
                let header =
                    vec!["       Generated by rtapenade: what the derivatives look like to others".to_string()];
                let line_length = render::line_length(options, f.form);
                files.push((name, unparse::OutputFile { units: f.units.clone(), header, line_length, ..like }));
            }
        }
    }
    let text = |(name, out): (String, unparse::OutputFile)| {
        unparse::interface(program, &out, &name).map(|content| Text { name, content })
    };
    let of_other = output.beside.iter().flat_map(|other| headers(options, other, suffix));
    files.into_iter().filter_map(text).chain(of_other).collect()
}
