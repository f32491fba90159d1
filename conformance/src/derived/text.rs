//! Strings and bytes. The reference's strings hold any bytes, so the types are `Vec<u8>`.

use super::{Row, rows};

pub(super) const ROWS: &[Row] = rows! {
    "fixed_bytes(32)" => tuple([u8; 32]);
    "fixed_string(4)" => tuple(#[encoding(string(fixed = 4))] Vec<u8>);
    "variable_string" => tuple(#[encoding(string(variable))] Vec<u8>);
    "variable_bytes" => tuple(#[encoding(bytes)] Vec<u8>);
    "string" => tuple(#[encoding(string)] Vec<u8>);
    "bytes" => tuple(#[encoding(dynamic, bytes)] Vec<u8>);
    "string(len=uint8)" => tuple(#[encoding(string(kind = "u8"))] Vec<u8>);
    "string(len=uint16)" => tuple(#[encoding(string(kind = "u16"))] Vec<u8>);
    "string(len=n)" => tuple(#[encoding(string(kind = "n"))] Vec<u8>);
    "bytes(len=n)" => tuple(#[encoding(dynamic(kind = "n"), bytes)] Vec<u8>);
    "bounded_string(3)" => tuple(#[encoding(string(bounded, max = 3))] Vec<u8>);
    "bounded_string(10)" => tuple(#[encoding(string(bounded, max = 10))] Vec<u8>);
    "bounded_string(300)" => tuple(#[encoding(string(bounded, max = 300))] Vec<u8>);
    "bounded_string(65536)" => tuple(#[encoding(string(bounded, max = 65536))] Vec<u8>);
    "bounded_bytes(200,len=n)" => tuple(#[encoding(dynamic(kind = "n", max = 200), bytes)] Vec<u8>);
    "fixed_string(1)" => tuple(#[encoding(string(fixed = 1))] Vec<u8>);
    "fixed_string(3)" => tuple(#[encoding(string(fixed = 3))] Vec<u8>);
    "fixed_string(5)" => tuple(#[encoding(string(fixed = 5))] Vec<u8>);
    "fixed_string(16)" => tuple(#[encoding(string(fixed = 16))] Vec<u8>);
    "fixed_string(20)" => tuple(#[encoding(string(fixed = 20))] Vec<u8>);
    "fixed_string(32)" => tuple(#[encoding(string(fixed = 32))] Vec<u8>);
    "fixed_string(64)" => tuple(#[encoding(string(fixed = 64))] Vec<u8>);
    "fixed_bytes(1)" => tuple([u8; 1]);
    "fixed_bytes(3)" => tuple([u8; 3]);
    "fixed_bytes(4)" => tuple([u8; 4]);
    "fixed_bytes(5)" => tuple([u8; 5]);
    "fixed_bytes(16)" => tuple([u8; 16]);
    "fixed_bytes(20)" => tuple([u8; 20]);
    "fixed_bytes(64)" => tuple([u8; 64]);
    "bytes(len=uint8)" => tuple(#[encoding(dynamic(kind = "u8"), bytes)] Vec<u8>);
    "bytes(len=uint16)" => tuple(#[encoding(dynamic(kind = "u16"), bytes)] Vec<u8>);
    "bytes(len=uint30)" => tuple(#[encoding(dynamic(kind = "u30"), bytes)] Vec<u8>);
    "string(len=uint30)" => tuple(#[encoding(string(kind = "u30"))] Vec<u8>);
    "bounded_string(254)" => tuple(#[encoding(string(bounded, max = 254))] Vec<u8>);
    "bounded_string(255)" => tuple(#[encoding(string(bounded, max = 255))] Vec<u8>);
    "bounded_string(256)" => tuple(#[encoding(string(bounded, max = 256))] Vec<u8>);
    "bounded_string(65535)" => tuple(#[encoding(string(bounded, max = 65535))] Vec<u8>);
    "bounded_bytes(9,len=uint8)" => tuple(#[encoding(dynamic(kind = "u8", max = 9), bytes)] Vec<u8>);
    "bounded_bytes(100,len=uint16)" => tuple(#[encoding(dynamic(kind = "u16", max = 100), bytes)] Vec<u8>);
    "bounded_bytes(7,len=uint30)" => tuple(#[encoding(dynamic(kind = "u30", max = 7), bytes)] Vec<u8>);
    "bounded_bigstring(4)" => tuple(#[encoding(dynamic(kind = "u8", max = 4), bytes)] Vec<u8>);
};
