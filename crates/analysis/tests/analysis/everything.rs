//! All Fortran of the repository: every procedure as head, with every combination of options. Nothing panics, and the facts are consistent.

use std::path::{Path, PathBuf};

use analysis::linearity::{Class, Linearity};
use analysis::{At, Head, Options, analyse};
use frontend_fortran::{NoIncludes, lower, parse};
use il::source::SourceFile;
use il::{Program, StmtKind};

fn walk(dir: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, out);
        } else if path.extension().is_some_and(|e| e == "f90" || e == "f") {
            out.push(path);
        }
    }
}

#[test]
fn every_procedure_of_the_repository_can_be_a_head() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    walk(&root.join("tests"), &mut files);
    walk(&root.join("examples"), &mut files);
    for path in files {
        let text = std::fs::read_to_string(&path).expect("readable");
        let mut program = Program::new();
        let mut sources = program.sources.clone();
        let file = sources.add(SourceFile { path: path.display().to_string(), text });
        let (tree, _) = parse(&mut sources, file, &mut NoIncludes, &frontend_fortran::Options::default());
        program.sources = sources;
        // Errors do not matter here: a unit that has some is one more hard case.
        lower::lower(vec![tree], &mut program, &lower::Options::default());
        for (u, unit) in program.units.iter().filter(|(_, u)| u.is_procedure() && !u.is_interface) {
            for (activity, split_all) in [(true, false), (true, true), (false, false)] {
                let options = Options { activity, split_all, ..Options::default() };
                let head = Head { unit: u, independents: Vec::new(), dependents: Vec::new() };
                let facts = analyse(&program, &[head], &options);
                assert!(facts.is_differentiated(u));
                if activity && !split_all {
                    let linearity = Linearity::new(&facts);
                    assert!(linearity.pairs(u, At::Exit).iter().all(|p| p.2 != Class::None));
                    // What does not depend differentiably has no degree.
                    let (matrix, universe) = (facts.diff_dependency(u), facts.universe(u));
                    for (to, inputs) in analysis::polynomial::degrees(&linearity, u) {
                        let mut exit = universe.none();
                        universe.numbers(&[to]).into_iter().for_each(|n| exit.add(n));
                        let from = matrix.backward(&exit);
                        let all = inputs.iter().all(|(v, _)| universe.numbers(&[*v]).iter().all(|n| from.has(*n)));
                        assert!(all, "{}: {}: a degree without a dependence", path.display(), unit.name);
                    }
                    let loops = unit.all_stmts().into_iter().filter(|s| matches!(unit.stmts[*s].kind, StmtKind::Do(_)));
                    loops.for_each(|s| drop(analysis::carried::carried(&linearity, u, s)));
                }
                for s in unit.all_stmts() {
                    for at in [At::Before(s), At::After(s)] {
                        let active = facts.active(u, at);
                        let inside = active.iter().all(|z| {
                            facts.varied(u, at).contains(z)
                                && facts.useful(u, at).contains(z)
                                && facts.active_anywhere(u).contains(z)
                                && facts.zones().zone(z).differentiable
                        });
                        assert!(inside, "{}: {}", path.display(), unit.name);
                    }
                    let written = facts.writes(u, s);
                    assert!(facts.kills(u, s).iter().all(|z| written.contains(z)), "{}: {}", path.display(), unit.name);
                    assert!(
                        facts.to_save(u, s).iter().all(|z| written.contains(z)),
                        "{}: {}",
                        path.display(),
                        unit.name
                    );
                    assert!(facts.flow(u).before(s).is_some(), "{}: {s} of {} has no place", path.display(), unit.name);
                }
            }
        }
    }
}
