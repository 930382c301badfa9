// SPDX-License-Identifier: Apache-2.0
// Reassembly buffer: space reserved before a CTS, cells in any order, packets complete.

/// Keeps the state of packets; the bytes are in a memory outside. The fields of a packet lie in
/// memories that a reservation writes again, so that only the contexts themselves need a reset.
module reassembly_buffer
  import tin_pkg::*;
#(
  /// Number of contexts, a power of two, 2..1024.
  parameter int unsigned NumContexts = 64,
  /// Number of cell slots, 1..4095.
  parameter int unsigned NumSlots = 437
) (
  /// Clock.
  input  logic              clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic              rst_ni,
  /// A packet is to be fetched.
  input  logic              reserve_valid_i,
  /// Length in bytes.
  input  logic [BytesW-1:0] reserve_bytes_i,
  /// A context is free.
  output logic              can_reserve_o,
  /// The context that a reservation of this cycle takes, with its generation.
  output logic [15:0]       reserve_eptr_o,
  /// Cell slots not reserved.
  output logic [11:0]       free_slots_o,
  /// A DATA cell has arrived.
  input  logic              data_valid_i,
  /// Context and generation.
  input  logic [15:0]       data_eptr_i,
  /// Place in the packet.
  input  logic [7:0]        data_idx_i,
  /// Bytes in it; 0: the source has aborted the packet.
  input  logic [7:0]        data_vbytes_i,
  /// The cell of the cycle before has its answer.
  output logic              result_valid_o,
  /// The cell belongs to a packet and was missing.
  output logic              result_stored_o,
  /// The cell was the last missing one.
  output logic              result_complete_o,
  /// Eptr, unchanged.
  output logic [15:0]       result_eptr_o,
  /// A cell of the complete packet had no bytes.
  output logic              result_aborted_o,
  /// The packet has left, or is given up.
  input  logic              release_valid_i,
  /// Context and generation.
  input  logic [15:0]       release_eptr_i
);

  localparam int unsigned ContextW = $clog2(NumContexts);
  localparam int unsigned GenerationW = 16 - ContextW;
  localparam int unsigned SlotsW = 12;
  localparam int unsigned MaxCells = 111;
  localparam int unsigned IdxW = 7;
  localparam int unsigned DataIdxW = 8;

  typedef logic [ContextW-1:0] context_t;
  typedef logic [GenerationW-1:0] generation_t;
  typedef logic [IdxW-1:0] idx_t;

  typedef struct packed {
    generation_t gen;
    context_t    ctx;
  } eptr_t;

  /// A packet: its cells, and the bytes of the last one.
  typedef struct packed {
    idx_t       cells;
    logic [7:0] rest;
  } packet_t;

  /// Arrived part of a packet.
  typedef struct packed {
    logic                aborted;
    idx_t                missing;
    logic [MaxCells-1:0] stored;
  } arrived_t;

  /// The contexts whose number has bit `k` set.
  function automatic logic [NumContexts-1:0] contexts_with(int unsigned k);
    logic [NumContexts-1:0] set;
    for (int unsigned c = 0; c < NumContexts; c++) begin
      set[c] = 1'(c >> k);
    end
    return set;
  endfunction

  logic [NumContexts-1:0]                  taken_q;
  logic [NumContexts-1:0][GenerationW-1:0] generation_q;
  logic [SlotsW-1:0]                       free_slots_q;
  packet_t                                 packet_q [NumContexts];
  arrived_t                                arrived_q [NumContexts];

  // ---- reservation: the first free context
  logic [NumContexts-1:0] first_free;
  context_t               reserve_ctx;
  packet_t                reserve_packet;
  assign first_free = ~taken_q & (taken_q + 1'b1);

  for (genvar k = 0; k < ContextW; k++) begin : gen_reserve_ctx
    localparam logic [NumContexts-1:0] WithBit = contexts_with(k);
    assign reserve_ctx[k] = (first_free & WithBit) != '0;
  end

  logic [BytesW:0] padded;
  assign padded = (BytesW+1)'(reserve_bytes_i) + (BytesW+1)'(CellBytes - 1);
  assign reserve_packet.cells = idx_t'(padded / (BytesW+1)'(CellBytes));
  assign reserve_packet.rest = 8'(padded % (BytesW+1)'(CellBytes)) + 1'b1;

  assign can_reserve_o = first_free != '0;
  assign reserve_eptr_o = can_reserve_o ? {generation_q[reserve_ctx], reserve_ctx} : '0;
  assign free_slots_o = free_slots_q;

  // ---- release
  eptr_t freed;
  assign freed = release_eptr_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_contexts
    if (!rst_ni) begin
      taken_q <= '0;
      generation_q <= '0;
      free_slots_q <= SlotsW'(NumSlots);
    end else begin
      if (reserve_valid_i) begin
        taken_q[reserve_ctx] <= 1'b1;
      end
      if (release_valid_i) begin
        taken_q[freed.ctx] <= 1'b0;
        generation_q[freed.ctx] <= generation_q[freed.ctx] + 1'b1;
      end
      free_slots_q <= free_slots_q
          - (reserve_valid_i ? SlotsW'(reserve_packet.cells) : '0)
          + (release_valid_i ? SlotsW'(packet_q[freed.ctx].cells) : '0);
    end
  end

  // ---- arrival
  eptr_t               data;
  packet_t             packet;
  arrived_t            arrived, arrived_d;
  logic                is_last, right_bytes, store, complete;
  logic [MaxCells-1:0] place;
  assign data = data_eptr_i;
  assign packet = packet_q[data.ctx];
  assign arrived = arrived_q[data.ctx];
  assign is_last = data_idx_i == DataIdxW'(packet.cells) - 1'b1;
  assign right_bytes = data_vbytes_i == '0 ||
      data_vbytes_i == (is_last ? packet.rest : 8'(CellBytes));
  assign place = MaxCells'(1) << data_idx_i;
  assign store = data_valid_i && taken_q[data.ctx] && generation_q[data.ctx] == data.gen &&
      !(release_valid_i && freed.ctx == data.ctx) &&
      data_idx_i < DataIdxW'(packet.cells) && (arrived.stored & place) == '0 && right_bytes;
  assign complete = store && arrived.missing == idx_t'(1);
  assign arrived_d = {arrived.aborted || data_vbytes_i == '0, arrived.missing - 1'b1,
                      arrived.stored | place};

  always_ff @(posedge clk_i) begin : p_packets
    if (reserve_valid_i) begin
      packet_q[reserve_ctx] <= reserve_packet;
      arrived_q[reserve_ctx] <= {1'b0, reserve_packet.cells, MaxCells'(0)};
    end
    if (store) begin
      arrived_q[data.ctx] <= arrived_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_result
    if (!rst_ni) begin
      result_valid_o <= 1'b0;
      result_stored_o <= 1'b0;
      result_complete_o <= 1'b0;
      result_eptr_o <= '0;
      result_aborted_o <= 1'b0;
    end else begin
      result_valid_o <= data_valid_i;
      result_stored_o <= store;
      result_complete_o <= complete;
      result_eptr_o <= data_valid_i ? data_eptr_i : '0;
      result_aborted_o <= complete && arrived_d.aborted;
    end
  end

  initial begin
    ShapeInRange: assert (NumContexts == 1 << ContextW && NumContexts >= 2 &&
                          NumContexts <= 1024 && NumSlots >= 1 && NumSlots <= 4095)
      else $error("NumContexts must be a power of two, 2..1024, NumSlots 1..4095");
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      if (reserve_valid_i) begin
        ReserveHasBytes: assert (reserve_bytes_i != '0)
          else $error("a packet has no bytes");
        ReserveFits: assert (can_reserve_o && SlotsW'(reserve_packet.cells) <= free_slots_q)
          else $error("space was reserved that is not free");
      end
      ReleaseIsTaken: assert (!release_valid_i ||
                              (taken_q[freed.ctx] && generation_q[freed.ctx] == freed.gen))
        else $error("a context was released that is not taken in this generation");
    end
  end

endmodule
