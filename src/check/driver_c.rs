//! A C main program that calls a function, with the same files as the Fortran one ([`super::driver_fortran`]).
//!
//! It includes the source file of the function, so that types, static functions and globals are at hand as they are there.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use il::{Program, Scalar, ScalarClass, SymbolKind, Type};

use super::driver_fortran::{INPUT, INPUT_BEFORE, OUTPUT, OUTPUT_BEFORE};
use super::places::{Callable, Content, Holder, Leaf, RootKind, Step};

/// Reading and writing, the same in every driver.
const HELPERS: &str = r#"static FILE *chk_in, *chk_out;
static char chk_word[128];
static int chk_next(void)
{
    if (fscanf(chk_in, "%127s", chk_word) != 1) abort();
    return strcmp(chk_word, "/") != 0;
}
static double chk_real(void) { return strtod(chk_word, NULL); }
static double chk_imaginary(void) { char *c = strchr(chk_word, ','); return c ? strtod(c + 1, NULL) : 0.0; }
static double chk_part(void) { return strtod(chk_word + 1, NULL); }
static long long chk_integer(void) { return strtoll(chk_word, NULL, 10); }
static double chk_now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}
"#;

/// A driver that first calls what another one calls, and that one as a function.
pub fn behind(text: &str, first: &str) -> (String, String) {
    let (main, opening) = ("\nint main(void)\n{\n", "    chk_in = fopen(");
    let text = text.replacen(main, &format!("\nvoid chk_before(void);\n{}", &main[1..]), 1);
    let text = text.replacen(opening, &format!("    chk_before();\n{opening}"), 1);
    let first = first.replacen(main, "\nvoid chk_before(void);\nvoid chk_before(void)\n{\n", 1);
    let first = first.replace(INPUT, INPUT_BEFORE).replace(OUTPUT, OUTPUT_BEFORE);
    (text, first.replace("    fclose(chk_out);\n    return 0;\n}\n", "    fclose(chk_out);\n}\n"))
}

/// The first of two drivers, to stand behind the other one in one file: what it declares for itself has names of its own.
pub fn apart(first: &str) -> String {
    first.replace("chk_", "chkfirst_").replace("chkfirst_before", "chk_before")
}

/// The text of a driver for a function in the file `source`; `texts` are the contents of character leaves.
pub fn driver(program: &Program, callable: &Callable, source: &Path, check_tape: bool) -> Result<String, String> {
    let d = Driver { program, callable };
    let unit = &program.units[callable.unit];
    let mut text = String::from("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n");
    // Its `I` is a macro: other programs may have names like that.
    let complex = |l: &Leaf| matches!(&l.content, Content::Numbers(s) if s.class == ScalarClass::Complex);
    if callable.leaves.iter().any(complex) {
        text.insert_str(0, "#include <complex.h>\n");
    }
    if check_tape {
        text.push_str("#include \"adStack.h\"\n");
    }
    let shown = source.display();
    writeln!(text, "#define main chk_original_main\n#include \"{shown}\"\n#undef main\n{HELPERS}")
        .expect("strings take text");
    for root in callable.roots.iter().filter(|r| r.kind == RootKind::Global && !d.is_known(r.symbol)) {
        let name = d.name(root.symbol, root.kind);
        let ty = program.symbol_type(root.symbol).unwrap_or(&Type::Void);
        writeln!(text, "extern {};", d.declarator(ty, name)?).expect("strings take text");
    }
    text.push_str("\nint main(void)\n{\n");
    text.push_str("    long long chk_runs, chk_run;\n    double chk_from, chk_to;\n");
    let deepest = callable.leaves.iter().map(|l| l.arrays().count()).max().unwrap_or(0);
    for k in 0..deepest {
        writeln!(text, "    long chk_i{k};").expect("strings take text");
    }
    for (k, leaf) in callable.leaves.iter().enumerate() {
        let n = leaf.arrays().count();
        if n > 0 {
            writeln!(text, "    long chk_e{k}[{n}];").expect("strings take text");
        }
    }
    // Declared where their extents have been read.
    let mut rows: Vec<(il::SymbolId, String)> = Vec::new();
    for root in &callable.roots {
        let SymbolKind::Variable(v) = &program.symbols[root.symbol].kind else {
            return Err(format!(
                "the argument `{}` is a function: a program to call this cannot be made up",
                program.symbols[root.symbol].name
            ));
        };
        let name = d.name(root.symbol, root.kind);
        match root.kind {
            RootKind::Global => {}
            RootKind::Dummy(_) if has_rows_of_variable_length(program, &v.ty) => {
                rows.push((root.symbol, format!("        {};\n", d.declarator(&decayed(&v.ty), name)?)));
            }
            RootKind::Dummy(_) | RootKind::Result => {
                writeln!(text, "    {};", d.declarator(&decayed(&v.ty), name)?).expect("strings take text")
            }
        }
    }
    writeln!(text, "    chk_in = fopen(\"{INPUT}\", \"r\");\n    chk_out = fopen(\"{OUTPUT}\", \"w\");")
        .expect("strings take text");
    text.push_str("    if (!chk_in || !chk_out || !chk_next()) abort();\n    chk_runs = chk_integer();\n");
    text.push_str("    for (chk_run = 0; chk_run < chk_runs; chk_run++) {\n");
    let mut made = BTreeSet::new();
    for (k, leaf) in callable.leaves.iter().enumerate() {
        if let Some(n) = rows.iter().position(|(s, _)| *s == callable.roots[leaf.root].symbol) {
            text.push_str(&rows.remove(n).1);
        }
        text.push_str(&d.read(k, leaf, &mut made)?);
    }
    let mut dummies: Vec<(usize, String)> = Vec::new();
    let mut result = String::new();
    for root in &callable.roots {
        let name = d.name(root.symbol, root.kind);
        match root.kind {
            RootKind::Dummy(k) => dummies.push((k, name)),
            RootKind::Result => result = format!("{name} = "),
            RootKind::Global => {}
        }
    }
    dummies.sort();
    let list: Vec<String> = dummies.into_iter().map(|d| d.1).collect();
    writeln!(
        text,
        "        chk_from = chk_now();\n        {result}{}({});\n        chk_to = chk_now();",
        unit.name,
        list.join(", ")
    )
    .expect("strings take text");
    if check_tape {
        text.push_str("        adStack_check();\n");
    }
    for (k, leaf) in callable.leaves.iter().enumerate() {
        text.push_str(&d.write(k, leaf));
    }
    text.push_str(
        "        fprintf(chk_out, \"%.17e\\n\", chk_to - chk_from);\n    }\n    fclose(chk_out);\n    return 0;\n}\n",
    );
    Ok(text)
}

struct Driver<'a> {
    program: &'a Program,
    callable: &'a Callable,
}

/// The type of a parameter: an array is a pointer to its first element (C11 6.7.6.3).
fn decayed(ty: &Type) -> Type {
    match ty {
        Type::Array { elem, .. } => Type::Pointer { to: elem.clone(), to_const: false, restrict: false },
        other => other.clone(),
    }
}

impl Driver<'_> {
    fn name(&self, symbol: il::SymbolId, kind: RootKind) -> String {
        let own = &self.program.symbols[symbol].name;
        match kind {
            RootKind::Global => own.clone(),
            RootKind::Dummy(k) => format!("{own}_{k}"),
            RootKind::Result => "chk_result".into(),
        }
    }

    /// Whether the file of the function knows a global: another file may define it, and callees alone mention it.
    fn is_known(&self, global: il::SymbolId) -> bool {
        let file = self.program.units[self.callable.unit].parent.map(|f| self.program.units[f].scope);
        file.is_some_and(|f| self.program.scopes[f].names.values().any(|s| *s == global))
    }

    fn declarator(&self, ty: &Type, name: String) -> Result<String, String> {
        match ty {
            Type::Scalar(s) => Ok(format!("{} {name}", s.spelling)),
            Type::Record(r) => Ok(format!("{} {name}", self.program.records[*r].spelling)),
            Type::Pointer { to, .. } => match &**to {
                Type::Array { .. } => self.declarator(to, format!("(*{name})")),
                Type::Procedure => Err("a pointer to a function cannot be made up".into()),
                _ => self.declarator(to, format!("*{name}")),
            },
            Type::Array { elem, dims } => {
                let mut name = name;
                for d in dims {
                    let variable = || match &d.upper {
                        il::Upper::At(e) => self.extent(e),
                        il::Upper::Assumed | il::Upper::Deferred => None,
                    };
                    match il::consts::extent(self.program, d) {
                        Some(n) => name.push_str(&format!("[{n}]")),
                        None => match variable() {
                            Some(n) => name.push_str(&format!("[{n}]")),
                            None => return Err(format!("the extents of `{name}` are not known to the driver")),
                        },
                    }
                }
                self.declarator(elem, name)
            }
            Type::Void => Ok(format!("void {name}")),
            Type::Character { .. } => Ok(format!("char {name}")),
            Type::Opaque(text) => Ok(format!("{text} {name}")),
            Type::Procedure => Err("a function cannot be made up".into()),
        }
    }

    /// The extent of a row over other arguments: `n`, `n + 1`.
    fn extent(&self, e: &il::Expr) -> Option<String> {
        match &e.kind {
            il::ExprKind::Integer { value, .. } => Some(value.to_string()),
            il::ExprKind::Var(s) => {
                let root = self.callable.roots.iter().find(|r| r.symbol == *s)?;
                Some(self.name(root.symbol, root.kind))
            }
            il::ExprKind::Binary(op, l, r) => {
                let sign = match op {
                    il::BinaryOp::Add => "+",
                    il::BinaryOp::Sub => "-",
                    il::BinaryOp::Mul => "*",
                    _ => return None,
                };
                Some(format!("({} {sign} {})", self.extent(l)?, self.extent(r)?))
            }
            _ => None,
        }
    }

    /// The element of a leaf inside loops, and for each array what it is called and whether it must be allocated.
    fn walk(&self, leaf: &Leaf) -> (Vec<(String, bool)>, String) {
        let root = &self.callable.roots[leaf.root];
        let mut name = self.name(root.symbol, root.kind);
        let mut arrays = Vec::new();
        for (at, step) in leaf.steps.iter().enumerate() {
            match step {
                Step::Field(r, k) => name.push_str(&self.program.records[*r].selector(*k, '.')),
                Step::Elements { holder, .. } => {
                    // An array parameter is a pointer.
                    let parameter = at == 0 && matches!(root.kind, RootKind::Dummy(_));
                    arrays.push((name.clone(), parameter || *holder == Holder::CPointer));
                    name = format!("{name}[chk_i{}]", arrays.len() - 1);
                }
            }
        }
        (arrays, name)
    }

    fn read(&self, k: usize, leaf: &Leaf, made: &mut BTreeSet<String>) -> Result<String, String> {
        let mut out = format!("        /* {} */\n", leaf.name);
        let (arrays, element) = self.walk(leaf);
        for (a, (dims, _)) in leaf.arrays().enumerate() {
            writeln!(out, "        chk_e{k}[{a}] = 1;").expect("strings take text");
            for _ in 0..dims.len().max(1) {
                writeln!(out, "        chk_next(); chk_e{k}[{a}] *= chk_integer();").expect("strings take text");
            }
        }
        let mut pad = "        ".to_string();
        for (a, (whole, allocate)) in arrays.iter().enumerate() {
            if *allocate && made.insert(whole.clone()) {
                writeln!(out, "{pad}*(void **)&({whole}) = calloc(chk_e{k}[{a}], sizeof *{whole});")
                    .expect("strings take text");
            }
            writeln!(out, "{pad}for (chk_i{a} = 0; chk_i{a} < chk_e{k}[{a}]; chk_i{a}++) {{")
                .expect("strings take text");
            pad.push_str("    ");
        }
        if self.callable.roots[leaf.root].kind != RootKind::Result
            && let Content::Numbers(s) = &leaf.content
        {
            let bits = match leaf.steps.last() {
                Some(Step::Field(r, k)) => self.program.records[*r].fields[*k].is_bit_field(),
                _ => false,
            };
            let place = if bits { element } else { format!("*({} *)&({element})", plain(s)) };
            writeln!(out, "{pad}if (chk_next()) {place} = {};", value(s)).expect("strings take text");
        }
        for _ in &arrays {
            pad.truncate(pad.len() - 4);
            writeln!(out, "{pad}}}").expect("strings take text");
        }
        Ok(out)
    }

    fn write(&self, k: usize, leaf: &Leaf) -> String {
        let mut out = String::new();
        if let Content::Numbers(s) = &leaf.content {
            let (arrays, element) = self.walk(leaf);
            let root = &self.callable.roots[leaf.root];
            let own = matches!(root.kind, RootKind::Dummy(_)).then(|| self.name(root.symbol, root.kind));
            for (a, (whole, pointer)) in arrays.iter().enumerate() {
                // The program may have released what the driver allocated.
                if *pointer && own.as_ref() != Some(whole) {
                    writeln!(out, "        if ({whole})").expect("strings take text");
                }
                writeln!(out, "        for (chk_i{a} = 0; chk_i{a} < chk_e{k}[{a}]; chk_i{a}++)")
                    .expect("strings take text");
            }
            let written = match s.class {
                ScalarClass::Real => format!("fprintf(chk_out, \"%.17e\\n\", (double){element})"),
                ScalarClass::Complex => {
                    format!("fprintf(chk_out, \"%.17e %.17e\\n\", (double)creal({element}), (double)cimag({element}))")
                }
                ScalarClass::Integer | ScalarClass::Logical => {
                    format!("fprintf(chk_out, \"%lld\\n\", (long long){element})")
                }
            };
            writeln!(out, "            {written};").expect("strings take text");
        }
        out.push_str("        fputs(\"end\\n\", chk_out);\n");
        out
    }
}

/// Whether a parameter points to rows whose length other arguments give: `double a[m][n]`.
fn has_rows_of_variable_length(program: &Program, ty: &Type) -> bool {
    let below = match ty {
        Type::Array { elem: t, .. } | Type::Pointer { to: t, .. } => t,
        _ => return false,
    };
    match &**below {
        Type::Array { dims, .. } => {
            dims.iter().any(|d| il::consts::extent(program, d).is_none()) || has_rows_of_variable_length(program, below)
        }
        _ => false,
    }
}

/// The type without qualifiers.
fn plain(s: &Scalar) -> String {
    s.spelling
        .split_whitespace()
        .filter(|w| !["const", "volatile", "static", "extern", "register"].contains(w))
        .collect::<Vec<_>>()
        .join(" ")
}

/// What was read, as a value of the type.
fn value(s: &Scalar) -> &'static str {
    match s.class {
        ScalarClass::Integer => "chk_integer()",
        ScalarClass::Real => "chk_real()",
        ScalarClass::Logical => "chk_word[0] == 'T'",
        ScalarClass::Complex => "chk_part() + chk_imaginary()*I",
    }
}
