// SPDX-License-Identifier: Apache-2.0
// The services of a platform, in the order of the registry.
#pragma once

#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

#include "platform/services/service.h"

namespace tinsim {

/// When a service is made.
enum class Stage : uint8_t {
  kOnChips,  ///< before the chips; build() is called for each
  kAtHosts,  ///< after the chips: the engines that its hosts are attached to exist
};

/// One row of the registry.
struct ServiceEntry {
  const char* name;
  Stage stage;
  /// Null where the configuration has no such service.
  std::unique_ptr<Service> (*make)(const ServiceContext& context);
  /// Replaces the loads of its traffic by run.start_load; null: it has none.
  void (*set_start_load)(PlatformConfig& config);
  /// Service::declare_sections() of the class; null: it has none.
  void (*declare_sections)(ResultSections& sections) = nullptr;
};

using ServiceRegistry = std::vector<ServiceEntry>;

class Services {
 public:
  explicit Services(const ServiceRegistry& registry)
      : registry_(registry), made_(registry.size()) {}
  /// Hosts end before the engines that they are attached to.
  ~Services();

  /// Makes those of a stage, in the order of the registry.
  void make(Stage stage, const ServiceContext& context);

  // All that have been made, in the order of the registry.
  auto begin() const { return in_order_.begin(); }
  auto end() const { return in_order_.end(); }
  std::vector<std::string> names() const;
  /// Adds the sections of those that have been made.
  void declare_sections(ResultSections& sections) const;

  /// The service of this type; null: there is none.
  template <class T>
  T* find() const {
    for (Service* service : in_order_) {
      if (auto* found = dynamic_cast<T*>(service)) return found;
    }
    return nullptr;
  }
  /// The same where another service requires it. Throws InvariantError without one.
  template <class T>
  T& get() const {
    T* const found = find<T>();
    if (found == nullptr) fail_missing(typeid(T));
    return *found;
  }

 private:
  [[noreturn]] static void fail_missing(const std::type_info& type);

  ServiceRegistry registry_;
  std::vector<std::unique_ptr<Service>> made_;  ///< by row of the registry; null: none
  std::vector<Service*> in_order_;
};

}  // namespace tinsim
