# From CMake's compile_commands.json to one with a single entry per kernel file: that of the
# instruction set `one`. The emulated kernels of the tests are left out.
# usage: awk -v one=avx2 -f lint_database.awk compile_commands.json
/^\{/ { entry = ""; inside = 1 }
inside { entry = entry $0 "\n" }
/^\}/ {
    inside = 0
    other = entry ~ /SV_TARGET_NAME=/ && entry !~ ("SV_TARGET_NAME=" one " ")
    if (!other && entry !~ /SV_TARGET_SUFFIX=/) {
        sub(/,?\n$/, "", entry)
        list = list (list == "" ? "" : ",\n") entry
    }
}
END { print "[\n" list "\n]" }
