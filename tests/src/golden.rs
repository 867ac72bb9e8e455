//! Generated files to be read: what a change does to the text is seen in the diff of `tests/golden`. The programs are some of `tests/run`, where their
//! derivatives are judged by differences and in every way; here they are small, and chosen so that each language, mode, kind of storage, form of control
//! and directive occurs.

use std::collections::BTreeSet;

use crate::programs::{Case, cases};
use crate::{checking, rereading};

const TANGENT: &str = "-tangent";
const ADJOINT: &str = "-reverse";
const BOTH: &str = "-tangent -reverse";
const SPLIT: &str = "-reverse -nocheckpoint %all%";
const TANGENTS: &str = "-tangent -vector";
const ADJOINTS: &str = "-reverse -vector";
const REUSE: &str = "-reverse -module reuse";
const PLAIN: &str = "-reverse -nooptim everyoptim";
const STACK: &str = "-reverse -tape stack";
const VALUE: &str = "-reverse -gradient";

/// The program, and how its first head is differentiated.
const SHOWN: &[(&str, &str)] = &[
    // Control.
    ("branches.f90", ADJOINT),
    ("loops.f90", ADJOINT),
    ("empty_loops.f90", ADJOINT),
    ("short_loops.f90", ADJOINT),
    ("c_short_loops.c", ADJOINT),
    ("taken_arms.f90", ADJOINT),
    ("noted.f90", ADJOINT),
    ("c_noted.c", ADJOINT),
    ("gotos.f", ADJOINT),
    ("alternate_returns.f", ADJOINT),
    ("stopped_before_the_end.f90", ADJOINT),
    ("fusion_while.f90", ADJOINT),
    ("recursion.f90", SPLIT),
    ("real_loops.f", TANGENT),
    // Storage.
    ("arrays.f90", ADJOINT),
    ("bounds.f90", TANGENT),
    ("assumed_size.f", ADJOINT),
    ("common.f", BOTH),
    ("equivalence.f", ADJOINT),
    ("data.f", TANGENT),
    ("modules.f90", ADJOINT),
    ("modules.f90", REUSE),
    ("host.f90", ADJOINT),
    ("kept_between_calls.f", ADJOINT),
    ("move_alloc.f90", ADJOINT),
    ("allocate_values.f90", TANGENT),
    ("targets_for_pointers.f90", ADJOINT),
    ("aliased.f90", ADJOINT),
    ("optional.f90", BOTH),
    // Types.
    ("structures.f90", ADJOINT),
    ("structure_arrays.f90", TANGENT),
    ("deep_components.f90", ADJOINT),
    ("extension.f90", ADJOINT),
    ("select_type.f90", TANGENT),
    ("structure_operators.f90", ADJOINT),
    ("complex.f90", BOTH),
    ("kinds.f90", ADJOINT),
    ("single.f90", TANGENT),
    // Statements and expressions.
    ("where.f90", ADJOINT),
    ("forall_functions.f90", ADJOINT),
    ("merge.f90", ADJOINT),
    ("matmul.f90", ADJOINT),
    ("reshape.f90", TANGENT),
    ("extrema.f90", BOTH),
    ("intrinsics.f90", ADJOINT),
    ("statement_functions.f", ADJOINT),
    ("elemental.f90", ADJOINT),
    ("input_output.f90", ADJOINT),
    ("files_namelist.f90", TANGENT),
    // Calls.
    ("calls.f90", ADJOINT),
    ("calls.f90", SPLIT),
    ("functions.f90", BOTH),
    ("internal.f90", ADJOINT),
    ("procedure_pointer.f90", ADJOINT),
    ("entry.f", ADJOINT),
    ("specialised_patterns.f90", TANGENT),
    ("submodule.f90", ADJOINT),
    // Directives and options.
    ("independent.f90", ADJOINT),
    ("binomial_heat.f90", ADJOINT),
    ("fp_nested.f90", ADJOINT),
    ("ckp_called.f90", ADJOINT),
    ("do_not_diff.f90", ADJOINT),
    ("self_update.f90", PLAIN),
    ("self_update.f90", STACK),
    ("inout.f90", TANGENTS),
    ("branches.f90", ADJOINTS),
    ("product_of_zeros.f90", VALUE),
    // C.
    ("c_dowhile.c", ADJOINT),
    ("c_early.c", ADJOINT),
    ("c_fallthrough.c", ADJOINT),
    ("c_twod.c", ADJOINT),
    ("c_twod.c", TANGENTS),
    ("c_ptr_struct.c", ADJOINT),
    ("c_nested_struct.c", TANGENT),
    ("c_mallocs.c", ADJOINT),
    ("c_list.c", ADJOINT),
    ("c_calls_table.c", ADJOINT),
    ("c_by_value.c", BOTH),
    ("c_const_extents.c", ADJOINT),
    ("c_macro_names.c", TANGENT),
    ("c_vla.c", ADJOINT),
    ("c_minmax.c", BOTH),
    ("c_recursive.c", SPLIT),
    ("c_mem_swap.c", ADJOINT),
    ("c_globals.c", ADJOINT),
    ("c_mixed_precision.c", ADJOINT),
];

/// The files that are made, one after the other. The line that names the version is left out.
fn made(case: &Case, words: &str) -> String {
    let mut all: Vec<&str> = words.split_whitespace().collect();
    all.extend(["-head", &case.head]);
    all.extend(case.options.iter().map(String::as_str));
    let texts = rereading::derivative(&rereading::options(&all, std::slice::from_ref(&case.path)));
    let texts = texts.unwrap_or_else(|| panic!("{} is refused with {words}", case.path.display()));
    let plain =
        |t: &str| t.lines().filter(|l| !l.contains("rtapenade 0.")).map(|l| format!("{l}\n")).collect::<String>();
    texts.iter().map(|t| format!("==> {}\n{}", t.name, plain(&t.content))).collect()
}

#[test]
fn generated_files() {
    let cases = cases();
    let first = |name: &str| {
        let is = |c: &&Case| c.position == 0 && c.path.file_name().is_some_and(|n| n == name);
        cases.iter().find(is).unwrap_or_else(|| panic!("{name} is not in tests/run"))
    };
    let texts = checking::in_parallel(SHOWN, |(name, words)| made(first(name), words));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(checking::root().join("tests/golden"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut names = BTreeSet::new();
    for ((name, words), text) in SHOWN.iter().zip(texts) {
        let way: String = words.split_whitespace().map(|w| w.trim_matches(['-', '%'])).collect::<Vec<_>>().join("_");
        let name = format!("{}_{way}", name.replace('.', "_"));
        assert!(names.insert(name.clone()), "{name} is there twice");
        settings.bind(|| insta::assert_snapshot!(name, text));
    }
    // A golden that nobody makes is deleted.
    for entry in std::fs::read_dir(checking::root().join("tests/golden")).expect("tests/golden").flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let made = file.strip_suffix(".snap").is_none_or(|n| names.contains(n));
        assert!(made || file.ends_with(".new"), "{file} is made by nobody");
    }
}
