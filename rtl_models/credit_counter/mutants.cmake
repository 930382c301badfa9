# SPDX-License-Identifier: Apache-2.0
# Bugs planted in credit_counter.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Updates are accepted in a quarter instead of half of the number circle.
mutant(1 "fc_newer = !fc_advance[CountW-1]"
       "fc_newer = fc_advance[CountW-1:CountW-2] == '0")
# A take ignores the update of the same VC in the same cycle.
mutant(2 "(fc_accept && both_on_one_vc) ? fc_limit_i : limit_q[take_vc]"
       "limit_q[take_vc]")
# A take counts an update of the same VC in the same cycle even if it is too old to be accepted.
mutant(3 "(fc_accept && both_on_one_vc)" "(fc_valid_i && both_on_one_vc)")
# The words sent have no carry into their topmost bit.
mutant(4 "sent_q[take_vc] + CountW'(take_words_i)"
       "{sent_q[take_vc][CountW-1], sent_q[take_vc][CountW-2:0] + (CountW-1)'(take_words_i)}")
