// SPDX-License-Identifier: Apache-2.0
// GraphML as text: encoding, attributes and namespaces, found by stepping over quotes and comments.
#include "platform/network/topology/graphml_markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "base/printable.h"
#include "platform/network/topology/graph_draft.h"

namespace tinsim {
namespace {

constexpr unsigned kMaxAttributes = 100, kMaxNamespaces = 100;
constexpr size_t kMaxNames = 1000;
constexpr const char* kEndsOfName = " \t\r\n/>=?";

class Markup {
 public:
  Markup(const std::string& file, std::string_view text) : file_(file), rest_(text) {}

  /// In a file that is no XML the counts may be of anything.
  void check() {
    while (skip_to("<")) {
      if (begins_with("<!--")) {
        skip_past("-->");
      } else if (begins_with("<![CDATA[")) {
        skip_past("]]>");
      } else if (begins_with("<?")) {
        note_name(rest_.substr(2));
        skip_past("?>");
      } else {
        check_tag();
      }
    }
  }

 private:
  bool begins_with(std::string_view prefix) const {
    return rest_.substr(0, prefix.size()) == prefix;
  }

  void skip(size_t octets) {
    const std::string_view skipped = rest_.substr(0, octets);
    line_ += static_cast<unsigned>(std::count(skipped.begin(), skipped.end(), '\n'));
    rest_.remove_prefix(skipped.size());
  }

  /// To the first of `marks`; false at the end of the text.
  bool skip_to(const char* marks) {
    skip(std::min(rest_.find_first_of(marks), rest_.size()));
    return !rest_.empty();
  }

  void skip_past(std::string_view end) {
    const size_t at = rest_.find(end);
    skip(at == rest_.npos ? rest_.size() : at + end.size());
  }

  /// Of an element, an attribute or an instruction, at the beginning of `text`.
  void note_name(std::string_view text) {
    names_.insert(text.substr(0, text.find_first_of(kEndsOfName)));
    if (names_.size() > kMaxNames)
      FileLine{file_, line_}.fail(
          fmt::format("there are more than {0} names of elements and attributes; expected at most "
                      "{0}",
                      kMaxNames));
  }

  void check_tag() {
    const FileLine begin{file_, line_};
    skip(1);
    note_name(rest_);
    for (unsigned attributes = 0;;) {
      const std::string_view before = rest_;
      if (!skip_to("=\"'>")) return;
      const char mark = rest_.front();
      if (mark == '=') {
        std::string_view name = before.substr(0, before.size() - rest_.size());
        name.remove_prefix(std::min(name.find_last_of(kEndsOfName) + 1, name.size()));
        note_name(name);
      }
      skip(1);
      if (mark == '>') return;
      if (mark != '=') {
        skip_past(std::string_view(&mark, 1));
      } else if (++attributes > kMaxAttributes) {
        begin.fail(fmt::format("an element has more than {0} attributes; expected at most {0}",
                               kMaxAttributes));
      }
    }
  }

  const std::string& file_;
  std::string_view rest_;
  unsigned line_ = 1;
  std::unordered_set<std::string_view> names_;
};

void check_namespaces(const std::string& file, std::string_view text) {
  constexpr std::string_view kDeclaration = "xmlns";
  unsigned count = 0;
  for (size_t at = 0; (at = text.find(kDeclaration, at)) != text.npos; ++at)
    if (++count > kMaxNamespaces)
      FileLine{file, 1}.fail(
          fmt::format("there are more than {0} namespaces; expected at most {0}", kMaxNamespaces));
}

/// The encoding that the first line declares, in capitals; empty: none.
std::string declared_encoding(std::string_view text) {
  constexpr std::string_view kBegin = "<?xml", kName = "encoding", kQuotes = "\"'";
  const size_t begin = text.find(kBegin);
  if (begin == text.npos || begin > 3) return "";  // behind a byte order mark
  text = text.substr(begin, text.find("?>") - begin);
  const size_t name = text.find(kName);
  if (name == text.npos) return "";
  const size_t quote = text.find_first_of(kQuotes, name);
  if (quote == text.npos) return "";
  std::string encoding(text.substr(quote + 1, text.find(text[quote], quote + 1) - quote - 1));
  for (char& c : encoding)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return encoding;
}

void check_encoding(const std::string& file, std::string_view text) {
  constexpr std::string_view kEbcdic = "\x4c\x6f\xa7\x94";  // "<?xm"
  const auto begins = [](std::string_view whole, std::string_view prefix) {
    return whole.substr(0, prefix.size()) == prefix;
  };
  const std::string name = declared_encoding(text);
  const bool good = name.empty() || name == "UTF-8" || name == "US-ASCII" || name == "ASCII" ||
                    begins(name, "ISO-8859-") || begins(name, "WINDOWS-125");
  if (!good)
    FileLine{file, 1}.fail(fmt::format("the encoding is {}; expected UTF-8", printable(name, 60)));
  if (text.find('\0') != text.npos || begins(text, kEbcdic))
    FileLine{file, 1}.fail("it is not XML in UTF-8; expected GraphML");
}

}  // namespace

void check_markup(const std::string& file, const std::string& text) {
  check_encoding(file, text);
  check_namespaces(file, text);
  Markup(file, text).check();
}

}  // namespace tinsim
