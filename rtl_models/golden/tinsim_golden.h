/* SPDX-License-Identifier: Apache-2.0 */
/* libtinsim_golden: the cycle-exact models of tinsim's blocks for any program that can call C.
 *
 * A block is created by its name and its parameters, such as "islip_arbiter" and
 * "NumPorts=4,NumVcs=4". Its ports have the names and meaning of rtl_models/<block>/README.md.
 * Inputs keep their value until they are set again; outputs are those of the current cycle;
 * tinsim_golden_tick() is the rising edge that ends the cycle. A new block has all inputs 0 and has
 * not been reset. Edges before the first reset are allowed; the registers then begin with values of
 * the model that no README promises.
 *
 * Functions that return int return 0, or -1 after which tinsim_golden_error() says why. NULL where
 * a block, a name or memory is expected is such an error, unless a function says otherwise. Blocks
 * are independent of each other; one block is used by one thread at a time. */
#ifndef TINSIM_GOLDEN_H
#define TINSIM_GOLDEN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#define TINSIM_GOLDEN_API __attribute__((visibility("default")))
#else
#define TINSIM_GOLDEN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Changes with each incompatible change of this header. */
#define TINSIM_GOLDEN_ABI 1

/** TINSIM_GOLDEN_ABI of the library, to be compared with that of the header. */
TINSIM_GOLDEN_API int tinsim_golden_abi(void);
/** Version of tinsim, such as "0.1.0". */
TINSIM_GOLDEN_API const char* tinsim_golden_version(void);

/** Shape n of all blocks in all shapes: its block and its parameters. 1; 0 after the last; -1 after
 * an error, whose text is that of tinsim_golden_error(NULL). */
TINSIM_GOLDEN_API int tinsim_golden_shape(size_t n, const char** block, const char** parameters);

typedef struct tinsim_golden tinsim_golden;

/** `parameters`: "<Name>=<number>" separated by commas, in any order, each one once, blanks
 * allowed; NULL or "": the first shape of the block. NULL if there is no such shape. */
TINSIM_GOLDEN_API tinsim_golden* tinsim_golden_create(const char* block, const char* parameters);
/** Of NULL: no effect. */
TINSIM_GOLDEN_API void tinsim_golden_free(tinsim_golden* golden);
/** Text of the last error of a block; "" if there was none. It is valid until the next call with
 * this block. Of NULL: of the last tinsim_golden_create(), or of the last other call in this thread
 * that had no block; valid until the next such call in this thread. */
TINSIM_GOLDEN_API const char* tinsim_golden_error(const tinsim_golden* golden);

/** Names are valid as long as the block. */
typedef struct tinsim_golden_port {
  const char* name;
  int is_input;
  unsigned width;      /**< bits of an element */
  unsigned elements;   /**< 1 unless the port is an array */
  unsigned dimensions; /**< of the array, at most 4; 0: no array */
  unsigned sizes[4];   /**< of each dimension, the outermost first */
} tinsim_golden_port;

/** Describes port n, inputs first. 1; 0 after the last; -1 after an error. Clock and reset are not
 * among the ports. */
TINSIM_GOLDEN_API int tinsim_golden_port_at(const tinsim_golden* golden, size_t n,
                                            tinsim_golden_port* port);

/** `element` counts elements of an array with the last index fastest; it is 0 for other ports. */
TINSIM_GOLDEN_API int tinsim_golden_set(tinsim_golden* golden, const char* port, size_t element,
                                        uint64_t value);
/** Of an output or an input. */
TINSIM_GOLDEN_API int tinsim_golden_get(tinsim_golden* golden, const char* port, size_t element,
                                        uint64_t* value);
/** The whole port in words of 32 bits, least significant first, as SystemVerilog packs it: element
 * 0 has the lowest bits. `count` is (width * elements + 31) / 32; bits of the last word beyond the
 * port are 0. For elements of more than 64 bits, and for speed. */
TINSIM_GOLDEN_API int tinsim_golden_set_words(tinsim_golden* golden, const char* port,
                                              const uint32_t* words, size_t count);
TINSIM_GOLDEN_API int tinsim_golden_get_words(tinsim_golden* golden, const char* port,
                                              uint32_t* words, size_t count);

/** All inputs at once: the words of each as in tinsim_golden_set_words(), input after input in the
 * order of tinsim_golden_port_at(). `count` is the sum of their counts. */
TINSIM_GOLDEN_API int tinsim_golden_set_inputs(tinsim_golden* golden, const uint32_t* words,
                                               size_t count);
/** All outputs of this cycle, in the same layout. */
TINSIM_GOLDEN_API int tinsim_golden_get_outputs(tinsim_golden* golden, uint32_t* words,
                                                size_t count);

/** The rising clock edge. An error means that an input breaks a rule of the block: reset it before
 * going on. */
TINSIM_GOLDEN_API int tinsim_golden_tick(tinsim_golden* golden);
/** Reset with the straps that the inputs hold. */
TINSIM_GOLDEN_API int tinsim_golden_reset(tinsim_golden* golden);

/** Name of register or queue n; NULL after the last, or after an error. */
TINSIM_GOLDEN_API const char* tinsim_golden_state_name(tinsim_golden* golden, size_t n);
/** Copies up to `capacity` values of a register and returns how many it has; -1 if there is none of
 * this name. `values` may be NULL if `capacity` is 0. Signed values are in two's complement. */
TINSIM_GOLDEN_API long tinsim_golden_state(tinsim_golden* golden, const char* name,
                                           uint64_t* values, size_t capacity);

/** Keeps what the last edge saw, for tinsim_golden_difference(), from the next
 * tinsim_golden_reset() on; of a block whose outputs are registers, at the cost of a second model.
 * A further call has no effect. */
TINSIM_GOLDEN_API int tinsim_golden_keep_last(tinsim_golden* golden);
/** Compares the outputs of this cycle with those of another implementation, in the layout of
 * tinsim_golden_get_outputs(). "" if they are equal; else lines of text: each element that differs,
 * inputs and registers that are not zero. Of a block that keeps the last edge, the inputs and
 * registers are those that the edge saw, and those registers that it changed. Bits that are 1 in
 * `unknown`, which may be NULL, are X or Z in the other implementation and differ from any value.
 * NULL after an error. The text is valid until the next call. */
TINSIM_GOLDEN_API const char* tinsim_golden_difference(tinsim_golden* golden,
                                                       const uint32_t* actual,
                                                       const uint32_t* unknown, size_t count);

#ifdef __cplusplus
}
#endif

#endif
