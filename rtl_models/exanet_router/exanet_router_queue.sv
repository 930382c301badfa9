// SPDX-License-Identifier: Apache-2.0
// A queue of the ExaNet router: its buffers, and the packet that it is sending or discarding.

/// Words arrive with their header decoded. The queue fetches a header, routes it, requests an output, and
/// after the grant shows the words of the packet, which that output takes.
module exanet_router_queue
  import exanet_pkg::*;
#(
  /// Intra-tile ports, and all ports.
  parameter int unsigned NumIntra = 3,
  parameter int unsigned NumPorts = 5,
  /// Sizes of the buffers in words.
  parameter int unsigned HeaderWords = 8,
  parameter int unsigned PayloadWords = 64
) (
  /// Clock.
  input  logic                           clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                           rst_ni,
  /// Straps and registers of the routing, as in exanet_dor_stage.
  input  logic [NumDims-1:0][CoordW-1:0] here_i,
  input  logic [NumDims-1:0][SizeW-1:0]  size_i,
  input  logic [NumDims-1:0]             wrap_i,
  input  logic [NumDims-1:0][1:0]        priority_i,
  input  logic [NumDirections-1:0]       enable_i,
  input  logic [1:0]                     vc_rule_i,
  /// Strap: port of a direction.
  input  logic [NumDirections-1:0][5:0]  port_map_i,
  /// A word arrives.
  input  logic                           in_valid_i,
  /// Its kind.
  input  logic [KindW-1:0]               in_kind_i,
  /// The word; a header as corrected.
  input  logic [FlitW-1:0]               in_word_i,
  /// It is a header that one bit was wrong in.
  input  logic                           in_corrected_i,
  /// It is a header whose packet is dropped.
  input  logic                           in_bad_i,
  /// A packet waits for an output, one bit per output.
  output logic [NumPorts-1:0]            request_o,
  /// Its channel there.
  output logic                           vc_o,
  /// Its words of payload that have not left.
  output logic [WordsW-1:0]              words_o,
  /// An output has granted the request.
  input  logic                           grant_i,
  /// A word for that output, which shows it in the next cycle.
  output logic                           word_valid_o,
  /// Its kind.
  output logic [KindW-1:0]               word_kind_o,
  /// The word.
  output logic [FlitW-1:0]               word_o,
  /// Header and footer words that left in the cycle before.
  output logic [1:0]                     freed_header_o,
  /// Payload words that did.
  output logic [1:0]                     freed_payload_o,
  /// A header with one wrong bit arrived in the cycle before.
  output logic                           corrected_o,
  /// A header with more of them did.
  output logic                           bad_header_o,
  /// A packet without a route began to be discarded in the cycle before.
  output logic                           discarded_o
);

  /// Payload words of so many bytes.
  function automatic logic [WordsW-1:0] words_of(logic [BytesW-1:0] bytes);
    return bytes[BytesW-1:4] + WordsW'(bytes[3:0] != '0);
  endfunction

  // ---- arrival
  logic header_in, dropping_q, drop, store, is_payload_in;
  assign header_in = in_valid_i && in_kind_i == KindHeader;
  assign is_payload_in = in_kind_i == KindPayload;
  assign drop = in_valid_i && ((in_kind_i == KindHeader) ? in_bad_i : dropping_q);
  assign store = in_valid_i && !drop;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_arrival
    if (!rst_ni) begin
      dropping_q <= 1'b0;
      corrected_o <= 1'b0;
      bad_header_o <= 1'b0;
    end else begin
      if (header_in) begin
        dropping_q <= in_bad_i;
      end else if (in_valid_i && in_kind_i == KindFooter) begin
        dropping_q <= 1'b0;
      end
      corrected_o <= header_in && in_corrected_i;
      bad_header_o <= header_in && in_bad_i;
    end
  end

  // ---- buffers
  logic             pop_header, pop_payload, no_header, no_payload;
  logic [FlitW-1:0] header_head, payload_head;
  exanet_router_buffer #(.Words(HeaderWords)) i_header (
    .clk_i, .rst_ni, .push_i(store && !is_payload_in), .word_i(in_word_i),
    .pop_i(pop_header), .head_o(header_head), .empty_o(no_header)
  );
  exanet_router_buffer #(.Words(PayloadWords)) i_payload (
    .clk_i, .rst_ni, .push_i(store && is_payload_in), .word_i(in_word_i),
    .pop_i(pop_payload), .head_o(payload_head), .empty_o(no_payload)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_freed
    if (!rst_ni) begin
      freed_header_o <= '0;
      freed_payload_o <= '0;
    end else begin
      freed_header_o <= 2'(pop_header) + 2'(drop && !is_payload_in);
      freed_payload_o <= 2'(pop_payload) + 2'(drop && is_payload_in);
    end
  end

  // ---- the packet at the head
  typedef enum logic [2:0] {Idle, Routing, Request, Header, Words, Discard} state_e;
  /// Cycles since the fetch in which the header is given to the routing, and before the first request.
  localparam logic [2:0] AgeRoute = 3'd2;
  localparam logic [2:0] AgeLast = 3'd6;

  state_e            state_q;
  logic [2:0]        age_q;
  logic [FlitW-1:0]  header_q;
  logic [WordsW-1:0] left_q;
  logic              fetch, moves, footer_leaves;
  // The other fields are for the receiver.
  // verilator lint_off UNUSEDSIGNAL
  packet_header_t    arriving, fetched, head;
  // verilator lint_on UNUSEDSIGNAL
  assign arriving = in_word_i[InfoW-1:0];
  assign fetched = header_head[InfoW-1:0];
  assign head = header_q[InfoW-1:0];
  assign fetch = state_q == Idle && !no_header;
  assign moves = state_q == Words || state_q == Discard;
  assign pop_payload = moves && left_q != '0 && !no_payload;
  assign footer_leaves = moves && left_q == '0 && !no_header;
  assign pop_header = fetch || footer_leaves;

  // ---- route
  logic                routed, is_local, no_route, route_vc, lost, lost_q, vc_q;
  logic [2:0]          direction;
  logic [5:0]          out_port;
  logic [NumPorts-1:0] out_port_q;
  exanet_dor_stage i_route (
    .clk_i, .rst_ni, .here_i, .size_i, .wrap_i, .priority_i, .enable_i, .vc_rule_i,
    .valid_i(state_q == Routing && age_q == AgeRoute), .dst_i(head.dst), .src_i(head.src),
    .valid_o(routed), .local_o(is_local), .no_route_o(no_route), .direction_o(direction), .vc_o(route_vc)
  );
  assign out_port = is_local ? 6'(head.dst_port) : port_map_i[direction];
  assign lost = no_route || (is_local && 32'(head.dst_port) >= NumIntra);

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_route
    if (!rst_ni) begin
      out_port_q <= '0;
      vc_q <= 1'b0;
      lost_q <= 1'b0;
    end else if (routed) begin
      for (int unsigned o = 0; o < NumPorts; o++) begin
        out_port_q[o] <= 32'(out_port) == o;
      end
      vc_q <= route_vc;
      lost_q <= lost;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_packet
    if (!rst_ni) begin
      state_q <= Idle;
      age_q <= '0;
      left_q <= '0;
      discarded_o <= 1'b0;
    end else begin
      unique case (state_q)
        Idle:    if (fetch) state_q <= Routing;
        Routing: if (age_q == AgeLast) state_q <= lost_q ? Discard : Request;
        Request: if (grant_i) state_q <= Header;
        Header:  state_q <= Words;
        default: if (footer_leaves) state_q <= Idle;
      endcase
      age_q <= (fetch || state_q == Routing) ? age_q + 1'b1 : '0;
      if (fetch) begin
        left_q <= words_of(fetched.bytes);
      end else if (pop_payload) begin
        left_q <= left_q - 1'b1;
      end
      discarded_o <= state_q == Discard && age_q != '0;
    end
  end

  always_ff @(posedge clk_i) begin : p_header
    if (fetch) begin
      header_q <= header_head;
    end
  end

  assign request_o = (state_q == Request) ? out_port_q : '0;
  assign vc_o = vc_q;
  assign words_o = left_q;

  always_comb begin : p_word
    word_valid_o = state_q == Header || (state_q == Words && (pop_payload || footer_leaves));
    word_kind_o = KindFooter;
    word_o = header_head;
    if (state_q == Header) begin
      word_kind_o = KindHeader;
      word_o = header_q;
    end else if (left_q != '0) begin
      word_kind_o = KindPayload;
      word_o = payload_head;
    end
  end

  // ---- rules; what has to arrive next, only the assertions use
  logic              in_packet_q;
  logic [WordsW-1:0] missing_q;
  logic              in_order;
  always_comb begin : p_order
    unique case (in_kind_i)
      KindHeader:  in_order = !in_packet_q;
      KindPayload: in_order = in_packet_q && (dropping_q || missing_q != '0);
      KindFooter:  in_order = in_packet_q && (dropping_q || missing_q == '0);
      default:     in_order = 1'b0;
    endcase
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (!rst_ni) begin
      in_packet_q <= 1'b0;
      missing_q <= '0;
    end else begin
      if (in_valid_i) begin
        in_packet_q <= in_kind_i != KindFooter;
        missing_q <= header_in ? words_of(arriving.bytes) : missing_q - 1'b1;
        WordsInOrder: assert (in_order)
          else $error("a word arrived out of order: header, payload, footer");
      end
      if (routed && !is_local && !no_route) begin
        MapInRange: assert (32'(out_port) >= NumIntra && 32'(out_port) < NumPorts)
          else $error("the port of a direction must be an inter-tile port");
      end
    end
  end

endmodule
