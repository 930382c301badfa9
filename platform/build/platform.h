// SPDX-License-Identifier: Apache-2.0
// The built network, or a rank's share of it: makes chips, endpoints and links from a Topology and
// binds them.
#pragma once

#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "platform/build/links.h"
#include "platform/config/host_map.h"
#include "platform/network/link_plan.h"
#include "platform/network/topology/topology.h"
#include "platform/ranks/board_mail.h"
#include "platform/ranks/exchange.h"
#include "platform/ranks/message_mail.h"
#include "platform/ranks/packet_mail.h"
#include "platform/ranks/ranks.h"
#include "platform/services/chip_endpoints.h"
#include "platform/services/cliquemap_hosts.h"
#include "platform/services/delivery_log.h"
#include "platform/services/frame_network.h"
#include "platform/services/ip_hosts.h"
#include "platform/services/ip_network.h"
#include "platform/services/rma_hosts.h"
#include "platform/services/rma_network.h"
#include "platform/services/terminal_ports.h"
#include "platform/statistics/failure_result.h"
#include "platform/traffic/traffic.h"
#include "tlm/tin/cell_switch/huge_pages.h"
#include "tlm/tin/pod.h"
#include "tlm/tin/routing/route_table.h"
#include "tlm/tin/tin.h"

namespace tinsim {

class Failures;

class Platform : public sc_core::sc_module {
 public:
  /// `config` passed validate(); topology, tables and traffic, of the whole network, were made from
  /// it. Throws UsageError when there are more ranks than pods.
  Platform(const sc_core::sc_module_name& name, const PlatformConfig& config,
           const Topology& topology, const std::vector<RouteTable>& tables,
           std::vector<PortTraffic> traffic, Cycle batch_cycles, Ranks& ranks = alone());

  const Windows& windows() const { return windows_; }
  double cycle_ps() const { return cycle_ps_; }
  /// Of the whole network.
  std::size_t chips() const { return tins_.size(); }
  /// The chips of this rank's pods, ascending, and higher than those of lower ranks. The others are
  /// not there.
  const std::vector<std::size_t>& own_chips() const { return own_chips_; }
  bool has(std::size_t chip) const { return tins_[chip] != nullptr; }
  Ranks& ranks() const { return ranks_; }
  /// Pods of other ranks are reached through this; null when there are none.
  Exchange* exchange() { return exchange_.get(); }
  Tin& tin(std::size_t chip) { return *tins_[chip]; }
  TerminalPorts& terminals(std::size_t chip) { return *terminals_[chip]; }
  /// The chips' IP paths; null where they have none.
  IpNetwork* ip() { return ip_.get(); }
  const IpNetwork* ip() const { return ip_.get(); }
  /// The hosts that make the configured ip_traffic; null without any.
  const IpHosts* ip_hosts() const { return ip_hosts_.get(); }
  IpHosts* ip_hosts() { return ip_hosts_.get(); }
  /// The chips' 1RMA engines; null where they have none.
  RmaNetwork* rma() { return rma_.get(); }
  const RmaNetwork* rma() const { return rma_.get(); }
  /// The hosts that make the configured rma_traffic; null without any.
  const RmaHosts* rma_hosts() const { return rma_hosts_.get(); }
  RmaHosts* rma_hosts() { return rma_hosts_.get(); }
  /// The hosts of CliqueMap; null without any.
  const CliqueMapHosts* cliquemap() const { return cliquemap_.get(); }
  /// The frames at their ports; null where none are replayed or captured.
  FrameNetwork* frames() { return frames_.get(); }
  /// Credit that the source at a terminal port holds; nothing where there is no source.
  std::optional<unsigned> source_credit(std::size_t chip, unsigned port, unsigned vc) const;
  const std::vector<std::unique_ptr<DeliveryLog>>& logs() const { return logs_; }
  /// Those that batches, throughput and the verdict tell of: of raw cells where there are any, else
  /// all.
  const std::vector<const DeliveryLog*>& judged_logs() const { return judged_logs_; }
  const Links& links() const { return links_; }
  std::vector<LinkRow> link_rows() const { return links_.rows(tins_, now_); }

  /// `observer` sees every event of a chip's switch, besides those that were added before.
  void observe(std::size_t chip, SwitchObserver& observer);
  /// Every chip has been advanced to this cycle, and what those of other ranks told of it has come;
  /// also in the middle of run_to().
  Cycle horizon() const;

  /// Simulates up to `cycle`, a multiple of the batch length. Throws what a chip throws; all ranks
  /// do.
  void run_to(Cycle cycle);
  Cycle now() const { return now_; }

  /// Windows do not end with each batch any more but at `cycle`, the end of some batch: until then
  /// run_to() may leave chips up to a window further than it was asked for. What is told by batch,
  /// deliveries and the ages of waiting cells, is told as if they had stopped there; all else is
  /// that of the cycle where they are. Not for networks with frames from captures, CliqueMap or
  /// chips on pins.
  void run_ahead(Cycle cycle);
  /// Every chip has been advanced to this cycle or less; the same at all ranks.
  Cycle furthest() const;
  /// What run_ahead() was asked for ends at `cycle` already, the end of a batch and not before
  /// furthest().
  void stop_at(Cycle cycle);
  /// Windows end with each batch again. Precondition: run_ahead() said that they end now.
  void stop_with_batches();

  /// Windows of at most so many cycles from now on, for models outside that ask chips for something
  /// between two of them. To be called between windows, and not together with run_ahead().
  void limit_windows(Cycle cycles) { set_barrier(cycles); }
  const Pod& pod_of(std::size_t chip) const { return *pods_[topology_.chips[chip].pod]; }
  /// A PCIe interface of the chip has been asked for something between two windows.
  void wake(std::size_t chip);

  /// Goes on with other traffic, made for this topology, from now on: its cycle 0 is now. Not for
  /// replays.
  void replace_traffic(std::vector<PortTraffic> traffic);
  /// From now on hosts make messages and operations at the rates of `config`, drawn by its seed:
  /// all but the next one of each source, whose birth is known.
  void change_rates(const PlatformConfig& config);

  /// Deliveries in [from, to) are measured. To be told a batch before `from`: a switch hands a cell
  /// to its sink ahead of the cycle in which the last word gets there.
  void measure(Cycle from, Cycle to);
  /// Hosts make nothing from `at` on (IpHosts::end_traffic()), so that the network drains.
  void end_traffic(Cycle at);
  /// Switch counters start again from now.
  void clear_counters();

  /// To be told before the first cycle; `failures` stays where it is.
  void expect(const Failures& failures);

  // Of this rank.
  uint64_t injected() const;
  uint64_t delivered() const;
  /// Lost on links or by failures, or discarded at their destination because they were damaged.
  uint64_t dropped() const;
  uint64_t cell_hops() const;
  FailureCounts failure_counts() const;
  ParkedPeak parked_peak() const;
  /// Chips that cells sent from memory had come through before, since clear_counters().
  uint64_t hops_before_parking() const;

 private:
  /// By pod; null for those of other ranks.
  struct PodLogs {
    std::vector<DeliveryLog*> raw;
    std::vector<DeliveryLog*> engines;
  };

  // Parts of the construction, in their order.
  PodLogs add_pods(uint8_t initial_hop, bool engines_apart);
  void add_chips(const PlatformConfig& config, const std::vector<RouteTable>& tables,
                 const std::vector<PortTraffic>& traffic,
                 const std::vector<DeliveryLog*>& log_of_pod);
  std::shared_ptr<SwitchEngine> make_switch(const PlatformConfig& config, std::size_t chip,
                                            const RouteTable& table);
  void join_chips(const PlatformConfig& config);
  void add_sources(std::vector<PortTraffic> traffic);
  void add_engines(const PlatformConfig& config, uint8_t initial_hop,
                   const std::vector<DeliveryLog*>& log_of_pod);
  void forget_due_times(std::size_t chip);
  void add_engines_of(std::size_t chip, ChipEndpoints& endpoints, DeliveryLog& log);
  void add_far_chips(const HostMap& hosts);
  void add_far_software();
  Inbox* inbox_of(unsigned pod);
  void rethrow_failures();
  void set_barrier(Cycle cycles);

  ChipMemory memory_;  ///< of the switches and endpoints: goes last
  const Topology& topology_;
  Ranks& ranks_;
  Partition partition_;
  ChipDirectory directory_;
  Links links_;
  Windows windows_;
  double cycle_ps_;
  unsigned ring_cycles_ = 0;
  Cycle now_ = 0;
  Cycle batch_cycles_;
  bool expects_failures_ = false;
  std::vector<PortTraffic> traffic_;  ///< owns the tables its generators read
  std::vector<std::unique_ptr<DeliveryLog>>
      logs_;  ///< of each pod; of its engines beside raw cells
  std::vector<const DeliveryLog*> judged_logs_;
  std::vector<std::shared_ptr<TerminalPorts>> terminals_;  ///< by chip
  std::unique_ptr<IpNetwork> ip_;
  std::unique_ptr<PacketMail> packet_mail_;  ///< to and from other ranks
  std::unique_ptr<IpHosts> ip_hosts_;
  std::unique_ptr<FrameNetwork> frames_;
  std::unique_ptr<RmaNetwork> rma_;
  std::unique_ptr<MessageMail> message_mail_;  ///< to and from other ranks
  std::unique_ptr<RmaHosts> rma_hosts_;
  std::unique_ptr<CliqueMapHosts> cliquemap_;
  std::unique_ptr<BoardMail> board_mail_;                  ///< to and from other ranks
  std::vector<std::unique_ptr<ChipEndpoints>> endpoints_;  ///< by chip; null: raw cells only
  std::vector<std::unique_ptr<Tin>> tins_;                 ///< by chip
  std::vector<std::size_t> own_chips_;
  std::vector<std::unique_ptr<Pod>> pods_;  ///< by pod; null: of another rank
  std::unique_ptr<Exchange> exchange_;
  std::vector<ObserverList> observers_;  ///< by chip
};

}  // namespace tinsim
