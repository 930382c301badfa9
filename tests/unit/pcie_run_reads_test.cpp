// SPDX-License-Identifier: Apache-2.0
// Completions that are reported many at a time (DmaPort::run_reads) equal those reported cycle by
// cycle, for all other requests to the link; writes that go at once (DmaPort::write_at_once) are as
// those that are requested.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <utility>

#include "testbench/pcie_bench.h"

namespace tinsim {
namespace {

struct Request {
  enum Kind { kRead, kWrite, kNotify, kAtomic, kStore } kind = kRead;
  Cycle at = 0;
  uint64_t address = 0;
  uint32_t bytes = 0;
};

struct Listener final : DmaClient {
  using Report = std::tuple<Cycle, uint64_t, uint32_t, uint32_t, bool, bool>;
  void read_piece(const DmaPiece& piece, Cycle at) override {
    reports.emplace_back(at, piece.cookie, piece.offset, piece.bytes.size, piece.last, piece.error);
  }
  void write_landed(uint64_t cookie, bool error, Cycle at) override {
    reports.emplace_back(at, cookie, 0, 0, true, error);
  }
  void atomic_done(uint64_t cookie, uint64_t, bool error, Cycle at) override {
    reports.emplace_back(at, cookie, 0, 0, true, error);
  }
  std::vector<Report> reports;
};

std::vector<Request> asks(std::mt19937& random, uint64_t extent) {
  std::vector<Request> all;
  Cycle at = 1;
  for (unsigned n = 0; n < 300; ++n) {
    Request request;
    at += random() % 3 == 0 ? random() % 120 : random() % 4;
    const unsigned kind = random() % 16;
    request.kind = kind < 7    ? Request::kRead
                   : kind < 12 ? Request::kWrite
                   : kind < 13 ? Request::kNotify
                   : kind < 14 ? Request::kAtomic
                               : Request::kStore;
    request.at = at;
    request.address = random() % extent;  // of some the end is outside
    request.bytes = request.kind == Request::kRead && random() % 2 == 0 ? 4096 : 1 + random() % 300;
    if (request.kind == Request::kAtomic) {
      request.address &= ~uint64_t{7};
      request.bytes = 8;
    }
    all.push_back(request);
  }
  return all;
}

void send_request(PcieLink& link, const Request& request, uint64_t cookie) {
  constexpr uint32_t kStoreBytes = 16;
  const std::vector<uint8_t> octets(std::max(request.bytes, kStoreBytes));
  switch (request.kind) {
    case Request::kRead:
      return link.read(request.at, request.address, request.bytes, cookie);
    case Request::kWrite:
    case Request::kNotify:
      return link.write(request.at, request.address, {octets.data(), request.bytes}, cookie,
                        request.kind == Request::kNotify);
    case Request::kAtomic:
      return link.atomic(request.at, {AtomicOp::kFetchAdd, 8, request.address, 1, 0}, cookie);
    case Request::kStore:
      return link.store(request.at, 0, {octets.data(), kStoreBytes});
  }
}

/// The outcome of all requests.
struct Outcome {
  std::vector<Listener::Report> reports;
  std::vector<uint64_t> counts;  ///< of the link, and of its wire to the host
  unsigned at_once = 0;          ///< writes that were done so
};

std::vector<uint64_t> counts_of(const PcieLink& link) {
  const PcieCounters& of = link.counters();
  const TlpSender::Counters wire = link.up().counters();
  return {of.writes,       of.bytes_written,   of.errors,          wire.tlps,
          wire.wire_bytes, wire.payload_bytes, link.up().free_at()};
}

/// With `random` up to 100 cycles at a time, and plain writes afterwards, at once if they can.
Outcome outcome(const PcieParams& params, const std::vector<Request>& all, std::mt19937* random) {
  Outcome out;
  HostMemory memory(1 << 16);
  PlainDmaMemory dma(memory);
  PcieLink link(params, dma);
  Listener listener;
  const auto run_to = [&](Cycle end) {
    while (link.next() < end) {
      const Cycle to =
          random != nullptr ? std::min<Cycle>(end - 1, link.next() + (*random)() % 100) : 0;
      if (random == nullptr || !link.run_reads(to, listener)) link.run(link.next(), listener);
    }
  };
  for (std::size_t n = 0; n < all.size();) {
    std::size_t last = n;  // plain writes up to here may come late
    while (last + 1 < all.size() && all[last].kind == Request::kWrite) ++last;
    run_to(all[n].at + 1);
    if (random != nullptr && last > n) {
      while (link.next() < all[last].at && link.run_reads(all[last].at - 1, listener)) {
      }
    }
    for (; n < all.size() && link.next() > all[n].at; ++n) {
      const Request& request = all[n];
      if (random != nullptr && request.kind == Request::kWrite &&
          link.write_at_once(request.at, request.address, request.bytes)) {
        ++out.at_once;
      } else {
        send_request(link, request, n);
      }
      if (n >= last) {
        ++n;
        break;
      }
    }
  }
  run_to(kNoCycle);
  EXPECT_TRUE(link.idle());
  EXPECT_EQ(link.tags_out(), 0u);
  out.reports = std::move(listener.reports);
  out.counts = counts_of(link);
  return out;
}

TEST(PcieRunReads, ReportsTheSameAsCycleByCycle) {
  std::mt19937 random(1);
  unsigned at_once = 0;
  for (unsigned n = 0; n < 60; ++n) {
    PcieParams params = bench_params();
    params.carried = false;
    params.read_sigma = 16 << 8;
    params.interleave = n % 2 == 0;
    if (n % 5 == 1) params.tags = 4;
    if (n % 5 == 2) params.of_host = {1, 20, 1, 1, 0, 0};
    if (n % 5 == 3) params.tlp_errors = uint64_t{1} << 27;
    if (n % 5 == 4) {
      params.replay_bytes = 2000;
      params.ack_errors = uint64_t{1} << 28;
    }
    const std::vector<Request> all = asks(random, 1 << 16);
    std::mt19937 steps(n);
    const Outcome one_by_one = outcome(params, all, nullptr);
    const Outcome together = outcome(params, all, &steps);
    const auto& plain = one_by_one.reports;
    const auto& many = together.reports;
    const auto differ = std::mismatch(plain.begin(), plain.end(), many.begin(), many.end());
    EXPECT_EQ(differ.first - plain.begin(), plain.end() - plain.begin()) << n;
    EXPECT_EQ(many.size(), plain.size()) << n;
    EXPECT_GT(plain.size(), 300u);
    EXPECT_EQ(together.counts, one_by_one.counts) << n;
    at_once += together.at_once;
  }
  EXPECT_GT(at_once, 1000u);
}

}  // namespace
}  // namespace tinsim
