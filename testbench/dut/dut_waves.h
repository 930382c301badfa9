// SPDX-License-Identifier: Apache-2.0
// A bundle in a waveform file, each element of an array a signal of its own.
#pragma once

#include <vector>

#include "rtl_models/common/wave_file.h"
#include "rtl_models/replay/field_layout.h"

namespace tinsim {

/// Signals "name" and "name[1][2]" in the current scope of a file.
template <class Bundle>
class ElementWaves {
 public:
  ElementWaves(WaveFile& file, WaveFile::Direction direction) : file_(file), words_(layout_.words) {
    for (const LayoutField& field : layout_.fields)
      for (unsigned n = 0; n < field.elements(); ++n)
        signals_.push_back(file_.add(field.element_name(n), field.width, direction));
  }
  /// In the cycle of the file's last `at`.
  void write(const Bundle& bundle) {
    to_words(bundle, words_);
    auto signal = signals_.begin();
    for (const LayoutField& field : layout_.fields)
      for (unsigned n = 0; n < field.elements(); ++n)
        file_.set_words(*signal++, &words_[field.word_of(n)]);
  }

 private:
  const FieldLayout layout_ = layout_of<Bundle>();
  WaveFile& file_;
  Words words_;
  std::vector<WaveFile::Signal> signals_;
};

}  // namespace tinsim
