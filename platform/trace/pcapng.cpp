// SPDX-License-Identifier: Apache-2.0
// Packet capture files: section header, interfaces, packets.
#include "platform/trace/pcapng.h"

#include <algorithm>

namespace tinsim {
namespace {

constexpr uint32_t kSectionHeader = 0x0A0D0D0A;
constexpr uint32_t kInterfaceDescription = 1;
constexpr uint32_t kEnhancedPacket = 6;
constexpr uint32_t kByteOrderMagic = 0x1A2B3C4D;

// Options of the blocks; 0 ends each list.
constexpr uint16_t kEndOfOptions = 0;
constexpr uint16_t kUserApplication = 4;  // of a section header
constexpr uint16_t kInterfaceName = 2;    // of an interface, as all below
constexpr uint16_t kInterfaceText = 3;
constexpr uint16_t kInterfaceSpeed = 8;
constexpr uint16_t kTimeResolution = 9;

constexpr uint16_t kFcsLength = 13;
constexpr uint16_t kPacketFlags = 2;  // of a packet; bits 1:0 are its direction
constexpr uint32_t kWholePacket = 0;  // no limit on captured bytes

template <class T>
void put(std::string& to, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) to += static_cast<char>(value >> 8 * i);
}

void put_padded(std::string& to, const void* bytes, std::size_t count) {
  to.append(static_cast<const char*>(bytes), count);
  to.append((4 - count % 4) % 4, '\0');
}

void put_option(std::string& to, uint16_t code, const std::string& value) {
  put(to, code);
  put(to, static_cast<uint16_t>(value.size()));
  put_padded(to, value.data(), value.size());
}

void end_options(std::string& to) { put_option(to, kEndOfOptions, ""); }

}  // namespace

PcapngWriter::PcapngWriter(const std::filesystem::path& path, const std::string& application)
    : file_(path) {
  std::string body;
  put(body, kByteOrderMagic);
  put(body, uint16_t{1});  // version 1.0
  put(body, uint16_t{0});
  put(body, ~uint64_t{0});  // section length: not given
  put_option(body, kUserApplication, application);
  end_options(body);
  write_block(kSectionHeader, body);
}

uint32_t PcapngWriter::add_interface(const PcapngInterface& interface) {
  std::string body;
  put(body, interface.link_type);
  put(body, uint16_t{0});
  put(body, kWholePacket);
  put_option(body, kInterfaceName, interface.name);
  put_option(body, kInterfaceText, interface.description);
  std::string speed;
  put(speed, interface.bits_per_second);
  put_option(body, kInterfaceSpeed, speed);
  put_option(body, kTimeResolution, std::string(1, static_cast<char>(interface.time_digits)));
  if (interface.fcs_bytes != 0) {
    put_option(body, kFcsLength, std::string(1, static_cast<char>(interface.fcs_bytes)));
  }
  end_options(body);
  write_block(kInterfaceDescription, body);
  return interfaces_++;
}

void PcapngWriter::add_packet(uint32_t interface, uint64_t time, const uint8_t* bytes,
                              std::size_t count, const PacketNote& note) {
  packet_.clear();
  put(packet_, interface);
  put(packet_, static_cast<uint32_t>(time >> 32));
  put(packet_, static_cast<uint32_t>(time));
  put(packet_, static_cast<uint32_t>(count));  // captured
  put(packet_, static_cast<uint32_t>(std::max(count, note.wire_bytes)));
  put_padded(packet_, bytes, count);
  if (note.direction != PacketDirection::kUnknown) {
    std::string flags;
    put(flags, static_cast<uint32_t>(note.direction));
    put_option(packet_, kPacketFlags, flags);
    end_options(packet_);
  }
  write_block(kEnhancedPacket, packet_);
}

void PcapngWriter::write_block(uint32_t type, const std::string& body) {
  constexpr uint32_t kFrame = 12;  // type, and length before and after the body
  std::string head, tail;
  put(head, type);
  put(head, static_cast<uint32_t>(body.size()) + kFrame);
  put(tail, static_cast<uint32_t>(body.size()) + kFrame);
  file_.write(head.data(), head.size());
  file_.write(body.data(), body.size());
  file_.write(tail.data(), tail.size());
}

}  // namespace tinsim
