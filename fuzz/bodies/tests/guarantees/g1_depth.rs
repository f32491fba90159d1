//! Guarantee 1: recursive types enforce their depth limit, with an error that names the limit, on a stack of 2 MiB.

use std::thread;

use tezos_codec_fuzz_bodies::{KNOWN, Known};
use tezos_encoding::schema::{Encoding, RlpHeader, decode};

use super::{STACK, check};

/// More levels than fit on any stack.
const TOO_MANY: usize = 100_000;

/// A way to nest values of a type.
struct Nest {
    name: &'static str,
    /// Returns the bytes before a value of the given length that is one level deeper.
    front: fn(usize) -> Vec<u8>,
    /// The innermost value.
    leaf: &'static [u8],
    /// The bytes after the value of each level.
    behind: &'static [u8],
}

const fn nest(name: &'static str, front: fn(usize) -> Vec<u8>, leaf: &'static [u8], behind: &'static [u8]) -> Nest {
    Nest { name, front, leaf, behind }
}

/// For each recursive type, every field that contains the type itself.
const NESTS: [Nest; 15] = [
    nest("recursive::Expression", |_| vec![4, 7], &[3, 0], &[]),
    nest("recursive::Expression", |_| vec![5, 7], &[3, 0], &[3, 0, 0, 0, 0, 0]),
    nest("recursive::Expression", |_| vec![5, 7, 3, 0], &[3, 0], &[0, 0, 0, 0]),
    nest("recursive::Expression", |inner| sized(&[2], inner), &[3, 0], &[]),
    nest("recursive::Expression", |inner| sized(&[6, 7], inner), &[3, 0], &[]),
    nest("recursive::Tree", |inner| sized(&[1], inner), &[0, 7], &[]),
    nest("recursive::Folder", |_| vec![7, 0xff], &[7, 0, 0, 0, 0, 0], &[0, 0, 0, 0]),
    nest("recursive::Folder", |inner| sized(&[7, 0], inner), &[7, 0, 0, 0, 0, 0], &[]),
    nest("recursive::Pairs", |_| vec![1], &[0, 7], &[0, 7]),
    nest("recursive::Pairs", |_| vec![1, 0, 7], &[0, 7], &[]),
    nest("recursive::Rest", |_| vec![1, 7], &[0], &[]),
    nest("recursive::Even", |_| vec![1, 0xff], &[0], &[]),
    nest("operation_list_list_hash.path", |_| [vec![0x0f], vec![7; 32]].concat(), &[0], &[]),
    nest("operation_list_list_hash.path", |_| vec![0xf0], &[0], &[7; 32]),
    nest("rlp", list_header, &[7], &[]),
];

/// Returns the header of a list of `bytes` bytes in RLP.
fn list_header(bytes: usize) -> Vec<u8> {
    let (header, width) = RlpHeader::List.bytes(bytes);
    header[..width].to_vec()
}

/// Returns `before`, then the size prefix of a block of `bytes` bytes.
fn sized(before: &[u8], bytes: usize) -> Vec<u8> {
    [before, &u32::try_from(bytes).unwrap().to_be_bytes()].concat()
}

impl Nest {
    /// Returns a value of `levels` levels.
    fn value(&self, levels: usize) -> Vec<u8> {
        let (mut fronts, mut len) = (Vec::new(), self.leaf.len());
        for _ in 1..levels {
            let front = (self.front)(len);
            len += front.len() + self.behind.len();
            fronts.push(front);
        }
        fronts.reverse();
        [fronts.concat(), self.leaf.to_vec(), self.behind.repeat(levels - 1)].concat()
    }

    fn known(&self) -> &'static Known {
        KNOWN.iter().find(|known| known.name == self.name).unwrap()
    }
}

/// Returns the depth limit of a recursive type.
fn depth(mut encoding: &'static Encoding) -> usize {
    loop {
        encoding = match encoding {
            Encoding::Mu(mu) => return usize::try_from(mu.depth).unwrap(),
            Encoding::Def { inner, .. } | Encoding::Described { inner, .. } | Encoding::Dynamic { inner, .. } => inner,
            other => panic!("{} is not recursive", other.name()),
        };
    }
}

#[test]
fn recursive_types_enforce_their_depth() {
    let run = || {
        for nest in &NESTS {
            let (known, most) = (nest.known(), depth(nest.known().encoding));
            let deepest = nest.value(most);
            assert!(decode(known.encoding, &deepest).is_ok(), "{}: {:?}", known.name, decode(known.encoding, &deepest));
            check(known, &deepest);
            for levels in [most + 1, TOO_MANY] {
                let deeper = nest.value(levels);
                let error = decode(known.encoding, &deeper).unwrap_err();
                assert_eq!(error.kind().name(), "Too_deep", "{}", known.name);
                assert!(error.to_string().contains(&format!("deeper than {most} levels")), "{error}");
                check(known, &deeper);
            }
            // Truncated before the innermost value.
            check(known, &nest.value(TOO_MANY)[..TOO_MANY / 2]);
        }
    };
    thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
}

/// Every way to nest an expression, which has no depth limit.
const EXPRESSIONS: [Nest; 6] = [
    nest("micheline", |inner| sized(&[2], inner), &[3, 11], &[]),
    nest("micheline", |_| vec![5, 9], &[3, 11], &[]),
    nest("micheline", |_| vec![6, 9], &[3, 11], &[0, 0, 0, 2, b'%', b'a']),
    nest("micheline", |_| vec![7, 7], &[3, 11], &[0, 0]),
    nest("micheline", |_| vec![8, 7, 0, 0], &[3, 11], &[0, 0, 0, 1, b'@']),
    nest("micheline", |inner| sized(&[9, 7], inner), &[3, 11], &[0, 0, 0, 0]),
];

#[test]
fn expressions_have_no_depth_limit() {
    let run = || {
        for nest in &EXPRESSIONS {
            // The tests of `tezos-protocols` read, write and print a million levels.
            for levels in [100, 1_000] {
                let deep = nest.value(levels);
                assert!(decode(nest.known().encoding, &deep).is_ok());
                check(nest.known(), &deep);
                check(nest.known(), &deep[..deep.len() / 2]);
                check(nest.known(), &[&deep[..], &[0]].concat());
            }
        }
    };
    thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
}

/// A repeated byte does not lead to a stack overflow.
#[test]
fn repeated_bytes_cause_no_panic() {
    super::each_known(|known| {
        for byte in [0x00, 0x01, 0x04, 0x05, 0x0f, 0x80, 0xf0, 0xff] {
            check(known, &[byte; 3_000]);
        }
    });
}
