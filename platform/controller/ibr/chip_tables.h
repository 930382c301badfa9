// SPDX-License-Identifier: Apache-2.0
// Writes of external routes to the IP tables of all chips, by sessions of the register API.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "platform/controller/api_session.h"
#include "platform/controller/ibr/external_table.h"

namespace tinsim::control {

struct ChipTableCounts {
  std::uint64_t connections = 0;  ///< TCP connections that were begun
  std::uint64_t requests = 0;     ///< writes that chips have carried out
  std::uint64_t refused = 0;      ///< … that a chip refused; must be 0
  std::uint64_t registers = 0;    ///< written
};

/// One request at a time for each chip. A chip without a session, or whose session ends, is tried
/// again after kRetryUs of simulated time, and then gets all entries: which of the writes before
/// were carried out is not known. Times are simulated us.
class ChipTables {
 public:
  /// Of one chip: its address, 10.pod.tin.3.
  ChipTables(std::uint32_t own_address, const std::vector<std::uint32_t>& chips,
             const ExternalTable& table, TcpPeer::Send send);

  /// To be written to all chips, in order.
  void write(const std::vector<ExternalWrite>& writes);
  void receive(const Bytes& ip_packet);
  void poll(std::uint64_t now_us);

  const ChipTableCounts& counts() const { return counts_; }
  /// Chips that have carried out all writes.
  std::size_t current() const;

 private:
  static constexpr std::uint64_t kRetryUs = 2000;
  static constexpr std::uint16_t kFirstPort = 20000, kPortsOfChip = 32;

  struct Chip {
    std::uint32_t address = 0;
    std::unique_ptr<ApiSession> session;  ///< null: none
    std::uint64_t retry_at = 0;
    std::uint16_t attempts = 0;
    bool is_waiting = false;            ///< for the response to a request
    bool has_all = false;               ///< the session has been given the whole table
    std::deque<ExternalWrite> waiting;  ///< not requested yet
  };
  void connect(std::size_t number, std::uint64_t now_us);
  void request(std::size_t number);
  void responded(std::size_t number, std::uint64_t registers, const Message& response);

  const std::uint32_t own_address_;
  const ExternalTable& table_;
  TcpPeer::Send send_;
  std::vector<Chip> chips_;
  ChipTableCounts counts_;
  SessionCounts sessions_;
};

}  // namespace tinsim::control
