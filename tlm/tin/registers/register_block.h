// SPDX-License-Identifier: Apache-2.0
// The block register_file attached to the register bus of a chip: compared with it, or deciding.
#pragma once

#include <cstdint>
#include <string>

#include "rtl_models/register_file/register_file.h"
#include "tlm/tin/decision_block.h"
#include "tlm/tin/registers/register_space.h"

namespace tinsim {

/// Has three clock cycles for each access, in order: accesses that the chip issues in one cycle
/// follow each other there. The parts of the chip stand behind its array port and its `ro` bits;
/// what they get is what the block has stored, or shows at the array port.
class RegisterBlock final : public RegisterDecider {
 public:
  /// `place`: of the chip.
  RegisterBlock(const DecisionChoice<RegisterFile>& choice, const std::string& place);

  RegisterSpace::Answer access(RegisterSpace& space, Cycle issued,
                               const RegisterSpace::Request& request) override;

  /// A remark on the run.
  std::string note(const std::string& chip) const {
    return block_.note(chip, "register_file", decisions_);
  }

 private:
  using Request = RegisterSpace::Request;

  void load(const RegisterSpace& space, Cycle now);
  void request(Cycle now, const Request& request);
  Request at_port(Cycle now, const Request& request, unsigned window);
  Request stored(Cycle now, const Request& request, unsigned plain, uint32_t before);

  DecisionBlock<RegisterFile> block_;
  bool is_loaded_ = false;
  uint64_t decisions_ = 0;
};

}  // namespace tinsim
