//! The file in which a node keeps the points that it knows.

use core::time::Duration;
use std::{
    fs::{self, File},
    io::{self, Read as _, Write as _},
    path::Path,
};

use tezos_encoding::{BinWriter, FromJson as _, HasEncoding, NomReader, ToJson as _};
use tezos_messages::{hash::PeerId, point::Point, timestamp::Timestamp};

use super::Pool;

/// The longest file of points that is read: a point has at most 150 bytes.
const FILE_MAX_BYTES: u64 = 1 << 22;

/// A point that a node knows, as it is stored.
///
/// | bytes  | field      | encoding                  |
/// |-------:|------------|---------------------------|
/// | 4 + n  | `point`    | [`Point`]                 |
/// | 1      | `trusted`  | `bool`                    |
/// | 1      | `public`   | `bool`                    |
/// | 1 + 16 | `expected` | `option` of a [`PeerId`]  |
/// | 1 + 8  | `seen`     | `option` of a [`Timestamp`] |
///
/// The format is this crate's own, and its JSON is what [`store`] writes. Octez keeps `peers.json`, with more about each peer.
///
/// # Errors
/// Those of the point; `Not_enough_data`.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownPoint {
    /// The point.
    pub point: Point,
    /// True if the operator of the node trusts it.
    pub trusted: bool,
    /// True if its node was met and may be advertised.
    pub public: bool,
    /// The only peer that may be there.
    pub expected: Option<PeerId>,
    /// When its node was last seen.
    pub seen: Option<Timestamp>,
}

/// All points of a file.
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
struct KnownPointsFile(#[encoding(dynamic, list)] Vec<KnownPoint>);

impl Pool {
    /// Returns the known points, to be stored.
    pub fn known(&self) -> impl Iterator<Item = KnownPoint> {
        let seconds = |time: Duration| Timestamp(i64::try_from(time.as_secs()).unwrap_or(i64::MAX));
        self.known.iter().map(move |(point, known)| KnownPoint {
            point: *point,
            trusted: known.trusted,
            public: known.is_public,
            expected: known.expected,
            seen: known.seen.map(seconds),
        })
    }

    /// Adds points that were stored.
    pub fn restore(&mut self, points: impl IntoIterator<Item = KnownPoint>) {
        for KnownPoint { point, trusted, public, expected, seen } in points {
            if trusted {
                self.trust(point, expected);
            } else {
                self.learn([point]);
            }
            if let Some(known) = self.known.get_mut(&point) {
                known.is_public = public;
                known.seen = seen.and_then(|Timestamp(seconds)| u64::try_from(seconds).ok()).map(Duration::from_secs);
            }
        }
    }
}

/// Reads points from a file that [`store`] wrote. There are none if the file does not exist.
///
/// # Errors
/// Those of the system; `InvalidData` if the file is not the JSON of points.
pub fn load(file: &Path) -> io::Result<Vec<KnownPoint>> {
    let mut text = String::new();
    match File::open(file) {
        Ok(file) => _ = file.take(FILE_MAX_BYTES).read_to_string(&mut text)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    }
    let read = KnownPointsFile::from_json(&text);
    read.map(|KnownPointsFile(points)| points)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
}

/// Writes points as JSON. The file is replaced as a whole, so that it is never half written.
///
/// # Errors
/// Those of the system.
pub fn store(file: &Path, points: impl IntoIterator<Item = KnownPoint>) -> io::Result<()> {
    let text = KnownPointsFile(points.into_iter().collect()).to_json().map_err(io::Error::other)?;
    let unfinished = file.with_extension("unfinished");
    let mut written = File::create(&unfinished)?;
    written.write_all(text.as_bytes())?;
    written.sync_all()?;
    fs::rename(&unfinished, file)
}
