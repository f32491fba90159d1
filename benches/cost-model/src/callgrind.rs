//! Counts instructions with valgrind's callgrind: the counts are reproducible, whatever else the machine does.

use std::{
    env,
    fs::{self, File},
    io::{BufReader, BufWriter, Read as _, Write as _},
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    Result,
    files::{Measurement, Row, Setup, Unit, save},
    measure::progress,
    subject::{Made, Work, subjects},
    workload,
};

/// Makes glibc copy with vector instructions at every size, because callgrind counts the alternative, `rep movsb`, as one instruction per
/// byte. Makes it keep all freed small blocks, so that the next decode finds one of each size, as in a node that has run for a while.
const TUNABLES: &str = "glibc.cpu.x86_rep_movsb_threshold=1000000000:glibc.malloc.tcache_count=65535";

/// Counts the instructions of each input of a workload in each direction.
///
/// A process under callgrind calls [`counted`] once for each row; callgrind counts only inside that function, and writes a file of counts
/// whenever it returns.
pub(crate) fn measure(workload: &Path, out: &Path) -> Result<()> {
    let folder = out.with_extension("callgrind");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let (subjects, inputs) = (subjects(), workload::load(workload)?);
    // Making the inputs again would take most of the time under valgrind.
    let made = out.with_extension("inputs");
    let mut file = BufWriter::new(File::create(&made)?);
    for input in &inputs {
        let bytes = workload::again(&subjects, input)?.bytes;
        file.write_all(&(bytes.len() as u64).to_be_bytes())?;
        file.write_all(&bytes)?;
    }
    file.into_inner()?.sync_data()?;
    let counted = "cost_model::callgrind::counted";
    let status = Command::new("valgrind")
        .env("GLIBC_TUNABLES", TUNABLES)
        .args(["--tool=callgrind", "--quiet", "--collect-atstart=no"])
        .args([format!("--toggle-collect={counted}"), format!("--dump-after={counted}")])
        .arg(format!("--callgrind-out-file={}", folder.join("counts").display()))
        .arg(env::current_exe()?)
        .arg("count")
        .arg(workload)
        .arg(&made)
        .status()
        .map_err(|error| format!("valgrind cannot be started: {error}"))?;
    if !status.success() {
        return Err("the process under valgrind failed".into());
    }
    let mut rows = Vec::new();
    for input in inputs {
        let subject = subjects.iter().find(|subject| subject.home == input.home && subject.name == input.kind);
        for direction in subject.ok_or("an input of an unknown kind")?.directions {
            let cost = instructions(&folder.join(format!("counts.{}", rows.len() + 1)))?;
            rows.push(Row { input: input.clone(), direction: *direction, cost });
        }
    }
    fs::remove_file(&made)?;
    fs::remove_dir_all(&folder)?;
    let setup = Setup::here(None, "callgrind".into());
    save(out, &Measurement { unit: Unit::Instructions, setup, rows, removed: Vec::new() })
}

/// Reads the number of instructions from a callgrind file.
fn instructions(file: &PathBuf) -> Result<f64> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let totals = text.lines().find_map(|line| line.strip_prefix("totals: ").or_else(|| line.strip_prefix("summary: ")));
    Ok(totals.ok_or_else(|| format!("{}: no totals", file.display()))?.trim().parse()?)
}

/// Runs each input of a workload in each direction. This is the process under callgrind.
pub(crate) fn count(workload: &Path, made: &Path) -> Result<()> {
    let subjects = subjects();
    let inputs = workload::load(workload)?;
    let bar = progress("counting instructions", inputs.len());
    let mut file = BufReader::new(File::open(made)?);
    for input in &inputs {
        let mut len = [0; 8];
        file.read_exact(&mut len)?;
        let mut bytes = vec![0; usize::try_from(u64::from_be_bytes(len))?];
        file.read_exact(&mut bytes)?;
        let made = Made { bytes, load: input.load() };
        let subject = subjects.iter().find(|subject| subject.home == input.home && subject.name == input.kind);
        let subject = subject.ok_or("an input of an unknown kind")?;
        let work = subject.work(&made);
        for direction in subject.directions {
            // One uncounted run, because initialisation at the first use is not a cost of the message.
            work.run(*direction, 1);
            counted(&*work, *direction);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Runs the work once; callgrind counts only inside this function.
#[inline(never)]
fn counted(work: &dyn Work, direction: crate::files::Direction) {
    work.run(direction, 1);
}
