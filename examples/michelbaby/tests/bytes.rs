//! Programs as bytes and as JSON.

use michelbaby::program::{Instr, Literal, Program, factorial, seq};
use tezos_encoding::{Decode, Encode, FromJson, ToJson, Z};

#[test]
fn every_instruction() {
    let body = || Box::new(Instr::Dup);
    let huge = Z::from(&(num_bigint::BigInt::from(1) << 100));
    for (instr, bytes, json) in [
        (Instr::Push((-65).into()), "00 00 c1 01", r#"{"push":"-65"}"#),
        (Instr::Push(Literal::Bool(true)), "00 01 ff", r#"{"push":true}"#),
        (Instr::Mul, "01", r#"{"mul":{}}"#),
        (Instr::Dec, "02", r#"{"dec":{}}"#),
        (Instr::CmpNz, "03", r#"{"cmp_nz":{}}"#),
        (Instr::Loop(body()), "04 05", r#"{"loop":{"dup":{}}}"#),
        (Instr::Dup, "05", r#"{"dup":{}}"#),
        (Instr::Swap, "06", r#"{"swap":{}}"#),
        (Instr::Drop, "07", r#"{"drop":{}}"#),
        (Instr::Dip(body()), "08 05", r#"{"dip":{"dup":{}}}"#),
        (Instr::Io, "09", r#"{"io":{}}"#),
        (seq([Instr::Io], Instr::Drop), "0a 09 07", r#"{"first":{"io":{}},"second":{"drop":{}}}"#),
        (
            Instr::Push(Literal::Int(huge.clone())),
            "00 00 80 80 80 80 80 80 80 80 80 80 80 80 80 80 08",
            r#"{"push":"1267650600228229401496703205376"}"#,
        ),
    ] {
        let bytes: Vec<u8> = bytes.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
        assert_eq!(instr.to_bytes().unwrap(), bytes, "{json}");
        assert_eq!(Instr::from_canonical_bytes(&bytes).unwrap(), instr);
        assert_eq!(instr.to_json().unwrap(), json);
        assert_eq!(Instr::from_json(json).unwrap(), instr);
        for end in 0..bytes.len() {
            assert!(Instr::from_bytes(&bytes[..end]).unwrap_err().is_incomplete());
        }
    }
    assert_eq!(Instr::from_bytes(&[11]).unwrap_err().kind().name(), "Unexpected_tag");
}

/// A program in boxes and one in an arena have the same bytes and the same JSON.
#[test]
fn the_factorial() {
    let instr = factorial(100);
    let bytes = instr.to_bytes().unwrap();
    let program = Program::from_bytes(&bytes).unwrap();
    assert_eq!(bytes.len(), 35);
    assert_eq!(program.to_bytes().unwrap(), bytes);
    assert_eq!(Instr::from_bytes(&bytes).unwrap(), instr);
    let json = instr.to_json().unwrap();
    assert_eq!(program.to_json().unwrap(), json);
    assert_eq!(Instr::from_json(&json).unwrap(), instr);
    assert!(json.starts_with(r#"{"first":{"push":"100"},"second":{"first":{"push":"1"},"second":"#), "{json}");
}
