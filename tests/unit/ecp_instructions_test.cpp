// SPDX-License-Identifier: Apache-2.0
// Instructions of the control processor's core, with results computed by hand from the operations
// of ARM DDI 0419, A6.7.
#include "base/errors.h"
#include "tests/unit/ecp_core_fixture.h"

namespace tinsim {
namespace {

constexpr unsigned kN = 8, kZ = 4, kC = 2, kV = 1;

struct Vector {
  const char* text;
  uint16_t code;
  uint32_t r0, r1, r2;
  unsigned before;
  uint32_t result;
  unsigned after;
};

const Vector kVectors[] = {
    {"adds r0, r1, r2", 0x1888, 0, 0x7fffffff, 1, 0, 0x80000000, kN | kV},
    {"adds r0, r1, r2", 0x1888, 0, 0xffffffff, 1, 0, 0, kZ | kC},
    {"adds r0, r1, r2", 0x1888, 0, 0x80000000, 0x80000000, 0, 0, kZ | kC | kV},
    {"subs r0, r1, r2", 0x1a88, 0, 3, 5, kC, 0xfffffffe, kN},
    {"subs r0, r1, r2", 0x1a88, 0, 0x80000000, 1, 0, 0x7fffffff, kC | kV},
    {"adcs r0, r1", 0x4148, 0xffffffff, 0, 0, kC, 0, kZ | kC},
    {"adcs r0, r1", 0x4148, 0x7fffffff, 0, 0, kC, 0x80000000, kN | kV},
    {"adcs r0, r1", 0x4148, 1, 2, 0, 0, 3, 0},
    {"sbcs r0, r1", 0x4188, 5, 3, 0, kC, 2, kC},
    {"sbcs r0, r1", 0x4188, 5, 3, 0, 0, 1, kC},
    {"sbcs r0, r1", 0x4188, 3, 3, 0, 0, 0xffffffff, kN},
    {"sbcs r0, r1", 0x4188, 0x80000000, 1, 0, kC, 0x7fffffff, kC | kV},
    {"sbcs r0, r1", 0x4188, 0, 0xffffffff, 0, 0, 0, kZ},
    {"rsbs r0, r1, #0", 0x4248, 9, 0, 0, 0, 0, kZ | kC},
    {"rsbs r0, r1, #0", 0x4248, 9, 1, 0, kC, 0xffffffff, kN},
    {"rsbs r0, r1, #0", 0x4248, 9, 0x80000000, 0, 0, 0x80000000, kN | kV},
    {"cmp r0, r1", 0x4288, 3, 5, 0, kC, 3, kN},
    {"cmp r0, r1", 0x4288, 5, 5, 0, 0, 5, kZ | kC},
    {"muls r0, r1", 0x4348, 0xffffffff, 0xffffffff, 0, kC | kV, 1, kC | kV},
    {"muls r0, r1", 0x4348, 0x10000, 0x10000, 0, 0, 0, kZ},
    {"lsls r0, r1", 0x4088, 1, 32, 0, 0, 0, kZ | kC},
    {"lsls r0, r1", 0x4088, 0xffffffff, 33, 0, kC, 0, kZ},
    {"lsls r0, r1", 0x4088, 0x80000000, 0x100, 0, kC, 0x80000000, kN | kC},
    {"lsrs r0, r1", 0x40c8, 0x80000000, 32, 0, 0, 0, kZ | kC},
    {"lsrs r0, r1", 0x40c8, 0xffffffff, 33, 0, kC, 0, kZ},
    {"asrs r0, r1", 0x4108, 0x80000000, 200, 0, 0, 0xffffffff, kN | kC},
    {"asrs r0, r1", 0x4108, 0x7fffffff, 40, 0, kC, 0, kZ},
    {"rors r0, r1", 0x41c8, 1, 1, 0, 0, 0x80000000, kN | kC},
    {"rors r0, r1", 0x41c8, 0x80000001, 32, 0, 0, 0x80000001, kN | kC},
    {"rors r0, r1", 0x41c8, 0x80000001, 0, 0, 0, 0x80000001, kN},
    {"lsls r0, r1, #31", 0x07c8, 0, 3, 0, 0, 0x80000000, kN | kC},
    {"lsrs r0, r1, #32", 0x0808, 0, 0x80000000, 0, 0, 0, kZ | kC},
    {"asrs r0, r1, #32", 0x1008, 0, 0x80000000, 0, 0, 0xffffffff, kN | kC},
    {"movs r0, r1", 0x0008, 1, 0, 0, kC, 0, kZ | kC},
};

TEST(EcpInstructions, ArithmeticHasResultsAndFlagsOfItsDefinition) {
  for (const Vector& v : kVectors) {
    TestCore test({{v.code}, {}});
    test.r(0) = v.r0;
    test.r(1) = v.r1;
    test.r(2) = v.r2;
    test.core.registers().flags.set_apsr(v.before << 28);
    ASSERT_EQ(test.core.run(1), 1u);
    EXPECT_EQ(test.r(0), v.result) << v.text << " of " << v.r0 << ", " << v.r1;
    EXPECT_EQ(test.flags(), v.after) << v.text << " of " << v.r0 << ", " << v.r1;
  }
}

TEST(EcpInstructions, MultipleTransfersWriteTheBaseUnlessItIsLoaded) {
  // stmia r0!, {r1, r2, r3}; ldmia r6!, {r4, r5}; ldmia r0, {r0, r1}
  TestCore test({{0xc00e, 0xce30, 0xc803}, {}});
  test.r(0) = test.r(6) = 0x4000;
  test.r(1) = 11;
  test.r(2) = 22;
  test.r(3) = 33;
  test.core.run(2);
  EXPECT_EQ(test.r(0), 0x400cu);
  EXPECT_EQ(test.word(0x4000), 11u);
  EXPECT_EQ(test.word(0x4004), 22u);
  EXPECT_EQ(test.word(0x4008), 33u);
  EXPECT_EQ(test.r(6), 0x4008u);
  EXPECT_EQ(test.r(4), 11u);
  EXPECT_EQ(test.r(5), 22u);
  test.r(0) = 0x4000;
  test.core.run(1);
  EXPECT_EQ(test.r(0), 11u);
  EXPECT_EQ(test.r(1), 22u);
}

TEST(EcpInstructions, PushAndPopReturnToTheCaller) {
  // bl +4 (to 0x108); nop; nop; push {r4, lr}; movs r4, #5; pop {r4, pc}
  TestCore test({{0xf000, 0xf802, 0x46c0, 0x46c0, 0xb510, 0x2405, 0xbd10}, {}});
  test.r(4) = 44;
  test.core.run(2);
  EXPECT_EQ(test.word(kTestStack - 8), 44u);
  EXPECT_EQ(test.word(kTestStack - 4), 0x105u);
  test.core.run(2);
  EXPECT_EQ(test.core.registers().pc, 0x104u);
  EXPECT_EQ(test.r(4), 44u);
  EXPECT_EQ(test.r(13), kTestStack);
}

TEST(EcpInstructions, ABudgetIsExecutedToTheInstruction) {
  // adds r0, #1; b .-2
  TestCore test({{0x3001, 0xe7fd}, {}});
  EXPECT_EQ(test.core.run(1), 1u);
  EXPECT_EQ(test.r(0), 1u);
  EXPECT_EQ(test.core.run(1000), 1000u);
  EXPECT_EQ(test.r(0), 501u);
  EXPECT_EQ(test.core.instructions(), 1001u);
  EXPECT_EQ(test.core.cycle(), 1001u);
}

TEST(EcpInstructions, CodeContinuesInTheNextPage) {
  std::vector<uint16_t> code((kEcpPageBytes - kTestCode) / 2 - 1, 0x3001);  // adds r0, #1
  const std::size_t steps = code.size();
  code.insert(code.end(), {0xf000, 0xf801, 0x3001, 0x3101});  // bl .+6; adds r0; adds r1, #1
  TestCore test({code, {}});
  test.core.run(steps + 2);
  EXPECT_EQ(test.r(0), steps);
  EXPECT_EQ(test.r(14), (kEcpPageBytes + 2) | 1);
  EXPECT_EQ(test.r(1), 1u);
}

TEST(EcpSram, CodeThatIsWrittenIsDecodedAgain) {
  // strh r1, [r2]; b +0 (to 0x104); adds r0, #1; b .-6
  TestCore test({{0x8011, 0xe7ff, 0x3001, 0xe7fb}, {}});
  test.r(1) = 0x3001;
  test.r(2) = 0x104;
  test.core.run(3);
  EXPECT_EQ(test.r(0), 1u);
  test.r(1) = 0x3064;  // adds r0, #100
  test.core.run(4);
  EXPECT_EQ(test.core.registers().pc, 0x106u);
  EXPECT_EQ(test.r(0), 101u);
  test.poke(0x104, 0xe7fb300a);  // adds r0, #10; b .-6
  test.r(1) = 0x300a;
  test.core.run(4);
  EXPECT_EQ(test.r(0), 111u);
}

TEST(EcpSram, CodeLoadedToAnEmptyPageIsExecuted) {
  // strh r1, [r2]; strh r3, [r2, #2]; bx r4
  TestCore test({{0x8011, 0x8053, 0x4720}, {}});
  test.r(1) = 0x3005;  // adds r0, #5
  test.r(2) = 0x40000;
  test.r(3) = 0x4770;  // bx lr
  test.r(4) = 0x40001;
  test.r(14) = kTestCode | 1;
  test.core.run(5);
  EXPECT_EQ(test.r(0), 5u);
  test.r(1) = 0x3006;
  test.core.run(5);
  EXPECT_EQ(test.r(0), 11u);
}

TEST(EcpSram, ChipsShareAnImageUntilTheyWrite) {
  const auto image = std::make_shared<const EcpImage>(
      Program{{0x6011, 0xe7fd}, {}}.bytes());  // str r1, [r2]; b .-2
  EmptyBus bus;
  Armv6mCore first(image, bus), second(image, bus);
  const std::size_t before = first.sram().host_bytes();
  first.registers().r[1] = 7;
  first.registers().r[2] = 0x40;
  first.run(10);
  second.run(0);
  EXPECT_EQ(first.sram().load<uint32_t>(0x40), 7u);
  EXPECT_EQ(second.sram().load<uint32_t>(0x40), 0u);
  EXPECT_EQ(second.sram().host_bytes(), before);
  EXPECT_GT(first.sram().host_bytes(), before);
  first.sram().reload();
  EXPECT_EQ(first.sram().load<uint32_t>(0x40), 0u);
  EXPECT_EQ(first.sram().host_bytes(), before);
}

TEST(EcpImage, IsRefusedIfItIsEmptyOrTooLong) {
  EXPECT_THROW(EcpImage({}), ConfigError);
  EXPECT_THROW(EcpImage(std::vector<uint8_t>(ECP_SRAM_BYTES + 1)), ConfigError);
  EXPECT_NO_THROW(EcpImage(std::vector<uint8_t>(ECP_SRAM_BYTES)));
}

}  // namespace
}  // namespace tinsim
