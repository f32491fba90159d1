//! Models: linear functions of the counts of a value.

use std::{fmt, path::Path, str::FromStr};

use serde::{Deserialize, Serialize};
use tezos_encoding::cost::Workload;

use crate::{
    Direction, Error, Fit, Input, Result, Setup, Unit,
    measurement::{load, save},
};

/// Declares the variables, each with its name in files and options, its value and the code of its value.
macro_rules! variables {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, |$load:ident| $value:expr;)*) => {
        /// A variable of the models: a field or a method of [`Workload`], or 1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Variable {
            $($(#[$doc])* $variant,)*
        }

        impl Variable {
            /// All variables.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the name of the field or method.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns the value of the variable for a workload.
            #[must_use]
            pub const fn of(self, load: &Workload) -> u64 {
                match self { $(Self::$variant => { let $load = load; $value })* }
            }

            /// Returns the Rust expression for the value in a workload `load`.
            pub(crate) const fn expression(self) -> &'static str {
                match self { $(Self::$variant => stringify!($value),)* }
            }
        }
    };
}

variables! {
    /// 1 for every value.
    Constant, "constant", |_load| 1;
    /// [`Workload::bytes`].
    Bytes, "bytes", |load| load.bytes;
    /// [`Workload::contents`].
    Contents, "contents", |load| load.contents;
    /// [`Workload::contents_log2`].
    ContentsLog2, "contents_log2", |load| load.contents_log2();
    /// [`Workload::elements`].
    Elements, "elements", |load| load.elements;
    /// [`Workload::elements_log2`].
    ElementsLog2, "elements_log2", |load| load.elements_log2();
    /// [`Workload::fixed_elements`].
    FixedElements, "fixed_elements", |load| load.fixed_elements;
    /// [`Workload::options`].
    Options, "options", |load| load.options;
    /// [`Workload::blocks`].
    Blocks, "blocks", |load| load.blocks;
    /// [`Workload::large_blocks`].
    LargeBlocks, "large_blocks", |load| load.large_blocks;
    /// [`Workload::digits`].
    Digits, "digits", |load| load.digits;
    /// [`Workload::wide_digits`].
    WideDigits, "wide_digits", |load| load.wide_digits;
    /// [`Workload::depth`].
    Depth, "depth", |load| load.depth;
    /// [`Workload::blake2b_blocks`].
    Blake2bBlocks, "blake2b_blocks", |load| load.blake2b_blocks();
    /// [`Workload::bytes_log`].
    BytesLog, "bytes_log", |load| load.bytes_log();
    /// [`Workload::elements_log`].
    ElementsLog, "elements_log", |load| load.elements_log();
}

impl Variable {
    pub(crate) const fn is_n_log_n(self) -> bool {
        matches!(self, Self::BytesLog | Self::ElementsLog)
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Variable {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let found = Self::ALL.iter().copied().find(|variable| variable.name() == name);
        found.ok_or(Error::Option { name: "variables", allowed: "names of fields and methods of `Workload`" })
    }
}

/// A coefficient of a model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// The variable.
    pub variable: Variable,
    /// The cost per unit of the variable, in the unit of the measurement.
    pub coefficient: f64,
    /// Half the width of the 95 % confidence interval.
    pub confidence: f64,
}

/// The model of a kind in a direction: the sum of its terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// The name of the kind.
    pub kind: String,
    /// The direction.
    pub direction: Direction,
    /// The terms, none of which is 0.
    pub terms: Vec<Term>,
    /// By how much the criterion is better without `n log n` than with it; `None` if no set with it could be fitted.
    pub log_rejected_by: Option<f64>,
}

impl Model {
    /// Returns the predicted cost of a workload.
    #[must_use]
    pub fn predict(&self, load: &Workload) -> f64 {
        self.terms.iter().map(|term| term.coefficient * term.variable.of(load) as f64).sum()
    }
}

/// The sum, as `33.4 ± 0.5 + 0.009 ± 0.001 · bytes`.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Term { variable, coefficient, confidence }) in self.terms.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " + " })?;
            // A bound has no interval.
            let has_interval = *confidence > 0.0;
            match variable {
                Variable::Constant if has_interval => write!(f, "{coefficient:.1} ± {confidence:.1}")?,
                Variable::Constant => write!(f, "{coefficient:.1}")?,
                _ if has_interval => write!(f, "{coefficient:.3} ± {confidence:.3} · {variable}")?,
                _ => write!(f, "{coefficient:.3} · {variable}")?,
            }
        }
        Ok(())
    }
}

/// The models of all kinds of a measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solution {
    /// The unit of all models.
    pub unit: Unit,
    /// Where and how was measured.
    pub setup: Setup,
    /// How the models were fitted.
    pub fit: Fit,
    /// The models, in the order of the measurement.
    pub models: Vec<Model>,
    /// The inputs that the models were fitted to; errors of rounding are checked on them.
    pub inputs: Vec<Input>,
}

impl Solution {
    /// Returns the model of a kind in a direction.
    ///
    /// # Errors
    /// [`Error::NoModel`]
    pub fn model(&self, kind: &str, direction: Direction) -> Result<&Model> {
        let found = self.models.iter().find(|model| model.kind == kind && model.direction == direction);
        found.ok_or_else(|| Error::NoModel { kind: kind.to_owned(), direction })
    }

    /// Writes the solution as JSON. Folders are made as needed.
    ///
    /// # Errors
    /// [`Error::File`]
    pub fn save(&self, file: &Path) -> Result<()> {
        save(file, self)
    }

    /// Reads a solution that [`Solution::save`] wrote.
    ///
    /// # Errors
    /// [`Error::File`]
    pub fn load(file: &Path) -> Result<Self> {
        load(file)
    }
}
