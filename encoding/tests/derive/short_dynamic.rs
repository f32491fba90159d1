//! `short_dynamic`, `short_dynamic = N`: a block with a size prefix of one byte.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Short {
    #[encoding(short_dynamic, bytes)]
    plain: Vec<u8>,
    #[encoding(short_dynamic = "4", list)]
    limited: Vec<u16>,
    #[encoding(short_dynamic(max = 255), bytes)]
    most: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(short_dynamic)]
struct Container(u16);

#[test]
fn on_the_wire() {
    assert_eq!(size::<Container>(), Size::dynamic(3, Some(3)));
    both(&Short { plain: vec![1], limited: vec![2, 3], most: vec![] }, "01 01 04 00020003 00");
    both(&Container(7), "02 0007");
    let longest = Short { plain: vec![1; 255], limited: vec![], most: vec![2; 255] };
    both(&longest, &format!("ff {} 00 ff {}", "01".repeat(255), "02".repeat(255)));
    let of = |plain, limited, most| Short { plain: vec![0; plain], limited: vec![0; limited], most: vec![0; most] };
    unwritable(&of(256, 0, 0), "Size_limit_exceeded", "plain");
    unwritable(&of(0, 3, 0), "Size_limit_exceeded", "limited");
    unwritable(&of(0, 0, 256), "Size_limit_exceeded", "most");
    refused::<Short>("00 06 000100020003 00", "Size_limit_exceeded", "limited[2]", 6);
    refused::<Short>("02 00", "Not_enough_data", "plain", 1);
    refused::<Container>("03 0007 00", "Extra_bytes", "", 3);
    refused::<Container>("01 00", "Not_enough_data", "", 1);
}
