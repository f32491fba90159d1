//! The reader of the hot path, as hand-written readers use it, and the details of its errors, which messages for people
//! take from the schema instead.

use std::fmt::Debug;

use tezos_encoding::FaultKind::{ExtraBytes, NotEnoughData, SizeLimitExceeded, TooDeep};
use tezos_encoding::wire::{LenN, Length, MAX_SIZE, Prefix, U8, U16, U16Le, U30, U30Le};
use tezos_encoding::{Fault, FaultKind, Reader};

use crate::common::*;

static NUMBERS: [u8; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/// Returns the kind, the detail and the offset of the error.
#[track_caller]
fn fault<T: Debug>(read: Result<T, Fault>) -> (FaultKind, u32, usize) {
    let fault = read.unwrap_err();
    (fault.kind(), fault.detail(), fault.offset_in(&NUMBERS))
}

#[test]
fn a_block_ends_before_a_value() {
    let mut reader = Reader::new(&NUMBERS[..4]);
    assert_eq!(reader.take(1), Ok(&[0][..]));
    assert_eq!((reader.need(3), reader.need_fixed(Some(3)), reader.need_fixed(None)), (Ok(()), Ok(()), Ok(())));
    let short = [reader.need(4), reader.need_fixed(Some(4)), reader.clone().take(4).map(drop)];
    assert_eq!(short.map(fault), [(NotEnoughData, 4, 1); 3]);
    assert_eq!(fault(reader.clone().array::<5>()), (NotEnoughData, 5, 1));
    assert_eq!(fault(reader.clone().bytes::<32>()), (NotEnoughData, 32, 1));
    assert_eq!(fault(reader.clone().block(4)), (NotEnoughData, 4, 1));
    assert_eq!(fault(reader.finish()), (ExtraBytes, 3, 1));
    assert_eq!((reader.bytes(), reader.finish()), (Ok([1, 2, 3]), Ok(())));
    assert_eq!((reader.remaining(), reader.is_empty(), reader.rest()), (&[][..], true, Ok(&[][..])));
}

/// All bytes of a value of a fixed size, and of fields that accept all bytes, are required before the first is read.
#[test]
fn bytes_that_are_read_together() {
    type Read<T> = fn(&mut Reader<'static>) -> Result<T, Fault>;
    fn cut<T: Debug>(bytes: usize, read: Read<T>) -> (FaultKind, u32, usize) {
        fault(read(&mut Reader::new(&NUMBERS[..bytes])))
    }
    assert_eq!(cut(5, <[u16; 3]>::read), (NotEnoughData, 6, 0));
    assert_eq!(cut(5, <(u16, u32)>::read), (NotEnoughData, 6, 0));
    assert_eq!(cut(9, <(u16, (bool, [u8; 7]))>::read), (NotEnoughData, 10, 0));
    assert_eq!(cut(2, <(Option<u8>, [u16; 3])>::read), (NotEnoughData, 6, 1));
    assert_eq!(cut(1, <[Option<u8>; 2]>::read), (NotEnoughData, 1, 1));
    // The number of digits of a number is unknown: one more byte is needed.
    for digits in [1, 8, 9, 30] {
        let bytes = [0x80; 30];
        for fault in
            [Z::read(&mut Reader::new(&bytes[..digits])).err(), N::read(&mut Reader::new(&bytes[..digits])).err()]
        {
            let fault = fault.unwrap();
            assert_eq!((fault.kind(), fault.detail(), fault.offset_in(&bytes)), (NotEnoughData, 1, digits));
        }
    }
}

#[test]
fn the_front_of_the_input() {
    assert_eq!(<(u8, u16)>::from_prefix(&NUMBERS[..5]), Ok(((0, 0x0102), &[3, 4][..])));
    assert_eq!(Vec::<u8>::from_prefix(&NUMBERS[..2]), Ok((vec![0, 1], &[][..])));
    assert_eq!(<(u8, u16)>::from_prefix(&NUMBERS[..2]).unwrap_err().offset(), 1);
}

/// Bytes that a limit excludes are still bytes of the block.
#[test]
fn a_limit_inside_a_limit() {
    let outer = Reader::new(&NUMBERS).bounded(4);
    assert_eq!(outer.remaining(), [0, 1, 2, 3]);
    for limit in [4, 5, 11] {
        let same = outer.bounded(limit);
        assert_eq!((same.remaining().len(), same.is_cut()), (4, true), "{limit}");
        assert_eq!(
            [fault(same.need(5)), fault(same.need(10)), fault(same.need(11))].map(|fault| fault.0),
            [SizeLimitExceeded, SizeLimitExceeded, NotEnoughData]
        );
    }
    let mut inner = outer.bounded(2);
    assert_eq!(fault(inner.need(10)), (SizeLimitExceeded, 10, 0));
    assert_eq!(fault(inner.need(11)), (NotEnoughData, 11, 0));
    assert_eq!(fault(inner.clone().rest()), (SizeLimitExceeded, 10, 0));
    assert_eq!(fault(inner.clone().to_end()), (SizeLimitExceeded, 10, 0));
    inner.take(2).unwrap();
    assert_eq!((inner.remaining(), inner.is_empty(), inner.is_cut()), (&[][..], false, true));
    assert_eq!(fault(inner.finish()), (ExtraBytes, 8, 2));

    // The enclosing reader continues where the inner one stopped, whichever limit is smaller.
    for (limit, taken) in [(2, 0), (2, 1), (2, 2), (4, 3), (4, 4), (7, 4)] {
        let (mut outer, mut inner) = (outer.clone(), outer.bounded(limit));
        inner.take(taken).unwrap();
        outer.resume(limit, &inner);
        assert_eq!(outer.remaining(), &NUMBERS[taken..4], "{taken} of {limit}");
        assert_eq!(fault(outer.need(10 - taken)).0, SizeLimitExceeded);
        assert_eq!(fault(outer.need(11 - taken)).0, NotEnoughData);
    }

    // A block inside a limit has an end of its own.
    let mut inner = outer.bounded(3);
    let mut block = inner.block(2).unwrap();
    assert_eq!((fault(block.need(3)), block.is_cut()), ((NotEnoughData, 3, 0), false));
    assert_eq!((block.rest(), block.finish(), inner.remaining()), (Ok(&[0, 1][..]), Ok(()), &[2][..]));
}

/// The end of a block is reserved for the fields after a value, also if a limit excludes a part of it or all.
#[test]
fn a_reserved_tail() {
    let all = Reader::new(&NUMBERS);
    // For each limit: the bytes that the value and the fields after it may read.
    for (limit, tail, value, after) in [
        (10, 0, 0..10, 10..10),
        (10, 3, 0..7, 7..10),
        (10, 10, 0..0, 0..10),
        (8, 3, 0..7, 7..8),
        (7, 3, 0..7, 7..7),
        (6, 3, 0..6, 6..6),
        (0, 3, 0..0, 0..0),
    ] {
        let mut behind = all.bounded(limit);
        let inner = behind.reserving(tail).unwrap();
        let case = format!("{tail} bytes with a limit of {limit}");
        assert_eq!((inner.remaining(), behind.remaining()), (&NUMBERS[value.clone()], &NUMBERS[after]), "{case}");
        assert_eq!((inner.is_cut(), behind.is_cut()), (value.end < 10 - tail, limit < 10 && tail > 0), "{case}");
        let whole = 10 - tail;
        assert_eq!(fault(inner.need(whole + 1)).0, NotEnoughData, "{case}");
        assert!(value.end == whole || fault(inner.need(whole)).0 == SizeLimitExceeded, "{case}");
        assert_eq!(fault(behind.need(tail + 1)).0, NotEnoughData, "{case}");
        assert!(behind.need(tail).is_ok() || fault(behind.need(tail)).0 == SizeLimitExceeded, "{case}");
    }
    assert_eq!(fault(Reader::new(&NUMBERS[..2]).reserving(3)), (NotEnoughData, 3, 0));
    assert_eq!(fault(Reader::new(&NUMBERS[..2]).bounded(1).reserving(3)), (NotEnoughData, 3, 0));
}

#[test]
fn levels() {
    let mut reader = Reader::with_limits(&NUMBERS, Limits::default().with_max_depth(3));
    for limit in [1, 2, 9] {
        reader.enter(limit).unwrap();
        assert_eq!(fault(reader.enter(limit.min(3) - 1)).0, TooDeep);
    }
    assert_eq!(fault(reader.enter(9)), (TooDeep, 3, 0));
    reader.leave();
    assert_eq!(fault(reader.enter(2)), (TooDeep, 2, 0));
    reader.enter(3).unwrap();
    // Blocks, limits and reserved tails are on the same level.
    let blocks = [reader.clone().block(2), reader.clone().reserving(2), reader.clone().to_end(), Ok(reader.bounded(2))];
    for block in blocks {
        assert_eq!(fault(block.unwrap().enter(9)).1, 3);
    }
}

/// All size prefixes, at the least and the greatest size of each width.
#[test]
fn size_prefixes() {
    fn check<L: Length>(name: &str, widths: (usize, usize), little: bool, sizes: &[(usize, &str)]) {
        let prefix = L::PREFIX;
        assert_eq!((prefix.min_bytes(), prefix.bytes(), prefix.name()), (widths.0, widths.1, name));
        assert_eq!((prefix.is_fixed(), prefix.is_little()), (widths.0 == widths.1, little), "{name}");
        assert_eq!(prefix.placeholder().len(), if prefix.is_fixed() { widths.1 } else { 0 });
        for (size, bytes) in sizes {
            let (mut put, mut written) = (vec![], vec![]);
            prefix.put(*size, &mut put);
            L::put(*size, &mut written);
            assert_eq!([digits(&put), digits(&written)], [*bytes; 2], "{size} as {name}");
            assert_eq!(prefix.width(*size), put.len(), "{size} as {name}");
            assert_eq!(L::read(&mut Reader::new(&put)), Ok(*size));
            assert_eq!(L::check(*size), Ok(()));
            let cut = L::read(&mut Reader::new(&put[..put.len() - 1])).unwrap_err();
            assert_eq!(cut.kind(), NotEnoughData);
            let mut filled = [&[9][..], prefix.placeholder(), &[8]].concat();
            prefix.fill(*size, &mut filled, 1);
            assert_eq!(filled, [&[9], &put[..], &[8]].concat());
        }
        let (limit, _) = *sizes.last().unwrap();
        assert_eq!(prefix.max(), limit);
        let found = limit + 1;
        assert_eq!(*L::check(found).unwrap_err().kind(), ErrorKind::SizeLimitExceeded { limit, found });
    }
    check::<U8>("uint8", (1, 1), false, &[(0, "00"), (1, "01"), (255, "ff")]);
    check::<U16>("uint16", (2, 2), false, &[(0, "0000"), (0x102, "0102"), (0xffff, "ffff")]);
    check::<U16Le>("little-endian uint16", (2, 2), true, &[(0, "0000"), (0x102, "0201"), (0xffff, "ffff")]);
    check::<U30>("uint30", (4, 4), false, &[(0, "00000000"), (0x0102_0304, "01020304"), (MAX_SIZE, "3fffffff")]);
    let little = [(0, "00000000"), (0x0102_0304, "04030201"), (MAX_SIZE, "ffffff3f")];
    check::<U30Le>("little-endian uint30", (4, 4), true, &little);
    let groups = [
        (0, "00"),
        (0x7f, "7f"),
        (0x80, "8001"),
        (0x3fff, "ff7f"),
        (0x4000, "808001"),
        (0x1f_ffff, "ffff7f"),
        (0x20_0000, "80808001"),
        (0xfff_ffff, "ffffff7f"),
        (0x1000_0000, "8080808001"),
        (MAX_SIZE, "ffffffff03"),
    ];
    check::<LenN>("n", (1, 5), false, &groups);
    assert_eq!(MAX_SIZE, (1 << 30) - 1);
    for (most, prefix) in
        [(0, Prefix::U8), (255, Prefix::U8), (256, Prefix::U16), (0xffff, Prefix::U16), (0x1_0000, Prefix::U30)]
    {
        assert_eq!(Prefix::for_count(most), prefix, "{most}");
    }
}

/// Sizes that the reference refuses: negative numbers, and what an `n` of five bytes has beyond 30 bits.
#[test]
fn sizes_past_the_maximum() {
    fn read<L: Length>(bytes: &str) -> Result<usize, (FaultKind, usize)> {
        let bytes = hex(bytes);
        L::read(&mut Reader::new(bytes)).map_err(|fault| (fault.kind(), fault.offset_in(bytes)))
    }
    let refused = Err((FaultKind::InvalidInt, 0));
    assert_eq!(
        (read::<U30>("7fffffff"), read::<U30>("80000000"), read::<U30>("ffffffff")),
        (Ok(0x7fff_ffff), refused, refused)
    );
    assert_eq!((read::<U30Le>("ffffff7f"), read::<U30Le>("00000080")), (Ok(0x7fff_ffff), refused));
    assert_eq!((read::<LenN>("8080808004"), read::<LenN>("ffffffff7f")), (refused, refused));
    assert_eq!(read::<LenN>("808080808001"), Err((SizeLimitExceeded, 5)));
    assert_eq!(read::<LenN>("8080808080"), Err((NotEnoughData, 5)));
    assert_eq!(
        (read::<LenN>("8000"), read::<LenN>("80808000")),
        (Err((FaultKind::TrailingZero, 1)), Err((FaultKind::TrailingZero, 3)))
    );
}
