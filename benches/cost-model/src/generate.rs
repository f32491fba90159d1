//! Writes the models of all kinds as Rust modules.

use std::{fmt::Write as _, fs, path::Path, process::Command};

use tezos_codec_cost::{Direction, FixedPoint, Numbers, Solution, Unit};

use crate::{
    Result,
    kinds::{Home, Kind, Tag, explanations, kinds},
};

/// Writes the functions of messages that are committed: the bounds that sessions charge, and the costs of decoding.
pub(crate) fn messages(time: &Solution, bounds: &Solution, root: &Path) -> Result<()> {
    save(&root.join("messages/src/cost.rs"), Home::Messages, (time, Some(bounds)), &[Direction::Decode], "")
}

/// Writes all functions of messages and of operations into a folder.
pub(crate) fn all(time: &Solution, instructions: &Solution, fixed: FixedPoint, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    for (home, file) in [(Home::Messages, "messages.rs"), (Home::Protocol, "operations.rs")] {
        let more = shifts(home, time, fixed)? + &counts(home, instructions)?;
        save(&folder.join(file), home, (time, None), &Direction::ALL, &more)?;
    }
    Ok(())
}

/// Writes a module with the bounds and the costs of some directions, and more code behind them.
fn save(
    file: &Path,
    home: Home,
    (time, bounds): (&Solution, Option<&Solution>),
    directions: &[Direction],
    more: &str,
) -> Result<()> {
    if [Some(time), bounds].into_iter().flatten().any(|solution| solution.unit != Unit::Nanoseconds) {
        return Err("the models of times are in another unit".into());
    }
    let mut out = heading(home, time, bounds, directions);
    out.push_str(&enumeration(home));
    out.push_str(&most(home, bounds)?);
    for direction in directions {
        out.push_str(&function(home, time, *direction, &Numbers::Integers, "")?);
    }
    fs::write(file, out + more)?;
    if !Command::new("rustfmt").arg("--edition=2024").arg(file).status()?.success() {
        return Err(format!("rustfmt refuses {}", file.display()).into());
    }
    println!("{}", file.display());
    Ok(())
}

fn of_home(home: Home) -> Vec<Kind> {
    kinds().into_iter().filter(|kind| kind.home == home).collect()
}

/// Returns the module of the costs with shifts and adds.
fn shifts(home: Home, time: &Solution, fixed: FixedPoint) -> Result<String> {
    let mut out = format!(
        "/// The same models in fixed-point arithmetic: coefficients of at most {} powers of two, no multiplication.\npub mod shifts {{\n\
         use super::{{Cost, InputKind, Sum, Workload}};\n\n",
        fixed.precision
    );
    for direction in Direction::ALL {
        out.push_str(&function(home, time, direction, &Numbers::FixedPoint(fixed), "    ")?);
    }
    Ok(out + "}\n\n")
}

/// Returns the module of the numbers of instructions.
fn counts(home: Home, instructions: &Solution) -> Result<String> {
    if instructions.unit != Unit::Instructions {
        return Err("the models of instructions are in another unit".into());
    }
    let mut out = format!(
        "/// Models of the number of instructions, which callgrind counted with {}. They are not affected by clocks and other processes.\n\
         pub mod instructions {{\nuse super::{{InputKind, Sum, Workload}};\n\n",
        instructions.setup.rustc
    );
    for direction in Direction::ALL {
        out.push_str(&function(home, instructions, direction, &Numbers::Integers, "    ")?);
    }
    Ok(out + "}\n")
}

fn heading(home: Home, time: &Solution, bounds: Option<&Solution>, directions: &[Direction]) -> String {
    let (what, unit) = match home {
        Home::Messages => ("a message", "messages"),
        Home::Protocol => ("an operation", "operations"),
    };
    let build = |solution: &Solution| {
        let setup = &solution.setup;
        format!("a release build of {} on one core of `{}` with {}", setup.day(), setup.processor, setup.rustc)
    };
    let hashing = if directions.contains(&Direction::Hash) { ", hashing is BLAKE2b of the bytes" } else { "" };
    let bound =
        bounds.map(|bounds| format!("\n//! [`most_cost`] is a bound, from {}.", build(bounds))).unwrap_or_default();
    format!(
        "//! The cost of {what} by its kind and size.\n//!\n\
         //! Generated from measurements by `cargo run --release -p tezos-codec-cost-model -- generate`; \
         `cost/docs/cost-model.md`\n//! explains how. Costs are times in picoseconds. Decoding includes dropping the value{hashing}. The models are \
         averages,\n//! from {}. The numbers differ\n//! from the fitted models by at most 2 % on the {unit} that were measured, of up to 1 MiB; \
         {}{bound}\n\nuse tezos_encoding::cost::{{Cost, Sum, Workload}};\n\n",
        build(time),
        match home {
            Home::Messages => "beyond, they are extrapolated.",
            Home::Protocol => "each kind was measured in the newest protocol that has it.",
        },
    )
}

fn enumeration(home: Home) -> String {
    let kinds = of_home(home);
    let mut variants = String::new();
    let mut names = String::new();
    let mut arms = [String::new(), String::new(), String::new()];
    for kind in &kinds {
        let (name, title) = (kind.subject.name(), &kind.title);
        let about = match kind.tag {
            Tag::None => format!("The {title}"),
            Tag::Peer(tag) => format!("`{title}`, tag `{tag:#04x}`"),
            Tag::Dal(tag) => format!("`{title}` between DAL nodes, tag `{tag:#04x}`"),
            Tag::Contents { tag, .. } => format!("An operation whose contents are `{title}`, tag {tag}"),
        };
        let _ = write!(variants, "/// {about}.\n{name},\n");
        let _ = writeln!(names, "Self::{name} => \"{name}\",");
        let (arm, pattern) = match kind.tag {
            Tag::None => continue,
            Tag::Peer(tag) => (0, format!("{tag:#04x}")),
            Tag::Dal(tag) => (1, format!("{tag:#04x}")),
            Tag::Contents { tag, since: 0, until: u16::MAX } => (2, format!("({tag}, _)")),
            Tag::Contents { tag, since, until: u16::MAX } => (2, format!("({tag}, {since}..)")),
            Tag::Contents { tag, since: 0, until } => (2, format!("({tag}, ..={until})")),
            Tag::Contents { tag, since, until } => (2, format!("({tag}, {since}..={until})")),
        };
        let _ = writeln!(arms[arm], "{pattern} => Some(Self::{name}),");
    }
    let [peer, dal, contents] = arms;
    let of = |name: &str, about: &str, arguments: &str, value: &str, arms: &str| {
        format!(
            "/// {about}\n#[must_use]\npub const fn {name}({arguments}) -> Option<Self> {{\nmatch {value} {{\n{arms}_ => None,\n}}\n}}\n\n"
        )
    };
    let lookups = match home {
        Home::Messages => {
            of("of_tag", "Returns the kind of a message between the nodes of a chain.", "tag: u16", "tag", &peer)
                + &of(
                    "of_dal_tag",
                    "Returns the kind of a gossipsub message between DAL nodes.",
                    "tag: u16",
                    "tag",
                    &dal,
                )
        }
        Home::Protocol => of(
            "of_contents",
            "Returns the kind of an operation by the tag of its first contents, which is the byte after the 32 bytes of the branch, and \
             the number\n/// of its protocol.",
            "tag: u8, protocol: u16",
            "(tag, protocol)",
            &contents,
        ),
    };
    let count = kinds.len();
    let all = kinds.iter().map(|kind| format!("Self::{},", kind.subject.name())).collect::<String>();
    format!(
        "/// A kind of input that has a cost model.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n#[non_exhaustive]\npub enum InputKind \
         {{\n{variants}}}\n\nimpl InputKind {{\n/// All kinds.\npub const ALL: [Self; {count}] = [{all}];\n\n{lookups}/// Returns the name of the \
         variant.\n#[must_use]\npub const fn name(self) -> &'static str {{\nmatch self {{\n{names}}}\n}}\n}}\n\n"
    )
}

/// Returns the function that bounds the cost of reading bytes of a kind and a length; nothing without bounds.
fn most(home: Home, bounds: Option<&Solution>) -> Result<String> {
    let Some(bounds) = bounds else { return Ok(String::new()) };
    let mut arms = String::new();
    for kind in of_home(home) {
        let Some(arriving) = &kind.arriving else { continue };
        let sum = bounds.sum(arriving.name(), Direction::Decode, &Numbers::Integers)?;
        let _ = writeln!(arms, "        InputKind::{} => {},", kind.subject.name(), sum.replace("load.bytes", "bytes"));
    }
    let mut sums = String::new();
    for subject in explanations() {
        let sum = bounds.sum(subject.name(), Direction::Decode, &Numbers::Integers)?;
        let _ = writeln!(sums, "        {},", sum.replace("load.bytes", "bytes"));
    }
    Ok(format!(
        "/// Returns a bound on the cost of reading `bytes` bytes of this kind, valid or not, and of dropping the value: a quarter above the \
         greatest that was\n/// measured. The explanation of an error, which [`Refused::explain`](tezos_encoding::Refused::explain) finds when it is \
         called, is not part of it:\n/// [`explanation_cost`] is.\n#[must_use]\n#[rustfmt::skip]\npub const fn most_cost(kind: InputKind, bytes: u64) -> Cost {{\n    \
         let sum = match kind {{\n{arms}    }};\n    Cost(sum.total())\n}}\n\n\
         /// Returns a bound on the cost of reading `bytes` bytes of any kind, refusing them, and explaining why.\n\
         #[must_use]\n#[rustfmt::skip]\npub const fn explanation_cost(bytes: u64) -> Cost {{\n    \
         let mut rest: &[Sum] = &[\n{sums}    ];\n    let mut most = 0;\n    \
         while let [sum, others @ ..] = rest {{\n        let total = sum.total();\n        if total > most {{ most = total; }}\n        \
         rest = others;\n    }}\n    Cost(most)\n}}\n\n"
    ))
}

/// Returns the function of a direction, whose lines start with `indent`.
fn function(home: Home, solution: &Solution, direction: Direction, numbers: &Numbers, indent: &str) -> Result<String> {
    let mut arms = String::new();
    for kind in of_home(home) {
        let name = kind.subject.name();
        // What is not hashed costs what it does to encode it.
        let measured = if kind.subject.has(direction) { direction } else { Direction::Encode };
        let _ = writeln!(arms, "{indent}        InputKind::{name} => {},", solution.sum(name, measured, numbers)?);
    }
    let verb = match direction {
        Direction::Decode => "decoding and dropping a value",
        Direction::Encode => "encoding a value",
        Direction::Hash => "hashing a value",
    };
    // Each kind is one line, however long.
    let lines = |about: &str, name: &str, output: &str, result: &str| {
        format!(
            "{indent}/// {about} {verb}.\n{indent}#[must_use]\n{indent}#[rustfmt::skip]\n{indent}pub const fn {name}(kind: InputKind, load: &Workload) -> {output} {{\n{indent}    \
             let sum = match kind {{\n{arms}{indent}    }};\n{indent}    {result}\n{indent}}}\n\n"
        )
    };
    let name = direction.name();
    Ok(match solution.unit {
        Unit::Nanoseconds => lines("Returns the average cost of", &format!("{name}_cost"), "Cost", "Cost(sum.total())"),
        Unit::Instructions => lines("Returns the average number of instructions of", name, "u64", "sum.total() / 1000"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The module of messages that is committed is the one that the generator writes, but for the figures.
    #[test]
    fn the_committed_module_has_the_kinds_of_the_schema() {
        let committed = include_str!("../../../messages/src/cost.rs");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let committed = words(committed).join(" ");
        for line in enumeration(Home::Messages).lines().filter(|line| line.contains("=>")) {
            assert!(committed.contains(&words(line).join(" ")), "{line}");
        }
        assert!(committed.contains("pub const fn most_cost(kind: InputKind, bytes: u64) -> Cost {"));
        assert!(committed.contains("/// Returns the average cost of decoding and dropping a value."));
    }
}
