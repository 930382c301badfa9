// SPDX-License-Identifier: Apache-2.0
// Lookups: replies of replicas, the version that enough agree on, and data that proves itself.
#include "tlm/host/rma/cliquemap_client.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tinsim {
namespace {

/// A read's cookie: lookup, attempt, replica; replies to earlier attempts are known by it.
constexpr unsigned kReplicaBits = 2, kAttemptBits = 8;
constexpr uint64_t cookie_of(uint64_t number, unsigned attempt, unsigned replica) {
  return (number << kAttemptBits | attempt) << kReplicaBits | replica;
}

}  // namespace

CliqueMapClient::CliqueMapClient(CliqueClientParams params, RemoteMemory& remote, Ended ended)
    : params_(std::move(params)), remote_(remote), ended_(std::move(ended)) {
  const unsigned replicas = params_.shape.replicas;
  if (replicas != 1 && replicas != kReplicas)
    throw std::invalid_argument("replicas: expected 1 or 3");
  if (params_.backends.size() < replicas || params_.regions.size() != params_.backends.size())
    throw std::invalid_argument("backends: expected one for each replica, with its region");
  if (params_.attempts == 0 || params_.attempts >= 1u << kAttemptBits)
    throw std::invalid_argument("attempts: expected 1 to 255");
  remote_.attach(*this);
}

void CliqueMapClient::get(Cycle now, uint64_t key, uint64_t cookie) {
  ++counters_.gets;
  const uint64_t number = next_++;
  Lookup& lookup = lookups_[number];
  lookup.user = cookie;
  lookup.key = key;
  lookup.hash = clique_hash(key);
  lookup.requested = now;
  start(now, number, lookup);
}

void CliqueMapClient::start(Cycle now, uint64_t number, Lookup& lookup) {
  ++lookup.attempt;
  lookup.replied = 0;
  lookup.entries.clear();
  lookup.reads_data = false;
  const uint64_t offset =
      uint64_t{clique_bucket(params_.shape, lookup.hash)} * params_.shape.bucket_bytes();
  for (unsigned replica = 0; replica < params_.shape.replicas; ++replica)
    send(now, number, lookup, replica, offset, params_.shape.bucket_bytes());
}

void CliqueMapClient::send(Cycle now, uint64_t number, const Lookup& lookup, unsigned replica,
                           uint64_t offset, uint32_t bytes) {
  const auto backends = static_cast<uint32_t>(params_.backends.size());
  const uint32_t backend = clique_backend(lookup.hash, replica, backends);
  ++counters_.reads;
  RemoteRead read;
  read.host = params_.backends[backend];
  read.region = params_.regions[backend];
  read.offset = offset;
  read.bytes = bytes;
  read.cookie = cookie_of(number, lookup.attempt, lookup.reads_data ? kReplicas : replica);
  remote_.read(now, read);
}

void CliqueMapClient::read_done(uint64_t cookie, bool ok, ByteView bytes, Cycle at) {
  if (!ok) ++counters_.failed_reads;
  const unsigned replica = cookie & ((1u << kReplicaBits) - 1);
  const unsigned attempt = cookie >> kReplicaBits & ((1u << kAttemptBits) - 1);
  const uint64_t number = cookie >> (kReplicaBits + kAttemptBits);
  const auto found = lookups_.find(number);
  if (found == lookups_.end() || found->second.attempt != attempt) return;
  Lookup& lookup = found->second;
  if (replica == kReplicas) return data(at, number, lookup, ok, bytes);
  if (!lookup.reads_data) bucket(at, number, lookup, replica, ok, bytes);
}

/// A replica has answered. As soon as enough agree on a version, data is read from the first of
/// them that answered.
void CliqueMapClient::bucket(Cycle now, uint64_t number, Lookup& lookup, unsigned replica, bool ok,
                             ByteView bytes) {
  ++lookup.replied;
  const unsigned quorum = params_.shape.replicas == 1 ? 1 : 2;
  if (ok) {
    const CliqueIndexEntry entry = find_entry(bytes, lookup.hash).value_or(CliqueIndexEntry());
    lookup.entries.emplace_back(replica, entry);
    const auto agrees = [&](const auto& each) { return each.second.version == entry.version; };
    const auto& entries = lookup.entries;
    if (!agrees(entries.front())) ++counters_.disagreements;
    if (std::count_if(entries.begin(), entries.end(), agrees) >= quorum) {
      if (entry.version == 0) return finish(now, number, CliqueEnd::kMiss);
      const auto [from, chosen] = *std::find_if(entries.begin(), entries.end(), agrees);
      if (chosen.size < kCliqueDataHeader || chosen.size > params_.longest_data) {
        ++counters_.faults[static_cast<std::size_t>(CliqueDataFault::kSize)];
        return retry(now, number, lookup);
      }
      lookup.reads_data = true;
      lookup.version = chosen.version;
      lookup.data_requested = now;
      return send(now, number, lookup, from, chosen.offset, chosen.size);
    }
  }
  if (lookup.replied < params_.shape.replicas) return;
  ++counters_.no_quorum;
  retry(now, number, lookup);
}

void CliqueMapClient::data(Cycle now, uint64_t number, Lookup& lookup, bool ok, ByteView bytes) {
  if (!ok) {
    ++counters_.failed_data;
    return retry(now, number, lookup);
  }
  const CliqueDataFault fault = check_clique_data(bytes, lookup.key, lookup.version);
  if (fault != CliqueDataFault::kNone) {
    ++counters_.faults[static_cast<std::size_t>(fault)];
    return retry(now, number, lookup);
  }
  finish(now, number, CliqueEnd::kHit,
         {bytes.data + kCliqueDataHeader, bytes.size - kCliqueDataHeader});
}

void CliqueMapClient::retry(Cycle now, uint64_t number, Lookup& lookup) {
  if (lookup.attempt == params_.attempts) return finish(now, number, CliqueEnd::kFailed);
  ++counters_.retries;
  start(now, number, lookup);
}

void CliqueMapClient::finish(Cycle now, uint64_t number, CliqueEnd end, ByteView value) {
  const auto found = lookups_.find(number);
  const Lookup& lookup = found->second;
  CliqueGet get;
  get.cookie = lookup.user;
  get.key = lookup.key;
  get.end = end;
  get.version = end == CliqueEnd::kHit ? lookup.version : 0;
  get.value = value;
  get.requested = lookup.requested;
  get.data_requested = lookup.data_requested;
  get.attempts = lookup.attempt;
  lookups_.erase(found);
  ++(end == CliqueEnd::kHit    ? counters_.hits
     : end == CliqueEnd::kMiss ? counters_.misses
                               : counters_.failed);
  ended_(get, now);
}

}  // namespace tinsim
