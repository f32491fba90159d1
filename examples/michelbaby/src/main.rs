//! Prints the tables: `cargo run --release -p michelbaby`.

use std::error::Error;

use michelbaby::report::{Effort, report};

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", report(Effort { rounds: 200, repeats: 100, levels: 20 })?);
    Ok(())
}
