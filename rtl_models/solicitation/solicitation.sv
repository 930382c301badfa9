// SPDX-License-Identifier: Apache-2.0
// Solicitation of 1RMA: when an operation may request its data.

/// Two FIFOs of operations, each with the cycle in which it was pushed, modulo 2^16. An operation
/// that has waited longer than the range of this stamp is counted among the old ones of its class,
/// which are always the first of the FIFO.
module solicitation
  import rma_pkg::*;
#(
  /// Operations that wait in a class at most, 2..256.
  parameter int unsigned FifoDepth = 128
) (
  /// Clock.
  input  logic                       clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                       rst_ni,
  /// Bytes that may be in service.
  input  logic [19:0]                window_i,
  /// Strap: class 0 has strict priority.
  input  logic                       strict_i,
  /// Strap: grants in a row of each class while both wait, 1..255.
  input  logic [1:0][7:0]            weight_i,
  /// Cycles that an operation may wait.
  input  logic [15:0]                dispatch_limit_i,
  /// An operation begins to wait.
  input  logic                       push_valid_i,
  /// Class; 0 is the latency-critical one.
  input  logic                       push_class_i,
  /// Slot.
  input  logic [SlotW-1:0]           push_slot_i,
  /// Bytes.
  input  logic [SizeW-1:0]           push_size_i,
  /// The class takes no more.
  output logic [1:0]                 full_o,
  /// An operation has ended.
  input  logic                       refund_valid_i,
  /// Bytes.
  input  logic [SizeW-1:0]           refund_bytes_i,
  /// No grant in this cycle.
  input  logic                       hold_i,
  /// An operation enters service.
  output logic                       grant_valid_o,
  /// Class.
  output logic                       grant_class_o,
  /// Slot.
  output logic [SlotW-1:0]           grant_slot_o,
  /// Bytes.
  output logic [SizeW-1:0]           grant_size_o,
  /// An operation has waited too long.
  output logic                       expired_valid_o,
  /// Class.
  output logic                       expired_class_o,
  /// Slot.
  output logic [SlotW-1:0]           expired_slot_o,
  /// Bytes in service.
  output logic [19:0]                used_o,
  /// Operations that wait, of each class.
  output logic [1:0][SlotCountW-1:0] waiting_o
);

  localparam int unsigned UsedW = 20;
  localparam int unsigned StampW = 16;
  localparam int unsigned PtrW = $clog2(FifoDepth);

  typedef logic [PtrW-1:0] ptr_t;
  typedef logic [StampW-1:0] stamp_t;
  typedef logic [SlotCountW-1:0] count_t;

  typedef struct packed {
    stamp_t           stamp;
    logic [SlotW-1:0] slot;
    logic [SizeW-1:0] size;
  } waiter_t;

  /// Place `by` behind `ptr` in a FIFO; `by` is at most its depth.
  function automatic ptr_t behind(ptr_t ptr, count_t by);
    logic [SlotCountW:0] place;
    place = (SlotCountW+1)'(ptr) + (SlotCountW+1)'(by);
    return ptr_t'((32'(place) >= FifoDepth) ? place - (SlotCountW+1)'(FifoDepth) : place);
  endfunction

  stamp_t now_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_now
    if (!rst_ni) begin
      now_q <= '0;
    end else begin
      now_q <= now_q + 1'b1;
    end
  end

  // ---- one FIFO for each class; its first `old_q` operations have waited 65535 cycles or more
  logic [1:0]    has_head, is_late, grants, expires, leaves;
  waiter_t [1:0] head;
  count_t [1:0]  waiting_q;
  for (genvar c = 0; c < 2; c++) begin : gen_class
    waiter_t fifo_q [FifoDepth];
    ptr_t    head_ptr_q;
    count_t  old_q;
    logic    push;
    assign push = push_valid_i && push_class_i == 1'(c);
    assign has_head[c] = waiting_q[c] != '0;
    assign head[c] = fifo_q[head_ptr_q];
    assign is_late[c] = has_head[c] &&
        (old_q != '0 || now_q - head[c].stamp >= dispatch_limit_i);
    assign leaves[c] = grants[c] || expires[c];

    // One is pushed per cycle, so one at most grows old: the first that is not. It is none of the
    // old ones then if it leaves in this same cycle.
    stamp_t oldest_stamp;
    logic   becomes_old;
    assign oldest_stamp = fifo_q[behind(head_ptr_q, old_q)].stamp;
    assign becomes_old = old_q != waiting_q[c] && now_q - oldest_stamp == '1;

    always_ff @(posedge clk_i) begin : p_memory
      if (push) begin
        fifo_q[behind(head_ptr_q, waiting_q[c])] <= {now_q, push_slot_i, push_size_i};
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin : p_fifo
      if (!rst_ni) begin
        head_ptr_q <= '0;
        waiting_q[c] <= '0;
        old_q <= '0;
      end else begin
        if (leaves[c]) begin
          head_ptr_q <= behind(head_ptr_q, count_t'(1));
        end
        waiting_q[c] <= waiting_q[c] + count_t'(push) - count_t'(leaves[c]);
        old_q <= old_q + count_t'(becomes_old) -
            count_t'(leaves[c] && (old_q != '0 || becomes_old));
      end
    end

    assign waiting_o[c] = waiting_q[c];
    assign full_o[c] = 32'(waiting_q[c]) == FifoDepth;
  end

  // ---- expiry: class 0 before class 1
  assign expires = {is_late[1] && !is_late[0], is_late[0]};

  // ---- grant
  logic [UsedW-1:0] used_q;
  logic             turn_q;
  logic [7:0]       counted_q;  // grants of this turn while both classes waited
  logic             fits, contended, chosen;
  logic [1:0]       asks;
  assign asks = has_head & ~expires;
  assign contended = asks == '1;
  assign fits = (UsedW+1)'(used_q) + (UsedW+1)'(MaxBytes) <= (UsedW+1)'(window_i);
  assign chosen = contended ? (!strict_i && turn_q) : asks[1];
  assign grants = (hold_i || !fits) ? '0 : {asks[1] && chosen, asks[0] && !chosen};

  logic turn_ends;
  assign turn_ends = counted_q + 1'b1 == weight_i[turn_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_turn
    if (!rst_ni) begin
      turn_q <= 1'b0;
      counted_q <= '0;
    end else if (grants != '0 && contended) begin
      turn_q <= turn_q ^ turn_ends;
      counted_q <= turn_ends ? '0 : counted_q + 1'b1;
    end
  end

  logic [SizeW-1:0] granted_size;
  assign granted_size = (grants != '0) ? head[chosen].size : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_used
    if (!rst_ni) begin
      used_q <= '0;
    end else begin
      used_q <= used_q + UsedW'(granted_size) - (refund_valid_i ? UsedW'(refund_bytes_i) : '0);
    end
  end

  assign used_o = used_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_outputs
    if (!rst_ni) begin
      grant_valid_o <= 1'b0;
      grant_class_o <= 1'b0;
      grant_slot_o <= '0;
      grant_size_o <= '0;
      expired_valid_o <= 1'b0;
      expired_class_o <= 1'b0;
      expired_slot_o <= '0;
    end else begin
      grant_valid_o <= grants != '0;
      grant_class_o <= grants[1];
      grant_slot_o <= (grants != '0) ? head[chosen].slot : '0;
      grant_size_o <= granted_size;
      expired_valid_o <= expires != '0;
      expired_class_o <= expires[1];
      expired_slot_o <= (expires != '0) ? head[expires[1]].slot : '0;
    end
  end

  initial begin
    FifoDepthInRange: assert (FifoDepth >= 2 && FifoDepth <= MaxSlots)
      else $error("FifoDepth must be 2..256");
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      PushHasRoom: assert (!push_valid_i || !full_o[push_class_i])
        else $error("an operation was pushed into a class that is full");
      SizeAtMost4096: assert (!push_valid_i || 32'(push_size_i) <= MaxBytes)
        else $error("an operation is larger than 4096 bytes");
      RefundWasUsed: assert (!refund_valid_i || UsedW'(refund_bytes_i) <= used_q)
        else $error("more bytes were refunded than are in service");
      WeightNotZero: assert (weight_i[0] != '0 && weight_i[1] != '0)
        else $error("weights must be 1..255");
    end
  end

endmodule
