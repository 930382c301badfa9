// SPDX-License-Identifier: Apache-2.0
// Files of a result directory that have a source of their own.
#pragma once

#include <filesystem>

#include "platform/statistics/result.h"

namespace tinsim {

/// Precondition: the result has packets. Throws OutputError when the file cannot be written.
void write_ip_ports(const std::filesystem::path& path, const RunResult& result);

/// Precondition: the result has CliqueMap. Throws OutputError as above.
void write_cliquemap(const std::filesystem::path& path, const RunResult& result);

/// Precondition: the result has PCIe. Throws OutputError as above.
void write_pcie(const std::filesystem::path& path, const RunResult& result);

}  // namespace tinsim
