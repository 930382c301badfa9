// SPDX-License-Identifier: Apache-2.0
// A YAML text as a tree, of a size in proportion to the text.
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

namespace tinsim {

constexpr std::size_t kFewMarks = 50'000;
constexpr std::size_t kOctetsPerMark = 40;

/// The only document of a text. Throws YAML::ParserException: no YAML, a second document, or more
/// marks that begin or separate entries than kFewMarks and one per `octets_per_mark` octets, for
/// each of which yaml-cpp takes some hundred octets of memory.
YAML::Node load_only_document(const std::string& text,
                              std::size_t octets_per_mark = kOctetsPerMark);

}  // namespace tinsim
