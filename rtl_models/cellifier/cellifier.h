// SPDX-License-Identifier: Apache-2.0
// Cellifier: a packet's bytes as DATA cells.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and rules are described in README.md.
class Cellifier {
 public:
  struct In {
    bool job_valid_i = false;
    Bits<14> job_bytes_i;
    Bits<16> job_eptr_i, job_dst_i, job_src_i;
    Bits<5> job_vc_i;
    bool job_trace_i = false;
    bool data_valid_i = false;
    Bits<64> data_i;
    bool start_ok_i = false;
    TIN_PORTS(job_valid_i, job_bytes_i, job_eptr_i, job_dst_i, job_src_i, job_vc_i, job_trace_i,
              data_valid_i, data_i, start_ok_i)
  };
  struct Out {
    bool job_ready_o = false, data_ready_o = false;
    bool cell_valid_o = false, cell_sop_o = false, cell_eop_o = false;
    Bits<64> cell_data_o;
    bool last_o = false;
    TIN_PORTS(job_ready_o, data_ready_o, cell_valid_o, cell_sop_o, cell_eop_o, cell_data_o, last_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static constexpr unsigned kFifoWords = 32;

  struct Job {
    unsigned bytes = 0;  ///< 0: none
    std::uint16_t eptr = 0, dst = 0, src = 0;
    std::uint8_t vc = 0;
    bool trace = false;
  };

  void check(const In& in) const;
  void send();
  bool can_start(const In& in) const;
  void start();
  std::uint64_t next_word();
  std::uint32_t take_half();
  void put(std::uint64_t word);
  unsigned stored() const { return words_in_ - words_out_; }

  Job job_;
  std::array<std::uint64_t, kFifoWords> fifo_{};
  unsigned words_in_ = 0, words_out_ = 0;  ///< payload words of the job, into the FIFO and out
  std::uint32_t half_ = 0;                 ///< the register: upper bytes of the last word out
  bool half_full_ = false;
  unsigned idx_ = 0;     ///< cell in progress, or else the next one
  unsigned vbytes_ = 0;  ///< its bytes
  unsigned len_ = 0,
           shown_ = 0;  ///< its words, and words on the pins so far; 0: no cell in progress
  Out out_;
};

}  // namespace tinsim
