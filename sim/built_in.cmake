# Writes OUTPUT, a C file with the texts of the scenes FOLDER/<name>.json for each name of NAMES. As
# bytes: string literals of more than 4095 characters are beyond what C promises.
set(arrays "")
set(entries "")
foreach(name ${NAMES})
    set(file ${FOLDER}/${name}.json)
    file(READ ${file} json)
    string(JSON about GET "${json}" about)
    string(REPLACE "\\" "\\\\" about "${about}")
    string(REPLACE "\"" "\\\"" about "${about}")
    file(READ ${file} hex HEX)
    string(REGEX MATCHALL "................................|..*" lines "${hex}")
    list(JOIN lines "\n    " hex)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
    string(MAKE_C_IDENTIFIER ${name} identifier)
    string(APPEND arrays "\nstatic const char ${identifier}[] = {\n    ${hex}\n    0};\n")
    string(APPEND entries "    {\"${name}\", \"${about}\", ${identifier}},\n")
endforeach()
list(LENGTH NAMES count)
file(WRITE ${OUTPUT} "// Written by sim/built_in.cmake from sim/scenes.
#include \"built_in.h\"
${arrays}
const svBuiltInScene svBuiltInScenes[] = {\n${entries}};
const size_t svBuiltInSceneCount = ${count};
")
