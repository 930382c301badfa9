// SPDX-License-Identifier: Apache-2.0
// Control processors on the host: items per second are instructions per second, of all chips
// together.
#include <benchmark/benchmark.h>

#include <map>
#include <memory>
#include <vector>

#include "tlm/tin/ecp/control_processor.h"

namespace tinsim {
namespace {

constexpr uint64_t kCyclesPerUs = 400;

/// Registers are plain memory; links take words and lose them.
class Chip final : public EcpRegisterBus, public EcpMosPorts {
 public:
  Chip(std::shared_ptr<const EcpImage> image, unsigned number)
      : processor(std::move(image), params(number)) {
    processor.connect(static_cast<EcpRegisterBus&>(*this));
    processor.connect(static_cast<EcpMosPorts&>(*this));
  }

  std::optional<uint32_t> read(uint32_t offset, uint64_t) override { return registers_[offset]; }
  bool write(uint32_t offset, uint32_t value, uint64_t) override {
    registers_[offset] = value;
    return true;
  }
  bool is_ready(unsigned, uint64_t) override { return true; }
  void send(unsigned, const EcpMosWord&, uint64_t) override {}

  ControlProcessor processor;

 private:
  static EcpParams params(unsigned number) {
    EcpParams params;
    params.identity.chip_number = number;
    params.identity.mac = {
        2, 0, 0, 0, static_cast<uint8_t>(number >> 8), static_cast<uint8_t>(number)};
    params.identity.mos_ports = 50;
    params.identity.seed = number + 1;
    return params;
  }

  std::map<uint32_t, uint32_t> registers_;
};

void run(benchmark::State& state, const std::shared_ptr<const EcpImage>& image) {
  std::vector<std::unique_ptr<Chip>> chips;
  for (unsigned n = 0; n < state.range(0); ++n) chips.push_back(std::make_unique<Chip>(image, n));
  uint64_t us = 0;
  for (auto _ : state) {
    us += 100;
    for (auto& chip : chips) chip->processor.advance(us * kCyclesPerUs);
  }
  uint64_t instructions = 0;
  std::size_t bytes = 0;
  for (const auto& chip : chips) {
    instructions += chip->processor.counts().instructions;
    bytes += chip->processor.host_bytes();
  }
  state.SetItemsProcessed(static_cast<int64_t>(instructions));
  state.counters["bytes_per_chip"] = static_cast<double>(bytes) / static_cast<double>(chips.size());
  state.counters["shared_bytes"] = static_cast<double>(image->host_bytes());
}

/// The firmware from power-on: links, DHCP over MOS on 50 links, without an answer. It sleeps while
/// it waits.
void firmware(benchmark::State& state) {
  static const auto kImage =
      read_ecp_image(TINSIM_SOURCE_DIR "/firmware_stub/image/tin_firmware.bin");
  run(state, kImage);
}
BENCHMARK(firmware)->Arg(1)->Arg(576);

/// Loads, stores and sums in a loop, without sleep.
void loop(benchmark::State& state) {
  std::vector<uint8_t> bytes(0x100);
  bytes[1] = 0x80;  // stack
  bytes[4] = 0xc1;  // entry at 0xc0
  // movs r1, #1; lsls r1, r1, #14; 1: ldr r2, [r1]; adds r2, r2, r0; str r2, [r1]; adds r0, #1
  // lsrs r3, r2, #3; eors r4, r3; b 1b
  const uint16_t code[] = {0x2101, 0x0389, 0x680a, 0x1812, 0x600a, 0x3001, 0x08d3, 0x405c, 0xe7f8};
  for (std::size_t n = 0; n < std::size(code); ++n) {
    bytes[0xc0 + 2 * n] = static_cast<uint8_t>(code[n]);
    bytes[0xc1 + 2 * n] = static_cast<uint8_t>(code[n] >> 8);
  }
  run(state, std::make_shared<const EcpImage>(bytes));
}
BENCHMARK(loop)->Arg(1)->Arg(576);

}  // namespace
}  // namespace tinsim

BENCHMARK_MAIN();
