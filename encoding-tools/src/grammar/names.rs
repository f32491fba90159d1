//! Completes descriptions that are incomplete in the test vectors.

/// Descriptions as the vectors have them, and with what they omit: names of fields, or everything.
const COMPLETED: [(&str, &str); 4] = [
    (
        "mu(tree){0 Leaf: int31 | 1 Node: tree*tree}",
        "mu(tree){0 Leaf: obj{leaf: int31} | 1 Node: obj{left: tree; right: tree}}",
    ),
    ("mu(rlist){0 Nil | 1 Cons: uint8*rlist}", "mu(rlist){0 Nil: empty | 1 Cons: obj{hd: uint8; tl: rlist}}"),
    (
        "mu(vlist){0 End: variable_bytes | 1 More: uint8*dynamic_size(vlist)}",
        "mu(vlist){0 End: obj{rest: variable_bytes} | 1 More: obj{x: uint8; next: dynamic_size(vlist)}}",
    ),
    (
        "micheline(prim=uint8)",
        "mu(micheline.lab.expression){0 Int: obj{int: z} | 1 String: obj{string: string} \
         | 2 Sequence: list(micheline.lab.expression) | 3 Prim__no_args__no_annots: obj{prim: uint8} \
         | 4 Prim__no_args__some_annots: obj{prim: uint8; annots: string} \
         | 5 Prim__1_arg__no_annots: obj{prim: uint8; arg: micheline.lab.expression} \
         | 6 Prim__1_arg__some_annots: obj{prim: uint8; arg: micheline.lab.expression; annots: string} \
         | 7 Prim__2_args__no_annots: \
         obj{prim: uint8; arg1: micheline.lab.expression; arg2: micheline.lab.expression} \
         | 8 Prim__2_args__some_annots: \
         obj{prim: uint8; arg1: micheline.lab.expression; arg2: micheline.lab.expression; annots: string} \
         | 9 Prim__generic: obj{prim: uint8; args: list(micheline.lab.expression); annots: string} \
         | 10 Bytes: obj{bytes: bytes}}",
    ),
];

/// Returns the complete description, if this is an incomplete one.
pub(super) fn completed(description: &str) -> &str {
    COMPLETED.iter().find(|(short, _)| *short == description).map_or(description, |(_, full)| full)
}
