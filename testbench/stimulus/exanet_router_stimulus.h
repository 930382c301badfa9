// SPDX-License-Identifier: Apache-2.0
// Random packets, some with header errors or without a route, and releases, for the ExaNet router.
#pragma once

#include <algorithm>
#include <deque>

#include "rtl_models/exanet_router/exanet_router.h"
#include "rtl_models/parts/exanet_ecc.h"
#include "rtl_models/parts/exanet_header.h"
#include "testbench/random_stall.h"
#include "testbench/stimulus/exanet_lattice.h"

namespace tinsim {

template <unsigned kIntra, unsigned kInter, unsigned kHeaderWords, unsigned kIntraWords,
          unsigned kInterWords>
class ExanetRouterStimulus {
 public:
  using Router = ExanetRouter<kIntra, kInter, kHeaderWords, kIntraWords, kInterWords>;
  using In = typename Router::In;
  using Out = typename Router::Out;

  explicit ExanetRouterStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    held_ = {};
    inputs_ = {};
    behind_ = {};
    random_exanet_lattice(random_, held_);
    for (unsigned d = 0; d < 6; ++d) held_.port_map_i[d] = kIntra + random_.below(kInter);
    for (unsigned o = 0; o < kPorts; ++o) {
      for (unsigned vc = 0; vc < 2; ++vc) {
        held_.out_header_words_i[o][vc] = random_.chance(50) ? 4 : random_.range(2, 255);
        held_.out_payload_words_i[o][vc] = random_.chance(50) ? 40 : random_.range(32, 8191);
      }
    }
    registers();
    return held_;
  }

  In next(const Out& out) {
    if (random_.chance(1)) registers();
    In in = held_;
    take_back(out);
    for (unsigned p = 0; p < kPorts; ++p) send(in, p);
    for (unsigned o = 0; o < kPorts; ++o) drain(in, out, o);
    return in;
  }

 private:
  static constexpr unsigned kPorts = Router::kPorts;
  static constexpr unsigned kQueues = Router::kQueues;

  struct Word {
    ExanetKind kind;
    ExanetWord word;
  };
  struct Input {
    std::deque<Word> words;            ///< of the packet that is being sent
    unsigned header = 0, payload = 0;  ///< words in the buffers of the queue
  };
  struct Behind {
    unsigned header = 0, payload = 0;  ///< words in the buffer behind an output
  };

  void registers() {
    random_exanet_registers(random_, held_);
    for (unsigned o = 0; o < kPorts; ++o) held_.fixed_i[o] = random_.chance(40);
    for (unsigned q = 0; q < kQueues; ++q) held_.rank_i[q] = random_.below(16);
  }

  void take_back(const Out& out) {
    for (unsigned q = 0; q < kQueues; ++q) {
      inputs_[q].header -= unsigned(out.freed_header_o[q]);
      inputs_[q].payload -= unsigned(out.freed_payload_o[q]);
    }
  }

  void send(In& in, unsigned port) {
    const bool vc = port >= kIntra && random_.chance(50);
    const unsigned queue = Router::queue_of(port, vc);
    Input& input = inputs_[queue];
    in.in_vc_i[port] = vc;
    in.in_data_i[port] = to_bits<128>({random_.bits(), random_.bits()});
    if (!words_[port].go(random_)) return;
    if (input.words.empty()) packet(input);
    const Word& next = input.words.front();
    const bool is_payload = next.kind == ExanetKind::kPayload;
    const unsigned size = port < kIntra ? kIntraWords : kInterWords;
    // A word that is dropped takes a place until the router reports it.
    if (is_payload ? input.payload >= size : input.header >= kHeaderWords) return;
    ++(is_payload ? input.payload : input.header);
    in.in_valid_i[port] = true;
    in.in_kind_i[port] = static_cast<unsigned>(next.kind);
    in.in_data_i[port] = to_bits<128>(next.word);
    input.words.pop_front();
  }

  void packet(Input& input) {
    ExanetHeader header;
    const ExanetPins dst = random_exanet_place(random_, held_);
    const ExanetPins src = random_exanet_place(random_, held_);
    for (unsigned d = 0; d < kExanetDims; ++d) {
      header.dst[d] = static_cast<std::uint8_t>(dst[d]);
      header.src[d] = static_cast<std::uint8_t>(src[d]);
    }
    header.dst_port = static_cast<std::uint8_t>(random_.below(random_.chance(5) ? 4 : kIntra));
    header.src_port = static_cast<std::uint8_t>(random_.below(4));
    const unsigned size = random_.below(100);
    header.bytes = static_cast<std::uint16_t>(size < 60   ? random_.below(65)
                                              : size < 65 ? 512
                                              : size < 98 ? random_.below(513)
                                                          : random_.range(513, 1023));
    header.kind = static_cast<std::uint8_t>(random_.below(4));
    header.tag = static_cast<std::uint16_t>(random_.bits());
    header.address = random_.bits() >> 12;
    ExanetWord word = exanet_encode(pack_exanet_header(header));
    unsigned payload = exanet_words(header.bytes);
    const unsigned errors = random_.chance(90) ? 0 : random_.range(1, 2);
    const unsigned first = random_.below(128);
    for (unsigned n = 0; n < errors; ++n) word.flip((first + n * random_.range(1, 127)) % 128);
    if (errors == 2 || header.bytes > kExanetMaxBytes) payload = random_.below(6);
    input.words.push_back({ExanetKind::kHeader, word});
    for (; payload > 0; --payload)
      input.words.push_back({ExanetKind::kPayload, {random_.bits(), random_.bits()}});
    input.words.push_back({ExanetKind::kFooter, {random_.bits(), random_.bits()}});
  }

  /// The buffer behind an output takes the words and releases some.
  void drain(In& in, const Out& out, unsigned o) {
    if (out.out_valid_o[o]) {
      Behind& behind = behind_[o][out.out_vc_o[o]];
      const bool is_payload = out.out_kind_o[o] == 1;
      ++(is_payload ? behind.payload : behind.header);
    }
    if (!releases_[o].go(random_)) return;
    for (unsigned vc = 0; vc < 2; ++vc) {
      in.out_freed_header_i[o][vc] = free(behind_[o][vc].header);
      in.out_freed_payload_i[o][vc] = free(behind_[o][vc].payload);
    }
  }
  unsigned free(unsigned& words) {
    const unsigned freed = random_.below(std::min(3u, words) + 1);
    words -= freed;
    return freed;
  }

  Random random_;
  std::array<RandomStall, kPorts> words_, releases_;
  In held_;
  std::array<Input, kQueues> inputs_{};
  std::array<std::array<Behind, 2>, kPorts> behind_{};
};

}  // namespace tinsim
