// SPDX-License-Identifier: Apache-2.0
// The host behind an IP port where frames are replayed or captured: from octets on the wire to
// packets, and back.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>

#include "platform/services/mac_partner.h"
#include "platform/statistics/frame_counts.h"
#include "platform/trace/frame_capture.h"
#include "platform/traffic/frame_replay.h"
#include "tlm/ethernet/packet_frame.h"
#include "tlm/tin/ip/host.h"
#include "tlm/tin/ip/ip_config.h"

namespace tinsim {

/// The same at all ports.
struct FramePolicy {
  FrameRules rules;
  bool carried = false;          ///< packets have their octets
  unsigned early_rts_bytes = 0;  ///< longer packets send an RTS before their FCS arrives; 0: none
  NonIp non_ip = NonIp::drop;
  IpAddress far_end;  ///< encapsulate: of the port where they leave (IPv4)
};

/// One port: NIC of a host, MAC or control processor.
struct FramePort {
  uint16_t number = 0;  ///< Packet::src_host
  bool is_cpu = false;
  IpAddress own;                 ///< IPv4, the source of what is encapsulated here
  IpAddress cpu;                 ///< of the chip's control processor
  L2Header l2;                   ///< around IP packets that leave
  std::optional<uint16_t> vlan;  ///< … with this tag, whose PCP is the packet's class
  WireRate rate;
};

/// A faulty frame is refused before it enters, except one whose RTS has been sent when its FCS
/// arrives. Refused frames occupy the wire too, and delay those behind them; on a wire that two
/// hosts share, only those of the host that sent them.
class FrameHost final : public Host {
 public:
  FrameHost(const FramePolicy& policy, const FramePort& port) : policy_(policy), port_(port) {}

  /// Sends the frames of a capture. Throws ConfigError as FrameReplay does.
  void replay(const FrameReplayOptions& options);
  /// Behind a MAC with flow control, before replay(): the frames are sent by a partner that obeys
  /// PAUSE frames.
  void set_partner(const PartnerParams& params) { partner_params_ = params; }
  /// `host` sends and receives in place of a replay; its packets are counted and captured.
  void serve_host(Host& host) { host_ = &host; }
  /// Frames that enter and leave are written to interface `interface` of `capture`: one that enters
  /// in the cycle of its first bit, one that leaves in that of its last.
  void capture(FrameSink& capture, uint32_t interface);

  Cycle next() const override {
    if (host_ != nullptr) return host_->next();
    if (partner_ != nullptr) return partner_->next();
    return waiting_ ? waiting_->at : kNoCycle;
  }
  PacketPtr take(Cycle now) override;
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override;
  bool hold(uint8_t classes) override {
    return host_ != nullptr ? host_->hold(classes) : Host::hold(classes);
  }

  /// Counts all events before `cycle` and writes them to the capture.
  void apply_until(Cycle cycle);
  const FrameCounts& counts() const { return counts_; }

 private:
  /// A frame that the next take() turns into a packet.
  struct Waiting {
    Cycle at = 0;
    ReplayFrame frame;
    Packet packet;
  };
  struct Refused {
    Cycle at = 0;
    ReplayFrame frame;
    FrameInfo info;
  };
  struct FlowOf {
    FlowKey key;
    uint8_t cos = 0;
    bool operator==(const FlowOf& o) const { return key == o.key && cos == o.cos; }
  };
  struct FlowHash {
    std::size_t operator()(const FlowOf& flow) const { return flow_number(flow.key) ^ flow.cos; }
  };
  struct Flow {
    uint32_t number = 0;
    uint32_t packets = 0;
  };

  void advance();
  std::optional<Packet> packet_of(const FrameInfo& info, const ReplayFrame& frame) const;
  std::optional<Packet> early_packet_of(const FrameInfo& info, const ReplayFrame& frame) const;
  void number(Packet& packet, const FlowKey& key);
  void count_refused(const FrameInfo& info);
  void count_entered(const Packet& packet);
  PacketPtr take_from_host(Cycle now);
  PacketPtr take_from_partner(Cycle now);
  void receive_control(const PacketPtr& frame, Cycle at);
  void capture_packet(const Packet& packet, const L2Header& l2, uint8_t ecn, Cycle at,
                      PacketDirection direction);
  void capture_frame(const ReplayFrame& frame, Cycle at);

  const FramePolicy& policy_;
  FramePort port_;
  std::unique_ptr<FrameReplay> replay_;
  WireTransmitter wire_{WireRate{}};
  std::optional<PartnerParams> partner_params_;
  std::unique_ptr<MacPartner> partner_;
  std::optional<Waiting> waiting_;
  std::deque<Refused> refused_;  ///< not counted yet, in order of time
  std::unordered_map<FlowOf, Flow, FlowHash> flows_;
  Host* host_ = nullptr;
  FrameSink* capture_ = nullptr;
  uint32_t interface_ = 0;
  FrameCounts counts_;
};

}  // namespace tinsim
