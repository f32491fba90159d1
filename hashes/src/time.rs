//! Times of blocks and of events in a node.

use alloc::{format, string::String};
use core::{error, fmt, num::ParseIntError, ops::RangeInclusive, str::FromStr};

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

mod date;

use date::Date;

/// The seconds that can be printed as a date: those of the years 0 to 9999.
const DATES: RangeInclusive<i64> = -62_167_219_200..=253_402_300_799;

/// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// | bytes | field   | encoding |
/// |------:|---------|----------|
/// | 8     | seconds | `int64`  |
///
/// The text, also in JSON, is RFC 3339 in UTC for the years 0 to 9999 (`2019-11-28T13:02:13Z`) and the decimal number of seconds for all
/// others. Both are read, RFC 3339 with any offset. A fraction of a second is dropped, towards the past.
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
        if DATES.contains(&self.0) { f.pad(&format!("{}Z", Date::of_seconds(self.0))) } else { write!(f, "{}", self.0) }
    }
}

impl FromStr for Timestamp {
    type Err = TimestampError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self).or_else(|not_a_number: ParseIntError| {
            date::seconds(text)
                .map(Self)
                .ok_or_else(|| TimestampError { text: text.chars().take(40).collect(), not_a_number })
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

/// The time of an event in a node: seconds since 1970-01-01T00:00:00Z, in the years 0 to 9999.
///
/// | bytes | field   | encoding |
/// |------:|---------|----------|
/// | 8     | seconds | `int64`  |
///
/// Octez has picoseconds and loses them on the wire. The text, also in JSON, is RFC 3339 with milliseconds and an unknown offset, as Octez
/// prints it (`2019-11-28T13:02:13.000-00:00`). Both RFC 3339 with any offset, without its fraction, and the decimal number of seconds are
/// read.
///
/// # Errors
/// `Exception_raised_in_user_function` outside of these years.
///
/// Rule: [`time.ml`, `System`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/time.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[encoding(id = "timestamp.system", try_from = "Seconds", into = "Seconds", view = "Self", json(display))]
pub struct SystemTimestamp(i64);

impl SystemTimestamp {
    /// Returns the seconds since 1970.
    #[must_use]
    pub const fn seconds(self) -> i64 {
        self.0
    }
}

/// The encoded form of a [`SystemTimestamp`].
#[derive(HasEncoding, NomReader, BinWriter)]
struct Seconds(i64);

impl TryFrom<i64> for SystemTimestamp {
    type Error = NoDate;

    fn try_from(seconds: i64) -> Result<Self, NoDate> {
        if DATES.contains(&seconds) { Ok(Self(seconds)) } else { Err(NoDate(seconds)) }
    }
}

impl TryFrom<Seconds> for SystemTimestamp {
    type Error = NoDate;

    fn try_from(Seconds(seconds): Seconds) -> Result<Self, NoDate> {
        seconds.try_into()
    }
}

impl From<&SystemTimestamp> for Seconds {
    fn from(time: &SystemTimestamp) -> Self {
        Self(time.0)
    }
}

impl fmt::Display for SystemTimestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.000-00:00", Date::of_seconds(self.0)))
    }
}

impl FromStr for SystemTimestamp {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Timestamp(seconds) = text.parse().map_err(|error: TimestampError| format!("{error}"))?;
        Self::try_from(seconds).map_err(|error| format!("{error}"))
    }
}

/// An error for seconds since 1970 that are before the year 0 or after the year 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoDate(pub i64);

impl fmt::Display for NoDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a time in the years 0 to 9999, found {} seconds since 1970", self.0)
    }
}

impl error::Error for NoDate {}

/// A span of time in seconds.
///
/// | bytes | field   | encoding |
/// |------:|---------|----------|
/// | 8     | seconds | `float`  |
///
/// Octez rounds what it reads to picoseconds; here the number is kept as it is.
///
/// # Errors
/// `Exception_raised_in_user_function` for NaN, and for 2^62 days or more.
///
/// Rule: [`time.ml`, `System.Span`][rule] with [`ptime.ml`, `Span.of_float_s`][ptime].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/time.ml
/// [ptime]: https://github.com/dbuenzli/ptime/blob/v1.2.0/src/ptime.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, PartialOrd)]
#[encoding(id = "timespan.system", try_from = "FloatSeconds", into = "FloatSeconds", view = "Self")]
pub struct Timespan(f64);

impl Timespan {
    /// Returns the seconds.
    #[must_use]
    pub const fn seconds(self) -> f64 {
        self.0
    }
}

/// The encoded form of a [`Timespan`].
#[derive(HasEncoding, NomReader, BinWriter)]
struct FloatSeconds(f64);

/// 2^62 days. The reference accepts fewer.
const SPAN_MAX_SECONDS: f64 = 4_611_686_018_427_387_904.0 * 86_400.0;

impl TryFrom<f64> for Timespan {
    type Error = NoSpan;

    fn try_from(seconds: f64) -> Result<Self, NoSpan> {
        let is_span = (-SPAN_MAX_SECONDS..SPAN_MAX_SECONDS).contains(&seconds);
        if is_span { Ok(Self(seconds)) } else { Err(NoSpan(seconds)) }
    }
}

impl TryFrom<FloatSeconds> for Timespan {
    type Error = NoSpan;

    fn try_from(FloatSeconds(seconds): FloatSeconds) -> Result<Self, NoSpan> {
        seconds.try_into()
    }
}

impl From<&Timespan> for FloatSeconds {
    fn from(span: &Timespan) -> Self {
        Self(span.0)
    }
}

/// An error for a number that is not a span of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NoSpan(pub f64);

impl fmt::Display for NoSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected fewer than 2^62 days in seconds, found {}", self.0)
    }
}

impl error::Error for NoSpan {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use tezos_encoding::{Decode, Encode, FromJson, ToJson};

    use super::*;

    #[test]
    fn prints_as_the_node_does() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (1_574_946_133, "2019-11-28T13:02:13Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (-2_203_891_201, "1900-02-28T23:59:59Z"),
            (-2_203_891_200, "1900-03-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
            (253_402_300_800, "253402300800"),
            (-62_167_219_200, "0000-01-01T00:00:00Z"),
            (-62_162_035_201, "0000-02-29T23:59:59Z"),
            (-62_167_219_201, "-62167219201"),
            (i64::MAX, "9223372036854775807"),
            (i64::MIN, "-9223372036854775808"),
        ] {
            assert_eq!(Timestamp(seconds).to_string(), text);
            assert_eq!(text.parse::<Timestamp>().unwrap(), Timestamp(seconds));
        }
    }

    #[test]
    fn days_of_all_years_are_read_as_they_were_printed() {
        let mut days = 0;
        for seconds in DATES.step_by(10 * 86_400 - 1) {
            let text = Timestamp(seconds).to_string();
            assert_eq!(text.parse::<Timestamp>(), Ok(Timestamp(seconds)));
            days += 1;
        }
        assert!(days > 365_000);
    }

    #[test]
    fn reads_offsets_and_fractions() {
        for (text, seconds) in [
            ("2019-11-28T14:02:13+01:00", 1_574_946_133),
            ("2019-11-28 12:32:13-0030", 1_574_946_133),
            ("2019-11-28t11:02:13-02", 1_574_946_133),
            ("2019-11-28T13:02:13.999z", 1_574_946_133),
            ("2019-11-28T13:02:13.000-00:00", 1_574_946_133),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("1969-12-31T23:59:58.5Z", -2),
            ("42", 42),
            ("-42", -42),
            // The last value of each field, and the first and the last time with an offset.
            ("1999-12-31T23:59:59Z", 946_684_799),
            ("2000-01-01T23:59:00+23:59", 946_684_800),
            ("1999-12-31T00:01:00-23:59", 946_684_800),
            ("1999-12-31T23:59:60-00:00", 946_684_800),
            ("1999-12-31T23:59:59.0987654321Z", 946_684_799),
            ("0000-01-01T00:01:00+00:01", *DATES.start()),
            ("9999-12-31T23:58:59-00:01", *DATES.end()),
        ] {
            assert_eq!(text.parse::<Timestamp>().unwrap(), Timestamp(seconds), "{text}");
        }
    }

    #[test]
    fn times_convert_and_are_padded() {
        let time = Timestamp::from(1_574_946_133);
        assert_eq!((time, i64::from(time)), (Timestamp(1_574_946_133), 1_574_946_133));
        assert_eq!(format!("[{time:>22}]"), "[  2019-11-28T13:02:13Z]");
        let time = SystemTimestamp::try_from(1_574_946_133).unwrap();
        assert_eq!(format!("[{time:<31}]"), "[2019-11-28T13:02:13.000-00:00  ]");
    }

    #[test]
    fn refuses_the_rest() {
        for text in [
            "",
            "today",
            "2019-11-28",
            "2019-02-30T00:00:00Z",
            "2019-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2019-00-01T00:00:00Z",
            "2019-13-01T00:00:00Z",
            "2019-01-00T00:00:00Z",
            "2019-01-01T24:00:00Z",
            "2019-01-01T00:60:00Z",
            "2019-01-01T00:00:61Z",
            "2019-01-01T00:00:00",
            "2019-01-01T00:00:00.Z",
            "2019-01-01T00:00:00+24:00",
            "2019-01-01T00:00:00Zz",
            "0000-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01",
            "9999-12-31T23:59:60Z",
            "9223372036854775808",
            "-9223372036854775809",
            "1.5",
            " 2019-01-01T00:00:00Z",
            "2019-01-01T00:00:00Z ",
            "02019-01-01T00:00:00Z",
            "219-01-01T00:00:00Z",
            "-019-01-01T00:00:00Z",
            "2019/01/01T00:00:00Z",
            "2019-1-01T00:00:00Z",
            "2019-01-1T00:00:00Z",
            "2019-01-32T00:00:00Z",
            "2019-04-31T00:00:00Z",
            "2019-01-01_00:00:00Z",
            "2019-01-01T00.00.00Z",
            "2019-01-01T0:00:00Z",
            "2019-01-01T00:00:00,5Z",
            "2019-01-01T00:00:00.aZ",
            "2019-01-01T00:00:00.5",
            "2019-01-01T00:00:00+",
            "2019-01-01T00:00:00+1",
            "2019-01-01T00:00:00+01:",
            "2019-01-01T00:00:00+01:0",
            "2019-01-01T00:00:00+010",
            "2019-01-01T00:00:00+00:60",
            "2019-01-01T00:00:00+01:00Z",
            "2019-01-01T00:00:00z00:00",
            "２019-01-01T00:00:00Z",
        ] {
            assert!(text.parse::<Timestamp>().is_err(), "{text}");
            assert!(text.parse::<SystemTimestamp>().is_err(), "{text}");
        }
        let error = "é".repeat(1000).parse::<Timestamp>().unwrap_err();
        let found = "é".repeat(40);
        assert_eq!(
            error.to_string(),
            format!(
                "expected a date such as 2019-11-28T13:02:13Z or a number of seconds of 64 bits, found \"{found}\""
            )
        );
        assert!(error::Error::source(&error).is_some_and(|source| source.is::<ParseIntError>()));
        assert_eq!(
            "253402300800".parse::<SystemTimestamp>().unwrap_err(),
            "expected a time in the years 0 to 9999, found 253402300800 seconds since 1970"
        );
    }

    #[test]
    fn times_of_events_are_dates() {
        for (seconds, json) in [
            (0, r#""1970-01-01T00:00:00.000-00:00""#),
            (1_574_946_133, r#""2019-11-28T13:02:13.000-00:00""#),
            (*DATES.start(), r#""0000-01-01T00:00:00.000-00:00""#),
            (*DATES.end(), r#""9999-12-31T23:59:59.000-00:00""#),
        ] {
            let time = SystemTimestamp::from_bytes(&seconds.to_be_bytes()).unwrap();
            assert_eq!((time.seconds(), time.to_json().unwrap().as_str()), (seconds, json));
            assert_eq!(SystemTimestamp::from_json(json).unwrap().to_bytes().unwrap(), seconds.to_be_bytes());
            assert_eq!(SystemTimestamp::from_json(&format!("\"{seconds}\"")).unwrap(), time);
        }
        for seconds in [DATES.start() - 1, DATES.end() + 1, i64::MIN, i64::MAX] {
            let error = SystemTimestamp::from_bytes(&seconds.to_be_bytes()).unwrap_err();
            assert_eq!(error.kind().name(), "Exception_raised_in_user_function", "{seconds}");
        }
    }

    #[test]
    fn spans_are_finite() {
        for seconds in [0.0, -0.5, 1e-12, 3.9e23, -3.9e23] {
            let span = Timespan::try_from(seconds).unwrap();
            assert_eq!(Timespan::from_bytes(&span.to_bytes().unwrap()).unwrap().seconds(), seconds);
            assert_eq!(Timespan::from_json(&span.to_json().unwrap()).unwrap(), span);
        }
        for seconds in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 4e23, -4e23] {
            let error = Timespan::from_bytes(&seconds.to_be_bytes()).unwrap_err();
            assert_eq!(error.kind().name(), "Exception_raised_in_user_function", "{seconds}");
        }
        // `ptime.ml` accepts the whole days from -2^62 on, and those below 2^62.
        let max = 2_f64.powi(62) * 86_400.0;
        for (seconds, is_span) in [(max.next_down(), true), (max, false), (-max, true), ((-max).next_down(), false)] {
            assert_eq!(Timespan::try_from(seconds).is_ok(), is_span, "{seconds}");
        }
        assert_eq!(NoSpan(4e23).to_string(), format!("expected fewer than 2^62 days in seconds, found {}", 4e23));
    }
}
