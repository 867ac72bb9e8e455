//! The modules that come with the compiler, as far as numerical code uses them: kinds are those of gfortran.

use il::symbol::{Procedure, ProcedureClass};
use il::{Record, Scalar, Scope, Span, SymbolId, SymbolKind, Type};

use super::context::Lower;
use super::uses::integer_constant;

/// What a name of an intrinsic module is.
enum Is {
    /// An integer constant: a kind, in bytes.
    Int(i64),
    /// A character constant of length one.
    Char(&'static str),
    /// An opaque derived type.
    Opaque,
    /// A constant of an opaque derived type.
    Of(&'static str),
    /// A logical function.
    Logical,
    /// A function whose result has the type of its first argument.
    Function,
    /// A function of an opaque derived type.
    FunctionOf(&'static str),
    /// A subroutine.
    Subroutine,
}

type Table = &'static [(&'static str, Is)];

use Is::*;

#[rustfmt::skip]
const ISO_FORTRAN_ENV: Table = &[
    ("int8", Int(1)), ("int16", Int(2)), ("int32", Int(4)), ("int64", Int(8)),
    ("real32", Int(4)), ("real64", Int(8)), ("real128", Int(16)),
    ("logical8", Int(1)), ("logical16", Int(2)), ("logical32", Int(4)), ("logical64", Int(8)),
    ("input_unit", Int(5)), ("output_unit", Int(6)), ("error_unit", Int(0)),
    ("iostat_end", Int(-1)), ("iostat_eor", Int(-2)), ("iostat_inquire_internal_unit", Int(5018)),
    ("character_storage_size", Int(8)), ("numeric_storage_size", Int(32)), ("file_storage_size", Int(8)),
    ("atomic_int_kind", Int(4)), ("atomic_logical_kind", Int(4)), ("stat_stopped_image", Int(6000)), ("stat_failed_image", Int(6001)),
    ("stat_locked", Int(1)), ("stat_unlocked", Int(0)), ("stat_locked_other_image", Int(2)),
    ("lock_type", Opaque), ("event_type", Opaque), ("team_type", Opaque),
    ("compiler_version", Function), ("compiler_options", Function),
];

#[rustfmt::skip]
const ISO_C_BINDING: Table = &[
    ("c_int", Int(4)), ("c_short", Int(2)), ("c_long", Int(8)), ("c_long_long", Int(8)), ("c_signed_char", Int(1)), ("c_size_t", Int(8)),
    ("c_int8_t", Int(1)), ("c_int16_t", Int(2)), ("c_int32_t", Int(4)), ("c_int64_t", Int(8)),
    ("c_int_least8_t", Int(1)), ("c_int_least16_t", Int(2)), ("c_int_least32_t", Int(4)), ("c_int_least64_t", Int(8)),
    ("c_int_fast8_t", Int(1)), ("c_int_fast16_t", Int(8)), ("c_int_fast32_t", Int(8)), ("c_int_fast64_t", Int(8)),
    ("c_intmax_t", Int(8)), ("c_intptr_t", Int(8)), ("c_ptrdiff_t", Int(8)),
    ("c_float", Int(4)), ("c_double", Int(8)), ("c_long_double", Int(10)), ("c_float128", Int(16)),
    ("c_float_complex", Int(4)), ("c_double_complex", Int(8)), ("c_long_double_complex", Int(10)),
    ("c_bool", Int(1)), ("c_char", Int(1)),
    ("c_null_char", Char("\0")), ("c_alert", Char("\x07")), ("c_backspace", Char("\x08")), ("c_form_feed", Char("\x0c")),
    ("c_new_line", Char("\n")), ("c_carriage_return", Char("\r")), ("c_horizontal_tab", Char("\t")), ("c_vertical_tab", Char("\x0b")),
    ("c_ptr", Opaque), ("c_funptr", Opaque), ("c_null_ptr", Of("c_ptr")), ("c_null_funptr", Of("c_funptr")),
    ("c_associated", Logical), ("c_f_pointer", Subroutine), ("c_f_procpointer", Subroutine),
    ("c_funloc", FunctionOf("c_funptr")), ("c_loc", FunctionOf("c_ptr")), ("c_sizeof", Function),
];

#[rustfmt::skip]
const IEEE_ARITHMETIC: Table = &[
    ("ieee_class_type", Opaque), ("ieee_round_type", Opaque),
    ("ieee_signaling_nan", Of("ieee_class_type")), ("ieee_quiet_nan", Of("ieee_class_type")), ("ieee_negative_inf", Of("ieee_class_type")),
    ("ieee_positive_inf", Of("ieee_class_type")), ("ieee_negative_zero", Of("ieee_class_type")), ("ieee_positive_zero", Of("ieee_class_type")),
    ("ieee_negative_normal", Of("ieee_class_type")), ("ieee_positive_normal", Of("ieee_class_type")),
    ("ieee_negative_denormal", Of("ieee_class_type")), ("ieee_positive_denormal", Of("ieee_class_type")),
    ("ieee_nearest", Of("ieee_round_type")), ("ieee_to_zero", Of("ieee_round_type")), ("ieee_up", Of("ieee_round_type")), ("ieee_down", Of("ieee_round_type")),
    ("ieee_is_nan", Logical), ("ieee_is_finite", Logical), ("ieee_is_negative", Logical), ("ieee_is_normal", Logical), ("ieee_unordered", Logical),
    ("ieee_support_nan", Logical), ("ieee_support_inf", Logical), ("ieee_support_datatype", Logical), ("ieee_support_denormal", Logical),
    ("ieee_support_divide", Logical), ("ieee_support_sqrt", Logical), ("ieee_support_standard", Logical), ("ieee_support_rounding", Logical),
    ("ieee_class", FunctionOf("ieee_class_type")), ("ieee_value", Function), ("ieee_copy_sign", Function), ("ieee_logb", Function),
    ("ieee_next_after", Function), ("ieee_rem", Function), ("ieee_rint", Function), ("ieee_scalb", Function), ("ieee_selected_real_kind", Function),
    ("ieee_get_rounding_mode", Subroutine), ("ieee_set_rounding_mode", Subroutine), ("ieee_get_underflow_mode", Subroutine), ("ieee_set_underflow_mode", Subroutine),
];

#[rustfmt::skip]
const IEEE_EXCEPTIONS: Table = &[
    ("ieee_flag_type", Opaque), ("ieee_status_type", Opaque),
    ("ieee_invalid", Of("ieee_flag_type")), ("ieee_overflow", Of("ieee_flag_type")), ("ieee_underflow", Of("ieee_flag_type")),
    ("ieee_divide_by_zero", Of("ieee_flag_type")), ("ieee_inexact", Of("ieee_flag_type")), ("ieee_usual", Of("ieee_flag_type")), ("ieee_all", Of("ieee_flag_type")),
    ("ieee_support_flag", Logical), ("ieee_support_halting", Logical),
    ("ieee_get_flag", Subroutine), ("ieee_set_flag", Subroutine), ("ieee_get_halting_mode", Subroutine), ("ieee_set_halting_mode", Subroutine),
    ("ieee_get_status", Subroutine), ("ieee_set_status", Subroutine),
];

#[rustfmt::skip]
const OMP_LIB: Table = &[
    ("omp_lock_kind", Int(8)), ("omp_nest_lock_kind", Int(8)), ("omp_sched_kind", Int(4)), ("omp_proc_bind_kind", Int(4)), ("openmp_version", Int(201511)),
    ("omp_get_wtime", Function), ("omp_get_wtick", Function), ("omp_get_thread_num", Function), ("omp_get_num_threads", Function),
    ("omp_get_max_threads", Function), ("omp_get_num_procs", Function), ("omp_in_parallel", Logical), ("omp_set_num_threads", Subroutine),
    ("omp_set_dynamic", Subroutine), ("omp_set_nested", Subroutine), ("omp_init_lock", Subroutine), ("omp_set_lock", Subroutine),
    ("omp_unset_lock", Subroutine), ("omp_destroy_lock", Subroutine),
];

/// The modules and their parts; IEEE_ARITHMETIC makes what IEEE_EXCEPTIONS has visible too (F2018 17.1).
const MODULES: &[(&str, &[Table])] = &[
    ("iso_fortran_env", &[ISO_FORTRAN_ENV]),
    ("iso_c_binding", &[ISO_C_BINDING]),
    ("ieee_arithmetic", &[IEEE_ARITHMETIC, IEEE_EXCEPTIONS]),
    ("ieee_exceptions", &[IEEE_EXCEPTIONS]),
    ("ieee_features", &[]),
    ("omp_lib", &[OMP_LIB]),
    // That of the runtime library, which derivatives use.
    ("adspecial", &[&[("ad_digamma", Function)]]),
];

/// The symbol of an intrinsic module, made when it is first asked for.
pub fn module(cx: &mut Lower, name: &str) -> Option<SymbolId> {
    if let Some(symbol) = cx.builtin_modules.get(name) {
        return Some(*symbol);
    }
    let (name, tables) = MODULES.iter().find(|(n, _)| *n == name)?;
    let outer = cx.intrinsic_scope;
    let symbol = cx.program.declare(outer, *name, Span::NONE, SymbolKind::Module(None));
    let scope = cx.program.scopes.add(Scope::root(true));
    for (entry, is) in tables.iter().copied().flatten() {
        let record_of =
            |cx: &Lower, ty: &str| match cx.program.lookup_here(scope, ty).map(|s| &cx.program.symbols[s].kind) {
                Some(SymbolKind::Record(id)) => Type::Record(*id),
                _ => Type::Opaque(format!("type({ty})")),
            };
        let function = |result| SymbolKind::Procedure(Procedure::new(None, result, ProcedureClass::Intrinsic));
        let kind = match is {
            Int(value) => integer_constant(*value),
            Char(text) => SymbolKind::Constant {
                ty: Type::Character { len: Some(Box::new(il::Expr::int(1))), spelling: "character".into() },
                value: il::ExprKind::Text(text.to_string(), il::expr::Literal(None)).into(),
            },
            Opaque => SymbolKind::Record(cx.program.records.add(Record {
                name: entry.to_string(),
                parameters: String::new(),
                fields: Vec::new(),
                spelling: String::new(),
                attributes: Vec::new(),
                extends: None,
                opaque: true,
                trailing_text: Vec::new(),
                overlaid: Vec::new(),
                external: true,
                handle: None,
                span: Span::NONE,
            })),
            Of(ty) => SymbolKind::Constant { ty: record_of(cx, ty), value: il::Expr::int(0) },
            Logical => function(Some(Type::Scalar(Scalar::logical()))),
            FunctionOf(ty) => {
                let ty = record_of(cx, ty);
                function(Some(ty))
            }
            Function => function(result_type(entry)),
            Subroutine => function(None),
        };
        cx.program.declare(scope, *entry, Span::NONE, kind);
    }
    cx.builtin_modules.insert(name.to_string(), symbol);
    cx.builtin_scopes.insert(symbol, scope);
    Some(symbol)
}

/// Result types of the functions whose type does not follow from an argument.
fn result_type(name: &str) -> Option<Type> {
    match name {
        "omp_get_wtime" | "omp_get_wtick" => Some(Type::Scalar(Scalar::double())),
        _ if name.starts_with("omp_get_") || name.ends_with("_kind") || name == "c_sizeof" => {
            Some(Type::Scalar(Scalar::integer()))
        }
        _ => None,
    }
}
