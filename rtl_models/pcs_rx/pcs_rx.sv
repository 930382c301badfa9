// SPDX-License-Identifier: Apache-2.0
// Receive physical coding sublayer: block lock, descrambling, code violations.

/// One counter serves both states: good blocks in a row while unlocked, blocks of the window while
/// locked. It wraps from 63 to 0 both when lock is reached and when a window ends.
module pcs_rx
  import tin_pkg::*;
(
  /// Clock.
  input  logic              clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic              rst_ni,
  /// A block arrived.
  input  logic              block_valid_i,
  /// The block: sync header in bits 1:0, scrambled payload in bits 65:2.
  input  logic [BlockW-1:0] block_i,
  /// Request to the gearbox to cut one bit later.
  output logic              slip_o,
  /// Block lock.
  output logic              lock_o,
  /// A word; only while locked.
  output logic              valid_o,
  /// The word is a control word.
  output logic              control_o,
  /// The word, descrambled.
  output logic [WordW-1:0]  word_o,
  /// A block with a bad sync header arrived while locked.
  output logic              violation_o
);

  localparam int unsigned RunW = 6;
  /// Good blocks in a row before the one that gives lock, and blocks of a window before its last.
  localparam logic [RunW-1:0] RunLast = 6'd63;
  /// Bad blocks of a window before the one that costs the lock.
  localparam logic [3:0] BadLast = 4'd15;

  logic [1:0] sync;
  logic       good, word_arrived;
  assign sync = block_i[1:0];
  assign good = sync == SyncControl || sync == SyncData;
  assign word_arrived = block_valid_i && lock_o && good;

  // The 58 scrambled bits received last; the oldest is bit 0.
  logic [57:0]      received_q;
  logic [121:0]     received;
  logic [WordW-1:0] descrambled;
  assign received = {block_i[BlockW-1:2], received_q};
  assign descrambled = received[121:58] ^ received[82:19] ^ received[63:0];

  logic [RunW-1:0] run_q, run_d;
  logic [3:0]      bad_q, bad_d;
  logic            lock_d, slip_d, window_ends;
  assign window_ends = run_q == RunLast;

  always_comb begin : p_lock_next
    run_d = run_q + 1'b1;
    bad_d = '0;
    lock_d = lock_o;
    slip_d = 1'b0;
    if (!lock_o) begin
      lock_d = good && window_ends;
      slip_d = !good;
    end else if (!good && bad_q == BadLast) begin
      lock_d = 1'b0;
      slip_d = 1'b1;
    end else if (!window_ends) begin
      bad_d = bad_q + 4'(!good);
    end
    if (slip_d) begin
      run_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_state
    if (!rst_ni) begin
      received_q <= '1;
      run_q <= '0;
      bad_q <= '0;
      lock_o <= 1'b0;
    end else if (block_valid_i) begin
      received_q <= received[121:64];
      run_q <= run_d;
      bad_q <= bad_d;
      lock_o <= lock_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      slip_o <= 1'b0;
      valid_o <= 1'b0;
      control_o <= 1'b0;
      word_o <= '0;
      violation_o <= 1'b0;
    end else begin
      slip_o <= block_valid_i && slip_d;
      valid_o <= word_arrived;
      control_o <= word_arrived && sync == SyncControl;
      word_o <= word_arrived ? descrambled : '0;
      violation_o <= block_valid_i && lock_o && !good;
    end
  end

endmodule
