// SPDX-License-Identifier: Apache-2.0
// network.json: the chips and their links, so that a report needs no file of the configuration.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "platform/network/topology/topology.h"

namespace tinsim {

/// {`chips`: [[pod, TiN], …], or [pod, TiN, name] where nodes have names; `ports`: ports per chip;
/// `links`: directions of links as [chip, port, peer chip, peer port, 0 local or 1 global]}.
nlohmann::ordered_json network_json(const Topology& topology);

/// Reads it back. Throws ConfigError if it is damaged.
nlohmann::ordered_json read_network(const std::filesystem::path& file);

}  // namespace tinsim
