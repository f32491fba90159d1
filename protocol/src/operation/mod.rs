//! Operations: their contents, kind by kind, and the signed whole.
