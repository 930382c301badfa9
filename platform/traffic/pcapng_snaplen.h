// SPDX-License-Identifier: Apache-2.0
// Snapshot lengths of a pcapng file with several interfaces, made one for libpcap.
#pragma once

#include <string>

namespace tinsim {

/// libpcap refuses a pcapng file whose interfaces differ in their snapshot length, as mergecap
/// writes it: sets each in `file` to the largest, if that is a pcapng file. Whether a frame was cut
/// follows from its own lengths. Ends where libpcap stops: at octets that are no block, or a
/// section of the other order of octets. Source: Internet-Draft opsawg-pcapng, 3.1, 4.1, 4.2.
void equalize_snaplens(std::string& file);

}  // namespace tinsim
