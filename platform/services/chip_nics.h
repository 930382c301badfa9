// SPDX-License-Identifier: Apache-2.0
// The NICs of one chip, and the PCIe links that they share with 1RMA.
#pragma once

#include <memory>
#include <vector>

#include "platform/services/chip_endpoints.h"
#include "platform/services/host_pcie.h"
#include "tlm/nic/shared_dma.h"
#include "tlm/tin/ip/ip_engine.h"
#include "tlm/tin/rma/rma_engine.h"

namespace tinsim {

class ChipNics final : public SharedWork {
 public:
  /// All outlive the chip's NICs. `rma`: the engine whose memory accesses use the same links; null:
  /// none.
  ChipNics(IpEngine& ip, RmaEngine* rma, std::vector<HostPcie>& hosts);

  /// Puts a NIC between the IP path and `host`, number `place` of the chip's hosts. Returns what
  /// the IP path is to be attached to. Once for each host, before the first cycle.
  Host& add(unsigned place, const NicParams& params, Host& host);
  unsigned hosts() const { return static_cast<unsigned>(sides_.size()); }
  /// Null: none was added.
  const Nic* nic(unsigned place) const { return sides_[place]->nic.get(); }
  /// Since clear_counters().
  NicCounters counters(unsigned place) const;
  void clear_counters();

  Cycle next() const override;
  /// PCIe, then the NICs, host by host.
  void run(Cycle now) override;

 private:
  struct Side final : NicIpPort {
    Side(IpEngine& engine, unsigned number, PcieLink& link)
        : ip(engine), place(number), dma(link, kNicBarBase) {}
    void wake(Cycle now) override { ip.wake(now, place); }
    void stop(Cycle now, bool is_stopped) override { ip.stop(now, place, is_stopped); }

    IpEngine& ip;
    const unsigned place;
    SharedDma dma;
    std::unique_ptr<Nic> nic;
    NicCounters before;
  };

  RmaEngine* rma_;
  std::vector<HostPcie>& hosts_;
  std::vector<std::unique_ptr<Side>> sides_;  ///< by host of the chip
};

}  // namespace tinsim
