// SPDX-License-Identifier: Apache-2.0
// Latency meter: measures the delay of a link by PING and PONG.

/// One set at a time is handed to the scheduler; further requests are kept in the meter.
module latency_meter (
  /// Clock.
  input  logic        clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic        rst_ni,
  /// Measure.
  input  logic        start_i,
  /// A LAT set was received.
  input  logic        set_valid_i,
  /// Kind: PING or PONG.
  input  logic [3:0]  set_sub_i,
  /// Residence, in cycles.
  input  logic [47:0] set_residence_i,
  /// A LAT set is on the link.
  input  logic        sent_i,
  /// Kind.
  input  logic [3:0]  sent_sub_i,
  /// Send a LAT set.
  output logic        lat_valid_o,
  /// Kind.
  output logic [3:0]  lat_sub_o,
  /// Residence, in cycles.
  output logic [47:0] lat_residence_o,
  /// A measurement is complete.
  output logic        delay_valid_o,
  /// Half of the round trip, in cycles, rounded down.
  output logic [47:0] delay_o
);

  localparam logic [3:0] SubPing = 4'd0;
  localparam logic [3:0] SubPong = 4'd1;
  localparam int unsigned TimeW = 48;

  logic got_ping, got_pong, ping_sent;
  assign got_ping = set_valid_i && set_sub_i == SubPing;
  assign got_pong = set_valid_i && set_sub_i == SubPong;
  assign ping_sent = sent_i && sent_sub_i == SubPing;

  // Pending requests; residence as it is in this cycle, of a pending PONG.
  logic             ping_waits_q, pong_waits_q;
  logic [TimeW-1:0] residence_q;
  // A set was requested and is not on the link yet.
  logic             requested_q;

  logic request_ping, request_pong;
  assign request_pong = pong_waits_q && !requested_q;
  assign request_ping = ping_waits_q && !requested_q && !pong_waits_q;

  assign lat_valid_o = request_ping || request_pong;
  assign lat_sub_o = request_pong ? SubPong : SubPing;
  assign lat_residence_o = request_pong ? residence_q : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_request
    if (!rst_ni) begin
      ping_waits_q <= 1'b0;
      pong_waits_q <= 1'b0;
      residence_q <= '0;
      requested_q <= 1'b0;
    end else begin
      ping_waits_q <= start_i || (ping_waits_q && !request_ping);
      pong_waits_q <= got_ping || (pong_waits_q && !request_pong);
      residence_q <= got_ping ? TimeW'(1) : residence_q + 1'b1;
      requested_q <= lat_valid_o || (requested_q && !sent_i);
    end
  end

  // A PING is on its way, and how many cycles ago it was sent.
  logic             in_flight_q;
  logic [TimeW-1:0] flight_cycles_q;

  logic             answered;
  logic [TimeW-1:0] round_trip;
  assign answered = got_pong && in_flight_q;
  assign round_trip = flight_cycles_q - set_residence_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_flight
    if (!rst_ni) begin
      in_flight_q <= 1'b0;
      flight_cycles_q <= '0;
    end else begin
      in_flight_q <= ping_sent || (in_flight_q && !answered);
      flight_cycles_q <= ping_sent ? TimeW'(1) : flight_cycles_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      delay_valid_o <= 1'b0;
      delay_o <= '0;
    end else begin
      delay_valid_o <= answered;
      delay_o <= answered ? round_trip >> 1 : '0;
    end
  end

endmodule
