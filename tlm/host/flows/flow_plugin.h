/* SPDX-License-Identifier: Apache-2.0
 * C interface of a plug-in that makes flows: a shared library with the four functions below
 * (docs/guide/flows.md). A plug-in needs no other header and no library of tinsim. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TIN_FLOW_PLUGIN_VERSION 1u

/* The network of a run, and `flows.options`. Valid during tin_flow_open(). */
struct tin_flow_setup {
  uint32_t hosts; /* of the network; their numbers are 0 to hosts - 1 */
  uint64_t seed;  /* run.seed: all randomness must follow from it */
  const char* options;
};

/* One flow; the rules are those of a list in a file. `after` stays valid until the next call. */
struct tin_flow {
  uint64_t id;
  uint32_t src, dst;
  uint64_t bytes;
  uint64_t start_ns;
  const uint64_t* after;
  uint32_t after_count;
};

/* TIN_FLOW_PLUGIN_VERSION of the header that the plug-in was built with. */
uint32_t tin_flow_version(void);

/* A new list of flows; NULL, with a sentence in `error`, where the options are wrong. Lists with
 * the same setup must have the same flows: each rank opens one to check and one to run it. */
void* tin_flow_open(const struct tin_flow_setup* setup, char* error, size_t error_bytes);

/* 1: `flow` is the next one; 0: there is none; -1: `error` has a sentence. */
int tin_flow_next(void* list, struct tin_flow* flow, char* error, size_t error_bytes);

void tin_flow_close(void* list);

#ifdef __cplusplus
}
#endif
