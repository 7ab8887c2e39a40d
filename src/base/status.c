// Status codes in words, and the version.

#include "selvage/base.h"

const char* svStatus_Text(svStatus status) {
    switch (status) {
    case SV_OK:
        return "ok";
    case SV_ERROR_ARGUMENT:
        return "invalid argument";
    case SV_ERROR_MEMORY:
        return "out of memory";
    case SV_ERROR_NOT_FINITE:
        return "coordinate is not finite";
    case SV_ERROR_MESH:
        return "mesh fault";
    case SV_ERROR_FILE:
        return "file error";
    case SV_ERROR_FORMAT:
        return "malformed file";
    case SV_ERROR_OVERLAP:
        return "in contact at the start";
    case SV_LIMIT:
        return "limit reached";
    case SV_CANCELLED:
        return "cancelled";
    case SV_ERROR_STEP:
        return "the step cannot be taken";
    case SV_STATUS_ENUM_COUNT:
        break;
    }
    return "unknown status";
}

#define TEXT_OF(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char* svVersion(void) {
    return VERSION_TEXT(SV_VERSION_MAJOR, SV_VERSION_MINOR, SV_VERSION_PATCH);
}
