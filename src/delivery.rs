//! What a run leaves on disk: its outputs, all or none, and the list of their signatures; with `-MD` the rule that says what they were made from; the message file, always; and, when asked
//! for, the runtime library.

use std::path::{Path, PathBuf};

use il::{Diagnostic, Program, Span};

use crate::args::Options;
use crate::output::{self, Text};
use crate::overwriting::Permit;
use crate::run::{list_name, message_name};
use crate::{depfile, diffsizes, place, report, runtime};

/// What a run has made and is about to write.
pub struct Made {
    /// The outputs.
    pub texts: Vec<Text>,
    /// What is said of them when they are written, a line each: what to link, and names that had to change.
    pub remarks: Vec<String>,
    /// The list of signatures.
    pub signatures: Option<String>,
}

/// Writes the outputs and the rule for Make. Gives the lines that say what was written.
pub fn deliver(options: &Options, program: &Program, made: &Made) -> Result<Vec<String>, Vec<Diagnostic>> {
    let place = place::directory(options);
    let inputs = depfile::inputs(options, program);
    let sizes = diffsizes::files(options);
    let permit = Permit { inputs, force: options.force };
    let paths = output::write(&place, &made.texts, &permit)?;
    if let Some(path) = depfile::path(options, &place, &message_name(options)) {
        let is_source = |p: &&PathBuf| {
            !p.file_name().is_some_and(|n| n.eq_ignore_ascii_case("diffsizes.inc") || n == "diffsizes.f90")
        };
        let outputs = || paths.iter().filter(is_source).map(|p| p.to_string_lossy().into_owned()).collect();
        let targets: Vec<String> = if options.targets.is_empty() { outputs() } else { options.targets.clone() };
        let rule = depfile::rule(&targets, &[permit.inputs.as_slice(), &sizes].concat());
        write_at(&path, rule, &permit.inputs)?;
    }
    if let Some(list) = &made.signatures {
        write_at(&place.join(list_name(options)), list.clone(), &permit.inputs)?;
    }
    let created = paths.iter().map(|p| format!("Created {}", p.display()));
    Ok(created.chain(made.remarks.iter().cloned()).collect())
}

/// Writes the message file, after errors too: everything that was said, whatever the console showed of it. Where there is no place for it, that was
/// said before.
pub fn log(options: &Options, program: &Program, diagnostics: &[Diagnostic]) -> Result<(), Vec<Diagnostic>> {
    let place = place::directory(options);
    if options.files.is_empty() || options.dump.is_some() || place::check(options).is_err() {
        return Ok(());
    }
    let content = report::message_file(&program.sources, diagnostics);
    let permit = Permit { inputs: depfile::inputs(options, program), force: true };
    output::write(&place, &[Text { name: message_name(options), content }], &permit).map(|_| ())
}

/// Writes the runtime with a makefile into `directory`, which is made. Gives what is said of it.
pub fn emit_runtime(directory: &Path, options: &Options) -> Result<Vec<String>, Vec<Diagnostic>> {
    let shown = directory.display();
    std::fs::create_dir_all(directory)
        .map_err(|e| vec![Diagnostic::error("RT0502", Span::NONE, format!("`{shown}` cannot be made: {e}"))])?;
    let texts = runtime::texts(directory);
    let has_makefile = texts.iter().any(|t| t.name == runtime::MAKEFILE.0);
    output::write(directory, &texts, &Permit { inputs: options.files.clone(), force: true })?;
    let kept = || format!("{shown}/{} is yours and stays as it is: rtapenade's is not written", runtime::MAKEFILE.0);
    Ok((!has_makefile).then(kept).into_iter().collect())
}

/// Writes a file that the user names by its path.
fn write_at(path: &Path, content: String, inputs: &[PathBuf]) -> Result<(), Vec<Diagnostic>> {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let directory = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let permit = Permit { inputs: inputs.to_vec(), force: true };
    output::write(directory, &[Text { name, content }], &permit).map(|_| ())
}
