//! The text form of the IL: what `-dump il` prints, and what [`parse`] reads back.
//!
//! ```text
//! value := number | word | "text" | [ value … ] | { name=value … } | (Variant value) | (Variant name=value …)
//! ```
//!
//! It follows the data model node by node (through `serde`), so that no node can be forgotten and none has a second spelling. Fields
//! that are empty, false or absent are left out; spans are not part of it. Comments run from `;` to the end of the line: the printer says
//! there which id each item has, and the types of a statement's values.

mod annotate;
mod parse;
mod print;

use serde_json::Value;

use crate::program::Program;

/// A program as text. The same program gives the same bytes.
pub fn print(program: &Program) -> String {
    let mut value = serde_json::to_value(program).expect("the IL has no key that is not a string");
    // Source texts are not part of the model.
    if let Some(files) = value.get_mut("sources").and_then(Value::as_array_mut) {
        files.iter_mut().for_each(|f| f["text"] = Value::String(String::new()));
    }
    print::print(&value, &annotate::notes(program))
}

/// Reads a program back. The error says where the text is wrong.
pub fn parse(text: &str) -> Result<Program, String> {
    let value = parse::parse(text)?;
    serde_json::from_value(value).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::*;

    fn sample() -> Program {
        let mut p = Program::new();
        let global = p.global;
        let id = p.units.add(Unit::new("f", UnitKind::Subroutine, Language::Fortran, global));
        let scope = p.new_scope(global, ScopeKind::Unit(id));
        let x = p.declare(
            scope,
            "x",
            Span::NONE,
            SymbolKind::Variable(Variable::new(Type::Scalar(Scalar::double()), Storage::Dummy(0))),
        );
        let mut unit = Unit::new("f", UnitKind::Subroutine, Language::Fortran, scope);
        unit.params.push(x);
        unit.comments.push(r#"a comment; with "signs" (and) brackets"#.into());
        let rhs =
            Expr::binary(BinaryOp::Mul, Expr::real(2.0, &Scalar::double()), Expr::intrinsic("sin", vec![Expr::var(x)]));
        let mut body = Vec::new();
        unit.push(&mut body, StmtKind::Assign { lhs: Expr::var(x), rhs });
        unit.push(&mut body, StmtKind::Return(None));
        unit.body = body;
        p.units[id] = unit;
        p
    }

    #[test]
    fn print_and_parse_are_inverse() {
        let text = print(&sample());
        assert!(text.contains("lhs=(Var v0)"), "{text}");
        assert!(text.contains("; s0: real8 = real8"), "{text}");
        let again = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(print(&again), text);
        assert_eq!(again.units.iter().next().unwrap().1.stmts.len(), 2);
    }

    #[test]
    fn errors_say_where() {
        for (text, expected) in [
            ("{a=1", "line 1: a bracket is not closed"),
            ("{a=\n)", "line 2: unexpected `)`"),
            ("\"x", "line 1: a text is not closed"),
            ("[] x", "line 1: nothing may follow the program"),
        ] {
            assert_eq!(parse(text).unwrap_err(), expected);
        }
    }
}
