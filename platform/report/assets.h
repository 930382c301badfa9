// SPDX-License-Identifier: Apache-2.0
// The parts of a report that are the same in each: style, scripts, licences. Held by the program.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tinsim {

enum class AssetKind { kStyle, kVega, kScript, kLicences };

struct Asset {
  AssetKind kind;
  std::string_view name;    ///< of the file it was made from
  std::string_view sha256;  ///< of the text, in base64
  std::string_view text;
};

/// All parts, scripts in the order of loading. Without kVega and kLicences where the program was
/// built without Vega.
const std::vector<Asset>& assets();

}  // namespace tinsim
