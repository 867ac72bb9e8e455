//! What is said of assignments that may give an array of a module or an argument another shape (RT0470), and where nothing is.

use std::path::Path;

#[test]
fn values_of_a_new_allocation_give_no_other_shape() {
    let directory = tempfile::tempdir().expect("a folder");
    let place = directory.path().to_str().expect("a name");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("run/sourced_shapes.f90");
    let (head, file) = (r"sourced_shapes%run(x)\(y)", source.to_str().expect("a name"));
    let words = ["rtapenade", "-reverse", "-head", head, "-O", place, file];
    let (status, said) = rtapenade::run::run(words.map(String::from));
    assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
    assert!(!said.contains("RT0470"), "{said}");
}
