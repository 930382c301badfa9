// SPDX-License-Identifier: Apache-2.0
// Request codec of 1RMA: requests as the words of a cell.

/// Two halves that share nothing. The sender keeps the request and cuts the word on show out of it;
/// the receiver keeps the first words of a cell and judges them with the last one.
module request_codec
  import tin_pkg::*;
  import rma_pkg::*;
(
  /// Clock.
  input  logic             clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic             rst_ni,
  /// A request to send.
  input  logic             enc_valid_i,
  /// Cell header.
  input  logic [WordW-1:0] enc_header_i,
  /// Operation.
  input  logic [OpW-1:0]   enc_op_i,
  /// Flags.
  input  logic [3:0]       enc_flags_i,
  /// Bytes.
  input  logic [15:0]      enc_size_i,
  /// Slot.
  input  logic [15:0]      enc_slot_i,
  /// The region it names.
  input  logic [23:0]      enc_region_i,
  /// First byte in the region.
  input  logic [47:0]      enc_offset_i,
  /// Process that makes the request.
  input  logic [31:0]      enc_pid_i,
  /// Number.
  input  logic [47:0]      enc_counter_i,
  /// Tag, bits 127..64.
  input  logic [63:0]      enc_tag_hi_i,
  /// Tag, bits 63..0.
  input  logic [63:0]      enc_tag_lo_i,
  /// The request is taken in this cycle.
  output logic             enc_ready_o,
  /// A word of its cell.
  output logic             word_valid_o,
  /// The word.
  output logic [WordW-1:0] word_o,
  /// The word is the first of the cell.
  output logic             word_first_o,
  /// The word is the last of the cell.
  output logic             word_last_o,
  /// The word is taken.
  input  logic             word_ready_i,
  /// A word of an arriving cell.
  input  logic             rx_valid_i,
  /// The word.
  input  logic [WordW-1:0] rx_word_i,
  /// The word is the first of the cell.
  input  logic             rx_first_i,
  /// The word is the last of the cell.
  input  logic             rx_last_i,
  /// Type of its cell; counts with the first word.
  input  logic [3:0]       rx_type_i,
  /// A cell has ended.
  output logic             dec_valid_o,
  /// 0: it is a request, else why it is none.
  output logic [2:0]       dec_error_o,
  /// Type of the cell.
  output logic [3:0]       dec_type_o,
  /// Operation.
  output logic [OpW-1:0]   dec_op_o,
  /// Flags.
  output logic [3:0]       dec_flags_o,
  /// Bytes.
  output logic [15:0]      dec_size_o,
  /// Slot.
  output logic [15:0]      dec_slot_o,
  /// The region it names.
  output logic [23:0]      dec_region_o,
  /// First byte in the region.
  output logic [47:0]      dec_offset_o,
  /// Process that makes the request.
  output logic [31:0]      dec_pid_o,
  /// Number.
  output logic [47:0]      dec_counter_o,
  /// Tag, bits 127..64.
  output logic [63:0]      dec_tag_hi_o,
  /// Tag, bits 63..0.
  output logic [63:0]      dec_tag_lo_o
);

  localparam int unsigned NumWords = 6;
  localparam int unsigned PlaceW = 3;
  localparam logic [PlaceW-1:0] LastWord = PlaceW'(NumWords - 1);

  localparam logic [3:0] TypeReq = 4'd4;
  localparam logic [3:0] TypeWreq = 4'd5;
  localparam logic [3:0] TypePull = 4'd6;

  localparam logic [2:0] ErrorNone = 3'd0;
  localparam logic [2:0] ErrorType = 3'd1;
  localparam logic [2:0] ErrorLength = 3'd2;
  localparam logic [2:0] ErrorOp = 3'd3;
  localparam logic [2:0] ErrorFlags = 3'd4;

  /// Payload behind the header: words 1 to 5, first member in the most significant bits.
  typedef struct packed {
    logic [63:0]    tag_hi;
    logic [63:0]    tag_lo;
    logic [47:0]    counter;
    logic [31:0]    pid;  // from word 2 into word 3
    logic [47:0]    offset;
    logic [23:0]    region;
    logic [15:0]    slot;
    logic [15:0]    size;
    logic [3:0]     flags;
    logic [OpW-1:0] op;
  } request_t;

  // ---- sender
  logic                           sending_q;
  logic [PlaceW-1:0]              place_q;
  logic [NumWords-1:0][WordW-1:0] words_q;
  request_t                       request;
  assign request = {enc_tag_hi_i, enc_tag_lo_i, enc_counter_i, enc_pid_i, enc_offset_i,
                    enc_region_i, enc_slot_i, enc_size_i, enc_flags_i, enc_op_i};

  assign enc_ready_o = !sending_q;
  assign word_valid_o = sending_q;
  assign word_o = sending_q ? words_q[place_q] : '0;
  assign word_first_o = sending_q && place_q == '0;
  assign word_last_o = sending_q && place_q == LastWord;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_send
    if (!rst_ni) begin
      sending_q <= 1'b0;
      place_q <= '0;
      words_q <= '0;
    end else if (enc_valid_i && enc_ready_o) begin
      sending_q <= 1'b1;
      place_q <= '0;
      words_q <= {request, enc_header_i};
    end else if (sending_q && word_ready_i) begin
      sending_q <= !word_last_o;
      place_q <= place_q + 1'b1;
    end
  end

  // ---- receiver: words of the cell so far, seven for all that is more than six
  localparam logic [PlaceW-1:0] TooMany = PlaceW'(NumWords + 1);

  logic              inside_q, belongs;
  logic [PlaceW-1:0] count_q, count_d;
  logic [3:0]        type_q, type_d;
  assign belongs = rx_valid_i && (rx_first_i || inside_q);
  assign type_d = rx_first_i ? rx_type_i : type_q;

  always_comb begin : p_count
    if (rx_first_i) begin
      count_d = PlaceW'(1);
    end else if (count_q == TooMany) begin
      count_d = TooMany;
    end else begin
      count_d = count_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_inside
    if (!rst_ni) begin
      inside_q <= 1'b0;
      count_q <= '0;
      type_q <= '0;
    end else if (belongs) begin
      inside_q <= !rx_last_i;
      count_q <= count_d;
      type_q <= type_d;
    end
  end

  // Words 1 to 4; the header is ignored, and word 5 is present when the cell is judged.
  logic [NumWords-3:0][WordW-1:0] kept_q;
  always_ff @(posedge clk_i) begin : p_keep
    for (int unsigned w = 1; w < NumWords - 1; w++) begin
      if (belongs && !rx_first_i && count_q == PlaceW'(w)) begin
        kept_q[w-1] <= rx_word_i;
      end
    end
  end

  request_t   arrived;
  logic       right_type, right_op;
  logic [2:0] error;
  assign arrived = {rx_word_i, kept_q};
  assign right_type = type_d == TypeReq || type_d == TypeWreq || type_d == TypePull;
  assign right_op = (type_d == TypeReq) ? arrived.op == OpRead :
      (arrived.op != OpRead && arrived.op <= OpRekey);

  always_comb begin : p_error
    error = ErrorNone;
    if (!right_type) begin
      error = ErrorType;
    end else if (count_d != PlaceW'(NumWords)) begin
      error = ErrorLength;
    end else if (!right_op) begin
      error = ErrorOp;
    end else if (type_d != TypePull && arrived.flags != '0) begin
      error = ErrorFlags;
    end
  end

  logic     ends;
  request_t request_q;
  assign ends = belongs && rx_last_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_result
    if (!rst_ni) begin
      dec_valid_o <= 1'b0;
      dec_error_o <= ErrorNone;
      dec_type_o <= '0;
      request_q <= '0;
    end else begin
      dec_valid_o <= ends;
      dec_error_o <= ends ? error : ErrorNone;
      dec_type_o <= ends ? type_d : '0;
      request_q <= (ends && error == ErrorNone) ? arrived : '0;
    end
  end

  assign dec_op_o = request_q.op;
  assign dec_flags_o = request_q.flags;
  assign dec_size_o = request_q.size;
  assign dec_slot_o = request_q.slot;
  assign dec_region_o = request_q.region;
  assign dec_offset_o = request_q.offset;
  assign dec_pid_o = request_q.pid;
  assign dec_counter_o = request_q.counter;
  assign dec_tag_hi_o = request_q.tag_hi;
  assign dec_tag_lo_o = request_q.tag_lo;

endmodule
