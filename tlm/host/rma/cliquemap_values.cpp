// SPDX-License-Identifier: Apache-2.0
// Values from a mixer, sizes from a counter-based stream.
#include "tlm/host/rma/cliquemap_values.h"

#include <algorithm>

#include "base/random.h"
#include "rtl_models/parts/route_choice.h"

namespace tinsim {
namespace {
constexpr uint32_t kValueStreams = 0x60002;  // streams of requests have lower numbers
}  // namespace

uint32_t CliqueValues::bytes(uint64_t key, uint64_t version) const {
  return sizes_.bytes(draw(seed_, kValueStreams, static_cast<uint32_t>(key), version).size);
}

std::vector<uint8_t> CliqueValues::of(uint64_t key, uint64_t version) const {
  constexpr uint32_t kWord = 8;
  std::vector<uint8_t> value(bytes(key, version));
  const auto size = static_cast<uint32_t>(value.size());
  const uint64_t first = mix64(mix64(mix64(seed_) ^ key) ^ version);
  for (uint32_t at = 0; at < size; at += kWord)
    store_little(value.data() + at, std::min(kWord, size - at), mix64(first + at));
  return value;
}

bool CliqueValues::is(ByteView value, uint64_t key, uint64_t version) const {
  const std::vector<uint8_t> right = of(key, version);
  return value.size == right.size() && std::equal(right.begin(), right.end(), value.data);
}

}  // namespace tinsim
