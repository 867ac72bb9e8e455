//! A compact text form of the tree, for tests: operators fully parenthesised, blocks indented by their bodies in braces.

use frontend_fortran::ast::*;

/// An expression with all its structure visible.
pub fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Literal(literal) => literal.text.to_string(),
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Apply { base, args: list } => format!("{}({})", expr(base), args(list)),
        ExprKind::Component { base, name } => format!("{}%{}", expr(base), name.text),
        ExprKind::Coindexed { base, images } => format!("{}[{}]", expr(base), args(images)),
        ExprKind::Unary { op, operand } => format!("<{op:?} {}>", expr(operand)),
        ExprKind::Binary { op, left, right } => format!("<{} {op:?} {}>", expr(left), expr(right)),
        ExprKind::Paren(inner) => format!("({})", expr(inner)),
        ExprKind::Complex { re, im } => format!("complex({}, {})", expr(re), expr(im)),
        ExprKind::Array { type_spec, items, .. } => {
            let prefix = type_spec.as_ref().map_or(String::new(), |spec| format!("{} :: ", type_(spec)));
            format!("[{prefix}{}]", exprs(items))
        }
        ExprKind::ImpliedDo(i) => {
            let ImpliedDo { items, variable, first, last, step } = &**i;
            let step = step.as_ref().map_or(String::new(), |step| format!(", {}", expr(step)));
            format!("do({}, {} = {}, {}{step})", exprs(items), variable.text, expr(first), expr(last))
        }
    }
}

fn exprs(list: &[Expr]) -> String {
    list.iter().map(expr).collect::<Vec<_>>().join(", ")
}

/// An argument list.
pub fn args(list: &[Arg]) -> String {
    let bound = |e: &Option<Box<Expr>>| e.as_ref().map_or(String::new(), |e| expr(e));
    let one = |arg: &Arg| {
        let keyword = arg.keyword.as_ref().map_or(String::new(), |keyword| format!("{}=", keyword.text));
        let value = match &arg.value {
            ArgValue::Expr(e) => expr(e),
            ArgValue::Section { lower, upper, step, .. } => {
                format!("{}:{}:{}", bound(lower), bound(upper), bound(step))
            }
            ArgValue::AlternateReturn(label) => format!("*{}", label.number),
            ArgValue::Star(_) => "*".into(),
            ArgValue::AssumedSize(lower, _) => format!("{}:*", bound(lower)),
            ArgValue::AssumedRank(_) => "..".into(),
        };
        keyword + &value
    };
    list.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A type.
pub fn type_(spec: &TypeSpec) -> String {
    let base = match &spec.base {
        BaseType::Derived(name, _) => format!("type({})", name.text),
        BaseType::Class(name, _) => format!("class({})", name.text),
        other => format!("{other:?}").to_lowercase(),
    };
    let kind = match &spec.kind {
        None => String::new(),
        Some(KindSpec::Bytes(bytes)) => format!("*{bytes}"),
        Some(KindSpec::Expr { value, .. }) => format!("({})", expr(value)),
    };
    base + &kind + &spec.length.as_ref().map_or(String::new(), |length| format!(" len {}", char_length(length)))
}

fn char_length(length: &CharLength) -> String {
    match &length.value {
        LengthValue::Expr(e) => expr(e),
        LengthValue::Assumed => "*".into(),
        LengthValue::Deferred => ":".into(),
    }
}

fn entity(e: &Entity) -> String {
    let dim = |dim: &Dim| {
        let lower = |lower: &Option<Expr>| lower.as_ref().map_or(String::new(), |e| format!("{}:", expr(e)));
        match dim {
            Dim::Explicit { lower: low, upper } => format!("{}{}", lower(low), expr(upper)),
            Dim::Shape { lower: None } => ":".into(),
            Dim::Shape { lower: low } => lower(low),
            Dim::Size { lower: low } => format!("{}*", lower(low)),
            Dim::Rank => "..".into(),
        }
    };
    let dims: Vec<String> = e.dims.iter().map(dim).collect();
    let dims = if dims.is_empty() { String::new() } else { format!("({})", dims.join(",")) };
    let length = e.length.as_ref().map_or(String::new(), |length| format!("*{}", char_length(length)));
    let init = match &e.init {
        None => String::new(),
        Some(Init::Value(e)) => format!("={}", expr(e)),
        Some(Init::Pointer(e)) => format!("=>{}", expr(e)),
        Some(Init::Data(values)) => format!("/{}/", data(values)),
    };
    format!("{}{dims}{length}{init}", e.name.text)
}

fn entities(list: &[Entity]) -> String {
    list.iter().map(entity).collect::<Vec<_>>().join(", ")
}

fn data(values: &[DataValue]) -> String {
    let one = |value: &DataValue| {
        value.repeat.as_ref().map_or(String::new(), |repeat| format!("{}*", expr(repeat))) + &expr(&value.value)
    };
    values.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Statements, separated by `; `.
pub fn stmts(list: &[Stmt]) -> String {
    list.iter().map(stmt).collect::<Vec<_>>().join("; ")
}

/// A statement. What no test looks at prints as its debug form.
pub fn stmt(s: &Stmt) -> String {
    let label = s.meta.label.map_or(String::new(), |label| format!("{} ", label.number));
    let name = s.meta.name.as_ref().map_or(String::new(), |name| format!("{}: ", name.text));
    let word = |ident: &Option<Ident>| ident.as_ref().map_or(String::new(), |ident| format!(" {}", ident.text));
    let text = match &s.kind {
        StmtKind::Assign { lhs, rhs } => format!("{} = {}", expr(lhs), expr(rhs)),
        StmtKind::PointerAssign { lhs, rhs } => format!("{} => {}", expr(lhs), expr(rhs)),
        StmtKind::Call { callee, args: list, has_parens: true } => format!("call {}({})", expr(callee), args(list)),
        StmtKind::Call { callee, .. } => format!("call {}", expr(callee)),
        StmtKind::If(block) => {
            let mut out = format!("if {} {{{}}}", expr(&block.condition), stmts(&block.then));
            out += &elses(&block.elses);
            out
        }
        StmtKind::IfStmt { condition, then } => format!("if {}: {}", expr(condition), stmt(then)),
        StmtKind::WhereStmt { mask, then } => format!("where {}: {}", expr(mask), stmt(then)),
        StmtKind::Where(block) => {
            format!("where {} {{{}}}{}", expr(&block.mask), stmts(&block.body), elses(&block.elses))
        }
        StmtKind::Do(block) => {
            let label = block.terminal.map_or(String::new(), |label| format!(" {}", label.number));
            let control = match &block.control {
                DoControl::Forever => String::new(),
                DoControl::While(e) => format!(" while {}", expr(e)),
                DoControl::Count { variable, first, last, step } => {
                    let step = step.as_ref().map_or(String::new(), |step| format!(", {}", expr(step)));
                    format!(" {} = {}, {}{step}", variable.text, expr(first), expr(last))
                }
                DoControl::Concurrent { header, .. } => {
                    let names: Vec<&str> = header.indices.iter().map(|index| &*index.variable.text).collect();
                    format!(" concurrent {}", names.join(","))
                }
            };
            let end = match &block.end {
                DoEnd::EndDo(_) => "",
                DoEnd::Terminal => "^",
            };
            format!("do{label}{control} {{{}}}{end}", stmts(&block.body))
        }
        StmtKind::SelectCase(block) => {
            let case = |case: &Case| format!("{:?} {{{}}}", case.values.as_ref().map(Vec::len), stmts(&case.body));
            let cases: Vec<String> = block.cases.iter().map(case).collect();
            format!("select {} {}", expr(&block.selector), cases.join(" "))
        }
        StmtKind::Exit(name) => format!("exit{}", word(name)),
        StmtKind::Cycle(name) => format!("cycle{}", word(name)),
        StmtKind::Goto(label) => format!("goto {}", label.number),
        StmtKind::ComputedGoto { targets, index } => format!("goto #{} {}", targets.len(), expr(index)),
        StmtKind::AssignedGoto { variable, targets } => format!("goto {} #{}", variable.text, targets.len()),
        StmtKind::AssignLabel { label, variable } => format!("assign {} {}", label.number, variable.text),
        StmtKind::ArithmeticIf { value, targets } => {
            let [a, b, c] = targets.map(|label| label.number);
            format!("if {} {a} {b} {c}", expr(value))
        }
        StmtKind::Return(value) => format!("return {}", value.as_ref().map_or(String::new(), expr)).trim_end().into(),
        StmtKind::Continue => "continue".into(),
        StmtKind::Allocate { type_spec, objects, options } => {
            let spec = type_spec.as_ref().map_or(String::new(), |spec| format!("{} :: ", type_(spec)));
            format!("allocate {spec}{} #{}", exprs(objects), options.len())
        }
        StmtKind::Io(io) => format!("{:?}({}) {} \"{}\"", io.kind, args(&io.controls), exprs(&io.items), io.text),
        StmtKind::TypeDecl(decl) => {
            let attrs: Vec<String> = decl.attrs.iter().map(|attr| attr_(&attr.kind)).collect();
            let attrs = if attrs.is_empty() { String::new() } else { format!(" [{}]", attrs.join(",")) };
            format!("{}{attrs} {}", type_(&decl.spec), entities(&decl.entities))
        }
        StmtKind::AttrStmt { attr, entities: list } => format!("{} {}", attr_(&attr.kind), entities(list)),
        StmtKind::Parameter(list) => {
            let pairs: Vec<String> = list.iter().map(|(name, e)| format!("{}={}", name.text, expr(e))).collect();
            format!("parameter {}", pairs.join(", "))
        }
        StmtKind::Data(sets) => {
            let sets: Vec<String> =
                sets.iter().map(|s| format!("{} /{}/", exprs(&s.objects), data(&s.values))).collect();
            format!("data {}", sets.join(", "))
        }
        StmtKind::Common(blocks) => {
            let block = |b: &CommonBlock| format!("/{}/ {}", word(&b.name).trim(), entities(&b.entities));
            format!("common {}", blocks.iter().map(block).collect::<Vec<_>>().join(" "))
        }
        StmtKind::Equivalence(groups) => {
            format!("equivalence {}", groups.iter().map(|g| format!("({})", exprs(g))).collect::<Vec<_>>().join(" "))
        }
        StmtKind::Implicit(rules) if rules.is_empty() => "implicit none".into(),
        StmtKind::Implicit(rules) => {
            let rule = |rule: &ImplicitRule| format!("{} {:?}", type_(&rule.spec), rule.letters);
            format!("implicit {}", rules.iter().map(rule).collect::<Vec<_>>().join(" "))
        }
        StmtKind::Use(used) => {
            let spec = |spec: &GenericSpec| match spec {
                GenericSpec::Name(name) => name.text.to_string(),
                GenericSpec::Operator(op, _) => format!("operator({op})"),
                GenericSpec::Assignment(_) => "assignment(=)".into(),
                GenericSpec::DefinedIo(text, _) => text.to_string(),
            };
            let item = |item: &UseItem| match &item.local {
                Some(local) => format!("{}=>{}", spec(local), spec(&item.name)),
                None => spec(&item.name),
            };
            let items: Vec<String> = used.items.iter().map(item).collect();
            let only = if used.only { " only" } else { "" };
            format!("use {}{only} {}", used.module.text, items.join(",")).trim_end().into()
        }
        StmtKind::Format(text) => format!("format {text}"),
        StmtKind::Error { text } => format!("ERROR {text}"),
        other => {
            let text = format!("{other:?}");
            text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_string()
        }
    };
    label + &name + &text
}

fn attr_(kind: &AttrKind) -> String {
    match kind {
        AttrKind::Dimension(dims) => format!("dimension#{}", dims.len()),
        AttrKind::Intent(intent) => format!("{intent:?}").to_lowercase(),
        other => format!("{other:?}").split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_lowercase(),
    }
}

fn elses(list: &[ElseBranch]) -> String {
    let one = |branch: &ElseBranch| match &branch.condition {
        Some(e) => format!(" else {} {{{}}}", expr(e), stmts(&branch.body)),
        None => format!(" else {{{}}}", stmts(&branch.body)),
    };
    list.iter().map(one).collect()
}

/// A unit with what it contains.
pub fn unit(u: &Unit) -> String {
    let name = u.name().map_or("-".to_string(), |name| name.text.to_string());
    let error = if u.has_error { "!" } else { "" };
    let inner = u.contains.as_ref().map_or(String::new(), |contains| {
        format!(" contains {}", contains.units.iter().map(unit).collect::<Vec<_>>().join(" "))
    });
    format!("{name}{error}{{{}{inner}}}", stmts(&u.body))
}
