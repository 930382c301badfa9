// SPDX-License-Identifier: Apache-2.0
// A chip's control processor: the image on the interpreter and on QEMU's core, in turn.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>

#include "tests/firmware/fake_chip.h"
#include "tests/unit/ecp_oracle.h"
#include "tlm/tin/ecp/armv6m_core.h"

namespace tinsim::firmware_test {

/// The interpreter's accesses reach the chip; QEMU's have to be the same ones in the same order.
/// Registers are compared after every few instructions, the whole SRAM when the image is loaded
/// again and at the end. QEMU's core takes neither exceptions nor WFI: those of the interpreter are
/// copied.
class OracleRunner : public FirmwareRunner, private EcpBus {
 public:
  /// Counts of the comparison, and the first difference.
  struct Report {
    std::uint64_t instructions = 0, accesses = 0, exceptions = 0;
    std::string difference;
    std::uint64_t spoiled_from = UINT64_MAX;  ///< QEMU reads a wrong bit from this access on
  };

  OracleRunner(FakeChip& chip, std::shared_ptr<const EcpImage> image, Report& report)
      : chip_(chip), image_(std::move(image)), report_(report), core_(image_, *this) {
    const auto read = [this](std::uint32_t address) { return replay(false, address, 0); };
    const auto write = [this](std::uint32_t address, std::uint32_t value) {
      replay(true, address, value);
    };
    oracle_.map_devices(ECP_TIMER_BASE, 0x40000, read, write);
    oracle_.map_devices(ECP_REGISTER_BUS_BASE, FakeChip::kFirstIllegal, read, write);
    oracle_.map_devices(
        0xe000e000, 0x1000, [](std::uint32_t) { return 0u; }, [](std::uint32_t, std::uint32_t) {});
  }
  ~OracleRunner() override { compare_memory(); }

  void boot() override {
    if (core_.instructions() != 0) compare_memory();
    core_.sram().reload();
    core_.reset();
    std::fill(oracle_.memory.begin(), oracle_.memory.end(), std::uint8_t{0});
    for (std::uint32_t page = 0; page < image_->pages(); ++page)
      std::copy(image_->data(page).begin(), image_->data(page).end(),
                oracle_.memory.begin() + page * kEcpPageBytes);
    oracle_.set(state());
    run();
  }
  void run() override {
    do {
      interval();
    } while (!core_.sleeps() && report_.difference.empty());
  }

 private:
  static constexpr unsigned kInterval = 64;
  using State = EcpOracle::State;

  /// Instructions until the next comparison: after kInterval, and before an instruction that ends
  /// with an exception, its return, or sleep.
  void interval() {
    log_.clear();
    next_ = 0;
    const State begin = state();
    State end = begin;
    unsigned count = 0;
    bool is_ordinary = true;
    for (; count < kInterval && is_ordinary; ++count) {
      end = state();
      const unsigned exception = core_.registers().exception;
      if (core_.run(1) != 1) return differ("the core does not execute", end);
      is_ordinary = !core_.sleeps() && core_.registers().exception == exception;
    }
    if (is_ordinary) end = state();
    const unsigned ordinary = is_ordinary ? count : count - 1;
    if (ordinary != 0 && !oracle_.run(begin[15], ordinary)) return differ("QEMU faults", end);
    const State other = oracle_.get();
    if (other != end) return differ("registers", end);
    if (next_ != log_.size()) return differ("QEMU has fewer accesses", end);
    report_.instructions += ordinary;
    report_.accesses += log_.size();
    if (!is_ordinary) copy_exception();
  }
  void copy_exception() {
    report_.exceptions += !core_.sleeps();
    const State now = state();
    constexpr std::uint32_t kFrame = 32;
    for (std::uint32_t at = now[13]; at < now[13] + kFrame && at < ECP_SRAM_BYTES; at += 4) {
      const auto word = core_.sram().load<std::uint32_t>(at);
      std::memcpy(&oracle_.memory[at], &word, 4);
    }
    oracle_.set(now);
  }
  State state() const {
    const auto& registers = core_.registers();
    State state;
    std::copy_n(registers.r.begin(), 15, state.begin());
    state[15] = registers.pc;
    state[16] = registers.flags.apsr() & 0xf0000000;
    return state;
  }
  void differ(const std::string& what, const State& at) {
    if (!report_.difference.empty()) return;
    char place[64];
    std::snprintf(place, sizeof place, " before %x, instruction %llu", at[15],
                  static_cast<unsigned long long>(report_.instructions));
    report_.difference = what + place;
  }
  void compare_memory() {
    for (std::uint32_t at = 0; at < ECP_SRAM_BYTES; at += 4) {
      std::uint32_t word;
      std::memcpy(&word, &oracle_.memory[at], 4);
      if (word != core_.sram().load<std::uint32_t>(at)) return differ("SRAM", state());
    }
  }

  std::uint32_t replay(bool write, std::uint32_t address, std::uint32_t value) {
    if (next_ == log_.size() || log_[next_].write != write || log_[next_].address != address ||
        (write && log_[next_].value != value)) {
      differ("accesses", state());
      return 0;
    }
    const bool is_spoiled = !write && report_.accesses + next_ >= report_.spoiled_from;
    return log_[next_++].value ^ (is_spoiled ? 1 : 0);
  }
  BusReply read(std::uint32_t address, unsigned bytes, std::uint64_t) override {
    std::uint32_t value = 0;
    const bool accepted = bytes == 4 && chip_.load(address, value);
    if (accepted) log_.push_back({false, address, value});
    return {accepted, value, 0};
  }
  BusReply write(std::uint32_t address, unsigned bytes, std::uint32_t value,
                 std::uint64_t) override {
    const bool accepted = bytes == 4 && chip_.store(address, value);
    if (accepted) log_.push_back({true, address, value});
    return {accepted, 0, 0};
  }
  std::uint32_t lines(std::uint64_t) override { return chip_.lines(); }
  std::uint64_t next_event() const override { return kNever; }

  FakeChip& chip_;
  std::shared_ptr<const EcpImage> image_;
  Report& report_;
  Armv6mCore core_;
  EcpOracle oracle_;
  std::vector<Access> log_;  ///< of the interpreter in this interval
  std::size_t next_ = 0;     ///< that QEMU has to repeat
};

}  // namespace tinsim::firmware_test
