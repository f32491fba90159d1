//! Checks the kernels of `examples/kernels` and `examples/inbox-kernel`, which `ci/kernels` builds: the first argument is the folder with their WebAssembly modules.
//!
//! A kernel must be one that the WASM PVM of Tezos accepts: it exports [`kernel_run`][kernel] and one memory, imports only functions of the
//! host, and uses no floats unless [`Kernel::json`] is set. Floats are refused by the validator, with the features with which
//! [Octez checks kernels][octez]. Code that a kernel must not link is recognised by the names of functions. The size of its sections is
//! compared with `ci/kernels.toml`; `--bless` writes it into that file.
//!
//! [kernel]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/docs/shell/smart_rollup_node.rst#L1010-L1031
//! [octez]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/instrument/src/lib.rs#L306

#![forbid(unsafe_code)]

use std::{collections::BTreeMap, env, error::Error, fs, path::Path, process::ExitCode};

use tezos_codec_benches::budget::{self, Figures, Verdict};
use wasmparser::{ExternalKind, KnownCustom, Name, Parser, Payload, Validator, WasmFeatures};

/// A kernel, and what it links.
struct Kernel {
    name: &'static str,
    /// Whether it links schemas and JSON, which uses floats.
    json: bool,
    /// Whether it links an allocator.
    heap: bool,
}

const KERNELS: [Kernel; 7] = [
    Kernel { name: "empty", json: false, heap: false },
    Kernel { name: "decode", json: false, heap: true },
    Kernel { name: "all", json: false, heap: true },
    Kernel { name: "json", json: true, heap: true },
    Kernel { name: "rlp", json: false, heap: true },
    Kernel { name: "view", json: false, heap: false },
    Kernel { name: "inbox-kernel", json: false, heap: true },
];

/// Substrings of the names of functions that walk schemas or print JSON.
const JSON: [&str; 2] = ["schema", "json"];
/// The module of RLP's headers, which writers need too.
const HEADERS: &str = "6schema3rlp";
/// Substrings of the names of functions that allocate: those of `alloc`, of Rust's allocators and of the allocator of the SDK.
const HEAP: [&str; 3] = ["Global", "___rust_", "dlmalloc"];

const COMMENTS: &str = "\
# Bytes of the kernels of examples without their custom sections: opt-level z, fat LTO, one codegen unit, panic = abort.
# They may differ by 2 %. Written by `ci/kernels --bless`.
";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, task @ ..] = arguments.as_slice() else { return Err("the folder of the kernels is missing".into()) };
    let mut sizes = BTreeMap::new();
    let mut refused = false;
    for kernel in &KERNELS {
        let bytes = fs::read(Path::new(folder).join(kernel.name).with_extension("wasm"))?;
        let module = Module::parse(&bytes)?;
        for complaint in complaints(kernel, &module, &bytes) {
            println!("{}: {complaint}", kernel.name);
            refused = true;
        }
        sizes.insert(kernel.name.to_owned(), module.size);
    }
    let kept = compare(sizes, task.iter().any(|word| word == "--bless"))?;
    Ok(if kept && !refused { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The properties of a module that are checked.
#[derive(Default)]
struct Module<'a> {
    /// The size of all sections in bytes, without custom ones such as the names of functions.
    size: u64,
    /// The modules that functions are imported from.
    imports: Vec<&'a str>,
    exports: Vec<(&'a str, ExternalKind)>,
    /// Names of functions, by their index.
    functions: BTreeMap<u32, &'a str>,
    /// The number of imported functions.
    imported: u32,
    /// The range of the code of each function that the module defines.
    bodies: Vec<core::ops::Range<u64>>,
}

impl<'a> Module<'a> {
    fn parse(bytes: &'a [u8]) -> Result<Self, Box<dyn Error>> {
        let mut module = Self { size: 8, ..Self::default() };
        for payload in Parser::new(0).parse_all(bytes) {
            let payload = payload?;
            if let (Some((_, range)), false) = (payload.as_section(), matches!(payload, Payload::CustomSection(_))) {
                module.size = module.size.saturating_add(range.end.saturating_sub(range.start));
            }
            match payload {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        module.imports.push(import?.module);
                        module.imported = module.imported.saturating_add(1);
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        module.exports.push((export.name, export.kind));
                    }
                }
                Payload::CodeSectionEntry(body) => module.bodies.push(body.range()),
                Payload::CustomSection(section) => {
                    let KnownCustom::Name(names) = section.as_known() else { continue };
                    for names in names {
                        let Name::Function(names) = names? else { continue };
                        for name in names {
                            let name = name?;
                            module.functions.insert(name.index, name.name);
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(module)
    }

    /// Returns the name of the function whose code contains the byte at `offset`.
    fn function_at(&self, offset: u64) -> &str {
        let position = self.bodies.iter().position(|body| body.contains(&offset));
        let index = position.and_then(|position| u32::try_from(position).ok()?.checked_add(self.imported));
        index.and_then(|index| self.functions.get(&index)).copied().unwrap_or("no function")
    }
}

/// Returns the reasons why a kernel is refused.
fn complaints(kernel: &Kernel, module: &Module<'_>, bytes: &[u8]) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut check = |holds: bool, complaint: &str| {
        if !holds {
            complaints.push(complaint.to_owned());
        }
    };
    let memories = module.exports.iter().filter(|(_, kind)| *kind == ExternalKind::Memory).count();
    check(module.exports.contains(&("kernel_run", ExternalKind::Func)), "`kernel_run` is not exported");
    check(memories == 1, "not exactly one memory is exported");
    check(
        module.imports.iter().all(|from| *from == "smart_rollup_core"),
        "it imports functions that the host does not have",
    );
    check(!module.functions.is_empty(), "its functions have no names, which this gate needs");
    let found = |words: &[&str]| {
        let holds = |name: &str| words.iter().any(|word| name.contains(word));
        let mut names = module.functions.values().filter(|name| holds(&name.replace(HEADERS, "")));
        names.next().map(|name| format!("`{name}` is linked"))
    };
    let (json, heap) = (found(&JSON), found(&HEAP));
    // Code that a kernel links must be found by its names, so that names that have become outdated are noticed.
    check(json.is_some() == kernel.json, json.as_deref().unwrap_or("no function of schemas or JSON is found"));
    check(heap.is_some() == kernel.heap, heap.as_deref().unwrap_or("no function of an allocator is found"));
    let features = WasmFeatures::default().difference(WasmFeatures::FLOATS);
    match Validator::new_with_features(features).validate_all(bytes) {
        Ok(_) => check(!kernel.json, "JSON no longer uses floats: make this gate refuse them"),
        Err(error) => {
            let function = module.function_at(error.offset());
            let complaint = format!("{error}, in `{function}`");
            check(kernel.json && error.message().contains("floating-point"), &complaint);
            // Apart from floats, the module must be valid.
            let valid = Validator::new_with_features(WasmFeatures::default()).validate_all(bytes);
            check(valid.is_ok(), "not a valid module");
        }
    }
    complaints
}

/// Compares the sizes with the committed ones, or writes them into the file.
fn compare(sizes: BTreeMap<String, u64>, bless: bool) -> Result<bool, Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ci/kernels.toml");
    let measured = Figures::from([("bytes".to_owned(), sizes)]);
    let rows = budget::compare(&budget::read(&path)?, &measured, |_| 2);
    println!("{}", budget::heading());
    rows.iter().for_each(|row| println!("{row}"));
    if bless {
        budget::write(&path, COMMENTS, &[], &measured)?;
        println!("kernels: written to ci/kernels.toml");
        return Ok(true);
    }
    let kept = rows.iter().all(|row| row.verdict() == Verdict::Kept);
    if !kept {
        println!(
            "kernels: not as committed; undo regressions, or run `ci/kernels --bless` and commit intended changes"
        );
    }
    Ok(kept)
}
