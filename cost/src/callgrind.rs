//! Counts instructions with valgrind's callgrind: the counts are reproducible, whatever else the machine does.

use std::{
    env,
    fs::{self, File},
    io::{BufReader, BufWriter, Read as _, Write as _},
    path::Path,
    process::Command,
};

use crate::{Direction, Error, Inputs, Lab, Measurement, Result, Row, Sample, Setup, Unit, Work, lab::TaskWork};

/// Makes glibc copy with vector instructions at every size, because callgrind counts the alternative, `rep movsb`, as one instruction per
/// byte. Makes it keep all freed small blocks, so that the next decode finds one of each size, as in a node that has run for a while.
const TUNABLES: &str = "glibc.cpu.x86_rep_movsb_threshold=1000000000:glibc.malloc.tcache_count=65535";

/// The function in which callgrind counts.
const COUNTED: &str = "tezos_codec_cost::callgrind::counted";

impl Lab {
    /// Counts the instructions of each input in each direction. `valgrind` has to be installed, and the program must have its symbols.
    ///
    /// # Errors
    /// The errors of [`Lab::again`]; [`Error::NotDecoded`]; [`Error::Process`]; [`Error::File`].
    pub fn count(&self, inputs: &Inputs) -> Result<Measurement> {
        let folder = tempfile::tempdir()?;
        // Making the inputs again would take most of the time under valgrind.
        let made = folder.path().join("inputs");
        let mut file = BufWriter::new(File::create(&made)?);
        for input in &inputs.rows {
            let bytes = self.again(input)?.bytes;
            file.write_all(&u64::try_from(bytes.len()).unwrap_or_default().to_be_bytes())?;
            file.write_all(&bytes)?;
        }
        file.flush()?;
        let mut command = Command::new("valgrind");
        command
            .env("GLIBC_TUNABLES", TUNABLES)
            .args(["--tool=callgrind", "--quiet", "--collect-atstart=no"])
            .args([format!("--toggle-collect={COUNTED}"), format!("--dump-after={COUNTED}")])
            .arg(format!("--callgrind-out-file={}", folder.path().join("counts").display()))
            .arg(env::current_exe()?);
        let mut measurement = self.process(command, TaskWork::Count(made), inputs, &folder)?;
        for (row, index) in measurement.rows.iter_mut().zip(1_u64..) {
            row.cost = instructions(&folder.path().join(format!("counts.{index}")))?;
        }
        measurement.rows.sort_by_cached_key(|row| (row.input.kind.clone(), row.direction, row.input.bytes));
        Ok(measurement)
    }
}

/// Reads the number of instructions from a callgrind file.
fn instructions(file: &Path) -> Result<f64> {
    let text = fs::read_to_string(file).map_err(Error::file(file))?;
    let totals = text.lines().find_map(|line| line.strip_prefix("totals: ").or_else(|| line.strip_prefix("summary: ")));
    totals
        .ok_or("callgrind has counted nothing")
        .and_then(|text| text.trim().parse().map_err(|_| "no number"))
        .map_err(Error::file(file))
}

/// Runs each input in each direction, in the process under callgrind, which writes a file of counts whenever [`counted`] returns. Returns
/// the rows in the order of these files, without costs.
pub(crate) fn run(lab: &Lab, inputs: &Inputs, made: &Path) -> Result<Measurement> {
    let bar = lab.progress("counting instructions", inputs.rows.len());
    let mut file = BufReader::new(File::open(made).map_err(Error::file(made))?);
    let mut rows = Vec::new();
    for input in &inputs.rows {
        let mut len = [0; 8];
        file.read_exact(&mut len)?;
        let mut bytes = Vec::new();
        file.by_ref().take(u64::from_be_bytes(len)).read_to_end(&mut bytes)?;
        let subject = lab.subject(&input.kind)?;
        let work = subject.open(&Sample { bytes, load: input.load() });
        let work = work.ok_or_else(|| Error::NotDecoded(input.kind.clone()))?;
        for direction in &subject.directions {
            // One uncounted run, because initialisation at the first use is not a cost of the value.
            work.run(*direction, 1);
            counted(&*work, *direction);
            rows.push(Row { input: input.clone(), direction: *direction, cost: 0.0 });
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let setup = Setup::here(None, format!("{}; callgrind", inputs.options));
    Ok(Measurement { unit: Unit::Instructions, setup, rows, removed: Vec::new() })
}

/// Runs the work once; callgrind counts only inside this function.
#[inline(never)]
fn counted(work: &dyn Work, direction: Direction) {
    work.run(direction, 1);
}
