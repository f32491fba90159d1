//! The reference's printed descriptions of encodings, and the same in JSON: a folder `schemas` with `NAME.txt` and `NAME.json`.

use std::path::Path;

use tezos_encoding::schema::{Case, Encoding, describe, grammar};

use super::{
    judge::{Verdict, same_json_text},
    line::short,
    messages,
    report::FileScore,
    walker,
};

/// Names of files, and the encodings that they describe.
const DESCRIPTIONS: [(&str, &str); 47] = [
    ("array_max3_int32", "array(max=3, int32)"),
    ("assoc", "assoc(uint8)"),
    ("bool", "bool"),
    ("bounded_string_10", "bounded_string(10)"),
    ("bytes_len_uint8", "bytes(len=uint8)"),
    ("check_size_8_string", "check_size(8, string)"),
    ("compact_int32", "compact(tag=uint8, int32)"),
    ("compact_tup2_bool_int64", "compact(tag=uint8, tup2(bool, int64))"),
    ("constant_obj", "obj{k: constant(\"k\"); v: uint8}"),
    ("def_described", "obj{x: uint8; y: check_size(1000, def(my.y, string))}"),
    ("dynamic_size_uint8_obj", "dynamic_size(uint8, obj{a: uint8; b: variable_string})"),
    ("fixed_bytes_32", "fixed_bytes(32)"),
    ("fixed_list_3_uint8", "fixed_list(3, uint8)"),
    ("float", "float"),
    ("int31", "int31"),
    ("int32_le", "int32_le"),
    ("int64", "int64"),
    ("int8", "int8"),
    ("lazy", "lazy(uint8)"),
    ("list_max5_uint16", "list(max=5, uint16)"),
    ("list_uint16", "list(uint16)"),
    ("list_with_length_n_max4", "list_with_length(n, max=4, string)"),
    ("list_with_length_uint8", "list_with_length(uint8, uint16)"),
    ("merge_objs", "merge_objs(obj{a: uint8; b: string}, obj{c?: bool})"),
    ("micheline", "micheline(prim=uint8)"),
    ("mu_rose", "mu(rose){v: uint8; kids: list(rose)}"),
    ("mu_tree", "mu(tree){0 Leaf: int31 | 1 Node: tree*tree}"),
    ("n", "n"),
    ("obj_dft", "obj{a: uint8; b=7: uint8}"),
    ("obj_req_opt", "obj{a: uint8; b?: string; c: bool}"),
    ("obj_variable_middle", "obj{v: variable_string; n: int32; m: uint8}"),
    ("obj_varopt", "obj{a: uint8; b??: uint16}"),
    ("option_uint8", "option(uint8)"),
    ("padded", "padded(uint8, 3)"),
    ("ranged_float", "ranged_float(-1,1)"),
    ("ranged_int_10_20", "ranged_int(10,20)"),
    ("ranged_int_neg10_300", "ranged_int(-10,300)"),
    ("result_uint8_string", "result(uint8, string)"),
    ("string", "string"),
    ("string_enum", "string_enum(red,green,blue)"),
    ("string_len_n", "string(len=n)"),
    ("tup_uint8_bool_string", "tup(uint8, bool, string)"),
    ("uint16", "uint16"),
    (
        "union_uint8",
        "union(tag=uint8){0 Circle: uint16 | 3 Rect: obj{w: uint8; h: uint8} | 7 Nothing: null | 200 Named: string}",
    ),
    ("variable_list_string", "variable_list(string)"),
    ("variable_string", "variable_string"),
    ("z", "z"),
];

/// Names of files, and the types of the peer protocol that they describe.
const TYPES: [(&str, &str); 8] = [
    ("block_locator", "type:Block_locator"),
    ("connection_id", "type:P2p_connection.Id"),
    ("connection_message", "Connection_message"),
    ("mempool", "type:Mempool"),
    ("operation", "type:Operation"),
    ("p2p_message", "unknown"),
    ("protocol", "type:Protocol"),
    ("rejection", "type:P2p_rejection"),
];

/// The scores of the folder's texts and of its JSON documents.
pub(super) fn run(folder: &Path) -> Result<Vec<FileScore>, String> {
    let mut scores = Vec::new();
    for (extension, compare) in [("txt", text as fn(&'static Encoding, &str) -> Verdict), ("json", json)] {
        let files = crate::files(folder, extension)?;
        if files.is_empty() {
            continue;
        }
        let mut score = FileScore::new(format!("schemas/*.{extension}"));
        for path in files {
            let expected = crate::read(&path)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let verdict = match find(&name) {
                Ok(encoding) => compare(encoding, &expected),
                Err(reason) => Verdict::Silent(reason),
            };
            score.add(&format!("schemas/{name}.{extension}"), "", &vec![(walker::NAME, verdict)]);
        }
        scores.push(score);
    }
    Ok(scores)
}

/// The encoding that a file describes.
fn find(name: &str) -> Result<&'static Encoding, String> {
    let known =
        |table: &[(&str, &'static str)]| table.iter().find(|(known, _)| *known == name).map(|(_, found)| *found);
    if let Some(description) = known(&DESCRIPTIONS) {
        return grammar::parse(description).map_err(|mistake| mistake.to_string());
    }
    let unknown = || "it does not know which encoding this is".to_owned();
    if let Some(kind) = known(&TYPES) {
        return messages::find(kind).map(|codec| codec.schema).ok_or_else(unknown);
    }
    let kind = name.strip_prefix("p2p_").ok_or_else(unknown)?;
    let case = messages::cases().iter().find(|case| case.title.eq_ignore_ascii_case(kind));
    case.map(|Case { payload, .. }| *payload).ok_or_else(unknown)
}

fn text(encoding: &'static Encoding, expected: &str) -> Verdict {
    let found = describe(encoding).to_string();
    if found == expected {
        return Verdict::Agrees;
    }
    let lines = (1u64..).zip(found.lines().map(Some).chain([None]).zip(expected.lines().map(Some).chain([None])));
    let different = lines.into_iter().find(|(_, (found, expected))| found != expected);
    Verdict::Differs(match different {
        Some((number, (found, expected))) => {
            let say = |line: Option<&str>| line.map_or("the end".to_owned(), |line| format!("`{line}`"));
            format!("line {number} is {}, expected {}", say(found), say(expected))
        }
        None => "it ends otherwise".to_owned(),
    })
}

fn json(encoding: &'static Encoding, expected: &str) -> Verdict {
    let found = describe(encoding).to_json();
    if same_json_text(&found, expected) {
        return Verdict::Agrees;
    }
    let expected: String = expected.split_whitespace().collect::<Vec<_>>().join(" ");
    Verdict::Differs(format!("it is {}, expected {}", short(&found), short(&expected)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tezos_encoding::schema::{Description, diff};

    /// Compares the folder's dumps with ours; how many there are.
    fn compare(folder: &Path) -> usize {
        let files = crate::files(folder, "json").unwrap();
        for file in &files {
            let text = crate::read(file).unwrap();
            let name = file.file_stem().unwrap().to_str().unwrap();
            let theirs = Description::from_json(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let ours = describe(find(name).unwrap());
            let changes = diff(&theirs, &ours).changes;
            assert!(changes.is_empty(), "{name}: {changes:#?}");
            // What was read is all of it: printed again, it is what it was.
            assert!(same_json_text(&theirs.to_json(), &text), "{name}");
        }
        files.len()
    }

    #[test]
    fn diff_finds_no_difference_to_the_reference() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let own = compare(&root.join("../messages/testdata/vectors/schemas"));
        assert!(own >= 8, "there are only {own} schemas");
        let Some(shared) = crate::shared::shared("vectors/schemas") else { return };
        let shared = compare(&shared);
        assert!(shared >= 70, "there are only {shared} schemas");
    }
}
