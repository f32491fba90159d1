//! The examples run, and their assertions hold.

#[path = "../examples/by_hand.rs"]
mod by_hand;
#[path = "../examples/json.rs"]
mod json;
#[path = "../examples/many_values.rs"]
mod many_values;
#[path = "../examples/own_format.rs"]
mod own_format;

#[test]
fn examples_run() {
    by_hand::main().unwrap();
    json::main().unwrap();
    many_values::main().unwrap();
    own_format::main().unwrap();
}
