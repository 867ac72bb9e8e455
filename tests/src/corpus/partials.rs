//! Derivatives against partial derivatives that the authors of the code wrote by hand, beside the values.
//!
//! XFOIL's boundary layer closures return each value with its partials, and its Newton matrices (`tests/closed/interval.f90`); the
//! material laws of CalculiX return stresses with their stiffness (`law.f90`, `rubber.f90`), and the polynomials of QUADRULE come with
//! their derivatives (`quadrule.c`). All must agree to 1e-11, number by number.

use std::fmt::Write;
use std::path::Path;

use super::closed::{Trial, attempt, own_directory};
use super::debian;
use crate::{checking, portion};

/// A closure of XFOIL: `arguments` in order, among them `partials` of `value` by `inputs`, which lie within `ranges`.
struct Closure {
    name: &'static str,
    arguments: &'static str,
    inputs: &'static [&'static str],
    ranges: &'static [(f64, f64)],
    value: &'static str,
    partials: &'static [&'static str],
}

const HSL: Closure = Closure {
    name: "hsl",
    arguments: "hk rt msq hs hs_hk hs_rt hs_msq",
    inputs: &["hk"],
    ranges: &[(1.5, 4.2)],
    value: "hs",
    partials: &["hs_hk"],
};
const CFL: Closure = Closure {
    name: "cfl",
    arguments: "hk rt msq cf cf_hk cf_rt cf_msq",
    inputs: &["hk", "rt"],
    ranges: &[(1.5, 5.0), (100.0, 500.0)],
    value: "cf",
    partials: &["cf_hk", "cf_rt"],
};
const DIL: Closure = Closure {
    name: "dil",
    arguments: "hk rt di di_hk di_rt",
    inputs: &["hk", "rt"],
    ranges: &[(1.5, 3.8), (100.0, 500.0)],
    value: "di",
    partials: &["di_hk", "di_rt"],
};
const HST: Closure = Closure {
    name: "hst",
    arguments: "hk rt msq hs hs_hk hs_rt hs_msq",
    inputs: &["hk", "rt", "msq"],
    ranges: &[(1.3, 2.8), (500.0, 5000.0), (0.1, 0.5)],
    value: "hs",
    partials: &["hs_hk", "hs_rt", "hs_msq"],
};
/// Away from the ramp where amplification sets in: XFOIL's AX_RT has ln 10 to eight digits there.
const DAMPL: Closure = Closure {
    name: "dampl",
    arguments: "hk th rt ax ax_hk ax_th ax_rt",
    inputs: &["hk", "th", "rt"],
    ranges: &[(2.8, 3.4), (1e-3, 2e-3), (1000.0, 5000.0)],
    value: "ax",
    partials: &["ax_hk", "ax_th", "ax_rt"],
};

/// Every branch of every closure.
const CLOSURES: &[Closure] = &[
    Closure {
        name: "hkin",
        arguments: "h msq hk hk_h hk_msq",
        inputs: &["h", "msq"],
        ranges: &[(1.5, 3.0), (0.1, 0.5)],
        value: "hk",
        partials: &["hk_h", "hk_msq"],
    },
    HSL,
    Closure { ranges: &[(4.5, 8.0)], ..HSL },
    CFL,
    Closure { ranges: &[(6.0, 9.0), (100.0, 500.0)], ..CFL },
    Closure {
        name: "cft",
        arguments: "hk rt msq cf cf_hk cf_rt cf_msq",
        inputs: &["hk", "rt", "msq"],
        ranges: &[(1.3, 2.5), (1000.0, 5000.0), (0.1, 0.5)],
        value: "cf",
        partials: &["cf_hk", "cf_rt", "cf_msq"],
    },
    DIL,
    Closure { ranges: &[(4.2, 8.0), (100.0, 500.0)], ..DIL },
    // The other partial of DILW, DI_HK, has a wrong sign in XFOIL: -7.6e-4 where the derivative is 4.7e-4.
    Closure { name: "dilw", inputs: &["rt"], ranges: &[(100.0, 500.0)], partials: &["di_rt"], ..DIL },
    Closure {
        name: "dit",
        arguments: "hs us cf st di di_hs di_us di_cf di_st",
        inputs: &["hs", "us", "cf", "st"],
        ranges: &[(1.5, 1.9), (0.2, 0.8), (0.002, 0.005), (0.05, 0.2)],
        value: "di",
        partials: &["di_hs", "di_us", "di_cf", "di_st"],
    },
    HST,
    Closure { ranges: &[(4.5, 8.0), (500.0, 5000.0), (0.1, 0.5)], ..HST },
    Closure { ranges: &[(1.3, 3.0), (210.0, 390.0), (0.1, 0.5)], ..HST },
    Closure {
        name: "hct",
        arguments: "hk msq hc hc_hk hc_msq",
        inputs: &["hk", "msq"],
        ranges: &[(1.3, 2.5), (0.1, 0.5)],
        value: "hc",
        partials: &["hc_hk", "hc_msq"],
    },
    DAMPL,
];

/// A program that draws points and compares each partial with the tangent and with the adjoint.
fn program(c: &Closure) -> String {
    let arguments: Vec<&str> = c.arguments.split(' ').collect();
    let passed = |letter: &str| {
        let one = |a: &&str| match letter {
            "" => a.to_string(),
            _ if c.inputs.contains(a) || *a == c.value => format!("{a}, {a}{letter}"),
            _ => a.to_string(),
        };
        arguments.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let (name, value, n) = (c.name, c.value, c.inputs.len());
    let all = |letter: &str| c.inputs.iter().map(|i| format!("{i}{letter}")).collect::<Vec<_>>().join(", ");
    let mut out = String::from("program closed\n  use judge\n  implicit none\n  real(dp) :: par(10)\n");
    writeln!(out, "  real(dp) :: {}, {value}d, {value}b", arguments.join(", ")).expect("strings take text");
    writeln!(out, "  real(dp) :: {}, {}, u({n}), t({n}), w({n})", all("d"), all("b")).expect("strings take text");
    out.push_str("  integer :: k, seed\n  common /blpar/ par\n  par = 1.0_dp\n");
    for (fixed, at) in [("msq", 0.25), ("rt", 300.0), ("hk", 1.7)] {
        if arguments.contains(&fixed) {
            writeln!(out, "  {fixed} = {at:?}_dp").expect("strings take text");
        }
    }
    writeln!(out, "  seed = 1\n  do k = 1, 50\n    call fill(seed, u, {n})").expect("strings take text");
    for (k, (input, (low, high))) in c.inputs.iter().zip(c.ranges).enumerate() {
        let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0);
        writeln!(out, "    {input} = {middle:?}_dp + {half:?}_dp*u({})", k + 1).expect("strings take text");
    }
    writeln!(out, "    call {name}({})\n    w = [{}]", passed(""), c.partials.join(", ")).expect("strings take text");
    for (k, input) in c.inputs.iter().enumerate() {
        for other in c.inputs {
            writeln!(out, "    {other}d = {}", if other == input { "1.0_dp" } else { "0.0_dp" })
                .expect("strings take text");
        }
        writeln!(out, "    call {name}_d({})\n    t({}) = {value}d", passed("d"), k + 1).expect("strings take text");
    }
    writeln!(out, "    call each('tangent', t, w, {n})\n    {value}b = 1.0_dp").expect("strings take text");
    for input in c.inputs {
        writeln!(out, "    {input}b = 0.0_dp").expect("strings take text");
    }
    writeln!(out, "    call {name}_b({})\n    call each('adjoint', [{}], w, {n})", passed("b"), all("b"))
        .expect("strings take text");
    out.push_str("  end do\nend program closed\n");
    out
}

fn closure(root: &Path, c: &Closure) -> Result<(), String> {
    let file = tempfile::Builder::new().suffix(".f90").tempfile().map_err(|e| e.to_string())?;
    std::fs::write(file.path(), program(c)).map_err(|e| e.to_string())?;
    attempt(&Trial {
        head: &format!("{}({})\\({})", c.name, c.inputs.join(" "), c.value),
        words: &["-d", "-b", "-r8"],
        sources: &[root.join("xblsys.f")],
        include: Some(root),
        program: file.path(),
    })
    .map(drop)
}

#[test]
fn closures_of_xfoil() {
    let Some(root) = debian::source("xfoil", "xblsys.f").filter(|_| checking::have_compilers()) else { return };
    let only = std::env::var("RTAPENADE_ONLY").unwrap_or_default();
    let cases: Vec<&Closure> =
        super::taken(CLOSURES, |c| c.name).into_iter().filter(|c| c.name.contains(&only)).collect();
    let results = checking::in_parallel(&cases, |c| closure(&root, c));
    report(cases.iter().map(|c| format!("{} {:?}", c.name, c.ranges)), results);
}

/// All that one Newton step between two stations needs, with COMMON blocks that arrays overlay.
#[test]
#[ignore = "make test-full"]
fn newton_matrices_of_xfoil() {
    if !portion::turn("newton_matrices_of_xfoil") {
        return;
    }
    let Some(root) = debian::source("xfoil", "xblsys.f").filter(|_| checking::have_compilers()) else { return };
    let own = own_directory();
    let said = attempt(&Trial {
        head: r"interv(p1 p2)\(res)",
        words: &["-d", "-b", "-r8"],
        sources: &[own.join("interval.f"), root.join("xblsys.f")],
        include: Some(&root),
        program: &own.join("interval.f90"),
    });
    assert!(said.is_ok(), "{}", said.unwrap_err());
}

/// Programs of `tests/closed`, what stands for LAW in them, files of CalculiX, and how often the stiffness is the derivative of the stress:
/// of the ideal gas, CalculiX returns half of it (dC = 2 dE is forgotten).
const LAWS: &[(&str, &str, &str, u8)] = &[
    ("law", "umat_ciarlet_el", "umat_ciarlet_el.f", 1),
    ("law", "umat_ideal_gas", "umat_ideal_gas.f", 2),
    ("law", "umat_lin_iso_el", "umat_lin_iso_el.f", 1),
    ("rubber", "-2", "rubber.f", 1),
    ("rubber", "-4", "rubber.f", 1),
    ("rubber", "-5", "rubber.f", 1),
    ("rubber", "-7", "rubber.f", 1),
    ("rubber", "-10", "rubber.f", 1),
];

fn law(root: &Path, (program, name, file, factor): &(&str, &str, &str, u8)) -> Result<(), String> {
    let own = own_directory();
    let text = std::fs::read_to_string(own.join(program).with_extension("f90")).map_err(|e| e.to_string())?;
    let place = tempfile::Builder::new().suffix(".f90").tempfile().map_err(|e| e.to_string())?;
    std::fs::write(place.path(), text.replace("LAW", name).replace("FACTOR", &factor.to_string()))
        .map_err(|e| e.to_string())?;
    let procedure = if *program == "law" { name } else { program };
    attempt(&Trial {
        head: &format!("{procedure}(emec)\\(stre)"),
        words: &["-d", "-b"],
        sources: &[root.join(file)],
        include: None,
        program: place.path(),
    })
    .map(drop)
}

#[test]
#[ignore = "make test-full"]
fn material_laws_of_calculix() {
    if !portion::turn("material_laws_of_calculix") {
        return;
    }
    let Some(root) = debian::source("calculix-ccx", "shape8h.f").filter(|_| checking::have_compilers()) else { return };
    let results = checking::in_parallel(LAWS, |l| law(&root, l));
    report(LAWS.iter().map(|l| format!("{l:?}")), results);
}

#[test]
#[ignore = "make test-full"]
fn polynomials_of_quadrule() {
    if !portion::turn("polynomials_of_quadrule") {
        return;
    }
    let Some(root) = debian::source("quadrule", "quadrule.c").filter(|_| checking::have_compilers()) else { return };
    let said = attempt(&Trial {
        head: r"legendre_recur(x)\(p2) hermite_ss_recur(x)\(p2) laguerre_recur(x)\(p2) r8_gamma(x)\(r8_gamma)",
        words: &["-d", "-b"],
        sources: &[root.join("quadrule.c")],
        include: Some(&root),
        program: &own_directory().join("quadrule.c"),
    });
    assert!(said.is_ok(), "{}", said.unwrap_err());
}

fn report(names: impl Iterator<Item = String>, results: Vec<Result<(), String>>) {
    let failures: Vec<String> = names.zip(results).filter_map(|(n, r)| Some(format!("{n}: {}", r.err()?))).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
