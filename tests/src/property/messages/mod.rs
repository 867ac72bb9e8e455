//! Random programs of several processes, run by the interpreter: Σ ⟨ȳ, Jẋ⟩ = Σ ⟨Jᵀȳ, ẋ⟩ over all processes, tangents against differences, each in an order of
//! its own.

mod grow;

use std::panic::AssertUnwindSafe;
use std::path::Path;

use diff::Mode;
use il::interp::{Group, Machine, Trap, Value, View};
use il::{Program, Severity, UnitId};
use rtapenade::{args::Options, report, run};

use crate::checking;
use grow::{Grown, LENGTH};

/// What became of a program.
#[derive(Clone, PartialEq, Debug)]
enum Verdict {
    Right,
    /// The program itself does not run: says nothing.
    Skipped(String),
    Refused(String),
    Wrong(String),
}

/// Values of the dummies of all processes, by name.
type Given<'g> = dyn Fn(&str, usize) -> Vec<f64> + Sync + 'g;

/// Runs a procedure in all processes; gives the values of a dummy afterwards, of one process behind the other.
fn run_all(
    p: &Program,
    unit: UnitId,
    (size, seed): (usize, u64),
    given: &Given<'_>,
    asked: &[&str],
) -> Result<Vec<Vec<f64>>, String> {
    let one = |process: il::interp::Process| -> Result<Vec<Vec<f64>>, Trap> {
        let rank = process.rank();
        let mut machine = Machine::new(p);
        machine.fuel = 400_000;
        machine.joins(process);
        let params = &p.units[unit].params;
        let mut views: Vec<View> = Vec::new();
        for s in params {
            let ty = p.symbol_type(*s).cloned().unwrap_or(il::Type::Void);
            let name = p.symbols[*s].name.to_lowercase();
            let is_integer = ty.element().scalar().is_some_and(|s| s.class == il::ScalarClass::Integer);
            let values = given(&name, rank).into_iter();
            let values: Vec<Value> =
                values.map(|x| if is_integer { Value::Int(x as i64) } else { Value::Real(x) }).collect();
            let extents = if ty.rank() == 0 { vec![] } else { vec![values.len()] };
            views.push(machine.object(ty.element().clone(), &extents, values));
        }
        machine.call(unit, &views)?;
        let named = |name: &&str| params.iter().position(|s| p.symbols[*s].name.eq_ignore_ascii_case(name));
        let read =
            |v: &View| machine.read(v).into_iter().map(|v| if let Value::Real(x) = v { x } else { f64::NAN }).collect();
        Ok(asked.iter().map(|name| named(name).map(|k| read(&views[k])).unwrap_or_default()).collect())
    };
    let place = |t: Trap| {
        let file = t.span.file.map(|f| &p.sources[f]);
        let line = |text: &str| {
            1 + text.as_bytes()[..(t.span.start as usize).min(text.len())].iter().filter(|b| **b == b'\n').count()
        };
        format!("{}{}", file.map_or(String::new(), |s| format!("line {}: ", line(&s.text))), t.message)
    };
    let all = Group::run(size, seed, one).map_err(place)?;
    Ok((0..asked.len()).map(|k| all.iter().flat_map(|of| of[k].clone()).collect()).collect())
}

/// A number in (-1, 1) for a purpose, a process and an element.
fn number(purpose: u64, rank: usize, k: usize) -> f64 {
    super::number(purpose, "x", k + 100 * rank)
}

fn named(p: &Program, name: &str) -> Option<UnitId> {
    p.units.iter().find(|(_, u)| u.name.eq_ignore_ascii_case(name) && !u.is_interface).map(|(id, _)| id)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// A program with the derivatives of its heads `f1(y)/(x)` and so on, in two outputs.
struct Made {
    program: Program,
    tangent: Program,
    adjoint: Program,
}

/// Differentiates the program of a file.
fn made(path: &Path, options: &[String], heads: &[String]) -> Result<Made, Verdict> {
    let path = path.to_string_lossy().into_owned();
    let heads: Vec<String> = heads.iter().map(|name| format!("{name}(y)/(x)")).collect();
    let heads = heads.join(" ");
    let mut words = vec!["-head", &heads];
    words.extend(options.iter().map(String::as_str));
    words.push(&path);
    let args = checking::arguments(&words);
    let mut program = Program::new();
    let mut said = rtapenade::read::program(&args.options, &mut program);
    run::set_aside(&args.options, &mut program, &mut said);
    let mut outputs = Vec::new();
    for mode in [Mode::Tangent, Mode::Adjoint] {
        let is = |m| mode == m;
        let (tangent, reverse) = (is(Mode::Tangent), is(Mode::Adjoint));
        let options = Options { tangent, reverse, self_check: true, ..args.options.clone() };
        let request = run::request(&options, &mut program, mode, &mut said);
        outputs.extend(request.and_then(|r| run::generate(&program, &r, &mut said)).map(|o| o.program));
    }
    let error = said.iter().find(|d| d.severity == Severity::Error).map(|d| format!("{} {}", d.code, d.message));
    match (outputs.pop(), outputs.pop(), error) {
        (Some(adjoint), Some(tangent), None) => Ok(Made { program, tangent, adjoint }),
        (.., error) => {
            let why = error.unwrap_or_else(|| report::console(&program.sources, &said, Severity::Error));
            Err(if why.starts_with("RT04") { Verdict::Refused(why) } else { Verdict::Skipped(why) })
        }
    }
}

/// Judges the derivatives of a head, whose dummies have `sizes`.
fn judged(made: &Made, head: &str, (processes, seed): (usize, u64), sizes: &(dyn Fn(&str) -> usize + Sync)) -> Verdict {
    let Made { program, tangent, adjoint } = made;
    let (f_d, f_b) = (format!("{head}_d"), format!("{head}_b"));
    let (Some(f), Some(f_d), Some(f_b)) = (named(program, head), named(tangent, &f_d), named(adjoint, &f_b)) else {
        return Verdict::Wrong("a derivative is missing".into());
    };
    let values = |purpose: u64, name: &str, rank: usize| -> Vec<f64> {
        (0..sizes(name)).map(|k| number(purpose, rank, k)).collect()
    };
    let scalar = |name: &str| matches!(name, "n" | "m");
    let original = |step: f64, order: u64| {
        let given = |name: &str, rank: usize| match name {
            _ if scalar(name) => vec![sizes(name) as f64],
            "x" => {
                values(1, name, rank).iter().zip(values(2, name, rank)).map(|(x, d)| 0.7 + 0.3 * x + step * d).collect()
            }
            _ => vec![0.0; sizes(name)],
        };
        run_all(program, f, (processes, order), &given, &["y"]).map(|mut y| y.remove(0))
    };
    let order = |k: u64| seed.wrapping_mul(16) + k;
    let y = match original(0.0, order(1)) {
        Ok(y) if y.iter().all(|v| v.is_finite() && v.abs() < 1e6) => y,
        Ok(_) => return Verdict::Skipped("values that are not finite".into()),
        Err(why) => return Verdict::Skipped(format!("the original: {why}")),
    };
    // Where it is told to, an adjoint adds to what it gets.
    let p = adjoint;
    let is_set = |s: &il::SymbolId| {
        p.symbols[*s].name.eq_ignore_ascii_case("xb")
            && p.variable(*s).is_some_and(|v| v.intent == Some(il::Intent::Out))
    };
    let sets_xb = p.units[f_b].params.iter().any(is_set);
    let given = |name: &str, rank: usize| match name {
        _ if scalar(name) => vec![sizes(name) as f64],
        "x" => values(1, name, rank).iter().map(|x| 0.7 + 0.3 * x).collect(),
        "xd" => values(2, "x", rank),
        "yb" => values(3, "y", rank),
        "xb" if sets_xb => vec![f64::NAN; sizes("x")],
        _ => vec![0.0; sizes(name.trim_end_matches(['d', 'b']))],
    };
    let of_tangent = match run_all(tangent, f_d, (processes, order(2)), &given, &["yd", "y"]) {
        Ok(of) => of,
        Err(why) => return Verdict::Wrong(format!("the tangent: {why}")),
    };
    let of_adjoint = match run_all(adjoint, f_b, (processes, order(3)), &given, &["xb"]) {
        Ok(of) => of,
        Err(why) => return Verdict::Wrong(format!("the adjoint: {why}")),
    };
    let all = |purpose, name: &str| (0..processes).flat_map(|r| values(purpose, name, r)).collect::<Vec<f64>>();
    let (yd, xb) = (&of_tangent[0], &of_adjoint[0]);
    let (a, b) = (dot(yd, &all(3, "y")), dot(xb, &all(2, "x")));
    let size: f64 = yd.iter().zip(all(3, "y")).map(|(p, q)| (p * q).abs()).sum::<f64>().max(1.0);
    if !((a - b).abs() <= 1e-11 * size) {
        return Verdict::Wrong(format!("{a:e} by the tangent, {b:e} by the adjoint"));
    }
    if of_tangent[1].iter().zip(&y).any(|(a, b)| (a - b).abs() > 1e-10 * (1.0 + b.abs())) {
        return Verdict::Wrong("the tangent gives another value".into());
    }
    // Differences of two steps that agree with each other.
    let difference = |h: f64, k: u64| -> Result<Vec<f64>, String> {
        let (up, down) = (original(h, order(k))?, original(-h, order(k + 1))?);
        Ok(up.iter().zip(&down).map(|(u, d)| (u - d) / (2.0 * h)).collect())
    };
    let (Ok(one), Ok(two)) = (difference(1e-5, 4), difference(3e-6, 6)) else {
        return Verdict::Skipped("a step away it does not run".into());
    };
    for k in 0..yd.len() {
        let scale = 1.0 + one[k].abs();
        if (one[k] - two[k]).abs() <= 1e-6 * scale && (yd[k] - one[k]).abs() > 1e-5 * scale {
            return Verdict::Wrong(format!("{} by differences, {} by the tangent", one[k], yd[k]));
        }
    }
    Verdict::Right
}

/// Judges random programs, which are read and differentiated together: most of that is the description of MPI.
fn of_grown(all: &[Grown], options: &[String], seed: u64, at: &Path) -> Vec<Verdict> {
    let path = at.join("f.f90");
    let names: Vec<String> = (1..=all.len()).map(|k| format!("f{k}")).collect();
    let text: Vec<String> = all.iter().zip(1..).map(|(g, k)| g.text(k)).collect();
    std::fs::write(&path, text.join("\n")).expect("written");
    let work = AssertUnwindSafe(|| -> Vec<Verdict> {
        match made(&path, options, &names) {
            Ok(made) => {
                let judge = |(g, name): (&Grown, &String)| judged(&made, name, (g.processes, seed), &|_| LENGTH);
                all.iter().zip(&names).map(judge).collect()
            }
            Err(why) => vec![why; all.len()],
        }
    });
    let verdicts = std::panic::catch_unwind(work).unwrap_or_else(|_| vec![Verdict::Wrong("a panic".into()); all.len()]);
    match all.len() > 1 && verdicts.iter().all(|v| *v == verdicts[0] && *v != Verdict::Right) {
        true => all.iter().flat_map(|g| of_grown(std::slice::from_ref(g), options, seed, at)).collect(),
        false => verdicts,
    }
}

/// The words of a verdict without numbers.
fn kind(v: &Verdict) -> String {
    let words = match v {
        Verdict::Right => return "right".into(),
        Verdict::Skipped(w) | Verdict::Refused(w) | Verdict::Wrong(w) => w,
    };
    let no_numbers: String = words.chars().filter(|c| !c.is_ascii_digit() && !"-.".contains(*c)).collect();
    format!("{}: {no_numbers}", if matches!(v, Verdict::Wrong(_)) { "WRONG" } else { "no word" })
}

/// The program as small as it stays wrong.
fn smallest(g: &Grown, options: &[String], seed: u64, wrong: &Verdict, at: &Path) -> Grown {
    let mut best = g.clone();
    let mut tries = super::setting("RTAPENADE_TRIES", 400);
    'again: loop {
        for smaller in best.smaller() {
            tries = tries.saturating_sub(1);
            if tries == 0 {
                return best;
            }
            let verdict = of_grown(std::slice::from_ref(&smaller), options, seed, at);
            if verdict.first().map(kind) == Some(kind(wrong)) {
                best = smaller;
                continue 'again;
            }
        }
        return best;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::super::{extent, setting, text::random};
    use super::*;

    /// Programs of a seed that are judged together.
    const TOGETHER: u64 = 12;

    fn chosen(seed: u64) -> (Vec<Grown>, Vec<String>) {
        let mut r = random::Random::new(seed ^ 0x5eed);
        let all = (0..TOGETHER).map(|k| grow::grow(seed.wrapping_mul(TOGETHER).wrapping_add(k))).collect();
        (all, random::options(&mut r, false).concat())
    }

    #[test]
    #[ignore = "prints the programs of a seed"]
    fn show_random_messages() {
        let (all, options) = chosen(setting("RTAPENADE_SEED", 1));
        all.iter().zip(1..).for_each(|(g, k)| println!("{}", g.text(k)));
        println!("{options:?}");
    }

    #[test]
    fn property_random_messages() {
        let (count, seed) = extent(10, 240, 1);
        let (next, tally) = (AtomicU64::new(0), Mutex::new((BTreeMap::<String, u64>::new(), 0)));
        let keep = std::env::var("RTAPENADE_KEEP").ok().map(std::path::PathBuf::from);
        let say = |name: String, text: String| {
            keep.as_ref().map(|keep| std::fs::write(keep.join(name), &text).expect("written")).ok_or(text)
        };
        let work = || {
            let place = tempfile::tempdir().expect("a folder");
            loop {
                let own = seed.wrapping_mul(1_000_003).wrapping_add(next.fetch_add(1, Ordering::Relaxed));
                if tally.lock().expect("unbroken").1 >= count {
                    return;
                }
                let (all, options) = chosen(own);
                let verdicts = of_grown(&all, &options, own, place.path());
                for (g, verdict) in all.iter().zip(&verdicts) {
                    let of_kind = {
                        let mut t = tally.lock().expect("unbroken");
                        t.1 += u64::from(*verdict == Verdict::Right);
                        *t.0.entry(kind(verdict)).and_modify(|n| *n += 1).or_insert(1)
                    };
                    let (small, why) = match verdict {
                        Verdict::Wrong(why) if of_kind <= 4 => (smallest(g, &options, own, verdict, place.path()), why),
                        Verdict::Skipped(why) | Verdict::Refused(why) if of_kind < 3 && keep.is_some() => {
                            (g.clone(), why)
                        }
                        _ => continue,
                    };
                    let said = format!("{}! {options:?} seed {own}: {why}\n", small.text(1));
                    if let Err(said) = say(format!("{own}-{of_kind}.f90"), said) {
                        panic!("{said}");
                    }
                }
                let t = tally.lock().expect("unbroken");
                let _ = say("summary.txt".into(), format!("{} right: {:#?}\n", t.1, t.0));
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
        std::thread::scope(|scope| {
            let start =
                || std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work).expect("a thread");
            let threads: Vec<_> = (0..setting("RTAPENADE_THREADS", cores.min(8))).map(|_| start()).collect();
            threads.into_iter().for_each(|t| t.join().unwrap_or_else(|e| std::panic::resume_unwind(e)));
        });
        let t = tally.into_inner().expect("unbroken");
        println!("{} of {}: {:#?}", t.1, t.0.values().sum::<u64>(), t.0);
        assert!(2 * t.1 > t.0.values().sum::<u64>(), "most programs say something: {:?}", t.0);
    }

    /// What processes must not do, a trap says.
    #[test]
    fn processes_trap() {
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join("f.f90");
        let send = "MPI_DOUBLE_PRECISION, 1 - rank, 5, MPI_COMM_WORLD";
        let status = "MPI_STATUS_IGNORE, ierr";
        for (lines, said) in [
            (
                format!("call MPI_Ssend(u, 1, {send}, ierr)\ncall MPI_Recv(v, 1, {send}, {status})"),
                "all processes wait for each other",
            ),
            (
                format!(
                    "call MPI_Isend(u, 1, {send}, r(1), ierr)\nu(1) = 3.0d0*x(1)\ncall MPI_Recv(v, 1, {send}, {status})\ncall MPI_Wait(r(1), {status})"
                ),
                "what is being sent was changed",
            ),
            (
                format!(
                    "call MPI_Irecv(v, 1, {send}, r(1), ierr)\ncall MPI_Send(u, 1, {send}, ierr)\nu(2) = v(1)\ncall MPI_Wait(r(1), {status})"
                ),
                "an undefined value is used",
            ),
            (
                format!("call MPI_Isend(u, 1, {send}, r(1), ierr)\ncall MPI_Wait(r(1), {status})"),
                "nobody receives a message",
            ),
            (
                "if (rank == 0) then\ncall MPI_Barrier(MPI_COMM_WORLD, ierr)\nelse\ncall MPI_Bcast(u, 1, MPI_DOUBLE_PRECISION, 0, \
                 MPI_COMM_WORLD, ierr)\nend if"
                    .to_string(),
                "meet",
            ),
        ] {
            let text = format!(
                "subroutine f(x, y)\nuse mpi\nimplicit none\nreal(8), intent(in) :: x(8)\nreal(8), intent(out) :: y(8)\nreal(8) :: u(8), v(8)\n\
                 integer :: r(2), rank, ierr\ncall MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)\nr = 0\nu = x\nv = x\n{lines}\ny = u + v\nend subroutine f\n"
            );
            std::fs::write(&path, text).expect("written");
            let made = made(&path, &[], &["f".to_string()]).unwrap_or_else(|v| panic!("{lines}: {v:?}"));
            match judged(&made, "f", (2, 1), &|_| LENGTH) {
                Verdict::Skipped(why) if why.contains(said) => {}
                other => panic!("{lines}: {other:?}"),
            }
        }
    }

    /// The interpreter's processes agree with a real MPI, on which these are tested, too.
    #[test]
    fn processes_of_the_interpreter_run_real_programs() {
        for name in ["early", "halo", "pipeline", "loops"] {
            let path = checking::root().join(format!("tests/mpi/{name}.f90"));
            let made = made(&path, &[], &["f".to_string()]).unwrap_or_else(|v| panic!("{name}: {v:?}"));
            for processes in [1, 2, 4] {
                for seed in 1..3 {
                    let sizes = |name: &str| if matches!(name, "x" | "n") { 12 } else { 6 };
                    assert_eq!(judged(&made, "f", (processes, seed), &sizes), Verdict::Right, "{name} on {processes}");
                }
            }
        }
    }
}
