// SPDX-License-Identifier: Apache-2.0
// Figures derived from the counts of each section.
#include "platform/statistics/sections.h"

namespace tinsim {
namespace {

template <class T, class = void>
struct HasDerive : std::false_type {};
template <class T>
struct HasDerive<T, std::void_t<decltype(std::declval<T&>().derive(Measured()))>> : std::true_type {
};

}  // namespace

void ResultSections::derive_sections(const Measured& measured) {
  for_each_field<ResultSections>([&](auto field) {
    using Record = typename decltype(field)::Kind::Record;
    if constexpr (HasDerive<Record>::value) {
      auto& section = this->*field.member;
      if (section) section->derive(measured);
    }
  });
}

}  // namespace tinsim
