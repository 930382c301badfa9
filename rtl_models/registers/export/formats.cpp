// SPDX-License-Identifier: Apache-2.0
// The formats of the register map.
#include "rtl_models/registers/export/formats.h"

namespace tinsim::registers {

View<Format> formats() {
  static constexpr Format kFormats[] = {
      {"c", "tin_registers.h", c_header},         {"cpp", "tin_registers.hpp", cpp_header},
      {"sv", "tin_registers_pkg.sv", sv_package}, {"rdl", "tin_registers.rdl", system_rdl},
      {"ipxact", "tin_registers.xml", ip_xact},   {"md", "tin_registers.md", markdown},
  };
  return kFormats;
}

}  // namespace tinsim::registers
