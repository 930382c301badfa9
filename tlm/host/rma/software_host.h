// SPDX-License-Identifier: Apache-2.0
// A host behind the NIC whose software reads others' memory by messages under Swift.
#pragma once

#include <algorithm>
#include <vector>

#include "tlm/host/rma/host_program.h"
#include "tlm/host/rma/message_board.h"
#include "tlm/host/rma/software_memory.h"
#include "tlm/host/traffic_host.h"

namespace tinsim {

/// Other entries than that of its messages are traffic of which the software takes no notice.
class SoftwareHost final : public Host, private MessagePort {
 public:
  /// All must outlive the host. `params.number` is that of the host, `entry` that of its messages.
  SoftwareHost(const HostNetwork& network, const SoftwareMemoryParams& params, HostStats& stats,
               MessageBoard& board, const HostMemory& memory, unsigned entry = 0);

  /// Programs run in this order when several have something to do.
  void attach(HostProgram& program) { programs_.push_back(&program); }
  SoftwareMemory& memory() { return memory_; }
  TrafficHost& traffic() { return traffic_; }

  Cycle next() const override { return std::min(traffic_.next(), next_of_software()); }
  PacketPtr take(Cycle now) override;
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override;
  bool hold(uint8_t classes) override { return traffic_.hold(classes); }

 private:
  void send(Cycle now, uint16_t to, uint32_t bytes, SoftwareMessagePtr message) override;
  Cycle next_of_software() const;
  void run_software(Cycle now);

  uint16_t number_;
  unsigned entry_;
  MessageBoard& board_;
  TrafficHost traffic_;
  SoftwareMemory memory_;
  std::vector<HostProgram*> programs_;
};

}  // namespace tinsim
