//! Types that contain each other, none of which says `mu`. Each derive sees its own type alone, so the error is the compiler's; the names
//! of its constants tell what to write.

use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Branch {
    leaves: Option<Box<Leaf>>,
}

#[derive(HasEncoding)]
struct Leaf(Option<Box<Branch>>);

fn main() {}
