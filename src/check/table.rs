//! What `check` prints.

use std::fmt::Write;

use super::{CheckReport, HeadReport, Verdict};

/// What `check --help` says of the table.
pub const LEGEND: &str = "\
The table has a row for each output of a head:
  output               a dependent variable; `all` stands for all outputs together, with random weights
  tangent/differences  the tangent against central differences of the original: the relative error at the step that
                       fits best, at the worst of the points. Up to 1e-6 is ok (2e-2 where reals of 4 bytes take part)
  best step            the step of that difference, relative to the size of the inputs: one near 1e-5 is usual
  adjoint/tangent      the adjoint against the tangent by dot products: the relative difference of the two sums. Up to
                       1e-12 is ok (1e-4 where reals of 4 bytes take part)
A verdict follows each number: `ok`, `WRONG`, or `unsettled` where the differences of no two steps agree, so that they say
nothing about the tangent. `-` stands where a mode was not asked for. FAILED lines say what went wrong beside numbers,
such as a derivative that does not compile. The exit status is 0 when everything is right, else 1.";

/// A time below this, in seconds, is a few ticks of the clock: no ratio to it is worth printing.
const MEASURABLE: f64 = 1e-6;

/// The whole report as text.
pub fn render(report: &CheckReport) -> String {
    let mut out = String::new();
    for head in &report.heads {
        out.push_str(&one(head));
    }
    for note in &report.notes {
        writeln!(out, "note: {note}").expect("strings take text");
    }
    let verdict = match (report.passed(), report.only_compiled) {
        (true, false) => "The derivatives are right.",
        (true, true) => "What was generated compiles.",
        (false, _) => "The check FAILED.",
    };
    writeln!(out, "{verdict}").expect("strings take text");
    out
}

fn one(head: &HeadReport) -> String {
    let mut out = format!("{}\n", head.title);
    if !head.rows.is_empty() {
        let width = head.rows.iter().map(|r| r.output.chars().count()).max().unwrap_or(0).max("output".len());
        writeln!(
            out,
            "  {:width$}  {:>24}  {:>10}  {:>20}",
            "output", "tangent/differences", "best step", "adjoint/tangent"
        )
        .expect("strings take text");
        for r in &head.rows {
            let tangent =
                r.tangent.map_or("-".to_string(), |v| verdict(&v, if r.unsettled { "unsettled" } else { "WRONG" }));
            let step = r.step.map_or(String::new(), |s| format!("{s:.0e}"));
            let adjoint = r.adjoint.map_or("-".to_string(), |v| verdict(&v, "WRONG"));
            writeln!(out, "  {:width$}  {tangent:>24}  {step:>10}  {adjoint:>20}", r.output)
                .expect("strings take text");
        }
    }
    if head.rows.iter().any(|r| r.unsettled) {
        out.push_str("  unsettled: the differences of no two steps agree, as beside a jump or after a chaotic iteration; choose other values with --inputs, or fewer iterations\n");
    }
    for f in &head.failures {
        let mut lines = f.lines();
        writeln!(out, "  FAILED: {}", lines.next().unwrap_or_default()).expect("strings take text");
        for l in lines {
            writeln!(out, "    {l}").expect("strings take text");
        }
    }
    for r in &head.remarks {
        writeln!(out, "  note: {r}").expect("strings take text");
    }
    if let Some(t) = &head.timing {
        writeln!(out, "  primal   {:>12}", seconds(t.primal)).expect("strings take text");
        for (word, time) in [("tangent", t.tangent), ("adjoint", t.adjoint)] {
            if let Some(time) = time {
                let ratio = match t.primal < MEASURABLE {
                    true => "the primal is too short to compare with".to_string(),
                    false => format!("{:6.2} times the primal", time / t.primal),
                };
                writeln!(out, "  {word}  {:>12}  {ratio}", seconds(time)).expect("strings take text");
            }
        }
    }
    out
}

fn verdict(v: &Verdict, otherwise: &str) -> String {
    format!("{:.1e} {}", v.error, if v.passed { "ok" } else { otherwise })
}

fn seconds(s: f64) -> String {
    if s < 1e-3 { format!("{:.2} us", s * 1e6) } else { format!("{:.3} ms", s * 1e3) }
}
