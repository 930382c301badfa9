// SPDX-License-Identifier: Apache-2.0
// A two-tier Clos network of shared-buffer Ethernet switches: the fabric that Aquila replaces.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tlm/ethernet_clos/clos_counters.h"
#include "tlm/ethernet_clos/clos_params.h"
#include "tlm/ethernet_clos/clos_queue.h"
#include "tlm/tin/ip/host.h"

namespace tinsim {

/// Simulated event by event; events of one cycle are in the order in which they were scheduled.
/// Leaves have the numbers 0 and up, spines follow. A leaf's outputs are those to its hosts, then
/// one to each spine; output l of a spine is that to leaf l.
class EthernetClos {
 public:
  /// `addresses`: Packet::address_hi of each host.
  EthernetClos(const ClosParams& params, const std::vector<uint64_t>& addresses);

  /// Host `number`, whose first packet may be sent from cycle 0 on; it must outlive the network.
  void attach(std::size_t number, Host& host);
  /// Classes are counted in [from, to).
  void measure(Cycle from, Cycle to) {
    from_ = from;
    to_ = to;
  }
  /// Simulates all events before cycle `end`.
  void run_to(Cycle end);

  /// With the frames that are on their way. Throws InvariantError where the sums disagree.
  ClosTotals totals() const;
  const ClosClasses& classes() const { return classes_; }
  /// Output of the leaf of a host to it.
  const ClosOutput& output_to(std::size_t host) const { return outputs_[down_output(host)]; }
  /// Output of a leaf to a spine.
  const ClosOutput& uplink(unsigned leaf, unsigned spine) const {
    return outputs_[uplink_output(leaf, spine)];
  }

 private:
  enum class Kind : uint8_t { kHost, kQueue, kFree, kDeliver };
  struct Event {
    Cycle at;
    Kind kind;
    uint32_t target;  ///< a host or an output
    uint64_t order;
    ClosFrame frame;
    bool operator>(const Event& o) const { return at != o.at ? at > o.at : order > o.order; }
  };
  struct Nic {
    explicit Nic(WireRate rate) : wire(rate) {}
    Host* host = nullptr;
    WireTransmitter wire;
    Cycle due = kNoCycle;  ///< of the event that holds
  };

  std::size_t leaf_of(std::size_t host) const { return host / params_.hosts_per_leaf; }
  std::size_t down_output(std::size_t host) const {
    return leaf_of(host) * leaf_outputs_ + host % params_.hosts_per_leaf;
  }
  std::size_t uplink_output(std::size_t leaf, std::size_t spine) const {
    return leaf * leaf_outputs_ + params_.hosts_per_leaf + spine;
  }
  bool is_of_spine(std::size_t output) const { return output >= first_of_spines_; }
  bool is_down(std::size_t output) const {
    return !is_of_spine(output) && output % leaf_outputs_ < params_.hosts_per_leaf;
  }
  std::size_t switch_of(std::size_t output) const {
    return is_of_spine(output) ? leaves_ + (output - first_of_spines_) / leaves_
                               : output / leaf_outputs_;
  }
  std::size_t host_at(const Packet& packet) const;
  std::size_t output_of_leaf(std::size_t leaf, const Packet& packet) const;

  void schedule(Cycle at, Kind kind, std::size_t target, ClosFrame frame = {});
  void arm(std::size_t host, Cycle now);
  void take(std::size_t host, Cycle now);
  void queue(std::size_t output, ClosFrame frame, Cycle now);
  void start(std::size_t output, Cycle now);
  void end(std::size_t output, Cycle now);
  void deliver(std::size_t host, const ClosFrame& frame, Cycle now);
  void forward(std::size_t output, ClosFrame frame, const FrameTimes& times);
  void enter(std::size_t output, ClosFrame frame, const FrameTimes& times, Cycle cable,
             bool from_host);
  ClosClassCounters* counted(unsigned cos, Cycle now) {
    return now >= from_ && now < to_ ? &classes_.of_class(cos) : nullptr;
  }

  const ClosParams params_;
  const ClosLimits limits_;
  std::size_t leaves_, leaf_outputs_, first_of_spines_;
  std::vector<ClosOutput> outputs_;
  std::vector<SharedBuffer> buffers_;  ///< by switch
  std::vector<Nic> nics_;
  std::unordered_map<uint64_t, uint32_t> host_of_;  ///< by address
  std::vector<Event> events_;                       ///< a heap
  uint64_t scheduled_ = 0;
  Cycle from_ = kNoCycle, to_ = kNoCycle;
  ClosTotals totals_;
  ClosClasses classes_;
};

}  // namespace tinsim
