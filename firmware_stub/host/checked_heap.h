// SPDX-License-Identifier: Apache-2.0
// Heap of lwIP for tests: each block from malloc(), so that a sanitizer knows its bounds.
#ifndef TIN_FIRMWARE_CHECKED_HEAP_H
#define TIN_FIRMWARE_CHECKED_HEAP_H

#include <stddef.h>

// Blocks of the chip that runs; NULL: no space.
void* checked_heap_malloc(size_t bytes);
void* checked_heap_calloc(size_t count, size_t bytes);
void checked_heap_free(void* block);

// Frees all blocks of the chip whose heap is `heap`.
void checked_heap_release(void* heap);

#endif
