// SPDX-License-Identifier: Apache-2.0
// Timeline of ExaNet ports in the trace-event format: packets and credit words.
#pragma once

#include <string>

#include "platform/trace/exanet_traces.h"
#include "platform/trace/timeline_file.h"

namespace tinsim {

/// A process for each node and two threads for each port. Layout in docs/reference/traces.md.
class ExanetTimeline final : public ExanetTrace {
 public:
  explicit ExanetTimeline(const ExanetTraceSetup& setup);

  void add_frame(uint32_t port, bool is_received, const ExanetFrame& frame) override;
  void close() override { file_.close(); }

 private:
  void add_packet(uint32_t port, unsigned thread, const ExanetFrame& frame);
  std::string microseconds(uint64_t from, uint64_t to) const;

  const ExanetTraceSetup& setup_;
  const Cycle from_;
  std::vector<bool> is_drawn_;  ///< by traced port
  TimelineFile file_;
};

}  // namespace tinsim
