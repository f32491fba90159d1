//! Several encodings on one field, around and beside each other: types, schemas and views accept and refuse the same bytes, with the same
//! errors.

pub(crate) mod near_values;
mod short_inputs;
