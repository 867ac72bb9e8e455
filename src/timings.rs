//! `--timings`: where the time of a run went, by stage and by procedure. The crates mark their stages with spans of `tracing`; nothing listens to these
//! unless the option is given.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use indexmap::IndexMap;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Subscriber, subscriber};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{Layer, Registry};

/// Procedures beyond these are not listed.
const SHOWN: usize = 12;

/// What was spent in a stage, those inside of it included.
#[derive(Clone, Copy, Default)]
struct Spent {
    times: usize,
    processor: Duration,
    wall: Duration,
}

impl Spent {
    fn add(&mut self, begun: &Begun) {
        self.times += 1;
        self.processor += begun.processor.elapsed();
        self.wall += begun.wall.elapsed();
    }
}

/// What was spent so far.
#[derive(Default)]
struct Table {
    /// By the names of the stages round it, outermost first.
    stages: IndexMap<Vec<&'static str>, Spent>,
    /// By procedure: what was spent on it alone.
    procedures: BTreeMap<String, Spent>,
}

/// A table that other threads write into.
#[derive(Clone, Default)]
struct Watch(Arc<Mutex<Table>>);

/// What a span of a procedure is about.
struct Named(Option<String>);

impl Visit for Named {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "unit" {
            self.0 = Some(format!("{value:?}").trim_matches('"').to_string());
        }
    }
}

/// When a span was entered.
struct Begun {
    processor: ProcessTime,
    wall: Instant,
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Watch {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut named = Named(None);
        attributes.record(&mut named);
        span.extensions_mut().insert(named);
    }

    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let path: Vec<&'static str> = span.scope().from_root().map(|s| s.name()).collect();
        // Stages stand in the order in which they begin.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).stages.entry(path).or_default();
        span.extensions_mut().replace(Begun { processor: ProcessTime::now(), wall: Instant::now() });
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let extensions = span.extensions();
        let Some(begun) = extensions.get::<Begun>() else { return };
        let path: Vec<&'static str> = span.scope().from_root().map(|s| s.name()).collect();
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        table.stages.entry(path).or_default().add(begun);
        if let Some(Named(Some(unit))) = extensions.get::<Named>() {
            table.procedures.entry(unit.clone()).or_default().add(begun);
        }
    }
}

/// Does `work` and says where its time went: a line for each stage, and one for each of the procedures that took most.
pub fn of<T>(work: impl FnOnce() -> T) -> (T, String) {
    let watch = Watch::default();
    let begun = Begun { processor: ProcessTime::now(), wall: Instant::now() };
    let result = subscriber::with_default(Registry::default().with(watch.clone()), work);
    let mut whole = Spent::default();
    whole.add(&begun);
    let table = std::mem::take(&mut *watch.0.lock().unwrap_or_else(PoisonError::into_inner));
    (result, text(&table, whole))
}

/// The table as people read it; times in milliseconds.
fn text(table: &Table, whole: Spent) -> String {
    let mut out = String::from("     CPU ms     wall ms   times\n");
    let mut line = |spent: Spent, what: &str| {
        let ms = |d: Duration| d.as_secs_f64() * 1e3;
        let _ = writeln!(out, "{:11.1} {:11.1} {:7}  {what}", ms(spent.processor), ms(spent.wall), spent.times);
    };
    line(whole, "the run");
    for (path, spent) in &table.stages {
        line(*spent, &format!("{}{}", "  ".repeat(path.len()), path.last().copied().unwrap_or_default()));
    }
    let mut procedures: Vec<(&String, Spent)> = table.procedures.iter().map(|(unit, spent)| (unit, *spent)).collect();
    procedures.sort_by_key(|(_, spent)| std::cmp::Reverse(spent.processor));
    for (unit, spent) in procedures.into_iter().take(SHOWN) {
        line(spent, &format!("`{unit}`"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn stages_stand_inside_of_each_other() {
        let ((), said) = of(|| {
            let _span = tracing::info_span!("outer").entered();
            for name in ["f", "f", "g"] {
                let _span = tracing::info_span!("inner", unit = name).entered();
            }
        });
        let what: Vec<String> =
            said.lines().map(|l| l.split_whitespace().skip(2).collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(what[1..4], ["1 the run", "1 outer", "3 inner"], "{said}");
        let mut procedures = what[4..].to_vec();
        procedures.sort();
        assert_eq!(procedures, ["1 `g`", "2 `f`"], "{said}");
    }
}
