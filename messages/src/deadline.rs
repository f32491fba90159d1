//! A deadline for tests of loops that a fault could leave without an end.

use std::{thread, time::Duration};

/// Runs a test on a thread of its own, and fails if it does not end within half a minute.
pub(crate) fn ends(test: impl FnOnce() + Send + 'static) {
    let test = thread::spawn(test);
    for _ in 0..3000 {
        if test.is_finished() {
            return test.join().unwrap();
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("the test does not end");
}
