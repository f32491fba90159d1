
-- the whole message
types[1] = record {
  enum("field0", "field0", 1, { [0] = "red", [1] = "green", }),
  group("field1", "field1", ref(2)),
  group("field2", "field2", list(float("field2.item", "field2"), "field2", announced("field2.count", "field2 count", nil, false, 3), nil, nil)),
}
-- value
types[2] = union("value.tag", "tag", 1, {
  [0] = "case_0",
  [1] = "case_1",
  [8] = "case_8",
  [9] = "case_9",
  [10] = "case_10",
  [11] = "case_11",
  [12] = "case_12",
  [13] = "case_13",
}, {
  [8] = ref(3),
  [9] = ref(4),
  [10] = ref(5),
  [11] = ref(6),
  [12] = ref(7),
  [13] = ref(8),
}, nil, nil)
-- case_8
types[3] = record {
  int("case_8.b", "b", 1, false, false),
}
-- case_9
types[4] = record {
  int("case_9.b", "b", 1, false, false),
}
-- case_10
types[5] = record {
  int("case_10.b", "b", 2, false, false),
}
-- case_11
types[6] = record {
  int("case_11.b", "b", 2, false, false),
}
-- case_12
types[7] = record {
  int("case_12.b", "b", 4, true, false),
}
-- case_13
types[8] = record {
  int("case_13.b", "b", 4, true, false),
}

dissector(ref(1))
