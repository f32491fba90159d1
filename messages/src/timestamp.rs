//! Block times.

use core::{error, fmt, num::ParseIntError, str::FromStr};

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// | bytes | field   | encoding |
/// |------:|---------|----------|
/// | 8     | seconds | `int64`  |
///
/// Text, and JSON, is RFC 3339 in UTC for the years 0 to 9999 (`2019-11-28T13:02:13Z`) and the decimal number of seconds for
/// all others. Both are read, RFC 3339 with any offset; a fraction of a second is dropped (towards the past).
///
/// Rule: [`time.ml`, `Protocol`](https://gitlab.com/tezos/tezos/-/blob/154568f554679e0baae90c2e73e1db35e679d1fb/src/lib_base/time.ml).
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[encoding(id = "timestamp.protocol", view = "Self", json(display))]
#[repr(transparent)]
pub struct Timestamp(#[encoding(timestamp)] pub i64);

impl From<i64> for Timestamp {
    fn from(seconds: i64) -> Self {
        Self(seconds)
    }
}

impl From<Timestamp> for i64 {
    fn from(time: Timestamp) -> Self {
        time.0
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let notation = OffsetDateTime::from_unix_timestamp(self.0).ok().and_then(|date| date.format(&Rfc3339).ok());
        match notation {
            Some(text) => f.pad(&text),
            None => write!(f, "{}", self.0),
        }
    }
}

impl FromStr for Timestamp {
    type Err = TimestampError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self).or_else(|not_a_number: ParseIntError| {
            OffsetDateTime::parse(text, &Rfc3339)
                .map(|date| Self(date.unix_timestamp()))
                .map_err(|_| TimestampError { text: text.chars().take(40).collect(), not_a_number })
        })
    }
}

/// A text that is neither an RFC 3339 date nor a number of seconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimestampError {
    text: String,
    not_a_number: ParseIntError,
}

impl fmt::Display for TimestampError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a date such as 2019-11-28T13:02:13Z or a number of seconds of 64 bits, found {:?}",
            self.text
        )
    }
}

impl error::Error for TimestampError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.not_a_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_the_node_does() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (1_574_946_133, "2019-11-28T13:02:13Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
            (253_402_300_800, "253402300800"),
            (-62_167_219_200, "0000-01-01T00:00:00Z"),
            (-62_167_219_201, "-62167219201"),
            (i64::MAX, "9223372036854775807"),
            (i64::MIN, "-9223372036854775808"),
        ] {
            assert_eq!(Timestamp(seconds).to_string(), text);
            assert_eq!(text.parse::<Timestamp>().unwrap(), Timestamp(seconds));
        }
    }

    #[test]
    fn reads_offsets_and_fractions() {
        for (text, seconds) in [
            ("2019-11-28T14:02:13+01:00", 1_574_946_133),
            ("2019-11-28T13:02:13.999Z", 1_574_946_133),
            ("1969-12-31T23:59:58.5Z", -2),
            ("42", 42),
            ("-42", -42),
        ] {
            assert_eq!(text.parse::<Timestamp>().unwrap(), Timestamp(seconds), "{text}");
        }
    }

    #[test]
    fn refuses_the_rest() {
        for text in ["", "today", "2019-11-28", "2019-02-30T00:00:00Z", "9223372036854775808", "1.5"] {
            assert!(text.parse::<Timestamp>().is_err(), "{text}");
        }
        let error = "é".repeat(1000).parse::<Timestamp>().unwrap_err();
        assert!(error.to_string().len() < 200);
    }
}
