use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct A {
    #[encoding(option(tagged = false))]
    option: Option<u8>,
    #[encoding(string(variable = false))]
    string: String,
}

#[derive(HasEncoding)]
#[encoding(untagged(write = false))]
enum B {
    First(u8),
}

#[derive(HasEncoding)]
#[encoding(mu(variable = false))]
struct C(u8);

fn main() {}
