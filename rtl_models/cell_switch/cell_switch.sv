// SPDX-License-Identifier: Apache-2.0
// Cell switch: the N-port cell switch, all blocks joined.

/// Receive, decode, look up outside, buffer by VC, arbitrate, switch, queue, send. A header takes
/// 8 cycles from `rx_data_i` to the crossbar's output; see README.md, "Pipeline".
module cell_switch
  import tin_pkg::*;
#(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of virtual channels, 1..32.
  parameter int unsigned NumVcs = 4,
  /// Storage per input VC in words.
  parameter int unsigned MaxWords = 64,
  /// Greatest number of rounds per cycle of the arbiter, 1..4.
  parameter int unsigned MaxRounds = 4
) (
  /// Clock.
  input  logic                             clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                             rst_ni,
  /// Setting: arbiter rounds per cycle, 1..MaxRounds.
  input  logic [2:0]                       iterations_i,
  /// Strap: depth of every VC FIFO of an input port.
  input  logic [NumPorts-1:0][CountW-1:0]  rx_depth_i,
  /// Strap: initial credit limit of every VC of an output port.
  input  logic [NumPorts-1:0][CountW-1:0]  tx_limit_i,
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
  /// A word leaves the crossbar.
  output logic [NumPorts-1:0]              xbar_valid_o,
  /// The word is the first of a cell.
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

  logic [NumPorts-1:0] tx_credited_q;

  always_ff @(posedge clk_i) begin : p_straps
    if (!rst_ni) begin
      tx_credited_q <= tx_credited_i;
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

  logic [NumPorts-1:0]            match_valid, pop_valid, pop_sop;
  logic [NumPorts-1:0][VcW-1:0]   match_vc;
  logic [NumPorts-1:0][WordW-1:0] pop_data;

  for (genvar p = 0; p < NumPorts; p++) begin : gen_input
    // Limits are absolute, so the number of words of a credit is not sent.
    // verilator lint_off PINCONNECTEMPTY
    vc_fifo #(
      .NumVcs  (NumVcs),
      .MaxWords(MaxWords)
    ) i_vc_fifo (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .depth_words_i ({NumVcs{rx_depth_i[p]}}),
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
      .pop_valid_o   (pop_valid[p]),
      .pop_sop_o     (pop_sop[p]),
      .pop_data_o    (pop_data[p]),
      .credit_valid_o(fc_valid_o[p]),
      .credit_vc_o   (fc_vc_o[p]),
      .credit_words_o(),
      .credit_limit_o(fc_limit_o[p])
    );
    // verilator lint_on PINCONNECTEMPTY
  end

  // ---- Request (cycle a = t+4): a head requests its output if the whole cell fits there.

  logic [NumVcs-1:0][CountW-1:0] avail [NumPorts];
  logic [NumVcs-1:0][7:0]        space [NumPorts];

  logic [NumPorts-1:0][NumVcs-1:0]            req_valid;
  logic [NumPorts-1:0][NumVcs-1:0][PortW-1:0] req_port;
  port_idx_t                                  req_out;
  vc_idx_t                                    req_vc;

  always_comb begin : p_request
    req_valid = '0;
    req_out = '0;
    req_vc = '0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      req_port[p] = '0;
      if (head_valid[p] != '0) begin
        for (int unsigned v = 0; v < NumVcs; v++) begin
          if (head_valid[p][v]) begin
            req_out = port_idx_t'(head_meta[p][v][PortW-1:0]);
            req_vc = vc_idx_t'(head_meta[p][v][MetaW-1:PortW]);
            req_valid[p][v] = 8'(head_len[p][v]) <= space[req_out][req_vc] &&
                (!tx_credited_q[req_out] || CountW'(head_len[p][v]) <= avail[req_out][req_vc]);
            req_port[p][v] = head_meta[p][v][PortW-1:0];
          end
        end
      end
    end
  end

  logic [NumPorts-1:0]            in_busy, out_busy;
  logic [NumPorts-1:0][PortW-1:0] match_port;

  islip_arbiter #(
    .NumPorts (NumPorts),
    .NumVcs   (NumVcs),
    .MaxRounds(MaxRounds)
  ) i_islip_arbiter (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .iterations_i (iterations_q),
    .strict_i     (strict_q[0]),
    .req_valid_i  (req_valid),
    .req_port_i   (req_port),
    .in_busy_i    (in_busy),
    .out_busy_i   (out_busy),
    .match_valid_o(match_valid),
    .match_port_o (match_port),
    .match_vc_o   (match_vc)
  );

  assign match_valid_o = match_valid;
  assign match_port_o = match_port;
  assign match_vc_o = match_vc;

  // ---- Match (cycle a+1): what it takes from the head, by input and by output.

  logic [NumPorts-1:0][LenW-1:0] match_len, take_words;
  logic [NumPorts-1:0]           take_valid;
  logic [NumPorts-1:0][VcW-1:0]  take_vc;
  port_idx_t                     take_out;

  always_comb begin : p_take
    match_len = '0;
    take_valid = '0;
    take_vc = '0;
    take_words = '0;
    take_out = '0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      if (match_valid[p]) begin
        take_out = port_idx_t'(match_port[p]);
        match_len[p] = head_len[p][vc_idx_t'(match_vc[p])];
        take_valid[take_out] = 1'b1;
        take_vc[take_out] = head_meta[p][vc_idx_t'(match_vc[p])][MetaW-1:PortW];
        take_words[take_out] = match_len[p];
      end
    end
  end

  // ---- Switch (words enter in a+3 and leave in a+4), queue and send (a+5).

  logic [NumPorts-1:0][WordW-1:0] xbar_data;

  crossbar #(
    .NumPorts(NumPorts)
  ) i_crossbar (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .start_valid_i(match_valid),
    .start_port_i (match_port),
    .start_len_i  (match_len),
    .in_valid_i   (pop_valid),
    .in_sop_i     (pop_sop),
    .in_data_i    (pop_data),
    .out_valid_o  (xbar_valid_o),
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

    output_queue #(
      .NumVcs  (NumVcs),
      .MaxWords(256)
    ) i_output_queue (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .queue_words_i  (queue_words_i),
      .strict_i       (strict_q[QueueLag]),
      .weight_i       (weight_q[QueueLag]),
      .reserve_valid_i(take_valid[p]),
      .reserve_vc_i   (take_vc[p]),
      .reserve_words_i(take_words[p]),
      .push_valid_i   (xbar_valid_o[p]),
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

endmodule
