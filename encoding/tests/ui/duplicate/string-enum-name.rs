use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(string_enum)]
enum Method {
    GetHead,
    Get_Head,
    #[encoding(title = "get_head")]
    Other,
}

fn main() {}
