//! FORMAT statements: they stand where control never comes, often behind the last RETURN, so that no sweep has them. What a procedure still reads
//! and writes needs its own.

use std::collections::{BTreeMap, BTreeSet};

use il::{Block, Language, StmtKind, UnitId};

use crate::derive::{Shell, World};

/// Adds the FORMAT statements of the original that `body` mentions and does not have.
pub(super) fn bring(world: &mut World, shell: &Shell, body: &mut Block) {
    let theirs = of(world, shell.original);
    if theirs.is_empty() {
        return;
    }
    let unit = &world.out.units[shell.unit];
    let (mut mentioned, mut present) = (BTreeSet::new(), BTreeSet::new());
    unit.walk(body, &mut |_, s| {
        present.extend(s.label.clone());
        if let StmtKind::Opaque { text, .. } = &s.kind
            && !is_format(text)
        {
            mentioned.extend(numbers(text));
        }
    });
    for (label, text) in theirs {
        if mentioned.contains(&label) && !present.contains(&label) {
            let unit = &mut world.out.units[shell.unit];
            let id = unit.push(body, StmtKind::Opaque { text, reads: Vec::new(), writes: Vec::new() });
            unit.stmts[id].label = Some(label);
        }
    }
}

/// The FORMAT statements of a procedure, as the user wrote it, by label.
pub(super) fn of(world: &World, unit: UnitId) -> BTreeMap<String, String> {
    let plain = if world.plain.units.contains(unit) { world.plain } else { world.source };
    let u = &plain.units[unit];
    let mut out = BTreeMap::new();
    if u.language == Language::Fortran {
        u.walk(&u.body, &mut |_, s| {
            if let (StmtKind::Opaque { text, .. }, Some(label)) = (&s.kind, &s.label)
                && is_format(text)
            {
                out.insert(label.clone(), text.clone());
            }
        });
    }
    out
}

fn is_format(text: &str) -> bool {
    let word = text.get(..6).unwrap_or("");
    word.eq_ignore_ascii_case("format") && text[6..].trim_start().starts_with('(')
}

/// The numbers in a text that may be labels.
fn numbers(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.');
    let numbers = words.filter(|w| !w.is_empty() && w.chars().all(|c| c.is_ascii_digit()));
    numbers.map(|w| w.trim_start_matches('0').to_string()).collect::<Vec<_>>().into_iter()
}
