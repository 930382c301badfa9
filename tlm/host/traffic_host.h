// SPDX-License-Identifier: Apache-2.0
// A host that makes traffic: messages, connections under Swift or none, acknowledgements, and the
// time that its software takes.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <utility>
#include <vector>

#include "tlm/ethernet/mac.h"
#include "tlm/host/connection.h"
#include "tlm/host/flat_queue.h"
#include "tlm/host/flow_identity.h"
#include "tlm/host/host_params.h"
#include "tlm/host/host_stats.h"
#include "tlm/host/message_source.h"
#include "tlm/host/peer_table.h"
#include "tlm/host/receiver.h"
#include "tlm/host/wire_scheduler.h"
#include "tlm/tin/ip/host.h"

namespace tinsim {

/// Kind of packets of one traffic entry.
struct TrafficClass {
  bool with_swift = true;  ///< else packets are sent as fast as the NIC takes them, and never again
  uint8_t cos = 0;
  uint8_t ecn = 0;                ///< field with which data is sent
  unsigned segment_bytes = 4096;  ///< of a message, in one packet
};

/// Common parameters of all hosts of a network.
struct HostNetwork {
  std::vector<IpAddress> addresses;  ///< by number of the host
  std::vector<TrafficClass> entries;
  std::vector<MessagePlan> plans;  ///< by entry
  SwiftParams swift;
  std::optional<DctcpParams> dctcp;  ///< instead of Swift, for all entries that have it
  WireShares shares;                 ///< of the wire, between classes
  uint64_t seed = 0;
  HostParams host;
  bool carried = false;  ///< packets have octets
  /// For the hosts' connections; must outlive the hosts.
  std::pmr::memory_resource* memory = std::pmr::get_default_resource();
  /// For packets; must outlive them.
  std::pmr::memory_resource* packets = std::pmr::get_default_resource();
};

/// Order of things in a cycle: docs/reference/hosts.md.
class TrafficHost final : public Host {
 public:
  /// `network` and `stats` must outlive the host.
  TrafficHost(const HostNetwork& network, uint16_t number, HostStats& stats);
  TrafficHost(const TrafficHost&) = delete;
  TrafficHost& operator=(const TrafficHost&) = delete;

  /// The host is a source of `entry`; called before all other methods.
  void add_source(unsigned entry, HostTargets targets);

  /// A message of software on this host, in the class of `entry`, which has Swift. Times do not
  /// decrease, nor are they before the times of take() and receive(); next() changes.
  void send(Cycle now, unsigned entry, uint16_t to, uint32_t bytes);
  /// Called when a message of `entry` from host `from` is complete. Messages of a connection are in
  /// the order in which they were sent.
  std::function<void(unsigned entry, uint16_t from, Cycle at)> on_message;

  Cycle next() const override;
  PacketPtr take(Cycle now) override;
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override;
  bool hold(uint8_t classes) override {
    held_ = classes;
    return true;
  }
  void prefetch() const override;
  void expect(const Packet& packet) override;

  /// Bytes of messages that arrived for the first time, in the whole run.
  uint64_t received_bytes() const { return received_bytes_; }
  bool is_source() const { return !sources_.empty(); }
  /// Birth of the oldest message of which a part has not been sent; kNoCycle if there is none.
  Cycle oldest_waiting() const;
  /// Records oldest_waiting() at the begin of cycle `first` and of every `step` cycles after it,
  /// until it is taken; `first` kNoCycle: no longer.
  void keep_oldest(Cycle first, Cycle step) {
    keeps_at_ = first;
    keep_step_ = step;
  }
  /// The oldest recorded value that was not taken yet. If the host has not simulated that cycle, or
  /// nothing is recorded: oldest_waiting().
  Cycle take_oldest();
  /// Congestion control of the connection of `entry` to `peer`, under Swift; null before its first
  /// message.
  const Swift* swift(unsigned entry, uint16_t peer) const;

 private:
  /// Fields of its FlowIdentity that a direction of a connection keeps.
  struct Flow {
    uint32_t number = 0;
    uint16_t hash = 0;
    uint16_t peer = 0;
    uint16_t entry = 0;
  };
  /// Packets with data of one entry to one host.
  struct Sender {
    Flow flow;
    bool ready = false;  ///< in turns_
    uint32_t packets = 0;
    uint32_t message = 0;                  ///< without transport: number of the next
    Cycle wakes_at = kNoCycle;             ///< of its timer for pacing
    Cycle times_out_at = kNoCycle;         ///< of its timer for losses
    std::optional<Connection> connection;  ///< nothing: without transport
  };
  struct Unsent {
    Cycle born;
    bool is_sent;
  };
  struct Waiting {
    Message message;
    uint16_t to;
  };
  struct Source {
    Source(unsigned of_entry, MessageSource of_messages)
        : entry(of_entry), messages(std::move(of_messages)) {}
    unsigned entry;
    MessageSource messages;
    std::deque<Waiting> waiting;  ///< without transport: messages born and not sent whole
    uint32_t sent_bytes = 0;      ///< of the first of them
  };
  struct Peer {
    Peer(bool waits, const Flow& of_acks) : receiver(waits), flow(of_acks) {}
    Receiver receiver;
    Flow flow;  ///< of acknowledgements
    uint32_t acks = 0;
  };
  /// A packet in the host's software.
  struct Seen {
    Segment segment;
    Sender* sender;  ///< of an acknowledgement: the connection; else null
    Peer* peer;      ///< of a segment: its source; else null
    uint16_t from;
    uint8_t cos;
    bool marked;
    Cycle arrived, done;
  };
  struct Ack {
    Peer* peer;
    Segment segment;  ///< that is acknowledged
    uint16_t to;
    uint8_t cos;
    Cycle arrived;
    bool marked;
  };
  static constexpr uint32_t kNoKey = ~0u;
  struct Timer {
    /// Cycle in bits 63:32, number in bits 31:1, for a timeout bit 0: timers of one cycle expire in
    /// the order in which they were set.
    uint64_t order;
    Sender* sender;
    bool is_timeout() const { return order & 1; }
    Cycle at() const { return static_cast<Cycle>(order >> 32); }
    bool operator>(const Timer& o) const { return order > o.order; }
  };

  void fetch_expected() const;
  /// The first cycle in which the transport can send data.
  Cycle sends_from() const;
  void pace(Cycle now, unsigned bytes);
  unsigned cos_of(unsigned entry) const { return network_.entries[entry].cos; }
  /// The first of a class that is not held back; the queue's end if there is none.
  const Ack* first_free_ack() const {
    if (held_ == 0) return acks_.begin();
    return std::find_if(acks_.begin(), acks_.end(),
                        [this](const Ack& ack) { return !(held_ >> ack.cos & 1); });
  }
  bool has_free_ack() const { return first_free_ack() != acks_.end(); }
  Cycle next_event() const { return std::min({next_born_, next_seen_, next_timer_}); }
  void serve_sources();
  void serve_received() { next_seen_ = seen_.empty() ? kNoCycle : seen_.front().done; }
  void serve_timers() { next_timer_ = timers_.empty() ? kNoCycle : timers_.front().at(); }
  void advance(Cycle now);
  void create_message(Source& source, Cycle now);
  void count_made(unsigned entry, const Message& message, Cycle now);
  void give(unsigned entry, uint16_t to, const Message& message, Cycle now);
  void finish(const Seen& seen);
  void expire(const Timer& timer);

  Sender& sender_to(unsigned entry, uint16_t peer);
  CongestionControl new_control() const;
  Peer& peer_of(unsigned entry, uint16_t src);
  void wake(Sender& sender, Cycle now);
  void watch(Sender& sender);
  void set_timer(Cycle at, Sender& sender, bool is_timeout);

  PacketPtr take_ack(Cycle now);
  PacketPtr take_segment(Sender& sender, Cycle now);
  PacketPtr take_raw(Source& source, Cycle now);
  PacketPtr make_data(Sender& sender, const OutgoingSegment& segment, Cycle born, Cycle now);
  void arrive(const PacketPtr& packet, uint8_t ecn, Cycle at);
  void arrive_ack(const Packet& packet, Cycle at);
  void see(Seen seen);
  void keep_until(Cycle now);
  HostClassStats* counted(unsigned entry, Cycle at);
  uint32_t connection_number(unsigned entry, unsigned src, unsigned dst) const;
  unsigned entry_of(const Segment& segment) const;
  PacketPtr close(Packet&& packet, const FlowIdentity& identity) const;
  Flow flow_of(const FlowIdentity& identity, unsigned entry, uint16_t peer) const;
  FlowIdentity data_identity(const Flow& flow) const;
  FlowIdentity ack_identity(const Flow& flow) const;
  void sent_whole(Cycle born);

  const HostNetwork& network_;
  uint16_t number_;
  HostStats& stats_;
  // When the first of sources_, seen_ and timers_ is due, which lie elsewhere.
  Cycle next_born_ = kNoCycle, next_seen_ = kNoCycle, next_timer_ = kNoCycle;
  std::pmr::vector<Source> sources_;
  FlatQueue<Unsent> unsent_;  ///< messages at connections, by birth; the first is not sent whole
  SwiftRules swift_;
  PeerTable<Sender> senders_;  ///< by entry and peer
  PeerTable<Peer> peers_;      ///< likewise
  FlatQueue<Seen> seen_;
  FlatQueue<Ack> acks_;        ///< ready to be sent
  std::vector<Timer> timers_;  ///< a heap
  uint32_t timers_set_ = 0;
  uint32_t expected_ = kNoKey;  ///< key of the connection of the packet expected next
  bool expects_ack_ = false;    ///< which it is
  Cycle now_ = 0;
  uint8_t held_ = 0;  ///< classes that the NIC does not take
  uint64_t received_packets_ = 0;
  uint64_t received_bytes_ = 0;
  Cycle keeps_at_ = kNoCycle;  ///< the next cycle for kept_
  Cycle keep_step_ = 0;
  std::vector<Cycle> kept_;  ///< oldest_waiting() of cycles that are over
  Cycle engine_free_ = 0;    ///< when the software can take the next packet
  uint64_t send_steps_ = 0;  ///< when it can send the next, in steps of send_rate's WireClock
  WireScheduler<Sender, Source> turns_;  ///< all that may send; last, as it is large
};

}  // namespace tinsim
