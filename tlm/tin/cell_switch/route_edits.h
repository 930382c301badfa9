// SPDX-License-Identifier: Apache-2.0
// Changes of a switch's route table, each in its cycle, while cells are in flight.
#pragma once

#include "tlm/tin/cell_switch/edit_queue.h"
#include "tlm/tin/cell_switch/route_unit.h"
#include "tlm/tin/routing/edited_routes.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

/// A switch whose route table registers can change.
class EditableRoutes {
 public:
  virtual ~EditableRoutes() = default;
  /// By what it routes now.
  virtual const RouteUnit& route_unit() const = 0;
  /// False: its tables change by a plan of failures that has them.
  virtual bool can_edit_routes() const = 0;
  /// From cycle `at` on cells are routed with the change: those that can be matched in `at` or
  /// later. Cells that are in a VC FIFO by then keep their routes. Precondition: the switch has not
  /// simulated cycle `at`, can_edit_routes(), and the table has_registers().
  virtual void edit_routes(Cycle at, const RouteEdit& edit) = 0;
};

/// The changes of one switch, in order of their cycles.
class RouteEdits {
 public:
  explicit RouteEdits(const RouteUnit& unit) : applied_(unit.table(), unit.params()) {}

  /// Cycle of the next change; kNoCycle: none.
  Cycle next() const { return waiting_.next(); }
  void push(Cycle at, const RouteEdit& edit) { waiting_.push(at, edit); }
  /// Makes the changes that are due up to cycle `now`. True: there was one.
  bool apply(Cycle now, RouteUnit& unit) {
    if (!waiting_.take(now, [this](const RouteEdit& edit) { applied_.apply(edit); })) return false;
    unit.set_table(applied_.table());
    unit.set_params(applied_.params());
    return true;
  }

 private:
  EditedRoutes applied_;
  EditQueue<RouteEdit> waiting_;
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
