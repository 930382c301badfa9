// SPDX-License-Identifier: Apache-2.0
// Time to live of a forwarded packet: decremented with its checksum, or expired.

/// One header per cycle, one cycle of latency. A time to live that is one less makes the sum of the
/// header 0x0100 less, so the checksum, its complement, grows by 0x0100 in one's complement.
module ttl_update
  import tin_pkg::*;
(
  /// Clock.
  input  logic             clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic             rst_ni,
  /// A packet's header is here.
  input  logic             valid_i,
  /// IPv6 or IPv4.
  input  logic             v6_i,
  /// The packet is forwarded.
  input  logic             forwards_i,
  /// Octets 0 to 7 of its header, the first one in the low bits.
  input  logic [WordW-1:0] head_lo_i,
  /// Octets 8 to 15.
  input  logic [WordW-1:0] head_hi_i,
  /// The header of the cycle before has its answer.
  output logic             valid_o,
  /// Its time to live has ended.
  output logic             expired_o,
  /// Octets 0 to 7 with which it goes on.
  output logic [WordW-1:0] head_lo_o,
  /// Octets 8 to 15.
  output logic [WordW-1:0] head_hi_o
);

  // Of octet 7 of IPv6: the hop limit.
  localparam int unsigned HopLimitAt = 56;
  localparam logic [15:0] OneHop = 16'h0100;

  logic [7:0] left, less;
  logic       expired, update;
  assign left = v6_i ? head_lo_i[HopLimitAt+:8] : head_hi_i[7:0];
  assign less = left - 8'd1;
  assign expired = forwards_i && left[7:1] == '0;
  assign update = forwards_i && !expired;

  // The checksum is in network order: its upper half comes first.
  logic [15:0] checksum, folded, updated;
  logic [16:0] sum;
  assign checksum = {head_hi_i[23:16], head_hi_i[31:24]};
  assign sum = {1'b0, checksum} + {1'b0, OneHop};
  assign folded = sum[15:0] + 16'(sum[16]);
  // Of the two forms of zero a checksum has the positive one.
  assign updated = (folded == '1) ? '0 : folded;

  logic [WordW-1:0] head_lo, head_hi;
  always_comb begin : p_head
    head_lo = head_lo_i;
    head_hi = head_hi_i;
    if (update && v6_i) begin
      head_lo[HopLimitAt+:8] = less;
    end else if (update) begin
      head_hi[7:0] = less;
      head_hi[31:16] = {updated[7:0], updated[15:8]};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      valid_o <= 1'b0;
      expired_o <= 1'b0;
      head_lo_o <= '0;
      head_hi_o <= '0;
    end else begin
      valid_o <= valid_i;
      expired_o <= valid_i && expired;
      head_lo_o <= valid_i ? head_lo : '0;
      head_hi_o <= valid_i ? head_hi : '0;
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      VersionAgrees: assert (!valid_i || head_lo_i[7:4] == (v6_i ? 4'd6 : 4'd4))
        else $error("the version of the header is not that of the packet");
    end
  end

endmodule
