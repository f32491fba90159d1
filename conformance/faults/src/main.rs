//! Plants faults in the sources of the workspace and shows which the tests see.
//!
//! Most faults become switches in one build: an environment variable chooses the one that is active, so that trying a fault takes no longer
//! than the tests do. A fault where no switch can stand (a constant, a pattern, a macro, an attribute) is built alone.
#![forbid(unsafe_code)]

mod list;
mod places;
mod switch;
mod tree;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use list::Fault;
use switch::File;
use tree::{Outcome, Tests, Tree};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const LISTS: &str = "conformance/faults";

const USAGE: &str =
    "usage: ci/faults [OPTIONS] planted [LIST]     the faults of conformance/faults/planted.toml, or of another list
       ci/faults [OPTIONS] mutants CRATE ..   the mutants that cargo-mutants lists for some crates
       ci/faults [OPTIONS] changed COMMIT     the mutants of the files that have changed since a commit

Options:
  --only TEXT      faults whose file or description contains the text
  --test CRATE     tests of this crate only, not those of all crates that depend on the fault's (can be repeated)
  --skip TEXT      leaves out tests whose name contains the text (can be repeated)
  --with COMMAND   what has to fail under a fault, such as a gate, instead of the tests
  --switched       leaves out faults that have to be built alone";

#[derive(Default)]
struct Options {
    only: Option<String>,
    test: Vec<String>,
    skip: Vec<String>,
    with: Option<String>,
    switched: bool,
    words: Vec<String>,
}

fn options() -> Result<Options> {
    let mut options = Options::default();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(USAGE);
        match word.as_str() {
            "--only" => options.only = Some(value()?),
            "--test" => options.test.push(value()?),
            "--skip" => options.skip.push(value()?),
            "--with" => options.with = Some(value()?),
            "--switched" => options.switched = true,
            _ if word.starts_with('-') => return Err(USAGE.into()),
            _ => options.words.push(word),
        }
    }
    Ok(options)
}

fn main() -> Result<()> {
    let options = options()?;
    let root = std::env::current_dir()?;
    let tree = Tree::new(&root)?;
    let mutants =
        |option, values: &[&str]| list::mutants(option, values, &root.join(LISTS).join("mutants.toml"), &tree.path);
    let faults = match options.words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["planted"] => list::planted(&root.join(LISTS).join("planted.toml"), &tree.path)?,
        ["planted", list] => list::planted(Path::new(list), &tree.path)?,
        ["mutants", ref packages @ ..] if !packages.is_empty() => mutants("--package", packages)?,
        ["changed", commit] => {
            let changed = tree.changed(commit)?;
            let sources: Vec<&str> = changed.lines().filter(|file| file.ends_with(".rs")).collect();
            if sources.is_empty() { Vec::new() } else { mutants("--file", &sources)? }
        }
        _ => return Err(USAGE.into()),
    };
    let chosen =
        |fault: &Fault| options.only.as_ref().is_none_or(|text| fault.file.contains(text) || fault.what.contains(text));
    let faults: Vec<Fault> = faults.into_iter().filter(chosen).collect();

    let mut files = files(&tree, &faults)?;
    tree.depend()?;
    let tests = build(&tree, &mut files, &options)?;
    let unswitched: Vec<usize> = files.iter().flat_map(File::unswitched).collect();
    println!("{} faults, {} of them to be built alone", faults.len(), unswitched.len());

    let mut counts = BTreeMap::<&str, usize>::new();
    let mut unexplained = 0;
    for alone in [false, true] {
        for (number, fault) in faults.iter().enumerate().filter(|(number, _)| unswitched.contains(number) == alone) {
            let started = Instant::now();
            let own = tree.package_of(&fault.file)?;
            let mut outcome = match alone {
                false => tests.run(Some(number), own)?,
                true if options.switched => continue,
                true => built_alone(&tree, &files, fault, &options)?,
            };
            // What a macro writes is part of the crates that use it, which have to be built with the fault.
            if !alone && !outcome.is_seen() && own.is_macro && !options.switched {
                outcome = built_alone(&tree, &files, fault, &options)?;
            }
            let is_explained = fault.unseen.is_some();
            unexplained += usize::from(!outcome.is_seen() && !is_explained);
            let word = match (outcome.word(), is_explained) {
                ("NOT SEEN", true) => "explained",
                (word, _) => word,
            };
            *counts.entry(word).or_default() += 1;
            println!("{word:<12} {}: {}{outcome} ({:.0?})", fault.file, fault.what, started.elapsed());
        }
    }
    for (word, count) in counts {
        println!("{count:>5} {word}");
    }
    if unexplained > 0 {
        return Err(format!("{unexplained} faults are not seen by an assertion").into());
    }
    Ok(())
}

/// Reads the files that have faults.
fn files(tree: &Tree, faults: &[Fault]) -> Result<Vec<File>> {
    let mut by_file = BTreeMap::<&String, Vec<(usize, Fault)>>::new();
    for (number, fault) in faults.iter().enumerate() {
        by_file.entry(&fault.file).or_default().push((number, fault.clone()));
    }
    by_file
        .into_iter()
        .map(|(path, faults)| File::new(path.clone(), std::fs::read_to_string(tree.path.join(path))?, faults))
        .collect()
}

/// Builds the tests with all switches, after moving those that do not compile where they stand.
fn build(tree: &Tree, files: &mut [File], options: &Options) -> Result<Tests> {
    for file in files.iter_mut() {
        let text = file.switched();
        tree.write(&file.path, &text)?;
    }
    let packages = match &options.test[..] {
        [] => tree.dependents(files.iter().map(|file| file.path.as_str()))?,
        chosen => chosen.to_vec(),
    };
    loop {
        let errors = tree.errors(&packages)?;
        if errors.is_empty() {
            break;
        }
        eprintln!("{} errors: switches move", errors.len());
        let mut moved = false;
        for file in files.iter_mut() {
            let bytes: Vec<usize> =
                errors.iter().filter(|error| error.file == file.path).map(|error| error.byte).collect();
            if !bytes.is_empty() {
                file.widen(&bytes);
                let text = file.switched();
                moved |= tree.write(&file.path, &text)?;
            }
        }
        if !moved {
            return Err(errors[0].text.clone().into());
        }
    }
    tests(tree, &packages, options)?.ok_or("the tests do not build")?.measured()
}

/// Builds the tests of some packages, unless a command runs instead; `None` if they do not compile.
fn tests(tree: &Tree, packages: &[String], options: &Options) -> Result<Option<Tests>> {
    match &options.with {
        Some(command) => Ok(Some(tree.command(command))),
        None => tree.tests(packages, &options.skip),
    }
}

/// Builds the tests of a fault that has no switch, and runs them.
fn built_alone(tree: &Tree, files: &[File], fault: &Fault, options: &Options) -> Result<Outcome> {
    let file = files.iter().find(|file| file.path == fault.file).ok_or("a fault of another file")?;
    let switched = std::fs::read_to_string(tree.path.join(&file.path))?;
    tree.write(&file.path, &file.with(fault))?;
    let own = tree.package_of(&fault.file)?;
    let mut outcome = Outcome::Unseen;
    let dependents = tree.dependents([fault.file.as_str()].into_iter())?;
    for package in dependents.iter().filter(|package| options.test.is_empty() || options.test.contains(package)) {
        outcome = match tests(tree, std::slice::from_ref(package), options)? {
            Some(tests) => tests.run(None, own)?,
            None => Outcome::DoesNotCompile,
        };
        if outcome.is_seen() {
            break;
        }
    }
    tree.write(&file.path, &switched)?;
    Ok(outcome)
}
