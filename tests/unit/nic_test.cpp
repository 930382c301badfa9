// SPDX-License-Identifier: Apache-2.0
// Bandwidth and latency of a NIC by the formulas of PCIe (docs/reference/pcie.md, nic.md), which
// are written down here again, and the share that it leaves to another user of the link.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "nic_rig.h"

namespace tinsim {
namespace {

constexpr double kMhz = 400;
/// Gen3 x16, MPS 256: 113.70 Gb/s (pcie-bench), in bytes per cycle.
constexpr double kRate = 113.70e9 / 8 / (kMhz * 1e6);
constexpr double kRequest = 24, kAnswer = 20;  // bytes of a packet besides payload
constexpr double kMps = 256, kMrrs = 512, kCompletion = 256;
constexpr unsigned kSizes[] = {64, 256, 1500, 9000};

double ceil_of(double bytes, double part) { return std::ceil(bytes / part); }
double cycles_of_ns(double ns) { return ns * kMhz / 1000; }
/// Bytes on the link of a read's completions, and of a write. Places of packets
/// are page aligned, so no part is cut but by size.
double answers(double s) { return s + kAnswer * ceil_of(s, kCompletion); }
double write(double s) { return s + kRequest * ceil_of(s, kMps); }

PcieConfig exact() {
  PcieConfig pcie;
  pcie.read_sigma_ns = 0;
  return pcie;
}

/// Packets per cycle that are counted by `count` from cycle 10000 to 50000.
template <class Count>
double rate_of(NicRig& rig, Count&& count) {
  rig.run_to(10000);
  const uint64_t before = count();
  rig.run_to(50000);
  return static_cast<double>(count() - before) / 40000;
}

TEST(Nic, SendsAtTheRateOfPcie) {
  for (const unsigned size : kSizes) {
    const NicConfig nic;
    NicRig rig(nic, PcieConfig(), false);
    for (unsigned n = 0; n < 25000; ++n) rig.host.send(NicRig::packet(size, n), 0);
    const double rate = rate_of(rig, [&] { return rig.counters().tx_sent; });
    // To the chip: the packet, its share of a batch of descriptors, and doorbells.
    const double batch = nic.descriptor_batch;
    const auto doorbells = static_cast<double>(rig.counters().doorbells) /
                           static_cast<double>(rig.counters().tx_posted);
    const double bytes = answers(size) + answers(16 * batch) / batch + (4 + kRequest) * doorbells;
    EXPECT_NEAR(rate * bytes / kRate, 1, 0.02) << size;
  }
}

TEST(Nic, ReceivesAtTheRateOfPcie) {
  for (const unsigned size : kSizes) {
    const NicConfig nic;
    NicRig rig(nic, PcieConfig(), false);
    for (unsigned n = 0; n < 25000; ++n) rig.incoming.push_back(NicRig::packet(size, n));
    const double rate = rate_of(rig, [&] { return rig.counters().rx_delivered; });
    // To the host: the packet, its completion, its share of requests for descriptors and of
    // interrupts.
    const double bytes = write(size) + write(16) + kRequest / nic.descriptor_batch +
                         write(4) / nic.moderation_packets;
    EXPECT_NEAR(rate * bytes / kRate, 1, 0.02) << size;
  }
}

/// From the host's packet to the IP path: doorbell, descriptor, packet.
TEST(Nic, SendsAfterALatencyByFormula) {
  for (const unsigned size : kSizes) {
    NicRig rig({}, exact(), false);
    rig.host.send(NicRig::packet(size), 5000);
    rig.run_to(10000);
    ASSERT_EQ(rig.taken.size(), 1u);
    const double bytes = (kRequest + 4) + kRequest + (kAnswer + 16) + kRequest + answers(size);
    const double cycles = bytes / kRate + cycles_of_ns(100 + 600 + 600);
    // Each of the five transfers ends in a cycle of its own.
    EXPECT_NEAR(rig.taken[0].at - 5000, cycles + 2.5, 3.5) << size;
  }
}

/// From the IP path to the host: packet, completion, interrupt, handler.
TEST(Nic, ReceivesAfterALatencyByFormula) {
  for (const unsigned size : kSizes) {
    NicConfig nic;
    nic.moderation_ns = 300;
    NicRig rig(nic, exact(), false);
    rig.incoming.push_back(NicRig::packet(size));
    rig.incoming_from = 5000;
    rig.run_to(10000);
    ASSERT_EQ(rig.host.arrivals.size(), 1u);
    // The interrupt follows the request of the packet by the moderation, or waits for the link.
    const double before = std::max(cycles_of_ns(300), (write(size) + write(16)) / kRate);
    const double cycles = before + write(4) / kRate + cycles_of_ns(250 + 1000);
    EXPECT_NEAR(rig.host.arrivals[0].at - 5000, cycles + 1, 2.5) << size;
  }
}

TEST(Nic, PollingNoticesAtTheNextPoll) {
  NicConfig nic;
  nic.notice = NicNotice::poll;
  nic.poll_ns = 1000;
  NicRig rig(nic, exact(), false);
  rig.incoming.push_back(NicRig::packet(256));
  rig.incoming_from = 5000;
  rig.run_to(10000);
  ASSERT_EQ(rig.host.arrivals.size(), 1u);
  // In memory after 100 cycles for the write and 8.6 on the link: the next multiple of 400 is 5200.
  EXPECT_EQ(rig.host.arrivals[0].at, 5200u);
  EXPECT_EQ(rig.counters().interrupts, 0u);
}

/// An interrupt after so many completions, or a time after the first.
TEST(Nic, ModeratesInterrupts) {
  NicConfig nic;
  nic.moderation_packets = 10;
  nic.moderation_ns = 5000;
  NicRig rig(nic, exact(), false);
  for (unsigned n = 0; n < 25; ++n) rig.incoming.push_back(NicRig::packet(64, n));
  rig.incoming_from = 5000;
  rig.run_to(5100);
  EXPECT_EQ(rig.counters().interrupts, 2u);
  // The handler of the second takes all that is in memory by then.
  rig.run_to(6500);
  EXPECT_EQ(rig.host.arrivals.size(), 25u);
  EXPECT_EQ(rig.counters().interrupts, 2u);
  // The timer of the other five has run since the first of them, in cycle 5020.
  rig.run_to(7019);
  EXPECT_EQ(rig.counters().interrupts, 2u);
  rig.run_to(7022);
  EXPECT_EQ(rig.counters().interrupts, 3u);
}

/// Reads of 1RMA and packets of the NIC fill the link together: the octets of both are its rate,
/// and each is slower than alone, where it fills the link by itself.
TEST(Nic, SharesTheLinkWithOneRma) {
  const NicConfig nic;
  const auto run = [&](bool with_packets, bool with_reader) {
    NicRig rig(nic, PcieConfig(), false, with_reader);
    for (unsigned n = 0; with_packets && n < 25000; ++n) rig.host.send(NicRig::packet(1500, n), 0);
    uint64_t before = 0;
    const double packets = rate_of(rig, [&] {
      if (with_reader && before == 0) before = rig.reader->bytes;
      return rig.counters().tx_sent;
    });
    const double read = with_reader ? static_cast<double>(rig.reader->bytes - before) / 40000 : 0;
    const double of_packet =
        answers(1500) + answers(16.0 * nic.descriptor_batch) / nic.descriptor_batch;
    return std::pair(packets * of_packet / kRate, read * answers(4096) / 4096 / kRate);
  };
  // Shares of the link.
  const double packets_alone = run(true, false).first, read_alone = run(false, true).second;
  EXPECT_NEAR(packets_alone, 1, 0.02);
  EXPECT_NEAR(read_alone, 1, 0.02);
  const auto [packets, read] = run(true, true);
  EXPECT_NEAR(packets + read, 1, 0.02);
  // Outstanding octets share the link in proportion: packets up to the last that may begin, and
  // the reader's.
  const double of_packets = nic.outstanding_bytes + 1500, of_reads = NicRig::kReaders * 4096.0;
  EXPECT_NEAR(packets, of_packets / (of_packets + of_reads), 0.05);
}

}  // namespace
}  // namespace tinsim
