// SPDX-License-Identifier: Apache-2.0
// Route selection: one of a cell's candidate ports, by flow hash or by queue length.

/// Two stages. The first determines the usable entries, draws candidates, and finds the result that
/// needs no queue length: the one by hash, or the one for the case that no drawn entry is usable.
/// The second finds the drawn entry of each list that costs least, by its queue alone, since a list
/// has one weight and one bias; then it compares these two by cost.
module route_select
  import tin_pkg::*;
#(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4
) (
  /// Clock.
  input  logic                      clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                      rst_ni,
  /// Strap: minimal candidates that are drawn, 1..8.
  input  logic [3:0]                minimal_count_i,
  /// Strap: non-minimal candidates that are drawn, 0..8.
  input  logic [3:0]                nonminimal_count_i,
  /// Strap: cost per queued word of a minimal candidate.
  input  logic [7:0]                minimal_weight_i,
  /// Strap: cost per queued word of a non-minimal candidate.
  input  logic [7:0]                nonminimal_weight_i,
  /// Strap: added to the cost of a minimal candidate.
  input  logic [15:0]               minimal_bias_i,
  /// Strap: added to the cost of a non-minimal candidate.
  input  logic [15:0]               nonminimal_bias_i,
  /// A cell requests its port; the inputs down to `random_i` belong to it.
  input  logic                      valid_i,
  /// Choose by `hash_i`, not by cost.
  input  logic                      hashed_i,
  /// Non-minimal candidates count too.
  input  logic                      detour_i,
  /// Minimal candidates, from the table.
  input  logic [7:0][PortW-1:0]     minimal_i,
  /// The candidates exist and may be taken.
  input  logic [7:0]                minimal_valid_i,
  /// Non-minimal candidates.
  input  logic [23:0][PortW-1:0]    nonminimal_i,
  /// The candidates exist and may be taken.
  input  logic [23:0]               nonminimal_valid_i,
  /// Hash of the flow.
  input  logic [4:0]                hash_i,
  /// Random numbers of the cell.
  input  logic [15:0][11:0]         random_i,
  /// Port can be used; sampled with `valid_i`.
  input  logic [NumPorts-1:0]       up_i,
  /// Words queued at each port for the output VC of the cell of the cycle before.
  input  logic [NumPorts-1:0][19:0] queue_i,
  /// The cell of two cycles ago has its answer.
  output logic                      valid_o,
  /// There is no candidate.
  output logic                      none_o,
  /// Port.
  output logic [PortW-1:0]          port_o,
  /// The port is from the minimal list.
  output logic                      minimal_o
);

  localparam int unsigned IdxW = $clog2(NumPorts);
  localparam int unsigned MaxPorts = 1 << PortW;
  localparam int unsigned MinimalNum = 8;
  localparam int unsigned NonminimalNum = 24;
  localparam int unsigned MaxDraws = 8;
  localparam int unsigned RandomW = 12;
  localparam int unsigned QueueW = 20;
  localparam int unsigned PosW = 5;
  // The largest cost has 28 bits, a difference of costs one more for its sign.
  localparam int unsigned DifferenceW = 29;
  localparam logic [PosW-1:0] FirstHashOfD = PosW'(MinimalNum);

  typedef logic [IdxW-1:0] idx_t;
  typedef logic [PosW-1:0] pos_t;
  /// One bit per position of a list; a list of 8 fills the low ones.
  typedef logic [NonminimalNum-1:0] mask_t;
  typedef logic [MaxDraws-1:0] draws_t;

  /// A drawn entry, valid if it is usable; its position decides among equal costs.
  typedef struct packed {
    logic             valid;
    pos_t             pos;
    logic [PortW-1:0] port;
  } drawn_t;

  // Position of the first set bit at or after `start`, cyclically; 0 if there is none.
  function automatic pos_t first_from(mask_t mask, pos_t start);
    logic [31:0] upper, pick, one;
    upper = 32'(mask) & (32'hFFFF_FFFF << start);
    pick = (upper != '0) ? upper : 32'(mask);
    one = pick & -pick;
    return {(one & 32'hFFFF_0000) != '0, (one & 32'hFF00_FF00) != '0,
            (one & 32'hF0F0_F0F0) != '0, (one & 32'hCCCC_CCCC) != '0,
            (one & 32'hAAAA_AAAA) != '0};
  endfunction

  // Which of `num` positions that are not drawn yet `random` names, counted from the lowest.
  function automatic pos_t number_drawn(logic [RandomW-1:0] random, pos_t num);
    logic [RandomW+PosW-1:0] product;
    product = (RandomW+PosW)'(random) * (RandomW+PosW)'(num);
    return pos_t'(product >> RandomW);
  endfunction

  // Position that draw `j` names: from the draw before it back to the first, each whose number is
  // at most the position so far moves that up by one. `moves` has one bit, whose place counts them:
  // so all comparisons are made at the same time.
  function automatic pos_t position_of(pos_t [MaxDraws-1:0] numbers, logic [2:0] j);
    draws_t moves, passes;
    pos_t position;
    moves = draws_t'(1);
    for (int i = MaxDraws - 2; i >= 0; i--) begin
      if (3'(i) < j) begin
        for (int unsigned c = 0; c < MaxDraws; c++) begin
          passes[c] = numbers[j] + pos_t'(c) >= numbers[i];
        end
        moves = (moves & ~passes) | ((moves & passes) << 1);
      end
    end
    position = '0;
    for (int unsigned c = 0; c < MaxDraws; c++) begin
      position |= moves[c] ? numbers[j] + pos_t'(c) : '0;
    end
    return position;
  endfunction

  // ---- first stage: which entries are usable
  logic [MaxPorts-1:0] up;
  logic                d_counts, any_up;
  mask_t               m_there, d_there, m_up, d_up, m_usable, d_usable;
  assign up = MaxPorts'(up_i);
  assign d_counts = detour_i && (hashed_i || nonminimal_count_i != '0);
  assign m_there = mask_t'(minimal_valid_i);
  assign d_there = d_counts ? nonminimal_valid_i : '0;

  always_comb begin : p_up
    m_up = '0;
    d_up = '0;
    for (int unsigned p = 0; p < MinimalNum; p++) begin
      m_up[p] = m_there[p] && up[minimal_i[p]];
    end
    for (int unsigned p = 0; p < NonminimalNum; p++) begin
      d_up[p] = d_there[p] && up[nonminimal_i[p]];
    end
  end
  assign any_up = m_up != '0 || d_up != '0;
  assign m_usable = any_up ? m_up : m_there;
  assign d_usable = any_up ? d_up : d_there;

  // Draws, each among the positions that the ones before it left, usable or not.
  drawn_t [MaxDraws-1:0] m_drawn_d, m_drawn_q, d_drawn_d, d_drawn_q;
  pos_t                  m_draw0, d_draw0;
  pos_t [MaxDraws-1:0]   m_numbers, d_numbers;
  pos_t                  m_pos, d_pos;

  always_comb begin : p_draw
    m_drawn_d = '0;
    d_drawn_d = '0;
    m_draw0 = '0;
    d_draw0 = '0;
    m_pos = '0;
    d_pos = '0;
    for (int unsigned j = 0; j < MaxDraws; j++) begin
      m_numbers[j] = number_drawn(random_i[j], pos_t'(MinimalNum - j));
      d_numbers[j] = number_drawn(random_i[minimal_count_i + 4'(j)], pos_t'(NonminimalNum - j));
    end
    for (int unsigned j = 0; j < MaxDraws; j++) begin
      m_pos = position_of(m_numbers, 3'(j));
      if (!hashed_i && j < 32'(minimal_count_i) && m_usable[m_pos]) begin
        m_drawn_d[j] = {1'b1, m_pos, minimal_i[m_pos[2:0]]};
      end
      d_pos = position_of(d_numbers, 3'(j));
      if (!hashed_i && j < 32'(nonminimal_count_i) && d_usable[d_pos]) begin
        d_drawn_d[j] = {1'b1, d_pos, nonminimal_i[d_pos]};
      end
      if (j == 0) begin
        m_draw0 = m_pos;
        d_draw0 = d_pos;
      end
    end
  end

  // The answer that needs no queue length. `d_usable` is empty where the list does not count.
  logic             from_minimal, plain_none_q, plain_minimal_q;
  pos_t             d_hash, m_start, d_start, d_first;
  logic [2:0]       m_first;
  logic [PortW-1:0] plain_port_q;
  assign d_hash = (hash_i >= FirstHashOfD) ? hash_i - FirstHashOfD : hash_i;
  assign m_start = hashed_i ? pos_t'(hash_i[2:0]) : m_draw0;
  assign d_start = hashed_i ? d_hash : d_draw0;
  assign m_first = 3'(first_from(m_usable, m_start));
  assign d_first = first_from(d_usable, d_start);
  assign from_minimal = m_usable != '0 &&
      !(hashed_i && hash_i >= FirstHashOfD && d_usable != '0);

  logic valid_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_first
    if (!rst_ni) begin
      valid_q <= 1'b0;
      m_drawn_q <= '0;
      d_drawn_q <= '0;
      plain_none_q <= 1'b0;
      plain_minimal_q <= 1'b0;
      plain_port_q <= '0;
    end else begin
      valid_q <= valid_i;
      if (valid_i) begin
        m_drawn_q <= m_drawn_d;
        d_drawn_q <= d_drawn_d;
        plain_none_q <= m_usable == '0 && d_usable == '0;
        plain_minimal_q <= from_minimal;
        plain_port_q <= from_minimal ? minimal_i[m_first] : nonminimal_i[d_first];
      end
    end
  end

  // ---- second stage: the entry that costs least

  // Entries of one list are compared by what is queued, then position. Without a weight no queue
  // counts. An entry that is not usable comes after all that are.
  typedef struct packed {
    logic              unusable;
    logic [QueueW-1:0] words;
    pos_t              pos;
  } rank_t;

  // The least of the ranks, as one bit: it precedes all others. Each pair is compared once.
  function automatic draws_t least(rank_t [MaxDraws-1:0] ranks);
    draws_t precedes_all;
    precedes_all = '1;
    for (int unsigned j = 0; j < MaxDraws; j++) begin
      for (int unsigned k = j + 1; k < MaxDraws; k++) begin
        if (ranks[j] < ranks[k]) begin
          precedes_all[k] = 1'b0;
        end else begin
          precedes_all[j] = 1'b0;
        end
      end
    end
    return precedes_all;
  endfunction

  rank_t [MaxDraws-1:0] m_ranks, d_ranks;
  draws_t               m_least, d_least;

  always_comb begin : p_ranks
    for (int unsigned j = 0; j < MaxDraws; j++) begin
      m_ranks[j] = {!m_drawn_q[j].valid,
                    (minimal_weight_i != '0) ? queue_i[idx_t'(m_drawn_q[j].port)] : '0,
                    m_drawn_q[j].pos};
      d_ranks[j] = {!d_drawn_q[j].valid,
                    (nonminimal_weight_i != '0) ? queue_i[idx_t'(d_drawn_q[j].port)] : '0,
                    d_drawn_q[j].pos};
    end
  end
  assign m_least = least(m_ranks);
  assign d_least = least(d_ranks);

  logic              m_any, d_any;
  logic [QueueW-1:0] m_words, d_words;
  logic [PortW-1:0]  m_port, d_port;

  always_comb begin : p_least
    m_any = 1'b0;
    d_any = 1'b0;
    m_words = '0;
    d_words = '0;
    m_port = '0;
    d_port = '0;
    for (int unsigned j = 0; j < MaxDraws; j++) begin
      m_any |= m_drawn_q[j].valid;
      d_any |= d_drawn_q[j].valid;
      m_words |= m_least[j] ? m_ranks[j].words : '0;
      d_words |= d_least[j] ? d_ranks[j].words : '0;
      m_port |= m_least[j] ? m_drawn_q[j].port : '0;
      d_port |= d_least[j] ? d_drawn_q[j].port : '0;
    end
  end

  // Cost of the minimal entry above that of the other; as one sum, so that carries are resolved once.
  typedef logic signed [DifferenceW-1:0] difference_t;
  difference_t      excess;
  logic             any_drawn, best_minimal;
  logic [PortW-1:0] best_port;
  assign excess = difference_t'(m_words) * difference_t'(minimal_weight_i) +
      difference_t'(minimal_bias_i) -
      difference_t'(d_words) * difference_t'(nonminimal_weight_i) -
      difference_t'(nonminimal_bias_i);
  assign any_drawn = m_any || d_any;
  assign best_minimal = m_any && (!d_any || excess <= 0);
  assign best_port = best_minimal ? m_port : d_port;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_second
    if (!rst_ni) begin
      valid_o <= 1'b0;
      none_o <= 1'b0;
      port_o <= '0;
      minimal_o <= 1'b0;
    end else begin
      valid_o <= valid_q;
      none_o <= valid_q && plain_none_q;
      port_o <= '0;
      minimal_o <= 1'b0;
      if (valid_q && !plain_none_q) begin
        port_o <= any_drawn ? best_port : plain_port_q;
        minimal_o <= any_drawn ? best_minimal : plain_minimal_q;
      end
    end
  end

  initial begin
    NumPortsInRange: assert (NumPorts >= 2 && NumPorts <= MaxPorts)
      else $error("NumPorts must be 2..64");
  end

  logic beyond;
  always_comb begin : p_beyond
    beyond = 1'b0;
    for (int unsigned p = 0; p < MinimalNum; p++) begin
      beyond |= minimal_valid_i[p] && 32'(minimal_i[p]) >= NumPorts;
    end
    for (int unsigned p = 0; p < NonminimalNum; p++) begin
      beyond |= nonminimal_valid_i[p] && 32'(nonminimal_i[p]) >= NumPorts;
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      CandidateInRange: assert (!(valid_i && beyond))
        else $error("a valid candidate is a port that does not exist");
      MinimalCountInRange: assert (minimal_count_i >= 4'd1 && minimal_count_i <= 4'd8)
        else $error("minimal_count_i must be 1..8");
      NonminimalCountInRange: assert (nonminimal_count_i <= 4'd8)
        else $error("nonminimal_count_i must be 0..8");
    end
  end

endmodule
