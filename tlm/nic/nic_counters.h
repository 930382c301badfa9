// SPDX-License-Identifier: Apache-2.0
// Counters of the NIC of a host.
#pragma once

#include "base/fields/kinds.h"

namespace tinsim {

struct NicCounters {
  TIN_RECORD(NicCounters);
  TIN_FIELD(Sum, tx_posted, "packets that drivers put in their rings");
  TIN_FIELD(Sum, tx_sent, "of them, packets that the IP path has taken");
  TIN_FIELD(Sum, tx_completed, "of these, packets whose descriptors drivers have got back");
  TIN_FIELD(Sum, rx_arrived, "packets that came from the IP path");
  TIN_FIELD(Sum, rx_delivered, "of them, packets that drivers handed to their hosts");
  TIN_FIELD(Sum, doorbells, "stores of drivers that announce descriptors");
  TIN_FIELD(Sum, descriptor_reads, "reads of descriptors");
  TIN_FIELD(Sum, descriptors, "descriptors read");
  TIN_FIELD(Sum, bytes_read, "bytes of packets read from host memory");
  TIN_FIELD(Sum, bytes_written, "bytes of packets written to host memory");
  TIN_FIELD(Sum, completions, "completions written to host memory");
  TIN_FIELD(Sum, interrupts, "interrupts");
  TIN_FIELD(Sum, tx_ring_full, "times that a full ring made a host with a packet wait");
  TIN_FIELD(Sum, rx_ring_empty, "times that a received packet found no buffer and waited");
  TIN_FIELD(Sum, rx_stops, "times that a full buffer held back packets in the IP path");
};

}  // namespace tinsim
