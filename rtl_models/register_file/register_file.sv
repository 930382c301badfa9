// SPDX-License-Identifier: Apache-2.0
// Register bus of the chip: plain registers, and the port to all arrays.

/// Stage 1 holds the decoded request, stage 2 the request whose answer is formed. A plain register is
/// selected by one bit of a mask, which the two stages pass on.
module register_file
  import tin_registers_pkg::*;
(
  /// Clock.
  input  logic                       clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                       rst_ni,
  /// A request.
  input  logic                       request_valid_i,
  /// It writes.
  input  logic                       request_write_i,
  /// Its address, in bytes.
  input  logic [AddressW-1:0]        request_address_i,
  /// Data of a write.
  input  logic [31:0]                request_data_i,
  /// The request of three cycles ago is answered.
  output logic                       response_valid_o,
  /// Data of a read.
  output logic [31:0]                response_data_o,
  /// It named no register.
  output logic                       response_error_o,
  /// Values of the bits that the hardware sets.
  input  logic [NumPlain-1:0][31:0]  hw_value_i,
  /// Bits that the hardware sets.
  input  logic [NumPlain-1:0][31:0]  hw_set_i,
  /// Stored bits of each plain register.
  output logic [NumPlain-1:0][31:0]  value_o,
  /// A request to a window.
  output logic                       array_valid_o,
  /// It writes.
  output logic                       array_write_o,
  /// The window.
  output logic [4:0]                 array_window_o,
  /// Its address, in bytes.
  output logic [AddressW-1:0]        array_address_o,
  /// Data of a write.
  output logic [31:0]                array_wdata_o,
  /// Data of the request of the cycle before.
  input  logic [31:0]                array_rdata_i,
  /// That request has an error.
  input  logic                       array_error_i
);

  // ---- decoding
  logic                aligned, in_window;
  logic [NumPlain-1:0] plain;
  logic [4:0]          window;
  assign aligned = request_address_i[1:0] == '0;

  for (genvar n = 0; n < NumPlain; n++) begin : gen_decode
    assign plain[n] = request_valid_i && request_address_i == PlainAddress[n];
  end

  always_comb begin : p_window
    in_window = 1'b0;
    window = '0;
    for (int unsigned w = 0; w < NumWindows; w++) begin
      if (request_valid_i && aligned && request_address_i >= WindowFirst[w] &&
          request_address_i <= WindowLast[w]) begin
        in_window = 1'b1;
        window = 5'(w);
      end
    end
  end

  // ---- stage 1 and stage 2
  logic                valid1_q, write1_q, window1_q;
  logic [NumPlain-1:0] plain1_q, plain2_q;
  logic [AddressW-1:0] address1_q, address2_q;
  logic [31:0]         data1_q;
  logic                valid2_q, write2_q, window2_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_stages
    if (!rst_ni) begin
      {valid1_q, write1_q, window1_q, plain1_q, address1_q, data1_q} <= '0;
      {valid2_q, write2_q, window2_q, plain2_q, address2_q} <= '0;
      array_window_o <= '0;
    end else begin
      valid1_q <= request_valid_i;
      write1_q <= request_valid_i && request_write_i;
      window1_q <= in_window;
      plain1_q <= plain;
      address1_q <= request_address_i;
      data1_q <= request_data_i;
      array_window_o <= window;
      valid2_q <= valid1_q;
      write2_q <= write1_q;
      window2_q <= window1_q;
      plain2_q <= plain1_q;
      address2_q <= address1_q;
    end
  end

  assign array_valid_o = window1_q;
  assign array_write_o = window1_q && write1_q;
  assign array_address_o = window1_q ? address1_q : '0;
  assign array_wdata_o = window1_q ? data1_q : '0;

  // ---- answer
  logic error;
  assign error = valid2_q && (window2_q ? array_error_i : plain2_q == '0);

  logic [AddressW-1:0] error_address_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_error_address
    if (!rst_ni) begin
      error_address_q <= '0;
    end else if (error) begin
      error_address_q <= address2_q;
    end
  end

  logic [NumPlain-1:0][31:0] read_value;
  logic [31:0]               read_data;
  always_comb begin : p_read
    read_data = window2_q ? array_rdata_i : '0;
    for (int unsigned n = 0; n < NumPlain; n++) begin
      if (plain2_q[n]) read_data |= read_value[n];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_answer
    if (!rst_ni) begin
      {response_valid_o, response_error_o, response_data_o} <= '0;
    end else begin
      response_valid_o <= valid2_q;
      response_error_o <= error;
      response_data_o <= (valid2_q && !write2_q && !error) ? read_data : '0;
    end
  end

  // ---- plain registers
  for (genvar n = 0; n < NumPlain; n++) begin : gen_plain
    localparam bit IsStatus = PlainAddress[n] == ChipBusStatus;
    localparam bit IsErrorAddress = PlainAddress[n] == ChipBusErrorAddress;
    logic [31:0] stored_q, stored_d, set, shown;
    logic        written, read;

    assign written = write1_q && plain1_q[n];
    assign read = plain2_q[n] && !write2_q;
    assign set = IsStatus ? {30'b0, error && write2_q, error && !write2_q} : hw_set_i[n];
    assign shown = IsErrorAddress ? 32'(error_address_q) : hw_value_i[n];

    always_comb begin : p_next
      stored_d = stored_q & (PlainRw[n] | PlainW1c[n] | PlainRc[n]);
      if (written) begin
        stored_d = (stored_d & ~PlainRw[n] & ~(data1_q & PlainW1c[n])) |
            (data1_q & (PlainRw[n] | PlainWo[n]));
      end
      if (read) stored_d &= ~PlainRc[n];
      stored_d |= set & (PlainW1c[n] | PlainRc[n]);
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin : p_stored
      if (!rst_ni) begin
        stored_q <= PlainReset[n] & PlainRw[n];
      end else begin
        stored_q <= stored_d;
      end
    end

    assign value_o[n] = stored_q;
    assign read_value[n] = (stored_q & ~PlainWo[n]) | (shown & PlainRo[n]) |
        (PlainReset[n] & PlainFixed[n]);
  end

endmodule
