// SPDX-License-Identifier: Apache-2.0
// A controller and chips with firmware: the first chips are on its Ethernet, MOS crosses the links.
#pragma once

#include <gtest/gtest.h>

#include <set>

#include "platform/controller/network_controller.h"
#include "tests/firmware/fake_chip.h"
#include "tests/firmware/frames.h"
#include "tests/firmware/noisy_mos.h"
#include "tlm/tin/ecp/ecp_map.h"

namespace tinsim::firmware_test {

using namespace control;

/// A run of registers for each chip as its table; chips with a table reach each other.
class PlainTables final : public NetworkTables {
 public:
  static constexpr std::uint32_t kAddress = 0x090000;

  explicit PlainTables(std::size_t chips) {
    for (std::uint32_t chip = 0; chip < chips; ++chip)
      runs_.push_back({{kAddress, {chip + 1, 0xdead}, {~0u, 0xffffu}}});
    held_.resize(chips);
    up.resize(chips);
  }

  void report_links(std::size_t chip, std::uint64_t ports) override { up[chip] = ports; }
  bool is_current(std::size_t chip) const override { return held_[chip]; }
  bool may_update(std::size_t /*chip*/) const override { return true; }
  std::vector<RegisterRun> update(std::size_t chip) override { return runs_[chip]; }
  void updated(std::size_t chip) override { held_[chip] = true; }
  const std::vector<RegisterRun>& held(std::size_t chip) const override { return runs_[chip]; }
  bool has_path(std::size_t from, std::size_t to) const override {
    return held_[from] && held_[to];
  }

  std::vector<std::uint64_t> up;  ///< by chip, as reported

 private:
  std::vector<std::vector<RegisterRun>> runs_;
  std::vector<bool> held_;
};

/// A TCP segment, to be changed and sent again with a right checksum.
struct Segment {
  explicit Segment(const Bytes& packet) : ip(parse_ipv4(packet).value_or(Ipv4{})) {}
  bool is_tcp() const { return ip.protocol == kTcp && ip.payload.size() >= 20; }
  std::size_t header() const { return (ip.payload[12] >> 4) * 4u; }
  /// Type of the request at its start; 0: it has none.
  std::uint8_t request() const {
    return is_tcp() && ip.payload.size() > header() + 3 ? ip.payload[header() + 3] : 0;
  }
  Bytes packet() {
    write16(ip.payload, 16, 0);
    write16(ip.payload, 16, transport_checksum(ip.source, ip.destination, kTcp, ip.payload));
    return make_ipv4(ip);
  }
  Ipv4 ip;
};

class ControllerBench {
 public:
  static constexpr std::uint32_t kHost = 0x0a000002;
  static constexpr std::uint32_t kLinkPorts = 4, kLinkStatus = 0x2404, kLinkStride = 16;
  static constexpr Mac kRouter = {0x02, 0, 0, 0, 0, 1};

  /// `with_mac` of the chips are on the Ethernet; all are to be rebooted from `reboot_us` on.
  ControllerBench(std::size_t count, std::size_t with_mac,
                  std::optional<std::uint64_t> reboot_us = {})
      : tables(count), with_mac_(with_mac) {
    plan_.link_status_address = kLinkStatus;
    plan_.link_status_stride = kLinkStride;
    plan_.counters_address = PlainTables::kAddress;
    plan_.counters_count = 2;
    plan_.reboot_us = reboot_us;
    for (std::uint32_t n = 0; n < count; ++n) {
      const bool has_mac = n < with_mac;
      chips.push_back(std::make_unique<FakeChip>(n, has_mac, kLinkPorts, make_host_runner));
      ControlledChip chip;
      chip.mac = chips[n]->mac();
      chip.address = address(n);
      chip.host_address = has_mac ? kHost + n : 0;
      chip.link_ports = kLinkPorts;
      plan_.chips.push_back(chip);
    }
  }

  static std::uint32_t address(std::size_t chip) {
    return 0x0a000100 + static_cast<std::uint32_t>(chip);
  }
  void connect(std::uint32_t a, std::uint8_t a_port, std::uint32_t b, std::uint8_t b_port) {
    add_wire(a, a_port, b, b_port);
    add_wire(b, b_port, a, a_port);
  }
  void cut(std::uint32_t a, std::uint32_t b) { cuts_.insert({std::min(a, b), std::max(a, b)}); }

  void boot() {
    controller = std::make_unique<NetworkController>(
        plan_, tables, [this](std::size_t chip, const Bytes& packet) { to_chip(chip, packet); });
    for (std::uint32_t n = 0; n < chips.size(); ++n) {
      chips[n]->on_word = [this, n](std::uint32_t port, pmos_word word) {
        for (Wire& wire : wires_)
          if (wire.from == n && wire.from_port == port && !is_cut(wire))
            wire.way.send(static_cast<std::uint32_t>(now), word);
      };
      chips[n]->boot(ECP_RESET_POWER_ON);
    }
  }
  template <class Condition>
  bool run_until(Condition condition, std::uint64_t limit_us) {
    for (const std::uint64_t end = now + limit_us; now < end && !condition(); ++now) step();
    return condition();
  }
  bool is_complete() const { return controller->complete_us().has_value(); }
  const ChipProgress& progress(std::size_t chip) const { return controller->progress()[chip]; }
  bool has_table(std::size_t chip) const {
    return chips[chip]->reg(PlainTables::kAddress) == chip + 1 &&
           chips[chip]->reg(PlainTables::kAddress + 4) == 0xdead;
  }
  /// The chip resets the TCP connection, without that its firmware knows.
  void reset_session(std::size_t chip) {
    Segment segment = *last_to_[chip];
    std::swap(segment.ip.source, segment.ip.destination);
    Bytes& bytes = segment.ip.payload;
    std::swap_ranges(bytes.begin(), bytes.begin() + 2, bytes.begin() + 2);
    bytes.resize(20);
    bytes[12] = 0x50;
    bytes[13] = 4;  // RST
    for (std::size_t entry = 0; entry < with_mac_; ++entry)
      controller->receive(entry, segment.packet());
  }

  std::vector<std::unique_ptr<FakeChip>> chips;
  PlainTables tables;
  std::unique_ptr<NetworkController> controller;
  std::uint64_t now = 1;
  /// Changes a TCP segment to a chip or from it; false: it is lost.
  std::function<bool(std::size_t chip, Segment&segment)> to, from;

 private:
  struct Wire {
    std::uint32_t from, from_port, to, to_port;
    NoisyMos way;
  };

  void add_wire(std::uint32_t a, std::uint8_t a_port, std::uint32_t b, std::uint8_t b_port) {
    wires_.push_back({a, a_port, b, b_port, NoisyMos(0, 0, 1, 100)});
    chips[a]->set_link(a_port, true);
    plan_.chips[a].linked.push_back(a_port);
    plan_.chips[a].neighbours.push_back({b, b_port});
  }
  bool is_cut(const Wire& wire) const {
    return cuts_.count({std::min(wire.from, wire.to), std::max(wire.from, wire.to)}) != 0;
  }
  void to_chip(std::size_t entry, const Bytes& packet) {
    Segment segment(packet);
    std::size_t chip = segment.is_tcp() ? segment.ip.destination - address(0) : entry;
    Bytes sent = packet;
    if (segment.is_tcp()) {
      last_to_[chip] = segment;
      if (to && !to(chip, segment)) return;
      sent = segment.packet();
    }
    chips[chip]->frame_arrives(chip == entry ? ECP_INTERFACE_MAC : ECP_INTERFACE_FABRIC,
                               make_frame(chips[chip]->mac(), kRouter, kIpv4, sent));
  }
  void from_chip(std::size_t chip, const Frame& frame) {
    if (read16(frame.bytes, 12) != kIpv4) return;
    const Bytes packet = slice(frame.bytes, 14, frame.bytes.size() - 14);
    Segment segment(packet);
    if (!segment.is_tcp()) return controller->receive(chip, packet);
    if (from && !from(chip, segment)) return;
    controller->receive(segment.ip.destination - kHost, segment.packet());
  }
  void step() {
    for (Wire& wire : wires_) {
      pmos_word word;
      while (wire.way.receive(static_cast<std::uint32_t>(now), word))
        if (!is_cut(wire)) chips[wire.to]->word_arrives(wire.to_port, word);
    }
    controller->poll(now);
    for (std::size_t n = 0; n < chips.size(); ++n) {
      chips[n]->run(now);
      for (; !chips[n]->sent.empty(); chips[n]->sent.pop_front())
        from_chip(n, chips[n]->sent.front());
    }
  }

  ControllerPlan plan_;
  std::size_t with_mac_;
  std::vector<Wire> wires_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> cuts_;
  std::map<std::size_t, std::optional<Segment>> last_to_;
};

}  // namespace tinsim::firmware_test
