// SPDX-License-Identifier: Apache-2.0
// Do the image on the interpreter and the firmware compiled for the host access the same registers?
#include <gtest/gtest.h>

#include "tests/firmware/bench.h"
#include "tests/firmware/image_runner.h"

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
  outcome.accesses = {proxy.accesses, target.accesses};
  return outcome;
}

TEST(FirmwareImage, AccessesAreThoseOfTheHostInTheSameOrder) {
  const Outcome host = scenario(make_host_runner);
  std::vector<const Armv6mCore*> cores;
  const Outcome arm =
      scenario([](FakeChip& chip) { return std::make_unique<ImageRunner>(chip, image()); });
  EXPECT_EQ(host.responses, arm.responses);
  for (int chip = 0; chip < 2; ++chip) {
    const auto &a = host.accesses[chip], &b = arm.accesses[chip];
    EXPECT_GT(a.size(), 4000u);
    const auto difference = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
    EXPECT_EQ(a.size(), b.size());
    ASSERT_TRUE(a == b) << "chip " << chip << ": first difference at access " << difference;
  }
}

}  // namespace
}  // namespace tinsim::firmware_test
