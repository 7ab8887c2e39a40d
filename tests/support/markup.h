// Is this text well-formed XML, as far as the tool's pages and charts use it?
#ifndef SELVAGE_TESTS_SUPPORT_MARKUP_H
#define SELVAGE_TESTS_SUPPORT_MARKUP_H

// Null if it is: one root element, every element closed in order, attributes quoted and not given
// twice, nothing but known entities after an ampersand, no control characters. Else what is wrong.
// An HTML doctype may stand before; the text of <style> is taken as it is.
const char* Markup_Fault(const char* text);

// How often `part` stands in the text.
int Markup_Count(const char* text, const char* part);

#endif
