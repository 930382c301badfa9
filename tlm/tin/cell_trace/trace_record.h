// SPDX-License-Identifier: Apache-2.0
// Records of traced cells, and the payload of the UDP datagrams in which chips send them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tinsim {

/// One chip forwards one traced cell.
struct TraceRecord {
  uint64_t time = 0;    ///< core cycle of the cell's match, modulo 2^48
  uint16_t tin = 0;     ///< GNet address of the chip's endpoint 0
  uint8_t in = 0;       ///< input port; 61: the chip's memory
  uint8_t out = 0;      ///< output port; 61: the chip's memory
  uint8_t vc = 0;       ///< virtual channel on which the cell leaves; to a terminal: of its arrival
  uint64_t header = 0;  ///< header word as it arrived

  bool operator==(const TraceRecord& o) const {
    return time == o.time && tin == o.tin && in == o.in && out == o.out && vc == o.vc &&
           header == o.header;
  }
};

/// Payload of one datagram; layout in docs/reference/cell_tracing.md.
struct TraceDatagram {
  uint16_t tin = 0;
  uint32_t sequence = 0;  ///< number of the chip's datagram, from 0
  uint64_t time = 0;      ///< core cycle in which it departs, modulo 2^48
  uint32_t dropped = 0;   ///< records that found no space so far, modulo 2^32
  uint32_t marked = 0;    ///< cells whose trace bit the chip has set so far, modulo 2^32
  uint32_t silence = 0;   ///< longest time without a datagram, in core cycles; 0: any
  std::vector<TraceRecord> records;
};

inline constexpr unsigned kTraceVersion = 2;
inline constexpr unsigned kTraceHeaderBytes = 28, kTraceRecordBytes = 20;
inline constexpr unsigned kMaxTraceRecords = 64;  ///< of one datagram

/// Precondition: kMaxTraceRecords at most.
std::vector<uint8_t> encode_trace_datagram(const TraceDatagram& datagram);
/// Nothing where the octets are no such payload.
std::optional<TraceDatagram> decode_trace_datagram(const uint8_t* octets, std::size_t size);

}  // namespace tinsim
