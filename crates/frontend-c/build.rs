//! Generates the parser from `src/grammar.lalrpop`.

fn main() {
    lalrpop::process_src().expect("the grammar is sound");
}
