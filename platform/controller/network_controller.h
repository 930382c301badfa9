// SPDX-License-Identifier: Apache-2.0
// Brings a network up over its own links: DHCP, tables by way of proxies, then TCP to every chip
// (Aquila, section 4.4).
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "platform/controller/dhcp_server.h"
#include "platform/controller/mos_stream.h"
#include "tlm/tin/registers/route_image.h"

namespace tinsim::control {

struct ControlledChip {
  Mac mac{};
  std::uint32_t address = 0;
  std::uint32_t host_address = 0;   ///< of the controller on the chip's Ethernet; 0: it has none
  std::vector<RegisterRun> tables;  ///< to be written
};

struct ControllerPlan {
  std::vector<ControlledChip> chips;
  std::uint32_t counters_address = 0;  ///< of the registers that are read at the end
  std::uint32_t counters_count = 0;
  std::optional<std::uint64_t> reboot_us;  ///< when the reboots begin
};

/// Progress of a chip. Times in us; nothing where it did not happen.
struct ChipProgress {
  std::optional<std::uint64_t> addressed_us;  ///< DHCP acknowledged its address
  std::optional<std::uint64_t> written_us;    ///< its tables are complete
  std::optional<std::uint64_t> connected_us;  ///< it identified itself over TCP
  std::optional<std::uint64_t> read_us;       ///< its counters have been read
  std::optional<std::size_t> proxy;           ///< chip that relayed its DHCP and its tables
  std::uint32_t address = 0;                  ///< that it reports
  std::vector<std::uint32_t> counters;
  std::optional<std::uint64_t> rebooted_us;    ///< a REBOOT was accepted
  std::optional<std::uint64_t> reconciled_us;  ///< … and its registers have been read again
  std::uint64_t differing = 0;                 ///< … which differed from what was written
};

struct ControllerCounts {
  SessionCounts sessions;
  std::uint64_t connections = 0, tcp_repeated = 0;
  std::uint64_t packets_sent = 0, packets_received = 0;  ///< IPv4 on the Ethernet
  std::uint64_t discovers = 0, requests = 0;             ///< of DHCP, from chips
  std::uint64_t relayed = 0;                             ///< … of those, by proxies
  std::uint64_t streams = 0;  ///< requests by way of proxies, repetitions included
  std::uint64_t registers_written = 0;
};

class NetworkController {
 public:
  using Send = std::function<void(std::size_t chip, const Bytes& ip_packet)>;
  /// Whether all chips on all routes from `from` to `to` are among `written`.
  using HasPath =
      std::function<bool(std::size_t from, std::size_t to, const std::vector<bool>& written)>;

  /// `send` sends on the Ethernet of a chip.
  NetworkController(ControllerPlan plan, HasPath has_path, Send send);

  /// An IPv4 packet from the Ethernet of `chip`.
  void receive(std::size_t chip, const Bytes& ip_packet);
  /// Does what is due. Calls are in order of time.
  void poll(std::uint64_t now_us);

  const std::vector<ChipProgress>& progress() const { return progress_; }
  ControllerCounts counts() const;
  /// All chips have been read.
  std::optional<std::uint64_t> complete_us() const { return complete_us_; }

 private:
  /// A chip's session, and the streams through it.
  struct Link {
    std::unique_ptr<ApiSession> session;
    std::unique_ptr<MosStream> stream;
    std::size_t target = 0;  ///< of the stream
    std::uint64_t stream_deadline_us = 0;
    std::deque<std::size_t> waiting;  ///< chips whose tables wait for the stream
  };
  static constexpr std::uint64_t kTcpTimeoutUs = 2000;  ///< 200 ms of the firmware's clock
  static constexpr std::uint64_t kStreamTimeoutUs = 20000;
  static constexpr std::uint64_t kRebootUs = 2000;  ///< after the response; the firmware waits 1 ms

  bool has_ethernet(std::size_t chip) const { return plan_.chips[chip].host_address != 0; }
  void answer_dhcp(std::size_t chip, const Bytes& packet, std::optional<std::uint8_t> port);
  void addressed(std::size_t chip);
  void open(std::size_t chip, std::size_t entry);
  void opened(std::size_t chip);
  void open_reachable();
  void neighbour_sent(std::size_t proxy, std::uint8_t port, std::uint8_t channel,
                      const Bytes& data);
  void written(std::size_t chip);
  void run_stream(std::size_t proxy);
  void read_counters(std::size_t chip);
  void poll_reboots();
  void reconcile(std::size_t chip);
  Bytes write_operations(std::size_t chip) const;
  Bytes read_operations(std::size_t chip) const;
  std::uint64_t differing(std::size_t chip, const Message& response) const;

  ControllerPlan plan_;
  HasPath has_path_;
  Send send_;
  DhcpServer dhcp_;
  std::map<Mac, std::size_t> chip_of_;
  std::vector<ChipProgress> progress_;
  std::vector<Link> links_;
  std::vector<std::optional<std::size_t>> entries_;  ///< by chip: whose Ethernet its session uses
  std::vector<std::uint8_t> proxy_port_;             ///< by chip: of its proxy, towards it
  std::vector<bool> written_;
  ControllerCounts counts_;
  std::uint64_t now_us_ = 0;
  std::uint16_t next_port_ = 41000;
  bool has_news_ = true;  ///< chips may have become reachable
  std::optional<std::uint64_t> complete_us_;
  std::size_t next_reboot_ = 0;
  std::optional<std::uint64_t> reopen_us_;  ///< when the session of the rebooted chip is opened
  bool is_rebooting_ = false;
};

}  // namespace tinsim::control
