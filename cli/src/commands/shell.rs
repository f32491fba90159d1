//! `completions` and `man`: generate shell completions and manual pages from the same definition as the help.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Args, Command, CommandFactory, builder::Resettable, error::ErrorKind};
use clap_complete::Shell;
use clap_mangen::{
    Man,
    roff::{Roff, roman},
};

use crate::{error::Error, output};

/// Print completions for a shell.
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
    // If the name of a tool has a hyphen, clap_complete 4.6 gives its commands other names in bash than those that it compares them with.
    let text = String::from_utf8_lossy(&text).replace("tezos__subcmd__codec", "tezos__codec");
    output::print(&text)
}

/// Print the manual page of the tool or of one of its commands, or write all of them.
#[derive(Args)]
#[command(after_help = "Examples:\n  tezos-codec man | man -l -\n  tezos-codec man slice | man -l -\n  \
                        tezos-codec man --folder ~/.local/share/man/man1")]
pub(crate) struct Manual {
    /// The command, such as `slice` or `list encodings`; by default, the page of the tool.
    #[arg(conflicts_with = "folder")]
    command: Vec<String>,
    /// Write the pages of the tool and of each command into this folder.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub(crate) fn manual<C: CommandFactory>(arguments: &Manual) -> Result<ExitCode, Error> {
    let mut tool = C::command().disable_help_subcommand(true);
    tool.build();
    if let Some(folder) = &arguments.folder {
        fs::create_dir_all(folder).map_err(|error| Error::at_path(folder, error))?;
        write_all(&tool, &tool, folder)?;
        return Ok(ExitCode::SUCCESS);
    }
    let command = arguments.command.iter().try_fold(&tool, |above, name| above.find_subcommand(name));
    let Some(command) = command else {
        let name = arguments.command.join(" ");
        tool.error(ErrorKind::InvalidSubcommand, format_args!("there is no command `{name}`")).exit()
    };
    output::print(&page(&tool, command)?)
}

/// Writes the pages of a command and of its subcommands.
fn write_all(tool: &Command, command: &Command, folder: &Path) -> Result<(), Error> {
    let file = folder.join(Man::new(command.clone()).get_filename());
    fs::write(&file, page(tool, command)?).map_err(|error| Error::at_path(&file, error))?;
    command.get_subcommands().try_for_each(|inner| write_all(tool, inner, folder))
}

/// Returns the page of a command. The text after its help is split into sections. The exit statuses of the tool are added if it has none.
fn page(tool: &Command, command: &Command) -> Result<String, Error> {
    let bare = command.clone().after_help(Resettable::Reset).after_long_help(Resettable::Reset);
    let mut page = Vec::new();
    let rendered = Man::new(bare).render(&mut page);
    rendered.map_err(|error| Error::new(format_args!("the page cannot be made: {error}")))?;
    let page = String::from_utf8_lossy(&page);
    let (before, version) = page.split_once(VERSION).unwrap_or((&page, ""));
    let mut roff = Roff::new();
    let mut found = sections(command);
    if !found.iter().any(|(heading, _)| heading == STATUSES) {
        found.extend(sections(tool).into_iter().filter(|(heading, _)| heading == STATUSES));
    }
    for (heading, lines) in found {
        roff.control("SH", [heading.as_str()]);
        roff.control("nf", []);
        for line in lines {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
    }
    Ok(format!("{before}{}{VERSION}{version}", roff.to_roff()))
}

/// The line with which the last section of a page begins.
const VERSION: &str = ".SH VERSION";

/// The heading of the section about exit statuses.
const STATUSES: &str = "EXIT STATUS";

/// Splits the text after the help of a command into headings, each with its lines.
fn sections(command: &Command) -> Vec<(String, Vec<String>)> {
    let text = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string).unwrap_or_default();
    let mut sections: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        match (line.strip_suffix(':').filter(|_| !line.starts_with(' ')), sections.last_mut()) {
            // The usual heading in manual pages.
            (Some("Exit statuses"), _) => sections.push((STATUSES.to_owned(), Vec::new())),
            (Some(heading), _) => sections.push((heading.to_uppercase(), Vec::new())),
            (None, Some((_, lines))) => lines.push(line.to_owned()),
            (None, None) => {}
        }
    }
    for (_, lines) in &mut sections {
        lines.truncate(lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last.saturating_add(1)));
    }
    sections
}
