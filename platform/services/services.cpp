// SPDX-License-Identifier: Apache-2.0
// The services of a platform: making them, and the order in which they end.
#include "platform/services/services.h"

#include <fmt/format.h>

#include <boost/core/demangle.hpp>

#include "base/errors.h"

namespace tinsim {

Services::~Services() {
  while (!made_.empty()) made_.pop_back();
}

void Services::make(Stage stage, const ServiceContext& context) {
  for (std::size_t row = 0; row < registry_.size(); ++row) {
    if (registry_[row].stage != stage) continue;
    made_[row] = registry_[row].make(context);
    in_order_.clear();
    for (const auto& service : made_) {
      if (service != nullptr) in_order_.push_back(service.get());
    }
  }
}

std::vector<std::string> Services::names() const {
  std::vector<std::string> names;
  for (std::size_t row = 0; row < made_.size(); ++row) {
    if (made_[row] != nullptr) names.emplace_back(registry_[row].name);
  }
  return names;
}

void Services::declare_sections(ResultSections& sections) const {
  for (std::size_t row = 0; row < made_.size(); ++row) {
    if (made_[row] == nullptr || registry_[row].declare_sections == nullptr) continue;
    registry_[row].declare_sections(sections);
  }
}

void Services::fail_missing(const std::type_info& type) {
  throw InvariantError(fmt::format("a service requires {}, which this network has not",
                                   boost::core::demangle(type.name())));
}

}  // namespace tinsim
