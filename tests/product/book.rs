//! Links lead somewhere, and the book has every page of `docs/`.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::pages;

/// A link without its fragment, seen from the root; nothing for what leads elsewhere or into the same page.
fn target(page: &Path, link: &str) -> Option<PathBuf> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let file = link.split('#').next().filter(|f| !f.is_empty())?;
    let mut parts: Vec<Component> = page.parent().into_iter().flat_map(Path::components).collect();
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir => drop(parts.pop().expect("a folder above")),
            Component::CurDir => {}
            part => parts.push(part),
        }
    }
    Some(parts.iter().collect())
}

/// What a heading is called in a link.
fn slug(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    for page in pages::all() {
        for link in pages::links(&pages::text(&page)) {
            let led = target(&page, &link);
            if led.as_ref().is_some_and(|t| !pages::root().join(t).exists()) {
                wrong.push(format!("{}: {link}", page.display()));
                continue;
            }
            let Some((_, fragment)) = link.split_once('#').filter(|_| !link.contains("://")) else { continue };
            let text = pages::text(led.as_deref().unwrap_or(&page));
            if !text.lines().any(|l| l.starts_with('#') && slug(l) == fragment) {
                wrong.push(format!("{}: {link}, no such heading", page.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The book is made of `docs/` alone: what its pages link to is there.
#[test]
fn pages_of_the_book_link_to_pages_of_the_book() {
    for page in pages::all().iter().filter(|p| p.starts_with("docs")) {
        for link in pages::links(&pages::text(page)) {
            let inside = target(page, &link).is_none_or(|t| t.starts_with("docs"));
            assert!(inside, "{}: {link} is not in the book; name the file instead", page.display());
        }
    }
}

#[test]
fn the_summary_has_every_page() {
    let summary = Path::new("docs/SUMMARY.md");
    let listed: BTreeSet<PathBuf> =
        pages::links(&pages::text(summary)).iter().filter_map(|l| target(summary, l)).collect();
    let there = pages::all().into_iter().filter(|p| p.starts_with("docs") && p != summary).collect();
    assert_eq!(listed, there);
}

/// What a page takes from another one is there, and has no links that would lead elsewhere in the book.
#[test]
fn what_is_included_is_there() {
    let mut seen = 0;
    for page in pages::all().iter().filter(|p| p.starts_with("docs")) {
        for line in pages::text(page).lines().filter_map(|l| l.strip_prefix("{{#include ")?.strip_suffix("}}")) {
            let (file, anchor) = line.split_once(':').expect("a part of a page");
            let text = pages::text(&target(page, file).expect("a file"));
            let part = text.split(&format!("<!-- ANCHOR: {anchor} -->")).nth(1).expect("its beginning");
            let part = part.split(&format!("<!-- ANCHOR_END: {anchor} -->")).next().expect("its end");
            assert!(part.len() > 500 && part.len() < text.len() - 50, "{}: {line}", page.display());
            assert!(pages::links(part).is_empty(), "{}: links in {line}", page.display());
            seen += 1;
        }
    }
    assert!(seen >= 2);
}
