// SPDX-License-Identifier: Apache-2.0
// Timeline of a controller in the trace-event format.
#include "platform/services/controller_timeline.h"

namespace tinsim {
namespace {

using control::ControlEvent;

const char* name_of(ControlEvent::Kind kind) {
  switch (kind) {
    case ControlEvent::Kind::kAddressed:
      return "address by DHCP";
    case ControlEvent::Kind::kReached:
      return "identified over PMOS";
    case ControlEvent::Kind::kConnected:
      return "identified over TCP";
    case ControlEvent::Kind::kEnded:
      return "session ended";
    case ControlEvent::Kind::kLinks:
      return "links";
    case ControlEvent::Kind::kRead:
      return "read";
    case ControlEvent::Kind::kWrite:
      return "write";
    case ControlEvent::Kind::kPlan:
      return "plan";
    default:
      return "settled";
  }
}

}  // namespace

ControllerTimeline::ControllerTimeline(const std::filesystem::path& folder,
                                       const std::vector<std::string>& names)
    : file_(folder / kFile, "ms") {
  file_.name_process(kProcess, "controller");
  file_.name_thread(kProcess, kController, "plans and changes");
  for (std::size_t tin = 0; tin < names.size(); ++tin)
    file_.name_thread(kProcess, kFirstTin + static_cast<unsigned>(tin), names[tin]);
}

/// Requests have a length, all else is an instant.
void ControllerTimeline::add(const ControlEvent& event) {
  const unsigned thread =
      event.is_of_tin() ? kFirstTin + static_cast<unsigned>(event.tin) : kController;
  if (event.is_request()) {
    file_.put(R"({{"ph":"X","cat":"request","name":"{}","pid":{},"tid":{},"ts":{},"dur":{},)"
              R"("args":{{"bytes":{},"by":"{}"}}}})",
              name_of(event.kind), kProcess, thread, event.from_us, event.to_us - event.from_us,
              event.value, event.carrier == control::Carrier::kByTcp ? "TCP" : "PMOS");
    return;
  }
  file_.put(R"({{"ph":"i","s":"t","cat":"controller","name":"{}","pid":{},"tid":{},"ts":{},)"
            R"("args":{{"value":"{:#x}"}}}})",
            name_of(event.kind), kProcess, thread, event.to_us, event.value);
}

void ControllerTimeline::mark(uint64_t at_us, const std::string& what) {
  file_.put(R"({{"ph":"i","s":"p","cat":"change","name":"{}","pid":{},"tid":{},"ts":{}}})", what,
            kProcess, kController, at_us);
}

void ControllerTimeline::close() { file_.close(); }

}  // namespace tinsim
