// SPDX-License-Identifier: Apache-2.0
// Wave front arbiter: central arbiter by a wrapped wave front, with busy ports.

/// Tamir and Chi 1993, their wrapped wave front. One match per cycle; a cell longer than a word keeps
/// its ports out of the following arbitrations. Requests are a row of bits for each diagonal, bit i
/// for the pair of input i. From one diagonal to the next the row of outputs moves past the row of
/// inputs by one place, which is wires. Only requests and outputs are rotated by a number that is
/// not constant: that of the diagonal with priority, which a counter gives. The longest path goes
/// through all diagonals twice.
module wavefront_arbiter
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
  /// Requests of this VC precede the others.
  input  logic [NumVcs-1:0]                           strict_i,
  /// Input requests a transfer from a VC.
  input  logic [NumPorts-1:0][NumVcs-1:0]             req_valid_i,
  /// The output of each request.
  input  logic [NumPorts-1:0][NumVcs-1:0][PortW-1:0]  req_port_i,
  /// Input is still transferring: its requests do not count.
  input  logic [NumPorts-1:0]                         in_busy_i,
  /// Output is still transferring: it takes no match.
  input  logic [NumPorts-1:0]                         out_busy_i,
  /// Input is matched.
  output logic [NumPorts-1:0]                         match_valid_o,
  /// The output it is matched to.
  output logic [NumPorts-1:0][PortW-1:0]              match_port_o,
  /// The VC it is matched from.
  output logic [NumPorts-1:0][VcW-1:0]                match_vc_o
);

  localparam int unsigned IdxW = $clog2(NumPorts);
  localparam int unsigned MaxPorts = 1 << PortW;
  localparam int unsigned MaxVcs = 1 << VcW;
  // Rows of a matrix: a power of two, for transposition.
  localparam int unsigned NumRows = 1 << IdxW;
  localparam logic [IdxW-1:0] LastPort = IdxW'(NumPorts - 1);
  localparam logic [VcW-1:0] LastVc = VcW'(NumVcs - 1);

  typedef logic [IdxW-1:0] idx_t;
  typedef logic [NumPorts-1:0] ports_t;
  typedef logic [MaxVcs-1:0] vcs_t;
  typedef logic [NumRows-1:0] row_t;
  typedef row_t matrix_t [NumRows];

  // Numbers whose bit k is one, as a row.
  localparam logic [PortW-1:0][MaxPorts-1:0] BitOfNumber = {
    64'hFFFF_FFFF_0000_0000, 64'hFFFF_0000_FFFF_0000, 64'hFF00_FF00_FF00_FF00,
    64'hF0F0_F0F0_F0F0_F0F0, 64'hCCCC_CCCC_CCCC_CCCC, 64'hAAAA_AAAA_AAAA_AAAA};

  // Sum of two numbers of ports or diagonals, modulo NumPorts.
  function automatic idx_t sum_of(idx_t a, idx_t b);
    logic [IdxW:0] sum;
    sum = {1'b0, a} + {1'b0, b};
    return IdxW'((sum > {1'b0, LastPort}) ? sum - {1'b0, LastPort} - 1'b1 : sum);
  endfunction

  // Bit n becomes bit n + places, modulo NumPorts.
  function automatic ports_t rotated(ports_t row, idx_t places);
    return (row << places) | (row >> (LastPort - places) >> 1);
  endfunction

  // Bit n is that of port k - 1 - n, modulo NumPorts: of outputs, the one that input n faces on the
  // diagonal before k; of inputs, the one that output n faces.
  function automatic ports_t facing(ports_t row, idx_t k);
    ports_t mirrored;
    mirrored = '0;
    for (int unsigned n = 0; n < NumPorts; n++) begin
      mirrored[n] = row[NumPorts-1-n];
    end
    return rotated(mirrored, k);
  endfunction

  // Rows and columns exchanged: at each power of two, the quarters off the diagonal of the square
  // blocks of that size.
  function automatic matrix_t transposed(matrix_t matrix);
    matrix_t result;
    row_t upper, lower, odd;
    result = matrix;
    for (int unsigned b = 0; b < IdxW; b++) begin
      odd = NumRows'(BitOfNumber[b]);
      for (int unsigned r = 0; r < NumRows; r++) begin
        if (((r >> b) & 1) == 0) begin
          upper = result[r];
          lower = result[r + (1 << b)];
          result[r] = (upper & ~odd) | ((lower & ~odd) << (1 << b));
          result[r + (1 << b)] = ((upper & odd) >> (1 << b)) | (lower & odd);
        end
      end
    end
    return result;
  endfunction

  // The first set bit at or after `start`, cyclically, as a number.
  function automatic logic [VcW-1:0] first_from(vcs_t mask, logic [VcW-1:0] start);
    vcs_t upper, pick, one;
    logic [VcW-1:0] number;
    upper = mask & (32'hFFFF_FFFF << start);
    pick = (upper != '0) ? upper : mask;
    one = pick & -pick;
    for (int unsigned k = 0; k < VcW; k++) begin
      number[k] = (one & MaxVcs'(BitOfNumber[k])) != '0;
    end
    return number;
  endfunction

  // The diagonal with priority, and the VC pointer of each pair.
  idx_t                                       diagonal_q, diagonal_d;
  logic [NumPorts-1:0][NumPorts-1:0][VcW-1:0] vc_ptr_q;

  ports_t                         match_valid_q, match_valid_d;
  logic [NumPorts-1:0][PortW-1:0] match_port_q, match_port_d;
  logic [NumPorts-1:0][VcW-1:0]   match_vc_q, match_vc_d;
  // Outputs of the visible match.
  ports_t                         matched_out_q, matched_out_d;

  // Ports that are not excluded.
  ports_t free_in, free_out;
  assign free_in = ~in_busy_i & ~match_valid_q;
  assign free_out = ~out_busy_i & ~matched_out_q;

  // Rotates a row so that bit 0 is that of the diagonal with priority.
  idx_t from_diagonal;
  assign diagonal_d = sum_of(diagonal_q, IdxW'(1));
  assign from_diagonal = sum_of(LastPort - diagonal_q, IdxW'(1));

  // Requests of each free input, a bit for each diagonal from the one with priority on; output o of
  // input i is on diagonal i + o. The requests of one input are copied first, so that the simulator
  // need not search the vector of all inputs for each VC.
  matrix_t                      input_requests, input_requests_strict;
  logic [MaxPorts-1:0]          request_all, request_strict, request_one;
  logic [NumVcs-1:0]            request_valid;
  logic [NumVcs-1:0][PortW-1:0] request_port;
  // A request of a free input for a port that does not exist sets a bit above the last port.
  logic                         request_out_of_range;

  always_comb begin : p_request
    request_valid = '0;
    request_port = '0;
    request_all = '0;
    request_strict = '0;
    request_one = '0;
    request_out_of_range = 1'b0;
    for (int unsigned i = 0; i < NumRows; i++) begin
      input_requests[i] = '0;
      input_requests_strict[i] = '0;
    end
    for (int unsigned i = 0; i < NumPorts; i++) begin
      request_valid = free_in[i] ? req_valid_i[i] : '0;
      if (request_valid != '0) begin
        request_port = req_port_i[i];
        request_all = '0;
        request_strict = '0;
        for (int unsigned v = 0; v < NumVcs; v++) begin
          request_one = MaxPorts'(request_valid[v]) << request_port[v];
          request_all = request_all | request_one;
          request_strict = request_strict | (strict_i[v] ? request_one : '0);
        end
        request_out_of_range |= (request_all >> (NumPorts - 1) >> 1) != '0;
        input_requests[i] = NumRows'(
            rotated(rotated(NumPorts'(request_all), from_diagonal), IdxW'(i)));
        input_requests_strict[i] = NumRows'(
            rotated(rotated(NumPorts'(request_strict), from_diagonal), IdxW'(i)));
      end
    end
  end

  // The same for each diagonal: the inputs that request on it.
  matrix_t requests, requests_strict;
  assign requests = transposed(input_requests);
  assign requests_strict = transposed(input_requests_strict);

  // Two passes over the diagonals, the first for strict requests. At the end of a pass the outputs
  // are again where they were at its start.
  ports_t            open_in;   // inputs that are not matched yet
  ports_t            open_out;  // whether the output that each input faces is not matched yet
  ports_t            matched;
  ports_t [IdxW-1:0] steps;     // bits of the diagonal of each matched input, from `diagonal_q` on

  always_comb begin : p_wave
    open_in = free_in;
    open_out = facing(free_out, diagonal_d);
    matched = '0;
    steps = '0;
    for (int unsigned pass = 0; pass < 2; pass++) begin
      for (int unsigned k = 0; k < NumPorts; k++) begin
        matched = NumPorts'((pass == 0) ? requests_strict[k] : requests[k]) & open_in & open_out;
        open_in = open_in & ~matched;
        open_out = open_out & ~matched;
        open_out = rotated(open_out, IdxW'(1));
        for (int unsigned b = 0; b < IdxW; b++) begin
          steps[b] = steps[b] | ((((k >> b) & 1) != 0) ? matched : '0);
        end
      end
    end
    match_valid_d = free_in & ~open_in;
    matched_out_d = free_out & ~facing(open_out, diagonal_d);
  end

  // Port and VC of each matched input, the VC among those that request the output it is matched to.
  logic [NumVcs-1:0]            vc_requests, vc_requests_strict;
  logic [NumVcs-1:0][PortW-1:0] vc_ports;
  idx_t                         vc_step, vc_out;

  always_comb begin : p_vc
    match_port_d = '0;
    match_vc_d = '0;
    vc_requests = '0;
    vc_requests_strict = '0;
    vc_ports = '0;
    vc_step = '0;
    vc_out = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (match_valid_d[i]) begin
        for (int unsigned b = 0; b < IdxW; b++) begin
          vc_step[b] = steps[b][i];
        end
        vc_out = sum_of(sum_of(diagonal_q, IdxW'((NumPorts - i) % NumPorts)), vc_step);
        match_port_d[i] = PortW'(vc_out);
        vc_ports = req_port_i[i];
        for (int unsigned v = 0; v < NumVcs; v++) begin
          vc_requests[v] = vc_ports[v] == PortW'(vc_out);
        end
        vc_requests = vc_requests & req_valid_i[i];
        vc_requests_strict = vc_requests & strict_i;
        if (vc_requests_strict != '0) begin
          vc_requests = vc_requests_strict;
        end
        match_vc_d[i] = first_from(MaxVcs'(vc_requests), vc_ptr_q[i][vc_out]);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_match_q
    if (!rst_ni) begin
      match_valid_q <= '0;
      match_port_q <= '0;
      match_vc_q <= '0;
      matched_out_q <= '0;
      diagonal_q <= '0;
    end else begin
      match_valid_q <= match_valid_d;
      match_port_q <= match_port_d;
      match_vc_q <= match_vc_d;
      matched_out_q <= matched_out_d;
      diagonal_q <= diagonal_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_vc_ptr
    if (!rst_ni) begin
      for (int unsigned i = 0; i < NumPorts; i++) begin
        vc_ptr_q[i] <= '0;
      end
    end else begin
      for (int unsigned i = 0; i < NumPorts; i++) begin
        if (match_valid_d[i]) begin
          vc_ptr_q[i][idx_t'(match_port_d[i])] <=
              (match_vc_d[i] == LastVc) ? '0 : match_vc_d[i] + 1'b1;
        end
      end
    end
  end

  assign match_valid_o = match_valid_q;
  assign match_port_o = match_port_q;
  assign match_vc_o = match_vc_q;

  initial begin
    ShapeInRange: assert (NumPorts >= 2 && NumPorts <= MaxPorts && NumVcs >= 1 && NumVcs <= MaxVcs)
      else $error("NumPorts must be 2..64, NumVcs 1..32");
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      PortInRange: assert (!request_out_of_range)
        else $error("a request of a free input names an output that does not exist");
    end
  end

endmodule
