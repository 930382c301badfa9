// SPDX-License-Identifier: Apache-2.0
// Reads the recording of a run with TAP devices.
#pragma once

#include <string>
#include <vector>

#include "platform/tap/tap_frame.h"

namespace tinsim {

/// Ports and clock of the run that a recording must have.
struct TapRecordingOf {
  std::vector<std::string> ports;  ///< names of the interfaces, in order
  unsigned core_mhz = 400;
};

/// All frames, in order of time. Throws ConfigError `file: …; expected …`: the file cannot be read,
/// it is no recording as TapRecorder writes it, or one of other ports or of another core clock.
/// Blocks without frames that other programs add are skipped.
std::vector<TapFrame> read_tap_recording(const std::string& file, const TapRecordingOf& of);

}  // namespace tinsim
