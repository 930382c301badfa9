// SPDX-License-Identifier: Apache-2.0
// A block behind the C ABI: ports as words, one virtual class for all blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "rtl_models/common/block.h"
#include "rtl_models/common/pack.h"
#include "rtl_models/common/state.h"

namespace tinsim {

struct GoldenPort {
  std::string name;
  bool is_input = false;
  unsigned width = 1;           ///< bits of an element
  std::vector<unsigned> sizes;  ///< of the array, the outermost first
  std::vector<std::uint32_t> words;
  unsigned elements() const {
    unsigned count = 1;
    for (unsigned size : sizes) count *= size;
    return count;
  }
};

class GoldenModel {
 public:
  virtual ~GoldenModel() = default;
  /// Inputs first. Words of an input may be written at any time.
  std::vector<GoldenPort>& ports() { return ports_; }
  const std::vector<GoldenPort>& ports() const { return ports_; }
  virtual void tick() = 0;
  virtual void reset() = 0;
  /// Brings the words of the outputs up to date.
  virtual void show() = 0;
  virtual std::vector<StateEntry> state() const = 0;
  /// Outputs are those of registers: they show what the last edge saw, not the inputs.
  virtual bool is_stage() const = 0;

 protected:
  std::vector<GoldenPort> ports_;
};

namespace detail {
template <class T>
struct GoldenShape {
  static void describe(GoldenPort& port) { port.width = kWidth<T>; }
};
template <class T, std::size_t N>
struct GoldenShape<std::array<T, N>> {
  static void describe(GoldenPort& port) {
    port.sizes.push_back(N);
    GoldenShape<T>::describe(port);
  }
};
}  // namespace detail

template <class B>
class GoldenBlock final : public GoldenModel {
 public:
  GoldenBlock() {
    declare<typename B::In>(true);
    inputs_ = ports_.size();
    declare<typename B::Out>(false);
  }
  void tick() override {
    if constexpr (!kIsPart<B>) block_.tick(inputs());
  }
  void reset() override { reset_block(block_, inputs()); }
  void show() override {
    typename B::Out out;
    if constexpr (kIsStage<B>)
      out = block_.out();
    else
      out = block_.eval(inputs());
    auto port = ports_.begin() + static_cast<std::ptrdiff_t>(inputs_);
    B::Out::walk(out, [&](const char*, const auto& field) {
      BitWriter writer(port++->words.data());
      pack(field, writer);
      writer.flush();
    });
  }
  std::vector<StateEntry> state() const override { return state_of(block_); }
  bool is_stage() const override { return kIsStage<B>; }

 private:
  template <class Bundle>
  void declare(bool is_input) {
    Bundle::walk(Bundle{}, [&](const char* name, const auto& field) {
      using Field = std::decay_t<decltype(field)>;
      GoldenPort port;
      port.name = name;
      port.is_input = is_input;
      port.words.resize((kWidth<Field> + 31) / 32);
      detail::GoldenShape<Field>::describe(port);
      ports_.push_back(std::move(port));
    });
  }
  typename B::In inputs() const {
    typename B::In in;
    auto port = ports_.begin();
    B::In::walk(in, [&](const char*, auto& field) {
      BitReader reader(port++->words.data());
      unpack(reader, field);
    });
    return in;
  }

  B block_;
  std::size_t inputs_ = 0;
};

/// A block in one shape. `parameters`: "NumPorts=4,NumVcs=4".
struct GoldenShapeEntry {
  const char* block;
  const char* parameters;
  std::unique_ptr<GoldenModel> (*make)();
};

template <class B>
std::unique_ptr<GoldenModel> make_golden() {
  return std::make_unique<GoldenBlock<B>>();
}

/// All blocks in all shapes, in the order of rtl_models/blocks.cmake; the first shape of a block is
/// its default.
const std::vector<GoldenShapeEntry>& golden_shapes();

}  // namespace tinsim
