// SPDX-License-Identifier: Apache-2.0
// Rules of MOS words: links that have slots for them, rates that a processor can have.
#include <fmt/format.h>

#include "platform/validate/rules.h"

namespace tinsim {

void check_mos(const PlatformConfig& config, RuleErrors& errors) {
  const MosConfig& mos = config.mos;
  if (!mos.is_on()) return;
  errors.expect(config.link.credits == CreditReturn::sets, "mos.words_per_us",
                "needs slots for ordered sets; expected 0 with link.credits: ideal");
  const auto expect_rate = [&](const char* key, double words_per_us) {
    errors.expect(words_per_us <= config.tin.core_mhz, fmt::format("mos.{}", key),
                  fmt::format("{} are more than one in each cycle; expected at most {}",
                              words_per_us, config.tin.core_mhz));
  };
  expect_rate("words_per_us", mos.words_per_us);
  expect_rate("read_words_per_us", mos.read_words_per_us);
}

}  // namespace tinsim
