// SPDX-License-Identifier: Apache-2.0
// Random requests for an arbiter that keep its rules; for any bench.
package arbiter_stimulus_pkg;

  typedef struct packed {
    logic       valid;
    logic [5:0] port;
  } request_t;

  function automatic bit chance(input int unsigned percent);
    return $urandom_range(99) < percent;
  endfunction

  /// A valid request is for one of `num_ports` outputs.
  function automatic request_t draw_request(input int unsigned num_ports);
    request_t request;
    request.valid = chance(40);
    request.port = 6'($urandom_range(num_ports - 1));
    return request;
  endfunction

endpackage
