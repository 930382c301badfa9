// SPDX-License-Identifier: Apache-2.0
// Arbiter by rounds of request, grant and accept: iSLIP or round-robin matching.

/// McKeown 1999. One match per cycle, among the ports that are said to be free. Requests, grants and
/// accepts are matrices of bits, one row per port, as in islip_arbiter: no bit is written at an index
/// that is not constant.
module round_arbiter
  import tin_pkg::*;
#(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of virtual channels, 1..32.
  parameter int unsigned NumVcs = 4,
  /// Greatest number of rounds per cycle, 1..4.
  parameter int unsigned MaxRounds = 4
) (
  /// Clock.
  input  logic                                        clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                                        rst_ni,
  /// Request-grant-accept rounds per cycle, 1..MaxRounds.
  input  logic [2:0]                                  iterations_i,
  /// Round-robin matching: each grant of the first round moves the pointer of its output.
  input  logic                                        rrm_i,
  /// Requests of this VC precede the others.
  input  logic [NumVcs-1:0]                           strict_i,
  /// Input requests a transfer from a VC.
  input  logic [NumPorts-1:0][NumVcs-1:0]             req_valid_i,
  /// The output of each request.
  input  logic [NumPorts-1:0][NumVcs-1:0][PortW-1:0]  req_port_i,
  /// Input may be matched: else its requests do not count.
  input  logic [NumPorts-1:0]                         in_free_i,
  /// Output may be matched: else it grants nothing.
  input  logic [NumPorts-1:0]                         out_free_i,
  /// Input is matched.
  output logic [NumPorts-1:0]                         match_valid_o,
  /// The output it is matched to.
  output logic [NumPorts-1:0][PortW-1:0]              match_port_o,
  /// The VC it is matched from.
  output logic [NumPorts-1:0][VcW-1:0]                match_vc_o
);

  localparam int unsigned IdxW = $clog2(NumPorts);
  localparam int unsigned MaxPorts = 1 << PortW;
  // Rows of a matrix: a power of two, for transposition.
  localparam int unsigned NumRows = 1 << IdxW;
  localparam logic [PortW-1:0] LastPort = PortW'(NumPorts - 1);
  localparam logic [VcW-1:0] LastVc = VcW'(NumVcs - 1);

  typedef logic [IdxW-1:0] idx_t;
  typedef logic [MaxPorts-1:0] row_t;
  typedef row_t matrix_t [NumRows];

  // Numbers whose bit k is one, as a row.
  localparam row_t [PortW-1:0] BitOfNumber = {
    64'hFFFF_FFFF_0000_0000, 64'hFFFF_0000_FFFF_0000, 64'hFF00_FF00_FF00_FF00,
    64'hF0F0_F0F0_F0F0_F0F0, 64'hCCCC_CCCC_CCCC_CCCC, 64'hAAAA_AAAA_AAAA_AAAA};

  // The first set bit at or after `start`, cyclically, alone.
  function automatic row_t one_from(row_t mask, logic [PortW-1:0] start);
    row_t upper;
    upper = mask & (64'hFFFF_FFFF_FFFF_FFFF << start);
    if (upper != '0) begin
      return upper & -upper;
    end
    return mask & -mask;
  endfunction

  // One of the requests from `start` on, a strict one if there is any. All candidates are found at once and
  // selected afterwards: the path is shorter than one decision after the other.
  function automatic row_t choice(row_t requests, row_t strict, logic [PortW-1:0] start);
    if (strict != '0) begin
      return one_from(strict, start);
    end
    return one_from(requests, start);
  endfunction

  // The number of the one bit that is set.
  function automatic logic [PortW-1:0] number_of(row_t one);
    return {(one & BitOfNumber[5]) != '0, (one & BitOfNumber[4]) != '0,
            (one & BitOfNumber[3]) != '0, (one & BitOfNumber[2]) != '0,
            (one & BitOfNumber[1]) != '0, (one & BitOfNumber[0]) != '0};
  endfunction

  // Rows and columns exchanged: at each power of two, the quarters off the diagonal of the square
  // blocks of that size.
  function automatic matrix_t transposed(matrix_t matrix);
    matrix_t result;
    row_t upper, lower;
    result = matrix;
    for (int unsigned b = 0; b < IdxW; b++) begin
      for (int unsigned r = 0; r < NumRows; r++) begin
        if (((r >> b) & 1) == 0) begin
          upper = result[r];
          lower = result[r + (1 << b)];
          result[r] = (upper & ~BitOfNumber[b]) | ((lower & ~BitOfNumber[b]) << (1 << b));
          result[r + (1 << b)] = ((upper & BitOfNumber[b]) >> (1 << b)) | (lower & BitOfNumber[b]);
        end
      end
    end
    return result;
  endfunction

  // Grant pointer of each output, accept pointer of each input, VC pointer of each pair.
  logic [NumPorts-1:0][PortW-1:0]             grant_ptr_q, grant_ptr_d, accept_ptr_q;
  logic [NumPorts-1:0][NumPorts-1:0][VcW-1:0] vc_ptr_q;

  logic [NumPorts-1:0]            match_valid_q, match_valid_d;
  logic [NumPorts-1:0][PortW-1:0] match_port_q, match_port_d;
  logic [NumPorts-1:0][VcW-1:0]   match_vc_q, match_vc_d;

  // Request: for each input that is free, the outputs for which it has a cell, and those for which
  // it has one on a strict VC. The requests of one input are copied first, so that the simulator
  // need not search the vector of all inputs for each VC.
  matrix_t                      input_requests, input_requests_strict;
  row_t                         request_all, request_strict, request_one;
  logic [NumVcs-1:0]            request_valid;
  logic [NumVcs-1:0][PortW-1:0] request_port;

  always_comb begin : p_request
    request_valid = '0;
    request_port = '0;
    request_all = '0;
    request_strict = '0;
    request_one = '0;
    for (int unsigned i = 0; i < NumRows; i++) begin
      input_requests[i] = '0;
      input_requests_strict[i] = '0;
    end
    for (int unsigned i = 0; i < NumPorts; i++) begin
      request_valid = in_free_i[i] ? req_valid_i[i] : '0;
      if (request_valid != '0) begin
        request_port = req_port_i[i];
        request_all = '0;
        request_strict = '0;
        for (int unsigned v = 0; v < NumVcs; v++) begin
          request_one = row_t'(request_valid[v]) << request_port[v];
          request_all = request_all | request_one;
          request_strict = request_strict | (strict_i[v] ? request_one : '0);
        end
        input_requests[i] = request_all;
        input_requests_strict[i] = request_strict;
      end
    end
  end

  // The same for each output: the inputs that have a cell for it.
  matrix_t output_requests, output_requests_strict;
  assign output_requests = transposed(input_requests);
  assign output_requests_strict = transposed(input_requests_strict);

  // Grant and accept. An output grants a strict request unless it has none at all, so whether an
  // input holds a strict request for a granting output is known from the grant: `grants_strict`.
  row_t open_in, open_out, requests, requests_strict, grants_strict;
  row_t granters, granters_strict, matched_out_d;
  matrix_t grants;   // of each output, to one input
  matrix_t offers;   // to each input, of outputs that grant
  matrix_t accepts;  // of each input, of one output
  // Of the first round: grants, and the ports that it matched.
  matrix_t first_grants;
  row_t    first_out;
  logic [NumPorts-1:0] first_in;

  always_comb begin : p_match
    open_in = row_t'(in_free_i);
    open_out = row_t'(out_free_i);
    match_valid_d = '0;
    matched_out_d = '0;
    first_in = '0;
    first_out = '0;
    requests = '0;
    requests_strict = '0;
    grants_strict = '0;
    granters = '0;
    granters_strict = '0;
    for (int unsigned r = 0; r < NumRows; r++) begin
      grants[r] = '0;
      offers[r] = '0;
      accepts[r] = '0;
      first_grants[r] = '0;
    end
    for (int unsigned k = 0; k < MaxRounds; k++) begin
      if (k < 32'(iterations_i)) begin
        grants_strict = '0;
        for (int unsigned o = 0; o < NumPorts; o++) begin
          grants[o] = '0;
          requests = output_requests[o] & open_in;
          if (open_out[o] && requests != '0) begin
            requests_strict = output_requests_strict[o] & open_in;
            grants_strict[o] = requests_strict != '0;
            grants[o] = choice(requests, requests_strict, grant_ptr_q[o]);
          end
        end
        offers = transposed(grants);
        for (int unsigned i = 0; i < NumPorts; i++) begin
          granters = offers[i];
          if (granters != '0) begin
            granters_strict = granters & grants_strict;
            accepts[i] = choice(granters, granters_strict, accept_ptr_q[i]);
            match_valid_d[i] = 1'b1;
            matched_out_d = matched_out_d | accepts[i];
          end
        end
        open_in = open_in & ~row_t'(match_valid_d);
        open_out = open_out & ~matched_out_d;
        if (k == 0) begin
          first_grants = grants;
          first_in = match_valid_d;
          first_out = matched_out_d;
        end
      end
    end
  end

  // Port and VC of each matched input, the VC among those that request the output it is matched to.
  logic [NumVcs-1:0]            vc_requests, vc_requests_strict;
  logic [NumVcs-1:0][PortW-1:0] vc_ports;
  logic [PortW-1:0]             vc_out;

  always_comb begin : p_vc
    match_port_d = '0;
    match_vc_d = '0;
    vc_requests = '0;
    vc_requests_strict = '0;
    vc_ports = '0;
    vc_out = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (match_valid_d[i]) begin
        vc_out = number_of(accepts[i]);
        match_port_d[i] = vc_out;
        vc_ports = req_port_i[i];
        for (int unsigned v = 0; v < NumVcs; v++) begin
          vc_requests[v] = accepts[i][vc_ports[v]];
        end
        vc_requests = vc_requests & req_valid_i[i];
        vc_requests_strict = vc_requests & strict_i;
        match_vc_d[i] = VcW'(number_of(choice(row_t'(vc_requests), row_t'(vc_requests_strict),
                                              PortW'(vc_ptr_q[i][idx_t'(vc_out)]))));
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_match_q
    if (!rst_ni) begin
      match_valid_q <= '0;
      match_port_q <= '0;
      match_vc_q <= '0;
    end else begin
      match_valid_q <= match_valid_d;
      match_port_q <= match_port_d;
      match_vc_q <= match_vc_d;
    end
  end

  // Pointers move in the first round only: those of inputs for pairs, those of outputs for pairs or,
  // in round-robin matching, for all grants.
  logic [PortW-1:0] granted_in;

  always_comb begin : p_grant_ptr
    grant_ptr_d = grant_ptr_q;
    granted_in = '0;
    for (int unsigned o = 0; o < NumPorts; o++) begin
      if (rrm_i ? first_grants[o] != '0 : first_out[o]) begin
        granted_in = number_of(first_grants[o]);
        grant_ptr_d[o] = (granted_in == LastPort) ? '0 : granted_in + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_pointers
    if (!rst_ni) begin
      grant_ptr_q <= '0;
      accept_ptr_q <= '0;
      for (int unsigned i = 0; i < NumPorts; i++) begin
        vc_ptr_q[i] <= '0;
      end
    end else begin
      grant_ptr_q <= grant_ptr_d;
      for (int unsigned i = 0; i < NumPorts; i++) begin
        if (match_valid_d[i]) begin
          vc_ptr_q[i][idx_t'(match_port_d[i])] <=
              (match_vc_d[i] == LastVc) ? '0 : match_vc_d[i] + 1'b1;
        end
        if (first_in[i]) begin
          accept_ptr_q[i] <= (match_port_d[i] == LastPort) ? '0 : match_port_d[i] + 1'b1;
        end
      end
    end
  end

  assign match_valid_o = match_valid_q;
  assign match_port_o = match_port_q;
  assign match_vc_o = match_vc_q;

  initial begin
    ShapeInRange: assert (NumPorts >= 2 && NumPorts <= MaxPorts && NumVcs >= 1 && NumVcs <= 32 &&
                          MaxRounds >= 1 && MaxRounds <= 4)
      else $error("NumPorts must be 2..64, NumVcs 1..32, MaxRounds 1..4");
  end

  // A request of a free input for a port that does not exist sets a bit above the last port.
  logic request_out_of_range;
  always_comb begin : p_request_out_of_range
    request_out_of_range = 1'b0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      request_out_of_range |= (input_requests[i] >> (NumPorts - 1) >> 1) != '0;
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      PortInRange: assert (!request_out_of_range)
        else $error("a request of a free input names an output that does not exist");
      IterationsInRange: assert (iterations_i >= 3'd1 && 32'(iterations_i) <= MaxRounds)
        else $error("iterations_i must be 1..MaxRounds");
    end
  end

endmodule
