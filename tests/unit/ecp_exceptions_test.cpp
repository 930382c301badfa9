// SPDX-License-Identifier: Apache-2.0
// Exceptions of the control processor's core: entry, return, priorities, sleep, faults, SysTick, as
// ARM DDI 0419, B1.5 and B3 define them.
#include "tests/unit/ecp_core_fixture.h"

namespace tinsim {
namespace {

constexpr uint16_t kNop = 0x46c0, kBxLr = 0x4770, kLoop = 0xe7fe;  // b .
constexpr uint32_t kEnableIrq = 0xe000e100, kPendIrq = 0xe000e200, kIrqPriorities = 0xe000e400,
                   kIcsr = 0xe000ed04, kSystemPriorities = 0xe000ed20, kScr = 0xe000ed10,
                   kTickControl = 0xe000e010, kTickReload = 0xe000e014, kTickCurrent = 0xe000e018;

TEST(EcpExceptions, AFrameIsAlignedAndHoldsTheCallersRegisters) {
  // 0x100: svc #7; nop    0x108: bx lr
  TestCore test({{0xdf07, kNop, kNop, kNop, kBxLr}, {{11, 0x108}}});
  const unsigned saved[] = {0, 1, 2, 3, 12, 14};
  for (unsigned r : saved) test.r(r) = 0x1000 + r;
  test.r(13) = 0x7ffc;
  test.core.registers().flags.set_apsr(0xa0000000);
  test.core.run(1);
  test.core.run(1);  // bx lr
  for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(test.word(0x7fd8 + 4 * i), 0x1000 + saved[i]);
  EXPECT_EQ(test.word(0x7fd8 + 24), 0x102u);
  EXPECT_EQ(test.word(0x7fd8 + 28), 0xa1000200u);
  EXPECT_EQ(test.r(13), 0x7ffcu);
  EXPECT_EQ(test.r(14), 0x100eu);
  EXPECT_EQ(test.core.registers().pc, 0x102u);
  EXPECT_EQ(test.core.registers().exception, 0u);
  EXPECT_EQ(test.flags(), 0xau);
}

TEST(EcpExceptions, ThreadsOnTheProcessStackReturnToIt) {
  // msr psp, r0; msr control, r1; isb; svc #0; nop    0x110: mov r7, lr; mov r6, sp; bx lr
  TestCore test(
      {{0xf380, 0x8809, 0xf381, 0x8814, 0xf3bf, 0x8f6f, 0xdf00, kNop, 0x4677, 0x466e, kBxLr},
       {{11, 0x110}}});
  test.r(0) = 0x6000;
  test.r(1) = 2;
  test.core.run(4);
  EXPECT_EQ(test.r(13), 0x6000u);
  test.core.run(2);
  EXPECT_EQ(test.r(7), 0xfffffffdu);
  EXPECT_EQ(test.r(6), kTestStack);
  EXPECT_EQ(test.word(0x6000 - 32 + 24), 0x10eu);
  test.core.run(1);
  EXPECT_EQ(test.r(13), 0x6000u);
  EXPECT_EQ(test.core.registers().pc, 0x10eu);
}

/// Interrupt 0 at 0x110, 1 at 0x120: each adds its number and one to R7 times 16, and returns.
Program two_interrupts() {
  Program program;
  program.code.assign(0x20, kNop);
  program.code[0] = kLoop;
  // lsls r7, #4; adds r7, #1; bx lr
  const uint16_t first[] = {0x013f, 0x3701, kBxLr}, second[] = {0x013f, 0x3702, kBxLr};
  std::copy_n(first, 3, &program.code[8]);
  std::copy_n(second, 3, &program.code[16]);
  program.vectors = {{16, 0x110}, {17, 0x120}};
  return program;
}

TEST(EcpExceptions, TheMoreUrgentIsTakenFirstThenTheLowerNumber) {
  for (const bool is_second_urgent : {false, true}) {
    TestCore test(two_interrupts());
    auto& system = test.core.system();
    system.write(kIrqPriorities, is_second_urgent ? 0x0080 : 0x4040, 0);
    system.write(kEnableIrq, 3, 0);
    system.write(kPendIrq, 3, 0);
    test.core.run(7);
    EXPECT_EQ(test.r(7), is_second_urgent ? 0x21u : 0x12u);
    EXPECT_EQ(test.core.registers().pc, 0x100u);
  }
}

TEST(EcpExceptions, AHandlerIsInterruptedByAMoreUrgentOneOnly) {
  for (const uint32_t priorities : {0x0040u, 0x4000u, 0x4040u}) {
    TestCore test(two_interrupts());
    auto& system = test.core.system();
    system.write(kIrqPriorities, priorities, 0);
    system.write(kEnableIrq, 3, 0);
    system.write(kPendIrq, 1, 0);
    test.core.run(1);  // in the first handler
    system.write(kPendIrq, 2, 0);
    test.core.run(5);
    const bool nests = priorities == 0x0040;
    // The second runs between the two instructions of the first.
    EXPECT_EQ(test.r(7), nests ? 0x3u : 0x12u);
  }
}

TEST(EcpExceptions, PrimaskHoldsInterruptsBack) {
  // cpsid i; nop; cpsie i; b .
  Program program = two_interrupts();
  const uint16_t code[] = {0xb672, kNop, 0xb662, kLoop};
  std::copy_n(code, 4, program.code.begin());
  TestCore test(program);
  test.core.run(1);
  test.core.system().write(kEnableIrq, 1, 0);
  test.core.system().write(kPendIrq, 1, 0);
  test.core.run(1);
  EXPECT_EQ(test.core.registers().pc, 0x104u);
  test.core.run(2);
  EXPECT_EQ(test.core.registers().exception, 16u);
}

TEST(EcpExceptions, ALineThatStaysHighInterruptsAgain) {
  TestCore test(two_interrupts());
  test.core.system().write(kEnableIrq, 1, 0);
  test.bus.levels = 1;
  test.core.run(9);
  EXPECT_EQ(test.r(7), 0x111u);
  test.bus.levels = 0;
  test.core.run(3);  // one that was pending already
  test.core.run(1);
  EXPECT_EQ(test.core.registers().pc, 0x100u);
}

TEST(EcpExceptions, WfiWakesWithPrimaskAndTakesNothing) {
  // cpsid i; wfi; adds r0, #1; b .
  Program program = two_interrupts();
  const uint16_t code[] = {0xb672, 0xbf30, 0x3001, kLoop};
  std::copy_n(code, 4, program.code.begin());
  TestCore test(program);
  test.core.system().write(kEnableIrq, 1, 0);
  EXPECT_EQ(test.core.run(100), 2u);
  EXPECT_TRUE(test.core.sleeps());
  EXPECT_EQ(test.core.run(100), 0u);
  test.bus.levels = 1;
  EXPECT_EQ(test.core.run(1), 1u);
  EXPECT_EQ(test.r(0), 1u);
  EXPECT_EQ(test.core.registers().exception, 0u);
}

TEST(EcpExceptions, WfeWaitsForAnEventAndUsesItUp) {
  // sev; wfe; adds r0, #1; wfe; adds r0, #1
  TestCore test({{0xbf40, 0xbf20, 0x3001, 0xbf20, 0x3001}, {}});
  EXPECT_EQ(test.core.run(100), 4u);
  EXPECT_EQ(test.r(0), 1u);
  EXPECT_TRUE(test.core.sleeps());
}

TEST(EcpExceptions, SleepOnExitSleepsAfterTheHandler) {
  TestCore test(two_interrupts());
  auto& system = test.core.system();
  system.write(kScr, 2, 0);
  system.write(kEnableIrq, 1, 0);
  system.write(kPendIrq, 1, 0);
  EXPECT_EQ(test.core.run(100), 3u);
  EXPECT_TRUE(test.core.sleeps());
  system.write(kPendIrq, 1, 0);
  EXPECT_EQ(test.core.run(100), 3u);
  EXPECT_EQ(test.r(7), 0x11u);
}

TEST(EcpExceptions, PendSvRunsBehindSysTick) {
  Program program = two_interrupts();
  program.vectors = {{14, 0x110}, {15, 0x120}};
  TestCore test(program);
  test.core.system().write(kSystemPriorities, 0x40c00000, 0);
  test.core.system().write(kIcsr, 1u << 28 | 1u << 26, 0);
  test.core.run(6);
  EXPECT_EQ(test.r(7), 0x21u);
}

TEST(EcpExceptions, SysTickCountsCyclesOfTheCore) {
  Program program = two_interrupts();
  program.vectors = {{15, 0x110}};
  TestCore test(program);
  auto& system = test.core.system();
  system.write(kTickReload, 99, 0);
  system.write(kTickCurrent, 0, 0);
  system.write(kTickControl, 3, 0);
  EXPECT_EQ(system.read(kTickCurrent, 0, 1), 99u);
  test.core.run_until(100);
  EXPECT_EQ(test.core.registers().exception, 0u);
  test.core.run_until(101);
  EXPECT_EQ(test.core.registers().exception, 15u);
  EXPECT_EQ(system.read(kTickControl, 0, 101), 0x10007u);
  EXPECT_EQ(system.read(kTickControl, 0, 101), 0x7u);
  test.core.run_until(1001);
  EXPECT_EQ(test.core.exceptions_taken(), 10u);  // in cycles 100, 200, ... 1000
  EXPECT_EQ(test.core.instructions(), 1001u);
}

TEST(EcpExceptions, ACoreThatSleepsWakesInTheCycleOfItsTick) {
  // wfi; b .-2
  Program program = two_interrupts();
  program.code[0] = 0xbf30;
  program.code[1] = 0xe7fd;
  program.vectors = {{15, 0x110}};
  TestCore test(program);
  auto& system = test.core.system();
  system.write(kTickReload, 999, 0);
  system.write(kTickControl, 3, 0);
  test.core.run_until(1000);
  EXPECT_EQ(test.core.cycle(), 1000u);
  EXPECT_EQ(test.core.instructions(), 1u);
  test.core.run_until(1001);
  EXPECT_EQ(test.core.registers().pc, 0x112u);
}

TEST(EcpExceptions, TimeIsThatOfInstructionsAndExceptions) {
  TestCore test({{0xdf07, kNop, kNop, kNop, kBxLr}, {{11, 0x108}}}, {3, 10});
  test.core.run(3);  // svc, bx lr, nop
  EXPECT_EQ(test.core.cycle(), 3u * 3 + 2 * 10);
}

/// Runs one instruction with R1 = `address`; HardFault is at 0x110.
std::unique_ptr<TestCore> faulting(std::vector<uint16_t> code, uint32_t address) {
  code.resize(8, kNop);
  code.push_back(kLoop);
  auto test = std::make_unique<TestCore>(Program{code, {{3, 0x110}}});
  test->r(1) = address;
  test->core.run(1);
  test->core.run(1);
  return test;
}

TEST(EcpFaults, UndefinedMisalignedAndUnmappedAreHardFaults) {
  struct {
    const char* text;
    std::vector<uint16_t> code;
    uint32_t address;
  } const kCases[] = {
      {"udf", {0xde00}, 0},
      {"cbz r0 (ARMv7-M)", {0xb100}, 0},
      {"it eq (ARMv7-M)", {0xbf08}, 0},
      {"ldr.w r0, [r1] (ARMv7-M)", {0xf8d1, 0x0000}, 0x4000},
      {"bkpt", {0xbe00}, 0},
      {"ldr r0, [r1]", {0x6808}, 0x4002},
      {"ldrh r0, [r1]", {0x8808}, 0x4001},
      {"str r0, [r1]", {0x6008}, 0x4001},
      {"strh r0, [r1]", {0x8008}, 0x4003},
      {"ldmia r1, {r2}", {0xc904}, 0x4002},
      {"ldr r0, [r1]", {0x6808}, ECP_SRAM_BYTES},
      {"ldrb r0, [r1]", {0x7808}, 0xffffffff},
      {"strb r0, [r1]", {0x7008}, ECP_SRAM_BYTES},
      {"ldrb r0, [r1] of SCB", {0x7808}, 0xe000ed00},
  };
  for (const auto& fault : kCases) {
    const auto test = faulting(fault.code, fault.address);
    EXPECT_EQ(test->core.registers().exception, 3u) << fault.text;
    EXPECT_EQ(test->word(kTestStack - 32 + 24), 0x100u) << fault.text;
    EXPECT_EQ(test->core.hard_faults(), 1u) << fault.text;
  }
}

TEST(EcpFaults, BranchesOutOfTheSramOrOutOfThumbStateFaultAtTheirTarget) {
  for (const uint32_t target : {0x4001u + ECP_SRAM_BYTES, 0x104u, 0x60000001u}) {
    const auto test = faulting({0x4708}, target);  // bx r1
    test->core.run(1);
    EXPECT_EQ(test->core.registers().exception, 3u);
    EXPECT_EQ(test->word(kTestStack - 32 + 24), target & ~1u);
  }
}

TEST(EcpFaults, AFaultInHardFaultLocksTheCoreUp) {
  TestCore test({{0xde00, kNop, 0xde00}, {{3, 0x104}}});
  EXPECT_EQ(test.core.run(100), 2u);
  EXPECT_TRUE(test.core.is_locked_up());
  test.core.run_until(1000);
  EXPECT_EQ(test.core.cycle(), 1000u);
  test.core.reset();
  EXPECT_FALSE(test.core.is_locked_up());
  EXPECT_EQ(test.core.registers().pc, kTestCode);
}

TEST(EcpFaults, AStackOutsideTheSramIsAHardFaultThenLockup) {
  TestCore test({{0xdf00, kNop, kLoop}, {{3, 0x104}, {11, 0x104}}});
  test.r(13) = 0x10;  // the frame would begin below zero
  EXPECT_EQ(test.core.run(2), 2u);
  EXPECT_EQ(test.core.registers().exception, 3u);
  EXPECT_FALSE(test.core.is_locked_up());
}

TEST(EcpFaults, SvcThatPrimaskHoldsBackIsAHardFault) {
  const auto test = faulting({0xb672, 0xdf00}, 0);  // cpsid i; svc #0
  test->core.run(1);
  EXPECT_EQ(test->core.registers().exception, 3u);
  EXPECT_EQ(test->word(kTestStack - 32 + 24), 0x102u);
}

TEST(EcpFaults, AReturnThatDoesNotFitIsAHardFault) {
  // svc #0    0x108: bx r1    0x110: b .
  TestCore test(
      {{0xdf00, kNop, kNop, kNop, 0x4708, kNop, kNop, kNop, kLoop}, {{11, 0x108}, {3, 0x110}}});
  test.r(1) = 0xfffffff1;  // to a handler, but none is active
  test.core.run(3);
  EXPECT_EQ(test.core.registers().exception, 3u);
  EXPECT_EQ(test.core.registers().pc, 0x110u);
}

TEST(EcpFaults, UnprivilegedCodeHasNoSystemControlSpace) {
  // msr control, r0; isb; cpsid i; ldr r0, [r1]
  const std::vector<uint16_t> code = {0xf380, 0x8814, 0xf3bf, 0x8f6f, 0xb672,
                                      0x6808, kNop,   kNop,   kLoop};
  TestCore test({code, {{3, 0x110}}});
  test.r(0) = 1;
  test.r(1) = 0xe000ed00;
  test.core.run(3);
  EXPECT_FALSE(test.core.registers().primask);
  test.core.run(2);
  EXPECT_EQ(test.core.registers().exception, 3u);
}

}  // namespace
}  // namespace tinsim
