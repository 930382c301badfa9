// SPDX-License-Identifier: Apache-2.0
// Do the image on the interpreter and the firmware compiled for the host access the same registers?
// Does QEMU execute the image as the interpreter does?
#include <gtest/gtest.h>

#include "tests/firmware/attacks.h"
#include "tests/firmware/image_runner.h"
#ifdef TINSIM_UNICORN
#include "tests/firmware/oracle_runner.h"

// Unicorn does not free all code that it has translated; the sanitizer reports the rest.
extern "C" const char* __lsan_default_suppressions() { return "leak:libunicorn.so\n"; }
#endif

namespace tinsim::firmware_test {
namespace {

std::shared_ptr<const EcpImage> image() {
  static const auto kImage =
      read_ecp_image(TINSIM_SOURCE_DIR "/firmware_stub/image/tin_firmware.bin");
  return kImage;
}

struct Outcome {
  std::array<std::vector<Access>, 2> accesses;
  std::vector<Bytes> responses;
};

/// Bring-up over Ethernet and over noisy MOS, the register API with good and bad requests, a
/// reboot.
Outcome scenario(const MakeRunner& make) {
  Bench bench(make);
  FakeChip& proxy = bench.add_chip(true);
  FakeChip& target = bench.add_chip(false);
  proxy.records_accesses = target.records_accesses = true;
  bench.connect(0, 2, 1, 1, 1e-4, 0.02);
  bench.boot();
  Outcome outcome;
  EXPECT_TRUE(bench.run_until([&] { return proxy.reg(0x080400) != 0; }, 1000000));
  TcpPeer& peer = bench.add_client(0, 0);
  ApiClient api(bench, peer);
  const auto call = [&](std::uint8_t type, const Bytes& body) {
    outcome.responses.push_back(api.call(type, body).body);
  };
  call(API_IDENTIFY, {});
  std::vector<std::uint32_t> values(2000);
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = static_cast<std::uint32_t>(n * n);
  Bytes operations = write_operation(0x0a0000, values);
  append(operations, read_operation(0x0a0000, 2000));
  append(operations, read_operation(FakeChip::kFirstIllegal, 2));
  call(API_ACCESS, operations);
  call(API_ACCESS, read_operation(2));
  Bytes period;
  append32(period, 700);
  append(period, read_operation(0x000c, 3));
  call(API_REPORT, period);
  Bytes mos = {2, 2, 1};
  append(mos, message(API_ACCESS, 1, write_operation(0x000c, {0x55})));
  call(API_MOS_SEND, mos);
  bench.run_for(20000);
  EXPECT_EQ(target.reg(0x000c), 0x55u);
  Bytes key;
  append32(key, API_REBOOT_KEY);
  call(API_REBOOT, key);
  bench.run_for(30000);
  EXPECT_EQ(proxy.boots, 2u);
  ApiClient again(bench, bench.add_client(0, 0));
  outcome.responses.push_back(again.call(API_IDENTIFY, {}).body);
  outcome.responses.push_back(again.call(API_ACCESS, operations).body);
  outcome.accesses = {proxy.accesses, target.accesses};
  return outcome;
}

MakeRunner on_interpreter() {
  return [](FakeChip& chip) { return std::make_unique<ImageRunner>(chip, image()); };
}

void expect_equal(const std::vector<Access>& a, const std::vector<Access>& b) {
  const std::size_t common = std::min(a.size(), b.size());
  const auto difference =
      std::mismatch(a.begin(), a.begin() + static_cast<long>(common), b.begin());
  EXPECT_TRUE(a == b) << a.size() << " and " << b.size() << " accesses, first difference at "
                      << difference.first - a.begin();
}

TEST(FirmwareImage, AccessesAreThoseOfTheHostInTheSameOrder) {
  const Outcome host = scenario(make_host_runner), arm = scenario(on_interpreter());
  EXPECT_EQ(host.responses, arm.responses);
  for (int chip = 0; chip < 2; ++chip) {
    EXPECT_GT(host.accesses[chip].size(), 4000u);
    expect_equal(host.accesses[chip], arm.accesses[chip]);
  }
}

/// A sample of the mutants of hostile_test.cpp. The chip writes the registers that requests name.
std::vector<Access> accesses_under_attack(const MakeRunner& make, unsigned count) {
  Attacked to(make);
  Mutator mutator(5);
  to.chip.records_accesses = true;
  attack_by_frames(to, mutator, count);
  to.expect_requested_writes();
  attack_by_requests(to, mutator, count);
  to.expect_requested_writes();
  attack_by_mos(to, mutator, count);
  attack_by_connections(to, count);
  attack_by_silence(to, 2, 4 * count);
  to.expect_requested_writes();
  for (unsigned n = 0; n < count; ++n) {
    const Bytes answer = to.restart_dhcp(n % 2 != 0);
    to.dhcp_message(mutator.mutant(answer));
    to.bench.run_for(3);
  }
  to.restart_dhcp(false);
  to.wait_for_address();
  to.expect_alive();
  return to.chip.accesses;
}

TEST(FirmwareImage, AccessesUnderAttackAreThoseOfTheHost) {
  constexpr unsigned kCount = 500;
  const auto host = accesses_under_attack(make_host_runner, kCount);
  EXPECT_GT(host.size(), 100'000u);
  expect_equal(host, accesses_under_attack(on_interpreter(), kCount));
}

#ifdef TINSIM_UNICORN

MakeRunner on_both(std::deque<OracleRunner::Report>& reports,
                   std::uint64_t spoiled_from = UINT64_MAX) {
  return [&reports, spoiled_from](FakeChip& chip) {
    reports.emplace_back().spoiled_from = spoiled_from;
    return std::make_unique<OracleRunner>(chip, image(), reports.back());
  };
}

TEST(FirmwareImage, IsExecutedAsByQemuFromBootToReboot) {
  std::deque<OracleRunner::Report> reports;
  scenario(on_both(reports));
  ASSERT_EQ(reports.size(), 2u);
  for (const auto& report : reports) {
    EXPECT_EQ(report.difference, "");
    EXPECT_GT(report.instructions, 500'000u);
    EXPECT_GT(report.accesses, 4000u);
  }
  EXPECT_GT(reports[0].exceptions, 0u);  // addresses without a register
  RecordProperty("instructions", std::to_string(reports[0].instructions + reports[1].instructions));
  RecordProperty("accesses", std::to_string(reports[0].accesses + reports[1].accesses));
}

TEST(FirmwareImage, TheComparisonWithQemuNoticesOneWrongBit) {
  std::deque<OracleRunner::Report> reports;
  {
    FakeChip chip(0, true, 4, on_both(reports, 100));
    chip.boot(ECP_RESET_POWER_ON);
    for (std::uint64_t us = 1; us < 10'000 && reports[0].difference.empty(); ++us) chip.run(us);
  }
  EXPECT_NE(reports[0].difference, "");
}

#else

TEST(FirmwareImage, IsExecutedAsByQemuFromBootToReboot) {
  GTEST_SKIP() << "built without libunicorn-dev";
}

#endif

}  // namespace
}  // namespace tinsim::firmware_test
