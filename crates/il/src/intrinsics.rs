//! The one table of intrinsics: Fortran's, and those of math.h. Derivative rules live in `diff`, by these names.

/// An intrinsic: an index into [`TABLE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Intrinsic(u16);

/// How an intrinsic maps shapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Applied element by element.
    Elemental,
    /// Asks about an object, not its value (SIZE, ALLOCATED, KIND …): reads nothing for data flow.
    Inquiry,
    /// Arrays in, arrays or scalars out (SUM, MATMUL …).
    Transformational,
    /// An intrinsic subroutine.
    Subroutine,
}

/// How the type of the result follows from the arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Result {
    /// That of the first argument (element type for reductions).
    First,
    /// The widest of all arguments (MAX, MIN, ATAN2 …).
    Widest,
    /// Real of the same parts as the first argument (ABS, AIMAG of complex).
    RealPart,
    /// Real of the kind given by KIND=, default real otherwise; REAL(z) of complex keeps its parts.
    RealKind,
    /// DOUBLE PRECISION.
    Double,
    /// Complex of KIND=, default complex otherwise.
    ComplexKind,
    /// DOUBLE COMPLEX.
    DoubleComplex,
    /// Integer of KIND=, default integer otherwise.
    Integer,
    /// Logical.
    Logical,
    /// Character.
    Character,
    /// A specific name: default REAL (AMAX0, FLOAT …).
    Real,
    /// Nothing (subroutines).
    None,
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its generic name, lower case.
    pub name: &'static str,
    /// Shapes.
    pub class: Class,
    /// Type of the result.
    pub result: Result,
    /// Dummy argument names, in order (`..` at the end: any number more).
    pub args: &'static [&'static str],
    /// Specific Fortran names that mean the same on typed arguments (DABS, ALOG, AMAX1 …).
    pub specific: &'static [&'static str],
    /// The function of C's math.h for `double` (empty: none); `f` and `l` variants are derived.
    pub c: &'static str,
}

macro_rules! table {
    ($($name:literal $class:ident $result:ident [$($arg:literal)*] [$($specific:literal)*] $c:literal;)*) => {
        /// All intrinsics, grouped by sort.
        pub const TABLE: &[Info] = &[$(Info {
            name: $name, class: Class::$class, result: Result::$result, args: &[$($arg),*], specific: &[$($specific),*], c: $c,
        }),*];
    };
}

#[rustfmt::skip]
table! {
    // Elemental mathematics, in Fortran and mostly in C.
    "abs"      Elemental RealPart ["a"] ["dabs" "iabs" "cabs" "cdabs" "zabs" "qabs"] "fabs";
    "carg"     Elemental RealPart ["z"] [] "";
    "acos"     Elemental First ["x"] ["dacos"] "acos";
    "acosh"    Elemental First ["x"] ["dacosh"] "acosh";
    "asin"     Elemental First ["x"] ["dasin"] "asin";
    "asinh"    Elemental First ["x"] ["dasinh"] "asinh";
    "atan"     Elemental First ["x"] ["datan"] "atan";
    "atanh"    Elemental First ["x"] ["datanh"] "atanh";
    "atan2"    Elemental Widest ["y" "x"] ["datan2"] "atan2";
    "bessel_j0" Elemental First ["x"] ["besj0" "dbesj0"] "j0";
    "bessel_j1" Elemental First ["x"] ["besj1" "dbesj1"] "j1";
    "bessel_jn" Elemental First ["n" "x"] ["besjn" "dbesjn"] "jn";
    "bessel_y0" Elemental First ["x"] ["besy0" "dbesy0"] "y0";
    "bessel_y1" Elemental First ["x"] ["besy1" "dbesy1"] "y1";
    "bessel_yn" Elemental First ["n" "x"] ["besyn" "dbesyn"] "yn";
    "cbrt"     Elemental First ["x"] [] "cbrt";
    "cos"      Elemental First ["x"] ["dcos" "ccos" "cdcos" "zcos"] "cos";
    "cosh"     Elemental First ["x"] ["dcosh"] "cosh";
    "dim"      Elemental First ["x" "y"] ["ddim" "idim"] "fdim";
    // The derivative of LOG_GAMMA: a function of the runtime library, which no user's text names.
    "ad_digamma" Elemental First ["x"] [] "adDigamma";
    "erf"      Elemental First ["x"] ["derf"] "erf";
    "erfc"     Elemental First ["x"] ["derfc"] "erfc";
    "erfc_scaled" Elemental First ["x"] [] "";
    "exp"      Elemental First ["x"] ["dexp" "cexp" "cdexp" "zexp"] "exp";
    "exp2"     Elemental First ["x"] [] "exp2";
    "expm1"    Elemental First ["x"] [] "expm1";
    "fma"      Elemental Widest ["x" "y" "z"] [] "fma";
    "gamma"    Elemental First ["x"] ["dgamma"] "tgamma";
    "hypot"    Elemental Widest ["x" "y"] [] "hypot";
    "log"      Elemental First ["x"] ["alog" "dlog" "clog" "cdlog" "zlog"] "log";
    "log10"    Elemental First ["x"] ["alog10" "dlog10"] "log10";
    "log1p"    Elemental First ["x"] [] "log1p";
    "log2"     Elemental First ["x"] [] "log2";
    "log_gamma" Elemental First ["x"] ["algama" "dlgama"] "lgamma";
    "max"      Elemental Widest ["a1" "a2" ".."] ["amax1" "dmax1" "max0"] "fmax";
    "min"      Elemental Widest ["a1" "a2" ".."] ["amin1" "dmin1" "min0"] "fmin";
    "amax0"    Elemental Real ["a1" "a2" ".."] [] "";
    "amin0"    Elemental Real ["a1" "a2" ".."] [] "";
    "max1"     Elemental Integer ["a1" "a2" ".."] [] "";
    "min1"     Elemental Integer ["a1" "a2" ".."] [] "";
    "mod"      Elemental Widest ["a" "p"] ["amod" "dmod"] "fmod";
    "modulo"   Elemental Widest ["a" "p"] [] "";
    "pow"      Elemental Widest ["x" "y"] [] "pow";
    "remainder" Elemental Widest ["x" "y"] [] "remainder";
    "sign"     Elemental First ["a" "b"] ["dsign" "isign"] "copysign";
    "sin"      Elemental First ["x"] ["dsin" "csin" "cdsin" "zsin"] "sin";
    "sinh"     Elemental First ["x"] ["dsinh"] "sinh";
    "sqrt"     Elemental First ["x"] ["dsqrt" "csqrt" "cdsqrt" "zsqrt"] "sqrt";
    "tan"      Elemental First ["x"] ["dtan"] "tan";
    "tanh"     Elemental First ["x"] ["dtanh"] "tanh";
    // Extensions of compilers: degrees, and cotangents.
    "acosd"    Elemental First ["x"] ["dacosd"] "";
    "asind"    Elemental First ["x"] ["dasind"] "";
    "atand"    Elemental First ["x"] ["datand"] "";
    "atan2d"   Elemental Widest ["y" "x"] ["datan2d"] "";
    "cosd"     Elemental First ["x"] ["dcosd"] "";
    "cotan"    Elemental First ["x"] ["dcotan"] "";
    "cotand"   Elemental First ["x"] ["dcotand"] "";
    "sind"     Elemental First ["x"] ["dsind"] "";
    "tand"     Elemental First ["x"] ["dtand"] "";
    // Conversions and parts.
    "aimag"    Elemental RealPart ["z"] ["dimag" "imag"] "";
    "cmplx"    Elemental ComplexKind ["x" "y" "kind"] [] "";
    "dcmplx"   Elemental DoubleComplex ["x" "y"] [] "";
    "conjg"    Elemental First ["z"] ["dconjg"] "";
    "dble"     Elemental Double ["a"] ["dfloat" "dreal"] "";
    "dprod"    Elemental Double ["x" "y"] [] "";
    "float"    Elemental Real ["a"] [] "";
    "sngl"     Elemental Real ["a"] [] "";
    "real"     Elemental RealKind ["a" "kind"] [] "";
    "merge"    Elemental First ["tsource" "fsource" "mask"] [] "";
    // Real valued, piecewise constant.
    "aint"     Elemental First ["a" "kind"] ["dint"] "trunc";
    "anint"    Elemental First ["a" "kind"] ["dnint"] "round";
    "rint"     Elemental First ["x"] [] "rint";
    "nearbyint" Elemental First ["x"] [] "nearbyint";
    "cfloor"   Elemental First ["x"] [] "floor";
    "cceil"    Elemental First ["x"] [] "ceil";
    "logb"     Elemental First ["x"] [] "logb";
    "ldexp"    Elemental First ["x" "n"] [] "ldexp";
    "fraction" Elemental First ["x"] [] "";
    "scale"    Elemental First ["x" "i"] [] "";
    "set_exponent" Elemental First ["x" "i"] [] "";
    "nearest"  Elemental First ["x" "s"] [] "nextafter";
    "spacing"  Elemental First ["x"] [] "";
    "rrspacing" Elemental First ["x"] [] "";
    // Integer and bit valued.
    "ceiling"  Elemental Integer ["a" "kind"] [] "";
    "exponent" Elemental Integer ["x"] [] "";
    "floor"    Elemental Integer ["a" "kind"] [] "";
    "int"      Elemental Integer ["a" "kind"] ["ifix" "idint"] "";
    "nint"     Elemental Integer ["a" "kind"] ["idnint"] "lround";
    "ilogb"    Elemental Integer ["x"] [] "ilogb";
    "iand" Elemental First ["i" "j"] ["and"] ""; "ior" Elemental First ["i" "j"] ["or"] ""; "ieor" Elemental First ["i" "j"] ["xor"] "";
    "not" Elemental First ["i"] [] ""; "ibset" Elemental First ["i" "pos"] [] ""; "ibclr" Elemental First ["i" "pos"] [] "";
    "ibits" Elemental First ["i" "pos" "len"] [] ""; "btest" Elemental Logical ["i" "pos"] [] "";
    "ishft" Elemental First ["i" "shift"] [] ""; "ishftc" Elemental First ["i" "shift" "size"] [] "";
    "shiftl" Elemental First ["i" "shift"] ["lshift"] ""; "shiftr" Elemental First ["i" "shift"] ["rshift"] ""; "shifta" Elemental First ["i" "shift"] [] "";
    "popcnt" Elemental Integer ["i"] [] ""; "poppar" Elemental Integer ["i"] [] ""; "leadz" Elemental Integer ["i"] [] ""; "trailz" Elemental Integer ["i"] [] "";
    "maskl" Elemental Integer ["i" "kind"] [] ""; "maskr" Elemental Integer ["i" "kind"] [] ""; "merge_bits" Elemental First ["i" "j" "mask"] [] "";
    "dshiftl" Elemental First ["i" "j" "shift"] [] ""; "dshiftr" Elemental First ["i" "j" "shift"] [] "";
    "bge" Elemental Logical ["i" "j"] [] ""; "bgt" Elemental Logical ["i" "j"] [] ""; "ble" Elemental Logical ["i" "j"] [] ""; "blt" Elemental Logical ["i" "j"] [] "";
    "logical"  Elemental Logical ["l" "kind"] [] "";
    "out_of_range" Elemental Logical ["x" "mold" "round"] [] "";
    "isnan"    Elemental Logical ["x"] [] "isnan";
    "isinf"    Elemental Logical ["x"] [] "isinf";
    "isfinite" Elemental Logical ["x"] [] "isfinite";
    "isnormal" Elemental Logical ["x"] [] "isnormal";
    "signbit"  Elemental Logical ["x"] [] "signbit";
    "fpclassify" Elemental Integer ["x"] [] "fpclassify";
    // Characters.
    "achar" Elemental Character ["i" "kind"] [] ""; "char" Elemental Character ["i" "kind"] [] "";
    "iachar" Elemental Integer ["c" "kind"] [] ""; "ichar" Elemental Integer ["c" "kind"] [] "";
    "adjustl" Elemental Character ["string"] [] ""; "adjustr" Elemental Character ["string"] [] "";
    "index" Elemental Integer ["string" "substring" "back" "kind"] [] ""; "len_trim" Elemental Integer ["string" "kind"] ["lnblnk"] "";
    "scan" Elemental Integer ["string" "set" "back" "kind"] [] ""; "verify" Elemental Integer ["string" "set" "back" "kind"] [] "";
    "lge" Elemental Logical ["string_a" "string_b"] [] ""; "lgt" Elemental Logical ["string_a" "string_b"] [] "";
    "lle" Elemental Logical ["string_a" "string_b"] [] ""; "llt" Elemental Logical ["string_a" "string_b"] [] "";
    "repeat" Transformational Character ["string" "ncopies"] [] ""; "trim" Transformational Character ["string"] [] "";
    "new_line" Inquiry Character ["a"] [] "";
    // Arrays.
    "all" Transformational Logical ["mask" "dim"] [] ""; "any" Transformational Logical ["mask" "dim"] [] ""; "parity" Transformational Logical ["mask" "dim"] [] "";
    "count" Transformational Integer ["mask" "dim" "kind"] [] "";
    "cshift" Transformational First ["array" "shift" "dim"] [] ""; "eoshift" Transformational First ["array" "shift" "boundary" "dim"] [] "";
    "dot_product" Transformational Widest ["vector_a" "vector_b"] [] "";
    "findloc" Transformational Integer ["array" "value" "dim" "mask" "kind" "back"] [] "";
    "iall" Transformational First ["array" "dim" "mask"] [] ""; "iany" Transformational First ["array" "dim" "mask"] [] ""; "iparity" Transformational First ["array" "dim" "mask"] [] "";
    "matmul" Transformational Widest ["matrix_a" "matrix_b"] [] "";
    "maxloc" Transformational Integer ["array" "dim" "mask" "kind" "back"] [] ""; "minloc" Transformational Integer ["array" "dim" "mask" "kind" "back"] [] "";
    "maxval" Transformational First ["array" "dim" "mask"] [] ""; "minval" Transformational First ["array" "dim" "mask"] [] "";
    "norm2" Transformational First ["x" "dim"] [] "";
    "pack" Transformational First ["array" "mask" "vector"] [] ""; "unpack" Transformational First ["vector" "mask" "field"] [] "";
    "product" Transformational First ["array" "dim" "mask"] [] ""; "sum" Transformational First ["array" "dim" "mask"] [] "";
    "reduce" Transformational First ["array" "operation" "dim" "mask" "identity" "ordered"] [] "";
    "reshape" Transformational First ["source" "shape" "pad" "order"] [] "";
    "spread" Transformational First ["source" "dim" "ncopies"] [] "";
    "transpose" Transformational First ["matrix"] [] "";
    "transfer" Transformational First ["source" "mold" "size"] [] "";
    "null" Transformational First ["mold"] [] "";
    // Inquiry.
    "allocated" Inquiry Logical ["array"] [] ""; "associated" Inquiry Logical ["pointer" "target"] [] ""; "present" Inquiry Logical ["a"] [] "";
    "bit_size" Inquiry Integer ["i"] [] ""; "digits" Inquiry Integer ["x"] [] ""; "kind" Inquiry Integer ["x"] [] ""; "len" Inquiry Integer ["string" "kind"] [] "";
    "epsilon" Inquiry First ["x"] [] ""; "huge" Inquiry First ["x"] [] ""; "tiny" Inquiry First ["x"] [] "";
    "maxexponent" Inquiry Integer ["x"] [] ""; "minexponent" Inquiry Integer ["x"] [] ""; "precision" Inquiry Integer ["x"] [] "";
    "radix" Inquiry Integer ["x"] [] ""; "range" Inquiry Integer ["x"] [] "";
    "lbound" Inquiry Integer ["array" "dim" "kind"] [] ""; "ubound" Inquiry Integer ["array" "dim" "kind"] [] "";
    "shape" Inquiry Integer ["source" "kind"] [] ""; "size" Inquiry Integer ["array" "dim" "kind"] [] ""; "rank" Inquiry Integer ["a"] [] "";
    "is_contiguous" Inquiry Logical ["array"] [] ""; "storage_size" Inquiry Integer ["a" "kind"] [] ""; "sizeof" Inquiry Integer ["x"] [] "";
    "selected_int_kind" Inquiry Integer ["r"] [] ""; "selected_real_kind" Inquiry Integer ["p" "r" "radix"] [] ""; "selected_char_kind" Inquiry Integer ["name"] [] "";
    "command_argument_count" Inquiry Integer [] [] ""; "iargc" Inquiry Integer [] [] ""; "loc" Inquiry Integer ["x"] [] "";
    "c_loc" Inquiry First ["x"] [] ""; "ad_overlap" Inquiry Logical ["a" "b"] [] ""; "c_sizeof" Inquiry Integer ["x"] [] "";
    "extends_type_of" Inquiry Logical ["a" "mold"] [] ""; "same_type_as" Inquiry Logical ["a" "b"] [] ""; "is_iostat_end" Elemental Logical ["i"] [] ""; "is_iostat_eor" Elemental Logical ["i"] [] "";
    // Images, which are told apart and counted only.
    "num_images" Inquiry Integer ["team"] [] ""; "this_image" Inquiry Integer ["coarray" "dim" "team"] [] ""; "image_index" Inquiry Integer ["coarray" "sub" "team"] [] "";
    "image_status" Inquiry Integer ["image" "team"] [] ""; "team_number" Inquiry Integer ["team"] [] ""; "failed_images" Inquiry Integer ["team" "kind"] [] "";
    "stopped_images" Inquiry Integer ["team" "kind"] [] ""; "lcobound" Inquiry Integer ["coarray" "dim" "kind"] [] ""; "ucobound" Inquiry Integer ["coarray" "dim" "kind"] [] "";
    "coshape" Inquiry Integer ["coarray" "kind"] [] "";
    "co_broadcast" Subroutine None ["a" "source_image" "stat" "errmsg"] [] ""; "co_max" Subroutine None ["a" "result_image" "stat" "errmsg"] [] "";
    "co_min" Subroutine None ["a" "result_image" "stat" "errmsg"] [] ""; "co_sum" Subroutine None ["a" "result_image" "stat" "errmsg"] [] "";
    "co_reduce" Subroutine None ["a" "operation" "result_image" "stat" "errmsg"] [] "";
    // Subroutines.
    "cpu_time" Subroutine None ["time"] [] ""; "date_and_time" Subroutine None ["date" "time" "zone" "values"] [] ""; "system_clock" Subroutine None ["count" "count_rate" "count_max"] [] "";
    "random_number" Subroutine None ["harvest"] [] ""; "random_seed" Subroutine None ["size" "put" "get"] [] ""; "random_init" Subroutine None ["repeatable" "image_distinct"] [] "";
    "mvbits" Subroutine None ["from" "frompos" "len" "to" "topos"] [] ""; "move_alloc" Subroutine None ["from" "to" "stat" "errmsg"] [] "";
    "get_command_argument" Subroutine None ["number" "value" "length" "status"] [] ""; "getarg" Subroutine None ["pos" "value"] [] ""; "get_command" Subroutine None ["command" "length" "status"] [] "";
    "get_environment_variable" Subroutine None ["name" "value" "length" "status" "trim_name"] [] ""; "execute_command_line" Subroutine None ["command" "wait" "exitstat" "cmdstat" "cmdmsg"] [] "";
    "exit" Subroutine None ["status"] [] ""; "abort" Subroutine None [] [] ""; "flush" Subroutine None ["unit"] [] ""; "etime" Subroutine None ["values" "time"] [] ""; "second" Subroutine None ["time"] [] "";
}

impl Intrinsic {
    /// The intrinsic of that generic name (lower case).
    pub fn named(name: &str) -> Option<Intrinsic> {
        TABLE.iter().position(|i| i.name == name).map(|i| Intrinsic(i as u16))
    }

    /// The intrinsic that a Fortran name (any case, generic or specific) stands for. Names that only C has are not among them.
    pub fn from_fortran(name: &str) -> Option<Intrinsic> {
        let name = name.to_ascii_lowercase();
        if [
            "pow",
            "carg",
            "cbrt",
            "ad_digamma",
            "ad_overlap",
            "exp2",
            "expm1",
            "fma",
            "log1p",
            "log2",
            "remainder",
            "rint",
            "nearbyint",
            "cfloor",
            "cceil",
            "ldexp",
            "ilogb",
            "isinf",
            "isfinite",
            "isnormal",
            "signbit",
            "fpclassify",
            "logb",
        ]
        .contains(&name.as_str())
        {
            return None;
        }
        TABLE.iter().position(|i| i.name == name || i.specific.contains(&name.as_str())).map(|i| Intrinsic(i as u16))
    }

    /// The intrinsic that a function of math.h stands for (`sinf`, `fabs`, `powl` …).
    pub fn from_c(name: &str) -> Option<Intrinsic> {
        let find = |n: &str| TABLE.iter().position(|i| !i.c.is_empty() && i.c == n).map(|i| Intrinsic(i as u16));
        find(name).or_else(|| name.strip_suffix(['f', 'l']).and_then(find))
    }

    /// Its row.
    pub fn info(self) -> &'static Info {
        &TABLE[self.0 as usize]
    }

    /// Its generic name.
    pub fn name(self) -> &'static str {
        self.info().name
    }
}

impl serde::Serialize for Intrinsic {
    fn serialize<S: serde::Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'de> serde::Deserialize<'de> for Intrinsic {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        let name = <String as serde::Deserialize>::deserialize(from)?;
        Intrinsic::named(&name).ok_or_else(|| serde::de::Error::custom(format!("there is no intrinsic `{name}`")))
    }
}

impl std::fmt::Debug for Intrinsic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The arguments of an intrinsic in the order of its dummies: those with keywords may stand in any.
pub fn in_order(f: Intrinsic, args: &[crate::expr::Arg]) -> Vec<crate::expr::Arg> {
    let place = |(k, a): (usize, &crate::expr::Arg)| match &a.keyword {
        Some(word) => f.info().args.iter().position(|d| d.eq_ignore_ascii_case(word)).unwrap_or(TABLE.len()),
        None => k,
    };
    let mut places: Vec<(usize, &crate::expr::Arg)> = args.iter().enumerate().map(|a| (place(a), a.1)).collect();
    places.sort_by_key(|(at, _)| *at);
    places.into_iter().map(|(_, a)| a.clone()).collect()
}

/// The argument `name` of an intrinsic's actual arguments, by keyword or position.
pub fn argument<'a>(f: Intrinsic, args: &'a [crate::expr::Arg], name: &str) -> Option<&'a crate::expr::Expr> {
    if let Some(a) = args.iter().find(|a| a.is_named(name)) {
        return Some(&a.value);
    }
    let position = f.info().args.iter().position(|a| *a == name)?;
    let a = args.get(position)?;
    a.keyword.is_none().then_some(&a.value)
}
