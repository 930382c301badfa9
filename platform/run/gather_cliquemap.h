// SPDX-License-Identifier: Apache-2.0
// What ranks found out about requests of CliqueMap, for the sum over all.
#pragma once

#include "base/bytes.h"
#include "platform/statistics/cliquemap_result.h"

namespace tinsim {

void put_cliquemap(Bytes& to, const CliqueResult& result);
/// Adds what put_cliquemap() put.
void add_cliquemap(ByteReader& from, CliqueResult& result);

}  // namespace tinsim
