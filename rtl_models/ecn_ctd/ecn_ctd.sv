// SPDX-License-Identifier: Apache-2.0
// ECN and CTD: drop a packet unfetched, or mark it, by the depth of its RTS queue.

/// Keeps the depths of the queues. Both decisions compare a depth with a threshold in the cycle of
/// the request, and are registered outputs of the next.
module ecn_ctd
  import tin_pkg::*;
(
  /// Clock.
  input  logic                                clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                                rst_ni,
  /// Depth above which an RTS is refused, per class of service.
  input  logic [NumClasses-1:0][CountW-1:0]   drop_threshold_i,
  /// Depth above which a packet is marked, per class of service.
  input  logic [NumClasses-1:0][CountW-1:0]   mark_threshold_i,
  /// An RTS arrives.
  input  logic                                rts_valid_i,
  /// Queue.
  input  logic [RtsQueueW-1:0]                rts_queue_i,
  /// The head of a queue is taken by a CTS.
  input  logic                                pop_valid_i,
  /// The queue.
  input  logic [RtsQueueW-1:0]                pop_queue_i,
  /// A packet is ready to leave.
  input  logic                                ready_valid_i,
  /// The queue its RTS was in.
  input  logic [RtsQueueW-1:0]                ready_queue_i,
  /// ECN field.
  input  logic [1:0]                          ready_ecn_i,
  /// The RTS of the cycle before has its answer.
  output logic                                rts_result_o,
  /// The RTS is queued.
  output logic                                accept_o,
  /// The RTS is refused, and answered by a CTD.
  output logic                                ctd_o,
  /// The packet of the cycle before has its answer.
  output logic                                ready_result_o,
  /// The ECN field with which it leaves.
  output logic [1:0]                          ecn_o,
  /// The field was changed.
  output logic                                marked_o,
  /// RTSs queued.
  output logic [NumRtsQueues-1:0][CountW-1:0] depth_o
);

  localparam int unsigned ClassW = $clog2(NumClasses);
  /// The deepest that a queue can be.
  localparam logic [CountW-1:0] FullDepth = '1;
  // Values of the ECN field: capable of it, in either of two codes; congestion experienced.
  localparam logic [1:0] EcnEct1 = 2'd1;
  localparam logic [1:0] EcnEct0 = 2'd2;
  localparam logic [1:0] EcnCe = 2'd3;

  logic [NumRtsQueues-1:0][CountW-1:0] depth_q;

  logic [ClassW-1:0] rts_class, ready_class;
  logic [CountW-1:0] rts_depth, ready_depth;
  logic              refuse, accept, mark;
  assign rts_class = rts_queue_i[ClassW-1:0];
  assign rts_depth = depth_q[rts_queue_i];
  assign refuse = rts_depth > drop_threshold_i[rts_class] || rts_depth == FullDepth;
  assign accept = rts_valid_i && !refuse;

  assign ready_class = ready_queue_i[ClassW-1:0];
  assign ready_depth = depth_q[ready_queue_i];
  assign mark = ready_valid_i && ready_depth > mark_threshold_i[ready_class] &&
      (ready_ecn_i == EcnEct1 || ready_ecn_i == EcnEct0);

  // An RTS and a pop of one queue leave its depth as it is.
  logic both;
  assign both = accept && pop_valid_i && rts_queue_i == pop_queue_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_depth
    if (!rst_ni) begin
      depth_q <= '0;
    end else if (!both) begin
      if (accept) begin
        depth_q[rts_queue_i] <= rts_depth + 1'b1;
      end
      if (pop_valid_i) begin
        depth_q[pop_queue_i] <= depth_q[pop_queue_i] - 1'b1;
      end
    end
  end

  assign depth_o = depth_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      rts_result_o <= 1'b0;
      accept_o <= 1'b0;
      ctd_o <= 1'b0;
      ready_result_o <= 1'b0;
      ecn_o <= '0;
      marked_o <= 1'b0;
    end else begin
      rts_result_o <= rts_valid_i;
      accept_o <= accept;
      ctd_o <= rts_valid_i && refuse;
      ready_result_o <= ready_valid_i;
      ecn_o <= '0;
      if (ready_valid_i) begin
        ecn_o <= mark ? EcnCe : ready_ecn_i;
      end
      marked_o <= mark;
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      PopHasRts: assert (!pop_valid_i || depth_q[pop_queue_i] != '0)
        else $error("a queue was popped that has no RTS");
    end
  end

endmodule
