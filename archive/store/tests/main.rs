//! Every source against blocks that an independent script put into it.

mod made;
mod stores;
