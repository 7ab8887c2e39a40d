#!/bin/sh
# Draws bench/counters.csv: which stage decides how many of the candidates of each scene.
# usage: draw_stages.sh > docs/pictures/stages.svg
set -eu
cd "$(dirname "$0")/.."
awk -F, '
BEGIN {
    left = 190; width = 560; bar = 22; gap = 12; top = 64
    split("separated aside outside inside filtered exact", name, " ")
    split("#c7d7e8 #8fb3d1 #5a8db8 #7fb77e #e8a33d #c0392b", colour, " ")
    split("one axis separates them|never coplanar|outside when coplanar|inside when coplanar|" \
          "zeros enclosed|exact arithmetic", label, "|")
}
NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
{
    y = top + rows++ * (bar + gap)
    body = body sprintf("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s %s</text>\n", left - 10, y + 16,
                        $column["scene"], $column["kind"] == "vf" ? "VF" : "EE")
    x = left
    for (i = 1; i <= 6; ++i) {
        w = width * $column[name[i]] / $column["candidates"]
        if (w > 0) {
            body = body sprintf("<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\"/>\n",
                                x, y, w, bar, colour[i])
        }
        x += w
    }
    body = body sprintf("<text x=\"%d\" y=\"%d\" fill=\"#c0392b\">%.3f %%</text>\n", left + width + 10,
                        y + 16, 100 * $column["exact"] / $column["candidates"])
}
END {
    height = top + rows * (bar + gap) + 4
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"840\" height=\"%d\" viewBox=\"0 0 840 %d\" ", height, height
    print "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#223\">"
    print "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
    x = 20
    for (i = 1; i <= 6; ++i) {
        printf "<rect x=\"%d\" y=\"16\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, colour[i]
        printf "<text x=\"%d\" y=\"27\" font-size=\"11\">%s</text>\n", x + 17, label[i]
        x += 28 + 5.7 * length(label[i])
    }
    printf "%s</svg>\n", body
}' bench/counters.csv
