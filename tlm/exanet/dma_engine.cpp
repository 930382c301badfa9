// SPDX-License-Identifier: Apache-2.0
// DMA engine of an ExaNet network interface: remote writes and reads of memory, with completions.
#include "tlm/exanet/dma_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/errors.h"

namespace tinsim {
namespace {

/// Tags of reads; their data arrives as writes with the same tag.
constexpr std::uint16_t kReadTag = 0x8000;

/// Payload of a read request: where the data goes.
struct ReadRequest {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
};
constexpr std::size_t kReadRequestBytes = 12;

}  // namespace

bool ExanetDmaEngine::inside(std::uint64_t address, std::uint64_t bytes) const {
  return bytes <= memory_.size() && address <= memory_.size() - bytes;
}

std::uint16_t ExanetDmaEngine::open(bool read, std::uint32_t bytes, std::uint64_t cycle) {
  std::uint16_t tag = 0;
  do {
    tag = static_cast<std::uint16_t>((next_tag_++ & (kReadTag - 1)) | (read ? kReadTag : 0));
  } while (open_.count(tag) != 0);
  open_[tag] = {bytes, cycle};
  ++(read ? stats_.reads : stats_.writes);
  return tag;
}

std::uint16_t ExanetDmaEngine::write(const ExanetPlace& dst, unsigned dst_port, std::uint64_t local,
                                     std::uint64_t remote, std::uint32_t bytes,
                                     std::uint64_t cycle) {
  if (!inside(local, bytes))
    throw InvariantError(fmt::format("cycle {}: DMA of {} bytes from {} of {}", cycle, bytes, local,
                                     memory_.size()));
  ExanetHeader header;
  header.dst = dst;
  header.dst_port = static_cast<std::uint8_t>(dst_port);
  header.tag = open(false, bytes, cycle);
  header.address = remote;
  send_memory(header, local, bytes);
  return header.tag;
}

std::uint16_t ExanetDmaEngine::read(const ExanetPlace& dst, unsigned dst_port, std::uint64_t local,
                                    std::uint64_t remote, std::uint32_t bytes,
                                    std::uint64_t cycle) {
  if (!inside(local, bytes))
    throw InvariantError(
        fmt::format("cycle {}: DMA of {} bytes to {} of {}", cycle, bytes, local, memory_.size()));
  ExanetPacket packet;
  packet.header.dst = dst;
  packet.header.dst_port = static_cast<std::uint8_t>(dst_port);
  packet.header.kind = static_cast<std::uint8_t>(ExanetUse::kRead);
  packet.header.tag = open(true, bytes, cycle);
  packet.header.address = remote;
  packet.payload.resize(kReadRequestBytes);
  std::memcpy(packet.payload.data(), &local, sizeof local);
  std::memcpy(packet.payload.data() + sizeof local, &bytes, sizeof bytes);
  port_.send(packet);
  return packet.header.tag;
}

void ExanetDmaEngine::send_memory(const ExanetHeader& to, std::uint64_t local,
                                  std::uint32_t bytes) {
  std::uint32_t sent = 0;
  std::uint16_t number = 0;
  do {
    const std::uint32_t size = std::min<std::uint32_t>(bytes - sent, kExanetMaxBytes);
    ExanetPacket packet;
    packet.header = to;
    packet.header.kind = static_cast<std::uint8_t>(ExanetUse::kWrite);
    packet.header.address = to.address + sent;
    const auto from = memory_.begin() + static_cast<std::ptrdiff_t>(local + sent);
    packet.payload.assign(from, from + size);
    packet.number = number++;
    sent += size;
    packet.last = sent == bytes;
    port_.send(packet);
  } while (sent < bytes);
}

void ExanetDmaEngine::step(std::uint64_t cycle) {
  for (std::deque<ExanetPacket>& packets = port_.received(); !packets.empty();
       packets.pop_front()) {
    const ExanetPacket& packet = packets.front();
    switch (static_cast<ExanetUse>(packet.header.kind)) {
      case ExanetUse::kWrite:
        receive_write(packet);
        break;
      case ExanetUse::kCompletion:
        receive_completion(packet);
        break;
      case ExanetUse::kRead:
        answer_read(packet);
        break;
      case ExanetUse::kMessage:  // of software, which does not use this port
        ++stats_.refused;
        break;
    }
  }
  std::vector<std::uint16_t> late;
  for (const auto& [tag, operation] : open_)
    if (cycle - operation.since > timeout_cycles_) late.push_back(tag);
  for (std::uint16_t tag : late) end(tag, false);
}

void ExanetDmaEngine::receive_write(const ExanetPacket& packet) {
  const ExanetHeader& header = packet.header;
  const Source source{header.src, header.src_port, header.tag};
  if (packet.number == 0) written_.erase(source);  // of a message that lost its last packet
  if (inside(header.address, packet.payload.size())) {
    std::copy(packet.payload.begin(), packet.payload.end(),
              memory_.begin() + static_cast<std::ptrdiff_t>(header.address));
    written_[source] += static_cast<std::uint32_t>(packet.payload.size());
  } else {
    ++stats_.refused;
  }
  if (!packet.last) return;
  const std::uint32_t written = written_[source];
  written_.erase(source);
  if (header.tag & kReadTag) {  // data that was read
    const auto found = open_.find(header.tag);
    if (found != open_.end()) end(header.tag, written == found->second.bytes);
    return;
  }
  ExanetPacket completion;
  completion.header.dst = header.src;
  completion.header.dst_port = header.src_port;
  completion.header.kind = static_cast<std::uint8_t>(ExanetUse::kCompletion);
  completion.header.tag = header.tag;
  completion.header.address = written;
  port_.send(completion);
}

void ExanetDmaEngine::receive_completion(const ExanetPacket& packet) {
  const auto found = open_.find(packet.header.tag);
  if (found != open_.end()) end(packet.header.tag, packet.header.address == found->second.bytes);
}

void ExanetDmaEngine::answer_read(const ExanetPacket& packet) {
  ReadRequest request;
  if (packet.payload.size() != kReadRequestBytes) return;
  std::memcpy(&request.address, packet.payload.data(), sizeof request.address);
  std::memcpy(&request.bytes, packet.payload.data() + sizeof request.address, sizeof request.bytes);
  if (!inside(packet.header.address, request.bytes)) {
    ++stats_.refused;
    return;
  }
  ExanetHeader header;
  header.dst = packet.header.src;
  header.dst_port = packet.header.src_port;
  header.tag = packet.header.tag;
  header.address = request.address;
  send_memory(header, packet.header.address, request.bytes);
}

void ExanetDmaEngine::end(std::uint16_t tag, bool good) {
  open_.erase(tag);
  done_.push_back({tag, good});
  ++(good ? stats_.good : stats_.failed);
}

}  // namespace tinsim
