// SPDX-License-Identifier: Apache-2.0
// Two checkers without a limit in each arbiter.
bind islip_arbiter islip_arbiter_checker #(
  .NumPorts(NumPorts), .NumVcs(NumVcs), .MaxMismatches(0), .Name("first")
) i_first (.*);
bind islip_arbiter islip_arbiter_checker #(
  .NumPorts(NumPorts), .NumVcs(NumVcs), .MaxMismatches(0), .Name("second")
) i_second (.*);
