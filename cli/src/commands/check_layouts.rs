//! `check-layouts`: compares our schemas with the layouts that Octez generates.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::PathBuf, process::ExitCode};

use clap::Args;
use serde_json::json;
use tezos_encoding::schema::ksy::{Difference, compare, layout_name};

use crate::{
    encodings,
    error::Error,
    ids,
    output::{
        self, counted,
        style::{GOOD, LAYOUT, NAME, WRONG},
    },
    protocols,
};

/// Compare the encodings that the tool knows with the layouts that Octez printed for Kaitai Struct (`.ksy` files).
///
/// Compares the order, width and names of fields, tags, size prefixes, and limits of numbers and blocks. Prints a line for each difference, with the
/// path in the schema, what the schema has there, and what the layout has.
#[derive(Args)]
#[command(after_help = "Example:
  tezos-codec check-layouts layouts --only 'c*' --unknown

Exit statuses:
  0  No layout differs, except where the printer of layouts is known to be wrong.
  1  A layout differs or cannot be imported, or there was none to compare.
  2  The command line is wrong.")]
pub(crate) struct Arguments {
    /// The folder of the layouts. The file of the id `a.b` is `a__b.ksy`.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Compare only matching ids; `*` matches any text.
    #[arg(long, value_name = "PATTERN")]
    only: Option<String>,
    /// Also list layouts with unknown ids, and ids without a layout.
    #[arg(long)]
    unknown: bool,
    /// Print one JSON object: each difference, the ids of --unknown, and the counts.
    #[arg(long)]
    json: bool,
}

/// A known defect of the printer of layouts that affects single encodings, or a layout of an older version.
struct Exception {
    /// The id, with or without its protocol; `*` matches any text.
    id: &'static str,
    /// The path of the difference; `*` matches any text.
    path: &'static str,
    /// The reason, with the OCaml source file.
    reason: &'static str,
}

/// The known defects of the printer that affect single encodings, and older layouts. The comparison itself explains the defects that affect
/// all encodings.
const EXCEPTIONS: &[Exception] = &[
    Exception {
        id: "018-Proxford.operation",
        path: "contents_and_signature_prefix[].*ndorsement*",
        reason: OXFORD_NAMES,
    },
    Exception {
        id: "018-Proxford.operation.protocol_data",
        path: "contents_and_signature_prefix[].*ndorsement*",
        reason: OXFORD_NAMES,
    },
    Exception { id: "014-PtKathma.operation*", path: "*Sc_rollup_refute*proofs*", reason: INODE_TREES },
    Exception { id: "operation_with_legacy_attestation_name.unsigned", path: "*ttestation*", reason: ONE_TYPE },
    Exception { id: "operation*", path: "*Sc_rollup_originate.pvm_kind*", reason: TWO_KINDS },
    // A field more or less moves all that follow.
    Exception { id: "alpha.constants", path: "*", reason: OLDER_ALPHA },
    Exception { id: "alpha.constants.parametric", path: "*", reason: OLDER_ALPHA },
    Exception { id: "alpha.parameters", path: "*", reason: OLDER_ALPHA },
    Exception { id: "alpha.*", path: "*STEZ_*deposits", reason: OLDER_ALPHA },
    Exception { id: "alpha.smart_rollup.*", path: "*Canonical_rollup_signal", reason: OLDER_ALPHA },
];

/// The reason for the names of attestations in Oxford.
const OXFORD_NAMES: &str = "in Oxford the binary encoding has the names of `operation_with_attestation`, the JSON those before \
                            (`operation_repr.ml`, `protocol_data_encoding`)";

/// The reason for the proofs of Kathmandu.
const INODE_TREES: &str = "the printer has one name for the recursive union of inodes and for the payload of its case `Inode_tree`, and \
                           refers to the wrong one (`merkle_proof_encoding.ml`, `mu_option_inode_tree_encoding`)";

/// The reason for the names of attestations in Paris.
const ONE_TYPE: &str = "the bytes are those of `operation.unsigned`, whose schema stands for both: only the names of cases are older \
                        (`operation_repr.ml`, `operation_with_legacy_attestation_name_encoding`)";

/// The reason for the kind of a smart contract rollup.
const TWO_KINDS: &str = "the field is called `kind`, as that of the kind of the operation, so that JSON has one name twice \
                         (`operation_repr.ml`, `sc_rollup_originate_case`)";

/// The reason for the protocol in development.
const OLDER_ALPHA: &str = "the layouts of the protocol in development are older than its sources at d26a8bef82, and equal to those of \
                           025-PsGXQmSv (`constants_parametric_repr.ml`, `receipt_repr.ml`, `sc_rollup_outbox_message_repr.ml`)";

/// Returns the reason for a difference that is a known defect of the printer.
fn explanation(id: &str, difference: &Difference) -> Option<&'static str> {
    let applies = |exception: &&Exception| {
        let bare = id.split_once('.').map_or(id, |(_, bare)| bare);
        (matches(exception.id, id) || matches(exception.id, bare)) && matches(exception.path, &difference.path)
    };
    difference.explained.or_else(|| EXCEPTIONS.iter().find(applies).map(|exception| exception.reason))
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let is_selected = |id: &str| arguments.only.as_ref().is_none_or(|pattern| matches(pattern, id));
    let names = names(arguments)?;
    let mut layouts = ids::layouts(&arguments.folder);
    let (mut known, mut without) = (BTreeSet::new(), Vec::new());
    let (mut equal, mut explained, mut differ) = (0_usize, 0_usize, 0_usize);
    let (mut out, mut listed) = (String::new(), Vec::new());
    // Writing to a `String` cannot fail.
    for named in encodings::all().iter().chain(protocols::of_protocols()) {
        let (id, name) = (&named.id, layout_name(&named.id));
        if !names.contains(&name) {
            without.extend(is_selected(id).then_some(id));
            continue;
        }
        known.insert(name.clone());
        if !is_selected(id) {
            continue;
        }
        let layout = match layouts.import(&name) {
            Ok(layout) => layout,
            Err(error) => {
                let _ = writeln!(out, "{WRONG}differs{WRONG:#}    {NAME}{id}{NAME:#}: {error}");
                listed.push(json!({ "id": id, "error": error.to_string() }));
                differ = differ.saturating_add(1);
                continue;
            }
        };
        let differences = compare(named.encoding, layout);
        let mut is_explained = true;
        for difference in &differences {
            let explanation = explanation(id, difference);
            let Difference { path, ours, layout, .. } = difference;
            listed.push(json!({ "id": id, "path": path, "here": ours, "layout": layout, "explanation": explanation }));
            match explanation {
                Some(reason) => {
                    let _ = writeln!(out, "{LAYOUT}explained{LAYOUT:#}  {NAME}{id}{NAME:#} {difference}: {reason}");
                }
                None => {
                    let _ = writeln!(out, "{WRONG}differs{WRONG:#}    {NAME}{id}{NAME:#} {difference}");
                    is_explained = false;
                }
            }
        }
        let count = match (differences.is_empty(), is_explained) {
            (true, _) => &mut equal,
            (false, true) => &mut explained,
            (false, false) => &mut differ,
        };
        *count = count.saturating_add(1);
    }
    let mut unknown = Vec::new();
    for name in names.difference(&known) {
        let id = layouts.id(name).ok().flatten().unwrap_or_else(|| name.clone());
        unknown.extend(is_selected(&id).then_some(id));
    }
    if arguments.unknown {
        for id in &unknown {
            let _ = writeln!(out, "not known  {NAME}{id}{NAME:#}");
        }
        for id in &without {
            let _ = writeln!(out, "no layout  {NAME}{id}{NAME:#}");
        }
    }
    let failed = differ > 0 || equal == 0 && explained == 0;
    let status = if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    if arguments.json {
        let all = json!({
            "equal": equal, "differ": differ, "explained": explained,
            "not_known": unknown, "without_layout": without, "differences": listed,
        });
        output::print(&output::json::pretty(&all.to_string()))?;
        return Ok(status);
    }
    let verdict = if failed { WRONG } else { GOOD };
    let _ = writeln!(
        out,
        "{verdict}{equal} equal, {differ} {}{verdict:#}, {explained} explained; {} not known; {} without a layout",
        if differ == 1 { "differs" } else { "differ" },
        counted(unknown.len(), "layout", "layouts"),
        counted(without.len(), "id", "ids"),
    );
    output::print(&out)?;
    Ok(status)
}

/// Returns the names of the layouts in the folder.
fn names(arguments: &Arguments) -> Result<BTreeSet<String>, Error> {
    let error = |error| Error::at_path(&arguments.folder, error);
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(&arguments.folder).map_err(error)? {
        let path = entry.map_err(error)?.path();
        if let (Some(stem), Some("ksy")) = (path.file_stem(), path.extension().and_then(|end| end.to_str())) {
            names.insert(stem.to_string_lossy().into_owned());
        }
    }
    Ok(names)
}

/// Returns true if a text matches a pattern, in which `*` matches any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text
            .strip_prefix(start)
            .is_some_and(|text| (0..=text.len()).any(|at| text.get(at..).is_some_and(|text| matches(rest, text)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_any_text() {
        for (pattern, text, is_match) in [
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("*", "aé.b", true),
            ("a*", "a", true),
            ("a*", "ba", false),
            ("*a", "ba", true),
            ("*a", "ab", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("a*a", "a", false),
            ("**", "x", true),
        ] {
            assert_eq!(matches(pattern, text), is_match, "{pattern} {text}");
        }
    }

    /// A known defect is one of an id with or without its protocol, at its path only.
    #[test]
    fn explanations_belong_to_an_id_and_a_path() {
        let reason = |id: &str, path: &str| {
            let difference =
                Difference { path: path.into(), ours: String::new(), layout: String::new(), explained: None };
            explanation(id, &difference)
        };
        let (oxford, both) = ("contents_and_signature_prefix[].Endorsement", "a.Sc_rollup_originate.pvm_kind.b");
        for (id, path, expected) in [
            ("018-Proxford.operation", oxford, Some(OXFORD_NAMES)),
            ("018-Proxford.operation.protocol_data", oxford, Some(OXFORD_NAMES)),
            ("018-Proxford.operation.raw", oxford, None),
            ("017-PtNairob.operation", oxford, None),
            ("018-Proxford.operation", "signature", None),
            ("014-PtKathma.operation.contents", "a.Sc_rollup_refute.b.proofs.c", Some(INODE_TREES)),
            ("015-PtLimaPt.operation.contents", "a.Sc_rollup_refute.b.proofs.c", None),
            ("019-PtParisB.operation_with_legacy_attestation_name.unsigned", "a.Attestation", Some(ONE_TYPE)),
            ("019-PtParisB.operation.unsigned", both, Some(TWO_KINDS)),
            ("operation", both, Some(TWO_KINDS)),
            ("019-PtParisB.script", both, None),
        ] {
            assert_eq!(reason(id, path), expected, "{id} {path}");
        }
        let known =
            Difference { path: String::new(), ours: String::new(), layout: String::new(), explained: Some("why") };
        assert_eq!(explanation("chain_id", &known), Some("why"));
    }
}
