// SPDX-License-Identifier: Apache-2.0
// A route table that is changed register by register.
#include "tlm/tin/routing/edited_routes.h"

#include <algorithm>

namespace tinsim {
namespace {

constexpr unsigned kEntriesOfClass = kVcPhases * EditedRoutes::kRows;
constexpr unsigned kOutsideRow = EditedRoutes::kRows;

/// Port class, phase and row of an entry.
struct EntryPlace {
  unsigned port_class, phase, row;
  explicit EntryPlace(unsigned index)
      : port_class(index / kEntriesOfClass),
        phase(index / EditedRoutes::kRows % kVcPhases),
        row(index % EditedRoutes::kRows) {}
};

template <class List>
void pack_ports(const List& ports, uint32_t* words) {
  for (unsigned n = 0; n < ports.size(); ++n) words[n / 4] |= uint32_t{ports[n]} << 8 * (n % 4);
}
template <class List>
void unpack_ports(const uint32_t* words, List& ports) {
  for (unsigned n = 0; n < ports.size(); ++n)
    ports[n] = static_cast<uint8_t>(words[n / 4] >> 8 * (n % 4));
}

uint64_t joined_words(const std::array<uint32_t, 8>& words) {
  return uint64_t{words[1]} << 32 | words[0];
}
std::array<uint32_t, 8> halves(uint64_t mask) {
  return {static_cast<uint32_t>(mask), static_cast<uint32_t>(mask >> 32)};
}

constexpr uint32_t kNextPhase = 1u << 4, kGlobal = 1u << 5, kValid = 1u << 8;
constexpr unsigned kPodsShift = 16, kPhasesShift = 8;

/// `mask` with bit `n` set or not.
uint64_t with_bit(uint64_t mask, unsigned n, bool set) {
  const uint64_t bit = uint64_t{1} << n;
  return set ? mask | bit : mask & ~bit;
}

}  // namespace

bool EditedRoutes::has_registers() const {
  const RouteRows& rows = *table_.routes;
  const bool fits = rows.rows <= kRows && rows.phases <= kVcPhases &&
                    table_.vc_phases <= kVcPhases && table_.first_leg_phases == 0;
  const bool six = rows.class_stride != 0 && rows.places() / rows.class_stride == kPortClasses;
  const auto is_high = [](uint16_t row) { return row >= kOutsideRow; };
  return fits && six && std::none_of(table_.row_of->begin(), table_.row_of->end(), is_high);
}

template <class T>
T& EditedRoutes::own(std::shared_ptr<const T>& shared, std::shared_ptr<T>& copy) {
  if (copy == nullptr) {
    copy = std::make_shared<T>(*shared);
    shared = copy;
  }
  return *copy;
}

/// With all phases and rows that the registers have.
RouteRows& EditedRoutes::own_rows() {
  if (rows_ != nullptr) return *rows_;
  const RouteRows& old = *table_.routes;
  rows_ = std::make_shared<RouteRows>(kRows, old.has_detours);
  for (unsigned port_class = 0; port_class < kPortClasses; ++port_class)
    for (unsigned phase = 0; phase < kVcPhases; ++phase)
      for (unsigned row = 0; row < old.rows; ++row) {
        const unsigned known = std::min(phase, old.phases - 1);
        rows_->set(rows_->place(port_class, phase, row), old.at(old.place(port_class, known, row)));
      }
  table_.routes = rows_;
  return *rows_;
}

void EditedRoutes::apply(const RouteEdit& edit) {
  const unsigned n = edit.index;
  const uint32_t word = edit.words[0];
  switch (edit.what) {
    case RouteEdit::What::kEntry: {
      RouteEntry entry;
      unpack_ports(edit.words.data(), entry.minimal);
      unpack_ports(edit.words.data() + kMinimalEntries / 4, entry.detours);
      const EntryPlace at(n);
      RouteRows& rows = own_rows();
      return rows.set(rows.place(at.port_class, at.phase, at.row), entry);
    }
    case RouteEdit::What::kInput:
      table_.port_class[n] = word & 7;
      table_.phase_increment_ports =
          with_bit(table_.phase_increment_ports.first(), n, (word & kNextPhase) != 0);
      return;
    case RouteEdit::What::kForbiddenOutputs:
      table_.forbidden_outputs[n] = joined_words(edit.words);
      return;
    case RouteEdit::What::kEndpoint:
      table_.terminal_port[n] = (word & kValid) != 0 ? word & 63 : kNoTerminal;
      return;
    case RouteEdit::What::kDestination:
      own(table_.row_of, row_of_)[n] = static_cast<uint16_t>(word % kRows);
      return;
    case RouteEdit::What::kJoined:
      if (joined_ == nullptr && table_.joined_pods == nullptr)
        table_.joined_pods = joined_ = std::make_shared<std::vector<uint64_t>>(64, ~uint64_t{0});
      own(table_.joined_pods, joined_).resize(64, ~uint64_t{0});
      (*joined_)[n] = joined_words(edit.words);
      return;
    case RouteEdit::What::kCells:
      table_.pods = word >> kPodsShift & 127;
      return;
    case RouteEdit::What::kChoice:
      params_.rule.minimal_weight = word >> 8 & 255;
      params_.rule.nonminimal_weight = word >> 16 & 255;
      return;
    case RouteEdit::What::kBias:
      params_.rule.minimal_bias = word & 0xFFFF;
      params_.rule.nonminimal_bias = static_cast<uint16_t>(word >> 16);
      return;
    case RouteEdit::What::kOrdered:
      params_.ordered_classes = word & 0x3FF;
      params_.ordered_minimal = word >> 16 & 1;
  }
}

std::array<uint32_t, 8> EditedRoutes::read(RouteEdit::What what, unsigned n) const {
  switch (what) {
    case RouteEdit::What::kEntry: {
      const EntryPlace at(n);
      const RouteRows& rows = *table_.routes;
      RouteEntry entry;
      entry.minimal.fill(kNoRoute);
      entry.detours.fill(kNoRoute);
      if (at.row < rows.rows)
        entry = rows.at(rows.place(at.port_class, std::min(at.phase, rows.phases - 1), at.row));
      std::array<uint32_t, 8> words{};
      pack_ports(entry.minimal, words.data());
      pack_ports(entry.detours, words.data() + kMinimalEntries / 4);
      return words;
    }
    case RouteEdit::What::kInput:
      return {table_.port_class[n] | (table_.phase_increment_ports >> n & 1 ? kNextPhase : 0) |
              (table_.global_ports >> n & 1 ? kGlobal : 0)};
    case RouteEdit::What::kForbiddenOutputs:
      return halves(table_.forbidden_outputs[n].first());
    case RouteEdit::What::kEndpoint: {
      const auto port = static_cast<uint8_t>(table_.terminal_port[n]);
      return {port == kNoRoute ? 0 : port | kValid};
    }
    case RouteEdit::What::kDestination:
      return {(*table_.row_of)[n]};
    case RouteEdit::What::kJoined: {
      const bool all = table_.joined_pods == nullptr || n >= table_.joined_pods->size();
      return halves(all ? ~uint64_t{0} : (*table_.joined_pods)[n]);
    }
    case RouteEdit::What::kCells:
      return {table_.initial_hop | table_.vc_phases << kPhasesShift | table_.pods << kPodsShift};
    case RouteEdit::What::kChoice:
      return {uint32_t{params_.rule.minimal_count} | uint32_t{params_.rule.nonminimal_count} << 4 |
              uint32_t{params_.rule.minimal_weight} << 8 |
              uint32_t{params_.rule.nonminimal_weight} << 16};
    case RouteEdit::What::kBias:
      return {params_.rule.minimal_bias | uint32_t{params_.rule.nonminimal_bias} << 16};
    case RouteEdit::What::kOrdered:
      return {params_.ordered_classes | uint32_t{params_.ordered_minimal} << 16};
  }
  return {};
}

}  // namespace tinsim
