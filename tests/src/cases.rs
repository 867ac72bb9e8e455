//! What stood between projects that use Tapenade and a switch, each reduced to a file of `tests/cases`: how it is run, what is said, and what the output
//! has or has not. What the derivatives compute is judged where the kinds have their tests (`black_boxes`, `unknown_names`, `distinct_pointers`, `switch`, …).

use crate::checking;

/// Words of the command line, the codes of what is said (in the order of their numbers), parts that the output has, parts that it has not. A first code with
/// `!` is an error: nothing is written.
type Case = (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);

#[rustfmt::skip]
const CASES: &[Case] = &[
    // What no differentiated statement needs stops nothing; the declaration stays as it was.
    ("-b -head f a1_unknown_kind.f90", &["RT0202"], &["real(kind="], &[]),
    ("-b -head aux%f a2_only_unknown_name.f90", &["RT0203"], &["subroutine f_b("], &[]),
    ("-b -head aux%g a2b_only_unknown_name.f90", &["RT0203"], &["subroutine g_b("], &[]),
    ("-b -head f a3_undeclared_bounds.f90", &["RT0202"], &["subroutine f_b("], &[]),
    ("-b -head aux%f a4_only_unknown_in_active.f90", &["RT0203"], &["subroutine f_b("], &[]),
    ("-b -head drive r_d3_unknown_module.f90", &["RT0201", "RT0202"], &["subroutine drive_b("], &[]),
    ("-b -head f r_d3b_component.f90", &["!RT0207", "RT0201"], &[], &[]),
    // Pointers whose targets are not shown are distinct.
    ("-b -head flux%step(w)>(w) b1_pointer_passive.f90", &[], &["wb(i)"], &["gamb"]),
    ("-b -head geo%faces c1_iiloop_allocatable.f90", &[], &["subroutine faces_b("], &["push"]),
    ("-b -head geo%faces c1_iiloop_pointer.f90", &[], &["subroutine faces_b("], &["push"]),
    ("-b -head f r_d13a_iiloop_ptr.f90", &[], &["subroutine f_b("], &[]),
    ("-b -head f r_d13b_iiloop_sum.f90", &[], &["subroutine f_b("], &[]),
    // Names that users see are those of the pattern: locals give way.
    ("-d -head flux%area b2_name_taken.f90", &[], &[":: xd"], &["xd0 =>", "xd0(:)"]),
    // Procedures without source.
    ("-d -ext d_lib.txt -head top d1_ext_readonly.f", &[], &["top_d("], &["findun_d"]),
    ("-b -ext d_lib2.txt -head top d1_ext_readonly.f", &[], &["top_b("], &["findun_b"]),
    ("-b -head top d3_unknown_noactive.f", &["RT0426"], &["top_b("], &["findun_b"]),
    // Fortran 77 stays.
    ("-b -head top d2_saved_local.f", &[], &["common"], &["module", "associate"]),
    ("-b -head lim r_d12_f77.f", &[], &["LIM_B("], &["ASSOCIATE", "MODULE"]),
    // What is written is the user's.
    ("-b -head upper%top p_asize.f90", &[], &["c(i:i,1)"], &["c(i:i,*)"]),
    ("-b -head model%f p_gen_stub.f90 p_gen_use.f90", &[], &["put(id, r)", "put(id, 1.d0)"], &["put_list(", "put_real("]),
    ("-b -head f p_iface.f90", &[], &["subroutine f_b("], &["interface"]),
    ("-d -head top%f p_zeroarg.f90", &[], &["solve_d("], &["spread("]),
    ("-b -head mean r_d7_macro.c", &[], &["xb[NPT]"], &["xb[8]"]),
    ("-b -head run r_d9_implicit.c", &["RT0202"], &["helper_b"], &[]),
    // Signatures.
    ("-b -head g(g)/(x) p_loc.c", &[], &["double q[3], double qb[3]"], &[]),
    ("-b -head g(y)/(x) p_loc2.f90", &[], &["qb"], &[]),
    ("-b -head springs%energy(p%e)/(p%x) r_d2_component.f90", &[], &["energy_b("], &["k:"]),
    ("-b -fixinterface -head energy(e)/(x) r_d2c_ptr_dummies.f90", &[], &["subroutine energy_b(x, xb, k, e, eb, n)"], &[]),
    // Heads and options.
    ("-b -head area(loss)/(x) r_d6_names.f90", &["RT0303", "RT0306"], &["subroutine area_b("], &[]),
    ("-b -head area(a)/(x,q) r_d6_names.f90", &["RT0303"], &["subroutine area_b("], &[]),
    ("-b -head loss(sum)/(w) p_retvar.c", &["RT0303"], &["loss_b("], &[]),
    ("-b -nocheckpoint m.step -head m%top p_nocall.f90", &[], &["step_fwd", "step_bwd"], &[]),
    ("-b -head f p_endname.f90", &["RT0106"], &["subroutine f_b("], &[]),
    // Directives.
    ("-b -head run%steps p_binfile.f90", &[], &["adbinomial"], &[]),
    ("-b -head relax(j)/(c) r_d1_fploop_partial.f90", &["RT0463"], &["subroutine relax_b("], &[]),
    ("-b -nocheckpoint m.step -head m%top p_split3.f90", &[], &["step_fwd", "step_bwd"], &[]),
    ("-b -head m%cloud p_ras_strap.f90", &[], &["subroutine cloud_b("], &[]),
    // Text: one factor for a section, no power without need, a polynomial in one pass.
    ("-b -head steps r_d5_scale.f90", &[], &["subroutine steps_b("], &[]),
    ("-b -head f r_d8_pow.f90", &[], &["subroutine f_b("], &["1.0_dp) >="]),
    ("-b -head poly r_d11_horner.c", &[], &["poly_b("], &[]),
];

/// The status, what is said, and the text of all that was written.
fn run(words: &str) -> (bool, String, String) {
    let folder = checking::root().join("tests/cases");
    let out = tempfile::tempdir().expect("a folder");
    let is_file = |w: &&str| w.ends_with(".f90") || w.ends_with(".f") || w.ends_with(".c") || w.ends_with(".txt");
    let word = |w: &str| match is_file(&w) {
        true => folder.join(w).to_string_lossy().into_owned(),
        false => w.to_string(),
    };
    let mut all = vec!["rtapenade".to_string(), "-O".to_string(), out.path().to_string_lossy().into_owned()];
    all.extend(words.split(' ').map(word));
    let (status, said) = rtapenade::run::run(all);
    let mut files: Vec<_> = std::fs::read_dir(out.path()).expect("a folder").flatten().map(|f| f.path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "f90" || e == "f" || e == "c"));
    files.sort();
    let text: Vec<String> = files.iter().map(|f| std::fs::read_to_string(f).expect("text")).collect();
    (status == rtapenade::run::SUCCESS, said, text.concat())
}

#[test]
fn cases_are_as_users_expect() {
    let mut wrong = Vec::new();
    for (words, codes, has, lacks) in CASES {
        let (made, said, text) = run(words);
        let mut found: Vec<&str> = said.split('[').skip(1).filter_map(|part| part.split(']').next()).collect();
        found.retain(|c| c.starts_with("RT") && c.len() == 6);
        found.sort_unstable();
        found.dedup();
        let mut expected: Vec<&str> = codes.iter().map(|c| c.trim_start_matches('!')).collect();
        expected.sort_unstable();
        let refused = codes.iter().any(|c| c.starts_with('!'));
        let lacking = has.iter().filter(|part| !text.contains(**part));
        let beyond = lacks.iter().filter(|part| text.contains(**part));
        let parts: Vec<&&str> = lacking.chain(beyond).collect();
        if made == refused || found != expected || !parts.is_empty() {
            wrong.push(format!("{words}: {found:?} {parts:?}\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A second run with another head does not overwrite what the first has written.
#[test]
fn outputs_of_other_heads_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().to_string_lossy().into_owned();
    let source = checking::root().join("tests/cases/r_d15_overwrite.f").to_string_lossy().into_owned();
    let run = |head: &str| {
        let words = ["rtapenade", "-O", &at, "-b", "-head", head, &source];
        let (status, said) = rtapenade::run::run(words.map(str::to_string));
        (status == rtapenade::run::SUCCESS, said)
    };
    assert!(run("aone").0);
    let (made, said) = run("atwo");
    assert!(!made && said.contains("aone"), "{said}");
}
