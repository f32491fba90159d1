//! Soak.
fn main() {}
