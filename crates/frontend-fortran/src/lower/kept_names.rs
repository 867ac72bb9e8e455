//! Names of ASSOCIATE in statements that are kept as text.
//!
//! ASSOCIATE is written out, so that its names mean nothing in what is printed. A statement of input or output that mentions some gets an ASSOCIATE of
//! its own for these, on lines of the same text.

use std::collections::BTreeSet;

use super::context::Lower;

/// The associations of one construct.
pub type Associations = Vec<Association>;

/// `name => selector`, as the source has it.
pub struct Association {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub selector: String,
}

impl Lower<'_, '_> {
    /// A kept statement inside the associations that it needs: from the innermost construct outwards, since selectors name what is around them.
    pub fn with_names(&self, text: String) -> String {
        let mut wanted = names(&text);
        let mut lines = vec![text];
        for construct in self.associations.iter().rev() {
            let used: Vec<&Association> =
                construct.iter().filter(|a| wanted.contains(&a.name.to_ascii_lowercase())).collect();
            if used.is_empty() {
                continue;
            }
            for a in &used {
                wanted.remove(&a.name.to_ascii_lowercase());
            }
            wanted.extend(used.iter().flat_map(|a| names(&a.selector)));
            let list: Vec<String> = used.iter().map(|a| format!("{} => {}", a.name, a.selector)).collect();
            lines.insert(0, format!("{} ({})", self.cased("associate"), list.join(", ")));
            lines.push(self.cased("end associate"));
        }
        lines.join("\n")
    }
}

/// The names in a statement, in lower case: no text between quotes, and no components.
pub fn names(text: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut quote = None;
    let mut word = String::new();
    let mut component = false;
    for c in text.chars().chain(std::iter::once(' ')) {
        if c.is_ascii_alphanumeric() || c == '_' {
            if quote.is_none() {
                word.push(c.to_ascii_lowercase());
            }
            continue;
        }
        let found = std::mem::take(&mut word);
        if found.starts_with(|c: char| c.is_ascii_alphabetic()) && !component {
            out.insert(found.clone());
        }
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            _ => {}
        }
        component = c == '%' || component && c.is_whitespace() && found.is_empty();
    }
    out
}
