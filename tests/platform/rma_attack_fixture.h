// SPDX-License-Identifier: Apache-2.0
// An attacker at one host of a two-pod network, which may use its sockets in any way that a host
// can, alongside software that reads the whole time at another host of its chip.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/services/rma_network.h"
#include "tests/platform/open_host_misuse_fixture.h"

namespace tinsim {

/// The outcome of a command.
struct AttackEnd {
  RmaStatus status{};
  uint32_t bytes = 0;
  uint64_t old_value = 0;
};

class RmaAttack : public OpenHostMisuse {
 protected:
  /// Of the attacker's memory: what it sends, where data come to, and its completions.
  static constexpr uint64_t kAttackBase = 0x10000, kAttackBytes = 0x4000, kRingBytes = 0x4000;
  static constexpr uint8_t kMark = 0xEE;  ///< fills what the attacker sends
  static constexpr unsigned kFirstSlot = 128;

  explicit RmaAttack(const std::vector<std::string>& overrides = {}) : OpenHostMisuse(overrides) {
    const std::vector<uint8_t> mark(kAttackBytes, kMark);
    net_.memory(kHostile).write(kAttackBase, mark.data(), mark.size());
  }

  /// Runs `script` at the attacker when it has regions of its own, and everything to its end. The
  /// other host goes on reading behind it.
  void attack(std::function<void()> script) {
    sc_core::sc_spawn([this, script = std::move(script)] {
      commit({true, kAttackBase, kAttackBytes, 15, 1, kHostileKey}, kHostileLocal);
      commit({true, kQueue, kRingBytes, kPermWrite, 1, kHostileKey}, kHostileQueue);
      sc_core::wait(cycles(2000));
      script();
      const unsigned before = reads_;
      sc_core::wait(cycles(6000));
      EXPECT_GT(reads_, before + 1);
      is_over_ = true;
    });
    run_to_end();
  }

  // Registers, as the attacker sees them.
  tlm::tlm_response_status write(uint64_t address, uint64_t value) {
    return store(address, &value, 8);
  }
  /// Nothing where the load gets an error.
  std::optional<uint64_t> load(uint64_t address) {
    auto& trans = hostile_.user.pool.allocate(tlm::TLM_READ_COMMAND, address, 8);
    const bool is_told = blocking(trans) == tlm::TLM_OK_RESPONSE;
    const uint64_t value = load_little(trans.get_data_ptr(), 8);
    trans.release();
    return is_told ? std::optional(value) : std::nullopt;
  }
  void commit(const RmaRegion& region, uint64_t number, uint64_t kind = 0) {
    const uint64_t values[] = {
        region.base,   region.length, region.perms | unsigned{region.host} << 4,
        region.key.lo, region.key.hi, number,
        kind};
    for (unsigned n = 0; n < std::size(values); ++n) write(0x100 + 8 * n, values[n]);
  }
  /// The attacker's own dropped stores, as its chip reports them: a load follows the stores.
  uint64_t refused_stores() { return load(0x410).value_or(~uint64_t{0}); }
  /// `act` makes stores, all of which are refused.
  void expect_refused(uint64_t stores, const std::function<void()>& act) {
    const uint64_t before = refused_stores();
    act();
    EXPECT_EQ(refused_stores(), before + stores);
  }

  // Commands.
  RmaCommand command(RmaOp op, unsigned target, uint32_t region, unsigned bytes, RegionKey key) {
    RmaCommand c;
    c.op = static_cast<uint8_t>(op);
    c.size = static_cast<uint16_t>(bytes);
    c.remote = net_.address(target);
    c.remote_region = region;
    c.local_region = kHostileLocal;
    c.queue_region = kHostileQueue;
    c.cookie = ++cookie_;
    c.key = key;
    return c;
  }
  void post(const CommandBytes& bytes, unsigned slot = kFirstSlot) {
    store(kCommandWindow + slot * kCommandBytes, bytes.data(), kCommandBytes);
  }
  /// How the operation of this cookie has ended; nothing if it has not for longer than it may.
  std::optional<AttackEnd> end_of(uint64_t cookie) {
    std::vector<uint8_t> ring(kRingBytes);
    for (unsigned polls = 0; polls < 600; ++polls) {
      sc_core::wait(cycles(50));
      net_.memory(kHostile).read(kQueue, ring.data(), ring.size());
      for (uint64_t at = 0; at < kRingBytes; at += kCompletionBytes)
        if (load_little(&ring[at + 16], 8) == cookie)
          return AttackEnd{static_cast<RmaStatus>(ring[at] & 15),
                           static_cast<uint32_t>(load_little(&ring[at + 4], 4)),
                           load_little(&ring[at + 24], 8)};
    }
    return {};
  }
  std::optional<AttackEnd> end_of(const RmaCommand& c) {
    post(encode_command(c));
    return end_of(c.cookie);
  }
  void expect_end(const RmaCommand& c, RmaStatus status) {
    const auto end = end_of(c);
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(static_cast<int>(end->status), static_cast<int>(status));
    EXPECT_EQ(end->bytes, status == RmaStatus::kOk ? c.size : 0u);
  }

  RmaEngine& engine_of(unsigned host) {
    return net_.platform().services().get<RmaNetwork>().engine(host / 2);  // two hosts to a chip
  }
  std::vector<uint8_t> memory_of(unsigned host, uint64_t from, uint64_t bytes) {
    std::vector<uint8_t> all(bytes);
    net_.memory(host).read(from, all.data(), all.size());
    return all;
  }
  /// The attacker's own memory at the address to which data are written.
  std::vector<uint8_t> got(unsigned bytes) { return memory_of(kHostile, kAttackBase, bytes); }

  uint64_t cookie_ = 1000;
};

}  // namespace tinsim
