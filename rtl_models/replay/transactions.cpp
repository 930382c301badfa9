// SPDX-License-Identifier: Apache-2.0
// The last transactions of a recording: which valid bits were high, with what, of which cell.
#include "rtl_models/replay/transactions.h"

#include <fmt/format.h>

#include <algorithm>

#include "rtl_models/parts/cell_header.h"

namespace tinsim {
namespace {

constexpr const char* kValid = "valid";

std::string header_text(std::uint64_t word) {
  const CellHeaderErrors errors = check_header(word);
  if (errors.soc || errors.crc) return "";
  const CellHeader header = decode_header(word);
  return fmt::format(" (dst {} src {} vc {} len {} type {} hop {})", header.dst, header.src,
                     header.vc, header.len, header.cell_type, header.hop);
}

}  // namespace

std::string Transactions::side_text(Side side) const {
  return side == kInput ? "" : side == kReference ? "reference " : shape_.other + " ";
}

void Transactions::observe(const ReplayedCycle& cycle) {
  if (cycle.cycle == 0) streams_.clear();
  wanted_.clear();
  observe_bundle(shape_.in, cycle.in, kInput, cycle.cycle);
  observe_bundle(shape_.out, cycle.want, kReference, cycle.cycle);
  if (!cycle.got.empty()) observe_bundle(shape_.out, cycle.got, kOther, cycle.cycle);
}

void Transactions::observe_bundle(const FieldLayout& layout, const Words& words, Side side,
                                  std::uint64_t cycle) {
  for (const LayoutField& field : layout.fields) {
    if (field.width != 1 || field.name.find(kValid) == std::string::npos) continue;
    for (unsigned n = 0; n < field.elements(); ++n) {
      const std::size_t word = field.word_of(n);
      if (words[word] == 0) continue;
      const std::string data = payload(layout, field, n, words, streams_[{side, word}]);
      if (side == kReference) wanted_[word] = data;
      const auto wanted = wanted_.find(word);
      if (side == kOther && wanted != wanted_.end() && wanted->second == data) continue;
      lines_.push_back(fmt::format("  cycle {:>6}  {}{}{}\n", cycle, side_text(side),
                                   field.element_name(n), data));
      if (lines_.size() > kShown) lines_.pop_front();
    }
  }
}

std::string Transactions::payload(const FieldLayout& layout, const LayoutField& valid,
                                  unsigned element, const Words& words, Stream& stream) const {
  const std::string prefix = valid.name.substr(0, valid.name.find(kValid));
  std::string text, header;
  bool has_sop = false, sop = false, has_data = false;
  for (const LayoutField& field : layout.fields) {
    if (&field == &valid || field.sizes != valid.sizes || prefix.empty() ||
        field.name.compare(0, prefix.size(), prefix) != 0)
      continue;
    const std::uint32_t* value = &words[field.word_of(element)];
    const std::string rest = field.name.substr(prefix.size());
    if (rest.compare(0, 3, "sop") == 0) {
      has_sop = true;
      sop = *value != 0;
      continue;
    }
    if (rest.compare(0, 4, "data") == 0 && field.width == 64) {
      has_data = true;
      header = header_text(value[0] | std::uint64_t{value[1]} << 32);
    }
    text += fmt::format(" {}={}", rest.substr(0, rest.rfind('_')), value_text(value, field.width));
  }
  if (!has_sop || !has_data) return text;
  stream.cells += sop;
  stream.word = sop ? 0 : stream.word + 1;
  if (stream.cells == 0) return text + ", of no cell";
  return fmt::format(":{}, cell {} word {}{}", text, stream.cells, stream.word, sop ? header : "");
}

std::string Transactions::text() const {
  std::string text;
  for (const std::string& line : lines_) text += line;
  return text;
}

}  // namespace tinsim
