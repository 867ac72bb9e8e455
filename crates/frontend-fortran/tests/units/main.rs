//! From text to tree to program, layer by layer.

mod classify;
mod cpp;
mod io_jumps;
mod kept_names;
mod lines;
mod literals;
mod lower;
mod reading;
mod scan;
mod show;
mod source_form;
mod statements;
mod text;
mod tokens;
mod tree;
