// SPDX-License-Identifier: Apache-2.0
// CliqueMap on memories that take their time: clients, backends, and what values are.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "tlm/host/rma/cliquemap_client.h"

namespace tinsim {

constexpr uint64_t kBase = 1 << 16;
constexpr uint32_t kRegion = 3;

/// Reads take time, and come in pieces of 128 octets, each as memory is at its own moment.
class SlowMemory final : public RemoteMemory {
 public:
  void add(HostMemory& memory) { hosts_.push_back(&memory); }
  void read(Cycle now, const RemoteRead& read) override {
    ASSERT_EQ(read.region, kRegion);
    auto under = std::make_shared<Under>();
    under->read = read;
    under->bytes.resize(read.bytes);
    Cycle at = now + 600 + random_() % 400;
    for (uint32_t from = 0; from < read.bytes; from += kPiece, at += spread_)
      due_.emplace(at, Piece{under, from});
  }
  Cycle next() const override { return due_.empty() ? kNoCycle : due_.begin()->first; }
  void run(Cycle now) override {
    while (next() <= now) {
      const Piece piece = due_.begin()->second;
      due_.erase(due_.begin());
      step(piece, now);
    }
  }
  void set_spread(Cycle spread) { spread_ = spread; }

  std::set<uint16_t> dead;
  /// May change what was read.
  std::function<void(const RemoteRead&, std::vector<uint8_t>&)> damage;

 private:
  static constexpr uint32_t kPiece = 128;
  struct Under {
    RemoteRead read;
    std::vector<uint8_t> bytes;
  };
  struct Piece {
    std::shared_ptr<Under> under;
    uint32_t from;
  };
  void step(const Piece& piece, Cycle now) {
    Under& under = *piece.under;
    const uint32_t size = std::min(kPiece, under.read.bytes - piece.from);
    const bool good =
        hosts_.at(under.read.host)
            ->read(kBase + under.read.offset + piece.from, under.bytes.data() + piece.from, size);
    EXPECT_TRUE(good);
    if (piece.from + size < under.read.bytes) return;
    if (damage) damage(under.read, under.bytes);
    const bool ok = dead.count(under.read.host) == 0;
    const ByteView view{under.bytes.data(), under.read.bytes};
    reader_->read_done(under.read.cookie, ok, ok ? view : ByteView(), now);
  }

  std::vector<HostMemory*> hosts_;
  std::multimap<Cycle, Piece> due_;
  std::mt19937 random_{7};
  Cycle spread_ = 10;
};

/// The value of a key in a version.
inline std::vector<uint8_t> value_of(uint64_t key, uint64_t version, uint32_t bytes) {
  std::vector<uint8_t> value(bytes);
  std::mt19937_64 random(key * 1'000'003 + version);
  for (uint8_t& octet : value) octet = static_cast<uint8_t>(random());
  return value;
}

class CliqueMapTest : public testing::Test {
 protected:
  void make(unsigned replicas, unsigned backends = 3, uint32_t keys = 200) {
    CliqueClientParams params;
    params.shape.replicas = replicas;
    params.shape.buckets = 64;
    params.longest_data = kCliqueDataHeader + kValue;
    CliqueBackendMap map;
    map.region = kRegion;
    map.base = kBase;
    map.value_bytes = kValue;
    map.slots = keys + 4;
    for (uint16_t host = 0; host < backends; ++host) {
      params.backends.push_back(host);
      params.regions.push_back(kRegion);
      memories_.push_back(std::make_unique<HostMemory>(kBase + map.bytes(params.shape)));
      backends_.push_back(std::make_unique<CliqueBackend>(params.shape, map, *memories_.back()));
      remote_.add(*memories_.back());
    }
    params_ = params;
    client_ = std::make_unique<CliqueMapClient>(
        params, remote_, [this](const CliqueGet& get, Cycle at) { ended(get, at); });
  }

  CliqueBackend& replica(uint64_t key, unsigned number) { return *backends_[host_of(key, number)]; }
  uint16_t host_of(uint64_t key, unsigned number) const {
    return static_cast<uint16_t>(
        clique_backend(clique_hash(key), number, static_cast<uint32_t>(backends_.size())));
  }
  bool set_at(uint64_t key, uint64_t version, unsigned number, uint32_t bytes = kValue) {
    const std::vector<uint8_t> value = value_of(key, version, bytes);
    return replica(key, number).set(key, version, {value.data(), bytes});
  }
  void set(uint64_t key, uint64_t version) {
    for (unsigned number = 0; number < params_.shape.replicas; ++number)
      ASSERT_TRUE(set_at(key, version, number));
  }
  void ended(const CliqueGet& get, Cycle at) {
    if (get.end == CliqueEnd::kHit) {
      const std::vector<uint8_t> value = value_of(get.key, get.version, get.value.size);
      EXPECT_TRUE(std::equal(value.begin(), value.end(), get.value.data));
    }
    if (judge) judge(get, at);
    last_ = get;
    ++ended_;
  }
  void drain() {
    while (remote_.next() != kNoCycle) remote_.run(now_ = std::max(now_, remote_.next()));
  }
  CliqueGet get(uint64_t key) {
    client_->get(now_, key, key);
    drain();
    return last_;
  }

  static constexpr uint32_t kValue = 1000;
  std::vector<std::unique_ptr<HostMemory>> memories_;
  std::vector<std::unique_ptr<CliqueBackend>> backends_;
  SlowMemory remote_;
  CliqueClientParams params_;
  std::unique_ptr<CliqueMapClient> client_;
  std::function<void(const CliqueGet&, Cycle)> judge;
  CliqueGet last_;
  unsigned ended_ = 0;
  Cycle now_ = 0;
};

}  // namespace tinsim
