// SPDX-License-Identifier: Apache-2.0
// `tinsim replay` and `--replay` of a lockstep program: repeats a file and says what happened. And
// the report of a difference, with the smallest stimulus that shows it.
#pragma once

#include <string>

#include "rtl_models/replay/shrink.h"

namespace tinsim {

/// Repeats a recording that was read, and reports: the stimulus, the last transactions and the
/// differences. With the model alone: outputs and registers of each cycle. Throws ConfigError where
/// the inputs break a rule of the block.
struct Replayed {
  std::string text;
  bool differs = false;
};
Replayed replay_file(const std::string& file, const ReplayShape& shape);

/// Shortens what was recorded of a run that differed in `field`, and reports it. Empty text:
/// the recording does not show the difference.
struct Minimal {
  Shrunk shrunk;
  std::string text;
};
Minimal minimal_stimulus(const ReplayShape& shape, const Recording& recording,
                         const std::string& field);

/// The last transactions of a recording, under a headline; empty if there are none.
std::string transactions_text(const ReplayShape& shape, const Recording& recording);

/// Writes the file of the smallest stimulus. Returns the line of a report: the command that repeats
/// it, or why there is no file that can be read again.
std::string saved_text(const std::string& file, const ReplayShape& shape,
                       const Recording& recording, const std::string& head,
                       const std::string& command);

/// Writes the file of a recording. Throws OutputError.
void write_recording(const std::string& file, const ReplayShape& shape, const Recording& recording,
                     const std::string& head);

}  // namespace tinsim
