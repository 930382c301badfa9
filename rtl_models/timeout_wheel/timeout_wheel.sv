// SPDX-License-Identifier: Apache-2.0
// Timeout wheel of 1RMA: one timer for each command slot.

/// A running timer is compared with the clock in every cycle until it is due; from then on its
/// place among the due timers determines when it fires. Places move up when an earlier one is
/// freed, so that the order holds for any hold time.
module timeout_wheel
  import rma_pkg::*;
#(
  /// Number of timers, 2..256.
  parameter int unsigned NumTimers = 256
) (
  /// Clock.
  input  logic                  clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                  rst_ni,
  /// A timer is set.
  input  logic                  start_valid_i,
  /// Which.
  input  logic [SlotW-1:0]      start_id_i,
  /// To fire in so many cycles.
  input  logic [15:0]           start_cycles_i,
  /// A timer is stopped.
  input  logic                  stop_valid_i,
  /// Which.
  input  logic [SlotW-1:0]      stop_id_i,
  /// No timer fires in this cycle.
  input  logic                  hold_i,
  /// A timer has fired.
  output logic                  fired_valid_o,
  /// Which.
  output logic [SlotW-1:0]      fired_id_o,
  /// Timers that run.
  output logic [SlotCountW-1:0] running_o
);

  localparam int unsigned IdxW = $clog2(NumTimers);
  localparam int unsigned TimeW = 16;
  // Timers are counted in groups: those of the groups before, and those before in the same group.
  localparam int unsigned GroupSize = 16;
  localparam int unsigned NumGroups = (NumTimers + GroupSize - 1) / GroupSize;

  typedef logic [IdxW-1:0] idx_t;
  typedef logic [NumTimers-1:0] mask_t;
  typedef logic [TimeW-1:0] stamp_t;
  typedef logic [SlotCountW-1:0] count_t;

  mask_t                           running_q, due_q;
  stamp_t                          deadline_q [NumTimers];
  logic [NumTimers-1:0][SlotW-1:0] place_q, place_d;  // among the due timers
  count_t                          num_due_q, num_running_q;

  stamp_t next_q, after_next;  // the cycle after this one, and the one after it
  assign after_next = next_q + 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_clock
    if (!rst_ni) begin
      next_q <= stamp_t'(1);
    end else begin
      next_q <= after_next;
    end
  end

  // ---- timers that start and stop in this cycle; a start counts before a stop
  idx_t   start_id, stop_id;
  mask_t  start, stop;
  stamp_t cycles;
  assign start_id = idx_t'(start_id_i);
  assign stop_id = idx_t'(stop_id_i);
  assign start = mask_t'(start_valid_i && 32'(start_id_i) < NumTimers) << start_id;
  assign stop = (mask_t'(stop_valid_i && 32'(stop_id_i) < NumTimers) << stop_id) & ~start;
  assign cycles = (start_cycles_i == '0) ? stamp_t'(1) : start_cycles_i;

  always_ff @(posedge clk_i) begin : p_deadline
    if (start != '0) begin
      deadline_q[start_id] <= next_q + cycles - 1'b1;
    end
  end

  // ---- firing: the first place whose timer is neither started nor stopped; two at most are
  logic [SlotW-1:0] start_place, stop_place, fire_place;
  logic             start_due, stop_due, fires;
  mask_t            fired;
  assign start_place = place_q[start_id];
  assign stop_place = place_q[stop_id];
  assign start_due = (start & due_q) != '0;
  assign stop_due = (stop & due_q) != '0;

  always_comb begin : p_fire_place
    fire_place = '0;
    for (int unsigned k = 0; k < 2; k++) begin
      if ((start_due && start_place == fire_place) || (stop_due && stop_place == fire_place)) begin
        fire_place = fire_place + 1'b1;
      end
    end
  end

  assign fires = !hold_i && count_t'(fire_place) < num_due_q;

  always_comb begin : p_fired
    fired = '0;
    if (fires) begin
      for (int unsigned t = 0; t < NumTimers; t++) begin
        fired[t] = due_q[t] && place_q[t] == fire_place;
      end
    end
  end

  // ---- timers that will be due in the next cycle, behind the due timers that stay
  mask_t  stays, reached_q, reached_d, becomes;
  count_t num_stay;
  assign stays = due_q & ~(start | stop | fired);
  assign num_stay = num_due_q - count_t'(fires) - count_t'(start_due) - count_t'(stop_due);

  // Whether a deadline is the next cycle is found a cycle before, so that the counts below start from registers.
  always_comb begin : p_reached
    reached_d = '0;
    for (int unsigned t = 0; t < NumTimers; t++) begin
      reached_d[t] = deadline_q[t] == after_next;
    end
    reached_d = (reached_d & ~start) | ((cycles == stamp_t'(2)) ? start : '0);
  end

  always_ff @(posedge clk_i) begin : p_reached_q
    reached_q <= reached_d;
  end

  assign becomes = (reached_q & running_q & ~(due_q | start | stop)) |
      ((cycles == stamp_t'(1)) ? start : '0);

  // A timer that becomes due gets its place behind those that stay and those of lower numbers. All are
  // counted at once: a place that were one more than the place before would wait for all before it.
  logic [NumGroups-1:0][GroupSize-1:0] group_becomes;
  count_t [NumGroups-1:0]              before_group;
  assign group_becomes = (NumGroups * GroupSize)'(becomes);

  always_comb begin : p_before_group
    before_group = '0;
    for (int unsigned g = 1; g < NumGroups; g++) begin
      before_group[g] = count_t'($countones(mask_t'(becomes << (NumTimers - g * GroupSize))));
    end
  end

  always_comb begin : p_place
    place_d = place_q;
    if ((due_q | becomes) != '0) begin
      for (int unsigned t = 0; t < NumTimers; t++) begin
        if (stays[t]) begin
          place_d[t] = place_q[t] - SlotW'(fires && place_q[t] > fire_place) -
              SlotW'(start_due && place_q[t] > start_place) -
              SlotW'(stop_due && place_q[t] > stop_place);
        end else if (becomes[t]) begin
          place_d[t] = SlotW'(num_stay + before_group[t / GroupSize] +
              count_t'($countones(group_becomes[t / GroupSize] & ~({GroupSize{1'b1}} << (t % GroupSize)))));
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_due
    if (!rst_ni) begin
      due_q <= '0;
      num_due_q <= '0;
      place_q <= '0;
    end else begin
      due_q <= stays | becomes;
      place_q <= place_d;
      num_due_q <= num_stay + count_t'($countones(becomes));
    end
  end

  // ---- timers that run
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_running
    if (!rst_ni) begin
      running_q <= '0;
      num_running_q <= '0;
    end else begin
      running_q <= (running_q & ~(stop | fired)) | start;
      num_running_q <= num_running_q + count_t'((start & ~running_q) != '0) -
          count_t'((stop & running_q) != '0) - count_t'(fires);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_fire
    if (!rst_ni) begin
      fired_valid_o <= 1'b0;
      fired_id_o <= '0;
    end else begin
      fired_valid_o <= fires;
      fired_id_o <= number_of(MaxSlots'(fired));
    end
  end

  assign running_o = num_running_q;

  initial begin
    NumTimersInRange: assert (NumTimers >= 2 && NumTimers <= MaxSlots)
      else $error("NumTimers must be 2..256");
  end

endmodule
