// Reads what report/png.h writes, written apart from it: the oracle of its tests.
#ifndef SELVAGE_TESTS_SUPPORT_PNG_READER_H
#define SELVAGE_TESTS_SUPPORT_PNG_READER_H

#include <stddef.h>
#include <stdint.h>

// Unpacks a zlib stream into `out`, which has room for `room` bytes, and checks its sum. Returns
// how many they are, SIZE_MAX if the stream is faulty or longer.
size_t Inflate(const uint8_t* bytes, size_t size, uint8_t* out, size_t room);

// A picture of three bytes a pixel; null if the file is faulty. free() it.
uint8_t* PngReader_Read(const uint8_t* bytes, size_t size, int* width, int* height);

#endif
