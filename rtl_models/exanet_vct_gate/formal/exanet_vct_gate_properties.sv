// SPDX-License-Identifier: Apache-2.0
// Properties of exanet_vct_gate: space is counted exactly, and a packet that fits has space.

/// One channel, either, is followed by counts of the words stored behind the output.
module exanet_vct_gate_properties
  import exanet_pkg::*;
`include "ports.svh"
);

  typedef logic [PayloadSpaceW+1:0] count_t;

  // The channel: a free input, kept from the reset on.
  logic   watched, watched_q, take;
  count_t headers_q, payloads_q, header_size, payload_size;
  assign take = take_valid_i && take_vc_i == watched_q;
  assign header_size = count_t'(header_words_i[watched_q]);
  assign payload_size = count_t'(payload_words_i[watched_q]);

  always_ff @(posedge clk_i) begin : p_follow
    if (!rst_ni) begin
      watched_q <= watched;
      headers_q <= '0;
      payloads_q <= '0;
    end else begin
      headers_q <= headers_q + (take ? count_t'(2) : '0) - count_t'(freed_header_i[watched_q]);
      payloads_q <= payloads_q + (take ? count_t'(take_words_i) : '0) -
          count_t'(freed_payload_i[watched_q]);
    end
  end

  // Straps do not change.
  logic [NumChannels-1:0][HeaderSpaceW-1:0]  header_strap_q;
  logic [NumChannels-1:0][PayloadSpaceW-1:0] payload_strap_q;
  always_ff @(posedge clk_i) begin : p_straps
    if (!rst_ni) begin
      header_strap_q <= header_words_i;
      payload_strap_q <= payload_words_i;
    end
  end

  logic [NumRequests-1:0] has_space;
  always_comb begin : p_space
    for (int unsigned q = 0; q < NumRequests; q++) begin
      has_space[q] = headers_q + count_t'(2) <= header_size &&
          payloads_q + count_t'(request_words_i[q]) <= payload_size;
    end
  end

  logic [NumRequests-1:0] of_watched;
  assign of_watched = request_valid_i & (watched_q ? request_vc_i : ~request_vc_i);

  always_ff @(posedge clk_i) begin : p_properties
    if (rst_ni) begin
      StrapsStay: assume (header_strap_q == header_words_i && payload_strap_q == payload_words_i);
      SpaceIsExact: assert (count_t'(header_space_o[watched_q]) + headers_q == header_size &&
                            count_t'(payload_space_o[watched_q]) + payloads_q == payload_size);
      FitsIffSpace: assert ((fits_o & of_watched) == (has_space & of_watched));
      OnlyRequestsFit: assert ((fits_o & ~request_valid_i) == '0);
    end
  end

endmodule

bind exanet_vct_gate exanet_vct_gate_properties #(.NumRequests(NumRequests)) u_properties (.*);
