// SPDX-License-Identifier: Apache-2.0
// ExaNet routing: dimension order with priority registers, two virtual channels.

/// The way in each dimension is computed at the same time, then the first dimension to travel is chosen.
module exanet_dor_stage
  import exanet_pkg::*;
(
  /// Clock.
  input  logic                           clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                           rst_ni,
  /// Strap: coordinates of this node.
  input  logic [NumDims-1:0][CoordW-1:0] here_i,
  /// Strap: nodes per dimension.
  input  logic [NumDims-1:0][SizeW-1:0]  size_i,
  /// Strap: the dimension is a ring.
  input  logic [NumDims-1:0]             wrap_i,
  /// Dimensions in the order in which they are travelled.
  input  logic [NumDims-1:0][1:0]        priority_i,
  /// A direction may be used.
  input  logic [NumDirections-1:0]       enable_i,
  /// How the channel is chosen.
  input  logic [1:0]                     vc_rule_i,
  /// A packet is to be routed.
  input  logic                           valid_i,
  /// Coordinates of its destination.
  input  logic [NumDims-1:0][CoordW-1:0] dst_i,
  /// Coordinates of its source.
  input  logic [NumDims-1:0][CoordW-1:0] src_i,
  /// Result for the packet of the cycle before.
  output logic                           valid_o,
  /// Its destination is this node.
  output logic                           local_o,
  /// It can not be routed.
  output logic                           no_route_o,
  /// Direction it leaves in.
  output logic [2:0]                     direction_o,
  /// Channel it leaves on.
  output logic                           vc_o
);

  typedef logic [CoordW-1:0] coord_t;
  /// A coordinate, a size or a difference of them.
  typedef logic [SizeW-1:0] span_t;

  localparam logic [1:0] RuleDifference = 2'd0;
  localparam logic [1:0] RuleOffset = 2'd1;
  localparam logic [1:0] RuleDateline = 2'd2;

  // ---- each dimension
  logic [NumDims-1:0] differs, outside, minus, upper;
  for (genvar d = 0; d < NumDims; d++) begin : gen_way
    span_t  size, here, dst, forward;
    coord_t next;
    logic   beyond, crossed;
    assign size = size_i[d];
    assign here = span_t'(here_i[d]);
    assign dst = span_t'(dst_i[d]);
    assign differs[d] = dst != here;
    assign outside[d] = dst >= size;
    assign beyond = dst > here;
    // Hops towards higher coordinates; half a ring still goes there.
    assign forward = beyond ? dst - here : dst + size - here;
    assign minus[d] = wrap_i[d] ? {forward, 1'b0} > {1'b0, size} : !beyond;
    always_comb begin : p_next
      if (minus[d]) begin
        next = (here == '0) ? coord_t'(size - 1'b1) : here_i[d] - 1'b1;
      end else begin
        next = (here + 1'b1 == size) ? '0 : here_i[d] + 1'b1;
      end
    end
    assign crossed = minus[d] ? next > src_i[d] : next < src_i[d];
    always_comb begin : p_upper
      unique case (vc_rule_i)
        RuleDifference: upper[d] = beyond;
        RuleOffset:     upper[d] = !minus[d];
        RuleDateline:   upper[d] = crossed;
        default:        upper[d] = 1'b0;
      endcase
    end
  end

  // ---- the first dimension in which the packet has to travel
  logic [1:0] dim;
  logic       here_is_dst, lost;
  assign here_is_dst = differs == '0;
  always_comb begin : p_dim
    dim = '0;
    for (int unsigned k = NumDims; k > 0; k--) begin
      if (differs[priority_i[k-1]]) begin
        dim = priority_i[k-1];
      end
    end
  end

  logic [2:0] direction;
  assign direction = {dim, minus[dim]};
  assign lost = outside != '0 || (!here_is_dst && !enable_i[direction]);

  logic leaves;
  assign leaves = valid_i && !lost && !here_is_dst;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      valid_o <= 1'b0;
      local_o <= 1'b0;
      no_route_o <= 1'b0;
      direction_o <= '0;
      vc_o <= 1'b0;
    end else begin
      valid_o <= valid_i;
      local_o <= valid_i && !lost && here_is_dst;
      no_route_o <= valid_i && lost;
      direction_o <= leaves ? direction : '0;
      vc_o <= leaves && upper[dim];
    end
  end

  // ---- rules
  logic in_lattice;
  always_comb begin : p_lattice
    in_lattice = 1'b1;
    for (int unsigned d = 0; d < NumDims; d++) begin
      if (size_i[d] == '0 || size_i[d] > span_t'(1 << CoordW) || span_t'(here_i[d]) >= size_i[d]) begin
        in_lattice = 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni && valid_i) begin
      PriorityIsPermutation: assert (
          priority_i[0] != priority_i[1] && priority_i[0] != priority_i[2] &&
          priority_i[1] != priority_i[2] && priority_i[0] != '1 && priority_i[1] != '1 &&
          priority_i[2] != '1)
        else $error("the priority registers must be a permutation of 0, 1, 2");
      VcRuleExists: assert (vc_rule_i <= RuleDateline)
        else $error("there is no such channel rule");
      HereInLattice: assert (in_lattice)
        else $error("this node must lie in a lattice of 1 to 64 nodes per dimension");
    end
  end

endmodule
