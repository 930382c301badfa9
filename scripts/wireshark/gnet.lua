-- SPDX-License-Identifier: Apache-2.0
-- Wireshark dissector: GNet cells and ordered sets in captures of tinsim (docs/reference/traces.md).
--
-- Use: tshark -X lua_script:scripts/wireshark/gnet.lua -r cells.pcapng
-- or copy it to the personal Lua plugin folder (Help, About Wireshark, Folders).
-- Takes link type USER0 (147). Words are little endian: their lowest byte goes over the wire first.

local gnet = Proto("gnet", "GNet cell link")

local KINDS = {[0] = "cell", [1] = "ordered set"}
local DIRECTIONS = {[0] = "sent", [1] = "received"}
local CELL_TYPES = {
  [0] = "RTS", [1] = "CTS", [2] = "CTD", [3] = "DATA", [4] = "REQ", [5] = "WREQ", [6] = "PULL",
  [7] = "RESP", [8] = "ACK", [9] = "NACK", [15] = "TEST"
}
local SETS = {
  [1] = "SOC", [2] = "FC", [3] = "TIMESYNC", [4] = "MOS", [5] = "PHY", [6] = "LAT", [7] = "IDLE"
}
local PHY_STATES = {
  [0] = "DOWN", [1] = "TRAIN", [2] = "UP", [3] = "LOCAL_FAULT", [4] = "REMOTE_FAULT", [5] = "IDLE"
}
local LAT_SUBS = {[0] = "PING", [1] = "PONG"}

-- Fields --------------------------------------------------------------------------------------

local f = {}

local function field(kind, name, label, ...)
  f[name] = ProtoField[kind]("gnet." .. name, label, ...)
end

field("uint8", "version", "Record version", base.DEC)
field("uint8", "kind", "Kind", base.DEC, KINDS)
field("uint8", "direction", "Direction", base.DEC, DIRECTIONS)
field("bool", "damaged", "Damaged", 8, nil, 0x01)
field("bool", "standin", "Stand-in payload", 8, nil, 0x02)
field("uint16", "chip", "Chip", base.DEC)
field("uint8", "port", "Port", base.DEC)
field("uint64", "cycle", "Cycle", base.DEC)

field("uint64", "word", "Control word", base.HEX)
field("uint8", "osc", "Ordered-set code", base.HEX, SETS)
for _, side in ipairs({"dst", "src"}) do
  field("uint16", side, side == "dst" and "Destination" or "Source", base.HEX)
  field("uint8", side .. ".pod", "Pod", base.DEC)
  field("uint8", side .. ".tin", "TiN", base.DEC)
  field("uint8", side .. ".ep", "Endpoint", base.DEC)
end
field("uint8", "len", "Length in words", base.DEC)
field("uint8", "type", "Type", base.DEC, CELL_TYPES)
field("uint8", "vc", "VC", base.DEC)
field("uint8", "hop", "Hop count", base.DEC)
field("uint8", "trace", "Trace", base.DEC)
field("uint8", "crc", "CRC-8", base.HEX)
field("bool", "crc_ok", "CRC-8 is correct")

field("bytes", "payload", "Payload")
field("uint32", "standin.birth", "Birth cycle", base.DEC)
field("uint32", "standin.seq", "Sequence number", base.DEC)

field("uint16", "rts.len", "IP length", base.DEC)
field("uint8", "rts.cos", "Class of service", base.DEC)
field("uint8", "rts.eport", "Egress port", base.DEC)
field("uint32", "rts.iptr", "Ingress pointer", base.HEX)
field("uint8", "rts.usage", "Ingress usage", base.DEC)
field("uint16", "rts.fhash", "Flow hash", base.HEX)
field("uint8", "rts.ect", "ECT", base.DEC)
field("uint32", "cts.iptr", "Ingress pointer", base.HEX)
field("uint16", "cts.eptr", "Egress pointer", base.HEX)
field("uint8", "cts.eport", "Egress port", base.DEC)
field("uint8", "cts.cos", "Class of service", base.DEC)
field("uint8", "cts.avoid", "Ports to avoid", base.HEX)
field("uint32", "ctd.iptr", "Ingress pointer", base.HEX)
field("uint8", "ctd.reason", "Reason", base.DEC)
field("uint16", "data.eptr", "Egress pointer", base.HEX)
field("uint8", "data.idx", "Index", base.DEC)
field("uint8", "data.vbytes", "Valid bytes", base.DEC)
field("bytes", "data.bytes", "Packet bytes")
field("uint8", "req.op", "Operation", base.DEC)
field("uint8", "req.flags", "Flags", base.HEX)
field("uint16", "req.size", "Size", base.DEC)
field("uint16", "req.slot", "Slot", base.DEC)
field("uint32", "req.region", "Region", base.HEX)
field("uint64", "req.offset", "Offset", base.HEX)
field("uint32", "req.pid", "Process", base.HEX)
field("uint64", "req.ctr", "Counter", base.DEC)
field("bytes", "req.tag", "Tag")
field("uint16", "resp.slot", "Slot", base.DEC)
field("uint16", "resp.off", "Offset", base.DEC)
field("uint8", "resp.len", "Length", base.DEC)
field("uint8", "resp.status", "Status", base.DEC)
field("uint64", "resp.ctr", "Counter", base.DEC)
field("bytes", "resp.tag", "Tag")
field("bytes", "resp.data", "Ciphertext")
field("uint64", "ack.old", "Old value", base.HEX)

field("uint64", "set.body", "Body", base.HEX)
field("uint8", "fc.vc", "VC", base.DEC)
field("uint16", "fc.limit", "Limit", base.DEC)
field("uint8", "fc.init", "Init", base.DEC)
field("uint8", "timesync.status", "Status", base.HEX)
field("uint64", "timesync.time", "Time in cycles", base.DEC)
field("uint8", "mos.sub", "Subtype", base.HEX)
field("bytes", "mos.payload", "Payload")
field("uint8", "phy.state", "State", base.DEC, PHY_STATES)
field("uint8", "phy.port", "Sender's port", base.DEC)
field("uint16", "phy.addr", "Sender's address", base.HEX)
field("uint32", "phy.caps", "Capabilities", base.HEX)
field("uint8", "lat.sub", "Subtype", base.DEC, LAT_SUBS)
field("uint64", "lat.residence", "Residence in cycles", base.DEC)

local all_fields = {}
for _, one in pairs(f) do all_fields[#all_fields + 1] = one end
gnet.fields = all_fields

local function expert_of(name, text, group, severity)
  return ProtoExpert.new("gnet." .. name, text, group, severity)
end

local expert = {
  version = expert_of("version.unknown", "Unknown record version", expert.group.UNDECODED,
    expert.severity.ERROR),
  kind = expert_of("kind.unknown", "Unknown kind of record", expert.group.UNDECODED,
    expert.severity.ERROR),
  short = expert_of("short", "The record ends early", expert.group.MALFORMED,
    expert.severity.ERROR),
  crc = expert_of("crc.bad", "CRC-8 does not match", expert.group.CHECKSUM,
    expert.severity.ERROR),
  soc = expert_of("soc.bad", "Not a start-of-cell code", expert.group.PROTOCOL,
    expert.severity.ERROR),
  len = expert_of("len.bad", "Length is not 2 to 20 words", expert.group.PROTOCOL,
    expert.severity.ERROR),
  mismatch = expert_of("len.mismatch", "Length is not that of the record", expert.group.PROTOCOL,
    expert.severity.ERROR),
  size = expert_of("type.size", "Cell is too short or too long for its type", expert.group.PROTOCOL,
    expert.severity.ERROR),
  reserved = expert_of("type.reserved", "Reserved type", expert.group.PROTOCOL,
    expert.severity.ERROR),
  damaged = expert_of("damaged.cell", "The cell lost words on its way", expert.group.PROTOCOL,
    expert.severity.WARN),
  payload = expert_of("standin.bad", "A payload word has changed", expert.group.CHECKSUM,
    expert.severity.ERROR),
  code = expert_of("set.code.bad", "Unknown ordered-set code", expert.group.PROTOCOL,
    expert.severity.ERROR),
  body = expert_of("set.body.bad", "A field of the body has no meaning", expert.group.PROTOCOL,
    expert.severity.WARN)
}
local all_experts = {}
for _, one in pairs(expert) do all_experts[#all_experts + 1] = one end
gnet.experts = all_experts

-- Parts ---------------------------------------------------------------------------------------

-- CRC-8/ROHC over the first `count` bytes: polynomial 0x07 reflected, initial value 0xFF.
local function crc8(bytes, count)
  local crc = 0xFF
  for i = 0, count - 1 do
    crc = bit32.bxor(crc, bytes(i, 1):uint())
    for _ = 1, 8 do
      local low = bit32.band(crc, 1)
      crc = bit32.rshift(crc, 1)
      if low == 1 then crc = bit32.bxor(crc, 0xE0) end
    end
  end
  return crc
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

-- The bytes that hold those bits.
local function span(bytes, low, width)
  local first = math.floor(low / 8)
  return bytes(first, math.floor((low + width - 1) / 8) - first + 1)
end

local function add_bits(tree, name, bytes, low, width)
  local value = bits(bytes, low, width)
  return tree:add(f[name], span(bytes, low, width), value), value
end

-- A field of whole bytes, up to 48 bits wide.
local function add_wide(tree, name, bytes)
  local value = UInt64(0, 0)
  for i = bytes:len() - 1, 0, -1 do
    value = value:lshift(8) + UInt64(bytes(i, 1):uint())
  end
  tree:add(f[name], bytes, value)
  return value
end

local function address_text(address)
  return string.format("%d:%d:%d", math.floor(address / 1024), math.floor(address / 64) % 16,
    address % 64)
end

local function add_address(tree, side, bytes, low)
  local item, value = add_bits(tree, side, bytes, low, 16)
  item:append_text(" (pod " .. math.floor(value / 1024) .. ", TiN " .. math.floor(value / 64) % 16 ..
    ", endpoint " .. value % 64 .. ")")
  add_bits(item, side .. ".pod", bytes, low + 10, 6)
  add_bits(item, side .. ".tin", bytes, low + 6, 4)
  add_bits(item, side .. ".ep", bytes, low, 6)
  return value
end

local function add_crc(tree, bytes)
  local item, crc = add_bits(tree, "crc", bytes, 56, 8)
  local expected = crc8(bytes, 7)
  local ok = tree:add(f.crc_ok, bytes(7, 1), crc == expected)
  ok:set_generated()
  if crc ~= expected then
    item:add_proto_expert_info(expert.crc, string.format("CRC-8 is 0x%02x, should be 0x%02x", crc,
      expected))
  end
  return crc == expected
end

-- Payloads (bits from the lowest of the first word up) -----------------------------------

local payload = {}

payload[0] = function(tree, bytes)
  local _, length = add_bits(tree, "rts.len", bytes, 0, 14)
  add_bits(tree, "rts.cos", bytes, 14, 3)
  add_bits(tree, "rts.eport", bytes, 17, 2)
  local _, iptr = add_bits(tree, "rts.iptr", bytes, 19, 18)
  add_bits(tree, "rts.usage", bytes, 37, 8)
  add_bits(tree, "rts.fhash", bytes, 45, 16)
  add_bits(tree, "rts.ect", bytes, 61, 2)
  return string.format("length %d iptr 0x%x", length, iptr)
end

payload[1] = function(tree, bytes)
  local _, iptr = add_bits(tree, "cts.iptr", bytes, 0, 18)
  local _, eptr = add_bits(tree, "cts.eptr", bytes, 18, 16)
  add_bits(tree, "cts.eport", bytes, 34, 2)
  add_bits(tree, "cts.cos", bytes, 36, 3)
  add_bits(tree, "cts.avoid", bytes, 39, 8)
  return string.format("iptr 0x%x eptr 0x%x", iptr, eptr)
end

payload[2] = function(tree, bytes)
  local _, iptr = add_bits(tree, "ctd.iptr", bytes, 0, 18)
  local _, reason = add_bits(tree, "ctd.reason", bytes, 18, 4)
  return string.format("iptr 0x%x reason %d", iptr, reason)
end

payload[3] = function(tree, bytes)
  local _, eptr = add_bits(tree, "data.eptr", bytes, 0, 16)
  local _, index = add_bits(tree, "data.idx", bytes, 16, 8)
  local item, valid = add_bits(tree, "data.vbytes", bytes, 24, 8)
  local room = bytes:len() - 4
  if valid > room then
    item:add_proto_expert_info(expert.size, "More valid bytes than the cell has room for")
  end
  if room > 0 then tree:add(f["data.bytes"], bytes(4, math.min(valid, room))) end
  return string.format("eptr 0x%x index %d bytes %d", eptr, index, valid)
end

local function request(tree, bytes)
  local _, op = add_bits(tree, "req.op", bytes, 0, 4)
  add_bits(tree, "req.flags", bytes, 4, 4)
  local _, size = add_bits(tree, "req.size", bytes, 8, 16)
  local _, slot = add_bits(tree, "req.slot", bytes, 24, 16)
  add_bits(tree, "req.region", bytes, 40, 24)
  add_wide(tree, "req.offset", bytes(8, 6))
  add_bits(tree, "req.pid", bytes, 112, 32)
  add_wide(tree, "req.ctr", bytes(18, 6))
  tree:add(f["req.tag"], bytes(24, 16))
  return string.format("op %d size %d slot %d", op, size, slot)
end
payload[4], payload[5], payload[6] = request, request, request

local function response_head(tree, bytes)
  local _, slot = add_bits(tree, "resp.slot", bytes, 0, 16)
  local _, offset = add_bits(tree, "resp.off", bytes, 16, 12)
  local _, length = add_bits(tree, "resp.len", bytes, 28, 8)
  local _, status = add_bits(tree, "resp.status", bytes, 36, 4)
  add_wide(tree, "resp.ctr", bytes(5, 6))
  tree:add(f["resp.tag"], bytes(11, 13))
  return string.format("slot %d offset %d length %d status %d", slot, offset, length, status)
end

payload[7] = function(tree, bytes)
  local text = response_head(tree, bytes)
  tree:add(f["resp.data"], bytes(24))
  return text
end

payload[8] = function(tree, bytes)
  local text = response_head(tree, bytes)
  if bytes:len() >= 32 then tree:add_le(f["ack.old"], bytes(24, 8)) end
  return text
end

payload[9] = response_head

-- Fewest and most payload words of each type.
local WORDS = {
  [0] = {1, 1}, [1] = {1, 1}, [2] = {1, 1}, [3] = {1, 19}, [4] = {5, 5}, [5] = {5, 5}, [6] = {5, 5},
  [7] = {4, 19}, [8] = {3, 4}, [9] = {3, 3}
}

-- The payload that tinsim puts where user data would be: word 1 is birth and sequence number, word
-- n SplitMix64 of that plus n.
local GOLDEN = UInt64(0x7f4a7c15, 0x9e3779b9)
local MIX1 = UInt64(0x1ce4e5b9, 0xbf58476d)
local MIX2 = UInt64(0x133111eb, 0x94d049bb)

local function mix64(x)
  x = x + GOLDEN
  x = x:bxor(x:rshift(30)) * MIX1
  x = x:bxor(x:rshift(27)) * MIX2
  return x:bxor(x:rshift(31))
end

local function stand_in(tree, bytes)
  local seq, birth = bytes(0, 4):le_uint(), bytes(4, 4):le_uint()
  tree:add_le(f["standin.seq"], bytes(0, 4))
  tree:add_le(f["standin.birth"], bytes(4, 4))
  local identity = bytes(0, 8):le_uint64()
  for n = 2, bytes:len() / 8 do
    local at = bytes((n - 1) * 8, 8)
    local expected = mix64(identity + UInt64(n))
    if at:le_uint64() ~= expected then
      tree:add_proto_expert_info(expert.payload, string.format("Word %d is not what birth and " ..
        "sequence number make it", n))
    end
  end
  return string.format("birth %d seq %d", birth, seq)
end

local function dissect_payload(tree, bytes, kind, is_stand_in)
  local item = tree:add(f.payload, bytes)
  if is_stand_in then return stand_in(item, bytes) end
  local layout, words = payload[kind], WORDS[kind]
  if not layout then return "" end
  local count = bytes:len() / 8
  if count < words[1] or count > words[2] then
    item:add_proto_expert_info(expert.size)
    if count < words[1] then return "bad size" end
  end
  return layout(item, bytes)
end

-- Cells ---------------------------------------------------------------------------------------

local function check_header(tree, code, length_item, length, type_item, kind, words)
  if code ~= 1 then tree:add_proto_expert_info(expert.soc) end
  if length < 2 or length > 20 then
    length_item:add_proto_expert_info(expert.len)
  elseif length ~= words then
    length_item:add_proto_expert_info(expert.mismatch,
      string.format("Length is %d words, the record has %d", length, words))
  end
  if not CELL_TYPES[kind] then type_item:add_proto_expert_info(expert.reserved) end
end

local function dissect_cell(tree, bytes, pinfo, is_stand_in)
  local header = tree:add(gnet, bytes(0, 8), "Header")
  header:add_le(f.word, bytes(0, 8))
  local _, code = add_bits(header, "osc", bytes, 0, 4)
  local dst = add_address(header, "dst", bytes, 4)
  local src = add_address(header, "src", bytes, 20)
  local length_item, length = add_bits(header, "len", bytes, 36, 5)
  local type_item, kind = add_bits(header, "type", bytes, 41, 4)
  local _, vc = add_bits(header, "vc", bytes, 45, 5)
  local _, hop = add_bits(header, "hop", bytes, 50, 5)
  local _, trace = add_bits(header, "trace", bytes, 55, 1)
  local good = add_crc(header, bytes)
  check_header(header, code, length_item, length, type_item, kind, bytes:len() / 8)
  local detail = ""
  if bytes:len() > 8 then detail = dissect_payload(tree, bytes(8), kind, is_stand_in) end
  pinfo.cols.src = address_text(src)
  pinfo.cols.dst = address_text(dst)
  pinfo.cols.info = string.format("%-4s %s > %s  %d words  vc %d  hop %d%s%s  %s",
    CELL_TYPES[kind] or "type " .. kind, address_text(src), address_text(dst), length, vc, hop,
    trace == 1 and "  trace" or "", good and "" or "  [bad CRC]", detail)
end

-- Ordered sets --------------------------------------------------------------------------------

local body = {}

body[2] = function(tree, bytes)
  local text = {}
  for entry = 0, 2 do
    local low = 4 + 17 * entry
    local _, vc = add_bits(tree, "fc.vc", bytes, low, 5)
    local _, limit = add_bits(tree, "fc.limit", bytes, low + 5, 12)
    text[#text + 1] = string.format("vc %d limit %d", vc, limit)
  end
  local _, init = add_bits(tree, "fc.init", bytes, 55, 1)
  return table.concat(text, ", ") .. (init == 1 and "  init" or "")
end

body[3] = function(tree, bytes)
  local _, status = add_bits(tree, "timesync.status", bytes, 4, 4)
  local time = add_wide(tree, "timesync.time", bytes(1, 6))
  return string.format("status 0x%x time %s", status, tostring(time))
end

body[4] = function(tree, bytes)
  local _, sub = add_bits(tree, "mos.sub", bytes, 4, 4)
  tree:add(f["mos.payload"], bytes(1, 6))
  return string.format("sub 0x%x %s", sub, tostring(bytes(1, 6):bytes()))
end

body[5] = function(tree, bytes)
  local item, state = add_bits(tree, "phy.state", bytes, 4, 4)
  local _, port = add_bits(tree, "phy.port", bytes, 8, 8)
  local _, addr = add_bits(tree, "phy.addr", bytes, 16, 16)
  add_bits(tree, "phy.caps", bytes, 32, 24)
  if not PHY_STATES[state] then item:add_proto_expert_info(expert.body) end
  return string.format("%s port %d addr %s", PHY_STATES[state] or "state " .. state, port,
    address_text(addr))
end

body[6] = function(tree, bytes)
  local item, sub = add_bits(tree, "lat.sub", bytes, 4, 4)
  local residence = add_wide(tree, "lat.residence", bytes(1, 6))
  if not LAT_SUBS[sub] then item:add_proto_expert_info(expert.body) end
  return string.format("%s residence %s", LAT_SUBS[sub] or "sub " .. sub, tostring(residence))
end

body[7] = function(tree, bytes)
  if bits(bytes, 4, 28) ~= 0 or bits(bytes, 32, 24) ~= 0 then
    tree:add_proto_expert_info(expert.body, "An IDLE set with a body")
  end
  return ""
end

local function dissect_set(tree, bytes, pinfo)
  local set = tree:add(gnet, bytes(0, 8), "Ordered set")
  set:add_le(f.word, bytes(0, 8))
  local item, code = add_bits(set, "osc", bytes, 0, 4)
  local word = bytes(0, 8):le_uint64()
  set:add(f["set.body"], bytes(0, 7), word:lshift(8):rshift(12))
  local detail = ""
  if body[code] then
    detail = body[code](set, bytes)
  else
    item:add_proto_expert_info(expert.code)
  end
  local good = add_crc(set, bytes)
  pinfo.cols.info = string.format("%s%s  %s", SETS[code] or "set " .. code,
    good and "" or "  [bad CRC]", detail)
end

-- Records -------------------------------------------------------------------------------------

local PSEUDO_HEADER = 16

local function dissect_place(tree, buffer)
  local place = tree:add(gnet, buffer(0, PSEUDO_HEADER), "Where and when")
  local version = place:add(f.version, buffer(0, 1))
  local kind = place:add(f.kind, buffer(1, 1))
  place:add(f.direction, buffer(2, 1))
  local damaged = place:add(f.damaged, buffer(3, 1))
  place:add(f.standin, buffer(3, 1))
  place:add_le(f.chip, buffer(4, 2))
  place:add(f.port, buffer(6, 1))
  place:add_le(f.cycle, buffer(8, 8))
  if buffer(0, 1):uint() ~= 1 then version:add_proto_expert_info(expert.version) end
  if not KINDS[buffer(1, 1):uint()] then kind:add_proto_expert_info(expert.kind) end
  if bits(buffer, 24, 1) == 1 then damaged:add_proto_expert_info(expert.damaged) end
end

function gnet.dissector(buffer, pinfo, tree)
  pinfo.cols.protocol = "GNet"
  local top = tree:add(gnet, buffer())
  local words = (buffer:len() - PSEUDO_HEADER) / 8
  if words < 1 or words ~= math.floor(words) then
    top:add_proto_expert_info(expert.short)
    pinfo.cols.info = "[record ends early]"
    return
  end
  dissect_place(top, buffer)
  if buffer(0, 1):uint() ~= 1 then return end
  local kind, bytes = buffer(1, 1):uint(), buffer(PSEUDO_HEADER)
  if kind == 0 then
    dissect_cell(top, bytes, pinfo, bits(buffer, 25, 1) == 1)
  elseif kind == 1 then
    dissect_set(top, bytes, pinfo)
  end
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, gnet)
