#!/bin/sh
# Draws frames of simulated scenes side by side, faces painted from back to front.
# usage: draw_sim.sh > docs/pictures/sim.svg
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM

# draw SCENE FRAME RESOLUTION COLUMN SCALE DOWN MESH...: the faces of a frame as paths, the farthest
# first. Meshes have the colours a, b and c in turn; light comes from the left above.
draw() {
    scene=$1 frame=$2 resolution=$3 column=$4 scale=$5 down=$6
    shift 6
    build/selvage sim "$scene" -o "$scratch/$scene" --frames "$frame" --resolution "$resolution" \
        --format obj --quiet
    set -- $(for mesh in "$@"; do printf '%s/%s/%s_%04d.obj ' "$scratch" "$scene" "$mesh" "$frame"; done)
    awk -v q='"' -v left="$column" -v scale="$scale" -v down="$down" '
    function shade(i, j, k,   ux, uy, uz, wx, wy, wz, nx, ny, nz, light) {
        ux = x[j] - x[i]; uy = y[j] - y[i]; uz = z[j] - z[i]
        wx = x[k] - x[i]; wy = y[k] - y[i]; wz = z[k] - z[i]
        nx = uy * wz - uz * wy; ny = uz * wx - ux * wz; nz = ux * wy - uy * wx
        light = (-0.5 * nx - 0.55 * ny + 0.67 * nz) / (sqrt(nx * nx + ny * ny + nz * nz) + 1e-30)
        if (-0.91 * ny + 0.42 * nz < 0) light = -0.6 * light # its other side is seen
        return int(7.99 * (light < -0.2 ? 0 : (light + 0.2) / 1.2))
    }
    FNR == 1 { base = n; colour = substr("abc", ++mesh, 1) }
    $1 == "v" { x[++n] = $2; y[n] = $3; z[n] = $4 }
    $1 == "f" {
        d = "M"
        for (i = 2; i <= 4; ++i) {
            p[i] = base + $i
            d = d sprintf("%.1f %.1f%s", left + scale * x[p[i]],
                          down - scale * (0.42 * y[p[i]] + 0.91 * z[p[i]]), i < 4 ? "L" : "")
        }
        far = 0.91 * (y[p[2]] + y[p[3]] + y[p[4]]) - 0.42 * (z[p[2]] + z[p[3]] + z[p[4]])
        printf "%.5f <path class=%s%s%d%s d=%s%s%s/>\n", far, q, colour, shade(p[2], p[3], p[4]), q, q, d, q
    }' "$@" | LC_ALL=C sort -g -r | sed 's/^[^ ]* //'
}

awk 'BEGIN {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 840 300\" font-family=\"sans-serif\">"
    print "<title>Frames of simulated scenes: a cloth over a ball, a spinning skirt, a sheet held at its middle</title>"
    print "<style>path{stroke-width:.6;stroke-linejoin:round}"
    split("198 88 66 70 108 168 96 144 88", rgb, " ")
    for (c = 0; c < 3; ++c) for (i = 0; i < 8; ++i) {
        s = 0.38 + 0.62 * i / 7
        hue = sprintf("#%02x%02x%02x", s * rgb[3 * c + 1], s * rgb[3 * c + 2], s * rgb[3 * c + 3])
        printf ".%s%d{fill:%s;stroke:%s}", substr("abc", c + 1, 1), i, hue, hue
    }
    print "</style><rect width=\"840\" height=\"300\" fill=\"#fff\"/>"
}'
draw twist 90 0.5 150 210 215 sheet
draw skirt 170 0.5 430 290 330 skirt body
draw bigsingularity 200 0.3 705 150 350 sheet
echo '</svg>'
