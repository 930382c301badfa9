// SPDX-License-Identifier: Apache-2.0
// A user's model that breaks rules at one host of a two-pod network, and software that reads the
// whole time at others.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "platform/services/rma_network.h"
#include "testbench/bench_random.h"
#include "testbench/nonconforming_initiator.h"
#include "testbench/open_host_bench.h"

namespace tinsim {

// Hosts 0 and 1 share a chip; host 6 is in the other pod.
constexpr unsigned kGood = 0, kHostile = 1, kOwner = 6;
constexpr uint64_t kBase = 0x10000, kQueue = 0x20000, kBytes = 0x8000;
inline constexpr RegionKey kRemoteKey{11, 22}, kOwnKey{33, 44}, kHostileKey{55, 66};
// Apart from those that the platform registers for hosts of traffic.
constexpr uint32_t kRemote = 45, kLocal = 41, kLocalQueue = 42, kHostileLocal = 43,
                   kHostileQueue = 44;

inline sc_core::sc_time cycles(uint64_t count) {
  return {static_cast<double>(count) * 2500, sc_core::SC_PS};
}

class OpenHostMisuse : public testing::Test {
 protected:
  explicit OpenHostMisuse(const std::vector<std::string>& overrides = {})
      : net_(TINSIM_SOURCE_DIR "/testbench/two_pods.yaml", overrides),
        owner_(net_, kOwner),
        good_(net_, kGood),
        hostile_(net_, kHostile),
        there_(kBytes),
        here_(kBytes) {
    for (auto& octet : there_) octet = static_cast<uint8_t>(random_.bits());
    net_.memory(kOwner).write(kBase, there_.data(), kBytes);
    owner_.user.start([this] {
      owner_.user.add_region(kRemote, {true, kBase, kBytes, kPermRead, 0, kRemoteKey});
    });
    good_.user.start([this] { read_all(); });
  }

  /// Reads of any size and place, one after the other, as long as that model runs.
  void read_all() {
    good_.user.add_region(kLocal, {true, kBase, kBytes, kPermWrite, 0, kOwnKey});
    good_.user.add_region(kLocalQueue, {true, kQueue, 4096, kPermWrite, 0, kOwnKey});
    sc_core::wait(cycles(1000));
    while (!is_over_) read_one();
    is_done_ = true;
  }
  void read_one() {
    RmaCommand command;
    command.size = static_cast<uint16_t>(random_.range(1, 4096));
    command.remote = net_.address(kOwner);
    command.remote_region = kRemote;
    command.local_region = kLocal;
    command.queue_region = kLocalQueue;
    command.remote_offset = command.local_offset = random_.below(kBytes - command.size);
    command.cookie = reads_;
    const Seal& seal = net_.platform().services().get<RmaNetwork>().engine(0).seal();
    command.key = seal.derive(kRemoteKey, net_.address(kGood), 0, command.op, command.remote);
    const unsigned slot = reads_ % 8;
    const uint64_t entry = kQueue + reads_ % 128 * kCompletionBytes;
    const uint8_t phase = reads_ / 128 % 2 == 0 ? 0x80 : 0;
    good_.user.post(slot, command);
    CompletionBytes completion{};
    const uint8_t before = static_cast<uint8_t>(phase ^ 0x80);
    for (unsigned polls = 0; polls < 3000; ++polls) {
      sc_core::wait(cycles(4));
      good_.memory.memory.read(entry, completion.data(), kCompletionBytes);
      if (load_little(&completion[16], 8) == reads_ && (completion[0] & 0x80) != before) break;
    }
    std::vector<uint8_t> here(command.size);
    good_.memory.memory.read(kBase + command.local_offset, here.data(), command.size);
    const bool same = std::equal(here.begin(), here.end(),
                                 there_.begin() + static_cast<long>(command.remote_offset));
    wrong_ += completion[0] != phase || !same;
    const auto first = there_.begin() + static_cast<long>(command.remote_offset);
    std::copy_n(first, command.size, here_.begin() + static_cast<long>(command.local_offset));
    ++reads_;
  }
  void run_to_end() {
    for (unsigned n = 0; n < 2000 && !(is_over_ && is_done_); ++n) net_.run(cycles(1000));
    net_.run(cycles(20000));  // all timers have run out
    EXPECT_TRUE(is_done_);
    EXPECT_GT(reads_, 3u);
    EXPECT_EQ(wrong_, 0u);
    const RmaEngine& engine = net_.platform().services().get<RmaNetwork>().engine(0);
    EXPECT_EQ(engine.counters().commands, engine.counters().ended);
    EXPECT_EQ(engine.in_service() + engine.waiting() + engine.open_reads() + engine.servers(), 0u);
    EXPECT_EQ(engine.window_used(), 0u);
    EXPECT_TRUE(hostile_.open.link().idle());
    for (const auto* host : {&owner_, &good_}) {
      EXPECT_TRUE(host->at_bar.breaches().empty());
      EXPECT_TRUE(host->at_memory.breaches().empty());
    }
    EXPECT_TRUE(hostile_.at_memory.breaches().empty()) << "the chip keeps to the rules";
    std::vector<uint8_t> now(kBytes);
    net_.memory(kOwner).read(kBase, now.data(), kBytes);
    EXPECT_EQ(now, there_);
    net_.memory(kGood).read(kBase, now.data(), kBytes);
    EXPECT_EQ(now, here_);
    for (const auto& write : owner_.memory.writes) ADD_FAILURE() << "wrote at " << write.address;
  }
  tlm::tlm_response_status blocking(tlm::tlm_generic_payload& trans) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    hostile_.user.socket->b_transport(trans, delay);
    return trans.get_response_status();
  }
  tlm::tlm_response_status store(uint64_t address, const void* bytes, unsigned count) {
    auto& trans = hostile_.user.pool.allocate(tlm::TLM_WRITE_COMMAND, address, count);
    std::copy_n(static_cast<const uint8_t*>(bytes), count, trans.get_data_ptr());
    const auto status = blocking(trans);
    trans.release();
    return status;
  }
  uint64_t bad_stores() {
    return net_.platform().services().get<RmaNetwork>().engine(0).counters().bad_stores;
  }

  KeptReports reports_;
  Random random_{5};
  OpenNetwork net_;
  UserHost<GoodSoftware> owner_, good_;
  UserHost<NonconformingInitiator> hostile_;
  std::vector<uint8_t> there_, here_;  ///< what is in the memory of the owner, of the good one
  unsigned reads_ = 0, wrong_ = 0;
  bool is_over_ = false, is_done_ = false;
};

}  // namespace tinsim
