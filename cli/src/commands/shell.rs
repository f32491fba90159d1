//! `completions` and `man`: what a shell and `man` know of the tool, made from the same definition as its help.

use std::{fs, path::PathBuf, process::ExitCode};

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::{error::Error, output};

/// Print the completions for a shell.
#[derive(Args)]
#[command(
    after_help = "Example:\n  tezos-codec completions bash > ~/.local/share/bash-completion/completions/tezos-codec"
)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

pub(crate) fn completions<C: CommandFactory>(arguments: &Completions) -> Result<ExitCode, Error> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut C::command(), "tezos-codec", &mut text);
    output::print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

/// Print the manual page of the tool, or write those of all its commands.
#[derive(Args)]
#[command(after_help = "Examples:\n  tezos-codec man | man -l -\n  tezos-codec man --folder ~/.local/share/man/man1")]
pub(crate) struct Manual {
    /// Write the pages of the tool and of each command into this folder.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub(crate) fn manual<C: CommandFactory>(arguments: &Manual) -> Result<ExitCode, Error> {
    match &arguments.folder {
        Some(folder) => {
            let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(C::command(), folder));
            written.map_err(|error| Error::at_path(folder, error))?;
        }
        None => {
            let mut page = Vec::new();
            let rendered = Man::new(C::command()).render(&mut page);
            rendered.map_err(|error| Error::new(format_args!("the page cannot be made: {error}")))?;
            output::print(&String::from_utf8_lossy(&page))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
