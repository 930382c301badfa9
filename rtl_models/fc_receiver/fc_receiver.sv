// SPDX-License-Identifier: Apache-2.0
// Flow-control receiver: passes credit limits to the switch, finds words lost on the wire.

/// The differences of a set's three entries are formed in the cycle of its arrival, and wait in a
/// shift register for the cycle of their output.
module fc_receiver
  import tin_pkg::*;
#(
  /// Number of virtual channels, 1..32.
  parameter int unsigned NumVcs = 4
) (
  /// Clock.
  input  logic              clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic              rst_ni,
  /// A good FC set was received.
  input  logic              set_valid_i,
  /// Body.
  input  logic [51:0]       set_body_i,
  /// A good header was received.
  input  logic              cell_valid_i,
  /// The VC of its cell.
  input  logic [VcW-1:0]    cell_vc_i,
  /// The length of its cell in words.
  input  logic [LenW-1:0]   cell_words_i,
  /// A credit limit for the switch.
  output logic              fc_valid_o,
  /// VC.
  output logic [VcW-1:0]    fc_vc_o,
  /// The limit, modulo 4096.
  output logic [CountW-1:0] fc_limit_o,
  /// Words were sent and not received.
  output logic              lost_valid_o,
  /// Their VC.
  output logic [VcW-1:0]    lost_vc_o,
  /// Their number, modulo 4096, not zero.
  output logic [CountW-1:0] lost_words_o
);

  localparam int unsigned IdxW = (NumVcs > 1) ? $clog2(NumVcs) : 1;
  localparam int unsigned NumEntries = 3;

  typedef logic [IdxW-1:0] idx_t;

  /// Entry of an FC set; the first entry is in the least significant bits of the body.
  typedef struct packed {
    logic [CountW-1:0] count;
    logic [VcW-1:0]    vc;
  } entry_t;

  /// The outputs of one cycle; all zero if there are none.
  typedef struct packed {
    logic              fc;
    logic              lost;
    logic [VcW-1:0]    vc;
    logic [CountW-1:0] count;
  } shown_t;

  // Words received of each VC.
  logic [NumVcs-1:0][CountW-1:0] received_q;

  logic                    report;
  entry_t [NumEntries-1:0] entries;
  assign {report, entries} = set_body_i;

  // Entries that count: their VC exists, and for a report has not stood in the same set before.
  logic   [NumEntries-1:0] exists, first;
  shown_t [NumEntries-1:0] shown_d, shown_q;

  always_comb begin : p_entries
    logic [CountW-1:0] difference;
    for (int unsigned k = 0; k < NumEntries; k++) begin
      exists[k] = 32'(entries[k].vc) < NumVcs;
      first[k] = 1'b1;
      for (int unsigned j = 0; j < k; j++) begin
        first[k] &= entries[j].vc != entries[k].vc;
      end
      difference = entries[k].count - received_q[idx_t'(entries[k].vc)];
      shown_d[k] = '0;
      if (!report && exists[k]) begin
        shown_d[k] = '{fc: 1'b1, lost: 1'b0, vc: entries[k].vc, count: entries[k].count};
      end
      if (report && exists[k] && first[k] && difference != '0) begin
        shown_d[k] = '{fc: 1'b0, lost: 1'b1, vc: entries[k].vc, count: difference};
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_shown
    if (!rst_ni) begin
      shown_q <= '0;
    end else if (set_valid_i) begin
      shown_q <= shown_d;
    end else begin
      shown_q <= {shown_t'('0), shown_q[NumEntries-1:1]};
    end
  end

  idx_t cell_vc;
  assign cell_vc = idx_t'(cell_vc_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_received
    if (!rst_ni) begin
      received_q <= '0;
    end else begin
      if (cell_valid_i) begin
        received_q[cell_vc] <= received_q[cell_vc] + CountW'(cell_words_i);
      end
      for (int unsigned k = 0; k < NumEntries; k++) begin
        if (set_valid_i && report && exists[k] && first[k]) begin
          received_q[idx_t'(entries[k].vc)] <= entries[k].count;
        end
      end
    end
  end

  assign fc_valid_o = shown_q[0].fc;
  assign fc_vc_o = shown_q[0].fc ? shown_q[0].vc : '0;
  assign fc_limit_o = shown_q[0].fc ? shown_q[0].count : '0;
  assign lost_valid_o = shown_q[0].lost;
  assign lost_vc_o = shown_q[0].lost ? shown_q[0].vc : '0;
  assign lost_words_o = shown_q[0].lost ? shown_q[0].count : '0;

  initial begin
    NumVcsInRange: assert (NumVcs >= 1 && NumVcs <= 32)
      else $error("NumVcs must be 1..32");
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni && cell_valid_i) begin
      ReportIsAlone: assert (!(set_valid_i && report))
        else $error("a slot carries a header or a report, never both");
      CellVcInRange: assert (32'(cell_vc_i) < NumVcs)
        else $error("a header was received on a VC that does not exist");
    end
  end

endmodule
