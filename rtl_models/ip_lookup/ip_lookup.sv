// SPDX-License-Identifier: Apache-2.0
// IP lookup: longest-prefix match of an IP address, then one GNet address of its group.

/// Three stages: compare with every entry, select the longest match, read the member. An entry that
/// is overwritten while a lookup is between the first two is kept for it.
module ip_lookup
#(
  /// Number of entries, 2..4096.
  parameter int unsigned NumEntries = 64,
  /// Number of members of all groups, 2..4096.
  parameter int unsigned NumMembers = 64
) (
  /// Clock.
  input  logic        clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic        rst_ni,
  /// The named entry takes the `entry_*` pins.
  input  logic        write_entry_i,
  /// The named member takes `member_i`.
  input  logic        write_member_i,
  /// Which.
  input  logic [11:0] write_index_i,
  /// The entry can match.
  input  logic        entry_live_i,
  /// The entry is for IPv6, not for IPv4.
  input  logic        entry_v6_i,
  /// Prefix, first bit topmost; an IPv4 prefix is the upper half of this part.
  input  logic [63:0] entry_prefix_hi_i,
  /// Bits 64 and later of its prefix.
  input  logic [63:0] entry_prefix_lo_i,
  /// Leading bits that are compared, 0..128, IPv4 0..32.
  input  logic [7:0]  entry_length_i,
  /// The entry sends to the control processor; base and count mean nothing.
  input  logic        entry_punt_i,
  /// First member of its group.
  input  logic [11:0] entry_base_i,
  /// Members of its group.
  input  logic [11:0] entry_count_i,
  /// A GNet address.
  input  logic [15:0] member_i,
  /// Look up.
  input  logic        valid_i,
  /// An IPv6 address, not IPv4.
  input  logic        v6_i,
  /// The address, laid out as a prefix.
  input  logic [63:0] address_hi_i,
  /// Bits 64 and later of the address.
  input  logic [63:0] address_lo_i,
  /// Hash of the flow.
  input  logic [15:0] hash_i,
  /// The lookup of three cycles ago has its answer.
  output logic        valid_o,
  /// An entry matches.
  output logic        hit_o,
  /// The entry sends to the control processor.
  output logic        punt_o,
  /// Or to this GNet address.
  output logic [15:0] dst_o
);

  localparam int unsigned EntryW = $clog2(NumEntries);
  localparam int unsigned MemberW = $clog2(NumMembers);
  localparam int unsigned IndexW = 12;
  localparam int unsigned HashW = 16;

  typedef logic [EntryW-1:0] entry_t;
  typedef logic [MemberW-1:0] member_t;

  /// Fields of an entry that are used after the comparison.
  typedef struct packed {
    logic [7:0]        length;
    logic              punt;
    logic [IndexW-1:0] base;
    logic [IndexW-1:0] count;
  } info_t;

  // ---- tables; entries and members that are not live or not written are never read
  logic [NumEntries-1:0] live_q, v6_q;
  logic [NumMembers-1:0] written_q;
  logic [63:0]           prefix_hi_q [NumEntries];
  logic [63:0]           prefix_lo_q [NumEntries];
  logic [63:0]           mask_hi_q [NumEntries];
  logic [63:0]           mask_lo_q [NumEntries];
  info_t                 info_q [NumEntries];
  logic [HashW-1:0]      member_q [NumMembers];

  entry_t       write_entry;
  member_t      write_member;
  logic [127:0] write_mask;
  info_t        write_info;
  assign write_entry = entry_t'(write_index_i);
  assign write_member = member_t'(write_index_i);
  assign write_mask = ~({128{1'b1}} >> entry_length_i);
  assign write_info = {entry_length_i, entry_punt_i, entry_base_i, entry_count_i};

  always_ff @(posedge clk_i) begin : p_tables
    if (write_entry_i) begin
      prefix_hi_q[write_entry] <= entry_prefix_hi_i;
      prefix_lo_q[write_entry] <= entry_prefix_lo_i;
      mask_hi_q[write_entry] <= write_mask[127:64];
      mask_lo_q[write_entry] <= write_mask[63:0];
      info_q[write_entry] <= write_info;
    end
    if (write_member_i) begin
      member_q[write_member] <= member_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_live
    if (!rst_ni) begin
      live_q <= '0;
      v6_q <= '0;
      written_q <= '0;
    end else begin
      if (write_entry_i) begin
        live_q[write_entry] <= entry_live_i;
        v6_q[write_entry] <= entry_v6_i;
      end
      if (write_member_i) begin
        written_q[write_member] <= 1'b1;
      end
    end
  end

  // ---- first stage: compare
  logic [NumEntries-1:0] differs;
  always_comb begin : p_compare
    differs = '0;
    if (valid_i) begin
      for (int unsigned e = 0; e < NumEntries; e++) begin
        differs[e] = (((prefix_hi_q[e] ^ address_hi_i) & mask_hi_q[e]) |
                      ((prefix_lo_q[e] ^ address_lo_i) & mask_lo_q[e])) != '0;
      end
    end
  end

  logic                  compared_q;
  logic [NumEntries-1:0] match_q;
  logic [HashW-1:0]      compared_hash_q;
  // The entry that was written in the cycle of the comparison, as it was before.
  logic                  old_q;
  entry_t                old_entry_q;
  info_t                 old_info_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_first
    if (!rst_ni) begin
      compared_q <= 1'b0;
      match_q <= '0;
      compared_hash_q <= '0;
      old_q <= 1'b0;
      old_entry_q <= '0;
      old_info_q <= '0;
    end else begin
      compared_q <= valid_i;
      if (valid_i) begin
        match_q <= live_q & ~(v6_q ^ {NumEntries{v6_i}}) & ~differs;
        compared_hash_q <= hash_i;
        old_q <= write_entry_i;
        old_entry_q <= write_entry;
        old_info_q <= info_q[write_entry];
      end
    end
  end

  // ---- second stage: select the longest match, of equal ones the first
  logic  hit;
  info_t info, best;
  always_comb begin : p_select
    hit = 1'b0;
    info = '0;
    best = '0;
    if (compared_q && match_q != '0) begin
      for (int unsigned e = 0; e < NumEntries; e++) begin
        if (match_q[e]) begin
          info = (old_q && old_entry_q == entry_t'(e)) ? old_info_q : info_q[e];
          if (!hit || info.length > best.length) begin
            best = info;
          end
          hit = 1'b1;
        end
      end
    end
  end

  logic [HashW+IndexW-1:0] share;
  member_t                 index;
  assign share = (HashW+IndexW)'(compared_hash_q) * (HashW+IndexW)'(best.count);
  assign index = member_t'(best.base + IndexW'(share >> HashW));

  logic    selected_q, hit_q, punt_q;
  member_t index_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_second
    if (!rst_ni) begin
      selected_q <= 1'b0;
      hit_q <= 1'b0;
      punt_q <= 1'b0;
      index_q <= '0;
    end else begin
      selected_q <= compared_q;
      hit_q <= hit;
      punt_q <= hit && best.punt;
      index_q <= index;
    end
  end

  // ---- third stage: read the member
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_third
    if (!rst_ni) begin
      valid_o <= 1'b0;
      hit_o <= 1'b0;
      punt_o <= 1'b0;
      dst_o <= '0;
    end else begin
      valid_o <= selected_q;
      hit_o <= hit_q;
      punt_o <= punt_q;
      dst_o <= (hit_q && !punt_q && written_q[index_q]) ? member_q[index_q] : '0;
    end
  end

  initial begin
    ShapeInRange: assert (NumEntries >= 2 && NumEntries <= 4096 &&
                          NumMembers >= 2 && NumMembers <= 4096)
      else $error("NumEntries and NumMembers must be 2..4096");
  end

  logic [IndexW:0] group_end;
  assign group_end = (IndexW+1)'(entry_base_i) + (IndexW+1)'(entry_count_i);

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      IndexInRange: assert ((!write_entry_i || 32'(write_index_i) < NumEntries) &&
                            (!write_member_i || 32'(write_index_i) < NumMembers))
        else $error("an entry or member was written that does not exist");
      if (write_entry_i && entry_live_i) begin
        LengthInRange: assert (entry_length_i <= (entry_v6_i ? 8'd128 : 8'd32))
          else $error("a prefix is longer than an address");
        GroupInRange: assert (entry_punt_i ||
                              (entry_count_i != '0 && 32'(group_end) <= NumMembers))
          else $error("a group has no members, or some that do not exist");
      end
    end
  end

endmodule
