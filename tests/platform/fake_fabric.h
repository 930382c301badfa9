// SPDX-License-Identifier: Apache-2.0
// TiNs of a Clique as registers behind the register API, with audits of every write.
#pragma once

#include <functional>
#include <optional>
#include <random>

#include "platform/controller/clique/clique_plan.h"
#include "platform/controller/sfe/register_transport.h"
#include "platform/network/topology/live_network.h"
#include "tests/platform/channel_graph.h"
#include "tests/platform/fake_routes.h"

namespace tinsim::control {

/// A rule that the controller broke.
class AuditError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Requests take 1 to 8 us each. Requests are parsed as docs/reference/register_api.md says.
class FakeFabric final : public RegisterTransport {
 public:
  FakeFabric(const CliquePlan& plan, unsigned seed);

  void set_client(Client* client) override { client_ = client; }
  void open(std::size_t tin) override;
  void request(std::size_t tin, api_type type, const Bytes& body) override;

  /// Carries out what is due.
  void step(std::uint64_t now_us);
  /// A plan for these links begins: audits of writes refer to it. `units`: with which TiNs are
  /// drained.
  void begin_plan(const LiveNetwork& live, const std::vector<std::uint16_t>& units = {});

  void set_link(std::size_t tin, unsigned port, bool is_up);
  std::uint64_t links_up(std::size_t tin) const;
  /// The cable of a port, and that of its planned far end, lead elsewhere: they carry no cells of
  /// the plan, though their links are up.
  void set_miswired(std::size_t tin, unsigned port, bool is_miswired);
  /// Registers lose their values.
  void set_power(std::size_t tin, bool is_on);
  bool has_power(std::size_t tin) const { return chips_[tin].has_power; }
  /// TiNs that have a request.
  std::size_t outstanding() const;
  /// The session ends; its request is carried out or not.
  void disconnect(std::size_t tin);

  std::uint32_t reg(std::size_t tin, std::uint32_t address) const {
    return chips_[tin].words[address / 4];
  }
  /// The last register of an element makes its others count.
  void corrupt(std::size_t tin, std::uint32_t address, std::uint32_t value);
  const std::vector<std::uint32_t>& words(std::size_t tin) const { return chips_[tin].words; }
  /// Physically live links of TiNs that have power, with their cables where they are planned.
  LiveNetwork live() const;
  bool is_joined(std::size_t from, std::size_t to) const { return routes_.is_joined(from, to); }
  std::vector<bool> on_the_way(std::size_t from, std::size_t to) const {
    return routes_.on_the_way(from, to);
  }
  /// Tables that are held by the registers.
  std::vector<RouteTable> tables() const { return routes_.tables(); }

  std::size_t most_request_bytes = API_BODY_MAX;  ///< that a TiN takes
  std::uint64_t writes = 0;                       ///< of registers
  std::uint64_t requests = 0;
  std::uint64_t proofs = 0;        ///< exact ones
  std::uint64_t cycle_audits = 0;  ///< of live tables, one for each write that changes a route
  std::uint64_t most_registers_per_ms = 0;  ///< of a TiN, as it was
  /// Called before each request is accepted, and after it.
  std::function<void(bool is_accepted)> on_request;
  /// Called before each write of a register takes effect.
  std::function<void()> on_write;
  bool audits_plans = true;  ///< writes are those of a plan

 private:
  struct Chip {
    std::vector<std::uint32_t> words, written;  ///< shown, and waiting for an element's last word
    bool has_power = true, is_open = false;
    std::optional<std::uint64_t> open_us, done_us;
    api_type type = API_ACCESS;
    Bytes body;
    std::uint64_t window_us = 0, window_registers = 0;
  };

  void finish(std::size_t tin);
  Bytes carry_out(std::size_t tin);
  void write(std::size_t tin, std::uint32_t address, std::uint32_t value);
  void take(std::size_t tin, std::uint32_t address, std::uint32_t value);
  std::uint32_t shown(std::size_t tin, std::uint32_t address) const;
  void set_channels(std::size_t tin, unsigned in_port);
  void set_channels_of_class(std::size_t tin, unsigned port_class);
  void audit_cycles();
  void audit_flow(std::size_t tin, unsigned number);
  void audit_ip(std::size_t tin, std::uint32_t address) const;
  void audit_ip_flow(std::size_t tin, unsigned entry) const;
  void audit_external(std::size_t tin) const;
  void count_rate(Chip& chip, std::size_t registers);

  const CliquePlan& plan_;
  std::mt19937 random_;
  Client* client_ = nullptr;
  std::uint64_t now_us_ = 0;
  std::vector<Chip> chips_;
  std::vector<std::uint64_t> links_;     ///< by TiN, physically up
  std::vector<std::uint64_t> miswired_;  ///< by TiN, ports
  std::vector<RouteTable> wanted_;       ///< by the current plan
  FakeRoutes routes_, goal_;             ///< by registers, and by `wanted_`
  ChannelGraph channels_;                ///< of `routes_`
  bool may_have_cycle_ = false;          ///< channels_ has one: then an exact proof decides
  /// Registers have changed but by writes: the plan does not know, and may lead cells there.
  bool is_disturbed_ = false;
};

}  // namespace tinsim::control
