//! A main program that checks an adjoint: `⟨xb, xd⟩` against the central difference of `⟨yb, y⟩` along `xd`, and the contract of
//! `conventions.md` §4.4.

use std::fmt::Write;

use diff::HeadSpec;
use il::{Intent, Language, Program, ScalarClass, SymbolId, Type};

/// One dummy argument, or the result.
struct Var {
    name: String,
    declaration: String,
    class: ScalarClass,
    array: bool,
    bytes: u8,
    input: bool,
    output: bool,
}

/// The program text.
pub fn program(p: &Program, head: &HeadSpec, text: &str) -> Result<String, String> {
    let unit = &p.units[head.unit];
    let listed =
        |list: &Option<Vec<diff::Place>>, s: SymbolId| list.as_ref().is_none_or(|l| l.iter().any(|x| x.symbol == s));
    let mut vars = Vec::new();
    for &s in unit.params.iter().chain(unit.result().iter()) {
        let v = p.variable(s).ok_or("a dummy procedure: write a driver")?;
        let scalar = v.ty.scalar().ok_or("not a number: write a driver")?;
        let real = scalar.is_differentiable();
        let is_result = Some(s) == unit.result();
        let mut dims = String::new();
        if let Type::Array { dims: ds, .. } = &v.ty {
            let list: Vec<String> = ds
                .iter()
                .map(|d| {
                    let e = |e: &il::Expr| unparse::unparse_expr(p, unit.scope, Language::Fortran, e);
                    let upper = match &d.upper {
                        il::Upper::At(u) => e(u),
                        _ => "5".to_string(),
                    };
                    match &d.lower {
                        Some(l) => format!("{}:{upper}", e(l)),
                        None => upper,
                    }
                })
                .collect();
            dims = format!("({})", list.join(","));
        }
        vars.push(Var {
            name: if is_result { "result_of_it".into() } else { p.symbols[s].name.to_lowercase() },
            declaration: dims.to_string(),
            class: scalar.class,
            array: !dims.is_empty(),
            bytes: scalar.bytes,
            input: real && !is_result && listed(&head.independents, s) && v.intent != Some(Intent::Out),
            output: real && listed(&head.dependents, s) && v.intent != Some(Intent::In),
        });
    }
    let ty = |v: &Var| match v.class {
        ScalarClass::Integer => "integer".to_string(),
        ScalarClass::Logical => "logical".to_string(),
        ScalarClass::Real => format!("real({})", v.bytes),
        ScalarClass::Complex => format!("complex({})", v.bytes / 2),
    };
    let dummies = if unit.result().is_some() { &vars[..vars.len() - 1] } else { &vars[..] };
    let single = vars.iter().any(|v| {
        matches!(v.class, ScalarClass::Real) && v.bytes == 4 || matches!(v.class, ScalarClass::Complex) && v.bytes == 8
    });
    let mut o = String::new();
    let w = &mut o;
    let _ = writeln!(w, "program driver\n  implicit none");
    for v in &vars {
        if v.class == ScalarClass::Integer && !v.array {
            let value = text
                .lines()
                .find_map(|l| {
                    l.trim_start_matches(['!', 'C']).trim().strip_prefix(&format!("{} = ", v.name)).map(str::to_string)
                })
                .unwrap_or("5".into());
            let _ = writeln!(w, "  integer, parameter :: {} = {value}", v.name);
        }
    }
    for v in &vars {
        if v.class == ScalarClass::Integer && !v.array {
            continue;
        }
        let _ = writeln!(w, "  {} :: {}{}", ty(v), v.name, v.declaration);
        if matches!(v.class, ScalarClass::Real | ScalarClass::Complex) {
            let d = &v.declaration;
            let _ = writeln!(w, "  {} :: {1}_0{d}, {1}_d{d}, {1}_b{d}, {1}_s{d}", ty(v), v.name);
        }
    }
    let f = unit.name.to_lowercase();
    if let Some(r) = vars.last().filter(|_| unit.result().is_some()) {
        let _ = writeln!(w, "  {}, external :: {f}", ty(r));
    }
    let _ = writeln!(
        w,
        "  real(8) :: drv_fd, drv_ad, drv_h, drv_tol\n  integer :: drv_k\n  external :: {f}_b, adstack_check"
    );
    if unit.result().is_none() {
        let _ = writeln!(w, "  external :: {f}");
    }
    for (n, v) in vars.iter().enumerate() {
        match v.class {
            ScalarClass::Integer if v.array => {
                let _ = writeln!(
                    w,
                    "  do drv_k = 1, size({0})\n    {0}(drv_k) = 1 + mod(3*drv_k, size({0}))\n  end do",
                    v.name
                );
            }
            ScalarClass::Logical => {
                let _ = writeln!(w, "  {} = .true.", v.name);
            }
            ScalarClass::Integer => {}
            _ => {
                for (suffix, a, b) in [("_0", 0.6, 0.9), ("_d", 0.3, -0.7), ("_s", 0.8, -0.5)] {
                    let _ = writeln!(w, "  call fill({}{suffix}, {}{}_8, {b}_8)", v.name, a, n + 1);
                }
            }
        }
    }
    let _ = writeln!(w, "  drv_h = {}", if single { "2.d-3" } else { "1.d-6" });
    let _ = writeln!(w, "  drv_tol = {}", if single { "2.d-3" } else { "2.d-7" });
    let _ = writeln!(w, "  drv_fd = (drv_cost(drv_h) - drv_cost(-drv_h))/(2*drv_h)");
    let _ = writeln!(w, "  do drv_k = 1, 2");
    for v in &vars {
        if matches!(v.class, ScalarClass::Integer | ScalarClass::Logical) {
            continue;
        }
        let _ = writeln!(w, "    {0} = {0}_0", v.name);
        let start = match (v.input, v.output) {
            (_, true) => format!("{}_s", v.name),
            (true, false) => "7.7d0".to_string(),
            (false, false) => "0".to_string(),
        };
        let _ = writeln!(w, "    {}_b = {start}", v.name);
    }
    // Inputs that are only read and stand in both lists are added to: the seed counts as the derivative of the identity.
    let mut args = Vec::new();
    for v in dummies {
        args.push(v.name.clone());
        if v.input || v.output {
            args.push(format!("{}_b", v.name));
        }
    }
    if unit.result().is_some() {
        args.push("result_of_it_b".into());
    }
    let _ = writeln!(w, "    call {f}_b({})", args.join(", "));
    let _ = writeln!(w, "    drv_ad = 0");
    for v in vars.iter().filter(|v| v.input) {
        let _ = match v.class {
            ScalarClass::Complex if v.array => {
                writeln!(w, "    drv_ad = drv_ad + sum(real(conjg({0}_b)*{0}_d))", v.name)
            }
            ScalarClass::Complex => writeln!(w, "    drv_ad = drv_ad + real(conjg({0}_b)*{0}_d)", v.name),
            _ if v.array => writeln!(w, "    drv_ad = drv_ad + sum(real({0}_b, 8)*{0}_d)", v.name),
            _ => writeln!(w, "    drv_ad = drv_ad + real({0}_b, 8)*{0}_d", v.name),
        };
    }
    let _ = writeln!(
        w,
        "    if (.not. abs(drv_fd - drv_ad) <= drv_tol*(1 + abs(drv_fd) + abs(drv_ad))) then\n      print *, 'differs', drv_fd, drv_ad, drv_k\n      stop\n    end if"
    );
    for v in dummies.iter().filter(|v| v.output && !v.input) {
        let test = if v.array { format!("any(abs({}_b) > 0)", v.name) } else { format!("abs({}_b) > 0", v.name) };
        let _ = writeln!(w, "    if ({test}) then\n      print *, '{} is not zeroed'\n      stop\n    end if", v.name);
    }
    let _ = writeln!(
        w,
        "  end do\n  call adstack_check()\n  if (abs(drv_fd) < 1.d-9) then\n    print *, 'the derivative is zero: nothing was tested'\n    stop\n  end if\n  print *, 'ok'\ncontains"
    );
    let _ =
        writeln!(w, "  function drv_cost(drv_h) result(drv_c)\n    real(8), intent(in) :: drv_h\n    real(8) :: drv_c");
    for v in &vars {
        if matches!(v.class, ScalarClass::Integer | ScalarClass::Logical) {
            continue;
        }
        let _ = if v.input {
            writeln!(w, "    {0} = {0}_0 + {1}*{0}_d", v.name, if v.bytes == 4 { "real(drv_h, 4)" } else { "drv_h" })
        } else {
            writeln!(w, "    {0} = {0}_0", v.name)
        };
    }
    let plain: Vec<&str> = dummies.iter().map(|v| v.name.as_str()).collect();
    let _ = match unit.result() {
        Some(_) => writeln!(w, "    result_of_it = {f}({})", plain.join(", ")),
        None => writeln!(w, "    call {f}({})", plain.join(", ")),
    };
    let _ = writeln!(w, "    drv_c = 0");
    for v in vars.iter().filter(|v| v.output) {
        let _ = match v.class {
            ScalarClass::Complex if v.array => writeln!(w, "    drv_c = drv_c + sum(real(conjg({0}_s)*{0}))", v.name),
            ScalarClass::Complex => writeln!(w, "    drv_c = drv_c + real(conjg({0}_s)*{0})", v.name),
            _ if v.array => writeln!(w, "    drv_c = drv_c + sum(real({0}_s, 8)*{0})", v.name),
            _ => writeln!(w, "    drv_c = drv_c + real({0}_s, 8)*{0}", v.name),
        };
    }
    let _ = writeln!(w, "  end function drv_cost");
    // One filler for all: sequence association does the rest.
    let mut seen = Vec::new();
    for v in vars.iter().filter(|v| matches!(v.class, ScalarClass::Real | ScalarClass::Complex)) {
        let dims = v.declaration.matches(',').count() + usize::from(v.array);
        if !seen.contains(&(ty(v), dims)) {
            seen.push((ty(v), dims));
        }
    }
    let _ = writeln!(w, "end program driver");
    let mut fillers = String::from("module filler\n  implicit none\n  interface fill\n");
    for n in 0..seen.len() {
        let _ = writeln!(fillers, "    module procedure fill{n}");
    }
    fillers.push_str("  end interface\ncontains\n");
    for (n, (ty, rank)) in seen.iter().enumerate() {
        let colons = vec![":"; *rank].join(",");
        let shape = if *rank > 0 { format!("({colons})") } else { String::new() };
        let _ = writeln!(
            fillers,
            "  subroutine fill{n}(v, a, b)\n    {ty}, intent(out) :: v{shape}\n    real(8), intent(in) :: a, b"
        );
        let value = |t: &str| {
            if ty.starts_with("complex") {
                format!("cmplx({t}, b - 0.3*{t}, kind(v))")
            } else {
                format!("real({t}, kind(v))")
            }
        };
        if *rank == 0 {
            let _ = writeln!(fillers, "    v = {}", value("(a + 0.11*b)"));
        } else {
            let loops: Vec<String> = (1..=*rank).map(|d| format!("i{d}")).collect();
            let _ = writeln!(fillers, "    integer :: {}", loops.join(", "));
            for d in (1..=*rank).rev() {
                let _ = writeln!(fillers, "    do i{d} = 1, size(v, {d})");
            }
            let phase: Vec<String> = (1..=*rank).map(|d| format!("{}*i{d}", 2 * d - 1)).collect();
            let t = format!("(a + 0.8*b*sin(1.7*real({}, 8)))", phase.join(" + "));
            let _ = writeln!(fillers, "    v({}) = {}", loops.join(","), value(&t));
            for _ in 0..*rank {
                fillers.push_str("    end do\n");
            }
        }
        let _ = writeln!(fillers, "  end subroutine fill{n}");
    }
    fillers.push_str("end module filler\n");
    Ok(fillers + &o.replace("program driver\n  implicit none", "program driver\n  use filler\n  implicit none"))
}
