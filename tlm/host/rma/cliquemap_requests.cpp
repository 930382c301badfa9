// SPDX-License-Identifier: Apache-2.0
// Requests drawn in integer arithmetic, and a judgement on every GET.
#include "tlm/host/rma/cliquemap_requests.h"

#include <algorithm>
#include <utility>

namespace tinsim {
namespace {

using Wide = unsigned __int128;
constexpr uint32_t kGetStreams = 0x60000, kSetStreams = 0x60001;  // those of software are below
constexpr unsigned kHostBits = 16;                                // of a version

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
    client_.get(now, key, 0);
  }
}

void CliqueGets::ended(const CliqueGet& get, Cycle at) {
  const bool is_hit = get.end == CliqueEnd::kHit;
  if (get.end != CliqueEnd::kFailed && is_hit != (get.key < workload_.keys)) ++stats_.wrong_ends;
  if (is_hit) {
    if (!workload_.values.is(get.value, get.key, get.version)) ++stats_.wrong_values;
    stats_.judge.add({get.key, get.version, get.asked});
  }
  if (!stats_.measures(at)) return;
  Histogram& time = is_hit ? stats_.hit : get.end == CliqueEnd::kMiss ? stats_.miss : stats_.failed;
  time.add(at - get.asked);
  if (!is_hit) return;
  stats_.value_bytes += get.value.size;
  if (get.attempts > 1) return;
  stats_.index.add(get.data_asked - get.asked);
  stats_.data.add(at - get.data_asked);
}

CliqueSets::CliqueSets(CliqueWorkload& workload, uint16_t host, const CliqueClientParams& params,
                       SoftwareMemory& software, CliqueStats& stats)
    : workload_(workload),
      host_(host),
      params_(params),
      software_(software),
      stats_(stats),
      arrivals_(workload.seed, kSetStreams, host, workload.set_gap) {
  software_.on_set_done = [this](uint64_t cookie, bool ok, Cycle at) { answered(cookie, ok, at); };
}

void CliqueSets::run(Cycle now) {
  for (; arrivals_.at() <= now; arrivals_.pop()) make(now);
}

void CliqueSets::make(Cycle now) {
  clock_ = std::max<uint64_t>(clock_ + 1, now);
  Open open;
  open.key = workload_.popularity.number(arrivals_.draw().destination);
  open.version = clock_ << kHostBits | host_;
  open.asked = now;
  workload_.history.begun(open.key, open.version);
  if (stats_.measures(now)) ++stats_.sets_made;
  const uint64_t number = counters_.made++;
  open_.emplace(number, open);
  const std::vector<uint8_t> value = workload_.values.of(open.key, open.version);
  const auto backends = static_cast<uint32_t>(params_.backends.size());
  for (unsigned replica = 0; replica < params_.shape.replicas; ++replica) {
    RemoteSet set;
    set.host = params_.backends[clique_backend(clique_hash(open.key), replica, backends)];
    set.key = open.key;
    set.version = open.version;
    set.value = {value.data(), static_cast<uint32_t>(value.size())};
    set.cookie = number;
    software_.set(now, set);
  }
}

void CliqueSets::answered(uint64_t number, bool ok, Cycle at) {
  const auto found = open_.find(number);
  if (found == open_.end()) return;  // the majority had answered
  Open& open = found->second;
  const unsigned replicas = params_.shape.replicas, majority = replicas / 2 + 1;
  open.done += ok;
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
  ++counters_.ended;
  workload_.history.ended(open.key, open.version, at);
  if (!stats_.measures(at)) return;
  stats_.set.add(at - open.asked);
  stats_.value_bytes += workload_.values.bytes(open.key, open.version);
}

}  // namespace tinsim
