use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(mu(variable, variable))]
struct A(u8);

#[derive(HasEncoding)]
#[encoding(mu(depth = 3), depth = 2)]
struct B(u8);

fn main() {}
