/* SPDX-License-Identifier: Apache-2.0 */
/* libtinsim_golden for SystemVerilog: the functions that tinsim_golden_pkg.sv imports. C99, and C++
 * for simulators that compile it as such. Link with -ltinsim_golden. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <svdpi.h>

#include "tinsim_golden.h"

#ifdef __cplusplus
extern "C" {
#endif

static char create_error[512];

/* Number of elements, and element n, of an array of `int unsigned`. */
static size_t size_of(const svOpenArrayHandle array) { return (size_t)svSize(array, 1); }
static uint32_t* element(const svOpenArrayHandle array, size_t n) {
  return (uint32_t*)svGetArrElemPtr1(array, svLow(array, 1) + (int)n);
}

/* The elements as C has them in memory: those of the simulator where they lie one after the other
 * in this order, else a copy, which is NULL without memory. release() ends the use; `written`: the
 * elements of the simulator then get the values. */
static uint32_t* acquire(const svOpenArrayHandle array) {
  const size_t count = size_of(array);
  size_t n;
  uint32_t* words;
  if (count < 2 || element(array, count - 1) == element(array, 0) + (count - 1))
    return element(array, 0);
  words = (uint32_t*)malloc(count * sizeof *words);
  for (n = 0; words && n < count; ++n) words[n] = *element(array, n);
  return words;
}
static void release(const svOpenArrayHandle array, uint32_t* words, int written) {
  size_t n;
  if (words == element(array, 0)) return;
  for (n = 0; words && written && n < size_of(array); ++n) *element(array, n) = words[n];
  free(words);
}

/* "A=1,B=2" of the names "A,B" and their values. */
static void join(char* text, size_t capacity, const char* names, const svOpenArrayHandle values) {
  size_t n = 0, used = 0;
  text[0] = 0;
  while (*names && n < size_of(values) && used < capacity) {
    const int length = (int)strcspn(names, ",");
    used += (size_t)snprintf(text + used, capacity - used, "%s%.*s=%u", n ? "," : "", length, names,
                             (unsigned)*element(values, n));
    names += length + (names[length] == ',');
    ++n;
  }
}

/* 1 if the ports of the caller have as many bits as those of the model, else 0 and create_error. */
static int has_ports(const tinsim_golden* golden, const char* block, const char* parameters,
                     const svOpenArrayHandle bits) {
  tinsim_golden_port port;
  size_t n = 0;
  for (; tinsim_golden_port_at(golden, n, &port) == 1; ++n) {
    const unsigned given = n < size_of(bits) ? (unsigned)*element(bits, n) : 0;
    if (given == port.width * port.elements) continue;
    snprintf(create_error, sizeof create_error, "%s of %s in shape '%s' has %u bits, not %u",
             port.name, block, parameters, port.width * port.elements, given);
    return 0;
  }
  return 1;
}

void* tinsim_dpi_create(const char* block, const char* names, const svOpenArrayHandle values,
                        const svOpenArrayHandle bits) {
  char parameters[256];
  tinsim_golden* golden;
  join(parameters, sizeof parameters, names, values);
  golden = tinsim_golden_create(block, parameters);
  if (!golden) {
    snprintf(create_error, sizeof create_error, "%s", tinsim_golden_error(NULL));
  } else if (!has_ports(golden, block, parameters, bits)) {
    tinsim_golden_free(golden);
    golden = NULL;
  } else {
    tinsim_golden_keep_last(golden);
  }
  return golden;
}

void tinsim_dpi_free(void* golden) { tinsim_golden_free((tinsim_golden*)golden); }

const char* tinsim_dpi_error(void* golden) {
  return golden ? tinsim_golden_error((const tinsim_golden*)golden) : create_error;
}

static int set_inputs(void* golden, const svOpenArrayHandle inputs) {
  uint32_t* words = acquire(inputs);
  const int result =
      words ? tinsim_golden_set_inputs((tinsim_golden*)golden, words, size_of(inputs)) : -1;
  release(inputs, words, 0);
  return result;
}

int tinsim_dpi_reset(void* golden, const svOpenArrayHandle inputs) {
  return set_inputs(golden, inputs) ? -1 : tinsim_golden_reset((tinsim_golden*)golden);
}

int tinsim_dpi_predict(void* golden, const svOpenArrayHandle inputs,
                       const svOpenArrayHandle outputs) {
  uint32_t* words;
  int result;
  if (set_inputs(golden, inputs)) return -1;
  words = acquire(outputs);
  result = words ? tinsim_golden_get_outputs((tinsim_golden*)golden, words, size_of(outputs)) : -1;
  release(outputs, words, 1);
  return result;
}

const char* tinsim_dpi_difference(void* golden, const svOpenArrayHandle actual,
                                  const svOpenArrayHandle unknown) {
  uint32_t* words = acquire(actual);
  uint32_t* mask = acquire(unknown);
  const char* text = NULL;
  if (words && mask && size_of(actual) == size_of(unknown))
    text = tinsim_golden_difference((tinsim_golden*)golden, words, mask, size_of(actual));
  release(actual, words, 0);
  release(unknown, mask, 0);
  return text ? text : tinsim_golden_error((tinsim_golden*)golden);
}

int tinsim_dpi_edge(void* golden) { return tinsim_golden_tick((tinsim_golden*)golden); }

#ifdef __cplusplus
}
#endif
