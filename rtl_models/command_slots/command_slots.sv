// SPDX-License-Identifier: Apache-2.0
// Command slots of 1RMA: which are free, being written, in flight.

/// Masks over all slots mark free, complete and in flight; a FIFO keeps the order in which slots
/// became ready. The allocation outputs follow from the masks alone.
module command_slots
  import rma_pkg::*;
#(
  /// Number of slots of both hosts together, even, 4..256.
  parameter int unsigned NumSlots = 256
) (
  /// Clock.
  input  logic                       clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                       rst_ni,
  /// The host takes the slot that it is shown.
  input  logic [1:0]                 alloc_valid_i,
  /// The host has a free slot.
  output logic [1:0]                 alloc_ok_o,
  /// The first one.
  output logic [1:0][SlotW-1:0]      alloc_slot_o,
  /// A host stores 16 bytes.
  input  logic                       store_valid_i,
  /// The host.
  input  logic                       store_host_i,
  /// The slot.
  input  logic [SlotW-1:0]           store_slot_i,
  /// The quarter of the command.
  input  logic [1:0]                 store_part_i,
  /// Error of the store of the cycle before.
  output logic [1:0]                 store_error_o,
  /// The command of a slot is whole.
  output logic                       ready_valid_o,
  /// The slot.
  output logic [SlotW-1:0]           ready_slot_o,
  /// The command is taken.
  input  logic                       ready_pop_i,
  /// An operation has completed.
  input  logic                       done_valid_i,
  /// Slot.
  input  logic [SlotW-1:0]           done_slot_i,
  /// Free slots of each host.
  output logic [1:0][SlotCountW-1:0] free_o
);

  localparam int unsigned HalfSlots = NumSlots / 2;
  localparam int unsigned IdxW = $clog2(NumSlots);
  localparam int unsigned Quarters = 4;

  localparam logic [1:0] ErrorNone = 2'd0;
  localparam logic [1:0] ErrorOwner = 2'd1;
  localparam logic [1:0] ErrorBusy = 2'd2;
  localparam logic [1:0] ErrorTwice = 2'd3;

  typedef logic [IdxW-1:0] idx_t;
  typedef logic [NumSlots-1:0] mask_t;
  typedef logic [HalfSlots-1:0] half_t;

  // ---- a slot is free, or taken; then whole once its quarters are; then in flight
  mask_t                             taken_q, complete_q, in_flight_q;
  logic [NumSlots-1:0][Quarters-1:0] written_q;

  // ---- allocation: the first free slot of each host
  half_t [1:0] first_free;
  mask_t       allocated;
  logic [1:0]  allocates;
  assign allocates = alloc_valid_i & alloc_ok_o;

  for (genvar h = 0; h < 2; h++) begin : gen_alloc
    half_t taken;
    assign taken = taken_q[h*HalfSlots +: HalfSlots];
    assign first_free[h] = ~taken & (taken + 1'b1);
    assign alloc_ok_o[h] = first_free[h] != '0;
    assign alloc_slot_o[h] = number_of(MaxSlots'(first_free[h]) << (h * HalfSlots));
    assign allocated[h*HalfSlots +: HalfSlots] = allocates[h] ? first_free[h] : '0;
  end

  // ---- store
  idx_t                store_slot;
  logic                owns, stores, completes;
  logic [1:0]          store_error;
  logic [Quarters-1:0] written_d;
  mask_t               stored, completed;
  assign store_slot = idx_t'(store_slot_i);
  assign owns = store_host_i ?
      (32'(store_slot_i) >= HalfSlots && 32'(store_slot_i) < NumSlots) :
      32'(store_slot_i) < HalfSlots;

  always_comb begin : p_store_error
    store_error = ErrorNone;
    if (!owns) begin
      store_error = ErrorOwner;
    end else if (complete_q[store_slot]) begin
      store_error = ErrorBusy;
    end else if (written_q[store_slot][store_part_i]) begin
      store_error = ErrorTwice;
    end
  end

  assign stores = store_valid_i && store_error == ErrorNone;
  assign written_d = written_q[store_slot] | (Quarters'(1) << store_part_i);
  assign completes = stores && written_d == '1;
  assign stored = mask_t'(stores) << store_slot;
  assign completed = mask_t'(completes) << store_slot;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_store
    if (!rst_ni) begin
      store_error_o <= ErrorNone;
    end else begin
      store_error_o <= store_valid_i ? store_error : ErrorNone;
    end
  end

  // ---- ready: the slots that wait, in the order in which they became whole
  logic [SlotW-1:0]      order_q [NumSlots];
  idx_t                  wr_ptr_q, rd_ptr_q;
  logic [SlotCountW-1:0] waiting_q;
  logic                  pop;
  mask_t                 popped;
  assign ready_valid_o = waiting_q != '0;
  assign ready_slot_o = ready_valid_o ? order_q[rd_ptr_q] : '0;
  assign pop = ready_pop_i && ready_valid_o;
  assign popped = mask_t'(pop) << idx_t'(ready_slot_o);

  /// The place after `ptr` in the ring.
  function automatic idx_t next(idx_t ptr);
    return (32'(ptr) == NumSlots - 1) ? '0 : ptr + 1'b1;
  endfunction

  always_ff @(posedge clk_i) begin : p_order
    if (completes) begin
      order_q[wr_ptr_q] <= store_slot_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_ready
    if (!rst_ni) begin
      wr_ptr_q <= '0;
      rd_ptr_q <= '0;
      waiting_q <= '0;
    end else begin
      if (completes) begin
        wr_ptr_q <= next(wr_ptr_q);
      end
      if (pop) begin
        rd_ptr_q <= next(rd_ptr_q);
      end
      waiting_q <= waiting_q + SlotCountW'(completes) - SlotCountW'(pop);
    end
  end

  // ---- all slots
  idx_t  done_slot;
  mask_t done;
  assign done_slot = idx_t'(done_slot_i);
  assign done = mask_t'(done_valid_i) << done_slot;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_slots
    if (!rst_ni) begin
      taken_q <= '0;
      complete_q <= '0;
      in_flight_q <= '0;
      written_q <= '0;
    end else begin
      taken_q <= (taken_q | allocated | stored) & ~done;
      complete_q <= (complete_q | completed) & ~done;
      in_flight_q <= (in_flight_q | popped) & ~done;
      if (stores) begin
        written_q[store_slot] <= written_d;
      end
      if (done_valid_i) begin
        written_q[done_slot] <= '0;
      end
    end
  end

  // ---- free slots: one that is allocated and stored to in one cycle counts once
  logic [1:0] store_takes, frees;
  for (genvar h = 0; h < 2; h++) begin : gen_free
    assign store_takes[h] = stores && store_host_i == 1'(h) && !taken_q[store_slot] &&
        !allocated[store_slot];
    assign frees[h] = done_valid_i && (32'(done_slot_i) >= HalfSlots) == 1'(h);

    always_ff @(posedge clk_i or negedge rst_ni) begin : p_free
      if (!rst_ni) begin
        free_o[h] <= SlotCountW'(HalfSlots);
      end else begin
        free_o[h] <= free_o[h] + SlotCountW'(frees[h]) - SlotCountW'(allocates[h]) -
            SlotCountW'(store_takes[h]);
      end
    end
  end

  initial begin
    NumSlotsInRange: assert (NumSlots >= 4 && NumSlots <= MaxSlots && NumSlots % 2 == 0)
      else $error("NumSlots must be even, 4..256");
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      PopHasSlot: assert (!ready_pop_i || ready_valid_o)
        else $error("a command was taken though none is ready");
      DoneWasInFlight: assert (!done_valid_i ||
                               (32'(done_slot_i) < NumSlots && in_flight_q[done_slot]))
        else $error("an operation has completed that is not in flight");
    end
  end

endmodule
