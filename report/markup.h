// Text inside XML and HTML.
#ifndef SELVAGE_REPORT_MARKUP_H
#define SELVAGE_REPORT_MARKUP_H

#include <stdio.h>

// Escapes text for an element or a quoted attribute: special characters become entities, what XML
// does not allow (control characters, invalid UTF-8) becomes U+FFFD. Null writes nothing.
void Markup_Text(FILE* stream, const char* text);

#endif
