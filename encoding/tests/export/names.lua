
-- the whole message
types[1] = record {
  int("if", "if", 1, false, false),
  group("end", "end", ref(2)),
  group("a", "a", block(announced("a.size", "a size", 4, false, 1073741823), "a", list(int("a.item", "a", 1, false, false), "a", nil, nil, nil))),
  group("a_0", "A", block(announced("a.size_0", "A size", 4, false, 1073741823), "A", list(int("a.item_0", "A", 1, false, false), "A", nil, nil, nil))),
}
-- end_0
types[2] = union("end_0.tag", "tag", 1, {
  [0] = "and",
  [1] = "Or",
  [2] = "or",
}, {
  [1] = int("end_0.or", "Or", 1, false, false),
  [2] = block(announced("end_0.or.size", "or size", 4, false, 1073741823), "or", text("end_0.or_0", "or")),
}, nil, nil)

dissector(ref(1))
