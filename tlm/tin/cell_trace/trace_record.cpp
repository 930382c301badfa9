// SPDX-License-Identifier: Apache-2.0
// Records of traced cells as octets, in the order of the network.
#include "tlm/tin/cell_trace/trace_record.h"

#include "tlm/ethernet/octets.h"

namespace tinsim {
namespace {

uint64_t get_be64(const uint8_t* at) { return uint64_t{get_be32(at)} << 32 | get_be32(at + 4); }

void put_be64(uint8_t* at, uint64_t value) {
  put_be32(at, static_cast<uint32_t>(value >> 32));
  put_be32(at + 4, static_cast<uint32_t>(value));
}

constexpr unsigned kTinBits = 16;  // below the time, in one word of 64 bits

void put_record(uint8_t* at, const TraceRecord& record) {
  put_be64(at, record.time << kTinBits | record.tin);
  at[8] = record.in;
  at[9] = record.out;
  at[10] = record.vc;
  at[11] = 0;
  put_be64(at + 12, record.header);
}

TraceRecord get_record(const uint8_t* at) {
  TraceRecord record;
  record.time = get_be64(at) >> kTinBits;
  record.tin = get_be16(at + 6);
  record.in = at[8];
  record.out = at[9];
  record.vc = at[10];
  record.header = get_be64(at + 12);
  return record;
}

}  // namespace

std::vector<uint8_t> encode_trace_datagram(const TraceDatagram& datagram) {
  const std::size_t count = datagram.records.size();
  std::vector<uint8_t> octets(kTraceHeaderBytes + count * kTraceRecordBytes);
  octets[0] = kTraceVersion;
  octets[1] = static_cast<uint8_t>(count);
  put_be16(&octets[2], datagram.tin);
  put_be32(&octets[4], datagram.sequence);
  put_be64(&octets[8], datagram.time);
  put_be32(&octets[16], datagram.dropped);
  put_be32(&octets[20], datagram.marked);
  put_be32(&octets[24], datagram.silence);
  for (std::size_t i = 0; i < count; ++i)
    put_record(&octets[kTraceHeaderBytes + i * kTraceRecordBytes], datagram.records[i]);
  return octets;
}

std::optional<TraceDatagram> decode_trace_datagram(const uint8_t* octets, std::size_t size) {
  if (size < kTraceHeaderBytes || octets[0] != kTraceVersion) return std::nullopt;
  const unsigned count = octets[1];
  if (count > kMaxTraceRecords || size != kTraceHeaderBytes + count * kTraceRecordBytes)
    return std::nullopt;
  TraceDatagram datagram;
  datagram.tin = get_be16(octets + 2);
  datagram.sequence = get_be32(octets + 4);
  datagram.time = get_be64(octets + 8);
  datagram.dropped = get_be32(octets + 16);
  datagram.marked = get_be32(octets + 20);
  datagram.silence = get_be32(octets + 24);
  for (unsigned i = 0; i < count; ++i)
    datagram.records.push_back(get_record(octets + kTraceHeaderBytes + i * kTraceRecordBytes));
  return datagram;
}

}  // namespace tinsim
