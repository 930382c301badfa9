// SPDX-License-Identifier: Apache-2.0
// Files of the FST writer: detection of failed writes.
#pragma once

namespace tinsim {

/// Returns and clears the errno value of the first failed call of this thread's FST writers since
/// the last call; 0: none failed. The writer itself checks no result, and maps files into memory,
/// where a page without space on the disk would end the program (SIGBUS).
int take_fst_error();

}  // namespace tinsim
