//! What is generated compiles without a warning where the original does, also without optimisation: `rtapenade check` lets gfortran's warnings of
//! descriptors of allocatable arrays pass, since users write such programs; what is ours gives no cause for them.

use std::path::Path;
use std::process::Command;

use rtapenade::{read, run};

/// Programs of `tests/run` whose derivatives have arrays that their first value allocates: in a row, in branches, in turns, in hosts.
const PROGRAMS: &[&str] = &[
    "allocated_results",
    "arrays",
    "bounds",
    "component_elements",
    "constructors",
    "extrema",
    "harmless_parts",
    "internal_setup",
    "other_bounds",
    "overwritten_parts",
    "vector_subscripts",
    "where_masks",
];

fn compiles(directory: &Path, file: &str) -> Result<(), String> {
    let strict = ["-std=f2018", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-unused-dummy-argument", "-c", file];
    let made = Command::new(read::fortran_compiler()).current_dir(directory).args(strict).output();
    let made = made.expect("it runs");
    if made.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&made.stderr).into_owned()) }
}

#[test]
fn arrays_that_their_first_value_allocates_give_no_warning() {
    for name in PROGRAMS {
        let directory = tempfile::tempdir().expect("a folder");
        let place = directory.path();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("run/{name}.f90"));
        let text = std::fs::read_to_string(&source).expect("a program");
        let file = place.join(format!("{name}.f90"));
        std::fs::write(&file, &text).expect("a copy");
        compiles(place, &format!("{name}.f90")).unwrap_or_else(|e| panic!("{name} itself: {e}"));
        let head = text.lines().find_map(|l| l.strip_prefix("! head: ")).expect("a head");
        for (mode, suffix) in [("-tangent", "d"), ("-reverse", "b")] {
            let words = ["rtapenade", mode, "-head", head, "-O", place.to_str().expect("a name")];
            let all = words.into_iter().map(String::from).chain([file.to_str().expect("a name").to_string()]);
            let (status, said) = run::run(all);
            assert_eq!(status, run::SUCCESS, "{name}: {said}");
            compiles(place, &format!("{name}_{suffix}.f90")).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
}
