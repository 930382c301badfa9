// SPDX-License-Identifier: Apache-2.0
// Group `ip` of the registers: tables, traps and parameters of an IP path.
#include "tlm/tin/registers/ip_device.h"

#include <algorithm>

namespace tinsim {
namespace {

using registers::Place;
using IpWhat = IpEdit::What;

static_assert(registers::kIpEntries == EditedIpRoutes::kEntries &&
              registers::kIpMembers == EditedIpRoutes::kMembers &&
              registers::kIpTraps == IpTraps::kTraps && registers::kIpClasses == kCosClasses &&
              registers::kIpEgressPorts == kEgressPorts);
static_assert(static_cast<std::size_t>(IpWhat::kRtsCongestion) + 1 ==
              std::size(registers::kIpRegisters));

/// In the order of the description.
enum IpArray { kCosArray, kWindowArray, kTrapArray, kNeighbourArray, kMemberArray, kEntryArray };
static_assert(std::size(registers::kIpArrays) == kEntryArray + 1);

bool is_neighbour(const Place& place) {
  return place.array == &registers::kIpArrays[kNeighbourArray];
}

/// Not of a neighbour.
IpWhat ip_what(const Place& place) {
  if (place.array == nullptr) return static_cast<IpWhat>(place.reg - registers::kIpRegisters);
  switch (place.array - registers::kIpArrays) {
    case kCosArray:
      return static_cast<IpWhat>(static_cast<unsigned>(IpWhat::kSpace) +
                                 static_cast<unsigned>(place.reg - registers::kIpClassElement));
    case kWindowArray:
      return IpWhat::kWindow;
    case kTrapArray:
      return IpWhat::kTrap;
    case kMemberArray:
      return IpWhat::kMember;
    default:
      return IpWhat::kEntry;
  }
}

/// Of the register among the words that are written together.
unsigned word_of(const Place& place) {
  const bool whole = place.array != nullptr && place.array->writes == registers::Writes::whole;
  return whole ? place.reg->offset / registers::kRegisterBytes : 0;
}

}  // namespace

const EditedIpRoutes& IpDevice::table() const {
  if (table_ == nullptr) table_ = std::make_unique<EditedIpRoutes>(engine_.routes());
  return *table_;
}

/// A table that registers cannot hold reads as an empty one.
uint32_t IpDevice::read(Cycle at, const Place& place) const {
  if (is_neighbour(place)) return neighbours_.read(at, place);
  const IpWhat what = ip_what(place);
  if (!IpEdit{what, 0, {}}.is_of_table())
    return words_of(what, place.index, written_)[word_of(place)];
  if (table_ == nullptr && !EditedIpRoutes::has_registers(engine_.routes())) return 0;
  return table().words_of(what, place.index)[word_of(place)];
}

bool IpDevice::write(Cycle effect, const Place& place, const uint32_t* words) {
  if (is_neighbour(place)) return neighbours_.write(effect, place, words);
  IpEdit edit;
  edit.what = ip_what(place);
  edit.index = static_cast<uint16_t>(place.index);
  std::copy_n(words, registers::written_with(place).size(), edit.words.begin());
  if (edit.is_of_table()) return write_table(effect, edit);
  if (!is_valid(edit)) return false;
  apply(edit, written_);
  engine_.edit(effect, edit);
  return true;
}

bool IpDevice::write_table(Cycle effect, const IpEdit& edit) {
  if (!EditedIpRoutes::is_valid(edit)) return false;
  if (table_ == nullptr && !EditedIpRoutes::has_registers(engine_.routes())) return false;
  table();
  table_->apply(edit);
  engine_.edit(effect, edit);
  return true;
}

}  // namespace tinsim
