//! The examples run, and their assertions hold.

#[path = "../examples/two_formats.rs"]
mod two_formats;

#[test]
fn examples_run() {
    two_formats::main().unwrap();
}
