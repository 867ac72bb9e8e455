//! The house as figures that only fall: how much code decides what is differentiated, and how much of it asks what somebody else should say.
//!
//! `tests/house.txt` has them as they were when somebody last lowered them. A change that raises one fails; one that lowers it says so in that file, by
//! `RTAPENADE_HOUSE=lower`. What they measure is that a question has one answer, so lines are those of code, under the committed `rustfmt.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use syn::visit::Visit;

/// One file of Rust, read.
struct Source {
    /// The path of its module inside its crate: `adjoint`, `plan`.
    module: Vec<String>,
    text: String,
    tree: syn::File,
}

/// The files of a crate, without those that only tests have.
fn sources(root: &Path) -> Vec<Source> {
    fn below(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder of the project") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => below(&path, out),
                false if path.extension().is_some_and(|e| e == "rs") => out.push(path),
                false => {}
            }
        }
    }
    let mut paths = Vec::new();
    below(root, &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a text");
        let inside = path.strip_prefix(root).expect("a file of the crate").with_extension("");
        let mut module: Vec<String> = inside.iter().map(|p| p.to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| last == "mod" || last == "lib") {
            module.pop();
        }
        let tree = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Source { module, text, tree }
    };
    paths.into_iter().map(read).collect()
}

/// What is counted in one file.
#[derive(Default)]
struct Counted {
    /// Arms that take whatever is left: `_ => …`.
    wildcards: usize,
    /// Mentions of one language.
    languages: usize,
    /// Paths into the crate itself, as they are written.
    paths: Vec<Vec<String>>,
}

impl<'a> Visit<'a> for Counted {
    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        let tests = module.attrs.iter().any(|a| a.path().is_ident("cfg"));
        if !tests {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_arm(&mut self, arm: &'a syn::Arm) {
        self.wildcards += usize::from(matches!(arm.pat, syn::Pat::Wild(_)) && arm.guard.is_none());
        syn::visit::visit_arm(self, arm);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        self.languages += usize::from(names.iter().any(|n| n == "Language") && names.len() > 1);
        if names.first().is_some_and(|n| n == "crate") {
            self.paths.push(names);
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        fn spread(tree: &syn::UseTree, before: &[String], out: &mut Vec<Vec<String>>) {
            let with = |name: &syn::Ident| before.iter().cloned().chain([name.to_string()]).collect::<Vec<_>>();
            match tree {
                syn::UseTree::Path(p) => spread(&p.tree, &with(&p.ident), out),
                syn::UseTree::Name(n) => out.push(with(&n.ident)),
                syn::UseTree::Rename(r) => out.push(with(&r.ident)),
                syn::UseTree::Glob(_) => out.push(before.to_vec()),
                syn::UseTree::Group(g) => g.items.iter().for_each(|t| spread(t, before, out)),
            }
        }
        let mut all = Vec::new();
        spread(&item.tree, &[], &mut all);
        let own = |p: &Vec<String>| p.first().is_some_and(|n| ["crate", "self", "super"].contains(&n.as_str()));
        self.paths.extend(all.into_iter().filter(own));
    }
}

/// The module of the crate that a path written in `module` leads to or into.
fn leads_to(path: &[String], module: &[String], known: &BTreeMap<Vec<String>, usize>) -> Option<usize> {
    let mut at = module.to_vec();
    let mut rest = path.iter();
    let mut next = rest.next()?;
    match next.as_str() {
        "crate" => at.clear(),
        "super" => {
            while next == "super" {
                at.pop();
                next = rest.next()?;
            }
            at.push(next.clone());
        }
        _ => {}
    }
    at.extend(rest.cloned());
    loop {
        if let Some(found) = known.get(&at) {
            return Some(*found);
        }
        at.pop()?;
    }
}

/// Lines that are neither blank nor all comment.
fn code_lines(text: &str) -> usize {
    text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("//")).count()
}

/// The figures, in the order of the file.
fn figures() -> Vec<(&'static str, usize)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let (diff, analysis) = (sources(&crates.join("diff/src")), sources(&crates.join("analysis/src")));
    let count = |s: &Source| {
        let mut counted = Counted::default();
        counted.visit_file(&s.tree);
        counted
    };
    let in_diff: Vec<Counted> = diff.iter().map(count).collect();
    let known: BTreeMap<Vec<String>, usize> =
        diff.iter().enumerate().filter(|(_, s)| !s.module.is_empty()).map(|(k, s)| (s.module.clone(), k)).collect();
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let nodes: Vec<NodeIndex> = diff.iter().map(|_| graph.add_node(())).collect();
    for (from, counted) in in_diff.iter().enumerate() {
        let to: BTreeSet<usize> = counted
            .paths
            .iter()
            .filter_map(|p| leads_to(p, &diff[from].module, &known))
            .filter(|to| *to != from)
            .collect();
        to.into_iter().for_each(|to| _ = graph.add_edge(nodes[from], nodes[to], ()));
    }
    let circle = tarjan_scc(&graph).into_iter().max_by_key(Vec::len).unwrap_or_default();
    let wildcards = analysis.iter().map(|s| count(s).wildcards).chain(in_diff.iter().map(|c| c.wildcards)).sum();
    vec![
        ("lines of code in analysis and diff", diff.iter().chain(&analysis).map(|s| code_lines(&s.text)).sum()),
        (
            "lines of code in the largest circle of files of diff",
            circle.iter().map(|k| code_lines(&diff[k.index()].text)).sum(),
        ),
        ("files in that circle", circle.len()),
        ("arms for whatever is left, in analysis and diff", wildcards),
        ("mentions of one language in diff", in_diff.iter().map(|c| c.languages).sum()),
    ]
}

#[test]
fn no_figure_of_the_house_rises() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("house.txt");
    let now = figures();
    let text = now.iter().fold(String::new(), |mut out, (name, n)| {
        writeln!(out, "{n:>6} {name}").expect("a string takes all");
        out
    });
    let lower = std::env::var("RTAPENADE_HOUSE").is_ok_and(|v| v == "lower");
    let before = std::fs::read_to_string(&file).expect("tests/house.txt");
    let allowed: BTreeMap<&str, usize> = before
        .lines()
        .filter_map(|l| l.trim_start().split_once(' '))
        .filter_map(|(n, name)| Some((name, n.parse().ok()?)))
        .collect();
    for (name, n) in now {
        match allowed.get(name) {
            Some(most) => assert!(n <= *most, "{name}: {n}, and {most} before.\nNow:\n{text}"),
            None => assert!(lower, "tests/house.txt says nothing of {name}"),
        }
    }
    if lower {
        std::fs::write(&file, &text).expect("the file can be written");
    }
}
