//! The example runs.

#[path = "../examples/keys.rs"]
mod keys;

#[test]
fn keys_as_texts_and_as_bytes() {
    keys::main().unwrap();
}
