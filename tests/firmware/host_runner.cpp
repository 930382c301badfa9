// SPDX-License-Identifier: Apache-2.0
// A chip's control processor: the firmware compiled for the host.
#include "firmware_stub/host/firmware_host.h"
#include "tests/firmware/fake_chip.h"

namespace tinsim::firmware_test {
namespace {

FakeChip& chip_of(void* context) { return *static_cast<FakeChip*>(context); }

class HostRunner : public FirmwareRunner {
 public:
  explicit HostRunner(FakeChip& chip)
      : host_(firmware_host_new({&chip,
                                 [](void* context, std::uint32_t address, std::uint32_t* value) {
                                   return chip_of(context).load(address, *value);
                                 },
                                 [](void* context, std::uint32_t address, std::uint32_t value) {
                                   return chip_of(context).store(address, value);
                                 }})) {}
  ~HostRunner() override { firmware_host_delete(host_); }

  void boot() override {
    firmware_host_boot(host_);
    firmware_host_run(host_);
  }
  void run() override { firmware_host_run(host_); }

 private:
  firmware_host* host_;
};

}  // namespace

std::unique_ptr<FirmwareRunner> make_host_runner(FakeChip& chip) {
  return std::make_unique<HostRunner>(chip);
}

}  // namespace tinsim::firmware_test
