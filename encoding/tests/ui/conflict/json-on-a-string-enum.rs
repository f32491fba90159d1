use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(string_enum, json(rename_all = "camelCase"))]
enum Method {
    GetHead,
    #[encoding(json(kind = "other"))]
    Other,
}

fn main() {}
