// SPDX-License-Identifier: Apache-2.0
// The register bus of a chip: every register by its description, and writes that change routes
// while cells are in flight.
#include "tlm/tin/registers/register_space.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

#include "base/errors.h"
#include "rtl_models/registers/export/names.h"
#include "tlm/tin/cell_switch/core.h"
#include "tlm/tin/registers/route_device.h"

namespace tinsim {
namespace {

using registers::Access;
using registers::Place;
using registers::Writes;

/// Calls fn(place) for the first and last element of each register.
template <class F>
void for_some_places(F&& fn) {
  registers::for_each_register([&](const registers::Group& group,
                                   const registers::RegisterArray* array,
                                   const registers::Register& reg) {
    fn(Place{&group, array, 0, &reg});
    if (array != nullptr) fn(Place{&group, array, array->count - 1, &reg});
  });
}

/// Writes `data` to a register, and to those that are written with it.
void write_whole(RegisterSpace& space, const Place& place, uint32_t data) {
  const auto& list = place.array == nullptr ? place.group->registers : place.array->registers;
  const bool whole = place.array != nullptr && place.array->writes == Writes::whole;
  const bool pair = place.reg->half != registers::Half::none;
  for (const registers::Register& reg : list) {
    const bool partner = pair && reg.offset / 8 == place.reg->offset / 8;
    if (!(whole || partner || &reg == place.reg)) continue;
    const uint32_t address = registers::address_of({place.group, place.array, place.index, &reg});
    EXPECT_FALSE(space.write(10, address, data).error) << reg.name;
  }
}

TEST(RegisterSpaceTest, EveryRegisterReadsItsResetValue) {
  RegisterSpace space;
  unsigned count = 0;
  for_some_places([&](const Place& place) {
    const RegisterSpace::Answer answer = space.read(10, registers::address_of(place));
    EXPECT_FALSE(answer.error);
    EXPECT_EQ(answer.data, place.reg->reset() & ~place.reg->mask(Access::wo)) << place.reg->name;
    ++count;
  });
  EXPECT_GT(count, 200u);
}

TEST(RegisterSpaceTest, EveryRegisterStoresItsWritableBitsAlone) {
  RegisterSpace space;
  for_some_places([&](const Place& place) {
    for (const uint32_t data : {~0u, 0xA5A5A5A5u, 0u}) {
      write_whole(space, place, data);
      const uint32_t rw = place.reg->mask(Access::rw);
      EXPECT_EQ(space.read(20, registers::address_of(place)).data,
                (data & rw) | (place.reg->reset() & ~rw & ~place.reg->mask(Access::wo)))
          << place.reg->name;
    }
  });
}

TEST(RegisterSpaceTest, HardwareSetsBitsThatSoftwareClears) {
  unsigned tried = 0;
  for_some_places([&](const Place& place) {
    RegisterSpace space;
    const uint32_t w1c = place.reg->mask(Access::w1c), rc = place.reg->mask(Access::rc);
    if ((w1c | rc) == 0) return;
    const uint32_t address = registers::address_of(place), rest = place.reg->reset();
    space.memory().set(place, ~0u);
    EXPECT_EQ(space.read(1, address).data, rest | w1c | rc) << place.reg->name;
    EXPECT_EQ(space.read(2, address).data, rest | w1c) << place.reg->name;
    const uint32_t some = w1c & 0x55555555;
    space.write(3, address, some);
    EXPECT_EQ(space.read(4, address).data & w1c, w1c & ~some) << place.reg->name;
    ++tried;
  });
  EXPECT_GE(tried, 4u);
}

TEST(RegisterSpaceTest, AddressesOfNoRegisterAreErrors) {
  RegisterSpace space;
  const uint32_t status = 0x14, error_address = 0x18;
  unsigned errors = 0;
  for (uint32_t address = 0; address < 1u << registers::kAddressBits;
       address += address < 0x5000 ? 1 : 0x101) {
    const bool is_known = registers::place_of(address).reg != nullptr;
    ASSERT_EQ(space.read(1, address).error, !is_known) << address;
    if (is_known) continue;
    EXPECT_TRUE(space.write(1, address, 1).error);
    ASSERT_EQ(space.read(2, error_address).data, address);
    ++errors;
  }
  EXPECT_GT(errors, 1000u);
  EXPECT_EQ(space.read(3, status).data, 3u);
  space.write(4, status, 1);
  EXPECT_EQ(space.read(5, status).data, 2u);
}

TEST(RegisterSpaceTest, ATableEntryChangesWithItsLastWord) {
  RegisterSpace space;
  const uint32_t entry = 0xA0000 + 5 * 32;  // ip.entry[5]
  space.write(1, entry, 0x0A000000);
  space.write(2, entry + 0x10, 0x00010007);
  EXPECT_EQ(space.read(3, entry).data, 0u);
  space.write(4, entry + 0x14, 0x0801);
  EXPECT_EQ(space.read(5, entry).data, 0x0A000000u);
  EXPECT_EQ(space.read(5, entry + 0x10).data, 0x00010007u);
  EXPECT_EQ(space.read(5, entry + 0x14).data, 0x0801u);
  space.write(6, entry + 0x14, 0x1001);  // words that were not written keep their values
  EXPECT_EQ(space.read(7, entry).data, 0x0A000000u);
  EXPECT_EQ(space.read(7, entry + 0x14).data, 0x1001u);
}

TEST(RegisterSpaceTest, ALowHalfHoldsTheHighOne) {
  RegisterSpace space;
  const uint32_t low = 0x3018, high = 0x301C;  // timesync.time
  space.write(1, low, 0xFFFFFFFF);
  EXPECT_EQ(space.read(2, low).data, 0u);
  space.write(3, high, 1);
  EXPECT_EQ(space.read(4, low).data, 0xFFFFFFFFu);
  space.write(5, low, 0);
  space.write(6, high, 2);  // ends the hold of the read in cycle 4
  EXPECT_EQ(space.read(7, high).data, 2u);
}

TEST(RegisterSpaceTest, ACounterThatCarriesBetweenTwoReadsIsReadWhole) {
  RegisterSpace space;
  const Place low = registers::place_named("counter", "packets_in_lo");
  const Place high = registers::place_named("counter", "packets_in_hi");
  space.memory().show(low, 0xFFFFFFFF);
  EXPECT_EQ(space.read(1, registers::address_of(low)).data, 0xFFFFFFFFu);
  space.memory().show(low, 0);
  space.memory().show(high, 1);
  EXPECT_EQ(space.read(2, registers::address_of(high)).data, 0u);  // as when the low half was read
  EXPECT_EQ(space.read(3, registers::address_of(high)).data, 1u);
}

// ---- routes

class Recorder : public SwitchObserver {
 public:
  void matched(Cycle cycle, unsigned, unsigned, unsigned out, const Cell&) override {
    matches.push_back({cycle, out});
  }
  void credit_sent(Cycle, unsigned, Credit) override {}
  void cell_started(Cycle, unsigned, const Cell&) override {}
  std::vector<std::pair<Cycle, unsigned>> matches;
};

/// Sends nothing; writes a register from within the chip's cycle `when`.
class Writer : public Endpoints {
 public:
  Due inject(Cycle now, Mailbox&) override {
    if (now == when && write) write();
    return {now < when ? when : kNoCycle, 0};
  }
  Due credit(unsigned, Credit, Cycle) override { return {}; }
  Cycle deliver(unsigned, const Cell&, Cycle) override { return kNoCycle; }
  Cycle when = kNoCycle;
  std::function<void()> write;
};

constexpr uint32_t kDestination = 0x20000 + 0x1000, kEntry = 0x30000;

/// Ports 0, 1 and 2 are links, 3 a terminal. Cells arrive at port 0 for chips 1 and 2, by row 1,
/// which leads to port 1.
class RouteRegistersTest : public ::testing::Test {
 protected:
  RouteRegistersTest() {
    params_.ports = 4;
    params_.vcs = 4;
    params_.weights.fill(1);
    params_.terminal_ports = 0b1000;
    params_.rx_depth.fill(256);
    params_.tx_limit.fill(256);
    RouteRows rows(3, false, 1);
    auto row_of = std::make_shared<RowMap>();
    (*row_of)[1] = (*row_of)[2] = 1;
    Candidates to_port_1;
    to_port_1.fill(1);
    for (unsigned c = 0; c < kPortClasses; ++c) rows.set_minimal(c, 1, to_port_1);
    table_.row_of = row_of;
    table_.routes = std::make_shared<const RouteRows>(std::move(rows));
    table_.terminal_port.fill(kNoRoute);
    make_switch();
  }
  void make_switch() {
    core_ = std::make_unique<CellSwitchCore>(params_, RouteUnit(table_, {}, 1, 0, 0b1000), 1024);
    core_->attach(&writer_);
    core_->observe(&seen_);
    for (unsigned port : {0u, 1u, 2u}) {
      PortWire wire;
      wire.peer = &far_;
      wire.peer_port = static_cast<uint8_t>(port);
      wire.link_cycles = 9;
      core_->join(port, wire);
    }
    routes_ = std::make_unique<RouteDevice>(*core_);
    space_ = std::make_unique<RegisterSpace>();
    space_->attach("route", *routes_);
  }
  void push_cell(Cycle due, uint16_t chip = 1) {
    Cell cell;
    cell.dst = static_cast<uint16_t>(chip << 6);
    cell.words = 2;
    cell.hop = 12;
    core_->mailbox().push_cell(0, due, cell);
  }
  /// All candidates of an entry.
  void write_entry(Cycle issued, unsigned index, unsigned port) {
    for (unsigned word = 0; word < 8; ++word)
      EXPECT_FALSE(space_->write(issued, kEntry + 32 * index + 4 * word, port * 0x01010101).error);
  }
  std::vector<unsigned> outputs() const {
    std::vector<unsigned> list;
    for (const auto& [cycle, out] : seen_.matches) list.push_back(out);
    return list;
  }

  SwitchParams params_;
  RouteTable table_;
  Mailbox far_{1024};
  Recorder seen_;
  Writer writer_;
  std::unique_ptr<CellSwitchCore> core_;
  std::unique_ptr<RouteDevice> routes_;
  std::unique_ptr<RegisterSpace> space_;
};

TEST_F(RouteRegistersTest, ShowTheTableOfTheSwitch) {
  EXPECT_EQ(space_->read(0, kDestination + 4).data, 1u);
  EXPECT_EQ(space_->read(0, kDestination + 12).data, 0u);
  EXPECT_EQ(space_->read(0, kEntry + 32).data, 0x01010101u);
  EXPECT_EQ(space_->read(0, kEntry + 32 * (3 * 64 * 5 + 64 * 2 + 1)).data, 0x01010101u);
  EXPECT_EQ(space_->read(0, kEntry + 32 * 40).data, 0xFFFFFFFFu);  // row 40: none
}

// A write of cycle x has its effect on cells that can be matched in x + 2 or later.
TEST_F(RouteRegistersTest, AWriteTakesEffectTwoCyclesLater) {
  for (const Cycle window : {1000u, 17u, 1u}) {
    make_switch();
    seen_.matches.clear();
    for (const Cycle due : {100u, 111u, 112u, 150u}) push_cell(due);
    write_entry(110, 1, 2);
    for (Cycle now = 0; now < 200; now += window) core_->advance(now, now + window);
    EXPECT_EQ(outputs(), (std::vector<unsigned>{1, 1, 2, 2})) << window;
  }
}

TEST_F(RouteRegistersTest, AChipWritesItsOwnRegistersWithinAWindow) {
  for (const Cycle due : {100u, 111u, 112u, 150u}) push_cell(due);
  writer_.when = 110;
  writer_.write = [this] { write_entry(110, 1, 2); };
  core_->advance(0, 500);
  EXPECT_EQ(outputs(), (std::vector<unsigned>{1, 1, 2, 2}));
}

TEST_F(RouteRegistersTest, RowsAndClassesChangeToo) {
  for (const Cycle due : {100u, 120u, 140u}) push_cell(due, 2);
  write_entry(105, 64 * 3 + 5, 2);  // class 1, row 5
  EXPECT_FALSE(space_->write(106, kDestination + 4 * 2, 5).error);
  EXPECT_FALSE(space_->write(108, 0x20100, 1).error);  // input 0: class 1
  write_entry(125, 64 * 3 + 5, 1);
  core_->advance(0, 300);
  EXPECT_EQ(outputs(), (std::vector<unsigned>{1, 2, 1}));
}

TEST_F(RouteRegistersTest, AWriteThatIsTooLateIsAnInvariant) {
  push_cell(100);
  writer_.when = 110;
  writer_.write = [this] { write_entry(100, 1, 2); };
  EXPECT_THROW(core_->advance(0, 500), InvariantError);
}

// The write is answered with an error, and cells keep the route that the plan has given.
TEST_F(RouteRegistersTest, ATableThatFailuresChangeRefusesWrites) {
  core_->schedule_failures(0, {});
  for (unsigned word = 0; word < 8; ++word) space_->write(10, kEntry + 32 + 4 * word, 0x02020202);
  EXPECT_TRUE(space_->write(11, 0x20100, 1).error);
  push_cell(100);
  core_->advance(0, 200);
  EXPECT_EQ(outputs(), (std::vector<unsigned>{1}));
}

TEST_F(RouteRegistersTest, TablesOfOtherKindsRefuseWrites) {
  RouteRows rows(65);
  table_.routes = std::make_shared<const RouteRows>(std::move(rows));
  make_switch();
  EXPECT_TRUE(space_->write(1, 0x20100, 1).error);
  EXPECT_EQ(space_->read(2, 0x18).data, 0x20100u);
}

}  // namespace
}  // namespace tinsim
