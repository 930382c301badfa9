// SPDX-License-Identifier: Apache-2.0
// A checker in each acme_arbiter, in the shape of the instance.
bind acme_arbiter islip_arbiter_checker #(
  .NumPorts(NumPorts), .NumVcs(NumVcs), .MaxMismatches(3)
) i_checker (.*);
