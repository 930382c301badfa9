// SPDX-License-Identifier: Apache-2.0
// The two shapes of the chip core. Its sources are compiled for the base chip, where a set of ports
// is a mask of 64 bits and pipeline depths are constants, and once more for variants of the switch
// that exceed these (docs/explanation/switch_variants.md). Programs and tests use the shape of the
// base chip, unless they define TINSIM_VARIANT_CORE.
#pragma once

#include <cstdint>

#include "base/masks.h"
#include "base/port_set.h"
#include "rtl_models/parts/rotate_pick.h"
#include "tlm/gnet/pipeline_delays.h"

#ifdef TINSIM_VARIANT_CORE
#define TIN_CORE_SHAPE variant_core
#else
#define TIN_CORE_SHAPE base_core
#endif

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

#ifdef TINSIM_VARIANT_CORE

constexpr bool kIsVariantCore = true;
constexpr unsigned kCorePorts = PortSet::kPorts;
constexpr unsigned kCoreVcs = 64;
constexpr unsigned kCoreCellWords = 255;  ///< of the longest cell
using PortMask = PortSet;
using VcMask = uint64_t;
using PortNumber = uint16_t;
constexpr PortNumber kNoPort = 0xffff;
constexpr const PortMask& first_of(const PortSet& ports) { return ports; }
constexpr PortMask port_bit(unsigned port) { return PortSet::of(port); }
/// The set of a port where `is_in`, else the empty set.
constexpr PortMask port_bit_if(bool is_in, unsigned port) {
  return is_in ? port_bit(port) : PortMask{};
}
/// The ports 0 to n - 1.
constexpr PortMask first_bits(unsigned n) { return PortSet::below(n); }
constexpr uint64_t first_ports(const PortMask& mask) { return mask.first(); }
constexpr unsigned port_count(const PortMask& mask) { return mask.size(); }
/// As rotate_pick.h has it for a mask.
inline unsigned pick_round_robin(const PortMask& mask, unsigned from) {
  const PortMask at_or_after = mask & ~PortSet::below(from);
  return at_or_after != PortMask() ? at_or_after.lowest() : mask.lowest();
}
using tinsim::pick_round_robin;
/// The value of a port in a PerPort.
template <class List>
auto& at_port(List& list, unsigned port) {
  return list[port];
}

#else

constexpr bool kIsVariantCore = false;
constexpr unsigned kCorePorts = 64;
constexpr unsigned kCoreVcs = 32;
constexpr unsigned kCoreCellWords = 20;
using PortMask = uint64_t;
using VcMask = uint32_t;
using PortNumber = uint8_t;
constexpr PortNumber kNoPort = 0xff;
constexpr PortMask first_of(const PortSet& ports) { return ports.first(); }
constexpr PortMask port_bit(unsigned port) { return bit(port); }
constexpr PortMask port_bit_if(bool is_in, unsigned port) { return uint64_t{is_in} << port; }
constexpr PortMask first_bits(unsigned n) { return n >= 64 ? ~uint64_t{0} : bit(n) - 1; }
constexpr uint64_t first_ports(PortMask mask) { return mask; }
constexpr unsigned port_count(PortMask mask) {
  return static_cast<unsigned>(__builtin_popcountll(mask));
}
template <class List>
auto& at_port(List& list, unsigned port) {
  return list.first(port);
}

#endif

constexpr VcMask vc_bit(unsigned vc) { return VcMask{1} << vc; }
constexpr VcMask kAllVcs = ~VcMask{0};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
