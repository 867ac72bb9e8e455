//! Code models (`crates/diff/src/model`): the two methods of the article on Code Reflection, in Fortran and in C.
//!
//! Both languages give one model; it is pinned with its active sets and derivatives. The derivatives are worth what the hand-written ones are.

use std::path::PathBuf;

use diff::model::{Model, Number, build, derive, eliminate, run};
use il::{Program, UnitId};
use rtapenade::read;

use crate::checking;

fn load(name: &str) -> (PathBuf, Program, UnitId) {
    let path = checking::root().join("tests/models").join(name);
    let text = path.to_string_lossy().into_owned();
    let options = checking::arguments(&["-head", "f(f)/(x)", &text]).options;
    let mut program = Program::new();
    let _ = read::program(&options, &mut program);
    let unit = program.units.iter().find(|(_, u)| u.name == "f" && u.is_procedure()).map(|(u, _)| u);
    let unit = unit.unwrap_or_else(|| panic!("{name}: no function f"));
    (path, program, unit)
}

fn value(model: &Model, args: &[Number]) -> f64 {
    let out = run(model, args).unwrap_or_else(|| panic!("no value:\n{}", model.to_text()));
    out[0].real()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-14 * (1.0 + a.abs() + b.abs())
}

/// Model, derivatives and their elimination against what a person wrote, at these points.
fn judge(name: &str, points: &[[Number; 2]], f: &dyn Fn(f64, f64) -> f64, partials: &[&dyn Fn(f64, f64) -> f64]) {
    let (_, program, unit) = load(name);
    let model = build(&program, unit).expect("scalars only");
    assert_eq!(model.independents().len(), partials.len(), "{name}");
    for p in points {
        let (x, y) = (p[0].real(), p[1].real());
        assert!(close(value(&model, p), f(x, y)), "{name}: f({x}, {y})");
        for (k, partial) in model.independents().into_iter().zip(partials) {
            let plain = derive(&program, unit, &model, k).expect("has a derivative");
            let short = eliminate(&plain);
            for m in [&plain, &short] {
                let (found, by_hand) = (value(m, p), partial(x, y));
                assert!(
                    close(found, by_hand),
                    "{name}: df/d{k}({x}, {y}) is {found}, by hand {by_hand}\n{}",
                    m.to_text()
                );
            }
            let size = |m: &Model| m.blocks.iter().map(|b| b.ops.len()).sum::<usize>();
            assert!(size(&short) < size(&plain), "{name}: nothing was eliminated");
        }
    }
}

#[test]
fn values_are_those_of_the_hand_written_derivatives() {
    let reals = [[0.3, 0.7], [1.0, 2.0], [-1.5, 0.25], [0.0, 3.0]].map(|p| p.map(Number::Real));
    let f = |x: f64, y: f64| x * (-(x * y).sin() + y) * 4.0;
    let dx = |x: f64, y: f64| (-(x * y).sin() + y - x * (x * y).cos() * y) * 4.0;
    let dy = |x: f64, y: f64| x * (1.0 - (x * y).cos() * x) * 4.0;
    for name in ["simple.f90", "simple.c"] {
        judge(name, &reals, &f, &[&dx, &dy]);
    }
    let mut turns = Vec::new();
    for y in 0..8 {
        turns.extend([-1.5, 0.5, 2.0].map(|x| [Number::Real(x), Number::Integer(y)]));
    }
    let inner = |y: f64| (0..y as i64).filter(|i| *i > 1 && *i < 5).count() as i32;
    let f = |x: f64, y: f64| x.powi(inner(y));
    let dx = |x: f64, y: f64| match inner(y) {
        0 => 0.0,
        n => f64::from(n) * x.powi(n - 1),
    };
    for name in ["control.f90", "control.c"] {
        judge(name, &turns, &f, &[&dx]);
    }
}

#[test]
fn both_languages_give_one_model() {
    for name in ["simple", "control"] {
        let texts = ["f90", "c"].map(|e| {
            let (_, program, unit) = load(&format!("{name}.{e}"));
            diff::model::describe(&program, unit).expect("scalars only")
        });
        assert_eq!(texts[0], texts[1]);
        insta::assert_snapshot!(name, texts[0]);
    }
}

#[test]
fn generated_procedures_agree_too() {
    for (name, inputs) in [("simple.f90", ""), ("simple.c", ""), ("control.f90", "y = 4\n"), ("control.c", "y = 4\n")] {
        let directory = tempfile::tempdir().expect("a directory");
        let given = directory.path().join("inputs.txt");
        std::fs::write(&given, inputs).expect("written");
        let (path, ..) = load(name);
        let words = ["-head", "f(f)/(x)", "--interpret", "--inputs", &given.to_string_lossy(), &path.to_string_lossy()];
        if let Err(e) = checking::check(&checking::arguments(&words)) {
            panic!("{name}: {e}");
        }
    }
}

#[test]
fn what_is_no_model_is_refused_by_name() {
    let path = checking::root().join("tests/run/rows.c").to_string_lossy().into_owned();
    let options = checking::arguments(&["-head", "f(f)/(x)", &path]).options;
    let mut program = Program::new();
    let _ = read::program(&options, &mut program);
    for (u, _) in program.units.iter().filter(|(_, u)| u.is_procedure()) {
        assert!(build(&program, u).is_err());
    }
}
