//! The examples run, and their assertions hold.

#[allow(dead_code, reason = "the test does not run the command line")]
#[path = "../examples/index_block.rs"]
mod index_block;
#[allow(dead_code, reason = "the test does not run the command line")]
#[path = "../examples/read_operations.rs"]
mod read_operations;
#[path = "../examples/sign_and_forge.rs"]
mod sign_and_forge;

#[test]
fn examples_run() {
    sign_and_forge::main().unwrap();
    read_operations::demo().unwrap();
    index_block::demo().unwrap();
}
