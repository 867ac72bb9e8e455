//! Every message of lowering, in one place.
//!
//! | code | says |
//! | --- | --- |
//! | RT0201 | a module is used whose source was not given |
//! | RT0202 | a name has no declaration under IMPLICIT NONE |
//! | RT0203 | a module has no such public name |
//! | RT0204 | modules use each other in a circle |
//! | RT0205 | a kind is not a constant that can be evaluated |
//! | RT0206 | a name is used as what it is not |
//! | RT0207 | a structure has no such component |
//! | RT0208 | a derived type is not known |
//! | RT0209 | ENTRY |
//! | RT0210 | a construct that is kept as text |
//! | RT0211 | no specific procedure of a generic fits |
//! | RT0212 | a name is defined twice |
//! | RT0213 | a submodule without its ancestor |
//! | RT0214 | a label that stands nowhere |
//! | RT0215 | an I/O statement that may jump |
//! | RT0216 | wrong number of subscripts or arguments |
//! | RT0217 | a statement function that uses itself |
//! | RT0218 | a constant or type that is defined by itself |
//! | RT0219 | a loop that changes its own counter |
//! | RT0220 | a label that stands twice |
//! | RT0221 | a jump into a block |
//! | RT0222 | a name that two declarations give a type |
//! | RT0223 | a dummy that is only read, and assigned to |
//! | RT0226 | an operand, a condition or a value of a type that does not fit |

use il::{Diagnostic, Span};

const KEPT: &str = "the unit is printed as it is, but it cannot be differentiated";

/// RT0201. The message starts like Tapenade's.
pub fn missing_module(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("RT0201", span, format!("(DD15) module '{name}' is used, but no file defines it"))
        .note("give the file that defines it on the command line; the order of files does not matter")
}

/// RT0202.
pub fn undeclared(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    let said = Diagnostic::error("RT0202", span, format!("'{name}' has no declaration and IMPLICIT NONE is in force"));
    match near {
        Some(near) => said.note(format!("did you mean '{near}'?")),
        None => said.note("declare it, or name the module that does in a USE statement"),
    }
}

/// RT0203.
pub fn not_in_module(span: Span, module: &str, name: &str, near: Option<&str>) -> Diagnostic {
    let said = Diagnostic::warning("RT0203", span, format!("module '{module}' has no public name '{name}'"));
    match near {
        Some(near) => said.note(format!("did you mean '{near}'?")),
        None => said.note("correct the ONLY list, or make the name public"),
    }
}

/// RT0203, of a library that is known by its description.
pub fn not_described(span: Span, module: &str, name: &str) -> Diagnostic {
    let said = format!("the built-in description of module '{module}' has no '{name}': nothing is known of it");
    Diagnostic::warning("RT0203", span, said).note("no value with a derivative may be computed from it")
}

/// RT0204.
pub fn circular_use(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("RT0204", span, format!("module '{name}' uses itself, directly or through other modules"))
        .note("break the circle of USE statements")
}

/// RT0205.
pub fn unknown_kind(span: Span) -> Diagnostic {
    Diagnostic::error("RT0205", span, "this kind is not a constant whose value can be found")
        .note("use a literal, a named constant, kind(…) or selected_real_kind(…)")
}

/// RT0206.
pub fn misused(span: Span, name: &str, what: &str, as_what: &str) -> Diagnostic {
    Diagnostic::error("RT0206", span, format!("'{name}' is {what}, but it is used as {as_what}"))
        .note("correct the statement or the declaration")
}

/// RT0207.
pub fn no_component(span: Span, record: &str, name: &str, near: Option<&str>) -> Diagnostic {
    let said = Diagnostic::error("RT0207", span, format!("type '{record}' has no component '{name}'"));
    match near {
        Some(near) => said.note(format!("did you mean '{near}'?")),
        None => said.note("correct the name of the component"),
    }
}

/// RT0207: `%` after what has no components.
pub fn no_structure(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("RT0207", span, format!("component '{name}' of something that is not of a derived type"))
        .note("check the declaration of what stands before the '%'")
}

/// RT0208.
pub fn unknown_type(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    let said = Diagnostic::error("RT0208", span, format!("derived type '{name}' is not known here"));
    match near {
        Some(near) => said.note(format!("did you mean '{near}'?")),
        None => said.note("name the module that defines it in a USE statement"),
    }
}

/// RT0209.
pub fn entry(span: Span, name: &str) -> Diagnostic {
    Diagnostic::warning("RT0209", span, format!("ENTRY '{name}' is not supported"))
        .note(KEPT)
        .note("make a procedure of its own of each entry")
}

/// RT0210.
pub fn kept_as_text(span: Span, what: &str) -> Diagnostic {
    Diagnostic::warning("RT0210", span, format!("(DD99) {what} is kept as text")).note(KEPT)
}

/// RT0210: of a type-bound procedure.
pub fn unresolved_binding(span: Span, name: &str, why: &str) -> Diagnostic {
    Diagnostic::warning("RT0210", span, format!("(DD99) a call of the type-bound procedure '{name}' is kept as text"))
        .note(why.to_string())
        .note(KEPT)
}

/// RT0210: of a procedure pointer. `cause`: what makes it so, and why.
pub fn unresolved_pointer(span: Span, name: &str, cause: Option<(Span, &'static str)>) -> Diagnostic {
    let what = format!("(DD99) nobody knows what the procedure pointer '{name}' points to");
    let said = Diagnostic::warning("RT0210", span, what);
    let said = match cause {
        Some((at, why)) => said.with(at, why),
        None => said,
    };
    said.note("calls through it cannot be differentiated")
        .note("associate it, in the files that are given, with module procedures only")
}

/// RT0211.
pub fn no_specific(span: Span, generic: &str, several: bool) -> Diagnostic {
    let what = if several { "more than one specific procedure fits" } else { "no specific procedure fits" };
    Diagnostic::warning("RT0211", span, format!("{what} this reference to generic '{generic}'"))
        .note(KEPT)
        .note("call the specific procedure by its own name")
}

/// RT0212. It matters where one of them is reached.
pub fn defined_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::error("RT0212", span, format!("'{name}' is defined more than once"))
        .with(first, "first definition")
        .note("give each definition of a name only once")
}

/// RT0213.
pub fn no_ancestor(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("RT0213", span, format!("no file defines '{name}', which this submodule extends"))
        .note("give the file that defines it on the command line")
}

/// RT0214.
pub fn undefined_label(span: Span, label: u32) -> Diagnostic {
    Diagnostic::error("RT0214", span, format!("label {label} stands nowhere in this unit"))
        .note("correct the label, or add the statement")
}

/// RT0215.
pub fn io_jump(span: Span) -> Diagnostic {
    Diagnostic::warning("RT0215", span, "a jump out of this input/output statement (EOR=) is not followed")
        .note(KEPT)
        .note("use IOSTAT= and an IF")
}

/// RT0216.
pub fn wrong_rank(span: Span, name: &str, rank: usize, given: usize) -> Diagnostic {
    let s = if rank == 1 { "" } else { "s" };
    Diagnostic::error("RT0216", span, format!("'{name}' has {rank} dimension{s}, but {given} subscripts are given"))
        .note("correct the subscripts or the declaration")
}

/// RT0216: of a statement function.
pub fn wrong_arguments(span: Span, name: &str, expected: usize, given: usize) -> Diagnostic {
    Diagnostic::error("RT0216", span, format!("'{name}' takes {expected} arguments, but {given} are given"))
        .note("correct the reference")
}

/// RT0217.
pub fn recursive_statement_function(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("RT0217", span, format!("statement function '{name}' uses itself")).note("make a function of it")
}

/// RT0218.
pub fn defined_by_itself(span: Span, what: &str, name: &str) -> Diagnostic {
    Diagnostic::error("RT0218", span, format!("{what} '{name}' is defined by itself"))
        .note("break the circle of definitions")
}

/// RT0218: of a type with a component of its own type, which would be of no end. `ways`: the components that lead back to it.
pub fn contains_itself(span: Span, name: &str, ways: &[String]) -> Diagnostic {
    let message = format!("a `type({name})` would contain another one, and so on without end: {}", ways.join(", "));
    Diagnostic::error("RT0218", span, message)
        .note("make the component ALLOCATABLE or a POINTER if a list or tree is meant, or give it another type")
}

/// RT0226. `wrong` and `other` are operands and their types.
pub fn unfit_operand(sign: &str, takes: &str, wrong: (Span, &str), other: Option<(Span, &str)>) -> Diagnostic {
    let said = Diagnostic::error("RT0226", wrong.0, format!("`{sign}` takes {takes}, and this is {}", wrong.1))
        .label(format!("this is {}", wrong.1));
    let said = match other {
        Some((span, name)) if name != "not known" => said.with(span, format!("this is {name}")),
        _ => said,
    };
    said.note("correct the operand, or its declaration")
}

/// RT0226.
pub fn no_condition(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("RT0226", span, format!("a condition is LOGICAL, and this is {name}"))
        .note("compare it with something, or correct its declaration")
}

/// RT0226.
pub fn unfit_value(value: Span, from: &str, variable: Span, to: &str) -> Diagnostic {
    Diagnostic::error("RT0226", value, format!("a value of type {from} is assigned to a variable of type {to}"))
        .label(format!("this is {from}"))
        .with(variable, format!("this is {to}"))
        .note("between text and numbers READ and WRITE convert, on an internal file")
}

/// RT0219.
pub fn changed_counter(span: Span, name: &str, header: Span) -> Diagnostic {
    Diagnostic::warning("RT0219", span, format!("'{name}' is changed inside the loop that counts with it"))
        .with(header, "the loop")
        .note(KEPT)
        .note("use another variable, or a DO WHILE loop")
}

/// RT0220.
pub fn label_twice(span: Span, label: u32) -> Diagnostic {
    Diagnostic::error("RT0220", span, format!("label {label} stands more than once in this unit"))
        .note("give each statement a label of its own")
}

/// RT0221.
pub fn jump_into_block(span: Span, label: &str) -> Diagnostic {
    Diagnostic::warning("RT0221", span, format!("this jump to {label} leads into a block from outside"))
        .note(KEPT)
        .note("move the labelled statement out of the block")
}

/// RT0222. Harmless where both say the same.
pub fn typed_twice(span: Span, name: &str, first: Span, same: bool) -> Diagnostic {
    let said = format!("'{name}' has a type already: compilers refuse a second declaration");
    match same {
        true => Diagnostic::warning("RT0222", span, said),
        false => Diagnostic::error("RT0222", span, said),
    }
    .with(first, "its first type")
    .note("keep one of the two declarations")
}

/// RT0223.
pub fn not_definable(span: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::error("RT0223", span, format!("'{name}' is INTENT(IN), and changed here"))
        .with(declared, "declared here")
        .note("declare it INTENT(INOUT), or change a copy of it")
}
