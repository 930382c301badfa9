// SPDX-License-Identifier: Apache-2.0
// Token bucket that limits ICMP errors of both versions together (RFC 1812, 4.3.2.8; RFC 4443,
// 2.4(f)), so that expired packets cannot take the control processor from its other work.
#ifndef TIN_FIRMWARE_ANSWER_LIMIT_H
#define TIN_FIRMWARE_ANSWER_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

struct answer_limit {
  uint32_t per_second, burst;
  uint64_t level;  // millionths of an answer
  uint64_t filled_us;
};

// The rate and the burst are those of SYSCTL. The bucket is full.
void answer_limit_init(struct answer_limit* limit, uint64_t now_us);
// Whether an answer may be sent now.
bool answer_limit_allows(struct answer_limit* limit, uint64_t now_us);
// An answer that answer_limit_allows() permitted is sent.
void answer_limit_count(struct answer_limit* limit);

#endif
