//! Dates of the Gregorian calendar, printed and read as in RFC 3339.

use core::fmt;

use super::DATES;

const DAY_SECONDS: i64 = 86_400;
/// Days of the 400 years after which the calendar repeats.
const ERA_DAYS: i64 = 146_097;
/// Days from 1 March of the year -400 to 1 January 1970: counted from there, no day of the year 0 is negative.
const EPOCH_DAYS: i64 = 719_468 + ERA_DAYS;

/// A date and a time of day.
pub(super) struct Date {
    year: i64,
    month: i64,
    day: i64,
    second: i64,
}

impl Date {
    /// Returns the date `seconds` after 1970-01-01T00:00:00. They must be in [`DATES`].
    ///
    /// Years are counted from 1 March, so that 29 February is their last day.
    #[allow(clippy::arithmetic_side_effects, reason = "the years 0 to 9999 have fewer than 2^39 seconds")]
    pub(super) fn of_seconds(seconds: i64) -> Self {
        let days = seconds.clamp(*DATES.start(), *DATES.end()).div_euclid(DAY_SECONDS) + EPOCH_DAYS;
        let (era, day_of_era) = (days / ERA_DAYS, days % ERA_DAYS);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let months_since_march = (5 * day_of_year + 2) / 153;
        let month = if months_since_march < 10 { months_since_march + 3 } else { months_since_march - 9 };
        Self {
            year: (era - 1) * 400 + year_of_era + i64::from(month <= 2),
            month,
            day: day_of_year - (153 * months_since_march + 2) / 5 + 1,
            second: seconds.rem_euclid(DAY_SECONDS),
        }
    }

    /// Returns the seconds from 1970-01-01T00:00:00 to the date, if the date exists.
    #[allow(clippy::arithmetic_side_effects, reason = "no field has more than four digits")]
    fn seconds(&self) -> Option<i64> {
        let year = self.year + 400 - i64::from(self.month <= 2);
        let (era, year_of_era) = (year / 400, year % 400);
        let months_since_march = (self.month + 9) % 12;
        let day_of_year = (153 * months_since_march + 2) / 5 + self.day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let seconds = (era * ERA_DAYS + day_of_era - EPOCH_DAYS) * DAY_SECONDS + self.second;
        // A day that the month does not have is another day when printed.
        let back = Self::of_seconds(seconds - self.second);
        let exists = (back.year, back.month, back.day) == (self.year, self.month, self.day);
        exists.then_some(seconds)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, second } = self;
        let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
    }
}

/// Returns the seconds from 1970-01-01T00:00:00Z to a text such as `2019-11-28T14:02:13.5+01:00`, without the fraction.
///
/// Accepts what the reference's library accepts: a space for the `T`, small letters, an offset without a colon or without minutes, and a
/// 60th second, which is the first of the next minute.
///
/// Rule: [`ptime.ml`, `of_rfc3339`](https://github.com/dbuenzli/ptime/blob/v1.2.0/src/ptime.ml).
pub(super) fn seconds(text: &str) -> Option<i64> {
    let mut rest = text.as_bytes();
    let year = number(&mut rest, 4, 9_999)?;
    one_of(&mut rest, b"-")?;
    let month = number(&mut rest, 2, 12)?;
    one_of(&mut rest, b"-")?;
    let day = number(&mut rest, 2, 31)?;
    one_of(&mut rest, b"Tt ")?;
    let hour = number(&mut rest, 2, 23)?;
    one_of(&mut rest, b":")?;
    let minute = number(&mut rest, 2, 59)?;
    one_of(&mut rest, b":")?;
    let second = number(&mut rest, 2, 60)?;
    if one_of(&mut rest, b".").is_some() {
        number(&mut rest, 1, 9)?;
        while number(&mut rest, 1, 9).is_some() {}
    }
    let offset = match one_of(&mut rest, b"Zz+-")? {
        sign @ (b'+' | b'-') => {
            let hours = number(&mut rest, 2, 23)?;
            let minutes = match rest {
                [] => 0,
                _ => {
                    let _ = one_of(&mut rest, b":");
                    number(&mut rest, 2, 59)?
                }
            };
            let offset = time_of_day(hours, minutes, 0)?;
            if sign == b'-' { offset.checked_neg()? } else { offset }
        }
        _ => 0,
    };
    let date = Date { year, month, day, second: time_of_day(hour, minute, second)? };
    let seconds = date.seconds()?.checked_sub(offset)?;
    (rest.is_empty() && DATES.contains(&seconds)).then_some(seconds)
}

fn time_of_day(hour: i64, minute: i64, second: i64) -> Option<i64> {
    hour.checked_mul(3_600)?.checked_add(minute.checked_mul(60)?)?.checked_add(second)
}

/// Takes a number of exactly `count` digits, at most `max`, from the start of the text.
fn number(rest: &mut &[u8], count: usize, max: i64) -> Option<i64> {
    let (digits, after) = rest.split_at_checked(count)?;
    let digits = digits.iter().all(u8::is_ascii_digit).then_some(digits)?;
    let number = core::str::from_utf8(digits).ok()?.parse().ok()?;
    *rest = after;
    (number <= max).then_some(number)
}

/// Takes a byte that is one of `bytes` from the start of the text.
fn one_of(rest: &mut &[u8], bytes: &[u8]) -> Option<u8> {
    let (first, after) = rest.split_first()?;
    let first = bytes.contains(first).then_some(*first)?;
    *rest = after;
    Some(first)
}
