//! Several directions at once give what each of them gives alone: random programs in both modes.

use diff::{Directions, HeadSpec, Mode, Pattern, Place, Request};
use il::interp::{Machine, Value, View};
use il::{Program, Severity, Span, SymbolId, UnitId};

use super::build::N;
use super::{Values, Verdict, find, number, run};

/// Room for directions, and how many there are.
const MOST: usize = 3;
const COUNT: usize = 2;

/// Judges one program.
pub(super) fn judge(program: &Program, head: UnitId) -> Verdict {
    let params: Vec<SymbolId> = program.units[head].params.clone();
    let size = |name: &str| {
        let s = params.iter().find(|p| program.symbols[**p].name == name)?;
        Some(if program.symbol_type(*s).is_some_and(|t| t.rank() > 0) { N as usize } else { 1 })
    };
    let fill = |purpose: u64, name: &str, n: usize| (0..n).map(|k| number(purpose, name, k)).collect::<Values>();
    let places: Vec<Place> = params.iter().map(|p| Place::whole(*p)).collect();
    let spec = HeadSpec {
        unit: head,
        independents: Some(places.clone()),
        dependents: Some(places),
        extents: Vec::new(),
        span: Span::NONE,
        for_others: false,
    };
    for (mode, letter) in [(Mode::Tangent, 'd'), (Mode::Adjoint, 'b')] {
        let scalar = Request::new(mode, vec![spec.clone()]);
        let mut several = scalar.clone();
        several.directions = Some(Directions { most: MOST as i64, inline: true });
        several.patterns.tangent_procedure = Pattern::new("%_dv");
        several.patterns.adjoint_procedure = Pattern::new("%_bv");
        // What the scalar mode refuses or gets wrong is judged elsewhere.
        let Ok(one) = diff::differentiate(program, &scalar) else { return Verdict::Skipped };
        let all = match diff::differentiate(program, &several) {
            Ok(all) => all,
            Err(said) => {
                let first = said.into_iter().find(|d| d.severity == Severity::Error);
                return Verdict::Wrong(format!("{mode:?}: {}", first.map_or(String::new(), |d| d.message)));
            }
        };
        if let Some(d) = il::verify::verify(&all.program).first() {
            return Verdict::Wrong(format!("{mode:?}: {}", d.message));
        }
        let (Some(alone), Some(together)) =
            (find(&one.program, &format!("main_{letter}")), find(&all.program, &format!("main_{letter}v")))
        else {
            return Verdict::Wrong("there is no derivative".into());
        };
        let base = |name: &str| name.strip_suffix(letter).filter(|n| size(n).is_some()).map(str::to_string);
        let mut expected = Vec::new();
        for d in 0..COUNT {
            let result = run(&one.program, alone, &|name| match (size(name), base(name)) {
                (Some(n), _) => Some(fill(1, name, n)),
                (None, Some(b)) => Some(fill(10 + d as u64, &b, size(&b)?)),
                (None, None) => None,
            });
            match result {
                Ok(r) => expected.push(r),
                Err(_) => return Verdict::Skipped,
            }
        }
        let found = match run_several(&all.program, together, &|name, d| match (size(name), base(name)) {
            (Some(n), _) => Some((fill(1, name, n), false)),
            (None, Some(b)) => Some((fill(10 + d as u64, &b, size(&b)?), true)),
            (None, None) => None,
        }) {
            Ok(f) => f,
            Err(why) => return Verdict::Wrong(format!("{mode:?} in several directions: {why}")),
        };
        for (name, values) in &found {
            let is_derivative = base(name).is_some() && size(name).is_none();
            // An adjoint leaves original values as it likes.
            if !is_derivative && mode == Mode::Adjoint {
                continue;
            }
            for (d, one) in expected.iter().enumerate() {
                let Some((_, wanted)) = one.iter().find(|(n, _)| n == name) else { continue };
                let own: Values =
                    if is_derivative { values.iter().skip(d).step_by(MOST).copied().collect() } else { values.clone() };
                let scale = wanted.iter().fold(1.0f64, |m, x| m.max(x.abs()));
                if wanted.iter().any(|x| !x.is_finite()) || scale > 1e12 {
                    return Verdict::Skipped;
                }
                if own.len() != wanted.len() || own.iter().zip(wanted).any(|(a, b)| !((a - b).abs() <= 1e-12 * scale)) {
                    return Verdict::Wrong(format!(
                        "{mode:?}: direction {} of `{name}` is {own:?}, alone {wanted:?}",
                        d + 1
                    ));
                }
            }
        }
    }
    Verdict::Right
}

/// Runs a procedure with several directions: `values` gives those of a dummy in one of them, and whether it is a derivative.
fn run_several(
    program: &Program,
    unit: UnitId,
    values: &dyn Fn(&str, usize) -> Option<(Values, bool)>,
) -> Result<Vec<(String, Values)>, String> {
    let mut machine = Machine::new(program);
    machine.fuel = 400_000;
    let mut views: Vec<(String, View)> = Vec::new();
    for &p in &program.units[unit].params {
        let ty = program.symbol_type(p).ok_or("a dummy without a type")?;
        let name = program.symbols[p].name.to_lowercase();
        let (extents, cells): (Vec<usize>, Vec<Value>) = if name == "nbdirs" {
            (Vec::new(), vec![Value::Int(COUNT as i64)])
        } else {
            let (first, is_derivative) = values(&name, 0).ok_or_else(|| format!("the dummy `{name}` is not known"))?;
            let n = first.len();
            let whole = ty.rank() > usize::from(is_derivative);
            if is_derivative {
                let mut all = vec![Value::Undefined; n * MOST];
                for d in 0..COUNT {
                    let (own, _) = values(&name, d).ok_or("a direction without values")?;
                    own.into_iter().enumerate().for_each(|(k, x)| all[k * MOST + d] = Value::Real(x));
                }
                (if whole { vec![MOST, n] } else { vec![MOST] }, all)
            } else {
                (if whole { vec![n] } else { Vec::new() }, first.into_iter().map(Value::Real).collect())
            }
        };
        views.push((name, machine.object(ty.element().clone(), &extents, cells)));
    }
    let arguments: Vec<View> = views.iter().map(|v| v.1.clone()).collect();
    machine.call(unit, &arguments).map_err(|t| t.message)?;
    let number = |v: Value| if let Value::Real(x) = v { x } else { f64::NAN };
    Ok(views.into_iter().map(|(name, v)| (name, machine.read(&v).into_iter().map(number).collect())).collect())
}
