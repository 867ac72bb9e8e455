//! Files and functions.

use il::symbol::ProcedureClass;
use il::typing::type_of;
use il::{
    Block, Decl, DeclKind, Expr, ExprKind, Intrinsic, Prefix, Program, ScalarClass, StmtKind, SymbolId, Type, Unit,
    UnitId, UnitKind,
};

use super::{Printer, types};
use crate::cat;
use crate::doc::Doc;

impl Printer<'_> {
    /// The comment at the top of a generated file.
    pub(super) fn header(&mut self, header: &[String]) {
        let used = header.iter().rposition(|l| !l.trim().is_empty()).map_or(0, |k| k + 1);
        let [first, rest @ ..] = &header[..used] else { return };
        self.lines.plain(format!("/*{first}"));
        for line in rest {
            self.lines.plain(format!(" *{line}"));
        }
        self.lines.plain(" */");
    }

    /// A file or a function. What stands for calls through a pointer has no text: its calls are written as such.
    pub(super) fn unit(&mut self, id: UnitId) {
        let program = self.cx.program;
        let unit = &program.units[id];
        if unit.stands_for_pointer() {
            return;
        }
        match &unit.kind {
            UnitKind::File => self.within(unit.scope, |p| {
                let mut decls = p.with_tape(unit);
                match &unit.includes {
                    // What users wrote is there.
                    Some(original) => {
                        decls.retain(|d| d.span.file.is_none());
                        p.directive(&format!("#include \"{original}\""), None);
                    }
                    None => {
                        p.comments(&unit.comments);
                        p.directives(&unit.directives);
                    }
                }
                decls.retain(|d| match &d.kind {
                    DeclKind::Include(text) => !p.included.contains(text),
                    DeclKind::Record(r) => !p.defined.contains(r),
                    _ => true,
                });
                p.decls(&decls);
                // Functions that no declaration places come last.
                let placed = |c: UnitId| unit.decls.iter().any(|d| matches!(d.kind, DeclKind::Unit(u) if u == c));
                for &child in unit.children.iter().filter(|c| !placed(**c)) {
                    p.lines.blank();
                    p.unit(child);
                }
                if unit.includes.is_none() {
                    p.comments(&unit.end_comments);
                }
            }),
            UnitKind::Subroutine | UnitKind::Function { .. } | UnitKind::Program { .. } => self.function(unit),
            UnitKind::Module | UnitKind::Submodule(_) | UnitKind::BlockData => {
                panic!("`{}` is no unit of C", unit.name)
            }
        }
    }

    /// The declarations of a file, and the header of the tape behind the first other headers when something in the file is saved.
    fn with_tape(&self, unit: &Unit) -> Vec<Decl> {
        // The tape, the automaton of binomial checkpointing, functions that math.h does not have, blocks that grow.
        const HEADERS: [(&str, fn(&Program, &Unit) -> bool); 8] = [
            ("<complex.h>", uses_complex),
            ("<stdio.h>", |_, u| says_why_it_leaves(u)),
            ("<stdlib.h>", |p, u| leaves_the_program(u) || makes_memory(p, u)),
            ("\"adBuffer.h\"", |_, u| uses_tape(u)),
            ("\"adBinomial.h\"", uses_binomial),
            ("\"adSpecial.h\"", |_, u| uses_special(u)),
            ("\"adMemory.h\"", uses_blocks),
            ("\"adMpi.h\"", uses_exchanges),
        ];
        let mut decls = unit.decls.clone();
        let program = self.cx.program;
        let placed = decls.iter().filter_map(|d| if let DeclKind::Unit(u) = &d.kind { Some(*u) } else { None });
        let units: Vec<il::UnitId> = placed.chain(unit.children.iter().copied()).collect();
        let is_include = |d: &Decl| matches!(d.kind, DeclKind::Include(_));
        let is_of_the_system = |header: &str| header.starts_with('<');
        let is_system_include = |d: &Decl| matches!(&d.kind, DeclKind::Include(text) if is_of_the_system(text));
        let needed = HEADERS.iter().filter(|(_, uses)| units.iter().any(|u| uses(program, &program.units[*u])));
        let needed =
            needed.map(|(header, _)| *header).chain(lacks_mathematics(program, unit, &units).then_some("<math.h>"));
        for header in needed {
            // That of type-generic functions includes the other.
            let brings = |text: &str| text == header || header == "<complex.h>" && text == "<tgmath.h>";
            if !decls.iter().any(|d| matches!(&d.kind, DeclKind::Include(text) if brings(text))) {
                let first = decls.iter().position(is_include).unwrap_or(0);
                let others = &decls[first..];
                let others = &others[..others.iter().take_while(|d| is_include(d)).count()];
                // Headers of the user may define macros that those of the system do not survive: `#define abs(x) …`.
                let at = match is_of_the_system(header) {
                    true => others.iter().rposition(is_system_include).map_or(0, |last| last + 1),
                    false => others.len(),
                };
                decls.insert(first + at, DeclKind::Include(header.into()).into());
            }
        }
        decls
    }

    fn function(&mut self, unit: &Unit) {
        self.comments(&unit.comments);
        self.directives(&unit.directives);
        self.within(unit.scope, |p| {
            let head = p.function_head(unit);
            if unit.is_interface {
                return p.line(cat![head, ";"]);
            }
            if p.cx.habits.function_brace_alone {
                p.line(head);
                p.line("{");
            } else {
                p.line(cat![head, " {"]);
            }
            p.deeper(|p| {
                p.decls(&unit.decls);
                p.body(unit, &unit.body);
                p.comments(&unit.end_comments);
            });
            p.line("}");
        });
    }

    /// The statements of a function: a `return;` at the very end says nothing.
    fn body(&mut self, unit: &Unit, body: &Block) {
        let mut body = body.clone();
        if let Some(&last) = body.last() {
            let s = &unit.stmts[last];
            let bare = s.label.is_none() && s.comments.is_empty() && s.trailing.is_none() && s.span.file.is_none();
            if bare && matches!(s.kind, StmtKind::Return(None)) {
                body.pop();
            }
        }
        self.around.clear();
        self.block(unit, &body);
    }

    /// Storage class, result, name and parameters.
    pub(super) fn function_head(&self, unit: &Unit) -> Doc {
        let cx = self.cx;
        let mut words = String::new();
        for prefix in &unit.prefixes {
            match prefix {
                Prefix::Static => words.push_str("static "),
                Prefix::Inline => words.push_str("inline "),
                Prefix::Other(text) => {
                    words.push_str(text);
                    words.push(' ');
                }
                // Fortran's own.
                Prefix::Pure
                | Prefix::Elemental
                | Prefix::Impure
                | Prefix::Recursive
                | Prefix::NonRecursive
                | Prefix::Module => {}
            }
        }
        let result = unit.result().and_then(|r| cx.program.variable(r));
        let mut params: Vec<Doc> = unit.params.iter().map(|s| self.parameter(*s)).collect();
        params.extend(unit.suffix.as_ref().map(|s| Doc::text(s.as_str())));
        if params.is_empty() {
            params.push("void".into());
        }
        let params = Doc::parens("(", Doc::list(params), ")");
        let head = match result {
            // The parameters stand inside a type that is written around the name.
            Some(v) if matches!(&v.ty, Type::Opaque(text) if text.contains("{}")) => {
                let name = cat![unit.name.as_str(), params].flat();
                return cat![words, types::declaration(&cx, &v.ty, false, &name)];
            }
            Some(v) => types::declaration(&cx, &v.ty, v.constant, &unit.name),
            None => types::declaration(&cx, &Type::Void, false, &unit.name),
        };
        cat![words, head, params]
    }

    fn parameter(&self, symbol: SymbolId) -> Doc {
        Doc::text(types::parameter(&self.cx, symbol))
    }
}

/// Whether a function drives a loop by the automaton of binomial checkpointing.
fn uses_binomial(program: &Program, unit: &Unit) -> bool {
    let mut found = false;
    unit.walk(&unit.body, &mut |_, s| {
        if let StmtKind::Call { callee, .. } = &s.kind {
            let symbol = &program.symbols[*callee];
            found |= symbol.name == "adBinomial_init" && program.callee(*callee).is_none();
        }
    });
    found
}

/// Whether a file that declares functions of math.h itself, as in `double log();`, calls others that it does not declare.
fn lacks_mathematics(p: &Program, file: &Unit, units: &[UnitId]) -> bool {
    let declares = |d: &Decl| match d.kind {
        DeclKind::Prototype(s) if p.procedure(s)?.class == ProcedureClass::System => {
            Intrinsic::from_c(&p.symbols[s].name)
        }
        _ => None,
    };
    let declared: Vec<Intrinsic> = file.decls.iter().filter_map(declares).collect();
    let lacks = |u: &UnitId| {
        any_expr(
            &p.units[*u],
            |x| matches!(&x.kind, ExprKind::Intrinsic(f, _) if !f.info().c.is_empty() && !declared.contains(f)),
        )
    };
    !declared.is_empty() && units.iter().any(lacks)
}

/// Whether a function ends the program by a statement of ours.
fn leaves_the_program(unit: &Unit) -> bool {
    has_own(unit, |kind| matches!(kind, StmtKind::Stop { .. }))
}

/// Whether a function ends the program by a statement of ours that says why.
fn says_why_it_leaves(unit: &Unit) -> bool {
    has_own(unit, |kind| matches!(kind, StmtKind::Stop { code: Some(Expr { kind: ExprKind::Text(..), .. }), .. }))
}

/// Whether a function has some statement that is ours.
fn has_own(unit: &Unit, wanted: impl Fn(&StmtKind) -> bool) -> bool {
    let mut found = false;
    unit.walk(&unit.body, &mut |_, s| found |= wanted(&s.kind) && s.span.file.is_none());
    found
}

/// Whether a function asks the library for memory.
fn makes_memory(program: &Program, unit: &Unit) -> bool {
    any_expr(unit, |x| matches!(il::calls::library_call(program, x), Some("malloc" | "calloc")))
}

/// Whether a function has blocks that know their size.
fn uses_blocks(program: &Program, unit: &Unit) -> bool {
    any_expr(unit, |x| matches!(il::calls::library_call(program, x), Some("adAllocate" | "adAllocated")))
}

fn uses_exchanges(program: &Program, unit: &Unit) -> bool {
    crate::runtime::of_unit(program, unit).contains(&crate::runtime::Part::Mpi)
}

/// Whether a function takes complex numbers apart, puts them together or calls functions of them: a type `double _Complex` needs no header.
fn uses_complex(program: &Program, unit: &Unit) -> bool {
    let is_complex = |x: &Expr| type_of(program, x).class() == Some(ScalarClass::Complex);
    any_expr(unit, |x| match &x.kind {
        ExprKind::ComplexParts(..) => true,
        ExprKind::Intrinsic(f, args) => {
            matches!(f.name(), "cmplx" | "dcmplx") || args.iter().any(|a| is_complex(&a.value))
        }
        _ => false,
    })
}

/// Whether a function calls the digamma function.
fn uses_special(unit: &Unit) -> bool {
    any_expr(unit, |x| matches!(&x.kind, ExprKind::Intrinsic(f, _) if f.name() == "ad_digamma"))
}

/// Whether something in an expression of a function is so.
fn any_expr(unit: &Unit, is_so: impl Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    unit.walk(&unit.body, &mut |_, s| s.kind.exprs(&mut |e| e.walk(&mut |x| found |= is_so(x))));
    found
}

/// Whether a function saves or restores.
fn uses_tape(unit: &Unit) -> bool {
    let mut found = false;
    unit.walk(&unit.body, &mut |_, s| {
        found |= matches!(
            s.kind,
            StmtKind::Save { .. }
                | StmtKind::Restore { .. }
                | StmtKind::SaveControl { .. }
                | StmtKind::RestoreControl { .. }
        );
    });
    found
}
