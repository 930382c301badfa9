// SPDX-License-Identifier: Apache-2.0
// Expected memories of two hosts, octet by octet.
#pragma once

#include <array>
#include <vector>

#include "rma_engine_pair.h"
#include "testbench/bench_random.h"

namespace tinsim {

/// Octets of an operation's data: from `first` on, before `end`.
struct OctetRange {
  unsigned first = 0, end = 0;
};

class PairModel {
 public:
  static constexpr uint64_t kBase = 4096, kLength = 8192;   ///< of the data of either host
  static constexpr uint64_t kRing = 1 << 14, kEntries = 8;  ///< completions of the first

  PairModel(RmaEnginePair& pair, Random& random) : pair_(pair) {
    for (unsigned n = 0; n < 2; ++n) {
      octets_[n].resize(RmaEnginePair::kMemory);
      for (uint8_t& octet : octets_[n]) octet = static_cast<uint8_t>(random.bits());
      pair.memory(n).write(0, octets_[n].data(), octets_[n].size());
    }
  }
  /// Copies the second host's octets at the address of `command` to that of its operands.
  void make_equal(const RmaCommand& command) {
    std::copy_n(remote(command), 8, local(command));
    pair_.memory(0).write(kBase + command.local_offset, local(command), 8);
  }
  /// `command` takes effect; octets in `missing` have not come. Gives the old value of FAA and CAS.
  uint64_t apply(const RmaCommand& command, OctetRange missing) {
    uint8_t *here = local(command), *there = remote(command);
    const auto op = static_cast<RmaOp>(command.op);
    if (op == RmaOp::Read || op == RmaOp::Write) {
      const uint8_t* from = op == RmaOp::Read ? there : here;
      uint8_t* to = op == RmaOp::Read ? here : there;
      for (unsigned n = 0; n < command.size; ++n)
        if (n < missing.first || n >= missing.end) to[n] = from[n];
      return 0;
    }
    const uint64_t old_value = load_little(there, 8), first = load_little(here, 8);
    if (missing.end != missing.first) return old_value;
    if (op == RmaOp::Faa) store_little(there, 8, old_value + first);
    if (op == RmaOp::Cas && old_value == first) store_little(there, 8, load_little(here + 8, 8));
    return old_value;
  }
  /// All of both memories is as it must be, but for completions.
  bool is_right() {
    for (unsigned n = 0; n < 2; ++n)
      for (uint64_t at = 0; at < RmaEnginePair::kMemory; at += HostMemory::kPageBytes) {
        if (n == 0 && at == kRing) continue;
        const uint8_t* page = pair_.memory(n).page(at);
        if (!std::equal(page, page + HostMemory::kPageBytes, &octets_[n][at])) return false;
      }
    return true;
  }

 private:
  uint8_t* local(const RmaCommand& command) { return &octets_[0][kBase + command.local_offset]; }
  uint8_t* remote(const RmaCommand& command) { return &octets_[1][kBase + command.remote_offset]; }

  RmaEnginePair& pair_;
  std::array<std::vector<uint8_t>, 2> octets_;
};

}  // namespace tinsim
