// SPDX-License-Identifier: Apache-2.0
// A control processor with registers, MOS and a CPU port of the test.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "tests/unit/ecp_core_fixture.h"
#include "tlm/tin/ecp/control_processor.h"

namespace tinsim {

constexpr uint32_t kTestMhz = 100, kTestRegisterCycles = 20, kHandler = 0x180;

/// Registers at multiples of 4 below 64.
class FakeRegisters final : public EcpRegisterBus {
 public:
  std::optional<uint32_t> read(uint32_t offset, uint64_t at) override {
    last = at;
    if (offset >= 64) return std::nullopt;
    return values[offset];
  }
  bool write(uint32_t offset, uint32_t value, uint64_t at) override {
    last = at;
    if (offset >= 64) return false;
    values[offset] = value;
    return true;
  }

  std::map<uint32_t, uint32_t> values;
  uint64_t last = 0;
};

class FakeMos final : public EcpMosPorts {
 public:
  bool is_ready(unsigned port, uint64_t) override { return busy.count(port) == 0; }
  void send(unsigned port, const EcpMosWord& word, uint64_t) override {
    sent.emplace_back(port, word);
  }

  std::set<unsigned> busy;
  std::vector<std::pair<unsigned, EcpMosWord>> sent;
};

class FakePort final : public EcpPacketPort {
 public:
  bool is_ready(uint64_t) override { return !busy; }
  bool send(const EcpFrame& frame, uint64_t) override {
    if (frame.octets.size() < 14) return false;
    sent.push_back(frame);
    return true;
  }

  bool busy = false;
  std::vector<EcpFrame> sent;
};

/// A processor whose program the test chooses; without one, single accesses.
class EcpDevices : public ::testing::Test {
 protected:
  static EcpParams params() {
    EcpParams p;
    p.identity.chip_number = 7;
    p.identity.chip_address = 0x1234;
    p.identity.mac = {2, 0, 1, 2, 0, 2};
    p.identity.mhz = kTestMhz;
    p.identity.mos_ports = 50;
    p.identity.icmp_per_s = 2500;
    p.identity.icmp_burst = 3;
    p.identity.features = ECP_SYSCTL_FEATURE_MAC;
    p.timing = {1, 0};
    p.register_cycles = kTestRegisterCycles;
    return p;
  }
  /// HardFault and all interrupts of devices are at kHandler.
  static std::shared_ptr<const EcpImage> image(std::vector<uint16_t> code) {
    Program program{std::move(code), {{3, kHandler}}};
    for (unsigned line = 0; line < 6; ++line) program.vectors.emplace_back(16 + line, kHandler);
    auto bytes = program.bytes();
    bytes.resize(0x200);
    bytes[kHandler] = bytes[kHandler + 2] = 0xfe;  // b .
    bytes[kHandler + 1] = bytes[kHandler + 3] = 0xe7;
    return std::make_shared<const EcpImage>(bytes);
  }
  void use(std::vector<uint16_t> code) {
    ecp = std::make_unique<ControlProcessor>(image(std::move(code)), params());
    ecp->connect(registers);
    ecp->connect(mos);
    ecp->connect(port);
  }
  void SetUp() override {
    // 0x100: ldr r0, [r1]; wfi    0x104: str r0, [r1]    0x108: ldrb r0, [r1]    0x10c: strb
    use({0x6808, 0xbf30, 0x6008, 0xbf30, 0x7808, 0xbf30, 0x7008, 0xbf30});
  }

  /// False: the access faults.
  bool access(uint32_t pc, uint32_t address, uint32_t& value) {
    auto& core = ecp->core();
    core.reset();
    core.registers().pc = pc;
    core.registers().r[0] = value;
    core.registers().r[1] = address;
    ecp->advance(ecp->cycle() + 1);
    value = core.registers().r[0];
    if (core.hard_faults() == faults_) return true;
    faults_ = core.hard_faults();
    return false;
  }
  uint32_t read(uint32_t address) {
    uint32_t value = 0;
    EXPECT_TRUE(access(0x100, address, value)) << std::hex << address;
    return value;
  }
  void write(uint32_t address, uint32_t value) {
    EXPECT_TRUE(access(0x104, address, value)) << std::hex << address;
  }
  bool faults(uint32_t pc, uint32_t address) {
    uint32_t value = 0;
    return !access(pc, address, value);
  }
  bool is_pending(unsigned line) {
    ecp->advance(ecp->cycle() + 1);
    return ecp->core().system().exceptions().pending_lines() >> line & 1;
  }

  FakeRegisters registers;
  FakeMos mos;
  FakePort port;
  std::unique_ptr<ControlProcessor> ecp;

 private:
  uint64_t faults_ = 0;
};

}  // namespace tinsim
