// SPDX-License-Identifier: Apache-2.0
// Cost of the network that was run, and energy of the cells of the measurement.
#pragma once

#include <memory>

#include "platform/services/service.h"

namespace tinsim {

/// Derives from configuration, topology and counts that a run has anyway; nothing is counted for
/// it. Every run has it.
class CostAccount final : public Service {
 public:
  static std::unique_ptr<Service> make(const ServiceContext& context);
  static void declare_sections(ResultSections& sections);

  void derive(const RunFacts& facts, RunResult& result) const override;
};

}  // namespace tinsim
