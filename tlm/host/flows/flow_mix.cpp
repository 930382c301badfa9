// SPDX-License-Identifier: Apache-2.0
// Mixes of flows: incast, shuffle and storage.
#include "tlm/host/flows/flow_mix.h"

#include <fmt/core.h>

#include <cmath>
#include <deque>
#include <utility>

#include "base/exponential.h"
#include "base/random.h"

namespace tinsim {
namespace {

constexpr uint32_t kStreams = 0x466C6F77;  // apart from those of other traffic
enum Stream : uint32_t { kArrivals, kSizes, kOrders };

uint32_t pick_below(uint32_t random, std::size_t n) {
  uint32_t rest = 0;
  return pick(random, static_cast<uint32_t>(n), rest);
}

/// Flows that one event makes are kept until they are returned.
class Mix : public FlowSource {
 public:
  explicit Mix(FlowMix mix) : mix_(std::move(mix)) {}

  bool next(Flow& flow) override {
    if (made_.empty() && !make_next()) return false;
    flow = std::move(made_.front());
    made_.pop_front();
    return true;
  }
  std::string place() const override { return fmt::format("generated flow {}", id_ - 1); }

 protected:
  /// Adds the flows of the next event; false: there is none.
  virtual bool make_next() = 0;

  std::size_t hosts() const { return mix_.hosts.size(); }
  /// Returns the id.
  uint64_t add(std::size_t from, std::size_t to, uint32_t bytes, uint64_t start_ns,
               std::vector<uint64_t> after = {}) {
    made_.push_back({id_, mix_.hosts[from], mix_.hosts[to], bytes, start_ns, std::move(after)});
    return id_++;
  }
  Draw draw_of(Stream stream, uint64_t number) const {
    return draw(mix_.seed, kStreams, stream, number);
  }

  FlowMix mix_;

 private:
  std::deque<Flow> made_;
  uint64_t id_ = 0;
};

/// Events of a Poisson process of all hosts together.
class Arrivals : public Mix {
 public:
  /// `bytes`: of an event, on average.
  Arrivals(FlowMix mix, double bytes) : Mix(std::move(mix)) {
    const double ns = bytes * 8 / (mix_.gbps * static_cast<double>(hosts()));
    mean_gap_ = static_cast<Q32>(std::llround(std::min(ns, 1e9) * static_cast<double>(kOneQ32)));
  }

 private:
  bool make_next() final {
    if (number_ == mix_.count) return false;
    const Draw random = draw_of(kArrivals, number_);
    time_ += static_cast<unsigned __int128>(mean_gap_) * exponential(random.gap) >> 32;
    make(number_++, static_cast<uint64_t>(time_ >> 32), random);
    return true;
  }
  virtual void make(uint64_t number, uint64_t start_ns, const Draw& random) = 0;

  Q32 mean_gap_ = 0;            ///< ns
  unsigned __int128 time_ = 0;  ///< ns, with 32 fractional bits
  uint64_t number_ = 0;
};

/// Partition and aggregate: a host sends queries to others, and all answer at once.
class Incast final : public Arrivals {
 public:
  explicit Incast(FlowMix mix)
      : Arrivals(mix, mix.sizes.mean() * static_cast<double>(mix.fan_in)) {}

 private:
  void make(uint64_t number, uint64_t start_ns, const Draw& random) override {
    const std::size_t root = pick_below(random.destination, hosts());
    const std::size_t first = pick_below(random.burst, hosts() - 1);
    for (unsigned i = 0; i < mix_.fan_in; ++i) {
      const std::size_t worker = (root + 1 + (first + i) % (hosts() - 1)) % hosts();
      const Draw size = draw_of(kSizes, number * mix_.fan_in + i);
      std::vector<uint64_t> after;
      if (mix_.with_requests) after = {add(root, worker, mix_.request_bytes, start_ns)};
      add(worker, root, mix_.sizes.bytes(size.size), start_ns, std::move(after));
    }
  }
};

/// Clients read from and write to servers; every host is both.
class Storage final : public Arrivals {
 public:
  explicit Storage(FlowMix mix)
      : Arrivals(mix, mix.sizes.mean()),
        reads_(static_cast<uint64_t>(std::llround(std::ldexp(mix_.read_share, 32)))) {}

 private:
  void make(uint64_t number, uint64_t start_ns, const Draw& random) override {
    const std::size_t client = pick_below(random.destination, hosts());
    const std::size_t server = (client + 1 + pick_below(random.burst, hosts() - 1)) % hosts();
    const uint32_t bytes = mix_.sizes.bytes(random.size);
    const bool is_read = draw_of(kSizes, number).burst < reads_;
    if (!mix_.with_requests) {
      add(is_read ? server : client, is_read ? client : server, bytes, start_ns);
      return;
    }
    const uint64_t id = add(client, server, is_read ? mix_.request_bytes : bytes, start_ns);
    add(server, client, is_read ? bytes : mix_.request_bytes, start_ns, {id});
  }

  uint64_t reads_;  ///< of 2^32 operations
};

/// Every host sends to every other one, in an order of its own, `outstanding` flows at a time.
class Shuffle final : public Mix {
 public:
  using Mix::Mix;

 private:
  bool make_next() override {
    const std::size_t n = hosts();
    if (number_ == n * (n - 1)) return false;
    const std::size_t turn = number_ / n, host = number_ % n;
    const std::size_t first = pick_below(draw_of(kOrders, host).destination, n - 1);
    const Draw size = draw_of(kSizes, number_);
    std::vector<uint64_t> after;
    if (turn >= mix_.outstanding) after = {number_ - n * mix_.outstanding};
    add(host, (host + 1 + (first + turn) % (n - 1)) % n, mix_.sizes.bytes(size.size), 0,
        std::move(after));
    ++number_;
    return true;
  }

  uint64_t number_ = 0;
};

}  // namespace

std::unique_ptr<FlowSource> make_mix(FlowMix mix) {
  if (mix.kind == FlowKind::incast) return std::make_unique<Incast>(std::move(mix));
  if (mix.kind == FlowKind::storage) return std::make_unique<Storage>(std::move(mix));
  return std::make_unique<Shuffle>(std::move(mix));
}

}  // namespace tinsim
