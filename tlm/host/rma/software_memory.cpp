// SPDX-License-Identifier: Apache-2.0
// Requests and answers between the software of hosts.
#include "tlm/host/rma/software_memory.h"

#include <algorithm>
#include <utility>

#include "base/random.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {
constexpr uint32_t kSoftwareStreams = 0x50000;  // other random streams have lower numbers
}  // namespace

SoftwareMemoryParams::SoftwareMemoryParams(const CliqueMapConfig& section, unsigned core_mhz)
    : CliqueMapConfig(section),
      process_cycles(cycles_of_us(process_us, core_mhz)),
      jitter_cycles(cycles_of_us(jitter_us, core_mhz)),
      message_cycles(cycles_of_us(message_ns / 1000, core_mhz)) {}

SoftwareMemory::SoftwareMemory(const SoftwareMemoryParams& params, MessagePort& port,
                               const HostMemory& memory)
    : params_(params), port_(port), memory_(memory) {}

void SoftwareMemory::read(Cycle now, const RemoteRead& read) {
  auto message = std::make_shared<SoftwareMessage>();
  message->read = read;
  port_.send(now, read.host, params_.message_bytes, std::move(message));
}

void SoftwareMemory::set(Cycle now, const RemoteSet& set) {
  auto message = std::make_shared<SoftwareMessage>();
  message->is_set = true;
  message->read.host = set.host;
  message->read.cookie = set.cookie;
  message->key = set.key;
  message->version = set.version;
  message->data.assign(set.value.data, set.value.data + set.value.size);
  port_.send(now, set.host, params_.message_bytes + set.value.size, std::move(message));
}

void SoftwareMemory::erase(Cycle now, const RemoteErase& erase) {
  auto message = std::make_shared<SoftwareMessage>();
  message->is_set = message->erases = true;
  message->read.host = erase.host;
  message->read.cookie = erase.cookie;
  message->key = erase.key;
  message->version = erase.version;
  port_.send(now, erase.host, params_.message_bytes, std::move(message));
}

/// Software takes messages in order of arrival, and is done with them in that order.
void SoftwareMemory::arrived(uint16_t from, SoftwareMessagePtr message, Cycle at) {
  const Draw random = draw(params_.seed, kSoftwareStreams, params_.number, arrived_++);
  uint32_t rest = 0;
  const Cycle jitter = pick(random.gap, params_.jitter_cycles + 1, rest);
  free_ = std::max(free_, at) + params_.message_cycles;
  Cycle done = free_ + params_.process_cycles + jitter;
  if (!seen_.empty()) done = std::max(done, seen_.back().done);
  seen_.push_back({done, from, std::move(message)});
}

void SoftwareMemory::run(Cycle now) {
  while (next() <= now) {
    const Seen seen = std::move(seen_.front());
    seen_.pop_front();
    const SoftwareMessage& message = *seen.message;
    if (!message.is_answer) {
      message.is_set ? serve_set(seen) : serve(seen);
      continue;
    }
    ++counters_.answers;
    if (message.is_set) {
      on_set_done(message.read.cookie, message.ok, seen.done);
      continue;
    }
    const ByteView bytes{message.ok ? message.data.data() : nullptr,
                         message.ok ? message.read.bytes : 0};
    reader_->read_done(message.read.cookie, message.ok, bytes, seen.done);
  }
}

void SoftwareMemory::serve(const Seen& request) {
  const RemoteRead& read = request.message->read;
  auto answer = std::make_shared<SoftwareMessage>();
  answer->is_answer = true;
  answer->read = read;
  const auto region =
      std::find_if(regions_.begin(), regions_.end(),
                   [&read](const SoftwareRegion& each) { return each.number == read.region; });
  answer->ok = region != regions_.end() && read.bytes <= region->bytes &&
               read.offset <= region->bytes - read.bytes;
  if (answer->ok) {
    answer->data.resize(read.bytes);
    answer->ok = memory_.read(region->base + read.offset, answer->data.data(), read.bytes);
  }
  ++(answer->ok ? counters_.requests : counters_.refused);
  const uint32_t bytes = params_.message_bytes + (answer->ok ? read.bytes : 0);
  port_.send(request.done, request.from, bytes, std::move(answer));
}

bool SoftwareMemory::apply(const SoftwareMessage& asked) const {
  if (asked.erases) return on_erase && on_erase(asked.key, asked.version);
  const ByteView value{asked.data.data(), static_cast<uint32_t>(asked.data.size())};
  return on_set && on_set(asked.key, asked.version, value);
}

void SoftwareMemory::serve_set(const Seen& request) {
  const SoftwareMessage& asked = *request.message;
  auto answer = std::make_shared<SoftwareMessage>();
  answer->is_answer = true;
  answer->is_set = true;
  answer->read = asked.read;
  answer->ok = apply(asked);
  ++(answer->ok ? counters_.requests : counters_.refused);
  port_.send(request.done, request.from, params_.message_bytes, std::move(answer));
}

}  // namespace tinsim
