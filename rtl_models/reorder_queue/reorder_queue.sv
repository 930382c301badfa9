// SPDX-License-Identifier: Apache-2.0
// Reorder queue: packets leave in order within their flow.

/// Each entry has two masks of the entries that were pushed before it: all of them, and those of
/// its flow. A bit of a mask counts only while its entry is taken, and is cleared when that entry
/// is pushed again; so no entry moves when another is freed.
module reorder_queue
#(
  /// Number of entries, 2..64.
  parameter int unsigned NumEntries = 16
) (
  /// Clock.
  input  logic        clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic        rst_ni,
  /// A CTS is issued.
  input  logic        push_valid_i,
  /// Flow of its packet.
  input  logic [31:0] push_flow_i,
  /// Returned with the packet.
  input  logic [15:0] push_tag_i,
  /// The entry that a push of this cycle takes.
  output logic [5:0]  push_entry_o,
  /// There is none.
  output logic        full_o,
  /// A packet has arrived whole.
  input  logic        complete_valid_i,
  /// Entry.
  input  logic [5:0]  complete_entry_i,
  /// A packet never will.
  input  logic        cancel_valid_i,
  /// Entry, which is freed.
  input  logic [5:0]  cancel_entry_i,
  /// The packet that is offered is taken.
  input  logic        pop_i,
  /// A packet may leave.
  output logic        offer_valid_o,
  /// Entry.
  output logic [5:0]  offer_entry_o,
  /// Tag.
  output logic [15:0] offer_tag_o,
  /// Flow.
  output logic [31:0] offer_flow_o,
  /// Entries taken.
  output logic [6:0]  occupancy_o
);

  localparam int unsigned EntryW = 6;
  localparam int unsigned MaxEntries = 1 << EntryW;
  localparam int unsigned IdxW = $clog2(NumEntries);

  typedef logic [EntryW-1:0] entry_t;
  typedef logic [IdxW-1:0] idx_t;
  typedef logic [NumEntries-1:0] mask_t;

  /// The number of the one bit that is set.
  function automatic entry_t number_of(logic [MaxEntries-1:0] one);
    return {(one & 64'hFFFF_FFFF_0000_0000) != '0, (one & 64'hFFFF_0000_FFFF_0000) != '0,
            (one & 64'hFF00_FF00_FF00_FF00) != '0, (one & 64'hF0F0_F0F0_F0F0_F0F0) != '0,
            (one & 64'hCCCC_CCCC_CCCC_CCCC) != '0, (one & 64'hAAAA_AAAA_AAAA_AAAA) != '0};
  endfunction

  mask_t                  taken_q, complete_q;
  mask_t [NumEntries-1:0] older_q, ahead_q;
  logic [31:0]            flow_q [NumEntries];
  logic [15:0]            tag_q [NumEntries];

  // ---- push: the first free entry
  mask_t first_free, same_flow;
  idx_t  push_entry;
  assign first_free = ~taken_q & (taken_q + 1'b1);
  assign full_o = first_free == '0;
  assign push_entry_o = number_of(MaxEntries'(first_free));
  assign push_entry = idx_t'(push_entry_o);

  always_comb begin : p_same_flow
    same_flow = '0;
    if (push_valid_i) begin
      for (int unsigned e = 0; e < NumEntries; e++) begin
        same_flow[e] = flow_q[e] == push_flow_i;
      end
      same_flow = same_flow & taken_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_order
    if (!rst_ni) begin
      older_q <= '0;
      ahead_q <= '0;
    end else if (push_valid_i) begin
      for (int unsigned e = 0; e < NumEntries; e++) begin
        older_q[e][push_entry] <= 1'b0;
        ahead_q[e][push_entry] <= 1'b0;
      end
      older_q[push_entry] <= taken_q;
      ahead_q[push_entry] <= same_flow;
    end
  end

  always_ff @(posedge clk_i) begin : p_memory
    if (push_valid_i) begin
      flow_q[push_entry] <= push_flow_i;
      tag_q[push_entry] <= push_tag_i;
    end
  end

  // ---- offer: of the entries that may leave, the one that none of them is older than
  mask_t may_leave, offered;
  always_comb begin : p_offer
    may_leave = '0;
    offered = '0;
    if (complete_q != '0) begin
      for (int unsigned e = 0; e < NumEntries; e++) begin
        may_leave[e] = (ahead_q[e] & taken_q) == '0;
      end
      may_leave = may_leave & complete_q;
      for (int unsigned e = 0; e < NumEntries; e++) begin
        offered[e] = (older_q[e] & may_leave) == '0;
      end
      offered = offered & may_leave;
    end
  end

  idx_t offer_entry;
  assign offer_valid_o = offered != '0;
  assign offer_entry_o = number_of(MaxEntries'(offered));
  assign offer_entry = idx_t'(offer_entry_o);
  assign offer_tag_o = offer_valid_o ? tag_q[offer_entry] : '0;
  assign offer_flow_o = offer_valid_o ? flow_q[offer_entry] : '0;

  // ---- entries taken, completed and freed in a cycle; a cancel of the entry popped is void
  mask_t pushed, completed, freed;
  idx_t  complete_entry, cancel_entry;
  assign complete_entry = idx_t'(complete_entry_i);
  assign cancel_entry = idx_t'(cancel_entry_i);
  assign pushed = push_valid_i ? first_free : '0;
  assign completed = mask_t'(complete_valid_i) << complete_entry;
  assign freed = (pop_i ? offered : '0) | (mask_t'(cancel_valid_i) << cancel_entry);

  logic [EntryW:0] occupancy_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_entries
    if (!rst_ni) begin
      taken_q <= '0;
      complete_q <= '0;
      occupancy_q <= '0;
    end else begin
      taken_q <= (taken_q | pushed) & ~freed;
      complete_q <= (complete_q | completed) & ~freed;
      occupancy_q <= occupancy_q + (EntryW+1)'(push_valid_i) - (EntryW+1)'($countones(freed));
    end
  end

  assign occupancy_o = occupancy_q;

  initial begin
    NumEntriesInRange: assert (NumEntries >= 2 && NumEntries <= MaxEntries)
      else $error("NumEntries must be 2..64");
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      PushHasRoom: assert (!push_valid_i || !full_o)
        else $error("an entry was pushed though none is free");
      if (complete_valid_i) begin
        CompleteIsTaken: assert (32'(complete_entry_i) < NumEntries && taken_q[complete_entry])
          else $error("an entry was completed that is not taken");
        CompleteOnce: assert (!complete_q[complete_entry])
          else $error("an entry was completed twice");
      end
      if (cancel_valid_i) begin
        CancelIsTaken: assert (32'(cancel_entry_i) < NumEntries && taken_q[cancel_entry] &&
            (!complete_q[cancel_entry] || (pop_i && offered[cancel_entry])))
          else $error("an entry was cancelled that is not taken, or complete and not popped");
      end
      PopHasOffer: assert (!pop_i || offer_valid_o)
        else $error("a packet was taken that is not offered");
      NotBoth: assert (!(complete_valid_i && cancel_valid_i &&
                         complete_entry_i == cancel_entry_i))
        else $error("an entry was completed and cancelled in one cycle");
    end
  end

endmodule
