// SPDX-License-Identifier: Apache-2.0
// Group `counter` of the registers: counters of a switch and of its IP path.
#include "tlm/tin/registers/counter_device.h"

namespace tinsim {

using registers::Place;

uint32_t CounterDevice::read(Cycle at, const Place& place) const {
  if (place.array == &registers::kCounterArrays[0]) return of_vc(place);
  const uint64_t count = place.array != nullptr ? of_port(at, place) : of_ip(place);
  return static_cast<uint32_t>(place.reg->half == registers::Half::high ? count >> 32 : count);
}

uint32_t CounterDevice::of_vc(const Place& place) const {
  const unsigned port = place.index / registers::kVcs, vc = place.index % registers::kVcs;
  if (port >= switch_.params().ports || vc >= switch_.params().vcs) return 0;
  const VcCounters c = switch_.counters(port, vc);
  const uint32_t values[] = {c.cells,       c.words,        c.stall_input, c.stall_credit,
                             c.stall_queue, c.stall_output, c.peak_words};
  static_assert(std::size(values) == std::size(registers::kCounterVcElement));
  return values[place.reg - registers::kCounterVcElement];
}

/// Each quantity has two registers.
uint64_t CounterDevice::of_port(Cycle at, const Place& place) const {
  const unsigned port = place.index;
  const auto quantity = static_cast<unsigned>(place.reg - registers::kCounterPortElement) / 2;
  const bool is_link =
      port < switch_.params().ports && !(switch_.params().terminal_ports >> port & 1);
  if (!is_link) return 0;
  const LinkUse use = switch_.link_use(port, at);
  static_assert(std::size(registers::kCounterPortElement) ==
                2 * (2 + std::tuple_size_v<decltype(use.slots)>));
  if (quantity == 0) return use.cells;
  return quantity <= use.slots.size() ? use.slots[quantity - 1] : switch_.lost_in_queue(port);
}

uint64_t CounterDevice::of_ip(const Place& place) const {
  if (ip_ == nullptr) return 0;
  const IpCounters& c = *ip_;
  const uint64_t values[] = {c.taken,          c.delivered,     c.cells_sent,
                             c.cells_received, c.damaged_cells, c.late_cells};
  const auto quantity = static_cast<unsigned>(place.reg - registers::kCounterRegisters) / 2;
  static_assert(std::size(registers::kCounterRegisters) ==
                2 * (std::size(values) + static_cast<std::size_t>(IpLoss::kCount)));
  if (quantity < std::size(values)) return values[quantity];
  return c.lost[static_cast<IpLoss>(quantity - std::size(values))];
}

}  // namespace tinsim
