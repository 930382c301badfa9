// SPDX-License-Identifier: Apache-2.0
// A TAP device of Linux: the far end of an Ethernet interface of the kernel.
#include "platform/tap/tap_device.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/errors.h"
#include "base/output_error.h"

namespace tinsim {
namespace {

constexpr const char* kCloneDevice = "/dev/net/tun";
constexpr std::size_t kMostFrameBytes = 65536;

ifreq request_of(const std::string& name) {
  ifreq request{};
  std::copy_n(name.begin(), std::min<std::size_t>(name.size(), IFNAMSIZ - 1), request.ifr_name);
  return request;
}

}  // namespace

TapDevice::TapDevice(const TapDeviceParams& params) : params_(params) {
  file_ = ::open(kCloneDevice, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (file_ < 0) {
    throw ConfigError(
        fmt::format("'{}' cannot be joined: {} cannot be opened: {}; expected a "
                    "Linux with TUN, and the permission to use it",
                    params_.name, kCloneDevice, std::strerror(errno)));
  }
  try {
    create();
    set_address_and_mtu();
  } catch (...) {
    ::close(file_);
    throw;
  }
}

TapDevice::~TapDevice() { ::close(file_); }

void TapDevice::create() {
  ifreq request = request_of(params_.name);
  request.ifr_flags = IFF_TAP | IFF_NO_PI;
  if (::ioctl(file_, TUNSETIFF, &request) != 0) fail_to_create(errno);
}

void TapDevice::fail_to_create(int error) const {
  std::string why = fmt::format("{}; expected a name that the kernel takes", std::strerror(error));
  if (error == EBUSY) why = "its name is taken by a device in use; expected another name";
  if (error == EINVAL)
    why = "its name is taken by a device that is no TAP device; expected another name";
  if (error == EPERM || error == EACCES)
    why =
        "there is no permission to make it; expected root, CAP_NET_ADMIN, or a TAP device of "
        "this name that the user owns";
  throw ConfigError(fmt::format("'{}' cannot be joined: {}", params_.name, why));
}

/// Values that the interface has already need no permission.
void TapDevice::set_address_and_mtu() const {
  const int control = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ifreq address = request_of(params_.name), mtu = address;
  bool good = control >= 0 && ::ioctl(control, SIOCGIFHWADDR, &address) == 0 &&
              ::ioctl(control, SIOCGIFMTU, &mtu) == 0;
  if (good && !std::equal(params_.mac.begin(), params_.mac.end(),
                          reinterpret_cast<const uint8_t*>(address.ifr_hwaddr.sa_data))) {
    address.ifr_hwaddr.sa_family = ARPHRD_ETHER;
    std::copy(params_.mac.begin(), params_.mac.end(),
              reinterpret_cast<uint8_t*>(address.ifr_hwaddr.sa_data));
    good = ::ioctl(control, SIOCSIFHWADDR, &address) == 0;
  }
  if (good && mtu.ifr_mtu != static_cast<int>(params_.mtu)) {
    mtu.ifr_mtu = static_cast<int>(params_.mtu);
    good = ::ioctl(control, SIOCSIFMTU, &mtu) == 0;
  }
  const int error = errno;
  if (control >= 0) ::close(control);
  if (good) return;
  throw ConfigError(
      fmt::format("'{}' cannot be joined: its MAC address and an MTU of {} cannot be "
                  "set: {}; expected the permission to, or a device that has them",
                  params_.name, params_.mtu, std::strerror(error)));
}

std::optional<std::vector<uint8_t>> TapDevice::read() {
  std::array<uint8_t, kMostFrameBytes> frame;
  const ssize_t count = ::read(file_, frame.data(), frame.size());
  if (count >= 0) return std::vector<uint8_t>(frame.begin(), frame.begin() + count);
  if (errno == EAGAIN || errno == EINTR) return std::nullopt;
  throw OutputError(fmt::format("{}: the TAP device cannot be read any more: {}", params_.name,
                                std::strerror(errno)));
}

bool TapDevice::write(const std::vector<uint8_t>& frame) {
  return ::write(file_, frame.data(), frame.size()) == static_cast<ssize_t>(frame.size());
}

}  // namespace tinsim
