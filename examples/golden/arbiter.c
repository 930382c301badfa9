/* SPDX-License-Identifier: Apache-2.0 */
/* Two inputs of the arbiter want output 3; prints who gets it, and the pointers that decide it:
 *   cc arbiter.c $(pkg-config --cflags --libs tinsim-golden) -o arbiter */
#include <stdio.h>
#include <tinsim_golden.h>

int main(void) {
  tinsim_golden* arbiter = tinsim_golden_create("islip_arbiter", "NumPorts=4,NumVcs=4");
  if (arbiter == NULL) {
    fprintf(stderr, "%s\n", tinsim_golden_error(NULL));
    return 1;
  }
  printf("tinsim %s, interface %d\n", tinsim_golden_version(), tinsim_golden_abi());
  int bad = tinsim_golden_set(arbiter, "iterations_i", 0, 1);
  bad |= tinsim_golden_reset(arbiter);
  for (unsigned input = 1; input <= 2; ++input) {
    bad |= tinsim_golden_set(arbiter, "req_valid_i", input * 4, 1); /* of VC 0 */
    bad |= tinsim_golden_set(arbiter, "req_port_i", input * 4, 3);
  }
  for (int cycle = 0; cycle < 4; ++cycle) {
    uint64_t granted = 0, pointers[4] = {0};
    bad |= tinsim_golden_tick(arbiter);
    bad |= tinsim_golden_get(arbiter, "match_valid_o", 2, &granted);
    tinsim_golden_state(arbiter, "grant_pointer", pointers, 4);
    printf("input 2 granted %d, grant pointer of output 3: %d\n", (int)granted, (int)pointers[3]);
  }
  if (tinsim_golden_set(arbiter, "req_port_i", 99, 0) != 0)
    printf("%s\n", tinsim_golden_error(arbiter));
  if (bad) fprintf(stderr, "%s\n", tinsim_golden_error(arbiter));
  tinsim_golden_free(arbiter);
  return bad ? 1 : 0;
}
