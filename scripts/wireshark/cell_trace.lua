-- SPDX-License-Identifier: Apache-2.0
-- Wireshark dissector: datagrams with records of traced cells (docs/reference/cell_tracing.md).
--
-- Use: tshark -X lua_script:scripts/wireshark/cell_trace.lua -r cell_trace.pcapng
-- or copy it to the personal Lua plugin folder (Help, About Wireshark, Folders).
-- Takes UDP port 40400; another one by Decode As, or the preference of the protocol.

local trace = Proto("tintrace", "TiN cell trace")

local VERSION, HEADER, RECORD = 2, 28, 20
local CELL_TYPES = {
  [0] = "RTS", [1] = "CTS", [2] = "CTD", [3] = "DATA", [4] = "REQ", [5] = "WREQ", [6] = "PULL",
  [7] = "RESP", [8] = "ACK", [9] = "NACK", [15] = "TEST"
}
local MEMORY = 61

local f = {}

local function field(kind, name, label, ...)
  f[name] = ProtoField[kind]("tintrace." .. name, label, ...)
end

field("uint8", "version", "Version", base.DEC)
field("uint8", "count", "Records", base.DEC)
field("uint16", "tin", "TiN", base.HEX)
field("uint32", "sequence", "Sequence number", base.DEC)
field("uint64", "sent", "Sent in cycle", base.DEC)
field("uint32", "dropped", "Records dropped so far", base.DEC)
field("uint32", "marked", "Cells traced so far", base.DEC)
field("uint32", "silence", "Longest silence in cycles", base.DEC)
field("uint64", "time", "Cycle", base.DEC)
field("uint16", "at", "TiN of the record", base.HEX)
field("uint8", "in", "Input port", base.DEC)
field("uint8", "out", "Output port", base.DEC)
field("uint8", "vc", "VC", base.DEC)
field("uint64", "word", "Header word", base.HEX)
field("uint16", "dst", "Destination", base.HEX)
field("uint16", "src", "Source", base.HEX)
field("uint8", "len", "Length in words", base.DEC)
field("uint8", "type", "Type", base.DEC, CELL_TYPES)
field("uint8", "vc_in", "VC of arrival", base.DEC)
field("uint8", "hop", "Hop count", base.DEC)
field("uint8", "bit", "Trace bit", base.DEC)
field("uint8", "crc", "CRC-8", base.HEX)

local all_fields = {}
for _, one in pairs(f) do all_fields[#all_fields + 1] = one end
trace.fields = all_fields

local expert = {
  version = ProtoExpert.new("tintrace.version.unknown", "Unknown version", expert.group.UNDECODED,
    expert.severity.ERROR),
  short = ProtoExpert.new("tintrace.length", "Length is not that of the records",
    expert.group.MALFORMED, expert.severity.ERROR),
  untraced = ProtoExpert.new("tintrace.untraced", "The header has no trace bit",
    expert.group.PROTOCOL, expert.severity.WARN)
}
local all_experts = {}
for _, one in pairs(expert) do all_experts[#all_experts + 1] = one end
trace.experts = all_experts
trace.prefs.port = Pref.uint("UDP port", 40400, "cell_tracing.udp_port of the run")

-- `width` (at most 32) bits from `low` on of a word whose highest octet comes first.
local function bits(word, low, width)
  return word:rshift(low):band(UInt64(2 ^ width - 1)):tonumber()
end

local function address_text(address)
  return string.format("%d:%d:%d", math.floor(address / 1024), math.floor(address / 64) % 16,
    address % 64)
end

local function chip_text(address)
  return string.format("pod%d.tin%d", math.floor(address / 1024), math.floor(address / 64) % 16)
end

local function port_text(port)
  return port == MEMORY and "memory" or tostring(port)
end

local function dissect_header(tree, bytes)
  local word = bytes:uint64()
  local item = tree:add(f.word, bytes)
  local function add(name, low, width)
    local value = bits(word, low, width)
    return value, item:add(f[name], bytes, value)
  end
  local dst, dst_item = add("dst", 4, 16)
  local src, src_item = add("src", 20, 16)
  dst_item:append_text(" (" .. address_text(dst) .. ")")
  src_item:append_text(" (" .. address_text(src) .. ")")
  local len = add("len", 36, 5)
  local kind = add("type", 41, 4)
  add("vc_in", 45, 5)
  add("hop", 50, 5)
  local bit, bit_item = add("bit", 55, 1)
  add("crc", 56, 8)
  if bit == 0 then bit_item:add_proto_expert_info(expert.untraced) end
  return string.format("%s > %s %s %d words", address_text(src), address_text(dst),
    CELL_TYPES[kind] or "type " .. kind, len)
end

local function dissect_record(tree, bytes, number)
  local record = tree:add(trace, bytes, "Record " .. number)
  record:add(f.time, bytes(0, 6), bytes(0, 6):uint64())
  record:add(f.at, bytes(6, 2))
  record:add(f["in"], bytes(8, 1))
  record:add(f.out, bytes(9, 1))
  record:add(f.vc, bytes(10, 1))
  local text = dissect_header(record, bytes(12, 8))
  record:append_text(string.format(": cycle %s, %s, in %s out %s, %s",
    tostring(bytes(0, 6):uint64()), chip_text(bytes(6, 2):uint()), port_text(bytes(8, 1):uint()),
    port_text(bytes(9, 1):uint()), text))
end

function trace.dissector(buffer, pinfo, tree)
  pinfo.cols.protocol = "TiN trace"
  local top = tree:add(trace, buffer())
  if buffer:len() < HEADER then
    top:add_proto_expert_info(expert.short)
    pinfo.cols.info = "[ends early]"
    return
  end
  local version = top:add(f.version, buffer(0, 1))
  if buffer(0, 1):uint() ~= VERSION then
    version:add_proto_expert_info(expert.version)
    return
  end
  local count = buffer(1, 1):uint()
  local count_item = top:add(f.count, buffer(1, 1))
  top:add(f.tin, buffer(2, 2)):append_text(" (" .. chip_text(buffer(2, 2):uint()) .. ")")
  top:add(f.sequence, buffer(4, 4))
  top:add(f.sent, buffer(8, 8))
  top:add(f.dropped, buffer(16, 4))
  top:add(f.marked, buffer(20, 4))
  top:add(f.silence, buffer(24, 4))
  if buffer:len() ~= HEADER + count * RECORD then count_item:add_proto_expert_info(expert.short) end
  for i = 0, math.min(count, math.floor((buffer:len() - HEADER) / RECORD)) - 1 do
    dissect_record(top, buffer(HEADER + i * RECORD, RECORD), i)
  end
  pinfo.cols.info = string.format("%s: datagram %d, %d records, %d dropped so far",
    chip_text(buffer(2, 2):uint()), buffer(4, 4):uint(), count, buffer(16, 4):uint())
end

local ports = DissectorTable.get("udp.port")
local registered = trace.prefs.port
ports:add(registered, trace)

function trace.prefs_changed()
  if registered == trace.prefs.port then return end
  ports:remove(registered, trace)
  registered = trace.prefs.port
  ports:add(registered, trace)
end
