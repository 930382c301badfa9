// SPDX-License-Identifier: Apache-2.0
// MOS words between the control processor of a chip and the mailboxes of its links.
#include "platform/services/ecp_mos.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/masks.h"
#include "base/random.h"

namespace tinsim {

namespace {

constexpr uint32_t kLossStream = 0xfffffffdu;  ///< no traffic entry has this number
constexpr double kOne = 4294967296.0;

}  // namespace

EcpMos::EcpMos(const MosPorts& ports, std::size_t chip, double loss, uint64_t seed)
    : loss_(static_cast<uint64_t>(loss * kOne)), seed_(seed), chip_(static_cast<uint32_t>(chip)) {
  for (unsigned port = 0; port < kMaxPorts; ++port) {
    ports_.push_back(ports.find(chip, port));
    receivers_.emplace_back(*this, port);
    if (ports_[port] != nullptr) ports_[port]->attach(receivers_[port]);
  }
}

void EcpMos::Receiver::announced(Cycle /*due*/) {
  ++announced_words;
  owner_.announced_ |= bit(port_);
}

// The processor takes each word at once: none is dropped for want of a place.
void EcpMos::Receiver::arrived(MosPort& mailbox, Cycle due, const MosBody& word,
                               bool /*accepted*/) {
  mailbox.receive(due);
  if (--announced_words == 0) owner_.announced_ &= ~bit(port_);
  if (owner_.is_lost(port_, words++)) {
    ++owner_.dropped_;
    return;
  }
  owner_.arrivals_.push_back({due, port_, {word.payload, word.sub}});
}

std::vector<EcpMos::Arrival> EcpMos::exchange(Cycle now) {
  now_ = now;
  for (uint64_t left = announced_; left != 0; left &= left - 1) ports_[lowest(left)]->readable(now);
  std::sort(arrivals_.begin(), arrivals_.end(), [](const Arrival& a, const Arrival& b) {
    return std::tie(a.due, a.port) < std::tie(b.due, b.port);
  });
  return std::exchange(arrivals_, {});
}

bool EcpMos::is_lost(unsigned port, uint64_t number) const {
  return loss_ != 0 && draw(seed_, kLossStream, chip_ * kMaxPorts + port, number).gap < loss_;
}

bool EcpMos::is_ready(unsigned port, uint64_t /*at*/) {
  return ports_[port] != nullptr && ports_[port]->is_ready(now_);
}

void EcpMos::send(unsigned port, const EcpMosWord& word, uint64_t /*at*/) {
  ports_[port]->send(now_, {word.sub, word.payload});
}

}  // namespace tinsim
