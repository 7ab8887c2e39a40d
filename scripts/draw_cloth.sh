#!/bin/sh
# Draws a table cloth whose folds run through each other, the faces in contact in red: makes the
# mesh, lets `selvage check` find the pairs, and paints the faces from back to front.
# usage: draw_cloth.sh > docs/pictures/cloth.svg
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM

# Rings of COUNT vertices around the middle: a flat top, then a skirt that hangs in folds. The folds
# bulge sideways, the more the farther down, until neighbours meet.
awk 'BEGIN {
    count = 200; folds = 10; top = 3; skirt = 11; pi = atan2(0, -1)
    print "v 0 0 0"
    for (ring = 1; ring <= top + skirt; ++ring) {
        s = ring > top ? (ring - top) / skirt : 0
        for (i = 0; i < count; ++i) {
            angle = 2 * pi * i / count
            phase = folds * angle + 0.5 * sin(3 * angle)
            r = (s > 0 ? 1 : ring / top) + s * (0.12 + 0.2 * cos(phase))
            bent = angle + (2.5 + 0.6 * sin(2 * angle + 5)) * s * s * sin(2 * phase) / folds
            print "v", r * cos(bent), r * sin(bent), -0.8 * s * (1 + 0.04 * cos(phase))
        }
    }
    for (i = 0; i < count; ++i) print "f 1", 2 + i, 2 + (i + 1) % count
    for (ring = 0; ring < top + skirt - 1; ++ring) for (i = 0; i < count; ++i) {
        a = 2 + ring * count + i; b = 2 + ring * count + (i + 1) % count
        print "f", a, a + count, b + count; print "f", a, b + count, b
    }
}' >"$scratch/cloth.obj"
build/selvage check "$scratch/cloth.obj" --pairs "$scratch" >&2 || [ $? -eq 1 ]

# Faces of the far side hang behind the table and are not drawn; the flat top is one shape. Light comes from the left above;
# eight shades of each colour.
awk -v q='"' '
function shade(i, j, k,   ux, uy, uz, wx, wy, wz, nx, ny, nz, light) {
    ux = x[j] - x[i]; uy = y[j] - y[i]; uz = z[j] - z[i]
    wx = x[k] - x[i]; wy = y[k] - y[i]; wz = z[k] - z[i]
    nx = uy * wz - uz * wy; ny = uz * wx - ux * wz; nz = ux * wy - uy * wx
    light = (-0.5 * nx - 0.55 * ny + 0.67 * nz) / (sqrt(nx * nx + ny * ny + nz * nz) + 1e-30)
    if (-0.87 * ny + 0.50 * nz < 0) light = -0.6 * light # its other side is seen
    return int(7.99 * (light < -0.2 ? 0 : (light + 0.2) / 1.2))
}
FILENAME ~ /csv$/ { split($0, pair, ","); red[pair[1]] = red[pair[2]] = 1; next }
$1 == "v" { x[++n] = $2; y[n] = $3; z[n] = $4 }
$1 == "f" {
    face = faces++
    middle = (y[$2] + y[$3] + y[$4]) / 3
    height = (z[$2] + z[$3] + z[$4]) / 3
    if (height > -0.001) next
    if (middle > 0.45) next
    d = "M"
    for (i = 2; i <= 4; ++i)
        d = d sprintf("%d %d%s", 420 + 250 * x[$i], 140 - 250 * (0.50 * y[$i] + 0.87 * z[$i]), i < 4 ? "L" : "")
    printf "%.5f <path class=%s%s%d%s d=%s%s%s/>\n", 0.87 * middle - 0.50 * height, q,
        (face in red) ? "r" : "c", shade($2, $3, $4), q, q, d, q
}
END { printf "0 <ellipse class=%sc5%s cx=%s420%s cy=%s140%s rx=%s250%s ry=%s125%s/>\n", q, q, q, q, q, q, q, q, q, q }' "$scratch/triangles.csv" "$scratch/cloth.obj" | LC_ALL=C sort -g -r | sed 's/^[^ ]* //' >"$scratch/faces"

awk 'BEGIN {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"840\" height=\"520\" viewBox=\"0 0 840 520\">"
    printf "<style>path,ellipse{stroke-width:.5;stroke-linejoin:round}"
    for (i = 0; i < 8; ++i) {
        colour = sprintf("#%02x%02x%02x", 60 + 20 * i, 80 + 20 * i, 110 + 19 * i)
        printf ".c%d{fill:%s;stroke:%s}", i, colour, colour
        colour = sprintf("#%02x%02x%02x", 120 + 17 * i, 20 + 8 * i, 20 + 7 * i)
        printf ".r%d{fill:%s;stroke:%s}", i, colour, colour
    }
    print "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
}
{ print }
END { print "</svg>" }' "$scratch/faces"
