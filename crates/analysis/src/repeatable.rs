//! What reads files and can be done again: statements that open a file by its name, read it, and close it. Where the file stands before and after is
//! nobody's business then, and what is read is the same each time, as long as nothing writes files.

use std::collections::{BTreeMap, BTreeSet};

use crate::outside;
use il::calls::CallGraph;
use il::symbol::ProcedureClass;
use il::{Block, Program, StmtId, StmtKind, SymbolId, UnitId};

/// Procedures of which each call is so, among `reached`, callees first. Empty where anything writes files.
pub fn procedures(p: &Program, calls: &CallGraph, reached: &BTreeSet<UnitId>) -> BTreeSet<UnitId> {
    let mut out = BTreeSet::new();
    if reached.iter().any(|u| writes_files(p, *u)) {
        return out;
    }
    for unit in calls.bottom_up() {
        if reached.contains(&unit) && !calls.is_recursive(unit) && !p.units[unit].body.is_empty() {
            let body = p.units[unit].body.clone();
            out.extend(is_bracketed(p, unit, &body, &out).then_some(unit));
        }
    }
    out
}

/// Whether a unit writes what a later READ could get.
pub fn writes_files(p: &Program, unit: UnitId) -> bool {
    let u = &p.units[unit];
    let mut found = false;
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Opaque { text, .. } = &s.kind
            && outside::of_statement(p, unit, &s.kind).is_some()
        {
            let word = Words::of(text).word;
            found |= !["open", "read", "close", "rewind", "backspace"].contains(&word.as_str());
        }
    });
    found
}

/// Whether all that statements do with files lies between OPEN and CLOSE among them; `again`: procedures that may be called again.
pub fn is_bracketed(p: &Program, unit: UnitId, block: &Block, again: &BTreeSet<UnitId>) -> bool {
    let mut open: BTreeMap<String, Option<SymbolId>> = BTreeMap::new();
    let own = Brackets { p, unit, again };
    for &id in block {
        if !own.statement(id, &mut open) {
            return false;
        }
    }
    open.is_empty()
}

struct Brackets<'a> {
    p: &'a Program,
    unit: UnitId,
    again: &'a BTreeSet<UnitId>,
}

impl Brackets<'_> {
    /// Whether a statement of the block is as it should be; `open`: the files, by the unit and the variable that holds it.
    fn statement(&self, id: StmtId, open: &mut BTreeMap<String, Option<SymbolId>>) -> bool {
        let u = &self.p.units[self.unit];
        let kind = &u.stmts[id].kind;
        // The number of a file that is open stays what it is.
        let set = il::stores::names(self.p, self.unit, &[id]);
        if open.values().flatten().any(|number| set.contains(number)) {
            return false;
        }
        if let StmtKind::Opaque { text, .. } = kind
            && self.touches(kind)
        {
            let words = Words::of(text);
            return match words.word.as_str() {
                "open" => match words.opened(self.p, self.unit) {
                    Some((unit, number)) if !open.contains_key(&unit) => {
                        open.insert(unit, number);
                        true
                    }
                    _ => false,
                },
                "close" => {
                    !words.deletes() && words.goes_on() && words.unit().is_some_and(|u| open.remove(&u).is_some())
                }
                _ => self.reads(&words, open),
            };
        }
        // Inside of constructs files are read, and nothing else.
        let mut fine = true;
        u.walk(&[id], &mut |_, s| {
            fine &= match &s.kind {
                StmtKind::Opaque { text, .. } if self.touches(&s.kind) => self.reads(&Words::of(text), open),
                StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::ComputedGoto { .. } => open.is_empty(),
                StmtKind::Exit(name) | StmtKind::Cycle(name) => open.is_empty() || kind.is_loop() && name.is_none(),
                StmtKind::AssignedGoto { .. } | StmtKind::ArithmeticIf { .. } => open.is_empty(),
                other => !self.draws(other) && self.calls(other).iter().all(|c| self.is_harmless(*c, open.is_empty())),
            };
        });
        fine
    }

    fn touches(&self, kind: &StmtKind) -> bool {
        outside::of_statement(self.p, self.unit, kind).is_some()
    }

    /// Whether a statement that is no text gets something from outside: a random number.
    fn draws(&self, kind: &StmtKind) -> bool {
        !matches!(kind, StmtKind::Opaque { .. }) && self.touches(kind)
    }

    fn reads(&self, words: &Words, open: &BTreeMap<String, Option<SymbolId>>) -> bool {
        let known = words.unit().is_some_and(|u| open.contains_key(&u));
        ["read", "rewind", "backspace"].contains(&words.word.as_str()) && known && words.goes_on()
    }

    fn calls(&self, kind: &StmtKind) -> Vec<SymbolId> {
        let mut out = Vec::new();
        kind.each_call(&mut |callee, _| out.push(callee));
        out
    }

    /// A procedure that does the same each time, and closes what it opens. Two may use one number: not inside of one another.
    fn is_harmless(&self, callee: SymbolId, closed: bool) -> bool {
        match self.p.callee(callee) {
            Some(c) => closed && self.again.contains(&c) || !self.deals_with_files(c, &mut BTreeSet::new()),
            // Without source nothing is known of it; what is handed over may be anything.
            None => {
                let named = |f: &il::symbol::Procedure| !matches!(f.class, ProcedureClass::Dummy(_));
                closed && self.p.procedure(callee).is_some_and(named)
            }
        }
    }

    fn deals_with_files(&self, unit: UnitId, seen: &mut BTreeSet<UnitId>) -> bool {
        if !seen.insert(unit) {
            return false;
        }
        let u = &self.p.units[unit];
        let mut found = false;
        u.walk(&u.body, &mut |_, s| {
            found |= outside::of_statement(self.p, unit, &s.kind).is_some();
            for callee in self.calls(&s.kind) {
                found = found || self.p.callee(callee).is_none_or(|c| self.deals_with_files(c, seen));
            }
        });
        found
    }
}

/// A statement about a file: its word, and what stands in its list, in lower case where that does not matter.
struct Words {
    word: String,
    list: Vec<(Option<String>, String)>,
}

impl Words {
    fn of(text: &str) -> Words {
        let text = text.trim_start();
        let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
        let word = text[..end].to_ascii_lowercase();
        let mut list = Vec::new();
        let rest = text[end..].trim_start();
        if let Some(inside) = rest.strip_prefix('(') {
            let (mut depth, mut quote, mut item) = (0, None, String::new());
            for c in inside.chars() {
                match (c, quote) {
                    (c, Some(q)) => quote = (c != q).then_some(q),
                    ('\'' | '"', None) => quote = Some(c),
                    ('(', None) => depth += 1,
                    (')', None) if depth == 0 => break,
                    (')', None) => depth -= 1,
                    (',', None) if depth == 0 => {
                        list.push(std::mem::take(&mut item));
                        continue;
                    }
                    _ => {}
                }
                item.push(c);
            }
            list.push(item);
        }
        let split = |item: String| match item.split_once('=') {
            Some((key, value)) if key.trim().chars().all(|c| c.is_ascii_alphanumeric()) => {
                (Some(key.trim().to_ascii_lowercase()), value.trim().to_string())
            }
            _ => (None, item.trim().to_string()),
        };
        Words { word, list: list.into_iter().map(split).collect() }
    }

    fn value(&self, key: &str) -> Option<&str> {
        self.list.iter().find(|(k, _)| k.as_deref() == Some(key)).map(|(_, v)| v.as_str())
    }

    /// The number of the file, as it is written.
    fn unit(&self) -> Option<String> {
        let first = self.list.first().filter(|(k, _)| k.is_none()).map(|(_, v)| v.as_str());
        self.value("unit").or(first).map(str::to_ascii_lowercase)
    }

    /// Of an OPEN of a file that is there, from its beginning: its number, and the variable that holds it.
    fn opened(&self, p: &Program, unit: UnitId) -> Option<(String, Option<SymbolId>)> {
        let says = |key: &str, word: &str| {
            self.value(key).is_some_and(|v| v.trim_matches(['\'', '"']).trim().eq_ignore_ascii_case(word))
        };
        let there = says("status", "old") || says("action", "read") && self.value("status").is_none();
        let from_start = self.value("position").is_none() || says("position", "rewind");
        if !there || !from_start || self.value("file").is_none() || !self.goes_on() {
            return None;
        }
        let number = self.value("newunit").map(str::to_ascii_lowercase).or_else(|| self.unit())?;
        if number.chars().all(|c| c.is_ascii_digit()) {
            return Some((number, None));
        }
        let plain = number.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let symbol = p.lookup(p.units[unit].scope, &number).filter(|_| plain)?;
        Some((number, p.variable(symbol).is_some().then_some(symbol)))
    }

    fn deletes(&self) -> bool {
        self.value("status").is_some_and(|s| !s.trim_matches(['\'', '"']).trim().eq_ignore_ascii_case("keep"))
    }

    /// Whether what follows is executed next: it jumps nowhere.
    fn goes_on(&self) -> bool {
        ["err", "end", "eor"].iter().all(|key| self.value(key).is_none())
    }
}
