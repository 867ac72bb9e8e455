//! `make install`: what it puts where, and programs that are built against it.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use super::{CHAIN, Place, have, succeeds};
use crate::checking;

/// Where rtapenade is, for those who will use it.
const PREFIX: &str = "/opt/rtapenade";

/// An installed rtapenade.
pub struct Installed {
    prefix: PathBuf,
}

impl Installed {
    fn path(&self, name: &str) -> PathBuf {
        self.prefix.join(name)
    }

    /// Lets a command find what is installed, and build systems that pip has brought.
    pub fn provide(&self, command: &mut Command) {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let own = [self.path("bin")].into_iter().chain(std::env::split_paths(&path)).chain([from_pip().join("bin")]);
        command.env("PATH", std::env::join_paths(own).expect("no colon in it"));
        command.env("PKG_CONFIG_PATH", self.path("lib/pkgconfig")).env("CMAKE_PREFIX_PATH", &self.prefix);
        command.env("FPM_FC", rtapenade::read::fortran_compiler());
    }

    /// What pkg-config says of the tape.
    pub fn flags(&self) -> String {
        let mut command = Command::new("pkg-config");
        self.provide(&mut command);
        succeeds(command.args(["--cflags", "--libs", "adtape"])).trim().to_string()
    }
}

/// The environment for what pip has to bring.
pub fn from_pip() -> PathBuf {
    checking::root().join("target/build-systems")
}

/// Installed once for all tests, by `make install` with a DESTDIR.
pub fn installed() -> &'static Installed {
    static DONE: OnceLock<Installed> = OnceLock::new();
    DONE.get_or_init(|| {
        let destination = checking::root().join("target/installed");
        let _ = std::fs::remove_dir_all(&destination);
        let mut make = Command::new("make");
        make.arg("install").arg(format!("DESTDIR={}", destination.display())).arg(format!("PREFIX={PREFIX}"));
        succeeds(make.current_dir(checking::root()));
        Installed { prefix: destination.join(&PREFIX[1..]) }
    })
}

#[test]
#[ignore = "full: make test-full"]
fn everything_has_its_place() {
    let installed = installed();
    for (name, words) in [
        ("bin/rtapenade", ""),
        ("lib/libadtape.a", ""),
        ("include/rtapenade/adBuffer.h", "pushReal8"),
        ("share/rtapenade/adSpecial.f90", "module adspecial"),
        ("lib/pkgconfig/adtape.pc", "Version: 0."),
        ("lib/cmake/rtapenade/rtapenade-config.cmake", "rtapenade::adtape"),
        ("lib/cmake/rtapenade/rtapenade-config-version.cmake", "PACKAGE_VERSION \"0."),
        ("share/man/man1/rtapenade.1", "emit"),
        ("share/man/man1/rtapenade-check.1", "points"),
        ("share/man/man1/rtapenade-verify.1", "compare with the files on disk"),
        ("share/bash-completion/completions/rtapenade", "--emit-runtime"),
        ("share/zsh/site-functions/_rtapenade", "#compdef rtapenade"),
        ("share/fish/vendor_completions.d/rtapenade.fish", "emit-runtime"),
        ("share/doc/rtapenade/LICENSE-MIT", "MIT"),
    ] {
        let bytes = std::fs::read(installed.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(String::from_utf8_lossy(&bytes).contains(words), "{name}");
    }
    let version = succeeds(Command::new(installed.path("bin/rtapenade")).arg("--version"));
    assert_eq!(version.trim(), format!("rtapenade {}", env!("CARGO_PKG_VERSION")));
    let mut relative = Command::new("make");
    relative.args(["-f", "install/install.mk", "install", "PREFIX=here"]).current_dir(checking::root());
    let output = relative.output().expect("make");
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("begins with /"));
}

/// Shells offer what begins like it.
#[test]
#[ignore = "full: make test-full"]
fn shells_complete_options() {
    let installed = installed();
    let file = |name: &str| format!("'{}'", installed.path(name).display());
    let bash = format!(
        "source {}; COMP_WORDS=(rtapenade --emit); COMP_CWORD=1; _rtapenade rtapenade --emit rtapenade; echo ${{COMPREPLY[@]}}",
        file("share/bash-completion/completions/rtapenade")
    );
    let fish =
        format!("source {}; complete -C 'rtapenade --emit'", file("share/fish/vendor_completions.d/rtapenade.fish"));
    let zsh = format!(
        "fpath=({} $fpath); autoload -U compinit; compinit -D; echo $_comps[rtapenade]; autoload -X +X _rtapenade; echo --emit-runtime",
        file("share/zsh/site-functions")
    );
    for (shell, script, expected) in
        [("bash", bash, "--emit-runtime"), ("fish", fish, "--emit-runtime"), ("zsh", zsh, "_rtapenade")]
    {
        if have(shell) {
            let said = succeeds(Command::new(shell).arg("-c").arg(script));
            assert!(said.contains(expected), "{shell}: {said}");
        }
    }
}

/// New files have the permissions that the umask leaves.
#[cfg(unix)]
#[test]
#[ignore = "full: make test-full"]
fn the_umask_counts() {
    use std::os::unix::fs::PermissionsExt;
    let (installed, place) = (installed(), Place::with(&[("chain.f90", CHAIN)]));
    for (mask, expected) in [("022", 0o644), ("027", 0o640), ("002", 0o664), ("077", 0o600)] {
        let mut shell = Command::new("sh");
        let line = format!("umask {mask}; rtapenade -b -o m{mask} -MD chain.f90");
        shell.args(["-c", &line]).current_dir(place.0.path());
        installed.provide(&mut shell);
        succeeds(&mut shell);
        for name in [format!("m{mask}_b.f90"), format!("m{mask}_b.msg"), format!("m{mask}_b.d")] {
            let mode = std::fs::metadata(place.path(&name)).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, expected, "{name}");
        }
    }
}

/// Programs in both languages by what pkg-config says, one of them a shared library.
#[test]
#[ignore = "full: make test-full"]
fn pkg_config_builds_programs() {
    let installed = installed();
    let c = "#include <math.h>\nvoid chain(int n, const double x[], double *y)\n{\n    double w = 1.0;\n    for (int i = 0; i < n; i++)\n        \
             if (w > x[i]) w = sin(w*x[i]);\n    *y = w;\n}\n";
    let place = Place::with(&[
        ("chain.f90", CHAIN),
        ("chain.c", c),
        (
            "main.f90",
            "program main\n  real(8) :: x(3) = [0.3d0, 0.4d0, 0.5d0], xb(3) = 0, y, yb = 1\n  call chain_b(3, x, xb, y, yb)\n  \
             print '(3f20.15)', xb\nend program\n",
        ),
        (
            "main.c",
            "#include \"chain_b.h\"\n#include <stdio.h>\nint main(void)\n{\n    double x[3] = {0.3, 0.4, 0.5}, xb[3] = {0.0, 0.0, 0.0}, y, yb = 1.0;\n    \
             chain_b(3, x, xb, &y, &yb);\n    printf(\"%20.15f%20.15f%20.15f\\n\", xb[0], xb[1], xb[2]);\n    return 0;\n}\n",
        ),
    ]);
    let run = |line: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-ec", line]).current_dir(place.0.path());
        installed.provide(&mut shell);
        succeeds(&mut shell)
    };
    let strict = "-std=c11 -pedantic -Wall -Wextra -Werror -Wno-unused-parameter";
    let fortran =
        run("rtapenade -b -tape stack chain.f90; gfortran -o f main.f90 chain_b.f90 `pkg-config --libs adtape`; ./f");
    let said = run(&format!(
        "rtapenade -b -tape stack chain.c; gcc {strict} -o c main.c chain_b.c `pkg-config --cflags --libs adtape` -lm; ./c"
    ));
    let last = |text: &str| text.lines().last().map(str::to_string);
    assert!(last(&fortran).is_some_and(|l| l.contains("0.")) && last(&fortran) == last(&said), "{fortran}\n{said}");
    run("gfortran -shared -fPIC -o libchain.so chain_b.f90 `pkg-config --libs adtape` -Wl,--no-undefined");
}

#[test]
#[ignore = "full: make test-full"]
fn it_goes_without_a_trace() {
    let installed = installed();
    let copy = tempfile::tempdir().expect("a directory");
    succeeds(Command::new("cp").arg("-R").arg(installed.prefix.join(".")).arg(copy.path()));
    let mut make = Command::new("make");
    make.args(["-f", "install/install.mk", "uninstall"]).arg(format!("PREFIX={}", copy.path().display()));
    succeeds(make.current_dir(checking::root()));
    let left = succeeds(Command::new("find").arg(copy.path()).args(["-type", "f"]));
    assert_eq!(left, "");
}
