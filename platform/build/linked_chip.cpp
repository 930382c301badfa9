// SPDX-License-Identifier: Apache-2.0
// A switch on pins whose chip has the links of its ports as well: whether it is in use, and what it
// cannot do.
#include "platform/build/linked_chip.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/errors.h"
#include "platform/build/impl.h"

namespace tinsim {

namespace {

LinkedSwitchMaker linked_switch = nullptr;

/// Empty: nothing.
std::string what_is_foreign(const LinkSpec& link) {
  if (link.trained) return "is up from the start; expected link.train_at_start: true";
  if (!link.stuck.empty()) return "is stuck at times";
  if (!link.drop_fc.empty()) return "drops flow-control sets";
  if (!link.dark.empty() && !link.fec)
    return "is dark at times, after which its gearbox has to find the alignment again";
  return "";
}

}  // namespace

void use_linked_switch(LinkedSwitchMaker maker) { linked_switch = maker; }
LinkedSwitchMaker linked_switch_in_use() { return linked_switch; }

void check_linked(const SwitchParams& params) {
  using Shape = LinkedShape;
  const unsigned deepest = *std::max_element(params.rx_depth.begin(), params.rx_depth.end());
  if (params.ports <= Shape::kPorts && params.vcs <= Shape::kVcs && deepest <= Shape::kWords)
    return;
  throw ConfigError(fmt::format(
      "tin.switch: chip {} has {} ports, {} VCs and {} words per VC FIFO; expected at "
      "most {}, {} and {}, the shape of tin_switch",
      params.name, params.ports, params.vcs, deepest, Shape::kPorts, Shape::kVcs, Shape::kWords));
}

void check_linked(const std::string& port, const LinkSpec& link) {
  const std::string what = what_is_foreign(link);
  if (what.empty()) return;
  throw ConfigError(fmt::format("link: that of {} {}; tin_switch has no such link", port, what));
}

}  // namespace tinsim
