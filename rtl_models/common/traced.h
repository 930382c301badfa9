// SPDX-License-Identifier: Apache-2.0
// Traced<B>: a block that writes its ports to a VCD stream; itself a block.
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/block.h"
#include "rtl_models/common/pack.h"

namespace tinsim {

/// One VCD time unit is a cycle. An array is one vector, element 0 least significant, as in the
/// SystemVerilog. Cycles go on counting over resets.
template <class B>
class Traced {
 public:
  using In = typename B::In;
  using Out = typename B::Out;

  Traced(std::ostream& os, const std::string& scope, B block = B())
      : os_(os), block_(std::move(block)) {
    os_ << "$timescale 1ns $end\n$scope module " << scope << " $end\n";
    declare<In>();
    declare<Out>();
    os_ << "$upscope $end\n$enddefinitions $end\n";
  }

  template <class M = B, std::enable_if_t<kIsStage<M>, int> = 0>
  const Out& out() const {
    return block_.out();
  }
  template <class M = B, std::enable_if_t<!kIsPart<M>, int> = 0>
  void tick(const In& in) {
    if constexpr (kIsStage<B>)
      write(in, block_.out());
    else
      write(in, block_.eval(in));
    block_.tick(in);
  }
  void reset(const In& straps) { block_.reset(straps); }
  template <class M = B, std::enable_if_t<!kIsStage<M>, int> = 0>
  Out eval(const In& in) {
    Out out = block_.eval(in);
    if constexpr (kIsPart<B>) write(in, out);
    return out;
  }
  B& block() { return block_; }

 private:
  template <class Bundle>
  void declare() {
    Bundle::walk(Bundle{}, [this](const char* name, const auto& field) {
      os_ << "$var wire " << kWidth<decltype(field)> << " v" << last_.size() << " " << name
          << " $end\n";
      last_.emplace_back();
    });
  }
  void write(const In& in, const Out& out) {
    os_ << "#" << cycle_++ << "\n";
    std::size_t id = 0;
    auto dump = [&](const char*, const auto& field) {
      std::string bits = binary(field);
      if (bits != last_[id]) {
        os_ << "b" << bits << " v" << id << "\n";
        last_[id] = std::move(bits);
      }
      ++id;
    };
    In::walk(in, dump);
    Out::walk(out, dump);
  }
  template <class T>
  static std::string binary(const T& field) {
    std::array<std::uint32_t, (kWidth<T> + 31) / 32> words{};
    BitWriter writer(words.data());
    pack(field, writer);
    writer.flush();
    std::string bits(kWidth<T>, '0');
    for (unsigned i = 0; i < kWidth<T>; ++i)
      if (words[i / 32] >> (i % 32) & 1) bits[kWidth<T> - 1 - i] = '1';
    return bits;
  }

  std::ostream& os_;
  B block_;
  std::vector<std::string> last_;
  std::uint64_t cycle_ = 0;
};

}  // namespace tinsim
