// SPDX-License-Identifier: Apache-2.0
// ACME request matcher: iSLIP among N ports, V classes at each source. Plain Verilog, one clocked process.
// It has a bug, which docs/guide/check_your_rtl.md finds.
module acme_matcher #(parameter N = 4, parameter V = 4) (
    input                    clk,
    input                    srst,      // synchronous, active high
    input      [2:0]         rounds,
    input      [V-1:0]       urgent,    // classes that precede the others
    input      [N*V-1:0]     want,      // source s wants to send from class c: bit s * V + c
    input      [N*V*6-1:0]   want_dst,
    input      [N-1:0]       src_idle,
    input      [N-1:0]       dst_idle,
    output reg [N-1:0]       hit,
    output reg [N*6-1:0]     hit_dst,
    output reg [N*5-1:0]     hit_class
);
    reg [5:0] dst_turn [0:N-1];         // whose turn it is at a destination
    reg [5:0] src_turn [0:N-1];         // ... and at a source
    reg [4:0] class_turn [0:N*N-1];

    reg [N-1:0]   src_open, dst_open, new_hit;
    reg [N*6-1:0] new_dst;
    reg [N*5-1:0] new_class;
    reg [N-1:0]   offered;              // destination has made an offer in this round
    reg [5:0]     offer_to [0:N-1];
    reg [N-1:0]   offer_urgent;
    reg           found, best;
    integer s, d, c, k, r, pick;

    // Does a source want a destination: from any class, or from an urgent one?
    function wants(input integer src, input integer dst, input only_urgent);
        integer q;
        begin
            wants = 0;
            for (q = 0; q < V; q = q + 1)
                if (want[src*V + q] && want_dst[(src*V + q)*6 +: 6] == dst[5:0] && (urgent[q] || !only_urgent))
                    wants = 1;
        end
    endfunction

    always @(posedge clk) begin
        src_open = src_idle & ~hit;
        dst_open = dst_idle;
        for (s = 0; s < N; s = s + 1)
            if (hit[s]) dst_open[hit_dst[s*6 +: 6]] = 0;
        new_hit = 0;
        new_dst = 0;
        new_class = 0;

        for (r = 0; r < 4; r = r + 1) if (r < rounds) begin
            // Offers: the first source from the turn on; urgent ones are asked first.
            for (d = 0; d < N; d = d + 1) begin
                offered[d] = 0;
                offer_urgent[d] = 0;
                offer_to[d] = 0;
                for (pick = 1; pick >= 0; pick = pick - 1)
                    for (k = 0; k < N; k = k + 1) begin
                        s = (dst_turn[d] + k) % N;
                        if (dst_open[d] && !offered[d] && src_open[s] && wants(s, d, pick == 1)) begin
                            offered[d] = 1;
                            offer_urgent[d] = pick == 1;
                            offer_to[d] = s;
                        end
                    end
            end
            // Choices: the first offer from the turn on.
            for (s = 0; s < N; s = s + 1) begin
                found = 0;
                for (pick = 1; pick >= 0; pick = pick - 1)
                    for (k = 0; k < N; k = k + 1) begin
                        d = (src_turn[s] + k) % N;
                        if (!found && offered[d] && offer_to[d] == s && (offer_urgent[d] || pick == 0)) begin
                            found = 1;
                            new_hit[s] = 1;
                            new_dst[s*6 +: 6] = d;
                        end
                    end
                if (found) begin
                    src_open[s] = 0;
                    dst_open[new_dst[s*6 +: 6]] = 0;
                end
            end
            // Turns move behind the pair.
            for (s = 0; s < N; s = s + 1)
                if (new_hit[s] && !src_open[s]) begin
                    d = new_dst[s*6 +: 6];
                    dst_turn[d] = (s + 1) % N;
                    src_turn[s] = (d + 1) % N;
                end
        end

        for (s = 0; s < N; s = s + 1) if (new_hit[s]) begin
            d = new_dst[s*6 +: 6];
            best = wants(s, d, 1);
            found = 0;
            for (k = 0; k < V; k = k + 1) begin
                c = (class_turn[s*N + d] + k) % V;
                if (!found && want[s*V + c] && want_dst[(s*V + c)*6 +: 6] == d && (urgent[c] || !best)) begin
                    found = 1;
                    new_class[s*5 +: 5] = c;
                end
            end
            class_turn[s*N + d] = (new_class[s*5 +: 5] + 1) % V;
        end

        hit <= new_hit;
        hit_dst <= new_dst;
        hit_class <= new_class;
        if (srst) begin
            hit <= 0;
            hit_dst <= 0;
            hit_class <= 0;
            for (k = 0; k < N; k = k + 1) dst_turn[k] = 0;
            for (k = 0; k < N; k = k + 1) src_turn[k] = 0;
            for (k = 0; k < N*N; k = k + 1) class_turn[k] = 0;
        end
    end
endmodule
