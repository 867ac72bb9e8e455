//! Turns `src/grammar.lalrpop` into a parser.

fn main() {
    println!("cargo:rerun-if-changed=src/grammar.lalrpop");
    lalrpop::Configuration::new().emit_rerun_directives(true).process_current_dir().expect("the grammar is LR(1)");
}
