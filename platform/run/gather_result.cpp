// SPDX-License-Identifier: Apache-2.0
// One result from the shares of all ranks.
#include "platform/run/gather_result.h"

#include "base/fields/field_bytes.h"

namespace tinsim {

void gather_result(Ranks& ranks, RunResult& result) {
  if (ranks.size() == 1) return;
  Bytes share;
  put_fields(share, result);
  const std::vector<Bytes> shares = ranks.gather(share);
  for (unsigned rank = 1; rank < shares.size(); ++rank) {
    ByteReader from(shares[rank]);
    RunResult more;
    more.sections = result.sections;  // as other ranks have them, and then their counts
    take_fields(from, more);
    merge_fields(result, more);
  }
}

}  // namespace tinsim
