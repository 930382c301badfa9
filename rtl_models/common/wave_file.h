// SPDX-License-Identifier: Apache-2.0
// A waveform file in GTKWave's FST format, with a save file (.gtkw) that groups its signals.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tinsim {

/// Scopes and signals are declared first, then values are set cycle by cycle. In a cycle a signal
/// has the value that was set last in it, and keeps it; before its first value it is unknown (x).
/// File time is in picoseconds: cycle c is at c * 10^6 / core_mhz, rounded to the nearest.
class WaveFile {
 public:
  enum class Direction { kImplicit, kInput, kOutput };
  using Signal = std::uint32_t;

  /// `path` ends in .fst; the save file lies in the same folder, with the same stem. Throws
  /// OutputError, as all methods, if a file cannot be written, and ConfigError if this build has no
  /// FST writer.
  explicit WaveFile(const std::string& path, unsigned core_mhz = 400);
  /// Closes; errors then are not reported.
  ~WaveFile();
  WaveFile(const WaveFile&) = delete;
  WaveFile& operator=(const WaveFile&) = delete;

  /// Opens a scope inside the current one, or several at once: "pod0.tin1.port3". A scope that is
  /// opened again right after it was left continues.
  void enter(const std::string& scope);
  /// Closes the scopes of the last `enter`.
  void leave();
  /// A signal of `width` bits in the current scope. Throws std::logic_error after the first `at`.
  Signal add(const std::string& name, unsigned width, Direction direction = Direction::kImplicit);

  /// Values set from now on hold from `cycle`. Throws InvariantError if it lies before the cycle of
  /// an earlier call.
  void at(std::uint64_t cycle);
  /// Bits of `value` above the signal's width are ignored.
  void set(Signal signal, std::uint64_t value);
  /// `words`: 32 bits each, least significant first, as many as the width needs.
  void set_words(Signal signal, const std::uint32_t* words);
  /// The signal means nothing now: it shows as z.
  void set_idle(Signal signal);

  /// Writes the rest and the save file.
  void close();

  /// The blocks of the file at `path` follow each other to its end, none unfinished.
  static bool is_complete(const std::string& path);

  std::size_t signals() const { return table_.size(); }
  std::uint64_t time_ps(std::uint64_t cycle) const {
    return (cycle * 1000000 + core_mhz_ / 2) / core_mhz_;
  }

 private:
  enum class State : std::uint8_t { kUnknown, kIdle, kValue };
  struct Entry {
    std::uint32_t handle;
    unsigned width;
    std::size_t words;  ///< offset in `now_` and `written_`
    State now = State::kUnknown;
    State written = State::kUnknown;
    bool touched = false;
  };

  void write_scopes();
  void end_declarations();
  void touch(Signal signal, State state);
  void write_touched();
  void write_save_file() const;
  /// Reports failed writes since the last call.
  void check_disk() const;

  std::string path_;
  unsigned core_mhz_;
  void* fst_ = nullptr;
  std::vector<Entry> table_;
  std::vector<std::uint32_t> now_;
  std::vector<std::uint32_t> written_;
  std::vector<Signal> touched_;
  std::uint64_t cycle_ = 0;
  bool started_ = false;
  std::vector<std::string> scopes_;          ///< current ones, outermost first
  std::vector<std::size_t> entered_;         ///< scopes opened by each `enter`
  std::vector<std::string> written_scopes_;  ///< scopes open in the file
  std::vector<std::string> save_file_;       ///< lines
};

}  // namespace tinsim
