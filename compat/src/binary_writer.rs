//! The error of writers.

/// Why a value cannot be written.
pub type BinaryWriterError = crate::enc::BinError;
