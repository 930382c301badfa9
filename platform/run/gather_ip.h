// SPDX-License-Identifier: Apache-2.0
// What ranks found out about packets and frames, for the sum over all.
#pragma once

#include "base/bytes.h"
#include "platform/statistics/frame_counts.h"
#include "platform/statistics/ip_result.h"

namespace tinsim {

void put_ip(Bytes& to, const IpResult& result);
/// Adds what put_ip() put.
void add_ip(ByteReader& from, IpResult& result);

void put_frames(Bytes& to, const FrameCounts& counts);
void add_frames(ByteReader& from, FrameCounts& counts);

}  // namespace tinsim
