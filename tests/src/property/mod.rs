//! Random structured programs through tangent and adjoint, judged by the interpreter: ⟨ȳ, Jẋ⟩ = ⟨Jᵀȳ, ẋ⟩.
//!
//! `make test` runs some hundreds of programs from fixed seeds, `make test-full` thousands. `RTAPENADE_PROGRAMS=100000 RTAPENADE_SEED=7 make fuzz` runs as many as you like from
//! another one; a failure is shrunk and printed as Fortran with the derivative that is wrong.

mod build;
mod messages;
mod soundness;
mod spec;
mod text;
mod vector;

use diff::{HeadSpec, Mode, Place, Request};
use il::interp::{Machine, Value, View};
use il::{Program, Severity, SourceForm, Span, SymbolId, Type, UnitId};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use build::{N, build};
use spec::Spec;

/// What became of a program.
#[derive(Debug)]
enum Verdict {
    /// The identity holds.
    Right,
    /// The program itself does not run, or its values are not finite: says nothing.
    Skipped,
    /// A wrong derivative, a trap, or a refusal.
    Wrong(String),
}

/// Values of a dummy.
type Values = Vec<f64>;

/// Runs `unit` on values for its dummies, found by name; gives all values afterwards.
fn run(
    program: &Program,
    unit: UnitId,
    values: &dyn Fn(&str) -> Option<Values>,
) -> Result<Vec<(String, Values)>, String> {
    let mut machine = Machine::new(program);
    machine.fuel = 200_000;
    let params: Vec<SymbolId> = program.units[unit].params.clone();
    let mut views: Vec<View> = Vec::new();
    for &p in &params {
        let ty = program.symbol_type(p).cloned().unwrap_or(Type::Void);
        let name = program.symbols[p].name.to_lowercase();
        let v = values(&name).ok_or_else(|| format!("the dummy `{name}` is not known"))?;
        let extents: Vec<usize> = if ty.rank() == 0 { Vec::new() } else { vec![N as usize] };
        let v = v.into_iter().map(Value::Real).collect();
        views.push(machine.object(ty.element().clone(), &extents, v));
    }
    machine.call(unit, &views).map_err(|t| t.message)?;
    params
        .iter()
        .zip(&views)
        .map(|(p, v)| {
            let name = program.symbols[*p].name.to_lowercase();
            let out = machine
                .read(v)
                .into_iter()
                .map(|v| match v {
                    Value::Real(x) => Ok(x),
                    other => Err(format!("`{name}` is {other:?} afterwards")),
                })
                .collect::<Result<Values, String>>()?;
            Ok((name, out))
        })
        .collect()
}

/// A reproducible number in (-1, 1) for a name, an element and a purpose.
fn number(purpose: u64, name: &str, k: usize) -> f64 {
    let mut h = 0x9e37_79b9_7f4a_7c15u64 ^ purpose.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    for b in name.bytes().chain([k as u8]) {
        h = (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
        h ^= h >> 29;
    }
    h = h.wrapping_mul(0x94d0_49bb_1331_11eb);
    h ^= h >> 31;
    (h >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

fn find(program: &Program, name: &str) -> Option<UnitId> {
    program.units.iter().filter(|(_, u)| u.name.eq_ignore_ascii_case(name)).map(|(id, _)| id).next_back()
}

/// Judges one program in one setting.
fn judge(program: &Program, head: UnitId, configure: &dyn Fn(&mut Request)) -> Verdict {
    if let Some(d) = il::verify::verify(program).first() {
        return Verdict::Wrong(format!("the random program is not well-formed: {}", d.message));
    }
    let dummies: Vec<(String, usize)> = program.units[head]
        .params
        .iter()
        .map(|p| {
            (
                program.symbols[*p].name.clone(),
                if program.symbol_type(*p).is_some_and(|t| t.rank() > 0) { N as usize } else { 1 },
            )
        })
        .collect();
    let fill = |purpose: u64, name: &str, n: usize| (0..n).map(|k| number(purpose, name, k)).collect::<Values>();
    let size = |name: &str| dummies.iter().find(|d| d.0 == name).map(|d| d.1);
    let Ok(primal) = run(program, head, &|name| size(name).map(|n| fill(1, name, n))) else { return Verdict::Skipped };
    if primal.iter().flat_map(|p| &p.1).any(|x| !x.is_finite() || x.abs() > 1e6) {
        return Verdict::Skipped;
    }
    let places: Vec<Place> = program.units[head].params.iter().map(|p| Place::whole(*p)).collect();
    let spec = HeadSpec {
        unit: head,
        independents: Some(places.clone()),
        dependents: Some(places),
        extents: Vec::new(),
        span: Span::NONE,
        for_others: false,
    };
    let mut generated = Vec::new();
    for mode in [Mode::Tangent, Mode::Adjoint] {
        let mut request = Request::new(mode, vec![spec.clone()]);
        configure(&mut request);
        match diff::differentiate(program, &request) {
            Ok(output) => {
                if let Some(d) = il::verify::verify(&output.program).first() {
                    return Verdict::Wrong(format!("{mode:?}: {}", d.message));
                }
                generated.push(output);
            }
            Err(diagnostics) => {
                let errors: Vec<_> = diagnostics.into_iter().filter(|d| d.severity == Severity::Error).collect();
                // A program without any active result is not wrong.
                if errors.iter().all(|d| d.message.contains("AD06") || d.message.contains("active"))
                    && !errors.is_empty()
                {
                    return Verdict::Skipped;
                }
                return Verdict::Wrong(format!("{mode:?} refused: {}", errors.first().map_or("", |d| &d.message)));
            }
        }
    }
    let suffixed =
        |name: &str, suffix: char| name.strip_suffix(suffix).and_then(|n| size(n).map(|k| (n.to_string(), k)));
    let Some(tangent_unit) = find(&generated[0].program, "main_d") else {
        return Verdict::Wrong("there is no main_d".into());
    };
    // Derivatives are linear in their seeds, which are divided by a number.
    let seeds =
        |purpose: u64, name: &str, n: usize, by: f64| fill(purpose, name, n).iter().map(|x| x / by).collect::<Values>();
    let tangent_of = |by: f64| {
        run(&generated[0].program, tangent_unit, &|name| {
            size(name).map(|n| fill(1, name, n)).or_else(|| suffixed(name, 'd').map(|(n, k)| seeds(2, &n, k, by)))
        })
    };
    let tangent = match tangent_of(1.0) {
        Ok(t) => t,
        Err(e) => return Verdict::Wrong(format!("tangent: {e}")),
    };
    for (name, values) in &primal {
        if tangent.iter().any(|(n, v)| n == name && v != values) {
            return Verdict::Wrong(format!("the tangent returns another value of `{name}`"));
        }
    }
    let Some(adjoint_unit) = find(&generated[1].program, "main_b") else {
        return Verdict::Wrong("there is no main_b".into());
    };
    let adjoint_of = |by: f64| {
        run(&generated[1].program, adjoint_unit, &|name| {
            size(name).map(|n| fill(1, name, n)).or_else(|| suffixed(name, 'b').map(|(n, k)| seeds(3, &n, k, by)))
        })
    };
    let adjoint = match adjoint_of(1.0) {
        Ok(a) => a,
        Err(e) => return Verdict::Wrong(format!("adjoint: {e}")),
    };
    let Dots { left, right, scale } = match dots(&dummies, &tangent, &adjoint, &fill) {
        Ok(d) => d,
        Err(why) => return Verdict::Wrong(why),
    };
    if !left.is_finite() || !right.is_finite() || scale > 1e12 {
        return Verdict::Skipped;
    }
    if (left - right).abs() <= 1e-12 * scale.max(1.0) {
        return Verdict::Right;
    }
    // Where large numbers cancel on the way, as in `(a - a)*a`, their rounding is what is left; other seeds round otherwise.
    let rounding = [3.0, 7.0, 11.0].into_iter().filter_map(|by| {
        let there = |purpose: u64, name: &str, n: usize| seeds(purpose, name, n, by);
        let there = dots(&dummies, &tangent_of(by).ok()?, &adjoint_of(by).ok()?, &there).ok()?;
        Some((there.left * by * by - left).abs() + (there.right * by * by - right).abs())
    });
    if (left - right).abs() <= 16.0 * rounding.fold(0.0, f64::max) {
        return Verdict::Skipped;
    }
    Verdict::Wrong(format!("dot products differ: {left:e} (tangent), {right:e} (adjoint)"))
}

/// Both sides of the identity, and the sum of the magnitudes of their terms.
struct Dots {
    left: f64,
    right: f64,
    scale: f64,
}

/// The dot products of derivatives with the seeds `fill(2, …)` and `fill(3, …)`.
fn dots(
    dummies: &[(String, usize)],
    tangent: &[(String, Values)],
    adjoint: &[(String, Values)],
    fill: &dyn Fn(u64, &str, usize) -> Values,
) -> Result<Dots, String> {
    let (mut left, mut right, mut scale) = (0.0, 0.0, 0.0f64);
    for (name, n) in dummies {
        let xd = fill(2, name, *n);
        let yb = fill(3, name, *n);
        let yd = tangent.iter().find(|t| t.0 == format!("{name}d")).map(|t| &t.1);
        let xb = adjoint.iter().find(|t| t.0 == format!("{name}b")).map(|t| &t.1);
        match (yd, xb) {
            (Some(yd), Some(xb)) => {
                for k in 0..*n {
                    left += yb[k] * yd[k];
                    right += xb[k] * xd[k];
                    scale += (yb[k] * yd[k]).abs() + (xb[k] * xd[k]).abs();
                }
            }
            // Without an adjoint it must neither vary nor matter.
            (Some(yd), None) => {
                if yd.iter().any(|v| *v != 0.0) && *yd != xd {
                    return Err(format!("`{name}` varies but has no adjoint"));
                }
            }
            (None, Some(xb)) => {
                if xb.iter().any(|v| *v != 0.0) && *xb != yb {
                    return Err(format!("`{name}` matters but has no tangent"));
                }
            }
            (None, None) => {}
        }
    }
    Ok(Dots { left, right, scale })
}

/// A program as Fortran, with its tangent and its adjoint when there are such.
fn show(spec: &Spec, configure: &dyn Fn(&mut Request)) -> String {
    let (program, head) = build(spec);
    let mut text = print(&program, &program.inputs[0].units);
    let places: Vec<Place> = program.units[head].params.iter().map(|p| Place::whole(*p)).collect();
    let spec = HeadSpec {
        unit: head,
        independents: Some(places.clone()),
        dependents: Some(places),
        extents: Vec::new(),
        span: Span::NONE,
        for_others: false,
    };
    for mode in [Mode::Tangent, Mode::Adjoint] {
        let mut request = Request::new(mode, vec![spec.clone()]);
        configure(&mut request);
        if let Ok(output) = diff::differentiate(&program, &request) {
            for f in &output.files {
                text.push_str(&print(&output.program, &f.units));
            }
        }
    }
    text
}

fn print(program: &Program, units: &[UnitId]) -> String {
    unparse::unparse(
        program,
        &unparse::OutputFile { units: units.to_vec(), ..unparse::OutputFile::new(SourceForm::Free) },
    )
}

/// Judges `count` programs from `seed`; panics with a shrunk counterexample.
fn campaign(count: u64, seed: u64, configure: &(dyn Fn(&mut Request) + Sync)) {
    let verdict = |s: &Spec| {
        let (program, head) = build(s);
        judge(&program, head, configure)
    };
    search(count, seed, &verdict, &|s| show(s, configure));
}

/// Looks for a program that `verdict` finds wrong, and shrinks it.
fn search(count: u64, seed: u64, verdict: &dyn Fn(&Spec) -> Verdict, show: &dyn Fn(&Spec) -> String) {
    let mut bytes = [0u8; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = spec::programs();
    let verdict = |s: &Spec| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| verdict(s)))
            .unwrap_or_else(|_| Verdict::Wrong("a panic".into()))
    };
    let (mut right, mut skipped) = (0u64, 0u64);
    while right < count {
        let mut tree = strategy.new_tree(&mut runner).expect("the strategy makes programs");
        match verdict(&tree.current()) {
            Verdict::Right => right += 1,
            Verdict::Skipped => skipped += 1,
            Verdict::Wrong(first) => {
                let mut best = (tree.current(), first);
                let mut tries = 0;
                let mut moved = tree.simplify();
                while moved && tries < 2_000 {
                    tries += 1;
                    let now = tree.current();
                    match verdict(&now) {
                        Verdict::Wrong(why) => {
                            best = (now, why);
                            moved = tree.simplify();
                        }
                        _ => moved = tree.complicate(),
                    }
                }
                panic!("after {right} right programs (seed {seed}): {}\n{}", best.1, show(&best.0));
            }
        }
        assert!(skipped < 4 * count + 100, "too many programs say nothing: {skipped} beside {right}");
    }
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// How many programs are judged, and from which seed: as the user says (one in `part` of what is said), or `all` from `seed` in the full tests, a third of that in
/// a short run, and others in each slice.
fn extent(part: u64, all: u64, seed: u64) -> (u64, u64) {
    let (usual, kind) = crate::portion::programs(all, 3);
    let count =
        std::env::var("RTAPENADE_PROGRAMS").ok().and_then(|v| v.parse::<u64>().ok()).map_or(usual, |n| n / part);
    (count, setting("RTAPENADE_SEED", seed + 100 * kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_random_programs() {
        let (count, seed) = extent(1, 1_500, 1);
        let work = move || campaign(count, seed, &|_| {});
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work).expect("a thread");
        if let Err(e) = thread.join() {
            std::panic::resume_unwind(e);
        }
    }

    #[test]
    fn property_several_directions() {
        let work = || {
            let verdict = |s: &Spec| {
                let (program, head) = build(s);
                vector::judge(&program, head)
            };
            let several = |r: &mut Request| r.directions = Some(diff::Directions { most: 3, inline: true });
            let show = |s: &Spec| show(s, &several);
            let (count, seed) = extent(4, 500, 4);
            search(count, seed, &verdict, &show);
        };
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work).expect("a thread");
        if let Err(e) = thread.join() {
            std::panic::resume_unwind(e);
        }
    }

    #[test]
    fn property_analyses_are_sound() {
        let verdict = |s: &Spec| soundness::judge(&build(s).0);
        let show = |s: &Spec| {
            let program = build(s).0;
            print(&program, &program.inputs[0].units)
        };
        let (count, seed) = extent(20, 100, 3);
        search(count, seed, &verdict, &show);
    }

    #[test]
    fn property_without_improvements() {
        let all = |r: &mut Request| r.disabled.extend(diff::Improvement::ALL.iter().map(|i| i.0));
        let (count, seed) = extent(10, 200, 2);
        let work = move || campaign(count, seed, &all);
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work).expect("a thread");
        if let Err(e) = thread.join() {
            std::panic::resume_unwind(e);
        }
    }
}
