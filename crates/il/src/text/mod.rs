//! The text form of the IL: what `-dump il` prints, and what [`parse`] reads back.
//!
//! ```text
//! value := number | word | "text" | [ value … ] | { name=value … } | (Variant value) | (Variant name=value …)
//! ```
//!
//! It follows the data model node by node (through `serde`), so that no node can be forgotten and none has a second spelling. Fields
//! that are empty, false or absent are left out; spans are not part of it. Comments run from `;` to the end of the line: the printer says
//! there which id each item has, and the types of a statement's values.

mod annotate;
mod parse;
mod print;

use serde_json::Value;

use crate::program::Program;

/// A program as text. The same program gives the same bytes.
pub fn print(program: &Program) -> String {
    let mut value = serde_json::to_value(program).expect("the IL has no key that is not a string");
    // Source texts are not part of the model.
    if let Some(files) = value.get_mut("sources").and_then(Value::as_array_mut) {
        files.iter_mut().for_each(|f| f["text"] = Value::String(String::new()));
    }
    print::print(&value, &annotate::notes(program))
}

/// Reads a program back. The error says where the text is wrong.
pub fn parse(text: &str) -> Result<Program, String> {
    let value = parse::parse(text)?;
    let mut program: Program = serde_json::from_value(value).map_err(|e| e.to_string())?;
    program.link_scopes();
    Ok(program)
}
