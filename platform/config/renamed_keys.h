// SPDX-License-Identifier: Apache-2.0
// Keys that had another name: the error for the old one names the new one.
#pragma once

#include <string>
#include <string_view>

namespace tinsim {

/// The new name of a key, by its old path; empty where the path is no old one.
std::string_view renamed_key(std::string_view old_path);

}  // namespace tinsim
