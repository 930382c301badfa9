// SPDX-License-Identifier: Apache-2.0
// The body of an UPDATE: withdrawn routes, path attributes, reachable prefixes (RFC 4271, 4.3).
#pragma once

#include "platform/controller/ibr/bgp_message.h"

namespace tinsim::control {

/// The update, or its fault (6.3). Precondition: the body has 4 octets at least.
std::variant<BgpUpdate, BgpError> parse_bgp_update(const Bytes& body);
Bytes bgp_update_body(const BgpUpdate& update);

}  // namespace tinsim::control
