// The keys of scene files, and reading them.

#include "scene_spec.h"

#include <stdio.h>
#include <string.h>

// Of lengths, speeds, stiffnesses: numbers beyond are slips of the keyboard.
#define LARGE 1e6
#define MAX_CELLS 100000

#define ANY .low = -LARGE, .high = LARGE
#define FROM_0 .low = 0, .high = LARGE
#define ABOVE_0 .low = 0, .high = LARGE, .above = true
#define CELLS .low = 1, .high = MAX_CELLS
#define SCENE(member) .offset = offsetof(svSceneSpec, member)
#define PART(member) .offset = offsetof(svPartSpec, member)
#define TABLE(heading, array)                                                                      \
    { heading, array, sizeof(array) / sizeof((array)[0]) }

static const svField sceneFields[] = {
    {"name", SV_FIELD_NAME, SCENE(name), .required = true},
    {"about", SV_FIELD_TEXT, SCENE(about)},
    {"frames", SV_FIELD_UINT, SCENE(frames), .low = 1, .high = 1e6, .required = true},
    {"frameRate", SV_FIELD_NUMBER, SCENE(frameRate), .low = 1, .high = 1e5},
    {"substeps", SV_FIELD_UINT, SCENE(substeps), .low = 1, .high = 1e4},
    {"gravity", SV_FIELD_VECTOR, SCENE(sim.gravity), ANY},
    {"integrator", SV_FIELD_TEXT, SCENE(integrator)},
    {"airDamping", SV_FIELD_NUMBER, SCENE(sim.airDamping), FROM_0},
    {"wind", SV_FIELD_VECTOR, SCENE(sim.wind), ANY},
    {"gusts", SV_FIELD_NUMBER, SCENE(sim.gusts), .low = 0, .high = 1},
    {"windPressure", SV_FIELD_NUMBER, SCENE(sim.windPressure), FROM_0},
    {"windLift", SV_FIELD_NUMBER, SCENE(sim.windLift), .low = 0, .high = 1},
    {"seed", SV_FIELD_SEED, SCENE(sim.seed), .low = 0, .high = 9007199254740992.0},
    {"thickness", SV_FIELD_NUMBER, SCENE(sim.thickness), FROM_0},
    {"friction", SV_FIELD_NUMBER, SCENE(sim.friction), FROM_0},
    {"frictions", SV_FIELD_LIST, SCENE(frictions)},
    {"collisions", SV_FIELD_FLAG, SCENE(sim.collisions)},
    {"solverIterations", SV_FIELD_UINT, SCENE(sim.solverIterations), .low = 1, .high = 1e6},
    {"solverTolerance", SV_FIELD_NUMBER, SCENE(sim.solverTolerance), .low = 0, .high = 1,
     .above = true},
    {"solverAccuracy", SV_FIELD_NUMBER, SCENE(sim.solverAccuracy), .low = 0, .high = 1,
     .above = true},
    {"cloths", SV_FIELD_LIST, SCENE(cloths), .required = true},
    {"obstacles", SV_FIELD_LIST, SCENE(obstacles)},
    {"seams", SV_FIELD_LIST, SCENE(seams)},
};
static const svFieldTable sceneTable = TABLE("The scene", sceneFields);

static const svField clothFields[] = {
    {"name", SV_FIELD_NAME, PART(name)},
    {"about", SV_FIELD_TEXT, PART(about)},
    {"shape", SV_FIELD_TEXT, PART(shapeName), .required = true},
    {"move", SV_FIELD_VECTOR, PART(move), ANY},
    {"turnDegrees", SV_FIELD_VECTOR, PART(turnDegrees), ANY},
    {"material", SV_FIELD_TEXT, PART(material)},
    {"density", SV_FIELD_NUMBER, PART(cloth.density), ABOVE_0},
    {"stretchStiffness", SV_FIELD_NUMBER, PART(cloth.stretchStiffness), ABOVE_0},
    {"weftStiffness", SV_FIELD_NUMBER, PART(cloth.weftStiffness), FROM_0},
    {"shearStiffness", SV_FIELD_NUMBER, PART(cloth.shearStiffness), FROM_0},
    {"bendStiffness", SV_FIELD_NUMBER, PART(cloth.bendStiffness), FROM_0},
    {"weftBendStiffness", SV_FIELD_NUMBER, PART(cloth.weftBendStiffness), FROM_0},
    {"bendSpring", SV_FIELD_NUMBER, PART(cloth.bendSpring), FROM_0},
    {"damping", SV_FIELD_NUMBER, PART(cloth.damping), FROM_0},
    {"strainLimit", SV_FIELD_NUMBER, PART(cloth.strainLimit), FROM_0},
    {"pressure", SV_FIELD_NUMBER, PART(cloth.pressure), ANY},
    {"velocity", SV_FIELD_VECTOR, PART(cloth.velocity), ANY},
    {"self", SV_FIELD_FLAG, PART(cloth.self)},
    {"pins", SV_FIELD_LIST, PART(pins)},
};
static const svFieldTable clothTable = TABLE("A cloth", clothFields);

static const svField obstacleFields[] = {
    {"name", SV_FIELD_NAME, PART(name)},
    {"about", SV_FIELD_TEXT, PART(about)},
    {"shape", SV_FIELD_TEXT, PART(shapeName), .required = true},
    {"move", SV_FIELD_VECTOR, PART(move), ANY},
    {"turnDegrees", SV_FIELD_VECTOR, PART(turnDegrees), ANY},
    {"pivot", SV_FIELD_VECTOR, PART(pivot), ANY},
    {"velocity", SV_FIELD_VECTOR, PART(velocity), ANY},
    {"spinDegrees", SV_FIELD_VECTOR, PART(spinDegrees), ANY},
    {"ease", SV_FIELD_NUMBER, PART(ease), .low = 0, .high = 60},
    {"swing", SV_FIELD_OBJECT, PART(swing)},
    {"keys", SV_FIELD_LIST, PART(keys)},
};
static const svFieldTable obstacleTable = TABLE("An obstacle", obstacleFields);

#define PIN(member) .offset = offsetof(svPinSpec, member)
static const svField pinFields[] = {
    {"corners", SV_FIELD_LIST, PIN(corners)},
    {"edges", SV_FIELD_LIST, PIN(edges)},
    {"centre", SV_FIELD_FLAG, PIN(centre)},
    {"loops", SV_FIELD_LIST, PIN(loops)},
    {"box", SV_FIELD_LIST, PIN(box)},
    {"vertices", SV_FIELD_LIST, PIN(vertices)},
    {"group", SV_FIELD_TEXT, PIN(group)},
    {"obstacle", SV_FIELD_NAME, PIN(obstacle)},
    {"stiffness", SV_FIELD_NUMBER, PIN(stiffness), FROM_0},
};
const svFieldTable svPinTable = TABLE("Pins", pinFields);

#define SEAM(member) .offset = offsetof(svSeamSpec, member)
static const svField seamFields[] = {
    {"between", SV_FIELD_LIST, SEAM(between), .required = true},
    {"edges", SV_FIELD_LIST, SEAM(edges)},
    {"range", SV_FIELD_PAIR, SEAM(range), .low = 0, .high = 1},
    {"reversed", SV_FIELD_FLAG, SEAM(reversed)},
    {"loops", SV_FIELD_LIST, SEAM(loops)},
    {"pairs", SV_FIELD_LIST, SEAM(pairs)},
    {"stiffness", SV_FIELD_NUMBER, SEAM(stiffness), .low = 0, .high = 1e9, .above = true},
    {"closeSeconds", SV_FIELD_NUMBER, SEAM(closeSeconds), FROM_0},
};
const svFieldTable svSeamTable = TABLE("Seams", seamFields);

static const svField keyFields[] = {
    {"time", SV_FIELD_NUMBER, .offset = offsetof(svMotionKey, time), FROM_0, .required = true},
    {"move", SV_FIELD_VECTOR, .offset = offsetof(svMotionKey, move), ANY},
    {"turnDegrees", SV_FIELD_VECTOR, .offset = offsetof(svMotionKey, turn), ANY},
};
const svFieldTable svKeyTable = TABLE("Keys", keyFields);

#define SWING(member) .offset = offsetof(svSwingSpec, member)
static const svField swingFields[] = {
    {"period", SV_FIELD_NUMBER, SWING(period), .low = 0.1, .high = LARGE, .required = true},
    {"delay", SV_FIELD_NUMBER, SWING(delay), .low = 0, .high = 3600},
    {"move", SV_FIELD_VECTOR, SWING(move), ANY},
    {"turnDegrees", SV_FIELD_VECTOR, SWING(turnDegrees), ANY},
};
const svFieldTable svSwingTable = TABLE("A swing", swingFields);

#define FRICTION(member) .offset = offsetof(svFrictionSpec, member)
static const svField frictionFields[] = {
    {"between", SV_FIELD_LIST, FRICTION(between), .required = true},
    {"friction", SV_FIELD_NUMBER, FRICTION(friction), FROM_0, .required = true},
};
const svFieldTable svFrictionTable = TABLE("Frictions", frictionFields);

static const svField gridFields[] = {
    {"size", SV_FIELD_PAIR, PART(shape.size), ABOVE_0, .required = true},
    {"cells", SV_FIELD_UINT_PAIR, PART(shape.cells), CELLS, .required = true},
    {"taper", SV_FIELD_NUMBER, PART(shape.taper), .low = 0.05, .high = 20},
};
static const svField revolutionFields[] = {
    {"profile", SV_FIELD_LIST, PART(shape.profile), .required = true},
    {"segments", SV_FIELD_UINT, PART(shape.segments), .low = 3, .high = MAX_CELLS},
    {"cells", SV_FIELD_UINT, PART(shape.cells), CELLS},
    {"closed", SV_FIELD_FLAG, PART(shape.closed)},
    {"ruffles", SV_FIELD_UINT, PART(shape.ruffles), .low = 0, .high = MAX_CELLS / 4.0},
    {"ruffleDepth", SV_FIELD_NUMBER, PART(shape.ruffleDepth), .low = 0, .high = 0.9},
};
static const svField shirtFields[] = {
    {"width", SV_FIELD_NUMBER, PART(shape.width), ABOVE_0, .required = true},
    {"height", SV_FIELD_NUMBER, PART(shape.height), ABOVE_0, .required = true},
    {"gap", SV_FIELD_NUMBER, PART(shape.gap), ABOVE_0, .required = true},
    {"cells", SV_FIELD_UINT, PART(shape.cells), .low = 8, .high = MAX_CELLS, .required = true},
};
static const svField ballFields[] = {
    {"radius", SV_FIELD_NUMBER, PART(shape.radius), ABOVE_0, .required = true},
    {"cells", SV_FIELD_UINT, PART(shape.cells), .low = 1, .high = 5000},
};
static const svField boxFields[] = {
    {"size", SV_FIELD_VECTOR, PART(shape.size), ABOVE_0, .required = true},
};
static const svField floorFields[] = {
    {"height", SV_FIELD_NUMBER, PART(shape.height), ANY},
    {"size", SV_FIELD_PAIR, PART(shape.size), ABOVE_0},
};
static const svField cylinderFields[] = {
    {"radius", SV_FIELD_NUMBER, PART(shape.radius), ABOVE_0, .required = true},
    {"height", SV_FIELD_NUMBER, PART(shape.height), ABOVE_0, .required = true},
    {"segments", SV_FIELD_UINT, PART(shape.segments), .low = 3, .high = MAX_CELLS},
};
static const svField fileFields[] = {
    {"path", SV_FIELD_TEXT, PART(shape.path), .required = true},
    {"scale", SV_FIELD_NUMBER, PART(shape.scale), ABOVE_0},
    {"cache", SV_FIELD_TEXT, PART(shape.cache)},
    {"cacheRate", SV_FIELD_NUMBER, PART(shape.cacheRate), .low = 0.001, .high = 1e5},
    {"rest", SV_FIELD_TEXT, PART(shape.rest)},
    {"restScale", SV_FIELD_NUMBER, PART(shape.restScale), ABOVE_0},
};

typedef struct ShapeKey {
    const char* name;
    bool cloth, obstacle; // may have it
    svFieldTable table;
} ShapeKey;

static const ShapeKey shapeKeys[SV_SHAPE_ENUM_COUNT] = {
    {"grid", true, false, TABLE("Shape `grid`", gridFields)},
    {"revolution", true, true, TABLE("Shape `revolution`", revolutionFields)},
    {"shirt", true, false, TABLE("Shape `shirt`", shirtFields)},
    {"ball", false, true, TABLE("Shape `ball`", ballFields)},
    {"box", false, true, TABLE("Shape `box`", boxFields)},
    {"floor", false, true, TABLE("Shape `floor`", floorFields)},
    {"cylinder", false, true, TABLE("Shape `cylinder`", cylinderFields)},
    {"file", true, true, TABLE("Shape `file`", fileFields)},
};

const svFieldTable* svSceneTable(size_t index) {
    static const svFieldTable* const tables[] = {&sceneTable,      &clothTable, &obstacleTable,
                                                 &svPinTable,      &svKeyTable, &svSwingTable,
                                                 &svFrictionTable, &svSeamTable};
    const size_t count = SV_TABLE_COUNT - SV_SHAPE_ENUM_COUNT;
    return index < count ? tables[index] : &shapeKeys[index - count].table;
}

// Which shape the part has, before its other keys are looked at: they depend on it.
static svStatus FindShapeKind(const svJson* json, svPartSpec* part) {
    const uint32_t node = svJson_Find(json, part->node, "shape");
    if (json->nodes[part->node].kind != SV_JSON_OBJECT || node == SV_NONE ||
        json->nodes[node].kind != SV_JSON_TEXT) {
        part->shape.kind = SV_SHAPE_ENUM_COUNT; // svFields_Read says what is wrong
        return SV_OK;
    }
    const char* names[SV_SHAPE_ENUM_COUNT + 1];
    size_t count = 0;
    for (int i = 0; i < SV_SHAPE_ENUM_COUNT; ++i) {
        if (!(part->isCloth ? shapeKeys[i].cloth : shapeKeys[i].obstacle)) {
            continue;
        }
        if (strcmp(json->nodes[node].text, shapeKeys[i].name) == 0) {
            part->shape.kind = (svShapeKind)i;
            return SV_OK;
        }
        names[count++] = shapeKeys[i].name;
    }
    names[count] = NULL;
    const char* nearest = svFields_Nearest(json->nodes[node].text, names);
    char list[120] = "";
    for (size_t i = 0; i < count; ++i) {
        snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s", i > 0 ? ", " : "",
                 names[i]);
    }
    if (nearest != NULL) {
        return svJson_Fail(json, node, SV_ERROR_FORMAT,
                           "no such shape: \"%.40s\"; did you mean \"%s\"?", json->nodes[node].text,
                           nearest);
    }
    return svJson_Fail(json, node, SV_ERROR_FORMAT, "no such shape: \"%.40s\"; %s has %s",
                       json->nodes[node].text, part->isCloth ? "a cloth" : "an obstacle", list);
}

// The members of its material, before single keys replace them.
static svStatus ApplyMaterial(const svJson* json, svPartSpec* part) {
    enum { NAME_MAX = 16 };
    const uint32_t node = svJson_Find(json, part->node, "material");
    if (node == SV_NONE || json->nodes[node].kind != SV_JSON_TEXT) {
        return SV_OK; // svFields_Read says what is wrong
    }
    const char* names[NAME_MAX + 1];
    char list[120] = "";
    size_t count = 0;
    for (; count < svMaterial_Count() && count < NAME_MAX; ++count) {
        const svMaterial material = svMaterial_Get(count);
        if (strcmp(json->nodes[node].text, material.name) == 0) {
            svClothDef_SetMaterial(&part->cloth, &material);
            return SV_OK;
        }
        names[count] = material.name;
        snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s", count > 0 ? ", " : "",
                 material.name);
    }
    names[count] = NULL;
    const char* nearest = svFields_Nearest(json->nodes[node].text, names);
    if (nearest != NULL) {
        return svJson_Fail(json, node, SV_ERROR_FORMAT,
                           "no such material: \"%.40s\"; did you mean \"%s\"? There are %s",
                           json->nodes[node].text, nearest, list);
    }
    return svJson_Fail(json, node, SV_ERROR_FORMAT, "no such material: \"%.40s\"; there are %s",
                       json->nodes[node].text, list);
}

// A key of another shape deserves a better answer than "unknown".
static svStatus CheckShapeKeys(const svJson* json, const svPartSpec* part) {
    const svFieldTable* own = &shapeKeys[part->shape.kind].table;
    const svFieldTable* table = part->isCloth ? &clothTable : &obstacleTable;
    for (uint32_t i = json->nodes[part->node].first; i != SV_NONE; i = json->nodes[i].next) {
        const char* key = json->nodes[i].key;
        for (int s = 0; s < SV_SHAPE_ENUM_COUNT; ++s) {
            if (!svFields_Has(own, key) && !svFields_Has(table, key) &&
                svFields_Has(&shapeKeys[s].table, key)) {
                return svJson_Fail(json, i, SV_ERROR_FORMAT,
                                   "unknown key: the shape \"%s\" has none; \"%s\" has",
                                   shapeKeys[part->shape.kind].name, shapeKeys[s].name);
            }
        }
    }
    return SV_OK;
}

// Only obstacles deform as they are told, and a rate needs something that has it.
static svStatus CheckCache(const svJson* json, const svPartSpec* part) {
    const uint32_t cache = svJson_Find(json, part->node, "cache");
    const uint32_t rate = svJson_Find(json, part->node, "cacheRate");
    if (part->isCloth && (cache != SV_NONE || rate != SV_NONE)) {
        return svJson_Fail(json, cache != SV_NONE ? cache : rate, SV_ERROR_FORMAT,
                           "unknown key: only obstacles have it; cloth is simulated");
    }
    if (cache == SV_NONE && rate != SV_NONE) {
        return svJson_Fail(json, rate, SV_ERROR_FORMAT, "must not be there without \"cache\"");
    }
    return SV_OK;
}

// Only cloth has a rest shape.
static svStatus CheckRest(const svJson* json, const svPartSpec* part) {
    const uint32_t rest = svJson_Find(json, part->node, "rest");
    const uint32_t scale = svJson_Find(json, part->node, "restScale");
    if (!part->isCloth && (rest != SV_NONE || scale != SV_NONE)) {
        return svJson_Fail(json, rest != SV_NONE ? rest : scale, SV_ERROR_FORMAT,
                           "unknown key: only cloths have it");
    }
    if (rest == SV_NONE && scale != SV_NONE) {
        return svJson_Fail(json, scale, SV_ERROR_FORMAT, "must not be there without \"rest\"");
    }
    return SV_OK;
}

static svStatus ReadPart(const svJson* json, uint32_t node, bool isCloth, svPartSpec* part) {
    *part = (svPartSpec){
        .node = node,
        .isCloth = isCloth,
        .cloth = svDefaultClothDef(),
        .pins = SV_NONE,
        .keys = SV_NONE,
        .swing = SV_NONE,
        .shape = {.profile = SV_NONE, .segments = 32, .scale = 1, .taper = 1, .restScale = 1},
    };
    svStatus status = FindShapeKind(json, part);
    const bool known = status == SV_OK && part->shape.kind != SV_SHAPE_ENUM_COUNT;
    if (known && part->shape.kind == SV_SHAPE_FLOOR) {
        part->shape.size[0] = part->shape.size[1] = 20;
    }
    if (known && part->shape.kind == SV_SHAPE_BALL) {
        part->shape.cells[0] = 8;
    }
    if (known) {
        status = CheckShapeKeys(json, part);
    }
    if (status == SV_OK && known && isCloth) {
        status = ApplyMaterial(json, part);
    }
    if (status == SV_OK) {
        status = svFields_Read(json, node, isCloth ? &clothTable : &obstacleTable,
                               known ? &shapeKeys[part->shape.kind].table : NULL, part);
    }
    if (status == SV_OK && part->shape.kind == SV_SHAPE_FILE) {
        status = CheckCache(json, part);
        status = status == SV_OK ? CheckRest(json, part) : status;
    }
    if (status == SV_OK && !isCloth && svJson_Find(json, node, "pivot") == SV_NONE) {
        memcpy(part->pivot, part->move, sizeof(part->pivot));
    }
    if (status == SV_OK && part->name == NULL) {
        snprintf(part->nameRoom, sizeof(part->nameRoom), "%s%u", isCloth ? "cloth" : "obstacle",
                 (unsigned)json->nodes[node].position);
        part->name = part->nameRoom;
    }
    return status;
}

static svStatus CheckNames(const svSceneSpec* spec) {
    for (uint32_t i = 1; i < spec->partCount; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            if (strcmp(spec->parts[i].name, spec->parts[j].name) == 0) {
                const uint32_t node = svJson_Find(&spec->json, spec->parts[i].node, "name");
                return svJson_Fail(&spec->json, node == SV_NONE ? spec->parts[i].node : node,
                                   SV_ERROR_FORMAT, "the name \"%s\" is taken by line %u",
                                   spec->parts[i].name,
                                   (unsigned)spec->json.nodes[spec->parts[j].node].line);
            }
        }
    }
    return SV_OK;
}

static svStatus ReadParts(svSceneSpec* spec) {
    const svJson* json = &spec->json;
    const uint32_t clothCount = json->nodes[spec->cloths].count;
    if (clothCount == 0) {
        return svJson_Fail(json, spec->cloths, SV_ERROR_FORMAT, "must not be empty");
    }
    spec->obstacleCount = spec->obstacles == SV_NONE ? 0 : json->nodes[spec->obstacles].count;
    spec->partCount = clothCount + spec->obstacleCount;
    if (clothCount > SV_MAX_PARTS || spec->obstacleCount > SV_MAX_PARTS) {
        const bool cloths = clothCount > SV_MAX_PARTS;
        return svJson_Fail(json, cloths ? spec->cloths : spec->obstacles, SV_ERROR_FORMAT,
                           "must be a list of at most %d", SV_MAX_PARTS);
    }
    spec->parts = svContext_Allocate(json->context, spec->partCount * sizeof(*spec->parts));
    if (spec->parts == NULL) {
        return svJson_Fail(json, 0, SV_ERROR_MEMORY, "out of memory");
    }
    uint32_t node = spec->obstacleCount > 0 ? json->nodes[spec->obstacles].first : SV_NONE;
    for (uint32_t i = 0; i < spec->partCount; ++i) {
        const bool isCloth = i >= spec->obstacleCount;
        node = i == spec->obstacleCount ? json->nodes[spec->cloths].first : node;
        const svStatus status = ReadPart(json, node, isCloth, &spec->parts[i]);
        if (status != SV_OK) {
            return status;
        }
        node = json->nodes[node].next;
    }
    return CheckNames(spec);
}

static svStatus ReadIntegrator(svSceneSpec* spec) {
    if (spec->integrator == NULL) {
        return SV_OK;
    }
    const char* names[SV_INTEGRATOR_ENUM_COUNT + 1] = {NULL};
    for (int i = 0; i < SV_INTEGRATOR_ENUM_COUNT; ++i) {
        names[i] = svIntegrator_Name((svIntegrator)i);
        if (strcmp(names[i], spec->integrator) == 0) {
            spec->sim.integrator = (svIntegrator)i;
            return SV_OK;
        }
    }
    const uint32_t node = svJson_Find(&spec->json, 0, "integrator");
    return svJson_Fail(&spec->json, node, SV_ERROR_FORMAT,
                       "must be \"%s\", \"%s\" or \"%s\", not \"%.40s\"", names[0], names[1],
                       names[2], spec->integrator);
}

svStatus svSceneSpec_Read(svContext* context, const char* name, const char* text, size_t size,
                          svSceneSpec* spec) {
    *spec = (svSceneSpec){
        .sim = svDefaultSimDef(),
        .frameRate = 60,
        .substeps = 1,
        .cloths = SV_NONE,
        .obstacles = SV_NONE,
        .seams = SV_NONE,
        .frictions = SV_NONE,
    };
    svStatus status = svJson_Read(context, name, text, size, &spec->json);
    if (status != SV_OK) {
        return status;
    }
    status = svFields_Read(&spec->json, 0, &sceneTable, NULL, spec);
    if (status == SV_OK) {
        status = ReadIntegrator(spec);
    }
    if (status == SV_OK) {
        status = ReadParts(spec);
    }
    if (status != SV_OK) {
        svSceneSpec_Destroy(spec);
    }
    return status;
}

void svSceneSpec_Destroy(svSceneSpec* spec) {
    if (spec->json.context != NULL) {
        svContext_Release(spec->json.context, spec->parts);
        svJson_Destroy(&spec->json);
    }
    *spec = (svSceneSpec){0};
}
