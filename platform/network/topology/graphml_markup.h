// SPDX-License-Identifier: Apache-2.0
// GraphML as text: markup that must not reach the XML parser.
#pragma once

#include <string>

namespace tinsim {

/// Refuses markup that takes libxml2 quadratic time: it compares each attribute of an element with
/// all others, searches a prefix in all declared namespaces, and keeps names in a table of fixed
/// size. At most 100 attributes, 100 namespaces and 1000 names are accepted. So that markup can be
/// recognised without decoding, the text must be in UTF-8 or in another encoding of one octet per
/// character that extends ASCII. Throws ConfigError with the line.
void check_markup(const std::string& file, const std::string& text);

}  // namespace tinsim
