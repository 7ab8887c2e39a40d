/// \file
/// Selvage: everything of the core library.
#ifndef SELVAGE_SELVAGE_H
#define SELVAGE_SELVAGE_H

#include "selvage/base.h"
#include "selvage/cone.h"
#include "selvage/elementary.h"
#include "selvage/hierarchy.h"
#include "selvage/inspect.h"
#include "selvage/mesh.h"
#include "selvage/patch.h"
#include "selvage/predicates.h"
#include "selvage/scene.h"
#include "selvage/topology.h"
#include "selvage/vec3.h"

#endif
