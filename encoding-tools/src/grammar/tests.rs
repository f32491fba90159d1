//! Tests of descriptions that are parsed, and of the errors of those that are not.

use tezos_encoding_core::schema::{Class, Encoding, Size};

use super::parse;

fn mistake(description: &str) -> String {
    parse(description).expect_err(description).to_string()
}

/// The tests of `tezos-codec` compare the schemas of other descriptions with those of derived types.
#[test]
fn descriptions_have_sizes() {
    for (description, size) in [
        (" int64_le ", Size::fixed(8)),
        ("padded(tup(uint8, int16), 1)", Size::fixed(4)),
        ("bounded_bytes(200,len=n)", Size::dynamic(1, Some(205))),
    ] {
        assert_eq!(parse(description).unwrap().size(), size, "{description}");
    }
    // An incomplete description.
    let Ok(Encoding::Mu(mu)) = parse("micheline(prim=uint8)") else { panic!("no recursive encoding") };
    assert_eq!((mu.body)().size(), Size::dynamic(2, None));
}

#[test]
fn recursive_encodings_find_themselves() {
    let of = |description| match parse(description) {
        Ok(Encoding::Mu(mu)) => *mu,
        other => panic!("{other:?}"),
    };
    let list = of("mu(chain){0 Nil | 1 Cons: uint8*chain}");
    assert_eq!((list.class, (list.body)().size()), (Class::Dynamic, Size::dynamic(1, None)));
    let rose = of("mu(rose){v: uint8; kids: list(rose)}");
    assert_eq!((rose.class, (rose.body)().size()), (Class::Dynamic, Size::dynamic(5, None)));
    let rest = of("mu(vlist){0 End: variable_bytes | 1 More: uint8*dynamic_size(vlist)}");
    assert_eq!((rest.class, (rest.body)().size().class), (Class::Variable, Class::Variable));
    let Encoding::Union { cases, .. } = (list.body)() else { panic!("no union") };
    let [_, cons] = cases else { panic!("{cases:?}") };
    let Encoding::Tuple([_, again]) = cons.payload else { panic!("{cons:?}") };
    assert!(matches!(again, Encoding::Mu(mu) if std::ptr::eq((mu.body)(), (list.body)())));
}

#[test]
fn following_fields_reserve_bytes() {
    let Ok(Encoding::Object([v, n, m])) = parse("obj{v: variable_string; n: int32; m: uint8}") else {
        panic!("no object")
    };
    assert!(matches!(v.encoding, Encoding::Reserve { bytes: 5, .. }));
    assert_eq!((n.name, m.name), ("n", "m"));
    assert!(matches!(parse("tup(uint16, variable_bytes)"), Ok(Encoding::Tuple([_, Encoding::Bytes(_)]))));
}

#[test]
fn one_description_is_one_encoding() {
    let [once, twice] = [parse("list(uint8)"), parse("list(uint8)")].map(Result::unwrap);
    assert!(std::ptr::eq(once, twice));
}

#[test]
fn errors_have_a_column_and_a_reason() {
    for (description, sentence) in [
        ("", "column 1: expected an encoding, found the end"),
        ("uint9", "column 1: expected an encoding, found `uint9`"),
        ("list(uint8", "column 11: expected `)`, found the end"),
        ("list(max=x, uint8)", "column 10: expected a number of at least 0, found `x`"),
        ("tup(uint8 bool)", "column 11: expected `,` or `)`, found `bool`"),
        ("uint8 uint8", "column 7: expected the end, found `uint8`"),
        ("obj{a: uint8, b: bool}", "column 13: expected `;` or `}`, found `,`"),
        ("obj{a! uint8}", "column 6: expected `:`, `?`, `??` or `=`, found `!`"),
        ("obj{a: uint8; a: bool}", "column 15: the field `a` occurs twice"),
        ("obj{a=300: uint8}", "column 7: the default value must be an integer that the encoding can represent"),
        ("string(len=uint9)", "column 12: expected `uint8`, `uint16`, `uint30` or `n`, found `uint9`"),
        ("constant(x)", "column 10: expected text in double quotes, found `x`"),
        ("constant(\"x)", "column 10: expected text that ends with a double quote, found `\"`"),
        ("constant(\"é€𝄞\";", "column 15: expected `)`, found `;`"),
        ("ranged_int(5,1)", "column 11: the range is empty"),
        ("ranged_int(0,1073741824)", "column 11: the limits of a range are at most -2^30 and 2^30 - 1"),
        ("int_like_z(min=-1073741825,max=0)", "column 11: the limits of a range are at most -2^30 and 2^30 - 1"),
        ("uint_like_n(max=1073741824)", "column 17: the limits of a range are at most -2^30 and 2^30 - 1"),
        ("bounded_string(5000000000)", "column 16: `uint30` cannot represent 5000000000"),
        ("uint_like_n(max=-1)", "column 17: expected a number, found `-1`"),
        ("union(tag=uint8){0 A: uint8 | 0 B}", "column 31: `A` already has this tag"),
        ("union(tag=uint8){256 A}", "column 18: the maximum tag is 255"),
        ("union(tag=uint8){1 Even: uint8 if odd}", "column 35: expected `even`, found `odd`"),
        ("list(empty)", "column 6: the element of a list must have at least one byte"),
        ("list(variable_bytes)", "column 6: the element of a list must not extend to the end of the block"),
        (
            "tup(variable_bytes, string)",
            "column 5: this extends to the end of the block, but the following fields have no fixed size",
        ),
        ("def(my.y)", "column 9: expected `,`, found `)`"),
        ("padded(string, 1)", "column 8: a padded encoding must have a fixed size"),
        ("bounded_bytes(300,len=uint8)", "column 23: `uint8` cannot represent 300"),
        ("merge_objs(obj{a: uint8}, tup(uint8))", "column 27: only objects can be merged here"),
        ("mu(x){0 A: y}", "column 12: expected an encoding, found `y`"),
        ("mu(x){a: empty}", "column 7: a recursive encoding must have at least one byte"),
        ("with_guard(odd, uint8)", "column 12: expected `even`, found `odd`"),
        ("compact(tag=uint32, bool)", "column 13: expected `uint0`, `uint8` or `uint16`, found `uint32`"),
        ("compact(tag=uint0, bool)", "column 20: the parts need 1 bits, but the tag has 0"),
        ("compact(tag=uint8, int16)", "column 20: expected a part of a compact encoding, found `int16`"),
        ("compact(tag=uint8, tup3(bool, bool))", "column 20: expected `tup2`, found `tup3`"),
        (
            "compact(tag=uint8, union(union_tag_bits=1){A: bool | void | B: unit})",
            "column 41: the cases need 2 of these bits",
        ),
        ("compact(tag=uint8, union(cases_tag_bits=1){A: int32})", "column 41: the cases need 2 of these bits"),
        (
            "compact(tag=uint8, union(bits=1){A: int32})",
            "column 26: expected `union_tag_bits` or `cases_tag_bits`, each once, found `bits`",
        ),
        ("compact(tag=uint8, union{A})", "column 27: expected `:`, found `}`"),
        ("compact(tag=uint8, obj1{a: bool})", "column 25: expected `req` or `opt`, found `a`"),
        (
            "compact(tag=uint8, list(bits=2, empty))",
            "column 33: the element of a list must have at least one byte and must not extend to the end of the block",
        ),
        ("splitted(json=string, binary=int8)", "column 30: only functions for `uint8` are supported"),
        (
            "conv(uint8, write fails >100, read fails >60)",
            "column 43: only a function that fails above 50 is supported",
        ),
        ("string_enum(c5..c3)", "column 13: a range of names is one word with increasing numbers, as in `c0..c9`"),
        ("fixed_bytes(é)", "column 13: expected a number of at least 0, found `é`"),
        ("fixed_bytes(0)", "column 13: the length must be at least 1: write `empty` for no bytes"),
        ("fixed_bytes(-1)", "column 13: expected a number of at least 0, found `-1`"),
        ("bounded_string(256,len=uint8)", "column 24: `uint8` cannot represent 256"),
        ("bounded_string(65536,len=uint16)", "column 26: `uint16` cannot represent 65536"),
        ("bounded_string(1073741824)", "column 16: `uint30` cannot represent 1073741824"),
        ("list_with_length(uint8, max=256, bool)", "column 25: `uint8` cannot represent this number"),
        ("list_with_length(uint16, max=65536, bool)", "column 26: `uint16` cannot represent this number"),
        ("list_with_length(int8, bool)", "column 18: expected `uint8`, `uint16`, `uint30` or `n`, found `int8`"),
        ("ranged_int(-1073741825,0)", "column 11: the limits of a range are at most -2^30 and 2^30 - 1"),
        ("int_like_z(min=0,max=1073741824)", "column 11: the limits of a range are at most -2^30 and 2^30 - 1"),
        ("int_like_z(max=0,min=0)", "column 12: expected `min`, found `max`"),
        ("ranged_float(2,1.5)", "column 13: the range is empty"),
        ("ranged_int(1.5,2)", "column 12: expected a number, found `1.5`"),
        ("obj{a=256: uint8}", "column 7: the default value must be an integer that the encoding can represent"),
        ("obj{a=-1: uint8}", "column 7: the default value must be an integer that the encoding can represent"),
        ("obj{a=1: n}", "column 7: the default value must be an integer that the encoding can represent"),
        ("obj{a=x: uint8}", "column 7: expected a whole number, found `x`"),
        ("obj{a?? uint8}", "column 9: expected `:`, found `uint8`"),
        ("obj{: uint8}", "column 5: expected the name of a field, found `:`"),
        ("obj a: uint8}", "column 5: expected `{`, found `a`"),
        ("merge_tups(obj{a: uint8})", "column 12: only tuples can be merged here"),
        ("union(tag=uint16){65536 A}", "column 19: the maximum tag is 65535"),
        ("union(tag=uint32){0 A}", "column 11: expected `uint8` or `uint16`, found `uint32`"),
        ("union(tags=uint8){0 A}", "column 7: expected `tag`, found `tags`"),
        ("union(tag=uint8){A}", "column 18: expected a tag, found `A`"),
        ("union(tag=uint8){0 A, xml only B}", "column 23: expected `json`, found `xml`"),
        ("union(tag=uint8){0 A, json B}", "column 28: expected `only`, found `B`"),
        ("string_enum(a,b,a)", "column 17: the name `a` occurs twice"),
        ("string_enum(c0..d9)", "column 13: a range of names is one word with increasing numbers, as in `c0..c9`"),
        ("string_enum(c..c9)", "column 13: a range of names is one word with increasing numbers, as in `c0..c9`"),
        ("string_enum(c0..c65536)", "column 13: a range of names is one word with increasing numbers, as in `c0..c9`"),
        ("variable_list(variable_bytes)", "column 15: the element of a list must not extend to the end of the block"),
        ("fixed_list(2, null)", "column 15: the element of a list must have at least one byte"),
        ("padded(n, 1)", "column 8: a padded encoding must have a fixed size"),
        ("mu(x){0 A}x", "column 11: expected the end, found `x`"),
        (
            "conv(uint8, write fails >99, read fails >50)",
            "column 26: only a function that fails above 100 is supported",
        ),
        ("conv(uint8, read fails >50, write fails >100)", "column 13: expected `write`, found `read`"),
        ("splitted(json=bytes, binary=uint8)", "column 15: expected `string`, found `bytes`"),
        ("with_version(v, v0=uint8)", "column 14: expected text in double quotes, found `v`"),
        ("constant(\"a\\\")", "column 10: expected text that ends with a double quote, found `\"`"),
        (
            "compact(tag=uint8, tup3(int64, int64, tup3(int64, int32, bool)))",
            "column 20: the parts need 9 bits, but the tag has 8",
        ),
        ("compact(tag=uint8, list(bit=2, uint8))", "column 25: expected `bits`, found `bit`"),
        ("compact(tag=uint8, obj2{req a: bool; opt a: bool})", "column 42: the field `a` occurs twice"),
        ("compact(tag=uint8, obj2{req a: bool})", "column 20: expected `obj1`, found `obj2`"),
        (
            "compact(tag=uint8, union(union_tag_bits=1,union_tag_bits=1){A: unit})",
            "column 43: expected `union_tag_bits` or `cases_tag_bits`, each once, found `union_tag_bits`",
        ),
        (
            "compact(tag=uint8, list(bits=2, variable_bytes))",
            "column 33: the element of a list must have at least one byte and must not extend to the end of the block",
        ),
    ] {
        assert_eq!(mistake(description), sentence, "{description}");
    }
    let deep = "option(".repeat(1000);
    assert_eq!(mistake(&deep), "column 449: the description is nested deeper than 64 levels");
}

/// The last values that are good, where the table above has the first that are bad.
#[test]
fn limits_are_inclusive() {
    for (description, size) in [
        ("ranged_int(-1073741824,1073741823)", Size::fixed(4)),
        ("ranged_int(5,5)", Size::fixed(1)),
        ("ranged_float(1,1)", Size::fixed(8)),
        ("uint_like_n(max=1073741823)", Size::dynamic(1, Some(5))),
        ("int_like_z(min=-1073741824,max=1073741823)", Size::dynamic(1, Some(5))),
        ("bounded_string(255)", Size::dynamic(1, Some(256))),
        ("bounded_string(255,len=uint8)", Size::dynamic(1, Some(256))),
        ("bounded_string(256)", Size::dynamic(2, Some(258))),
        ("bounded_string(65535,len=uint16)", Size::dynamic(2, Some(65537))),
        ("bounded_string(65536)", Size::dynamic(4, Some(65540))),
        ("bounded_bytes(1073741823)", Size::dynamic(4, Some(1_073_741_827))),
        ("list_with_length(uint8, max=255, bool)", Size::dynamic(1, Some(256))),
        ("union(tag=uint8){255 A | 0 B}", Size::fixed(1)),
        ("union(tag=uint16){65535 A}", Size::fixed(2)),
        ("obj{a=255: uint8; b=-128: int8; c=0: uint30}", Size::fixed(6)),
        ("fixed_bytes(1)", Size::fixed(1)),
        ("string_enum(c5..c5)", Size::fixed(1)),
        ("string_enum(c0..c254)", Size::fixed(1)),
        ("string_enum(c0..c255)", Size::fixed(2)),
        ("compact(tag=uint8, tup3(int64, int64, tup2(int64, int32)))", Size::dynamic(5, Some(29))),
        ("compact(tag=uint8, union(union_tag_bits=2){A: unit | void | B: unit})", Size::fixed(1)),
    ] {
        assert_eq!(parse(description).map(Encoding::size), Ok(size), "{description}");
    }
    let Ok(Encoding::Constant(text)) = parse("constant(\"a \\\"b\\\\ c\")") else { panic!("no constant") };
    assert_eq!(*text, "a \"b\\ c");
}

/// Each would take minutes if a part were read, counted or measured once for each sibling, and years if once for each
/// enclosing one.
#[test]
fn parsing_takes_time_proportional_to_the_length() {
    let many = |part: &str| part.repeat(200_000 / part.len());
    let numbered = |part: fn(usize) -> String| (1..20_000).map(part).collect::<String>();
    let deep = |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(60), close.repeat(60));
    for (description, refused) in [
        (format!("tup({}n)", many("n,")), None),
        (format!("tup({}variable_bytes,n)", many("variable_bytes,")), Some(5)),
        (format!("tup({}variable_bytes,{}uint8)", many("n,"), many("uint8,")), None),
        (format!("tup(\n{}", many("é, ")), Some(6)),
        (format!("tup({}?", many("n,")), Some(200_005)),
        (format!("tup({}n)", many("dynamic_size(uint8),")), None),
        (format!("obj{{{}a: n}}", numbered(|field| format!("a{field}: n; "))), None),
        (format!("string_enum({}a)", numbered(|name| format!("a{name},"))), None),
        (format!("union(tag=uint16){{{}0 A}}", numbered(|case| format!("{case} A|"))), None),
        (format!("constant(\"{}", many("a")), Some(10)),
        (deep(&format!("tup({}", "n,".repeat(1_000)), "n", ")"), None),
        (format!("compact(tag=uint8, {})", deep("union{A: null | B: ", "null", "}")), Some(20)),
        (format!("compact(tag=uint8, {})", deep("option(", "bool", ")")), Some(20)),
    ] {
        assert_eq!(parse(&description).err().map(|mistake| mistake.column), refused, "{:.40}", description);
    }
}
