// SPDX-License-Identifier: Apache-2.0
// The way of trace records from the chips to their collector, and its capture.
#pragma once

#include <memory>
#include <vector>

#include "platform/ranks/frame_relay.h"
#include "platform/services/ip_network.h"
#include "platform/services/services.h"
#include "platform/services/trace_port.h"
#include "platform/trace/frame_capture.h"
#include "tlm/ethernet/rebuild.h"

namespace tinsim {

/// Takes the datagrams to the collector's address and port that arrive at a host's NIC; the host
/// receives all else, and sends as before.
class TraceCollector final : public Host {
 public:
  /// `other`: the host that was attached to the NIC before; null: none. `l2`: around packets that
  /// arrive.
  TraceCollector(const IpAddress& address, uint16_t udp_port, const L2Header& l2, Host* other)
      : address_(address), udp_port_(udp_port), l2_(l2), other_(other) {}

  /// The frames of the datagrams go there, as port 0.
  void capture(FrameSink& sink) { sink_ = &sink; }

  Cycle next() const override { return other_ == nullptr ? kNoCycle : other_->next(); }
  PacketPtr take(Cycle now) override { return other_ == nullptr ? nullptr : other_->take(now); }
  bool hold(uint8_t classes) override {
    return other_ == nullptr ? Host::hold(classes) : other_->hold(classes);
  }
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override;
  void prefetch() const override {
    if (other_ != nullptr) other_->prefetch();
  }
  void expect(const Packet& packet) override {
    if (other_ != nullptr && !is_for_collector(packet)) other_->expect(packet);
  }

  uint64_t datagrams() const { return datagrams_; }
  uint64_t records() const { return records_; }

 private:
  bool is_for_collector(const Packet& packet) const;

  const IpAddress address_;
  const uint16_t udp_port_;
  const L2Header l2_;
  Host* other_;
  FrameSink* sink_ = nullptr;
  uint64_t datagrams_ = 0;
  uint64_t records_ = 0;
};

class TraceCollection final : public Service {
 public:
  /// Null where the configuration has no cell tracing. Requires CellTracing and IpNetwork.
  static std::unique_ptr<Service> make(const ServiceContext& context);

  explicit TraceCollection(const ServiceContext& context);

  bool may_run_ahead() const override { return false; }
  void apply_deferred_updates(Cycle cycle) override;
  void open_capture(const std::filesystem::path& folder) override;
  void relay_capture() override;
  void gather_capture() override;
  void close_capture(Cycle end) override;
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  void add_ports(const ServiceContext& context);
  void add_collector(const ServiceContext& context);
  FlowIdentity identity_of(std::size_t chip) const;

  const PlatformConfig config_;
  const Topology& topology_;
  Ranks& ranks_;
  const HostMap hosts_;
  std::vector<std::unique_ptr<TracePort>> ports_;  ///< of this rank's chips
  std::unique_ptr<TraceCollector> collector_;      ///< at the rank of its host
  std::unique_ptr<FrameCapture> capture_;          ///< at the first rank
  FrameRelay relay_;                               ///< elsewhere
};

}  // namespace tinsim
