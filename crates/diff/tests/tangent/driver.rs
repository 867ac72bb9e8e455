//! A main program that checks a tangent against central differences along the same direction, and its values against the original's.

use std::fmt::Write;

use diff::{HeadSpec, Output, Part, Place, Slot};
use il::{Intent, Language, Program, ScalarClass, SymbolId, Type};

struct Var {
    name: String,
    ty: String,
    dims: String,
    rank: usize,
    class: ScalarClass,
    bytes: u8,
    input: bool,
    output: bool,
}

impl Var {
    fn real(&self) -> bool {
        matches!(self.class, ScalarClass::Real | ScalarClass::Complex)
    }
}

/// The program text.
pub fn program(p: &Program, output: &Output, head: &HeadSpec, text: &str) -> Result<String, String> {
    let unit = &p.units[head.unit];
    let listed = |list: &Option<Vec<Place>>, s: SymbolId| list.as_ref().is_none_or(|l| l.iter().any(|x| x.symbol == s));
    let mut vars = Vec::new();
    for &s in unit.params.iter().chain(unit.result().iter()) {
        let v = p.variable(s).ok_or("a dummy procedure: write a driver")?;
        let scalar = v.ty.scalar().ok_or("not a number: write a driver")?;
        let show = |e: &il::Expr| unparse::unparse_expr(p, unit.scope, Language::Fortran, e);
        let dims: Vec<String> = match &v.ty {
            Type::Array { dims, .. } => dims
                .iter()
                .map(|d| {
                    let upper = if let il::Upper::At(u) = &d.upper { show(u) } else { "5".into() };
                    d.lower.as_ref().map_or(upper.clone(), |l| format!("{}:{upper}", show(l)))
                })
                .collect(),
            _ => Vec::new(),
        };
        let is_result = Some(s) == unit.result();
        vars.push(Var {
            name: if is_result { "res".into() } else { p.symbols[s].name.to_lowercase() },
            ty: match scalar.class {
                ScalarClass::Integer => "integer".into(),
                ScalarClass::Logical => "logical".into(),
                ScalarClass::Real => format!("real({})", scalar.bytes),
                ScalarClass::Complex => format!("complex({})", scalar.bytes / 2),
            },
            rank: dims.len(),
            dims: if dims.is_empty() { String::new() } else { format!("({})", dims.join(",")) },
            class: scalar.class,
            bytes: scalar.bytes,
            input: scalar.is_differentiable()
                && !is_result
                && listed(&head.independents, s)
                && v.intent != Some(Intent::Out),
            output: scalar.is_differentiable() && listed(&head.dependents, s) && v.intent != Some(Intent::In),
        });
    }
    let derivative = output.derivative(head.unit, Part::Tangent).ok_or("no derivative")?;
    let f = output.program.units[derivative.generated].name.to_lowercase();
    let primal = unit.name.to_lowercase();
    let is_function = unit.result().is_some();
    let fixed = |name: &str| {
        text.lines().find_map(|l| {
            l.trim_start_matches(['!', 'C']).trim().strip_prefix(&format!("{name} = ")).map(str::to_string)
        })
    };
    let mut o = String::from("program driver\n  implicit none\n");
    let w = &mut o;
    for v in vars.iter().filter(|v| v.class == ScalarClass::Integer && v.rank == 0) {
        let _ = writeln!(w, "  integer, parameter :: {} = {}", v.name, fixed(&v.name).unwrap_or("5".into()));
    }
    for v in vars.iter().filter(|v| v.class != ScalarClass::Integer || v.rank > 0) {
        let (n, d) = (&v.name, &v.dims);
        let _ = writeln!(w, "  {} :: {n}{d}, {n}_0{d}, {n}_d{d}, {n}_s{d}, {n}_p{d}", v.ty);
    }
    let _ = writeln!(w, "  real(8) :: drv_plus, drv_minus, drv_fd, drv_ad, drv_h, drv_tol\n  integer :: drv_k");
    // Dummies may ask for an explicit interface, so all procedures are contained in modules only when the case has its own driver.
    let returns = derivative.signature.returns;
    let tangent_is_function = is_function && format!("{returns:?}") == "Derivative";
    if is_function {
        let ty = &vars.last().expect("a result").ty;
        let _ = writeln!(w, "  {ty}, external :: {primal}");
        if tangent_is_function {
            let _ = writeln!(w, "  {ty}, external :: {f}");
        }
    }
    let _ = writeln!(
        w,
        "  drv_h = {}\n  drv_tol = {}",
        if single(&vars) { "2.d-3" } else { "1.d-6" },
        if single(&vars) { "3.d-3" } else { "3.d-7" }
    );
    for (n, v) in vars.iter().enumerate() {
        match v.class {
            ScalarClass::Integer if v.rank > 0 => {
                let _ = writeln!(
                    w,
                    "  do drv_k = 1, size({0})\n    {0}(drv_k) = 1 + mod(3*drv_k, size({0}))\n  end do",
                    v.name
                );
            }
            ScalarClass::Logical => {
                let _ = writeln!(w, "  {0}_0 = .true.\n  {0} = .true.", v.name);
            }
            ScalarClass::Integer => {}
            _ => {
                for (suffix, a, b) in [("0", 0.6, 0.9), ("d", 0.3, -0.7), ("s", 0.8, -0.5)] {
                    fill(w, v, suffix, a + 0.1 * n as f64, b);
                }
            }
        }
    }
    let dummies: Vec<&Var> = vars.iter().filter(|v| v.name != "res" || !is_function).collect();
    let actuals: Vec<String> = dummies.iter().map(|v| v.name.clone()).collect();
    let call = if is_function {
        format!("res = {primal}({})", actuals.join(", "))
    } else {
        format!("call {primal}({})", actuals.join(", "))
    };
    for (sign, into) in [("+ drv_h*", "drv_plus"), ("- drv_h*", "drv_minus")] {
        for v in vars.iter().filter(|v| v.real()) {
            let shift = if v.input { format!(" {sign}{}_d", v.name) } else { String::new() };
            let shift = if v.bytes == 4 && v.class == ScalarClass::Real {
                shift.replace("drv_h*", "real(drv_h, 4)*")
            } else {
                shift
            };
            let _ = writeln!(w, "  {0} = {0}_0{shift}", v.name);
        }
        let _ = writeln!(w, "  {call}\n  {into} = 0");
        for v in vars.iter().filter(|v| v.output) {
            let _ = writeln!(w, "  {into} = {into} + {}", weigh(v, ""));
        }
    }
    let _ = writeln!(w, "  drv_fd = (drv_plus - drv_minus)/(2*drv_h)");
    for v in vars.iter().filter(|v| v.real()) {
        let _ = writeln!(w, "  {0} = {0}_0", v.name);
    }
    let _ = writeln!(w, "  {call}");
    for v in vars.iter().filter(|v| v.real()) {
        let _ = writeln!(w, "  {0}_p = {0}\n  {0} = {0}_0", v.name);
        if !v.input {
            // What is overwritten may hold anything before.
            let _ = writeln!(w, "  {0}_d = 77.7", v.name);
        }
    }
    let mut args = Vec::new();
    for slot in &derivative.signature.slots {
        args.push(match slot {
            Slot::Primal(k) => dummies[*k].name.clone(),
            Slot::Derivative(k) => format!("{}_d", dummies[*k].name),
            Slot::Value => "res".into(),
            Slot::ResultDerivative => "res_d".into(),
            Slot::Directions => "1".into(),
            Slot::Partial(_) => unreachable!("a tangent has no partial derivatives"),
        });
    }
    let _ = match tangent_is_function {
        true => writeln!(w, "  res_d = {f}({})", args.join(", ")),
        false => writeln!(w, "  call {f}({})", args.join(", ")),
    };
    let _ = writeln!(w, "  drv_ad = 0");
    for v in vars.iter().filter(|v| v.output) {
        let _ = writeln!(w, "  drv_ad = drv_ad + {}", weigh(v, "_d"));
        let test = if v.rank > 0 {
            format!("any(abs({0} - {0}_p) > drv_tol*1d-3)", v.name)
        } else {
            format!("abs({0} - {0}_p) > drv_tol*1d-3", v.name)
        };
        let _ = writeln!(w, "  if ({test}) then\n    print *, 'the value of {} differs'\n    stop\n  end if", v.name);
    }
    let _ = writeln!(
        w,
        "  if (.not. abs(drv_fd - drv_ad) <= drv_tol*(1 + abs(drv_fd) + abs(drv_ad))) then\n    print *, 'differs', drv_fd, drv_ad\n    stop\n  end if"
    );
    let _ = writeln!(
        w,
        "  if (abs(drv_fd) < 1.d-9) then\n    print *, 'the derivative is zero: nothing was tested'\n    stop\n  end if"
    );
    let _ = writeln!(w, "  print *, 'ok'\nend program driver");
    Ok(o)
}

fn single(vars: &[Var]) -> bool {
    vars.iter().any(|v| v.class == ScalarClass::Real && v.bytes == 4 || v.class == ScalarClass::Complex && v.bytes == 8)
}

/// The weighted sum of a variable's elements.
fn weigh(v: &Var, suffix: &str) -> String {
    let product = match v.class {
        ScalarClass::Complex => format!("real(conjg({0}_s)*{0}{suffix}, 8)", v.name),
        _ => format!("real({0}_s, 8)*{0}{suffix}", v.name),
    };
    if v.rank > 0 { format!("sum({product})") } else { product }
}

fn fill(w: &mut String, v: &Var, suffix: &str, a: f64, b: f64) {
    let name = format!("{}_{suffix}", v.name);
    let value = |t: String| match v.class {
        ScalarClass::Complex => format!("cmplx({t}, {b} - 0.3*{t}, kind({name}))"),
        _ => format!("real({t}, kind({name}))"),
    };
    if v.rank == 0 {
        let _ = writeln!(w, "  {name} = {}", value(format!("{a}d0")));
        return;
    }
    // Element by element through a reshape of a counted list.
    let shape = if v.rank == 1 { format!("[size({name})]") } else { format!("shape({name})") };
    let item = value(format!("({a}_8 + ({b}_8)*sin(1.7d0*drv_k))"));
    let _ = writeln!(w, "  {name} = reshape([( &\n    {item}, &\n    drv_k = 1, size({name}))], {shape})");
}
