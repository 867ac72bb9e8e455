//! The texts of output files, from the units that stand in them. Files know nothing of each other: all cores print.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use il::{Program, RecordId, SourceForm, UnitId};

use crate::args::Options;
use crate::cores;
use crate::modules_first::modules_first;
use crate::output::{self, Text, file_name, single_name};
use crate::overwriting::{FOR_ADJOINT, FOR_TANGENT};

/// How many names stand in one line: a line of 63 letters each stays below what compilers read.
const NAMES: usize = 2;

/// An output file: what comes of one input each, one behind the other.
struct Planned {
    name: String,
    parts: Vec<Part>,
}

/// Units that are printed in the style of an input.
struct Part {
    input: usize,
    units: Vec<UnitId>,
}

/// The derivative of a head, which may stand in another file than those that it calls.
pub(crate) struct HeadMade {
    /// The generated unit.
    pub unit: UnitId,
    /// The name of the original.
    pub name: String,
    /// An adjoint; else a tangent.
    pub reverse: bool,
}

impl HeadMade {
    /// Those of a run.
    pub fn all(request: &diff::Request, output: &diff::Output) -> Vec<HeadMade> {
        let made = output.derivatives.iter().filter(|d| request.head(d.original).is_some());
        let head = |d: &diff::Derivative| HeadMade {
            unit: d.generated,
            name: output.program.units[d.original].name.clone(),
            reverse: d.signature.part != diff::Part::Tangent,
        };
        made.map(head).collect()
    }
}

/// The texts of `files`, named by `suffix` and the options, each with `header` at its top, which names the `heads` that stand elsewhere.
pub(crate) fn render(
    options: &Options,
    program: &Program,
    files: &[diff::OutputFile],
    suffix: &str,
    header: &[String],
    heads: &[HeadMade],
) -> Vec<Text> {
    let planned = plan(options, program, files, suffix);
    cores::map(
        planned.len(),
        || (),
        |(), k| Text { name: planned[k].name.clone(), content: content(options, program, &planned[k], header, heads) },
    )
}

/// What stands where.
fn plan(options: &Options, program: &Program, files: &[diff::OutputFile], suffix: &str) -> Vec<Planned> {
    let has_text = |u: &UnitId| program.units[*u].binding.as_ref().is_none_or(|b| !b.dispatches);
    let input_path = |f: &diff::OutputFile| PathBuf::from(&program.sources[program.inputs[f.input].file].path);
    let mut planned: Vec<Planned> = Vec::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    let mut add = |name: String, input: usize, units: &[UnitId], join: bool| {
        let part = Part { input, units: units.iter().copied().filter(has_text).collect() };
        let taken = |name: &str| !join && names.contains(name);
        let name = output::apart(name, Path::new(&program.sources[program.inputs[input].file].path), taken);
        if names.insert(name.clone()) {
            planned.push(Planned { name, parts: vec![part] });
        } else if let Some(file) = planned.iter_mut().find(|f| f.name == name) {
            file.parts.push(part);
        }
    };
    if let Some(name) = options.output.as_deref().filter(|_| !options.splitoutputfiles) {
        // One file of all: compilers read it from the top.
        let units: Vec<_> = files.iter().flat_map(|f| f.units.iter().map(move |u| (f, *u))).collect();
        let groups: Vec<_> = units.iter().map(|(_, u)| vec![*u]).collect();
        for run in modules_first(program, &groups).chunk_by(|a, b| units[*a].0.input == units[*b].0.input) {
            let f = units[run[0]].0;
            let own: Vec<_> = run.iter().map(|k| units[*k].1).collect();
            add(single_name(name, &input_path(f), suffix), f.input, &own, true);
        }
        return planned;
    }
    for f in files {
        if options.splitoutputfiles && f.form != SourceForm::C {
            for u in &f.units {
                let path = input_path(f);
                let extension = path.extension().map_or(String::new(), |e| e.to_string_lossy().to_lowercase());
                add(format!("{}.{extension}", program.units[*u].name.to_lowercase()), f.input, &[*u], false);
            }
            continue;
        }
        let name = match &options.output {
            Some(o) => single_name(o, &input_path(f), suffix),
            None => file_name(&input_path(f), suffix),
        };
        add(name, f.input, &f.units, options.output.is_some());
    }
    planned
}

/// The text of a file. Headers and structures stand once in it.
fn content(options: &Options, program: &Program, file: &Planned, header: &[String], heads: &[HeadMade]) -> String {
    let mut text = String::new();
    let units: Vec<UnitId> = file.parts.iter().flat_map(|p| p.units.iter().copied()).collect();
    let elsewhere: Vec<&HeadMade> = heads.iter().filter(|h| !holds(program, &units, h.unit)).collect();
    let (mut included, mut defined): (BTreeSet<String>, BTreeSet<RecordId>) = Default::default();
    for (k, part) in file.parts.iter().enumerate() {
        let input = &program.inputs[part.input];
        let out = unparse::OutputFile {
            units: part.units.clone(),
            included: included.clone(),
            defined: defined.clone(),
            header: if k > 0 {
                Vec::new()
            } else {
                [&with_heads(header, &elsewhere)[..], &preprocessed_note(program, input)].concat()
            },
            line_length: line_length(options, input.form),
            ..unparse::OutputFile::of_input(program, input)
        };
        text.push_str(&unparse::unparse(program, &out));
        included.extend(unparse::included(program, &out));
        defined.extend(unparse::defined(program, &out));
    }
    text
}

/// The last column of what is written, where the command line has one: in fixed form nothing stands behind the columns that are read.
pub(crate) fn line_length(options: &Options, form: SourceForm) -> Option<usize> {
    let asked = usize::from(options.linelength?);
    Some(if form == SourceForm::Fixed { asked.min(options.fixed_line_length) } else { asked })
}

/// Whether one of `units`, or what is inside of it, is `wanted`.
fn holds(program: &Program, units: &[UnitId], wanted: UnitId) -> bool {
    units.iter().any(|u| *u == wanted || holds(program, &program.units[*u].children, wanted))
}

/// The header of a file, before whose last, empty line the heads are named that were asked for and stand in others.
fn with_heads(header: &[String], elsewhere: &[&HeadMade]) -> Vec<String> {
    let Some((last, first)) = header.split_last() else { return Vec::new() };
    let mut out = first.to_vec();
    for reverse in [false, true] {
        let mut names: Vec<&str> = Vec::new();
        for head in elsewhere.iter().filter(|h| h.reverse == reverse) {
            // In split mode a head has two halves.
            if !names.contains(&head.name.as_str()) {
                names.push(&head.name);
            }
        }
        let line = |names: &[&str]| format!(" {}{}", if reverse { FOR_ADJOINT } else { FOR_TANGENT }, names.join(", "));
        out.extend(names.chunks(NAMES).map(line));
    }
    out.push(last.clone());
    out
}

/// What the header of an output says when its input went through the preprocessor.
fn preprocessed_note(program: &Program, input: &il::Input) -> Vec<String> {
    let done =
        input.form != SourceForm::C && frontend_fortran::cpp::was_preprocessed(&program.sources[input.file].text);
    if done {
        vec![" Macros are replaced and #if settled: this is the preprocessed text".to_string()]
    } else {
        Vec::new()
    }
}
