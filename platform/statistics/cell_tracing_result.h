// SPDX-License-Identifier: Apache-2.0
// Counts of cell tracing.
#pragma once

#include "platform/statistics/section.h"

namespace tinsim {

/// sampled = dropped + held + those in the datagrams that were sent.
struct CellTracingResult : SectionRecord {
  static constexpr const char* kSection = "cell_tracing";
  static constexpr const char* kSectionText = "traced cells and their records, whole run";
  static constexpr const char* kLine =
      "{marked} cells, {sampled} records, {dropped} dropped, {received} received";
  TIN_RECORD(CellTracingResult);
  TIN_FIELD(Sum, marked, "cells whose trace bit was set where they entered");
  TIN_FIELD(Sum, sampled, "records: cells with the bit that a chip forwarded");
  TIN_FIELD(Sum, dropped, "records that found no space in their chip's buffer");
  TIN_FIELD(Sum, held, "records that chips had not sent at the end");
  TIN_FIELD(Sum, datagrams, "datagrams that chips sent");
  TIN_FIELD(Sum, datagrams_received, "… that reached the collector");
  TIN_FIELD(Sum, received, "records in these");
};

}  // namespace tinsim
