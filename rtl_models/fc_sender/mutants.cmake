# SPDX-License-Identifier: Apache-2.0
# Bugs planted in fc_sender.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A set follows one cycle too early.
mutant(1 "Cooldown = 2'd2" "Cooldown = 2'd1")
# The pointer stays on the last VC of the set.
mutant(2 "(last_taken == LastVc) ? '0 : last_taken + 1'b1" "last_taken")
# A refresh set makes waiting updates young again.
mutant(3 "take_update || !any_pending" "take_i || !any_pending")
# A take accepts the limits of its own cycle, of which the set on the link knows nothing.
mutant(4 "<= shown_entry_q[k].limit" "<= limit_q[idx_t'(shown_entry_q[k].vc)]")
# A report counts the cell that begins in the same cycle.
mutant(5 "sent_q[idx_t'(refresh_vc)]"
  "sent_q[idx_t'(refresh_vc)] +
          ((sent_valid_i && sent_vc_i == refresh_vc) ? CountW'(sent_words_i) : '0)")
# A refresh that is due in the cycle after a take is dropped.
mutant(6 "countdown_q == '0;" "countdown_q == '0 && cooldown_q != Cooldown;")
# Words granted in the cycle in which words of the same VC are lost: the loss is not in the limit.
mutant(7 "((lost_valid_i && lost_vc == limit_vc) ? lost_d : lost_q[limit_vc])"
       "lost_q[limit_vc]")
# The last VC, alone in its group, is never refreshed.
mutant(8 "FcEntries >= NumVcs" "FcEntries >= NumVcs - 1")
# An update that has waited for 256 cycles is young again.
mutant(9 "end else if (age_q != '1) begin" "end else begin")
# A limit that differs from the one advertised in its topmost bit only is not sent.
mutant(10 "limit_q[v] != advertised_q[v]"
       "limit_q[v][CountW-2:0] != advertised_q[v][CountW-2:0]")
# The countdown to a refresh has no borrow from its bits 10 and 11.
mutant(11 "countdown_q <= ((countdown_q == '0) ? refresh_cycles_i : countdown_q) - 1'b1;"
       "countdown_q <= (countdown_q == '0) ? refresh_cycles_i - 1'b1 :
          {countdown_q[11:10], countdown_q[9:0] - 10'd1};")
