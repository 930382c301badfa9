// SPDX-License-Identifier: Apache-2.0
// Small images that use the control processor's devices.
#include "tests/unit/ecp_devices_fixture.h"

namespace tinsim {
namespace {

class EcpImages : public EcpDevices {};

TEST_F(EcpImages, AnImageSleepsUntilItsTimerInterrupts) {
  // ldr r1, =TIMER; ldr r0, =NVIC_ISER; movs r2, #1; str r2, [r0]; movs r2, #5; str r2, [r1, #8]
  // movs r2, #0; str r2, [r1, #12]; movs r2, #1; str r2, [r1, #16]; 1: wfi; b 1b
  use({0x4905, 0x4806, 0x2201, 0x6002, 0x2205, 0x608a, 0x2200, 0x60ca, 0x2201, 0x610a, 0xbf30,
       0xe7fd, 0x0000, 0x4000, 0xe100, 0xe000});
  ecp->advance(5 * kTestMhz);
  EXPECT_EQ(ecp->counts().instructions, 11u);
  EXPECT_EQ(ecp->counts().sleeps, 1u);
  ecp->advance(5 * kTestMhz + 1);
  EXPECT_EQ(ecp->core().registers().exception, 16u + ECP_IRQ_TIMER);
}

TEST_F(EcpImages, AnImageReturnsTheMosWordsOfPort3) {
  // ldr r1, =MOS + 0x60; 1: ldr r0, [r1]; lsls r0, #31; beq 1b; ldr r2, [r1, #4]; ldr r3, [r1, #8]
  // str r2, [r1, #16]; str r3, [r1, #20]; b 1b
  use({0x4904, 0x6808, 0x07c0, 0xd0fc, 0x684a, 0x688b, 0x610a, 0x614b, 0xe7f7, 0x0000, 0x0060,
       0x4001});
  for (uint64_t i = 0; i < 20; ++i) {
    ecp->receive(3, EcpMosWord{i << 40 | i, static_cast<uint8_t>(i & 15)});
    ecp->advance(ecp->cycle() + 30);
    ASSERT_EQ(mos.sent.size(), i + 1);
    EXPECT_EQ(mos.sent[i].second, (EcpMosWord{i << 40 | i, static_cast<uint8_t>(i & 15)}));
  }
}

TEST_F(EcpImages, AnImageReturnsFramesByTheInterfaceOfArrival) {
  // ldr r1, =PKT; ldr r4, =RX_WINDOW; ldr r5, =TX_WINDOW; 1: ldr r0, [r1]; lsls r0, #31; beq 1b
  // ldr r2, [r1, #4]; str r2, [r1, #20]; ldr r3, [r1, #8]; str r3, [r1, #16]; movs r3, #0
  // 2: ldrb r0, [r4, r3]; strb r0, [r5, r3]; adds r3, #1; cmp r3, r2; bne 2b
  // str r3, [r1, #24]; str r3, [r1, #12]; b 1b
  use({0x4909, 0x4c0a, 0x4d0a, 0x6808, 0x07c0, 0xd0fc, 0x684a, 0x614a, 0x688b,
       0x610b, 0x2300, 0x5ce0, 0x54e8, 0x3301, 0x4293, 0xd1fa, 0x618b, 0x60cb,
       0xe7ef, 0x0000, 0x0000, 0x4002, 0x0000, 0x4003, 0x4000, 0x4003});
  for (const std::size_t bytes : {60u, 61u, 1514u}) {
    EcpFrame frame;
    for (std::size_t i = 0; i < bytes; ++i) frame.octets.push_back(static_cast<uint8_t>(i * 7));
    frame.interface = ECP_INTERFACE_MAC;
    ecp->receive(frame);
    ecp->advance(ecp->cycle() + 10'000);
    ASSERT_FALSE(port.sent.empty());
    EXPECT_EQ(port.sent.back().octets, frame.octets);
    EXPECT_EQ(port.sent.back().interface, ECP_INTERFACE_MAC);
  }
  EXPECT_EQ(ecp->packets().sent(), 3u);
}

TEST_F(EcpImages, ARebootLoadsTheImageAgainAndKeepsTheChipsRegisters) {
  // ldr r1, =SYSCTL; ldr r6, [r1]; ldr r5, [r1, #20]; ldr r4, =0x2000; ldr r3, [r4]; str r5, [r4]
  // adds r7, #1; cmp r6, #0; bne 1f; ldr r0, =REBOOT_KEY; str r0, [r1, #4]; 1: b 1b
  use({0x4905, 0x680e, 0x694d, 0x4c05, 0x6823, 0x6025, 0x3701, 0x2e00, 0xd101, 0x4803, 0x6048,
       0xe7fe, 0x1000, 0x4000, 0x2000, 0x0000, 0x07e5, 0x5eb0});
  registers.values[4] = 9;
  ecp->advance(100);
  EXPECT_EQ(ecp->counts().reboots, 1u);
  const auto& r = ecp->core().registers().r;
  EXPECT_EQ(r[6], ECP_RESET_REBOOT);
  EXPECT_EQ(r[3], 0u);  // what the first run stored is lost
  EXPECT_EQ(r[7], 1u);
  EXPECT_EQ(registers.values[4], 9u);
  EXPECT_EQ(ecp->cycle(), 100u);
}

TEST(EcpNothingConnected, TransmittersAreNeverReadyAndRegistersFault) {
  EcpParams params;
  params.identity.mos_ports = 4;
  params.timing = {1, 0};
  Program program{{0x6808, 0x6813, 0x681c}, {{3, kHandler}}};  // ldr r0, [r1]; ldr r3, [r2]; …
  program.code.resize(0x50, 0xe7fe);
  ControlProcessor ecp(std::make_shared<const EcpImage>(program.bytes()), params);
  auto& r = ecp.core().registers().r;
  r[1] = ECP_MOS_BASE + ECP_MOS_TX_STATUS;
  r[2] = ECP_PKT_BASE + ECP_PKT_TX_STATUS;
  ecp.advance(2);
  EXPECT_EQ(r[0], 0u);
  EXPECT_EQ(r[3], 0u);
  r[3] = ECP_REGISTER_BUS_BASE;
  ecp.advance(4);
  EXPECT_EQ(ecp.counts().hard_faults, 1u);
}

}  // namespace
}  // namespace tinsim
