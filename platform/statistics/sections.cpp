// SPDX-License-Identifier: Apache-2.0
// The sections of a result: copies, and the sections of several ranks.
#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "platform/statistics/section.h"

namespace tinsim {

ResultSections::ResultSections(const ResultSections& other) {
  for (const auto& section : other) list_.push_back(section->copy());
}

ResultSections& ResultSections::operator=(ResultSections other) {
  list_.swap(other.list_);
  return *this;
}

bool ResultSections::make_cells() const {
  return std::any_of(begin(), end(), [](const auto& section) { return section->makes_cells(); });
}

bool ResultSections::repeat_operations() const {
  return std::any_of(begin(), end(),
                     [](const auto& section) { return section->repeats_operations(); });
}

void ResultSections::derive(const Measured& measured) {
  for (const auto& section : list_) section->derive(measured);
}

void ResultSections::put(Bytes& to) const {
  for (const auto& section : list_) section->put(to);
}

void ResultSections::take(ByteReader& from) {
  for (const auto& section : list_) section->take(from);
}

void ResultSections::merge(const ResultSections& more) {
  for (std::size_t i = 0; i < list_.size(); ++i) list_[i]->merge(*more.list_.at(i));
}

void ResultSections::fail_missing(const char* name) {
  throw InvariantError(fmt::format("a result has no section {}, which no service declared", name));
}

}  // namespace tinsim
