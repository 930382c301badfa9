// SPDX-License-Identifier: Apache-2.0
// The part of verilated_ports.h that needs <regex>, which takes seconds to compile.
#include "testbench/verilated_ports.h"

#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace tinsim {

// TINSIM_VERILATED_FOLDERS: the include folders of tinsim_rtl, separated by ':'.
PortWidths verilated_ports(const std::string& name) {
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
