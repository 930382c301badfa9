// SPDX-License-Identifier: Apache-2.0
// Collective operations and mixes as lists of flows: what arrives where, steps, bytes, sizes.
#include "tlm/host/flows/collectives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "tlm/host/flows/flow_check.h"
#include "tlm/host/flows/flow_mix.h"

namespace tinsim {
namespace {

std::vector<uint16_t> ranks(unsigned n) {
  std::vector<uint16_t> hosts(n);
  std::iota(hosts.begin(), hosts.end(), uint16_t{0});
  return hosts;
}

std::vector<Flow> all_of(FlowSource& source) {
  std::vector<Flow> flows;
  for (Flow flow; source.next(flow);) flows.push_back(flow);
  return flows;
}

/// The effect of a list, if each flow brings all that its sender had: known from the flows before
/// it.
struct Outcome {
  std::vector<std::set<unsigned>> of_rank;  ///< ranks whose data a rank has
  unsigned steps = 0;                       ///< flows that follow one another
  std::vector<uint64_t> sent;               ///< bytes, by rank
};

Outcome outcome_of(const std::vector<Flow>& flows, unsigned n) {
  Outcome out;
  out.sent.resize(n);
  std::map<uint64_t, std::set<unsigned>> carried;
  std::map<uint64_t, unsigned> depth;
  for (unsigned rank = 0; rank < n; ++rank) out.of_rank.push_back({rank});
  for (const Flow& flow : flows) {
    std::set<unsigned>& data = carried[flow.id] = {flow.src};
    for (uint64_t id : flow.after) {
      data.insert(carried.at(id).begin(), carried.at(id).end());
      depth[flow.id] = std::max(depth[flow.id], depth.at(id) + 1);
    }
    depth.emplace(flow.id, 0);
    out.steps = std::max(out.steps, depth[flow.id] + 1);
    out.of_rank[flow.dst].insert(data.begin(), data.end());
    out.sent[flow.src] += flow.bytes;
  }
  return out;
}

Outcome run_collective(FlowKind kind, unsigned n, uint32_t bytes) {
  const auto again = make_collective(kind, ranks(n), bytes);
  check_flows(*again, n, FlowTransport::ip);
  const auto source = make_collective(kind, ranks(n), bytes);
  return outcome_of(all_of(*source), n);
}

bool all_have_all(const Outcome& outcome) {
  return std::all_of(outcome.of_rank.begin(), outcome.of_rank.end(),
                     [&](const auto& data) { return data.size() == outcome.of_rank.size(); });
}

unsigned log2_of(unsigned n) {
  unsigned log = 0;
  while (1u << log < n) ++log;
  return log;
}

TEST(Collectives, RingAllReduce) {
  for (unsigned n : {2u, 3u, 8u, 13u, 64u}) {
    const Outcome outcome = run_collective(FlowKind::ring_all_reduce, n, 1000);
    EXPECT_TRUE(all_have_all(outcome)) << n;
    EXPECT_EQ(outcome.steps, 2 * (n - 1)) << n;
    // 2 (n - 1) / n of the vector, with parts of whole bytes.
    for (uint64_t sent : outcome.sent)
      EXPECT_NEAR(static_cast<double>(sent), 2000.0 * (n - 1) / n, 2) << n;
  }
}

TEST(Collectives, RingSendsEveryPartOnceRound) {
  // In the reduce-scatter and in the all-gather each part crosses n - 1 links: all bytes together
  // are 2 (n - 1) vectors, although parts differ by a byte.
  const auto source = make_collective(FlowKind::ring_all_reduce, ranks(7), 1000);
  uint64_t bytes = 0;
  for (const Flow& flow : all_of(*source)) bytes += flow.bytes;
  EXPECT_EQ(bytes, 2u * 6 * 1000);
}

TEST(Collectives, DoublingAllReduce) {
  for (unsigned n : {2u, 4u, 64u}) {
    const Outcome outcome = run_collective(FlowKind::doubling_all_reduce, n, 1000);
    EXPECT_TRUE(all_have_all(outcome)) << n;
    EXPECT_EQ(outcome.steps, log2_of(n)) << n;
    for (uint64_t sent : outcome.sent) EXPECT_EQ(sent, 1000u * log2_of(n)) << n;
  }
}

TEST(Collectives, TreeAllReduce) {
  for (unsigned n : {2u, 3u, 5u, 6u, 8u, 13u, 64u}) {
    const Outcome outcome = run_collective(FlowKind::tree_all_reduce, n, 1000);
    EXPECT_TRUE(all_have_all(outcome)) << n;
    EXPECT_EQ(std::accumulate(outcome.sent.begin(), outcome.sent.end(), uint64_t{0}),
              2000u * (n - 1));
    if ((n & (n - 1)) == 0) EXPECT_EQ(outcome.steps, 2 * log2_of(n)) << n;
  }
}

TEST(Collectives, Broadcast) {
  for (unsigned n : {2u, 3u, 6u, 7u, 64u}) {
    const Outcome outcome = run_collective(FlowKind::broadcast, n, 1000);
    for (const auto& data : outcome.of_rank) EXPECT_EQ(data.count(0), 1u) << n;
    EXPECT_LE(outcome.steps, log2_of(n)) << n;
    EXPECT_EQ(std::accumulate(outcome.sent.begin(), outcome.sent.end(), uint64_t{0}),
              1000u * (n - 1));
  }
}

TEST(Collectives, AllToAll) {
  for (unsigned n : {2u, 5u, 8u}) {
    const auto source = make_collective(FlowKind::all_to_all, ranks(n), 1000);
    std::set<std::pair<unsigned, unsigned>> pairs;
    for (const Flow& flow : all_of(*source)) pairs.emplace(flow.src, flow.dst);
    EXPECT_EQ(pairs.size(), n * (n - 1));
    EXPECT_EQ(run_collective(FlowKind::all_to_all, n, 1000).steps, n - 1);
  }
}

TEST(Collectives, RanksAreTheHostsGiven) {
  const auto source = make_collective(FlowKind::broadcast, {9, 4, 7}, 5);
  const std::vector<Flow> flows = all_of(*source);
  ASSERT_EQ(flows.size(), 2u);
  EXPECT_EQ(flows[0].src, 9u);
  EXPECT_EQ(flows[0].dst, 7u);
  EXPECT_EQ(flows[1].dst, 4u);
}

FlowMix mix(FlowKind kind, unsigned n) {
  FlowMix mix;
  mix.kind = kind;
  mix.hosts = ranks(n);
  mix.sizes = SizeCdf(5000);
  mix.count = 20'000;
  mix.gbps = 20;
  return mix;
}

TEST(FlowMixes, IncastAsksThenAllAnswerOne) {
  FlowMix of = mix(FlowKind::incast, 10);
  of.fan_in = 7;
  check_flows(*make_mix(of), 10, FlowTransport::ip);
  const std::vector<Flow> flows = all_of(*make_mix(of));
  ASSERT_EQ(flows.size(), of.count * 14);
  for (std::size_t query = 0; query < of.count; ++query) {
    std::set<unsigned> workers;
    for (unsigned i = 0; i < 7; ++i) {
      const Flow& asks = flows[query * 14 + 2 * i];
      const Flow& answers = flows[query * 14 + 2 * i + 1];
      ASSERT_EQ(answers.after, std::vector<uint64_t>{asks.id});
      ASSERT_EQ(answers.dst, flows[query * 14].src);
      ASSERT_EQ(answers.src, asks.dst);
      workers.insert(answers.src);
    }
    ASSERT_EQ(workers.size(), 7u);
  }
  // 20 Gb/s to each of 10 hosts; the standard error of 20,000 gaps is 0.7 %.
  const double bits = 8.0 * 5000 * 7 * static_cast<double>(of.count);
  EXPECT_NEAR(bits / static_cast<double>(flows.back().start_ns), 200, 200 * 0.03);
}

TEST(FlowMixes, StorageReadsAndWrites) {
  FlowMix of = mix(FlowKind::storage, 6);
  of.read_share = 0.7;
  check_flows(*make_mix(of), 6, FlowTransport::ip);
  const std::vector<Flow> flows = all_of(*make_mix(of));
  ASSERT_EQ(flows.size(), of.count * 2);
  double reads = 0;
  std::map<unsigned, unsigned> clients;
  for (std::size_t i = 0; i < flows.size(); i += 2) {
    const Flow &first = flows[i], &second = flows[i + 1];
    ASSERT_EQ(first.src, second.dst);
    ASSERT_EQ(first.dst, second.src);
    ASSERT_EQ(first.bytes + second.bytes, 5064u);
    reads += second.bytes == 5000;
    ++clients[first.src];
  }
  EXPECT_NEAR(reads / static_cast<double>(of.count), 0.7, 4 * 0.0033);
  for (const auto& [client, operations] : clients) EXPECT_NEAR(operations, 20'000 / 6, 250);
}

TEST(FlowMixes, ReadsBy1RmaNeedNoRequests) {
  FlowMix of = mix(FlowKind::storage, 6);
  of.with_requests = false;
  check_flows(*make_mix(of), 6, FlowTransport::rma_read);
  EXPECT_EQ(all_of(*make_mix(of)).size(), of.count);
}

TEST(FlowMixes, ShuffleIsAllPairsWithALimitOfEachSource) {
  FlowMix of = mix(FlowKind::shuffle, 9);
  of.outstanding = 3;
  check_flows(*make_mix(of), 9, FlowTransport::ip);
  const std::vector<Flow> flows = all_of(*make_mix(of));
  std::set<std::pair<unsigned, unsigned>> pairs;
  std::map<unsigned, unsigned> free;
  for (const Flow& flow : flows) {
    pairs.emplace(flow.src, flow.dst);
    free[flow.src] += flow.after.empty();
    for (uint64_t id : flow.after) EXPECT_EQ(flows.at(id).src, flow.src);
  }
  EXPECT_EQ(flows.size(), 72u);
  EXPECT_EQ(pairs.size(), 72u);
  for (const auto& [host, count] : free) EXPECT_EQ(count, 3u);
}

}  // namespace
}  // namespace tinsim
