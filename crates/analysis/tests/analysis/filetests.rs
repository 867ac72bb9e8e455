//! Runs `tests/filetests/**/*.f90` (and `.f`, and `.c` with `//` for `!`): small programs that say, in comments on the line concerned, what the analyses must find.
//!
//! The first lines say what is tested and for which heads:
//!
//! ```text
//! ! test: varied, tbr            the keys whose sets are checked on every statement of every differentiated unit
//! ! head: f from x to y          one line per head; without lists: everything
//! ! split                        all calls are split
//! ! noglobals                    unknown procedures do not touch globals
//! ```
//!
//! Of loops, on the line of the DO: `loop` (`independent`, `sums`: but for sums, `ordered`), `private`, `sums`, `overwritten` (read, and written later),
//! `fusable` (`yes`, or the variables or the reason that hinder).
//!
//! A comment `! varied: x t | push: t` on a statement's line gives sets of zones by name. The check is *complete*: a tested key that is not mentioned on
//! a statement's line means the empty set there. Keys and where they are taken:
//!
//! | after simple statements | before statements | of the statement | of the unit (on its first line) |
//! | --- | --- | --- | --- |
//! | `varied` `active` | `useful` `live` `tbr` `adj-out` | `push` (to save) `use` (of its derivative) `dead` (left out: `yes`) `derivative` (`yes`) | `read` `exposed` `written` `killed` `dep` `diffdep` `formals` `globals` `made-once` |

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::common::{read, unit};
use analysis::{At, Facts, Head, Options, VarRef, ZoneSet};
use il::{Program, StmtId, StmtKind, UnitId};

#[derive(Default)]
struct Request {
    keys: Vec<String>,
    heads: Vec<String>,
    options: Options,
}

fn request(text: &str) -> Request {
    let mut r = Request::default();
    for line in text.lines() {
        let Some(line) = line.trim_start().strip_prefix(['!', 'C', '*', '/']) else { continue };
        let line = line.trim_start_matches('/').trim();
        if let Some(keys) = line.strip_prefix("test:") {
            r.keys.extend(keys.split(',').map(|k| k.trim().to_string()));
        } else if let Some(head) = line.strip_prefix("head:") {
            r.heads.push(head.trim().to_string());
        } else {
            match line {
                "split" => r.options.split_all = true,
                "noglobals" => r.options.externals_touch_globals = false,
                "no activity" => r.options.activity = false,
                "no tbr" => r.options.tbr = false,
                "no liveness" => r.options.diff_liveness = false,
                _ => {}
            }
        }
    }
    r
}

fn variable(program: &Program, unit: UnitId, text: &str) -> VarRef {
    let mut parts = text.split('%');
    let name = parts.next().unwrap_or_default();
    let symbol = program.lookup(program.units[unit].scope, name).unwrap_or_else(|| panic!("no variable {name}"));
    let symbol = match program.units[unit].result() {
        Some(r) if program.variable(symbol).is_none() => r,
        _ => symbol,
    };
    let mut record = program.symbol_type(symbol).and_then(il::Type::record);
    let mut path = Vec::new();
    for p in parts {
        let fields = &program.records[record.expect("a structure")].fields;
        let k = fields.iter().position(|f| f.name.eq_ignore_ascii_case(p)).expect("a component");
        record = fields[k].ty.record();
        path.push(k);
    }
    VarRef { symbol, path }
}

fn head(program: &Program, text: &str) -> Head {
    let mut words = text.split_whitespace();
    let unit = unit(program, words.next().unwrap_or_default());
    let (mut independents, mut dependents) = (Vec::new(), Vec::new());
    let mut to = false;
    for w in words {
        match w {
            "from" => to = false,
            "to" => to = true,
            name if to => dependents.push(variable(program, unit, name)),
            name => independents.push(variable(program, unit, name)),
        }
    }
    Head { unit, independents, dependents }
}

/// The sets given on a line: key → words.
fn expectations(line: &str, mark: &str) -> BTreeMap<String, Vec<String>> {
    let mut out = BTreeMap::new();
    let Some((_, comment)) = line.split_once(mark) else { return out };
    for part in comment.split('|') {
        if let Some((key, words)) = part.split_once(':') {
            let mut words: Vec<String> = words.split_whitespace().map(str::to_ascii_lowercase).collect();
            words.sort();
            out.insert(key.trim().to_string(), words);
        }
    }
    out
}

struct Check<'a> {
    program: &'a Program,
    facts: &'a Facts<'a>,
    keys: &'a [String],
    text: &'a str,
    /// How comments begin.
    mark: &'static str,
    report: String,
}

impl Check<'_> {
    fn line_of(&self, offset: u32) -> usize {
        self.text[..offset as usize].matches('\n').count()
    }

    fn names(&self, unit: UnitId, set: &ZoneSet) -> Vec<String> {
        let mut names: Vec<String> = self.facts.names(unit, set).iter().map(|n| n.to_ascii_lowercase()).collect();
        names.sort();
        names
    }

    fn compare(&mut self, line: usize, key: &str, found: Vec<String>) {
        let text = self.text.lines().nth(line).unwrap_or_default();
        let expected = expectations(text, self.mark).remove(key).unwrap_or_default();
        if expected != found {
            let number = line + 1;
            let _ = writeln!(
                self.report,
                "line {number}: {key}: expected {{{}}}, found {{{}}}\n    {text}",
                expected.join(" "),
                found.join(" ")
            );
        }
    }

    fn statement(&mut self, unit: UnitId, stmt: StmtId, line: usize, first: bool) {
        let f = self.facts;
        let kind = &self.program.units[unit].stmts[stmt].kind;
        let simple = kind.blocks().is_empty();
        // `if (test) statement`: the sets of the statement stand on the line.
        let one_line = match kind {
            StmtKind::If(i) => i.one_line,
            StmtKind::Where { one_line, .. } | StmtKind::Forall { one_line, .. } => *one_line,
            _ => false,
        };
        let yes = |b: bool| if b { vec!["yes".to_string()] } else { Vec::new() };
        for key in self.keys {
            let found = match key.as_str() {
                "varied" if simple => self.names(unit, &f.varied(unit, At::After(stmt))),
                "active" if simple => self.names(unit, &f.active_after(unit, stmt)),
                "use" if simple => self.names(unit, &f.adjoint_use(unit, stmt)),
                "derivative" if simple => yes(f.is_active_stmt(unit, stmt)),
                "useful" if first => self.names(unit, &f.useful(unit, At::Before(stmt))),
                "live" if first => self.names(unit, &f.diff_live(unit, At::Before(stmt))),
                "tbr" if first => self.names(unit, &f.tbr_before(unit, stmt)),
                "adj-out" if first => self.names(unit, &f.adjoint_out(unit, At::Before(stmt))),
                "push" if !one_line && (simple || first) => self.names(unit, &f.to_save(unit, stmt)),
                "loop" | "private" | "sums" | "overwritten" | "fusable" if first => match kind {
                    StmtKind::Do(_) => self.dependence(unit, stmt, key),
                    _ => continue,
                },
                "carried" if first => match kind {
                    StmtKind::Do(_) => self.carried(unit, stmt),
                    _ => continue,
                },
                "cst" if first => self.till_exit(unit, stmt, |t, p| t.constant(p)),
                "unread" if first => self.till_exit(unit, stmt, |t, p| t.dead(p)),
                "again" if simple => {
                    let again = analysis::recomputability::Recomputability::new(f, unit).again(stmt);
                    let mut names: Vec<String> = again.into_iter().map(|(z, _)| self.name(unit, z)).collect();
                    names.sort();
                    names
                }
                "dead" if first => yes(!f.is_live_for_diff(unit, stmt)),
                _ => continue,
            };
            self.compare(line, key, found);
        }
    }

    /// What is known of the elements that a loop touches.
    fn dependence(&self, unit: UnitId, stmt: StmtId, key: &str) -> Vec<String> {
        let dep = self.facts.loop_dependence(unit, Some(stmt));
        let is_counter = |z: &il::zones::ZoneId| {
            let body = &self.program.units[unit];
            let symbol = self.facts.zones().zone(*z).symbol;
            body.all_stmts().iter().any(|s| matches!(&body.stmts[*s].kind, StmtKind::Do(d) if d.var == symbol))
        };
        let names = |zones: std::collections::BTreeSet<il::zones::ZoneId>| {
            let zones = zones.into_iter().filter(|z| !is_counter(z));
            zones.map(|z| self.facts.zones().name_in(self.program, unit, z).to_ascii_lowercase()).collect()
        };
        let mut found: Vec<String> = match key {
            "private" => names(dep.private()),
            "sums" => names(dep.reductions()),
            // Variables some element of which is read and, later in the loop, written.
            "overwritten" => {
                let all = dep.accesses();
                let uses = all.iter().filter(|u| !u.is_write && u.reference.is_some());
                let lost = uses.filter(|u| all.iter().any(|w| w.is_write && dep.may_be_overwritten(u, w)));
                names(lost.flat_map(|u| u.zones.clone()).collect())
            }
            "fusable" => {
                use analysis::fusable::Reason;
                match analysis::fusable::fusable(self.facts, unit, stmt) {
                    Ok(_) => vec!["yes".to_string()],
                    Err(Reason::Shape) => vec!["shape".to_string()],
                    Err(Reason::Unknown) => vec!["unknown".to_string()],
                    Err(Reason::Order(z)) => names(z.into_iter().collect()),
                    Err(Reason::NeededBehind(_)) => vec!["needed".to_string()],
                }
            }
            _ if dep.is_independent() => vec!["independent".to_string()],
            _ if dep.is_independent_but_reductions() => vec!["sums".to_string()],
            _ => vec!["ordered".to_string()],
        };
        found.sort();
        found
    }

    fn name(&self, unit: UnitId, zone: il::zones::ZoneId) -> String {
        self.facts.zones().name_in(self.program, unit, zone).to_ascii_lowercase()
    }

    fn till_exit(
        &self,
        unit: UnitId,
        stmt: StmtId,
        what: impl Fn(&analysis::till_exit::TillExit, il::flow::Position) -> ZoneSet,
    ) -> Vec<String> {
        let solved = analysis::till_exit::TillExit::new(self.facts, unit);
        let Some(before) = self.facts.flow(unit).before(stmt) else { return Vec::new() };
        self.names(unit, &what(&solved, before))
    }

    /// Carried uses with their classes, by variable and use by use.
    fn carried(&self, unit: UnitId, stmt: StmtId) -> Vec<String> {
        let linearity = analysis::linearity::Linearity::new(self.facts);
        let Some(uses) = analysis::carried::carried(&linearity, unit, stmt) else { return vec!["unknown".into()] };
        let word = |u: &analysis::carried::CarriedUse| {
            format!("{}={:?}/{:?}", self.name(unit, u.zone), u.by_variable, u.by_use).to_ascii_lowercase()
        };
        let mut found: Vec<String> = uses.iter().map(word).collect();
        found.sort();
        found
    }

    /// Pairs of variables where the unit returns.
    fn pairs(&self, unit: UnitId, class: analysis::linearity::Class) -> Vec<String> {
        let pairs = analysis::linearity::Linearity::new(self.facts).pairs(unit, At::Exit);
        let of_class = pairs.into_iter().filter(|p| p.2 == class);
        let mut found: Vec<String> =
            of_class.map(|(u, v, _)| format!("{}<{}", self.name(unit, u), self.name(unit, v))).collect();
        found.sort();
        found
    }

    /// Outputs with the degrees of their inputs.
    fn degrees(&self, unit: UnitId) -> Vec<String> {
        let linearity = analysis::linearity::Linearity::new(self.facts);
        let mut found = Vec::new();
        for (u, inputs) in analysis::polynomial::degrees(&linearity, unit) {
            for (v, d) in inputs {
                let d = if d == analysis::degrees::UNBOUNDED { "*".to_string() } else { d.to_string() };
                found.push(format!("{}<{}^{d}", self.name(unit, u), self.name(unit, v)));
            }
        }
        found.sort();
        found
    }

    fn unit(&mut self, unit: UnitId, line: usize) {
        let f = self.facts;
        for key in self.keys {
            let io = f.in_out(unit);
            let pairs = |m: &analysis::matrix::Matrix| {
                let universe = f.universe(unit);
                let name = |n: u32| universe.zone(n).map(|z| f.zones().name_in(self.program, unit, z));
                let mut out = Vec::new();
                for (to, column) in m.columns.iter().enumerate() {
                    for from in column.iter().flat_map(|c| c.iter()) {
                        if let (Some(a), Some(b)) = (name(to as u32), name(from)) {
                            out.push(format!("{a}<{b}").to_ascii_lowercase());
                        }
                    }
                    if column.as_ref().is_some_and(|c| c.is_empty())
                        && let Some(a) = name(to as u32)
                        && f.in_out(unit).written.contains(universe.zones()[to])
                    {
                        out.push(format!("{a}<").to_ascii_lowercase());
                    }
                }
                out.sort();
                out
            };
            let activity = |a: &analysis::FormalActivity| {
                let mut s = String::new();
                for (set, letter) in [(a.varied_in, 'v'), (a.useful_out, 'u'), (a.active, 'a')] {
                    if set {
                        s.push(letter);
                    }
                }
                s
            };
            let found = match key.as_str() {
                "read" => self.names(unit, &io.read),
                "exposed" => self.names(unit, &io.exposed),
                "written" => self.names(unit, &io.written),
                "killed" => self.names(unit, &io.killed),
                "dep" => pairs(f.dependency(unit)),
                "diffdep" => pairs(f.diff_dependency(unit)),
                "undefined" => self.names(unit, &f.undefined_derivatives(unit)),
                "linear" => self.pairs(unit, analysis::linearity::Class::Linear),
                "nonlinear" => self.pairs(unit, analysis::linearity::Class::Nonlinear),
                "degree" => self.degrees(unit),
                "must-read" => self.names(unit, &f.must_read(unit)),
                "needed" => self.names(unit, &f.needed_on_entry(unit)),
                "made-once" => {
                    let all = analysis::made_once::made_once(f);
                    let seen = all.into_iter().filter(|z| f.universe(unit).number(*z).is_some());
                    let mut out: Vec<String> =
                        seen.map(|z| f.zones().name_in(self.program, unit, z).to_ascii_lowercase()).collect();
                    out.sort();
                    out
                }
                "formals" => {
                    let Some(s) = f.signature(unit) else { continue };
                    let params = &self.program.units[unit].params;
                    let mut out: Vec<String> = params
                        .iter()
                        .zip(&s.formals)
                        .filter(|(_, a)| a.active)
                        .map(|(p, a)| format!("{}={}", self.program.symbols[*p].name, activity(a)).to_ascii_lowercase())
                        .collect();
                    out.extend(s.result.filter(|r| r.active).map(|r| format!("result={}", activity(&r))));
                    out.sort();
                    out
                }
                "globals" => {
                    let Some(s) = f.signature(unit) else { continue };
                    let mut out: Vec<String> = s
                        .globals
                        .iter()
                        .map(|(v, a)| {
                            format!("{}={}", self.program.symbols[v.symbol].name, activity(a)).to_ascii_lowercase()
                        })
                        .collect();
                    out.sort();
                    out
                }
                _ => continue,
            };
            self.compare(line, key, found);
        }
    }
}

const OF_UNITS: &[&str] = &[
    "read",
    "exposed",
    "written",
    "killed",
    "dep",
    "diffdep",
    "formals",
    "globals",
    "undefined",
    "needed",
    "made-once",
    "linear",
    "nonlinear",
    "degree",
    "must-read",
];

fn check(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("readable");
    let request = request(&text);
    let program = read(&path.display().to_string(), &text);
    let file = program.sources.ids().next();
    let heads: Vec<Head> = request.heads.iter().map(|h| head(&program, h)).collect();
    let facts = analysis::analyse(&program, &heads, &request.options);
    let mark = if path.extension().is_some_and(|e| e == "c") { "//" } else { "!" };
    let (keys, report) = (request.keys.as_slice(), String::new());
    let mut c = Check { program: &program, facts: &facts, keys, text: &text, mark, report };
    for key in &request.keys {
        let known = OF_UNITS.contains(&key.as_str())
            || [
                "varied",
                "active",
                "useful",
                "live",
                "tbr",
                "adj-out",
                "push",
                "use",
                "dead",
                "derivative",
                "loop",
                "private",
                "sums",
                "overwritten",
                "fusable",
                "carried",
                "cst",
                "unread",
                "again",
            ]
            .contains(&key.as_str());
        assert!(known, "{}: unknown key {key}", path.display());
    }
    for (u, unit) in program.units.iter().filter(|(_, u)| u.is_procedure() && !u.is_interface) {
        c.unit(u, c.line_of(unit.span.start));
        if !facts.is_differentiated(u) {
            continue;
        }
        let mut last = usize::MAX;
        for s in unit.all_stmts() {
            let span = unit.stmts[s].span;
            // A C declaration shares its line with its initialiser.
            if span.file != file || matches!(unit.stmts[s].kind, StmtKind::Declare(_)) {
                continue;
            }
            let line = c.line_of(span.start);
            c.statement(u, s, line, line != last);
            last = line;
        }
    }
    match c.report.is_empty() {
        true => String::new(),
        false => format!("{}\n{}", path.display(), c.report),
    }
}

fn walk(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, out);
        } else if path.extension().is_some_and(|e| e == "f90" || e == "f" || e == "c") {
            out.push(path);
        }
    }
}

#[test]
fn filetests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/filetests");
    let mut files = Vec::new();
    walk(&root, &mut files);
    assert!(!files.is_empty());
    let report: String = files.iter().map(|f| check(f)).collect();
    assert!(report.is_empty(), "\n{report}");
}
