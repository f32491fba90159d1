use tezos_rlp::Rlp;

#[derive(Rlp)]
enum Amount {
    #[encoding(tag = 1)]
    Wei(u64),
    #[encoding(tag = 2)]
    Gwei(u64),
}

fn main() {}
