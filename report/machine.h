// The machine and the build that a result comes from, for whoever reads it later.
#ifndef SELVAGE_REPORT_MACHINE_H
#define SELVAGE_REPORT_MACHINE_H

#include "json.h"

#include <stddef.h>

enum { MACHINE_DATE = 32 };

typedef struct Machine {
    char processor[96]; // "AMD EPYC 7B13"; "unknown processor"
    int cores;          // that the system runs on
    const char* isa;    // of the kernels: "avx2"
    char compiler[64];  // "gcc 12.2.0"
    char system[64];    // "Linux x86_64"
} Machine;

Machine Machine_Here(void);

// "AMD EPYC 7B13, 2 cores"
void Machine_TellProcessor(const Machine* machine, char* text, size_t room);

// "2026-11-19 12:40 UTC"
void Machine_TellDate(char date[MACHINE_DATE]);

// Members "machine" and "date".
void Machine_WriteJson(Json* json);

#endif
