// Sources in the order in which they are compiled, from this folder.
// $SV is that of `pkg-config --variable=svdir tinsim-golden`.
$SV/tinsim_golden_pkg.sv
$SV/islip_arbiter_if.sv
../arbiter_stimulus_pkg.sv
../arbiter_driver.sv
../../check_your_rtl/acme_matcher.v
../acme_arbiter.sv
golden_uvm_pkg.sv
arbiter_uvm_pkg.sv
arbiter_uvm_top.sv
