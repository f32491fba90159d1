//! Errors of operations: written as what they print, read as bytes that nobody takes apart.

use std::fmt;

use crate::common::*;

/// Why an operation was not applied.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(from = "Printed", into = "Printed")]
enum ApplyOperationError {
    OutOfGas {
        needed: u32,
    },
    /// What was read: the text of any error.
    Opaque(Vec<u8>),
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Printed(#[encoding(dynamic, bytes)] Vec<u8>);

impl fmt::Display for ApplyOperationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfGas { needed } => write!(f, "gas: {needed}"),
            Self::Opaque(text) => f.write_str(&String::from_utf8_lossy(text)),
        }
    }
}

impl From<Printed> for ApplyOperationError {
    fn from(Printed(text): Printed) -> Self {
        Self::Opaque(text)
    }
}

impl From<&ApplyOperationError> for Printed {
    fn from(error: &ApplyOperationError) -> Self {
        match error {
            ApplyOperationError::Opaque(text) => Self(text.clone()),
            error => Self(error.to_string().into_bytes()),
        }
    }
}

/// A receipt with the errors of an operation, each with its size.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Failed {
    #[encoding(dynamic, list)]
    errors: Vec<ApplyOperationError>,
}

#[test]
fn errors_are_written_as_they_print() {
    both(&Failed { errors: vec![ApplyOperationError::Opaque(b"gas".to_vec())] }, "00000007 00000003 676173");
    let read = Failed::from_bytes(hex("0000000a 00000006 6761733a2037")).unwrap();
    assert_eq!(read.errors[0].to_string(), ApplyOperationError::OutOfGas { needed: 7 }.to_string());
    let error = ApplyOperationError::OutOfGas { needed: 7 };
    assert_eq!(written(&error), hex("00000006 6761733a2037"));
}

#[test]
fn an_error_that_does_not_fit_its_block() {
    refused::<Failed>("00000007 00000004 676173", "Not_enough_data", "errors[0]", 8);
    refused::<Failed>("00000003 000000", "Not_enough_data", "errors[0]", 4);
}
