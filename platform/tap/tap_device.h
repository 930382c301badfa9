// SPDX-License-Identifier: Apache-2.0
// A TAP device of Linux: the far end of an Ethernet interface of the kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tlm/ethernet/address.h"

namespace tinsim {

struct TapDeviceParams {
  std::string name;
  MacAddress mac;  ///< of the kernel's interface
  unsigned mtu = 1500;
};

/// Opens the device, or makes it, in the network namespace of the process; an interface that is
/// moved to another one remains joined. One that was made here ends with the object. Frames begin
/// with the destination MAC and have no FCS.
class TapDevice {
 public:
  /// Throws ConfigError `what is wrong; expected …`: there are no TAP devices, there is no
  /// permission, or the name is taken.
  explicit TapDevice(const TapDeviceParams& params);
  ~TapDevice();
  TapDevice(const TapDevice&) = delete;
  TapDevice& operator=(const TapDevice&) = delete;

  /// The next frame that the kernel has sent; nothing: none waits. Throws OutputError where the
  /// device has been removed.
  std::optional<std::vector<uint8_t>> read();
  /// False where the kernel does not take the frame: the interface is down.
  bool write(const std::vector<uint8_t>& frame);

 private:
  void create();
  void set_address_and_mtu() const;
  [[noreturn]] void fail_to_create(int error) const;

  TapDeviceParams params_;
  int file_ = -1;
};

}  // namespace tinsim
