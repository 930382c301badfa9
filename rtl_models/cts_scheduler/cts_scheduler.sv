// SPDX-License-Identifier: Apache-2.0
// CTS scheduler: which RTS is answered next with a CTS.

/// Round robin over ports; within a port, strict priority over shares in bytes by weight. Every
/// port chooses its candidate at the same time, and only then checks for room.
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

  /// The first set bit at or after `start`, cyclically.
  function automatic port_t first_from(ports_t mask, port_t start);
    ports_t upper, first;
    upper = mask & ({NumEgress{1'b1}} << start);
    first = (upper != '0) ? upper & -upper : mask & -mask;
    return port_t'(number_of(mask_t'(first)));
  endfunction

  /// The highest bit that is set: of the bits smeared downwards, the one that has none above it.
  function automatic mask_t highest(mask_t mask);
    mask_t smeared;
    smeared = mask | (mask >> 1);
    smeared = smeared | (smeared >> 2);
    smeared = smeared | (smeared >> 4);
    return smeared & ~(smeared >> 1);
  endfunction

  logic [NumEgress-1:0][WindowW-1:0] outstanding_q;
  port_t                             port_ptr_q;
  lead_t [NumEgress-1:0][NumClasses-1:0] lead_q;

  // The next candidate of each port, and whether it can be fetched.
  mask_t  [NumEgress-1:0]            waiting;
  class_t [NumEgress-1:0]            candidate;
  ports_t                            able;

  for (genvar p = 0; p < NumEgress; p++) begin : gen_port
    mask_t             strict_waiting;
    logic [BytesW-1:0] bytes;
    logic [RoomW-1:0]  room;

    assign waiting[p] = head_valid_i[p * NumClasses +: NumClasses];
    assign strict_waiting = waiting[p] & strict_i;

    always_comb begin : p_candidate
      lead_t least;
      // From above, so that of equal leads that of the lowest number stays.
      candidate[p] = '0;
      least = '1;
      for (int c = NumClasses - 1; c >= 0; c--) begin
        if (waiting[p][c] && lead_q[p][c] <= least) begin
          candidate[p] = class_t'(c);
          least = lead_q[p][c];
        end
      end
      if (strict_waiting != '0) begin
        candidate[p] = number_of(highest(strict_waiting));
      end
    end

    // A packet fits the free slots iff it has no more bytes than they hold.
    assign bytes = head_bytes_i[p * NumClasses + 32'(candidate[p])];
    assign room = RoomW'(space_i[p]) * RoomW'(CellBytes);
    assign able[p] = waiting[p] != '0 && RoomW'(bytes) <= room &&
        (outstanding_q[p] == '0 ||
         (WindowW+1)'(outstanding_q[p]) + (WindowW+1)'(bytes) <= (WindowW+1)'(window_i[p]));
  end

  // The port whose turn it is.
  logic                 grant;
  port_t                chosen_port;
  class_t               chosen_class;
  logic [RtsQueueW-1:0] chosen_queue;
  logic [BytesW-1:0]    grant_bytes;
  assign grant = !hold_i && able != '0;
  assign chosen_port = first_from(able, port_ptr_q);
  assign chosen_class = candidate[chosen_port];
  assign chosen_queue = {chosen_port, chosen_class};
  assign grant_bytes = head_bytes_i[chosen_queue];

  assign grant_valid_o = grant;
  assign grant_queue_o = grant ? chosen_queue : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_port_ptr
    if (!rst_ni) begin
      port_ptr_q <= '0;
    end else if (grant) begin
      port_ptr_q <= chosen_port + 1'b1;
    end
  end

  // The granted class had the least lead of the waiting ones: the leads of the others of its port
  // shrink by its lead, and its new lead is the cost of the packet.
  lead_t                  passed;
  lead_t [NumClasses-1:0] lead_d;
  assign passed = lead_q[chosen_port][chosen_class];

  always_comb begin : p_lead
    for (int unsigned c = 0; c < NumClasses; c++) begin
      lead_d[c] = (lead_q[chosen_port][c] > passed) ? lead_q[chosen_port][c] - passed : '0;
    end
    lead_d[chosen_class] = LeadW'(grant_bytes) * LeadW'(Costs[weight_i[chosen_class]]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_class
    if (!rst_ni) begin
      lead_q <= '0;
    end else if (grant && !strict_i[chosen_class]) begin
      lead_q[chosen_port] <= lead_d;
    end
  end

  // A grant and a done of one port both count.
  logic               both;
  logic [WindowW-1:0] granted_d;
  assign both = grant && done_valid_i && done_port_i == chosen_port;
  assign granted_d = outstanding_q[chosen_port] + WindowW'(grant_bytes);

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_outstanding
    if (!rst_ni) begin
      outstanding_q <= '0;
    end else begin
      if (grant) begin
        outstanding_q[chosen_port] <= granted_d;
      end
      if (done_valid_i) begin
        outstanding_q[done_port_i] <=
            (both ? granted_d : outstanding_q[done_port_i]) - WindowW'(done_bytes_i);
      end
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

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_assert
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
