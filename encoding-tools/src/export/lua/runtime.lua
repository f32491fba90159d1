-- Nodes are functions: node(st, tree) dissects a value at st.pos, before st.stop, the end of the enclosing block.
-- An error is a table with `text`, thrown by `fail`; any other error is one of Wireshark's.

-- Wireshark draws at most 500 levels and 1,000,000 items.
local MAX_DEPTH, MAX_ITEMS = 400, 100000

local fields, types = {}, {}

local function fail(text) error({ text = text }, 0) end

-- The next bytes, for one item of the tree.
local function take(st, bytes)
  st.items = st.items + 1
  if st.items > MAX_ITEMS then fail("more than " .. MAX_ITEMS .. " parts, the rest is not dissected") end
  local range = st.tvb(st.pos, bytes)
  st.pos = st.pos + bytes
  return range
end

local function add(st, tree, field, bytes, value)
  if value == nil then return tree:add(field, take(st, bytes)) end
  return tree:add(field, take(st, bytes), value)
end

local function add_integer(st, tree, field, bytes, little)
  if little then return tree:add_le(field, take(st, bytes)) end
  return tree:add(field, take(st, bytes))
end

local function need(st, bytes, what)
  if st.stop - st.pos < bytes then
    fail(what .. ": bytes needed: " .. bytes .. ", bytes left: " .. (st.stop - st.pos))
  end
end

local function register(kind, name, label, ...)
  local field = ProtoField[kind](PROTO_NAME .. "." .. name, label, ...)
  fields[#fields + 1] = field
  return field
end

local function number(st, bytes, signed, little)
  local range = st.tvb(st.pos, bytes)
  if bytes > 4 then return nil end
  if signed then return little and range:le_int() or range:int() end
  return little and range:le_uint() or range:uint()
end

-- An integer: `min` and `max` limit the number on the wire, to which `shift` is added.
local function int(name, label, bytes, signed, little, min, max, shift)
  local kind = (signed and "int" or "uint") .. (shift and 64 or 8 * bytes)
  local field = register(kind, name, label)
  return function(st, tree)
    need(st, bytes, label)
    local value = number(st, bytes, signed, little)
    if min and value and (value < min or value > max) then
      fail(label .. ": " .. value .. " is not from " .. min .. " to " .. max)
    end
    if shift then return add(st, tree, field, bytes, UInt64(value) + UInt64(shift)) end
    add_integer(st, tree, field, bytes, little)
  end
end

local function plain(kind, bytes)
  return function(name, label)
    local field = register(kind, name, label)
    return function(st, tree)
      need(st, bytes, label)
      add(st, tree, field, bytes)
    end
  end
end
local bool, float = plain("bool", 1), plain("double", 8)

-- The names of an enumeration, or the cases of a union, by number.
local function named(st, tree, field, bytes, names, label)
  need(st, bytes, label)
  local value = number(st, bytes, false, false)
  if not names[value] then fail(label .. ": there is no case " .. value) end
  add(st, tree, field, bytes)
  return value
end

local function enum(name, label, bytes, names)
  local field = register("uint" .. 8 * bytes, name, label, base.DEC, names)
  return function(st, tree) named(st, tree, field, bytes, names, label) end
end

-- The decimal digits of groups of seven bits, the lowest first.
local function decimal(groups)
  local digits = { 0 }
  for index = #groups, 1, -1 do
    local carry = groups[index]
    for at = 1, #digits do
      local value = digits[at] * 128 + carry
      digits[at] = value % 10000000
      carry = math.floor(value / 10000000)
    end
    if carry > 0 then digits[#digits + 1] = carry end
  end
  local out = { string.format("%d", digits[#digits]) }
  for at = #digits - 1, 1, -1 do out[#out + 1] = string.format("%07d", digits[at]) end
  return table.concat(out)
end

-- Numbers of any size: seven bits in a byte, the lowest first; the first byte of a `z` has a sign and six bits.
-- Those that 53 bits hold are numbers for display filters, longer ones are text.
local function zarith(st, label, signed)
  local bytes, groups, value, scale, negative = 0, {}, 0, 1, false
  repeat
    need(st, bytes + 1, label)
    local byte = st.tvb(st.pos + bytes, 1):uint()
    local more, group, width = byte >= 128, byte % 128, 128
    if signed and bytes == 0 then
      negative, group, width = group >= 64, group % 64, 64
    end
    if not more and group == 0 and bytes > 0 then fail(label .. ": the last byte of a number is zero") end
    groups[bytes + 1] = group
    -- Ten bytes have more than 63 bits.
    value, scale, bytes = bytes < 9 and value + group * scale or math.huge, scale * width, bytes + 1
  until not more
  return bytes, groups, value, negative
end

-- Decimal digits take quadratic time.
local MAX_DIGITS_BYTES = 512

local function any_number(name, label, signed)
  local field = register(signed and "int64" or "uint64", name, label)
  local long = register("string", name .. ".long", label)
  return function(st, tree)
    local bytes, groups, value, negative = zarith(st, label, signed)
    local sign = negative and "-" or ""
    if value < 2 ^ 53 then
      local text = sign .. string.format("%.0f", value)
      return add(st, tree, field, bytes, signed and Int64.new(text) or UInt64.new(text))
    end
    if bytes > MAX_DIGITS_BYTES then return add(st, tree, long, bytes, "a number of " .. bytes .. " bytes") end
    if signed then
      -- The first group has six bits: shift the others by one.
      local shifted, carry = {}, groups[1]
      for index = 2, #groups do
        local group = groups[index] * 64 + carry
        shifted[index - 1], carry = group % 128, math.floor(group / 128)
      end
      shifted[#groups] = carry
      groups = shifted
    end
    add(st, tree, long, bytes, sign .. decimal(groups))
  end
end
local function n(name, label) return any_number(name, label, false) end
local function z(name, label) return any_number(name, label, true) end

-- Bytes and text: of a fixed number of bytes, or to the end of the block.
local function bytes(name, label, count)
  local field = register("bytes", name, label)
  return function(st, tree)
    need(st, count or 0, label)
    local length = count or st.stop - st.pos
    if length > 0 then add(st, tree, field, length) end
  end
end

local function text(name, label, count)
  local field = register("string", name, label)
  return function(st, tree)
    need(st, count or 0, label)
    local length = count or st.stop - st.pos
    if length > 0 then tree:add_packet_field(field, take(st, length), ENC_UTF_8) end
  end
end

local function magic(name, label, hex)
  local field, count = register("bytes", name, label), #hex / 2
  return function(st, tree)
    need(st, count, label)
    if st.tvb(st.pos, count):bytes():tohex() ~= hex then fail(label .. ": other bytes than " .. hex) end
    add(st, tree, field, count)
  end
end

-- Bytes that only a program of their type understands; without a size, nothing after them can be dissected.
local function opaque(name, label, count, is_last)
  local field = register("bytes", name, label)
  return function(st, tree)
    need(st, count or 0, label)
    local length = count or st.stop - st.pos
    if length > 0 then add(st, tree, field, length) end
    if not count and not is_last then fail(label .. ": only a program finds the end of this value") end
  end
end

-- A block: `node` has to read all bytes before `stop`.
local function inside(st, tree, node, stop, label)
  local outer = st.stop
  st.stop = stop
  node(st, tree)
  if st.pos ~= stop then fail(label .. ": bytes left in the block: " .. (stop - st.pos)) end
  st.stop = outer
end

-- The number of a size prefix or a count, without `bytes` if it is an `n`.
local function announced(name, label, bytes, little, max)
  local field = register(bytes and "uint" .. 8 * bytes or "uint64", name, label)
  return function(st, tree)
    local value
    if bytes then
      need(st, bytes, label)
      value = number(st, bytes, false, little)
      add_integer(st, tree, field, bytes, little)
    else
      local width
      width, _, value = zarith(st, label, false)
      if value <= max then add(st, tree, field, width, UInt64.new(string.format("%.0f", value))) end
    end
    if max and value > max then fail(label .. ": " .. string.format("%.0f", value) .. " is more than " .. max) end
    return value
  end
end

local function block(size, label, node)
  return function(st, tree)
    local count = size(st, tree)
    need(st, count, label)
    inside(st, tree, node, st.pos + count, label)
  end
end

local function sized(count, label, node)
  return function(st, tree)
    need(st, count, label)
    inside(st, tree, node, st.pos + count, label)
  end
end

local function reserve(count, label, node)
  return function(st, tree)
    need(st, count, label)
    inside(st, tree, node, st.stop - count, label)
  end
end

local function optional(name, label, node)
  local field = register("bool", name, label)
  return function(st, tree)
    need(st, 1, label)
    local is_present = st.tvb(st.pos, 1):uint() ~= 0
    add(st, tree, field, 1)
    if is_present then node(st, tree) end
  end
end

local function at_end(node)
  return function(st, tree)
    if st.pos < st.stop then node(st, tree) end
  end
end

-- Elements: of a number that precedes them, a fixed number, or to the end of the block.
local function list(item, label, count, fixed, max)
  return function(st, tree)
    local total, index = fixed, 0
    if count then total = count(st, tree) end
    while total and index < total or not total and st.pos < st.stop do
      local start = st.pos
      if max and index >= max then fail(label .. ": more than " .. max .. " elements") end
      st.index = index
      item(st, tree)
      index = index + 1
      if st.pos == start and not total then fail(label .. ": an element without bytes") end
      if index > MAX_ITEMS then fail(label .. ": more than " .. MAX_ITEMS .. " elements") end
    end
    st.index = nil
  end
end

local function deeper(st, tree, node)
  if st.depth >= MAX_DEPTH then fail("nested deeper than " .. MAX_DEPTH .. " levels, the rest is not dissected") end
  st.depth = st.depth + 1
  node(st, tree)
  st.depth = st.depth - 1
end

-- A subtree.
local function group(name, label, node)
  local field = register("none", name, label)
  return function(st, tree)
    local start, index = st.pos, st.index
    local item = add(st, tree, field, 0)
    st.index = nil
    item:set_text(index and label .. " [" .. index .. "]" or label)
    st.open[#st.open + 1] = { item = item, start = start }
    deeper(st, item, node)
    item:set_len(st.pos - start)
    st.open[#st.open] = nil
  end
end

local function ref(id)
  return function(st, tree) deeper(st, tree, types[id]) end
end

local function record(members)
  return function(st, tree)
    for _, member in ipairs(members) do member(st, tree) end
  end
end

-- `cases` has the names by tag, `nodes` what follows each tag; `other` dissects all other tags, with the tag.
local function union(name, label, bytes, cases, nodes, other, reserved)
  local field = register("uint" .. 8 * bytes, name, label, base.HEX, cases)
  return function(st, tree)
    if other then
      need(st, bytes, label)
      local tag = number(st, bytes, false, false)
      if not cases[tag] then
        if reserved[tag] then fail(label .. ": there is no case " .. tag) end
        return other(st, tree)
      end
    end
    local tag = named(st, tree, field, bytes, cases, label)
    tree:append_text(": " .. cases[tag])
    if not st.title then st.title = cases[tag] end
    if nodes[tag] then nodes[tag](st, tree) end
  end
end

-- The dissector; `root` dissects a whole message.
local function dissector(root)
  local proto = Proto(PROTO_NAME, PROTO_TITLE)
  local rest = register("bytes", "undissected", "Not dissected")
  local malformed = ProtoExpert.new(PROTO_NAME .. ".malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR)
  proto.fields = fields
  proto.experts = { malformed }
  function proto.dissector(tvb, pinfo, tree)
    local item = tree:add(proto, tvb(0, tvb:len()))
    local st = { tvb = tvb, pos = 0, stop = tvb:len(), items = 0, depth = 0, open = {} }
    local is_valid, problem = pcall(function()
      root(st, item)
      if st.pos < st.stop then fail("bytes after the value: " .. (st.stop - st.pos)) end
    end)
    pinfo.cols.protocol = PROTO_NAME
    if st.title then pinfo.cols.info = st.title end
    if is_valid then return tvb:len() end
    local text = type(problem) == "table" and problem.text or tostring(problem)
    for _, open in ipairs(st.open) do open.item:set_len(st.pos - open.start) end
    if tvb:reported_len() > tvb:len() then text = "cut by the capture, " .. text end
    local at = item
    if st.pos < tvb:len() then at = item:add(rest, tvb(st.pos, tvb:len() - st.pos)) end
    at:add_proto_expert_info(malformed, text)
    return tvb:len()
  end
  return proto
end
