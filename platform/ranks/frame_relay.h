// SPDX-License-Identifier: Apache-2.0
// Frames that ranks other than the first capture, on their way to its file.
#pragma once

#include <utility>

#include "base/bytes.h"
#include "platform/trace/frame_capture.h"

namespace tinsim {

class FrameRelay final : public FrameSink {
 public:
  void take(uint32_t port, Cycle cycle, PacketDirection direction,
            std::vector<uint8_t> frame) override {
    add(port, cycle, direction, frame, kWhole);
  }
  void take_head(uint32_t port, Cycle cycle, PacketDirection direction, std::vector<uint8_t> head,
                 std::size_t frame_bytes) override {
    add(port, cycle, direction, head, frame_bytes);
  }

  /// Frames taken since the last call.
  Bytes take_all() { return std::exchange(taken_, {}); }
  /// Passes the frames that take_all() returned on another rank to `sink`.
  static void deliver(const Bytes& taken, FrameSink& sink) {
    for (ByteReader from(taken); !from.at_end();) {
      const auto port = from.take<uint32_t>();
      const auto cycle = from.take<Cycle>();
      const auto direction = from.take<PacketDirection>();
      const auto frame_bytes = from.take<uint64_t>();
      auto octets = from.take_all<uint8_t>();
      if (frame_bytes == kWhole) {
        sink.take(port, cycle, direction, std::move(octets));
      } else {
        sink.take_head(port, cycle, direction, std::move(octets), frame_bytes);
      }
    }
  }

 private:
  static constexpr uint64_t kWhole = 0;  ///< all octets of the frame are there

  void add(uint32_t port, Cycle cycle, PacketDirection direction,
           const std::vector<uint8_t>& octets, uint64_t frame_bytes) {
    put(taken_, port);
    put(taken_, cycle);
    put(taken_, direction);
    put(taken_, frame_bytes);
    put(taken_, octets);
  }

  Bytes taken_;
};

}  // namespace tinsim
