//! Functions of the user.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::error::ErrorKind;

/// A function of the user that stands between the wire and the type.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// What it is, which names its refusals.
    pub kind: CheckKind,
    /// Its name, for errors.
    pub function: &'static str,
    /// Runs it on the bytes of a value; `None` where the type borrows or is generic, so that only the reader can.
    pub run: Option<Run>,
}

/// What a function of the user is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckKind {
    /// A predicate (`with_guard`): `User_invariant_guard`.
    Guard,
    /// A conversion (`conv` with a function that raises): `Exception_raised_in_user_function`.
    Conversion,
}

impl Check {
    /// A predicate.
    pub const fn guard(function: &'static str, run: Option<Run>) -> Self {
        Self { kind: CheckKind::Guard, function, run }
    }

    /// A conversion.
    pub const fn conversion(function: &'static str, run: Option<Run>) -> Self {
        Self { kind: CheckKind::Conversion, function, run }
    }

    /// A refusal, in the function's words.
    pub fn refusal(&self, message: impl Into<Cow<'static, str>>) -> ErrorKind {
        let (function, message) = (self.function, message.into());
        match self.kind {
            CheckKind::Guard => ErrorKind::UserGuard { function, message },
            CheckKind::Conversion => ErrorKind::UserFunction { function, message },
        }
    }
}

/// A function of the user, run on the bytes of a value: nothing, or what it says against the value.
pub type Run = fn(&[u8]) -> Result<(), String>;
