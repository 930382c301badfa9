// SPDX-License-Identifier: Apache-2.0
// A waveform file in a build without an FST writer: making one fails, so nothing else is reached.
#include "base/errors.h"
#include "rtl_models/common/wave_file.h"

namespace tinsim {

WaveFile::WaveFile(const std::string& path, unsigned core_mhz) : path_(path), core_mhz_(core_mhz) {
  throw ConfigError(path +
                    ": this build writes no waveforms; expected one with Verilator's "
                    "sources of the FST writer (package verilator)");
}
WaveFile::~WaveFile() = default;
void WaveFile::enter(const std::string&) {}
void WaveFile::leave() {}
WaveFile::Signal WaveFile::add(const std::string&, unsigned, Direction) { return 0; }
void WaveFile::at(std::uint64_t) {}
void WaveFile::set(Signal, std::uint64_t) {}
void WaveFile::set_words(Signal, const std::uint32_t*) {}
void WaveFile::set_idle(Signal) {}
void WaveFile::close() {}
bool WaveFile::is_complete(const std::string&) { return false; }

}  // namespace tinsim
