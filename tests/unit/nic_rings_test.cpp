// SPDX-License-Identifier: Apache-2.0
// Rings of a NIC that fill: nothing is lost, and octets arrive as they were sent.
#include <gtest/gtest.h>

#include "nic_rig.h"

namespace tinsim {
namespace {

constexpr unsigned kPackets = 500;

NicConfig small_rings() {
  NicConfig nic;
  nic.tx_ring = nic.rx_ring = 8;
  nic.descriptor_batch = 4;
  return nic;
}

/// Sizes from 64 to 9000 by number.
uint32_t size_of(unsigned n) { return 64 + n * 7919 % 8937; }

void fill(NicRig& rig, bool carried) {
  for (unsigned n = 0; n < kPackets; ++n) {
    rig.host.send(NicRig::packet(size_of(n), n, carried), 0);
    rig.incoming.push_back(NicRig::packet(size_of(n), n, carried));
  }
}

/// All packets, in order and with their octets, and everything has been given back.
void expect_all(NicRig& rig, bool carried) {
  ASSERT_EQ(rig.taken.size(), kPackets);
  ASSERT_EQ(rig.host.arrivals.size(), kPackets);
  for (unsigned n = 0; n < kPackets; ++n) {
    const PacketPtr sent = NicRig::packet(size_of(n), n, carried);
    EXPECT_EQ(rig.taken[n].packet->number, n);
    EXPECT_EQ(rig.taken[n].packet->data, sent->data) << n;
    EXPECT_EQ(rig.host.arrivals[n].packet->number, n);
    EXPECT_EQ(rig.host.arrivals[n].packet->data, sent->data) << n;
    EXPECT_EQ(rig.host.arrivals[n].ecn, n % 4);
  }
  const NicCounters& c = rig.counters();
  EXPECT_EQ(c.tx_posted, kPackets);
  EXPECT_EQ(c.tx_sent, kPackets);
  EXPECT_EQ(c.tx_completed, kPackets);
  EXPECT_EQ(c.rx_arrived, kPackets);
  EXPECT_EQ(c.rx_delivered, kPackets);
  EXPECT_EQ(c.bytes_read, c.bytes_written);
  EXPECT_EQ(rig.link().tags_out(), 0u);
  EXPECT_TRUE(rig.link().idle());
}

TEST(NicRings, LoseNothingWhenTheyAreFull) {
  for (const NicNotice notice : {NicNotice::interrupt, NicNotice::poll}) {
    NicConfig nic = small_rings();
    nic.notice = notice;
    nic.poll_ns = 2000;
    NicRig rig(nic, PcieConfig(), false);
    fill(rig, false);
    rig.run_to(250000);
    expect_all(rig, false);
    EXPECT_GT(rig.counters().tx_ring_full, 10u);
    EXPECT_GT(rig.counters().rx_ring_empty, 10u);
    EXPECT_GT(rig.counters().rx_stops, 5u);
  }
}

TEST(NicRings, CarryOctetsThroughHostMemory) {
  for (const unsigned entries : {8u, 64u}) {
    NicConfig nic = small_rings();
    nic.tx_ring = nic.rx_ring = entries;
    PcieConfig pcie;
    pcie.completion_bytes = 64;
    NicRig rig(nic, pcie, true);
    fill(rig, true);
    rig.run_to(250000);
    expect_all(rig, true);
  }
}

/// Completions of sent packets cover a batch. Where traffic ends within one, the rest completes
/// too, whether packets were announced at once or one by one, so the driver has all descriptors
/// back.
TEST(NicRings, TheLastPacketsOfABatchComplete) {
  const unsigned batch = small_rings().descriptor_batch;
  for (unsigned packets = 1; packets <= 2 * batch + 1; ++packets) {
    for (const Cycle gap : {Cycle{0}, Cycle{2000}}) {
      for (const NicNotice notice : {NicNotice::interrupt, NicNotice::poll}) {
        NicConfig nic = small_rings();
        nic.notice = notice;
        NicRig rig(nic, PcieConfig(), false);
        Cycle at = 1000;
        for (unsigned n = 0; n < packets; ++n, at += gap) {
          rig.host.send(NicRig::packet(256, n), at);
          if (gap != 0) rig.run_to(at + gap);
        }
        rig.run_to(at + 10000);
        EXPECT_EQ(rig.counters().tx_sent, packets);
        EXPECT_EQ(rig.counters().tx_completed, packets) << "gap " << gap;
        EXPECT_NO_THROW(rig.check());
      }
    }
  }
}

/// With carried octets the chip obeys the descriptor that is in memory.
TEST(NicRings, ReadsTheDescriptorOfMemory) {
  NicRig rig(small_rings(), PcieConfig(), true);
  rig.host.send(NicRig::packet(256, 1, true), 1000);
  rig.run_to(1001);  // posted, and not read yet
  const uint64_t other = rig.map().tx_packet(5);
  const std::vector<uint8_t> octets(256, 0xA5);
  rig.memory().write(other, octets.data(), octets.size());
  const auto descriptor = Descriptor{other, 256}.octets();
  rig.memory().write(rig.map().tx_ring, descriptor.data(), descriptor.size());
  rig.run_to(4000);
  ASSERT_EQ(rig.taken.size(), 1u);
  EXPECT_EQ(rig.taken[0].packet->data, std::vector<uint8_t>(242, 0xA5));
}

TEST(NicRings, RepeatedTlpsLoseNothing) {
  PcieConfig pcie;
  pcie.tlp_error_rate = 0.05;
  pcie.nak_error_rate = 0.2;
  NicRig rig(small_rings(), pcie, false);
  fill(rig, false);
  rig.run_to(600000);
  expect_all(rig, false);
}

}  // namespace
}  // namespace tinsim
