// SPDX-License-Identifier: Apache-2.0
// The last transactions of a recording: which valid bits were high, with what, of which cell.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <utility>

#include "rtl_models/replay/run_recording.h"

namespace tinsim {

/// A transaction is a valid bit that is high, with the elements of the same index of the fields
/// that have the name's prefix ("rx_valid_i": rx_sop_i, rx_data_i, ...). Where those are a start of
/// packet and 64 bits of data, it is a word of a cell: cells are numbered per stream from the reset
/// on, words per cell, and the fields of a valid header are shown. What both implementations show
/// is one transaction, of the reference.
class Transactions {
 public:
  explicit Transactions(const ReplayShape& shape) : shape_(shape) {}
  void observe(const ReplayedCycle& cycle);
  /// The last ones, a line each; empty for a block without valid bits.
  std::string text() const;

 private:
  struct Stream {
    unsigned cells = 0, word = 0;
  };
  enum Side { kInput, kReference, kOther };
  std::string side_text(Side side) const;
  void observe_bundle(const FieldLayout& layout, const Words& words, Side side,
                      std::uint64_t cycle);
  std::string payload(const FieldLayout& layout, const LayoutField& valid, unsigned element,
                      const Words& words, Stream& stream) const;

  static constexpr std::size_t kShown = 12;
  const ReplayShape& shape_;
  std::map<std::pair<int, std::size_t>, Stream> streams_;  ///< of a side and a word of a layout
  std::map<std::size_t, std::string> wanted_;  ///< by the reference in this cycle, of a word
  std::deque<std::string> lines_;
};

}  // namespace tinsim
