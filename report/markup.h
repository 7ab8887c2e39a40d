// Text inside XML and HTML.
#ifndef SELVAGE_REPORT_MARKUP_H
#define SELVAGE_REPORT_MARKUP_H

#include <stdio.h>

// Writes text so that it is nothing but text, in an element or in a quoted attribute: the special
// characters become entities; what XML may not hold (control characters, bytes that are no UTF-8)
// becomes U+FFFD. Null writes nothing.
void Markup_Text(FILE* stream, const char* text);

#endif
