// SPDX-License-Identifier: Apache-2.0
// iSLIP on 64-bit masks: request, grant, accept, and the pointers that make it fair.
#include "rtl_models/parts/islip.h"

#include "rtl_models/parts/rotate_pick.h"

namespace tinsim {
namespace {

/// By input with a grant: the outputs that grant it, and the outputs among them with its strict
/// request.
struct Offers {
  std::array<std::uint64_t, kMaxPorts> all;
  std::array<std::uint64_t, kMaxPorts> strict;
};

/// Returns the inputs with a grant.
std::uint64_t grant(const IslipPointers& pointers, const IslipRequests& requests,
                    std::uint64_t free_inputs, std::uint64_t free_outputs, Offers& offers) {
  std::uint64_t granted = 0;
  for (std::uint64_t left = requests.outputs & free_outputs; left; left &= left - 1) {
    const auto output = static_cast<unsigned>(__builtin_ctzll(left));
    const std::uint64_t asking = requests.inputs_for[output] & free_inputs;
    if (!asking) continue;
    const std::uint64_t strict = requests.strict_for[output] & free_inputs;
    const unsigned input = pick_round_robin(strict ? strict : asking, pointers.grant[output]);
    const std::uint64_t bit = std::uint64_t{1} << input, offer = std::uint64_t{1} << output;
    if (!(granted & bit)) offers.all[input] = offers.strict[input] = 0;
    offers.all[input] |= offer;
    if (strict) offers.strict[input] |= offer;
    granted |= bit;
  }
  return granted;
}

}  // namespace

IslipMatch islip_match(IslipPointers& pointers, const IslipRequests& requests, unsigned ports,
                       unsigned iterations) {
  IslipMatch match;
  Offers offers;
  std::uint64_t free_inputs = requests.free_inputs, free_outputs = requests.free_outputs;
  for (unsigned round = 0; round < iterations; ++round) {
    const std::uint64_t granted = grant(pointers, requests, free_inputs, free_outputs, offers);
    if (!granted) break;  // and so would every later round
    for (std::uint64_t left = granted; left; left &= left - 1) {
      const auto input = static_cast<unsigned>(__builtin_ctzll(left));
      const std::uint64_t strict = offers.strict[input];
      const unsigned output =
          pick_round_robin(strict ? strict : offers.all[input], pointers.accept[input]);
      match.output_of[input] = static_cast<std::uint8_t>(output);
      free_outputs &= ~(std::uint64_t{1} << output);
      if (round > 0) continue;
      pointers.grant[output] = static_cast<std::uint8_t>(next_cyclic(input, ports));
      pointers.accept[input] = static_cast<std::uint8_t>(next_cyclic(output, ports));
    }
    match.inputs |= granted;
    free_inputs &= ~granted;
  }
  return match;
}

}  // namespace tinsim
