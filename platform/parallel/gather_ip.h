// SPDX-License-Identifier: Apache-2.0
// What ranks found out about packets and frames, for the sum over all.
#pragma once

#include "platform/parallel/bytes.h"
#include "platform/stats/frame_counts.h"
#include "platform/stats/ip_result.h"

namespace tinsim {

void put_ip(Bytes& to, const IpResult& result);
/// Adds what put_ip() put.
void add_ip(ByteReader& from, IpResult& result);

void put_frames(Bytes& to, const FrameCounts& counts);
void add_frames(ByteReader& from, FrameCounts& counts);

}  // namespace tinsim
