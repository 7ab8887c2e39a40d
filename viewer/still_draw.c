// A view in, pixels out. Triangles are dealt out to tiles; each tile finds what is in front at
// nine places of every pixel, and shades each triangle once per pixel. A tile depends on no other:
// the same bytes for any number of threads.

#include "still_draw.h"

#include "raster.h"
#include "still_overlay.h"
#include "still_shade.h"

#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOTHING UINT32_MAX
#define GHOST 0.3f      // of red that something hides
#define GHOST_GAP 1e-3f // relative depth: what is so near in front of it hides nothing
// Relative depths by which what lies in one plane is apart.
#define MARKED_BEFORE 2e-5f
#define MESH_BEHIND 1e-6f

// Corners of triangles in the picture, in pixels, and one by their depths, which is linear there.
typedef struct SeenCorner {
    double at[2];
    float inverse; // 0: behind the eye
} SeenCorner;

typedef struct SeenTriangle {
    uint32_t corners[3], source;
} SeenTriangle;

typedef struct Drawing {
    const StillStage* stage;
    Picture* picture;
    SeenCorner* corners;
    SeenTriangle* triangles;
    size_t cornerCount, triangleCount;
    int columns, rows; // of tiles
    size_t* begins;    // of each tile in `dealt`, and of the end
    uint32_t* dealt;   // triangles
    StillOverlay overlay;
} Drawing;

static void SeeVertices(Drawing* drawing) {
    const StillScene* scene = drawing->stage->scene;
    for (size_t i = 0; i < scene->vertexCount; ++i) {
        SeenCorner* corner = &drawing->corners[i];
        double depth;
        corner->inverse = 0;
        if (StillView_See(&drawing->stage->view, StillScene_Vertex(scene, (uint32_t)i), corner->at,
                          &depth)) {
            corner->inverse = (float)(1 / depth);
        }
    }
    drawing->cornerCount = scene->vertexCount;
}

static double DepthOf(const StillStage* stage, uint32_t vertex) {
    return -svVec3_Dot(svVec3_Sub(StillScene_Vertex(stage->scene, vertex), stage->view.eye),
                       stage->view.back);
}

// Of a triangle that reaches behind the eye, the part in front: one triangle or two, with new
// corners where its edges pass the nearest depth.
static void CutTriangle(Drawing* drawing, uint32_t source) {
    const StillStage* stage = drawing->stage;
    const uint32_t* v = stage->scene->triangles[source];
    uint32_t kept[4];
    int count = 0;
    const double nearest = stage->view.nearest * (1 + 1e-9);
    for (int k = 0; k < 3; ++k) {
        const uint32_t a = v[k], b = v[(k + 1) % 3];
        const bool in = drawing->corners[a].inverse > 0, next = drawing->corners[b].inverse > 0;
        if (in) {
            kept[count++] = a;
        }
        if (in != next) {
            const double from = DepthOf(stage, a), to = DepthOf(stage, b);
            const svVec3 p =
                svVec3_Lerp(StillScene_Vertex(stage->scene, a), StillScene_Vertex(stage->scene, b),
                            (nearest - from) / (to - from));
            SeenCorner* corner = &drawing->corners[drawing->cornerCount];
            corner->inverse = (float)(1 / nearest);
            StillView_Project(&stage->view, p, nearest, corner->at);
            kept[count++] = (uint32_t)drawing->cornerCount++;
        }
    }
    for (int k = 2; k < count; ++k) {
        drawing->triangles[drawing->triangleCount++] =
            (SeenTriangle){{kept[0], kept[k - 1], kept[k]}, source};
    }
}

static int CornersBehind(const Drawing* drawing, const uint32_t* v) {
    int count = 0;
    for (int k = 0; k < 3; ++k) {
        count += drawing->corners[v[k]].inverse == 0;
    }
    return count;
}

static void SeeTriangles(Drawing* drawing) {
    const StillScene* scene = drawing->stage->scene;
    drawing->corners = Terminal_Allocate(scene->vertexCount, sizeof(*drawing->corners));
    SeeVertices(drawing);
    size_t cut = 0;
    for (size_t i = 0; i < scene->triangleCount; ++i) {
        const int behind = CornersBehind(drawing, scene->triangles[i]);
        cut += behind == 1 || behind == 2;
    }
    if (cut > 0) {
        SeenCorner* grown = Terminal_Allocate(scene->vertexCount + 2 * cut, sizeof(*grown));
        memcpy(grown, drawing->corners, scene->vertexCount * sizeof(*grown));
        free(drawing->corners);
        drawing->corners = grown;
    }
    drawing->triangles = Terminal_Allocate(scene->triangleCount + cut, sizeof(SeenTriangle));
    for (size_t i = 0; i < scene->triangleCount; ++i) {
        const uint32_t* v = scene->triangles[i];
        const int behind = CornersBehind(drawing, v);
        if (behind == 0) {
            drawing->triangles[drawing->triangleCount++] =
                (SeenTriangle){{v[0], v[1], v[2]}, (uint32_t)i};
        } else if (behind < 3) {
            CutTriangle(drawing, (uint32_t)i);
        }
    }
}

// The tiles of a triangle: columns [first[0], last[0]] and rows; false: none.
static bool FindTiles(const Drawing* drawing, const SeenTriangle* triangle, int first[2],
                      int last[2]) {
    const int counts[2] = {drawing->columns, drawing->rows};
    for (int d = 0; d < 2; ++d) {
        double low = (double)INFINITY, high = -low;
        for (int k = 0; k < 3; ++k) {
            const double at = drawing->corners[triangle->corners[k]].at[d] / TILE;
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        if (!(high >= 0 && low < counts[d])) {
            return false;
        }
        first[d] = low > 0 ? (int)low : 0;
        last[d] = high < counts[d] - 1 ? (int)high : counts[d] - 1;
    }
    return true;
}

// Counts first, then deals out, in the order of the triangles.
static void DealOut(Drawing* drawing) {
    const size_t tiles = (size_t)drawing->columns * (size_t)drawing->rows;
    drawing->begins = Terminal_Allocate(tiles + 2, sizeof(*drawing->begins));
    size_t* places = drawing->begins + 1;
    for (int pass = 0; pass < 2; ++pass) {
        for (size_t i = 0; i < drawing->triangleCount; ++i) {
            int first[2], last[2];
            if (!FindTiles(drawing, &drawing->triangles[i], first, last)) {
                continue;
            }
            for (int y = first[1]; y <= last[1]; ++y) {
                for (int x = first[0]; x <= last[0]; ++x) {
                    size_t* place =
                        &places[(size_t)y * (size_t)drawing->columns + (size_t)x + (pass == 0)];
                    if (pass == 1) {
                        drawing->dealt[*place] = (uint32_t)i;
                    }
                    ++*place;
                }
            }
        }
        if (pass == 0) {
            for (size_t t = 1; t <= tiles; ++t) {
                places[t] += places[t - 1];
            }
            drawing->dealt = Terminal_Allocate(places[tiles], sizeof(*drawing->dealt));
        }
    }
}

static void PutSpan(Tile* tile, const RasterPlane* plane, int y, int begin, int end,
                    uint32_t source) {
    float* inverse = tile->inverse + y * SIDE;
    uint32_t* sources = tile->sources + y * SIDE;
    const float first = Raster_Value(plane, begin, y), step = (float)plane->alongX;
    for (int x = begin; x < end; ++x) {
        const float value = Raster_Clamp(plane, first + (float)(x - begin) * step);
        const bool before = value > inverse[x];
        inverse[x] = before ? value : inverse[x];
        sources[x] = before ? source : sources[x];
    }
}

static void HideSpan(Tile* tile, const RasterPlane* plane, int y, int begin, int end) {
    const float first = Raster_Value(plane, begin, y), step = (float)plane->alongX;
    for (int x = begin; x < end; ++x) {
        const float value = Raster_Clamp(plane, first + (float)(x - begin) * step);
        const int at = y * SIDE + x;
        tile->hidden[at] = tile->hidden[at] || value < tile->inverse[at] * (1 - GHOST_GAP);
    }
}

static void PutTriangle(const Drawing* drawing, Tile* tile, const SeenTriangle* triangle,
                        bool hiding) {
    double at[3][2];
    float inverse[3];
    // In one plane red faces are before others, and earlier meshes before later ones.
    const int paint = drawing->stage->scene->paints[triangle->source];
    const float before = (paint & PAINT_MARKED) != 0 ? MARKED_BEFORE : 0;
    const float behind = MESH_BEHIND * (float)(paint & (2 * PAINT_BACKDROP - 1));
    for (int k = 0; k < 3; ++k) {
        const SeenCorner* corner = &drawing->corners[triangle->corners[k]];
        at[k][0] = (corner->at[0] - tile->left) * FINE;
        at[k][1] = (corner->at[1] - tile->top) * FINE;
        inverse[k] = corner->inverse * (1 + (before - behind));
    }
    RasterSpans spans;
    if (!Raster_Begin((const double(*)[2])at, SIDE, SIDE, &spans)) {
        return;
    }
    const RasterPlane plane = Raster_Plane((const double(*)[2])at, inverse);
    for (int y = spans.rowBegin; y < spans.rowEnd; ++y) {
        int begin, end;
        Raster_Row(&spans, y, SIDE, &begin, &end);
        if (hiding) {
            HideSpan(tile, &plane, y, begin, end);
        } else {
            PutSpan(tile, &plane, y, begin, end, triangle->source);
        }
    }
}

static void FillTile(const Drawing* drawing, Tile* tile, size_t number) {
    for (int i = 0; i < SIDE * SIDE; ++i) {
        tile->inverse[i] = 0;
        tile->sources[i] = NOTHING;
        tile->hidden[i] = false;
    }
    for (int pass = 0; pass < 2; ++pass) {
        for (size_t i = drawing->begins[number]; i < drawing->begins[number + 1]; ++i) {
            const SeenTriangle* triangle = &drawing->triangles[drawing->dealt[i]];
            const int paint = drawing->stage->scene->paints[triangle->source];
            if (pass == 0 || (paint & (PAINT_MARKED | PAINT_LARGE)) == PAINT_MARKED) {
                PutTriangle(drawing, tile, triangle, pass == 1);
            }
        }
    }
}

// What the samples of a pixel show: each triangle once, with the middle of its samples.
typedef struct PixelPart {
    uint32_t source;
    int count, x, y; // sums of the samples' places
} PixelPart;

static Colour ShadePixel(const Drawing* drawing, const Tile* tile, int px, int py, KeptSky* kept) {
    const StillStage* stage = drawing->stage;
    PixelPart parts[CELLS];
    int partCount = 0, hidden = 0;
    for (int cell = 0; cell < CELLS; ++cell) {
        const int x = px * FINE + cell % FINE, y = py * FINE + cell / FINE;
        const uint32_t source = tile->sources[y * SIDE + x];
        hidden += tile->hidden[y * SIDE + x];
        int k = 0;
        while (k < partCount && parts[k].source != source) {
            ++k;
        }
        if (k == partCount) {
            parts[partCount++] = (PixelPart){source, 0, 0, 0};
        }
        ++parts[k].count;
        parts[k].x += x;
        parts[k].y += y;
    }
    Colour sum = {0, 0, 0};
    for (int k = 0; k < partCount; ++k) {
        const PixelPart* part = &parts[k];
        const double x = tile->left + ((double)part->x / part->count + 0.5) / FINE;
        const double y = tile->top + ((double)part->y / part->count + 0.5) / FINE;
        const Colour colour = part->source == NOTHING
                                  ? StillStage_Backdrop(stage, x, y, kept)
                                  : StillStage_Surface(stage, part->source, x, y, kept);
        sum = Colour_Add(sum, Colour_Scale((float)part->count / CELLS, colour));
    }
    return Colour_Mix(sum, stage->colours->red, GHOST * (float)hidden / CELLS);
}

// Pixels near each other, which share light of the sky.
static void ShadeBlock(const Drawing* drawing, Tile* tile, int left, int top) {
    KeptSky kept;
    kept.count = 0;
    for (int y = top; y < top + BLOCK && y < tile->height; ++y) {
        for (int x = left; x < left + BLOCK && x < tile->width; ++x) {
            tile->colours[y * TILE + x] = ShadePixel(drawing, tile, x, y, &kept);
        }
    }
}

static void PutTile(const Drawing* drawing, const Tile* tile) {
    const StillStage* stage = drawing->stage;
    for (int y = 0; y < tile->height; ++y) {
        for (int x = 0; x < tile->width; ++x) {
            Colour_Put(stage->colours, tile->colours[y * TILE + x],
                       Picture_At(drawing->picture, stage->left + tile->left + x,
                                  stage->top + tile->top + y));
        }
    }
}

static void DrawTiles(uint32_t worker, size_t first, size_t end, void* user) {
    (void)worker;
    const Drawing* drawing = user;
    const StillStage* stage = drawing->stage;
    Tile* tile = Terminal_Allocate(1, sizeof(*tile));
    for (size_t i = first; i < end; ++i) {
        tile->left = (int)(i % (size_t)drawing->columns) * TILE;
        tile->top = (int)(i / (size_t)drawing->columns) * TILE;
        tile->width = stage->width - tile->left < TILE ? stage->width - tile->left : TILE;
        tile->height = stage->height - tile->top < TILE ? stage->height - tile->top : TILE;
        FillTile(drawing, tile, i);
        for (int block = 0; block < BLOCKS * BLOCKS; ++block) {
            ShadeBlock(drawing, tile, block % BLOCKS * BLOCK, block / BLOCKS * BLOCK);
        }
        StillOverlay_Draw(&drawing->overlay, i, tile);
        PutTile(drawing, tile);
    }
    free(tile);
}

void StillStage_Draw(const StillStage* stage, Picture* picture) {
    Drawing drawing = {.stage = stage, .picture = picture};
    drawing.columns = (stage->width + TILE - 1) / TILE;
    drawing.rows = (stage->height + TILE - 1) / TILE;
    SeeTriangles(&drawing);
    DealOut(&drawing);
    drawing.overlay = StillOverlay_Make(stage, drawing.columns, drawing.rows);
    const size_t tiles = (size_t)drawing.columns * (size_t)drawing.rows;
    if (stage->def->context != NULL) {
        svContext_For(stage->def->context, tiles, 8, DrawTiles, &drawing);
    } else {
        DrawTiles(0, 0, tiles, &drawing);
    }
    StillOverlay_Free(&drawing.overlay);
    free(drawing.corners);
    free(drawing.triangles);
    free(drawing.begins);
    free(drawing.dealt);
}
