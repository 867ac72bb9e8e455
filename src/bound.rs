//! Type-bound procedures as heads: `circle%area` is the procedure that type `circle` binds to the name `area`.

use il::{Diagnostic, Program, RecordId, UnitId};

use crate::head::Head;
use crate::resolve::{unknown, with_nearest};

/// The procedure that a head names by its type. `None`: no type is called so, and something else is meant.
pub fn procedure(program: &Program, head: &Head) -> Option<Result<UnitId, Diagnostic>> {
    let ty = head.bound_to.as_ref().or(head.module.as_ref())?;
    let module = head.bound_to.as_ref().and(head.module.as_ref());
    let is_in_module = |r: RecordId| {
        module.is_none_or(|m| {
            let home = program.type_symbol(r).and_then(|s| program.home(s));
            home.is_some_and(|u| program.units[u].name.eq_ignore_ascii_case(&m.text))
        })
    };
    let types: Vec<RecordId> = program.records.ids().filter(|r| named(program, *r, &ty.text)).collect();
    let types: Vec<RecordId> = types.into_iter().filter(|r| is_in_module(*r)).collect();
    if types.is_empty() {
        let known = program.bound.iter().map(|b| program.records[b.record].name.clone());
        return head.bound_to.is_some().then(|| Err(unknown("RT0302", "type with bound procedures", ty, known)));
    }
    let wanted = head.procedure.text.as_str();
    let mut found: Vec<UnitId> = Vec::new();
    let mut is_known = false;
    for bound in types.iter().filter_map(|r| of_type(program, *r, wanted)) {
        is_known = true;
        found.extend(bound.units.iter().filter(|u| !program.units[**u].is_interface));
    }
    found.dedup();
    let span = head.procedure.span;
    Some(match found[..] {
        [one] => Ok(one),
        [] if is_known => {
            let message = format!("`{wanted}` is deferred in type `{}`: it has no body there", ty.text);
            let d = Diagnostic::error("RT0302", span, message);
            let list = extensions(program, &types, wanted);
            Err(match list.is_empty() {
                true => d.note("give the file of a type that extends it, and name the procedure of that type"),
                false => d.note(format!("name that of a type which extends it: {}", list.join(", "))),
            })
        }
        [] => {
            let message = format!("type `{}` binds no procedure to the name `{wanted}`", ty.text);
            let bound = program.bound.iter().filter(|b| types.iter().any(|t| program.extends(*t, b.record)));
            let names = bound.filter(|b| !b.name.contains('(')).map(|b| b.name.clone());
            Err(with_nearest(Diagnostic::error("RT0302", span, message), wanted, names))
        }
        _ => {
            let names: Vec<String> = found.iter().map(|u| format!("`{}`", program.units[*u].name)).collect();
            let message = format!("`{}%{wanted}` may be several procedures", ty.text);
            Err(Diagnostic::error("RT0302", span, message)
                .note(format!("name one of them as the head: {}", names.join(", "))))
        }
    })
}

/// The types that bind something to a name, as heads name them: `circle%area`.
pub fn types_with(program: &Program, name: &str) -> Vec<String> {
    let named = program.bound.iter().filter(|b| b.name.eq_ignore_ascii_case(name));
    named.map(|b| format!("`{}%{}`", program.records[b.record].name, b.name)).collect()
}

fn named(program: &Program, record: RecordId, name: &str) -> bool {
    program.records[record].name.eq_ignore_ascii_case(name)
        && program.bound.iter().any(|b| program.extends(record, b.record))
}

/// What a type, or the nearest of those that it extends, binds to a name.
fn of_type<'p>(program: &'p Program, record: RecordId, name: &str) -> Option<&'p il::BoundName> {
    std::iter::successors(Some(record), |r| program.records[*r].extends)
        .find_map(|r| program.bound.iter().find(|b| b.record == r && b.name.eq_ignore_ascii_case(name)))
}

/// The extensions of types that bind a procedure with a body to a name.
fn extensions(program: &Program, types: &[RecordId], name: &str) -> Vec<String> {
    let extends = |r: RecordId| types.iter().any(|t| *t != r && program.extends(r, *t));
    let with_body = |b: &&il::BoundName| b.units.iter().any(|u| !program.units[*u].is_interface);
    let all = program.bound.iter().filter(|b| b.name.eq_ignore_ascii_case(name) && extends(b.record));
    all.filter(with_body).map(|b| format!("`{}%{}`", program.records[b.record].name, b.name)).collect()
}
