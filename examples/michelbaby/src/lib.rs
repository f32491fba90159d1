#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod bare;
pub mod cases;
pub mod check;
pub mod continuations;
pub mod native;
pub mod program;
pub mod recursive;
pub mod report;
pub mod stack;
