// SPDX-License-Identifier: Apache-2.0
// Counts of the MOS words of a network.
#pragma once

#include "platform/statistics/section.h"

namespace tinsim {

/// Of the whole run.
struct MosResult : SectionRecord {
  static constexpr const char* kSection = "mos";
  static constexpr const char* kSectionText = "MOS words between control processors, whole run";
  TIN_RECORD(MosResult);
  TIN_FIELD(Sum, directions, "directions of links");
  TIN_FIELD(Sum, written, "words that control processors wrote and the transmit queues took");
  TIN_FIELD(Sum, refused, "words that found the transmit queue full");
  TIN_FIELD(Sum, sent, "words that took a slot of a link");
  TIN_FIELD(Sum, lost, "… of those, words with bit errors, or sent while the far side had no lock");
  TIN_FIELD(Derived<uint64_t>, in_flight, "… words on the way at the end of the run");
  TIN_FIELD(Sum, received, "… words that could be read at the far side, and those that overflowed");
  TIN_FIELD(Sum, overflow, "… words dropped there because the receive queue was full");
  TIN_FIELD(Sum, read, "words read by control processors");
  TIN_FIELD(Unreported<Peak>, most_sent, "words sent in the busiest direction");
  TIN_FIELD(Unreported<Peak>, cycles, "of the whole run");
  TIN_FIELD(Figure, percent_of_slots, "share of all slots of the links");
  TIN_FIELD(Figure, busiest_percent_of_slots, "share of the slots of the busiest direction");
  TIN_FIELD(Times, latency, "from the write of a word until it can be read");

  static constexpr const char* kLine =
      "{written} words written, {refused} refused; {sent} sent = {received} received + {lost} lost "
      "+ {in_flight} in flight; {overflow} overflowed, {read} read; {percent_of_slots:.3f} % of "
      "the slots, at most {busiest_percent_of_slots:.3f} %";

  void derive(const Measured& /*measured*/) {
    in_flight = sent - lost - received;
    if (cycles == 0 || directions == 0) return;
    const double percent = 100.0 / static_cast<double>(cycles);
    percent_of_slots = percent * static_cast<double>(sent) / static_cast<double>(directions);
    busiest_percent_of_slots = percent * static_cast<double>(most_sent);
  }
};

}  // namespace tinsim
