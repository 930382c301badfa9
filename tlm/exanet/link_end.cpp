// SPDX-License-Identifier: Apache-2.0
// An inter-tile port of ExaNet: transmit buffers of two channels, framer, credits, and the line.
#include "tlm/exanet/link_end.h"

#include <utility>

#include "rtl_models/parts/exanet_ecc.h"

namespace tinsim {

void ExanetLinkEnd::reset(const ExanetParams& params, unsigned header_words,
                          unsigned payload_words) {
  *this = {};
  manager_held_.header_words_i = {header_words, header_words};
  manager_held_.payload_words_i = {payload_words, payload_words};
  manager_held_.tred_i = params.tred;
  manager_held_.refresh_i = params.refresh_cycles;
  framer_.reset({});
  manager_.reset(manager_held_);
  for (Channel& channel : tx_) {
    channel.header.reset(header_words);
    channel.payload.reset(payload_words);
  }
}

std::optional<ExanetBusWord> ExanetLinkEnd::arrived() const {
  const ExanetApelinkFramer::Out& out = framer_.out();
  if (!out.rx_valid_o) return std::nullopt;
  return ExanetBusWord{static_cast<ExanetKind>(unsigned(out.rx_kind_o)), to_word(out.rx_word_o)};
}

void ExanetLinkEnd::choose_packet(ExanetApelinkFramer::In& framer,
                                  ExanetCreditManager::In& manager) {
  if (sending_ || !framer_.out().packet_ready_o) return;
  const ExanetCreditManager::Out& credit = manager_.out();
  for (unsigned n = 0; n < kExanetVcs; ++n) {
    const bool vc = n == 0 ? next_vc_ : !next_vc_;
    if (tx_[vc].header.empty() || credit.suspended_o[vc]) continue;
    const ExanetHeader header = unpack_exanet_header(tx_[vc].header.front());
    const unsigned words = exanet_words(header.bytes);
    if (credit.payload_credit_o[vc] < words) continue;
    framer.packet_valid_i = manager.take_valid_i = true;
    framer.packet_vc_i = manager.take_vc_i = vc;
    framer.packet_words_i = manager.take_words_i = words;
    sending_ = true;
    sending_vc_ = vc;
    next_vc_ = !vc;
    header_sent_ = false;
    words_left_ = static_cast<std::uint8_t>(words);
    ++stats_.packets;
    return;
  }
}

void ExanetLinkEnd::offer_word(ExanetApelinkFramer::In& framer, ExanetFreed& freed) {
  if (!sending_ || !framer_.out().word_ready_o) return;
  Channel& channel = tx_[sending_vc_];
  const bool is_payload = header_sent_ && words_left_ > 0;
  ExanetBuffer& buffer = is_payload ? channel.payload : channel.header;
  if (buffer.empty()) return;
  framer.word_valid_i = true;
  framer.word_i = to_bits<128>(buffer.pop());
  ++(is_payload ? freed.payload : freed.header)[sending_vc_];
  if (is_payload)
    --words_left_;
  else if (header_sent_)
    sending_ = false;
  header_sent_ = true;
  footer_taken_ = !sending_;
  sent_ += footer_taken_;
}

/// A frame keeps its length on the line, so its footer arrives with its last word or never.
void ExanetLinkEnd::account(const ExanetLineWord& received) {
  const ExanetApelinkFramer::Out& out = framer_.out();
  const bool footer =
      out.rx_valid_o && static_cast<ExanetKind>(unsigned(out.rx_kind_o)) == ExanetKind::kFooter;
  const bool due = received.ends_packet;
  ended_ += due;
  stats_.lost_packets += due && !footer;
  strays_ += footer && !due;
}

std::uint64_t ExanetLinkEnd::packets_held() const {
  std::uint64_t packets = sent_ - ended_ - strays_;
  for (unsigned vc = 0; vc < kExanetVcs; ++vc) {
    // Headers and footers take turns; the footer of the packet that is sent may be the first.
    const bool footer_first = sending_ && header_sent_ && sending_vc_ == (vc == 1);
    packets += (tx_[vc].header.count() + (footer_first ? 1 : 0)) / 2;
  }
  const ExanetApelinkFramer::Out& out = framer_.out();
  // The router takes what has just arrived in the next cycle.
  packets +=
      out.rx_valid_o && static_cast<ExanetKind>(unsigned(out.rx_kind_o)) == ExanetKind::kFooter;
  return packets;
}

ExanetFreed ExanetLinkEnd::tick(const std::optional<ExanetBusWord>& from_router, bool vc,
                                const ExanetFreed& router_freed, const ExanetLineWord& received) {
  ExanetApelinkFramer::In framer;
  ExanetCreditManager::In manager = manager_held_;
  ExanetFreed freed;
  choose_packet(framer, manager);
  line_ends_packet_ = std::exchange(footer_taken_, false);
  offer_word(framer, freed);
  framer.credit_pending_i = manager_.out().pending_o;
  framer.credit_word_i = manager_.out().word_o;
  framer.line_valid_i = received.valid;
  framer.line_i = received.word;
  manager.rx_valid_i = framer_.out().rx_credit_valid_o;
  manager.rx_word_i = framer_.out().rx_credit_o;
  manager.sent_i = framer_.out().credit_sent_o;
  manager.health_i = health_;
  for (unsigned v = 0; v < kExanetVcs; ++v) {
    manager.freed_header_i[v] = router_freed.header[v];
    manager.freed_payload_i[v] = router_freed.payload[v];
  }
  framer_.tick(framer);
  manager_.tick(manager);
  account(received);
  stats_.line_words += framer_.out().line_valid_o;
  stats_.credit_words += framer_.out().credit_sent_o;
  stats_.framing_errors += framer_.out().rx_error_o;
  stats_.credit_errors += manager_.out().error_o;
  if (from_router) {
    Channel& channel = tx_[vc];
    (from_router->kind == ExanetKind::kPayload ? channel.payload : channel.header)
        .push(from_router->word);
  }
  return freed;
}

}  // namespace tinsim
