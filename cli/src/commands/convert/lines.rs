//! Converts a value on each line.

use std::{io::BufRead, process::ExitCode};

use crate::{
    error::Error,
    output,
    session::lines::{Line, Lines, TextPosition},
};

/// The number of characters that are printed at once.
const PIECE: usize = 0x1_0000;

/// Converts each line and prints the results on lines of their own. The line of a value that is refused is empty. Blank lines are left out.
pub(super) fn convert(
    source: &str,
    reader: impl BufRead,
    convert: impl Fn(&str) -> Result<String, String>,
) -> Result<ExitCode, Error> {
    let (mut out, mut status) = (String::new(), ExitCode::SUCCESS);
    for line in Lines::new(source, reader, TextPosition::default()) {
        let Line { number, text, .. } = line?;
        match convert(&text) {
            Ok(converted) => out.push_str(&converted),
            Err(sentence) => {
                output::complain(&Error::in_file(source, sentence).at_line(number));
                status = ExitCode::FAILURE;
            }
        }
        out.push('\n');
        if out.len() >= PIECE {
            if !output::print_on(&out)? {
                return Ok(status);
            }
            out.clear();
        }
    }
    output::print_on(&out)?;
    Ok(status)
}
