// SPDX-License-Identifier: Apache-2.0
// Counts of the control processors of a network.
#pragma once

#include "platform/statistics/section.h"
#include "tlm/tin/ecp/control_processor.h"

namespace tinsim {

/// Sums of the whole run over all chips.
struct EcpResult : SectionRecord {
  static constexpr const char* kSection = "ecp";
  static constexpr const char* kSectionText = "control processors, whole run";
  TIN_RECORD(EcpResult);
  TIN_FIELD(Sum, processors, "control processors");
  TIN_FIELD(Sum, instructions, "instructions that they executed");
  TIN_FIELD(Sum, exceptions, "exceptions that they took");
  TIN_FIELD(Sum, sleeps, "times that they waited for an interrupt or an event");
  TIN_FIELD(Sum, hard_faults, "HardFaults");
  TIN_FIELD(Sum, locked_up, "control processors that are locked up at the end");
  TIN_FIELD(Sum, reboots, "resets after the first");
  TIN_FIELD(Sum, register_reads, "reads of registers of their chips");
  TIN_FIELD(Sum, register_writes, "writes of them");
  TIN_FIELD(Sum, frames_received, "frames that arrived at CPU ports");
  TIN_FIELD(Sum, frames_sent, "frames that they sent there");
  TIN_FIELD(Sum, frames_lost,
            "frames for which the receive buffer had no place, or without octets");
  TIN_FIELD(Sum, mos_received, "words of management ordered sets that arrived");
  TIN_FIELD(Sum, mos_sent, "words that they sent");
  TIN_FIELD(Sum, mos_lost, "words for which the mailbox had no place");
  TIN_FIELD(Sum, mos_dropped, "words that arrived and were lost by ecp.mos_loss");

  static constexpr const char* kLine =
      "{processors} processors, {instructions} instructions, {exceptions} exceptions, {sleeps} "
      "sleeps; {hard_faults} HardFaults, {locked_up} locked up; {frames_received} frames in, "
      "{frames_sent} out, {frames_lost} lost; {reboots} reboots";
};

inline EcpResult ecp_result_of(const ControlProcessor& ecp) {
  const EcpCounts counts = ecp.counts();
  EcpResult result;
  result.processors = 1;
  result.instructions = counts.instructions;
  result.exceptions = counts.exceptions;
  result.sleeps = counts.sleeps;
  result.hard_faults = counts.hard_faults;
  result.locked_up = ecp.core().is_locked_up() ? 1 : 0;
  result.reboots = counts.reboots;
  result.register_reads = counts.register_reads;
  result.register_writes = counts.register_writes;
  result.frames_received = ecp.packets().received();
  result.frames_sent = ecp.packets().sent();
  result.frames_lost = ecp.packets().lost();
  result.mos_received = ecp.mos().received();
  result.mos_sent = ecp.mos().sent();
  result.mos_lost = ecp.mos().lost();
  return result;
}

}  // namespace tinsim
