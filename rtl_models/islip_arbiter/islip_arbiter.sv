// SPDX-License-Identifier: Apache-2.0
// iSLIP arbiter: central arbiter with busy ports, one request per VC per port.

/// McKeown 1999, with Aquila 3.1's busy ports. One match per cycle; a cell longer than a word keeps
/// its ports out of the following arbitrations. Requests are transposed once per cycle to two masks
/// of inputs per output, all and strict; grant and accept then are picks on masks.
module islip_arbiter
  import tin_pkg::*;
#(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of virtual channels, 1..32.
  parameter int unsigned NumVcs = 4
) (
  /// Clock.
  input  logic                                        clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                                        rst_ni,
  /// Request-grant-accept rounds per cycle, 1..4.
  input  logic [2:0]                                  iterations_i,
  /// Requests of this VC precede the others.
  input  logic [NumVcs-1:0]                           strict_i,
  /// Input requests a transfer from a VC.
  input  logic [NumPorts-1:0][NumVcs-1:0]             req_valid_i,
  /// The output of each request.
  input  logic [NumPorts-1:0][NumVcs-1:0][PortW-1:0]  req_port_i,
  /// Input is still transferring: its requests do not count.
  input  logic [NumPorts-1:0]                         in_busy_i,
  /// Output is still transferring: it grants nothing.
  input  logic [NumPorts-1:0]                         out_busy_i,
  /// Input is matched.
  output logic [NumPorts-1:0]                         match_valid_o,
  /// The output it is matched to.
  output logic [NumPorts-1:0][PortW-1:0]              match_port_o,
  /// The VC it is matched from.
  output logic [NumPorts-1:0][VcW-1:0]                match_vc_o
);

  localparam int unsigned IdxW = $clog2(NumPorts);
  localparam int unsigned MaxRounds = 4;
  localparam int unsigned MaxPorts = 1 << PortW;
  localparam logic [PortW-1:0] LastPort = PortW'(NumPorts - 1);
  localparam logic [VcW-1:0] LastVc = VcW'(NumVcs - 1);

  typedef logic [IdxW-1:0] idx_t;

  // Number of the first set bit at or after `start`, cyclically. Isolating one bit and encoding it
  // by six masks simulates far faster than a loop over the bits.
  function automatic logic [PortW-1:0] first_from(logic [MaxPorts-1:0] mask,
                                                  logic [PortW-1:0] start);
    logic [MaxPorts-1:0] upper, pick, one;
    upper = mask & (64'hFFFF_FFFF_FFFF_FFFF << start);
    pick = (upper != '0) ? upper : mask;
    one = pick & -pick;
    return {(one & 64'hFFFF_FFFF_0000_0000) != '0, (one & 64'hFFFF_0000_FFFF_0000) != '0,
            (one & 64'hFF00_FF00_FF00_FF00) != '0, (one & 64'hF0F0_F0F0_F0F0_F0F0) != '0,
            (one & 64'hCCCC_CCCC_CCCC_CCCC) != '0, (one & 64'hAAAA_AAAA_AAAA_AAAA) != '0};
  endfunction

  // Grant pointer of each output, accept pointer of each input, VC pointer of each pair.
  logic [NumPorts-1:0][PortW-1:0]             grant_ptr_q, accept_ptr_q;
  logic [NumPorts-1:0][NumPorts-1:0][VcW-1:0] vc_ptr_q;

  logic [NumPorts-1:0]            match_valid_q, match_valid_d;
  logic [NumPorts-1:0][PortW-1:0] match_port_q, match_port_d;
  logic [NumPorts-1:0][VcW-1:0]   match_vc_q, match_vc_d;
  // Outputs of the visible match, and inputs that were matched in the first round.
  logic [NumPorts-1:0]            matched_out_q, matched_out_d;
  logic [NumPorts-1:0]            first_round;

  // Request: for each output, the free inputs that have a cell for it, and the inputs among them
  // that have one on a strict VC. The requests of one input are copied first, so that the simulator
  // need not search the vector of all inputs for each VC.
  logic [NumPorts-1:0]          free_in;
  logic [MaxPorts-1:0]          output_requests [MaxPorts];
  logic [MaxPorts-1:0]          output_requests_strict [MaxPorts];
  logic [NumVcs-1:0]            request_valid;
  logic [NumVcs-1:0][PortW-1:0] request_port;
  logic [PortW-1:0]             request_out;
  assign free_in = ~in_busy_i & ~match_valid_q;

  always_comb begin : p_request
    request_valid = '0;
    request_port = '0;
    request_out = '0;
    for (int unsigned o = 0; o < MaxPorts; o++) begin
      output_requests[o] = '0;
      output_requests_strict[o] = '0;
    end
    for (int unsigned i = 0; i < NumPorts; i++) begin
      request_valid = req_valid_i[i];
      if (free_in[i] && request_valid != '0) begin
        request_port = req_port_i[i];
        for (int unsigned v = 0; v < NumVcs; v++) begin
          if (request_valid[v]) begin
            request_out = request_port[v];
            output_requests[request_out][i] = 1'b1;
            if (strict_i[v]) begin
              output_requests_strict[request_out][i] = 1'b1;
            end
          end
        end
      end
    end
  end

  // Grant and accept. An output grants a strict request unless it has none at all, so whether an
  // input holds a strict request for a granting output is known from the grant: `grants_strict`.
  logic [MaxPorts-1:0] open_in, requests, requests_strict, granters, grants_strict;
  logic [NumPorts-1:0] open_out, granted;
  logic [MaxPorts-1:0] offers [NumPorts];
  idx_t                chosen_in;
  logic [PortW-1:0]    chosen_out;

  always_comb begin : p_match
    open_in = MaxPorts'(free_in);
    open_out = ~out_busy_i & ~matched_out_q;
    match_valid_d = '0;
    match_port_d = '0;
    matched_out_d = '0;
    first_round = '0;
    granted = '0;
    granters = '0;
    requests = '0;
    requests_strict = '0;
    grants_strict = '0;
    chosen_in = '0;
    chosen_out = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      offers[i] = '0;
    end
    for (int unsigned k = 0; k < MaxRounds; k++) begin
      if (k < 32'(iterations_i)) begin
        granted = '0;
        grants_strict = '0;
        for (int unsigned o = 0; o < NumPorts; o++) begin
          requests = output_requests[o] & open_in;
          if (open_out[o] && requests != '0) begin
            requests_strict = output_requests_strict[o] & open_in;
            grants_strict[o] = requests_strict != '0;
            chosen_in = idx_t'(first_from(grants_strict[o] ? requests_strict : requests,
                                          grant_ptr_q[o]));
            granters = granted[chosen_in] ? offers[chosen_in] : '0;
            granters[o] = 1'b1;
            offers[chosen_in] = granters;
            granted[chosen_in] = 1'b1;
          end
        end
        for (int unsigned i = 0; i < NumPorts; i++) begin
          if (granted[i]) begin
            granters = offers[i] & grants_strict;
            chosen_out = first_from((granters != '0) ? granters : offers[i], accept_ptr_q[i]);
            match_valid_d[i] = 1'b1;
            match_port_d[i] = chosen_out;
            matched_out_d[idx_t'(chosen_out)] = 1'b1;
            first_round[i] = k == 0;
            open_in[i] = 1'b0;
            open_out[idx_t'(chosen_out)] = 1'b0;
          end
        end
      end
    end
  end

  // VC of each matched input, among those that request the output it is matched to.
  logic [NumVcs-1:0]            vc_requests, vc_requests_strict;
  logic [NumVcs-1:0][PortW-1:0] vc_ports;
  logic [PortW-1:0]             vc_out;

  always_comb begin : p_vc
    match_vc_d = '0;
    vc_requests = '0;
    vc_requests_strict = '0;
    vc_ports = '0;
    vc_out = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (match_valid_d[i]) begin
        vc_out = match_port_d[i];
        vc_ports = req_port_i[i];
        for (int unsigned v = 0; v < NumVcs; v++) begin
          vc_requests[v] = vc_ports[v] == vc_out;
        end
        vc_requests = vc_requests & req_valid_i[i];
        vc_requests_strict = vc_requests & strict_i;
        if (vc_requests_strict != '0) begin
          vc_requests = vc_requests_strict;
        end
        match_vc_d[i] = VcW'(first_from(MaxPorts'(vc_requests),
                                        PortW'(vc_ptr_q[i][idx_t'(vc_out)])));
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_match_q
    if (!rst_ni) begin
      match_valid_q <= '0;
      match_port_q <= '0;
      match_vc_q <= '0;
      matched_out_q <= '0;
    end else begin
      match_valid_q <= match_valid_d;
      match_port_q <= match_port_d;
      match_vc_q <= match_vc_d;
      matched_out_q <= matched_out_d;
    end
  end

  // Grant and accept pointers move only for pairs accepted in the first round; that keeps a grant
  // that was refused at its input until it is taken, and lets the pointers spread.
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_pointers
    if (!rst_ni) begin
      grant_ptr_q <= '0;
      accept_ptr_q <= '0;
      for (int unsigned i = 0; i < NumPorts; i++) begin
        vc_ptr_q[i] <= '0;
      end
    end else begin
      for (int unsigned i = 0; i < NumPorts; i++) begin
        if (match_valid_d[i]) begin
          vc_ptr_q[i][idx_t'(match_port_d[i])] <=
              (match_vc_d[i] == LastVc) ? '0 : match_vc_d[i] + 1'b1;
        end
        if (first_round[i]) begin
          grant_ptr_q[idx_t'(match_port_d[i])] <= (PortW'(i) == LastPort) ? '0 : PortW'(i) + 1'b1;
          accept_ptr_q[i] <= (match_port_d[i] == LastPort) ? '0 : match_port_d[i] + 1'b1;
        end
      end
    end
  end

  assign match_valid_o = match_valid_q;
  assign match_port_o = match_port_q;
  assign match_vc_o = match_vc_q;

  initial begin
    ShapeInRange: assert (NumPorts >= 2 && NumPorts <= MaxPorts && NumVcs >= 1 && NumVcs <= 32)
      else $error("NumPorts must be 2..64, NumVcs 1..32");
  end

  // A request of a free input for a port that does not exist sets a bit of `output_requests` above
  // the last port.
  logic request_out_of_range;
  always_comb begin : p_request_out_of_range
    request_out_of_range = 1'b0;
    for (int unsigned o = NumPorts; o < MaxPorts; o++) begin
      request_out_of_range |= output_requests[o] != '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_assert
    if (rst_ni) begin
      PortInRange: assert (!request_out_of_range)
        else $error("a request of a free input names an output that does not exist");
      IterationsInRange: assert (iterations_i >= 3'd1 && iterations_i <= 3'd4)
        else $error("iterations_i must be 1..4");
    end
  end

endmodule
