// SPDX-License-Identifier: Apache-2.0
// Properties of exanet_dor_stage: each hop is one nearer, in the order of the registers.

/// Follows the packet of the cycle before. Distances are computed from both ways around.
module exanet_dor_stage_properties
  import exanet_pkg::*;
`include "ports.svh"
);

  typedef logic [CoordW+1:0] hops_t;

  // The packet of the cycle before, and the registers that it used.
  logic                           valid_q;
  logic [NumDims-1:0][CoordW-1:0] dst_q;
  logic [NumDims-1:0][1:0]        priority_q;
  logic [NumDirections-1:0]       enable_q;
  always_ff @(posedge clk_i) begin : p_follow
    valid_q <= valid_i && rst_ni;
    dst_q <= dst_i;
    priority_q <= priority_i;
    enable_q <= enable_i;
  end

  // Straps do not change.
  logic [NumDims-1:0][CoordW-1:0] here_q;
  logic [NumDims-1:0][SizeW-1:0]  size_q;
  logic [NumDims-1:0]             wrap_q;
  always_ff @(posedge clk_i) begin : p_straps
    if (!rst_ni) begin
      here_q <= here_i;
      size_q <= size_i;
      wrap_q <= wrap_i;
    end
  end

  /// Hops between two nodes in one dimension, the shorter way.
  function automatic hops_t distance(hops_t one, hops_t other, hops_t size, logic ring);
    hops_t direct, around;
    direct = one > other ? one - other : other - one;
    around = size - direct;
    return (ring && around < direct) ? around : direct;
  endfunction

  logic [1:0] dim;
  logic       plus, routed;
  hops_t      here, size, dst, next;
  assign routed = valid_o && !local_o && !no_route_o;
  assign dim = direction_o[2:1];
  assign plus = !direction_o[0];
  assign here = hops_t'(here_i[dim]);
  assign size = hops_t'(size_i[dim]);
  assign dst = hops_t'(dst_q[dim]);
  always_comb begin : p_next
    if (plus) begin
      next = (here + 1'b1 == size) ? '0 : here + 1'b1;
    end else begin
      next = (here == '0) ? size - 1'b1 : here - 1'b1;
    end
  end

  // The dimension is the first one of the registers that is not done; in the lattice; on a line, no edge is
  // crossed.
  logic first, in_lattice, no_edge;
  assign first = (dim == priority_q[0]) ||
      (dst_q[priority_q[0]] == here_i[priority_q[0]] &&
       (dim == priority_q[1] || dst_q[priority_q[1]] == here_i[priority_q[1]]));
  assign in_lattice = SizeW'(dst_q[0]) < size_i[0] && SizeW'(dst_q[1]) < size_i[1] && SizeW'(dst_q[2]) < size_i[2];
  assign no_edge = wrap_i[dim] || (plus ? next > here : next < here);

  always_ff @(posedge clk_i) begin : p_properties
    if (rst_ni) begin
      StrapsStay: assume (here_q == here_i && size_q == size_i && wrap_q == wrap_i);
      OneResult: assert (valid_o == valid_q && !(local_o && no_route_o) &&
                         (valid_o || (!local_o && !no_route_o)) &&
                         (routed || (direction_o == '0 && !vc_o)));
      EachHopIsNearer: assert (!routed || (in_lattice && no_edge &&
          distance(next, dst, size, wrap_i[dim]) + 1'b1 == distance(here, dst, size, wrap_i[dim])));
      OrderIsKept: assert (!routed || first);
      LocalIsHere: assert (!valid_q || local_o == (dst_q == here_i));
      DirectionIsEnabled: assert (!routed || (direction_o < 3'd6 && enable_q[direction_o]));
    end
  end

endmodule

bind exanet_dor_stage exanet_dor_stage_properties u_properties (.*);
