// Which features of each leaf take part in a proximity query: svNearRoles, leaf by leaf.
#ifndef SELVAGE_SCENE_ROLES_H
#define SELVAGE_SCENE_ROLES_H

#include "scene/query.h"

// The roles of all leaves, until the next call; once the query has workers. `roles` are those of
// each mesh. SV_ERROR_MEMORY.
svStatus svScene_SetRoles(const svQuery* query, const svNearRoles* roles,
                          const svLeafRoles** leaves);

#endif
