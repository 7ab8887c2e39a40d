// What the files of a page share.
#ifndef SELVAGE_REPORT_PAGE_PARTS_H
#define SELVAGE_REPORT_PAGE_PARTS_H

#include "page.h"

void Page_WriteMark(FILE* stream, PageMark mark, const char* word);
void Page_WriteClaimRow(FILE* stream, const PageClaim* claim);

#endif
