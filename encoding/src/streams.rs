#![doc = include_str!("../docs/streams.md")]
