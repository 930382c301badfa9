// SPDX-License-Identifier: Apache-2.0
// Commands to read, write or change the second of two hosts, right ones and wrong ones.
#pragma once

#include "rma_mutants.h"
#include "rma_pair_model.h"

namespace tinsim {

/// Region numbers of the second host. All have the same bytes.
enum Region : uint32_t { kData, kQueue, kRevoked, kReadOnly, kWriteOnly };

inline RegionKey key_of(uint32_t region) {
  return {0x1234'0000u + region, 0x9876'5432'10ull * (region + 3)};
}

class CommandMaker {
 public:
  static constexpr unsigned kSlots = 128;

  /// Registers the regions of both hosts, and the PIDs of the first.
  CommandMaker(RmaEnginePair& pair, Random& random) : pair_(pair), random_(random) {
    for (unsigned n = 0; n < 2; ++n) register_regions(pair_.engine(n));
    for (unsigned slot = 0; slot < kSlots; ++slot) pair_.engine(0).set_pid(slot, pid_of(slot));
  }
  static uint32_t pid_of(unsigned slot) { return 0x00BE'EF00u + slot; }

  RmaCommand make(unsigned slot) {
    RmaCommand c;
    c.op = static_cast<uint8_t>(random_.below(4));
    const bool atomic = c.op >= static_cast<unsigned>(RmaOp::Faa);
    c.size = static_cast<uint16_t>(atomic ? 8 : random_.range(1, 300));
    c.remote = RmaEnginePair::address(1);
    c.remote_region = kData;
    c.local_region = kData;
    c.queue_region = kQueue;
    c.remote_offset = random_.below(PairModel::kLength - 512);
    if (atomic) c.remote_offset &= ~uint64_t{7};
    c.local_offset = random_.below(PairModel::kLength - 512);
    c.key = derived(c.remote_region, RmaEnginePair::address(0), pid_of(slot), c.op, c.remote);
    return c;
  }
  /// Makes `c`, of `slot`, wrong.
  void spoil(RmaCommand& c, Wrong wrong, unsigned slot) {
    const uint16_t self = RmaEnginePair::address(0);
    switch (wrong) {
      case Wrong::kKey: {
        const unsigned bit = random_.below(128);
        (bit < 64 ? c.key.lo : c.key.hi) ^= uint64_t{1} << (bit % 64);
        return;
      }
      case Wrong::kOwner: {
        const RegionKey keys[] = {derived(kData, self, pid_of(slot) + 1, c.op, c.remote),
                                  derived(kData, c.remote, pid_of(slot), c.op, c.remote),
                                  derived(kData, self, pid_of(slot), (c.op + 1u) % 5, c.remote),
                                  derived(kReadOnly, self, pid_of(slot), c.op, c.remote),
                                  derived(kData, self, pid_of(slot), c.op, self)};
        c.key = keys[random_.below(5)];
        return;
      }
      case Wrong::kBounds: {
        const uint64_t step = c.op >= static_cast<unsigned>(RmaOp::Faa) ? 8 : 1;
        const uint64_t offsets[] = {PairModel::kLength - c.size + step, PairModel::kLength,
                                    0xFFFF'FFFF'FFF8};
        c.remote_offset = offsets[random_.below(3)];
        return;
      }
      case Wrong::kRevoked:
        c.remote_region = kRevoked;
        break;
      case Wrong::kPermission:
        c.remote_region = c.op == static_cast<unsigned>(RmaOp::Read) ? kWriteOnly : kReadOnly;
        break;
      default:  // alignment
        c.op = static_cast<uint8_t>(random_.range(2, 3));
        c.size = 8;
        c.remote_offset = (c.remote_offset & ~uint64_t{7}) + random_.range(1, 7);
    }
    c.key = derived(c.remote_region, self, pid_of(slot), c.op, c.remote);
  }

 private:
  RegionKey derived(uint32_t region, uint16_t initiator, uint32_t pid, unsigned op,
                    uint16_t target) {
    return pair_.engine(0).seal().derive(key_of(region), initiator, pid, op, target);
  }

  static void register_regions(RmaEngine& engine) {
    const auto put = [&](uint32_t number, bool live, uint8_t perms) {
      engine.register_region(
          number, {live, PairModel::kBase, PairModel::kLength, perms, 0, key_of(number)});
    };
    put(kData, true, 15);
    put(kRevoked, false, 15);
    put(kReadOnly, true, kPermRead);
    put(kWriteOnly, true, kPermWrite);
    engine.register_region(kQueue, {true, PairModel::kRing, PairModel::kEntries * kCompletionBytes,
                                    kPermWrite, 0, key_of(kQueue)});
  }

  RmaEnginePair& pair_;
  Random& random_;
};

}  // namespace tinsim
