// SPDX-License-Identifier: Apache-2.0
// An intra-tile port of ExaNet: words written to the router and read from it at the speed of
// software or of a DMA engine.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "rtl_models/common/fields.h"
#include "tlm/exanet/exanet_packet.h"
#include "tlm/exanet/exanet_params.h"

namespace tinsim {

struct ExanetPortStats {
  std::uint64_t sent = 0, received = 0;  ///< packets, whole and good
  std::uint64_t sent_bytes = 0, received_bytes = 0;
  std::uint64_t crc_errors = 0;  ///< packets that were received and are not used
  TIN_FIELDS(sent, received, sent_bytes, received_bytes, crc_errors)
};

class ExanetTilePort {
 public:
  /// Where the port lies, and the sizes of the router's queue that it writes.
  void reset(const ExanetPlace& place, unsigned number, unsigned router_header_words,
             unsigned router_payload_words);
  void set_access(const ExanetAccess& access) { access_ = access; }

  /// Queues a packet; its source and length are filled in. Throws InvariantError if it is too long.
  void send(ExanetPacket packet);
  std::size_t queued() const { return queued_.size() + (writing_.empty() ? 0 : 1); }
  /// Packets read whole and found good, oldest first; the caller takes them out.
  std::deque<ExanetPacket>& received() { return received_; }
  const ExanetPortStats& stats() const { return stats_; }

  /// The word that is offered to the router in this cycle, given the words that left its queue in
  /// the cycle before.
  std::optional<ExanetBusWord> write(std::uint64_t cycle, unsigned freed_header,
                                     unsigned freed_payload);
  /// Takes a word from the router, if there is one, and reads. Returns the word that was read and
  /// so left the buffer in this cycle.
  std::optional<ExanetBusWord> read(std::uint64_t cycle,
                                    const std::optional<ExanetBusWord>& arrived);

  /// Whole packets from the router that have not been read.
  std::uint64_t unread() const;
  /// Words are on their way through this port.
  bool busy() const { return !queued_.empty() || !writing_.empty() || !buffer_.empty(); }

 private:
  bool has_space(ExanetKind kind) const;

  ExanetPlace place_{};
  std::uint8_t number_ = 0;
  ExanetAccess access_ = kExanetDma;
  unsigned router_header_words_ = 0, router_payload_words_ = 0;  ///< of the queue that is written
  unsigned used_header_ = 0, used_payload_ = 0;
  std::deque<ExanetPacket> queued_;
  std::vector<ExanetBusWord> writing_;
  std::size_t written_ = 0;
  std::uint64_t next_write_ = 0;

  // Order of arrival; the router grants whole packets, so space needs no check here.
  std::deque<ExanetBusWord> buffer_;
  std::uint64_t reading_since_ = 0;
  bool reading_ = false;
  ExanetAssembler assembler_;
  std::deque<ExanetPacket> received_;
  ExanetPortStats stats_;
};

}  // namespace tinsim
