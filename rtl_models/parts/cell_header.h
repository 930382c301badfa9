// SPDX-License-Identifier: Apache-2.0
// The 8-byte cell header: fields, layout, CRC and checks.
#pragma once

#include <cstdint>

namespace tinsim {

inline constexpr unsigned kMinCellWords = 2;
inline constexpr unsigned kMaxCellWords = 20;

/// The fields of a header word; layout in rtl_models/cell_header_codec/README.md.
struct CellHeader {
  std::uint16_t dst = 0, src = 0;  ///< GNet addresses, pod[6] : tin[4] : endpoint[6]
  std::uint8_t len = 0;            ///< cell length in 8-byte words
  std::uint8_t cell_type = 0;
  std::uint8_t vc = 0;
  std::uint8_t hop = 0;  ///< decrementing hop count
  bool trace = false;
};

/// Errors of a header word; each is independent of the others.
struct CellHeaderErrors {
  bool soc = false, crc = false, len = false, cell_type = false;
  bool any() const { return soc || crc || len || cell_type; }
};

/// The header word with the start-of-cell code and the correct CRC. Fields are cut to their width.
std::uint64_t encode_header(const CellHeader& header);
/// The fields of the word, independent of check_header.
CellHeader decode_header(std::uint64_t word);
CellHeaderErrors check_header(std::uint64_t word);

/// Two fields that a header's reader often needs alone.
inline unsigned header_len(std::uint64_t word) { return word >> 36 & 0x1F; }
inline unsigned header_vc(std::uint64_t word) { return word >> 45 & 0x1F; }

}  // namespace tinsim
