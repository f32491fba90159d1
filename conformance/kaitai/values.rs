//! Values for Kaitai's own engine, as `check.js` reads them: of each layout in a folder, made by `generate` from our schema where the id is
//! known and its bytes are those that the layout describes, else from the layout itself.
//!
//! `kaitai-values LAYOUTS EVERY`: of the layouts whose ids are not known, each `EVERY`th is taken.
//!
//! `kaitai-values --exported FOLDER`: the layouts that `export ksy` prints are written to FOLDER, and values are made of them. Our importer has
//! to find no difference between such a layout and its schema.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that answers on standard output")]

#[path = "../exported.rs"]
mod exported;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, error, fs};

use serde_json::json;
use tezos_encoding::Segment;
use tezos_encoding::schema::export::ksy;
use tezos_encoding::schema::generate::Unmade;
use tezos_encoding::schema::ksy::{Layouts, compare, layout_name};
use tezos_encoding::schema::{Encoding, Scalar, SliceKind, generate, slice};
use tezos_protocols::registry;

/// Values of each encoding.
const VALUES: usize = 6;
/// Bytes of the longest value.
const MAX_BYTES: usize = 400;
/// Bytes of the longest integer that JavaScript's numbers hold exactly.
const EXACT_BYTES: usize = 6;

fn main() -> Result<(), Box<dyn error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [option, folder] = arguments.as_slice()
        && option == "--exported"
    {
        return of_exported(Path::new(folder));
    }
    let [folder, every] = arguments.as_slice() else { return Err("usage: kaitai-values LAYOUTS EVERY".into()) };
    let (folder, every) = (PathBuf::from(folder), every.parse::<usize>()?.max(1));
    let mut layouts =
        Layouts::new(|name| fs::read_to_string(folder.join(format!("{name}.ksy"))).map_err(|error| error.to_string()))
            .literal();
    let (mut ours, mut theirs, mut unknown) = (0_usize, 0_usize, 0_usize);
    for name in names(&folder)? {
        let known = tezos_messages::encodings().iter().find(|named| layout_name(&named.id) == name);
        unknown = unknown.wrapping_add(usize::from(known.is_none()));
        if known.is_none() && !unknown.is_multiple_of(every) {
            continue;
        }
        let id = layouts.id(&name)?.unwrap_or_else(|| name.clone());
        let layout = match layouts.import(&name) {
            Ok(layout) => layout,
            Err(mistake) => {
                eprintln!("not parsed by Kaitai: {id}: {mistake}");
                continue;
            }
        };
        // Where Octez prints a layout other than the bytes that it writes, Kaitai cannot read these.
        let schema = known.map(|named| named.encoding).filter(|schema| compare(schema, layout).is_empty());
        let made = match schema.map(values) {
            // A function of a type may take none of the values that are made.
            Some(Ok(values)) => Ok((values, true)),
            Some(Err(_)) | None => values(layout).map(|values| (values, false)),
        };
        let (values, is_ours) = match made {
            Ok(made) => made,
            Err(reason) => {
                eprintln!("no value is made: {id}: {reason}");
                continue;
            }
        };
        let (encoding, count) = if is_ours { (schema.unwrap_or(layout), &mut ours) } else { (layout, &mut theirs) };
        *count = count.wrapping_add(1);
        for bytes in values {
            let fields = fields(encoding, &bytes, !is_ours);
            println!("{}", json!({ "id": id, "layout": name, "hex": hex::encode(bytes), "fields": fields }));
        }
    }
    eprintln!("values were made of {ours} encodings by our schemas, and of {theirs} by their layouts");
    Ok(())
}

/// Writes our layouts of all encodings, also of all protocols, and imports them; prints values of those that are tested with other tools.
fn of_exported(folder: &Path) -> Result<(), Box<dyn error::Error>> {
    fs::create_dir_all(folder)?;
    let load = |name: &str| fs::read_to_string(folder.join(format!("{name}.ksy"))).map_err(|error| error.to_string());
    let (mut layouts, mut differ) = (Layouts::new(load), 0_usize);
    let tested = exported::all()?;
    let of_protocols =
        registry::of_protocols().flat_map(|encoding| encoding.protocols().map(move |it| encoding.at(it)));
    let mut all: BTreeMap<String, &'static Encoding> =
        of_protocols.map(|named| (named.id.into_owned(), named.encoding)).collect();
    all.extend(tested.iter().map(|exported| (exported.id.clone(), exported.encoding)));
    for (id, encoding) in &all {
        let name = layout_name(id);
        fs::write(folder.join(format!("{name}.ksy")), ksy(encoding, id))?;
        let differences = match layouts.import(&name) {
            Ok(layout) => compare(encoding, layout).iter().map(ToString::to_string).collect(),
            Err(mistake) => vec![mistake.to_string()],
        };
        differ = differ.wrapping_add(usize::from(!differences.is_empty()));
        differences.iter().for_each(|difference| eprintln!("differs: {id}: {difference}"));
    }
    for exported in &tested {
        let name = layout_name(&exported.id);
        for bytes in exported::values(exported.encoding, VALUES, MAX_BYTES).unwrap_or_default() {
            let (id, fields) = (exported.label(), fields(exported.encoding, &bytes, true));
            println!("{}", json!({ "id": id, "layout": name, "hex": hex::encode(bytes), "fields": fields }));
        }
    }
    eprintln!("{} layouts are exported, {differ} differ when they are imported", all.len());
    if differ == 0 { Ok(()) } else { Err("a layout differs".into()) }
}

/// Values of an encoding.
fn values(encoding: &'static Encoding) -> Result<Vec<Vec<u8>>, Unmade> {
    generate(encoding).max_bytes(MAX_BYTES).values(0).take(VALUES).collect()
}

/// The names of the layouts in a folder.
fn names(folder: &Path) -> Result<BTreeSet<String>, Box<dyn error::Error>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let (Some(stem), true) = (path.file_stem(), path.extension().is_some_and(|end| end == "ksy")) {
            names.insert(stem.to_string_lossy().into_owned());
        }
    }
    Ok(names)
}

/// The parts of a value that are not empty: length, name of the field if `named`, value if it is an integer that JavaScript has.
fn fields(encoding: &'static Encoding, bytes: &[u8], named: bool) -> Vec<serde_json::Value> {
    let slicing = slice(encoding, bytes);
    let parts = slicing.slices.iter().filter(|part| !part.bytes.is_empty());
    let fields = parts.map(|part| {
        let path = part.path();
        let name = path
            .segments()
            .filter_map(|segment| if let Segment::Field(name) = segment { Some(name) } else { None })
            .next_back();
        // An element of a tuple is a field named by its index.
        let named = named && !part.kind.is_layout();
        let name = name.filter(|name| named && !name.bytes().all(|byte| byte.is_ascii_digit()));
        let is_integer = matches!(part.kind, SliceKind::Scalar(Scalar::Int(_))) && part.bytes.len() <= EXACT_BYTES;
        json!([part.bytes.len(), name, is_integer.then_some(&part.pretty)])
    });
    fields.collect()
}
