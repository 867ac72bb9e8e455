//! `rtapenade check` as the tests use it: by its own command line.

use std::path::{Path, PathBuf};

use clap::Parser;
use il::{Program, Severity};
use rtapenade::args::{CheckArgs, Cli, Command, normalise};
use rtapenade::check::CheckReport;
use rtapenade::report;

/// The workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Whether the compilers are there. `make test` installs them; without them only the interpreter judges.
pub fn have_compilers() -> bool {
    // Asked by each of many tests and for each of many cases.
    static FOUND: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    let runs = |c: String| std::process::Command::new(c).arg("--version").output().is_ok_and(|o| o.status.success());
    *FOUND.get_or_init(|| runs(rtapenade::read::fortran_compiler()) && runs(rtapenade::read::c_compiler()))
}

/// The arguments of a `check` command line.
pub fn arguments(words: &[&str]) -> CheckArgs {
    let all = ["rtapenade", "check"].iter().chain(words).map(|w| w.to_string());
    match Cli::try_parse_from(normalise(all)).map(|c| c.command) {
        Ok(Some(Command::Check(args))) => args,
        other => panic!("not a check: {words:?}: {other:?}"),
    }
}

/// Runs a check. The error is what a user would read.
pub fn check(args: &CheckArgs) -> Result<CheckReport, String> {
    rtapenade::check::shared_runtime::keep_runtime_below(&root().join("target/tmp"));
    let mut program = Program::new();
    let mut diagnostics = Vec::new();
    let report = rtapenade::check::check_program(args, &mut program, &mut diagnostics);
    let said = report::console(&program.sources, &diagnostics, Severity::Error);
    match report {
        Some(r) if r.passed() => Ok(r),
        Some(r) => Err(format!("{said}{}", r.render())),
        None => Err(said),
    }
}

/// Everything that can be switched off, one by one, and all at once.
pub fn switches() -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> =
        diff::Improvement::ALL.iter().map(|(_, word)| vec!["-nooptim".to_string(), word.to_string()]).collect();
    all.push(vec!["-nooptim".into(), "everyoptim".into()]);
    all
}

/// Maps a list with a thread per core; results stand in the order of the list.
pub fn in_parallel<T: Sync, R: Send>(list: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let one = || {
            let mut own = Vec::new();
            loop {
                let k = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some(item) = list.get(k) else { break own };
                own.push((k, work(item)));
            }
        };
        // As deep as the tool's own.
        let thread = || std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, one).expect("a thread");
        let threads: Vec<_> = (0..cores).map(|_| thread()).collect();
        threads.into_iter().flat_map(|t| t.join().unwrap_or_else(|e| std::panic::resume_unwind(e))).collect()
    });
    done.sort_by_key(|(k, _)| *k);
    done.into_iter().map(|(_, r)| r).collect()
}

/// Times come from a second, faster build of the same files.
#[test]
fn times_are_measured() {
    if !have_compilers() {
        return;
    }
    for program in ["activations.f90", "c_address_or_null.c"] {
        let path = root().join("tests/run").join(program);
        let text = std::fs::read_to_string(&path).expect("it is there");
        // What belongs to its first head.
        let mut heads = text.lines().filter_map(|l| l.split_once("head: ")).map(|(_, head)| head.trim());
        let head = heads.next().expect("a head").to_string();
        let lines = text.lines().skip_while(|l| !l.contains("head: ")).skip(1).take_while(|l| !l.contains("head: "));
        let given: Vec<&str> = lines.filter_map(|l| l.split_once("inputs: ")).map(|(_, line)| line).collect();
        let inputs = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(inputs.path(), given.join("\n")).expect("it is written");
        let path = path.to_string_lossy().into_owned();
        let inputs = inputs.path().to_string_lossy().into_owned();
        let report = check(&arguments(&["-head", &head, "--time", "--inputs", &inputs, &path]));
        let report = report.unwrap_or_else(|e| panic!("{program}: {e}")).render();
        // Such short programs may be over before the clock ticks.
        let said = ["times the primal", "the primal is too short to compare with"];
        assert!(said.iter().any(|s| report.contains(s)), "{report}");
    }
}

/// With several heads, a line about what one of them has does the others no harm; one that is about nothing is an error.
#[test]
fn inputs_of_one_of_several_heads() {
    const TWO: &str = "subroutine one(x, f)\n  real(8) :: x, f\n  f = x*x\nend subroutine\n\
        subroutine two(n, y, g)\n  integer :: n\n  real(8) :: y(n), g\n  g = sum(y**2)\nend subroutine\n";
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let source = file("two.f90", TWO);
    let given = |lines: &str| {
        let inputs = file("inputs.txt", lines);
        check(&arguments(&["-head", "one(f)/(x) two(g)/(y)", "--interpret", "--inputs", &inputs, &source]))
    };
    let report = given("n = 4\nx = 2.0 .. 3.0\n").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(report.heads.len(), 2);
    let said = given("n = 4\nm = 3\n").expect_err("no head has it");
    assert!(said.contains("there is no variable of `one` named `m`") && !said.contains("named `n`"), "{said}");
}

/// What is generated from one file may have a COMMON block of another one, which the standard of the first would not let pass.
#[test]
fn generated_files_stand_what_any_original_does() {
    if !have_compilers() {
        return;
    }
    const CALLER: &str = "subroutine a(x, y)\n  double precision :: x, y\n  call b(x)\n  y = x*x\n  call b(y)\n  y = y*x\nend subroutine\n";
    const BETWEEN: &str = "subroutine b(t)\n  double precision :: t, d\n  external :: d\n  t = t*t*cos(t)*d(1)\n  \
        t = t*sin(t)*d(2)\nend subroutine\n";
    const WITH_COMMON: &str = "double precision function d(i)\n  integer :: i, k\n  common /bl/ k\n  if (k < 4) k = k + i\n  \
        d = 1.d0 + k\nend function\n";
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let inputs = file("inputs.txt", "k = 1\n");
    let sources = [file("a.f90", CALLER), file("b.f90", BETWEEN), file("d.f90", WITH_COMMON)];
    let words = ["-head", "a(y)/(x)", "--inputs", &inputs, &sources[0], &sources[1], &sources[2]];
    let report = check(&arguments(&words)).unwrap_or_else(|e| panic!("{e}")).render();
    assert!(report.contains("`d.f90` does not compile under the strict flags: -std=gnu"), "{report}");
}

/// What a first call leaves is looked at in a program in which the original has run before, at another point.
#[test]
fn what_earlier_calls_leave_is_looked_at() {
    if !have_compilers() {
        return;
    }
    let counter = "if (calls > 1) y = 3*y\n";
    let fortran = |test: &str| {
        format!(
            "subroutine model(lat, y)\n  implicit none\n  real(8), intent(in) :: lat\n  real(8), intent(out) :: y\n  integer, save :: calls = 0\n  \
             calls = calls + 1\n  y = lat**2\n  {test}end subroutine\n"
        )
    };
    let c = |test: &str| {
        format!(
            "#include <math.h>\nstatic double w[2];\nstatic int ready;\nstatic void prepare(void) {{ w[0] = exp(1.0); w[1] = 2; ready = 1; }}\n\
             double model(double lat)\n{{\n    static int calls;\n    if (!ready) prepare();\n    calls++;\n    return {test}w[0]*lat*lat*w[1];\n}}\n"
        )
    };
    let cases = [
        ("a.f90", fortran(counter), "model(y)/(lat)", false),
        ("a.f90", fortran("if (calls > 0) y = 3*y\n"), "model(y)/(lat)", true),
        ("a.c", c("calls > 1 ? lat : "), "model(model)/(lat)", false),
        ("a.c", c(""), "model(model)/(lat)", true),
    ];
    for (name, text, head, right) in cases {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join(name);
        std::fs::write(&path, &text).expect("the input");
        let found = check(&arguments(&["--points", "2", "-head", head, &path.to_string_lossy()]));
        assert_eq!(found.is_ok(), right, "{text}");
        let said = found.map_or_else(|said| said, |report| report.render());
        let wanted = if right { "the same holds after the original" } else { "FAILED: after the original has run" };
        assert!(said.contains(wanted), "{text}\n{said}");
    }
}
