// SPDX-License-Identifier: Apache-2.0
// Traffic generator: one stream of cells into one terminal port, drawn cell by cell or replayed.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/exponential.h"
#include "base/random.h"
#include "platform/traffic/pattern.h"
#include "platform/traffic/size_table.h"

namespace tinsim {

/// Birth of a cell that is never made.
constexpr uint64_t kNever = std::numeric_limits<uint64_t>::max();

/// A cell as its source makes it.
struct SourceCell {
  uint64_t birth = kNever;  ///< core cycle; kNever when the stream is exhausted
  uint16_t dst = 0;         ///< GNet address
  uint8_t words = 0;        ///< length in 8-byte words
  uint8_t vc = 0;
  uint8_t cls = 0;  ///< traffic class
};

/// Cells and words born in an interval.
struct BornCount {
  uint64_t cells = 0;
  uint64_t words = 0;
};

enum class Process : uint8_t { kPoisson, kBernoulli, kOnOff, kReplay };

/// Common data of all streams of one traffic entry; immutable while generators run. The members for
/// every cell of a memoryless source are the first, in one cache line.
struct alignas(64) EntryTables {
  uint64_t seed = 0;
  uint32_t entry = 0;
  Process process = Process::kPoisson;
  bool vc_by_endpoint = false;
  SizeTable sizes;
  Destinations destinations;
  uint64_t hot = 0;                    ///< of 2^32 cells, the number for the hot range
  uint64_t hot_stretch = 0;            ///< Q32 factor that spreads the hot draws over 32 bits again
  uint64_t cold_stretch = 0;           ///< the same for the others
  uint64_t burst_end = 0;              ///< onoff: of 2^32 cells, how many end a burst
  std::array<uint8_t, 64> vc_of{};     ///< endpoint -> VC, when vc_by_endpoint
  std::vector<SourceCell> recorded;    ///< replay: the cells of all streams
  std::vector<uint32_t> recorded_end;  ///< replay: stream -> one past its last cell; the next
                                       ///< stream's cells follow
  uint64_t loop_cycles = 0;            ///< replay: period; 0: the recording is replayed once
};

/// Identity and rate of one stream.
struct StreamConfig {
  uint32_t stream = 0;  ///< number within the entry
  uint16_t src = 0;     ///< GNet address of the port
  uint8_t cls = 0;
  uint8_t vc = 0;     ///< unless the entry chooses VCs by endpoint
  Q32 scale = 0;      ///< cycles per unit of exponential(): poisson: mean gap between births;
                      ///< bernoulli: 1 / -ln(1 - p); onoff: mean pause between bursts
  uint64_t busy = 0;  ///< onoff: share of time inside bursts, of 2^32
  PortPattern pattern;
};

class alignas(64) Generator {
 public:
  /// A stream that is drawn, or (process kReplay) plays its slice of `tables.recorded`. `tables`
  /// must outlive the generator and all its copies.
  Generator(const EntryTables& tables, const StreamConfig& config);

  /// Puts off all births by so many cycles. Not for replays. Precondition: before any pop().
  void delay_by(uint64_t cycles) { head_.birth += cycles; }

  /// The next cell to be born. Births never decrease.
  const SourceCell& head() const { return head_; }

  /// Moves on to the following cell; in generator_inline.h.
  inline void pop();

  /// GNet address of the port that sends the cells.
  uint16_t src() const { return src_; }

  /// Number of this stream; unique within a traffic entry.
  uint32_t stream() const { return stream_; }

  /// VCs that its cells may start on.
  uint64_t vcs() const;

  /// Counts the cells, from head() on, with from <= birth < until; the generator does not move.
  BornCount born_between(uint64_t from, uint64_t until) const;

 private:
  inline Draw next_draw();
  inline void wait(uint64_t units);
  inline void fill(const Draw& draw);
  void start(const StreamConfig& config);
  void pop_other();
  void replay_next();

  SourceCell head_;  ///< drawn streams: its birth is the time that draws advance
  const EntryTables* tables_;
  uint64_t pace_ = 0;      ///< StreamConfig::scale; replay: start of this round
  uint32_t number_ = 0;    ///< cells drawn; replay: position in `recorded`
  uint32_t fraction_ = 0;  ///< of a cycle, below the head's birth
  uint32_t stream_;
  PortPattern pattern_;
  uint16_t src_;
};

static_assert(sizeof(Generator) == 64, "one cache line: tens of thousands share the cache");

}  // namespace tinsim
