// SPDX-License-Identifier: Apache-2.0
// Properties of reorder_queue: order within a flow, no entry lost or given twice.

/// Two packets of one flow are followed, any: `first` and one that is pushed later, `second`.
module reorder_queue_properties
`include "ports.svh"
);

  localparam int unsigned IdxW = $clog2(NumEntries);
  typedef logic [IdxW-1:0] idx_t;

  // Free inputs: the push of this cycle is the first packet, or the second.
  logic        choose_first, choose_second;
  logic        first_q, second_q, chosen_q, first_complete_q;
  logic [5:0]  first_entry_q, second_entry_q;
  logic [31:0] flow_q;
  logic [15:0] tag_q;
  logic        first_leaves, second_leaves;
  assign first_leaves = (pop_i && offer_valid_o && offer_entry_o == first_entry_q) ||
      (cancel_valid_i && cancel_entry_i == first_entry_q);
  assign second_leaves = (pop_i && offer_valid_o && offer_entry_o == second_entry_q) ||
      (cancel_valid_i && cancel_entry_i == second_entry_q);

  // Entries that are taken, by the pins.
  logic [NumEntries-1:0] taken_q, taken_d;
  always_comb begin : p_taken
    taken_d = taken_q;
    if (push_valid_i) begin
      taken_d[idx_t'(push_entry_o)] = 1'b1;
    end
    if (pop_i) begin
      taken_d[idx_t'(offer_entry_o)] = 1'b0;
    end
    if (cancel_valid_i) begin
      taken_d[idx_t'(cancel_entry_i)] = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin : p_follow
    if (!rst_ni) begin
      chosen_q <= 1'b0;
      first_q <= 1'b0;
      second_q <= 1'b0;
      first_complete_q <= 1'b0;
      taken_q <= '0;
    end else begin
      taken_q <= taken_d;
      if (push_valid_i && choose_first && !chosen_q) begin
        chosen_q <= 1'b1;
        first_q <= 1'b1;
        first_entry_q <= push_entry_o;
        flow_q <= push_flow_i;
        tag_q <= push_tag_i;
      end else if (first_leaves) begin
        first_q <= 1'b0;
      end
      if (first_q && complete_valid_i && complete_entry_i == first_entry_q) begin
        first_complete_q <= 1'b1;
      end
      if (push_valid_i && choose_second && first_q && !second_q && push_flow_i == flow_q) begin
        second_q <= 1'b1;
        second_entry_q <= push_entry_o;
      end else if (second_leaves) begin
        second_q <= 1'b0;
      end
    end
  end

  logic first_offered;
  assign first_offered = first_q && offer_valid_o && offer_entry_o == first_entry_q;

  always_ff @(posedge clk_i) begin : p_properties
    if (rst_ni) begin
      InOrder: assert (!(first_q && second_q && offer_valid_o && offer_entry_o == second_entry_q));
      OfferIsComplete: assert (!first_offered || first_complete_q);
      OfferHasItsTag: assert (!first_offered || (offer_tag_o == tag_q && offer_flow_o == flow_q));
      NoEntryTwice: assert (full_o || !taken_q[idx_t'(push_entry_o)]);
      OccupancyIsExact: assert (32'(occupancy_o) == $countones(taken_q));
      FullMeansFull: assert (full_o == (taken_q == '1));
      NothingStands: assert (offer_valid_o || !(first_complete_q && first_q &&
                                                occupancy_o == 7'd1));
    end
  end

endmodule

bind reorder_queue reorder_queue_properties #(.NumEntries(NumEntries)) u_properties (.*);
