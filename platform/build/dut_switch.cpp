// SPDX-License-Identifier: Apache-2.0
// RTL of the user: loads the shared object, and puts a switch behind pins in one of two shapes.
#include "platform/build/dut_switch.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/errors.h"
#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/cell_switch/shapes.h"
#include "rtl_models/slots/block_dut.h"
#include "rtl_models/slots/block_dut_use.h"
#include "rtl_models/slots/dut_file.h"
#include "tlm/tin/cell_switch/lockstep_switch.h"
#include "tlm/tin/cell_switch/on_pins.h"

namespace tinsim {

namespace {

const DutPlugin* loaded = nullptr;

template <unsigned kPorts, unsigned kVcs, unsigned kWords>
struct DutShape {
  static std::string parameters() {
    return fmt::format("NumPorts={},NumVcs={},MaxWords={}", kPorts, kVcs, kWords);
  }
  static bool is_of_dut() { return loaded->parameters == parameters(); }

  static std::unique_ptr<SwitchEngine> make(bool lockstep, const SwitchParams& params,
                                            RouteUnit route, unsigned ring_cycles) {
    if (params.ports > kPorts || params.vcs > kVcs)
      throw ConfigError(fmt::format("--dut: {} has {} ports and {} VCs; chip {} has {} and {}",
                                    loaded->top, kPorts, kVcs, params.name, params.ports,
                                    params.vcs));
    for (unsigned port = 0; port < params.ports; ++port) {
      if (params.rx_depth[port] > kWords)
        throw ConfigError(fmt::format("--dut: {} stores {} words per VC; port {} of chip {} has {}",
                                      loaded->top, kWords, port, params.name,
                                      params.rx_depth[port]));
    }
    using Block = DutBlock<CellSwitch<kPorts, kVcs, kWords>>;
    using Pins = SwitchOnPins<Block, kPorts, kVcs>;
    auto block = std::make_unique<Block>(*loaded);
    if (lockstep)
      return std::make_unique<LockstepSwitch<Pins>>(params, route, ring_cycles, std::move(block));
    return std::make_unique<Pins>(params, std::move(route), ring_cycles, std::move(block));
  }
};
using SmallDut = DutShape<4, 4, 64>;
using FullDut = DutShape<full_shape::kPorts, full_shape::kVcs, full_shape::kFifoWords>;

}  // namespace

void use_dut(const std::string& path) {
  loaded = &load_dut(path);
  if (loaded->create == nullptr)
    throw ConfigError(fmt::format("--dut: {} was made without NETWORK in tinsim_add_dut()", path));
  if (std::string(loaded->block) != "cell_switch") return use_block_dut(loaded);
  if (!(SmallDut::is_of_dut() || FullDut::is_of_dut()))
    throw ConfigError(fmt::format("--dut: {} is {} with {}; expected cell_switch with {} or {}",
                                  path, loaded->block, loaded->parameters, SmallDut::parameters(),
                                  FullDut::parameters()));
}

void check_dut_is_used() {
  if (loaded == nullptr || std::string(loaded->block) == "cell_switch" || block_dut_uses() != 0)
    return;
  const std::string wanted = block_dut_wanted();
  throw ConfigError(fmt::format(
      "--dut: {} is {} with parameters '{}'; {}", loaded->top, loaded->block, loaded->parameters,
      wanted.empty() ? "no chip of tin.impl_chips has this block"
                     : fmt::format("the chips of this network have '{}'; expected that as SHAPE in "
                                   "tinsim_add_dut()",
                                   wanted)));
}

const DutPlugin* dut_in_use() { return loaded; }

std::unique_ptr<SwitchEngine> make_switch_of_dut(bool lockstep, const SwitchParams& params,
                                                 RouteUnit route, unsigned ring_cycles) {
  if (SmallDut::is_of_dut()) return SmallDut::make(lockstep, params, std::move(route), ring_cycles);
  return FullDut::make(lockstep, params, std::move(route), ring_cycles);
}

}  // namespace tinsim
