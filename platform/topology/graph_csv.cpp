// SPDX-License-Identifier: Apache-2.0
// Graph CSV: a strict reader of edges and of the hosts of nodes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "platform/printable.h"
#include "platform/topology/graph_draft.h"

namespace tinsim {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  ///< spreadsheets begin UTF-8 with it
constexpr std::string_view kSpaces = " \t";

std::string trimmed(std::string_view field) {
  const size_t first = std::min(field.find_first_not_of(kSpaces), field.size());
  field.remove_prefix(first);
  return std::string(field.substr(0, field.find_last_not_of(kSpaces) + 1));
}

std::vector<std::string> split(const FileLine& line, std::string_view text) {
  if (text.find('"') != std::string_view::npos)
    line.fail("there is a quotation mark; expected plain fields with commas between them");
  std::vector<std::string> fields;
  for (bool more = true; more;) {
    const size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    fields.push_back(trimmed(text.substr(0, comma)));
    if (more) text.remove_prefix(comma + 1);
  }
  return fields;
}

/// Calls `row(line, fields)` for the header and each line after it; `form` is what a header is.
template <class Row>
void for_each_row(const std::string& file, std::string_view text, const char* form,
                  const Row& row) {
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark)
    text.remove_prefix(kByteOrderMark.size());
  bool any = false;
  for (unsigned number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    any = true;
    row(FileLine{file, number}, split({file, number}, line));
  }
  if (!any) FileLine{file, 1}.fail(fmt::format("it is empty; expected a header {}", form));
}

}  // namespace

void read_edges_csv(const std::string& file, const std::string& text, GraphDraft& draft) {
  constexpr const char* kForm = "a,b and then any of kind, count, metres";
  std::vector<std::string EdgeText::*> columns;  ///< behind a and b
  size_t width = 0;
  const auto read_header = [&](const FileLine& line, const std::vector<std::string>& names) {
    bool good = names.size() >= 2 && names[0] == "a" && names[1] == "b";
    for (size_t i = 2; i < names.size(); ++i) {
      columns.push_back(names[i] == "kind"     ? &EdgeText::kind
                        : names[i] == "count"  ? &EdgeText::count
                        : names[i] == "metres" ? &EdgeText::metres
                                               : nullptr);
      good &= columns.back() != nullptr && std::count(names.begin(), names.end(), names[i]) == 1;
    }
    if (!good)
      line.fail(fmt::format("the header is '{}'; expected {}",
                            printable(fmt::format("{}", fmt::join(names, ",")), 200), kForm));
    width = names.size();
  };
  for_each_row(file, text, kForm,
               [&](const FileLine& line, const std::vector<std::string>& fields) {
                 if (width == 0) return read_header(line, fields);
                 if (fields.size() < 2 || fields.size() > width)
                   line.fail(fmt::format("there are {} fields; expected 2 to {}, as in the header",
                                         fields.size(), width));
                 EdgeText edge;
                 for (size_t i = 2; i < fields.size(); ++i) edge.*columns[i - 2] = fields[i];
                 draft.add_edge(line, fields[0], fields[1], edge);
               });
}

void read_nodes_csv(const std::string& file, const std::string& text, GraphDraft& draft) {
  constexpr const char* kForm = "node,hosts";
  bool header = false;
  for_each_row(file, text, kForm,
               [&](const FileLine& line, const std::vector<std::string>& fields) {
                 if (fields.size() != 2)
                   line.fail(fmt::format("there are {} fields; expected {}", fields.size(), kForm));
                 if (header) return draft.set_hosts(line, fields[0], fields[1]);
                 if (fields[0] != "node" || fields[1] != "hosts")
                   line.fail(fmt::format("the header is '{},{}'; expected {}", printable(fields[0]),
                                         printable(fields[1]), kForm));
                 header = true;
               });
}

}  // namespace tinsim
