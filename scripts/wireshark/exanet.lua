-- SPDX-License-Identifier: Apache-2.0
-- Wireshark dissector: ExaNet packets and credit words in captures of tinsim (docs/reference/traces.md).
--
-- Use: tshark -X lua_script:scripts/wireshark/exanet.lua -r cells.pcapng
-- or copy it to the personal Lua plugin folder (Help, About Wireshark, Folders).
-- Takes link type USER1 (148). Words are little endian: their lowest byte goes over the line first.

local exanet = Proto("exanet", "ExaNet")

local KINDS = {[0] = "packet", [1] = "credit word", [2] = "stray word"}
local DIRECTIONS = {[0] = "sent", [1] = "received"}
local USES = {[0] = "message", [1] = "write", [2] = "completion", [3] = "read"}
local CREDIT_CODE = 0xC7
local PSEUDO_BYTES, WORD_BYTES = 16, 16

-- Fields --------------------------------------------------------------------------------------

local f = {}

local function field(kind, name, label, ...)
  f[name] = ProtoField[kind]("exanet." .. name, label, ...)
end

field("uint8", "version", "Record version", base.DEC)
field("uint8", "kind", "Kind", base.DEC, KINDS)
field("uint8", "direction", "Direction", base.DEC, DIRECTIONS)
field("bool", "damaged", "Damaged", 8, nil, 0x01)
field("uint16", "chip", "Node", base.DEC)
field("uint8", "port", "Port", base.DEC)
field("uint8", "vc", "Channel", base.DEC)
field("uint64", "cycle", "Cycle of the first word", base.DEC)

for _, side in ipairs({"dst", "src"}) do
  field("string", side, side == "dst" and "Destination" or "Source")
  for _, axis in ipairs({"x", "y", "z"}) do
    field("uint8", side .. "." .. axis, axis:upper(), base.DEC)
  end
  field("uint8", side .. ".port", "Port", base.DEC)
end
field("uint16", "bytes", "Bytes of payload", base.DEC)
field("uint8", "use", "Kind of packet", base.DEC, USES)
field("uint16", "tag", "Tag", base.DEC)
field("uint64", "address", "Address", base.HEX)
field("uint8", "ecc", "Check bits", base.HEX)
field("bytes", "payload", "Payload")
field("uint32", "crc", "CRC-32", base.HEX)
field("bool", "crc_ok", "CRC-32 is correct")
field("uint16", "footer.tag", "Tag", base.DEC)
field("bool", "footer.last", "Last packet of its message")
field("uint16", "footer.number", "Number in its message", base.DEC)

field("uint64", "word", "Word", base.HEX)
for vc = 0, 1 do
  field("uint8", "credit.header" .. vc, "Header words freed on channel " .. vc, base.DEC)
  field("uint16", "credit.payload" .. vc, "Payload words freed on channel " .. vc, base.DEC)
end
field("uint8", "credit.health", "Health", base.HEX)
field("uint8", "credit.crc", "CRC-8", base.HEX)
field("bool", "credit.crc_ok", "CRC-8 is correct")

local all_fields = {}
for _, one in pairs(f) do all_fields[#all_fields + 1] = one end
exanet.fields = all_fields

local function expert_of(name, text, group, severity)
  return ProtoExpert.new("exanet." .. name, text, group, severity)
end

local expert = {
  version = expert_of("version.unknown", "Unknown record version", expert.group.UNDECODED,
    expert.severity.ERROR),
  kind = expert_of("kind.unknown", "Unknown kind of record", expert.group.UNDECODED,
    expert.severity.ERROR),
  short = expert_of("short", "The record ends early", expert.group.MALFORMED,
    expert.severity.ERROR),
  crc = expert_of("crc.bad", "CRC does not match", expert.group.CHECKSUM, expert.severity.ERROR),
  length = expert_of("length.bad", "Length is not that of the record", expert.group.PROTOCOL,
    expert.severity.ERROR),
  code = expert_of("code.bad", "Not a credit word", expert.group.PROTOCOL, expert.severity.ERROR),
  damaged = expert_of("damaged.frame", "The frame is damaged", expert.group.PROTOCOL,
    expert.severity.WARN)
}
local all_experts = {}
for _, one in pairs(expert) do all_experts[#all_experts + 1] = one end
exanet.experts = all_experts

-- Parts ---------------------------------------------------------------------------------------

-- Reflected CRC over a list of ranges of bytes.
local function crc(ranges, polynomial, initial)
  local value = initial
  for _, bytes in ipairs(ranges) do
    for i = 0, bytes:len() - 1 do
      value = bit32.bxor(value, bytes(i, 1):uint())
      for _ = 1, 8 do
        local low = bit32.band(value, 1)
        value = bit32.rshift(value, 1)
        if low == 1 then value = bit32.bxor(value, polynomial) end
      end
    end
  end
  return value
end

-- `width` (at most 32) bits from `low` on, of the bytes taken as one little-endian number.
local function bits(bytes, low, width)
  local value, weight = 0, 1
  local at = low
  while at < low + width do
    local skip = at % 8
    local take = math.min(8 - skip, low + width - at)
    local part = bit32.extract(bytes(math.floor(at / 8), 1):uint(), skip, take)
    value = value + part * weight
    weight = weight * 2 ^ take
    at = at + take
  end
  return value
end

local function add_bits(tree, name, bytes, low, width)
  local value = bits(bytes, low, width)
  local first = math.floor(low / 8)
  local span = bytes(first, math.floor((low + width - 1) / 8) - first + 1)
  return tree:add(f[name], span, value), value
end

local function add_place(tree, side, bytes, low)
  local place = string.format("%d:%d:%d:%d", bits(bytes, low, 6), bits(bytes, low + 6, 6),
    bits(bytes, low + 12, 6), bits(bytes, low + 18, 2))
  local first = math.floor(low / 8)
  local item = tree:add(f[side], bytes(first, 3), place)
  add_bits(item, side .. ".x", bytes, low, 6)
  add_bits(item, side .. ".y", bytes, low + 6, 6)
  add_bits(item, side .. ".z", bytes, low + 12, 6)
  add_bits(item, side .. ".port", bytes, low + 18, 2)
  return place
end

local function add_check(tree, item, name, bytes, found, expected)
  tree:add(f[name], bytes, found == expected):set_generated()
  if found ~= expected then
    item:add_proto_expert_info(expert.crc, string.format("CRC is 0x%x, should be 0x%x", found,
      expected))
  end
  return found == expected
end

-- Packets and words ---------------------------------------------------------------------------

local function dissect_header(tree, bytes)
  local header = tree:add(exanet, bytes, "Header")
  local dst = add_place(header, "dst", bytes, 0)
  local src = add_place(header, "src", bytes, 20)
  local length_item, length = add_bits(header, "bytes", bytes, 40, 10)
  local _, use = add_bits(header, "use", bytes, 50, 2)
  local _, tag = add_bits(header, "tag", bytes, 52, 16)
  header:add(f.address, bytes(8, 7), bytes(8, 8):le_uint64():lshift(8):rshift(12))
  add_bits(header, "ecc", bytes, 120, 8)
  return {dst = dst, src = src, length = length, item = length_item, use = use, tag = tag}
end

local function dissect_footer(tree, bytes, payload)
  local footer = tree:add(exanet, bytes, "Footer")
  local item, found = add_bits(footer, "crc", bytes, 0, 32)
  add_bits(footer, "footer.tag", bytes, 32, 16)
  footer:add(f["footer.last"], bytes(6, 1), bits(bytes, 48, 1) == 1)
  add_bits(footer, "footer.number", bytes, 49, 16)
  local ranges = payload and {payload, bytes(4, 12)} or {bytes(4, 12)}
  local expected = bit32.bnot(crc(ranges, 0xEDB88320, 0xFFFFFFFF))
  return add_check(footer, item, "crc_ok", bytes(0, 4), found, expected)
end

local function dissect_packet(tree, bytes, pinfo, vc)
  if bytes:len() < 2 * WORD_BYTES or bytes:len() % WORD_BYTES ~= 0 then
    return tree:add_proto_expert_info(expert.short)
  end
  local header = dissect_header(tree, bytes(0, WORD_BYTES))
  local room = bytes:len() - 2 * WORD_BYTES
  local words = math.floor((header.length + WORD_BYTES - 1) / WORD_BYTES)
  if words * WORD_BYTES ~= room then
    header.item:add_proto_expert_info(expert.length, string.format(
      "%d bytes have %d words, the record has %d", header.length, words, room / WORD_BYTES))
  end
  local payload = nil
  if room > 0 and header.length > 0 then
    payload = bytes(WORD_BYTES, math.min(header.length, room))
    tree:add(f.payload, payload)
  end
  local good = dissect_footer(tree, bytes(bytes:len() - WORD_BYTES), payload)
  pinfo.cols.src, pinfo.cols.dst = header.src, header.dst
  pinfo.cols.info = string.format("%s %s > %s  %d bytes  vc %d  tag %d%s",
    USES[header.use], header.src, header.dst, header.length, vc, header.tag,
    good and "" or "  [bad CRC]")
end

local function dissect_word(tree, bytes, pinfo, is_credit)
  if bytes:len() ~= 8 then return tree:add_proto_expert_info(expert.short) end
  local item = tree:add_le(f.word, bytes)
  if not is_credit then
    pinfo.cols.info = "stray word 0x" .. bytes:le_uint64():tohex()
    return
  end
  if bits(bytes, 56, 8) ~= CREDIT_CODE then item:add_proto_expert_info(expert.code) end
  local counts = {}
  for vc = 0, 1 do
    local _, header = add_bits(tree, "credit.header" .. vc, bytes, 20 * vc, 8)
    local _, payload = add_bits(tree, "credit.payload" .. vc, bytes, 20 * vc + 8, 12)
    counts[#counts + 1] = string.format("vc %d header %d payload %d", vc, header, payload)
  end
  add_bits(tree, "credit.health", bytes, 40, 8)
  local crc_item, found = add_bits(tree, "credit.crc", bytes, 48, 8)
  local good = add_check(tree, crc_item, "credit.crc_ok", bytes(6, 1), found,
    crc({bytes(0, 6)}, 0xE0, 0xFF))
  pinfo.cols.info = "credit " .. table.concat(counts, ", ") .. (good and "" or "  [bad CRC]")
end

-- Record --------------------------------------------------------------------------------------

local function add_pseudo(tree, bytes)
  local pseudo = tree:add(exanet, bytes(0, PSEUDO_BYTES), "Record")
  local version = pseudo:add(f.version, bytes(0, 1))
  local kind = pseudo:add(f.kind, bytes(1, 1))
  pseudo:add(f.direction, bytes(2, 1))
  local damaged = pseudo:add(f.damaged, bytes(3, 1))
  pseudo:add_le(f.chip, bytes(4, 2))
  pseudo:add(f.port, bytes(6, 1))
  pseudo:add(f.vc, bytes(7, 1))
  pseudo:add_le(f.cycle, bytes(8, 8))
  if bytes(0, 1):uint() ~= 1 then version:add_proto_expert_info(expert.version) end
  if not KINDS[bytes(1, 1):uint()] then kind:add_proto_expert_info(expert.kind) end
  if bits(bytes, 24, 1) == 1 then damaged:add_proto_expert_info(expert.damaged) end
end

function exanet.dissector(buffer, pinfo, root)
  pinfo.cols.protocol = "ExaNet"
  local bytes = buffer()
  local tree = root:add(exanet, bytes)
  if bytes:len() <= PSEUDO_BYTES then
    tree:add_proto_expert_info(expert.short)
    return
  end
  add_pseudo(tree, bytes)
  local kind, rest = bytes(1, 1):uint(), bytes(PSEUDO_BYTES)
  if kind == 0 then
    dissect_packet(tree, rest, pinfo, bytes(7, 1):uint())
  elseif KINDS[kind] then
    dissect_word(tree, rest, pinfo, kind == 1)
  end
end

DissectorTable.get("wtap_encap"):add(wtap.USER1, exanet)
