// SPDX-License-Identifier: Apache-2.0
// CTS scheduler: which RTS is answered next with a CTS.

/// Round robin over ports; within a port, strict priority over shares in bytes by weight. Choices are
/// rows with one bit. To be fast, all leads of a port are compared at the same time, every queue is
/// checked for room before the choice, and every port prepares its next leads before the grant.
module cts_scheduler
  import tin_pkg::*;
(
  /// Clock.
  input  logic                                clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                                rst_ni,
  /// Bytes that may be outstanding per port.
  input  logic [NumEgress-1:0][WindowW-1:0]   window_i,
  /// Strap: class has strict priority.
  input  logic [NumClasses-1:0]               strict_i,
  /// Weight of a class among those without strict priority, 1..255; may change at any time.
  input  logic [NumClasses-1:0][7:0]          weight_i,
  /// The queue has an RTS at its head.
  input  logic [NumRtsQueues-1:0]             head_valid_i,
  /// Packet's length in bytes.
  input  logic [NumRtsQueues-1:0][BytesW-1:0] head_bytes_i,
  /// Cell slots of the reassembly buffer free for the port; 255: at least as many.
  input  logic [NumEgress-1:0][7:0]           space_i,
  /// A fetched packet has arrived whole, or was given up.
  input  logic                                done_valid_i,
  /// Egress port.
  input  logic [1:0]                          done_port_i,
  /// Length in bytes.
  input  logic [BytesW-1:0]                   done_bytes_i,
  /// No grant in this cycle.
  input  logic                                hold_i,
  /// The head of a queue is taken in this cycle.
  output logic                                grant_valid_o,
  /// The queue.
  output logic [RtsQueueW-1:0]                grant_queue_o,
  /// Bytes granted and not done, per port.
  output logic [NumEgress-1:0][WindowW-1:0]   outstanding_o
);

  localparam int unsigned EgressW = $clog2(NumEgress);
  localparam int unsigned ClassW = $clog2(NumClasses);
  // A lead is in bytes per unit of weight, with so many bits behind the point.
  localparam int unsigned PointW = 18;
  localparam int unsigned LeadW = BytesW + PointW;
  localparam int unsigned CostW = PointW + 1;
  localparam int unsigned RoomW = 16;

  typedef logic [EgressW-1:0] port_t;
  typedef logic [ClassW-1:0] class_t;
  typedef logic [NumClasses-1:0] mask_t;
  typedef logic [NumEgress-1:0] ports_t;
  typedef logic [LeadW-1:0] lead_t;
  typedef logic [WindowW-1:0] window_t;
  typedef logic signed [WindowW:0] left_t;
  typedef logic [255:0][CostW-1:0] costs_t;

  /// Cost of a byte of a class, by its weight: the reciprocal, rounded.
  function automatic costs_t reciprocals();
    costs_t costs;
    costs[0] = '0;
    for (int unsigned w = 1; w < 256; w++) begin
      costs[w] = CostW'(((32'd1 << PointW) + w / 2) / w);
    end
    return costs;
  endfunction
  localparam costs_t Costs = reciprocals();

  /// The number of the one bit that is set.
  function automatic class_t number_of(mask_t one);
    return {(one & 8'hF0) != '0, (one & 8'hCC) != '0, (one & 8'hAA) != '0};
  endfunction

  /// The first set bit at or after `start`, cyclically, alone.
  function automatic ports_t one_from(ports_t mask, port_t start);
    ports_t upper;
    upper = mask & ({NumEgress{1'b1}} << start);
    return (upper != '0) ? upper & -upper : mask & -mask;
  endfunction

  /// The highest bit that is set: of the bits smeared downwards, the one that has none above it.
  function automatic mask_t highest(mask_t mask);
    mask_t smeared;
    smeared = mask | (mask >> 1);
    smeared = smeared | (smeared >> 2);
    smeared = smeared | (smeared >> 4);
    return smeared & ~(smeared >> 1);
  endfunction

  window_t [NumEgress-1:0]               outstanding_q, outstanding_d;
  port_t                                 port_ptr_q;
  lead_t [NumEgress-1:0][NumClasses-1:0] lead_q, lead_d;

  // The next candidate of each port, and whether it can be fetched.
  mask_t [NumEgress-1:0] waiting, chosen;
  ports_t                able, by_lead;
  // The port whose turn it is, and whether it may be granted.
  ports_t                turn, granted;
  logic                  grant;
  assign turn = one_from(able, port_ptr_q);
  assign granted = hold_i ? '0 : turn;
  assign grant = granted != '0;

  logic [NumClasses-1:0][CostW-1:0] costs;
  for (genvar c = 0; c < NumClasses; c++) begin : gen_cost
    assign costs[c] = Costs[weight_i[c]];
  end

  for (genvar p = 0; p < NumEgress; p++) begin : gen_port
    logic [NumClasses-1:0][BytesW-1:0] bytes;
    mask_t                             strict_waiting, fair, fits;
    logic [RoomW-1:0]                  room;
    left_t                             left;

    assign bytes = head_bytes_i[p * NumClasses +: NumClasses];
    assign waiting[p] = head_valid_i[p * NumClasses +: NumClasses];
    assign strict_waiting = waiting[p] & strict_i;

    // The least lead: no other that waits precedes it; of equal leads the lower number precedes.
    always_comb begin : p_fair
      fair = waiting[p];
      for (int unsigned c = 0; c < NumClasses; c++) begin
        for (int unsigned d = c + 1; d < NumClasses; d++) begin
          if (lead_q[p][c] <= lead_q[p][d]) begin
            fair[d] = fair[d] && !waiting[p][c];
          end else begin
            fair[c] = fair[c] && !waiting[p][d];
          end
        end
      end
    end
    assign by_lead[p] = strict_waiting == '0;
    assign chosen[p] = by_lead[p] ? fair : highest(strict_waiting);

    // A packet fits the free slots iff it has no more bytes than they hold.
    window_t kept;
    assign kept = outstanding_q[p] -
        ((done_valid_i && 32'(done_port_i) == p) ? window_t'(done_bytes_i) : '0);
    assign room = RoomW'(space_i[p]) * RoomW'(CellBytes);
    assign left = left_t'(window_i[p]) - left_t'(outstanding_q[p]);
    always_comb begin : p_fits
      for (int unsigned c = 0; c < NumClasses; c++) begin
        fits[c] = RoomW'(bytes[c]) <= room &&
            (outstanding_q[p] == '0 || left_t'(bytes[c]) <= left);
      end
    end
    assign able[p] = (chosen[p] & fits) != '0;

    // State after a grant of the candidate. It had the least lead of the waiting ones: the leads of
    // the others of its port shrink by its lead, and its new lead is the cost of the packet.
    logic [BytesW-1:0] chosen_bytes;
    logic [CostW-1:0]  chosen_cost;
    lead_t             passed;
    always_comb begin : p_lead
      chosen_bytes = '0;
      chosen_cost = '0;
      passed = '0;
      for (int unsigned c = 0; c < NumClasses; c++) begin
        chosen_bytes |= chosen[p][c] ? bytes[c] : '0;
        chosen_cost |= chosen[p][c] ? costs[c] : '0;
        passed |= chosen[p][c] ? lead_q[p][c] : '0;
      end
      for (int unsigned c = 0; c < NumClasses; c++) begin
        lead_d[p][c] = (lead_q[p][c] > passed) ? lead_q[p][c] - passed : '0;
        if (chosen[p][c]) begin
          lead_d[p][c] = lead_t'(chosen_bytes) * lead_t'(chosen_cost);
        end
      end
    end
    // A grant and a done of one port both count.
    assign outstanding_d[p] = granted[p] ? kept + window_t'(chosen_bytes) : kept;
  end

  port_t  chosen_port;
  class_t chosen_class;
  assign chosen_port = port_t'(number_of(mask_t'(turn)));
  assign chosen_class = number_of(chosen[chosen_port]);
  assign grant_valid_o = grant;
  assign grant_queue_o = grant ? {chosen_port, chosen_class} : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_port_ptr
    if (!rst_ni) begin
      port_ptr_q <= '0;
    end else if (grant) begin
      port_ptr_q <= chosen_port + 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_class
    if (!rst_ni) begin
      lead_q <= '0;
    end else begin
      for (int unsigned p = 0; p < NumEgress; p++) begin
        if (granted[p] && by_lead[p]) begin
          lead_q[p] <= lead_d[p];
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_outstanding
    if (!rst_ni) begin
      outstanding_q <= '0;
    end else begin
      outstanding_q <= outstanding_d;
    end
  end

  assign outstanding_o = outstanding_q;

  logic head_empty, weight_zero;
  always_comb begin : p_wrong
    head_empty = 1'b0;
    for (int unsigned q = 0; q < NumRtsQueues; q++) begin
      head_empty |= head_valid_i[q] && head_bytes_i[q] == '0;
    end
    weight_zero = 1'b0;
    for (int unsigned c = 0; c < NumClasses; c++) begin
      weight_zero |= weight_i[c] == '0;
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      DoneWasOutstanding: assert (!done_valid_i ||
                                  WindowW'(done_bytes_i) <= outstanding_q[done_port_i])
        else $error("more bytes are done than were outstanding");
      HeadHasBytes: assert (!head_empty)
        else $error("the packet of an RTS has no bytes");
      WeightNotZero: assert (!weight_zero)
        else $error("weights must be 1..255");
    end
  end

endmodule
