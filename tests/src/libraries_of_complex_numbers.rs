//! Derivatives of BLAS and LAPACK for complex numbers: each routine in a loop over its options and increments, judged by `check` with routines of our own
//! (`tests/libraries/complex.f90`), in double and single precision. Independents are real and imaginary parts, and both parts of all that a call leaves matter.

use crate::libraries::{Written, check_routines};
use crate::{checking, portion};

/// A call in terms of a loop over options: `u` is `U` or `L`, `t` and `r` are `N`, `T` or `C`, `c` is `N` or `C`, `s` is `L` or `R`, `g` is `N` or `U`, `p` and `q` are
/// increments; `n` is how many combinations there are. With `!`, the matrix `a` has a large diagonal.
const CALLS: &[(&str, u32, &str)] = &[
    ("axpy", 36, "call ?axpy(4, al, v, p, w, q)"),
    ("scal", 1, "call ?scal(4, al, v, 2)"),
    ("rscal", 1, "call ?~scal(4, ra, v, 2)"),
    ("copy", 36, "call ?copy(4, v, p, w, q)"),
    ("swap", 36, "call ?swap(4, v, p, w, q)"),
    ("dotu", 36, "al = 2.0d0*?dotu(4, v, p, w, q)"),
    ("dotc", 36, "al = 2.0d0*?dotc(4, v, p, w, q)"),
    ("nrm2", 1, "al = ~?nrm2(4, v, 2)"),
    ("asum", 1, "al = ~?asum(4, v, 2)"),
    ("amax", 1, "al = v(i?amax(4, v, 1))"),
    ("gemv", 36, "call ?gemv(t, 4, 3, al, a, 5, v, p, be, w, q)"),
    ("geru", 36, "call ?geru(4, 3, al, v, p, w, q, a, 5)"),
    ("gerc", 36, "call ?gerc(4, 3, al, v, p, w, q, a, 5)"),
    ("gemm", 36, "call ?gemm(t, r, 4, 3, 5, al, a, 5, b, 5, be, c, 5)"),
    ("hemm", 4, "call ?hemm(s, u, 4, 3, al, a, 5, b, 5, be, c, 5)"),
    ("herk", 36, "call ?herk(u, d, 4, 3, ra, a, 5, rb, c, 5)"),
    ("hemv", 36, "call ?hemv(u, 4, al, a, 5, v, p, be, w, q)"),
    ("her2k", 36, "call ?her2k(u, d, 4, 3, al, a, 5, b, 5, rb, c, 5)"),
    ("trmv", 36, "call ?trmv(u, t, g, 4, a, 5, v, p)"),
    ("trmm", 36, "call ?trmm(s, u, t, g, 4, 3, al, a, 5, b, 5)"),
    ("trtrs", 36, "!call ?trtrs(u, t, g, 4, 3, a, 5, b, 5, info)"),
    ("getri", 1, "call ?getrf(4, 4, a, 5, ipiv, info)\n    call ?getri(4, a, 5, ipiv, work, 25, info)"),
    ("trsv", 36, "!call ?trsv(u, t, g, 4, a, 5, v, p)"),
    ("trsm", 36, "!call ?trsm(s, u, t, g, 4, 3, al, a, 5, b, 5)"),
    ("potrf", 4, "!call ?potrf(u, 4, a, 5, info)"),
    ("potrs", 4, "!call ?potrs(u, 4, 3, a, 5, b, 5, info)"),
    ("posv", 4, "!call ?posv(u, 4, 3, a, 5, b, 5, info)"),
    ("laswp", 1, "ipiv(1:3) = (/3, 3, 4/)\n    call ?laswp(4, a, 5, 1, 3, ipiv, 1)"),
    ("getrf", 1, "call ?getrf(4, 4, a, 5, ipiv, info)"),
    ("getrs", 12, "call ?getrf(4, 4, a, 5, ipiv, info)\n    call ?getrs(t, 4, 3, a, 5, ipiv, b, 5, info)"),
    ("gesv", 1, "call ?gesv(4, 3, a, 5, ipiv, b, 5, info)"),
];

/// Routines that are written once more with active factors.
const WITH_ACTIVE_FACTORS: &[&str] = &["axpy", "scal", "rscal", "gemv", "geru", "gerc", "gemm"];

/// A procedure that calls a routine in all its ways.
fn procedure(name: &str, combinations: u32, call: &str, active: bool) -> String {
    let diagonal = call.starts_with('!');
    let call = call.trim_start_matches('!');
    let factors = match active {
        true => "al = 0.7d0*x(1) + i1*x(3)\n    be = 0.3d0 + x(2) - i1*x(4)**2\n    ra = x(5)**2\n    rb = 0.3d0",
        false => "al = (0.7d0, 0.4d0)\n    be = (0.3d0, -0.2d0)\n    ra = 0.7d0\n    rb = merge(0.3d0, 1.0d0, k < 12)",
    };
    let diagonal = if diagonal { "\n      a(j,j) = a(j,j) + 8.0d0" } else { "" };
    format!(
        "subroutine f_{name}(x, y)
  implicit none
  real(8), intent(in) :: x(12)
  real(8), intent(out) :: y(3)
  complex(8), parameter :: i1 = (0.0d0, 1.0d0)
  complex(8) :: al, be, a(5,5), b(5,5), c(5,5), v(12), w(12), work(25)
  real(8) :: ra, rb
  integer :: i, j, k, p, q, info, ipiv(5)
  character :: u, t, r, s, g, d
  complex(8), external :: ?dotu, ?dotc
  real(8), external :: ~?nrm2, ~?asum
  integer, external :: i?amax
  y = 0.0d0
  do k = 0, {combinations} - 1
    u = merge('U', 'L', mod(k, 2) == 0)
    s = merge('L', 'R', mod(k/2, 2) == 0)
    t = merge('N', merge('T', 'C', mod(k/4, 3) == 1), mod(k/4, 3) == 0)
    r = merge('N', merge('T', 'C', mod(k/12, 3) == 1), mod(k/12, 3) == 0)
    d = merge('N', 'C', mod(k/2, 2) == 0)
    g = merge('N', 'U', mod(k/12, 2) == 0)
    p = merge(1, merge(2, -2, mod(k/12, 3) == 1), mod(k/12, 3) == 0)
    q = merge(1, merge(-1, 3, mod(k/12, 3) == 1), mod(k/12, 3) == 0)
    {factors}
    do j = 1, 5
      do i = 1, 5
        a(i,j) = sin(1.3d0*i + 0.7d0*j)*x(mod(i+2*j,12)+1) + 0.1d0*i + i1*(cos(1.0d0*i*j)*x(mod(2*i+j,12)+1) - 0.2d0*j)
        b(i,j) = cos(0.9d0*i - 1.1d0*j)*x(mod(3*i+j,12)+1) + i1*x(mod(i+j,12)+1)**2
        c(i,j) = 0.2d0*i - 0.3d0*j + x(mod(i*j,12)+1)**2 - i1*sin(1.0d0*i + j)*x(mod(i+4*j,12)+1)
      end do{diagonal}
    end do
    do i = 1, 12
      v(i) = x(i)**2 - 0.4d0 + i1*(0.3d0 - x(13-i))
      w(i) = sin(x(i)) + 0.1d0*i + i1*x(i)*x(13-i)
    end do
    {call}
    do j = 1, 5
      do i = 1, 5
        y(1) = y(1) + sin(i + 2.0d0*j + k)*real(a(i,j))**2 + cos(1.0d0*i*j)*aimag(a(i,j))
        y(2) = y(2) + cos(2.0d0*i + j - k)*real(b(i,j)) + sin(1.0d0*i - 2*j)*aimag(b(i,j))**2
        y(3) = y(3) + real(c(i,j)*(0.1d0*i - i1*0.2d0*j)) + real(c(i,j))*aimag(c(i,j))
      end do
    end do
    do i = 1, 12
      y(1) = y(1) + real(v(i))*cos(1.0d0*i + k) + aimag(v(i))**2
      y(2) = y(2) + real(w(i))**2*sin(1.0d0*i - k) - 0.1d0*i*aimag(w(i))
    end do
    y(3) = y(3) + real(al**2) + aimag(al*be)
  end do
end subroutine f_{name}
"
    )
}

/// In double or single precision.
fn in_precision(text: &str, single: bool) -> String {
    match single {
        false => text.replace('?', "z").replace('~', "d"),
        true => {
            let text = text.replace('?', "c").replace('~', "s").replace("d0", "e0").replace("1.0d-6", "1.0e-6");
            text.replace("real(8)", "real(4)").replace("complex(8)", "complex(4)")
        }
    }
}

/// Checks the routines, as one program.
fn check(name: &str, few: u64, active: bool, single: bool) {
    let is_taken = |routine: &str| {
        // What is nearly singular is not judged in single precision.
        let is_exact = !matches!(routine, "getrf" | "getrs" | "getri" | "gesv");
        (!single || is_exact)
            && (!active || WITH_ACTIVE_FACTORS.contains(&routine))
            && portion::takes(&format!("{routine} of {name}"), few)
    };
    let calls: Vec<_> = CALLS.iter().filter(|(routine, ..)| is_taken(routine)).copied().collect();
    let written = Written { reference: "complex.f90", text: &|text| in_precision(text, single) };
    check_routines(name, &calls, &written, &|name, n, call| procedure(name, n, call, active));
}

#[test]
fn routines_are_right() {
    check("passive_factors", 3, false, false);
}

#[test]
fn routines_with_active_factors_are_right() {
    check("active_factors", 2, true, false);
}

#[test]
fn routines_in_single_precision_are_right() {
    check("single", 5, false, true);
}

/// Matrices of several blocks, products of vectors, and a triangle that is a factor of another one.
#[test]
fn a_program_is_right() {
    if !checking::have_compilers() || !portion::takes("hermitian", 2) {
        return;
    }
    let directory = tempfile::tempdir().expect("a folder");
    let at = |file: &str| directory.path().join(file).to_string_lossy().into_owned();
    let folder = checking::root().join("tests/libraries");
    let reference = std::fs::read_to_string(folder.join("complex.f90")).expect("readable");
    std::fs::write(at("reference.f90"), in_precision(&reference, false)).expect("written");
    std::fs::write(at("inputs.txt"), "n = 70\nx(70) = 0.0 .. 9.0\nturn = 0.7\n").expect("written");
    let source = folder.join("hermitian.f90").to_string_lossy().into_owned();
    let (given, reference) = (at("inputs.txt"), at("reference.f90"));
    let words = ["-head", "hermitian(value)/(x, turn, y)", "--inputs", &given, "--with", &reference, &source];
    let checked = checking::check(&checking::arguments(&words));
    assert!(checked.is_ok(), "{}", checked.err().unwrap_or_default());
}
