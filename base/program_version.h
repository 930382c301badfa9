// SPDX-License-Identifier: Apache-2.0
// Which build of the program this is.
#pragma once

#include <string>

namespace tinsim {

/// One line: `tinsim 0.1.0, revision 0123456789ab, GNU 12.2.0, Release, RTL, MPI`. The revision is
/// that of Git, with `-dirty` after it where sources had been changed; `unknown` outside of a
/// clone, and in programs other than tinsim.
std::string program_version();

}  // namespace tinsim
