// SPDX-License-Identifier: Apache-2.0
// Reads the recording of a run with TAP devices: blocks of pcapng, frames with whole cycles.
#include "platform/tap/tap_recording.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "base/errors.h"
#include "base/input_file.h"
#include "base/printable.h"

namespace tinsim {
namespace {

constexpr std::size_t kMostMegabytes = 1000;
constexpr std::size_t kMostFrameBytes = 65535;
// Internet-Draft opsawg-pcapng: 4.1 section, 4.2 interface, 4.3 packet; 3.5 options.
constexpr uint32_t kSection = 0x0A0D0D0A, kInterface = 1, kSimplePacket = 3, kOldPacket = 2,
                   kPacket = 6, kByteOrder = 0x1A2B3C4D;
constexpr uint16_t kOptionName = 2, kOptionDigits = 9, kOptionFlags = 2;
constexpr std::size_t kBlockFrame = 12, kInterfaceHead = 8, kPacketHead = 20;

std::size_t padded(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

/// Little endian.
uint64_t number(std::string_view octets, std::size_t at, std::size_t bytes) {
  uint64_t value = 0;
  for (std::size_t i = bytes; i-- > 0;) value = value << 8 | static_cast<uint8_t>(octets[at + i]);
  return value;
}
uint32_t word(std::string_view octets, std::size_t at) {
  return static_cast<uint32_t>(number(octets, at, 4));
}

class Reader {
 public:
  Reader(const std::string& file, const TapRecordingOf& of) : file_(file), of_(of) {}

  std::vector<TapFrame> read() {
    const InputText input = read_input(file_, kMostMegabytes);
    if (!input.fault.empty()) fail("cannot be read: " + input.fault + "; expected a recording");
    const std::string_view all = input.text;
    while (at_ != all.size()) {
      const std::string_view rest = all.substr(at_);
      if (rest.size() < kBlockFrame) fail_here("the file breaks off; expected whole blocks");
      const uint32_t length = word(rest, 4);
      if (at_ == 0) check_section(rest);
      if (length < kBlockFrame || length % 4 != 0 || length > rest.size() ||
          word(rest, length - 4) != length) {
        fail_here("a block with a wrong length, or the file breaks off; expected whole blocks");
      }
      take_block(word(rest, 0), rest.substr(8, length - kBlockFrame));
      at_ += length;
    }
    if (at_ == 0) fail("is empty; expected a recording of tinsim");
    if (interfaces_ != of_.ports.size()) fail_interfaces();
    return std::move(frames_);
  }

 private:
  [[noreturn]] void fail(const std::string& text) const {
    throw ConfigError(printable(file_) + ": " + printable(text));
  }
  [[noreturn]] void fail_here(const std::string& text) const {
    fail(fmt::format("octet {}: {}", at_, text));
  }
  [[noreturn]] void fail_interfaces() const {
    fail(fmt::format("is of {} interfaces; expected {}, one for each of tap.ports", interfaces_,
                     of_.ports.size()));
  }

  void check_section(std::string_view block) const {
    if (word(block, 0) != kSection || word(block, 8) != kByteOrder)
      fail_here("no pcapng section of little endian; expected a recording of tinsim");
  }

  void take_block(uint32_t type, std::string_view body) {
    if (type == kSection && at_ != 0) fail_here("a second section; expected one recording");
    if (type == kSimplePacket || type == kOldPacket)
      fail_here("a packet without direction; expected a recording of tinsim");
    if (type == kInterface) take_interface(body);
    if (type == kPacket) take_packet(body);
  }

  /// The value of an option; nothing: the block has none of this code.
  std::optional<std::string_view> option(std::string_view options, uint16_t code) const {
    while (options.size() >= 4) {
      const auto each = static_cast<uint16_t>(number(options, 0, 2));
      const std::size_t bytes = number(options, 2, 2);
      if (each == 0) break;
      if (4 + padded(bytes) > options.size())
        fail_here("an option beyond its block; expected none");
      if (each == code) return options.substr(4, bytes);
      options.remove_prefix(4 + padded(bytes));
    }
    return std::nullopt;
  }

  void take_interface(std::string_view body) {
    if (body.size() < kInterfaceHead) fail_here("a cut interface; expected a whole one");
    if (interfaces_ == of_.ports.size()) {
      ++interfaces_;
      fail_interfaces();
    }
    const std::string_view options = body.substr(kInterfaceHead);
    const auto name = option(options, kOptionName);
    const auto digits = option(options, kOptionDigits);
    const std::string& expected = of_.ports[interfaces_];
    if (!name || *name != expected) {
      fail_here(fmt::format("interface {} is '{}'; expected '{}', as in tap.ports", interfaces_,
                            std::string(name.value_or("")), expected));
    }
    if (number(body, 0, 2) != kLinkTypeEthernet || !digits || digits->size() != 1 ||
        digits->front() != kTapTimeDigits) {
      fail_here(
          "an interface that is not of Ethernet with times in ps; expected a recording of "
          "tinsim");
    }
    ++interfaces_;
  }

  void take_packet(std::string_view body) {
    if (body.size() < kPacketHead) fail_here("a cut packet; expected a whole one");
    const uint32_t bytes = word(body, 12);
    if (bytes > kMostFrameBytes || padded(bytes) > body.size() - kPacketHead ||
        word(body, 16) != bytes) {
      fail_here("a frame that is not whole, or too long; expected whole frames");
    }
    TapFrame frame;
    frame.port = word(body, 0);
    if (frame.port >= interfaces_) fail_here("a frame of no interface; expected one before it");
    frame.cycle = cycle_of(uint64_t{word(body, 4)} << 32 | word(body, 8));
    if (!frames_.empty() && frame.cycle < frames_.back().cycle)
      fail_here("a frame earlier than the one before; expected frames in order of time");
    frame.direction = direction_of(option(body.substr(kPacketHead + padded(bytes)), kOptionFlags));
    const auto* octets = reinterpret_cast<const uint8_t*>(body.data()) + kPacketHead;
    frame.octets.assign(octets, octets + bytes);
    frames_.push_back(std::move(frame));
  }

  Cycle cycle_of(uint64_t ps) const {
    const bool is_in_a_run = ps < tap_time(kNoCycle, of_.core_mhz);
    const uint64_t cycle = is_in_a_run ? (ps * of_.core_mhz + 500'000) / 1'000'000 : kNoCycle;
    if (cycle >= kNoCycle || tap_time(static_cast<Cycle>(cycle), of_.core_mhz) != ps) {
      fail_here(
          fmt::format("a time of {} ps, which is no cycle of {} MHz; expected a recording "
                      "with this tin.core_mhz",
                      ps, of_.core_mhz));
    }
    return static_cast<Cycle>(cycle);
  }

  PacketDirection direction_of(const std::optional<std::string_view>& flags) const {
    const uint32_t direction = flags && flags->size() == 4 ? word(*flags, 0) & 3 : 0;
    if (direction != 1 && direction != 2)
      fail_here("a frame without direction; expected inbound or outbound");
    return static_cast<PacketDirection>(direction);
  }

  const std::string& file_;
  const TapRecordingOf& of_;
  std::size_t at_ = 0;
  std::size_t interfaces_ = 0;
  std::vector<TapFrame> frames_;
};

}  // namespace

std::vector<TapFrame> read_tap_recording(const std::string& file, const TapRecordingOf& of) {
  return Reader(file, of).read();
}

}  // namespace tinsim
