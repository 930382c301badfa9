// SPDX-License-Identifier: Apache-2.0
// A port's answers to questions for MAC addresses: all that is not at its own link is behind it.
#pragma once

#include <optional>
#include <vector>

#include "tlm/ethernet/address.h"

namespace tinsim {

/// Kinds of frames that concern the devices of one link.
enum class LinkFrame : uint8_t {
  kQuestion,   ///< ARP (RFC 826), or neighbour solicitation (RFC 4861, 4.3)
  kLinkLocal,  ///< IP to 224.0.0.0/24 (RFC 5771) or ff02::/16 (RFC 4291): not forwarded
  kOther,
};

/// `frame` from the destination MAC on, without FCS and without tags.
LinkFrame kind_of_frame(const std::vector<uint8_t>& frame);

/// The answer of a port with address `own` (RFC 1027: proxy ARP; RFC 4861, 4.4): the requested
/// address is behind it. Nothing for a question of a device for its own address, for one from the
/// unspecified address, which tests whether another device of the link has the address, and for
/// frames that are no valid question.
std::optional<std::vector<uint8_t>> neighbour_answer(const std::vector<uint8_t>& frame,
                                                     const MacAddress& own);

}  // namespace tinsim
