//! Tests of base58check.

use alloc::{format, string::ToString, vec};

use super::*;
use crate::hash::{BlockHash, ChainId};

/// The prefixes of `base58.ml` and of the protocols: name, bytes, length of the payload, first letters and length of the text.
const PREFIXES: &[(&str, &[u8], usize, &str, usize)] = &[
    ("block_hash", &[1, 52], 32, "B", 51),
    ("operation_hash", &[5, 116], 32, "o", 51),
    ("operation_list_hash", &[133, 233], 32, "Lo", 52),
    ("operation_list_list_hash", &[29, 159, 109], 32, "LLo", 53),
    ("protocol_hash", &[2, 170], 32, "P", 51),
    ("context_hash", &[79, 199], 32, "Co", 52),
    ("chain_id", &[87, 82, 0], 4, "Net", 15),
    ("peer_id", &[153, 103], 16, "id", 30),
    ("ed25519_public_key_hash", &[6, 161, 159], 20, "tz1", 36),
    ("secp256k1_public_key_hash", &[6, 161, 161], 20, "tz2", 36),
    ("p256_public_key_hash", &[6, 161, 164], 20, "tz3", 36),
    ("bls12_381_public_key_hash", &[6, 161, 166], 20, "tz4", 36),
    ("mldsa44_public_key_hash", &[6, 161, 169], 20, "tz5", 36),
    ("ed25519_public_key", &[13, 15, 37, 217], 32, "edpk", 54),
    ("secp256k1_public_key", &[3, 254, 226, 86], 33, "sppk", 55),
    ("p256_public_key", &[3, 178, 139, 127], 33, "p2pk", 55),
    ("bls12_381_public_key", &[6, 149, 135, 204], 48, "BLpk", 76),
    ("mldsa44_public_key", &[13, 7, 237, 67], 1312, "mdpk", 1802),
    ("ed25519_signature", &[9, 245, 205, 134, 18], 64, "edsig", 99),
    ("secp256k1_signature", &[13, 115, 101, 19, 63], 64, "spsig1", 99),
    ("p256_signature", &[54, 240, 44, 52], 64, "p2sig", 98),
    ("bls12_381_signature", &[40, 171, 64, 207], 96, "BLsig", 142),
    ("mldsa44_signature", &[1, 156, 45, 210, 3], 2420, "mdsig", 3316),
    ("generic_signature", &[4, 130, 43], 64, "sig", 96),
    ("secp256k1_element", &[5, 92, 0], 33, "GSp", 54),
    ("generic_aggregate_signature", &[2, 75, 234, 101], 96, "asig", 141),
    ("contract_hash", &[2, 90, 121], 20, "KT1", 36),
    ("script_expr_hash", &[13, 44, 64, 27], 32, "expr", 54),
    ("nonce_hash", &[69, 220, 169], 32, "nce", 53),
    ("random_state_hash", &[76, 64, 204], 32, "rng", 53),
    ("block_payload_hash", &[1, 106, 242], 32, "vh", 52),
    ("blinded_public_key_hash", &[1, 2, 49, 223], 20, "btz1", 37),
    ("block_metadata_hash", &[234, 249], 32, "bm", 52),
    ("operation_metadata_hash", &[5, 183], 32, "r", 51),
    ("operation_metadata_list_hash", &[134, 39], 32, "Lr", 52),
    ("operation_metadata_list_list_hash", &[29, 159, 182], 32, "LLr", 53),
    ("slot_header", &[2, 116, 180], 48, "sh", 74),
    ("smart_rollup_address", &[6, 124, 117], 20, "sr1", 36),
    ("smart_rollup_commitment_hash", &[17, 165, 134, 138], 32, "src1", 54),
    ("smart_rollup_state_hash", &[17, 165, 235, 240], 32, "srs1", 54),
    ("smart_rollup_inbox_hash", &[3, 255, 138, 145, 110], 32, "srib1", 55),
    ("smart_rollup_merkelized_payload_hashes_hash", &[3, 255, 138, 145, 140], 32, "srib2", 55),
    ("smart_rollup_reveal_hash", &[230, 206, 128, 200, 196], 32, "scrrh1", 56),
    ("smart_rollup_serialized_message_hash", &[3, 255, 138, 145, 170], 32, "srib3", 55),
    ("dal_skip_list_content", &[2, 224, 72, 94, 219], 32, "dash1", 55),
    ("dal_skip_list_pointer", &[2, 224, 72, 115, 35], 32, "dask1", 55),
    ("dal_attestations_hash", &[56, 12, 165], 32, "dba", 53),
    ("sc_rollup_hash", &[1, 118, 132, 217], 20, "scr1", 37),
    ("sc_rollup_commitment_hash", &[17, 144, 21, 100], 32, "scc1", 54),
    ("sc_rollup_state_hash", &[17, 144, 122, 202], 32, "scs1", 54),
    ("sc_rollup_inbox_hash", &[3, 250, 174, 238, 208], 32, "scib1", 55),
    ("tx_rollup_hash", &[1, 128, 120, 31], 20, "txr1", 37),
    ("tx_rollup_inbox_hash", &[79, 148, 196], 32, "txi", 53),
    ("tx_rollup_message_hash", &[79, 149, 30], 32, "txm", 53),
    ("tx_rollup_commitment_hash", &[79, 148, 17], 32, "txc", 53),
    ("tx_rollup_message_result_hash", &[18, 7, 206, 87], 32, "txmr", 54),
    ("tx_rollup_message_result_list_hash", &[79, 146, 82], 32, "txM", 53),
    ("tx_rollup_withdraw_list_hash", &[79, 150, 72], 32, "txw", 53),
    ("tx_rollup_context_hash", &[17, 143, 19], 32, "CTx", 53),
    ("zk_rollup_hash", &[1, 23, 224, 125], 20, "epx1", 37),
    ("zk_rollup_hash_of_lima", &[1, 171, 84, 251], 20, "zkr1", 37),
    ("sapling_address", &[18, 71, 40, 223], 43, "zet1", 69),
    ("ed25519_seed", &[13, 15, 58, 7], 32, "edsk", 54),
    ("ed25519_secret_key", &[43, 246, 78, 7], 64, "edsk", 98),
    ("secp256k1_secret_key", &[17, 162, 224, 201], 32, "spsk", 54),
    ("p256_secret_key", &[16, 81, 238, 189], 32, "p2sk", 54),
    ("bls12_381_secret_key", &[3, 150, 192, 40], 32, "BLsk", 54),
    ("mldsa44_secret_key", &[9, 57, 116, 57], 3872, "mdsk", 5298),
    ("secp256k1_scalar", &[38, 248, 136], 32, "SSp", 53),
    ("sapling_spending_key", &[11, 237, 20, 92], 169, "sask", 241),
    ("ed25519_encrypted_seed", &[7, 90, 60, 179, 41], 56, "edesk", 88),
    ("secp256k1_encrypted_secret_key", &[9, 237, 241, 174, 150], 56, "spesk", 88),
    ("p256_encrypted_secret_key", &[9, 48, 57, 115, 171], 56, "p2esk", 88),
    ("bls12_381_encrypted_secret_key", &[2, 5, 30, 53, 25], 56, "BLesk", 88),
    ("mldsa44_encrypted_secret_key", &[5, 49, 133, 39, 172], 3896, "mdesk", 5332),
    ("secp256k1_encrypted_scalar", &[1, 131, 36, 86, 248], 60, "seesk", 93),
];

#[test]
fn every_kind_has_the_prefix_of_octez() {
    let known = kinds().map(|kind| (kind.name, kind.prefix, kind.size, kind.letters, kind.characters));
    assert!(known.eq(PREFIXES.iter().copied()));
}

#[test]
fn letters_and_length_hold_for_the_lowest_and_highest_value() {
    for kind in kinds() {
        for byte in [0x00, 0xff] {
            let text = kind.encode(&vec![byte; kind.size]);
            assert!(text.starts_with(kind.letters), "{text}");
            assert_eq!(text.len(), kind.characters, "{text}");
            assert_eq!(recognise(&text), Some(kind), "{text}");
            assert_eq!(decode(&text), Some((kind, vec![byte; kind.size])), "{text}");
        }
    }
}

/// Returns the text of any bytes with a correct checksum.
fn text(bytes: &[u8]) -> String {
    bs58::encode(bytes).with_check().into_string()
}

#[test]
fn other_texts_are_of_no_kind() {
    let hash = BlockHash([7; 32]).to_string();
    let (first, rest) = hash.split_at(1);
    let mistyped = format!("{}{}", &hash[..50], if hash.ends_with('2') { '3' } else { '2' });
    let refused: [(&str, &str, &str); 14] = [
        ("nothing", "", "found 0 characters"),
        ("one character fewer", &hash[..50], "found 50 characters"),
        ("one character more", &format!("{hash}1"), "found 52 characters"),
        ("a leading zero", &format!("1{hash}"), "found 52 characters"),
        ("a leading zero instead of the last character", &format!("1{}", &hash[..50]), "found a wrong checksum"),
        ("spaces", &format!("{hash} "), "found 52 characters"),
        ("a space inside", &format!("{first} {}", &rest[..49]), "found ' ' at 1, which is not in the base-58 alphabet"),
        ("zero", &format!("{first}0{}", &rest[..49]), "found '0' at 1, which is not in the base-58 alphabet"),
        ("O", &format!("{}O", &hash[..50]), "found 'O' at 50, which is not in the base-58 alphabet"),
        ("I", &format!("I{rest}"), "found 'I' at 0, which is not in the base-58 alphabet"),
        ("l", &format!("{}l", &hash[..50]), "found 'l' at 50, which is not in the base-58 alphabet"),
        ("a wrong checksum", &mistyped, "found a wrong checksum"),
        ("the prefix of another kind", &text(&[&[5, 116][..], &[7; 32]].concat()), "found a operation_hash"),
        ("no known prefix", &text(&[&[3, 0][..], &[7; 32]].concat()), "found a text of another kind"),
    ];
    for (name, text, found) in refused {
        let expected = format!("expected a block_hash (B…, 51 characters), {found}");
        assert_eq!(text.parse::<BlockHash>().map_err(|error| error.to_string()), Err(expected), "{name}: {text}");
        assert!(found == "found a operation_hash" || decode(text).is_none(), "{name}: {text}");
    }
}

/// Bytes with another prefix are of another kind or of none, even if their text has the letters and the length of this one.
#[test]
fn letters_do_not_replace_the_prefix() {
    let (mut shared, mut others) = (0, 0);
    for kind in kinds() {
        let (last, before) = kind.prefix.split_last().unwrap();
        for (last, byte) in [(last.wrapping_add(1), 0), (last.wrapping_sub(1), 0xff)] {
            let bytes = [before, &[last], &vec![byte; kind.size][..]].concat();
            others += 1;
            shared += u32::from(recognise(&text(&bytes)) == Some(kind));
            assert!(decode(&text(&bytes)).is_none_or(|(found, _)| found != kind), "{}", kind.name);
        }
    }
    assert!(others > 2 * 50 && shared > 0, "{shared} of {others}");
}

#[test]
fn a_payload_of_another_size_is_refused() {
    let text = ChainId([1, 2, 3, 4]).to_string();
    assert_eq!(ChainId::KIND.decode::<4>(&text), Ok([1, 2, 3, 4]));
    let error = ChainId::KIND.decode::<5>(&text).unwrap_err().to_string();
    assert_eq!(error, "expected a chain_id (Net…, 15 characters), found a text of another kind");
}

/// The texts of the types with a `Display`, but for ML-DSA-44, are made on the stack.
#[test]
fn short_texts_fit_the_stack() {
    for kind in kinds() {
        let groups = kind.groups(&vec![0; kind.size]);
        assert!(groups * 5 >= kind.characters, "{}", kind.name);
        assert_eq!(groups <= SHORT_GROUPS, kind.size <= MAX_SHORT, "{}", kind.name);
        assert!(words(kind.characters) <= SHORT_WORDS || kind.size > MAX_SHORT, "{}", kind.name);
        assert!(kind.size <= MAX_SHORT || kind.is_secret() || kind.name.starts_with("mldsa44_"), "{}", kind.name);
    }
}

/// The first payload is zeros. Of the others, some have a checksum that starts with a zero byte.
#[test]
fn texts_are_those_of_bs58() {
    for kind in kinds().filter(|kind| kind.size < 200) {
        for seed in 0..200_u8 {
            let payload: Vec<u8> = (0..kind.size).map(|at| seed.wrapping_mul(at as u8)).collect();
            let expected = text(&[kind.prefix, &payload].concat());
            assert_eq!(kind.encode(&payload), expected);
            assert_eq!(*kind.encode_secret(&payload), expected);
            assert_eq!(decode(&expected), Some((kind, payload)));
        }
    }
}
