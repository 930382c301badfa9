// SPDX-License-Identifier: Apache-2.0
// Captures the Ethernet frames of NICs and MACs: interfaces, order, time.
#include "platform/trace/frame_capture.h"

#include <algorithm>
#include <utility>

namespace tinsim {
namespace {

constexpr uint8_t kNanoseconds = 9, kFcs = 4;

uint64_t nanoseconds(Cycle cycle, unsigned core_mhz) {
  return (uint64_t{cycle} * 1000 + core_mhz / 2) / core_mhz;
}

}  // namespace

FrameCapture::FrameCapture(const std::filesystem::path& path, unsigned core_mhz, bool with_fcs,
                           const std::vector<FrameCapturePort>& ports)
    : file_(path, "tinsim"), core_mhz_(core_mhz), cut_(with_fcs ? 0 : kFcs) {
  for (const FrameCapturePort& port : ports) {
    file_.add_interface({kLinkTypeEthernet, port.name, port.description, port.bits_per_second,
                         kNanoseconds, with_fcs ? kFcs : uint8_t{0}});
  }
}

void FrameCapture::take(uint32_t port, Cycle cycle, PacketDirection direction,
                        std::vector<uint8_t> frame) {
  frame.resize(frame.size() - std::min(frame.size(), cut_));
  records_.push({cycle, port, {direction, 0}, std::move(frame)});
}

void FrameCapture::take_head(uint32_t port, Cycle cycle, PacketDirection direction,
                             std::vector<uint8_t> head, std::size_t frame_bytes) {
  records_.push({cycle, port, {direction, frame_bytes - cut_}, std::move(head)});
}

void FrameCapture::write_until(Cycle cycle) {
  records_.write_until(cycle, [this](const Record& record) {
    file_.add_packet(record.port, nanoseconds(record.cycle, core_mhz_), record.octets.data(),
                     record.octets.size(), record.note);
  });
}

void FrameCapture::close(Cycle end) {
  write_until(end);
  file_.close();
}

}  // namespace tinsim
