// SPDX-License-Identifier: Apache-2.0
// IP lookup: longest-prefix match of an IP address, then one GNet address of its group.

/// Three stages: compare with every entry and select the longest match of each group of entries;
/// select the longest of these and share the hash out; read the member.
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
  localparam int unsigned HalfW = IndexW / 2;
  localparam int unsigned HashW = 16;
  // Entries of a group. The two selections are trees of equal depth, or the first is one level deeper.
  localparam int unsigned GroupSize = 1 << ((EntryW + 1) / 2);
  localparam int unsigned NumGroups = (NumEntries + GroupSize - 1) / GroupSize;

  typedef logic [EntryW-1:0] entry_t;
  typedef logic [MemberW-1:0] member_t;

  /// Fields of an entry that are used after the comparison.
  typedef struct packed {
    logic [7:0]        length;
    logic              punt;
    logic [IndexW-1:0] base;
    logic [IndexW-1:0] count;
  } info_t;

  /// An entry, and whether it matches.
  typedef struct packed {
    logic  hit;
    info_t info;
  } candidate_t;
  typedef candidate_t group_t [GroupSize];

  // The longest match of a group, of equal ones the first: neighbours are compared, then the winners.
  function automatic candidate_t longest(group_t group);
    for (int unsigned step = 1; step < GroupSize; step *= 2) begin
      for (int unsigned e = 0; e < GroupSize; e += 2 * step) begin
        if ({group[e + step].hit, group[e + step].info.length} > {group[e].hit, group[e].info.length}) begin
          group[e] = group[e + step];
        end
      end
    end
    return group[0];
  endfunction

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

  // ---- first stage: compare, and select in each group
  logic [NumEntries-1:0]          differs;
  logic [NumGroups*GroupSize-1:0] match;
  always_comb begin : p_compare
    differs = '0;
    if (valid_i) begin
      for (int unsigned e = 0; e < NumEntries; e++) begin
        differs[e] = (((prefix_hi_q[e] ^ address_hi_i) & mask_hi_q[e]) |
                      ((prefix_lo_q[e] ^ address_lo_i) & mask_lo_q[e])) != '0;
      end
    end
  end
  assign match = (NumGroups*GroupSize)'(live_q & ~(v6_q ^ {NumEntries{v6_i}}) & ~differs);

  candidate_t [NumGroups-1:0] of_group_d, of_group_q;
  group_t                     group;
  always_comb begin : p_groups
    of_group_d = '0;
    for (int unsigned k = 0; k < GroupSize; k++) begin
      group[k] = '0;
    end
    for (int unsigned g = 0; g < NumGroups; g++) begin
      if (valid_i && match[g*GroupSize +: GroupSize] != '0) begin
        for (int unsigned k = 0; k < GroupSize; k++) begin
          if (g * GroupSize + k < NumEntries) begin
            group[k] = {match[g * GroupSize + k], info_q[g * GroupSize + k]};
          end else begin
            group[k] = '0;
          end
        end
        of_group_d[g] = longest(group);
      end
    end
  end

  logic             compared_q;
  logic [HashW-1:0] compared_hash_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_first
    if (!rst_ni) begin
      compared_q <= 1'b0;
      of_group_q <= '0;
      compared_hash_q <= '0;
    end else begin
      compared_q <= valid_i;
      if (valid_i) begin
        of_group_q <= of_group_d;
        compared_hash_q <= hash_i;
      end
    end
  end

  // ---- second stage: select among the groups, and multiply the hash by the halves of the count
  candidate_t best;
  group_t     winners;
  always_comb begin : p_select
    for (int unsigned k = 0; k < GroupSize; k++) begin
      winners[k] = '0;
    end
    for (int unsigned g = 0; g < NumGroups; g++) begin
      winners[g] = of_group_q[g];
    end
    best = longest(winners);
  end

  logic                   selected_q, hit_q, punt_q;
  logic [IndexW-1:0]      base_q;
  logic [HashW+HalfW-1:0] share_low_q, share_high_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_second
    if (!rst_ni) begin
      selected_q <= 1'b0;
      hit_q <= 1'b0;
      punt_q <= 1'b0;
      base_q <= '0;
      share_low_q <= '0;
      share_high_q <= '0;
    end else begin
      selected_q <= compared_q;
      if (compared_q) begin
        hit_q <= best.hit;
        punt_q <= best.hit && best.info.punt;
        base_q <= best.info.base;
        share_low_q <= (HashW+HalfW)'(compared_hash_q) * (HashW+HalfW)'(best.info.count[HalfW-1:0]);
        share_high_q <= (HashW+HalfW)'(compared_hash_q) * (HashW+HalfW)'(best.info.count[IndexW-1:HalfW]);
      end
    end
  end

  // ---- third stage: read the member
  logic [HashW+IndexW-1:0] share;
  member_t                 index;
  assign share = (HashW+IndexW)'(share_low_q) + {share_high_q, HalfW'(0)};
  assign index = member_t'(base_q + IndexW'(share >> HashW));

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_third
    if (!rst_ni) begin
      valid_o <= 1'b0;
      hit_o <= 1'b0;
      punt_o <= 1'b0;
      dst_o <= '0;
    end else begin
      valid_o <= selected_q;
      hit_o <= selected_q && hit_q;
      punt_o <= selected_q && punt_q;
      dst_o <= (selected_q && hit_q && !punt_q && written_q[index]) ? member_q[index] : '0;
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
