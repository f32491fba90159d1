
-- the whole message
types[1] = union("tag", "tag", 1, {
  [0] = "Leaf",
  [1] = "Node",
  [2] = "Many",
}, {
  [0] = z("leaf", "Leaf"),
  [1] = ref(2),
  [2] = group("many", "Many", block(announced("many.size", "Many size", 4, false, 1073741823), "Many", list(group("many.item", "Many", ref(1)), "Many", nil, nil, nil))),
}, nil, nil)
-- node
types[2] = record {
  group("node.left", "left", ref(1)),
  group("node.right", "right", ref(1)),
}

dissector(ref(1))
