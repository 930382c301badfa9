// SPDX-License-Identifier: Apache-2.0
// The router of an ExaNet node: the model, or its RTL, alone or in lockstep with the model.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/common/block_slot.h"
#include "rtl_models/common/state.h"
#include "rtl_models/exanet_router/exanet_router.h"

namespace tinsim {

/// A stage with the ports of Router.
template <class Router>
class ExanetNodeRouter {
 public:
  using In = typename Router::In;
  using Out = typename Router::Out;

  /// From now on the router is the chosen one; `place` is for its errors. Call before reset().
  /// Throws ConfigError in a build without RTL.
  void choose(BlockImpl choice, const BlockPlace& place) {
    chosen_.emplace(make_block<Router>(choice, place));
  }
  const Out& out() const { return chosen_ ? chosen_->out() : model_.out(); }
  void reset(const In& straps) {
    chosen_ ? chosen_->reset(straps) : model_.reset(straps);
    at_pins_ = 0;
  }
  void tick(const In& in) {
    if (!chosen_) {
      model_.tick(in);
      return;
    }
    at_pins_ += footers_in(in) - footers_in(out());
    chosen_->tick(in);
    for (unsigned q = 0; q < Router::kQueues; ++q)
      at_pins_ -= out().bad_header_o[q] + out().discarded_o[q];
  }
  /// Packets whose footer is in the router or at its outputs, less those whose loss it has reported
  /// before their footer left; modulo 2^64. The model's are found in its buffers. RTL shows them at
  /// its pins alone: those that entered and have not left.
  std::uint64_t packets() const {
    return chosen_ ? at_pins_ : packets_in_buffers() + footers_in(model_.out());
  }

 private:
  static constexpr unsigned kFooter = static_cast<unsigned>(ExanetKind::kFooter);

  static std::uint64_t footers_in(const In& in) {
    std::uint64_t footers = 0;
    for (unsigned p = 0; p < Router::kPorts; ++p)
      footers += in.in_valid_i[p] && unsigned(in.in_kind_i[p]) == kFooter;
    return footers;
  }
  static std::uint64_t footers_in(const Out& out) {
    std::uint64_t footers = 0;
    for (unsigned p = 0; p < Router::kPorts; ++p)
      footers += out.out_valid_o[p] && unsigned(out.out_kind_o[p]) == kFooter;
    return footers;
  }
  std::uint64_t packets_in_buffers() const;

  Router model_;
  std::optional<BlockSlot<Router>> chosen_;
  std::uint64_t at_pins_ = 0;
};

/// Headers and footers take turns in a buffer. The first word is a footer where the queue handles a
/// packet, whose header it has taken. Packets whose loss has been counted are not in flight.
template <class Router>
std::uint64_t ExanetNodeRouter<Router>::packets_in_buffers() const {
  // States of a queue, in the numbers of its StateList.
  constexpr auto kIdle = static_cast<std::uint64_t>(ExanetQueue::State::kIdle);
  constexpr auto kDiscards = static_cast<std::uint64_t>(ExanetQueue::State::kDiscard);
  constexpr auto kDropped = static_cast<std::uint64_t>(ExanetQueue::Arrival::kDropped);
  constexpr std::uint64_t kDiscardAge = 8;  // a queue of this age has reported that it discards
  const std::vector<StateEntry> state = state_of(model_);
  const auto values_of = [&state](const char* name) -> const std::vector<std::uint64_t>& {
    const auto has_name = [name](const StateEntry& entry) { return entry.name == name; };
    return std::find_if(state.begin(), state.end(), has_name)->values;
  };
  const auto &states = values_of("state"), &ages = values_of("age"),
             &arrivals = values_of("arrival"), &words = values_of("header_count");
  std::uint64_t packets = 0;
  for (unsigned q = 0; q < Router::kQueues; ++q) {
    packets += (words[q] + (states[q] == kIdle ? 0 : 1)) / 2;
    packets -= states[q] == kDiscards && ages[q] >= kDiscardAge;
    packets -= arrivals[q] == kDropped;
  }
  return packets;
}

}  // namespace tinsim
