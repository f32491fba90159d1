//! Turns the bytes of a fuzzer into bytes that are more likely to be valid.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use tezos_encoding::schema::{Encoding, generate::Generate};

/// Maximum size in bytes of generated values.
const MAX_BYTES: usize = 600;

/// Maximum number of boundary values for one encoding.
const BOUNDARIES: usize = 500;

/// Number of values, and of boundary values, that a fuzzer starts from.
const SEEDS: usize = 4;

/// Size of an edit in bytes.
const EDIT_BYTES: usize = 4;

/// Generates bytes of one encoding.
pub(crate) struct Maker {
    generate: Generate,
    /// Generated on first use, because it takes seconds for a large encoding.
    boundaries: OnceCell<Vec<Vec<u8>>>,
}

/// Returns examples: the name of a function of a type, as in errors, and bytes that it accepts.
pub(crate) type Examples = fn() -> Vec<(&'static str, Vec<u8>)>;

/// Returns a generator of values of an encoding, which uses the examples.
pub(crate) fn generate(encoding: &'static Encoding, examples: Examples) -> Generate {
    examples().into_iter().fold(Generate::new(encoding), |all, (function, bytes)| all.example(function, bytes))
}

thread_local! {
    /// One for each encoding, by its address, because making one takes longer than a decode.
    static MAKERS: RefCell<HashMap<usize, Rc<Maker>>> = RefCell::default();
}

impl Maker {
    /// Returns the maker of an encoding.
    pub(crate) fn of(encoding: &'static Encoding, examples: Examples) -> Rc<Self> {
        let address = std::ptr::from_ref(encoding).addr();
        let known = MAKERS.with_borrow(|makers| makers.get(&address).cloned());
        known.unwrap_or_else(|| {
            let generate = generate(encoding, examples).max_bytes(MAX_BYTES);
            let maker = Rc::new(Self { generate, boundaries: OnceCell::new() });
            MAKERS.with_borrow_mut(|makers| makers.insert(address, Rc::clone(&maker)));
            maker
        })
    }

    fn boundaries(&self) -> &[Vec<u8>] {
        self.boundaries.get_or_init(|| self.generate.boundaries().take(BOUNDARIES).filter_map(Result::ok).collect())
    }

    /// Returns inputs to start from: unchanged values and boundary values, and one of each other kind of input.
    pub(crate) fn seeds(&self) -> Vec<Vec<u8>> {
        let values = self.generate.values(1).take(SEEDS).filter_map(Result::ok);
        let boundaries = self.boundaries();
        let boundaries = boundaries.iter().step_by((boundaries.len() / SEEDS).max(1)).cloned();
        let raw = values.chain(boundaries.take(SEEDS)).map(|bytes| [&[0], &bytes[..]].concat());
        raw.chain((1..4).map(|how| [&[how], &[0; 8][..]].concat())).collect()
    }

    /// Makes bytes. The first byte of the input selects what is made: the bytes after it, a value of the encoding, an almost valid value,
    /// or a boundary value. The next eight bytes are the seed, and the rest are edits of the result.
    pub(crate) fn make(&self, input: &[u8]) -> Vec<u8> {
        let Some((how, rest)) = input.split_first() else { return Vec::new() };
        if how & 3 == 0 {
            return rest.to_vec();
        }
        let (seed, edits) = rest.split_at(rest.len().min(8));
        let seed = seed.iter().fold(0, |seed: u64, byte| seed << 8 | u64::from(*byte));
        let made = match how & 3 {
            1 => self.generate.values(seed).next().and_then(Result::ok),
            2 => self.generate.almost_valid(seed).next().map(|flawed| flawed.bytes),
            _ => {
                let boundaries = self.boundaries();
                usize::try_from(seed).unwrap().checked_rem(boundaries.len()).map(|at| boundaries[at].clone())
            }
        };
        let mut made = made.unwrap_or_default();
        edits.chunks_exact(EDIT_BYTES).for_each(|change| edit(&mut made, change));
        made
    }
}

/// Applies one edit: the kind of change, the offset in two bytes, and a byte.
fn edit(bytes: &mut Vec<u8>, change: &[u8]) {
    let [what, high, low, byte] = *change else { return };
    let Some(offset) = usize::from(u16::from_be_bytes([high, low])).checked_rem(bytes.len()) else {
        return bytes.push(byte);
    };
    match what & 3 {
        0 => bytes[offset] = byte,
        1 => bytes[offset] = bytes[offset].wrapping_add(byte),
        2 => bytes.insert(offset, byte),
        _ => bytes.truncate(offset),
    }
}
