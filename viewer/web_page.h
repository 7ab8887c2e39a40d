// The page that web/build.mjs bundles, as bytes; a build without node has none.
#ifndef SELVAGE_VIEWER_WEB_PAGE_H
#define SELVAGE_VIEWER_WEB_PAGE_H

#include <stddef.h>

extern const unsigned char svWebPage[]; // ends with a zero
extern const size_t svWebPageSize;      // without it; 0: none

#endif
