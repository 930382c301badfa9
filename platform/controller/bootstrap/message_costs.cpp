// SPDX-License-Identifier: Apache-2.0
// Costs of messages of a bootstrap.
#include "platform/controller/bootstrap/message_costs.h"

#include <algorithm>
#include <cmath>

#include "firmware_stub/api_wire.h"
#include "platform/controller/mos_stream.h"

namespace tinsim::control {
namespace {

constexpr std::uint64_t kNsPerUs = 1000;

/// Of numbers of us, in ns.
class Mean {
 public:
  void add(std::uint64_t us) {
    sum_ += us;
    ++count_;
  }
  std::uint64_t ns() const { return count_ == 0 ? 0 : sum_ * kNsPerUs / count_; }

 private:
  std::uint64_t sum_ = 0, count_ = 0;
};

}  // namespace

unsigned pmos_packets(unsigned registers) {
  const std::size_t bytes = API_HEADER_BYTES + API_OPERATION_BYTES + 4 * std::size_t{registers};
  const std::size_t parts = (bytes + MosStream::kMostPart - 1) / MosStream::kMostPart;
  return static_cast<unsigned>(parts) + 1;
}

std::uint64_t MessageCosts::over_pmos(unsigned registers) const {
  return pmos_packets(registers) * pmos_packet;
}

MessageCosts scaled(const MessageCosts& costs, double by) {
  const auto times = [by](std::uint64_t ns) {
    return static_cast<std::uint64_t>(std::llround(static_cast<double>(ns) * by));
  };
  return {times(costs.dhcp),        times(costs.proxied_dhcp), times(costs.tcp_open),
          times(costs.tcp_request), times(costs.tcp_register), times(costs.pmos_packet)};
}

MessageCosts measured_costs(const std::vector<MeasuredChip>& chips, unsigned registers) {
  Mean dhcp, proxied_dhcp, open, request;
  std::uint64_t tcp_us = UINT64_MAX, pmos_us = UINT64_MAX;
  for (const MeasuredChip& chip : chips) {
    if (!chip.proxy) {
      dhcp.add(chip.addressed_us);
      tcp_us = std::min(tcp_us, chip.written_us - chip.connected_us);
      continue;
    }
    proxied_dhcp.add(chip.addressed_us - chips[*chip.proxy].connected_us);
    open.add(chip.connected_us - chip.written_us);
    request.add(chip.read_us - chip.connected_us);
    pmos_us = std::min(pmos_us, chip.written_us - chip.addressed_us);
  }
  MessageCosts costs;
  costs.dhcp = dhcp.ns();
  costs.proxied_dhcp = proxied_dhcp.ns();
  costs.tcp_open = open.ns();
  costs.tcp_request = request.ns();
  costs.tcp_register = (tcp_us * kNsPerUs - 2 * costs.tcp_request) / registers;
  costs.pmos_packet = pmos_us * kNsPerUs / (pmos_packets(0) + pmos_packets(registers));
  return costs;
}

}  // namespace tinsim::control
