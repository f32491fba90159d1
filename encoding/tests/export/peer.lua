
-- the whole message
types[1] = record {
  int("port", "port", 2, false, false),
  block(announced("name.size", "name size", 1, false, 40), "name", text("name", "name")),
  group("flags", "flags", list(bool("flags.item", "flags"), "flags", nil, 2, nil)),
  optional("weight.present", "weight is present", n("weight", "weight")),
  reserve(1, "rest", bytes("rest", "rest")),
  int("end", "end", 1, true, false),
}

dissector(ref(1))
