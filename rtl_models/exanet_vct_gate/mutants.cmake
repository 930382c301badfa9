# SPDX-License-Identifier: Apache-2.0
# Bugs planted in exanet_vct_gate.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# One header word is enough.
mutant(1 "header_space_q[v] >= FrameWords" "header_space_q[v] >= FrameWords - 1'b1")
# A packet that fills the buffer does not fit.
mutant(2 "payload_space_q[request_vc_i[q]] >= payload_space_t'(request_words_i[q])"
       "payload_space_q[request_vc_i[q]] > payload_space_t'(request_words_i[q])")
# Payload space is that of the lower channel.
mutant(3 "payload_space_q[request_vc_i[q]] >= payload_space_t'(request_words_i[q]);"
       "payload_space_q[0] >= payload_space_t'(request_words_i[q]);")
# A take hides the release of its channel.
mutant(4 "header_space_d[v] = header_space_d[v] - (HeaderSpaceW+1)'(FrameWords)"
       "header_space_d[v] = (HeaderSpaceW+1)'(header_space_q[v]) - (HeaderSpaceW+1)'(FrameWords)")
# Three payload words that become free count as one.
mutant(5 "(PayloadSpaceW+1)'(freed_payload_i[v])"
       "(PayloadSpaceW+1)'(freed_payload_i[v] == 2'd3 ? 2'd1 : freed_payload_i[v])")
# A packet without payload is always sent.
mutant(6 "fits_o[q] = request_valid_i[q] && frame_fits[request_vc_i[q]] &&"
       "fits_o[q] = request_valid_i[q] && (frame_fits[request_vc_i[q]] || request_words_i[q] == '0) &&")
