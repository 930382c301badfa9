// SPDX-License-Identifier: Apache-2.0
// Registers of the control processor's devices, as docs/reference/control_processor.md describes
// them, by single accesses of its core.
#include "tests/unit/ecp_devices_fixture.h"

namespace tinsim {
namespace {

TEST_F(EcpDevices, TheTimerCountsMicroseconds) {
  ecp->advance(12'345 * kTestMhz);
  EXPECT_EQ(read(ECP_TIMER_BASE + ECP_TIMER_LO), 12'345u);
  EXPECT_EQ(read(ECP_TIMER_BASE + ECP_TIMER_HI), 0u);
  ecp->advance(((uint64_t{1} << 32) + 6) * kTestMhz);
  EXPECT_EQ(read(ECP_TIMER_BASE + ECP_TIMER_LO), 6u);
  EXPECT_EQ(read(ECP_TIMER_BASE + ECP_TIMER_HI), 1u);
}

TEST_F(EcpDevices, TheTimerLatchesItsUpperHalf) {
  ecp->advance(((uint64_t{1} << 32) - 1) * kTestMhz);
  EXPECT_EQ(read(ECP_TIMER_BASE + ECP_TIMER_LO), 0xffffffffu);
  ecp->advance(((uint64_t{1} << 32) + 1) * kTestMhz);
  EXPECT_EQ(read(ECP_TIMER_BASE + ECP_TIMER_HI), 0u);
}

TEST_F(EcpDevices, AComparisonExpiresOnce) {
  write(ECP_TIMER_BASE + ECP_TIMER_CONTROL, ECP_TIMER_CONTROL_IRQ_ENABLE);
  write(ECP_TIMER_BASE + ECP_TIMER_COMPARE_LO, 10);
  ecp->advance(20 * kTestMhz);
  EXPECT_EQ(read(ECP_TIMER_BASE + ECP_TIMER_STATUS), 0u);  // not armed yet
  write(ECP_TIMER_BASE + ECP_TIMER_COMPARE_LO, 30);
  write(ECP_TIMER_BASE + ECP_TIMER_COMPARE_HI, 0);
  ecp->advance(30 * kTestMhz - 2);
  EXPECT_FALSE(is_pending(ECP_IRQ_TIMER));
  ecp->advance(30 * kTestMhz);
  EXPECT_TRUE(is_pending(ECP_IRQ_TIMER));
  EXPECT_EQ(read(ECP_TIMER_BASE + ECP_TIMER_STATUS), ECP_TIMER_STATUS_EXPIRED);
  write(ECP_TIMER_BASE + ECP_TIMER_STATUS, ECP_TIMER_STATUS_EXPIRED);
  ecp->advance(100 * kTestMhz);
  EXPECT_EQ(read(ECP_TIMER_BASE + ECP_TIMER_STATUS), 0u);
}

TEST_F(EcpDevices, IdentityIsThatOfTheChip) {
  EXPECT_EQ(read(ECP_SYSCTL_BASE + ECP_SYSCTL_CHIP_ADDRESS), 0x1234u);
  EXPECT_EQ(read(ECP_SYSCTL_BASE + ECP_SYSCTL_CHIP_NUMBER), 7u);
  EXPECT_EQ(read(ECP_SYSCTL_BASE + ECP_SYSCTL_MAC_LO), 0x02010002u);
  EXPECT_EQ(read(ECP_SYSCTL_BASE + ECP_SYSCTL_MAC_HI), 0x0200u);
  EXPECT_EQ(read(ECP_SYSCTL_BASE + ECP_SYSCTL_CLOCK_MHZ), kTestMhz);
  EXPECT_EQ(read(ECP_SYSCTL_BASE + ECP_SYSCTL_MOS_PORTS), 50u);
  EXPECT_EQ(read(ECP_SYSCTL_BASE + ECP_SYSCTL_ICMP_PER_S), 2500u);
  EXPECT_EQ(read(ECP_SYSCTL_BASE + ECP_SYSCTL_ICMP_BURST), 3u);
  EXPECT_EQ(read(ECP_SYSCTL_BASE + ECP_SYSCTL_FEATURES), ECP_SYSCTL_FEATURE_MAC);
  EXPECT_EQ(read(ECP_SYSCTL_BASE + ECP_SYSCTL_RESET_CAUSE), ECP_RESET_POWER_ON);
  const uint32_t first = read(ECP_SYSCTL_BASE + ECP_SYSCTL_RANDOM);
  EXPECT_NE(read(ECP_SYSCTL_BASE + ECP_SYSCTL_RANDOM), first);
  SetUp();
  EXPECT_EQ(read(ECP_SYSCTL_BASE + ECP_SYSCTL_RANDOM), first);
}

TEST_F(EcpDevices, MailboxesHoldWordsInOrderAndReportLostOnes) {
  const uint32_t box = ECP_MOS_BASE + 40 * ECP_MOS_PORT_STRIDE;
  EXPECT_EQ(read(box + ECP_MOS_RX_STATUS), 0u);
  EXPECT_EQ(read(box + ECP_MOS_RX_HI), 0u);
  for (uint64_t i = 0; i < MosMailboxes::kDepth + 2; ++i) {
    ecp->receive(40, EcpMosWord{0xabcd'1234'5600 + i, static_cast<uint8_t>(i % 16)});
  }
  EXPECT_EQ(read(box + ECP_MOS_RX_STATUS), 0x14001u);
  EXPECT_EQ(read(ECP_MOS_BASE + ECP_MOS_PENDING_HI), 1u << 8);
  EXPECT_EQ(read(ECP_MOS_BASE + ECP_MOS_PENDING_LO), 0u);
  for (uint32_t i = 0; i < MosMailboxes::kDepth; ++i) {
    EXPECT_EQ(read(box + ECP_MOS_RX_LO), 0x12345600 + i);
    EXPECT_EQ(read(box + ECP_MOS_RX_HI), (i % 16) << 16 | 0xabcd);
  }
  write(box + ECP_MOS_RX_STATUS, ECP_MOS_RX_STATUS_OVERFLOW);
  EXPECT_EQ(read(box + ECP_MOS_RX_STATUS), 0u);
  EXPECT_EQ(ecp->mos().lost(), 2u);
}

TEST_F(EcpDevices, MailboxesSendWhereTheTransmitterIsReady) {
  const uint32_t box = ECP_MOS_BASE + 3 * ECP_MOS_PORT_STRIDE;
  EXPECT_EQ(read(box + ECP_MOS_TX_STATUS), ECP_MOS_TX_STATUS_READY);
  write(box + ECP_MOS_TX_LO, 0x89abcdef);
  write(box + ECP_MOS_TX_HI, 0xfff54567);
  ASSERT_EQ(mos.sent.size(), 1u);
  EXPECT_EQ(mos.sent[0].first, 3u);
  EXPECT_EQ(mos.sent[0].second, (EcpMosWord{0x4567'89ab'cdef, 5}));
  mos.busy = {3};
  EXPECT_EQ(read(box + ECP_MOS_TX_STATUS), 0u);
  write(box + ECP_MOS_TX_HI, 1);
  EXPECT_EQ(mos.sent.size(), 1u);
}

TEST_F(EcpDevices, LinesAreHighWhileTheirCauseHolds) {
  ecp->receive(2, EcpMosWord{1, 0});
  EXPECT_FALSE(is_pending(ECP_IRQ_MOS));
  write(ECP_MOS_BASE + 2 * ECP_MOS_PORT_STRIDE + ECP_MOS_CONTROL, 1);
  EXPECT_TRUE(is_pending(ECP_IRQ_MOS));
  ecp->receive(EcpFrame{std::vector<uint8_t>(60), 0, 0});
  EXPECT_FALSE(is_pending(ECP_IRQ_PACKET_RX));
  write(ECP_PKT_BASE + ECP_PKT_CONTROL, 3);
  EXPECT_TRUE(is_pending(ECP_IRQ_PACKET_RX));
  EXPECT_TRUE(is_pending(ECP_IRQ_PACKET_TX));
  EXPECT_FALSE(is_pending(ECP_IRQ_LINK));
  ecp->set_line(ECP_IRQ_LINK, true);
  EXPECT_TRUE(is_pending(ECP_IRQ_LINK));
}

TEST_F(EcpDevices, FramesWaitInOrderAndReportLostOnes) {
  for (uint8_t i = 0; i < PacketBuffers::kDepth + 1; ++i) {
    EcpFrame frame;
    frame.octets.assign(100 + i, i);
    frame.interface = ECP_INTERFACE_MAC;
    frame.reason = ECP_TRAP_NOT_IP;
    ecp->receive(frame);
  }
  EXPECT_EQ(read(ECP_PKT_BASE + ECP_PKT_RX_STATUS), 0x11001u);
  for (uint32_t i = 0; i < PacketBuffers::kDepth; ++i) {
    EXPECT_EQ(read(ECP_PKT_BASE + ECP_PKT_RX_LEN), 100 + i);
    EXPECT_EQ(read(ECP_PKT_BASE + ECP_PKT_RX_META), 0x202u);
    EXPECT_EQ(read(ECP_PKT_RX_WINDOW + 96), i * 0x01010101);
    write(ECP_PKT_BASE + ECP_PKT_RX_POP, 0);
  }
  EXPECT_EQ(read(ECP_PKT_BASE + ECP_PKT_RX_STATUS), 0x10000u);
  write(ECP_PKT_BASE + ECP_PKT_RX_STATUS, ECP_PKT_RX_STATUS_OVERFLOW);
  EXPECT_EQ(read(ECP_PKT_BASE + ECP_PKT_RX_STATUS), 0u);
  EXPECT_EQ(read(ECP_PKT_RX_WINDOW), 0u);
}

TEST_F(EcpDevices, FramesAreRefusedThatCannotLeave) {
  const uint32_t status = ECP_PKT_BASE + ECP_PKT_TX_STATUS;
  EXPECT_EQ(read(status), ECP_PKT_TX_STATUS_READY);
  write(ECP_PKT_BASE + ECP_PKT_TX_LEN, 13);
  write(ECP_PKT_BASE + ECP_PKT_TX_SEND, 0);
  EXPECT_EQ(read(status), ECP_PKT_TX_STATUS_READY | ECP_PKT_TX_STATUS_REFUSED);
  write(ECP_PKT_BASE + ECP_PKT_TX_LEN, ECP_PKT_WINDOW_BYTES + 1);
  write(ECP_PKT_BASE + ECP_PKT_TX_SEND, 0);
  EXPECT_TRUE(port.sent.empty());
  write(ECP_PKT_TX_WINDOW + 12, 0x0608);
  write(ECP_PKT_BASE + ECP_PKT_TX_META, ECP_INTERFACE_NIC1);
  write(ECP_PKT_BASE + ECP_PKT_TX_LEN, 60);
  write(ECP_PKT_BASE + ECP_PKT_TX_SEND, 0);
  EXPECT_EQ(read(status), ECP_PKT_TX_STATUS_READY);
  ASSERT_EQ(port.sent.size(), 1u);
  EXPECT_EQ(port.sent[0].octets.size(), 60u);
  EXPECT_EQ(port.sent[0].octets[12], 0x08);
  EXPECT_EQ(port.sent[0].octets[13], 0x06);
  EXPECT_EQ(port.sent[0].interface, ECP_INTERFACE_NIC1);
}

TEST_F(EcpDevices, ARegisterOfTheChipStallsTheCore) {
  const uint64_t begin = ecp->cycle();
  write(ECP_REGISTER_BUS_BASE + 8, 0xcafe);
  EXPECT_EQ(registers.values[8], 0xcafeu);
  EXPECT_EQ(registers.last, begin + kTestRegisterCycles);
  EXPECT_EQ(ecp->cycle(), begin + 1 + kTestRegisterCycles);
  EXPECT_EQ(read(ECP_REGISTER_BUS_BASE + 8), 0xcafeu);
  EXPECT_EQ(ecp->counts().register_reads, 1u);
  EXPECT_EQ(ecp->counts().register_writes, 1u);
}

TEST_F(EcpDevices, WhatIsNotThereFaults) {
  const uint32_t words[] = {ECP_SRAM_BYTES,
                            ECP_TIMER_BASE + 0x18,
                            ECP_SYSCTL_BASE + 0x30,
                            ECP_MOS_BASE + 0x1c,
                            ECP_MOS_BASE + 50 * ECP_MOS_PORT_STRIDE,
                            ECP_PKT_BASE + 0x24,
                            0x40038000,
                            0x50000000,
                            ECP_REGISTER_BUS_BASE + 64,
                            ECP_REGISTER_BUS_BASE + ECP_REGISTER_BUS_BYTES};
  for (const uint32_t address : words) {
    EXPECT_TRUE(faults(0x100, address)) << std::hex << address;
    EXPECT_TRUE(faults(0x104, address)) << std::hex << address;
  }
  EXPECT_TRUE(faults(0x104, ECP_PKT_RX_WINDOW));
  for (const uint32_t address :
       {ECP_TIMER_BASE, ECP_SYSCTL_BASE, ECP_MOS_BASE, ECP_PKT_BASE, ECP_REGISTER_BUS_BASE}) {
    EXPECT_TRUE(faults(0x108, address)) << std::hex << address;
    EXPECT_TRUE(faults(0x10c, address)) << std::hex << address;
  }
  EXPECT_FALSE(faults(0x10c, ECP_PKT_TX_WINDOW + 1));
}

}  // namespace
}  // namespace tinsim
