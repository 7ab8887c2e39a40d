// Pictures as PNG (ISO/IEC 15948).
#ifndef SELVAGE_REPORT_PNG_H
#define SELVAGE_REPORT_PNG_H

#include "picture.h"

#include <stdbool.h>

// The bytes of a PNG file, the same on every machine. The caller frees them.
uint8_t* Png_Encode(const Picture* picture, size_t* size);

// Writes such a file, as Output_Open does. False after a complaint.
bool Png_Write(const Picture* picture, const char* path);

#endif
