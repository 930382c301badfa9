// SPDX-License-Identifier: Apache-2.0
// The register map of the chip in the languages of those who use it.
#pragma once

#include <string>

#include "rtl_models/registers/description.h"

namespace tinsim::registers {

std::string c_header();    ///< freestanding C11: offsets, masks, shifts, reset values, strides
std::string cpp_header();  ///< C++17: a type for each register
std::string sv_package();  ///< SystemVerilog: offsets, bits, and the tables of block register_file
std::string system_rdl();  ///< SystemRDL 2.0
std::string ip_xact();     ///< IP-XACT, IEEE 1685-2022
std::string markdown();    ///< tables of docs/reference/registers.md

struct Format {
  const char* name;  ///< for `tinsim registers --format`
  const char* file;  ///< in the build tree
  std::string (*text)();
};
View<Format> formats();

}  // namespace tinsim::registers
