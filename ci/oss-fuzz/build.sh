#!/usr/bin/env bash -eu
# Builds the targets of fuzz/ and packs their corpora: $OUT gets TARGET and TARGET_seed_corpus.zip. Run by OSS-Fuzz and
# ClusterFuzzLite in their image; `ci/oss-fuzz/check` runs it here.
cd "$SRC/tezos-codec/fuzz"
cargo fuzz build -O --debug-assertions ${FUZZ_BUILD_FLAGS:-}
host=$(rustc -vV | sed -n 's/^host: //p')
for target in fuzz_targets/*.rs; do
  name=$(basename "$target" .rs)
  cp "${CARGO_TARGET_DIR:-target}/$host/release/$name" "$OUT/"
  zip -qj "$OUT/${name}_seed_corpus.zip" "corpus/$name"/*
  # No more input than a chunk has.
  printf '[libfuzzer]\nmax_len = 65536\n' >"$OUT/$name.options"
done
