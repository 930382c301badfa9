// SPDX-License-Identifier: Apache-2.0
// Route selection: one of a cell's candidate ports, by flow hash or by queue length.
#include "rtl_models/route_select/route_select.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"

namespace tinsim {

template <unsigned kPorts>
void RouteSelect<kPorts>::tick(const In& in) {
  out_ = {};
  if (pending_.valid) {
    Choice choice = choose(in, pending_.up);
    if (choice.port == kNoRoute) choice = choose(in, ~std::uint64_t{0});
    out_.valid_o = true;
    out_.none_o = choice.port == kNoRoute;
    if (!out_.none_o) {
      out_.port_o = choice.port;
      out_.minimal_o = choice.minimal;
    }
  }
  pending_ = in.valid_i ? sample(in) : PendingCell{};
}

template <unsigned kPorts>
typename RouteSelect<kPorts>::PendingCell RouteSelect<kPorts>::sample(const In& in) const {
  PendingCell pending;
  pending.valid = true;
  pending.hashed = in.hashed_i;
  pending.detour = in.detour_i && (in.hashed_i || rule_.nonminimal_count > 0);
  pending.hash = in.hash_i;
  pending.random = in.random_i;
  const auto entry = [](const char* list, unsigned i, unsigned port, bool valid) {
    TIN_CHECK(CandidateInRange, !valid || port < kPorts,
              fmt::format("{} candidate {} is port {} of {}", list, i, port, kPorts));
    return valid ? static_cast<std::uint8_t>(port) : kNoRoute;
  };
  for (unsigned i = 0; i < kMinimalEntries; ++i)
    pending.minimal[i] = entry("minimal", i, in.minimal_i[i], in.minimal_valid_i[i]);
  for (unsigned i = 0; i < kDetourEntries; ++i)
    pending.detours[i] = entry("non-minimal", i, in.nonminimal_i[i], in.nonminimal_valid_i[i]);
  for (unsigned port = 0; port < kPorts; ++port) pending.up |= std::uint64_t{in.up_i[port]} << port;
  return pending;
}

/// With the queues that `in` shows.
template <unsigned kPorts>
Choice RouteSelect<kPorts>::choose(const In& in, std::uint64_t ports) const {
  const Detours* detours = pending_.detour ? &pending_.detours : nullptr;
  if (pending_.hashed) return choose_by_hash(pending_.minimal, detours, ports, pending_.hash);
  return choose_by_cost(
      rule_, pending_.minimal, detours, ports,
      [this](unsigned draw) { return static_cast<unsigned>(pending_.random[draw]); },
      [&in](unsigned port) {
        return port < kPorts ? static_cast<std::uint32_t>(in.queue_i[port]) : 0;
      });
}

template <unsigned kPorts>
void RouteSelect<kPorts>::reset(const In& straps) {
  const unsigned minimal = straps.minimal_count_i, nonminimal = straps.nonminimal_count_i;
  TIN_CHECK(MinimalCountInRange, minimal >= 1 && minimal <= 8,
            fmt::format("{} minimal candidates", minimal));
  TIN_CHECK(NonminimalCountInRange, nonminimal <= 8,
            fmt::format("{} non-minimal candidates", nonminimal));
  rule_.minimal_count = static_cast<std::uint8_t>(minimal);
  rule_.nonminimal_count = static_cast<std::uint8_t>(nonminimal);
  rule_.minimal_weight = static_cast<std::uint8_t>(straps.minimal_weight_i);
  rule_.nonminimal_weight = static_cast<std::uint8_t>(straps.nonminimal_weight_i);
  rule_.minimal_bias = static_cast<std::uint16_t>(straps.minimal_bias_i);
  rule_.nonminimal_bias = static_cast<std::uint16_t>(straps.nonminimal_bias_i);
  pending_ = {};
  out_ = {};
}

template <unsigned kPorts>
void RouteSelect<kPorts>::list_state(StateList& state) const {
  state.add("minimal_count", rule_.minimal_count);
  state.add("nonminimal_count", rule_.nonminimal_count);
  state.add("minimal_weight", rule_.minimal_weight);
  state.add("nonminimal_weight", rule_.nonminimal_weight);
  state.add("minimal_bias", rule_.minimal_bias);
  state.add("nonminimal_bias", rule_.nonminimal_bias);
  state.add("pending", pending_.valid);
  state.add("pending_hashed", pending_.hashed);
  state.add("pending_detour", pending_.detour);
  state.add("pending_hash", pending_.hash);
  state.add("pending_minimal", pending_.minimal);
  state.add("pending_nonminimal", pending_.detours);
  state.add("pending_up", pending_.up);
}

template class RouteSelect<4>;
template class RouteSelect<50>;

}  // namespace tinsim
