// SPDX-License-Identifier: Apache-2.0
// A capture being read: frames of a pcap or pcapng file, through libpcap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

struct pcap;  // pcap_t of libpcap

namespace tinsim {

struct CapturedFrame {
  int64_t ns = 0;                 ///< since the epoch; of files in microseconds, whole thousands
  const uint8_t* data = nullptr;  ///< until the next call of next()
  size_t captured = 0;            ///< octets at `data`
  size_t wire_bytes = 0;          ///< octets that the frame had
};

/// All faults are ConfigErrors `file: …; expected …`.
class CaptureFile {
 public:
  explicit CaptureFile(std::string file);

  /// DLT_* of libpcap.
  int link_type() const;
  std::string link_type_name() const;
  /// Octets of FCS at the end of each frame, from the file header; 0 if unknown. Only pcap has the
  /// field (draft-ietf-opsawg-pcap, section 4); libpcap does not report that of pcapng.
  unsigned fcs_bytes() const;
  /// The next frame in the order of the file; false at its end. Throws with the number of the frame
  /// at fault, counted from 1, if the file breaks off.
  bool next(CapturedFrame& frame);
  /// Frames read.
  uint64_t frames() const { return frames_; }
  /// Throws ConfigError `file: sentence`.
  [[noreturn]] void fail(const std::string& sentence) const;

 private:
  std::string file_;
  std::string octets_;  ///< of a pcapng file
  std::unique_ptr<pcap, void (*)(pcap*)> pcap_;
  uint64_t frames_ = 0;
};

}  // namespace tinsim
