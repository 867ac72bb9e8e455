//! A Fortran main program that calls a procedure with values from a file and writes what came out to another.
//!
//! The input file holds the number of runs; then for each run and each leaf its extents (one line, when there are any) and its values, one per
//! line. The output file holds for each run and each leaf the values and a line `end`, and then the seconds that the call took.

use std::collections::BTreeSet;
use std::fmt::Write;

use il::access::is_public;
use il::{
    DeclKind, Dim, Expr, ExprKind, Intent, Language, Program, RecordId, Scalar, ScalarClass, SymbolId, SymbolKind,
    Type, UnitId, UnitKind, Upper,
};

use super::places::{Callable, Content, Holder, Leaf, RootKind, Step};

/// Where the driver reads.
pub const INPUT: &str = "check.in";
/// Where it writes.
pub const OUTPUT: &str = "check.out";

/// The same for what is called before, which writes where nobody looks.
pub const INPUT_BEFORE: &str = "before.in";
pub const OUTPUT_BEFORE: &str = "before.out";

/// A driver that first calls what another one calls, and that one as a subroutine.
pub fn behind(text: &str, first: &str) -> (String, String) {
    let opening = "  open (21,";
    let text = text.replacen(opening, &format!("  call chk_before()\n{opening}"), 1);
    let first = first.replacen("program chk_driver\n", "subroutine chk_before()\n", 1);
    let first = first.replace(INPUT, INPUT_BEFORE).replace(OUTPUT, OUTPUT_BEFORE);
    let end = "  close (22)\nend program chk_driver\n";
    (text, first.replace(end, "  close (21)\n  close (22)\nend subroutine chk_before\n"))
}

/// The text of a driver; `texts` are the contents of character leaves. The error says why no program can call the procedure.
pub fn driver(
    program: &Program,
    callable: &Callable,
    texts: &[Option<String>],
    check_tape: bool,
) -> Result<String, String> {
    let mut d = Driver::new(program, callable);
    d.name_everything()?;
    let mut text = String::from("program chk_driver\n");
    for u in &d.uses {
        writeln!(text, "  use {u}").expect("strings take text");
    }
    text.push_str("  implicit none\n");
    for line in &d.declarations {
        writeln!(text, "  {line}").expect("strings take text");
    }
    text.push_str("  integer :: chk_runs, chk_run, chk_e(15)\n  integer(8) :: chk_from, chk_to, chk_rate\n");
    let deepest = callable.leaves.iter().map(|l| l.arrays().map(|a| a.0.len()).sum::<usize>()).max().unwrap_or(0);
    for k in 1..=deepest {
        writeln!(text, "  integer :: chk_i{k}").expect("strings take text");
    }
    writeln!(text, "  open (21, file='{INPUT}', status='old', action='read')").expect("strings take text");
    writeln!(text, "  open (22, file='{OUTPUT}', status='replace', action='write')").expect("strings take text");
    text.push_str("  read (21, *) chk_runs\n  do chk_run = 1, chk_runs\n");
    let mut allocated = BTreeSet::new();
    for (k, leaf) in callable.leaves.iter().enumerate() {
        text.push_str(&d.read(leaf, texts.get(k).and_then(Option::as_deref), &mut allocated));
    }
    text.push_str("    call system_clock(chk_from, chk_rate)\n");
    writeln!(text, "    {}", d.call()).expect("strings take text");
    text.push_str("    call system_clock(chk_to)\n");
    if check_tape {
        text.push_str("    call adstack_check()\n");
    }
    for leaf in &callable.leaves {
        text.push_str(&d.write(leaf));
    }
    text.push_str("    write (22, '(es26.17e3)') real(chk_to - chk_from, 8)/real(chk_rate, 8)\n");
    for (root, name) in callable.roots.iter().zip(&d.names) {
        if root.kind != RootKind::Global && d.is_allocated_here(root.symbol) {
            writeln!(text, "    if (allocated({name})) deallocate({name})").expect("strings take text");
        }
    }
    text.push_str("  end do\n  close (22)\nend program chk_driver\n");
    Ok(text)
}

/// The intrinsics that a driver uses.
const USED: &[&str] =
    &["aimag", "allocated", "associated", "cmplx", "lbound", "merge", "null", "real", "size", "system_clock"];

struct Driver<'a> {
    program: &'a Program,
    callable: &'a Callable,
    /// What each root is called here.
    names: Vec<String>,
    uses: Vec<String>,
    declarations: Vec<String>,
    /// Derived types and what they are called here.
    types: Vec<(RecordId, String)>,
    taken: BTreeSet<String>,
    procedure: String,
}

impl<'a> Driver<'a> {
    fn new(program: &'a Program, callable: &'a Callable) -> Self {
        Driver {
            program,
            callable,
            names: Vec::new(),
            uses: Vec::new(),
            declarations: Vec::new(),
            types: Vec::new(),
            // What it calls may not be hidden by a variable of that name.
            taken: USED.iter().map(|name| name.to_string()).collect(),
            procedure: String::new(),
        }
    }

    /// `wanted` when nothing here has that name.
    fn fresh(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_ascii_lowercase();
        let mut k = 0;
        while !self.taken.insert(name.clone()) {
            k += 1;
            name = format!("{}_{k}", wanted.to_ascii_lowercase());
        }
        name
    }

    fn name_everything(&mut self) -> Result<(), String> {
        let program = self.program;
        let unit = &program.units[self.callable.unit];
        // A procedure that a module declares may stand in a submodule.
        let declared = unit.symbol.and_then(|s| program.home(s)).or(unit.parent);
        let module = declared.filter(|p| program.units[*p].kind == UnitKind::Module);
        if unit.parent.is_some() && module.is_none() {
            return Err(format!("`{}` is an internal procedure: no program can call it alone", unit.name));
        }
        if matches!(unit.kind, UnitKind::Program { .. }) {
            return Err(format!("`{}` is a main program", unit.name));
        }
        self.procedure = match module {
            Some(m) => {
                let is_hidden = |s: &SymbolId| !is_public(program, m, &program.symbols[*s].name);
                // The arguments tell a specific procedure from the others of its generic name, which may be public.
                let by_generic =
                    |s: SymbolId| program.generic_in(program.units[m].scope, s).filter(|g| is_public(program, m, g));
                let shown = match unit.symbol.filter(is_hidden) {
                    None => unit.name.as_str(),
                    Some(symbol) => by_generic(symbol).ok_or_else(|| {
                        let name = &program.symbols[symbol].name;
                        format!("`{name}` is private in module `{}`: no program can call it", program.units[m].name)
                    })?,
                };
                let name = self.fresh("chk_procedure");
                self.uses.push(format!("{}, only: {name} => {shown}", program.units[m].name));
                name
            }
            // An external procedure has the name that it has.
            None => {
                let name = unit.name.to_ascii_lowercase();
                self.taken.insert(name.clone());
                name
            }
        };
        let mut commons = Vec::new();
        for root in &self.callable.roots {
            let symbol = root.symbol;
            let SymbolKind::Variable(v) = &program.symbols[symbol].kind else {
                return Err(format!(
                    "the argument `{}` is a procedure: a program to call this cannot be made up",
                    program.symbols[symbol].name
                ));
            };
            let name = match (root.kind, v.storage) {
                (RootKind::Global, il::Storage::Common) => self.common(symbol, &mut commons)?,
                (RootKind::Global, _) => self.module_variable(symbol)?,
                (RootKind::Dummy(_) | RootKind::Result, _) => {
                    let name = self.fresh(&program.symbols[symbol].name);
                    let ty = self.spelling(&v.ty)?;
                    let rank = v.ty.rank();
                    let shape = if rank > 0 { format!("({})", vec![":"; rank].join(",")) } else { String::new() };
                    let storage = match (v.pointer, self.is_allocated_here(symbol)) {
                        (true, _) => ", pointer",
                        (_, true) => ", allocatable, target",
                        _ => ", target",
                    };
                    self.declarations.push(format!("{ty}{storage} :: {name}{shape}"));
                    name
                }
            };
            self.names.push(name);
        }
        if module.is_none() {
            self.external()?;
        }
        Ok(())
    }

    /// Whether the storage of a root is allocated by the driver: arrays (their extents come with the values) and ALLOCATABLEs.
    fn is_allocated_here(&self, symbol: SymbolId) -> bool {
        self.program.variable(symbol).is_some_and(|v| !v.pointer && (v.allocatable || v.ty.rank() > 0))
    }

    fn module_variable(&mut self, symbol: SymbolId) -> Result<String, String> {
        let program = self.program;
        let shown = &program.symbols[symbol].name;
        let Some(home) = program.home(symbol).filter(|h| program.units[*h].kind == UnitKind::Module) else {
            return Err(format!("`{shown}` is not a variable of a module"));
        };
        if !is_public(program, home, shown) {
            return Err(format!(
                "`{shown}` is private in module `{}`: no program can set it",
                program.units[home].name
            ));
        }
        let name = self.fresh(shown);
        self.uses.push(format!("{}, only: {name} => {shown}", program.units[home].name));
        Ok(name)
    }

    /// Declares the whole block of a COMMON member; gives the member's name.
    fn common(
        &mut self,
        symbol: SymbolId,
        known: &mut Vec<(String, Vec<SymbolId>, Vec<String>)>,
    ) -> Result<String, String> {
        let program = self.program;
        let shown = program.symbols[symbol].name.clone();
        let home = program.home(symbol).ok_or("a COMMON member without a unit")?;
        let blocks = program.units[home].commons();
        let Some((block, members)) = blocks.into_iter().find(|(_, members)| members.contains(&symbol)) else {
            return Err(format!("`{shown}` is in no COMMON block"));
        };
        if let Some((_, members, names)) = known.iter().find(|(b, m, _)| *b == block && m.contains(&symbol)) {
            let at = members.iter().position(|m| *m == symbol).unwrap_or(0);
            return Ok(names[at].clone());
        }
        if known.iter().any(|(b, ..)| *b == block) {
            return Err(format!("COMMON /{block}/ is seen through two declarations"));
        }
        let mut names = Vec::new();
        for m in &members {
            let name = self.fresh(&program.symbols[*m].name);
            let ty = program.symbol_type(*m).cloned().unwrap_or(Type::Void);
            let spelling = self.spelling(&ty)?;
            let dims = match &ty {
                Type::Array { dims, .. } => {
                    dims.iter().map(|d| constant_bounds(program, d)).collect::<Option<Vec<_>>>()
                }
                _ => Some(Vec::new()),
            };
            let dims = dims.ok_or_else(|| {
                format!("the bounds of `{}` in COMMON /{block}/ are not constants", program.symbols[*m].name)
            })?;
            let shape = if dims.is_empty() { String::new() } else { format!("({})", dims.join(", ")) };
            self.declarations.push(format!("{spelling} :: {name}{shape}"));
            names.push(name);
        }
        self.declarations.push(format!("common /{block}/ {}", names.join(", ")));
        let at = members.iter().position(|m| *m == symbol).unwrap_or(0);
        let name = names[at].clone();
        known.push((block, members, names));
        Ok(name)
    }

    /// The type of an element, with kinds in bytes (which is what kinds are in the compilers we know).
    fn spelling(&mut self, ty: &Type) -> Result<String, String> {
        match ty.element() {
            Type::Scalar(s) => Ok(scalar_spelling(s)),
            Type::Character { len, .. } => {
                let length = len.as_ref().and_then(|e| il::fold::integer(self.program, e)).unwrap_or(16);
                Ok(format!("character(len={length})"))
            }
            Type::Record(r) => Ok(format!("type({})", self.type_name(*r)?)),
            Type::Array { .. } | Type::Pointer { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => {
                Err("an argument has a type that a program to call it cannot declare".into())
            }
        }
    }

    fn type_name(&mut self, record: RecordId) -> Result<String, String> {
        if let Some((_, name)) = self.types.iter().find(|(r, _)| *r == record) {
            return Ok(name.clone());
        }
        let program = self.program;
        let shown = &program.records[record].name;
        // A copied module defines the types of its original again: generated procedures take those of the copy.
        let is_input = |mut u: UnitId| {
            while let Some(parent) = program.units[u].parent {
                u = parent;
            }
            program.inputs.iter().any(|i| i.units.contains(&u))
        };
        let defines =
            |u: &il::Unit| u.kind == UnitKind::Module && u.decls.iter().any(|d| d.kind == DeclKind::Record(record));
        let homes: Vec<UnitId> = program.units.iter().filter(|(_, u)| defines(u)).map(|(id, _)| id).collect();
        let own = is_input(self.callable.unit);
        let Some(&home) = homes.iter().find(|h| is_input(**h) == own).or(homes.first()) else {
            return Err(format!(
                "type `{shown}` is not defined in a module: no other program unit can declare variables of it"
            ));
        };
        if !is_public(program, home, shown) {
            return Err(format!("type `{shown}` is private in module `{}`", program.units[home].name));
        }
        let name = self.fresh(&format!("chk_type_{}", self.types.len() + 1));
        self.uses.push(format!("{}, only: {name} => {shown}", program.units[home].name));
        self.types.push((record, name.clone()));
        Ok(name)
    }

    /// Declares an external procedure: with an interface where its arguments ask for one (F2018 15.4.2.2).
    fn external(&mut self) -> Result<(), String> {
        let program = self.program;
        let unit = &program.units[self.callable.unit];
        let asks = |s: &SymbolId| {
            program.variable(*s).is_some_and(|v| {
                let deferred = |d: &Dim| d.upper == Upper::Deferred;
                let shape = matches!(&v.ty, Type::Array { dims, .. } if dims.iter().any(deferred));
                shape || v.allocatable || v.pointer || v.optional || v.by_value || v.target
            })
        };
        let result = unit.result();
        let array_result = result.is_some_and(|r| asks(&r) || program.symbol_type(r).is_some_and(|t| t.rank() > 0));
        let name = self.procedure.clone();
        if !unit.params.iter().any(asks) && !array_result {
            let declaration = match result.and_then(|r| program.symbol_type(r).cloned()) {
                Some(ty) => format!("{}, external :: {name}", self.spelling(&ty)?),
                None => format!("external :: {name}"),
            };
            self.declarations.push(declaration);
            return Ok(());
        }
        let dummies: Vec<&str> = unit.params.iter().map(|s| program.symbols[*s].name.as_str()).collect();
        let mut lines = vec!["interface".to_string()];
        let header = match result {
            Some(r) => {
                format!("function {}({}) result({})", unit.name, dummies.join(", "), self.result_name(r, &dummies))
            }
            None => format!("subroutine {}({})", unit.name, dummies.join(", ")),
        };
        let (keyword, _) = header.split_once(' ').unwrap_or(("subroutine", ""));
        let end = format!("  end {keyword} {}", unit.name);
        lines.push(format!("  {header}"));
        lines.push("    import".into());
        lines.push("    implicit none".into());
        for s in unit.params.iter().chain(&result) {
            let Some(v) = program.variable(*s) else { continue };
            let mut words = vec![self.spelling(&v.ty)?];
            let attributes = [
                (v.allocatable, "allocatable"),
                (v.pointer, "pointer"),
                (v.optional, "optional"),
                (v.target, "target"),
                (v.by_value, "value"),
            ];
            words.extend(attributes.iter().filter(|a| a.0).map(|a| a.1.to_string()));
            words.extend(v.intent.map(|i| match i {
                Intent::In => "intent(in)".to_string(),
                Intent::Out => "intent(out)".to_string(),
                Intent::InOut => "intent(inout)".to_string(),
            }));
            let shape = match &v.ty {
                Type::Array { dims, .. } => {
                    format!("({})", dims.iter().map(|d| self.bounds(d)).collect::<Vec<_>>().join(", "))
                }
                _ => String::new(),
            };
            let shown =
                if Some(*s) == result { self.result_name(*s, &dummies) } else { program.symbols[*s].name.clone() };
            lines.push(format!("    {} :: {shown}{shape}", words.join(", ")));
        }
        lines.push(end);
        lines.push("end interface".into());
        self.declarations.extend(lines);
        Ok(())
    }

    fn result_name(&self, result: SymbolId, dummies: &[&str]) -> String {
        let own = &self.program.symbols[result].name;
        let unit = &self.program.units[self.callable.unit];
        let clash = own.eq_ignore_ascii_case(&unit.name) || dummies.iter().any(|d| d.eq_ignore_ascii_case(own));
        if clash { "chk_result".into() } else { own.clone() }
    }

    /// A dimension as declared, with named constants replaced by their values.
    fn bounds(&self, dim: &Dim) -> String {
        let program = self.program;
        let shown = |e: &Expr| {
            let mut e = e.clone();
            e.rewrite(&mut |e| {
                if let (ExprKind::Var(_), Some(v)) = (&e.kind, il::fold::integer(program, e)) {
                    *e = Expr::int(v);
                }
            });
            unparse::unparse_expr(program, program.units[self.callable.unit].scope, Language::Fortran, &e)
        };
        let lower = dim.lower.as_ref().map_or(String::new(), |l| format!("{}:", shown(l)));
        match &dim.upper {
            Upper::At(e) => format!("{lower}{}", shown(e)),
            Upper::Deferred => {
                if lower.is_empty() {
                    ":".into()
                } else {
                    lower
                }
            }
            Upper::Assumed => format!("{lower}*"),
        }
    }

    fn call(&self) -> String {
        let mut dummies: Vec<(usize, &str)> = Vec::new();
        let mut result = None;
        for (root, name) in self.callable.roots.iter().zip(&self.names) {
            match root.kind {
                RootKind::Dummy(k) => dummies.push((k, name)),
                RootKind::Result => result = Some(name),
                RootKind::Global => {}
            }
        }
        dummies.sort();
        let list: Vec<&str> = dummies.into_iter().map(|d| d.1).collect();
        let list = list.join(", &\n        ");
        match result {
            Some(r) => format!("{r} = {}({list})", self.procedure),
            None => format!("call {}({list})", self.procedure),
        }
    }

    /// A leaf's element inside loops, with what stands before each array step.
    fn walk(&self, leaf: &Leaf) -> Vec<Level> {
        let mut levels = Vec::new();
        let mut name = self.names[leaf.root].clone();
        let mut counter = 0;
        for step in &leaf.steps {
            match step {
                Step::Field(r, k) => {
                    let _ = std::fmt::Write::write_fmt(
                        &mut name,
                        format_args!("%{}", self.program.records[*r].fields[*k].name),
                    );
                }
                Step::Elements { dims, holder } => {
                    let whole = name.clone();
                    if !dims.is_empty() {
                        let subscripts: Vec<String> =
                            (1..=dims.len()).map(|d| format!("lbound({whole}, {d}) + chk_i{}", counter + d)).collect();
                        name = format!("{whole}({})", subscripts.join(", "));
                    }
                    levels.push(Level {
                        whole,
                        holder: *holder,
                        rank: dims.len(),
                        first: counter + 1,
                        element: name.clone(),
                    });
                    counter += dims.len();
                }
            }
        }
        levels.push(Level { whole: name.clone(), holder: Holder::Fixed, rank: 0, first: counter + 1, element: name });
        levels
    }

    /// Whether a leaf is text whose length its allocation says, `character(len=:)`.
    fn has_no_length(&self, leaf: &Leaf) -> bool {
        let of_field = leaf.steps.iter().rev().find_map(|s| match s {
            Step::Field(r, k) => Some(&self.program.records[*r].fields[*k].ty),
            Step::Elements { .. } => None,
        });
        let ty = of_field.or_else(|| self.program.symbol_type(self.callable.roots[leaf.root].symbol));
        leaf.content == Content::Text && ty.is_some_and(|t| matches!(t.element(), Type::Character { len: None, .. }))
    }

    fn read(&self, leaf: &Leaf, text: Option<&str>, allocated: &mut BTreeSet<String>) -> String {
        let mut out = String::new();
        let total: usize = leaf.arrays().map(|a| a.0.len()).sum();
        let is_result = self.callable.roots[leaf.root].kind == RootKind::Result;
        writeln!(out, "    ! {}", leaf.name).expect("strings take text");
        if total > 0 {
            writeln!(out, "    read (21, *) chk_e(1:{total})").expect("strings take text");
        }
        let levels = self.walk(leaf);
        let mut open = 0;
        for (k, level) in levels.iter().enumerate().take(levels.len() - 1) {
            let here_root = k == 0
                && self.callable.roots[leaf.root].kind != RootKind::Global
                && self.is_allocated_here(self.callable.roots[leaf.root].symbol)
                && matches!(leaf.steps.first(), Some(Step::Elements { .. }));
            let make = here_root || matches!(level.holder, Holder::Allocatable | Holder::Pointer);
            if make && allocated.insert(level.whole.clone()) {
                let pad = "  ".repeat(open);
                let extents: Vec<String> = (0..level.rank).map(|d| format!("chk_e({})", level.first + d)).collect();
                let shape = if extents.is_empty() { String::new() } else { format!("({})", extents.join(", ")) };
                if level.holder != Holder::Pointer {
                    writeln!(out, "    {pad}if (allocated({0})) deallocate({0})", level.whole)
                        .expect("strings take text");
                }
                let last = k + 2 == levels.len();
                let length = if last && self.has_no_length(leaf) { "character(len=16) :: " } else { "" };
                writeln!(out, "    {pad}allocate({length}{}{shape})", level.whole).expect("strings take text");
            }
            for d in (0..level.rank).rev() {
                let pad = "  ".repeat(open);
                writeln!(out, "    {pad}do chk_i{} = 0, size({}, {}) - 1", level.first + d, level.whole, d + 1)
                    .expect("strings take text");
                open += 1;
            }
        }
        let pad = "  ".repeat(open);
        let element = &levels[levels.len() - 1].element;
        // What the input leaves open stays as the program has it.
        match &leaf.content {
            Content::Numbers(_) if is_result => {}
            Content::Numbers(_) => writeln!(out, "    {pad}read (21, *) {element}").expect("strings take text"),
            Content::Text => {
                let constant = text.unwrap_or("").replace('\'', "''");
                if text.is_some() || self.callable.roots[leaf.root].kind != RootKind::Global {
                    writeln!(out, "    {pad}{element} = '{constant}'").expect("strings take text");
                }
            }
            Content::Other => {}
        }
        for k in (0..open).rev() {
            writeln!(out, "    {}end do", "  ".repeat(k)).expect("strings take text");
        }
        out
    }

    fn write(&self, leaf: &Leaf) -> String {
        let Content::Numbers(scalar) = &leaf.content else { return "    write (22, '(a)') 'end'\n".into() };
        let mut out = String::new();
        let levels = self.walk(leaf);
        let mut closing = Vec::new();
        for level in &levels[..levels.len() - 1] {
            let result_array = closing.is_empty()
                && self.is_allocated_here(self.callable.roots[leaf.root].symbol)
                && level.whole == self.names[leaf.root]
                && self.callable.roots[leaf.root].kind != RootKind::Global;
            let test = match level.holder {
                Holder::Allocatable => Some("allocated"),
                Holder::Pointer => Some("associated"),
                Holder::Fixed | Holder::CPointer => result_array.then_some("allocated"),
            };
            if let Some(test) = test {
                writeln!(out, "    {}if ({test}({})) then", "  ".repeat(closing.len()), level.whole)
                    .expect("strings take text");
                closing.push("end if");
            }
            for d in (0..level.rank).rev() {
                let pad = "  ".repeat(closing.len());
                writeln!(out, "    {pad}do chk_i{} = 0, size({}, {}) - 1", level.first + d, level.whole, d + 1)
                    .expect("strings take text");
                closing.push("end do");
            }
        }
        let pad = "  ".repeat(closing.len());
        let element = &levels[levels.len() - 1].element;
        let written = match scalar.class {
            ScalarClass::Real => format!("write (22, '(es26.17e3)') {element}"),
            ScalarClass::Complex => format!("write (22, '(es26.17e3)') {element}"),
            ScalarClass::Integer => format!("write (22, '(i0)') {element}"),
            ScalarClass::Logical => format!("write (22, '(i0)') merge(1, 0, {element})"),
        };
        writeln!(out, "    {pad}{written}").expect("strings take text");
        for k in (0..closing.len()).rev() {
            writeln!(out, "    {}{}", "  ".repeat(k), closing[k]).expect("strings take text");
        }
        out.push_str("    write (22, '(a)') 'end'\n");
        out
    }
}

/// An array on the way to a leaf.
struct Level {
    /// The array itself.
    whole: String,
    holder: Holder,
    rank: usize,
    /// Number of its first loop counter.
    first: usize,
    /// One element of it.
    element: String,
}

fn scalar_spelling(s: &Scalar) -> String {
    match s.class {
        ScalarClass::Integer => format!("integer({})", s.bytes),
        ScalarClass::Real => format!("real({})", s.bytes),
        ScalarClass::Complex => format!("complex({})", s.bytes / 2),
        ScalarClass::Logical => format!("logical({})", s.bytes),
    }
}

fn constant_bounds(program: &Program, dim: &Dim) -> Option<String> {
    let Upper::At(upper) = &dim.upper else { return None };
    let upper = il::fold::integer(program, upper)?;
    match &dim.lower {
        Some(lower) => Some(format!("{}:{upper}", il::fold::integer(program, lower)?)),
        None => Some(upper.to_string()),
    }
}
