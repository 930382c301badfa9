// SPDX-License-Identifier: Apache-2.0
// A waveform file: signals over the writer of GTKWave.
#include "rtl_models/common/wave_file.h"

#include <fmt/format.h>
#include <fstapi.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "base/errors.h"
#include "base/output_file.h"
#include "rtl_models/common/fst_files.h"

namespace tinsim {

namespace {

// GTKWave's flags before the lines of a save file they apply to.
constexpr const char* kBinary = "@28";
constexpr const char* kHexadecimal = "@22";
constexpr const char* kGroupBegins = "@c00200";  // closed
constexpr const char* kGroupEnds = "@1401200";

fstVarDir direction_of(WaveFile::Direction direction) {
  switch (direction) {
    case WaveFile::Direction::kInput:
      return FST_VD_INPUT;
    case WaveFile::Direction::kOutput:
      return FST_VD_OUTPUT;
    default:
      return FST_VD_IMPLICIT;
  }
}

std::string join(const std::vector<std::string>& scopes) {
  std::string path;
  for (const std::string& scope : scopes) path += scope + ".";
  return path;
}

std::filesystem::path save_path(const std::string& path) {
  return std::filesystem::path(path).replace_extension(".gtkw");
}

}  // namespace

WaveFile::WaveFile(const std::string& path, unsigned core_mhz) : path_(path), core_mhz_(core_mhz) {
  OutputFile(save_path(path)).close();
  fst_ = fstWriterCreate(path.c_str(), 1);
  if (fst_ == nullptr) {
    take_fst_error();
    throw OutputError(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
  }
  fstWriterSetPackType(fst_, FST_WR_PT_LZ4);
  fstWriterSetTimescaleFromString(fst_, "1ps");
  fstWriterSetVersion(fst_, "tinsim");
  fstWriterSetDate(fst_, "");  // the same run writes the same bytes
}

WaveFile::~WaveFile() {
  try {
    close();
  } catch (const std::exception&) {  // a destructor must not throw
  }
}

void WaveFile::enter(const std::string& scope) {
  std::size_t opened = 0;
  for (std::size_t begin = 0; begin <= scope.size();) {
    const std::size_t end = std::min(scope.find('.', begin), scope.size());
    scopes_.push_back(scope.substr(begin, end - begin));
    ++opened;
    begin = end + 1;
  }
  entered_.push_back(opened);
}

void WaveFile::leave() {
  scopes_.resize(scopes_.size() - entered_.back());
  entered_.pop_back();
}

// Scopes are written when something is in them, so that neighbours share the outer ones.
void WaveFile::write_scopes() {
  const auto differ =
      std::mismatch(written_scopes_.begin(), written_scopes_.end(), scopes_.begin(), scopes_.end());
  const auto shared = static_cast<std::size_t>(differ.second - scopes_.begin());
  while (written_scopes_.size() > shared) {
    fstWriterSetUpscope(fst_);
    save_file_.push_back(kGroupEnds);
    save_file_.push_back("-" + written_scopes_.back());
    written_scopes_.pop_back();
  }
  while (written_scopes_.size() < scopes_.size()) {
    written_scopes_.push_back(scopes_[written_scopes_.size()]);
    fstWriterSetScope(fst_, FST_ST_VCD_MODULE, written_scopes_.back().c_str(), nullptr);
    save_file_.push_back(kGroupBegins);
    save_file_.push_back("-" + written_scopes_.back());
  }
}

WaveFile::Signal WaveFile::add(const std::string& name, unsigned width, Direction direction) {
  if (started_) throw std::logic_error("WaveFile: signal '" + name + "' declared after the start");
  write_scopes();
  const std::string range = width == 1 ? "" : fmt::format("[{}:0]", width - 1);
  const std::string in_fst = range.empty() ? name : name + " " + range;
  Entry entry;
  entry.handle =
      fstWriterCreateVar(fst_, FST_VT_VCD_WIRE, direction_of(direction), width, in_fst.c_str(), 0);
  entry.width = width;
  entry.words = now_.size();
  // One word more than needed: the writer reads the word after the last full one.
  now_.resize(now_.size() + width / 32 + 1);
  table_.push_back(entry);
  save_file_.push_back(width == 1 ? kBinary : kHexadecimal);
  save_file_.push_back(join(scopes_) + name + range);
  check_disk();
  return static_cast<Signal>(table_.size() - 1);
}

void WaveFile::at(std::uint64_t cycle) {
  if (started_ && cycle == cycle_) return;
  if (started_ && cycle < cycle_) {
    throw InvariantError(fmt::format("{}: cycle {} after cycle {}", path_, cycle, cycle_));
  }
  if (started_) {
    write_touched();
  } else {
    end_declarations();
  }
  started_ = true;
  cycle_ = cycle;
  fstWriterEmitTimeChange(fst_, time_ps(cycle));
  check_disk();
}

// No part of the hierarchy may be written after the first value.
void WaveFile::end_declarations() {
  scopes_.clear();
  write_scopes();
  written_ = now_;
}

void WaveFile::touch(Signal signal, State state) {
  Entry& entry = table_[signal];
  entry.now = state;
  if (entry.touched) return;
  entry.touched = true;
  touched_.push_back(signal);
}

void WaveFile::set(Signal signal, std::uint64_t value) {
  const Entry& entry = table_[signal];
  if (entry.width < 64) value &= (std::uint64_t{1} << entry.width) - 1;
  now_[entry.words] = static_cast<std::uint32_t>(value);
  if (entry.width > 32) now_[entry.words + 1] = static_cast<std::uint32_t>(value >> 32);
  for (std::size_t word = 2; word < (entry.width + 31) / 32; ++word) now_[entry.words + word] = 0;
  touch(signal, State::kValue);
}

void WaveFile::set_words(Signal signal, const std::uint32_t* words) {
  const Entry& entry = table_[signal];
  std::copy_n(words, (entry.width + 31) / 32, now_.begin() + entry.words);
  touch(signal, State::kValue);
}

void WaveFile::set_idle(Signal signal) { touch(signal, State::kIdle); }

void WaveFile::write_touched() {
  for (const Signal signal : touched_) {
    Entry& entry = table_[signal];
    entry.touched = false;
    const auto now = now_.begin() + static_cast<std::ptrdiff_t>(entry.words);
    const auto written = written_.begin() + static_cast<std::ptrdiff_t>(entry.words);
    const std::size_t words = (entry.width + 31) / 32;
    const bool same_bits = std::equal(now, now + static_cast<std::ptrdiff_t>(words), written);
    if (entry.now == entry.written && (entry.now != State::kValue || same_bits)) continue;
    if (entry.now == State::kIdle) {
      fstWriterEmitValueChange(fst_, entry.handle, std::string(entry.width, 'z').c_str());
    } else {
      fstWriterEmitValueChangeVec32(fst_, entry.handle, entry.width, &*now);
      std::copy_n(now, words, written);
    }
    entry.written = entry.now;
  }
  touched_.clear();
}

void WaveFile::close() {
  if (fst_ == nullptr) return;
  if (!started_) end_declarations();
  write_touched();
  const bool failed = fstWriterGetFseekFailed(fst_) != 0;
  fstWriterClose(fst_);
  fst_ = nullptr;
  check_disk();
  if (failed || !is_complete(path_)) {
    throw OutputError(fmt::format("{}: not written completely; expected space for it", path_));
  }
  write_save_file();
}

// A block is its type, a byte, then the number of bytes from here to the next block's type: eight
// bytes, most significant first, counting themselves.
bool WaveFile::is_complete(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  std::streamoff at = 0;
  while (file && at < size) {
    file.seekg(at);
    const int type = file.get();
    std::uint64_t length = 0;
    for (int byte = 0; byte < 8; ++byte) length = length << 8 | static_cast<unsigned>(file.get());
    if (!file || type == FST_BL_SKIP || length < 8) return false;
    if (length > static_cast<std::uint64_t>(size - at - 1)) return false;
    at += 1 + static_cast<std::streamoff>(length);
  }
  return size > 0 && at == size;
}

void WaveFile::check_disk() const {
  const int error = take_fst_error();
  if (error != 0)
    throw OutputError(fmt::format("{}: cannot write: {}", path_, std::strerror(error)));
}

void WaveFile::write_save_file() const {
  OutputFile file(save_path(path_));
  const std::string name = std::filesystem::path(path_).filename().string();
  file.print("[*] Groups of {0}, one per scope\n[dumpfile] \"{0}\"\n[timestart] 0\n", name);
  for (const std::string& line : save_file_) file.print("{}\n", line);
  file.close();
}

}  // namespace tinsim
