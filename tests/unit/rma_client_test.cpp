// SPDX-License-Identifier: Apache-2.0
// Transfers of any size against a plain memory, through a chip that is only imagined.
#include "tlm/host/rma/rma_client.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <stdexcept>

namespace tinsim {
namespace {

constexpr uint64_t kQueueBase = 0x400, kDataBase = 1 << 20, kBytes = 8 << 20;
constexpr unsigned kEntries = 16, kSlots = 12;

/// Performs commands some time later, each with the status that `status` gives it.
class FakeChip final : public MmioPort {
 public:
  explicit FakeChip(HostMemory& own) : own_(own), remote_(kBytes) {}

  void store(Cycle now, uint32_t offset, ByteView bytes) override {
    ASSERT_EQ(bytes.size, 16u);
    ASSERT_EQ(offset % 16, 0u);
    const unsigned slot = (offset - kCommandWindow) / kCommandBytes;
    Window& window = windows_[slot];
    std::copy(bytes.data, bytes.data + 16, window.bytes.data() + offset % kCommandBytes);
    window.quarters |= 1u << (offset % kCommandBytes / 16);
    if (window.quarters != 15) return;
    window.quarters = 0;
    ASSERT_FALSE(window.busy) << "slot " << slot << " is under way";
    window.busy = true;
    ++under_way_;
    most_ = std::max(most_, under_way_);
    asked.push_back(decode_command(window.bytes));
    due_.emplace(now + 500 + random_() % 3000, slot);
  }
  void load(Cycle, uint32_t, uint32_t, uint64_t) override { FAIL() << "nothing is read"; }

  Cycle next() const { return due_.empty() ? kNoCycle : due_.begin()->first; }
  void run(Cycle now, RmaClient& client) {
    while (next() <= now) {
      const unsigned slot = due_.begin()->second;
      due_.erase(due_.begin());
      complete(now, slot, client);
    }
  }

  std::function<RmaStatus(const RmaCommand&)> status = [](const RmaCommand&) {
    return RmaStatus::kOk;
  };
  std::vector<RmaCommand> asked;
  HostMemory& remote() { return remote_; }
  unsigned most() const { return most_; }
  bool flips_phase = false;

 private:
  struct Window {
    CommandBytes bytes{};
    unsigned quarters = 0;
    bool busy = false;
  };

  void complete(Cycle now, unsigned slot, RmaClient& client) {
    const RmaCommand command = decode_command(windows_[slot].bytes);
    windows_[slot].busy = false;
    --under_way_;
    RmaCompletion completion;
    completion.status = status(command);
    completion.op = command.op;
    completion.slot = static_cast<uint16_t>(slot);
    completion.bytes = command.size;
    completion.issue = 20;
    completion.total = 2000;
    completion.cookie = command.cookie;
    if (completion.status == RmaStatus::kOk) completion.old_value = perform(command);
    completion.phase = (written_ / kEntries % 2 == 0) != flips_phase;
    const CompletionBytes bytes = encode_completion(completion, 400);
    own_.write(kQueueBase + written_++ % kEntries * kCompletionBytes, bytes.data(), bytes.size());
    client.completed(completion, now);
  }

  uint64_t perform(const RmaCommand& command) {
    std::vector<uint8_t> bytes(command.size);
    const uint64_t here = kDataBase + command.local_offset;
    if (command.op == static_cast<uint8_t>(RmaOp::Read)) {
      EXPECT_TRUE(remote_.read(command.remote_offset, bytes.data(), bytes.size()));
      EXPECT_TRUE(own_.write(here, bytes.data(), bytes.size()));
    } else if (command.op == static_cast<uint8_t>(RmaOp::Write)) {
      EXPECT_TRUE(own_.read(here, bytes.data(), bytes.size()));
      EXPECT_TRUE(remote_.write(command.remote_offset, bytes.data(), bytes.size()));
    } else if (command.op == static_cast<uint8_t>(RmaOp::Faa)) {
      uint8_t old[8] = {}, add[8] = {}, sum[8] = {};
      remote_.read(command.remote_offset, old, 8);
      own_.read(here, add, 8);
      store_little(sum, 8, load_little(old, 8) + load_little(add, 8));
      remote_.write(command.remote_offset, sum, 8);
      return load_little(old, 8);
    }
    return 0;
  }

  HostMemory& own_;
  HostMemory remote_;
  std::map<unsigned, Window> windows_;
  std::multimap<Cycle, unsigned> due_;
  uint64_t written_ = 0;
  unsigned under_way_ = 0, most_ = 0;
  std::mt19937 random_{1};
};

class RmaClientTest : public testing::Test {
 protected:
  RmaClientTest()
      : own_(kBytes), chip_(own_), client_(params(), chip_, own_, [this](const auto& end, Cycle) {
          EXPECT_TRUE(ended_.emplace(end.cookie, end).second) << "ended twice";
        }) {}

  static RmaClientParams params() {
    RmaClientParams params;
    params.aimd.initial_remote = 64;
    params.aimd.initial_local = 64;
    params.first_slot = 128;
    params.slots = kSlots;
    params.data_region = 2;
    params.queue_region = 3;
    params.queue_base = kQueueBase;
    params.queue_entries = kEntries;
    params.retries = 3;
    params.address = [](uint16_t remote) { return static_cast<uint16_t>(remote << 6); };
    params.key = [](uint16_t remote, uint32_t region, unsigned slot, RmaOp op) {
      return RegionKey{remote * 1000u + region, slot * 10u + static_cast<unsigned>(op)};
    };
    return params;
  }

  void run() {
    while (client_.next() != kNoCycle || chip_.next() != kNoCycle) {
      now_ = std::max(now_, std::min(client_.next(), chip_.next()));
      chip_.run(now_, client_);
      client_.run(now_);
    }
  }
  RmaTransfer read(uint64_t remote, uint64_t local, uint32_t bytes, uint64_t cookie) const {
    return {RmaOp::Read, 1, 9, 5, remote, local, bytes, cookie};
  }
  static void fill(HostMemory& memory, uint64_t at, uint64_t bytes, unsigned seed) {
    std::mt19937 random(seed);
    for (uint64_t n = 0; n < bytes; ++n) {
      const auto byte = static_cast<uint8_t>(random());
      memory.write(at + n, &byte, 1);
    }
  }
  static std::vector<uint8_t> bytes_of(const HostMemory& memory, uint64_t at, uint64_t bytes) {
    std::vector<uint8_t> of(bytes);
    memory.read(at, of.data(), bytes);
    return of;
  }

  HostMemory own_;
  FakeChip chip_;
  std::map<uint64_t, RmaTransferEnd> ended_;
  RmaClient client_;
  Cycle now_ = 0;
};

TEST_F(RmaClientTest, ACommandEncodesItsTransfer) {
  client_.transfer(0, read(0x1234, 0x5678, 100, 77));
  run();
  ASSERT_EQ(chip_.asked.size(), 1u);
  const RmaCommand& command = chip_.asked[0];
  EXPECT_EQ(command.op, 0);
  EXPECT_EQ(command.cls, 1);
  EXPECT_EQ(command.size, 100);
  EXPECT_EQ(command.remote, 9 << 6);
  EXPECT_EQ(command.remote_region, 5u);
  EXPECT_EQ(command.local_region, 2u);
  EXPECT_EQ(command.queue_region, 3u);
  EXPECT_EQ(command.remote_offset, 0x1234u);
  EXPECT_EQ(command.local_offset, 0x5678u);
  EXPECT_EQ(command.key.hi, 9005u);
  EXPECT_EQ(command.key.lo, (128 + command.cookie) * 10);
  EXPECT_EQ(ended_.at(77).status, RmaStatus::kOk);
}

TEST_F(RmaClientTest, TransfersOfAnySizeAreCutAt4KiB) {
  fill(chip_.remote(), 0, 1 << 20, 1);
  uint64_t local = 0, cookie = 0;
  std::size_t operations = 0;
  const std::vector<uint32_t> sizes = {1, 4095, 4096, 4097, 8192, 100'000};
  for (uint32_t size : sizes) {
    client_.transfer(0, read(3 * cookie, local, size, cookie));
    operations += (size + 4095) / 4096;
    local += size + 64;
    ++cookie;
  }
  run();
  EXPECT_EQ(chip_.asked.size(), operations);
  for (const RmaCommand& command : chip_.asked) EXPECT_LE(command.size, 4096);
  local = 0;
  for (cookie = 0; cookie < sizes.size(); ++cookie) {
    EXPECT_EQ(bytes_of(own_, kDataBase + local, sizes[cookie]),
              bytes_of(chip_.remote(), 3 * cookie, sizes[cookie]));
    local += sizes[cookie] + 64;
  }
  EXPECT_EQ(ended_.size(), sizes.size());
  EXPECT_LE(chip_.most(), kSlots);
  EXPECT_EQ(chip_.most(), kSlots);  // all slots were used
  EXPECT_TRUE(client_.is_idle());
  EXPECT_EQ(client_.outstanding(), 0u);
}

TEST_F(RmaClientTest, WritesArriveAndSumsAddUp) {
  fill(own_, kDataBase, 20'000, 2);
  RmaTransfer write = read(500, 0, 20'000, 1);
  write.op = RmaOp::Write;
  client_.transfer(0, write);
  uint8_t three[8] = {3};
  own_.write(kDataBase + 40'000, three, 8);
  for (uint64_t n = 0; n < 40; ++n) {
    RmaTransfer add = read(64'000, 40'000, 8, 100 + n);
    add.op = RmaOp::Faa;
    client_.transfer(0, add);
  }
  run();
  EXPECT_EQ(bytes_of(chip_.remote(), 500, 20'000), bytes_of(own_, kDataBase, 20'000));
  std::map<uint64_t, unsigned> olds;
  for (uint64_t n = 0; n < 40; ++n) ++olds[ended_.at(100 + n).old_value];
  for (uint64_t n = 0; n < 40; ++n) EXPECT_EQ(olds[3 * n], 1u) << n;
}

TEST_F(RmaClientTest, TriesAgainAsThePolicySays) {
  // Every operation is refused twice, by each status in turn that may be tried again.
  std::map<uint64_t, unsigned> tries;
  unsigned count = 0;
  const RmaStatus statuses[] = {RmaStatus::kNack, RmaStatus::kTimeout, RmaStatus::kDispatchTimeout};
  chip_.status = [&](const RmaCommand& command) {
    return ++tries[command.remote_offset] <= 2 ? statuses[++count % 3] : RmaStatus::kOk;
  };
  fill(chip_.remote(), 0, 200'000, 3);
  client_.transfer(0, read(0, 0, 200'000, 1));
  run();
  EXPECT_EQ(ended_.at(1).status, RmaStatus::kOk);
  EXPECT_EQ(ended_.at(1).retries, 2u * 49);
  EXPECT_EQ(client_.counters().retries, 2u * 49);
  EXPECT_EQ(chip_.asked.size(), 3u * 49);
  EXPECT_EQ(bytes_of(own_, kDataBase, 200'000), bytes_of(chip_.remote(), 0, 200'000));
}

TEST_F(RmaClientTest, GivesUpAfterItsRetriesAndReportsWhy) {
  chip_.status = [](const RmaCommand& command) {
    return command.remote_offset == 4096 ? RmaStatus::kNack : RmaStatus::kOk;
  };
  client_.transfer(0, read(0, 0, 3 * 4096, 1));
  run();
  EXPECT_EQ(ended_.at(1).status, RmaStatus::kNack);
  EXPECT_EQ(ended_.at(1).retries, 3u);
  EXPECT_EQ(chip_.asked.size(), 3u + 3u);
  EXPECT_EQ(client_.counters().given_up, 1u);
  EXPECT_EQ(client_.counters().bytes, 2u * 4096);
}

TEST_F(RmaClientTest, WhatMayHaveBeenDoneIsNotDoneAgain) {
  for (RmaOp op : {RmaOp::Faa, RmaOp::Cas, RmaOp::Rekey}) {
    EXPECT_FALSE(rma_may_retry(op, RmaStatus::kTimeout));
    EXPECT_TRUE(rma_may_retry(op, RmaStatus::kNack));
    EXPECT_TRUE(rma_may_retry(op, RmaStatus::kDispatchTimeout));
  }
  for (RmaOp op : {RmaOp::Read, RmaOp::Write}) {
    EXPECT_TRUE(rma_may_retry(op, RmaStatus::kTimeout));
    EXPECT_FALSE(rma_may_retry(op, RmaStatus::kAuthentication));
    EXPECT_FALSE(rma_may_retry(op, RmaStatus::kLocalError));
  }
  chip_.status = [](const RmaCommand&) { return RmaStatus::kTimeout; };
  RmaTransfer add = read(0, 0, 8, 1);
  add.op = RmaOp::Faa;
  client_.transfer(0, add);
  run();
  EXPECT_EQ(chip_.asked.size(), 1u);
  EXPECT_EQ(ended_.at(1).status, RmaStatus::kTimeout);
}

TEST_F(RmaClientTest, CompletionsAreFoundByTheirPhaseAlone) {
  chip_.flips_phase = true;  // as if the ring held what was there a lap ago
  client_.transfer(0, read(0, 0, 64, 1));
  run();
  EXPECT_TRUE(ended_.empty());
  EXPECT_EQ(client_.outstanding(), 1u);
}

TEST_F(RmaClientTest, SizesThatCannotBeAreRefused) {
  EXPECT_THROW(client_.transfer(0, read(0, 0, 0, 1)), std::invalid_argument);
  RmaTransfer add = read(0, 0, 4, 1);
  add.op = RmaOp::Faa;
  EXPECT_THROW(client_.transfer(0, add), std::invalid_argument);
  RmaClientParams small = params();
  small.queue_entries = kSlots - 1;
  EXPECT_THROW(RmaClient(small, chip_, own_, nullptr), std::invalid_argument);
}

TEST_F(RmaClientTest, PollsWithTheConfiguredDelay) {
  client_.transfer(10, read(0, 0, 64, 1));
  EXPECT_EQ(client_.next(), 10u);
  client_.run(10);
  const Cycle landed = chip_.next();
  chip_.run(landed, client_);
  EXPECT_EQ(client_.next(), landed + 40);
  client_.run(landed + 39);
  EXPECT_TRUE(ended_.empty());
  client_.run(landed + 40);
  EXPECT_EQ(ended_.size(), 1u);
}

}  // namespace
}  // namespace tinsim
