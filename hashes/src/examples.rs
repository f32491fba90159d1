//! Example values of types that accept few byte strings, for generators that make values from schemas. Not in the interface.

/// The name of the function that checks the bytes, as errors name it, and bytes that it accepts.
pub const EXAMPLES: &[(&str, &[u8])] = &[
    ("TryFrom<SignatureBytes>", &[1; 64]),
    ("TryFrom<SignatureBytes>", &[2; 96]),
    ("TryFrom<SignatureBytes>", &[3; 2420]),
    ("TryFrom<Seconds>", &0_i64.to_be_bytes()),
    ("TryFrom<Seconds>", &1_574_946_133_i64.to_be_bytes()),
    ("TryFrom<Seconds>", &(-62_167_219_200_i64).to_be_bytes()),
    ("TryFrom<Seconds>", &253_402_300_799_i64.to_be_bytes()),
    // The text of a public key, in RLP.
    ("FromStr", b"edpkuBknW28nW72KG6RoHtYW7p12T6GKc7nAbwYX5m8Wd9sDVC9yav"),
];
