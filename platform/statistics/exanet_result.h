// SPDX-License-Identifier: Apache-2.0
// Results of the nodes of an ExaNet network.
#pragma once

#include "platform/config/platform_config.h"
#include "platform/statistics/section.h"

namespace tinsim {

/// Errors in the whole run.
struct ExanetErrorCounts {
  TIN_RECORD(ExanetErrorCounts);
  TIN_FIELD(Sum, corrected_headers, "headers with one wrong bit, which a router corrected");
  TIN_FIELD(Sum, bad_headers, "packets dropped at a router, for their header had more wrong bits");
  TIN_FIELD(Sum, crc_errors,
            "packets dropped where they are read, for payload or footer was wrong");
  TIN_FIELD(Sum, lost_packets,
            "packets that a receiver did not recognise: Magic or Start was wrong");
  TIN_FIELD(Sum, discarded, "packets that a router discarded, for it had no route");
  TIN_FIELD(Sum, undetected, "packets read as good with another payload than was sent; must be 0");
  TIN_FIELD(Sum, framing_errors, "words on lines that were not expected");
  TIN_FIELD(Sum, credit_errors, "credit words that were refused");

  uint64_t dropped() const { return bad_headers + crc_errors + lost_packets + discarded; }
};

struct ExanetResult : ExanetErrorCounts, SectionRecord {
  static constexpr const char* kSection = "exanet";
  static constexpr const char* kSectionText = "the nodes of an ExaNet network";
  static constexpr const char* kLine =
      "{packets} packets, payload {payload_gbps_per_chip:.3f} Gb/s per chip ({payload_percent:.1f} "
      "% of their words); busiest line {busiest_line_percent:.1f} %; {corrected_headers} headers "
      "corrected";
  TIN_RECORD(ExanetResult);
  TIN_FIELD(Same<uint64_t>, chips, "nodes of the network");
  TIN_FIELD(Sum, packets, "read in the measurement");
  TIN_FIELD(Sum, payload_bytes, "payload of these");
  TIN_FIELD(Figure, payload_gbps_per_chip, "its rate");
  TIN_FIELD(Sum, packet_words, "words of 64 bits of these, header and footer included");
  TIN_FIELD(Figure, payload_percent, "payload's share of them");
  TIN_FIELD(Sum, line_words, "words on all lines in the measurement, frames and credits included");
  TIN_FIELD(Sum, credit_words, "credit words among them");
  TIN_FIELD(BasicPeak<double>, busiest_line_percent, "share of cycles with a word, busiest line");
  TIN_BASE(ExanetErrorCounts);

  void derive(const Measured& measured) {
    payload_gbps_per_chip = measured.gbps(payload_bytes, chips);
    if (packet_words != 0)
      payload_percent =
          100.0 * static_cast<double>(payload_bytes) / (8.0 * static_cast<double>(packet_words));
  }
  void judge(Reasons& reasons) const;
};

/// Of the chips whose run has these sections.
ChipKind chip_kind(const ResultSections& sections);

}  // namespace tinsim
