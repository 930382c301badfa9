// SPDX-License-Identifier: Apache-2.0
// Files of the FST writer: what the disk did not take.
#pragma once

namespace tinsim {

/// The errno value of the first call of this thread's FST writers that failed since the last time,
/// and forgets it; 0: all went well. The writer itself looks at no result, and maps files into
/// memory, where a page without space on the disk would end the program (SIGBUS).
int take_fst_error();

}  // namespace tinsim
