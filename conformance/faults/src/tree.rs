//! The worktree in which faults are planted, and the tests that are built there.

use std::collections::BTreeMap;
use std::fmt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use crate::Result;

/// Memory of a test program in kilobytes, above which it ends.
const MEMORY: u32 = 12_000_000;

/// A worktree of the commit that is checked out, and a target folder of its own.
pub struct Tree {
    pub path: PathBuf,
    target: PathBuf,
    /// The crate of the switches.
    switch: PathBuf,
    packages: Vec<Package>,
}

/// A package of the workspace.
#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

/// The package of a fault.
#[derive(Clone, Copy)]
pub struct Own<'t> {
    pub name: &'t str,
    /// Whether it is a macro, whose code is part of the crates that use it.
    pub is_macro: bool,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    path: Option<PathBuf>,
}

/// An error of the compiler.
pub struct CompileError {
    pub file: String,
    pub byte: usize,
    pub text: String,
}

impl Tree {
    /// Makes the worktree in the target folder, or brings it to the present commit.
    pub fn new(root: &Path) -> Result<Self> {
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from).join("faults");
        let path = target.join("tree");
        let head = String::from_utf8(run(Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root))?.stdout)?;
        if path.join(".git").exists() {
            run(Command::new("git")
                .args(["checkout", "--quiet", "--force", "--detach", head.trim()])
                .current_dir(&path))?;
        } else {
            std::fs::create_dir_all(&target)?;
            run(Command::new("git").args(["worktree", "prune"]).current_dir(root))?;
            run(Command::new("git")
                .args(["worktree", "add", "--quiet", "--detach"])
                .arg(&path)
                .arg(head.trim())
                .current_dir(root))?;
        }
        let metadata =
            run(Command::new("cargo").args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(&path))?;
        let mut metadata: Value = serde_json::from_slice(&metadata.stdout)?;
        let packages = serde_json::from_value(metadata["packages"].take())?;
        Ok(Self { path, target: target.join("build"), switch: root.join("conformance/faults/switch"), packages })
    }

    /// Lists the files that differ from a commit, a line each.
    pub fn changed(&self, commit: &str) -> Result<String> {
        let files = run(Command::new("git")
            .args(["diff", "--name-only", "--diff-filter=d", commit, "HEAD"])
            .current_dir(&self.path))?;
        Ok(String::from_utf8(files.stdout)?)
    }

    /// Returns the package that a file belongs to.
    pub fn package_of(&self, file: &str) -> Result<Own<'_>> {
        let Package { name, targets, .. } = self.package(file)?;
        Ok(Own { name, is_macro: targets.iter().flat_map(|target| &target.kind).any(|kind| kind == "proc-macro") })
    }

    fn package(&self, file: &str) -> Result<&Package> {
        let file = self.path.join(file);
        let folders = file.ancestors().skip(1).map(|folder| folder.join("Cargo.toml")).collect::<Vec<_>>();
        let of_folder = |manifest: &PathBuf| self.packages.iter().find(|package| package.manifest_path == *manifest);
        Ok(folders.iter().find_map(of_folder).ok_or_else(|| format!("{} is in no package", file.display()))?)
    }

    /// Lets all packages depend on the crate of the switches: some include sources of others.
    pub fn depend(&self) -> Result<()> {
        for Package { manifest_path, .. } in &self.packages {
            let text = std::fs::read_to_string(manifest_path)?;
            let line = format!("\n[dependencies]\nfault-switch = {{ path = {:?} }}\n", self.switch);
            write(manifest_path, &text.replacen("\n[dependencies]\n", &line, 1))?;
        }
        Ok(())
    }

    /// Lists the packages with tests that the packages of some files can break: these first, then those that depend on them.
    pub fn dependents<'a>(&self, files: impl Iterator<Item = &'a str>) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for file in files {
            let name = self.package_of(file)?.name.to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let mut at = 0;
        while let Some(name) = names.get(at) {
            let depends = |package: &&Package| {
                package.dependencies.iter().any(|other| other.path.is_some() && other.name == *name)
            };
            let more: Vec<_> = self.packages.iter().filter(depends).map(|package| package.name.clone()).collect();
            let more: Vec<_> = more.into_iter().filter(|name| !names.contains(name)).collect();
            names.extend(more);
            at += 1;
        }
        Ok(names)
    }

    /// Writes a file if its text is another. Returns whether it was.
    pub fn write(&self, file: &str, text: &str) -> Result<bool> {
        write(&self.path.join(file), text)
    }

    fn cargo(&self, packages: &[String], words: &[&str]) -> Command {
        let mut command = Command::new("cargo");
        command.args(words).arg("--message-format=json").current_dir(&self.path).env("CARGO_TARGET_DIR", &self.target);
        for package in packages {
            command.args(["--package", package]);
        }
        command
    }

    /// Checks the tests of some packages and returns the errors of the compiler.
    pub fn errors(&self, packages: &[String]) -> Result<Vec<CompileError>> {
        let output = self.cargo(packages, &["check", "--tests", "--keep-going"]).output()?;
        if output.status.success() {
            return Ok(Vec::new());
        }
        let errors: Vec<_> = messages(&output)
            .filter(|message| message["reason"] == "compiler-message" && message["message"]["level"] == "error")
            .flat_map(|message| {
                let text = message["message"]["rendered"].as_str().unwrap_or_default().to_owned();
                let spans = message["message"]["spans"].as_array().cloned().unwrap_or_default();
                let primary = spans.into_iter().filter(|span| span["is_primary"] == true);
                primary.filter_map(move |span| self.error(span, &text)).collect::<Vec<_>>()
            })
            .collect();
        if errors.is_empty() {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        }
        Ok(errors)
    }

    /// Returns the error of a span, at the place that a macro of this workspace expands to, if it is in one.
    fn error(&self, mut span: Value, text: &str) -> Option<CompileError> {
        loop {
            let file = self.path.join(span["file_name"].as_str()?).canonicalize().unwrap_or_default();
            if let Ok(file) = file.strip_prefix(&self.path) {
                let byte = usize::try_from(span["byte_start"].as_u64()?).ok()?;
                return Some(CompileError { file: file.to_str()?.to_owned(), byte, text: text.to_owned() });
            }
            span = span["expansion"]["span"].take();
        }
    }

    /// Builds the tests of some packages; `None` if they do not compile.
    pub fn tests(&self, packages: &[String], skip: &[String]) -> Result<Option<Tests>> {
        let output = self.cargo(packages, &["test", "--no-run"]).output()?;
        if !output.status.success() {
            return Ok(None);
        }
        let mut programs = Vec::new();
        for message in messages(&output) {
            let (Some(program), true) = (message["executable"].as_str(), message["profile"]["test"] == true) else {
                continue;
            };
            let manifest = PathBuf::from(message["manifest_path"].as_str().ok_or("a program without a manifest")?);
            let package = self
                .packages
                .iter()
                .find(|package| package.manifest_path == manifest)
                .ok_or("a program of no package")?;
            let folder = manifest.parent().ok_or("a manifest without a folder")?.to_owned();
            programs.push(Program {
                words: vec![program.to_owned()],
                package: package.name.clone(),
                folder,
                time: Duration::from_secs(60),
            });
        }
        let library = String::from_utf8(run(Command::new("rustc").args(["--print", "target-libdir"]))?.stdout)?;
        let ranks = packages.iter().cloned().zip(0..).collect();
        let skip = skip.iter().flat_map(|name| ["--skip".to_owned(), name.clone()]);
        programs.iter_mut().for_each(|program| program.words.extend(skip.clone()));
        Ok(Some(Tests { programs, ranks, library: library.trim().into(), output: self.target.join("output.txt") }))
    }

    /// Returns a command that runs instead of tests: it fails where it sees a fault.
    pub fn command(&self, command: &str) -> Tests {
        let program = Program {
            words: ["bash", "-c", command].map(str::to_owned).into(),
            package: String::new(),
            folder: self.path.clone(),
            time: Duration::from_secs(600),
        };
        let output = self.target.with_file_name("output.txt");
        Tests { programs: vec![program], ranks: BTreeMap::new(), library: PathBuf::new(), output }
    }
}

/// A test program, or a command that runs instead of it.
struct Program {
    words: Vec<String>,
    /// Nothing, for a command.
    package: String,
    folder: PathBuf,
    /// How long it takes without a fault.
    time: Duration,
}

/// Test programs that are built.
pub struct Tests {
    programs: Vec<Program>,
    ranks: BTreeMap<String, usize>,
    library: PathBuf,
    output: PathBuf,
}

impl Tests {
    /// Runs all tests without a fault, to know how long they take. They have to pass.
    pub fn measured(mut self) -> Result<Self> {
        for at in 0..self.programs.len() {
            let started = Instant::now();
            let outcome = self.program(None, &self.programs[at])?;
            if outcome.word() != "NOT SEEN" {
                return Err(format!("without a fault {:?} fails{outcome}", self.programs[at].words).into());
            }
            self.programs[at].time = started.elapsed();
        }
        Ok(self)
    }

    /// Runs the tests with a fault until one fails: those of its own package first, then the faster ones first. A switch in a
    /// macro is in its own package only.
    pub fn run(&self, fault: Option<usize>, own: Own<'_>) -> Result<Outcome> {
        let mut programs: Vec<_> = self.programs.iter().collect();
        programs.retain(|program| fault.is_none() || !own.is_macro || program.package == own.name);
        programs.sort_by_key(|program| (program.package != own.name, program.time, self.ranks.get(&program.package)));
        for program in programs {
            let outcome = self.program(fault, program)?;
            if !matches!(outcome, Outcome::Unseen) {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Unseen)
    }

    /// Runs a test program until its end or its first failed test.
    fn program(&self, fault: Option<usize>, program: &Program) -> Result<Outcome> {
        let output = std::fs::File::create(&self.output)?;
        let mut command = Command::new("sh");
        command.args(["-c", r#"ulimit -v "$0"; exec "$@""#, &MEMORY.to_string()]).args(&program.words);
        command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
        command.env("LD_LIBRARY_PATH", &self.library).env("RUST_BACKTRACE", "0");
        if let Some(fault) = fault {
            command.env("FAULT", fault.to_string());
        }
        let mut child = command.process_group(0).stdout(output.try_clone()?).stderr(output).spawn()?;
        let deadline = Instant::now() + Duration::from_secs(40) + 5 * program.time;
        loop {
            let status = child.try_wait()?;
            let text = String::from_utf8_lossy(&std::fs::read(&self.output)?).into_owned();
            let failed = text.lines().find_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
            let outcome = match (status, failed) {
                (_, Some(test)) => Outcome::Seen(format!("{} {test}", program.package)),
                (Some(status), None) if status.success() => Outcome::Unseen,
                (Some(_), None) if program.package.is_empty() => {
                    Outcome::Seen(text.lines().last().unwrap_or_default().to_owned())
                }
                (Some(_), None) => Outcome::Aborts(program.package.clone()),
                (None, None) if Instant::now() > deadline => Outcome::NeverEnds(program.package.clone()),
                (None, None) => {
                    std::thread::sleep(Duration::from_millis(20));
                    continue;
                }
            };
            // The programs that a test has started end with it.
            Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).stderr(Stdio::null()).status()?;
            child.wait()?;
            return Ok(outcome);
        }
    }
}

/// What the tests make of a fault.
pub enum Outcome {
    /// The first test that failed.
    Seen(String),
    /// A test program that was still running long after it should have ended.
    NeverEnds(String),
    /// A test program that ended without naming a failed test.
    Aborts(String),
    Unseen,
    DoesNotCompile,
}

impl Outcome {
    /// Whether an assertion sees the fault, or the compiler.
    pub fn is_seen(&self) -> bool {
        matches!(self, Self::Seen(_) | Self::DoesNotCompile)
    }

    pub fn word(&self) -> &'static str {
        match self {
            Self::Seen(_) => "seen",
            Self::NeverEnds(_) => "NEVER ENDS",
            Self::Aborts(_) => "ABORTS",
            Self::Unseen => "NOT SEEN",
            Self::DoesNotCompile => "no program",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seen(by) | Self::NeverEnds(by) | Self::Aborts(by) => write!(f, " [{by}]"),
            Self::Unseen | Self::DoesNotCompile => Ok(()),
        }
    }
}

/// Runs a command that has to succeed.
fn run(command: &mut Command) -> Result<Output> {
    let output = command.output()?;
    match output.status.success() {
        true => Ok(output),
        false => Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)).into()),
    }
}

/// Reads the lines of JSON that cargo prints.
fn messages(output: &Output) -> impl Iterator<Item = Value> {
    output.stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

fn write(path: &Path, text: &str) -> Result<bool> {
    let differs = std::fs::read_to_string(path).is_ok_and(|old| old != text);
    if differs {
        std::fs::write(path, text)?;
    }
    Ok(differs)
}
