// In place of the bundled page where it could not be made (CMakeLists.txt).

#include "web_page.h"

const unsigned char svWebPage[] = {0};
const size_t svWebPageSize = 0;
