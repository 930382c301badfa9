// SPDX-License-Identifier: Apache-2.0
// GraphML as text: what must not reach the XML parser.
#pragma once

#include <string>

namespace tinsim {

/// Refuses what takes libxml2 quadratic time: it compares each attribute of an element with all
/// others, looks for a prefix in all namespaces that are declared, and keeps names in a table that
/// does not grow. At most 100 attributes, 100 namespaces and 1000 names are accepted. So that
/// markup can be told without decoding, the text must be in UTF-8 or in one of the other encodings
/// of one octet each that begin with ASCII. Throws ConfigError with the line.
void check_markup(const std::string& file, const std::string& text);

}  // namespace tinsim
