// SPDX-License-Identifier: Apache-2.0
// Properties of fc_sender: no set grants what was not granted.

module fc_sender_properties
  import tin_pkg::*;
`include "ports.svh"
);

  localparam int unsigned IdxW = (NumVcs > 1) ? $clog2(NumVcs) : 1;
  typedef logic [IdxW-1:0] idx_t;

  fc_body_t body, shown_q;
  assign body = fc_body_t'(body_o);

  // Of each VC: limit granted, words made good, words sent, and the limit advertised last.
  logic [NumVcs-1:0][CountW-1:0] granted_q, granted_d, lost_q, lost_d, sent_q, advertised_q;
  logic                          took_q, took_q2, quiet;
  assign quiet = took_q || took_q2;

  always_comb begin : p_counts
    lost_d = lost_q;
    granted_d = granted_q;
    if (lost_valid_i) begin
      lost_d[idx_t'(lost_vc_i)] = lost_q[idx_t'(lost_vc_i)] + lost_words_i;
      granted_d[idx_t'(lost_vc_i)] = granted_q[idx_t'(lost_vc_i)] + lost_words_i;
    end
    if (limit_valid_i) begin
      granted_d[idx_t'(limit_vc_i)] = limit_i + lost_d[idx_t'(limit_vc_i)];
    end
  end

  always_ff @(posedge clk_i) begin : p_follow
    if (!rst_ni) begin
      granted_q <= {NumVcs{depth_i}};
      advertised_q <= {NumVcs{depth_i}};
      lost_q <= '0;
      sent_q <= '0;
      took_q <= 1'b0;
      took_q2 <= 1'b0;
    end else begin
      granted_q <= granted_d;
      lost_q <= lost_d;
      if (sent_valid_i) begin
        sent_q[idx_t'(sent_vc_i)] <= sent_q[idx_t'(sent_vc_i)] + CountW'(sent_words_i);
      end
      took_q <= take_i;
      took_q2 <= took_q;
      if (take_i && !shown_q.init) begin
        for (int unsigned k = 0; k < FcEntries; k++) begin
          advertised_q[idx_t'(shown_q.entry[k].vc)] <= shown_q.entry[k].limit;
        end
      end
    end
    shown_q <= body;
  end

  logic as_granted, as_sent, in_range;
  always_comb begin : p_entries
    as_granted = 1'b1;
    as_sent = 1'b1;
    in_range = 1'b1;
    for (int unsigned k = 0; k < FcEntries; k++) begin
      in_range &= 32'(body.entry[k].vc) < NumVcs;
      // A refresh repeats what was advertised, an update shows what is granted.
      as_granted &= body.entry[k].limit == granted_q[idx_t'(body.entry[k].vc)] ||
          body.entry[k].limit == advertised_q[idx_t'(body.entry[k].vc)];
      as_sent &= body.entry[k].limit == sent_q[idx_t'(body.entry[k].vc)];
    end
  end

  always_ff @(posedge clk_i) begin : p_properties
    if (rst_ni) begin
      QuietAfterTake: assert (!quiet || !request_o);
      VcInRange: assert (!request_o || in_range);
      ReportIsExact: assert (!request_o || !body.init || as_sent);
      LimitIsGranted: assert (!request_o || body.init || as_granted);
      NothingWithoutRequest: assert (request_o || (!urgent_o && body_o == '0));
    end
  end

endmodule

bind fc_sender fc_sender_properties #(.NumVcs(NumVcs)) u_properties (.*);
