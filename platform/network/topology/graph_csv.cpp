// SPDX-License-Identifier: Apache-2.0
// Graph CSV: a strict reader of edges and of the hosts of nodes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/byte_order_mark.h"
#include "base/printable.h"
#include "platform/network/topology/graph_draft.h"

namespace tinsim {
namespace {

constexpr std::string_view kSpaces = " \t";
constexpr size_t kMaxFields = 16;  ///< more than there are columns

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
    if (fields.size() == kMaxFields)
      line.fail(fmt::format("there are more than {} fields; expected columns of edges or nodes",
                            kMaxFields));
    const size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    fields.push_back(trimmed(text.substr(0, comma)));
    if (more) text.remove_prefix(comma + 1);
  }
  return fields;
}

/// Calls `row(line, fields)` for the header and each line after it; `form` is the expected header.
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

constexpr const char* kEdgeForm =
    "a,b or source,target or src,dst or from,to, and any of kind, count, metres and a port for "
    "each end (as src_port,dst_port)";

struct EndNames {
  const char *a, *b;
};
constexpr EndNames kEndNames[] = {{"a", "b"}, {"source", "target"}, {"src", "dst"}, {"from", "to"}};

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// The field of a column of edges; null for an unknown name. `ends`: the names of the two ends in
/// the file.
std::string EdgeText::*edge_column(const std::string& name, const EndNames& ends) {
  if (name == ends.a) return &EdgeText::a;
  if (name == ends.b) return &EdgeText::b;
  if (name == std::string(ends.a) + "_port") return &EdgeText::port_a;
  if (name == std::string(ends.b) + "_port") return &EdgeText::port_b;
  if (name == "kind") return &EdgeText::kind;
  if (name == "count") return &EdgeText::count;
  if (name == "metres" || name == "meters") return &EdgeText::metres;
  return nullptr;
}

/// The columns of a header, in its order.
std::vector<std::string EdgeText::*> edge_columns(const FileLine& line,
                                                  const std::vector<std::string>& header) {
  using Columns = std::vector<std::string EdgeText::*>;
  for (const EndNames& ends : kEndNames) {
    Columns columns;
    for (const std::string& name : header) columns.push_back(edge_column(lower(name), ends));
    const auto times = [&](std::string EdgeText::*column) {
      return std::count(columns.begin(), columns.end(), column);
    };
    const bool once = std::all_of(columns.begin(), columns.end(), [&](auto column) {
      return column != nullptr && times(column) == 1;
    });
    const bool whole = times(&EdgeText::a) == 1 && times(&EdgeText::b) == 1 &&
                       times(&EdgeText::port_a) == times(&EdgeText::port_b);
    if (once && whole) return columns;
  }
  line.fail(fmt::format("the header is '{}'; expected {}",
                        printable(fmt::format("{}", fmt::join(header, ",")), 200), kEdgeForm));
}

}  // namespace

void read_edges_csv(const std::string& file, const std::string& text, GraphDraft& draft) {
  std::vector<std::string EdgeText::*> columns;
  for_each_row(file, text, kEdgeForm,
               [&](const FileLine& line, const std::vector<std::string>& fields) {
                 if (columns.empty()) return void(columns = edge_columns(line, fields));
                 if (fields.size() < 2 || fields.size() > columns.size())
                   line.fail(fmt::format("there are {} fields; expected 2 to {}, as in the header",
                                         fields.size(), columns.size()));
                 EdgeText edge;
                 for (size_t i = 0; i < fields.size(); ++i) edge.*columns[i] = fields[i];
                 draft.add_edge(line, edge);
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
                 if (lower(fields[0]) != "node" || lower(fields[1]) != "hosts")
                   line.fail(fmt::format("the header is '{},{}'; expected {}", printable(fields[0]),
                                         printable(fields[1]), kForm));
                 header = true;
               });
}

}  // namespace tinsim
