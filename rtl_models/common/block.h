// SPDX-License-Identifier: Apache-2.0
// Kinds of blocks: a stage (`out`, `tick`, `reset`), a part (`eval`), or Mealy: eval, tick, reset.
#pragma once

#include <type_traits>
#include <utility>

namespace tinsim {

namespace detail {
template <class B, class = void>
struct HasOut : std::false_type {};
template <class B>
struct HasOut<B, std::void_t<decltype(std::declval<const B&>().out())>> : std::true_type {};
template <class B, class = void>
struct HasEval : std::false_type {};
template <class B>
struct HasEval<
    B, std::void_t<decltype(std::declval<B&>().eval(std::declval<const typename B::In&>()))>>
    : std::true_type {};
template <class B, class = void>
struct HasTick : std::false_type {};
template <class B>
struct HasTick<
    B, std::void_t<decltype(std::declval<B&>().tick(std::declval<const typename B::In&>()))>>
    : std::true_type {};
/// Of a block that lists no registers.
struct NoPreset {};
template <class B, class = void>
struct PresetOf {
  using Type = NoPreset;
};
template <class B>
struct PresetOf<B, std::void_t<typename B::Preset>> {
  using Type = typename B::Preset;
};
}  // namespace detail

/// The registers of a block that a bench may set by the back door, `B::Preset`: a field list with
/// the names of the SystemVerilog. Then `preset(registers)` sets them between two cycles.
template <class B>
using PresetOf = typename detail::PresetOf<B>::Type;
template <class B>
inline constexpr bool kHasPreset = !std::is_same_v<PresetOf<B>, detail::NoPreset>;

/// A stage has registered outputs: `out()` shows this cycle's outputs, which depend on the inputs
/// of cycles before; `tick(in)` is the rising edge that ends the cycle; `reset(straps)` is reset
/// with the straps of `straps` applied (its other fields are ignored).
/// A reference returned by `out()` shows the next cycle after `tick`.
template <class B>
inline constexpr bool kIsStage = detail::HasOut<B>::value;

/// A Mealy block has state, and outputs that follow the inputs within the cycle: `eval(in)` gives
/// this cycle's outputs and changes nothing, `tick(in)` is the edge that ends the cycle.
template <class B>
inline constexpr bool kIsMealy =
    detail::HasEval<B>::value&& detail::HasTick<B>::value && !kIsStage<B>;

/// A part is combinational: `eval(in)`.
template <class B>
inline constexpr bool kIsPart = detail::HasEval<B>::value && !kIsStage<B> && !kIsMealy<B>;

/// One cycle of a block of any kind: its outputs of this cycle, then the edge.
template <class B>
typename B::Out step(B& block, const typename B::In& in) {
  if constexpr (kIsStage<B>) {
    typename B::Out out = block.out();
    block.tick(in);
    return out;
  } else if constexpr (kIsMealy<B>) {
    typename B::Out out = block.eval(in);
    block.tick(in);
    return out;
  } else {
    return block.eval(in);
  }
}

/// Reset of a block of any kind; a part has no state.
template <class B>
void reset_block(B& block, const typename B::In& straps) {
  if constexpr (!kIsPart<B>) block.reset(straps);
}

}  // namespace tinsim
