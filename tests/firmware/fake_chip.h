// SPDX-License-Identifier: Apache-2.0
// A chip around the firmware: peripherals of tlm/tin/ecp/ecp_map.h and a register bus of plain
// memory.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "firmware_stub/pmos.h"

namespace tinsim::firmware_test {

using Bytes = std::vector<std::uint8_t>;

struct Frame {
  std::uint8_t interface;
  Bytes bytes;
  std::uint8_t reason = 0;  ///< of a received one: ECP_TRAP_*
};

struct Access {
  bool write;
  std::uint32_t address, value;
  bool operator==(const Access& other) const {
    return write == other.write && address == other.address && value == other.value;
  }
};

class FakeChip;

/// The control processor of a chip, in reset at first.
class FirmwareRunner {
 public:
  virtual ~FirmwareRunner() = default;
  virtual void boot() = 0;  ///< leaves reset, and runs until it waits for an interrupt
  virtual void run() = 0;   ///< runs until it waits for an interrupt; one is pending
};
using MakeRunner = std::function<std::unique_ptr<FirmwareRunner>(FakeChip&)>;
/// The firmware compiled for the host.
std::unique_ptr<FirmwareRunner> make_host_runner(FakeChip& chip);

class FakeChip {
 public:
  static constexpr std::uint32_t kFirstIllegal = 0x3f0000;  ///< no register from here on

  FakeChip(std::uint32_t number, bool has_mac, std::uint32_t mos_ports, const MakeRunner& make);

  void boot(std::uint32_t cause);  ///< ECP_RESET_*
  /// Runs the firmware if an interrupt is pending. Reboots if it requested that.
  void run(std::uint64_t now_us);
  std::uint64_t next_alarm() const { return alarm_; }

  void frame_arrives(std::uint8_t interface, const Bytes& bytes, std::uint8_t reason = 0) {
    rx_.push_back({interface, bytes, reason});
  }
  std::size_t waiting_frames() const { return rx_.size(); }
  void word_arrives(std::uint32_t port, pmos_word word);
  void set_link(std::uint32_t port, bool connected) { connected_[port] = connected; }

  std::uint32_t reg(std::uint32_t offset) const;
  std::array<std::uint8_t, 6> mac() const;

  std::function<void(std::uint32_t port, pmos_word word)> on_word;
  std::deque<Frame> sent;  ///< frames for the Ethernet peers
  std::map<std::uint32_t, std::uint32_t> registers;
  std::vector<Access> accesses;  ///< to all addresses, if they are recorded
  bool records_accesses = false;
  std::vector<Access> register_accesses;  ///< since the last clear
  std::uint32_t boots = 0;
  bool packet_port_ready = true;
  std::uint32_t icmp_per_s = 1000, icmp_burst = 10;

  // For the runner. False: a bus error.
  bool load(std::uint32_t address, std::uint32_t& value);
  bool store(std::uint32_t address, std::uint32_t value);
  std::uint32_t lines() const;  ///< a bit for each ECP_IRQ_*

 private:
  std::uint32_t load_at(std::uint32_t address);
  void store_at(std::uint32_t address, std::uint32_t value);
  std::uint32_t load_system(std::uint32_t offset);
  std::uint32_t load_mos(std::uint32_t offset);
  void store_mos(std::uint32_t offset, std::uint32_t value);
  std::uint32_t load_packet(std::uint32_t offset);
  void store_packet(std::uint32_t offset, std::uint32_t value);
  std::uint32_t load_register(std::uint32_t offset);
  void update_links();

  std::unique_ptr<FirmwareRunner> runner_;
  std::uint32_t number_, ports_, cause_ = 0;
  bool has_mac_, reboot_ = false;
  std::mt19937 random_;
  std::uint64_t now_ = 0, alarm_ = UINT64_MAX;
  std::uint32_t time_high_ = 0, mos_low_ = 0, tx_interface_ = 0, tx_length_ = 0;
  std::vector<std::deque<pmos_word>> mos_;
  std::vector<bool> connected_, up_;
  std::uint64_t changed_ = 0;
  std::deque<Frame> rx_;
  Bytes window_;
};

}  // namespace tinsim::firmware_test
