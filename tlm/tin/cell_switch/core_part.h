// SPDX-License-Identifier: Apache-2.0
// Base of each part of the chip core, by which it reaches the interfaces of the others.
#pragma once

#include "tlm/tin/cell_switch/shape.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

class Arbiter;
class CoreRecords;
class InputQueues;
class LinkSlots;
class Observation;
class Routes;
class CoreTerminals;
class WakeWheel;
struct CoreParts;

/// All parts are bases of one CoreParts (core_parts.h). So each lies at a fixed distance from the
/// others, and no pointer has to be loaded on the path of a cell.
template <class Self>
class CorePart {
 protected:
  Arbiter& arbiter() { return parts(); }
  InputQueues& inputs() { return parts(); }
  LinkSlots& links() { return parts(); }
  Observation& observation() { return parts(); }
  CoreRecords& records() { return parts(); }
  Routes& routes() { return parts(); }
  CoreTerminals& terminals() { return parts(); }
  WakeWheel& wheel() { return parts(); }

  const Arbiter& arbiter() const { return parts(); }
  const InputQueues& inputs() const { return parts(); }
  const LinkSlots& links() const { return parts(); }
  const Observation& observation() const { return parts(); }
  const CoreRecords& records() const { return parts(); }
  const Routes& routes() const { return parts(); }
  const CoreTerminals& terminals() const { return parts(); }

 private:
  CoreParts& parts() { return static_cast<CoreParts&>(static_cast<Self&>(*this)); }
  const CoreParts& parts() const {
    return static_cast<const CoreParts&>(static_cast<const Self&>(*this));
  }
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
