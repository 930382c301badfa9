// SPDX-License-Identifier: Apache-2.0
// The registers of a model around one cycle of a run, found by running the model again.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/state.h"
#include "testbench/drive.h"

namespace tinsim {

/// A model that keeps its registers as they were `before` cycles before cycle `last` of a run, the
/// first being 1, and in that cycle.
template <class B>
class StateProbe {
 public:
  using In = typename B::In;
  using Out = typename B::Out;
  StateProbe(std::uint64_t last, unsigned before) : last_(last), before_(before) {}

  template <class M = B, std::enable_if_t<kIsStage<M>, int> = 0>
  const Out& out() const {
    return block_.out();
  }
  template <class M = B, std::enable_if_t<!kIsPart<M>, int> = 0>
  void tick(const In& in) {
    ++cycles_;
    if (cycles_ + before_ == last_) earlier_ = state_of(block_);
    if (cycles_ == last_) now_ = state_of(block_);
    if (cycles_ < last_) block_.tick(in);
  }
  void reset(const In& straps) {
    if (cycles_ < last_) block_.reset(straps);
  }
  template <class M = B, std::enable_if_t<!kIsStage<M>, int> = 0>
  Out eval(const In& in) {
    return block_.eval(in);
  }
  const std::vector<StateEntry>& earlier() const { return earlier_; }
  const std::vector<StateEntry>& now() const { return now_; }

 private:
  B block_;
  std::uint64_t last_, cycles_ = 0;
  unsigned before_;
  std::vector<StateEntry> earlier_, now_;
};

/// Registers of the reference `before` cycles before cycle `last` of the run with this stimulus,
/// and those that changed until it; empty for a block that lists none.
template <class Model, class Stimulus>
std::string state_around(Stimulus& stimulus, std::uint64_t last, unsigned before,
                         std::uint64_t seed, unsigned reset_every) {
  if constexpr (!detail::HasState<Model>::value) {
    return "";
  } else {
    StateProbe<Model> probe(last, before);
    drive<BackDoor::kUnused>(probe, stimulus, last, seed, reset_every);
    std::vector<StateEntry> changed;
    for (std::size_t n = 0; n < probe.now().size() && n < probe.earlier().size(); ++n) {
      if (probe.now()[n].values != probe.earlier()[n].values) changed.push_back(probe.now()[n]);
    }
    std::string text;
    if (!probe.earlier().empty())
      text += fmt::format(
          "registers of the reference {} cycle{} before (not those that are all zero):\n{}", before,
          before == 1 ? "" : "s", state_section(probe.earlier()));
    const auto& now = probe.earlier().empty() ? probe.now() : changed;
    return text + "registers of the reference in this cycle, where they changed:\n" +
           state_section(now, true);
  }
}

}  // namespace tinsim
