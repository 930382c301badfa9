// SPDX-License-Identifier: Apache-2.0
// The hosts that move the flows of a list by 1RMA.
#include "platform/services/flow_network.h"
#include "platform/services/region_key.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cycles.h"
#include "tlm/host/rma_traffic_host.h"

namespace tinsim {
namespace {

constexpr unsigned kFlowSlots = 128;

}  // namespace

void FlowNetwork::add_rma_hosts(RmaNetwork& rma) {
  register_regions(rma);
  for (uint16_t number = 0; number < map_.hosts(); ++number) {
    const unsigned chip = map_.chip_of(number), place = map_.place_of(number);
    if (flows_[number] == nullptr) continue;
    FlowRmaParams params;
    params.transport = config_.flows.transport;
    params.cls = config_.flows.class_ == RmaLatencyClass::L ? 1 : 0;
    params.region_bytes = RmaHostMap::kDataBytes;
    params.notice = notice();
    params.data_region = [this](uint16_t remote) {
      return RmaHostMap::data_region(map_.place_of(remote));
    };
    rma_hosts_.push_back(std::make_unique<FlowRmaHost>(
        std::move(params), client_params(rma, number), number, rma.pcie(chip, place),
        rma.memory(chip, place), *feed_, *flows_[number], board_, stats_));
    rma.engine(chip).attach(place, *rma_hosts_.back());
  }
}

void FlowNetwork::register_regions(RmaNetwork& rma) const {
  for (unsigned number = 0; number < map_.hosts(); ++number) {
    const unsigned chip = map_.chip_of(number), place = map_.place_of(number);
    if (!rma.has(chip)) continue;
    RmaEngine& engine = rma.engine(chip);
    const auto owner = static_cast<uint8_t>(place);
    const auto add = [&](uint32_t region, uint64_t base, uint64_t bytes, uint8_t permissions) {
      engine.register_region(region, {true, base, bytes, permissions, owner,
                                      region_key(config_.run.seed, number, region)});
    };
    add(RmaHostMap::data_region(place), RmaHostMap::kDataBase, RmaHostMap::kDataBytes,
        kPermRead | kPermWrite);
    add(RmaHostMap::queue_region(place), RmaHostMap::kQueueBase, RmaHostMap::kQueueBytes,
        kPermWrite);
    for (unsigned slot = 0; slot < CommandSlotState::kMaxSlots; ++slot) engine.set_pid(slot, slot);
  }
}

RmaClientParams FlowNetwork::client_params(RmaNetwork& rma, uint16_t number) const {
  const unsigned place = map_.place_of(number);
  const auto address = [this](uint16_t host) {
    const ChipInfo& chip = topology_.chips[map_.chip_of(host)];
    return gnet_address(chip.pod, chip.tin, 0);
  };
  RmaClientParams params;
  params.first_slot = kFlowSlots * place;
  params.data_region = RmaHostMap::data_region(place);
  params.queue_region = RmaHostMap::queue_region(place);
  params.queue_base = RmaHostMap::kQueueBase;
  params.queue_entries = RmaHostMap::kQueueBytes / kCompletionBytes;
  params.reads_queue = config_.rma.payload == Payload::carried;
  params.core_mhz = config_.tin.core_mhz;
  params.address = address;
  RmaEngine& engine = rma.engine(map_.chip_of(number));
  params.key = [this, &engine, address, number](uint16_t remote, uint32_t region, unsigned slot,
                                                RmaOp op) {
    return engine.seal().derive(region_key(config_.run.seed, remote, region), address(number), slot,
                                static_cast<unsigned>(op), address(remote));
  };
  return params;
}

}  // namespace tinsim
