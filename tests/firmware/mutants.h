// SPDX-License-Identifier: Apache-2.0
// Messages that are wrong: at random, and each field in turn.
#pragma once

#include <random>

#include "platform/controller/packets.h"

namespace tinsim::firmware_test {

using namespace control;

/// Changes bytes, lengths and order, as published fuzzers do.
class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random_() % n); }

  Bytes mutant(Bytes bytes) {
    for (unsigned n = 1 + below(4); n > 0; --n) change(bytes);
    return bytes;
  }

 private:
  void change(Bytes& bytes) {
    static constexpr std::uint8_t kBoundary[] = {0, 1, 0x7f, 0x80, 0xfe, 0xff};
    if (bytes.empty()) bytes.push_back(0);
    const std::size_t at = below(bytes.size());
    switch (below(6)) {
      case 0:
        bytes[at] ^= static_cast<std::uint8_t>(1u << below(8));
        break;
      case 1:
        bytes[at] = kBoundary[below(6)];
        break;
      case 2:
        bytes[at] = static_cast<std::uint8_t>(random_());
        break;
      case 3:
        bytes.resize(at);
        break;
      case 4:
        bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), 1 + below(40),
                     kBoundary[below(6)]);
        break;
      case 5: {
        const Bytes part = slice(bytes, at, 1 + below(bytes.size() - at));
        bytes.insert(bytes.begin() + below(bytes.size()), part.begin(), part.end());
        break;
      }
    }
    if (bytes.size() > 1500) bytes.resize(1500);
  }

  std::mt19937 random_;
};

/// The message with every field of 1, 2 or 4 bytes at every place in [begin, end) set to the values
/// at which bounds, signs and lengths change; then cut at every place.
inline std::vector<Bytes> field_mutants(const Bytes& message, std::size_t begin, std::size_t end) {
  std::vector<Bytes> mutants;
  for (std::size_t bytes : {1, 2, 4}) {
    const std::uint64_t top = std::uint64_t{1} << (8 * bytes - 1), all = 2 * top - 1;
    for (std::size_t at = begin; at + bytes <= end; ++at) {
      std::uint64_t old = 0;
      for (std::size_t n = 0; n < bytes; ++n) old = old << 8 | message[at + n];
      for (std::uint64_t value : {std::uint64_t{0}, old - 1, old + 1, top - 1, top, all - 1, all}) {
        Bytes mutant = message;
        for (std::size_t n = bytes; n-- > 0; value >>= 8)
          mutant[at + n] = static_cast<std::uint8_t>(value);
        if (mutant != message) mutants.push_back(mutant);
      }
    }
  }
  for (std::size_t length = begin; length < message.size(); ++length)
    mutants.push_back(slice(message, 0, length));
  return mutants;
}

}  // namespace tinsim::firmware_test
