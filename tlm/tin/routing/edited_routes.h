// SPDX-License-Identifier: Apache-2.0
// A route table that is changed register by register.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// One register, or one element of an array, of the route registers with its words
/// (docs/reference/registers.md, group `route`).
struct RouteEdit {
  enum class What : uint8_t {
    kEntry,
    kInput,
    kForbiddenOutputs,
    kEndpoint,
    kDestination,
    kJoined,
    kChoice,
    kBias,
    kOrdered,
    kCells,
  };
  What what = What::kEntry;
  uint16_t index = 0;
  std::array<uint32_t, 8> words{};
};

/// Reads and changes a table by its registers. A table from elsewhere is copied at the first
/// change, since chips share parts of it.
class EditedRoutes {
 public:
  static constexpr unsigned kRows = 64;

  EditedRoutes(RouteTable table, const RouteParams& params)
      : table_(std::move(table)), params_(params) {}

  /// The registers hold networks of pods: six port classes, three phases, at most 64 rows.
  bool has_registers() const;
  const RouteTable& table() const { return table_; }
  const RouteParams& params() const { return params_; }

  /// Precondition of both: has_registers(), and the element exists.
  void apply(const RouteEdit& edit);
  /// The words of an element, as registers show them.
  std::array<uint32_t, 8> read(RouteEdit::What what, unsigned index) const;

 private:
  RouteRows& own_rows();
  template <class T>
  static T& own(std::shared_ptr<const T>& shared, std::shared_ptr<T>& copy);

  RouteTable table_;
  RouteParams params_;
  // Copies of the table's parts, once they have been changed.
  std::shared_ptr<RouteRows> rows_;
  std::shared_ptr<RowMap> row_of_;
  std::shared_ptr<std::vector<uint64_t>> joined_;
};

}  // namespace tinsim
