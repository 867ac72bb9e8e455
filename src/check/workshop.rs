//! Procedures compiled with `$FC` and `$CC`, as strictly as the original allows, and run with all checks on.
//!
//! Each original is compiled first: the flags that it needs dropped (a warning it has, an extension it uses) are dropped for what is generated
//! from it too, and for nothing else, and said in a note. What the compiler then says about generated code is our bug, and a failure.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use il::{Language, Prefix, Program, UnitId};

use crate::modules_first::modules_first;

use super::compilers::{FIRST_DEFINITION, first_lines, run_tool, sanitizers, takes_first_definition, tool};
use super::shared_runtime::{Runtime, kit, shared_runtime};
use super::{driver_c, stubs};
use crate::args::{Linked, Options};
use crate::output::Text;
use crate::read;
use il::bytes;

/// A source file to compile, with the units in it.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path.
    pub path: PathBuf,
    /// What is in it.
    pub units: Vec<UnitId>,
    /// The input that it is or comes from, by its place among the inputs.
    pub input: usize,
}

impl Source {
    fn is_c(&self) -> bool {
        self.path.extension().is_some_and(|e| e == "c")
    }

    /// Whether something in it may be left on the tape: without a push nothing is.
    pub fn pushes(&self) -> bool {
        std::fs::read(&self.path)
            .map_or(true, |text| String::from_utf8_lossy(&text).to_ascii_lowercase().contains("push"))
    }

    /// Whether it has lines behind the sentinel of OpenMP (OpenMP 5.2, 4.4), which are comments to others. Its directives are no such lines.
    fn has_conditional_lines(&self, options: &Options) -> bool {
        let text = std::fs::read(&self.path).unwrap_or_default();
        let fixed = self.is_fixed(options);
        String::from_utf8_lossy(&text).lines().any(|line| {
            if fixed {
                let behind = ["!$", "c$", "C$", "*$"].iter().find_map(|s| line.strip_prefix(s));
                return behind.is_some_and(|l| l.starts_with(|c: char| c == ' ' || c.is_ascii_digit()));
            }
            let behind = line.trim_start().strip_prefix("!$");
            behind.is_some_and(|l| l.starts_with([' ', '\t', '&']) && !l.trim().is_empty())
        })
    }

    fn is_fixed(&self, options: &Options) -> bool {
        let by_name =
            |e: &std::ffi::OsStr| ["f", "for", "f77", "ftn"].contains(&e.to_string_lossy().to_lowercase().as_str());
        match options.source_form.as_deref() {
            Some(form) => form == "fixed" && !self.is_c(),
            None => self.path.extension().is_some_and(by_name),
        }
    }
}

/// Warnings and standard under which a file compiles.
#[derive(Clone, PartialEq, Debug)]
struct Strictness {
    standard: Option<&'static str>,
    pedantic: bool,
    /// Warnings are errors, except these.
    except: Vec<String>,
    errors: bool,
    /// Lines of any length: of the original only, what is generated has short ones.
    long_lines: bool,
}

impl Strictness {
    /// All that can be asked for. To later standards COMMON blocks and much else of fixed form are obsolescent.
    fn most(c: bool, fixed: bool) -> Strictness {
        let standard = match (c, fixed) {
            (true, _) => "c11",
            (false, true) => "f95",
            (false, false) => "f2018",
        };
        let standard = Some(standard);
        Strictness { standard, pedantic: true, except: Vec::new(), errors: true, long_lines: false }
    }

    /// Stands what another file does, too.
    fn relax(&mut self, other: &Strictness) {
        let rank =
            |s: Option<&str>| ["c11", "f95", "f2018", "gnu11", "gnu", "legacy"].iter().position(|x| Some(*x) == s);
        if rank(other.standard) > rank(self.standard) {
            self.standard = other.standard;
        }
        self.pedantic &= other.pedantic;
        self.errors &= other.errors;
        let new: Vec<String> = other.except.iter().filter(|w| !self.except.contains(w)).cloned().collect();
        self.except.extend(new);
    }

    fn flags(&self) -> Vec<String> {
        let mut out: Vec<String> = self.standard.iter().map(|s| format!("-std={s}")).collect();
        if self.pedantic {
            out.push("-pedantic".into());
        }
        if self.errors {
            out.extend(["-Wall", "-Wextra", "-Werror"].map(String::from));
            // An argument list is a convention: a derivative need not use all of it.
            let c = matches!(self.standard, Some("c11" | "gnu11"));
            out.push(if c { "-Wno-unused-parameter" } else { "-Wno-unused-dummy-argument" }.into());
            out.extend(self.except.iter().map(|w| format!("-Wno-{w}")));
        } else {
            out.push("-w".into());
        }
        out
    }
}

/// A directory where everything is compiled.
pub struct Workshop {
    directory: PathBuf,
    /// Removed with it, unless the user wants to keep it.
    _temporary: Option<tempfile::TempDir>,
    runtime: Arc<Runtime>,
    options: Options,
    with: Vec<PathBuf>,
    /// Where libraries are, and which are linked, as the linker takes it.
    libraries: Vec<String>,
    /// Derivatives are parallel, or some original has lines that only OpenMP sees, `!$ n = omp_get_max_threads()`: everything is compiled as its users do.
    openmp: bool,
    /// Optimise and check nothing: for timing.
    fast: bool,
    /// Some dummy arrays are longer than they say ([`diff::one_long`]): subscripts are not checked.
    longer: bool,
    /// A main program is among the units: that of the driver, which is linked first, runs in its place.
    has_main: bool,
    /// Global variables of C, which may be defined nowhere.
    variables: BTreeSet<String>,
    /// What each original stands, in the order of the inputs.
    levels: Vec<Strictness>,
    /// Inputs in C that include functions which are `static` and not `inline`: compilers ask that each file that includes them call them all.
    with_static_headers: BTreeSet<usize>,
    objects: Vec<PathBuf>,
    originals: Vec<Source>,
    /// What the user is told about flags.
    pub notes: Vec<String>,
}

impl Workshop {
    /// Compiles the original program; `longer` where [`diff::one_long::lengthen`] found something.
    pub fn new(
        options: &Options,
        program: &Program,
        linked: &Linked,
        keep: Option<&Path>,
        fast: bool,
        longer: bool,
    ) -> Result<Workshop, String> {
        let (directory, temporary) = match keep {
            Some(d) => {
                let d = if fast { d.join("timing") } else { d.to_path_buf() };
                std::fs::create_dir_all(&d).map_err(|e| format!("`{}` cannot be made: {e}", d.display()))?;
                (d.canonicalize().unwrap_or(d), None)
            }
            None => {
                let t = tempfile::Builder::new()
                    .prefix("rtapenade-check-")
                    .tempdir()
                    .map_err(|e| format!("no temporary directory: {e}"))?;
                (t.path().to_path_buf(), Some(t))
            }
        };
        let originals: Vec<Source> = program
            .inputs
            .iter()
            .enumerate()
            .map(|(input, i)| {
                let path = read::real_path(options, &program.sources[i.file].path);
                Source { path: path.canonicalize().unwrap_or(path), units: i.units.clone(), input }
            })
            .collect();
        let with_openmp: Vec<String> = originals
            .iter()
            .filter(|s| !s.is_c() && s.has_conditional_lines(options))
            .filter_map(|s| Some(format!("`{}`", s.path.file_name()?.to_string_lossy())))
            .collect();
        let mut shop = Workshop {
            directory,
            _temporary: temporary,
            runtime: linked.kit.as_deref().map_or_else(shared_runtime, kit)?,
            options: options.clone(),
            openmp: options.openmp || !with_openmp.is_empty(),
            libraries: library_flags(program, linked),
            with: linked.with.iter().map(|p| p.canonicalize().unwrap_or_else(|_| p.clone())).collect(),
            fast,
            longer,
            has_main: program.units.iter().any(|(_, u)| match u.language {
                Language::Fortran => matches!(u.kind, il::UnitKind::Program { .. }),
                Language::C => u.name == "main",
            }),
            variables: stubs::global_variables(program),
            levels: originals.iter().map(|s| Strictness::most(s.is_c(), s.is_fixed(options))).collect(),
            with_static_headers: (0..originals.len()).filter(|k| has_static_header(program, *k)).collect(),
            objects: Vec::new(),
            originals: Vec::new(),
            notes: Vec::new(),
        };
        let place = shop.folder("primal")?;
        // Modules that the originals use; what uses modules of theirs is compiled behind them.
        let mut later = Vec::new();
        for file in shop.with.clone() {
            match is_object(&file) {
                true => later.push(file),
                false => shop.compile_beside(&file, &place).map_or_else(|_| later.push(file), |o| shop.objects.push(o)),
            }
        }
        for source in in_order(program, &originals) {
            let object = shop.compile_original(&source, &place)?;
            shop.objects.push(object);
        }
        shop.notes = shop.what_originals_need(&originals);
        if !with_openmp.is_empty() {
            let names = with_openmp.join(", ");
            shop.notes.push(format!(
                "{names}: lines behind `!$` are there under -fopenmp only, which is used: derivatives do not have them"
            ));
        }
        for file in later {
            let object = if is_object(&file) { file } else { shop.compile_beside(&file, &place)? };
            shop.objects.push(object);
        }
        shop.originals = originals;
        Ok(shop)
    }

    /// Compiles a source of `--with`.
    fn compile_beside(&self, file: &Path, place: &Path) -> Result<PathBuf, String> {
        let source = Source { path: file.to_path_buf(), units: Vec::new(), input: 0 };
        let object = self.object(&source, place);
        self.compile(&source, place, &["-w".into()], &object)
            .map_err(|e| format!("`{}` does not compile:\n{e}", source.path.display()))?;
        Ok(object)
    }

    fn folder(&self, name: &str) -> Result<PathBuf, String> {
        let d = self.directory.join(name);
        std::fs::create_dir_all(&d).map_err(|e| format!("`{}` cannot be made: {e}", d.display()))?;
        Ok(d)
    }

    /// The object of a source. Files of different folders may have the same name: the end of the path tells them apart.
    fn object(&self, source: &Source, place: &Path) -> PathBuf {
        let path = source.path.to_string_lossy();
        let mut name: Vec<char> = path.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        name.drain(..name.len().saturating_sub(60));
        place.join(format!("{}.o", name.into_iter().collect::<String>()))
    }

    /// Compiles an original, dropping what it does not stand.
    fn compile_original(&mut self, source: &Source, place: &Path) -> Result<PathBuf, String> {
        let object = self.object(source, place);
        loop {
            let mut flags = self.levels[source.input].flags();
            flags.extend(self.levels[source.input].long_lines.then(|| "-ffree-line-length-none".to_string()));
            let Err(said) = self.compile(source, place, &flags, &object) else { return Ok(object) };
            let level = &mut self.levels[source.input];
            let mut new: Vec<String> = said
                .split("[-Werror=")
                .skip(1)
                .filter_map(|s| s.split(']').next())
                .map(|w| w.trim_end_matches('=').to_string())
                .collect();
            new.sort();
            new.dedup();
            new.retain(|w| !level.except.contains(w));
            if !source.is_fixed(&self.options) && !level.long_lines && new.iter().any(|w| w == "line-truncation") {
                level.long_lines = true;
                continue;
            }
            // An intrinsic outside the standard is taken for an external procedure there: the standard goes, not the warning.
            if level.errors && !new.is_empty() && !new.iter().any(|w| w == "intrinsics-std") {
                level.except.extend(new);
            } else if let Some(next) = match level.standard {
                Some("f95" | "f2018") => Some("gnu"),
                Some("gnu") if !source.is_c() => Some("legacy"),
                Some("c11") => Some("gnu11"),
                _ => None,
            } {
                level.standard = Some(next);
                level.pedantic = false;
            } else if level.errors {
                level.errors = false;
            } else {
                let name = source.path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
                return Err(format!("the original program does not compile: `{name}`\n{}", first_lines(&said)));
            }
        }
    }

    /// Which files need which flags dropped. That fixed form needs an older standard goes without saying.
    fn what_originals_need(&self, originals: &[Source]) -> Vec<String> {
        let mut by_flags: Vec<(String, Vec<String>)> = Vec::new();
        for (source, level) in originals.iter().zip(&self.levels) {
            let most = Strictness::most(source.is_c(), source.is_fixed(&self.options));
            let mut needed: Vec<String> = level.except.iter().map(|w| format!("-Wno-{w}")).collect();
            if level.standard != most.standard && !source.is_fixed(&self.options) {
                needed.extend(level.standard.map(|s| format!("-std={s}")));
            }
            if !level.errors {
                needed = vec!["-w".to_string()];
            }
            if needed.is_empty() {
                continue;
            }
            let name = source.path.file_name().map_or(String::new(), |n| format!("`{}`", n.to_string_lossy()));
            let needed = needed.join(" ");
            match by_flags.iter_mut().find(|(flags, _)| *flags == needed) {
                Some((_, names)) => names.push(name),
                None => by_flags.push((needed, vec![name])),
            }
        }
        let say = |(flags, names): (String, Vec<String>)| {
            let (verb, it) = if names.len() == 1 { ("does", "it") } else { ("do", "them") };
            let names = names.join(", ");
            format!(
                "{names} {verb} not compile under the strict flags: {flags} is used for {it} and for what is generated from {it}"
            )
        };
        by_flags.into_iter().map(say).collect()
    }

    /// Whether a Fortran source goes through the preprocessor, by the rules by which it is read.
    fn is_preprocessed(&self, source: &Source) -> bool {
        let macros = !self.options.define.is_empty() || !self.options.undefine.is_empty();
        let text = std::fs::read(&source.path).unwrap_or_default();
        macros || frontend_fortran::cpp::wanted(&source.path.to_string_lossy(), &String::from_utf8_lossy(&text))
    }

    fn compile(&self, source: &Source, place: &Path, flags: &[String], object: &Path) -> Result<(), String> {
        self.compile_with(&self.run_flags(source.is_c()), source, place, flags, object)
    }

    fn compile_with(
        &self,
        run_flags: &[String],
        source: &Source,
        place: &Path,
        flags: &[String],
        object: &Path,
    ) -> Result<(), String> {
        let compiler = if source.is_c() { read::c_compiler() } else { read::fortran_compiler() };
        let mut command = tool(&compiler);
        command.args(run_flags).args(flags).arg("-c").arg("-o").arg(object);
        if !source.is_c() {
            command.arg("-J").arg(place).arg("-I").arg(self.directory.join("primal"));
        } else {
            command.arg("-I").arg(self.runtime.directory());
        }
        // Compilers look for modules in the current directory first: those of the user, perhaps old ones, may not hide ours.
        command.current_dir(place);
        for d in &self.options.include {
            command.arg("-I").arg(std::path::absolute(d).unwrap_or_else(|_| d.clone()));
        }
        command.args(self.options.define.iter().map(|d| format!("-D{d}")));
        command.args(self.options.undefine.iter().map(|u| format!("-U{u}")));
        if !source.is_c() && self.is_preprocessed(source) {
            command.arg("-cpp");
        }
        for d in self.originals.iter().chain([source]).filter_map(|s| s.path.parent()) {
            command.arg("-I").arg(d);
        }
        command.arg(&source.path);
        let Err(said) = run_tool(command, &compiler) else { return Ok(()) };
        let quiet = ["uninitialized", "maybe-uninitialized"].map(|w| format!("-Wno-{w}"));
        if source.is_c() || !only_descriptors(&said) || quiet.iter().all(|f| flags.contains(f)) {
            return Err(said);
        }
        self.compile_with(run_flags, source, place, &[flags, &quiet].concat(), object)
    }

    /// Flags about the code, not about warnings.
    fn run_flags(&self, c: bool) -> Vec<String> {
        let mut out: Vec<String> = vec![if self.fast { "-O2".into() } else { "-O1".into() }];
        if !self.fast {
            // Lines for backtraces are all that is needed.
            out.push("-g1".into());
            if c {
                out.extend(sanitizers().iter().cloned());
            } else {
                let bounds = if self.longer { ",no-bounds" } else { "" };
                out.push(format!("-fcheck=all,no-array-temps{bounds}"));
                out.push("-ffpe-trap=invalid,zero,overflow".into());
            }
        }
        if self.openmp {
            out.push("-fopenmp".into());
        }
        if !c {
            match self.options.fixed_line_length {
                frontend_fortran::FIXED_WIDTH => {}
                usize::MAX => out.push("-ffixed-line-length-none".into()),
                columns => out.push(format!("-ffixed-line-length-{columns}")),
            }
            out.extend(self.options.source_form.as_ref().map(|form| format!("-f{form}-form")));
            if self.options.real_size == 8 {
                out.extend(["-fdefault-real-8".into(), "-fdefault-double-8".into()]);
            }
            if self.options.integer_size == 8 {
                out.push("-fdefault-integer-8".into());
            }
        }
        out
    }

    /// The same for a driver. One in Fortran is ours alone, runs once, and need neither be fast nor be checked; one in C holds what it calls.
    fn driver_flags(&self, c: bool) -> Vec<String> {
        let mut out = self.run_flags(c);
        if !c && !self.fast {
            out.retain(|f| f != "-O1" && f != "-g1" && !f.starts_with("-fcheck"));
            out.push("-O0".to_string());
        }
        // It is written in the form that its name says.
        out.retain(|f| !f.ends_with("-form"));
        out
    }

    /// Compiles what was generated, in both languages: strictly, and what the compiler does not like is an error.
    pub fn generated(&self, folder: &str, output: &diff::Output, texts: &[Text]) -> Result<Vec<Source>, String> {
        let (own, beside) = texts.split_at(output.files.len().min(texts.len()));
        let mut sources = self.generated_files(folder, &output.program, own, &output.files)?;
        if let Some(other) = &output.beside {
            sources.extend(self.generated(folder, other, beside)?);
        }
        Ok(sources)
    }

    fn generated_files(
        &self,
        folder: &str,
        program: &Program,
        texts: &[Text],
        files: &[diff::OutputFile],
    ) -> Result<Vec<Source>, String> {
        let place = self.folder(folder)?;
        let mut sources = Vec::new();
        for (t, file) in texts.iter().zip(files) {
            let path = place.join(&t.name);
            std::fs::write(&path, bytes::encode(&t.content))
                .map_err(|e| format!("`{}` cannot be written: {e}", path.display()))?;
            sources.push(Source { path, units: file.units.clone(), input: file.input });
        }
        // The module of the runtime, where something uses it.
        let special = texts.iter().any(|t| t.content.to_ascii_lowercase().contains("use adspecial"));
        let special =
            special.then(|| Source { path: self.runtime.directory().join("adSpecial.f90"), units: vec![], input: 0 });
        if let Some(source) = &special {
            let object = self.object(source, &place);
            self.compile(source, &place, &["-w".to_string()], &object)
                .map_err(|said| format!("the runtime does not compile:\n{}", first_lines(&said)))?;
        }
        for source in in_order(program, &sources) {
            let level = self.level_of_generated(&source);
            let name = source.path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
            let mut flags = level.flags();
            if self.fast {
                // What is timed has been judged: optimised code makes compilers guess that elements of arrays are undefined.
                flags.retain(|f| f != "-Werror");
                flags.push("-w".to_string());
            }
            self.compile(&source, &place, &flags, &self.object(&source, &place))
                .map_err(|said| format!("the generated file `{name}` does not compile:\n{}", first_lines(&said)))?;
        }
        sources.extend(special);
        Ok(sources)
    }

    /// What a generated file must stand: what all originals in its language do, since what others declare (a COMMON block, a procedure) may be copied there,
    /// but for functions of headers that the original alone calls, and for gfortran's guess about subscripts in loops. That takes no notice of the tests
    /// around them, and of what the original has in a statement function: there subscripts are checked when the file runs.
    fn level_of_generated(&self, source: &Source) -> Strictness {
        let mut level = self.levels[source.input].clone();
        for other in self.originals.iter().filter(|o| o.is_c() == source.is_c()).map(|o| &self.levels[o.input]) {
            level.relax(other);
        }
        if self.with_static_headers.contains(&source.input) {
            level.except.push("unused-function".to_string());
        }
        let guess = "do-subscript".to_string();
        if !source.is_c() && !level.except.contains(&guess) {
            level.except.push(guess);
        }
        level
    }

    /// Compiles and links a driver with the original and the generated files in a folder (none: `primal`).
    pub fn program(
        &self,
        folder: &str,
        text: &str,
        language: Language,
        sources: &[Source],
        before: Option<&str>,
    ) -> Result<PathBuf, String> {
        let place = self.folder(folder)?;
        let c = language == Language::C;
        // What includes an original is there in its place.
        let instead = self.instead_of_originals(sources, &place);
        let mut text = with_other_includes(text, &instead);
        let before = match before {
            // What is static there is shared in one file only.
            Some(first) if c && instead.iter().any(|(original, _)| first.contains(&include_line(original))) => {
                let first = instead.iter().fold(first.to_string(), |t, (o, _)| t.replace(&include_line(o), ""));
                text.push_str(&driver_c::apart(&first));
                None
            }
            before => before,
        };
        let text = text.as_str();
        let source =
            Source { path: place.join(if c { "driver.c" } else { "driver.f90" }), units: Vec::new(), input: 0 };
        std::fs::write(&source.path, self.with_real_paths(text))
            .map_err(|e| format!("`{}` cannot be written: {e}", source.path.display()))?;
        let object = place.join("driver.o");
        // References to components of elements can be long.
        let long = if c { None } else { Some("-ffree-line-length-none".to_string()) };
        let flags: Vec<String> = std::iter::once("-w".to_string()).chain(long).collect();
        self.compile_with(&self.driver_flags(c), &source, &place, &flags, &object)
            .map_err(|said| format!("the driver does not compile, see --keep:\n{}", first_lines(&said)))?;
        let mut objects = vec![object];
        if let Some(before) = before {
            let path = place.join(if c { "before.c" } else { "before.f90" });
            let written = std::fs::write(&path, self.with_real_paths(before));
            written.map_err(|e| format!("`{}` cannot be written: {e}", path.display()))?;
            let object = place.join("before.o");
            let source = Source { path, units: Vec::new(), input: 0 };
            self.compile_with(&self.driver_flags(c), &source, &place, &flags, &object)
                .map_err(|said| format!("the driver does not compile, see --keep:\n{}", first_lines(&said)))?;
            objects.push(object);
        }
        let fortran = self.originals.iter().chain(sources).any(|s| !s.is_c());
        let compiler = if fortran { read::fortran_compiler() } else { read::c_compiler() };
        let executable = place.join("driver");
        // A C driver includes the file of the procedure it calls.
        let includes = |text: &str, s: &Source| text.contains(&format!("#include \"{}\"", s.path.display()));
        let included = |s: &Source| c && (includes(text, s) || before.is_some_and(|text| includes(text, s)));
        let primal = self.directory.join("primal");
        let is_included = |o: &&PathBuf| {
            let is_it = |s: &Source| self.object(s, &place) == **o || self.object(s, &primal) == **o;
            let is_replaced = |s: &Source| instead.iter().any(|(original, _)| *original == s.path);
            self.originals.iter().any(|s| (included(s) || is_replaced(s)) && is_it(s))
        };
        let command = || {
            let mut command = tool(&compiler);
            command.args(self.run_flags(c && !fortran));
            // Objects of C call the sanitizers, whoever links them.
            if fortran && !self.fast && self.originals.iter().chain(sources).any(Source::is_c) {
                command.args(sanitizers());
            }
            command.arg("-o").arg(&executable).args(&objects);
            command.args(sources.iter().filter(|s| !included(s)).map(|s| self.object(&copy_in(s, &place), &place)));
            command.args(self.objects.iter().filter(|o| !is_included(o)));
            command
        };
        // The runtime takes longer to compile than most programs: unless it is there, it is linked where something calls it.
        let link = |runtime: &[PathBuf]| {
            let mut command = command();
            command.args(runtime).args(&self.libraries).arg("-lm");
            if self.has_main && takes_first_definition(&compiler) {
                command.arg(FIRST_DEFINITION);
            }
            run_tool(command, &compiler)
        };
        // As GNU's linker puts it, LLVM's, and Apple's.
        let signs = ["undefined reference", "undefined symbol", "Undefined symbols"];
        let undefined = |said: &String| signs.iter().any(|sign| said.contains(sign));
        let mut linked = link(self.runtime.compiled());
        if linked.as_ref().is_err_and(undefined) {
            let runtime = self.runtime.objects()?.to_vec();
            linked = link(&runtime);
            if let Some(names) = linked.as_ref().err().and_then(|said| stubs::missing(said, &self.variables)) {
                linked = link(&[runtime, vec![self.stubs(&names, &place)?]].concat());
            }
        }
        linked.map_err(|said| {
            let hint = if undefined(&said) {
                " (files with what is undefined are given by --with, libraries by -lNAME and -LDIR)"
            } else {
                ""
            };
            format!("the driver cannot be linked{hint}:\n{}", first_lines(&said))
        })?;
        Ok(executable)
    }

    /// Originals that generated files include, with those: `-statics include`.
    fn instead_of_originals(&self, sources: &[Source], place: &Path) -> Vec<(PathBuf, PathBuf)> {
        let includes = self.options.statics == "include";
        let made = sources.iter().filter(|s| includes && s.is_c());
        made.map(|s| (self.originals[s.input].path.clone(), copy_in(s, place).path)).collect()
    }

    /// A text that includes originals by the paths that they are shown with, with their real ones, which may be no UTF-8.
    fn with_real_paths(&self, text: &str) -> Vec<u8> {
        let mut out = text.as_bytes().to_vec();
        for path in self.originals.iter().map(|s| &s.path).filter(|p| p.to_str().is_none()) {
            let (shown, real) = (path.to_string_lossy().into_owned(), path.as_os_str().as_encoded_bytes());
            while let Some(at) = out.windows(shown.len()).position(|part| part == shown.as_bytes()) {
                out.splice(at..at + shown.len(), real.iter().copied());
            }
        }
        out
    }

    /// An object with bodies for procedures that no file defines.
    fn stubs(&self, names: &BTreeSet<String>, place: &Path) -> Result<PathBuf, String> {
        let (path, object) = (place.join("stubs.c"), place.join("stubs.o"));
        std::fs::write(&path, stubs::text(names))
            .map_err(|e| format!("`{}` cannot be written: {e}", path.display()))?;
        let compiler = read::c_compiler();
        let mut command = tool(&compiler);
        command.args(["-w", "-fno-builtin", "-c", "-o"]).arg(&object).arg(&path);
        run_tool(command, &compiler).map(|()| object)
    }

    /// Whether the runtime that is linked tells if its tape is empty.
    pub fn knows_empty_tapes(&self) -> bool {
        !self.runtime.is_kit
    }

    /// The original files.
    pub fn originals(&self) -> &[Source] {
        &self.originals
    }
}

/// Whether a file of `--with` is compiled already: an object or a library, `libm.so.6` too.
fn is_object(file: &Path) -> bool {
    let extension = file.extension().map(|e| e.to_string_lossy().into_owned());
    matches!(extension.as_deref(), Some("o" | "a" | "so" | "dylib"))
        || file.file_name().is_some_and(|n| n.to_string_lossy().contains(".so."))
}

/// `-LDIR -lNAME`, with the directories also where the program that is linked looks for what is shared. The library of OpenMP comes with the compiler.
fn library_flags(program: &Program, linked: &Linked) -> Vec<String> {
    let mut out = Vec::new();
    for d in &linked.directories {
        let d = std::path::absolute(d).unwrap_or_else(|_| d.clone());
        out.extend([format!("-L{}", d.display()), format!("-Wl,-rpath,{}", d.display())]);
    }
    out.extend(linked.libraries.iter().map(|name| format!("-l{name}")));
    let is_openmp = |u: &il::Unit| u.library.as_ref().is_some_and(|known| known.library == "OpenMP");
    out.extend(program.units.iter().any(|(_, u)| is_openmp(u)).then(|| "-fopenmp".to_string()));
    out
}

/// Whether an input includes a function that is `static` and not `inline`.
fn has_static_header(program: &Program, input: usize) -> bool {
    let units = &program.inputs[input].units;
    let known = units.iter().flat_map(|u| program.scopes[program.units[*u].scope].names.values());
    known.filter_map(|s| program.callee(*s)).map(|u| &program.units[u]).any(|u| {
        let local = u.has_prefix(&Prefix::Static) && !u.has_prefix(&Prefix::Inline);
        u.language == Language::C && local && u.parent.is_some_and(|p| !units.contains(&p))
    })
}

/// The text of a driver that includes other files than originals.
fn with_other_includes(text: &str, instead: &[(PathBuf, PathBuf)]) -> String {
    let other = |text: String, (original, made): &(PathBuf, PathBuf)| {
        text.replace(&include_line(original), &include_line(made))
    };
    instead.iter().fold(text.to_string(), other)
}

fn include_line(path: &Path) -> String {
    format!("#include \"{}\"", path.display())
}

/// The copy of a generated file in a folder, if it has one: the workshop that times has its own.
fn copy_in(source: &Source, place: &Path) -> Source {
    let here = source.path.file_name().map(|name| place.join(name)).filter(|path| path.exists());
    Source { path: here.unwrap_or_else(|| source.path.clone()), ..source.clone() }
}

/// Files so that modules come before their users.
fn in_order(program: &Program, sources: &[Source]) -> Vec<Source> {
    let groups: Vec<_> = sources.iter().map(|s| s.units.clone()).collect();
    modules_first(program, &groups).into_iter().map(|k| sources[k].clone()).collect()
}

/// Whether all that gfortran says is that parts of array descriptors (`z.dim[0].ubound`, `z.offset`) are not initialised: it says so of
/// correct assignments that allocate, in originals and derivatives alike.
fn only_descriptors(said: &str) -> bool {
    let parts = [".dim[", ".offset", ".dtype", ".span", ".data"];
    let mut errors = said.lines().filter(|l| l.trim_start().starts_with("Error:")).peekable();
    errors.peek().is_some()
        && errors.all(|l| {
            l.contains("uninitialized]") && parts.iter().any(|p| l.split('’').next().is_some_and(|n| n.contains(p)))
        })
}
