// SPDX-License-Identifier: Apache-2.0
// What packets and operations of an engine carry.
#pragma once

#include "rtl_models/common/named_enum.h"

namespace tinsim {

/// Of packets and operations: a length only, or octets, which arrive as they were sent.
TIN_ENUM(Payload, counted, carried)

}  // namespace tinsim
