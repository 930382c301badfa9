// SPDX-License-Identifier: Apache-2.0
// Sources of a chip, called in windows and ahead of time, against a plain one called every cycle.
#include "platform/services/terminal_ports.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <tuple>
#include <vector>

#include "tests/platform/traffic_fixture.h"
#include "tlm/gnet/timing.h"

namespace tinsim {
namespace {

constexpr Cycle kEnd = 30000;
constexpr Cycle kBatch = 500;
constexpr unsigned kDepth = 24;

/// A cell that has left its source.
using Sent = std::tuple<Cycle, unsigned, uint32_t, uint16_t, unsigned, unsigned, unsigned, Cycle>;

Sent sent(Cycle at, unsigned port, const Cell& c) {
  return {at, port, c.seq, c.dst, c.words, c.vc, c.cls, c.birth};
}

/// When the words of a cell are free again behind the port: soon, or so late that credit runs out.
Cycle freed_at(const Sent& cell) {
  const uint32_t seq = std::get<2>(cell);
  return std::get<0>(cell) + 10 + (seq % 7 == 3 ? 150 : seq % 5 * 9);
}

struct Result {
  std::vector<Sent> cells;
  std::vector<uint64_t> ages;  ///< at the ends of batches
  std::vector<uint64_t> born_words;
};

/// A source as docs/reference/traffic.md describes it, one cycle after the other.
Result plain(const std::vector<PortTraffic>& traffic) {
  Result result;
  result.born_words.resize(kEnd / kBatch);
  std::multimap<Cycle, Sent> freed;
  struct Port {
    std::vector<Generator> generators;
    std::map<unsigned, unsigned> used;  ///< words, by VC
    Cycle free_at = 0;
    std::size_t turn = 0;
    uint32_t seq = 0;
  };
  std::vector<Port> ports;
  for (const PortTraffic& port : traffic) {
    ports.push_back({port.generators, {}, 0, 0, 0});
    for (const Generator& generator : port.generators) {
      for (Cycle batch = 0; batch < kEnd / kBatch; ++batch) {
        result.born_words[batch] +=
            generator.born_between(batch * kBatch, (batch + 1) * kBatch).words;
      }
    }
  }
  for (Cycle now = 0; now <= kEnd; ++now) {
    if (now % kBatch == 0 && now != 0) {
      uint64_t age = 0;
      for (const Port& port : ports) {
        uint64_t oldest = now;
        for (const Generator& g : port.generators) oldest = std::min(oldest, g.head().birth);
        age += now - oldest;
      }
      result.ages.push_back(age);
    }
    for (; !freed.empty() && freed.begin()->first <= now; freed.erase(freed.begin())) {
      const Sent& cell = freed.begin()->second;
      ports[std::get<1>(cell) - traffic[0].port].used[std::get<5>(cell)] -= std::get<4>(cell);
    }
    for (std::size_t i = 0; i < ports.size() && now < kEnd; ++i) {
      Port& port = ports[i];
      if (port.free_at > now) continue;
      for (std::size_t k = 0; k < port.generators.size(); ++k) {
        const std::size_t which = (port.turn + k) % port.generators.size();
        Generator& generator = port.generators[which];
        const SourceCell head = generator.head();
        if (head.birth > now || port.used[head.vc] + head.words > kDepth) continue;
        result.cells.push_back({now, traffic[i].port, port.seq++, head.dst, head.words, head.vc,
                                head.cls, static_cast<Cycle>(head.birth)});
        freed.emplace(freed_at(result.cells.back()), result.cells.back());
        port.used[head.vc] += head.words;
        port.free_at = now + head.words;
        port.turn = (which + 1) % port.generators.size();
        generator.pop();
        break;
      }
    }
  }
  return result;
}

/// The same from TerminalPorts, called as the chip core does.
Result in_windows(const std::vector<PortTraffic>& traffic, Cycle window, bool ahead) {
  Result result;
  DeliveryLog log(kBatch);
  TerminalPorts sources({0, kDepth, kBatch, kInitialHop, 0}, &log);
  for (const PortTraffic& port : traffic) sources.add_source(port.port, port.generators);
  sources.keep_ages(kBatch);
  Mailbox mailbox(1024);
  std::multimap<Cycle, Sent> freed;
  Endpoints::Due due{0, 0, 0};
  ReturningCredits none(std::pmr::get_default_resource());  // credit() reports it
  const auto take_credits = [&](Cycle now) {
    for (; !freed.empty() && freed.begin()->first <= now; freed.erase(freed.begin())) {
      const Sent& cell = freed.begin()->second;
      due = sources.credit(std::get<1>(cell), {std::get<5>(cell), std::get<4>(cell)}, now);
    }
  };
  Cycle judged = kBatch;
  for (Cycle from = 0; from < kEnd; from += window) {
    const Cycle to = std::min(kEnd, from + window);
    for (Cycle now = from; now < to; ++now) {
      if (due.waiting != 0) take_credits(now);
      if (due.next > now && (!ahead || now != from)) continue;
      take_credits(now);
      due = ahead ? sources.inject_ahead(now, to, none, mailbox) : sources.inject(now, mailbox);
      for (Cycle at = now; at < to; ++at) {
        for (uint32_t i = mailbox.take_cells(at + timing::kInjectToRequest); i != kNil;
             i = mailbox.pool()[i].next) {
          result.cells.push_back(sent(at, mailbox.pool()[i].port, mailbox.pool()[i].cell));
          freed.emplace(freed_at(result.cells.back()), result.cells.back());
        }
      }
    }
    take_credits(to - 1);
    for (; judged <= to; judged += kBatch) result.ages.push_back(sources.waiting_age(judged));
  }
  std::sort(result.cells.begin(), result.cells.end());
  for (const BornCount& batch : sources.births(kEnd)) result.born_words.push_back(batch.words);
  return result;
}

struct Case {
  const char* process;
  double load;
  const char* vc;
  bool one_size;
  std::vector<unsigned> classes;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.process << " " << c.load << " " << c.vc;
}

class Sources : public testing::TestWithParam<Case> {};

TEST_P(Sources, SendAheadWhatTheySendCycleByCycle) {
  const Topology t = network(2, 2, {6}, 6);
  TrafficConfig entry;
  entry.process = Word{GetParam().process};
  entry.load = GetParam().load;
  entry.vc = Word{GetParam().vc};
  entry.class_ = GetParam().classes;
  if (!GetParam().one_size) entry.cell_bytes.items = {{16, 1}, {80, 2}, {160, 1}};
  std::vector<PortTraffic> traffic = make_traffic(config_of("dragonfly", entry), t);
  traffic.resize(6);  // of the first chip
  const Result expected = plain(traffic);
  ASSERT_GT(expected.cells.size(), 1000u);
  for (const Cycle window : {1u, 7u, 20u, 127u}) {
    for (const bool ahead : {false, true}) {
      SCOPED_TRACE(testing::Message() << window << " cycles, ahead " << ahead);
      const Result got = in_windows(traffic, window, ahead);
      ASSERT_EQ(got.cells, expected.cells);
      EXPECT_EQ(got.ages, expected.ages);
      EXPECT_EQ(got.born_words, expected.born_words);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Sources,
                         testing::Values(Case{"poisson", 0.3, "class", true, {4, 9}},
                                         Case{"poisson", 0.8, "class", false, {4, 9, 4, 9}},
                                         Case{"poisson", 0.5, "class", false, {4}},
                                         Case{"bernoulli", 0.6, "destination", false, {4, 9}},
                                         Case{"onoff", 0.5, "class", true, {4, 9}}));

}  // namespace
}  // namespace tinsim
