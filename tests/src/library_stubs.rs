//! Libraries whose names are known by descriptions (`src/stubs`): MPI, NetCDF, HDF5 and OpenMP where nothing active goes in. What is generated is compiled
//! with stand-ins for one process (`tests/library_stubs/serial`), or against the descriptions themselves.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::checking;

/// Status and what is said, for words in which `@` is a folder.
fn run(at: &Path, words: &[&str]) -> (bool, String) {
    let at = at.to_string_lossy();
    let force = (words.first() != Some(&"verify")).then_some("--force");
    let words = ["rtapenade"].into_iter().chain(words.iter().copied()).chain(force);
    let (status, said) = rtapenade::run::run(words.map(|w| w.replace('@', &at)));
    (status == rtapenade::run::SUCCESS, said)
}

/// The derivatives of a text of `a.f90`, or what is said against it.
fn derived(text: &str, words: &[&str]) -> Result<(String, String), String> {
    let directory = tempfile::tempdir().expect("a folder");
    std::fs::write(directory.path().join("a.f90"), text).expect("written");
    let fixed = ["-O", "@", "-o", "made", "@/a.f90"];
    let (made, said) = run(directory.path(), &words.iter().chain(&fixed).copied().collect::<Vec<_>>());
    let name = std::fs::read_dir(directory.path()).expect("a folder").flatten().map(|f| f.file_name());
    let name = name.map(|n| n.to_string_lossy().into_owned()).find(|n| n.starts_with("made_") && n.ends_with(".f90"));
    let text = name.map(|n| std::fs::read_to_string(directory.path().join(n)).expect("readable"));
    if made { Ok((text.unwrap_or_default(), said)) } else { Err(said) }
}

fn files() -> PathBuf {
    checking::root().join("tests/library_stubs")
}

fn stub(name: &str) -> PathBuf {
    checking::root().join("src/stubs").join(name)
}

fn compiled(at: &Path, command: &mut Command) -> String {
    let made = command.current_dir(at).output().expect("it runs");
    assert!(made.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&made.stderr));
    String::from_utf8_lossy(&made.stdout).trim().to_string()
}

/// The tape, compiled.
fn runtime(at: &Path) {
    assert!(run(at, &["--emit-runtime", "@"]).0);
    compiled(at, Command::new(rtapenade::read::c_compiler()).args(["-c", "adStack.c", "adFortran.c"]));
}

/// Nothing of a description is in an output, and no more than the original says what is used.
fn clean(text: &str) {
    for part in ["description of", "protected", "subroutine MPI_Bcast", "module mpi\n", "type(*)", "MPI_Comm_rank_"] {
        assert!(!text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn the_rank_decides_nothing_and_messages_are_sent_once() {
    for kept in ["copy", "reuse"] {
        let directory = tempfile::tempdir().expect("a folder");
        let at = directory.path();
        let source = files().join("parallel.f90").to_string_lossy().into_owned();
        let words = ["-d", "-b", "-module", kept, "-MD", "-head", "model%cost(y)/(x)", "-O", "@", &source];
        let (made, said) = run(at, &words);
        assert!(made && !said.contains("warning") && !said.contains("RT0227"), "{said}");
        let text = std::fs::read_to_string(at.join("parallel_db.f90")).expect("written");
        clean(&text);
        for part in
            ["status(MPI_STATUS_SIZE)", "0_MPI_OFFSET_KIND", "integer(kind=MPI_OFFSET_KIND)", "ierr /= MPI_SUCCESS"]
        {
            assert!(text.contains(part), "{part}\n{text}");
        }
        for beside in ["parallel_db.d", "parallel_db.sig"] {
            let text = std::fs::read_to_string(at.join(beside)).expect("written");
            assert!(!text.contains("description") && !text.to_lowercase().contains("mpi_"), "{text}");
        }
        let log = std::fs::read_to_string(at.join("parallel_db.msg")).expect("written");
        assert!(log.contains("RT0227"), "{log}");
        let (same, said) =
            run(at, &["verify", "-d", "-b", "-module", kept, "-head", "model%cost(y)/(x)", "-O", "@", &source]);
        assert!(same, "{said}");
        // Second derivatives read what was generated.
        std::fs::rename(at.join("parallel_db.f90"), at.join("first.f90")).expect("renamed");
        let (made, said) =
            run(at, &["-d", "-module", kept, "-head", "cost_b(xb)/(x)", "-O", "@", &source, "@/first.f90"]);
        assert!(made && !said.contains("warning"), "{said}");
        std::fs::rename(at.join("first.f90"), at.join("parallel_db.f90")).expect("renamed");
        clean(&std::fs::read_to_string(at.join("first_d.f90")).expect("written"));
        if !checking::have_compilers() {
            continue;
        }
        runtime(at);
        let main = std::fs::read_to_string(files().join("serial/parallel.f90")).expect("readable");
        let used = if kept == "copy" { "model_diff" } else { "model\n  use model_diff" };
        std::fs::write(at.join("main.f90"), main.replace("MODULE", used)).expect("written");
        let strict = ["-std=f2018", "-Wall", "-Wextra", "-Werror", "-Wno-unused-dummy-argument", "-fcheck=all"];
        let mut compiler = Command::new(rtapenade::read::fortran_compiler());
        compiler.args(strict).arg(files().join("serial/mpi.f90")).arg(&source);
        compiled(
            at,
            compiler.args(["parallel_db.f90", "first_d.f90", "main.f90", "adStack.o", "adFortran.o", "-o", "main"]),
        );
        assert_eq!(compiled(at, &mut Command::new(at.join("main"))), "right");
    }
}

/// `check` links with a module that stands for the library.
#[test]
fn such_programs_are_checked() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("a folder");
    let inputs = directory.path().join("inputs.txt").to_string_lossy().into_owned();
    std::fs::write(&inputs, "rank = 0\nnprocs = 1\nierr = 0\n").expect("written");
    let path = |name: &str| files().join(name).to_string_lossy().into_owned();
    let (stand_in, source) = (path("serial/mpi.f90"), path("parallel.f90"));
    let words = ["-head", "model%cost(y)/(x)", "--inputs", &inputs, "--with", &stand_in, &source];
    assert!(checking::check(&checking::arguments(&words)).is_ok());
    // The library of OpenMP comes with the compiler.
    let timed = "subroutine timed(x, y)\n  use omp_lib, only: omp_get_wtime, omp_get_max_threads\n  implicit none\n  real(8), intent(in) :: x(3)\n  \
                 real(8), intent(out) :: y\n  real(8) :: start\n  start = omp_get_wtime()\n  y = sum(x**2)*min(1, omp_get_max_threads())\n  \
                 if (omp_get_wtime() < start) print *, 'back'\nend subroutine\n";
    let source = directory.path().join("timed.f90").to_string_lossy().into_owned();
    std::fs::write(&source, timed).expect("written");
    let checked = checking::check(&checking::arguments(&["-head", "timed(y)/(x)", &source]));
    assert!(checked.is_ok(), "{}", checked.err().unwrap_or_default());
}

#[test]
fn included_files_stay_lines() {
    let include = "      INCLUDE 'mpif.h'\n";
    let source = std::fs::read_to_string(files().join("included.f")).expect("readable");
    let mut outputs = Vec::new();
    for (name, line) in [("a.f", include), ("a.F", "#include \"mpif.h\"\n")] {
        let directory = tempfile::tempdir().expect("a folder");
        let at = directory.path();
        std::fs::write(at.join(name), source.replace(include, line)).expect("written");
        let file = format!("@/{name}");
        let (made, said) = run(at, &["-d", "-b", "-head", "cost(y)/(x)", "-O", "@", &file]);
        assert!(made && said.is_empty(), "{said}");
        let text = std::fs::read_to_string(at.join("a_db.f")).expect("written");
        assert_eq!(text.matches(include).count(), 5, "{text}");
        assert!(!text.contains("PARAMETER") && text.contains("STAT(MPI_STATUS_SIZE)"), "{text}");
        outputs.push(text);
        // Second derivatives read it again.
        let (made, said) = run(at, &["-b", "-head", "cost_d(yd)/(x)", "-O", "@", "@/a_db.f"]);
        assert!(made && said.is_empty(), "{said}");
        let second = std::fs::read_to_string(at.join("a_db_b.f")).expect("written");
        assert!(second.contains(include) && !second.contains("PARAMETER"), "{second}");
        if !checking::have_compilers() {
            continue;
        }
        runtime(at);
        let mut compiler = Command::new(rtapenade::read::fortran_compiler());
        compiler.args(["-std=legacy", "-w", "-cpp", "-fcheck=all", "-I"]).arg(files().join("serial"));
        compiler.args(["a_db.f", "a_db_b.f", name, "adStack.o", "adFortran.o", "-o", "main"]);
        compiled(at, compiler.arg(files().join("serial/included.f")));
        assert_eq!(compiled(at, &mut Command::new(at.join("main"))), "right");
    }
    assert_eq!(outputs[0], outputs[1]);
}

/// Bounds of dummies of what is called are known in interfaces, too.
#[test]
fn interfaces_include_what_they_need() {
    let part = "subroutine part(x, y, st)\n  implicit none\n  include 'mpif.h'\n  real(8), intent(in) :: x(:)\n  real(8), intent(out) :: y\n  \
                integer, intent(inout) :: st(MPI_STATUS_SIZE)\n";
    let text = format!(
        "{part}  y = sum(x**2)\n  st(1) = 3\nend subroutine\nsubroutine cost(x, y, n)\n  implicit none\n  include 'mpif.h'\n  interface\n{part}  \
         end subroutine\n  end interface\n  integer, intent(in) :: n\n  real(8), intent(in) :: x(n)\n  real(8), intent(out) :: y\n  integer :: s(MPI_STATUS_SIZE)\n  \
         call part(x, y, s)\n  y = y*y\nend subroutine\n"
    );
    for mode in ["-d", "-b"] {
        let (made, _) = derived(&text, &[mode, "-head", "cost(y)/(x)"]).expect("a derivative");
        if checking::have_compilers() {
            let directory = tempfile::tempdir().expect("a folder");
            std::fs::write(directory.path().join("made.f90"), made).expect("written");
            std::fs::write(directory.path().join("mpif.h"), "integer, parameter :: MPI_STATUS_SIZE = 5\n")
                .expect("written");
            let mut compiler = Command::new(rtapenade::read::fortran_compiler());
            compiled(directory.path(), compiler.args(["-std=f2018", "-fsyntax-only", "made.f90"]));
        }
    }
}

const READS: &str = "module model
  use netcdf
  use omp_lib
  implicit none
  real(8) :: params(4)
contains
  subroutine check(status)
    integer, intent(in) :: status
    if (status /= NF90_NOERR) then
      print *, trim(nf90_strerror(status))
      stop 1
    end if
  end subroutine check
  subroutine get(name, table)
    character(len=*), intent(in) :: name
    real(8), allocatable, intent(out) :: table(:, :)
    integer :: ncid, varid, dimid, n, stat
    call check(nf90_open(name, NF90_NOWRITE, ncid))
    call check(nf90_inq_varid(ncid, 'params', varid))
    call check(nf90_get_var(ncid, varid, params))
    stat = nf90_inq_dimid(ncid, 'n', dimid)
    stat = nf90_inquire_dimension(ncid, dimid, len=n)
    allocate (table(n, n))
    stat = nf90_get_var(ncid, varid, table, start=[1, 1], count=[n, n])
    stat = nf90_get_att(ncid, varid, 'scale', params(1))
    call check(nf90_close(ncid))
  end subroutine get
  subroutine put(file, y)
    integer, intent(in) :: file
    real(8), intent(in) :: y
    integer :: d, v, stat
    stat = nf90_def_dim(file, 'd', NF90_UNLIMITED, d)
    stat = nf90_def_var(file, 'y', NF90_DOUBLE, [d], v)
    stat = nf90_def_var(file, 'z', NF90_DOUBLE, v)
    stat = nf90_put_var(file, v, y)
  end subroutine put
  subroutine cost(x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y
    real(8), allocatable :: table(:, :)
    integer :: ncid, stat
    call get('p.nc', table)
    y = params(1)*sum(x**2) + params(2)*table(1, 2)*x(1)**3/(1 + omp_get_thread_num())
    if (omp_get_max_threads() > 1) call omp_set_num_threads(1)
    stat = nf90_create('out.nc', ior(NF90_CLOBBER, NF90_64BIT_OFFSET), ncid)
    call put(ncid, y)
    stat = nf90_close(ncid)
  end subroutine cost
end module
";

#[test]
fn results_are_written_and_parameters_read() {
    for words in
        [["-d", "-module", "copy"], ["-b", "-module", "copy"], ["-d", "-module", "reuse"], ["-b", "-module", "reuse"]]
    {
        let all = [&words[..], &["-head", "cost(y)/(x)"]].concat();
        let (text, said) = derived(READS, &all).expect("a derivative");
        clean(&text);
        assert!(!said.contains("RT0426") && !said.contains("error"), "{said}");
        // Generic names stay, and no call is made twice.
        let body = text.split("subroutine cost_").nth(1).unwrap_or_default();
        let body = body.split("end subroutine").next().unwrap_or_default();
        for part in ["call get('p.nc', table)", "call put(ncid, y)", "nf90_create(", "omp_set_num_threads(1)"] {
            assert_eq!(body.matches(part).count(), 1, "{part}\n{text}");
        }
        if !checking::have_compilers() {
            continue;
        }
        let directory = tempfile::tempdir().expect("a folder");
        std::fs::write(directory.path().join("made.f90"), &text).expect("written");
        std::fs::write(directory.path().join("a.f90"), READS).expect("written");
        let mut compiler = Command::new(rtapenade::read::fortran_compiler());
        compiler.args(["-std=f2018", "-fopenmp", "-fsyntax-only"]).arg(stub("netcdf.f90"));
        compiled(directory.path(), compiler.args(["a.f90", "made.f90"]));
    }
}

const STORED: &str = "subroutine cost(x, y, n)
  use hdf5
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n)
  integer(HID_T) :: file, set, space
  integer(HSIZE_T) :: dims(1), start(1)
  integer :: err, k
  call h5open_f(err)
  call h5fopen_f('a.h5', H5F_ACC_RDONLY_F, file, err)
  call h5dopen_f(file, 'w', set, err)
  call h5dget_space_f(set, space, err)
  dims = n
  start = 0
  y = 0
  do k = 1, n
    call h5sselect_hyperslab_f(space, H5S_SELECT_SET_F, start, dims, err)
    call h5dread_f(set, H5T_NATIVE_DOUBLE, w, dims, err, file_space_id=space)
    y = y + sum(w*x**2)
  end do
  call h5dclose_f(set, err)
  call h5fclose_f(file, err)
  call h5close_f(err)
end subroutine cost
";

/// What a library reads into an array again and again is saved each time.
#[test]
fn what_is_read_is_saved() {
    let (text, said) = derived(STORED, &["-b", "-head", "cost(y)/(x)"]).expect("a derivative");
    assert!(said.is_empty(), "{said}");
    assert!(text.contains("w_tape(:, k) = w") || text.contains("pushreal8array(w"), "{text}");
    assert_eq!(
        text.matches("call h5dread_f(set, H5T_NATIVE_DOUBLE, w, dims, err, file_space_id=space)").count(),
        1,
        "{text}"
    );
    if checking::have_compilers() {
        let directory = tempfile::tempdir().expect("a folder");
        std::fs::write(directory.path().join("made.f90"), &text).expect("written");
        let mut compiler = Command::new(rtapenade::read::fortran_compiler());
        compiler.args(["-std=f2018", "-fsyntax-only"]).arg(stub("hdf5.f90")).arg("made.f90");
        compiled(directory.path(), &mut compiler);
    }
}

/// The same for handles that are structures, and arguments that may be left out.
#[test]
fn handles_of_the_new_module() {
    let text = "module com
  use mpi_f08, only: MPI_Comm, MPI_Status, operator(==), operator(/=), MPI_COMM_WORLD, MPI_COMM_NULL, MPI_Recv, receive => MPI_REAL8, MPI_Bcast
  implicit none
  type(MPI_Comm) :: comm = MPI_COMM_WORLD
  integer :: rank = 0
contains
  subroutine cost(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: w
    type(MPI_Status) :: status
    w = 2
    if (comm == MPI_COMM_NULL .or. comm /= MPI_COMM_WORLD) w = 3
    if (rank == 1) call MPI_Recv(w, 1, receive, 0, 7, comm, status)
    if (rank == 1 .and. status%MPI_SOURCE == 0) w = 4
    call MPI_Bcast(w, 1, receive, 0, comm)
    y = w*sum(x**2)
  end subroutine cost
end module
";
    for mode in ["-d", "-b"] {
        let (made, said) = derived(text, &[mode, "-head", "cost(y)/(x)"]).expect("a derivative");
        assert!(said.lines().all(|l| l.starts_with("note") || l.is_empty()), "{said}");
        clean(&made);
        for part in ["comm == MPI_COMM_NULL .or. comm /= MPI_COMM_WORLD", "call MPI_Bcast(w, 1, receive, 0, comm)"] {
            assert!(made.contains(part), "{part}\n{made}");
        }
        if checking::have_compilers() {
            let directory = tempfile::tempdir().expect("a folder");
            let text = std::fs::read_to_string(stub("mpi_f08.f90")).expect("readable");
            // There it is no constant.
            let made = made.replace("comm = MPI_COMM_WORLD", "comm");
            std::fs::write(directory.path().join("made.f90"), made).expect("written");
            std::fs::write(directory.path().join("mpi.f90"), text).expect("written");
            let mut compiler = Command::new(rtapenade::read::fortran_compiler());
            compiled(directory.path(), compiler.args(["-std=f2018", "-fsyntax-only", "mpi.f90", "made.f90"]));
        }
    }
}

fn procedure(declared: &str, statements: &str) -> String {
    format!(
        "subroutine cost(x, y, n)\n  use mpi\n  implicit none\n  integer, intent(in) :: n\n  real(8), intent(in) :: x(n)\n  real(8), intent(out) :: y\n  \
         {declared}\n{statements}\nend subroutine cost\n"
    )
}

/// What has a derivative and goes through a library is asked for or refused, never lost.
#[test]
fn nothing_active_goes_through_silently() {
    let declared = "real(8) :: z(n)\n  logical :: done\n  integer :: ierr, request, k, status(MPI_STATUS_SIZE)";
    let sent = "z = 0\ncall MPI_Send(x, n, MPI_REAL8, 1, 7, MPI_COMM_WORLD, ierr)\n\
                call MPI_Recv(z, n, MPI_REAL8, 0, 7, MPI_COMM_WORLD, status, ierr)\ny = x(1)*sum(z)";
    let early = |call: &str, wait: &str| format!("z = x**2\ncall {call}\n{wait}\ny = sum(z)");
    let starts = "MPI_Irecv(z, n, MPI_REAL8, 0, 7, MPI_COMM_WORLD, request, ierr)\n\
                  call MPI_Send(x, n, MPI_REAL8, 0, 7, MPI_COMM_WORLD, ierr)";
    let waits = "call MPI_Wait(request, status, ierr)";
    let alone = early(starts, "");
    let tested = early(starts, &format!("call MPI_Request_get_status(request, done, status, ierr)\n{waits}"));
    let apart = early(&starts.replace("(z, n", "(z(1:n:2), n/2"), waits);
    let any =
        early(&starts.replace("0, 7, MPI_COMM_WORLD, request", "MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, request"), waits);
    let any_tag =
        early(&starts.replace("0, 7, MPI_COMM_WORLD, request", "0, MPI_ANY_TAG, MPI_COMM_WORLD, request"), waits);
    let handed = early(starts, "call finish(request)");
    let largest = "y = sum(x**2)\ncall MPI_Allreduce(MPI_IN_PLACE, y, 1, MPI_REAL8, MPI_MAX, MPI_COMM_WORLD, ierr)";
    let both = format!("{sent}\ncall MPI_Put(z, n, MPI_REAL8, 0, 0_8, n, MPI_REAL8, k, ierr)");
    for (text, mode, part) in [
        (both.as_str(), "-d", "error[RT0482]: other messages have derivatives"),
        (&alone, "-d", "error[RT0482]: `MPI_Irecv` works on what has a derivative, and has none itself: nobody waits"),
        (
            &tested,
            "-b",
            "error[RT0482]: `MPI_Irecv` works on what has a derivative, and has none itself: its request is used",
        ),
        (&apart, "-b", "error[RT0482]: `MPI_Irecv` works on what has a derivative, and has none itself: its buffer"),
        (&any, "-d", "error[RT0482]: `MPI_Irecv` works on what has a derivative, and has none itself: its derivative"),
        (
            &any_tag,
            "-b",
            "error[RT0482]: `MPI_Irecv` works on what has a derivative, and has none itself: with MPI_ANY_TAG",
        ),
        (
            &handed,
            "-b",
            "error[RT0482]: `MPI_Irecv` works on what has a derivative, and has none itself: its request is used",
        ),
        (
            largest,
            "-b",
            "error[RT0482]: `MPI_Allreduce` works on what has a derivative, and has none itself: with MPI_IN_PLACE",
        ),
    ] {
        let made = derived(&procedure(declared, text), &[mode, "-head", "cost(y)/(x)"]);
        let said = made.as_ref().map_or_else(Clone::clone, |(_, said)| said.clone());
        assert!(said.contains(part) && made.is_err() == part.starts_with("error"), "{mode}\n{text}\n{said}");
    }
    // Sent and received without derivatives.
    let passive = "z = 1\ncall MPI_Irecv(z, n, MPI_REAL8, 0, 7, MPI_COMM_WORLD, request, ierr)\ncall MPI_Wait(request, status, ierr)\ny = sum(z*x**2)";
    for mode in ["-d", "-b"] {
        let (_, said) = derived(&procedure(declared, passive), &[mode, "-head", "cost(y)/(x)"]).expect("a derivative");
        assert!(said.is_empty(), "{said}");
    }
}

/// What is gathered to be shown matters to nobody, in a procedure of its own, too.
#[test]
fn what_is_shown_may_be_sent() {
    let text = |last: &str| {
        format!(
            "module show\n  use mpi\n  implicit none\n  integer :: rank = 0, nprocs = 1\n  real(8) :: factor = 1\ncontains\n  subroutine gather(x)\n    \
             real(8), intent(in) :: x(:)\n    real(8) :: all(size(x))\n    integer :: ierr, k, status(MPI_STATUS_SIZE)\n    if (rank > 0) then\n      \
             call MPI_Send(x, size(x), MPI_REAL8, 0, 7, MPI_COMM_WORLD, ierr)\n    else\n      do k = 1, nprocs - 1\n        \
             call MPI_Recv(all, size(x), MPI_REAL8, k, 7, MPI_COMM_WORLD, status, ierr)\n        print *, all\n      end do\n      {last}\n    end if\n  \
             end subroutine\n  subroutine cost(x, y)\n    real(8), intent(in) :: x(:)\n    real(8), intent(out) :: y\n    real(8) :: z(size(x))\n    \
             z = x**2\n    call gather(z)\n    y = factor*sum(z)\n  end subroutine\nend module\n"
        )
    };
    for mode in ["-d", "-b"] {
        let (made, _) = derived(&text(""), &[mode, "-head", "cost(y)/(x)"]).expect("a derivative");
        let body = made.split("subroutine cost_").nth(1).unwrap_or_default();
        assert_eq!(
            body.split("end subroutine").next().unwrap_or_default().matches("call gather(z)").count(),
            1,
            "{made}"
        );
        // What matters has a derivative, at either end.
        let (made, _) = derived(&text("factor = all(1)"), &[mode, "-head", "cost(y)/(x)"]).expect("a derivative");
        let calls =
            if mode == "-d" { ["MPI_Send(xd,", "MPI_Recv(alld,"] } else { ["_send_d1_b(xb,", "_recv_d1_b(allb,"] };
        assert!(calls.iter().all(|c| made.contains(c)), "{made}");
    }
}

/// Calls that change buffers of earlier ones: nobody would save these.
#[test]
fn unseen_changes_are_refused_in_adjoints() {
    let declared = "real(8) :: z(n)\n  integer :: ierr, request, k";
    let anywhere = "z = 1\ncall MPI_Bcast(MPI_BOTTOM, 1, k, 0, MPI_COMM_WORLD, ierr)\ny = sum(z*x**2)";
    // Nobody sees what was prepared.
    let started = "z = x\ndo k = 1, n\n  call MPI_Start(request, ierr)\n  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)\n  y = y + sum(z*x**2)\nend do";
    for (text, has_tangent) in [(started, false), (anywhere, true)] {
        let text = procedure(declared, text);
        let said = derived(&text, &["-b", "-head", "cost(y)/(x)"]).expect_err("refused");
        assert!(said.contains("error[RT0482]") && said.contains("that the call does not name"), "{said}");
        assert_eq!(derived(&text, &["-d", "-head", "cost(y)/(x)"]).is_ok(), has_tangent);
    }
    let address = "subroutine cost(x, y)\n  use hdf5\n  implicit none\n  real(8), intent(in) :: x(3)\n  real(8), intent(out) :: y\n  \
                   real(8), target :: w(3)\n  type(c_ptr) :: place\n  integer(HID_T) :: set\n  integer :: err\n  set = 1\n  place = c_loc(w)\n  \
                   call h5dread_f(set, H5T_NATIVE_DOUBLE, place, err)\n  y = sum(w*x)\nend subroutine\n";
    let said = derived(address, &["-b", "-head", "cost(y)/(x)"]).expect_err("refused");
    assert!(said.contains("error[RT0482]: `h5dread_f` may change"), "{said}");
    // What is only written stays as it is.
    let written = address
        .replace("h5dread_f(set, H5T_NATIVE_DOUBLE, place, err)", "h5dwrite_f(set, H5T_NATIVE_DOUBLE, c_loc(w), err)");
    for mode in ["-d", "-b"] {
        let (text, _) = derived(&written.replace("place = c_loc(w)", "w = 2"), &[mode, "-head", "cost(y)/(x)"])
            .expect("a derivative");
        assert!(text.contains("call h5dwrite_f(set, H5T_NATIVE_DOUBLE, c_loc(w), err)"), "{text}");
    }
}

/// Names that a description does not have are treated as those of a module that is not there; others are mistakes.
#[test]
fn names_that_are_not_described() {
    let declared = "integer :: ierr, flag";
    let unlisted = "call MPI_Frobnicate(MPI_COMM_WORLD, MPI_FROB, flag, ierr)\nif (flag == MPI_OTHERS) print *, 'x'\ny = sum(x**2)";
    let (text, said) = derived(&procedure(declared, unlisted), &["-b", "-head", "cost(y)/(x)"]).expect("a derivative");
    assert!(text.contains("call MPI_Frobnicate(MPI_COMM_WORLD, MPI_FROB, flag, ierr)"), "{text}");
    assert!(said.contains("'MPI_FROB' has no declaration here: it is taken to be of module 'mpi'"), "{said}");
    let only = procedure(declared, "y = sum(x**2)").replace("use mpi", "use mpi, only: MPI_COMM_WORLD, MPIX_Thing");
    let (_, said) = derived(&only, &["-b", "-head", "cost(y)/(x)"]).expect("a derivative");
    assert!(said.contains("warning[RT0203]: the built-in description of module 'mpi' has no 'MPIX_Thing'"), "{said}");
    let misspelt = procedure(declared, "y = sum(x**2)*factr");
    let said = derived(&misspelt, &["-b", "-head", "cost(y)/(x)"]).expect_err("a mistake");
    assert!(said.contains("error[RT0202]: 'factr' has no declaration"), "{said}");
    // Where no name of the library is visible, nothing is of it.
    let elsewhere = format!(
        "{}subroutine other(ierr)\n  use mpi\n  integer :: ierr\nend subroutine\n",
        misspelt.replace("use mpi", "").replace("factr", "MPI_FACTOR")
    );
    let said = derived(&elsewhere, &["-b", "-head", "cost(y)/(x)"]).expect_err("a mistake");
    assert!(said.contains("error[RT0202]: 'MPI_FACTOR' has no declaration and"), "{said}");
    // Implicit types are no mistake.
    let implicit =
        procedure("", "k = 2\ncall mpi_barrier(mpi_comm_world, ierr)\ny = sum(x**2)*k").replace("implicit none", "");
    derived(&implicit, &["-b", "-head", "cost(y)/(x)"]).expect("a derivative");
}

#[test]
fn descriptions_give_way() {
    let text = procedure("integer :: ierr", "call MPI_Barrier(MPI_COMM_WORLD, ierr)\ny = sum(x**2)*MPI_SCALE");
    let own = "module mpi\n  implicit none\n  integer, parameter :: MPI_COMM_WORLD = 3\n  real(8), parameter :: MPI_SCALE = 2\ncontains\n  \
               subroutine MPI_Barrier(comm, ierr)\n    integer, intent(in) :: comm\n    integer, intent(out) :: ierr\n    ierr = comm\n  \
               end subroutine\nend module\n";
    let head = ["-b", "-head", "cost(y)/(x)"];
    derived(&format!("{own}{text}"), &head).expect("the module of the user");
    assert!(derived(&text, &head).is_err());
    // As if nothing were described.
    let text = procedure("integer :: ierr", "call MPI_Barrier(MPI_COMM_WORLD, ierr)\ny = sum(x**2)");
    let (_, said) = derived(&text, &["-stubs", "none", "-b", "-head", "cost(y)/(x)"]).expect("a derivative");
    assert!(said.contains("warning[RT0201]") && !said.contains("RT0227"), "{said}");
    let (_, said) = derived(&text, &["-msglevel", "10", "-b", "-head", "cost(y)/(x)"]).expect("a derivative");
    assert!(said.contains("note[RT0227]"), "{said}");
    let included = "subroutine cost(x, y)\n  include 'mpif.h'\n  real(8) :: x, y\n  call mpi_barrier(mpi_comm_world, ierr)\n  y = x*x\nend subroutine\n";
    let said = derived(included, &["-stubs", "none", "-b", "-head", "cost(y)/(x)"]).expect_err("no such file");
    assert!(said.contains("RT0105"), "{said}");
    derived(included, &["-b", "-head", "cost(y)/(x)"]).expect("described");
}

/// Descriptions are Fortran: a compiler accepts them.
#[test]
fn descriptions_are_fortran() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("a folder");
    for name in ["mpi.f90", "mpi_f08.f90", "netcdf.f90", "netcdf_inc.f90", "hdf5.f90", "omp_lib.f90"] {
        let mut compiler = Command::new(rtapenade::read::fortran_compiler());
        compiled(directory.path(), compiler.args(["-std=f2018", "-fsyntax-only"]).arg(stub(name)));
    }
}
