// Stands before malloc and its kin and counts. Each is handed on to the C library under its second
// name, which glibc exports for just that.

#include "allocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__GLIBC__)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *piece, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long taken;

static void count(void) { atomic_fetch_add_explicit(&taken, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *piece, size_t size) {
  count();
  return __libc_realloc(piece, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **piece, size_t alignment, size_t size) {
  count();
  void *found = __libc_memalign(alignment, size);
  if (found == NULL) return ENOMEM;
  *piece = found;
  return 0;
}

long usher_allocations(void) { return atomic_load_explicit(&taken, memory_order_relaxed); }

#else

long usher_allocations(void) { return -1; }

#endif
