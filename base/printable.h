// SPDX-License-Identifier: Apache-2.0
// Text from outside, made fit for one line of a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tinsim {

/// A character of a text. `octets` is 1 and `code` the octet where the text is not UTF-8.
struct TextUnit {
  uint32_t code = 0;
  std::size_t octets = 1;
  bool is_utf8 = false;
};

/// The character that begins at text[at]. Valid are the forms of RFC 3629, section 4: no overlong
/// form, no surrogate, nothing above U+10FFFF. Precondition: at < text.size().
inline TextUnit text_unit(std::string_view text, std::size_t at) {
  const auto octet = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const uint32_t first = octet(at);
  if (first < 0x80) return {first, 1, true};
  const std::size_t octets = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  constexpr uint32_t kLeast[] = {0x80, 0x800, 0x10000};
  uint32_t code = first & (0xffu >> (octets + 1));
  bool valid = first >= 0xc2 && first <= 0xf4 && at + octets <= text.size();
  for (std::size_t i = 1; valid && i < octets; ++i) {
    valid = (octet(at + i) & 0xc0) == 0x80;
    code = code << 6 | (octet(at + i) & 0x3fu);
  }
  valid =
      valid && code >= kLeast[octets - 2] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return valid ? TextUnit{code, octets, true} : TextUnit{first, 1, false};
}

/// Whether a terminal would act on the character instead of showing it, or show others in another
/// order or line: C0, DEL, C1 (ECMA-48), marks of direction (Unicode, UAX 9), line separators.
inline bool is_control(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
         (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

/// `text` with each control character written as `\n`, `\x1b`, `\u202e` and so on, and each octet
/// that is not UTF-8 as `\xff`; its middle is replaced by `…` when it is longer than `most` octets.
/// Input files are quoted in errors, and may hold anything: a NUL would truncate the message, an
/// escape sequence would control the terminal. Printable characters are unchanged.
inline std::string printable(std::string_view text, std::size_t most = 1000) {
  constexpr const char* kDigits = "0123456789abcdef";
  const auto is_inside = [&](std::size_t i) {  // of a character
    return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
  };
  const bool cut = text.size() > most;
  std::size_t head_end = cut ? most / 2 : text.size();
  std::size_t tail_begin = cut ? text.size() - most / 2 : text.size();
  for (int i = 0; i < 3 && cut && is_inside(head_end) && head_end > 0; ++i) --head_end;
  for (int i = 0; i < 3 && cut && is_inside(tail_begin); ++i) ++tail_begin;
  std::string line;
  for (std::size_t i = 0; i < text.size();) {
    if (cut && i >= head_end && i < tail_begin) {
      line += "…";
      i = tail_begin;
      continue;
    }
    const TextUnit unit = text_unit(text, i);
    if (unit.code == '\n') {
      line += "\\n";
    } else if (unit.is_utf8 && !is_control(unit.code)) {
      line.append(text, i, unit.octets);
    } else {
      const bool wide = unit.is_utf8 && unit.code > 0x7f;
      line += wide ? "\\u" : "\\x";
      for (int shift = wide ? 12 : 4; shift >= 0; shift -= 4)
        line += kDigits[unit.code >> shift & 15];
    }
    i += unit.octets;
  }
  return line;
}

/// Whole lines, each printable, none cut.
inline std::string printable_lines(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines += printable(text.substr(0, end), text.size());
    if (end == text.npos) break;
    lines += '\n';
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace tinsim
