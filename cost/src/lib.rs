//! What it costs to decode, encode and hash a type of yours: measurements, models of them, and the models as code.
//!
//! A model is a sum: a constant, and a price for each byte, element, block and so on ([`Variable`]). It predicts the cost of a value from
//! counts of its parts. A bound is a constant and a price for each byte, from bytes of every kind that may [arrive](arriving): it predicts the most
//! that a length can cost, before anything is decoded.
//!
//! ```no_run
#![doc = include_str!("../examples/own_type.rs")]
//! ```
//!
//! | step                    | function                                 | result          |
//! |-------------------------|------------------------------------------|-----------------|
//! | what is measured        | [`subject`], [`Subject::new`]            | [`Lab`]         |
//! | what a bound is for     | [`arriving`], [`explained`]              | [`Lab`]         |
//! | make inputs             | [`Lab::inputs`]                          | [`Inputs`]      |
//! | measure times           | [`Lab::time`]                            | [`Measurement`] |
//! | count instructions      | [`Lab::count`]                           | [`Measurement`] |
//! | remove outliers         | [`Measurement::clean`]                   | [`Measurement`] |
//! | fit models              | [`Measurement::fit`] with a [`Fit`]      | [`Solution`]    |
//! | judge or check them     | [`Report::new`], [`Report::failures`]    | [`Report`]      |
//! | search above a bound    | [`Subject::closest`], [`variants`]       | [`Closest`]     |
//! | tables, drawings        | [`Report::write`], `Report::plot`        | files           |
//! | code                    | [`Solution::generate`] with [`Numbers`]  | Rust            |
//!
//! Each result is a value, which can be saved and loaded. A measurement starts the running program again, so that processes differ in where
//! their memory is: begin `main` with [`Lab::start`], which does the work of such a process. `Report::plot` needs the feature `plots`.
//!
//! A node that has models of another machine converts their costs with a [`Calibration`], which takes 0.6 seconds.
//!
//! The page `docs/cost-model.md` explains the steps to readers who have never made such a model, with those of `tezos_messages::cost` as the
//! example.

#![forbid(unsafe_code)]

mod arriving;
mod calibration;
mod callgrind;
mod clean;
mod closest;
mod error;
mod fit;
mod generate;
mod inputs;
mod lab;
mod measurement;
mod model;
#[cfg(feature = "plots")]
mod plot;
mod report;
mod setup;
mod subject;
mod times;
mod workload;

pub use arriving::{arriving, explained};
pub use calibration::{Calibration, Figures};
pub use closest::{Closest, variants};
pub use error::{Error, Result};
pub use fit::{Fit, Form, Solver};
pub use generate::{CastMode, FixedPoint, Numbers};
pub use inputs::{Input, InputOptions, Inputs};
pub use lab::Lab;
pub use measurement::{Measurement, Row, Unit};
pub use model::{Model, Solution, Term, Variable};
pub use report::{Format, KindReport, Report, ReportTable, Residual, Statistics};
pub use setup::{Setup, Timer};
pub use subject::{Direction, Sample, Subject, Work, subject};
pub use times::TimeOptions;
pub use workload::workload;

/// The examples of pages that are not part of the documentation of the crate.
#[cfg(doctest)]
#[doc = include_str!("../docs/cost-model.md")]
#[doc = include_str!("../README.md")]
mod pages {}
