// SPDX-License-Identifier: Apache-2.0
// Cell tracing in one chip: which cells get the trace bit, which records enter the buffer, the
// octets of a datagram, and the registers.
#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "rtl_models/parts/cell_header.h"
#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/failure_unit.h"
#include "tlm/tin/cell_trace/trace_filter.h"
#include "tlm/tin/registers/register_space.h"
#include "tlm/tin/registers/trace_device.h"

namespace tinsim {
namespace {

Cell cell_of(uint16_t src, uint16_t dst, unsigned cls, uint32_t seq) {
  Cell cell;
  cell.src = src;
  cell.dst = dst;
  cell.words = 4;
  cell.cls = cls & 31u;
  cell.vc = static_cast<uint8_t>(cls * 3);
  cell.hop = 12;
  cell.seq = seq;
  return cell;
}

/// Sends the cells that a test gives it, all in one call.
class Source final : public Endpoints {
 public:
  struct Sent {
    unsigned port = 0;
    Cycle first_word = 0;
    Cell cell;
  };
  Due inject(Cycle now, Mailbox& mailbox) override {
    ++calls;
    for (const Sent& sent : cells)
      mailbox.push_cell(sent.port, sent.first_word + timing::kInjectToRequest, sent.cell);
    cells.clear();
    return {now + 100, 3, 5};
  }
  Due credit(unsigned, Credit, Cycle) override { return {7}; }
  Cycle deliver(unsigned, const Cell&, Cycle at) override { return at + 1; }

  std::vector<Sent> cells;
  unsigned calls = 0;
};

class TraceFilterTest : public ::testing::Test {
 protected:
  /// Numbers of the cells that have the bit, of all cells that arrive in [0, 1000), in order.
  std::vector<uint32_t> traced() {
    std::vector<uint32_t> numbers;
    filter_.in_front_of(source_);
    EXPECT_EQ(filter_.inject(0, mailbox_).next, 100u);
    for (Cycle due = 0; due < 1000; ++due) {
      for (uint32_t i = mailbox_.take_cells(due); i != kNil; i = mailbox_.pool()[i].next) {
        const CellPool::Node& node = mailbox_.pool()[i];
        ++arrived_;
        EXPECT_EQ(due, sent_[node.cell.seq].first_word + timing::kInjectToRequest);
        EXPECT_EQ(node.port, sent_[node.cell.seq].port);
        if (node.cell.traced) numbers.push_back(node.cell.seq);
      }
    }
    return numbers;
  }
  void send(unsigned port, Cycle first_word, uint16_t src, uint16_t dst, unsigned cls) {
    const auto seq = static_cast<uint32_t>(sent_.size());
    sent_.push_back({port, first_word, cell_of(src, dst, cls, seq)});
    source_.cells.push_back(sent_.back());
  }

  TraceSchedule schedule_;
  TraceFilter filter_{schedule_, 1u << 5, TraceUnit::cell};
  Source source_;
  Mailbox mailbox_{1024};
  std::vector<Source::Sent> sent_;
  unsigned arrived_ = 0;
};

TEST_F(TraceFilterTest, OffItPassesAllCellsUnchanged) {
  for (unsigned i = 0; i < 20; ++i) send(i % 4, 10 * i, 1, 2, 0);
  EXPECT_TRUE(traced().empty());
  EXPECT_EQ(arrived_, 20u);
  EXPECT_EQ(filter_.marked(), 0u);
  EXPECT_EQ(filter_.credit(0, {0, 1}, 5).next, 7u);
  EXPECT_EQ(filter_.deliver(0, {}, 5), 6u);
}

TEST_F(TraceFilterTest, EachPortTracesTheFirstOfEachPeriod) {
  TraceSettings settings;
  settings.enable = true;
  settings.period = 3;
  schedule_.set(0, settings);
  for (unsigned i = 0; i < 14; ++i) send(i % 2, 10 * i, 1, 2, 0);  // 0, 2, 4 … at port 0
  EXPECT_EQ(traced(), (std::vector<uint32_t>{0, 1, 6, 7, 12, 13}));
  EXPECT_EQ(filter_.marked(), 6u);
}

TEST_F(TraceFilterTest, FlowClassPortAndTimeMustFit) {
  TraceSettings settings;
  settings.enable = true;
  settings.classes = 1u << 2;
  settings.source = 0x0040;
  settings.source_mask = 0xffc0;
  settings.destination = 0x0483;
  settings.destination_mask = 0xffff;
  schedule_.set(0, settings);
  settings.enable = false;
  schedule_.set(500, settings);
  send(0, 0, 0x0045, 0x0483, 2);    // 0: fits
  send(0, 10, 0x0085, 0x0483, 2);   // another TiN
  send(0, 20, 0x0045, 0x0482, 2);   // another destination
  send(0, 30, 0x0045, 0x0483, 3);   // another class
  send(5, 40, 0x0045, 0x0483, 2);   // an exempt port
  send(0, 499, 0x0040, 0x0483, 2);  // 5: the last cycle
  send(0, 509, 0x0040, 0x0483, 2);  // off
  EXPECT_EQ(traced(), (std::vector<uint32_t>{0, 5}));
}

class TraceSamplerTest : public ::testing::Test {
 protected:
  TraceSamplerTest() {
    TraceSettings settings;
    settings.sample = true;
    schedule_.set(0, settings);
  }
  /// A match of a traced cell from VC 3.
  void match(Cycle cycle, unsigned in, unsigned out) {
    Cell cell = cell_of(1, 2, 1, 0);
    cell.traced = 1;
    cell.hop = 11;  // one less than on the link
    sampler_.matched(cycle, in, 3, out, cell);
  }
  std::vector<std::pair<uint64_t, unsigned>> times_of(Cycle now, std::size_t limit) {
    std::vector<std::pair<uint64_t, unsigned>> times;
    for (const TraceRecord& record : sampler_.take(now, limit))
      times.emplace_back(record.time, record.in);
    return times;
  }

  TraceSchedule schedule_;
  TraceSampler sampler_{schedule_, 0x0480, 4};
};

TEST_F(TraceSamplerTest, RecordsHaveTheHeaderOfArrivalAndTheVcOfDeparture) {
  sampler_.credit_taken(10, 6, {4, 4});  // before the match, as in the chip core
  match(10, 2, 6);
  match(10, 3, 7);
  sampler_.credit_taken(10, 7, {5, 4});  // after it, as on pins
  match(11, 2, 1);                       // a terminal port
  const std::vector<TraceRecord> records = sampler_.take(1000, 8);
  ASSERT_EQ(records.size(), 3u);
  const uint64_t header = encode_header({2, 1, 4, kDataCellType, 3, 12, true});
  EXPECT_EQ(records[0], (TraceRecord{10, 0x0480, 2, 6, 4, header}));
  EXPECT_EQ(records[1], (TraceRecord{10, 0x0480, 3, 7, 5, header}));
  EXPECT_EQ(records[2], (TraceRecord{11, 0x0480, 2, 1, 3, header}));
}

TEST_F(TraceSamplerTest, OtherCellsLeaveNoRecord) {
  sampler_.matched(10, 2, 3, 6, cell_of(1, 2, 1, 0));  // without the bit
  match(11, 2, kDiscard);
  TraceSettings off;
  schedule_.set(20, off);
  match(20, 2, 6);
  EXPECT_EQ(sampler_.sampled(), 0u);
  match(19, 2, 6);
  EXPECT_EQ(sampler_.sampled(), 1u);
}

TEST_F(TraceSamplerTest, RecordsEnterInOrderWhenAllAreReported) {
  match(20, 1, 6);
  match(10, 9, 6);
  match(20, 0, 7);
  EXPECT_TRUE(times_of(10 + TraceSampler::kEntryCycles, 8).empty());
  using Times = std::vector<std::pair<uint64_t, unsigned>>;
  EXPECT_EQ(times_of(11 + TraceSampler::kEntryCycles, 8), (Times{{10, 9}}));
  EXPECT_EQ(times_of(1000, 8), (Times{{20, 0}, {20, 1}}));
  EXPECT_EQ(sampler_.held(), 0u);
}

TEST_F(TraceSamplerTest, AVcThatIsReportedLateBelongsToTheMatchOfItsCycle) {
  match(10, 2, 6);
  match(12, 2, 6);
  sampler_.credit_taken(10, 6, {4, 4});
  match(11, 3, 6);
  sampler_.credit_taken(11, 6, {7, 4});
  sampler_.credit_taken(12, 6, {5, 4});
  const std::vector<TraceRecord> records = sampler_.take(1000, 8);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].vc, 4u);
  EXPECT_EQ(records[1].vc, 7u);
  EXPECT_EQ(records[2].vc, 5u);
}

TEST_F(TraceSamplerTest, AFullBufferDropsTheNewestAndCounts) {
  for (Cycle cycle = 0; cycle < 6; ++cycle) match(cycle, 1, 6);
  using Times = std::vector<std::pair<uint64_t, unsigned>>;
  EXPECT_EQ(times_of(200, 2), (Times{{0, 1}, {1, 1}}));
  EXPECT_EQ(sampler_.dropped(), 2u) << "4 and 5 of 6 in a buffer of 4";
  match(300, 1, 6);
  EXPECT_EQ(times_of(1000, 9), (Times{{2, 1}, {3, 1}, {300, 1}}));
  EXPECT_EQ(sampler_.sampled(), 7u);
  EXPECT_EQ(sampler_.dropped(), 2u);
}

/// The layout of docs/reference/cell_tracing.md, octet by octet.
TEST(TraceDatagramTest, IsWrittenAsTheReferenceSays) {
  TraceDatagram datagram;
  datagram.tin = 0x0480;
  datagram.sequence = 0x01020304;
  datagram.time = 0x0000a1a2a3a4a5a6;
  datagram.dropped = 0x11121314;
  datagram.marked = 0x21222324;
  datagram.silence = 0x31323334;
  datagram.records = {{0xb1b2b3b4b5b6, 0x0480, 7, 33, 13, 0xc1c2c3c4c5c6c7c8}};
  const std::vector<uint8_t> expected = {2,    1,    0x04, 0x80, 0x01, 0x02, 0x03, 0x04, 0,    0,
                                         0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0x11, 0x12, 0x13, 0x14,
                                         0x21, 0x22, 0x23, 0x24, 0x31, 0x32, 0x33, 0x34, 0xb1, 0xb2,
                                         0xb3, 0xb4, 0xb5, 0xb6, 0x04, 0x80, 7,    33,   13,   0,
                                         0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8};
  EXPECT_EQ(encode_trace_datagram(datagram), expected);
  const auto read = decode_trace_datagram(expected.data(), expected.size());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->records, datagram.records);
  EXPECT_EQ(read->sequence, datagram.sequence);
  EXPECT_EQ(read->time, datagram.time);
  EXPECT_EQ(read->dropped, datagram.dropped);
  EXPECT_EQ(read->marked, datagram.marked);
  EXPECT_EQ(read->silence, datagram.silence);
}

TEST(TraceDatagramTest, OtherOctetsAreRefused) {
  std::vector<uint8_t> octets = encode_trace_datagram({1, 2, 3, 4, 5, 6, {TraceRecord{}}});
  EXPECT_TRUE(decode_trace_datagram(octets.data(), octets.size()));
  for (std::size_t size = 0; size < octets.size(); ++size)
    EXPECT_FALSE(decode_trace_datagram(octets.data(), size)) << size;
  octets[0] = 1;
  EXPECT_FALSE(decode_trace_datagram(octets.data(), octets.size()));
  octets.assign(kTraceHeaderBytes + 65 * kTraceRecordBytes, 0);
  octets[0] = 2;
  octets[1] = 65;
  EXPECT_FALSE(decode_trace_datagram(octets.data(), octets.size()));
}

class TraceDeviceTest : public TraceSamplerTest {
 protected:
  TraceDeviceTest() { space_.attach("trace", device_); }
  static uint32_t address(const char* name) {
    return registers::address_of(registers::place_named("trace", name));
  }
  RegisterSpace space_;
  TraceSchedule filter_schedule_;
  TraceDevice device_{filter_schedule_, sampler_};
};

TEST_F(TraceDeviceTest, AWriteChangesTheFilterFromItsCycleOn) {
  space_.write(100, address("source"), 0xffc00040);
  space_.write(100, address("destination"), 0x00010001);
  space_.write(100, address("period"), 7);
  space_.write(100, address("control"), 0x0004'0003);
  const Cycle effect = 100 + RegisterSpace::kEffectCycles;
  EXPECT_FALSE(filter_schedule_.at(effect - 1).enable);
  const TraceSettings& settings = filter_schedule_.at(effect);
  EXPECT_TRUE(settings.enable && settings.sample);
  EXPECT_EQ(settings.classes, 4u);
  EXPECT_EQ(settings.period, 7u);
  EXPECT_TRUE(settings.match(cell_of(0x0041, 0x0483, 2, 0)));
  EXPECT_FALSE(settings.match(cell_of(0x0041, 0x0482, 2, 0)));
  EXPECT_EQ(space_.read(200, address("control")).data, 0x00040003u);
  space_.write(300, address("control"), 0);
  EXPECT_FALSE(filter_schedule_.at(302).enable);
  EXPECT_EQ(filter_schedule_.at(302).period, 7u);
}

TEST_F(TraceDeviceTest, CountersAreThoseOfTheSampler) {
  for (Cycle cycle = 0; cycle < 6; ++cycle) match(cycle, 1, 6);
  sampler_.take(200, 3);
  EXPECT_EQ(space_.read(300, address("records")).data, 3u);
  EXPECT_EQ(space_.read(300, address("dropped")).data, 2u);
  EXPECT_EQ(sampler_.held(), 1u);
}

}  // namespace
}  // namespace tinsim
