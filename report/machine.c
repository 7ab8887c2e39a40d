// What the system says of itself.

#include "machine.h"

#include "selvage/base.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

// The first value of `key` in the list that Linux keeps of its processors. False: there is none.
static bool FindProcessor(const char* key, char* name, size_t room) {
    FILE* file = fopen("/proc/cpuinfo", "r");
    char line[256];
    bool found = false;
    while (file != NULL && !found && fgets(line, sizeof(line), file) != NULL) {
        const char* value = strchr(line, ':');
        if (value != NULL && strncmp(line, key, strlen(key)) == 0) {
            value += 1 + strspn(value + 1, " \t");
            snprintf(name, room, "%.*s", (int)strcspn(value, "\n"), value);
            found = name[0] != '\0';
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

static int CountCores(void) {
#if defined(_SC_NPROCESSORS_ONLN)
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 && count < 1 << 20 ? (int)count : 1;
#else
    return 1;
#endif
}

static const char* WidestIsa(void) {
    static const svIsa widest[] = {SV_ISA_AVX512, SV_ISA_AVX2, SV_ISA_NEON, SV_ISA_WASM};
    for (size_t i = 0; i < sizeof(widest) / sizeof(widest[0]); ++i) {
        if (svIsa_Available(widest[i])) {
            return svIsa_Name(widest[i]);
        }
    }
    return svIsa_Name(SV_ISA_SCALAR);
}

Machine Machine_Here(void) {
    Machine machine = {.cores = CountCores(), .isa = WidestIsa()};
    if (!FindProcessor("model name", machine.processor, sizeof(machine.processor)) &&
        !FindProcessor("Model", machine.processor, sizeof(machine.processor))) {
        snprintf(machine.processor, sizeof(machine.processor), "unknown processor");
    }
#if defined(__clang__)
    snprintf(machine.compiler, sizeof(machine.compiler), "clang %d.%d.%d", __clang_major__,
             __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
    snprintf(machine.compiler, sizeof(machine.compiler), "gcc %d.%d.%d", __GNUC__, __GNUC_MINOR__,
             __GNUC_PATCHLEVEL__);
#else
    snprintf(machine.compiler, sizeof(machine.compiler), "unknown compiler");
#endif
    struct utsname system;
    if (uname(&system) >= 0) {
        snprintf(machine.system, sizeof(machine.system), "%.30s %.30s", system.sysname,
                 system.machine);
    }
    return machine;
}

void Machine_TellProcessor(const Machine* machine, char* text, size_t room) {
    snprintf(text, room, "%s, %d core%s", machine->processor, machine->cores,
             machine->cores == 1 ? "" : "s");
}

void Machine_TellDate(char date[MACHINE_DATE]) {
    const time_t now = time(NULL);
    struct tm parts;
    date[0] = '\0';
    if (gmtime_r(&now, &parts) != NULL) {
        (void)strftime(date, MACHINE_DATE, "%Y-%m-%d %H:%M UTC", &parts);
    }
}

void Machine_WriteJson(Json* json) {
    const Machine machine = Machine_Here();
    char date[MACHINE_DATE];
    Machine_TellDate(date);
    Json_Text(json, "date", date);
    Json_BeginObject(json, "machine");
    Json_Text(json, "processor", machine.processor);
    Json_Count(json, "cores", (uint64_t)machine.cores);
    Json_Text(json, "isa", machine.isa);
    Json_Text(json, "compiler", machine.compiler);
    Json_Text(json, "system", machine.system);
    Json_EndObject(json);
}
