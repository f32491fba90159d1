use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(try_from = "u16", tags = "u16", string_enum, ignore_unknown, transparent, tag = 3, untagged, reserved = [1])]
#[encoding(versioned(name = "a", v0 = "u8"), json(rename_all = "camelCase"), view = "BView", arena = "BNode")]
struct A {
    x: u32,
}

fn main() {}
