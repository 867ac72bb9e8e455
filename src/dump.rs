//! `-dump WHAT`: what the tool knows, as text.

use analysis::{At, Facts, Head, VarRef, ZoneSet};
use diff::{Place, Request};
use il::calls::CallGraph;
use il::flow::Flow;
use il::zones::Zones;
use il::{Diagnostic, Program, Span, StmtId, UnitId};

mod papers;

/// What can be dumped, with a sentence each. The order is that of the analyses.
const WORDS: &[(&str, &str)] = &[
    ("il", "the program, node by node"),
    ("flow", "the flow graph of each procedure"),
    ("calls", "who calls whom"),
    ("zones", "how storage is numbered"),
    ("pointer-destinations", "what each pointer may point to"),
    ("in-out", "what each procedure may and must read and write"),
    (
        "till-exit",
        "what the rest of the procedure surely leaves constant, and what has a value that it does not read, before each statement",
    ),
    ("kept-shapes", "which allocatable arrays no assignment gives another allocation"),
    ("dependency", "which outputs depend on which inputs"),
    ("diff-dependency", "which outputs depend differentiably on which inputs"),
    ("varied", "what depends on an independent, after each statement"),
    ("useful", "what influences a dependent, before each statement"),
    ("activity", "what is active, before each statement"),
    ("diff-liveness", "what the derivatives still need, after each statement"),
    ("tbr", "values that an adjoint needs, before each statement"),
    ("save", "what is saved before each statement"),
    ("adjoint-out", "what the rest of the adjoint overwrites, after each statement"),
    ("recomputability", "what each statement overwrites and could be computed again"),
    ("made-once", "what a first call sets up and nothing puts back"),
    ("linearity", "which variables depend linearly (+) or nonlinearly (*) on which, where each procedure returns"),
    ("polynomial-degree", "the degree of each output in each input; * for none"),
    ("carried", "the loop-carried uses of each loop: by variable, use by use"),
    ("fusable", "which loops may be fused with their adjoints, or why not"),
    ("model", "scalar heads as values in blocks, with active sets and derivatives after elimination"),
    ("plan", "what the adjoint saves, rebuilds and decides again, and why"),
];

/// The text of `what`.
pub fn dump(program: &Program, request: &Request, what: &str) -> Result<String, Diagnostic> {
    if !WORDS.iter().any(|w| w.0 == what) {
        let mut d = Diagnostic::error("RT0309", Span::NONE, format!("-dump knows no `{what}`"));
        d.notes = WORDS.iter().map(|(word, meaning)| format!("{word}: {meaning}")).collect();
        return Err(d);
    }
    if what == "il" {
        return Ok(il::text::print(program));
    }
    if what == "model" {
        return Ok(request.heads.iter().map(|h| model(program, h.unit)).collect());
    }
    if what == "plan" {
        return diff::plan_text(program, request).map_err(|mut errors| errors.remove(0));
    }
    // Analyses see the program as the transformers do: calls hoisted out of expressions.
    let mut source = program.clone();
    diff::normalise::normalise(&mut source, diff::normalise::Options::of(request));
    let calls = CallGraph::new(&source);
    match what {
        "flow" => return Ok(per_unit(&source, |u| Flow::new(&source.units[u]).to_text())),
        "calls" => return Ok(call_graph(&source, &calls)),
        "zones" => return Ok(Zones::new(&source, &calls).to_text(&source)),
        "kept-shapes" => return Ok(kept_shapes(&source, request)),
        _ => {}
    }
    let facts = analysis::analyse(&source, &heads(request), &analysis::Options::default());
    let zones = facts.zones();
    let name =
        |u: UnitId, set: &ZoneSet| set.iter().map(|z| zones.name_in(&source, u, z)).collect::<Vec<_>>().join(" ");
    let every = |f: &dyn Fn(UnitId, StmtId) -> ZoneSet| {
        let mut out = String::new();
        for &u in facts.differentiated_units() {
            out.push_str(&format!("{}\n", source.units[u].name));
            for s in source.units[u].all_stmts() {
                out.push_str(&format!("  {:<60} ! {what}: {}\n", line(&source, u, s), name(u, &f(u, s))));
            }
        }
        out
    };
    Ok(match what {
        "in-out" => per_unit(&source, |u| {
            let s = facts.in_out(u);
            format!(
                "  read: {}\n  must read: {}\n  exposed: {}\n  written: {}\n  killed: {}\n",
                name(u, &s.read),
                name(u, &facts.must_read(u)),
                name(u, &s.exposed),
                name(u, &s.written),
                name(u, &s.killed)
            )
        }),
        "dependency" | "diff-dependency" => per_unit(&source, |u| matrix(&source, &facts, u, what == "dependency")),
        "varied" => every(&|u, s| facts.varied(u, At::After(s))),
        "useful" => every(&|u, s| facts.useful(u, At::Before(s))),
        "activity" => every(&|u, s| facts.active_before(u, s)),
        "diff-liveness" => every(&|u, s| facts.diff_live_after(u, s)),
        "tbr" => every(&|u, s| facts.tbr_before(u, s)),
        "save" => every(&|u, s| facts.to_save(u, s)),
        "adjoint-out" => every(&|u, s| facts.adjoint_out(u, At::After(s))),
        _ => papers::dump(&facts, what),
    })
}

fn kept_shapes(program: &Program, request: &Request) -> String {
    let heads: Vec<UnitId> = request.heads.iter().map(|h| h.unit).collect();
    let line = |place: &analysis::shapes::Place| {
        let home = program.home(place.root).map_or("", |u| program.units[u].name.as_str());
        let fields = place.path.iter().map(|(r, k)| format!("%{}", program.records[*r].fields[*k].name));
        format!("{home}: {}{}\n", program.symbols[place.root].name, fields.collect::<String>())
    };
    analysis::shapes::kept(program, &heads).iter().map(line).collect()
}

fn model(program: &Program, unit: UnitId) -> String {
    diff::model::describe(program, unit)
        .unwrap_or_else(|why| format!("{} is not shown as a model: {why}\n", program.units[unit].name))
}

/// The heads as the analyses want them.
fn heads(request: &Request) -> Vec<Head> {
    let list = |places: &Option<Vec<Place>>| {
        places.iter().flatten().map(|p| VarRef { symbol: p.symbol, path: p.path.clone() }).collect::<Vec<_>>()
    };
    request
        .heads
        .iter()
        .map(|h| Head { unit: h.unit, independents: list(&h.independents), dependents: list(&h.dependents) })
        .collect()
}

fn per_unit(program: &Program, text: impl Fn(UnitId) -> String) -> String {
    let procedures = program.units.iter().filter(|(_, u)| u.is_procedure() && !u.is_interface);
    procedures.map(|(id, u)| format!("{}\n{}", u.name, text(id))).collect()
}

fn call_graph(program: &Program, calls: &CallGraph) -> String {
    let name = |u: &UnitId| program.units[*u].name.as_str();
    calls
        .bottom_up()
        .map(|u| {
            let recursive = if calls.is_recursive(u) { " (recursive)" } else { "" };
            let callees: Vec<_> = calls.callees(u).iter().map(name).collect();
            format!("{}{recursive}: {}\n", name(&u), callees.join(" "))
        })
        .collect()
}

/// One line per output: the inputs it depends on.
fn matrix(program: &Program, facts: &Facts<'_>, unit: UnitId, all: bool) -> String {
    let universe = facts.universe(unit);
    let m = if all { facts.dependency(unit) } else { facts.diff_dependency(unit) };
    let label = |n: u32| universe.zone(n).map_or("result".to_string(), |z| facts.zones().name_in(program, unit, z));
    let mut out = String::new();
    for n in 0..universe.len() as u32 {
        let mut exit = universe.none();
        exit.add(n);
        let inputs: Vec<String> = m.backward(&exit).iter().map(label).collect();
        out.push_str(&format!("  {} <- {}\n", label(n), inputs.join(" ")));
    }
    out
}

/// A statement as one line of source, where there is one.
fn line(program: &Program, unit: UnitId, stmt: StmtId) -> String {
    let s = &program.units[unit].stmts[stmt];
    let text = s.span.file.and_then(|f| program.sources[f].text.get(s.span.start as usize..s.span.end as usize));
    let first = text.and_then(|t| t.lines().next()).unwrap_or("");
    format!("{stmt} {}", first.trim())
}
