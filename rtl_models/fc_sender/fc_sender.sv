// SPDX-License-Identifier: Apache-2.0
// Flow-control sender: credit updates of one port, their refresh, and reports of words sent.

/// The outputs depend on state only. A copy of the set shown last is kept, since a take accepts the
/// numbers shown one cycle before it.
module fc_sender
  import tin_pkg::*;
#(
  /// Number of virtual channels, 1..32.
  parameter int unsigned NumVcs = 4
) (
  /// Clock.
  input  logic              clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic              rst_ni,
  /// Strap: limit of every VC that the far sender starts with.
  input  logic [CountW-1:0] depth_i,
  /// Strap: an update that has waited so many cycles precedes cells.
  input  logic [7:0]        hold_cycles_i,
  /// Strap: cycles from one refresh set to the next; 0: none.
  input  logic [11:0]       refresh_cycles_i,
  /// Strap: cycle of the first refresh set, below refresh_cycles_i.
  input  logic [11:0]       refresh_phase_i,
  /// The VC FIFO granted words.
  input  logic              limit_valid_i,
  /// Their VC.
  input  logic [VcW-1:0]    limit_vc_i,
  /// Words it ever granted for the VC, modulo 4096.
  input  logic [CountW-1:0] limit_i,
  /// Words of the far side were lost on the link: they are granted again.
  input  logic              lost_valid_i,
  /// Their VC.
  input  logic [VcW-1:0]    lost_vc_i,
  /// How many words.
  input  logic [CountW-1:0] lost_words_i,
  /// A cell of this port begins on the link.
  input  logic              sent_valid_i,
  /// VC.
  input  logic [VcW-1:0]    sent_vc_i,
  /// Length in words.
  input  logic [LenW-1:0]   sent_words_i,
  /// The set shown in the cycle before is on the link now.
  input  logic              take_i,
  /// A set waits.
  output logic              request_o,
  /// The set precedes cells.
  output logic              urgent_o,
  /// Body.
  output logic [BodyW-1:0]  body_o
);

  localparam int unsigned IdxW = (NumVcs > 1) ? $clog2(NumVcs) : 1;
  localparam logic [VcW-1:0] LastVc = VcW'(NumVcs - 1);
  /// Cycles after a take in which nothing is shown.
  localparam logic [1:0] Cooldown = 2'd2;

  typedef logic [IdxW-1:0] idx_t;

  /// The number of the one bit that is set.
  function automatic logic [VcW-1:0] number_of(logic [31:0] one);
    return {(one & 32'hFFFF_0000) != '0, (one & 32'hFF00_FF00) != '0, (one & 32'hF0F0_F0F0) != '0,
            (one & 32'hCCCC_CCCC) != '0, (one & 32'hAAAA_AAAA) != '0};
  endfunction

  logic [NumVcs-1:0][CountW-1:0] limit_q, advertised_q, lost_q, sent_q;

  logic [NumVcs-1:0] pending;
  logic              any_pending, many_pending;
  always_comb begin : p_pending
    for (int unsigned v = 0; v < NumVcs; v++) begin
      pending[v] = limit_q[v] != advertised_q[v];
    end
  end
  assign any_pending = pending != '0;
  assign many_pending = $countones(pending) >= 32'(FcEntries);

  // Update set: pending VCs from the pointer on.
  logic [VcW-1:0] pointer_q;
  logic [31:0]    left, upper, one;
  fc_body_t       update;

  always_comb begin : p_update
    left = 32'(pending);
    upper = '0;
    one = '0;
    update = '0;
    for (int unsigned k = 0; k < FcEntries; k++) begin
      if (left != '0) begin
        upper = left & (32'hFFFF_FFFF << pointer_q);
        one = (upper != '0) ? (upper & -upper) : (left & -left);
        left = left & ~one;
      end
      // With nothing left, `one` is still the last pending VC.
      update.entry[k].vc = number_of(one);
      update.entry[k].limit = limit_q[idx_t'(number_of(one))];
    end
  end

  // Refresh set: groups of three VCs, each first as limits, then as a report.
  logic [VcW-1:0] group_q;  // first VC of the group
  logic           report_q;
  logic [VcW-1:0] refresh_vc;
  fc_body_t       refresh;

  always_comb begin : p_refresh
    refresh = '0;
    refresh.init = report_q;
    refresh_vc = group_q;
    for (int unsigned k = 0; k < FcEntries; k++) begin
      refresh.entry[k].vc = refresh_vc;
      refresh.entry[k].limit = report_q ? sent_q[idx_t'(refresh_vc)]
                                        : advertised_q[idx_t'(refresh_vc)];
      if (refresh_vc != LastVc) begin
        refresh_vc = refresh_vc + 1'b1;
      end
    end
  end

  // Outputs.
  logic [1:0] cooldown_q;
  logic [7:0] age_q;
  logic       refresh_due;
  fc_body_t   show;

  always_comb begin : p_show
    request_o = 1'b0;
    urgent_o = 1'b0;
    show = '0;
    if (cooldown_q == '0) begin
      if (refresh_due) begin
        request_o = 1'b1;
        urgent_o = 1'b1;
        show = refresh;
      end else if (any_pending) begin
        request_o = 1'b1;
        urgent_o = many_pending || age_q >= hold_cycles_i;
        show = update;
      end
    end
  end

  assign body_o = show;

  // Set shown in the cycle before, and the meaning of a take in this cycle.
  logic                      shown_q, shown_refresh_q, take_update, take_refresh;
  fc_entry_t [FcEntries-1:0] shown_entry_q;
  assign take_update = take_i && !shown_refresh_q;
  assign take_refresh = take_i && shown_refresh_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_shown
    if (!rst_ni) begin
      shown_q <= 1'b0;
      shown_refresh_q <= 1'b0;
      shown_entry_q <= '0;
      cooldown_q <= '0;
      age_q <= '0;
    end else begin
      shown_q <= request_o;
      shown_refresh_q <= request_o && refresh_due;
      shown_entry_q <= show.entry;
      if (take_i) begin
        cooldown_q <= Cooldown;
      end else if (cooldown_q != '0) begin
        cooldown_q <= cooldown_q - 1'b1;
      end
      if (take_update || !any_pending) begin
        age_q <= '0;
      end else if (age_q != '1) begin
        age_q <= age_q + 1'b1;
      end
    end
  end

  // Counts. A grant and a loss of one VC in one cycle both count.
  idx_t              limit_vc, lost_vc, sent_vc;
  logic [CountW-1:0] lost_d;
  assign limit_vc = idx_t'(limit_vc_i);
  assign lost_vc = idx_t'(lost_vc_i);
  assign sent_vc = idx_t'(sent_vc_i);
  assign lost_d = lost_q[lost_vc] + lost_words_i;

  // Registers with a strap are loaded with the clock, since no common flip-flop loads a pin
  // asynchronously.
  always_ff @(posedge clk_i) begin : p_limits
    if (!rst_ni) begin
      limit_q <= {NumVcs{depth_i}};
    end else begin
      if (lost_valid_i) begin
        limit_q[lost_vc] <= limit_q[lost_vc] + lost_words_i;
      end
      if (limit_valid_i) begin
        limit_q[limit_vc] <=
            limit_i + ((lost_valid_i && lost_vc == limit_vc) ? lost_d : lost_q[limit_vc]);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_counts
    if (!rst_ni) begin
      lost_q <= '0;
      sent_q <= '0;
    end else begin
      if (lost_valid_i) begin
        lost_q[lost_vc] <= lost_d;
      end
      if (sent_valid_i) begin
        sent_q[sent_vc] <= sent_q[sent_vc] + CountW'(sent_words_i);
      end
    end
  end

  logic [VcW-1:0] last_taken;
  assign last_taken = shown_entry_q[FcEntries-1].vc;

  always_ff @(posedge clk_i) begin : p_advertised
    if (!rst_ni) begin
      advertised_q <= {NumVcs{depth_i}};
    end else if (take_update) begin
      for (int unsigned k = 0; k < FcEntries; k++) begin
        advertised_q[idx_t'(shown_entry_q[k].vc)] <= shown_entry_q[k].limit;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_pointer
    if (!rst_ni) begin
      pointer_q <= '0;
    end else if (take_update) begin
      pointer_q <= (last_taken == LastVc) ? '0 : last_taken + 1'b1;
    end
  end

  // A refresh falls due whenever the countdown is at zero, and waits until it is taken.
  logic [11:0] countdown_q;
  logic        falls_due, waits_q;
  assign falls_due = refresh_cycles_i != '0 && countdown_q == '0;
  assign refresh_due = falls_due || waits_q;

  always_ff @(posedge clk_i) begin : p_countdown
    if (!rst_ni) begin
      countdown_q <= refresh_phase_i;
    end else begin
      countdown_q <= ((countdown_q == '0) ? refresh_cycles_i : countdown_q) - 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_due
    if (!rst_ni) begin
      waits_q <= 1'b0;
    end else begin
      waits_q <= refresh_due && !take_refresh;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_group
    if (!rst_ni) begin
      group_q <= '0;
      report_q <= 1'b0;
    end else if (take_refresh) begin
      report_q <= !report_q;
      if (report_q) begin
        group_q <= (32'(group_q) + FcEntries >= NumVcs) ? '0 : group_q + VcW'(FcEntries);
      end
    end
  end

  initial begin
    NumVcsInRange: assert (NumVcs >= 1 && NumVcs <= 32)
      else $error("NumVcs must be 1..32");
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      TakeIsOfAShownSet: assert (!take_i || (shown_q && cooldown_q != Cooldown))
        else $error("a set was taken that was not shown in the cycle before");
      LimitVcInRange: assert (!limit_valid_i || 32'(limit_vc_i) < NumVcs)
        else $error("words were granted to a VC that does not exist");
      LostVcInRange: assert (!lost_valid_i || 32'(lost_vc_i) < NumVcs)
        else $error("words were lost of a VC that does not exist");
      SentVcInRange: assert (!sent_valid_i || 32'(sent_vc_i) < NumVcs)
        else $error("a cell begins on a VC that does not exist");
    end
  end

endmodule
