// SPDX-License-Identifier: Apache-2.0
// A module of the user and its model for recordings.
#pragma once

#include <algorithm>
#include <exception>
#include <string>
#include <type_traits>
#include <vector>

#include "base/errors.h"
#include "rtl_models/common/rtl.h"
#include "rtl_models/replay/replay_report.h"
#include "testbench/dut/dut_bench.h"
#include "testbench/dut/fix_input.h"

namespace tinsim {

/// The model that a module V is held to: a part may have registers in V.
template <class Block, class V>
using ModelFor =
    std::conditional_t<kIsPart<Block> && detail::HasClock<V>::value, PipelinedPart<Block>, Block>;

/// `Fix` has `static void apply(Block::In&)`; `latency` as Lockstep::set_latency().
template <class Block, class V, class Fix>
ReplayShape dut_shape(const std::string& name, const std::string& block,
                      const std::string& parameters, const std::vector<unsigned>& latency) {
  using Model = ModelFor<Block, V>;
  ReplayShape shape = make_replay_shape<Model>(block, parameters);
  hold_to_reference<Rtl<Model, V>>(shape, name);
  if (std::any_of(latency.begin(), latency.end(), [](unsigned cycles) { return cycles > 0; }))
    shape.latency = latency;
  shape.fix = [](Words& words) {
    auto in = from_words<typename Model::In>(words);
    Fix::apply(in);
    to_words(in, words);
  };
  return shape;
}

/// As DutPlugin::replay; `text` is what it prints.
template <class MakeShape>
int replay_dut(const std::string& file, const MakeShape& make_shape, std::string& text) {
  try {
    const Replayed replayed = replay_file(file, make_shape());
    text = replayed.text;
    return replayed.differs ? 1 : 0;
  } catch (const ConfigError& error) {
    text = error.what();
    return 2;
  } catch (const std::exception& error) {
    text = error.what();
    return 3;
  }
}

}  // namespace tinsim
