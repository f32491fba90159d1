//! Converts a value on each line.

use std::{
    fs::File,
    io::{BufRead, BufReader, stdin},
    path::Path,
    process::ExitCode,
};

use crate::{
    error::Error,
    input::file_name,
    output,
    session::lines::{Line, Lines, TextPosition},
};

/// The number of characters that are printed at once.
const PIECE: usize = 0x1_0000;

/// Converts each line of a file, or of standard input for `-`, and prints the results on lines of their own. The line of a value that is refused is
/// empty. Blank lines are left out.
pub(super) fn convert(argument: &str, convert: impl Fn(&str) -> Result<String, String>) -> Result<ExitCode, Error> {
    let reader: Box<dyn BufRead> = match argument {
        "-" => Box::new(stdin().lock()),
        path => {
            let opened = File::open(path).map_err(|error| Error::at_path(Path::new(path), error));
            Box::new(BufReader::new(opened?))
        }
    };
    let (mut out, mut status) = (String::new(), ExitCode::SUCCESS);
    let source = file_name(argument);
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
