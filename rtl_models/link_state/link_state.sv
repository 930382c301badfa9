// SPDX-License-Identifier: Apache-2.0
// Link state: states of one end of a link: DOWN, TRAIN, UP, LOCAL_FAULT, REMOTE_FAULT.

/// A state of the far side is accepted after four PHY sets of the same class in a row.
module link_state (
  /// Clock.
  input  logic       clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic       rst_ni,
  /// Strap: after reset the link is trained already.
  input  logic       start_up_i,
  /// The link is to be used.
  input  logic       enable_i,
  /// Block lock.
  input  logic       lock_i,
  /// A PHY set was received.
  input  logic       phy_valid_i,
  /// The state in the PHY set.
  input  logic [3:0] phy_state_i,
  /// A PHY set is on the link.
  input  logic       phy_sent_i,
  /// State, as in PHY sets.
  output logic [2:0] state_o,
  /// PHY sets are to be sent.
  output logic       phy_valid_o,
  /// Cells and FC sets may be sent.
  output logic       cells_enable_o,
  /// Received cells and FC sets count.
  output logic       rx_enable_o
);

  typedef enum logic [2:0] {
    StDown,
    StTrain,
    StUp,
    StLocalFault,
    StRemoteFault
  } state_e;

  /// Classes of received states.
  typedef enum logic [1:0] {
    /// The far side does not receive this side: DOWN, LOCAL_FAULT.
    ClassA,
    /// The far side receives this side, but no confirmation of the reverse direction: REMOTE_FAULT.
    ClassB,
    /// The far side has confirmed that both sides receive: TRAIN, UP.
    ClassC
  } class_e;

  /// Number of sets of one class in a row that change the state.
  localparam logic [2:0] RunEnough = 3'd4;
  /// PHY sets with state UP before the first cell.
  localparam logic [4:0] HelloSets = 5'd16;

  state_e     state_q, state_d;
  class_e     said, class_q, class_d;
  logic       known;
  logic [2:0] run_q, run_d;
  logic [4:0] hello_q, hello_d;

  always_comb begin : p_classify
    known = phy_valid_i;
    said = ClassA;
    case (phy_state_i)
      4'(StDown), 4'(StLocalFault): said = ClassA;
      4'(StRemoteFault):            said = ClassB;
      4'(StTrain), 4'(StUp):        said = ClassC;
      default:                      known = 1'b0;
    endcase
  end

  always_comb begin : p_run
    run_d = run_q;
    class_d = class_q;
    if (known) begin
      class_d = said;
      if (said != class_q) begin
        run_d = 3'd1;
      end else if (run_q != RunEnough) begin
        run_d = run_q + 1'b1;
      end
    end
    if (!lock_i) begin
      run_d = '0;
    end
  end

  logic received_a, received_b, received_c;
  assign received_a = run_d == RunEnough && class_d == ClassA;
  assign received_b = run_d == RunEnough && class_d == ClassB;
  assign received_c = run_d == RunEnough && class_d == ClassC;

  always_comb begin : p_next
    state_d = state_q;
    if (!enable_i) begin
      state_d = StDown;
    end else if (!lock_i) begin
      state_d = StLocalFault;
    end else begin
      case (state_q)
        StRemoteFault: begin
          if (received_b || received_c) state_d = StTrain;
        end
        StTrain: begin
          if (received_c) state_d = StUp;
          if (received_a) state_d = StRemoteFault;
        end
        StUp: begin
          if (received_a || received_b) state_d = StRemoteFault;
        end
        default: state_d = StRemoteFault;
      endcase
    end
  end

  // PHY sets still to be sent in UP: the far side must receive the state before the first cell.
  always_comb begin : p_hello
    hello_d = hello_q;
    if (state_q != StUp || (phy_valid_i && phy_state_i == 4'(StTrain))) begin
      hello_d = HelloSets;
    end else if (phy_sent_i && hello_q != '0) begin
      hello_d = hello_q - 1'b1;
    end
  end

  // Loaded from the strap with the clock, since no common flip-flop loads a pin asynchronously.
  always_ff @(posedge clk_i) begin : p_state
    if (!rst_ni) begin
      state_q <= start_up_i ? StUp : StDown;
    end else begin
      state_q <= state_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_rest
    if (!rst_ni) begin
      class_q <= ClassA;
      run_q <= '0;
      hello_q <= '0;
    end else begin
      class_q <= class_d;
      run_q <= run_d;
      hello_q <= hello_d;
    end
  end

  assign state_o = state_q;
  assign rx_enable_o = state_q == StUp;
  assign cells_enable_o = rx_enable_o && hello_q == '0;
  assign phy_valid_o = !cells_enable_o;

endmodule
