//! Measured costs.

use std::{fmt, fs, path::Path};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Direction, Error, Input, Result, Setup};

/// The unit of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Times.
    Nanoseconds,
    /// Numbers of instructions.
    Instructions,
}

impl Unit {
    /// Returns the name for axes and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nanoseconds => "ns",
            Self::Instructions => "instructions",
        }
    }

    /// Returns the maximum relative error of a prediction that counts as close: 15 % of a time, 5 % of a number of instructions.
    #[must_use]
    pub const fn close(self) -> f64 {
        match self {
            Self::Nanoseconds => 0.15,
            Self::Instructions => 0.05,
        }
    }
}

/// The cost of one input in one direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The input.
    #[serde(flatten)]
    pub input: Input,
    /// The direction.
    pub direction: Direction,
    /// The cost, in the unit of the measurement; more than 0.
    pub cost: f64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { input, direction, cost } = self;
        write!(f, "{} {direction}: {cost:.1} for {} bytes, seed {}", input.kind, input.bytes, input.seed)
    }
}

/// The costs of inputs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The unit of all costs.
    pub unit: Unit,
    /// Where and how they were measured.
    pub setup: Setup,
    /// The costs, by kind and direction, short inputs first.
    pub rows: Vec<Row>,
    /// The rows that [`Measurement::clean`] has removed.
    pub removed: Vec<Row>,
}

/// The rows of a kind in a direction.
pub(crate) type Group<'m> = ((&'m str, Direction), Vec<&'m Row>);

impl Measurement {
    /// Returns the rows by kind and direction, in the order in which these first appear.
    pub(crate) fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for row in &self.rows {
            let key = (row.input.kind.as_str(), row.direction);
            match groups.iter_mut().find(|(other, _)| *other == key) {
                Some((_, rows)) => rows.push(row),
                None => groups.push((key, vec![row])),
            }
        }
        groups
    }

    /// Writes the measurement as JSON. Folders are made as needed.
    ///
    /// # Errors
    /// [`Error::File`]
    pub fn save(&self, file: &Path) -> Result<()> {
        save(file, self)
    }

    /// Reads a measurement that [`Measurement::save`] wrote.
    ///
    /// # Errors
    /// [`Error::File`]
    pub fn load(file: &Path) -> Result<Self> {
        load(file)
    }
}

/// Reads a JSON file.
pub(crate) fn load<T: DeserializeOwned>(file: &Path) -> Result<T> {
    let text = fs::read(file).map_err(Error::file(file))?;
    serde_json::from_slice(&text).map_err(Error::file(file))
}

/// Writes a JSON file.
pub(crate) fn save<T: Serialize>(file: &Path, value: &T) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(Error::file(folder))?;
    }
    let text = serde_json::to_vec(value).map_err(Error::file(file))?;
    fs::write(file, text).map_err(Error::file(file))
}
