// SPDX-License-Identifier: Apache-2.0
// A host whose program reads others' memory by 1RMA.
#pragma once

#include <algorithm>
#include <utility>

#include "tlm/host/rma/host_program.h"
#include "tlm/host/rma/rma_remote_memory.h"

namespace tinsim {

class RmaSoftwareHost final : public RmaHost {
 public:
  /// As RmaRemoteMemory.
  RmaSoftwareHost(RmaClientParams params, const RmaStaging& staging, uint8_t cls, MmioPort& mmio,
                  const HostMemory& memory)
      : remote_(std::move(params), staging, cls, mmio, memory) {}

  /// To be called before the first cycle; `program` must outlive the host.
  void attach(HostProgram& program) { program_ = &program; }
  RmaRemoteMemory& remote() { return remote_; }
  const RmaRemoteMemory& remote() const { return remote_; }

  Cycle next() const override { return std::min(remote_.next(), program_->next()); }
  /// Requests of the program are written in the same cycle.
  void run(Cycle now) override {
    remote_.run(now);
    program_->run(now);
    remote_.run(now);
  }
  void completed(const RmaCompletion& completion, Cycle at) override {
    remote_.client().completed(completion, at);
  }

 private:
  RmaRemoteMemory remote_;
  HostProgram* program_ = nullptr;
};

}  // namespace tinsim
