// SPDX-License-Identifier: Apache-2.0
// Captures the Ethernet frames of NICs and MACs: a pcapng file with one interface for each port.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platform/trace/pcapng.h"
#include "platform/trace/time_sorter.h"

namespace tinsim {

struct FrameCapturePort {
  std::string name;
  std::string description;
  uint64_t bits_per_second = 0;
};

/// Observer of the frames that pass ports.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// A frame of port number `port`, FCS included; kInbound enters the chip. `cycle` is its time,
  /// not before a cycle whose records have been written.
  virtual void take(uint32_t port, Cycle cycle, PacketDirection direction,
                    std::vector<uint8_t> frame) = 0;
  /// A frame whose octets are counted and not carried: `head` are the known octets, `frame_bytes`
  /// its length, FCS included.
  virtual void take_head(uint32_t port, Cycle cycle, PacketDirection direction,
                         std::vector<uint8_t> head, std::size_t frame_bytes) = 0;
};

/// Records in order of cycle, then of port, then of the calls. Times are whole nanoseconds from the
/// start of the run, to the nearest.
class FrameCapture final : public FrameSink {
 public:
  /// Opens the file; throws OutputError if it cannot be written. `with_fcs`: frames keep their last
  /// four octets; few programs expect them.
  FrameCapture(const std::filesystem::path& path, unsigned core_mhz, bool with_fcs,
               const std::vector<FrameCapturePort>& ports);

  void take(uint32_t port, Cycle cycle, PacketDirection direction,
            std::vector<uint8_t> frame) override;
  void take_head(uint32_t port, Cycle cycle, PacketDirection direction, std::vector<uint8_t> head,
                 std::size_t frame_bytes) override;
  /// Writes all frames before `cycle`: no further ones will be reported.
  void write_until(Cycle cycle);
  /// Writes the frames before `end`, and completes the file.
  void close(Cycle end);

 private:
  struct Record {
    Cycle cycle;
    uint32_t port;
    PacketNote note;
    std::vector<uint8_t> octets;
    bool operator<(const Record& o) const {
      return cycle != o.cycle ? cycle < o.cycle : port < o.port;
    }
  };

  PcapngWriter file_;
  unsigned core_mhz_;
  std::size_t cut_;  ///< octets taken off the end of each frame
  TimeSorter<Record> records_;
};

}  // namespace tinsim
