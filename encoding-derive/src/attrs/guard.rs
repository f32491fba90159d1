//! `guard = "path"`, `guard(function = "path", since = N, until = N, exception)`: a function that accepts or refuses a value.

use syn::Result;

use super::during::DuringAttrs;
use super::item::{Arg, Item, set, set_flag};
use crate::model::{During, Guard};

/// Adds a guard, which is run after those before it.
pub(super) fn take(guards: &mut Vec<Guard>, item: &Item) -> Result<()> {
    let (mut function, mut exception, mut during) = (None, None, DuringAttrs::default());
    match &item.arg {
        Arg::List(items) => {
            for item in items {
                match item.key.to_string().as_str() {
                    "function" => set(&mut function, item, item.path()?)?,
                    "exception" => set_flag(&mut exception, item)?,
                    _ if during.take(item)? => {}
                    _ => {
                        let known = ["function", "since", "until", "exception"];
                        return item.unknown(&known, "`guard` takes function, since, until, exception");
                    }
                }
            }
        }
        _ => function = Some(item.path()?),
    }
    let Some(function) = function else { return item.error("name the function: `guard(function = \"path\", ..)`") };
    let during = during.during();
    during.map_or(Ok(()), During::check_order)?;
    guards.push(Guard { function, during, is_exception: exception.is_some(), span: item.span() });
    Ok(())
}
