// SPDX-License-Identifier: Apache-2.0
// Payload of the packets and operations of an engine.
#pragma once

#include "rtl_models/common/named_enum.h"

namespace tinsim {

/// Of packets and operations: only a length, or octets, which arrive unchanged.
TIN_ENUM(Payload, counted, carried)

}  // namespace tinsim
