//! ENTRY: a subprogram with several entries becomes as many subprograms, each with the part of the body that its entry leads to.
//!
//! That is the same program when the parts share nothing but arguments, COMMON blocks and modules. What keeps a value from one call to the next and
//! is used by two parts becomes a variable of a module of its own ([`kept_by_entries`](super::kept_by_entries)); where that cannot be, as with a type that
//! the module around it defines, the subprogram stays as it is, with the message about ENTRY.

use std::collections::BTreeSet;

use super::brought::Modules;
use super::{kept_by_entries, unmentioned, walk};
use crate::ast::{
    Arg, ArgValue, AttrKind, BlockOrName, Dim, DoControl, Dummy, Entity, Expr, ExprKind, File, Label, Literal,
    LiteralKind, Meta, Prefix, Stmt, StmtKind, Subprogram, Unit, UnitKind,
};

/// Splits the subprograms of all files.
pub(super) fn split(files: &mut [File]) {
    let names = |f: &File| f.units.iter().filter_map(|u| u.name().map(|n| n.key())).collect::<Vec<_>>();
    let mut global: BTreeSet<String> = files.iter().flat_map(names).collect();
    let modules = Modules::new(files);
    for f in files {
        let mut units = Vec::new();
        for mut unit in std::mem::take(&mut f.units) {
            let is_module = matches!(unit.kind, UnitKind::Module { .. } | UnitKind::Submodule { .. });
            if let Some(contains) = unit.contains.as_mut().filter(|_| is_module) {
                let inside = std::mem::take(&mut contains.units);
                let (made, parts) = split_units(inside, &unit.body, &modules, &mut global);
                contains.units = parts;
                // What the entries of a module share stands right before it.
                units.extend(made);
                units.push(unit);
                continue;
            }
            let (made, parts) = split_units(vec![unit], &[], &modules, &mut global);
            units.splice(0..0, made);
            units.extend(parts);
        }
        f.units = units;
    }
}

/// The modules that the entries of these subprograms need, and the subprograms. `around` are the statements of the module that they are in, `global` the names of
/// external procedures and modules.
fn split_units(
    units: Vec<Unit>,
    around: &[Stmt],
    modules: &Modules,
    global: &mut BTreeSet<String>,
) -> (Vec<Unit>, Vec<Unit>) {
    let (mut made, mut out) = (Vec::new(), Vec::new());
    for unit in units {
        match parts(&unit, around, modules, global) {
            Some(parts) => {
                let is_module = |u: &Unit| matches!(u.kind, UnitKind::Module { .. });
                let (shared, own): (Vec<Unit>, Vec<Unit>) = parts.into_iter().partition(is_module);
                made.extend(shared);
                out.extend(own);
            }
            None => out.push(unit),
        }
    }
    (made, out)
}

/// One way into a subprogram.
struct Entry<'a> {
    header: Subprogram,
    meta: &'a Meta,
    /// The executable statements that it leads to.
    body: Vec<&'a Stmt>,
}

fn parts(unit: &Unit, around: &[Stmt], modules: &Modules, global: &mut BTreeSet<String>) -> Option<Vec<Unit>> {
    let UnitKind::Subprogram(header) = &unit.kind else { return None };
    let mut all = 0;
    walk::statements(&unit.body, &mut |s| all += usize::from(matches!(s.kind, StmtKind::Entry { .. })));
    let own = unit.body.iter().filter(|s| matches!(s.kind, StmtKind::Entry { .. })).count();
    if all == 0 || all != own || unit.contains.is_some() {
        return None;
    }
    let mut entries = vec![Entry { header: header.clone(), meta: &unit.meta, body: Vec::new() }];
    let mut open = vec![0];
    let functions = statement_functions(unit);
    for s in &unit.body {
        if functions.iter().any(|f| std::ptr::eq(*f, s)) {
            continue;
        }
        if let StmtKind::Entry { name, dummies, result, bind } = &s.kind {
            let untyped = header.prefixes.iter().filter(|p| !matches!(p, Prefix::Type(_))).cloned().collect();
            open.push(entries.len());
            let header = Subprogram {
                prefixes: untyped,
                is_function: header.is_function,
                name: name.clone(),
                dummies: dummies.clone(),
                has_parens: true,
                result: result.clone(),
                bind: bind.clone(),
            };
            entries.push(Entry { header, meta: &s.meta, body: Vec::new() });
        } else if s.kind.is_executable() {
            open.iter().for_each(|k| entries[*k].body.push(s));
            if closes(unit, s) {
                open.clear();
            }
        }
    }
    for e in &mut entries {
        go_on_behind(unit, &mut e.body);
    }
    for e in &mut entries {
        let used = used_functions(&functions, &e.body);
        e.body.splice(0..0, used);
    }
    let closed = entries.iter().all(|e| has_its_labels(&e.body));
    closed.then_some(())?;
    let mut parts: Vec<Unit> = entries.iter().map(|e| part(unit, &entries, e)).collect::<Option<_>>()?;
    let kept = kept_values(unit, around, modules, &entries);
    if !kept.is_empty() {
        let word = if kept_by_entries::is_upper(unit) { "_SAVED" } else { "_saved" };
        let base = format!("{}{word}", header.name.text);
        let numbered = (0..).map(|k| if k == 0 { base.clone() } else { format!("{base}{k}") });
        let name = { numbered }.find(|n| !global.contains(&n.to_ascii_lowercase()))?;
        let module = kept_by_entries::module(unit, around, &kept, &name)?;
        global.insert(name.to_ascii_lowercase());
        parts.iter_mut().for_each(|p| kept_by_entries::use_of(p, &kept, &name));
        parts.insert(0, module);
    }
    parts.iter_mut().filter(|p| !matches!(p.kind, UnitKind::Module { .. })).for_each(unmentioned::drop);
    Some(parts)
}

/// Whether nothing goes on behind a statement but by a label, and what stands there is another ENTRY or the end.
fn closes(unit: &Unit, s: &Stmt) -> bool {
    let leaves = s.meta.label.is_none() && ends(s) || matches!(s.kind, StmtKind::Return(_) | StmtKind::Stop { .. });
    let mut behind = unit.body.iter().skip_while(|t| !std::ptr::eq(*t, s)).skip(1);
    leaves && behind.find(|t| t.kind.is_executable()).is_none_or(|t| matches!(t.kind, StmtKind::Entry { .. }))
}

/// `GO TO 100` over the next ENTRY, to statements that both share: they belong to this part, too.
fn go_on_behind<'a>(unit: &'a Unit, body: &mut Vec<&'a Stmt>) {
    while let Some(last) = body.last().copied() {
        let (there, used) = labels(body);
        let missing =
            |s: &&Stmt| s.meta.label.as_ref().is_some_and(|l| used.contains(&l.number) && !there.contains(&l.number));
        let behind = unit.body.iter().skip_while(|t| !std::ptr::eq(*t, last)).skip(1);
        let mut rest = behind.skip_while(|s| !missing(s)).filter(|s| s.kind.is_executable()).peekable();
        if rest.peek().is_none() {
            return;
        }
        for s in rest.filter(|s| !matches!(s.kind, StmtKind::Entry { .. })) {
            body.push(s);
            if closes(unit, s) {
                break;
            }
        }
    }
}

/// Statement functions are known behind every ENTRY. An array with such a name has its bounds said, or comes by USE.
fn statement_functions(unit: &Unit) -> Vec<&Stmt> {
    let (mut plain, mut shaped) = (BTreeSet::new(), BTreeSet::new());
    let mut uses = false;
    for s in &unit.body {
        let (whole, entities) = match &s.kind {
            StmtKind::TypeDecl(d) => {
                (d.attrs.iter().any(|a| matches!(a.kind, AttrKind::Dimension(_))), d.entities.iter().collect())
            }
            StmtKind::AttrStmt { attr, entities } => {
                (matches!(attr.kind, AttrKind::Dimension(_)), entities.iter().collect())
            }
            StmtKind::Common(blocks) => (false, blocks.iter().flat_map(|b| &b.entities).collect::<Vec<_>>()),
            StmtKind::Use(_) => {
                uses = true;
                continue;
            }
            _ => continue,
        };
        for e in entities {
            let list = if whole || !e.dims.is_empty() { &mut shaped } else { &mut plain };
            list.insert(e.name.key());
        }
    }
    let first = unit.body.iter().take_while(|s| !matches!(s.kind, StmtKind::Entry { .. }));
    let is_function =
        |s: &&Stmt| function_name(s).is_some_and(|n| !shaped.contains(&n) && (!uses || plain.contains(&n)));
    first.filter(|s| s.kind.is_executable()).take_while(is_function).collect()
}

/// The name in `name(a, b) = …`.
fn function_name(s: &Stmt) -> Option<String> {
    let StmtKind::Assign { lhs, .. } = &s.kind else { return None };
    let ExprKind::Apply { base, args } = &lhs.kind else { return None };
    let ExprKind::Name(name) = &base.kind else { return None };
    let is_name = |a: &Arg| matches!(&a.value, ArgValue::Expr(e) if matches!(e.kind, ExprKind::Name(_)));
    args.iter().all(is_name).then(|| name.to_ascii_lowercase())
}

/// Those of the statement functions that a part uses, directly or through others, which stand before them.
fn used_functions<'a>(functions: &[&'a Stmt], body: &[&'a Stmt]) -> Vec<&'a Stmt> {
    let mut used: Vec<&'a Stmt> = Vec::new();
    for &f in functions.iter().rev() {
        let (mentioned, _) = names(&[body, &used].concat());
        if function_name(f).is_some_and(|n| mentioned.contains(&n)) {
            used.insert(0, f);
        }
    }
    used
}

fn ends(s: &Stmt) -> bool {
    matches!(s.kind, StmtKind::Return(_) | StmtKind::Stop { .. } | StmtKind::Goto(_))
}

/// Whether all jumps lead to statements of the same part.
fn has_its_labels(body: &[&Stmt]) -> bool {
    let mut plain = true;
    for s in body {
        walk::statement(s, &mut |s| {
            if let StmtKind::Io(io) = &s.kind {
                plain &= !io.controls.iter().any(|c| c.keyword.as_deref().is_some_and(jumps));
            }
        });
    }
    let (there, used) = labels(body);
    plain && used.is_subset(&there)
}

/// The labels in statements, and those that they jump to.
fn labels(body: &[&Stmt]) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let (mut there, mut used): (BTreeSet<u32>, BTreeSet<u32>) = (BTreeSet::new(), BTreeSet::new());
    for s in body {
        walk::statement(s, &mut |s| {
            there.extend(s.meta.label.iter().map(|l| l.number));
            let mut uses = |labels: &[Label]| used.extend(labels.iter().map(|l| l.number));
            match &s.kind {
                StmtKind::Goto(l) => uses(&[*l]),
                StmtKind::ComputedGoto { targets, .. } | StmtKind::AssignedGoto { targets, .. } => uses(targets),
                StmtKind::AssignLabel { label, .. } => uses(&[*label]),
                StmtKind::ArithmeticIf { targets, .. } => uses(targets),
                _ => {}
            }
            if let StmtKind::Do(d) = &s.kind {
                // Shared terminations carry their label at the end of the loop.
                there.extend(d.terminal.iter().map(|l| l.number));
            }
        });
    }
    (there, used)
}

fn jumps(keyword: &crate::ast::Ident) -> bool {
    ["err", "end", "eor"].iter().any(|k| keyword.is(k))
}

/// Names that statements mention, and those that they may set.
fn names(body: &[&Stmt]) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut all, mut set) = (BTreeSet::new(), BTreeSet::new());
    for s in body {
        walk::statement(s, &mut |s| {
            walk::expressions(s, &mut |e| {
                if let ExprKind::Name(n) = &e.kind {
                    all.insert(n.to_ascii_lowercase());
                    if matches!(s.kind, StmtKind::Call { .. } | StmtKind::Io(_)) {
                        set.insert(n.to_ascii_lowercase());
                    }
                }
            });
            match &s.kind {
                StmtKind::Assign { lhs, .. } | StmtKind::PointerAssign { lhs, .. } => set.extend(root(lhs)),
                StmtKind::Do(d) => {
                    if let DoControl::Count { variable, .. } = &d.control {
                        all.insert(variable.key());
                        set.insert(variable.key());
                    }
                }
                _ => {}
            }
        });
    }
    (all, set)
}

/// The first name of a left side.
pub(super) fn root(e: &Expr) -> Option<String> {
    let mut found = None;
    walk::expression(e, &mut |x| {
        if let (ExprKind::Name(n), None) = (&x.kind, &found) {
            found = Some(n.to_ascii_lowercase());
        }
    });
    found
}

/// The variables that keep their values between calls, are set, and used in two parts.
fn kept_values(unit: &Unit, around: &[Stmt], modules: &Modules, entries: &[Entry]) -> BTreeSet<String> {
    let mut saved: BTreeSet<String> = BTreeSet::new();
    let mut shared: BTreeSet<String> = BTreeSet::new();
    let mut everything = false;
    for s in &unit.body {
        match &s.kind {
            StmtKind::Save { items, .. } => {
                everything |= items.is_empty();
                for i in items {
                    if let BlockOrName::Name(n) = i {
                        saved.insert(n.key());
                    }
                }
            }
            StmtKind::Data(sets) => {
                sets.iter().flat_map(|d| &d.objects).for_each(|t| saved.extend(root(t)));
            }
            StmtKind::TypeDecl(d) => {
                let kept = d.attrs.iter().any(|a| matches!(a.kind, AttrKind::Save));
                let constant = d.attrs.iter().any(|a| matches!(a.kind, AttrKind::Parameter));
                let of = d.entities.iter().filter(|e| kept || e.init.is_some() && !constant);
                saved.extend(of.map(|e| e.name.key()));
            }
            StmtKind::AttrStmt { attr, entities } if matches!(attr.kind, AttrKind::Save) => {
                saved.extend(entities.iter().map(|e| e.name.key()));
            }
            StmtKind::Common(blocks) => {
                shared.extend(blocks.iter().flat_map(|b| &b.entities).map(|m| m.name.key()));
            }
            _ => {}
        }
    }
    for e in entries {
        shared.extend(dummies(&e.header));
    }
    // A SAVE of everything is not about what comes by USE or belongs to the module around.
    let brought = modules.brought(&unit.body);
    let beyond = modules.brought(around);
    let own = declared(&unit.body);
    let of_module = declared(around);
    let foreign =
        |n: &String| brought.has(n, unit) || !own.contains(n) && (of_module.contains(n) || beyond.has(n, unit));
    let known: Vec<_> = entries.iter().map(|e| names(&e.body)).collect();
    // What EQUIVALENCE lays over each other is kept together, set together and used together.
    let together = overlays(unit);
    let all_of =
        |n: &String| together.iter().find(|g| g.contains(n)).cloned().unwrap_or_else(|| BTreeSet::from([n.clone()]));
    let kept = |n: &String| {
        let names = all_of(n);
        let used = known.iter().filter(|(all, _)| !all.is_disjoint(&names)).count();
        used > 1 && (everything || !saved.is_disjoint(&names)) && shared.is_disjoint(&names) && !foreign(n)
    };
    known.iter().flat_map(|(_, set)| set).filter(|n| kept(n)).flat_map(all_of).collect()
}

/// The names that declarations give a type or an attribute.
pub(super) fn declared(body: &[Stmt]) -> BTreeSet<String> {
    let entities = body.iter().flat_map(|s| match &s.kind {
        StmtKind::TypeDecl(d) => d.entities.as_slice(),
        StmtKind::AttrStmt { entities, .. } => entities.as_slice(),
        _ => &[],
    });
    entities.map(|e| e.name.key()).collect()
}

/// The variables that EQUIVALENCE statements tie together.
fn overlays(unit: &Unit) -> Vec<BTreeSet<String>> {
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for s in &unit.body {
        let StmtKind::Equivalence(groups) = &s.kind else { continue };
        for group in groups {
            let mut names: BTreeSet<String> = group.iter().filter_map(root).collect();
            found.retain(|other| {
                let apart = other.is_disjoint(&names);
                if !apart {
                    names.extend(other.iter().cloned());
                }
                apart
            });
            found.push(names);
        }
    }
    found
}

fn dummies(header: &Subprogram) -> Vec<String> {
    let name = |d: &Dummy| match d {
        Dummy::Name(n) => Some(n.key()),
        Dummy::Star(_) => None,
    };
    header.dummies.iter().filter_map(name).collect()
}

/// The subprogram of one entry; `None` when it mentions what belongs to another.
fn part(unit: &Unit, entries: &[Entry], entry: &Entry) -> Option<Unit> {
    let own = |h: &Subprogram| {
        let mut all = dummies(h);
        all.push(h.name.key());
        all.extend(h.result.iter().map(|r| r.key()));
        all
    };
    let mine = own(&entry.header);
    let mut others: BTreeSet<String> = entries.iter().flat_map(|e| own(&e.header)).collect();
    others.retain(|n| !mine.contains(n));
    let (mentioned, _) = names(&entry.body);
    let guests = guests(unit, entries, others.intersection(&mentioned).cloned().collect(), &others)?;
    others.retain(|n| !guests.contains(n));
    let mut body: Vec<Stmt> = Vec::new();
    let mut reached = entry.body.iter().peekable();
    for s in &unit.body {
        if s.kind.is_executable() {
            if reached.peek().is_some_and(|r| std::ptr::eq(**r, s)) {
                reached.next();
                body.push(s.clone());
            }
            continue;
        }
        let mut s = s.clone();
        let left = match &mut s.kind {
            StmtKind::TypeDecl(d) => {
                d.entities.iter_mut().filter(|e| guests.contains(&e.name.key())).for_each(as_local);
                d.entities.retain(|e| !others.contains(&e.name.key()));
                !d.entities.is_empty()
            }
            StmtKind::AttrStmt { entities, .. } => {
                let had = !entities.is_empty();
                entities.iter_mut().filter(|e| guests.contains(&e.name.key())).for_each(as_local);
                entities.retain(|e| !others.contains(&e.name.key()));
                !had || !entities.is_empty()
            }
            _ => true,
        };
        if left {
            body.push(s);
        }
    }
    let kind = UnitKind::Subprogram(entry.header.clone());
    Some(Unit {
        kind,
        meta: entry.meta.clone(),
        body,
        contains: None,
        end: unit.end.clone(),
        has_error: unit.has_error,
        of_entry: true,
    })
}

/// The dummy arguments of other entries that stand in statements of this one, which does not come to them ("executed only when …", Fortran
/// 2018, 15.6.2.6): variables of this part. `None` when they cannot be, because they are the results of others, or their shape is.
fn guests(
    unit: &Unit,
    entries: &[Entry],
    names: BTreeSet<String>,
    others: &BTreeSet<String>,
) -> Option<BTreeSet<String>> {
    let is_argument = |n: &String| entries.iter().any(|e| dummies(&e.header).contains(n));
    let has_bounds = |dims: &[Dim]| {
        dims.iter().all(|d| match d {
            Dim::Explicit { lower, upper } => lower.iter().chain([upper]).all(|e| !mentions(e, others)),
            Dim::Size { lower } => lower.is_none(),
            Dim::Shape { .. } | Dim::Rank => false,
        })
    };
    let mut can_be = names.iter().all(is_argument);
    for s in &unit.body {
        let (attrs, entities) = match &s.kind {
            StmtKind::TypeDecl(d) => (d.attrs.iter().collect(), &d.entities),
            StmtKind::AttrStmt { attr, entities } => (vec![attr], entities),
            _ => continue,
        };
        if entities.iter().any(|e| names.contains(&e.name.key())) {
            can_be &= attrs.iter().all(|a| match &a.kind {
                AttrKind::Dimension(dims) => has_bounds(dims),
                _ => false,
            });
            can_be &= entities.iter().filter(|e| names.contains(&e.name.key())).all(|e| has_bounds(&e.dims));
        }
    }
    can_be.then_some(names)
}

/// Whether an expression mentions one of the names.
fn mentions(e: &Expr, names: &BTreeSet<String>) -> bool {
    let mut found = false;
    walk::expression(e, &mut |x| {
        found |= matches!(&x.kind, ExprKind::Name(n) if names.contains(&n.to_ascii_lowercase()))
    });
    found
}

/// A variable where the argument was: of one element where its extent was left open.
fn as_local(e: &mut Entity) {
    let span = e.span;
    for d in &mut e.dims {
        if let Dim::Size { .. } = d {
            let one = Literal { kind: LiteralKind::Integer, text: "1".into() };
            *d = Dim::Explicit { lower: None, upper: Expr { kind: ExprKind::Literal(one), span } };
        }
    }
}
