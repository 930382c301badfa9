// SPDX-License-Identifier: Apache-2.0
// Chips whose control processors run the image in their own time, with MOS between two of them, and
// a DHCP server and a client of the register API on the Ethernet of the first.
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "platform/controller/api_messages.h"
#include "platform/controller/dhcp_server.h"
#include "tests/firmware/frames.h"
#include "tlm/tin/ecp/control_processor.h"

namespace tinsim::firmware_test {

using namespace control;

/// Registers are plain memory; port 0 has a link, on which a MOS takes one word in 64.
class EcpChip : public EcpRegisterBus, public EcpMosPorts, public EcpPacketPort {
 public:
  static constexpr std::uint64_t kMosSlots = 64, kWire = 20;
  static constexpr std::size_t kQueue = 16;

  EcpChip(std::shared_ptr<const EcpImage> image, std::uint8_t number, bool has_mac)
      : mac{2, 0, 0, 0, 0, number}, ecp(std::move(image), params(number, has_mac)) {
    ecp.connect(static_cast<EcpRegisterBus&>(*this));
    ecp.connect(static_cast<EcpMosPorts&>(*this));
    ecp.connect(static_cast<EcpPacketPort&>(*this));
    registers[0x2404] = 2;  // UP
  }

  std::optional<std::uint32_t> read(std::uint32_t offset, std::uint64_t) override {
    if (offset >= kFirstIllegal) return {};
    return registers[offset];
  }
  bool write(std::uint32_t offset, std::uint32_t value, std::uint64_t) override {
    if (offset >= kFirstIllegal) return false;
    registers[offset] = value;
    ++writes;
    return true;
  }
  bool is_ready(unsigned port, std::uint64_t at) override {
    return port == 0 && last_word_ + kMosSlots < at + kQueue * kMosSlots;
  }
  void send(unsigned, const EcpMosWord& word, std::uint64_t at) override {
    last_word_ = std::max(at, last_word_ + kMosSlots);
    words.push_back({last_word_ + kWire, word});
    ++words_sent;
  }
  bool is_ready(std::uint64_t) override { return true; }
  bool send(const EcpFrame& frame, std::uint64_t) override {
    frames.push_back(frame);
    return true;
  }

  static constexpr std::uint32_t kFirstIllegal = 0x3f0000;
  Mac mac;
  std::map<std::uint32_t, std::uint32_t> registers;
  std::uint64_t writes = 0, words_sent = 0;
  std::deque<std::pair<std::uint64_t, EcpMosWord>> words;  ///< with their arrivals
  std::deque<EcpFrame> frames;
  ControlProcessor ecp;

 private:
  static EcpParams params(std::uint8_t number, bool has_mac) {
    EcpParams params;
    params.identity.chip_number = number;
    params.identity.mac = {2, 0, 0, 0, 0, number};
    params.identity.mos_ports = 50;
    params.identity.features = ECP_SYSCTL_FEATURE_PACKETS | (has_mac ? ECP_SYSCTL_FEATURE_MAC : 0);
    params.identity.seed = number + 1u;
    return params;
  }

  std::uint64_t last_word_ = 0;
};

class EcpNetwork {
 public:
  static constexpr std::uint64_t kCyclesPerUs = 400;
  static constexpr std::uint32_t kClient = 0x0a000002;
  static constexpr Mac kRouter = {2, 9, 9, 9, 9, 9};

  explicit EcpNetwork(std::shared_ptr<const EcpImage> image)
      : chips{std::make_unique<EcpChip>(image, 0, true),
              std::make_unique<EcpChip>(image, 1, false)},
        dhcp({{chips[0]->mac, 0x0a000100}, {chips[1]->mac, 0x0a000101}}) {}

  TcpPeer& connect(unsigned chip) {
    const auto port = static_cast<std::uint16_t>(41000 + peers.size());
    peers.push_back(std::make_unique<TcpPeer>(
        kClient, port, 0x0a000100 + chip, API_TCP_PORT, [this, chip](const Bytes& packet) {
          const std::uint8_t interface = chip == 0 ? ECP_INTERFACE_MAC : ECP_INTERFACE_FABRIC;
          chips[chip]->ecp.receive(
              {make_frame(chips[chip]->mac, kRouter, kIpv4, packet), interface, 0});
        }));
    peers.back()->connect(now);
    return *peers.back();
  }

  template <class Condition>
  bool run_until(Condition condition, std::uint64_t limit_us) {
    for (const std::uint64_t end = now + limit_us; now < end; ++now) {
      if (condition()) return true;
      step();
    }
    return condition();
  }

  std::array<std::unique_ptr<EcpChip>, 2> chips;
  DhcpServer dhcp;
  std::vector<std::unique_ptr<TcpPeer>> peers;
  std::uint64_t now = 0;  ///< us

 private:
  void step() {
    const std::uint64_t cycle = now * kCyclesPerUs;
    for (unsigned n = 0; n < 2; ++n) {
      auto& words = chips[1 - n]->words;
      for (; !words.empty() && words.front().first <= cycle; words.pop_front())
        chips[n]->ecp.receive(0, words.front().second);
    }
    for (auto& peer : peers) peer->poll(now);
    for (auto& chip : chips) {
      chip->ecp.advance(cycle + kCyclesPerUs);
      for (; !chip->frames.empty(); chip->frames.pop_front()) deliver(*chip, chip->frames.front());
    }
  }
  void deliver(EcpChip& chip, const EcpFrame& frame) {
    const Bytes packet = slice(frame.octets, 14, frame.octets.size() - 14);
    const Bytes answer = dhcp.reply(packet).packet;
    if (!answer.empty())
      chip.ecp.receive({make_frame(kBroadcast, kRouter, kIpv4, answer), frame.interface, 0});
    for (auto& peer : peers) peer->receive(packet);
  }
};

}  // namespace tinsim::firmware_test
