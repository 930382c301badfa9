// SPDX-License-Identifier: Apache-2.0
// Messages from other pods to a pod: their bytes on the way to another process.
#include "tlm/tin/cell_switch/inbox.h"

#include <cstring>

#include "tlm/tin/cell_switch/link_driver.h"
#include "tlm/tin/cell_switch/mos_port.h"
#include "tlm/tin/cell_switch/ordered_set_unit.h"

namespace tinsim {

namespace {

template <class Message>
void append(std::vector<char>& to, std::vector<Message>& messages) {
  const uint64_t count = messages.size();
  const std::size_t at = to.size();
  to.resize(at + sizeof count + count * sizeof(Message));
  std::memcpy(&to[at], &count, sizeof count);
  if (count != 0) std::memcpy(&to[at + sizeof count], messages.data(), count * sizeof(Message));
  messages.clear();
}

template <class Message>
const char* take(const char* from, std::vector<Message>& messages) {
  uint64_t count = 0;
  std::memcpy(&count, from, sizeof count);
  from += sizeof count;
  const std::size_t at = messages.size();
  messages.resize(at + count);
  if (count != 0) {
    std::memcpy(static_cast<void*>(&messages[at]), from, count * sizeof(Message));
  }
  return from + count * sizeof(Message);
}

}  // namespace

void Inbox::pack(std::vector<char>& to) {
  append(to, cells_);
  append(to, credits_);
  append(to, events_);
}

const char* Inbox::unpack(const char* from) {
  return take(take(take(from, cells_), credits_), events_);
}

void Inbox::deliver_events(const ChipDirectory& chips) {
  for (const EventMessage& m : events_) {
    const std::size_t place = m.chip * kMaxPorts + m.port;
    if (m.event.kind == LinkEvent::Kind::Mos)
      chips.mos[place]->arrive(m.event.cycle, {m.event.code, m.event.value});
    else if (m.event.kind == LinkEvent::Kind::TimeSync && chips.set_units[m.chip] != nullptr)
      chips.set_units[m.chip]->arrived(m.port, m.event);
    else
      chips.drivers[place]->receive_event(m.event);
  }
  events_.clear();
}

}  // namespace tinsim
