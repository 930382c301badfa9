// SPDX-License-Identifier: Apache-2.0
// Common definitions of the 1RMA blocks: operations, their greatest size, and numbers of slots.

/// Operations as a request names them: docs/reference/rma.md, "Commands and completions".
package rma_pkg;
  // A package serves several blocks, each of which leaves some of it unused.
  // verilator lint_off UNUSEDPARAM

  localparam int unsigned OpW = 4;
  localparam logic [OpW-1:0] OpRead = 4'd0;
  localparam logic [OpW-1:0] OpWrite = 4'd1;
  localparam logic [OpW-1:0] OpFetchAdd = 4'd2;
  localparam logic [OpW-1:0] OpCompareSwap = 4'd3;
  /// Also the last one.
  localparam logic [OpW-1:0] OpRekey = 4'd4;

  /// Bytes of an operation at most.
  localparam int unsigned MaxBytes = 4096;
  localparam int unsigned SizeW = 13;
  /// Number of a command slot or of its timer, for any number of slots; and the number of slots.
  localparam int unsigned SlotW = 8;
  localparam int unsigned MaxSlots = 1 << SlotW;
  localparam int unsigned SlotCountW = SlotW + 1;
  // verilator lint_on UNUSEDPARAM

  /// Mask k: the slots whose number has bit k set; called at elaboration only.
  function automatic logic [SlotW-1:0][MaxSlots-1:0] slots_by_bit();
    logic [SlotW-1:0][MaxSlots-1:0] masks;
    for (int unsigned k = 0; k < SlotW; k++) begin
      for (int unsigned s = 0; s < MaxSlots; s++) begin
        masks[k][s] = 1'(s >> k);
      end
    end
    return masks;
  endfunction

  localparam logic [SlotW-1:0][MaxSlots-1:0] SlotsByBit = slots_by_bit();

  /// The number of the one bit that is set; zero if there is none.
  function automatic logic [SlotW-1:0] number_of(logic [MaxSlots-1:0] one);
    logic [SlotW-1:0] number;
    for (int unsigned k = 0; k < SlotW; k++) begin
      number[k] = (one & SlotsByBit[k]) != '0;
    end
    return number;
  endfunction

endpackage
