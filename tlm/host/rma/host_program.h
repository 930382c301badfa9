// SPDX-License-Identifier: Apache-2.0
// Software that runs on a host by itself.
#pragma once

#include "tlm/gnet/cell.h"

namespace tinsim {

class HostProgram {
 public:
  virtual ~HostProgram() = default;
  /// When run() has something to do; kNoCycle if nothing.
  virtual Cycle next() const = 0;
  virtual void run(Cycle now) = 0;
};

}  // namespace tinsim
