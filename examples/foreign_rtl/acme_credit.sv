// SPDX-License-Identifier: Apache-2.0
// Words that may be sent, per class, written from the README of credit_counter: keeps what is left of a grant instead
// of what was sent. TAKE_LOST=1 is a bug: a cell that is sent while its class gets a new grant is not counted.
module acme_credit #(
  parameter int CLASSES = 32,
  parameter bit TAKE_LOST = 1'b0
) (
  input  logic                     clk,
  input  logic                     rst,
  input  logic [CLASSES-1:0][11:0] first_grant,
  input  logic [17:0]              grant,  // {valid, class, words}
  input  logic                     send,
  input  logic [4:0]               send_class,
  input  logic [4:0]               send_words,
  output logic [CLASSES-1:0][11:0] room
);
  wire        grant_valid = grant[17];
  wire [4:0]  grant_class = grant[16:12];
  wire [11:0] grant_words = grant[11:0];

  for (genvar g = 0; g < CLASSES; g++) begin : g_class
    logic [11:0] total, left;
    wire [11:0]  more = grant_words - total;
    wire         is_granted = grant_valid && grant_class == 5'(g) && !more[11];
    wire         is_sent = send && send_class == 5'(g) && !(TAKE_LOST && is_granted);
    always_ff @(posedge clk) begin
      if (rst) begin
        total <= first_grant[g];
        left <= first_grant[g];
      end else begin
        if (is_granted) total <= grant_words;
        left <= left + (is_granted ? more : 12'd0) - (is_sent ? 12'(send_words) : 12'd0);
      end
    end
    assign room[g] = left[11] ? 12'd0 : left;
  end
endmodule
