// SPDX-License-Identifier: Apache-2.0
// Captures what ExaNet ports send, frame by frame: a pcapng file, and tables of the same records.
#pragma once

#include <optional>
#include <string>

#include "platform/trace/exanet_traces.h"
#include "platform/trace/pcapng.h"

namespace tinsim {

/// One interface for each port; records in the order in which frames end. Layout in
/// docs/reference/traces.md; scripts/wireshark/exanet.lua reads it.
class ExanetCapture final : public ExanetTrace {
 public:
  explicit ExanetCapture(const ExanetTraceSetup& setup);

  void add_frame(uint32_t port, bool is_received, const ExanetFrame& frame) override;
  void close() override;

 private:
  void open_tables();
  void add_record(uint32_t port, const ExanetFrame& frame);
  std::string row_begin(uint32_t port, const ExanetFrame& frame) const;
  void add_packet_row(uint32_t port, const ExanetFrame& frame);
  void add_set_row(uint32_t port, const ExanetFrame& frame);

  const ExanetTraceSetup& setup_;
  const Cycle from_;
  const bool with_sets_;
  std::vector<uint32_t> interfaces_;  ///< by traced port; kNone: it is not captured
  PcapngWriter file_;
  std::optional<OutputFile> packet_table_, set_table_;
};

}  // namespace tinsim
