// SPDX-License-Identifier: Apache-2.0
// Heap of lwIP for tests. The first bytes of a chip's heap hold the list of its blocks.
#include "firmware_stub/host/checked_heap.h"

#include <stdlib.h>
#include <string.h>

#include "lwip/opt.h"

struct block {
  struct block *next, **link;
  size_t bytes;
  max_align_t data[];
};
struct list {
  struct block* first;
  size_t bytes;
};

// Holds the pools too, without their limits.
enum { kHeapBytes = 64 << 20 };

static struct list* blocks(void) { return (struct list*)firmware_lwip_heap; }

void* checked_heap_malloc(size_t bytes) {
  struct list* list = blocks();
  if (bytes > kHeapBytes - list->bytes) return NULL;
  struct block* block = malloc(sizeof *block + bytes);
  if (block == NULL) return NULL;
  list->bytes += bytes;
  block->bytes = bytes;
  block->next = list->first;
  block->link = &list->first;
  if (block->next) block->next->link = &block->next;
  list->first = block;
  return block->data;
}

void* checked_heap_calloc(size_t count, size_t bytes) {
  void* data = checked_heap_malloc(count * bytes);
  if (data) memset(data, 0, count * bytes);
  return data;
}

static void drop(struct list* list, struct block* block) {
  *block->link = block->next;
  if (block->next) block->next->link = block->link;
  list->bytes -= block->bytes;
  free(block);
}

void checked_heap_free(void* data) {
  if (data) drop(blocks(), (struct block*)((char*)data - offsetof(struct block, data)));
}

void checked_heap_release(void* heap) {
  struct list* list = heap;
  while (list->first) drop(list, list->first);
}
