//! Readers and writers enforce the same limits: compares a type with limits to a type with equal fields but without limits.

use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, NomReader};

use crate::Target;
use crate::input::Maker;

fn is_letters(text: &str) -> Result<(), &'static str> {
    if text.bytes().all(|byte| byte.is_ascii_alphabetic()) { Ok(()) } else { Err("letters only") }
}

/// Declares two structs with the same fields. The items of each field are given twice: with a limit, then without.
macro_rules! bounds {
    ($($field:ident: $type:ty = $bounded:tt, $free:tt;)*) => {
        bounds!(@struct Bounded [$($field $type $bounded)*]);
        bounds!(@struct Free [$($field $type $free)*]);
        impl From<Free> for Bounded {
            fn from(free: Free) -> Self {
                Self { $($field: free.$field),* }
            }
        }
    };
    (@struct $name:ident [$($field:ident $type:ty [$($item:tt)*])*]) => {
        #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        struct $name { $(#[encoding($($item)*)] $field: $type,)* }
    };
}

bounds! {
    list: Vec<u16> = [dynamic, list = 3], [dynamic, list];
    block: Vec<u8> = [dynamic = 5, bytes], [dynamic, bytes];
    bytes: Vec<u8> = [dynamic, bytes = 4], [dynamic, bytes];
    text: String = [string = 6], [string];
    narrow: String = [string(kind = "u8", max = 3)], [string(kind = "u8")];
    some: Vec<u8> = [dynamic, list(min = 1, max = 4)], [dynamic, list];
    counted: Vec<u16> = [count(kind = "u8", max = 3)], [count(kind = "u8")];
    number: u16 = [range = "0 ..= 1000"], [range = "0 ..= 65535"];
    int31: i32 = [builtin = "Int31"], [builtin = "Int32"];
    uint30: u32 = [builtin = "Uint30"], [builtin = "Uint32"];
    share: f64 = [range = "0.0 ..= 1.0"], [builtin = "Float"];
    like: u16 = [builtin = "UintLikeN", range = "0 ..= 300"], [builtin = "UintLikeN", range = "0 ..= 16383"];
    letters: String = [string, guard = "is_letters"], [string];
    all: Vec<Vec<u8>> = [bounded = 9, dynamic, list, short_dynamic, bytes], [dynamic, list, short_dynamic, bytes];
    rest: Vec<u16> = [list = 4], [list];
}

/// The first byte selects whether the rest makes a value of the struct without limits or of the one with limits.
pub(crate) fn target() -> Target {
    let body = |input: &[u8]| {
        let Some((which, rest)) = input.split_first() else { return };
        let encoding = if which & 1 == 0 { Free::ENCODING } else { Bounded::ENCODING };
        check(&Maker::of(encoding, Vec::new).make(rest));
    };
    let seeds = || {
        let of = |(which, encoding)| {
            let seeds = Maker::of(encoding, Vec::new).seeds().into_iter();
            seeds.map(move |seed| [&[which], &seed[..]].concat()).collect::<Vec<_>>()
        };
        [(0, Free::ENCODING), (1, Bounded::ENCODING)].into_iter().flat_map(of).collect()
    };
    Target::plain("bounds", body, seeds)
}

fn check(bytes: &[u8]) {
    let Ok(free) = Free::from_bytes(bytes) else { return assert!(Bounded::from_bytes(bytes).is_err()) };
    if free.share.is_nan() {
        // The one exception: like the reference, the writer accepts NaN in any range, and the reader refuses it.
        return;
    }
    let (read, written) = (Bounded::from_bytes(bytes), Bounded::from(free).to_bytes());
    match (&read, &written) {
        (Ok(_), Ok(written)) => assert_eq!(written, bytes),
        // The writer checks the fields in the same order as the reader.
        (Err(read), Err(written)) => assert_eq!(read.path(), written.path(), "{read}, {written}"),
        _ => panic!("reading {read:?}, writing {written:02x?}"),
    }
}
