// SPDX-License-Identifier: Apache-2.0
// Latency meter: measures the delay of a link by PING and PONG.

/// One set at a time is handed to the scheduler; what is wanted meanwhile waits here.
module latency_meter (
  /// Clock.
  input  logic        clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic        rst_ni,
  /// Measure.
  input  logic        start_i,
  /// A LAT set was received.
  input  logic        set_valid_i,
  /// Its kind: PING or PONG.
  input  logic [3:0]  set_sub_i,
  /// Its residence, in cycles.
  input  logic [47:0] set_residence_i,
  /// A LAT set is on the link.
  input  logic        sent_i,
  /// Its kind.
  input  logic [3:0]  sent_sub_i,
  /// Send a LAT set.
  output logic        lat_valid_o,
  /// Its kind.
  output logic [3:0]  lat_sub_o,
  /// Its residence, in cycles.
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

  // What waits to be asked for; residence as it is in this cycle, of a PONG that waits.
  logic             ping_waits_q, pong_waits_q;
  logic [TimeW-1:0] residence_q;
  // A set was asked for and is not on the link yet.
  logic             asked_q;

  logic ask_ping, ask_pong;
  assign ask_pong = pong_waits_q && !asked_q;
  assign ask_ping = ping_waits_q && !asked_q && !pong_waits_q;

  assign lat_valid_o = ask_ping || ask_pong;
  assign lat_sub_o = ask_pong ? SubPong : SubPing;
  assign lat_residence_o = ask_pong ? residence_q : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_ask
    if (!rst_ni) begin
      ping_waits_q <= 1'b0;
      pong_waits_q <= 1'b0;
      residence_q <= '0;
      asked_q <= 1'b0;
    end else begin
      ping_waits_q <= start_i || (ping_waits_q && !ask_ping);
      pong_waits_q <= got_ping || (pong_waits_q && !ask_pong);
      residence_q <= got_ping ? TimeW'(1) : residence_q + 1'b1;
      asked_q <= lat_valid_o || (asked_q && !sent_i);
    end
  end

  // A PING is on its way, and how many cycles ago it was sent.
  logic             flies_q;
  logic [TimeW-1:0] flight_q;

  logic             answered;
  logic [TimeW-1:0] round_trip;
  assign answered = got_pong && flies_q;
  assign round_trip = flight_q - set_residence_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_flight
    if (!rst_ni) begin
      flies_q <= 1'b0;
      flight_q <= '0;
    end else begin
      flies_q <= ping_sent || (flies_q && !answered);
      flight_q <= ping_sent ? TimeW'(1) : flight_q + 1'b1;
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
