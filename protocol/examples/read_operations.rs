//! Reads operations: who pays whom, which contract is called, and what is wrong with bytes that are no operation.
//!
//! `cargo run -p tezos-protocols --example read_operations [FILE]`: a file has an operation of protocol Seoul on each line, in hexadecimal.

use std::{env, error::Error, fs};

use tezos_encoding::Decode;
use tezos_protocols::{
    Protocol,
    operation::{Contents, Operation, RawOperation},
};

/// A transfer and a call in one operation, and the same bytes without the last.
const OPERATION: &str = "\
8fcf233671b6a04fcf679d2a381c2544ea6c1ea29ba6157776ed8424c7ccd00b6c003923a4e9144201ffcc3d4ac891d14a14df438c52e8070888\
2764e0c65b00006b82198cb179e8306c1bedd08f12dc863f328886006c003923a4e9144201ffcc3d4ac891d14a14df438c52e807098827640001\
a3d0f58d8964bd1b37fb0a0c197b38cf46608d4900ffff046d696e740000000f0707000305090100000004676f6c64179ab12c4fbd36d4b1bbe5\
423bfcb6b26810643731e9f220f29c0786173b7205c0215daa4da9144ba840f77bfff978208747c6d532e28297ba570c9200f49507";

fn main() -> Result<(), Box<dyn Error>> {
    match env::args().nth(1) {
        Some(file) => read(&fs::read_to_string(file)?),
        None => demo(),
    }
}

pub(crate) fn demo() -> Result<(), Box<dyn Error>> {
    read(OPERATION)?;
    read(OPERATION.strip_suffix("07").unwrap_or_default())
}

fn read(text: &str) -> Result<(), Box<dyn Error>> {
    for line in text.lines() {
        let bytes = hex::decode(line).map_err(|error| error.to_string())?;
        match Protocol::Seoul.decode(&bytes) {
            Ok(operation) => show(&bytes, &operation)?,
            Err(error) => println!("refused: {error}"),
        }
    }
    Ok(())
}

fn show(bytes: &[u8], operation: &Operation) -> Result<(), Box<dyn Error>> {
    println!("{}", RawOperation::from_bytes(bytes)?.hash());
    for contents in &operation.protocol_data.contents {
        match contents {
            Contents::Transaction(manager) => {
                let transaction = &manager.operation;
                println!("  {} pays {} tez to {}", manager.source, transaction.amount, transaction.destination);
                if let Some(call) = &transaction.parameters {
                    // The argument stays bytes until it is wanted.
                    println!("  calls {} with {}", call.entrypoint, call.value.force()?);
                }
            }
            Contents::Delegation(manager) => {
                println!("  {} delegates to {:?}", manager.source, manager.operation.delegate)
            }
            // Every kind is typed, and has the JSON of Octez.
            other => println!("  {}", Protocol::Seoul.to_json(other)?),
        }
    }
    Ok(())
}
