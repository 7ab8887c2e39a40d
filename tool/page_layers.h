// --layers: which frames of a page show what the library does with them (viewer/film_layers.h), and
// the recording of those of a page without a check.
#ifndef SELVAGE_TOOL_PAGE_LAYERS_H
#define SELVAGE_TOOL_PAGE_LAYERS_H

#include "film_page.h"

// `list`, the value of the option: "-" (the command chooses), "all", or frames such as 3,7,10-12;
// null: not given. False after a complaint: some are not from `first` to `last`.
bool PageLayers_AreValid(const char* list, size_t first, size_t last);

// Whether a valid list names that frame.
bool PageLayers_Name(const char* list, size_t frame);

typedef struct PageLayersDef {
    const char* list;    // "-": the last step; null: none
    size_t first, last;  // frames of the page
    uint32_t clothCount; // objects that are tested with themselves and all others, the first ones
} PageLayersDef;

// Records the frames of the list, once FilmPage_AddFrames has taken all. SV_CANCELLED after Ctrl-C;
// a failure is in the last error.
svStatus PageLayers_Record(const PageLayersDef* def, FilmPage* page, svContext* context,
                           Objects* objects);

#endif
