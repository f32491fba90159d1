//! The chains that a process has opened.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;

use datafusion::common::{Result, exec_datafusion_err, exec_err};
use serde::{Deserialize, Serialize};
use tezos_archive_sql::Chain;
use tezos_archive_store::Range;
use tezos_archive_tables::Options;

/// A chain, as one machine names it to another. The path is absolute and leads to the same files on both.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Origin {
    path: PathBuf,
    options: Options,
}

impl Origin {
    pub(crate) fn of(chain: &Chain) -> Result<Self> {
        Ok(Self { path: std::path::absolute(chain.path())?, options: chain.options() })
    }
}

/// The chains that this process has opened. All queries share them.
#[derive(Debug, Default)]
pub(crate) struct Chains(Mutex<HashMap<Origin, Chain>>);

impl Chains {
    /// Returns a chain whose ranges are those that another process expects. It is opened again if they have changed since it was opened, as those
    /// of a running node do.
    pub(crate) fn open(&self, origin: &Origin, is_expected: impl Fn(&[Range]) -> bool) -> Result<Chain> {
        let mut chains = self.0.lock().map_err(|_| exec_datafusion_err!("a thread ended while it opened a chain"))?;
        if let Some(chain) = chains.get(origin).filter(|chain| is_expected(&chain.ranges())) {
            return Ok(chain.clone());
        }
        let chain = Chain::open(&origin.path, origin.options).map_err(|error| exec_datafusion_err!("{error}"))?;
        if !is_expected(&chain.ranges()) {
            return exec_err!(
                "{}: the blocks are not those that another machine of the cluster found there: they have changed, or the machines do not share \
                 their files",
                origin.path.display()
            );
        }
        chains.insert(origin.clone(), chain.clone());
        Ok(chain)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn chains_are_opened_again_if_their_blocks_have_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chain_NetXdQprcVkpaWU");
        let cemented = path.join("cemented");
        fs::create_dir_all(&cemented).unwrap();
        fs::write(cemented.join("0_1"), "").unwrap();
        let (chains, origin) = (Chains::default(), Origin { path, options: Options::default() });
        let open = |levels: &[(i32, i32)]| {
            let is_expected =
                |found: &[Range]| found.iter().filter_map(|range| range.levels).eq(levels.iter().copied());
            chains.open(&origin, is_expected).map(|chain| chain.ranges().len()).map_err(|error| error.to_string())
        };
        assert_eq!(open(&[(0, 1)]), Ok(1));
        fs::write(cemented.join("2_3"), "").unwrap();
        assert_eq!(open(&[(0, 1)]), Ok(1), "from memory");
        assert_eq!(open(&[(0, 1), (2, 3)]), Ok(2), "from the files");
        assert!(open(&[(0, 1)]).unwrap_err().contains("the blocks are not those that another machine"));
    }
}
