//! Results beside their operations, and outbox items that are only ever written (Etherlink).

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Content {
    #[encoding(tag = 0x6b)]
    Reveal([u8; 2]),
    #[encoding(tag = 0x6c)]
    Transfer(u16),
}

impl Content {
    fn number(&self) -> u8 {
        match self {
            Self::Reveal(_) => 0x6b,
            Self::Transfer(_) => 0x6c,
        }
    }
}

/// Without a tag: the operation beside it says which.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(untagged(on = "u8"))]
enum Receipt {
    #[encoding(on = "0x6b")]
    Revealed { gas: u8 },
    #[encoding(on = "0x6c")]
    Transferred { gas: u8, storage: u16 },
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct OperationWithMetadata {
    operation: Content,
    #[encoding(select = "operation.number()")]
    receipt: Receipt,
}

/// One of several items, each with its own bytes; who reads them knows which.
#[derive(BinWriter)]
#[encoding(untagged(write))]
enum Withdrawal {
    Standard(u16),
    Fast([u8; 3]),
}

#[test]
fn the_operation_says_which_receipt() {
    let transfer =
        OperationWithMetadata { operation: Content::Transfer(9), receipt: Receipt::Transferred { gas: 5, storage: 6 } };
    both(&transfer, "6c 0009 05 0006");
    let reveal = OperationWithMetadata { operation: Content::Reveal([1, 2]), receipt: Receipt::Revealed { gas: 5 } };
    both(&reveal, "6b 0102 05");
    refused::<OperationWithMetadata>("6b 0102 05 0006", "Extra_bytes", "", 4);
    refused::<OperationWithMetadata>("6d 05", "Unexpected_tag", "operation", 0);
    let crossed = OperationWithMetadata { operation: Content::Transfer(9), receipt: Receipt::Revealed { gas: 5 } };
    unwritable(&crossed, "No_case_matched", "receipt");
}

#[test]
fn a_withdrawal_is_only_written() {
    assert_eq!(Withdrawal::Standard(7).to_bytes().unwrap(), hex("0007"));
    assert_eq!(Withdrawal::Fast([1, 2, 3]).to_bytes().unwrap(), hex("010203"));
}
