//! Types that contain each other, without `mu`. Each derive sees only its own type, so that the compiler reports the
//! error; the names of the constants in it tell what to write.

use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Branch {
    leaves: Option<Box<Leaf>>,
}

#[derive(HasEncoding)]
struct Leaf(Option<Box<Branch>>);

#[derive(HasEncoding)]
enum Tree {
    Leaf,
    Node(Twigs),
}

#[derive(HasEncoding)]
struct Twigs {
    #[encoding(dynamic, list)]
    twigs: Vec<Tree>,
}

fn main() {}
