//! Micheline: the expressions that Michelson is written in.
