// SPDX-License-Identifier: Apache-2.0
// A bench of the ExaNet router: sources that keep their queues full, outputs that drain at once.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "rtl_models/exanet_router/exanet_router.h"
#include "rtl_models/parts/exanet_ecc.h"
#include "rtl_models/parts/exanet_header.h"
#include "testbench/bench.h"

namespace tinsim {

class ExanetRouterBench {
 public:
  using Router = ExanetRouter<3, 2, 128, 4096, 1024>;
  struct Word {
    ExanetKind kind;
    ExanetWord word;
  };
  /// A word at an output.
  struct Seen {
    std::uint64_t cycle;
    unsigned kind;
    bool vc;
    ExanetWord word;
  };

  ExanetRouterBench() : ExanetRouterBench(straps()) {}
  explicit ExanetRouterBench(const Router::In& straps) : held(straps) { router.reset(straps); }

  /// Node (1, 1, 0) of a 4 x 4 x 1 torus: X leaves through port 3, Y through port 4.
  static Router::In straps() {
    Router::In in;
    in.here_i = {1, 1, 0};
    in.size_i = {4, 4, 1};
    in.wrap_i = {true, true, true};
    in.port_map_i = {3, 3, 4, 4, 4, 4};
    for (auto& words : in.out_header_words_i) words = {128, 128};
    for (auto& words : in.out_payload_words_i) words = {1024, 1024};
    in.priority_i = {0, 1, 2};
    in.enable_i = {true, true, true, true, true, true};
    in.vc_rule_i = 2;
    return in;
  }
  /// A packet as words; a local one by default, for port `port` of this node.
  static std::vector<Word> packet(unsigned bytes, unsigned port, unsigned tag = 0,
                                  ExanetPlace dst = {1, 1, 0}) {
    ExanetHeader header;
    header.dst = dst;
    header.src = {1, 1, 0};
    header.dst_port = static_cast<std::uint8_t>(port);
    header.bytes = static_cast<std::uint16_t>(bytes);
    header.tag = static_cast<std::uint16_t>(tag);
    std::vector<Word> words{{ExanetKind::kHeader, exanet_encode(pack_exanet_header(header))}};
    for (unsigned n = 0; n < exanet_words(bytes); ++n)
      words.push_back({ExanetKind::kPayload, {n, tag}});
    words.push_back({ExanetKind::kFooter, {0xF007, tag}});
    return words;
  }
  /// Appends words to what input `port` sends, a word per cycle.
  void send(unsigned port, const std::vector<Word>& words) {
    waiting[port].insert(waiting[port].end(), words.begin(), words.end());
  }
  /// One cycle; inputs wait for space in the buffers of the lower channel.
  void clock() {
    Router::In in = held;
    for (unsigned p = 0; p < Router::kPorts; ++p) offer(in, p);
    for (unsigned p = 0; drain && p < Router::kPorts; ++p) release(in, p);
    router.tick(in);
    ++cycle;
    observe();
  }
  void run(unsigned cycles) {
    while (cycles-- > 0) clock();
  }
  std::uint64_t footers(unsigned output) const {
    std::uint64_t count = 0;
    for (const Seen& seen : out[output]) count += seen.kind == 2;
    return count;
  }

  Router router;
  Router::In held;  ///< straps and registers
  bool drain = true;
  std::uint64_t cycle = 0;
  std::array<std::deque<Word>, Router::kPorts> waiting;
  std::array<std::vector<Seen>, Router::kPorts> out;
  std::array<unsigned, Router::kQueues> corrected{}, bad{}, discarded{};

 private:
  void offer(Router::In& in, unsigned p) {
    if (waiting[p].empty()) return;
    const Word& word = waiting[p].front();
    const unsigned q = Router::queue_of(p, false);
    const bool payload = word.kind == ExanetKind::kPayload;
    unsigned& used = payload ? payload_[q] : header_[q];
    if (used >= (payload ? (p < 3 ? 4096u : 1024u) : 128u)) return;
    ++used;
    in.in_valid_i[p] = true;
    in.in_kind_i[p] = static_cast<unsigned>(word.kind);
    in.in_data_i[p] = to_bits<128>(word.word);
    waiting[p].pop_front();
  }
  void release(Router::In& in, unsigned p) {
    if (!router.out().out_valid_o[p]) return;
    auto& pins = router.out().out_kind_o[p] == 1 ? in.out_freed_payload_i : in.out_freed_header_i;
    pins[p][router.out().out_vc_o[p]] = 1;
  }
  void observe() {
    const Router::Out& now = router.out();
    for (unsigned p = 0; p < Router::kPorts; ++p)
      if (now.out_valid_o[p])
        out[p].push_back(
            {cycle, unsigned(now.out_kind_o[p]), now.out_vc_o[p], to_word(now.out_data_o[p])});
    for (unsigned q = 0; q < Router::kQueues; ++q) {
      header_[q] -= unsigned(now.freed_header_o[q]);
      payload_[q] -= unsigned(now.freed_payload_o[q]);
      corrected[q] += now.corrected_o[q];
      bad[q] += now.bad_header_o[q];
      discarded[q] += now.discarded_o[q];
    }
  }

  std::array<unsigned, Router::kQueues> header_{}, payload_{};
};

}  // namespace tinsim
