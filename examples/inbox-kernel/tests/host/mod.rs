//! A host in memory.

use std::collections::{BTreeMap, VecDeque};

use tezos_smart_rollup_host::{
    Error,
    input::Message,
    metadata::RollupMetadata,
    path::Path,
    runtime::{Runtime, RuntimeError, ValueType},
};

/// The inbox, outbox and durable storage of a rollup.
#[derive(Default)]
pub struct Host {
    pub address: [u8; 20],
    pub inbox: VecDeque<Vec<u8>>,
    pub outbox: Vec<Vec<u8>>,
    /// The number of messages that the outbox has room for; unlimited if `None`.
    pub outbox_limit: Option<usize>,
    pub storage: BTreeMap<String, Vec<u8>>,
}

impl Host {
    fn value(&self, path: &impl Path) -> Result<&Vec<u8>, RuntimeError> {
        self.storage.get(&key(path)).ok_or(RuntimeError::HostErr(Error::StoreNotAValue))
    }
}

fn key(path: &impl Path) -> String {
    String::from_utf8(path.as_bytes().to_vec()).unwrap()
}

/// The functions that the kernel does not use panic.
impl Runtime for Host {
    fn read_input(&mut self) -> Result<Option<Message>, RuntimeError> {
        Ok(self.inbox.pop_front().map(|bytes| Message::new(0, 0, bytes)))
    }

    fn write_output(&mut self, message: &[u8]) -> Result<(), RuntimeError> {
        if self.outbox_limit.is_some_and(|limit| self.outbox.len() >= limit) {
            return Err(RuntimeError::HostErr(Error::FullOutbox));
        }
        self.outbox.push(message.to_vec());
        Ok(())
    }

    fn reveal_metadata(&self) -> RollupMetadata {
        RollupMetadata { raw_rollup_address: self.address, origination_level: 0 }
    }

    fn store_has<T: Path>(&self, path: &T) -> Result<Option<ValueType>, RuntimeError> {
        Ok(self.storage.contains_key(&key(path)).then_some(ValueType::Value))
    }

    fn store_read_slice<T: Path>(&self, path: &T, from: usize, buffer: &mut [u8]) -> Result<usize, RuntimeError> {
        let value = self.value(path)?;
        let rest = value.get(from..).ok_or(RuntimeError::HostErr(Error::StoreInvalidAccess))?;
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }

    fn store_write<T: Path>(&mut self, path: &T, bytes: &[u8], at: usize) -> Result<(), RuntimeError> {
        let value = self.storage.entry(key(path)).or_default();
        if at > value.len() {
            return Err(RuntimeError::HostErr(Error::StoreInvalidAccess));
        }
        value.resize(value.len().max(at + bytes.len()), 0);
        value[at..at + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn store_delete<T: Path>(&mut self, path: &T) -> Result<(), RuntimeError> {
        let removed = self.storage.remove(&key(path));
        removed.map(|_| ()).ok_or(RuntimeError::PathNotFound)
    }

    fn write_debug(&self, _: &str) {
        unimplemented!()
    }

    fn store_read<T: Path>(&self, _: &T, _: usize, _: usize) -> Result<Vec<u8>, RuntimeError> {
        unimplemented!()
    }

    fn store_read_all(&self, _: &impl Path) -> Result<Vec<u8>, RuntimeError> {
        unimplemented!()
    }

    fn store_write_all<T: Path>(&mut self, _: &T, _: &[u8]) -> Result<(), RuntimeError> {
        unimplemented!()
    }

    fn store_delete_value<T: Path>(&mut self, _: &T) -> Result<(), RuntimeError> {
        unimplemented!()
    }

    fn store_count_subkeys<T: Path>(&self, _: &T) -> Result<u64, RuntimeError> {
        unimplemented!()
    }

    fn store_move(&mut self, _: &impl Path, _: &impl Path) -> Result<(), RuntimeError> {
        unimplemented!()
    }

    fn store_copy(&mut self, _: &impl Path, _: &impl Path) -> Result<(), RuntimeError> {
        unimplemented!()
    }

    fn reveal_preimage(&self, _: &[u8; 33], _: &mut [u8]) -> Result<usize, RuntimeError> {
        unimplemented!()
    }

    fn store_value_size(&self, _: &impl Path) -> Result<usize, RuntimeError> {
        unimplemented!()
    }

    fn mark_for_reboot(&mut self) -> Result<(), RuntimeError> {
        unimplemented!()
    }

    fn last_run_aborted(&self) -> Result<bool, RuntimeError> {
        unimplemented!()
    }

    fn upgrade_failed(&self) -> Result<bool, RuntimeError> {
        unimplemented!()
    }

    fn restart_forced(&self) -> Result<bool, RuntimeError> {
        unimplemented!()
    }

    fn reboot_left(&self) -> Result<u32, RuntimeError> {
        unimplemented!()
    }

    fn runtime_version(&self) -> Result<String, RuntimeError> {
        unimplemented!()
    }
}
