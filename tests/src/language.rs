//! `docs/language.md` names programs for everything that is read: they are there, and enough of them.

use crate::checking;

#[test]
fn the_table_of_the_language_names_programs_that_are_there() {
    let root = checking::root();
    let text = std::fs::read_to_string(root.join("docs/language.md")).expect("docs/language.md");
    let mut done = false;
    let mut wrong = Vec::new();
    for line in text.lines() {
        done |= line == "## Where everything is done";
        done &= line != "## Where something is refused";
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, item, shown, ..] = cells.as_slice() else { continue };
        if shown.starts_with("---") || *shown == "shown by" {
            continue;
        }
        let names: Vec<&str> = shown.split('`').skip(1).step_by(2).collect();
        for name in &names {
            let path = if name.contains('/') { root.join(name) } else { root.join("tests/run").join(name) };
            if !path.is_file() {
                wrong.push(format!("{item}: `{name}` is not there"));
            }
        }
        if done && names.len() < 3 {
            wrong.push(format!("{item}: fewer than three programs"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
