// Names of builders, rebuild and self-culling modes, as options and reports have them.

#include "selvage/hierarchy.h"

const char* svBuilder_Name(svBuilder builder) {
    switch (builder) {
    case SV_BUILDER_MEDIAN:
        return "median";
    case SV_BUILDER_MORTON:
        return "morton";
    case SV_BUILDER_SAH:
        return "sah";
    case SV_BUILDER_PATCHES:
        return "patches";
    case SV_BUILDER_ENUM_COUNT:
        break;
    }
    return "unknown";
}

const char* svRebuild_Name(svRebuild rebuild) {
    switch (rebuild) {
    case SV_REBUILD_AUTO:
        return "auto";
    case SV_REBUILD_ALWAYS:
        return "always";
    case SV_REBUILD_NEVER:
        return "never";
    case SV_REBUILD_ENUM_COUNT:
        break;
    }
    return "unknown";
}

const char* svSelfCulling_Name(svSelfCulling culling) {
    switch (culling) {
    case SV_SELF_CULLING_AUTO:
        return "auto";
    case SV_SELF_CULLING_ON:
        return "on";
    case SV_SELF_CULLING_OFF:
        return "off";
    case SV_SELF_CULLING_ENUM_COUNT:
        break;
    }
    return "unknown";
}
