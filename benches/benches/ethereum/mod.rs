//! Ethereum transactions in `data-encoding`: a message that consists of numbers, hashes and short byte strings.
//!
//! They are in four modules, which differ in the type and the encoding of the numbers.

mod by_hand;

use tezos_codec_benches::ethereum::Random;

/// Defines the transactions with numbers of one type.
macro_rules! transactions {
    ($($(#[$doc:meta])* $module:ident { $item:ident $number:ty $(, $rlp:path)? })*) => {$(
        $(#[$doc])*
        pub(crate) mod $module {
            use tezos_encoding::{BinWriter, HasEncoding, NomReader};

            /// A signed legacy transaction.
            #[derive($($rlp,)? HasEncoding, NomReader, BinWriter, Clone, Debug, PartialEq)]
            pub(crate) struct Transaction {
                #[encoding($item)]
                pub(crate) nonce: $number,
                #[encoding($item)]
                pub(crate) gas_price: $number,
                #[encoding($item)]
                pub(crate) gas_limit: $number,
                /// The called account; `None` creates a contract.
                pub(crate) to: Option<[u8; 20]>,
                #[encoding($item)]
                pub(crate) value: $number,
                #[encoding(dynamic, bytes)]
                pub(crate) data: Vec<u8>,
                #[encoding($item)]
                pub(crate) v: $number,
                pub(crate) r: [u8; 32],
                pub(crate) s: [u8; 32],
            }

            /// The transactions of a block.
            #[derive($($rlp,)? HasEncoding, NomReader, BinWriter, Clone, Debug, PartialEq)]
            pub(crate) struct Transactions(#[encoding(dynamic, list)] pub Vec<Transaction>);
        }
    )*};
}

transactions! {
    /// The numbers are `n`, in a `u64`; also in RLP.
    n_in_u64 { narith u64, tezos_rlp::Rlp }
    /// The numbers are `n`, in an `N`.
    n { narith tezos_encoding::N }
    /// The numbers are `z`, in an `i64`.
    z_in_i64 { zarith i64 }
    /// The numbers are `z`, in a `Z`.
    z { zarith tezos_encoding::Z }
}

/// Converts transactions to those with numbers of another type.
macro_rules! conversions {
    ($($module:ident)*) => {$(
        impl From<&n_in_u64::Transactions> for $module::Transactions {
            #[allow(clippy::unwrap_used, reason = "all numbers have less than 63 bits")]
            fn from(transactions: &n_in_u64::Transactions) -> Self {
                let convert = |transaction: &n_in_u64::Transaction| $module::Transaction {
                    nonce: transaction.nonce.try_into().unwrap(),
                    gas_price: transaction.gas_price.try_into().unwrap(),
                    gas_limit: transaction.gas_limit.try_into().unwrap(),
                    to: transaction.to,
                    value: transaction.value.try_into().unwrap(),
                    data: transaction.data.clone(),
                    v: transaction.v.try_into().unwrap(),
                    r: transaction.r,
                    s: transaction.s,
                };
                Self(transactions.0.iter().map(convert).collect())
            }
        }
    )*};
}

conversions! { n z_in_i64 z }

/// Returns 320 transactions: payments, transfers of tokens with 68 bytes of data, longer calls, and creations of contracts. They are made up,
/// with numbers as large as those of Ethereum's mainnet.
pub(crate) fn transactions() -> n_in_u64::Transactions {
    let mut random = Random(46);
    let transactions = (0..320).map(|_| {
        let (is_payment, is_token, is_creation) = match random.below(100) {
            0..30 => (true, false, false),
            30..85 => (false, true, false),
            85..98 => (false, false, false),
            _ => (false, false, true),
        };
        let data = match (is_payment, is_token) {
            (true, _) => 0,
            (_, true) => 68,
            _ => random.below(8).wrapping_add(4).wrapping_mul(32).wrapping_add(4),
        };
        let digits = random.below(7);
        n_in_u64::Transaction {
            nonce: random.below(10u64.wrapping_pow(u32::try_from(digits).unwrap_or_default())),
            gas_price: random.below(60_000_000_000),
            gas_limit: if is_payment { 21_000 } else { random.below(400_000) },
            to: (!is_creation).then(|| random.array()),
            value: if is_payment { random.below(4_000_000_000_000_000_000) } else { 0 },
            data: (0..data).map(|_| random.byte()).collect(),
            v: random.below(2).wrapping_add(37),
            r: random.array(),
            s: random.array(),
        }
    });
    n_in_u64::Transactions(transactions.collect())
}
