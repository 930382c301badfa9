// SPDX-License-Identifier: Apache-2.0
// Protocol rules of a block's inputs; a violation is reported under the rule's name.
#pragma once

#include <string>

#include "base/errors.h"

namespace tinsim {

/// The driver of a block broke a rule of its README; the SystemVerilog asserts the same name.
class ProtocolError : public InvariantError {
 public:
  ProtocolError(const char* rule, const std::string& sentence)
      : InvariantError(std::string(rule) + ": " + sentence), rule_(rule) {}
  const std::string& rule() const { return rule_; }

 private:
  std::string rule_;
};

}  // namespace tinsim

/// Throws ProtocolError(rule) unless `cond`. `sentence` (a string expression) is evaluated only
/// then. After the exception the block is usable again only after reset.
#define TIN_CHECK(rule, cond, sentence)                                               \
  do {                                                                                \
    if (__builtin_expect(!(cond), 0)) throw ::tinsim::ProtocolError(#rule, sentence); \
  } while (false)
