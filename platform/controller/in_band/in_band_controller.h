// SPDX-License-Identifier: Apache-2.0
// The controller of a Clique as a host of the simulated network: it reaches TiNs over their own
// links alone.
#pragma once

#include "platform/controller/constellation/constellation.h"
#include "platform/controller/in_band/in_band_transport.h"
#include "platform/controller/in_band/installed_paths.h"

namespace tinsim::control {

struct InBandControllerSettings {
  InBandSettings access;
  ConstellationSettings constellation;
  /// Tables begin complete. The first plan waits until all TiNs have answered, or no further one
  /// has for InBandTransport::kUnreachableUs: a plan of part of a network would withdraw the routes
  /// to the rest.
  bool keeps_tables = false;
};

/// Reports to its constellation which TiNs answer and which links are UP. A TiN without Ethernet is
/// down when it does not answer, and also when no neighbour reports a link to it as UP.
class InBandController final : private InBandTransport::Observer {
 public:
  /// `plan` and `access` are of one network; `plan` outlives it.
  InBandController(const CliquePlan& plan, ControllerPlan access,
                   const InBandControllerSettings& settings, InBandTransport::Send send);

  /// An IPv4 packet from the Ethernet of a TiN.
  void receive(std::size_t tin, const Bytes& ip_packet) { transport_.receive(tin, ip_packet); }
  /// Does what is due. Calls are in order of time.
  void poll(std::uint64_t now_us);
  /// Ends an instance and starts another.
  void restart(Instance instance);
  /// TiNs, as one unit, are to carry no cells between others, or are to carry them again.
  void drain(const std::vector<std::size_t>& tins);
  void undrain(const std::vector<std::size_t>& tins);

  /// Receives all events from now on. It changes nothing.
  void set_on_event(std::function<void(const ControlEvent&)> on_event) {
    on_event_ = std::move(on_event);
  }

  const Constellation& constellation() const { return constellation_; }
  const InBandTransport& transport() const { return transport_; }
  bool is_settled() const { return is_settled_; }
  /// The TiN has power and answers, as the constellation knows.
  bool is_up(std::size_t tin) const { return up_[tin]; }
  /// All TiNs have TCP sessions, and the tables that follow from the reported links; nothing before
  /// that was so for the first time.
  std::optional<std::uint64_t> complete_us() const { return complete_us_; }

 private:
  static constexpr std::uint64_t kSettledUs = 10;  ///< period of checks

  void reachable(std::size_t tin, bool is_reachable) override;
  void links_reported(std::size_t tin, std::uint64_t up) override;
  void noted(const ControlEvent& event) override {
    if (on_event_) on_event_(event);
  }
  void note(ControlEvent::Kind kind, std::uint64_t now_us, std::uint64_t value);
  void find_linked();
  void report_tin(std::size_t tin);
  void check_settled(std::uint64_t now_us);
  bool may_plan();

  const CliquePlan& plan_;
  const ControllerPlan access_;
  InstalledPaths paths_;
  InBandTransport transport_;
  Constellation constellation_;
  std::vector<bool> reachable_, up_;                    ///< by TiN
  std::vector<std::optional<std::uint64_t>> links_up_;  ///< … as it last reported
  std::vector<bool> is_linked_;       ///< … UP links lead there from an Ethernet
  std::vector<bool> has_answered_;    ///< … at any time
  bool waits_;                        ///< for TiNs, before the first plan
  std::uint64_t last_answer_us_ = 0;  ///< when a TiN answered for the first time
  std::uint64_t now_us_ = 0, next_check_us_ = 0, settled_plan_ = 0;
  bool is_settled_ = false;
  std::uint64_t plans_ = 0;
  std::function<void(const ControlEvent&)> on_event_;
  std::optional<std::uint64_t> complete_us_;
};

}  // namespace tinsim::control
