// SPDX-License-Identifier: Apache-2.0
// Paths of traced cells, stitched from the records of the chips that forwarded them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/network/topology/topology.h"
#include "platform/trace/trace_capture.h"

namespace tinsim {

enum class PathEnd : uint8_t {
  kDelivered,  ///< the last chip sent the cell to the terminal port of its destination
  kOnItsWay,   ///< the next record may not have been collected yet
  kStopped,    ///< the next chip has recorded all, and not this cell
  kUnknown,    ///< the next record is not there, and records or datagrams of that chip are missing
};

/// One cell's way, hop by hop.
struct TracePath {
  std::vector<TraceRecord> hops;
  bool has_source = false;  ///< the first hop is that of the chip where the cell entered
  PathEnd end = PathEnd::kOnItsWay;

  bool is_complete() const { return has_source && end == PathEnd::kDelivered; }
};

/// In order of their first record. `wait`: a cell without a further record for so many cycles,
/// though the next chip's records are there, has stopped.
///
/// The record of the next chip is that of the port at the other end of the link, on the same VC,
/// with the same header but for VC and hop count, which is one less. Cells of one VC of a link
/// arrive in their order, so records that agree in all of this are taken in order of time. Throws
/// ConfigError where a record names a chip or a port that the network has not; `file` is for its
/// text.
std::vector<TracePath> stitch_paths(const TraceCapture& capture, const Topology& topology,
                                    uint64_t wait, const std::string& file);

}  // namespace tinsim
