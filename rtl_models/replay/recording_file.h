// SPDX-License-Identifier: Apache-2.0
// Recordings as files: YAML, one line per cycle.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/replay/recording.h"
#include "rtl_models/replay/replay_block.h"

namespace tinsim {

/// Changes with each incompatible change of the format.
inline constexpr unsigned kRecordingVersion = 1;
/// Bounds of what is read.
inline constexpr std::size_t kMostRecordingMb = 4, kMostRecordedCycles = 1'000'000;
/// Words of inputs in a recording, 200 MB.
inline constexpr std::size_t kMostRecordedWords = 50'000'000;

/// The text of a file. `head` is a comment, without the "# ".
std::string recording_text(const ReplayShape& shape, const Recording& recording,
                           const std::string& head);

struct RecordingFile {
  Recording recording;
  std::vector<std::string> places;  ///< "file:line:column" of each cycle
};

/// The head of a file: which block in which shape it is for. Throws ConfigError, as
/// read_recording().
struct RecordingHead {
  std::string block, parameters;
};
RecordingHead read_recording_head(const std::string& file);

/// Throws ConfigError, one line with file, line, column and key: no file, no YAML, another version,
/// block or shape, an unknown key or input, a value that does not fit.
RecordingFile read_recording(const std::string& file, const ReplayShape& shape);

}  // namespace tinsim
