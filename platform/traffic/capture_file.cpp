// SPDX-License-Identifier: Apache-2.0
// A capture being read: libpcap's calls and faults.
#include "platform/traffic/capture_file.h"

#include <fmt/core.h>
#include <pcap/pcap.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

#include "base/errors.h"
#include "base/input_file.h"
#include "base/printable.h"
#include "platform/traffic/pcapng_snaplen.h"

namespace tinsim {
namespace {

/// Wraps, rather than being undefined, where a damaged file holds a time centuries away.
int64_t nanoseconds(const pcap_pkthdr& header) {
  return static_cast<int64_t>(static_cast<uint64_t>(header.ts.tv_sec) * 1000000000 +
                              static_cast<uint64_t>(header.ts.tv_usec));
}

constexpr int kFirstOfPcapng = 0x0A;  // of no pcap file

/// The rest of `stream`.
std::string rest_of(FILE* stream) {
  std::string octets;
  std::array<char, 1 << 16> part;
  while (const size_t got = std::fread(part.data(), 1, part.size(), stream)) {
    octets.append(part.data(), got);
  }
  return octets;
}

}  // namespace

CaptureFile::CaptureFile(std::string file) : file_(std::move(file)), pcap_(nullptr, pcap_close) {
  if (const std::string fault = input_fault(file_); !fault.empty())
    fail(fmt::format("cannot be opened ({}); expected a pcap or pcapng capture", fault));
  // Opened here and not by libpcap, for which the name "-" means standard input.
  FILE* stream = std::fopen(file_.c_str(), "rb");
  if (stream == nullptr) {
    fail(fmt::format("cannot be opened ({}); expected a pcap or pcapng capture",
                     std::strerror(errno)));
  }
  const int first = std::getc(stream);
  std::ungetc(first, stream);
  if (first == kFirstOfPcapng) {
    octets_ = rest_of(stream);
    equalize_snaplens(octets_);
    std::fclose(stream);
    stream = fmemopen(octets_.data(), octets_.size(), "rb");
    if (stream == nullptr) throw std::bad_alloc();
  }
  char reason[PCAP_ERRBUF_SIZE] = "";
  pcap_.reset(pcap_fopen_offline_with_tstamp_precision(stream, PCAP_TSTAMP_PRECISION_NANO, reason));
  if (!pcap_) {
    std::fclose(stream);
    fail(fmt::format("not a capture ({}); expected a pcap or pcapng file", reason));
  }
}

int CaptureFile::link_type() const { return pcap_datalink(pcap_.get()); }

std::string CaptureFile::link_type_name() const {
  const char* name = pcap_datalink_val_to_name(link_type());
  return name != nullptr ? name : "unknown";
}

unsigned CaptureFile::fcs_bytes() const {
  constexpr unsigned kPresent = 0x04000000;
  const auto extension = static_cast<unsigned>(pcap_datalink_ext(pcap_.get()));
  return (extension & kPresent) != 0 ? (extension >> 28) * 2 : 0;
}

bool CaptureFile::next(CapturedFrame& frame) {
  pcap_pkthdr* header = nullptr;
  const uint8_t* data = nullptr;
  const int status = pcap_next_ex(pcap_.get(), &header, &data);
  if (status == PCAP_ERROR) {
    fail(fmt::format("packet {}: {}; expected a whole capture", frames_ + 1,
                     pcap_geterr(pcap_.get())));
  }
  if (status != 1) return false;
  ++frames_;
  if (header->caplen > header->len) {
    fail(fmt::format(
        "packet {}: {} captured octets of a frame of {}; expected no more than the frame", frames_,
        header->caplen, header->len));
  }
  frame = {nanoseconds(*header), data, header->caplen, header->len};
  return true;
}

void CaptureFile::fail(const std::string& sentence) const {
  throw ConfigError(printable(file_) + ": " + printable(sentence));
}

}  // namespace tinsim
