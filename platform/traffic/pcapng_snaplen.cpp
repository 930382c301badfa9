// SPDX-License-Identifier: Apache-2.0
// Finds the interface description blocks of a pcapng file.
#include "platform/traffic/pcapng_snaplen.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tinsim {
namespace {

constexpr const char* kSectionHeader = "\x0a\x0d\x0d\x0a";  // the same in both orders of octets
constexpr size_t kWord = 4, kSnaplenAt = 12;
constexpr uint32_t kInterface = 1, kByteOrder = 0x1A2B3C4D;
constexpr uint32_t kMinBlock = 12, kMinInterface = 20;

uint32_t word(const std::string& file, size_t at, bool big) {
  uint32_t value = 0;
  for (size_t i = 0; i < kWord; ++i) {
    const auto octet = static_cast<uint8_t>(file[at + (big ? i : kWord - 1 - i)]);
    value = value << 8 | octet;
  }
  return value;
}

/// Makes them equal; 0 is without limit.
void equalize(std::string& file, const std::vector<size_t>& places, bool big) {
  uint32_t largest = 0;
  size_t of_largest = 0;
  for (size_t place : places) {
    const uint32_t snaplen = word(file, place, big) - 1;  // 0 becomes the largest
    if (of_largest != 0 && snaplen <= largest) continue;
    largest = snaplen;
    of_largest = place;
  }
  const std::string octets = of_largest != 0 ? file.substr(of_largest, kWord) : "";
  for (size_t place : places) file.replace(place, kWord, octets);
}

}  // namespace

void equalize_snaplens(std::string& file) {
  std::vector<size_t> places;
  bool big = false;
  for (size_t at = 0; file.size() - at >= kMinBlock;) {
    const bool is_section = file.compare(at, kWord, kSectionHeader) == 0;
    if (at == 0) big = word(file, 2 * kWord, true) == kByteOrder;
    if (is_section ? word(file, at + 2 * kWord, big) != kByteOrder : at == 0) break;
    const uint32_t length = word(file, at + kWord, big);
    const bool is_interface = !is_section && word(file, at, big) == kInterface;
    const uint32_t least = is_interface ? kMinInterface : kMinBlock;
    if (length < least || length % kWord != 0 || length > file.size() - at) break;
    if (is_interface) places.push_back(at + kSnaplenAt);
    at += length;
  }
  equalize(file, places, big);
}

}  // namespace tinsim
