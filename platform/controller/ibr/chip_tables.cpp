// SPDX-License-Identifier: Apache-2.0
// Writes of external routes to the IP tables of all chips.
#include "platform/controller/ibr/chip_tables.h"

#include <algorithm>
#include <utility>

namespace tinsim::control {
namespace {
constexpr std::uint16_t kApiPort = 9630;
constexpr std::size_t kMostBody = 8192;  ///< of a request
}  // namespace

ChipTables::ChipTables(std::uint32_t own_address, const std::vector<std::uint32_t>& chips,
                       const ExternalTable& table, TcpPeer::Send send)
    : own_address_(own_address), table_(table), send_(std::move(send)) {
  for (const std::uint32_t address : chips) {
    chips_.emplace_back();
    chips_.back().address = address;
  }
}

void ChipTables::write(const std::vector<ExternalWrite>& writes) {
  for (Chip& chip : chips_) {
    if (chip.has_all) chip.waiting.insert(chip.waiting.end(), writes.begin(), writes.end());
  }
}

void ChipTables::receive(const Bytes& ip_packet) {
  for (Chip& chip : chips_)
    if (chip.session != nullptr) chip.session->receive(ip_packet);
}

void ChipTables::connect(std::size_t number, std::uint64_t now_us) {
  Chip& chip = chips_[number];
  ++counts_.connections;
  const auto port = static_cast<std::uint16_t>(kFirstPort + number * kPortsOfChip +
                                               chip.attempts++ % kPortsOfChip);
  chip.session =
      std::make_unique<ApiSession>(TcpPeer(own_address_, port, chip.address, kApiPort, send_),
                                   sessions_, [](std::uint8_t, std::uint8_t, const Bytes&) {});
  chip.is_waiting = chip.has_all = false;
  chip.waiting.clear();
  chip.session->connect(now_us);
}

void ChipTables::poll(std::uint64_t now_us) {
  for (std::size_t number = 0; number < chips_.size(); ++number) {
    Chip& chip = chips_[number];
    if (chip.session == nullptr) {
      if (now_us >= chip.retry_at) connect(number, now_us);
      continue;
    }
    chip.session->poll(now_us);
    if (chip.session->has_ended(now_us)) {
      chip.session = nullptr;
      chip.has_all = false;
      chip.retry_at = now_us + kRetryUs;
    } else if (chip.session->is_open()) {
      request(number);
    }
  }
}

/// As many of the waiting writes as a request takes, in order; the whole table in a new session.
void ChipTables::request(std::size_t number) {
  Chip& chip = chips_[number];
  if (!chip.has_all) {
    chip.has_all = true;
    for (const auto& writes : {table_.setup(), table_.all()})
      chip.waiting.insert(chip.waiting.end(), writes.begin(), writes.end());
  }
  if (chip.is_waiting || chip.waiting.empty()) return;
  Bytes body;
  std::uint64_t registers = 0;
  while (!chip.waiting.empty()) {
    const ExternalWrite& next = chip.waiting.front();
    const Bytes operation = write_operation(next.address, next.values);
    if (!body.empty() && body.size() + operation.size() > kMostBody) break;
    append(body, operation);
    registers += next.values.size();
    chip.waiting.pop_front();
  }
  chip.is_waiting = true;
  chip.session->request(API_ACCESS, body, [this, number, registers](const Message& response) {
    responded(number, registers, response);
  });
}

void ChipTables::responded(std::size_t number, std::uint64_t registers, const Message& response) {
  chips_[number].is_waiting = false;
  if (response.status() != API_OK) {
    ++counts_.refused;
    return;
  }
  ++counts_.requests;
  counts_.registers += registers;
}

std::size_t ChipTables::current() const {
  return static_cast<std::size_t>(std::count_if(chips_.begin(), chips_.end(), [](const Chip& chip) {
    return chip.has_all && !chip.is_waiting && chip.waiting.empty();
  }));
}

}  // namespace tinsim::control
