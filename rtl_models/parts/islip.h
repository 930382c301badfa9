// SPDX-License-Identifier: Apache-2.0
// iSLIP on 64-bit masks: request, grant, accept, and the pointers that make it fair.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

inline constexpr unsigned kMaxPorts = 64;

/// Round-robin pointers: of each output over inputs, of each input over outputs.
struct IslipPointers {
  std::array<std::uint8_t, kMaxPorts> grant{};
  std::array<std::uint8_t, kMaxPorts> accept{};
};

/// Requests, and the ports that take part, as masks over ports.
struct IslipRequests {
  std::array<std::uint64_t, kMaxPorts> inputs_for{};  ///< [output]: inputs that request it
  std::array<std::uint64_t, kMaxPorts> strict_for{};  ///< [output]: inputs with a strict request
  std::uint64_t outputs = 0;                          ///< outputs with an entry in inputs_for
  std::uint64_t free_inputs = 0;
  std::uint64_t free_outputs = 0;
};

struct IslipMatch {
  std::uint64_t inputs = 0;                         ///< matched inputs
  std::array<std::uint8_t, kMaxPorts> output_of{};  ///< [input], where matched
};

/// One matching by up to `iterations` rounds on `ports` ports (McKeown 1999). Pointers move for
/// pairs of the first round only. Strict requests precede the others, both at outputs and at
/// inputs, and share their pointers. Entries of `inputs_for` outside `outputs` are ignored.
IslipMatch islip_match(IslipPointers& pointers, const IslipRequests& requests, unsigned ports,
                       unsigned iterations);

}  // namespace tinsim
