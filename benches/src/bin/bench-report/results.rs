//! Reads the measurements of criterion from its files.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use serde_json::Value;
use tezos_codec_benches::samples::Samples;

/// The functions that come first, in this order; the others follow by name.
const FIRST: [&str; 10] = [
    "ours",
    "derived",
    "ours, same values",
    "derived, reused buffer",
    "by hand",
    "memcpy",
    "encode, then hash",
    "validate",
    "drop",
    "tezos_data_encoding",
];

/// A function and its median time in nanoseconds.
pub(crate) type Time = (String, f64);

/// The measurements of one message: all functions that do the same work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    /// The length of the message on the wire, if it is known.
    pub(crate) bytes: Option<u64>,
    /// The functions and their times, in the order in which they are shown.
    pub(crate) times: Vec<Time>,
}

impl Group {
    /// Returns the time with which the others are compared.
    pub(crate) fn yardstick(&self) -> Option<f64> {
        self.time("by hand").or_else(|| self.time("encode, then hash"))
    }

    /// Returns the ratio of a function's time to the yardstick; `None` for the yardstick itself, and for functions that do only
    /// part of the work.
    pub(crate) fn ratio(&self, function: &str) -> Option<f64> {
        let compared = !["by hand", "encode, then hash", "drop"].contains(&function);
        self.time(function).zip(self.yardstick()).filter(|_| compared).map(|(time, yardstick)| time / yardstick)
    }

    /// Returns the time of a function.
    pub(crate) fn time(&self, function: &str) -> Option<f64> {
        self.times.iter().find(|(name, _)| name == function).map(|(_, time)| *time)
    }

    fn add(&mut self, function: &str, time: f64) {
        self.times.push((function.to_owned(), time));
        self.times.sort_by_key(|(name, _)| {
            (FIRST.iter().position(|first| first == name).unwrap_or(FIRST.len()), name.clone())
        });
    }
}

/// Times by length: for each function its points.
pub(crate) type Lines = BTreeMap<String, Vec<(f64, f64)>>;

/// All results, by the name of the group.
#[derive(Debug, Default)]
pub(crate) struct Results {
    groups: BTreeMap<String, Group>,
    scaling: BTreeMap<String, Lines>,
}

impl Results {
    /// Reads `target/criterion`.
    pub(crate) fn read(criterion: &Path) -> io::Result<Self> {
        let mut results = Self::default();
        let mut folders = vec![criterion.to_owned()];
        while let Some(folder) = folders.pop() {
            let mut inner: Vec<PathBuf> = fs::read_dir(&folder)?.flatten().map(|entry| entry.path()).collect();
            inner.retain(|path| path.is_dir() && path.file_name().is_some_and(|name| name != "report"));
            for path in inner {
                if path.ends_with("new") { results.add(&path)? } else { folders.push(path) }
            }
        }
        results.scaling.values_mut().flat_map(BTreeMap::values_mut).for_each(|points| {
            points.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        });
        Ok(results)
    }

    /// Adds the newest result of a function.
    fn add(&mut self, folder: &Path) -> io::Result<()> {
        let read = |name: &str| -> io::Result<Value> { Ok(serde_json::from_slice(&fs::read(folder.join(name))?)?) };
        let (benchmark, estimates) = (read("benchmark.json")?, read("estimates.json")?);
        let text = |field: &str| benchmark.get(field).and_then(Value::as_str);
        let median = estimates.pointer("/median/point_estimate").and_then(Value::as_f64);
        let (Some(group), Some(time)) = (text("group_id"), median) else {
            return Err(io::Error::other(format!("{}: not a result of criterion", folder.display())));
        };
        let function = text("function_id").unwrap_or(group);
        if let Some(name) = group.strip_prefix("scaling/") {
            // The name of the function is in the name of the group, or separate.
            let (name, function) = name.split_once('/').unwrap_or((name, function));
            let length = text("value_str").unwrap_or(function).parse().map_err(io::Error::other)?;
            self.scaling
                .entry(name.to_owned())
                .or_default()
                .entry(function.to_owned())
                .or_default()
                .push((length, time));
            return Ok(());
        }
        let group = self.groups.entry(group.to_owned()).or_default();
        group.bytes = benchmark.pointer("/throughput/Bytes").and_then(Value::as_u64);
        group.add(function, time);
        Ok(())
    }

    /// Returns the groups whose names start with `what`, by message: those of the samples come first, in their order.
    pub(crate) fn messages(&self, what: &str) -> Vec<(String, Group)> {
        let samples = Samples::made();
        let position = |name: &str| samples.messages().position(|(sample, _)| sample == name).unwrap_or(usize::MAX);
        let named =
            self.groups.iter().filter_map(|(name, group)| Some((name.strip_prefix(what)?.to_owned(), group.clone())));
        let mut messages: Vec<_> = named.collect();
        messages.sort_by_key(|(name, _)| position(name));
        messages
    }

    /// Returns the measurements by length.
    pub(crate) fn scaling(&self) -> &BTreeMap<String, Lines> {
        &self.scaling
    }
}

/// Formats a time with three digits and its unit.
pub(crate) fn duration(nanoseconds: f64) -> String {
    let (time, unit) = match nanoseconds {
        time if time < 1e3 => (time, "ns"),
        time if time < 1e6 => (time / 1e3, "µs"),
        time => (time / 1e6, "ms"),
    };
    let decimals = if time < 9.995 {
        2
    } else if time < 99.95 {
        1
    } else {
        0
    };
    format!("{time:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        assert_eq!(duration(1.234), "1.23 ns");
        assert_eq!(duration(12.34), "12.3 ns");
        assert_eq!(duration(999.4), "999 ns");
        assert_eq!(duration(22_700.0), "22.7 µs");
        assert_eq!(duration(19_000_000.0), "19.0 ms");
    }
}
