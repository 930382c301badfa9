// SPDX-License-Identifier: Apache-2.0
// Rules of the MACs' flow control: thresholds in order, and a buffer that they can keep.
#include <fmt/format.h>

#include <numeric>

#include "platform/validate/rules.h"

namespace tinsim {
namespace {

constexpr unsigned kMacClasses = 8;

unsigned percents(const std::vector<unsigned>& list) {
  const unsigned sum = std::accumulate(list.begin(), list.end(), 0u);
  return list.size() == 1 ? sum * kMacClasses : sum;
}

}  // namespace

void check_ip_mac(const PlatformConfig& config, RuleErrors& errors) {
  const IpMacConfig& mac = config.ip.mac;
  errors.expect(mac.xon_percent < mac.xoff_percent, "ip.mac.xon_percent",
                fmt::format("{} is not below xoff_percent, {}; expected less", mac.xon_percent,
                            mac.xoff_percent));
  if (mac.flow_control == FlowControl::none) return;
  const auto& shares = config.ip.ingress.class_percent;
  for (unsigned share : shares) {
    if (mac.flow_control != FlowControl::pause || share == 100) continue;
    return errors.add("ip.ingress.class_percent",
                      fmt::format("a class may fill {} %, but PAUSE looks at the whole buffer; "
                                  "expected 100 with flow_control: pause",
                                  share));
  }
  errors.expect(mac.flow_control != FlowControl::pfc || percents(shares) <= 100,
                "ip.ingress.class_percent",
                fmt::format("the classes' shares are {} % together; expected at most 100 with "
                            "flow_control: pfc, so that each has its own",
                            percents(shares)));
}

}  // namespace tinsim
