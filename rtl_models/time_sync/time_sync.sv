// SPDX-License-Identifier: Apache-2.0
// The hardware clock of a chip, as primary or as client of TimeSync.

/// The time is one register of ticks and fraction. A message of the port that a client follows
/// corrects it, and is sent on with the new time in the next cycle.
module time_sync
  import tin_pkg::*;
#(
  /// Ports of the chip, 2..64.
  parameter int unsigned NumPorts = 50
) (
  /// Clock.
  input  logic                      clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                      rst_ni,
  /// A port has received a TIMESYNC.
  input  logic [NumPorts-1:0]       rx_valid_i,
  /// Its status.
  input  logic [NumPorts-1:0][3:0]  rx_status_i,
  /// Its time.
  input  logic [NumPorts-1:0][47:0] rx_time_i,
  /// This chip is the primary.
  input  logic                      primary_i,
  /// The port that a client follows.
  input  logic [PortW-1:0]          listen_port_i,
  /// Ticks from the far transmit pins to this input.
  input  logic [15:0]               listen_delay_i,
  /// Ports on which updates are sent.
  input  logic [NumPorts-1:0]       out_ports_i,
  /// Cycles from one update to the next, at most; 0: none but those that follow messages.
  input  logic [23:0]               interval_i,
  /// Cycles without an accepted message until a client has failed; 0: never.
  input  logic [23:0]               timeout_i,
  /// Largest difference that is accepted, in ticks.
  input  logic [15:0]               threshold_i,
  /// Refused messages in a row until a client has failed; 0: never.
  input  logic [3:0]                invalid_limit_i,
  /// Added to the time in each cycle, in 2^-32 ticks.
  input  logic [32:0]               increment_i,
  /// Cycles from tx_valid_o to the transmit scheduler.
  input  logic [3:0]                flight_i,
  /// Software sets the time.
  input  logic                      load_valid_i,
  /// To this.
  input  logic [47:0]               load_time_i,
  /// Software resets the status.
  input  logic                      clear_i,
  /// The time, in ticks.
  output logic [47:0]               time_o,
  /// Accuracy, failed, valid.
  output logic [3:0]                status_o,
  /// Send an update on these ports.
  output logic [NumPorts-1:0]       tx_valid_o,
  /// With this status.
  output logic [3:0]                tx_status_o,
  /// And this time, true when the update has reached the transmit scheduler.
  output logic [47:0]               tx_time_o,
  /// The message of the cycle before was accepted.
  output logic                      accepted_o,
  /// It was refused.
  output logic                      refused_o,
  /// Its time less the own one, in ticks.
  output logic [47:0]               difference_o
);

  localparam int unsigned TickW = 48;
  localparam int unsigned FractionW = 32;
  localparam int unsigned TimeW = TickW + FractionW;
  localparam int unsigned CycleW = 24;
  localparam int unsigned PortIdxW = $clog2(NumPorts);

  localparam logic [3:0] StatusPrimary = 4'b0001;
  localparam logic [1:0] AccuracyUnknown = 2'd3;

  typedef logic [TickW-1:0] ticks_t;
  typedef logic [CycleW-1:0] cycles_t;

  // ---- state: the time; the status as a client; what is counted
  logic [TimeW-1:0] time_q, time_d;
  logic             valid_q, failed_q;
  logic [1:0]       accuracy_q;
  logic [3:0]       refusals_q;
  cycles_t          since_update_q, since_accepted_q;
  logic             primary_q;

  assign time_o = time_q[TimeW-1:FractionW];
  assign status_o = primary_q ? StatusPrimary : {accuracy_q, failed_q, valid_q};

  // ---- the message of this cycle
  logic                message, accept, refuse;
  logic                message_valid, message_failed;
  logic [1:0]          message_accuracy;
  logic [PortIdxW-1:0] port;
  ticks_t              true_time, difference, distance;

  assign port = PortIdxW'(listen_port_i);
  assign message = !primary_i && !load_valid_i && !clear_i && 32'(listen_port_i) < NumPorts &&
      rx_valid_i[port];
  assign {message_accuracy, message_failed, message_valid} = rx_status_i[port];
  assign true_time = rx_time_i[port] + TickW'(listen_delay_i);
  assign difference = true_time - time_o;
  assign distance = difference[TickW-1] ? -difference : difference;
  assign accept = message && message_valid && !message_failed &&
      (!valid_q || distance <= TickW'(threshold_i));
  assign refuse = message && !accept;

  // ---- time
  always_comb begin : p_time
    time_d = time_q;
    if (accept) begin
      time_d = {true_time, FractionW'(0)};
    end
    time_d = time_d + TimeW'(increment_i);
    if (load_valid_i) begin
      time_d = {load_time_i, FractionW'(0)};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_time_reg
    if (!rst_ni) begin
      time_q <= '0;
    end else begin
      time_q <= time_d;
    end
  end

  // ---- accuracy of a message that is accepted
  logic [1:0] correction, accuracy;
  always_comb begin : p_accuracy
    correction = AccuracyUnknown;
    if (valid_q) begin
      if (distance <= ticks_t'(4)) begin
        correction = 2'd0;
      end else if (distance <= ticks_t'(16)) begin
        correction = 2'd1;
      end else if (distance <= ticks_t'(64)) begin
        correction = 2'd2;
      end
    end
    accuracy = (message_accuracy > correction) ? message_accuracy : correction;
  end

  // ---- status
  logic       too_many_refusals, timed_out;
  logic [3:0] refusals;
  assign refusals = (refusals_q == '1) ? refusals_q : refusals_q + 1'b1;
  assign too_many_refusals = refuse && invalid_limit_i != '0 && refusals >= invalid_limit_i;
  assign timed_out = timeout_i != '0 && !primary_i &&
      (CycleW+1)'(since_accepted_q) + 1'b1 >= (CycleW+1)'(timeout_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_status
    if (!rst_ni) begin
      valid_q <= 1'b0;
      failed_q <= 1'b0;
      accuracy_q <= '0;
      refusals_q <= '0;
      primary_q <= 1'b0;
    end else begin
      primary_q <= primary_i;
      if (clear_i) begin
        valid_q <= 1'b0;
        failed_q <= 1'b0;
        accuracy_q <= '0;
        refusals_q <= '0;
      end else if (accept) begin
        valid_q <= 1'b1;
        failed_q <= 1'b0;
        accuracy_q <= accuracy;
        refusals_q <= '0;
      end else begin
        failed_q <= failed_q || too_many_refusals || timed_out;
        if (refuse) begin
          refusals_q <= refusals;
        end
      end
    end
  end

  // ---- cycles since the last update and the last accepted message
  logic periodic, update;
  assign periodic = status_o[0] && interval_i != '0 &&
      (CycleW+1)'(since_update_q) + 1'b1 >= (CycleW+1)'(interval_i);
  assign update = accept || periodic;

  /// One more, up to the last value.
  function automatic cycles_t count(cycles_t cycles);
    return (cycles == '1) ? cycles : cycles + 1'b1;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_cycles
    if (!rst_ni) begin
      since_update_q <= '0;
      since_accepted_q <= '0;
    end else begin
      since_update_q <= update ? '0 : count(since_update_q);
      since_accepted_q <= (accept || clear_i) ? '0 : count(since_accepted_q);
    end
  end

  // ---- update: the registers hold its ports and its flight, time and status are those of the cycle
  logic [3:0] flight_q;
  logic       sends;
  assign sends = tx_valid_o != '0;
  assign tx_status_o = sends ? status_o : '0;
  assign tx_time_o = sends ? time_o + TickW'(flight_q) : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_update
    if (!rst_ni) begin
      tx_valid_o <= '0;
      flight_q <= '0;
    end else begin
      tx_valid_o <= update ? out_ports_i : '0;
      flight_q <= flight_i;
    end
  end

  // ---- what became of a message
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_message
    if (!rst_ni) begin
      accepted_o <= 1'b0;
      refused_o <= 1'b0;
      difference_o <= '0;
    end else begin
      accepted_o <= accept;
      refused_o <= refuse;
      difference_o <= message ? difference : '0;
    end
  end

  initial begin
    NumPortsInRange: assert (NumPorts >= 2 && NumPorts <= 64)
      else $error("NumPorts must be 2..64");
  end

endmodule
