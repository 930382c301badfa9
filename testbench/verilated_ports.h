// SPDX-License-Identifier: Apache-2.0
// Names and widths of ports, from a model's field list and from a Verilated header.
#pragma once

#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>
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

/// Reads <name>.h in one of the folders of TINSIM_VERILATED_FOLDERS (separated by ':').
inline PortWidths verilated_ports(const std::string& name) {
  std::istringstream folders(TINSIM_VERILATED_FOLDERS);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::ifstream file(folder + "/" + name + ".h");
    if (!file) continue;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::regex port(R"(VL_(?:IN|OUT)\w*\(&?(\w+),(\d+),(\d+))");
    PortWidths ports;
    for (std::sregex_iterator match(text.begin(), text.end(), port), end; match != end; ++match)
      ports[(*match)[1]] =
          static_cast<unsigned>(std::stoi((*match)[2]) - std::stoi((*match)[3]) + 1);
    return ports;
  }
  throw std::runtime_error("no Verilated header of " + name);
}

}  // namespace tinsim
