// SPDX-License-Identifier: Apache-2.0
// Lists of flows: the file and every fault with its place, ids, order, memory.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>

#include "base/errors.h"
#include "tlm/host/flows/flow_check.h"
#include "tlm/host/flows/flow_feed.h"
#include "tlm/host/flows/flow_file.h"

namespace tinsim {
namespace {

constexpr const char* kHeader = "id,src,dst,bytes,start_ns,after\n";

std::string file_with(const std::string& text) {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = testing::TempDir() + "flow_list_" + info->name() + ".csv";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

/// The error of a list for 4 hosts, after the name of the file.
std::string error_of(const std::string& text, FlowTransport transport = FlowTransport::ip) {
  const std::string path = file_with(text);
  try {
    FlowFile file(path);
    check_flows(file, 4, transport);
  } catch (const ConfigError& e) {
    const std::string what = e.what();
    return what.rfind(path, 0) == 0 ? what.substr(path.size()) : what;
  }
  return "";
}

TEST(FlowList, ReadsAsWritten) {
  FlowFile file(file_with("# flows\n" + std::string(kHeader) +
                          "7,0,1,1000,0,\r\n\n12,1,3,4294967295,500,7\n3,3,0,1,500,7 12\n"));
  std::vector<Flow> flows;
  for (Flow flow; file.next(flow);) flows.push_back(flow);
  ASSERT_EQ(flows.size(), 3u);
  EXPECT_EQ(flows[0].id, 7u);
  EXPECT_TRUE(flows[0].after.empty());
  EXPECT_EQ(flows[1].bytes, 4294967295u);
  EXPECT_EQ(flows[1].start_ns, 500u);
  EXPECT_EQ(flows[2].src, 3u);
  EXPECT_EQ(flows[2].dst, 0u);
  EXPECT_EQ(flows[2].after, (std::vector<uint64_t>{7, 12}));
}

TEST(FlowList, EveryFaultHasItsPlace) {
  const std::string head = kHeader;
  EXPECT_EQ(error_of("id,src,dst\n"),
            ":1:1: flows: header is 'id,src,dst'; expected 'id,src,dst,bytes,start_ns,after'");
  EXPECT_EQ(error_of(head + "1,0,1,5,0\n"),
            ":2:1: flows: 5 fields; expected 6: id,src,dst,bytes,start_ns,after");
  EXPECT_EQ(error_of(head + "1,0,1,-5,0,\n"),
            ":2:7: flows: bytes is '-5'; expected an integer from 1 to 4294967295");
  EXPECT_EQ(error_of(head + "1,0,1,0,0,\n"),
            ":2:7: flows: bytes is '0'; expected an integer from 1 to 4294967295");
  EXPECT_EQ(error_of(head + "1,0,1,5,0,x\n"),
            ":2:11: flows: after is 'x'; expected an integer from 0 to 9223372036854775807");
  EXPECT_EQ(error_of(head + "1,0,1,5,0,\n1,1,2,5,0,\n"),
            ":3: flows: flow 1: has an id of an earlier flow; expected another id");
  EXPECT_EQ(error_of(head + "1,2,2,5,0,\n"),
            ":2: flows: flow 1: src and dst are host 2; expected two hosts");
  EXPECT_EQ(error_of(head + "1,0,4,5,0,\n"),
            ":2: flows: flow 1: dst is host 4, which does not exist; expected 0 to 3");
  EXPECT_EQ(error_of(head + "1,0,1,5,9,\n2,0,1,5,8,\n"),
            ":3: flows: flow 2: start_ns is 8, before the 9 of the flow before; expected a list in "
            "the order of starts");
  EXPECT_EQ(error_of("", FlowTransport::ip).substr(0, 6), ":0:1: ");
}

TEST(FlowList, PredecessorsAreEarlierFlowsOfTheInitiator) {
  const std::string head = kHeader;
  const std::string unknown = "which is no earlier flow; expected ids of lines above";
  EXPECT_EQ(error_of(head + "1,0,1,5,0,9\n"), ":2: flows: flow 1: after names 9, " + unknown);
  // A cycle of two, and of one.
  EXPECT_EQ(error_of(head + "1,0,1,5,0,2\n2,1,0,5,0,1\n"),
            ":2: flows: flow 1: after names 2, " + unknown);
  EXPECT_EQ(error_of(head + "1,0,1,5,0,1\n"), ":2: flows: flow 1: after names 1, " + unknown);
  EXPECT_EQ(error_of(head + "1,0,1,5,0,\n2,1,2,5,0,1\n3,1,2,5,0,2\n"), "");
  const std::string far = error_of(head + "1,0,1,5,0,\n2,2,3,5,0,1\n");
  EXPECT_EQ(far,
            ":3: flows: flow 2: after names 1, a flow from host 0 to host 1, of which host 2 does "
            "not learn; expected flows that start or end at host 2, which starts this one");
  // The reading host starts a read.
  EXPECT_EQ(error_of(head + "1,0,1,5,0,\n2,2,1,5,0,1\n", FlowTransport::rma_read), "");
  EXPECT_NE(error_of(head + "1,0,1,5,0,\n2,0,2,5,0,1\n", FlowTransport::rma_read), "");
}

TEST(FlowTable, ConsecutiveIdsAreOneRun) {
  FlowTable table;
  for (uint64_t id = 100; id < 200; ++id)
    EXPECT_TRUE(table.add(id, {static_cast<uint16_t>(id), 1}));
  EXPECT_EQ(table.runs(), 1u);
  EXPECT_TRUE(table.add(5, {55, 1}));
  EXPECT_TRUE(table.add(200, {9, 1}));  // consecutive, but not in the order of the list
  EXPECT_EQ(table.runs(), 3u);
  EXPECT_FALSE(table.add(150, {1, 1}));
  EXPECT_EQ(table.find(150)->src, 150u);
  EXPECT_EQ(table.find(5)->src, 55u);
  EXPECT_EQ(table.find(200)->src, 9u);
  EXPECT_FALSE(table.find(6));
  EXPECT_FALSE(table.find(201));
}

/// Largest memory of this process so far, in KiB.
long peak_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// Ends all flows of the hosts `delay` after their starts; notices take as long again.
class Loopback {
 public:
  Loopback(unsigned hosts, Cycle delay) : delay_(delay) {
    for (unsigned host = 0; host < hosts; ++host)
      flows_.push_back(std::make_unique<HostFlows>(static_cast<uint16_t>(host)));
  }
  std::vector<HostFlows*> hosts() const {
    std::vector<HostFlows*> hosts;
    for (const auto& flows : flows_) hosts.push_back(flows.get());
    return hosts;
  }
  /// Runs to the end, host by host at each event, and returns the start of each flow by id.
  std::vector<Cycle> run(FlowFeed& feed) {
    std::vector<Cycle> starts;
    for (;;) {
      Cycle now = feed.horizon();
      for (const auto& host : flows_) now = std::min(now, host->next());
      if (now == kNoCycle) break;
      for (const auto& host : flows_) serve(feed, *host, now, starts);
      most_ = std::max(most_, held());
    }
    return starts;
  }
  std::size_t most() const { return most_; }

 private:
  void serve(FlowFeed& feed, HostFlows& host, Cycle now, std::vector<Cycle>& starts) {
    feed.read_until(now);
    host.run(now);
    for (StartedFlow flow; host.take(now, flow);) {
      if (starts.size() <= flow.id) starts.resize(flow.id + 1, kNoCycle);
      starts[flow.id] = flow.at;
      flows_[flow.dst]->completed(flow.id, flow.at + delay_);
      flows_[flow.src]->notify({flow.id, flow.at + 2 * delay_});
    }
  }
  std::size_t held() const {
    std::size_t sum = 0;
    for (const auto& host : flows_) sum += host->unfinished() + host->planned();
    return sum;
  }

  Cycle delay_;
  std::vector<std::unique_ptr<HostFlows>> flows_;
  std::size_t most_ = 0;
};

TEST(FlowFeed, AMillionFlowsOfAFileInBoundedMemory) {
  constexpr unsigned kFlows = 1'000'000, kHosts = 8, kGapNs = 50;
  const std::string path = file_with("");
  {
    std::ofstream out(path);
    out << kHeader;
    for (unsigned i = 0; i < kFlows; ++i) {
      const unsigned src = i % kHosts, dst = (i + 1) % kHosts;
      out << i << ',' << src << ',' << dst << ",1000," << i * uint64_t{kGapNs} << ',';
      if (i >= kHosts) out << i - kHosts;  // of the same source
      out << '\n';
    }
  }
  [[maybe_unused]] const long before = peak_kib();
  FlowFile list(path);
  const FlowTotals totals = check_flows(list, kHosts, FlowTransport::ip);
  EXPECT_EQ(totals.flows, kFlows);
  EXPECT_EQ(totals.bytes, uint64_t{kFlows} * 1000);
  Loopback network(kHosts, 60);
  FlowFeed feed(std::make_unique<FlowFile>(path), {}, network.hosts());
  const std::vector<Cycle> starts = network.run(feed);
  ASSERT_EQ(starts.size(), kFlows);
  // A source has a flow every 8 x 50 ns = 160 cycles, and knows after 120 that one is complete.
  for (unsigned i = 0; i < kFlows; ++i) ASSERT_EQ(starts[i], i * 20);
  EXPECT_LT(network.most(), 2000u);
#ifndef __SANITIZE_ADDRESS__  // the sanitizer keeps freed memory
  // The table of the check (4 MB) and what the test itself keeps (4 MB), not the list (27 MB).
  EXPECT_LT(peak_kib() - before, 24 * 1024);
#endif
  std::remove(path.c_str());
}

/// Two sources, with dependencies on both kinds of completions.
std::string mixed_list() {
  std::string text = kHeader;
  for (unsigned i = 0; i < 600; ++i) {
    const unsigned src = i % 3, dst = (src + 1 + i / 3 % 2) % 3;
    text += std::to_string(i) + "," + std::to_string(src) + "," + std::to_string(dst) + ",9," +
            std::to_string(i * 700) + ",";
    if (i >= 3 && i % 2 == 0) text += std::to_string(i - 3);
    text += "\n";
  }
  return text;
}

TEST(FlowFeed, HowFarItReadsChangesNoStart) {
  const std::string path = file_with(mixed_list());
  std::vector<std::vector<Cycle>> runs;
  for (Cycle ahead : {0u, 1u, 4096u, 1'000'000u}) {
    Loopback network(3, 1000);
    FlowFeed::Params params;
    params.ahead = ahead;
    params.start = 17;
    FlowFeed feed(std::make_unique<FlowFile>(path), params, network.hosts());
    runs.push_back(network.run(feed));
    EXPECT_EQ(runs.back(), runs.front()) << ahead;
    if (ahead == 4096) EXPECT_LT(network.most(), 200u);
  }
  ASSERT_EQ(runs.front().size(), 600u);
  EXPECT_EQ(runs.front()[0], 17u);
}

TEST(HostFlows, StartsWhenTheTimeHasComeAndAllPredecessorsAreKnown) {
  HostFlows host(0);
  Flow flow;
  flow.dst = 1;
  flow.bytes = 10;
  host.add(1, false);
  host.add(2, true);
  flow.id = 3;
  flow.after = {1, 2};
  host.plan(flow, 100);
  flow.id = 4;
  flow.after = {77};  // complete long ago
  host.plan(flow, 60);
  StartedFlow started;
  host.run(50);
  EXPECT_FALSE(host.take(50, started));
  EXPECT_EQ(host.next(), 60u);
  host.completed(1, 95);
  host.notify({2, 201});  // polled at 240
  host.run(120);
  ASSERT_TRUE(host.take(120, started));
  EXPECT_EQ(started.id, 4u);
  EXPECT_EQ(started.at, 60u);
  EXPECT_FALSE(host.take(120, started));
  EXPECT_EQ(host.next(), 160u);  // the next poll
  host.run(300);                 // late
  ASSERT_TRUE(host.take(300, started));
  EXPECT_EQ(started.id, 3u);
  EXPECT_EQ(started.at, 240u);
  EXPECT_EQ(host.next(), kNoCycle);
}

TEST(HostFlows, ANoticeOfThePastBreaksTheRun) {
  HostFlows host(5);
  host.add(1, true);
  host.run(400);
  EXPECT_THROW(host.notify({1, 390}), InvariantError);
  host.notify({1, 401});
  host.run(440);
  host.completed(1, 450);
  EXPECT_THROW(host.run(450), InvariantError);  // a second end
}

}  // namespace
}  // namespace tinsim
