// SPDX-License-Identifier: Apache-2.0
// An output of the ExaNet router: gate, arbiter and the words of the granted packet.

/// The granted queue has the output until the footer of its packet has left.
module exanet_router_output
  import exanet_pkg::*;
#(
  /// Queues of the router.
  parameter int unsigned NumQueues = 7
) (
  /// Clock.
  input  logic                                      clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                                      rst_ni,
  /// Straps: sizes of the buffers behind the output, as in exanet_vct_gate.
  input  logic [NumChannels-1:0][HeaderSpaceW-1:0]  header_words_i,
  input  logic [NumChannels-1:0][PayloadSpaceW-1:0] payload_words_i,
  /// Words that became free there.
  input  logic [NumChannels-1:0][1:0]               freed_header_i,
  input  logic [NumChannels-1:0][1:0]               freed_payload_i,
  /// The arbiter has fixed priority, else round robin.
  input  logic                                      fixed_i,
  /// Fixed priority: the lowest rank first.
  input  logic [NumQueues-1:0][3:0]                 rank_i,
  /// A queue requests the output.
  input  logic [NumQueues-1:0]                      request_i,
  /// Its channel.
  input  logic [NumQueues-1:0]                      vc_i,
  /// Its words of payload.
  input  logic [NumQueues-1:0][WordsW-1:0]          words_i,
  /// The queue that is granted; at most one bit.
  output logic [NumQueues-1:0]                      grant_o,
  /// A queue has a word for the output that it was granted.
  input  logic [NumQueues-1:0]                      word_valid_i,
  /// Its kind.
  input  logic [NumQueues-1:0][KindW-1:0]           word_kind_i,
  /// The word.
  input  logic [NumQueues-1:0][FlitW-1:0]           word_i,
  /// A word at the output.
  output logic                                      out_valid_o,
  /// Its kind.
  output logic [KindW-1:0]                          out_kind_o,
  /// Its channel.
  output logic                                      out_vc_o,
  /// The word.
  output logic [FlitW-1:0]                          out_data_o
);

  localparam int unsigned QueueW = $clog2(NumQueues);
  typedef logic [QueueW-1:0] queue_t;
  typedef logic [NumQueues-1:0] queues_t;

  localparam queue_t LastQueue = queue_t'(NumQueues - 1);
  localparam int unsigned NumRanks = 16;
  /// Packets per long pause, and the cycles by which that is longer.
  localparam logic [1:0] LastOfFour = 2'd3;
  localparam logic [1:0] LongPause = 2'd3;

  queue_t     source_q, pointer_q;
  logic       busy_q;
  logic [1:0] ended_q, pause_q;

  // ---- arbiter
  queues_t fits, upwards, first_choice, in_turn, best_ranked;
  queue_t  granted;
  logic    granted_any;
  assign upwards = fits & (queues_t'('1) << pointer_q);
  assign in_turn = (upwards != '0) ? upwards : fits;

  logic [NumRanks-1:0] ranks, best_rank;
  always_comb begin : p_ranks
    ranks = '0;
    for (int unsigned q = 0; q < NumQueues; q++) begin
      if (fits[q]) begin
        ranks[rank_i[q]] = 1'b1;
      end
    end
    best_rank = ranks & (~ranks + 1'b1);
    for (int unsigned q = 0; q < NumQueues; q++) begin
      best_ranked[q] = fits[q] && best_rank[rank_i[q]];
    end
  end

  assign first_choice = fixed_i ? best_ranked : in_turn;
  assign grant_o = (busy_q || pause_q != '0) ? '0 : first_choice & (~first_choice + 1'b1);
  assign granted_any = grant_o != '0;
  always_comb begin : p_granted
    granted = '0;
    for (int unsigned q = 0; q < NumQueues; q++) begin
      if (grant_o[q]) begin
        granted |= queue_t'(q);
      end
    end
  end

  // verilator lint_off PINCONNECTEMPTY
  exanet_vct_gate #(.NumRequests(NumQueues)) i_gate (
    .clk_i, .rst_ni, .header_words_i, .payload_words_i,
    .request_valid_i(request_i), .request_vc_i(vc_i), .request_words_i(words_i),
    .take_valid_i(granted_any), .take_vc_i(vc_i[granted]), .take_words_i(words_i[granted]),
    .freed_header_i, .freed_payload_i, .fits_o(fits), .header_space_o(), .payload_space_o()
  );
  // verilator lint_on PINCONNECTEMPTY

  // ---- the granted queue has the output until its footer leaves
  logic shows, ends;
  assign shows = busy_q && word_valid_i[source_q];
  assign ends = shows && word_kind_i[source_q] == KindFooter;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_owner
    if (!rst_ni) begin
      busy_q <= 1'b0;
      source_q <= '0;
      pointer_q <= '0;
      ended_q <= '0;
      pause_q <= '0;
    end else begin
      if (granted_any) begin
        busy_q <= 1'b1;
        source_q <= granted;
        pointer_q <= (granted == LastQueue) ? '0 : granted + 1'b1;
      end else if (ends) begin
        busy_q <= 1'b0;
      end
      if (ends) begin
        ended_q <= ended_q + 1'b1;
      end
      if (ends && ended_q == LastOfFour) begin
        pause_q <= LongPause;
      end else if (pause_q != '0) begin
        pause_q <= pause_q - 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      out_valid_o <= 1'b0;
      out_kind_o <= '0;
      out_vc_o <= 1'b0;
      out_data_o <= '0;
    end else begin
      out_valid_o <= shows;
      out_kind_o <= shows ? word_kind_i[source_q] : '0;
      out_vc_o <= shows && vc_i[source_q];
      out_data_o <= shows ? word_i[source_q] : '0;
    end
  end

endmodule
