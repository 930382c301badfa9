// SPDX-License-Identifier: Apache-2.0
// What ranks found out about operations of 1RMA, for the sum over all.
#pragma once

#include "base/bytes.h"
#include "platform/statistics/rma_result.h"

namespace tinsim {

void put_rma(Bytes& to, const RmaResult& result);
/// Adds what put_rma() put.
void add_rma(ByteReader& from, RmaResult& result);

}  // namespace tinsim
