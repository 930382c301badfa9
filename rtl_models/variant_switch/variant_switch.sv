// SPDX-License-Identifier: Apache-2.0
// Variant switch: the cell switch with a faster crossbar, round-robin matching, shared buffers.

/// The pipeline is that of cell_switch. What differs is in README.md, "Transfers" and "Shared words".
module variant_switch
  import tin_pkg::*;
#(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of virtual channels, 1..32.
  parameter int unsigned NumVcs = 4,
  /// Storage per input port in words, a power of two.
  parameter int unsigned PortWords = 256,
  /// Greatest number of rounds per cycle of the arbiter, 1..4.
  parameter int unsigned MaxRounds = 4
) (
  /// Clock.
  input  logic                             clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                             rst_ni,
  /// Setting: arbiter rounds per cycle, 1..MaxRounds.
  input  logic [2:0]                       iterations_i,
  /// Strap: round-robin matching, not iSLIP.
  input  logic                             rrm_i,
  /// Strap: words that the crossbar moves per port and cycle, 1 or 2.
  input  logic [1:0]                       speedup_i,
  /// Strap: most words of every VC FIFO of an input port.
  input  logic [NumPorts-1:0][CountW-1:0]  rx_depth_i,
  /// Strap: initial credit limit of every VC of an output port.
  input  logic [NumPorts-1:0][CountW-1:0]  tx_limit_i,
  /// Strap: of these words, those that the VCs share.
  input  logic [NumPorts-1:0][CountW-1:0]  tx_shared_i,
  /// Strap: 0 if the output port needs no credit.
  input  logic [NumPorts-1:0]              tx_credited_i,
  /// Strap: output queue space per VC in words.
  input  logic [7:0]                       queue_words_i,
  /// Setting: the VC has strict priority, in the arbiter (VC of arrival) and on the output link.
  input  logic [NumVcs-1:0]                strict_i,
  /// Setting: round robin weight of each VC.
  input  logic [NumVcs-1:0][7:0]           weight_i,
  /// A word from the link.
  input  logic [NumPorts-1:0]              rx_valid_i,
  /// The word is the first of a cell.
  input  logic [NumPorts-1:0]              rx_sop_i,
  /// The word.
  input  logic [NumPorts-1:0][WordW-1:0]   rx_data_i,
  /// Answer of the lookup, two cycles after its question: output port.
  input  logic [NumPorts-1:0][PortW-1:0]   route_port_i,
  /// Answer of the lookup: VC on the output link.
  input  logic [NumPorts-1:0][VcW-1:0]     route_vc_i,
  /// A credit limit from the receiver of an output port.
  input  logic [NumPorts-1:0]              fc_valid_i,
  /// VC.
  input  logic [NumPorts-1:0][VcW-1:0]     fc_vc_i,
  /// The limit, modulo 4096.
  input  logic [NumPorts-1:0][CountW-1:0]  fc_limit_i,
  /// The link can begin a cell in the next cycle.
  input  logic [NumPorts-1:0]              tx_ready_i,
  /// A good header, to be looked up.
  output logic [NumPorts-1:0]              lookup_valid_o,
  /// The header.
  output logic [NumPorts-1:0][WordW-1:0]   lookup_word_o,
  /// A bad header was discarded.
  output logic [NumPorts-1:0]              rx_error_o,
  /// Input is matched.
  output logic [NumPorts-1:0]              match_valid_o,
  /// The output it is matched to.
  output logic [NumPorts-1:0][PortW-1:0]   match_port_o,
  /// The VC it is matched from.
  output logic [NumPorts-1:0][VcW-1:0]     match_vc_o,
  /// One or two words leave the crossbar.
  output logic [NumPorts-1:0]              xbar_valid_o,
  /// The first of them begins a cell.
  output logic [NumPorts-1:0]              xbar_sop_o,
  /// A word to the link.
  output logic [NumPorts-1:0]              tx_valid_o,
  /// The word is the first of a cell.
  output logic [NumPorts-1:0]              tx_sop_o,
  /// The word.
  output logic [NumPorts-1:0][WordW-1:0]   tx_data_o,
  /// A credit limit for the sender at an input port.
  output logic [NumPorts-1:0]              fc_valid_o,
  /// VC.
  output logic [NumPorts-1:0][VcW-1:0]     fc_vc_o,
  /// The limit, modulo 4096.
  output logic [NumPorts-1:0][CountW-1:0]  fc_limit_o
);

  localparam int unsigned PortIdxW = $clog2(NumPorts);
  localparam int unsigned VcIdxW = (NumVcs > 1) ? $clog2(NumVcs) : 1;

  typedef logic [PortIdxW-1:0] port_idx_t;
  typedef logic [VcIdxW-1:0] vc_idx_t;

  // ---- Straps, held from reset on, so that nothing behind a register waits for an input pin. They
  // are loaded with the clock, since no common flip-flop loads a pin asynchronously.

  logic                            rrm_q;
  logic [1:0]                      speedup_q;
  logic [NumPorts-1:0]             tx_credited_q;
  logic [NumPorts-1:0][CountW-1:0] tx_shared_q;

  always_ff @(posedge clk_i) begin : p_straps
    if (!rst_ni) begin
      rrm_q <= rrm_i;
      speedup_q <= speedup_i;
      tx_credited_q <= tx_credited_i;
      tx_shared_q <= tx_shared_i;
    end
  end

  // ---- Settings: of the cycle before for the arbiter, and four cycles older for the output
  // queues, which choose a cell four cycles after its match at the earliest.

  localparam int unsigned QueueLag = 4;

  logic [2:0]                          iterations_q;
  logic [QueueLag:0][NumVcs-1:0]       strict_q;
  logic [QueueLag:0][NumVcs-1:0][7:0]  weight_q;

  always_ff @(posedge clk_i) begin : p_settings
    if (!rst_ni) begin
      iterations_q <= iterations_i;
      strict_q <= {(QueueLag + 1){strict_i}};
      weight_q <= {(QueueLag + 1){weight_i}};
    end else begin
      iterations_q <= iterations_i;
      strict_q <= {strict_q[QueueLag-1:0], strict_i};
      weight_q <= {weight_q[QueueLag-1:0], weight_i};
    end
  end

  // ---- Receive (cycle t to t+3): check headers, drop bad cells, look up, write new headers.

  logic [NumPorts-1:0]            push_valid, push_sop;
  logic [NumPorts-1:0][VcW-1:0]   push_vc;
  logic [NumPorts-1:0][LenW-1:0]  push_len;
  logic [NumPorts-1:0][WordW-1:0] push_data;

  cell_switch_rx #(
    .NumPorts(NumPorts),
    .NumVcs  (NumVcs)
  ) i_cell_switch_rx (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .rx_valid_i    (rx_valid_i),
    .rx_sop_i      (rx_sop_i),
    .rx_data_i     (rx_data_i),
    .route_port_i  (route_port_i),
    .route_vc_i    (route_vc_i),
    .lookup_valid_o(lookup_valid_o),
    .lookup_word_o (lookup_word_o),
    .rx_error_o    (rx_error_o),
    .push_valid_o  (push_valid),
    .push_sop_o    (push_sop),
    .push_vc_o     (push_vc),
    .push_len_o    (push_len),
    .push_data_o   (push_data)
  );

  // ---- Buffer (cycle t+3): write to the queue of the VC of arrival.

  logic [NumVcs-1:0]            head_valid [NumPorts];
  logic [NumVcs-1:0][LenW-1:0]  head_len [NumPorts];
  logic [NumVcs-1:0][MetaW-1:0] head_meta [NumPorts];
  // Of the VC that is matched: cycles of its transfer, and the cell behind its head.
  logic [LenW-1:0]              hold [NumPorts];
  logic [NumPorts-1:0]          next_valid;
  logic [LenW-1:0]              next_len [NumPorts];
  logic [MetaW-1:0]             next_meta [NumPorts];

  logic [NumPorts-1:0]                 match_valid, pop_valid, pop_pair, pop_sop;
  logic [NumPorts-1:0][VcW-1:0]        match_vc;
  logic [NumPorts-1:0][1:0][WordW-1:0] pop_data;

  for (genvar p = 0; p < NumPorts; p++) begin : gen_input
    variant_fifo #(
      .NumVcs   (NumVcs),
      .PortWords(PortWords)
    ) i_variant_fifo (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .speedup_i     (speedup_q),
      .depth_words_i (rx_depth_i[p]),
      .push_valid_i  (push_valid[p]),
      .push_sop_i    (push_sop[p]),
      .push_vc_i     (push_vc[p]),
      .push_len_i    (push_len[p]),
      .push_meta_i   ({route_vc_i[p], route_port_i[p]}),
      .push_data_i   (push_data[p]),
      .pop_valid_i   (match_valid[p]),
      .pop_vc_i      (match_vc[p]),
      .head_valid_o  (head_valid[p]),
      .head_len_o    (head_len[p]),
      .head_meta_o   (head_meta[p]),
      .hold_o        (hold[p]),
      .next_valid_o  (next_valid[p]),
      .next_len_o    (next_len[p]),
      .next_meta_o   (next_meta[p]),
      .pop_valid_o   (pop_valid[p]),
      .pop_pair_o    (pop_pair[p]),
      .pop_sop_o     (pop_sop[p]),
      .pop_data_o    (pop_data[p]),
      .credit_valid_o(fc_valid_o[p]),
      .credit_vc_o   (fc_vc_o[p]),
      .credit_limit_o(fc_limit_o[p])
    );
  end

  // ---- Match (cycle a+1): what it takes from the head, by input and by output, and which ports are
  // free in this cycle.

  logic [NumVcs-1:0][CountW-1:0] avail [NumPorts];
  logic [NumVcs-1:0][7:0]        space [NumPorts];

  logic [NumPorts-1:0]            in_busy, out_busy, in_free, out_free;
  logic [NumPorts-1:0][PortW-1:0] match_port;
  logic [NumPorts-1:0][LenW-1:0]  match_hold, take_words;
  logic [NumPorts-1:0]            take_valid;
  logic [NumPorts-1:0][VcW-1:0]   take_vc;
  port_idx_t                      take_out;

  always_comb begin : p_take
    match_hold = '0;
    take_valid = '0;
    take_vc = '0;
    take_words = '0;
    take_out = '0;
    in_free = ~in_busy;
    out_free = ~out_busy;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      if (match_valid[p]) begin
        take_out = port_idx_t'(match_port[p]);
        match_hold[p] = hold[p];
        take_valid[take_out] = 1'b1;
        take_vc[take_out] = head_meta[p][vc_idx_t'(match_vc[p])][MetaW-1:PortW];
        take_words[take_out] = head_len[p][vc_idx_t'(match_vc[p])];
        if (hold[p] != 5'd1) begin
          in_free[p] = 1'b0;
          out_free[take_out] = 1'b0;
        end
      end
    end
  end

  // ---- Credit of each output without the words of the match, and shared words that its VCs hold.

  logic [NumVcs-1:0][CountW-1:0]   credit [NumPorts];
  logic [NumPorts-1:0][CountW-1:0] shared_free;

  // Words of a VC beyond its reserved ones: it holds all but its credit.
  function automatic logic [CountW-1:0] beyond(logic [CountW-1:0] shared, logic [CountW-1:0] left);
    return (left < shared) ? shared - left : '0;
  endfunction

  always_comb begin : p_credit
    for (int unsigned o = 0; o < NumPorts; o++) begin
      credit[o] = avail[o];
      if (take_valid[o] && tx_credited_q[o]) begin
        credit[o][vc_idx_t'(take_vc[o])] =
            avail[o][vc_idx_t'(take_vc[o])] - CountW'(take_words[o]);
      end
      shared_free[o] = tx_shared_q[o];
      if (tx_shared_q[o] != '0) begin
        for (int unsigned v = 0; v < NumVcs; v++) begin
          shared_free[o] -= beyond(tx_shared_q[o], credit[o][v]);
        end
      end
    end
  end

  // ---- Request (cycle a = t+4): a head requests its output if the whole cell fits there. The head of
  // a VC that is matched is the next cell.

  logic [NumPorts-1:0][NumVcs-1:0]            req_valid;
  logic [NumPorts-1:0][NumVcs-1:0][PortW-1:0] req_port;
  logic [NumVcs-1:0]                          req_heads;
  logic [LenW-1:0]                            req_len;
  logic [MetaW-1:0]                           req_meta;
  port_idx_t                                  req_out;
  vc_idx_t                                    req_vc;
  logic [CountW-1:0]                          req_credit, req_more;
  logic [7:0]                                 req_space;

  always_comb begin : p_request
    req_valid = '0;
    req_heads = '0;
    req_len = '0;
    req_meta = '0;
    req_out = '0;
    req_vc = '0;
    req_credit = '0;
    req_more = '0;
    req_space = '0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      req_port[p] = '0;
      req_heads = head_valid[p];
      if (match_valid[p]) begin
        req_heads[vc_idx_t'(match_vc[p])] = next_valid[p];
      end
      if (in_free[p] && req_heads != '0) begin
        for (int unsigned v = 0; v < NumVcs; v++) begin
          if (req_heads[v]) begin
            req_len = head_len[p][v];
            req_meta = head_meta[p][v];
            if (match_valid[p] && match_vc[p] == VcW'(v)) begin
              req_len = next_len[p];
              req_meta = next_meta[p];
            end
            req_out = port_idx_t'(req_meta[PortW-1:0]);
            req_vc = vc_idx_t'(req_meta[MetaW-1:PortW]);
            req_space = space[req_out][req_vc];
            if (take_valid[req_out] && vc_idx_t'(take_vc[req_out]) == req_vc) begin
              req_space = req_space - 8'(take_words[req_out]);
            end
            req_credit = credit[req_out][req_vc];
            // Shared words that this cell would take.
            req_more = beyond(tx_shared_q[req_out], req_credit - CountW'(req_len))
                - beyond(tx_shared_q[req_out], req_credit);
            req_valid[p][v] = 8'(req_len) <= req_space && (!tx_credited_q[req_out] ||
                (CountW'(req_len) <= req_credit && req_more <= shared_free[req_out]));
            req_port[p][v] = req_meta[PortW-1:0];
          end
        end
      end
    end
  end

  round_arbiter #(
    .NumPorts (NumPorts),
    .NumVcs   (NumVcs),
    .MaxRounds(MaxRounds)
  ) i_round_arbiter (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .iterations_i (iterations_q),
    .rrm_i        (rrm_q),
    .strict_i     (strict_q[0]),
    .req_valid_i  (req_valid),
    .req_port_i   (req_port),
    .in_free_i    (in_free),
    .out_free_i   (out_free),
    .match_valid_o(match_valid),
    .match_port_o (match_port),
    .match_vc_o   (match_vc)
  );

  assign match_valid_o = match_valid;
  assign match_port_o = match_port;
  assign match_vc_o = match_vc;

  // ---- Switch (words enter in a+3 and leave in a+4), queue and send (a+5).

  logic [NumPorts-1:0]                 xbar_pair;
  logic [NumPorts-1:0][1:0][WordW-1:0] xbar_data;

  variant_crossbar #(
    .NumPorts(NumPorts)
  ) i_variant_crossbar (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .start_valid_i(match_valid),
    .start_port_i (match_port),
    .start_hold_i (match_hold),
    .in_valid_i   (pop_valid),
    .in_pair_i    (pop_pair),
    .in_sop_i     (pop_sop),
    .in_data_i    (pop_data),
    .out_valid_o  (xbar_valid_o),
    .out_pair_o   (xbar_pair),
    .out_sop_o    (xbar_sop_o),
    .out_data_o   (xbar_data),
    .in_busy_o    (in_busy),
    .out_busy_o   (out_busy)
  );

  for (genvar p = 0; p < NumPorts; p++) begin : gen_output
    credit_counter #(
      .NumVcs(NumVcs)
    ) i_credit_counter (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .init_limit_i({NumVcs{tx_limit_i[p]}}),
      .fc_valid_i  (fc_valid_i[p]),
      .fc_vc_i     (fc_vc_i[p]),
      .fc_limit_i  (fc_limit_i[p]),
      .take_valid_i(take_valid[p] && tx_credited_q[p]),
      .take_vc_i   (take_vc[p]),
      .take_words_i(take_words[p]),
      .avail_o     (avail[p])
    );

    variant_queue #(
      .NumVcs  (NumVcs),
      .MaxWords(512)
    ) i_variant_queue (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .queue_words_i  (queue_words_i),
      .strict_i       (strict_q[QueueLag]),
      .weight_i       (weight_q[QueueLag]),
      .reserve_valid_i(take_valid[p]),
      .reserve_vc_i   (take_vc[p]),
      .reserve_words_i(take_words[p]),
      .push_valid_i   (xbar_valid_o[p]),
      .push_pair_i    (xbar_pair[p]),
      .push_sop_i     (xbar_sop_o[p]),
      .push_data_i    (xbar_data[p]),
      .tx_ready_i     (tx_ready_i[p]),
      .space_o        (space[p]),
      .tx_valid_o     (tx_valid_o[p]),
      .tx_sop_o       (tx_sop_o[p]),
      .tx_data_o      (tx_data_o[p])
    );
  end

  initial begin
    ShapeInRange: assert (NumPorts >= 2 && NumPorts <= 64 && NumVcs >= 1 && NumVcs <= 32)
      else $error("NumPorts must be 2..64, NumVcs 1..32");
  end

  logic [NumPorts-1:0] shared_beyond, depth_beyond;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_rules
    assign shared_beyond[p] = tx_shared_i[p] > tx_limit_i[p];
    assign depth_beyond[p] = 32'(rx_depth_i[p]) > PortWords;
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      SpeedupInRange: assert (speedup_q == 2'd1 || speedup_q == 2'd2)
        else $error("speedup_i must be 1 or 2");
      SharedWithinLimit: assert (shared_beyond == '0)
        else $error("VCs cannot share more words than one of them may hold");
      DepthWithinStorage: assert (depth_beyond == '0)
        else $error("a VC FIFO is deeper than the storage of its port");
    end
  end

endmodule
