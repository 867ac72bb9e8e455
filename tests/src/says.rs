//! What is said where many users get stuck in their first hour: each message names the cause and the way out, at the right place. The whole texts are
//! snapshots; of each kind of mistake there are some that nobody wrote the message for.

use std::path::Path;

use crate::checking;

/// A command line and its files: what is said about it is the snapshot of its name.
struct Case {
    name: &'static str,
    arguments: &'static [&'static str],
    /// The first is given on the command line, and so are others that are sources.
    files: &'static [(&'static str, &'static str)],
}

const HEAD: &[&str] = &["-d", "-head", "f(x)\\(y)"];
const C_HEAD: &[&str] = &["-d", "-head", "f(x)\\(f)"];

const TWO: &[(&str, &str)] = &[(
    "two.f90",
    "subroutine f(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  y = x*x\nend subroutine f\n\
     subroutine g(x, y)\n  real(8), intent(in) :: x(3)\n  real(8), intent(out) :: y\n  y = sum(x*x)\nend subroutine g\n",
)];

const SHAPES: &[(&str, &str)] = &[(
    "shapes.f90",
    "module shapes\n  implicit none\n  type, abstract :: shape\n  contains\n    procedure(size_of), deferred :: size\n  end type\n  \
     type, extends(shape) :: circle\n    real(8) :: r\n  contains\n    procedure :: size => circle_size\n    procedure :: grow_by, grow_to\n    \
     generic :: grow => grow_by, grow_to\n  end type\n  abstract interface\n    subroutine size_of(self, a)\n      import shape\n      \
     class(shape), intent(in) :: self\n      real(8), intent(out) :: a\n    end subroutine\n  end interface\ncontains\n  \
     subroutine circle_size(self, a)\n    class(circle), intent(in) :: self\n    real(8), intent(out) :: a\n    a = 3.14d0*self%r**2\n  end subroutine\n  \
     subroutine grow_by(self, a)\n    class(circle), intent(inout) :: self\n    real(8), intent(in) :: a\n    self%r = self%r*a\n  end subroutine\n  \
     subroutine grow_to(self, n)\n    class(circle), intent(inout) :: self\n    integer, intent(in) :: n\n    self%r = n\n  end subroutine\nend module\n",
)];

const MAIN: &[(&str, &str)] = &[(
    "main.f90",
    "program model\n  implicit none\n  real(8) :: x, y\n  x = 2\n  y = x*x\n  print *, y\nend program model\n",
)];

const COST: &[(&str, &str)] = &[(
    "cost.f90",
    "subroutine cost(wind, misfit)\n  implicit none\n  real(8), intent(in) :: wind(3)\n  real(8), intent(out) :: misfit\n  \
     real(8) :: loss\n  loss = sum(wind**2)\n  misfit = loss\nend subroutine cost\n",
)];

const RETURNS: &[(&str, &str)] = &[(
    "cost.c",
    "double cost(double u) {\n    static double w = 2.0;\n    double loss = u*u;\n    if (u < 0) return 0.0;\n    w = w * u;\n    loss += w;\n    \
     return loss;\n}\n",
)];

const CASES: &[Case] = &[
    // Names in lists that the procedure does not show.
    Case { name: "lists_name_a_local", arguments: &["-b", "-head", "cost(loss)/(wind)"], files: COST },
    Case { name: "lists_name_nothing", arguments: &["-b", "-head", "cost(misfit)/(wnd, wind)"], files: COST },
    Case { name: "lists_name_a_local_twice", arguments: &["-b", "-head", "cost(wind, misfit, loss)"], files: COST },
    Case { name: "lists_name_what_is_returned", arguments: &["-b", "-head", "cost(loss)/(u)"], files: RETURNS },
    Case { name: "lists_name_a_static_local", arguments: &["-d", "-head", "cost(cost)/(w)"], files: RETURNS },
    Case {
        name: "options_list_unknown_procedures",
        arguments: &[
            "-b",
            "-nocheckpoint",
            "m.step",
            "-specializeactivity",
            "cst m%cost",
            "-head",
            "cost(misfit)/(wind)",
        ],
        files: COST,
    },
    // What earlier calls have left.
    Case {
        name: "a_saved_real_of_an_earlier_call",
        arguments: &["-b", "-head", "model(y)/(lat)"],
        files: &[(
            "model.f90",
            "subroutine model(lat, first, y)\n  implicit none\n  real(8), intent(in) :: lat\n  logical, intent(in) :: first\n  \
             real(8), intent(out) :: y\n  real(8), save :: scale = 1\n  if (first) scale = 3\n  y = scale*lat\nend subroutine\n",
        )],
    },
    Case {
        name: "a_saved_table_of_an_argument",
        arguments: &["-d", "-head", "model(y)/(x)"],
        files: &[(
            "model.f",
            "      SUBROUTINE MODEL(A, X, Y)\n      DOUBLE PRECISION A, X, Y, C(2)\n      LOGICAL DONE\n      SAVE C, DONE\n      DATA DONE /.FALSE./\n      \
             IF (.NOT. DONE) THEN\n        C(1) = A\n        C(2) = A*A\n        DONE = .TRUE.\n      END IF\n      Y = C(1)*X + C(2)*X*X\n      END\n",
        )],
    },
    Case {
        name: "an_entry_that_the_head_does_not_call",
        arguments: &["-b", "-head", "flux(f)/(u)"],
        files: &[(
            "a.f",
            "      SUBROUTINE SETUP(A)\n      DOUBLE PRECISION A, U, F, SLOPE\n      SAVE SLOPE\n      SLOPE = A\n      RETURN\n      \
             ENTRY FLUX(U, F)\n      F = SLOPE*U**2\n      END\n",
        )],
    },
    Case {
        name: "a_static_of_an_earlier_call",
        arguments: &["-b", "-head", "model(model)/(lat)"],
        files: &[(
            "model.c",
            "static double table[4];\nstatic void prepare(double lat) { for (int i = 0; i < 4; i++) table[i] = lat*(i + 1); }\n\
             double model(double lat, int on)\n{\n    double s = 0;\n    if (on) prepare(lat);\n    for (int i = 0; i < 4; i++) s += table[i]*table[i];\n    \
             return s;\n}\n",
        )],
    },
    // END with the name of another procedure.
    Case {
        name: "end_of_another_procedure",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "module m\ncontains\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    y = x*x\n  \
             end subroutine g\nend module n\n",
        )],
    },
    Case {
        name: "end_of_another_procedure_for_one_that_is_missing",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "module m\ncontains\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    y = x*x\n    \
             call inner\n  contains\n    subroutine inner\n  end subroutine f\nend module m\n",
        )],
    },
    // Coarrays.
    Case {
        name: "coarray_declared",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "subroutine f(x, y)\n  implicit none\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  real(8) :: s[*]\n  s = x*x\n  sync all\n  y = s[1]\nend subroutine f\n",
        )],
    },
    Case {
        name: "coarray_attribute",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "module m\n  real(8), codimension[*] :: s\n  real(8), allocatable :: t(:)[:]\ncontains\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    y = x\n  end subroutine f\nend module m\n",
        )],
    },
    Case {
        name: "coarray_of_a_type",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "subroutine f(x, y, c)\n  use grids, only: grid\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  type(grid) :: c[2, *]\n  y = c[1, this_image()]%u*x\nend subroutine f\n",
        )],
    },
    // The other source form.
    Case {
        name: "fixed_form_in_f90",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "C     A subroutine of the old days\n      SUBROUTINE F(X, Y)\n      DOUBLE PRECISION X, Y\nC     The result\n      Y = X*X +\n     &    3.0D0*X\n      IF (X .GT. 1.0D0) GOTO 10\n      Y = Y + 1.0D0\n   10 CONTINUE\n      END\n",
        )],
    },
    Case {
        name: "fixed_form_without_comments",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "      subroutine f(x, y)\n      double precision x, y\n      y = x*x\n     1    + 3.0d0*x\n      if (y .gt. 1.0d0)\n     1    y = y - 1.0d0\n      end\n",
        )],
    },
    Case {
        name: "fixed_form_by_option",
        arguments: &["-d", "-ffree-form", "-head", "f(x)\\(y)"],
        files: &[("a.f", "* stars\n      subroutine f(x, y)\n      double precision x, y\n      y = x*x\n      end\n")],
    },
    Case {
        name: "free_form_in_f",
        arguments: HEAD,
        files: &[(
            "a.f",
            "subroutine f(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  y = x*x + &\n    3*x\nend subroutine f\n",
        )],
    },
    Case {
        name: "one_mistake_in_free_form",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "subroutine f(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  y = x*x z\nend subroutine f\n",
        )],
    },
    // Heads.
    Case { name: "head_with_colons", arguments: &["-d", "-head", "swe::f(x)\\(y)"], files: TWO },
    Case { name: "head_with_a_section", arguments: &["-d", "-head", "g(x(1:3))\\(y)"], files: TWO },
    Case { name: "head_with_a_range", arguments: &["-d", "-head", "g(1:3)\\(y)"], files: TWO },
    Case { name: "heads_with_semicolon", arguments: &["-d", "-head", "f;g"], files: TWO },
    Case { name: "heads_with_comma", arguments: &["-d", "-head", "f(x)\\(y), g(x)\\(y)"], files: TWO },
    Case { name: "head_missing", arguments: &["-d"], files: TWO },
    Case {
        name: "head_missing_in_c",
        arguments: &["-d"],
        files: &[(
            "a.c",
            "static double square(double x) { return x * x; }\ndouble f(double x, const double *c) { return square(x) * c[0]; }\nvoid g(const double *x, double *y, int n) { for (int i = 0; i < n; i++) y[i] = square(x[i]); }\n",
        )],
    },
    Case { name: "head_missing_in_a_program", arguments: &["-d"], files: MAIN },
    Case { name: "head_is_a_program", arguments: &["-d", "-head", "model(x)\\(y)"], files: MAIN },
    Case { name: "head_is_a_module", arguments: &["-d", "-head", "shapes"], files: SHAPES },
    Case { name: "head_is_a_binding", arguments: &["-d", "-head", "grow"], files: SHAPES },
    Case { name: "head_is_a_generic_binding", arguments: &["-d", "-head", "circle%grow"], files: SHAPES },
    Case { name: "head_is_deferred", arguments: &["-d", "-head", "shape%size"], files: SHAPES },
    Case { name: "head_is_no_binding", arguments: &["-d", "-head", "shapes%circle%sizes"], files: SHAPES },
    Case {
        name: "head_without_body",
        arguments: &["-d", "-head", "solve"],
        files: &[(
            "a.f90",
            "subroutine f(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  call solve(x, y)\nend subroutine f\n",
        )],
    },
    // C that does not parse.
    Case {
        name: "c_retrun",
        arguments: C_HEAD,
        files: &[("a.c", "double f(double x)\n{\n    double y = x * x;\n    retrun y;\n}\n")],
    },
    Case { name: "c_doble", arguments: C_HEAD, files: &[("a.c", "doble f(double x)\n{\n    return x * x;\n}\n")] },
    Case {
        name: "c_unknown_parameter_type",
        arguments: C_HEAD,
        files: &[("a.c", "double f(double x, flaot a)\n{\n    return x * a;\n}\n")],
    },
    Case {
        name: "c_unknown_type",
        arguments: C_HEAD,
        files: &[("a.c", "double f(double x)\n{\n    PetscScalar y = x;\n    return y * x;\n}\n")],
    },
    Case {
        name: "c_misspelt_name",
        arguments: C_HEAD,
        files: &[("a.c", "double f(double x)\n{\n    double speed = x * x;\n    return spede * x;\n}\n")],
    },
    Case {
        name: "c_misspelt_while",
        arguments: C_HEAD,
        files: &[("a.c", "double f(double x)\n{\n    whlie (x < 1) { x = 2 * x; }\n    return x;\n}\n")],
    },
    Case {
        name: "c_missing_parenthesis",
        arguments: C_HEAD,
        files: &[("a.c", "double f(double x)\n{\n    double y = (x * (x + 1.0);\n    return y;\n}\n")],
    },
    Case {
        name: "c_missing_parenthesis_of_if",
        arguments: C_HEAD,
        files: &[("a.c", "double f(double x)\n{\n    if (x > 1.0 {\n        x = x * x;\n    }\n    return x;\n}\n")],
    },
    Case {
        name: "c_missing_parenthesis_of_head",
        arguments: C_HEAD,
        files: &[("a.c", "double f(double x\n{\n    return x * x;\n}\n")],
    },
    Case {
        name: "c_missing_bracket",
        arguments: C_HEAD,
        files: &[("a.c", "double f(double *x)\n{\n    double y = x[0 * 2.0;\n    return y;\n}\n")],
    },
    Case {
        name: "c_parenthesis_too_many",
        arguments: C_HEAD,
        files: &[("a.c", "double f(double x)\n{\n    return x * x);\n}\n")],
    },
    Case {
        name: "c_nullptr",
        arguments: C_HEAD,
        files: &[(
            "a.c",
            "[[nodiscard]] double f(double x)\n{\n    double *p = nullptr;\n    [[maybe_unused]] int k = 3;\n    p = &x;\n    return *p * x;\n}\n",
        )],
    },
    Case {
        name: "c_bool",
        arguments: C_HEAD,
        files: &[("a.c", "double f(double x)\n{\n    bool big = x > 1;\n    return big ? x * x : x;\n}\n")],
    },
    Case {
        name: "c_class",
        arguments: C_HEAD,
        files: &[("a.c", "class Model\n{\n    double a;\n};\ndouble f(double x) { return x * x; }\n")],
    },
    Case {
        name: "c_nested_function",
        arguments: C_HEAD,
        files: &[("a.c", "double f(double x)\n{\n    double g(double z) { return z * z * x; }\n    return g(x);\n}\n")],
    },
    Case {
        name: "c_missing_header",
        arguments: C_HEAD,
        files: &[("a.c", "#include <math.h>\n#include \"model.h\"\ndouble f(double x) { return x * x; }\n")],
    },
    Case {
        name: "c_missing_header_of_a_header",
        arguments: &["-d", "-I", "inc", "-head", "f(x)\\(f)"],
        files: &[
            ("a.c", "#include \"b.h\"\ndouble f(double x) { return x * x; }\n"),
            ("b.h", "/* all of it */\n#  include <grid/size.h>\n"),
        ],
    },
    Case {
        name: "c_error_directive",
        arguments: C_HEAD,
        files: &[(
            "a.c",
            "#ifndef N\n#error define N, the number of cells\n#endif\ndouble f(double x) { return x * x; }\n",
        )],
    },
    // Files.
    Case { name: "a_header", arguments: C_HEAD, files: &[("a.h", "double f(double x);\n")] },
    Case { name: "cxx", arguments: C_HEAD, files: &[("a.cpp", "double f(double x) { return x * x; }\n")] },
    Case { name: "a_module_file", arguments: C_HEAD, files: &[("a.mod", "GFORTRAN module\n")] },
    Case { name: "no_source", arguments: C_HEAD, files: &[("a.py", "def f(x): return x*x\n")] },
    Case { name: "option_of_outputs", arguments: &["-d", "-head", "f", "-outputdirr", "."], files: TWO },
    // Messages that follow from others, or point to them.
    Case {
        name: "box_with_arguments",
        arguments: &["-b", "-head", "f(b)\\(x)"],
        files: &[(
            "a.f90",
            "subroutine f(n, a, b, x)\n  integer, intent(in) :: n\n  real(8), intent(in) :: b(n)\n  real(8), intent(inout) :: a(n, n)\n  real(8), intent(out) :: x(n)\n  integer :: ipiv(n), info\n  x = b*b\n  call solve(n, 1, a, n, ipiv, x(1:n), n, info)\nend subroutine f\n",
        )],
    },
    Case {
        name: "box_in_c",
        arguments: &["-d", "-head", "f(x)\\(y)"],
        files: &[(
            "a.c",
            "void solve(int n, const double *in, double *out);\nvoid f(double *x, double *y)\n{\n    double z[3];\n    solve(3, x, &z[0]);\n    y[0] = z[0] * z[1];\n}\n",
        )],
    },
    Case {
        name: "missing_module_named",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "subroutine f(x, y)\n  use physics\n  implicit none\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  type(state) :: s\n  call start(s)\n  y = s%t*x\nend subroutine f\n",
        )],
    },
    Case {
        name: "missing_module_of_the_host",
        arguments: &["-d", "-head", "m%f(x)\\(y)"],
        files: &[(
            "a.f90",
            "module m\n  use physics, only: state\n  implicit none\n  type(state) :: s\ncontains\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    y = s%t*x\n  end subroutine f\nend module m\n",
        )],
    },
    Case {
        name: "call_of_what_is_not_understood",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "subroutine f(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  real(8) :: t\n  t = x*x\n  call g(t, y)\nend subroutine f\nsubroutine g(a, b)\n  real(8) :: a, b\n  accept 10, b\n10 format (f10.3)\n  b = a*b\nend subroutine g\n",
        )],
    },
    Case {
        name: "independent_loop_with_state",
        arguments: &["-b", "-head", "f(x)\\(y)"],
        files: &[(
            "a.f90",
            "subroutine f(n, x, y)\n  integer, intent(in) :: n\n  real(8), intent(in) :: x(n)\n  real(8), intent(inout) :: y(n)\n  integer :: i, k\n  !$AD II-LOOP\n  do i = 1, n\n    k = mod(i*7, n) + 1\n    y(k) = y(k)*x(i)*y(k)\n  end do\nend subroutine f\n",
        )],
    },
    Case {
        name: "independent_loop_that_is_left",
        arguments: &["-b", "-head", "f(x)\\(y)"],
        files: &[(
            "a.f90",
            "subroutine f(n, x, y)\n  integer, intent(in) :: n\n  real(8), intent(in) :: x(n)\n  real(8), intent(inout) :: y(n)\n  integer :: i, k\n  !$AD II-LOOP\n  all: do i = 1, n\n    do k = 1, 2\n      if (x(i) < 0) exit all\n      y(i) = y(i)*x(i)\n    end do\n  end do all\nend subroutine f\n",
        )],
    },
    Case {
        name: "preprocessed_lines",
        arguments: HEAD,
        files: &[(
            "a.F90",
            "subroutine f(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n#define SQUARE(a) ((a)*(a))\n#include \"missing.inc\"\n  y = SQUARE(x)\nend subroutine f\n",
        )],
    },
    // Types.
    Case {
        name: "text_and_numbers",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "subroutine f(x, y)\n  real(8), intent(in) :: x(3)\n  real(8), intent(out) :: y\n  character(len=8) :: name\n  y = 'abc' + x(1)\n  name = x(2)\n  if (name == 3) y = 2*y\n  y = y*(-name)\nend subroutine f\n",
        )],
    },
    Case {
        name: "conditions_that_are_numbers",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "subroutine f(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  y = x*x\n  if (y) y = 1\n  do while (x - y)\n    y = 2*y\n  end do\n  if (x > 1 .and. y) then\n    y = 0\n  else if (.not. x) then\n    y = x\n  end if\nend subroutine f\n",
        )],
    },
    Case {
        name: "c_addresses_and_numbers",
        arguments: C_HEAD,
        files: &[(
            "a.c",
            "struct pair { double a, b; };\nstatic double twice(double a) { return 2 * a; }\ndouble f(double x)\n{\n    struct pair q = { 1, 2 };\n    double *p = x;\n    double y = &x;\n    y = twice(&y) + p * x;\n    y = q * 2.0;\n    p = p + x;\n    return p;\n}\n",
        )],
    },
    Case {
        name: "type_in_itself",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "module m\n  implicit none\n  type node\n    real(8) :: value\n    type(node) :: next\n  end type\ncontains\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    type(node) :: n\n    n%value = x\n    y = n%value*x\n  end subroutine f\nend module m\n",
        )],
    },
    Case {
        name: "types_in_a_circle",
        arguments: HEAD,
        files: &[(
            "a.f90",
            "module m\n  implicit none\n  type a\n    type(b) :: of(2)\n  end type\n  type b\n    type(c) :: inner\n  end type\n  type, extends(a) :: c\n    real(8) :: v\n  end type\ncontains\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    y = x*x\n  end subroutine f\nend module m\n",
        )],
    },
    Case {
        name: "c_structure_in_itself",
        arguments: C_HEAD,
        files: &[(
            "a.c",
            "struct node { double value; struct node next; };\ndouble f(double x)\n{\n    struct node n;\n    n.value = x;\n    return n.value * x;\n}\n",
        )],
    },
    Case {
        name: "c_structures_in_a_circle",
        arguments: C_HEAD,
        files: &[(
            "a.c",
            "struct b;\nstruct a { double value; struct b of[2]; };\nstruct b { struct a inner; };\ndouble f(double x)\n{\n    struct b n;\n    n.inner.value = x;\n    return n.inner.value * x;\n}\n",
        )],
    },
];

/// What a run says, with paths that do not depend on where it runs.
fn said(directory: &Path, case: &Case) -> String {
    let mut words: Vec<String> =
        std::iter::once("rtapenade").chain(case.arguments.iter().copied()).map(String::from).collect();
    words.extend(["-O".to_string(), directory.to_string_lossy().into_owned()]);
    for (k, (name, text)) in case.files.iter().enumerate() {
        let path = directory.join(name);
        std::fs::write(&path, text).expect("an input");
        if k == 0 || !name.ends_with(".h") {
            words.push(path.to_string_lossy().into_owned());
        }
    }
    let (status, said) = rtapenade::run::run(words);
    let place = format!("{}/", directory.display());
    format!("status {status}\n{}", said.replace(&place, "").replace(&*directory.to_string_lossy(), "."))
}

#[test]
fn messages() {
    insta::with_settings!({ omit_expression => true }, {
        for case in CASES {
            let directory = tempfile::tempdir().expect("a directory");
            let text = said(directory.path(), case);
            assert!(!text.contains('\u{2060}') && !text.contains('\u{2061}'), "{}: a mark is shown", case.name);
            insta::assert_snapshot!(case.name, text);
        }
    });
}

/// Lists of a deep structure do not end in one: those are read.
#[test]
fn types_that_point_to_themselves_are_read() {
    let fortran = "module m\n  implicit none\n  type base\n    real(8) :: v\n  end type\n  type, extends(base) :: node\n    type(base) :: of(3)\n    \
                   type(node), pointer :: next\n    type(node), allocatable :: children(:)\n  end type\ncontains\n  \
                   subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    y = x*x\n  end subroutine f\nend module m\n";
    let c = "struct node { double value; struct node *next; struct { double a; } inner; struct node **all; };\nstruct list { struct node first; };\n\
             double f(double x) { struct list l; l.first.value = x; return l.first.value * x; }\n";
    for (name, text, head) in [("a.f90", fortran, "m%f(x)\\(y)"), ("a.c", c, "f(x)\\(f)")] {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("an input");
        let place = directory.path().to_string_lossy().into_owned();
        let words = ["rtapenade", "-b", "-head", head, "-O", &place, &path.to_string_lossy()];
        let (status, said) = rtapenade::run::run(words);
        assert_eq!(status, 0, "{said}");
    }
}

/// `circle%area` is clear where the type binds one procedure to the name.
#[test]
fn bound_procedures_are_heads() {
    for (head, made) in [("circle%size(self)\\(a)", "circle_size_d"), ("shapes%circle%grow_by(a)\\(self)", "grow_by_d")]
    {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("shapes.f90");
        std::fs::write(&path, SHAPES[0].1).expect("an input");
        let place = directory.path().to_string_lossy().into_owned();
        let words = ["rtapenade", "-d", "-head", head, "-O", &place, &path.to_string_lossy()];
        let (status, said) = rtapenade::run::run(words);
        assert_eq!(status, 0, "{head}: {said}");
        let text = std::fs::read_to_string(directory.path().join("shapes_d.f90")).expect("an output");
        assert!(text.to_lowercase().contains(&format!("subroutine {made}")), "{text}");
    }
}

/// Names of files and directories that are no UTF-8, as old systems have them.
#[cfg(unix)]
#[test]
fn names_that_are_no_utf8() {
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let directory = tempfile::tempdir().expect("a directory");
    let folder = directory.path().join(OsString::from_vec(b"m\xe9t\xe9o".to_vec()));
    let headers = folder.join(OsString::from_vec(b"\xff".to_vec()));
    std::fs::create_dir_all(&headers).expect("a folder");
    std::fs::write(headers.join("h.h"), "#define N 2\n").expect("a header");
    std::fs::write(folder.join("n.inc"), "  integer, parameter :: n = 2\n").expect("an included file");
    let c = "#include \"h.h\"\ndouble f(double x) { return x * x * N; }\n";
    let fortran = "subroutine g(x, y)\n  include 'n.inc'\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  y = x*x*n\nend subroutine g\n";
    for (name, text, head) in [("f.c", c, "f(x)\\(f)"), ("g.f90", fortran, "g(x)\\(y)")] {
        std::fs::write(folder.join(name), text).expect("an input");
        let out = directory.path().join(OsString::from_vec(b"out\xfe".to_vec()));
        std::fs::create_dir_all(&out).expect("a folder");
        let include = OsString::from_vec([b"-I", headers.as_os_str().as_bytes()].concat());
        let words: Vec<OsString> = vec![
            "rtapenade".into(),
            "-b".into(),
            "-head".into(),
            head.into(),
            "-O".into(),
            out.clone().into(),
            include.clone(),
            folder.join(name).into(),
        ];
        let (status, said) = rtapenade::run::run(words);
        assert_eq!(status, 0, "{said}");
        let made = name.replace('.', "_b.");
        assert!(out.join(&made).exists(), "{made}");
        if checking::have_compilers() {
            let words: Vec<OsString> = vec![
                "rtapenade".into(),
                "check".into(),
                "-head".into(),
                head.into(),
                include,
                folder.join(name).into(),
            ];
            assert_eq!(rtapenade::run::run(words).0, 0, "check of {name}");
        }
    }
}

/// Statements in Fortran, and whether gfortran -std=legacy takes them. Logicals beside numbers and short text in numbers are left to compilers.
const FORTRAN: &[(&str, bool)] = &[
    ("x = x + i", true),
    ("x = i**2 - z", true),
    ("z = x*z + i", true),
    ("l = i", true),
    ("i = l", true),
    ("c = 4habcd", true),
    ("c = c // d", true),
    ("c = 'a' // d(1:2) // c", true),
    ("l = c == d", true),
    ("l = c .lt. 'abcd'", true),
    ("l = x > i", true),
    ("l = z == x", true),
    ("l = l .and. m", true),
    ("l = .not. l .or. x > y", true),
    ("l = l .eqv. m", true),
    ("l = (l) .neqv. .true.", true),
    ("if (l) x = 1", true),
    ("if (x > 1 .and. l) x = 1", true),
    ("if (index(c, 'a') > 0) x = 1", true),
    ("if (c /= ' ') x = 1", true),
    ("x = sum(a)", true),
    ("where (a > 0) a = 1", true),
    ("where (k) a = 1", true),
    ("if (any(k)) x = 1", true),
    ("x = merge(1.0, 2.0, l)", true),
    ("l = merge(l, m, x > 0)", true),
    ("c = merge('ab', 'cd', l)", true),
    ("x = max(x, y)", true),
    ("c = max(c, d)", true),
    ("x = ichar(c(1:1))", true),
    ("c = char(i)", true),
    ("l = lle(c, d)", true),
    ("x = transfer(c, x)", true),
    ("c = transfer(x, c)", true),
    ("i = int(z'ff')", true),
    ("x = x + len(c)", true),
    ("l = is_set(x)", true),
    ("if (is_set(x)) x = 1", true),
    ("c = name_of(i) // 'x'", true),
    ("x = t%v + 1", true),
    ("c = t%c // 'x'", true),
    ("l = t%l .or. l", true),
    ("do while (l .and. x < 3)\n x = 4\nend do", true),
    ("x = -x + (+y)", true),
    ("x = aimag(z)", true),
    ("l = associated(p)", true),
    ("l = allocated(h)", true),
    ("if (present_or(l)) x = 1", true),
    ("x = bessel_jn(2, x)*y", true),
    ("l = iand(i, 3) == 1", true),
    ("if (btest(i, 2)) x = 1", true),
    ("x = atan2(x, y)", true),
    ("l = logical(l)", true),
    ("c = trim(c) // adjustl(d)", true),
    ("x = dot_product(a, a)", true),
    ("l = dot_product(k, k)", true),
    ("c = w(2)", true),
    ("x = a(index(c, 'x'))", true),
    ("c = repeat('a', 3)", true),
    ("x = real(z)", true),
    ("l = all(a == b)", true),
    ("x = 'abcd' + x", false),
    ("i = i + 'a'", false),
    ("if (x) y = 1", false),
    ("if (c) y = 1", false),
    ("l = x .and. l", false),
    ("l = .not. x", false),
    ("c = c // i", false),
    ("c = i", false),
    ("c = l", false),
    ("i = c", false),
    ("x = -c", false),
    ("if (z) x = 1", false),
    ("l = x .eqv. y", false),
    ("c = x // c", false),
    ("l = c == x", false),
    ("do while (x)\n x = 0\nend do", false),
    ("where (a) a = 1", false),
    ("x = y*trim(c)", false),
    ("if (t) x = 1", false),
    ("x = (c)", false),
    ("if (sum(a)) x = 1", false),
    ("l = a(1) .or. l", false),
    ("x = t%c*2", false),
    ("if (abs(x)) y = 1", false),
    ("x = y + name_of(i)", false),
    ("c = w(1)*2", false),
];

/// Each statement of the table is judged as gfortran does: what is legal is read, and what we refuse is refused there too.
#[test]
fn fortran_types_are_judged_as_by_a_compiler() {
    let directory = tempfile::tempdir().expect("a directory");
    let around = |statement: &str| {
        format!(
            "module types\n  type pack\n    real :: v\n    character(4) :: c\n    logical :: l\n  end type\nend module\n\
             subroutine f(x, y)\n  use types\n  real :: x, y\n  integer :: i\n  logical :: l, m\n  character(4) :: c, d, w(3)\n  complex :: z\n  \
             real :: a(3), b(3)\n  logical :: k(3)\n  type(pack) :: t\n  real, pointer :: p\n  real, allocatable :: h(:)\n  \
             logical, external :: is_set, present_or\n  character(4), external :: name_of\n  y = x\n  {statement}\nend subroutine f\n"
        )
    };
    // What is legal stands in one file, what is not in one for each.
    let written = |name: &str, text: String| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("an input");
        path.to_string_lossy().into_owned()
    };
    let compiles = |path: &str| {
        let mut gfortran = std::process::Command::new("gfortran");
        gfortran.args(["-std=legacy", "-fsyntax-only", "-w", path]).current_dir(directory.path());
        let said = gfortran.output().expect("gfortran");
        (said.status.success(), String::from_utf8_lossy(&said.stderr).into_owned())
    };
    let run = |path: &str| rtapenade::run::run(["rtapenade", "-p", "-O", &directory.path().to_string_lossy(), path]);
    let all: Vec<&str> = FORTRAN.iter().filter(|(_, legal)| *legal).map(|(statement, _)| *statement).collect();
    let path = written("legal.f90", around(&all.join("\n  ")));
    let (status, said) = run(&path);
    assert!(status == 0 && !said.contains("RT0226"), "{said}");
    if checking::have_compilers() {
        assert!(compiles(&path).0, "{}", compiles(&path).1);
    }
    for (k, (statement, _)) in FORTRAN.iter().enumerate().filter(|(_, (_, legal))| !legal) {
        let path = written(&format!("a{k}.f90"), around(statement));
        let (status, said) = run(&path);
        assert!(status != 0 && said.contains("RT0226"), "{statement}\n{said}");
        assert!(!checking::have_compilers() || !compiles(&path).0, "{statement} is legal");
    }
}

/// Who defines an operator for other types gives it what it takes.
#[test]
fn defined_operators_are_no_mistakes() {
    let text = "module texts\n  implicit none\n  interface operator(+)\n    module procedure joined\n  end interface\n  interface operator(//)\n    \
                module procedure numbered\n  end interface\n  interface assignment(=)\n    module procedure written\n  end interface\ncontains\n  \
                function joined(a, b) result(c)\n    character(*), intent(in) :: a, b\n    character(len(a) + len(b)) :: c\n    c = a // b\n  end function\n  \
                function numbered(a, n) result(c)\n    character(*), intent(in) :: a\n    integer, intent(in) :: n\n    character(len(a) + 4) :: c\n    \
                write (c, '(a, i4)') a, n\n  end function\n  subroutine written(c, x)\n    character(*), intent(out) :: c\n    real(8), intent(in) :: x\n    \
                write (c, *) x\n  end subroutine\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    \
                character(8) :: c\n    y = x*x\n    c = 'a' + 'b'\n    c = 'a' // 3\n    c = x\n  end subroutine f\nend module\n";
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("a.f90");
    std::fs::write(&path, text).expect("an input");
    let (_, said) =
        rtapenade::run::run(["rtapenade", "-p", "-O", &directory.path().to_string_lossy(), &path.to_string_lossy()]);
    assert!(!said.contains("RT0226"), "{said}");
}

/// Statements in C, and whether gcc takes them.
const C: &[(&str, bool)] = &[
    ("p = &x;", true),
    ("p = 0;", true),
    ("p = NULL;", true),
    ("p = a + n;", true),
    ("p = n + a;", true),
    ("n = p - a;", true),
    ("x = n;", true),
    ("n = x;", true),
    ("b = x;", true),
    ("b = p;", true),
    ("if (p) x = 1;", true),
    ("if (x) x = 1;", true),
    ("while (p && x) x = 0;", true),
    ("x = p ? 1 : 2;", true),
    ("p = x > 1 ? a : &x;", true),
    ("p = x > 1 ? a : 0;", true),
    ("q = r;", true),
    ("q = make(x);", true),
    ("x = make(x).a;", true),
    ("p = (double *)v;", true),
    ("v = p;", true),
    ("p = v;", true),
    ("n = (long)p & 15;", true),
    ("x = *p + p[1] + 2[p];", true),
    ("p += n;", true),
    ("p++;", true),
    ("x = !p;", true),
    ("n = ~n % 3;", true),
    ("n = (int)x % 3;", true),
    ("x = g(x);", true),
    ("x = fp(x);", true),
    ("fp = g;", true),
    ("fp = &g;", true),
    ("x = apply(g, x);", true),
    ("x = apply(fp, x);", true),
    ("take(a);", true),
    ("take(&x);", true),
    ("take(0);", true),
    ("take(m[1]);", true),
    ("p = m[0];", true),
    ("s = \"abc\";", true),
    ("x = s[0];", true),
    ("n = s == 0;", true),
    ("n = p == q.p;", true),
    ("n = p > a;", true),
    ("c = x + 1.0 * I;", true),
    ("x = creal(c);", true),
    ("q = (struct pair){ 1, 2, a };", true),
    ("x = u.d;", true),
    ("u.i = 3;", true),
    ("x = sizeof(q) * x;", true),
    ("p = malloc(3 * sizeof *p); free(p);", true),
    ("x = E2 * x;", true),
    ("n = x < n;", true),
    ("n = n << 2;", true),
    ("memcpy(a, p, sizeof a);", true),
    ("printf(\"%g %p\", x, (void *)p);", true),
    ("x = q.p[0];", true),
    ("x = (&q)->a;", true),
    ("x = fmax(x, n);", true),
    ("p = m[0] + 1;", true),
    ("x = -x + +n;", true),
    ("double *t = x > 0 ? a : p; x = t[0];", true),
    ("double t[2] = { x, n }; x = t[0];", true),
    ("struct pair t = r; x = t.a;", true),
    ("char t[] = \"ab\"; n = t[0];", true),
    ("p = x;", false),
    ("x = p;", false),
    ("x = a;", false),
    ("x = p * x;", false),
    ("p = p + x;", false),
    ("x = q;", false),
    ("q = x;", false),
    ("x = q + 1.0;", false),
    ("x = g(p);", false),
    ("take(x);", false),
    ("x = -p;", false),
    ("n = x % 3;", false),
    ("n = n << x;", false),
    ("n = ~p;", false),
    ("if (q) x = 1;", false),
    ("p = a + p;", false),
    ("n = x & 1;", false),
    ("p = (double *)x;", false),
    ("x = (double)p;", false),
    ("take(q);", false),
    ("p = make(x);", false),
    ("double *t = x * 2; n = t[0];", false),
    ("n = p < x;", false),
    ("x = m[0];", false),
    ("x = s * 2;", false),
];

#[test]
fn c_types_are_judged_as_by_a_compiler() {
    let directory = tempfile::tempdir().expect("a directory");
    let around = |statement: &str| {
        format!(
            "#include <complex.h>\n#include <math.h>\n#include <stdbool.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
             struct pair {{ double a, b; double *p; }};\nunion either {{ double d; int i; }};\nenum {{ E1, E2 }};\n\
             double g(double z);\nstruct pair make(double z);\nvoid take(double *z);\ndouble apply(double (*h)(double), double z);\n\
             double f(double x, int n, double *p, void *v, bool b, char *s)\n{{\n    double a[3], m[2][3];\n    struct pair q, r = {{ 1, 2, a }};\n    \
             union either u;\n    double complex c;\n    double (*fp)(double) = g;\n    {statement}\n    return x;\n}}\n"
        )
    };
    let written = |name: &str, text: String| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("an input");
        path.to_string_lossy().into_owned()
    };
    let compiles = |path: &str| {
        let said =
            std::process::Command::new("gcc").args(["-std=gnu11", "-fsyntax-only", "-w", path]).output().expect("gcc");
        (said.status.success(), String::from_utf8_lossy(&said.stderr).into_owned())
    };
    let refused = |path: &str| {
        let (_, said) = rtapenade::run::run(["rtapenade", "-p", "-O", &directory.path().to_string_lossy(), path]);
        (["RT0226", "RT0206"].iter().any(|code| said.contains(code)), said)
    };
    let all: Vec<String> =
        C.iter().filter(|(_, legal)| *legal).map(|(statement, _)| format!("{{ {statement} }}")).collect();
    let path = written("legal.c", around(&all.join("\n    ")));
    let (wrong, said) = refused(&path);
    assert!(!wrong, "{said}");
    if checking::have_compilers() {
        assert!(compiles(&path).0, "{}", compiles(&path).1);
    }
    for (k, (statement, _)) in C.iter().enumerate().filter(|(_, (_, legal))| !legal) {
        let path = written(&format!("a{k}.c"), around(statement));
        let (wrong, said) = refused(&path);
        assert!(wrong, "{statement}\n{said}");
        assert!(!checking::have_compilers() || !compiles(&path).0, "{statement} is legal");
    }
}

/// Headers of some systems declare functions that take blocks, an extension of their compiler.
#[test]
fn blocks_in_headers_are_read_over() {
    let text = "int sort_with(void *base, int (^compare)(const void *, const void *));\n#ifdef __BLOCKS__\n#error blocks\n#endif\n\
                double f(double x) { return x * x; }\n";
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("a.c");
    std::fs::write(&path, text).expect("an input");
    let words =
        ["rtapenade", "-b", "-head", "f(x)\\(f)", "-O", &directory.path().to_string_lossy(), &path.to_string_lossy()];
    let (status, said) = rtapenade::run::run(words);
    assert_eq!(status, 0, "{said}");
}

/// With few addresses (`ulimit -v`) the program still runs, and reads what nests deeply.
#[cfg(unix)]
#[test]
fn few_addresses_are_enough() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/rtapenade");
    if !program.exists() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let terms = 5000;
    let deep = format!("{}x{}", "(x + &\n".repeat(terms), " &\n)".repeat(terms));
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("an input");
    write("deep.f90", &format!("subroutine deep(x, y)\n  real(8) :: x, y\n  y = {deep}\nend subroutine deep\n"));
    write("two.f90", TWO[0].1);
    write("a.c", "double f(double x) { return x * x; }\n");
    for arguments in ["-p deep.f90 two.f90", "-b -head f(x)\\(y) two.f90 deep.f90", "-b -head f(x)\\(f) a.c"] {
        let script = format!(
            "ulimit -v 2000000; exec \"$0\" {}",
            arguments.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)")
        );
        let run =
            std::process::Command::new("sh").args(["-c", &script]).arg(&program).current_dir(directory.path()).output();
        let run = run.expect("a shell");
        assert!(run.status.success(), "{arguments}: {}", String::from_utf8_lossy(&run.stderr));
    }
}
