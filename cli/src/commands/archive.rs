//! `archive` and `sql`: commands of the program `tezos-codec-archive`, which is started as git starts its subcommands. It is built from several
//! hundred crates and needs a newer Rust, neither of which the tool should need.

use std::{
    env,
    ffi::OsString,
    io::ErrorKind,
    path::PathBuf,
    process::{Command, ExitCode},
};

use crate::error::Error;

/// The name of the program.
const PROGRAM: &str = "tezos-codec-archive";

/// Runs the other program with the rest of the arguments, if the first one is a command of it.
pub(crate) fn run(mut arguments: impl Iterator<Item = OsString>) -> Option<Result<ExitCode, Error>> {
    let command = arguments.next()?;
    let own: &[&str] = match command.to_str()? {
        "archive" => &[],
        "sql" => &["sql"],
        _ => return None,
    };
    let beside =
        env::current_exe().ok().map(|tool| tool.with_file_name(format!("{PROGRAM}{}", env::consts::EXE_SUFFIX)));
    let program = beside.filter(|program| program.is_file()).unwrap_or_else(|| PathBuf::from(PROGRAM));
    Some(match Command::new(program).args(own).args(arguments).status() {
        Ok(status) => {
            Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Error::new(format_args!(
            "`archive` and `sql` are commands of the program {PROGRAM}, which is neither beside this one nor in PATH: install it with \
             `cargo install --path archive/cli`"
        ))),
        Err(error) => Err(Error::new(format_args!("{PROGRAM} cannot be started: {error}"))),
    })
}
