// SPDX-License-Identifier: Apache-2.0
// Names and widths of ports, from a model's field list and from a Verilated header.
#pragma once

#include <map>
#include <string>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/block.h"

namespace tinsim {

/// Port name to width in bits. A field without a port does not compile; this comparison finds the
/// rest: a port without a field, and widths that differ within one size of C++ integer.
using PortWidths = std::map<std::string, unsigned>;

template <class Model>
PortWidths model_ports() {
  PortWidths ports;
  auto add = [&](const char* name, const auto& field) { ports[name] = kWidth<decltype(field)>; };
  Model::In::walk(typename Model::In{}, add);
  Model::Out::walk(typename Model::Out{}, add);
  if (!kIsPart<Model>) ports["clk_i"] = ports["rst_ni"] = 1;
  return ports;
}

/// Reads <name>.h in one of the folders of tinsim_rtl; throws std::runtime_error without it.
PortWidths verilated_ports(const std::string& name);

}  // namespace tinsim
