// SPDX-License-Identifier: Apache-2.0
// The receive side at the far end of a link: link_rx and fc_receiver, and the reports of their
// events.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/common/block_slot.h"
#include "rtl_models/fc_receiver/fc_receiver.h"
#include "rtl_models/link_rx/link_rx.h"
#include "rtl_models/link_state/link_state.h"
#include "tlm/gnet/link/wire_link.h"

namespace tinsim {

/// Content of a slot at the sender. `begins`: the cell whose header it is, else null.
struct SentSlot {
  std::uint64_t word = 0;
  bool control = false;
  const Cell* begins = nullptr;
};

/// Steps in cycles r = 0, 1, 2, … of the receive side; kVcs as in link_block_vcs.
///
/// A header or an ordered set that passes all checks but is not the one sent is counted and not
/// used; a real receiver would be misled. link_rx continues as if it had been a cell.
template <unsigned kVcs, template <class> class Part = PlainPart>
class WireReceiver {
 public:
  WireReceiver(const WireLinkParams& params, WireSink& sink);

  /// Cycle r with nothing sent in its slot: before the run.
  void idle(const RxSlot& slot);
  /// Cycle r. `slot` is the received form of `sent`. Throws InvariantError.
  void step(const RxSlot& slot, const SentSlot& sent);

  /// From cycle `cycle` on, which has not been simulated. Throws InvariantError.
  void set_enable(Cycle cycle, bool enable);

  /// All but `line`.
  const LinkCounters& counters() const { return counters_; }

  // Per VC, as far as stepped; modulo 4096: limit.
  unsigned limit(unsigned vc) const { return limit_[vc]; }
  /// Words of lost cells less the words granted again.
  unsigned ungranted(unsigned vc) const { return ungranted_[vc]; }

 private:
  using Rx = LinkRx<kVcs>;
  using Fc = FcReceiver<kVcs>;
  /// The cell that is arriving.
  struct Arriving {
    Cell cell;
    Cycle rx = 0;
    unsigned left = 0;  ///< missing words; 0: no cell arrives
    bool damaged = false;
  };

  void follow_enable();
  void forward(const typename Fc::Out& out);
  void forward_credit(unsigned vc, unsigned limit);
  void forward_lost(unsigned vc, unsigned words);
  void read_set(const typename Rx::Out& out, typename Fc::In& fc, LinkState::In& state);
  void count(const typename Rx::Out& out);
  void follow_mos(const SentSlot& sent, const typename Rx::Out& out);
  void classify_header(const RxSlot& slot, const SentSlot& sent, const typename Rx::Out& out);
  void accept(const Cell& cell);
  void count_loss(const Cell& cell, LossCause cause);
  void classify_word(const SentSlot& sent, const typename Rx::Out& out);
  [[noreturn]] void fail(unsigned vc, const std::string& what) const;

  std::string name_;
  WireSink& sink_;
  std::vector<EnableChange> enable_changes_;
  std::size_t next_enable_ = 0;
  bool enable_ = true;
  Part<Rx> rx_;
  Part<Fc> fc_;
  Part<LinkState> state_;
  Cycle now_ = 0;
  bool starts_up_;
  bool lock_;
  bool faithful_ = false;  ///< the slot before is the one sent
  bool was_mos_ = false;   ///< a MOS word was sent in the slot before
  Arriving arriving_;
  std::array<unsigned, kVcs> limit_{}, ungranted_{};
  LinkCounters counters_;
};

}  // namespace tinsim
