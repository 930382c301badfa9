// SPDX-License-Identifier: Apache-2.0
// Software and transport of one host, in order of time.
#include "tlm/host/rma/software_host.h"

#include <algorithm>
#include <utility>

namespace tinsim {

SoftwareHost::SoftwareHost(const HostNetwork& network, const SoftwareMemoryParams& params,
                           HostStats& stats, MessageBoard& board, const HostMemory& memory,
                           unsigned entry)
    : number_(params.number),
      entry_(entry),
      board_(board),
      traffic_(network, params.number, stats),
      memory_(params, *this, memory) {
  traffic_.on_message = [this](unsigned of, uint16_t from, Cycle at) {
    if (of == entry_) memory_.arrived(from, board_.take(from, number_), at);
  };
}

Cycle SoftwareHost::next_of_software() const {
  Cycle next = memory_.next();
  for (const HostProgram* program : programs_) next = std::min(next, program->next());
  return next;
}

/// The NIC may call late; software has acted in its own cycles nevertheless.
void SoftwareHost::run_software(Cycle now) {
  for (Cycle at = next_of_software(); at <= now; at = next_of_software()) {
    memory_.run(at);
    for (HostProgram* program : programs_)
      if (program->next() <= at) program->run(at);
  }
}

PacketPtr SoftwareHost::take(Cycle now) {
  run_software(now);
  return traffic_.take(now);
}

void SoftwareHost::receive(const PacketPtr& packet, uint8_t ecn, Cycle at) {
  run_software(at);
  traffic_.receive(packet, ecn, at);
}

void SoftwareHost::send(Cycle now, uint16_t to, uint32_t bytes, SoftwareMessagePtr message) {
  board_.put(number_, to, std::move(message));
  traffic_.send(now, entry_, to, bytes);
}

}  // namespace tinsim
