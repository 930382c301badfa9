// SPDX-License-Identifier: Apache-2.0
// Sessions with the TiNs of a network over its own links: TCP from the Ethernet of some TiNs where
// routes lead to a TiN and back, PMOS by way of a neighbour elsewhere (Aquila, section 4.4).
#pragma once

#include <functional>
#include <map>
#include <memory>

#include "platform/controller/dhcp_server.h"
#include "platform/controller/in_band/tin_access.h"
#include "platform/controller/mos_stream.h"
#include "platform/controller/sfe/register_transport.h"

namespace tinsim::control {

/// Keeps a session with each TiN that has an address, whether its client has opened one or not: so
/// TiNs report their links, and can be proxies of their neighbours. A proxy serves one TiN at a
/// time.
class InBandTransport final : public RegisterTransport {
 public:
  using Send = std::function<void(std::size_t tin, const Bytes& ip_packet)>;
  /// Routes lead from a TiN with Ethernet to another one and back.
  using HasPath = std::function<bool(std::size_t entry, std::size_t tin)>;

  /// Receiver of what is learnt about TiNs.
  class Observer {
   public:
    virtual ~Observer() = default;
    /// A TiN identified itself, or has not answered for kUnreachableUs.
    virtual void reachable(std::size_t tin, bool is_reachable) = 0;
    /// Mask of its ports whose links are UP.
    virtual void links_reported(std::size_t tin, std::uint64_t up) = 0;
    /// For people: it changes nothing.
    virtual void noted(const ControlEvent& /*event*/) {}
  };

  /// `send` sends on the Ethernet of a TiN. The observer outlives it.
  InBandTransport(ControllerPlan plan, const InBandSettings& settings, Send send, HasPath has_path,
                  Observer& observer);

  /// An IPv4 packet from the Ethernet of a TiN.
  void receive(std::size_t tin, const Bytes& ip_packet);
  /// Does what is due. Calls are in order of time. `may_move`: sessions without a request may move
  /// from a proxy to TCP, which ends them.
  void poll(std::uint64_t now_us, bool may_move);

  /// UP links lead to a TiN: a session that has ended begins again soon, over TCP if routes lead
  /// there. Or none does any more: its session over TCP ends at the next poll.
  void set_linked(std::size_t tin, bool is_linked);

  void set_client(Client* client) override;
  void open(std::size_t tin) override;
  void request(std::size_t tin, api_type type, const Bytes& body) override;

  Carrier carrier(std::size_t tin) const {
    return tins_[tin].is_identified ? tins_[tin].carrier : Carrier::kNone;
  }
  const std::vector<TinProgress>& progress() const { return progress_; }
  InBandCounts counts() const;

  static constexpr std::uint64_t kTcpTimeoutUs = 2000;     ///< 200 ms of the firmware's clock
  static constexpr std::uint64_t kRetryUs = 1000;          ///< until a session is begun again
  static constexpr std::uint64_t kLingerUs = 2000;         ///< that packets of an old session live
  static constexpr std::uint64_t kSilenceUs = 20000;       ///< without a packet or a report
  static constexpr std::uint64_t kUnreachableUs = 60000;   ///< without a session
  static constexpr std::uint64_t kMoveUs = 20000;          ///< until TCP is tried again
  static constexpr std::uint64_t kLinksByProxyUs = 10000;  ///< period of link states by a proxy

 private:
  using OnResponse = std::function<void(const Message&)>;
  struct Tin {
    Carrier carrier = Carrier::kNone;
    bool is_identified = false;  ///< by this session
    bool must_end = false;       ///< found in the middle of a call of the session
    std::uint64_t retry_us = 0;  ///< when a session may begin
    std::uint64_t heard_us = 0;  ///< last report, or begin of the session
    unsigned failures = 0;       ///< sessions that were lost in a row
    // TCP.
    std::unique_ptr<ApiSession> session;
    std::size_t entry = 0;  ///< whose Ethernet it uses
    bool avoids_tcp = false;
    std::uint64_t move_us = 0;  ///< when the session may move to TCP
    // PMOS.
    std::size_t proxy = 0, neighbour = 0;  ///< `neighbour`: number among those of the TiN
    std::unique_ptr<MosStream> stream;     ///< of the request that is outstanding
    std::size_t packets = 0;
    std::uint64_t deadline_us = 0, links_us = 0;
    std::uint32_t id = 0;
    std::optional<Message> response;
    OnResponse on_response;
    std::optional<std::pair<api_type, Bytes>> waiting;  ///< behind one for the states of links
    // Of the client.
    bool is_wanted = false, is_open = false, has_request = false;
    bool is_write = false;         ///< the request
    std::uint64_t request_us = 0;  ///< when it was sent
    std::size_t request_bytes = 0;
    // Of the observer.
    bool is_reachable = false;
    std::uint64_t lost_us = 0;
  };

  bool has_ethernet(std::size_t tin) const { return plan_.chips[tin].host_address != 0; }
  bool can_be_proxy(std::size_t tin) const {
    return tins_[tin].carrier == Carrier::kByTcp && tins_[tin].is_identified &&
           !tins_[tin].must_end;
  }
  void poll_tin(std::size_t tin, bool may_move);
  void connect(std::size_t tin);
  void lose(std::size_t tin);
  void end_session(std::size_t tin, std::uint64_t delay_us);
  void identified(std::size_t tin, const Message& response);
  void take_links(std::size_t tin, const Bytes& registers);
  void answered(std::size_t tin, const Message& response);
  Bytes link_operations(std::size_t tin) const;
  void watch_reachability(std::size_t tin);
  void note(ControlEvent::Kind kind, std::size_t tin, std::uint64_t value = 0);

  // TCP.
  std::optional<std::size_t> entry_of(std::size_t tin) const;
  void connect_by_tcp(std::size_t tin, std::size_t entry);
  void subscribe(std::size_t tin);

  // PMOS.
  std::optional<std::size_t> next_proxy(std::size_t tin) const;
  void connect_by_proxy(std::size_t tin, std::size_t neighbour);
  void send_by_proxy(std::size_t tin, api_type type, const Bytes& body, OnResponse on_response);
  void poll_stream(std::size_t tin);
  void poll_links_by_proxy(std::size_t tin);
  void neighbour_sent(std::size_t proxy, std::uint8_t port, std::uint8_t channel,
                      const Bytes& data);
  void answer_dhcp(std::size_t tin, const Bytes& packet, std::optional<std::uint8_t> port);

  const ControllerPlan plan_;
  const InBandSettings settings_;
  Send send_;
  HasPath has_path_;
  Observer& observer_;
  Client* client_ = nullptr;
  DhcpServer dhcp_;
  std::map<Mac, std::size_t> tin_of_;
  std::vector<Tin> tins_;
  std::vector<TinProgress> progress_;
  InBandCounts counts_;
  std::uint64_t now_us_ = 0;
  std::uint16_t next_port_ = kFirstPort;
  static constexpr std::uint16_t kFirstPort = 41000;
};

}  // namespace tinsim::control
