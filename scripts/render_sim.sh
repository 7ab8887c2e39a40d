#!/bin/sh
# Renders frames of a simulated scene with Blender, to look at them: a sheet of frames spread over the run,
# or one frame, large. No display and no GPU are needed; a sheet takes about a minute on two cores.
#   build/selvage sim twist -o out --obstacles
#   scripts/render_sim.sh out sheet.png                                # 12 frames
#   scripts/render_sim.sh out still.png --frame 90                     # one, large
#   scripts/render_sim.sh out close.png --frame 90 --zoom 3 --edges    # closer, with triangles
# usage: render_sim.sh FOLDER OUT.png [FRAMES] [options]   (--help tells them; BLENDER names the program)
set -eu
blender=${BLENDER:-blender}
if ! command -v "$blender" >/dev/null 2>&1; then
    echo "render_sim.sh: no $blender (Debian: apt-get install blender python3-numpy)" >&2
    exit 1
fi
if ! "$blender" -b --factory-startup -noaudio --python-exit-code 1 --python-expr 'import numpy' >/dev/null 2>&1; then
    echo "render_sim.sh: $blender has no numpy (Debian: apt-get install python3-numpy)" >&2
    exit 1
fi
case " $* " in
*" --help "* | *" -h "*) exec 3>&1 ;; # help is all that is printed
*) exec 3>/dev/null ;;
esac
exec "$blender" -b --factory-startup -noaudio --python-exit-code 1 --python "$(dirname "$0")/render_sim.py" -- "$@" >&3
