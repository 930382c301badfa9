// SPDX-License-Identifier: Apache-2.0
// Sections of a result: one line each, in the order of summary.json.
#pragma once

#include "platform/statistics/cliquemap_result.h"
#include "platform/statistics/frame_counts.h"
#include "platform/statistics/ip_result.h"
#include "platform/statistics/link_row.h"
#include "platform/statistics/pcie_result.h"
#include "platform/statistics/rma_result.h"

namespace tinsim {

/// In summary.json frames are a part of `ip`.
struct FrameSection : Section<FrameCounts> {};

/// `derive` computes a section's figures from its counts, after those of all ranks were merged;
/// tables of its rows become CSV files; a `kLine` is its line in the result table.
struct ResultSections {
  TIN_RECORD(ResultSections);
  TIN_FIELD(LinkRows, links, "directions of links, whole run");
  TIN_FIELD(Section<IpResult>, ip, "packets of chips with an IP path");
  TIN_FIELD(Section<RmaResult>, rma, "operations of chips with a 1RMA engine");
  TIN_FIELD(Section<PcieResult>, pcie, "PCIe links of those chips, in the measurement");
  TIN_FIELD(Section<CliqueResult>, cliquemap, "requests of CliqueMap");
  TIN_FIELD(FrameSection, frames, "frames that are replayed or captured, whole run");

  void derive_sections(const Measured& measured);
};

}  // namespace tinsim
