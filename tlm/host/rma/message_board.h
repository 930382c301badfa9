// SPDX-License-Identifier: Apache-2.0
// Content of messages between the software of hosts, while their bytes cross the network.
#pragma once

#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tlm/host/rma/software_memory.h"

namespace tinsim {

/// A message to a host that another process simulates.
struct RemoteSoftwareMessage {
  uint16_t from = 0, to = 0;
  SoftwareMessagePtr message;
};

/// Messages from one host to another are taken in the order in which they were put. All hosts of a
/// process share one board. A message is put before the first of its packets is announced, so it is
/// with the other process when that arrives there.
class MessageBoard {
 public:
  /// Host `to` is simulated by process `number`.
  void add_remote(uint16_t to, unsigned number);

  void put(uint16_t from, uint16_t to, SoftwareMessagePtr message);
  /// Precondition: one has been put, or has arrived, that was not taken.
  SoftwareMessagePtr take(uint16_t from, uint16_t to);

  /// Messages put for hosts of process `number` since the last call.
  std::vector<RemoteSoftwareMessage> take_outgoing(unsigned number);
  /// A message that another process has put.
  void arrive(RemoteSoftwareMessage far) {
    in_flight_[key(far.from, far.to)].push_back(std::move(far.message));
  }

 private:
  static uint32_t key(uint16_t from, uint16_t to) { return uint32_t{from} << 16 | to; }

  std::unordered_map<uint32_t, std::deque<SoftwareMessagePtr>> in_flight_;
  std::unordered_map<uint16_t, unsigned> process_of_;         ///< of hosts that are not of this one
  std::vector<std::vector<RemoteSoftwareMessage>> outgoing_;  ///< by process
};

}  // namespace tinsim
