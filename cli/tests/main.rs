//! The tests of the tool, in one binary.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failing test panics"
)]

mod common;

mod blocks;
mod capture;
mod damage;
mod dumps;
#[cfg(target_os = "linux")]
mod forge;
mod history;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(unix)]
mod hostile_files;
mod ids;
mod layouts;
#[cfg(target_os = "linux")]
mod manners;
mod messages;
mod pcap;
mod peers;
mod profile;
mod record;
mod replay;
#[cfg(target_os = "linux")]
mod scale;
#[cfg(target_os = "linux")]
mod schemas;
#[cfg(target_os = "linux")]
mod transcripts;
