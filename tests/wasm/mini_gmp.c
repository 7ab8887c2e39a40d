// mini-gmp with its rationals, which use what is private to the first file.

#include <mini-gmp.c>
#include <mini-mpq.c>
