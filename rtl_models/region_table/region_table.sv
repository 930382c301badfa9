// SPDX-License-Identifier: Apache-2.0
// Region table of 1RMA: may this request touch these bytes, and where are they.

/// One stage: the region is read and the request judged in the cycle of the request, the answer is
/// registered. Of all reasons the first one in the order of the README counts.
module region_table
  import rma_pkg::*;
#(
  /// Number of regions, 4..4096.
  parameter int unsigned NumRegions = 64
) (
  /// Clock.
  input  logic           clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic           rst_ni,
  /// The table is written.
  input  logic           write_valid_i,
  /// How: 0 register, 1 rekey, 2 revoke, 3 nothing.
  input  logic [1:0]     write_kind_i,
  /// Which region.
  input  logic [11:0]    write_region_i,
  /// PCIe address.
  input  logic [63:0]    write_base_i,
  /// Bytes.
  input  logic [47:0]    write_length_i,
  /// Permissions: bit 0 read, 1 write, 2 atomic, 3 rekey.
  input  logic [3:0]     write_perms_i,
  /// Whose memory.
  input  logic           write_host_i,
  /// Key, bits 127..64.
  input  logic [63:0]    write_key_hi_i,
  /// Key, bits 63..0.
  input  logic [63:0]    write_key_lo_i,
  /// A request is to be judged.
  input  logic           check_valid_i,
  /// Operation.
  input  logic [OpW-1:0] check_op_i,
  /// The region it names.
  input  logic [23:0]    check_region_i,
  /// First byte in the region.
  input  logic [47:0]    check_offset_i,
  /// Bytes.
  input  logic [15:0]    check_size_i,
  /// The request of the cycle before has its answer.
  output logic           result_valid_o,
  /// 0: granted, else why not.
  output logic [3:0]     result_reason_o,
  /// First byte's PCIe address.
  output logic [63:0]    result_address_o,
  /// Whose memory.
  output logic           result_host_o,
  /// Key of the region, bits 127..64.
  output logic [63:0]    result_key_hi_o,
  /// Key of the region, bits 63..0.
  output logic [63:0]    result_key_lo_o
);

  localparam int unsigned IdxW = $clog2(NumRegions);
  localparam int unsigned LengthW = 48;

  localparam logic [1:0] KindRegister = 2'd0;
  localparam logic [1:0] KindRekey = 2'd1;
  localparam logic [1:0] KindRevoke = 2'd2;

  localparam logic [3:0] Granted = 4'd0;
  localparam logic [3:0] OpUnknown = 4'd1;
  localparam logic [3:0] NoRegion = 4'd2;
  localparam logic [3:0] NotPermitted = 4'd3;
  localparam logic [3:0] WrongSize = 4'd4;
  localparam logic [3:0] NotAligned = 4'd5;
  localparam logic [3:0] OutOfBounds = 4'd6;

  localparam logic [15:0] AtomicBytes = 16'd8;

  typedef logic [IdxW-1:0] idx_t;

  /// A region without its key.
  typedef struct packed {
    logic [63:0]        base;
    logic [LengthW-1:0] length;
    logic [3:0]         perms;
    logic               host;
  } region_t;

  // ---- table; an entry that is not registered is never read
  logic [NumRegions-1:0] registered_q;
  region_t               region_q [NumRegions];
  logic [63:0]           key_hi_q [NumRegions];
  logic [63:0]           key_lo_q [NumRegions];

  idx_t write_region;
  logic writes, registers, writes_key;
  assign write_region = idx_t'(write_region_i);
  assign writes = write_valid_i && 32'(write_region_i) < NumRegions;
  assign registers = writes && write_kind_i == KindRegister;
  // The key of a region that is not registered is never read: no condition is needed.
  assign writes_key = registers || (writes && write_kind_i == KindRekey);

  always_ff @(posedge clk_i) begin : p_table
    if (registers) begin
      region_q[write_region] <= {write_base_i, write_length_i, write_perms_i, write_host_i};
    end
    if (writes_key) begin
      key_hi_q[write_region] <= write_key_hi_i;
      key_lo_q[write_region] <= write_key_lo_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registered
    if (!rst_ni) begin
      registered_q <= '0;
    end else if (registers) begin
      registered_q[write_region] <= 1'b1;
    end else if (writes && write_kind_i == KindRevoke) begin
      registered_q[write_region] <= 1'b0;
    end
  end

  // ---- check
  idx_t    check_region;
  region_t region;
  logic    found;
  assign check_region = idx_t'(check_region_i);
  assign found = 32'(check_region_i) < NumRegions && registered_q[check_region];
  assign region = region_q[check_region];

  logic [63:0]      address;
  logic [LengthW:0] past_end;  // one bit more: does not overflow
  assign address = region.base + 64'(check_offset_i);
  assign past_end = (LengthW+1)'(check_offset_i) + (LengthW+1)'(check_size_i);

  logic atomic, permitted, right_size;
  assign atomic = check_op_i == OpFetchAdd || check_op_i == OpCompareSwap;
  assign right_size = atomic ? check_size_i == AtomicBytes :
      (check_size_i != '0 && check_size_i <= 16'(MaxBytes));

  always_comb begin : p_permitted
    unique case (check_op_i)
      OpRead: permitted = region.perms[0];
      OpWrite: permitted = region.perms[1];
      OpFetchAdd, OpCompareSwap: permitted = region.perms[2];
      default: permitted = region.perms[3];
    endcase
  end

  logic [3:0] reason;
  always_comb begin : p_reason
    reason = Granted;
    if (check_op_i > OpRekey) begin
      reason = OpUnknown;
    end else if (!found) begin
      reason = NoRegion;
    end else if (!permitted) begin
      reason = NotPermitted;
    end else if (check_op_i != OpRekey) begin
      if (!right_size) begin
        reason = WrongSize;
      end else if (atomic && address[2:0] != '0) begin
        reason = NotAligned;
      end else if (past_end > (LengthW+1)'(region.length)) begin
        reason = OutOfBounds;
      end
    end
  end

  logic known;
  assign known = check_valid_i && reason != OpUnknown && reason != NoRegion;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_result
    if (!rst_ni) begin
      result_valid_o <= 1'b0;
      result_reason_o <= Granted;
      result_address_o <= '0;
      result_host_o <= 1'b0;
      result_key_hi_o <= '0;
      result_key_lo_o <= '0;
    end else begin
      result_valid_o <= check_valid_i;
      result_reason_o <= check_valid_i ? reason : Granted;
      result_address_o <= (known && reason == Granted) ? address : '0;
      result_host_o <= known && region.host;
      result_key_hi_o <= known ? key_hi_q[check_region] : '0;
      result_key_lo_o <= known ? key_lo_q[check_region] : '0;
    end
  end

  initial begin
    NumRegionsInRange: assert (NumRegions >= 4 && NumRegions <= 4096)
      else $error("NumRegions must be 4..4096");
  end

endmodule
