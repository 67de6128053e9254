// Counting of allocations, for `usher bench parse` alone: a library of its own, which is loaded
// before all others and stands before the C library's malloc. The program itself never links it.

#ifndef USHER_ALLOCATIONS_H
#define USHER_ALLOCATIONS_H

/// How many pieces of memory the process has taken so far: malloc, calloc, realloc and their kin.
/// -1 where they cannot be counted.
long usher_allocations(void);

#endif
