//! `-openmp`: which loops of derivatives are parallel, that both compile strictly with and without `-fopenmp`, and what is said of loops that are serial.
//! That they are right on one, two and four threads is checked with all programs of `tests/run` (`programs`).

use std::path::Path;
use std::process::Command;

use rtapenade::{read, run};

/// Programs of `tests/run`: how many loops of the tangent and of the adjoint are parallel.
const PROGRAMS: &[(&str, usize, usize)] = &[
    ("openmp_advection.f90", 2, 4),
    ("openmp_allocated.f90", 1, 1),
    ("openmp_alone.f90", 4, 4),
    ("openmp_assembly.f90", 1, 1),
    ("openmp_blocks.c", 1, 0),
    ("openmp_called.c", 1, 1),
    ("openmp_called.f90", 3, 5),
    ("openmp_calls.f90", 1, 1),
    ("openmp_cells.f90", 1, 2),
    ("openmp_cg.f90", 7, 14),
    ("openmp_collapse.c", 2, 2),
    ("openmp_colours.c", 1, 1),
    ("openmp_colours.f90", 1, 1),
    ("openmp_columns.c", 1, 1),
    ("openmp_counted_on.c", 1, 1),
    ("openmp_critical.c", 1, 1),
    ("openmp_critical.f90", 1, 1),
    ("openmp_edges.c", 1, 1),
    ("openmp_elements.f90", 1, 1),
    ("openmp_extremes.c", 1, 2),
    ("openmp_extremes.f90", 2, 4),
    ("openmp_fluxes.f90", 2, 4),
    ("openmp_forces.f90", 1, 1),
    ("openmp_histogram.c", 1, 1),
    ("openmp_implicit.f90", 2, 4),
    ("openmp_indexed.f90", 1, 2),
    ("openmp_kept.f90", 2, 4),
    ("openmp_last_values.c", 1, 1),
    ("openmp_lasts.f90", 1, 2),
    ("openmp_lists.f90", 1, 1),
    ("openmp_network.f90", 1, 2),
    ("openmp_old.f", 1, 1),
    ("openmp_own_tape.c", 1, 1),
    ("openmp_particles.c", 2, 3),
    ("openmp_parts.f90", 1, 1),
    ("openmp_physics.f90", 1, 2),
    ("openmp_products.f90", 3, 6),
    ("openmp_reductions.f90", 1, 1),
    ("openmp_region.c", 3, 6),
    ("openmp_region.f90", 3, 6),
    ("openmp_sections.f90", 1, 1),
    ("openmp_stencil.f90", 2, 3),
    ("openmp_steps.f90", 2, 4),
    ("openmp_sums_by_hand.c", 2, 4),
    ("openmp_sums_by_hand.f90", 1, 2),
    ("openmp_tables.f90", 2, 2),
    ("openmp_tiles.c", 1, 1),
    ("openmp_tiles.f90", 1, 1),
    ("openmp_updates.f90", 1, 0),
    ("openmp_work_arrays.f90", 1, 1),
];

fn compile(place: &Path, file: &str, flags: &[&str]) -> Result<(), String> {
    let is_c = file.ends_with(".c");
    let compiler = if is_c { read::c_compiler() } else { read::fortran_compiler() };
    let (standard, unused): (&[&str], _) = match file.rsplit('.').next() {
        Some("c") => (&["-std=c11", "-pedantic"], "-Wno-unused-parameter"),
        Some("f") => (&["-std=legacy"], "-Wno-unused-dummy-argument"),
        _ => (&["-std=f2018", "-pedantic"], "-Wno-unused-dummy-argument"),
    };
    let mut command = Command::new(compiler);
    command.current_dir(place).args(standard).args(["-O2", "-Wall", "-Wextra", "-Werror", unused]).args(flags);
    // Without OpenMP its pragmas are unknown to C, those of the original as well.
    if is_c && !flags.contains(&"-fopenmp") {
        command.arg("-Wno-unknown-pragmas");
    }
    command.arg("-I").arg(crate::checking::root().join("runtime"));
    let made = command.arg("-c").arg(file).output().expect("it runs");
    if made.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&made.stderr).into_owned()) }
}

/// Differentiates `text` in a folder: what is said, and what is made.
fn derivative(place: &Path, file: &str, mode: &str, head: &str, options: &[&str]) -> (String, String) {
    let (folder, path) = (place.to_str().expect("a name"), place.join(file));
    let mut words = vec!["rtapenade", mode, "-openmp", "-head", head, "-O", folder];
    words.extend(options);
    words.push(path.to_str().expect("a name"));
    let (status, said) = run::run(words.into_iter().map(String::from));
    assert_eq!(status, run::SUCCESS, "{file}: {said}");
    let suffix = if mode == "-tangent" { "d" } else { "b" };
    let (stem, extension) = file.rsplit_once('.').expect("an extension");
    let made = std::fs::read_to_string(place.join(format!("{stem}_{suffix}.{extension}"))).expect("a derivative");
    (said, made)
}

#[test]
fn loops_are_parallel_and_compile_with_and_without_openmp() {
    for (file, tangent, adjoint) in PROGRAMS {
        let directory = tempfile::tempdir().expect("a folder");
        let place = directory.path();
        let text =
            std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("run").join(file)).expect("a program");
        std::fs::write(place.join(file), &text).expect("a copy");
        let value = |key: &str| text.lines().find_map(|l| Some(l.split_once(key)?.1.trim().to_string()));
        let head = value("head: ").expect("a head");
        let options = value("options: -openmp").unwrap_or_default();
        let options: Vec<&str> = options.split_whitespace().collect();
        let flags: [&[&str]; 2] = [&["-fopenmp"], &[]];
        flags.iter().for_each(|f| compile(place, file, f).unwrap_or_else(|e| panic!("{file} itself: {e}")));
        for (mode, suffix, wanted) in [("-tangent", "d", tangent), ("-reverse", "b", adjoint)] {
            let (said, made) = derivative(place, file, mode, &head, &options);
            let parallel = made.lines().filter(|l| {
                let l = l.to_ascii_lowercase();
                l.contains("omp parallel")
            });
            assert_eq!(parallel.count(), *wanted, "{file} {mode}:\n{said}\n{made}");
            let (stem, extension) = file.rsplit_once('.').expect("an extension");
            let name = format!("{stem}_{suffix}.{extension}");
            flags.iter().for_each(|f| compile(place, &name, f).unwrap_or_else(|e| panic!("{name}: {e}\n{made}")));
        }
    }
}

/// A loop with something that its derivatives cannot have, and what is said of it.
const SERIAL: &[(&str, &str, &str)] = &[
    ("parallel do linear(k)", "y(i) = x(i)**2", "not handled: `linear(k)`"),
    ("target teams distribute parallel do", "y(i) = x(i)**2", "not handled: `target teams distribute parallel do`"),
    ("parallel do ordered", "y(i) = x(i)**2", "not handled: `parallel do ordered`"),
    ("parallel do", "!$omp critical\ny(i) = x(i)**2\n!$omp end critical", "`critical` around what is no addition"),
    (
        "parallel do",
        "!$omp critical(a)\ns = s + x(i)\n!$omp end critical(a)\ny(i) = s",
        "what `critical` regions add to, which is looked at",
    ),
    ("do", "y(i) = x(i)**2", "not handled: `do`"),
    ("parallel do private(t)", "y(i) = x(i)**2\nwhile_loop", "goes on the tape"),
    ("parallel do private(t)", "t = x(i)\n!$omp task\ny(i) = t**2\n!$omp end task", "not handled: `task`"),
    ("parallel do", "!$omp atomic read\nt = s\ny(i) = t*x(i)", "not handled: `atomic read`"),
    (
        "parallel do",
        "!$omp critical\nif (x(i) > s) s = x(i)\n!$omp end critical\ny(i) = s",
        "`s`, which a `critical` region changes and its loop looks at",
    ),
    (
        "parallel private(t)\nt = 0\n!$omp do",
        "t = t*0.5d0 + x(i)\ny(i) = t",
        "`t` of each thread's own, which goes from one iteration to another",
    ),
];

#[test]
fn serial_loops_are_said() {
    for (directive, body, wanted) in SERIAL {
        let directory = tempfile::tempdir().expect("a folder");
        let body = body.replace("while_loop", "t = x(i)\ndo while (t > 0.1d0)\nt = t*t*0.5d0\nend do\ny(i) = y(i)*t");
        let text = format!(
            "subroutine f(n, x, y, s)\nimplicit none\ninteger, intent(in) :: n\nreal(8), intent(in) :: x(n)\n\
             real(8), intent(inout) :: y(n), s\nreal(8) :: t\ninteger :: i, k\nk = 1\nt = 0\n!$omp {directive}\n\
             do i = 1, n\n{body}\nend do\ns = s + k\nend subroutine\n"
        );
        std::fs::write(directory.path().join("f.f90"), text).expect("a program");
        let (said, made) = derivative(directory.path(), "f.f90", "-reverse", "f(y,s)/(x,s)", &[]);
        assert!(said.contains("RT0424") && said.contains(wanted), "{directive}: {said}\n{made}");
    }
}

/// Iterations that add to their neighbours run in passes, without atomic additions.
#[test]
fn neighbours_are_added_to_in_passes() {
    for (body, head) in [
        ("do i = 2, n-1\ny(i) = x(i-1)*x(i) + x(i+1)", "do pass = 0, 2\n  !$omp parallel do\n  do i = 2+pass, n-1, 3"),
        ("do i = 1, n-4, 2\ny(i) = x(i)*x(i+2)", "do pass = 0, 1\n"),
        ("do i = 2, n\ny(i) = x(i-1)*x(i)*s", "reduction(+: sb)\n  do i = 2+pass, n, 2"),
    ] {
        let text = format!(
            "subroutine f(n, x, y, s)\nimplicit none\ninteger, intent(in) :: n\nreal(8), intent(in) :: x(n), s\n\
             real(8), intent(inout) :: y(n)\ninteger :: i\n!$omp parallel do\n{body}\nend do\nend subroutine\n"
        );
        let directory = tempfile::tempdir().expect("a folder");
        std::fs::write(directory.path().join("f.f90"), text).expect("a program");
        let (said, made) = derivative(directory.path(), "f.f90", "-reverse", "f(y)/(x,y,s)", &[]);
        assert!(made.contains(head) && !made.contains("atomic"), "{body}: {said}\n{made}");
    }
}

/// What threads have for themselves: behind a loop or a region there is the value of before it.
#[test]
fn private_variables_keep_their_values() {
    let directory = tempfile::tempdir().expect("a folder");
    let text = "subroutine pb(n, x, z)\n\
                implicit none\n\
                integer, intent(in) :: n\n\
                real(8), intent(in) :: x(n)\n\
                real(8), intent(out) :: z\n\
                real(8) :: t, y(n), s\n\
                integer :: i\n\
                t = x(1)*3d0\n\
                s = x(2)\n\
                !$omp parallel do firstprivate(t)\n\
                do i = 1, n\n\
                  t = t + x(i)\n\
                  y(i) = t*x(i)\n\
                  t = t - x(i)\n\
                end do\n\
                !$omp parallel do private(t)\n\
                do i = 1, n\n\
                  t = x(i)**2\n\
                  y(i) = y(i) + t\n\
                end do\n\
                !$omp parallel firstprivate(s)\n\
                s = s*2d0\n\
                !$omp do\n\
                do i = 1, n\n\
                  y(i) = y(i)*s\n\
                end do\n\
                !$omp end parallel\n\
                z = t**2 + s*sum(y)\n\
                end subroutine pb\n";
    let (file, inputs) = (directory.path().join("pb.f90"), directory.path().join("inputs.txt"));
    std::fs::write(&file, text).expect("a program");
    std::fs::write(&inputs, "n = 5\nx(n) = 0.5 .. 1.5\n").expect("inputs");
    let (file, inputs) = (file.to_string_lossy(), inputs.to_string_lossy());
    let words = ["-openmp", "-head", "pb(z)/(x)", "--inputs", &inputs, &file];
    crate::checking::check(&crate::checking::arguments(&words)).map(|_| ()).expect("the values of before");
    let (said, _) = derivative(directory.path(), "pb.f90", "-tangent", "pb(z)/(x)", &[]);
    assert!(!said.contains("RT0424"), "{said}");
}

/// A region whose threads do parts of their own, which one thread would not do.
#[test]
fn parts_of_threads_are_refused() {
    let text = "subroutine f(n, x, y)\nuse omp_lib\nimplicit none\ninteger, intent(in) :: n\nreal(8), intent(in) :: x(n)\n\
                real(8), intent(inout) :: y(n)\ninteger :: i, me, nt\nnt = omp_get_max_threads()\n!$omp parallel private(me, i)\n\
                me = omp_get_thread_num()\ndo i = 1 + me*n/nt, (me + 1)*n/nt\ny(i) = x(i)**2\nend do\n!$omp end parallel\n\
                end subroutine\n";
    for (asked, fine) in [("omp_get_max_threads()", false), ("1", false), ("omp_get_num_threads()", true)] {
        let directory = tempfile::tempdir().expect("a folder");
        let asks = if fine {
            text.replace("nt = omp_get_max_threads()\n", "")
        } else {
            text.replace("omp_get_max_threads()", asked)
        };
        let asks = if fine {
            asks.replace("me = omp", "nt = omp_get_num_threads()\nme = omp").replace("(me, i)", "(me, i, nt)")
        } else {
            asks
        };
        let path = directory.path().join("f.f90");
        std::fs::write(&path, asks).expect("a program");
        for openmp in [&["-openmp"][..], &[]] {
            let folder = directory.path().to_string_lossy().into_owned();
            let file = path.to_string_lossy().into_owned();
            let words = ["rtapenade", "-tangent", "-head", "f(y)/(x)", "-O", &folder, &file]
                .into_iter()
                .chain(openmp.iter().copied());
            let (status, said) = run::run(words.map(String::from));
            assert_eq!(fine, status == run::SUCCESS, "{asked}: {said}");
            assert_eq!(fine, !said.contains("by which each thread does a part of its own"), "{said}");
        }
    }
}

#[test]
fn increments_are_chosen() {
    let text = "subroutine f(n, k, x, y)\nimplicit none\ninteger, intent(in) :: n, k(n)\nreal(8), intent(in) :: x(n)\n\
                real(8), intent(inout) :: y(n)\ninteger :: i\n!$omp parallel do schedule(dynamic, 4)\ndo i = 1, n\n\
                y(i) = y(i) + sin(x(k(i)))\nend do\nend subroutine\n";
    for (how, directive, statement) in [
        ("best", "!$omp parallel do schedule(dynamic, 4)\n", "!$omp atomic"),
        ("atomic", "!$omp parallel do schedule(dynamic, 4)\n", "!$omp atomic"),
        ("reduction", "!$omp parallel do schedule(dynamic, 4) reduction(+: xb)\n", "xb(k(i)) = xb(k(i)) +"),
        ("serial", "\ndo i = ", "xb(k(i)) = xb(k(i)) +"),
    ] {
        let directory = tempfile::tempdir().expect("a folder");
        std::fs::write(directory.path().join("f.f90"), text).expect("a program");
        let options = ["-openmp-increments", how];
        let (said, made) = derivative(directory.path(), "f.f90", "-reverse", "f(y)/(x,y)", &options);
        assert!(made.contains(directive) && made.contains(statement), "{how}: {said}\n{made}");
        assert_eq!(how == "serial", said.contains("`xb`, and -openmp-increments serial is asked for"), "{said}");
    }
}

/// A loop that is not parallel although its directive says so: the interpreter, which runs iterations in an order of its own, finds that two of them meet.
#[test]
fn races_of_originals_are_found() {
    let directory = tempfile::tempdir().expect("a folder");
    let place = directory.path();
    let loops = [
        "s = s + x(i)",
        "if (i > 1) s = s + x(i)*x(i-1); x(i) = s",
        "t = t + x(i); x(i) = t",
        "x(1 + mod(i, 2)) = x(i)**2",
    ];
    for (k, body) in loops.iter().enumerate() {
        let text = format!(
            "subroutine f(n, x, s)\nimplicit none\ninteger, intent(in) :: n\nreal(8), intent(inout) :: x(n), s\nreal(8) :: t\n\
             integer :: i\n!$omp parallel do private(t)\ndo i = 1, n\n{body}\nend do\nend subroutine\n"
        );
        let (file, inputs) = (place.join(format!("f{k}.f90")), place.join("inputs.txt"));
        std::fs::write(&file, text).expect("a program");
        std::fs::write(&inputs, "n = 5\n").expect("inputs");
        let (file, inputs) = (file.to_string_lossy(), inputs.to_string_lossy());
        let words = ["-openmp", "--interpret", "-head", "f(x,s)/(x,s)", "--inputs", &inputs, &file];
        let said = crate::checking::check(&crate::checking::arguments(&words)).map(|_| ()).expect_err(body);
        let found = ["two iterations of a parallel loop", "an undefined value is used"];
        assert!(found.iter().any(|f| said.contains(f)), "{body}: {said}");
    }
}
