// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tinsim {

/// Bytes that spreadsheets write before text in UTF-8; readers of CSV skip them.
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace tinsim
