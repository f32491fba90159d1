//! Writes the models as Rust modules.

use std::{fmt::Write as _, fs, path::Path, process::Command};

use crate::shape::{Bound, Shape};
use time::OffsetDateTime;

use crate::{
    Result,
    files::{Direction, Home, Model, Solution, Unit, Variable},
    subject::{Subject, Tag, subjects},
};

/// How far the numbers in the code may be from the models.
pub(crate) struct Exactness {
    /// Maximum relative difference from the model on the measured workloads.
    pub(crate) tolerance: f64,
    /// Maximum number of powers of two in a coefficient.
    pub(crate) precision: u32,
}

/// The unit of a sum in generated code is a thousandth of a nanosecond or an instruction, with ten fractional bits.
const SCALE: f64 = 1000.0 * 1024.0;

/// How the generated code computes a sum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Multiplications with integers.
    Integers,
    /// Shifts and adds.
    Shifts,
}

/// Writes the functions that sessions call: the costs of decoding messages.
pub(crate) fn messages(time: &Solution, exactness: &Exactness, root: &Path) -> Result<()> {
    let file = root.join("messages/src/cost.rs");
    save(&file, Home::Messages, time, &[Direction::Decode], exactness, "")
}

/// Writes all functions of messages and of operations into a folder.
pub(crate) fn all(time: &Solution, instructions: &Solution, exactness: &Exactness, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    for (home, file) in [(Home::Messages, "messages.rs"), (Home::Protocol, "operations.rs")] {
        let more = shifts(home, time, exactness)? + &counts(home, instructions, exactness)?;
        save(&folder.join(file), home, time, &Direction::ALL, exactness, &more)?;
    }
    Ok(())
}

/// Writes a module with the costs of some directions, and more code behind them.
fn save(
    file: &Path,
    home: Home,
    time: &Solution,
    directions: &[Direction],
    exactness: &Exactness,
    more: &str,
) -> Result<()> {
    if time.unit != Unit::Nanoseconds {
        return Err("the models of times are in another unit".into());
    }
    let mut out = heading(home, time, directions, exactness)?;
    out.push_str(&kinds(home));
    out.push_str(&bound(home));
    for direction in directions {
        out.push_str(&function(home, time, *direction, Form::Integers, exactness)?);
    }
    fs::write(file, out + more)?;
    if !Command::new("rustfmt").arg("--edition=2024").arg(file).status()?.success() {
        return Err(format!("rustfmt refuses {}", file.display()).into());
    }
    println!("{}", file.display());
    Ok(())
}

fn of_home(home: Home) -> Vec<Subject> {
    subjects().into_iter().filter(|subject| subject.home == home).collect()
}

/// Returns the module of the costs with shifts and adds.
fn shifts(home: Home, time: &Solution, exactness: &Exactness) -> Result<String> {
    let mut out = format!(
        "/// The same models in fixed-point arithmetic: coefficients of at most {} powers of two, no multiplication.\npub mod shifts {{\n\
         use super::{{Cost, InputKind, Sum, Workload}};\n\n",
        exactness.precision
    );
    for direction in Direction::ALL {
        out.push_str(&function(home, time, direction, Form::Shifts, exactness)?);
    }
    Ok(out + "}\n\n")
}

/// Returns the module of the numbers of instructions.
fn counts(home: Home, instructions: &Solution, exactness: &Exactness) -> Result<String> {
    if instructions.unit != Unit::Instructions {
        return Err("the models of instructions are in another unit".into());
    }
    let mut out = format!(
        "/// Models of the number of instructions, which callgrind counted with {}. They are not affected by clocks and other processes.\n\
         pub mod instructions {{\nuse super::{{InputKind, Sum, Workload}};\n\n",
        instructions.setup.rustc
    );
    for direction in Direction::ALL {
        out.push_str(&function(home, instructions, direction, Form::Integers, exactness)?);
    }
    Ok(out + "}\n")
}

fn heading(home: Home, time: &Solution, directions: &[Direction], exactness: &Exactness) -> Result<String> {
    let (what, unit) = match home {
        Home::Messages => ("a message", "messages"),
        Home::Protocol => ("an operation", "operations"),
    };
    let date = OffsetDateTime::from_unix_timestamp(i64::try_from(time.setup.date)?)?.date();
    let (processor, rustc) = (&time.setup.processor, &time.setup.rustc);
    let hashing = if directions.contains(&Direction::Hash) { ", hashing is BLAKE2b of the bytes" } else { "" };
    Ok(format!(
        "//! The cost of {what} by its kind and size.\n//!\n\
         //! Generated from measurements by `cargo run --release -p tezos-codec-cost-model -- generate`; \
         `benches/docs/cost-model.md`\n//! explains how. Costs are times of a release build of {date} on one core of `{processor}` with {rustc}, \
         in picoseconds.\n//! Decoding includes dropping the value{hashing}. \
         The numbers differ from the fitted models by at most {} %\n//! on the {unit} that were measured, of up to 1 MiB; {}\n\n\
         use tezos_encoding::cost::{{Cost, Sum, Workload}};\n\n",
        exactness.tolerance * 100.0,
        match home {
            Home::Messages => "beyond, they are extrapolated.",
            Home::Protocol => "each kind was measured in the newest protocol that has it.",
        },
    ))
}

fn kinds(home: Home) -> String {
    let subjects = of_home(home);
    let mut variants = String::new();
    let mut names = String::new();
    let mut arms = [String::new(), String::new(), String::new()];
    for subject in &subjects {
        let (name, title) = (&subject.name, &subject.title);
        let about = match subject.tag {
            Tag::None => format!("The {title}"),
            Tag::Peer(tag) => format!("`{title}`, tag `{tag:#04x}`"),
            Tag::Dal(tag) => format!("`{title}` between DAL nodes, tag `{tag:#04x}`"),
            Tag::Contents { tag, .. } => format!("An operation whose contents are `{title}`, tag {tag}"),
        };
        let _ = write!(variants, "/// {about}.\n{name},\n");
        let _ = writeln!(names, "Self::{name} => \"{name}\",");
        let (arm, pattern) = match subject.tag {
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
    let count = subjects.len();
    let all = subjects.iter().map(|subject| format!("Self::{},", subject.name)).collect::<String>();
    format!(
        "/// A kind of input that has a cost model.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n#[non_exhaustive]\npub enum InputKind \
         {{\n{variants}}}\n\nimpl InputKind {{\n/// All kinds.\npub const ALL: [Self; {count}] = [{all}];\n\n{lookups}/// Returns the name of the \
         variant.\n#[must_use]\npub const fn name(self) -> &'static str {{\nmatch self {{\n{names}}}\n}}\n}}\n\n"
    )
}

/// Returns the function that bounds the workload of all inputs of a kind and a length.
fn bound(home: Home) -> String {
    let mut arms = String::new();
    for subject in of_home(home) {
        let most = |bound: Bound| match bound {
            Bound { outside, each: None } => outside.to_string(),
            Bound { outside: 0, each: Some(1) } => "bytes".to_owned(),
            Bound { outside: 0, each: Some(each) } => format!("bytes / {each}"),
            Bound { outside, each: Some(each) } => format!("(bytes / {each}).saturating_add({outside})"),
        };
        let Shape { elements, fixed_elements, options, blocks, digits } = subject.shape;
        let bounds = [subject.contents, elements, fixed_elements, options, blocks, digits, subject.depth].map(most);
        let _ = writeln!(arms, "InputKind::{} => ({}),", subject.name, bounds.join(", "));
    }
    format!(
        "/// Returns the largest workload that `bytes` bytes of this kind can cause. A node that has not decoded them yet assumes this.\n#[must_use]\npub const fn bound(kind: InputKind, bytes: u64) -> Workload {{\nlet (contents, elements, fixed_elements, options, blocks, digits, depth) = match \
         kind {{\n{arms}}};\nlet large_blocks = bytes / Workload::LARGE_BYTES;\nWorkload {{ bytes, contents, elements, fixed_elements, options, \
         blocks, large_blocks, digits, wide_digits: digits, depth }}\n}}\n\n"
    )
}

fn function(
    home: Home,
    solution: &Solution,
    direction: Direction,
    form: Form,
    exactness: &Exactness,
) -> Result<String> {
    // These functions are in a module and are indented once more.
    let indent = if form == Form::Shifts || solution.unit == Unit::Instructions { "    " } else { "" };
    let mut arms = String::new();
    for subject in of_home(home) {
        let measured = if subject.directions.contains(&direction) { direction } else { Direction::Encode };
        let model = solution.model(home, &subject.name, measured)?;
        let coefficients = coefficients(model, solution, form, exactness)?;
        let _ = writeln!(arms, "{indent}        InputKind::{} => {coefficients},", subject.name);
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
        Unit::Nanoseconds => lines("Returns the cost of", &format!("{name}_cost"), "Cost", "Cost(sum.total())"),
        Unit::Instructions => lines("Returns the number of instructions of", name, "u64", "sum.total() / 1000"),
    })
}

/// Returns the sum of a model as code, with the required exactness.
fn coefficients(model: &Model, solution: &Solution, form: Form, exactness: &Exactness) -> Result<String> {
    let mut code = String::from("Sum::new(0)");
    let mut rounded = Vec::new();
    for term in &model.terms {
        let value = term.coefficient * SCALE;
        let expression = term.variable.expression();
        if term.variable == Variable::Constant {
            code = format!("Sum::new({})", grouped(value.round()));
            rounded.push((term.variable, value.round()));
        } else if form == Form::Integers {
            let _ = write!(code, ".per({expression}, {})", grouped(value.round()));
            rounded.push((term.variable, value.round()));
        } else {
            let powers = powers(value, exactness.precision);
            for power in &powers {
                let _ = write!(code, ".shl({expression}, {power})");
            }
            rounded.push((term.variable, powers.iter().map(|power| 2_f64.powi(*power)).sum()));
        }
    }
    let inputs = solution.inputs.iter().filter(|input| input.home == model.home && input.kind == model.kind);
    for load in inputs.map(crate::files::Input::load) {
        let total: f64 = rounded.iter().map(|(variable, value)| value * variable.of(&load) as f64).sum();
        let error = (total / SCALE / model.predict(&load) - 1.0).abs();
        if error > exactness.tolerance {
            return Err(format!(
                "{} {}: the numbers differ by {:.1} % from the model at {load:?}: give more --precision or --tolerance",
                model.kind,
                model.direction,
                error * 100.0
            )
            .into());
        }
    }
    Ok(code)
}

/// Formats a whole number with `_` between groups of three digits.
fn grouped(number: f64) -> String {
    let digits = number.to_string();
    let separated = digits.char_indices().flat_map(|(at, digit)| {
        let starts_group = at > 0 && (digits.len() - at).is_multiple_of(3);
        starts_group.then_some('_').into_iter().chain([digit])
    });
    separated.collect()
}

/// Returns at most `precision` powers of two whose sum is nearest to a number of at least one, the largest first.
fn powers(value: f64, precision: u32) -> Vec<i32> {
    let mut powers = Vec::new();
    let mut rest = value.round();
    while powers.len() < precision as usize && rest >= 1.0 {
        // The last power is rounded to the nearest, the others are rounded down.
        let is_last = powers.len() + 1 == precision as usize;
        let power = if is_last { (rest / 1.5).log2().ceil() } else { rest.log2().floor() } as i32;
        powers.push(power);
        rest -= 2_f64.powi(power);
    }
    powers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_three_digits_are_separated() {
        assert_eq!([7.0, 123.0, 1234.0, 1_234_567.0].map(grouped), ["7", "123", "1_234", "1_234_567"]);
    }

    #[test]
    fn numbers_are_sums_of_powers() {
        assert_eq!(powers(25.0, 6), [4, 3, 0]);
        assert_eq!(powers(25.0, 2), [4, 3]);
        assert_eq!(powers(31.0, 1), [5]);
        assert_eq!(powers(0.0, 6), [0; 0]);
        for value in [3.0, 17.0, 999.9, 123_456.7] {
            let sum: f64 = powers(value, 6).iter().map(|power| 2_f64.powi(*power)).sum();
            assert!((sum / value - 1.0).abs() < 0.02, "{value} as {sum}");
        }
    }
}
