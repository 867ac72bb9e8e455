//! Which descriptions are of something in the program: entries of one name are put together, and names that match nothing are said.

use std::collections::{BTreeMap, BTreeSet};

use analysis::External;
use il::{Diagnostic, ExprKind, Language, Program, StmtKind, SymbolKind};

use super::Described;
use crate::resolve::with_nearest;

/// What the entries of one file tell the analyses, by name in lower case, and what is doubtful about them.
pub(super) fn settle(
    program: &Program,
    file: &str,
    entries: Vec<Described>,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, External> {
    let names = Names::of(program);
    names.say_unmatched(file, &entries, diagnostics);
    let mut by_name: BTreeMap<String, Vec<Described>> = BTreeMap::new();
    entries.into_iter().for_each(|d| by_name.entry(d.name.clone()).or_default().push(d));
    let mut out = BTreeMap::new();
    for (name, mut entries) in by_name {
        // A subroutine and a function of one name: the one that is called.
        if entries.iter().any(|d| !names.is_called_otherwise(d)) {
            entries.retain(|d| !names.is_called_otherwise(d));
        }
        diagnostics.extend(entries.first().and_then(|d| names.called_otherwise(d)));
        let known = entries.into_iter().map(|d| names.known_here(program, d, diagnostics));
        out.extend(known.reduce(together).map(|known| (name, known)));
    }
    out
}

/// What either of two descriptions of one name allows.
fn together(a: External, b: External) -> External {
    let (long, short) = if a.places.len() < b.places.len() { (&b, &a) } else { (&a, &b) };
    let mut places = long.places.clone();
    for (k, place) in places.iter_mut().enumerate() {
        let Some(other) = short.places.get(k).or(short.places.last()) else { continue };
        place.killed &= other.killed;
        place.read |= other.read;
        place.written |= other.written;
    }
    let writes = |e: &External| e.places.iter().map(|p| p.written).collect::<Vec<_>>();
    let rows = match (&a.deps, &b.deps) {
        (Some(x), Some(y)) if x.len() == y.len() && writes(&a) == writes(&b) => {
            let both = |(x, y): (&Vec<usize>, &Vec<usize>)| x.iter().chain(y).copied().collect::<BTreeSet<usize>>();
            Some(x.iter().zip(y).map(both).map(|row| row.into_iter().collect()).collect())
        }
        _ => None,
    };
    let blocks = [a.blocks, b.blocks].concat();
    External { places, globals: a.globals || b.globals, blocks, deps: rows }
}

/// The names of a program that descriptions may mean, in lower case.
struct Names {
    /// Everything that is a procedure there.
    procedures: BTreeSet<String>,
    /// Of these, what has no body.
    without_source: BTreeSet<String>,
    /// What Fortran calls by CALL.
    subroutines: BTreeSet<String>,
    /// What Fortran calls in expressions.
    functions: BTreeSet<String>,
    blocks: BTreeSet<String>,
}

impl Names {
    fn of(program: &Program) -> Names {
        let mut out = Names {
            procedures: BTreeSet::new(),
            without_source: BTreeSet::new(),
            subroutines: BTreeSet::new(),
            functions: BTreeSet::new(),
            blocks: program.units.iter().flat_map(|(_, u)| u.commons().into_keys().collect::<Vec<_>>()).collect(),
        };
        let name = |s: il::SymbolId| program.symbols[s].name.to_ascii_lowercase();
        for (id, symbol) in program.symbols.iter() {
            if matches!(symbol.kind, SymbolKind::Procedure(_)) {
                out.procedures.insert(name(id));
                if program.callee(id).is_none() {
                    out.without_source.insert(name(id));
                }
            }
        }
        for (_, u) in program.units.iter().filter(|(_, u)| u.language == Language::Fortran) {
            u.walk(&u.body, &mut |_, s| {
                if let StmtKind::Call { callee, .. } = &s.kind {
                    out.subroutines.insert(name(*callee));
                }
                s.kind.exprs(&mut |e| {
                    e.walk(&mut |e| {
                        if let ExprKind::Call { callee, .. } = &e.kind {
                            out.functions.insert(name(*callee));
                        }
                    });
                });
            });
        }
        out
    }

    fn matches(&self, d: &Described) -> bool {
        self.procedures.contains(&d.name) || il::Intrinsic::named(&d.name).is_some()
    }

    /// Says which entries describe nothing: each that looks like a misspelt name, each of a file of which no entry matches, and otherwise only how many. A
    /// library may describe more than one program calls.
    fn say_unmatched(&self, file: &str, entries: &[Described], diagnostics: &mut Vec<Diagnostic>) {
        let described: BTreeSet<&str> = entries.iter().map(|d| d.name.as_str()).collect();
        let open = || self.without_source.iter().filter(|n| !described.contains(n.as_str())).cloned();
        let is_near =
            |d: &Described, name: &str| strsim::damerau_levenshtein(name, &d.name) <= (d.name.len() / 4).clamp(1, 2);
        let none_matches = !entries.iter().any(|d| self.matches(d));
        let mut rest: Vec<&Described> = Vec::new();
        for d in entries.iter().filter(|d| !self.matches(d)) {
            if none_matches && entries.len() <= 4 || open().any(|name| is_near(d, &name)) {
                let said = format!("library description: `{}` is not called here", d.name);
                let candidates =
                    if none_matches { self.procedures.iter().cloned().collect() } else { open().collect::<Vec<_>>() };
                let said = Diagnostic::warning("RT0317", d.span, said);
                diagnostics.push(with_nearest(said, &d.name, candidates.into_iter()));
            } else {
                rest.push(d);
            }
        }
        let Some(first) = rest.first() else { return };
        let shown: Vec<String> = rest.iter().take(8).map(|d| format!("`{}`", d.name)).collect();
        let more =
            if rest.len() > shown.len() { format!(" and {} more", rest.len() - shown.len()) } else { String::new() };
        let said = format!("library description: nothing here calls {}{more}", shown.join(", "));
        let counted = format!("{} of the {} entries of `{file}`", rest.len(), entries.len());
        diagnostics.push(match none_matches {
            true => Diagnostic::warning("RT0317", first.span, said).note(counted),
            false => Diagnostic::info("RT0317", first.span, said).note(counted),
        });
    }

    /// Nobody knows where a block is that the program does not declare: any global may be meant.
    fn known_here(&self, program: &Program, d: Described, diagnostics: &mut Vec<Diagnostic>) -> External {
        let mut external = d.external;
        let declared = |name: &String| self.blocks.contains(name);
        if self.procedures.contains(&d.name) && program.units.iter().any(|(_, u)| u.language == Language::Fortran) {
            for (name, _) in external.blocks.iter().filter(|(name, _)| !declared(name)) {
                let said =
                    format!("library description: `{}` names COMMON /{name}/, which is not declared here", d.name);
                let said = Diagnostic::warning("RT0317", d.span, said);
                let said = with_nearest(said, name, self.blocks.iter().cloned());
                diagnostics.push(said.note("it is taken to touch any COMMON block or module variable"));
            }
        }
        let blocks = external.blocks.len();
        external.blocks.retain(|(name, _)| declared(name));
        external.globals |= external.blocks.len() < blocks;
        external
    }

    /// Whether Fortran calls as a subroutine what is described as a function, or the other way round.
    fn is_called_otherwise(&self, d: &Described) -> bool {
        let (own, other) = match d.function {
            true => (&self.functions, &self.subroutines),
            false => (&self.subroutines, &self.functions),
        };
        other.contains(&d.name) && !own.contains(&d.name)
    }

    /// The warning about that: another procedure may be meant.
    fn called_otherwise(&self, d: &Described) -> Option<Diagnostic> {
        let [own, other] = if d.function { ["function", "subroutine"] } else { ["subroutine", "function"] };
        self.is_called_otherwise(d).then(|| {
            let said = format!("library description: `{}` is a {own} here, and is called as a {other}", d.name);
            Diagnostic::warning("RT0317", d.span, said).note("what is said of its places is believed all the same")
        })
    }
}
