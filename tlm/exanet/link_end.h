// SPDX-License-Identifier: Apache-2.0
// An inter-tile port of ExaNet: transmit buffers of two channels, framer, credits, and the line.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/common/fields.h"
#include "rtl_models/exanet_apelink_framer/exanet_apelink_framer.h"
#include "rtl_models/exanet_credit_manager/exanet_credit_manager.h"
#include "rtl_models/parts/exanet_buffer.h"
#include "tlm/exanet/exanet_packet.h"
#include "tlm/exanet/exanet_params.h"

namespace tinsim {

struct ExanetLinkStats {
  std::uint64_t packets = 0;         ///< that were sent
  std::uint64_t line_words = 0;      ///< of 64 bits, credit words included
  std::uint64_t credit_words = 0;    ///< that were sent
  std::uint64_t framing_errors = 0;  ///< received words that were not expected
  std::uint64_t credit_errors = 0;   ///< received credit words that were refused
  std::uint64_t lost_packets = 0;    ///< that the far end sent and this one did not recognise
  TIN_FIELDS(packets, line_words, credit_words, framing_errors, credit_errors, lost_packets)
};

/// A word of a line, or none.
struct ExanetLineWord {
  bool valid = false;
  bool ends_packet = false;  ///< on no wire: for the account of packets
  std::uint64_t word = 0;
};

/// Words that left the buffers of a channel in a cycle.
struct ExanetFreed {
  std::array<std::uint8_t, kExanetVcs> header{}, payload{};
};

class ExanetLinkEnd {
 public:
  /// Words of the transmit buffers of one channel, which are those of the far router's queue too.
  void reset(const ExanetParams& params, unsigned header_words, unsigned payload_words);

  /// The word that this end puts on the line in this cycle.
  ExanetLineWord line() const {
    return {framer_.out().line_valid_o, line_ends_packet_, std::uint64_t{framer_.out().line_o}};
  }
  /// A word for the router in this cycle, and its channel.
  std::optional<ExanetBusWord> arrived() const;
  bool arrived_vc() const { return framer_.out().rx_vc_o; }

  /// The edge that ends a cycle: the router's word, the words that left the router's queues, and
  /// the line. Returns the words that left the transmit buffers.
  ExanetFreed tick(const std::optional<ExanetBusWord>& from_router, bool vc,
                   const ExanetFreed& router_freed, const ExanetLineWord& received);

  /// LO|FA|MO: bits that the far end sees.
  void set_health(std::uint8_t health) { health_ = health; }
  std::uint8_t neighbour_health() const {
    return static_cast<std::uint8_t>(manager_.out().neighbour_health_o);
  }
  const ExanetLinkStats& stats() const { return stats_; }
  /// Packets whose footers wait in the transmit buffers or were given to the line, less those that
  /// ended on the line of the other direction. Over both ends of a line: the packets on it.
  std::uint64_t packets_held() const;
  bool busy() const { return sending_ || !tx_[0].header.empty() || !tx_[1].header.empty(); }

 private:
  struct Channel {
    ExanetBuffer header, payload;
  };

  void choose_packet(ExanetApelinkFramer::In& framer, ExanetCreditManager::In& manager);
  void offer_word(ExanetApelinkFramer::In& framer, ExanetFreed& freed);
  void account(const ExanetLineWord& received);

  ExanetApelinkFramer framer_;
  ExanetCreditManager manager_;
  ExanetCreditManager::In manager_held_;  ///< straps and registers
  std::array<Channel, kExanetVcs> tx_;
  bool sending_ = false, sending_vc_ = false, next_vc_ = false;
  std::uint8_t words_left_ = 0;  ///< of payload of the packet that is being sent
  bool header_sent_ = false;
  bool footer_taken_ = false;                        ///< by the framer, in the last cycle
  bool line_ends_packet_ = false;                    ///< the word that the line shows
  std::uint64_t sent_ = 0, ended_ = 0, strays_ = 0;  ///< footers: given to the line, due, not due
  std::uint8_t health_ = 0;
  ExanetLinkStats stats_;
};

}  // namespace tinsim
