// SPDX-License-Identifier: Apache-2.0
// Requests drawn in integer arithmetic, and a judgement on every GET.
#include "tlm/host/rma/cliquemap_requests.h"

#include <algorithm>
#include <utility>

namespace tinsim {
namespace {

using Wide = unsigned __int128;
// Streams of software have lower numbers, that of values is in between.
constexpr uint32_t kGetStreams = 0x60000, kSetStreams = 0x60001, kEraseStreams = 0x60003;
constexpr unsigned kHostBits = 16;  // of a version

}  // namespace

CliqueArrivals::CliqueArrivals(uint64_t seed, uint32_t stream, uint16_t host, Q32 gap)
    : seed_(seed), stream_(stream), host_(host), gap_(gap) {
  if (gap_ != 0) pop();
}

void CliqueArrivals::pop() {
  draw_ = tinsim::draw(seed_, stream_, host_, number_++);
  const Wide sum = (Wide{gap_} * exponential(draw_.gap) >> 32) + fraction_;
  time_ += static_cast<uint64_t>(sum >> 32);
  fraction_ = static_cast<uint32_t>(sum);
  at_ = static_cast<Cycle>(std::min<uint64_t>(time_, kNoCycle));
}

CliqueGets::CliqueGets(const CliqueWorkload& workload, uint16_t host, CliqueClientParams params,
                       RemoteMemory& remote, CliqueStats& stats)
    : workload_(workload),
      stats_(stats),
      arrivals_(workload.seed, kGetStreams, host, workload.get_gap),
      client_(std::move(params), remote,
              [this](const CliqueGet& get, Cycle at) { ended(get, at); }) {}

void CliqueGets::run(Cycle now) {
  for (; arrivals_.at() <= now; arrivals_.pop()) {
    uint64_t key = workload_.popularity.number(arrivals_.draw().destination);
    if (arrivals_.draw().size < workload_.miss_share) key += workload_.keys;
    if (stats_.measures(now)) ++stats_.gets_made;
    stats_.service.asked(now, 1);
    client_.get(now, key, 0);
  }
}

void CliqueGets::ended(const CliqueGet& get, Cycle at) {
  const bool is_hit = get.end == CliqueEnd::kHit;
  const bool was_there = get.key < workload_.keys;
  if (is_hit && !was_there) ++stats_.wrong_ends;
  if (is_hit && !workload_.values.is(get.value, get.key, get.version)) ++stats_.wrong_values;
  if (is_hit || (get.end == CliqueEnd::kMiss && was_there))
    stats_.judge.add({get.key, get.version, get.requested});
  if (!stats_.measures(at)) return;
  Histogram& time = is_hit ? stats_.hit : get.end == CliqueEnd::kMiss ? stats_.miss : stats_.failed;
  time.add(at - get.requested);
  if (get.end != CliqueEnd::kFailed) stats_.succeeded(at, get.requested);
  if (!is_hit) return;
  stats_.value_bytes += get.value.size;
  if (get.attempts > 1) return;
  stats_.index.add(get.data_requested - get.requested);
  stats_.data.add(at - get.data_requested);
}

CliqueSets::CliqueSets(CliqueWorkload& workload, uint16_t host, const CliqueClientParams& params,
                       SoftwareMemory& software, CliqueStats& stats)
    : workload_(workload),
      host_(host),
      params_(params),
      software_(software),
      stats_(stats),
      arrivals_(workload.seed, kSetStreams, host, workload.set_gap),
      erasures_(workload.seed, kEraseStreams, host, workload.erase_gap) {
  software_.on_set_done = [this](uint64_t cookie, bool ok, Cycle at) { answered(cookie, ok, at); };
}

void CliqueSets::run(Cycle now) {
  for (; arrivals_.at() <= now; arrivals_.pop()) make(now, arrivals_, false);
  for (; erasures_.at() <= now; erasures_.pop()) make(now, erasures_, true);
}

void CliqueSets::make(Cycle now, const CliqueArrivals& arrivals, bool erases) {
  clock_ = std::max<uint64_t>(clock_ + 1, now);
  Open open;
  open.key = workload_.popularity.number(arrivals.draw().destination);
  open.version = clock_ << kHostBits | host_;
  open.requested = now;
  open.erases = erases;
  workload_.history.begun(open.key, open.version, erases);
  if (stats_.measures(now)) ++(erases ? stats_.erases_made : stats_.sets_made);
  stats_.service.asked(now, 1);
  const uint64_t number = counters_.made + erases_.made;
  ++(erases ? erases_ : counters_).made;
  open_.emplace(number, open);
  send_to_replicas(now, number, open);
}

void CliqueSets::send_to_replicas(Cycle now, uint64_t number, const Open& open) {
  std::vector<uint8_t> value;
  if (!open.erases) value = workload_.values.of(open.key, open.version);
  const auto backends = static_cast<uint32_t>(params_.backends.size());
  for (unsigned replica = 0; replica < params_.shape.replicas; ++replica) {
    const uint16_t host =
        params_.backends[clique_backend(clique_hash(open.key), replica, backends)];
    if (open.erases) {
      software_.erase(now, {host, open.key, open.version, number});
    } else {
      const ByteView octets{value.data(), static_cast<uint32_t>(value.size())};
      software_.set(now, {host, open.key, open.version, octets, number});
    }
  }
}

void CliqueSets::answered(uint64_t number, bool ok, Cycle at) {
  const auto found = open_.find(number);
  if (found == open_.end()) return;  // the majority had answered
  Open& open = found->second;
  const unsigned replicas = params_.shape.replicas, majority = replicas / 2 + 1;
  open.done += ok || open.erases;
  ++open.answers;
  if (open.done == majority) {
    finish(open, at);
  } else if (open.answers < replicas) {
    return;
  } else {
    ++counters_.refused;
  }
  open_.erase(found);
}

void CliqueSets::finish(const Open& open, Cycle at) {
  ++(open.erases ? erases_ : counters_).ended;
  workload_.history.ended(open.key, open.version, at, open.erases);
  if (!stats_.measures(at)) return;
  (open.erases ? stats_.erase : stats_.set).add(at - open.requested);
  stats_.succeeded(at, open.requested);
  if (!open.erases) stats_.value_bytes += workload_.values.bytes(open.key, open.version);
}

}  // namespace tinsim
