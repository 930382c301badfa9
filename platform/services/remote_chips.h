// SPDX-License-Identifier: Apache-2.0
// The chips that other ranks simulate, as services see them.
#pragma once

#include "platform/network/topology/topology.h"
#include "platform/ranks/exchange.h"
#include "platform/ranks/partition.h"

namespace tinsim {

class RemoteChips {
 public:
  RemoteChips(const Topology& topology, const Partition& partition, Exchange& exchange,
              unsigned own_rank)
      : topology_(topology), partition_(partition), exchange_(exchange), own_rank_(own_rank) {}

  /// fn(chip, rank) for each, ascending.
  template <class Fn>
  void for_each(Fn&& fn) const {
    for (std::size_t chip = 0; chip < topology_.chips.size(); ++chip) {
      const unsigned rank = partition_.rank_of(topology_.chips[chip].pod);
      if (rank != own_rank_) fn(chip, rank);
    }
  }
  /// `mail` is sent with the message of each window; at all ranks or none, and in the same order.
  void send_with(WindowMail& mail) { exchange_.send_with(mail); }

 private:
  const Topology& topology_;
  const Partition& partition_;
  Exchange& exchange_;
  unsigned own_rank_;
};

}  // namespace tinsim
