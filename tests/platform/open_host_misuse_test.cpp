// SPDX-License-Identifier: Apache-2.0
// A user's model that breaks rules at a host of a whole network, with the real 1RMA engine behind
// the port: it gets errors or warnings, reaches nothing that is not its own, and everybody else's
// operations end well.
#include <functional>

#include "platform/services/rma_network.h"
#include "tests/platform/open_host_misuse_fixture.h"

namespace tinsim {
namespace {

using tlm::tlm_generic_payload;

TEST_F(OpenHostMisuse, WrongTransactionsGetTheirResponse) {
  unsigned char enables[] = {0xff};
  using Trans = tlm_generic_payload;
  const std::vector<std::pair<std::function<void(Trans&)>, tlm::tlm_response_status>> cases = {
      {[](Trans& t) { t.set_address(1 << 17); }, tlm::TLM_ADDRESS_ERROR_RESPONSE},
      {[](Trans& t) { t.set_address((1 << 17) - 4); }, tlm::TLM_ADDRESS_ERROR_RESPONSE},
      {[](Trans& t) { t.set_address(~0ull - 3); }, tlm::TLM_ADDRESS_ERROR_RESPONSE},
      {[](Trans& t) { t.set_data_length(0); }, tlm::TLM_BURST_ERROR_RESPONSE},
      {[](Trans& t) { t.set_streaming_width(0); }, tlm::TLM_BURST_ERROR_RESPONSE},
      {[](Trans& t) { t.set_streaming_width(4); }, tlm::TLM_BURST_ERROR_RESPONSE},
      {[](Trans& t) { t.set_data_ptr(nullptr); }, tlm::TLM_GENERIC_ERROR_RESPONSE},
      {[&](Trans& t) { t.set_byte_enable_ptr(enables); }, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE},
      {[](Trans& t) { t.set_command(tlm::TLM_IGNORE_COMMAND); }, tlm::TLM_COMMAND_ERROR_RESPONSE}};
  sc_core::sc_spawn([&] {
    for (unsigned round = 0; round < 3; ++round) {
      for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
        for (const auto& [spoil, expected] : cases) {
          auto& trans = hostile_.user.pool.allocate(command, 0x8, 8);
          spoil(trans);
          EXPECT_EQ(blocking(trans), expected) << &spoil - &cases[0].first;
          trans.release();
          sc_core::wait(cycles(200));
        }
      }
      // Errors that only the engine detects: no such register, half of one, a command window.
      for (const uint64_t address : {0x100u, 0x9u, 0x10000u, 0x1ffc0u}) {
        auto& trans = hostile_.user.pool.allocate(tlm::TLM_READ_COMMAND, address, 8);
        EXPECT_EQ(blocking(trans), tlm::TLM_ADDRESS_ERROR_RESPONSE) << address;
        trans.release();
      }
    }
    is_over_ = true;
  });
  run_to_end();
  EXPECT_EQ(bad_stores(), 0u) << "none of them reached the chip";
}

/// Stores that are dropped and counted, one by one.
TEST_F(OpenHostMisuse, StoresThatMakeNoSenseAreCounted) {
  const std::vector<uint8_t> junk(300, 0xee);
  sc_core::sc_spawn([&] {
    sc_core::wait(cycles(2000));
    uint64_t expected = 0;
    const auto expect_bad = [&](uint64_t address, unsigned bytes, unsigned stores) {
      EXPECT_EQ(store(address, junk.data(), bytes), tlm::TLM_OK_RESPONSE) << "posted";
      sc_core::wait(cycles(400));
      expected += stores;
      EXPECT_EQ(bad_stores(), expected) << std::hex << address << ", " << std::dec << bytes;
    };
    const uint64_t own = kCommandWindow + 128 * kCommandBytes;
    expect_bad(0x8, 8, 1);                         // read only
    expect_bad(0x104, 8, 1);                       // between two registers
    expect_bad(0x100, 4, 1);                       // half of one
    expect_bad(0x130, 3, 1);                       //
    expect_bad(0x8000, 8, 1);                      // none at all
    expect_bad(own + 8, 16, 1);                    // between two quarters
    expect_bad(own, 15, 1);                        // less than one
    expect_bad(kCommandWindow, 16, 1);             // of the other host's slot
    expect_bad(kCommandWindow + 256 * 64, 64, 4);  // beyond the slots: four quarters
    expect_bad(0x1fff0, 16, 1);                    // the end of the BAR
    expect_bad(0x8000, 300, 5);                    // cut at multiples of 64
    expect_bad(own, 16, 0);                        // a command begins …
    expect_bad(own, 16, 1);                        // … with the same quarter twice
    expect_bad(own + 16, 32, 0);
    expect_bad(own + 48, 16, 0);  // whole: all of it is junk
    is_over_ = true;
  });
  run_to_end();
}

/// Commands whose fields are likely to be accepted, each of them wrong now and then; parts that are
/// missing, doubled, or meant for a slot in use or of the other host.
TEST_F(OpenHostMisuse, CommandsAtRandom) {
  Random random(9);
  using Values = std::initializer_list<uint64_t>;
  const auto pick = [&](Values good, Values bad) {
    const Values& of = random.chance(12) ? bad : good;
    return of.begin()[random.below(static_cast<unsigned>(of.size()))];
  };
  const auto make = [&] {
    RmaCommand c;
    c.op = static_cast<uint8_t>(pick({0, 0, 0, 1, 2, 3}, {4, 5, 6, 255}));
    c.cls = static_cast<uint8_t>(pick({0, 1}, {2, 255}));
    const bool is_short = c.op == 2 || c.op == 3;
    const unsigned size = is_short ? 8 : 64;
    c.size = static_cast<uint16_t>(pick({size}, {0, 1, 4096, 4097, 65535}));
    const uint16_t here = net_.address(kHostile), there = net_.address(kOwner);
    c.remote = static_cast<uint16_t>(pick({there + 5u, here, here}, {0xFFC0, 3 << 6}));
    const uint32_t right = c.remote == here ? kHostileLocal : kRemote;
    c.remote_region = static_cast<uint32_t>(pick({right}, {kLocal, kLocalQueue, 77, 5000}));
    c.local_region =
        static_cast<uint32_t>(pick({kHostileLocal}, {kLocal, kLocal, kLocalQueue, 77}));
    c.queue_region = static_cast<uint32_t>(pick({kHostileQueue}, {kLocalQueue, 77}));
    c.remote_offset = pick({0, 8, 4096}, {kBytes, 1ull << 48, ~0ull - 7});
    c.local_offset = pick({0, 8, 4096}, {kBytes - 8, 1ull << 48, ~0ull - 7});
    c.key = random.chance(80) ? kHostileKey : RegionKey{};
    return c;
  };
  // Other octets than there are anywhere else.
  const std::vector<uint8_t> junk(0x4000, 0xee);
  net_.memory(kHostile).write(kBase, junk.data(), junk.size());
  unsigned posted = 0;
  sc_core::sc_spawn([&] {
    const uint64_t regions[][2] = {{kHostileLocal, kBase}, {kHostileQueue, kQueue}};
    for (const auto& [number, base] : regions) {
      const uint64_t values[] = {base,   0x4000, 15 | 1 << 4, kHostileKey.lo, kHostileKey.hi,
                                 number, 0};
      for (unsigned n = 0; n < 7; ++n) store(0x100 + 8 * n, &values[n], 8);
    }
    for (; posted < 1500; ++posted) {
      const CommandBytes bytes = encode_command(make());
      const unsigned slot = random.chance(90) ? random.range(128, 140) : random.below(256);
      for (unsigned part = 0; part < 4; ++part) {
        if (random.chance(5)) continue;
        const unsigned times = random.chance(5) ? 2 : 1;
        for (unsigned n = 0; n < times; ++n)
          store(kCommandWindow + 64 * slot + 16 * part, &bytes[16 * part], 16);
      }
      sc_core::wait(cycles(random.below(300)));
    }
    is_over_ = true;
  });
  run_to_end();
  const RmaEngine& engine = net_.platform().services().get<RmaNetwork>().engine(0);
  EXPECT_GT(bad_stores(), 100u);
  EXPECT_GT(engine.counters().commands, 500u);
  EXPECT_GT(hostile_.memory.writes.size(), 500u) << "data and completions of what it may do";
  EXPECT_GT(engine.counters().lost_completions, 10u);
  const auto& refused = net_.platform().services().get<RmaNetwork>().engine(3).counters();
  EXPECT_GT(refused.bad_macs, 20u);
  EXPECT_EQ(net_.platform().services().get<RmaNetwork>().engine(0).region(kLocal)->key.lo,
            kOwnKey.lo);
  for (const auto* memory : {&good_.memory, &hostile_.memory})
    for (const auto& write : memory->writes)
      EXPECT_TRUE((write.address >= kBase && write.address + write.bytes <= kBase + kBytes) ||
                  (write.address >= kQueue && write.address + write.bytes <= kQueue + 0x4000))
          << std::hex << write.address;
}

/// Phases and attributes at random on the four-phase protocol.
TEST_F(OpenHostMisuse, PhasesAtRandom) {
  Random random(11);
  std::vector<tlm_generic_payload*> all;
  unsigned char enables[] = {0x12};
  sc_core::sc_spawn([&] {
    for (unsigned n = 0; n < 1500; ++n) {
      if (all.empty() || random.chance(40)) {
        const bool is_store = random.chance(40);
        const uint64_t address = is_store            ? 0x2000 + random.below(0x20000)
                                 : random.chance(70) ? 8 * random.below(160)
                                                     : random.bits();
        auto& trans =
            hostile_.user.pool.allocate(is_store ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND,
                                        address, random.chance(60) ? 8 : random.range(1, 200));
        if (random.chance(20)) trans.set_streaming_width(random.below(70));
        if (random.chance(20)) trans.set_data_length(0);
        if (random.chance(20)) trans.set_data_ptr(nullptr);
        if (random.chance(20)) trans.set_byte_enable_ptr(enables);
        all.push_back(&trans);
      }
      auto& trans = *all[random.below(static_cast<unsigned>(all.size()))];
      hostile_.user.holds_back = random.chance(10);
      const tlm::tlm_phase phases[] = {tlm::BEGIN_REQ, tlm::BEGIN_REQ,  tlm::END_RESP,
                                       tlm::END_REQ,   tlm::BEGIN_RESP, tlm::UNINITIALIZED_PHASE};
      hostile_.user.send(trans, phases[random.below(6)]);
      if (random.chance(50)) sc_core::wait(cycles(random.below(80)));
    }
    hostile_.user.holds_back = false;
    for (unsigned n = 0; n < 3 && hostile_.open.bar.in_progress() > 0; ++n) {
      for (auto* trans : all) {
        hostile_.user.send(*trans, tlm::END_RESP);
        sc_core::wait(cycles(100));
      }
    }
    is_over_ = true;
  });
  run_to_end();
  EXPECT_EQ(hostile_.open.bar.in_progress(), 0u);
  EXPECT_GT(KeptReports::texts().size(), 500u);
  EXPECT_GT(hostile_.at_bar.breaches().size(), 500u);
  EXPECT_GT(hostile_.user.responses.size(), 100u);
  for (const auto response : hostile_.user.responses)
    EXPECT_NE(response, tlm::TLM_INCOMPLETE_RESPONSE);
}

}  // namespace
}  // namespace tinsim
