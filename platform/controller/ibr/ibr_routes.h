// SPDX-License-Identifier: Apache-2.0
// Where a speaker of a routing protocol puts the routes that it learns.
#pragma once

#include <vector>

#include "platform/controller/ibr/ibr_records.h"

namespace tinsim::control {

class IbrRoutes {
 public:
  virtual ~IbrRoutes() = default;
  /// The prefix is reached by these next hops from now on, and by no others.
  virtual void announce(const IpPrefix& prefix, const std::vector<IpAddress>& next_hops) = 0;
  /// The prefix is not reached any more.
  virtual void withdraw(const IpPrefix& prefix) = 0;
};

}  // namespace tinsim::control
