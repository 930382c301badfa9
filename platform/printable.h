// SPDX-License-Identifier: Apache-2.0
// Text from outside, made fit for one line of an error message.
#pragma once

#include <string>

namespace tinsim {

/// `text` with every control character written as `\n`, `\x1b` and so on, and its middle replaced
/// by `…` when it is longer than `most` bytes. Input files are quoted in errors, and may hold
/// anything: a NUL would cut the message off, an escape sequence would steer the terminal.
inline std::string printable(const std::string& text, size_t most = 1000) {
  constexpr const char* kDigits = "0123456789abcdef";
  const bool cut = text.size() > most;
  const size_t head_end = cut ? most / 2 : text.size();
  const size_t tail_begin = cut ? text.size() - most / 2 : text.size();
  std::string line;
  for (size_t i = 0; i < text.size(); ++i) {
    if (i == head_end && cut) {
      line += "…";
      i = tail_begin;
    }
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '\n') {
      line += "\\n";
    } else if (c < 0x20 || c == 0x7f) {
      line += {'\\', 'x', kDigits[c >> 4], kDigits[c & 15]};
    } else {
      line += text[i];
    }
  }
  return line;
}

}  // namespace tinsim
