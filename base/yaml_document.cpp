// SPDX-License-Identifier: Apache-2.0
// A YAML text as a tree: bounded before yaml-cpp sees it, which keeps whole lines as tokens.
#include "base/yaml_document.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <sstream>
#include <string_view>

namespace tinsim {
namespace {

/// Notes where a document starts and nothing else.
struct DocumentStart : YAML::EventHandler {
  YAML::Mark mark = YAML::Mark::null_mark();
  void OnDocumentStart(const YAML::Mark& at) override { mark = at; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

/// How many nodes and tokens a line can hold at most: all of them begin or end with one of these. A
/// dash counts where it begins an entry.
std::size_t marks_of(std::string_view line) {
  constexpr std::string_view kMarks = ",[{:?*&!\"'";
  const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
  if (first == line.size() || line[first] == '#') return 0;
  std::size_t marks = 1;
  for (std::size_t i = first; i < line.size(); ++i) {
    const bool is_entry = line[i] == '-' && (i + 1 == line.size() || line[i + 1] == ' ');
    marks += is_entry || kMarks.find(line[i]) != kMarks.npos;
  }
  return marks;
}

void check_size(std::string_view text, std::size_t octets_per_mark) {
  const std::size_t most = kFewMarks + text.size() / octets_per_mark;
  std::size_t marks = 0;
  YAML::Mark mark;
  for (std::string_view rest = text; !rest.empty(); ++mark.line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    marks += marks_of(rest.substr(0, end));
    if (marks > most)
      throw YAML::ParserException(
          mark,
          fmt::format("it has {} entries or more up to here; expected at most {} in a text of "
                      "{} octets",
                      marks, most, text.size()));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace

/// YAML::Load() ignores what follows the first document, and YAML::LoadAll() never returns on some
/// texts (a line that begins with a comma is an unlimited series of empty documents).
YAML::Node load_only_document(const std::string& text, std::size_t octets_per_mark) {
  check_size(text, octets_per_mark);
  const YAML::Node document = YAML::Load(text);
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  DocumentStart start;
  if (parser.HandleNextDocument(start) && parser.HandleNextDocument(start)) {
    throw YAML::ParserException(start.mark, "more text follows the end of the document");
  }
  return document;
}

}  // namespace tinsim
