//! The command line: single-dash words as users of Tapenade write them, and `--double-dash` too.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, CommandFactory, Parser, Subcommand};

use crate::compare::CompareArgs;
use crate::compatibility::Compatibility;
use crate::explain::ExplainArgs;
use crate::report::Saying;
use crate::shell::Paper;

/// Everything the command line says.
#[derive(Parser, Debug)]
#[command(
    name = "rtapenade",
    version,
    about = "Differentiates Fortran and C: writes new source code that computes tangent or adjoint derivatives.",
    after_help = "Options may be written with one dash or two, and mixed with files in any order.\n\
                  A head is \"procedure(independents)\\(dependents)\" or \"procedure(dependents)/(independents)\".",
    args_conflicts_with_subcommands = true,
    args_override_self = true,
    subcommand_negates_reqs = true
)]
pub struct Cli {
    /// What else than differentiating to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to differentiate and how.
    #[command(flatten)]
    pub options: Options,
}

/// Subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Differentiate, then verify the derivatives numerically: tangent against central differences, adjoint against tangent.
    #[command(after_help = crate::check::LEGEND)]
    Check(CheckArgs),
    /// Differentiate in memory, and compare with the files on disk: status 1 and the difference when they are stale or missing.
    Verify(Options),
    /// Manual pages and completions of shells, for `make install`.
    #[command(subcommand, hide = true)]
    Generate(Paper),
    /// Explain a code of a message: what it means, an example, and the way out.
    Explain(ExplainArgs),
    /// Say what changed in signatures: arguments and their derivatives in two lists of them (.sig), or in two generated files. Status 1 when something did.
    Compare(CompareArgs),
}

/// Arguments of `check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// What to differentiate and how.
    #[command(flatten)]
    pub options: Options,
    /// How many random points to check at.
    #[arg(long, default_value_t = 3)]
    pub points: u32,
    /// Seed of the random points and directions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Run in the built-in interpreter instead of compiling.
    #[arg(long)]
    pub interpret: bool,
    /// How many statements a run in the interpreter may execute.
    #[arg(long, hide = true, default_value_t = 2_000_000_000)]
    pub fuel: u64,
    /// File of input values and ranges, one `name = value` or `name = lo .. hi` per line.
    #[arg(long, value_name = "FILE")]
    pub inputs: Option<PathBuf>,
    /// What is linked besides the files.
    #[command(flatten)]
    pub linked: Linked,
    /// Write the result as a JUnit report: one test case per head and output.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Keep the generated driver and derivative files here.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Time the derivatives against the primal.
    #[arg(long)]
    pub time: bool,
    /// Only compile what is generated, as strictly as for a check, and run nothing: no inputs are needed.
    #[arg(long, conflicts_with_all = ["interpret", "time"])]
    pub compile_only: bool,
}

/// What `check` links with besides the files that are differentiated.
#[derive(Args, Debug, Clone, Default)]
pub struct Linked {
    /// Further source or object files to compile and link with (procedures that are not to be analysed, modules of libraries).
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// Link with a library: -lNAME, as for a compiler.
    #[arg(short = 'l', value_name = "NAME")]
    pub libraries: Vec<String>,
    /// Where libraries are: -LDIR.
    #[arg(short = 'L', value_name = "DIR")]
    pub directories: Vec<PathBuf>,
    /// With -runtime tapenade: where the runtime of your project is (adBuffer.f, adBuffer.c, adStack.c, adBinomial.c), which is linked in the place of ours.
    #[arg(long, value_name = "DIR", requires = "runtime")]
    pub kit: Option<PathBuf>,
}

/// Options of a differentiation.
#[derive(Args, Debug, Clone, Default)]
pub struct Options {
    /// Tangent (forward) mode; the default.
    #[arg(short = 'd', long, alias = "forward")]
    pub tangent: bool,
    /// Adjoint (reverse) mode.
    #[arg(short = 'b', long, alias = "backward")]
    pub reverse: bool,
    /// Several directions at once: derivatives have one more dimension, and loops over it.
    #[arg(long, alias = "multi")]
    pub vector: bool,
    /// The greatest number of directions, written into the output. Without it, `nbdirsmax` comes from DIFFSIZES.
    #[arg(long, value_name = "N")]
    pub nbdirsmax: Option<i64>,
    /// No differentiation: print the program back, as analysed.
    #[arg(short = 'p', long, alias = "primal")]
    pub preprocess: bool,
    /// What to differentiate; may be repeated, or hold several heads.
    #[arg(long, alias = "root", value_name = "SPEC")]
    pub head: Vec<String>,
    /// Old way to name the independents of the head.
    #[arg(long, value_name = "NAMES")]
    pub vars: Option<String>,
    /// Old way to name the dependents of the head.
    #[arg(long, value_name = "NAMES")]
    pub outvars: Option<String>,
    /// All generated units of one language go to one file NAME_d.f90.
    #[arg(short = 'o', long, value_name = "NAME")]
    pub output: Option<String>,
    /// Write everything in this directory, which must exist.
    #[arg(short = 'O', long = "outputdirectory", alias = "outputdir", value_name = "DIR")]
    pub output_directory: Option<PathBuf>,
    /// Overwrite files that no run has generated, and what earlier runs wrote for other heads. Inputs are never overwritten.
    #[arg(long)]
    pub force: bool,
    /// Write what the outputs were made from, as a rule for Make: beside them, with the extension .d.
    #[arg(long = "MD", alias = "MMD")]
    pub depend: bool,
    /// Write that rule into this file.
    #[arg(long = "MF", value_name = "FILE")]
    pub depfile: Option<PathBuf>,
    /// The target of that rule, instead of the outputs; may be repeated.
    #[arg(long = "MT", value_name = "TARGET")]
    pub targets: Vec<String>,
    /// One output file per top-level unit.
    #[arg(long)]
    pub splitoutputfiles: bool,
    /// Where to look for include files.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro of the preprocessor (NAME or NAME=VALUE).
    #[arg(short = 'D', value_name = "MACRO")]
    pub define: Vec<String>,
    /// Undefine a macro of the preprocessor.
    #[arg(short = 'U', value_name = "MACRO")]
    pub undefine: Vec<String>,
    /// Descriptions of procedures without source; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub ext: Vec<PathBuf>,
    /// Routines of your own libraries with their derivatives, in Fortran, as those of BLAS that come with the program; may be
    /// repeated.
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<PathBuf>,
    /// What is thought of procedures without source or description that get no active argument: `trust` (they touch no active COMMON block, module or
    /// global variable) or `worst` (they may).
    #[arg(long, value_name = "WHAT", default_value = "trust", value_parser = ["trust", "worst"])]
    pub unknown: String,
    /// What is thought of the modules and included files of MPI, NetCDF, HDF5 and OpenMP, where no file that is given defines them: `builtin` (their names
    /// are known by descriptions that come with the program) or `none` (nothing is known).
    #[arg(long, value_name = "WHICH", default_value = "builtin", value_parser = ["builtin", "none"])]
    pub stubs: String,
    /// The derivatives of BLAS and LAPACK: `rules` (calls of these libraries, whatever sources are given), `differentiate` (sources that are given are
    /// differentiated; rules for other routines) or `own` (you provide them, as for any procedure without source).
    #[arg(long, value_name = "WHICH", default_value = "differentiate", value_parser = ["rules", "differentiate", "own"])]
    pub blas: String,
    /// Keep independents and dependents exactly as given.
    #[arg(long)]
    pub fixinterface: bool,
    /// Work arrays, arguments that are active inside a procedure and stand in no list: `argument` has their derivatives behind them (arrays of variable
    /// extent, allocatables, pointers, structures; in C all that is passed by its address), `local` none where a local variable can be declared.
    #[arg(long, value_name = "WHERE", default_value = "argument", value_parser = ["argument", "local"])]
    pub work_arrays: String,
    /// Adjoints of heads also leave the values of the dependents, as the original does; that of a function comes through an argument in front of its
    /// adjoint.
    #[arg(long)]
    pub value: bool,
    /// Beside the adjoint of each head a procedure NAME_grad that returns value and gradient in one call: for heads with one scalar dependent. It
    /// seeds and clears inside.
    #[arg(long)]
    pub gradient: bool,
    /// Differentiate these procedures in split mode ("f g", or %all%).
    #[arg(long, alias = "split", value_name = "NAMES")]
    pub nocheckpoint: Vec<String>,
    /// Differentiate all procedures in split mode but those that -nocheckpoint names.
    #[arg(long)]
    pub defaultnocheckpoint: bool,
    /// These procedures have one derivative per activity pattern of their calls ("f g", or %all%), instead of one for all calls.
    #[arg(long, value_name = "NAMES")]
    pub specializeactivity: Vec<String>,
    /// Switch one improvement off; may be repeated (`everyoptim` for all).
    #[arg(long, value_name = "WHAT")]
    pub nooptim: Vec<String>,
    /// The types of the derivatives of structures: `active` have the components that have a derivative, `original` are those of the structures themselves,
    /// as with -nooptim difftypes.
    #[arg(long, value_name = "WHICH", default_value = "active", value_parser = ["active", "original"])]
    pub difftypes: String,
    /// Adjoints: take `x = x + e` on reals back as `x = x - e` instead of saving x. Exact up to rounding: what e is below the last digit of x is
    /// lost in every turn of a loop, and derivatives are that much off.
    #[arg(long)]
    pub invertupdates: bool,
    /// Derivatives of loops that directives of OpenMP make parallel are parallel, too.
    #[arg(long)]
    pub openmp: bool,
    /// With -openmp, what becomes of additions to shared adjoints where several threads may meet: scalars and small arrays are reduced and others added to
    /// atomically (`best`), all are `atomic`, all are `reduction`, or the loop is `serial`.
    #[arg(long, value_name = "HOW", default_value = "best", value_parser = ["best", "atomic", "reduction", "serial"])]
    pub openmp_increments: String,
    /// No assignment gives what a procedure gets from outside (variables of modules, arguments, their components) another shape, as compilers take it
    /// with -fno-realloc-lhs: adjoints need not keep allocation and bounds of u at `u = v`.
    #[arg(long)]
    pub keepshapes: bool,
    /// What POINTER variables, components and dummies whose targets the program does not show lead to: different places (`distinct`), or perhaps the
    /// same ones (`mayalias`), which takes nothing for granted.
    #[arg(long, value_name = "WHAT", default_value = "distinct", value_parser = ["distinct", "mayalias"])]
    pub pointers: String,
    /// Where saved values wait: `stack` (all on the run-time stack) or `auto` (in local arrays where their extents are known).
    #[arg(long, value_name = "WHERE", default_value = "auto", value_parser = ["stack", "auto"])]
    pub tape: String,
    /// Which runtime derivatives are linked with: `own` (all that --emit-runtime writes), or `tapenade`: they call nothing but what the files have that
    /// Tapenade's projects carry, by the same names; what these cannot save is refused.
    #[arg(long, value_name = "WHICH", default_value = "own", value_parser = ["own", "tapenade"])]
    pub runtime: String,
    /// Name pattern of tangent variables.
    #[arg(long, value_name = "PATTERN", default_value = "%d", allow_hyphen_values = true)]
    pub tgtvarname: String,
    /// Name pattern of tangent procedures, and of output files.
    #[arg(long, value_name = "PATTERN", default_value = "%_d", allow_hyphen_values = true)]
    pub tgtfuncname: String,
    /// Name pattern of adjoint variables.
    #[arg(long, value_name = "PATTERN", default_value = "%b", allow_hyphen_values = true)]
    pub adjvarname: String,
    /// Name pattern of adjoint procedures, and of output files.
    #[arg(long, value_name = "PATTERN", default_value = "%_b", allow_hyphen_values = true)]
    pub adjfuncname: String,
    /// Name pattern of derivative variables, in the one mode that is asked for; -tgtvarname and -adjvarname say it for each.
    #[arg(long, hide = true, value_name = "PATTERN", allow_hyphen_values = true, conflicts_with_all = ["tgtvarname", "adjvarname"])]
    pub diffvarname: Option<String>,
    /// The same for derivative procedures and output files.
    #[arg(long, hide = true, value_name = "PATTERN", allow_hyphen_values = true, conflicts_with_all = ["tgtfuncname", "adjfuncname"])]
    pub difffuncname: Option<String>,
    /// Name pattern of differentiated modules and types; `%_diff` without it.
    #[arg(long, alias = "diffmodulename", value_name = "PATTERN", allow_hyphen_values = true)]
    pub modulename: Option<String>,
    /// The same for tangents; in a run of both modes they are those of adjoints.
    #[arg(long, hide = true, value_name = "PATTERN", allow_hyphen_values = true)]
    pub tgtmodulename: Option<String>,
    /// The same for adjoints.
    #[arg(long, hide = true, value_name = "PATTERN", allow_hyphen_values = true)]
    pub adjmodulename: Option<String>,
    /// What is done about modules: `copy` them into those of the derivatives, or `reuse` them there (one copy of the data); `auto` copies those only of
    /// which derivatives need what they keep to themselves.
    #[arg(long = "module", value_name = "HOW", default_value = "copy", value_parser = ["copy", "reuse", "auto"])]
    pub modules: String,
    /// What procedures of Fortran keep from one call to the next (SAVE): `checked` refuses reals that earlier calls may have left and derivatives are
    /// made of; `own` promises that those of the derivative are as good.
    #[arg(long, value_name = "WHOSE", default_value = "checked", value_parser = ["checked", "own"])]
    pub saved: String,
    /// The same for what is `static` in C. With `include` the file of derivatives includes the text of the original and shares what is `static` there:
    /// it is linked in the place of the original, with `-I` for the folder of that.
    #[arg(long, value_name = "WHOSE", default_value = "checked", value_parser = ["checked", "own", "include"])]
    pub statics: String,
    /// Name pattern of copies of original procedures.
    #[arg(long, value_name = "PATTERN", default_value = "%_nodiff", allow_hyphen_values = true)]
    pub copyname: String,
    /// Name pattern of procedures that return value and gradient (-gradient).
    #[arg(long, value_name = "PATTERN", default_value = "%_grad", allow_hyphen_values = true)]
    pub gradfuncname: String,
    /// Bytes of default INTEGER (also -i4, -i8).
    #[arg(long, value_name = "BYTES", default_value_t = 4)]
    pub integer_size: u8,
    /// Bytes of default REAL (also -r4, -r8).
    #[arg(long, value_name = "BYTES", default_value_t = 4)]
    pub real_size: u8,
    /// Bytes of DOUBLE PRECISION (also -dr8).
    #[arg(long, value_name = "BYTES", default_value_t = 8)]
    pub double_size: u8,
    /// Last column of statements in fixed form, or `none` (also -ffixed-line-length-132, -extend-source).
    #[arg(long, value_name = "COLUMNS", default_value_t = frontend_fortran::FIXED_WIDTH, value_parser = columns)]
    pub fixed_line_length: usize,
    /// Last column of the lines that are written, at least 60; statements are continued. In fixed form it is never more than what is read.
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(60..))]
    pub linelength: Option<u16>,
    /// Form of all Fortran files, whatever their names say: free or fixed (also -ffree-form, -ffixed-form).
    #[arg(long, value_name = "FORM", value_parser = ["free", "fixed"])]
    pub source_form: Option<String>,
    /// Print what the tool knows instead of differentiating: il, flow, calls, zones, plan, or the name of an analysis.
    #[arg(long, value_name = "WHAT")]
    pub dump: Option<String>,
    /// Write the runtime library (the tape) in this directory, with a makefile that builds libadtape.a.
    #[arg(long, value_name = "DIR")]
    pub emit_runtime: Option<PathBuf>,
    /// Verify what passes hand on, and hold adjoints to their plan, as `check` does: a bug of ours stops the run.
    #[arg(long, hide = true)]
    pub self_check: bool,
    /// How messages are said.
    #[command(flatten)]
    pub saying: Saying,
    /// What Tapenade has and this does without.
    #[command(flatten)]
    pub compatibility: Compatibility,
    /// Source files.
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
}

/// A number of columns; `none` and, as compilers have it, 0 are no limit.
fn columns(text: &str) -> Result<usize, String> {
    match text {
        "none" | "0" => Ok(usize::MAX),
        _ => text.parse().ok().filter(|&n| n >= 7).ok_or_else(|| "neither a number of columns nor `none`".into()),
    }
}

/// Reads a command line. An option that is not known is answered with those that begin like it.
pub fn parse<A: Into<OsString>>(args: impl IntoIterator<Item = A>) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(normalise(args)).map_err(|mut e| {
        let word = match e.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(word)) if e.kind() == ErrorKind::UnknownArgument => word.clone(),
            _ => return e,
        };
        let alike = options_like(word.trim_start_matches('-'));
        match &alike[..] {
            [] => {}
            [one] => drop(e.insert(ContextKind::SuggestedArg, ContextValue::String(one.clone()))),
            _ => drop(e.insert(ContextKind::SuggestedArg, ContextValue::Strings(alike))),
        }
        e
    })
}

/// The long options that a word is nearly the name of; without any, those that begin with it, or that it begins with.
fn options_like(word: &str) -> Vec<String> {
    let command = Cli::command();
    let all = std::iter::once(&command).chain(command.get_subcommands()).flat_map(|c| c.get_arguments());
    let named: Vec<_> = all.filter(|a| !a.is_hide_set()).filter_map(|a| Some((a.get_long()?, a))).collect();
    let mut alike = BTreeSet::new();
    let is_near = |name: &str| strsim::damerau_levenshtein(name, word) <= 2;
    if word.len() > 3 {
        let near = |a: &Arg, long: &str| is_near(long) || a.get_all_aliases().into_iter().flatten().any(is_near);
        alike.extend(named.iter().filter(|(long, a)| near(a, long)).map(|(long, _)| *long));
    }
    if word.len() > 2 && alike.is_empty() {
        let begins = |long: &str| long.starts_with(word) || long.len() > 2 && word.starts_with(long);
        alike.extend(named.iter().map(|(long, _)| *long).filter(|long| begins(long)));
    }
    alike.into_iter().map(|long| format!("--{long}")).collect()
}

/// Turns Tapenade's single-dash words into the double-dash ones that the parser knows: `-head` → `--head`, `-r8` → `--real-size=8`.
/// One-letter options and their attached values (`-Idir`) stay, and so does what is no UTF-8: names of files and directories.
/// Words of options that are known come first: `-linelength` names no library.
pub fn normalise<A: Into<OsString>>(args: impl IntoIterator<Item = A>) -> Vec<OsString> {
    let known = option_words();
    let mut checks = false;
    let mut one = |arg: OsString| {
        checks |= arg == "check";
        match arg.to_str().and_then(|word| long_word(word, &known, checks)) {
            Some(long) => long.into(),
            None => arg,
        }
    };
    args.into_iter().map(|a| one(a.into())).collect()
}

/// The double-dash word for a single-dash one. `known`: the words of all options; `checks`: `-lNAME` and `-LDIR` are those of compilers.
fn long_word(arg: &str, known: &BTreeSet<String>, checks: bool) -> Option<String> {
    let word = arg.strip_prefix('-')?;
    if word.len() < 2 || word.starts_with('-') {
        return None;
    }
    let is_known = known.contains(word.split('=').next().unwrap_or(word));
    if !is_known && (word.starts_with(['I', 'D', 'U', 'W']) || checks && word.starts_with(['l', 'L'])) {
        return None;
    }
    // As compilers spell it.
    if let Some(length) = word.strip_prefix("ffixed-line-length-") {
        return Some(format!("--fixed-line-length={length}"));
    }
    if matches!(word, "extend-source" | "extend_source" | "Mextend") {
        return Some("--fixed-line-length=132".into());
    }
    match word {
        "ffree-form" | "free" | "Mfree" => return Some("--source-form=free".into()),
        "ffixed-form" | "fixed" | "nofree" | "Mfixed" => return Some("--source-form=fixed".into()),
        _ => {}
    }
    for (prefix, long) in [("dr", "double-size"), ("i", "integer-size"), ("r", "real-size"), ("p", "pointer-size")] {
        if let Some(digits) = word.strip_prefix(prefix).filter(|d| d.chars().all(|c| c.is_ascii_digit())) {
            return Some(format!("--{long}={digits}"));
        }
    }
    Some(format!("--{word}"))
}

/// The words of all options, without dashes.
fn option_words() -> BTreeSet<String> {
    let words = |c: &clap::Command| {
        let all = c.get_arguments().flat_map(|a| {
            a.get_long_and_visible_aliases().into_iter().flatten().chain(a.get_all_aliases().into_iter().flatten())
        });
        all.map(str::to_string).collect::<Vec<_>>()
    };
    let command = Cli::command();
    command.get_subcommands().chain([&command]).flat_map(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn tapenade_spelling() {
        let args = [
            "rtapenade",
            "-reverse",
            "-head",
            "cost(x)\\(y)",
            "-r8",
            "-ffixed-line-length-132",
            "-ffree-form",
            "-Iinc",
            "a.f90",
            "-O",
            "out",
            "-nooptim",
            "tbr",
        ];
        let cli = Cli::parse_from(normalise(args.map(String::from)));
        assert!(cli.options.reverse);
        assert_eq!(cli.options.head, ["cost(x)\\(y)"]);
        assert_eq!(cli.options.real_size, 8);
        assert_eq!(cli.options.fixed_line_length, 132);
        assert_eq!(cli.options.source_form.as_deref(), Some("free"));
        assert_eq!(cli.options.include, [PathBuf::from("inc")]);
        assert_eq!(cli.options.files, [PathBuf::from("a.f90")]);
        assert_eq!(cli.options.output_directory, Some(PathBuf::from("out")));
        assert_eq!(cli.options.nooptim, ["tbr"]);
    }

    #[test]
    fn the_last_of_repeated_options_wins() {
        let line = "rtapenade -d -d -O a -O b -o x -o y -i4 -i8 -i4 -r4 -r8 -msglevel 0 -msglevel 9 -noisize -noisize77 -tape stack -tape auto -head f -head g a.f90";
        let cli = Cli::parse_from(normalise(line.split(' ').map(String::from)));
        assert_eq!(cli.options.output_directory, Some(PathBuf::from("b")));
        assert_eq!(cli.options.output.as_deref(), Some("y"));
        assert_eq!((cli.options.integer_size, cli.options.real_size, cli.options.saying.msglevel), (4, 8, 9));
        assert_eq!(cli.options.tape, "auto");
        assert_eq!(cli.options.head, ["f", "g"]);
        let line = "rtapenade check -d -d --seed 3 --seed 4 -O a -O b a.f90";
        let cli = Cli::parse_from(normalise(line.split(' ').map(String::from)));
        let Some(Command::Check(check)) = cli.command else { panic!("not a check") };
        assert_eq!((check.seed, check.options.output_directory), (4, Some(PathBuf::from("b"))));
    }

    #[test]
    fn libraries_reach_the_linker_and_words_of_options_are_no_libraries() {
        let line = "rtapenade check -lblas -Lopt/lib -head f --with g.o -Iinc -msglevel 3 a.f90";
        let cli = Cli::parse_from(normalise(line.split(' ').map(String::from)));
        let Some(Command::Check(check)) = cli.command else { panic!("not a check") };
        let linked = check.linked;
        assert_eq!((linked.libraries, linked.directories), (vec!["blas".into()], vec![PathBuf::from("opt/lib")]));
        assert_eq!((linked.with, check.options.include), (vec![PathBuf::from("g.o")], vec![PathBuf::from("inc")]));
        let words = option_words();
        assert!(words.contains("reverse") && words.contains("forward") && words.contains("seed"));
        // Nothing is linked where nothing is checked.
        let error = Cli::try_parse_from(normalise(["rtapenade", "-lblas", "a.f90"].map(String::from))).unwrap_err();
        assert!(error.to_string().contains("--lblas"), "{error}");
    }

    #[test]
    fn unknown_options_name_the_nearest() {
        let error = parse(["rtapenade", "-revers", "a.f90"]).unwrap_err();
        assert!(error.to_string().contains("--reverse"), "{error}");
        let error = parse(["rtapenade", "-tgt", "%d", "a.f90"]).unwrap_err();
        assert!(error.to_string().contains("'--tgtfuncname', '--tgtvarname'"), "{error}");
    }
}
