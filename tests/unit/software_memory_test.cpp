// SPDX-License-Identifier: Apache-2.0
// Remote memory by software: bytes, bounds, and the time that software takes.
#include "tlm/host/rma/software_memory.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <utility>

namespace tinsim {
namespace {

constexpr Cycle kWire = 300;

/// Two hosts; a message takes kWire cycles.
class SoftwareMemoryTest : public testing::Test, public RemoteReader {
 protected:
  struct Ended {
    bool ok;
    std::vector<uint8_t> bytes;
    Cycle at;
  };

  explicit SoftwareMemoryTest(SoftwareMemoryParams params = plain()) {
    for (uint16_t number = 0; number < 2; ++number) {
      params.number = number;
      Side& side = sides_[number];
      side.port.net = this;
      side.port.from = number;
      side.software = std::make_unique<SoftwareMemory>(params, side.port, memory_);
    }
    sides_[0].software->attach(*this);
    sides_[1].software->add_region({5, 4096, 1000});
    for (uint32_t n = 0; n < 8192; ++n) {
      const auto octet = static_cast<uint8_t>(n * 7 + n / 256);
      memory_.write(n, &octet, 1);
    }
  }
  static SoftwareMemoryParams plain() {
    SoftwareMemoryParams params;
    params.process_cycles = 1000;
    params.jitter_cycles = 0;
    params.message_cycles = 0;
    return params;
  }

  void read_done(uint64_t cookie, bool ok, ByteView bytes, Cycle at) override {
    Ended end{ok, {}, at};
    if (ok) end.bytes.assign(bytes.data, bytes.data + bytes.size);
    EXPECT_TRUE(ended_.emplace(cookie, end).second);
  }
  void ask(Cycle now, uint32_t region, uint64_t offset, uint32_t bytes, uint64_t cookie) {
    sides_[0].software->read(now, {1, region, offset, bytes, cookie});
  }
  void run() {
    for (;;) {
      Cycle next = wire_.empty() ? kNoCycle : wire_.begin()->first;
      for (Side& side : sides_) next = std::min(next, side.software->next());
      if (next == kNoCycle) return;
      while (!wire_.empty() && wire_.begin()->first == next) {
        const Under under = wire_.begin()->second;
        wire_.erase(wire_.begin());
        sides_[under.to].software->arrived(under.from, under.message, next);
      }
      for (Side& side : sides_) side.software->run(next);
    }
  }

  struct Under {
    uint16_t from, to;
    SoftwareMessagePtr message;
  };
  struct Port final : MessagePort {
    void send(Cycle now, uint16_t to, uint32_t bytes, SoftwareMessagePtr message) override {
      net->sizes_.push_back(bytes);
      net->wire_.emplace(now + kWire, Under{from, to, std::move(message)});
    }
    SoftwareMemoryTest* net = nullptr;
    uint16_t from = 0;
  };
  struct Side {
    Port port;
    std::unique_ptr<SoftwareMemory> software;
  };

  HostMemory memory_{8192};
  Side sides_[2];
  std::multimap<Cycle, Under> wire_;
  std::vector<uint32_t> sizes_;
  std::map<uint64_t, Ended> ended_;
};

TEST_F(SoftwareMemoryTest, BringsTheBytesAfterTwoWiresAndTwoTimesSoftware) {
  ask(50, 5, 100, 300, 9);
  run();
  const Ended& end = ended_.at(9);
  EXPECT_TRUE(end.ok);
  EXPECT_EQ(end.at, 50 + kWire + 1000 + kWire + 1000);
  std::vector<uint8_t> bytes(300);
  memory_.read(4196, bytes.data(), 300);
  EXPECT_EQ(end.bytes, bytes);
  EXPECT_EQ(sizes_, (std::vector<uint32_t>{64, 364}));
}

TEST_F(SoftwareMemoryTest, OutsideARegionNothingIsRead) {
  ask(0, 5, 700, 300, 1);
  ask(0, 5, 701, 300, 2);
  ask(0, 4, 0, 1, 3);
  ask(0, 5, ~uint64_t{0}, 2, 4);
  ask(0, 5, 0, 1001, 5);
  run();
  EXPECT_TRUE(ended_.at(1).ok);
  for (uint64_t cookie = 2; cookie <= 5; ++cookie) EXPECT_FALSE(ended_.at(cookie).ok) << cookie;
  EXPECT_EQ(sides_[1].software->counters().refused, 4u);
  EXPECT_EQ(sides_[1].software->counters().requests, 1u);
}

// A message of 64 octets each way, and software at both ends.
TEST_F(SoftwareMemoryTest, AnErasureIsDoneByTheOtherSideAndAnswered) {
  uint64_t key = 0, version = 0, ended = 0;
  Cycle done = 0;
  bool was_ok = true;
  sides_[0].software->on_set_done = [&](uint64_t cookie, bool ok, Cycle at) {
    ended += cookie;
    was_ok = ok;
    done = at;
  };
  sides_[1].software->on_set = [](uint64_t, uint64_t, ByteView) { return true; };
  sides_[0].software->erase(50, {1, 77, 88, 9});
  run();
  EXPECT_EQ(ended, 9u);
  EXPECT_FALSE(was_ok) << "nobody erases there";
  sides_[1].software->on_erase = [&](uint64_t of, uint64_t in) {
    key = of;
    version = in;
    return true;
  };
  sides_[0].software->erase(10'000, {1, 77, 88, 9});
  run();
  EXPECT_EQ(ended, 18u);
  EXPECT_TRUE(was_ok);
  EXPECT_EQ(done, 10'000 + kWire + 1000 + kWire + 1000);
  EXPECT_EQ(key, 77u);
  EXPECT_EQ(version, 88u);
  EXPECT_EQ(sizes_, (std::vector<uint32_t>{64, 64, 64, 64}));
}

TEST_F(SoftwareMemoryTest, ASetIsDoneByTheOtherSideAndAnswered) {
  const std::vector<uint8_t> value = {1, 2, 3, 4, 5};
  std::vector<uint8_t> kept;
  uint64_t key = 0, version = 0, ended = 0;
  Cycle done = 0;
  bool was_ok = false;
  const auto set = [&] {
    sides_[0].software->set(50, {1, 77, 88, {value.data(), 5}, 9});
    run();
  };
  sides_[0].software->on_set_done = [&](uint64_t cookie, bool ok, Cycle at) {
    ended += cookie;
    was_ok = ok;
    done = at;
  };
  set();
  EXPECT_EQ(ended, 9u);
  EXPECT_FALSE(was_ok) << "nobody keeps values there";
  sides_[1].software->on_set = [&](uint64_t of, uint64_t in, ByteView octets) {
    key = of;
    version = in;
    kept.assign(octets.data, octets.data + octets.size);
    return true;
  };
  set();
  EXPECT_TRUE(was_ok);
  EXPECT_EQ(done, 50 + kWire + 1000 + kWire + 1000);
  EXPECT_EQ(key, 77u);
  EXPECT_EQ(version, 88u);
  EXPECT_EQ(kept, value);
  EXPECT_EQ(sizes_, (std::vector<uint32_t>{69, 64, 69, 64}));
}

class SlowSoftware : public SoftwareMemoryTest {
 protected:
  SlowSoftware() : SoftwareMemoryTest(slow()) {}
  static SoftwareMemoryParams slow() {
    SoftwareMemoryParams params = plain();
    params.message_cycles = 100;
    return params;
  }
};

TEST_F(SlowSoftware, TakesMessagesOneByOne) {
  for (uint64_t cookie = 0; cookie < 10; ++cookie) ask(0, 5, 0, 8, cookie);
  run();
  // The last request is taken after nine others; answers come one by one already.
  for (uint64_t cookie = 0; cookie < 10; ++cookie)
    EXPECT_EQ(ended_.at(cookie).at, 2 * (kWire + 1000) + 100 * (cookie + 1) + 100);
}

class JitteringSoftware : public SoftwareMemoryTest {
 protected:
  JitteringSoftware() : SoftwareMemoryTest(jittering()) {}
  static SoftwareMemoryParams jittering() {
    SoftwareMemoryParams params = plain();
    params.jitter_cycles = 400;
    return params;
  }
};

TEST_F(JitteringSoftware, VariesUniformlyWithinItsBounds) {
  constexpr unsigned kReads = 2000;
  double sum = 0;
  for (uint64_t cookie = 0; cookie < kReads; ++cookie) {
    const auto now = static_cast<Cycle>(10'000 * cookie);
    ask(now, 5, 0, 8, cookie);
    run();
    const Cycle taken = ended_.at(cookie).at - now - 2 * (kWire + 1000);
    EXPECT_LE(taken, 800u);
    sum += taken;
  }
  // Two draws from 0..400: mean 400, standard deviation 164 of one, 3.7 of the mean.
  EXPECT_NEAR(sum / kReads, 400, 4 * 3.7);
}

}  // namespace
}  // namespace tinsim
