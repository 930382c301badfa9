// SPDX-License-Identifier: Apache-2.0
// Timeline of ExaNet ports: tracks, slices and instants.
#include "platform/trace/exanet_timeline.h"

#include <fmt/format.h>

#include "platform/traffic/exanet_packets.h"

namespace tinsim {
namespace {

unsigned process_of(unsigned chip) { return chip + 1; }

/// Unlike in the whole file, as viewers require.
unsigned thread_of(uint32_t port, bool is_received) { return 2 * port + is_received + 1; }

}  // namespace

ExanetTimeline::ExanetTimeline(const ExanetTraceSetup& setup)
    : setup_(setup),
      from_(setup.from()),
      is_drawn_(setup.chosen_by(setup.config.trace.timeline.ports)),
      file_(setup.folder / setup.config.trace.timeline.file, "ns") {
  unsigned named = 0;  // process
  for (uint32_t port = 0; port < setup.ports.size(); ++port) {
    if (!is_drawn_[port]) continue;
    const ChipInfo& chip = setup.chip_of(port);
    const unsigned process = process_of(setup.ports[port].chip);
    if (process != named)
      file_.name_process(process, fmt::format("pod{}.tin{}", chip.pod, chip.tin));
    named = process;
    for (const bool is_received : {false, true})
      file_.name_thread(
          process, thread_of(port, is_received),
          fmt::format("port{} {}", setup.ports[port].port, is_received ? "rx" : "tx"));
  }
}

/// Differences of rounded times, so that adjacent intervals neither overlap nor leave a gap.
std::string ExanetTimeline::microseconds(uint64_t from, uint64_t to) const {
  const uint64_t ps = setup_.time_of(to) - setup_.time_of(from);
  return fmt::format("{}.{:06}", ps / 1'000'000, ps % 1'000'000);
}

void ExanetTimeline::add_packet(uint32_t port, unsigned thread, const ExanetFrame& frame) {
  const ExanetHeader& header = frame.header;
  const ExanetBirth birth = exanet_birth(header);
  file_.put(R"({{"ph":"X","cat":"packet","name":"{}->{}","pid":{},"tid":{},"ts":{},"dur":{},)"
            R"("args":{{"bytes":{},"kind":{},"vc":{},"class":{},"seq":{},"damaged":{},)"
            R"("cycle":{},"birth":{}}}}})",
            exanet_address_text(header.src, header.src_port),
            exanet_address_text(header.dst, header.dst_port), process_of(setup_.ports[port].chip),
            thread, microseconds(0, frame.first),
            microseconds(frame.first, uint64_t{frame.last} + 1), header.bytes, header.kind,
            frame.vc, birth.cls, birth.number, frame.is_damaged, frame.first, birth.birth);
}

void ExanetTimeline::add_frame(uint32_t port, bool is_received, const ExanetFrame& frame) {
  if (!is_drawn_[port] || frame.first < from_) return;
  const unsigned thread = thread_of(port, is_received);
  if (frame.kind == ExanetFrameKind::kPacket) return add_packet(port, thread, frame);
  const bool is_credit = frame.kind == ExanetFrameKind::kCredit;
  file_.put(R"({{"ph":"i","s":"t","cat":"{0}","name":"{0}","pid":{1},"tid":{2},"ts":{3},)"
            R"("args":{{"word":"{4:#018x}","damaged":{5},"cycle":{6}}}}})",
            is_credit ? "credit" : "stray", process_of(setup_.ports[port].chip), thread,
            microseconds(0, frame.first), frame.words[0], frame.is_damaged, frame.first);
}

}  // namespace tinsim
