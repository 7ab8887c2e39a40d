// Faults in words.

#include "mesh/faults.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

const char* svFaultKind_Text(svFaultKind kind) {
    switch (kind) {
    case SV_FAULT_INDEX:
        return "index out of range";
    case SV_FAULT_NOT_FINITE:
        return "coordinate not finite";
    case SV_FAULT_REPEATED_VERTEX:
        return "repeated vertex";
    case SV_FAULT_DUPLICATE_FACE:
        return "duplicate face";
    case SV_FAULT_ZERO_AREA:
        return "zero area";
    case SV_FAULT_NON_MANIFOLD_EDGE:
        return "non-manifold edge";
    case SV_FAULT_WINDING:
        return "inconsistent winding";
    case SV_FAULT_ISOLATED_VERTEX:
        return "isolated vertex";
    case SV_FAULT_PINCH_VERTEX:
        return "pinch vertex";
    case SV_FAULT_KIND_ENUM_COUNT:
        break;
    }
    return "unknown fault";
}

svSeverity svFaultKind_Severity(svFaultKind kind) {
    return kind == SV_FAULT_INDEX || kind == SV_FAULT_NOT_FINITE ? SV_ERROR : SV_WARNING;
}

svMeshFault svMeshFault_Make(svFaultKind kind) {
    return (svMeshFault){
        .kind = kind,
        .severity = svFaultKind_Severity(kind),
        .face = SV_NONE,
        .otherFace = SV_NONE,
        .vertex = SV_NONE,
        .otherVertex = SV_NONE,
    };
}

svMeshFault svMeshFault_OfIndex(const uint32_t* triangles, size_t i, size_t vertexCount) {
    svMeshFault fault = svMeshFault_Make(SV_FAULT_INDEX);
    fault.face = (uint32_t)(i / 3);
    fault.corner = (uint8_t)(i % 3);
    fault.vertex = triangles[i];
    fault.count = (uint32_t)vertexCount;
    return fault;
}

// printf's own text for these differs between C libraries.
static const char* NotFiniteText(double value) {
    return isnan(value) ? "NaN" : value > 0 ? "infinity" : "-infinity";
}

static int FormatFault(const svMeshFault* fault, char* text, size_t capacity) {
    switch (fault->kind) {
    case SV_FAULT_INDEX:
        return snprintf(text, capacity,
                        "face %u: vertex index %u is out of range (mesh has %u vertices)",
                        fault->face, fault->vertex, fault->count);
    case SV_FAULT_NOT_FINITE:
        return snprintf(text, capacity, "vertex %u: %c at t%d is %s", fault->vertex,
                        "xyz"[fault->axis % 3], fault -> time, NotFiniteText(fault->value));
    case SV_FAULT_REPEATED_VERTEX:
        return snprintf(text, capacity, "face %u: vertex %u is repeated, the face is a %s",
                        fault->face, fault->vertex, fault->count == 0 ? "point" : "segment");
    case SV_FAULT_DUPLICATE_FACE:
        return snprintf(text, capacity, "face %u: has the same vertices as face %u", fault->face,
                        fault->otherFace);
    case SV_FAULT_ZERO_AREA:
        return snprintf(text, capacity, "face %u: has zero area at t0, its vertices %s",
                        fault->face, fault->count == 0 ? "coincide" : "lie on one line");
    case SV_FAULT_NON_MANIFOLD_EDGE:
        return snprintf(text, capacity, "edge (%u, %u): is non-manifold, %u faces meet there",
                        fault->vertex, fault->otherVertex, fault->count);
    case SV_FAULT_WINDING:
        return snprintf(text, capacity,
                        "edge (%u, %u): faces %u and %u are wound against each other",
                        fault->vertex, fault->otherVertex, fault->face, fault->otherFace);
    case SV_FAULT_ISOLATED_VERTEX:
        return snprintf(text, capacity, "vertex %u: no face has it", fault->vertex);
    case SV_FAULT_PINCH_VERTEX:
        return snprintf(text, capacity,
                        "vertex %u: its faces fall into %u fans that share only this vertex",
                        fault->vertex, fault->count);
    case SV_FAULT_KIND_ENUM_COUNT:
        break;
    }
    return snprintf(text, capacity, "unknown fault");
}

size_t svMeshFault_Text(const svMeshFault* fault, char* text, size_t capacity) {
    const int length = FormatFault(fault, text, capacity);
    return length < 0 ? 0 : (size_t)length;
}
