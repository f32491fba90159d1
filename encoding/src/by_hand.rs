#![doc = include_str!("../docs/by-hand.md")]
