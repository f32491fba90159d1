//! What each attribute means: one file an attribute, each with the schema, the bytes and the bounds of small types.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test panics where it fails"
)]

mod common;

mod arena;
mod assoc;
mod binding;
mod bound;
mod bounded;
mod builtin;
mod bytes;
mod canonical;
mod case;
mod choice;
mod compact;
mod composite;
mod constant;
mod count;
mod crate_path;
mod deprecated;
mod description;
mod dft;
mod dynamic;
mod endian;
mod flatten;
mod guard;
mod hash;
mod id;
mod ignore_unknown;
mod incomplete;
mod json;
mod json_document;
mod json_errors;
mod json_only;
mod lazy;
mod legacy;
mod list;
mod list_min;
mod magic;
mod mu;
mod mutez;
mod name;
mod narith;
mod null;
mod option;
mod option_default;
mod other;
mod padded;
mod parameters;
mod primitives;
mod range;
mod raw;
mod reserve;
mod rest;
mod select;
mod shapes;
#[path = "../common/shared.rs"]
mod shared;
mod short_dynamic;
mod size_le;
mod sized;
mod skip;
mod string;
mod string_enum;
mod struct_tag;
mod suffix_len;
mod surprises;
mod tag;
mod tags;
mod text;
mod this;
mod timestamp;
mod title;
mod transparent;
mod try_from;
mod versioned;
mod view;
mod whole;
mod with;
mod writing;
mod zarith;
