// SPDX-License-Identifier: Apache-2.0
// Random sections of a configuration that say what hosts do, and with which engines.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <string>

#include "testbench/bench_random.h"

namespace tinsim {

/// Random choices, and lists of numbers as text.
class RandomText : public Random {
 public:
  using Random::Random;

  template <class T>
  T of(std::initializer_list<T> values) {
    return values.begin()[below(static_cast<unsigned>(values.size()))];
  }
  /// `count` numbers of `low` to `high`, as a list in YAML.
  std::string list(unsigned count, unsigned low, unsigned high) {
    std::string text;
    for (unsigned i = 0; i < count; ++i)
      text += fmt::format("{}{}", i == 0 ? "" : ", ", range(low, high));
    return "[" + text + "]";
  }
};

struct DrawnHosts {
  unsigned count;
  bool lossy;      ///< cells are lost, so timeouts are on and short
  bool cliquemap;  ///< makes all traffic of the engines
};

/// Sections ip, ip_traffic, host and swift.
std::string ip_text(RandomText& draw, DrawnHosts hosts);
/// Sections rma, rma_traffic and pcie.
std::string rma_text(RandomText& draw, DrawnHosts hosts);
std::string cliquemap_text(RandomText& draw);

}  // namespace tinsim
