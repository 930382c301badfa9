// SPDX-License-Identifier: Apache-2.0
// Brings a network up over its own links: DHCP, tables by way of proxies, then TCP to every chip
// (Aquila, section 4.4).
#pragma once

#include <deque>
#include <memory>

#include "platform/controller/controller_records.h"
#include "platform/controller/dhcp_server.h"
#include "platform/controller/mos_stream.h"
#include "platform/controller/network_tables.h"

namespace tinsim::control {

/// Failures are repeated, within bounds that are constants below; a chip with more is given up.
class NetworkController {
 public:
  using Send = std::function<void(std::size_t chip, const Bytes& ip_packet)>;

  /// `send` sends on the Ethernet of a chip; `tables` outlives the controller.
  NetworkController(ControllerPlan plan, NetworkTables& tables, Send send);

  /// An IPv4 packet from the Ethernet of `chip`.
  void receive(std::size_t chip, const Bytes& ip_packet);
  /// Does what is due. Calls are in order of time.
  void poll(std::uint64_t now_us);

  const std::vector<ChipProgress>& progress() const { return progress_; }
  ControllerCounts counts() const;
  /// All chips have been read.
  std::optional<std::uint64_t> complete_us() const { return complete_us_; }

  static constexpr std::uint64_t kTcpTimeoutUs = 2000;      ///< 200 ms of the firmware's clock
  static constexpr std::uint64_t kStreamTimeoutUs = 20000;  ///< without a packet
  static constexpr std::uint64_t kRetryUs = 1000;
  static constexpr std::uint64_t kPollUs = 100;     ///< until a chip without work is checked again
  static constexpr std::uint64_t kLinksUs = 10000;  ///< states are read again while a link is down
  static constexpr std::uint64_t kRebootUs = 2000;  ///< after the response; the firmware waits 1 ms
  static constexpr unsigned kMostEnded = 16;        ///< sessions of a chip that end too early
  static constexpr unsigned kMostStreams = 32;      ///< streams to a chip without a response
  static constexpr unsigned kMostRefused = 4;       ///< requests that a chip refuses
  static constexpr unsigned kMostReboots = 4;       ///< requests to reboot a chip once

 private:
  /// A chip's session, and how far the requests to it are.
  struct ChipConnection {
    std::unique_ptr<ApiSession> session;
    std::size_t entry = 0;  ///< whose Ethernet the session uses
    std::uint64_t open_after_us = 0, step_after_us = 0, links_after_us = 0;
    std::optional<std::uint64_t> drop_us;  ///< when the session ends by a reboot
    bool is_identified = false;
    bool is_busy = false;    ///< a request of step() has no response yet
    bool has_links = false;  ///< the states of its links have been read
    bool is_queued = false;  ///< it waits for a stream of its proxy, or has one
    std::uint8_t proxy_port = 0;
    std::uint32_t boot = 0;  ///< number of its last reset
    unsigned ended = 0, streams_failed = 0, refused = 0;
  };
  /// The stream through a chip.
  struct ProxyStream {
    std::unique_ptr<MosStream> stream;
    std::size_t target = 0, packets = 0;
    std::uint64_t deadline_us = 0;
    std::deque<std::size_t> waiting;  ///< chips
  };
  /// The reboot in progress.
  struct Reboot {
    std::size_t chip = 0;
    bool is_active = false;
    unsigned requests = 0;
    std::uint32_t boot = 0;  ///< number of the reset before
  };

  // Sessions.
  bool has_ethernet(std::size_t chip) const { return plan_.chips[chip].host_address != 0; }
  void open_reachable();
  std::optional<std::size_t> entry_of(std::size_t chip) const;
  void open(std::size_t chip, std::size_t entry);
  void identified(std::size_t chip, const Message& identity);
  void poll_chip(std::size_t chip);
  void session_ended(std::size_t chip);
  void drop(std::size_t chip);
  void give_up(std::size_t chip) { progress_[chip].is_given_up = true; }

  // Chips, through their sessions.
  void step(std::size_t chip);
  void request(std::size_t chip, api_type type, const Bytes& body,
               std::function<void(const Message&)> on_response);
  bool is_accepted(std::size_t chip, const Message& response);
  void take_links(std::size_t chip, const Message& response);
  void write_table(std::size_t chip);
  void table_written(std::size_t chip, std::size_t registers);
  void read_counters(std::size_t chip);
  void step_reboot(std::size_t chip);
  void reconcile(std::size_t chip);
  void poll_reboots();
  bool is_settled() const;

  // Chips without sessions, through their neighbours.
  void neighbour_sent(std::size_t proxy, std::uint8_t port, std::uint8_t channel,
                      const Bytes& data);
  void answer_dhcp(std::size_t chip, const Bytes& packet, std::optional<std::uint8_t> port);
  void queue_stream(std::size_t chip);
  void poll_stream(std::size_t proxy);
  void begin_stream(std::size_t proxy);
  void stream_failed(std::size_t proxy);
  void leave_proxy(std::size_t proxy);
  void change_proxy(std::size_t chip);

  Bytes link_operations(std::size_t chip) const;

  const ControllerPlan plan_;
  NetworkTables& tables_;
  Send send_;
  DhcpServer dhcp_;
  std::map<Mac, std::size_t> chip_of_;
  std::vector<ChipProgress> progress_;
  std::vector<ChipConnection> connections_;
  std::vector<ProxyStream> streams_;
  Reboot reboot_;
  ControllerCounts counts_;
  std::uint64_t now_us_ = 0, next_open_us_ = 0;
  std::uint16_t next_port_ = 41000;
  bool has_news_ = true;  ///< chips may have become reachable, or require a stream
  std::optional<std::uint64_t> complete_us_;
};

}  // namespace tinsim::control
