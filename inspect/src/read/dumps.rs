//! Bytes in texts of other programs: dumps with offsets, and digits with separators.

/// The bytes of a row after which `hexdump -C` leaves a wider gap.
const HALF_ROW: usize = 8;

/// Returns the bytes of a text that is a dump or digits with separators, or `None` if it is neither. The error is a sentence.
pub(super) fn read(text: &str) -> Option<Result<Vec<u8>, String>> {
    let text = text.trim_start_matches('\u{feff}').trim();
    dump(text).or_else(|| numbers(text).or_else(|| separated(text)).map(Ok))
}

/// Reads a dump as `xxd`, `hexdump -C`, `od -A x -t x1` and Wireshark print it: on each line an offset in hexadecimal digits, bytes, and perhaps
/// their characters.
fn dump(text: &str) -> Option<Result<Vec<u8>, String>> {
    let (mut bytes, mut first) = (Vec::new(), None);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    for line in &lines {
        if first.is_some() && line.trim() == "*" {
            return Some(Err("this dump leaves out equal lines (`*`): print them too, with `hexdump -v`".into()));
        }
        let (digits, rest) = line.split_at_checked(line.find([':', ' ', '\t']).unwrap_or(line.len()))?;
        let is_offset = (4..=16).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let offset = is_offset.then(|| usize::from_str_radix(digits, 16).ok())??;
        if offset.checked_sub(*first.get_or_insert(offset))? != bytes.len() {
            return None;
        }
        if let Some(rest) = rest.strip_prefix(':') {
            row(rest.trim_start(), &mut bytes)?;
            continue;
        }
        // Hex in groups has no offsets. An odd number of digits is no hex.
        match rest.split_whitespace().next() {
            Some(word) if word.len() == 4 && is_hex(word) && digits.len() == 7 => {
                return Some(Err(
                    "the words of this dump are in the order of bytes of a machine: use `hexdump -C`".into()
                ));
            }
            // In a single line, a number in hex and the bytes behind it look like this too, except for the wide gap.
            Some(word) if word.len() != 2 || lines.len() == 1 && !rest.starts_with("  ") => return None,
            _ => row(rest.trim_start(), &mut bytes)?,
        }
    }
    (!bytes.is_empty()).then_some(Ok(bytes))
}

/// Adds the bytes of a row of a dump, which end at a gap or at a bar.
fn row(row: &str, bytes: &mut Vec<u8>) -> Option<()> {
    let (mut rest, start) = (row, bytes.len());
    while let Some(end) = rest.find(' ').or((!rest.is_empty()).then_some(rest.len())) {
        let (word, after) = rest.split_at_checked(end)?;
        if !is_hex(word) {
            break;
        }
        bytes.extend(hex::decode(word).ok()?);
        rest = after.trim_start();
        let gap = after.len().saturating_sub(rest.len());
        let is_middle = row.contains('|') && bytes.len().saturating_sub(start) == HALF_ROW;
        if gap > 1 && !is_middle {
            break;
        }
    }
    Some(())
}

/// Reads a list of numbers in JSON.
fn numbers(text: &str) -> Option<Vec<u8>> {
    serde_json::from_str(text).ok()
}

/// Reads digits with separators, such as `05:01`, `0x05, 0x01`, `\x05\x01` and the array of C with these.
fn separated(text: &str) -> Option<Vec<u8>> {
    let inner = text.split_once('{').and_then(|(_, rest)| rest.rsplit_once('}')).map_or(text, |(inner, _)| inner);
    let is_separator = |character: char| character.is_whitespace() || ",:;-\"'".contains(character);
    let words = inner.trim_start_matches('b').split(is_separator).flat_map(|word| word.split("\\x"));
    let bytes = words.filter(|word| !word.is_empty()).map(|word| {
        let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
        let is_byte = digits.map_or(word.len() == 2, |digits| (1..=2).contains(&digits.len()));
        let digits = digits.unwrap_or(word);
        (is_byte && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .then(|| u8::from_str_radix(digits, 16).ok())?
    });
    bytes.collect::<Option<Vec<u8>>>().filter(|bytes| bytes.len() > 1)
}

fn is_hex(word: &str) -> bool {
    word.len() >= 2 && word.len().is_multiple_of(2) && word.bytes().all(|digit| digit.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of the dumps.
    fn bytes() -> Vec<u8> {
        (0x58..0x6c).collect()
    }

    #[test]
    fn dumps_of_several_programs() {
        for text in [
            "00000000: 5859 5a5b 5c5d 5e5f 6061 6263 6465 6667  XYZ[\\]^_`abcdefg\n00000010: 6869 6a6b                                hijk\n",
            "00000000: 58595a5b 5c5d5e5f 60616263 64656667  XYZ[\\]^_`abcdefg\n00000010: 68696a6b                             hijk\n",
            "00000000  58 59 5a 5b 5c 5d 5e 5f  60 61 62 63 64 65 66 67  |XYZ[\\]^_`abcdefg|\n00000010  68 69 6a 6b                                       |hijk|\n00000014\n",
            "000000 58 59 5a 5b 5c 5d 5e 5f 60 61 62 63 64 65 66 67\n000010 68 69 6a 6b\n000014\n",
            "0000  58 59 5a 5b 5c 5d 5e 5f 60 61 62 63 64 65 66 67   XYZ[\\]^_`abcdefg\n0010  68 69 6a 6b                                       hijk\n",
            // The part behind a header.
            "0036  58 59 5a 5b 5c 5d 5e 5f 60 61 62 63 64 65 66 67   XYZ[\\]^_`abcdefg\r\n0046  68 69 6a 6b                                       hijk\r\n",
        ] {
            assert_eq!(read(text), Some(Ok(bytes())), "{text}");
        }
        // Characters that are digits too.
        assert_eq!(read("00000000: 6162 6364  ab cd\n"), Some(Ok(b"abcd".to_vec())));
        assert_eq!(read("00000000  61 62 63 64 65 66 67 68  61 62 |abcdefghab|"), Some(Ok(b"abcdefghab".to_vec())));
        for (text, advice) in [
            ("0000000 5958 5b5a\n0000004\n", "use `hexdump -C`"),
            ("00000000  00 00\n*\n00000020\n", "with `hexdump -v`"),
        ] {
            assert!(read(text).unwrap().unwrap_err().ends_with(advice), "{text}");
        }
        // Hex in groups.
        for text in
            ["7a06 a770", "7a06 a7 70", "7a06a770 00", "7a06\n a770", "0000\n0006", "00000000 01", "0000 10 7a06a770"]
        {
            assert_eq!(dump(text), None, "{text}");
        }
        // A line is missing.
        assert_eq!(read("00000000: 5859\n00000010: 5859\n"), None);
    }

    #[test]
    fn digits_with_separators() {
        for text in [
            "05:01:ff",
            "05-01-FF",
            "05,01,ff",
            "0x05, 0x01, 0xff",
            "0x5,0x1,0xff",
            "{0x05, 0x01, 0xff};",
            "\\x05\\x01\\xff",
            "\"\\x05\\x01\\xff\"",
            "b'\\x05\\x01\\xff'",
            "unsigned char operation[] = {\n  0x05, 0x01,\n  0xff\n};\n",
            "[5, 1, 255]",
            "\u{feff}05:01:ff",
        ] {
            assert_eq!(read(text), Some(Ok(vec![5, 1, 255])), "{text}");
        }
        for text in ["", "5", "abc", "05:1", "05:0g", "[5, 256]", "{\"hex\":\"05\"}", "tezos", "0x", "a:b"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
