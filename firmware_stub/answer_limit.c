// SPDX-License-Identifier: Apache-2.0
// Token bucket of ICMP errors.
#include "firmware_stub/answer_limit.h"

#include "firmware_stub/ecp_hal.h"

enum { kAnswer = 1000000 };  // what one takes from the level, which gains the rate each microsecond

void answer_limit_init(struct answer_limit* limit, uint64_t now_us) {
  limit->per_second = ecp_system(ECP_SYSCTL_ICMP_PER_S);
  limit->burst = ecp_system(ECP_SYSCTL_ICMP_BURST);
  limit->level = (uint64_t)limit->burst * kAnswer;
  limit->filled_us = now_us;
}

bool answer_limit_allows(struct answer_limit* limit, uint64_t now_us) {
  const uint64_t most = (uint64_t)limit->burst * kAnswer;
  limit->level += (now_us - limit->filled_us) * limit->per_second;
  if (limit->level > most) limit->level = most;
  limit->filled_us = now_us;
  return limit->level >= kAnswer;
}

void answer_limit_count(struct answer_limit* limit) { limit->level -= kAnswer; }
