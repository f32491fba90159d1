//! Numbers of bytes as numbers of base-58 digits, without a checksum.
//!
//! A number of `n` bytes takes about `n²` steps by the usual method, which carries one byte over each digit. Here, a step is four bytes by five
//! digits, or eight bytes by ten digits. The digits of numbers of up to 104 bytes are sums of known numbers, which need no carries.

#![allow(clippy::arithmetic_side_effects, reason = "sums and products of numbers below a base: see the functions")]

/// Bitcoin's alphabet.
const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// The digit of each character, or [`NO_DIGIT`].
const DIGITS: [u8; 128] = {
    let (mut digits, mut rest, mut digit) = ([NO_DIGIT; 128], ALPHABET.as_slice(), 0);
    while let [character, others @ ..] = rest {
        let (_, at) = digits.split_at_mut(*character as usize);
        if let [at, ..] = at {
            *at = digit;
        }
        (rest, digit) = (others, digit + 1);
    }
    digits
};
const NO_DIGIT: u8 = 58;

/// 58^5: the base of the numbers that become groups of five digits.
const GROUP: u64 = 656_356_768;

/// Returns the number of groups of five digits that any number of `bytes` bytes fits: a group holds 29 bits.
pub(super) const fn groups(bytes: usize) -> usize {
    bytes.saturating_mul(8).div_ceil(29)
}

/// Returns the number of words that the bytes of any text of `characters` characters fit: each is one byte if all of them are `1`.
pub(crate) const fn words(characters: usize) -> usize {
    characters.div_ceil(8)
}

/// Bytes of the longest number that [`POWERS`] converts: those of a BLS12-381 signature with prefix and checksum.
const TABLE_BYTES: usize = 104;
const TABLE_GROUPS: usize = groups(TABLE_BYTES);
const TABLE_WORDS: usize = TABLE_BYTES.div_ceil(3);

/// The groups of digits of 2^24, 2^48 and so on, by the position of the group, least significant first.
#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static POWERS: [[u32; TABLE_WORDS]; TABLE_GROUPS] = {
    let mut powers = [[0; TABLE_WORDS]; TABLE_GROUPS];
    let mut power = [0; TABLE_GROUPS];
    power[0] = 1;
    let mut word = 0;
    while word < TABLE_WORDS {
        let (mut carry, mut group) = (0, 0);
        while group < TABLE_GROUPS {
            powers[group][word] = power[group] as u32;
            let sum = (power[group] << 24) + carry;
            (power[group], carry) = (sum % GROUP, sum / GROUP);
            group += 1;
        }
        word += 1;
    }
    powers
};

/// Returns the digits of the concatenated `parts`, most significant first, with a `1` for each leading zero byte.
///
/// `numbers` and `digits` have the length [`groups`] of the bytes, or more. Both are overwritten.
pub(super) fn encode<'d>(parts: [&[u8]; 3], numbers: &mut [[u32; 3]], digits: &'d mut [[u8; 5]]) -> &'d str {
    let bytes = parts.iter().map(|part| part.len()).sum();
    let digits = digits.get_mut(..groups(bytes)).unwrap_or_default();
    let (values, words) = numbers.as_flattened_mut().split_at_mut_checked(groups(bytes)).unwrap_or_default();
    match bytes {
        ..=TABLE_BYTES => {
            let words = words.get_mut(..bytes.div_ceil(3)).unwrap_or_default();
            put_words(parts, words, digits.as_flattened_mut());
            sum_powers(words, values);
        }
        _ => carry_words(parts, values),
    }
    for (digits, value) in digits.iter_mut().rev().zip(values) {
        for digit in digits.iter_mut().rev() {
            *digit = ALPHABET.get((*value % 58) as usize).copied().unwrap_or(b'1');
            *value /= 58;
        }
    }
    let zeros = parts.into_iter().flatten().take_while(|byte| **byte == 0).count();
    let digits = digits.as_flattened();
    let ones = digits.iter().take_while(|digit| **digit == b'1').count();
    // The alphabet is ASCII.
    str::from_utf8(digits.get(ones.saturating_sub(zeros)..).unwrap_or_default()).unwrap_or_default()
}

/// Splits the number into words of three bytes, least significant first. The bytes are joined in `buffer`.
fn put_words(parts: [&[u8]; 3], words: &mut [u32], buffer: &mut [u8]) {
    let joined = buffer.get_mut(..3 * words.len()).unwrap_or_default();
    joined.fill(0);
    let mut end = joined.len();
    for part in parts.into_iter().rev() {
        let start = end.saturating_sub(part.len());
        if let Some(joined) = joined.get_mut(start..end) {
            joined.copy_from_slice(part);
        }
        end = start;
    }
    for (word, [high, middle, low]) in words.iter_mut().rev().zip(joined.as_chunks().0) {
        *word = u32::from_be_bytes([0, *high, *middle, *low]);
    }
}

/// Adds up the powers of 2^24 of which the number consists. A sum is below 35 · 2^24 · 2^30 and a carry, so that it is below 2^60.
fn sum_powers(words: &[u32], values: &mut [u32]) {
    let mut carry = 0;
    for (value, powers) in values.iter_mut().zip(&POWERS) {
        let products = words.iter().zip(powers).map(|(word, power)| u64::from(*word) * u64::from(*power));
        let sum = products.sum::<u64>() + carry;
        (*value, carry) = ((sum % GROUP) as u32, sum / GROUP);
    }
}

/// Multiplies the number before each word of four bytes by 2^32, and adds the word.
fn carry_words(parts: [&[u8]; 3], values: &mut [u32]) {
    values.fill(0);
    let mut bytes = 0;
    for word in parts.into_iter().flat_map(|part| part.chunks(4)) {
        bytes += word.len();
        // Least significant first. A value is below 2^30 and the carry at most 2^32, so that the sum is below 2^63.
        let mut carry = word.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        for value in values.iter_mut().take(groups(bytes)) {
            let sum = (u64::from(*value) << (8 * word.len())) + carry;
            *value = (sum % GROUP) as u32;
            carry = sum / GROUP;
        }
    }
}

/// Returns the bytes of the number whose digits are `text`, most significant first, with a zero byte for each leading `1`.
///
/// `buffer` has the length [`words`] of the characters, or more. It is overwritten.
///
/// # Errors
/// The index of the first byte that is not in the alphabet.
pub(super) fn decode<'b>(text: &str, buffer: &'b mut [u64]) -> Result<&'b [u8], usize> {
    buffer.fill(0);
    let mut characters = 0;
    for group in text.as_bytes().chunks(10) {
        characters += group.len();
        let (mut carry, mut scale) = (0, 1_u64);
        for character in group {
            carry = carry * 58 + digit(*character).ok_or_else(|| first_other(text))?;
            scale *= 58;
        }
        // Most significant first. The product of 64 bits and 58^10, which is below 2^59, plus the carry is below 2^123; a digit is less than 6 bits.
        for word in buffer.iter_mut().rev().take((6 * characters).div_ceil(64)) {
            let sum = u128::from(*word) * u128::from(scale) + u128::from(carry);
            (*word, carry) = (sum as u64, (sum >> 64) as u64);
        }
    }
    for word in &mut *buffer {
        *word = word.to_be();
    }
    let bytes: &[u8] = bytemuck::must_cast_slice(buffer);
    let unused = bytes.iter().take_while(|byte| **byte == 0).count();
    let zeros = text.bytes().take_while(|character| *character == b'1').count();
    Ok(bytes.get(unused.saturating_sub(zeros)..).unwrap_or_default())
}

fn digit(character: u8) -> Option<u64> {
    DIGITS.get(usize::from(character)).filter(|digit| **digit < NO_DIGIT).map(|digit| u64::from(*digit))
}

#[cold]
fn first_other(text: &str) -> usize {
    text.bytes().take_while(|character| digit(*character).is_some()).count()
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec, vec::Vec};

    use proptest::prelude::*;

    use super::*;

    fn encoded(parts: [&[u8]; 3]) -> String {
        let groups = groups(parts.concat().len());
        // What was in the buffers is overwritten, and what is beyond the digits does not matter.
        let text = encode(parts, &mut vec![[7; 3]; groups], &mut vec![[7; 5]; groups]).into();
        assert_eq!(encode(parts, &mut vec![[7; 3]; groups + 3], &mut vec![[7; 5]; groups + 3]), text);
        text
    }

    fn decoded(text: &str) -> Result<Vec<u8>, usize> {
        decode(text, &mut vec![7; words(text.len())]).map(<[u8]>::to_vec)
    }

    /// The answer of bs58, which tells characters outside the alphabet from those outside ASCII.
    fn expected(text: &str) -> Result<Vec<u8>, usize> {
        use bs58::decode::Error::{InvalidCharacter, NonAsciiCharacter};

        bs58::decode(text).into_vec().map_err(|error| match error {
            InvalidCharacter { index, .. } | NonAsciiCharacter { index } => index,
            error => panic!("{text:?}: {error}"),
        })
    }

    /// Bytes whose number has leading zeros, few significant digits, or none.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        (0..40_usize, prop::collection::vec(any::<u8>(), 0..200))
            .prop_map(|(zeros, rest)| [vec![0; zeros], rest].concat())
    }

    proptest! {
        #[test]
        fn bytes_have_the_digits_of_bs58(bytes in bytes(), at in any::<[prop::sample::Index; 2]>()) {
            let mut at = at.map(|at| at.index(bytes.len() + 1));
            at.sort_unstable();
            let ((first, rest), middle) = (bytes.split_at(at[0]), at[1] - at[0]);
            let (second, third) = rest.split_at(middle);
            let text = encoded([first, second, third]);
            prop_assert_eq!(&text, &bs58::encode(&bytes).into_string());
            prop_assert_eq!(decoded(&text), Ok(bytes));
        }

        #[test]
        fn digits_are_the_bytes_of_bs58(text in "[1-9A-HJ-NP-Za-km-z]{0,200}", ones in 0..40_usize) {
            let text = ["1".repeat(ones), text].concat();
            prop_assert_eq!(decoded(&text), expected(&text));
        }

        #[test]
        fn other_characters_are_refused_as_by_bs58(text in "[1-9A-Za-z]{0,60}\\PC{0,3}[1-9A-Za-z]{0,60}") {
            prop_assert_eq!(decoded(&text), expected(&text));
        }
    }

    #[test]
    fn the_lowest_and_highest_numbers_of_each_length() {
        for length in 0..300 {
            for byte in [0x00, 0x01, 0xff] {
                let bytes = vec![byte; length];
                let text = encoded([&[], &bytes, &[]]);
                assert_eq!(text, bs58::encode(&bytes).into_string());
                assert_eq!(decoded(&text).as_ref(), Ok(&bytes));
            }
            for character in ["1", "2", "z"] {
                let text = character.repeat(length);
                assert_eq!(decoded(&text), expected(&text));
            }
        }
    }

    #[test]
    fn each_byte_is_a_digit_or_not() {
        for byte in 0..=u8::MAX {
            let expected = ALPHABET.iter().position(|character| *character == byte);
            assert_eq!(digit(byte), expected.map(|digit| digit as u64), "{byte}");
        }
    }
}
