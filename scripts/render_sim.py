"""Renders frames of a simulated scene with Blender (Cycles, on the CPU). scripts/render_sim.sh runs it and
says how it is called; the arguments after "--" are its own."""

import argparse
import json
import math
import os
import struct
import sys
import tempfile

import bpy
import numpy as np
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree

# Cloths in the order of the log: colours (sRGB) that stay apart in grey and for most of the colour-blind.
CLOTH_COLOURS = ["#b8503c", "#3c6ea5", "#d6a544", "#5b8c5a", "#7d5a94", "#3b9aa0", "#c77d9b", "#8a6d4f"]
OBSTACLE_COLOUR = "#b4b4b4"
FLOOR_COLOUR = "#e9e7e3"
LENS_MM, SENSOR_MM = 60, 36
MARGIN = 1.10  # around the cloth, of its width in the picture
GLASS_SHARE = 0.2  # an obstacle that hides this share of the cloth is drawn as glass


def fail(text):
    print(f"render_sim: {text}", file=sys.stderr)
    sys.stderr.flush()
    os._exit(2)


def numbers(text):
    return [float(x) for x in text.split(",")]


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="render_sim.sh",
        description="Renders frames of a simulated scene (the folder of `selvage sim SCENE -o FOLDER "
        "--obstacles`) into one picture: a sheet of frames spread over the run, or one frame, large.")
    parser.add_argument("folder", metavar="FOLDER", help="what `selvage sim` wrote, with its log.json")
    parser.add_argument("out", metavar="OUT.png")
    parser.add_argument("frames", metavar="FRAMES", nargs="?", default="12",
                        help="how many frames, spread over the run (default 12), or which: 0,30,60 or 100-130")
    parser.add_argument("--frame", type=int, metavar="N", help="one large picture of frame N (-1: the last)")
    parser.add_argument("--zoom", type=float, default=1, metavar="F",
                        help="closer by this factor (default 1: all of the cloth)")
    parser.add_argument("--at", type=numbers, metavar="X,Y,Z",
                        help="the point to look at (default: the middle of the cloth)")
    parser.add_argument("--azimuth", type=float, default=-25, metavar="DEG",
                        help="where the camera stands: 0 is in front (-y), 90 on the right (+x), default -25")
    parser.add_argument("--elevation", type=float, default=20, metavar="DEG", help="and how high (default 20)")
    parser.add_argument("--size", metavar="WxH", help="of a picture (default 480x360, with --frame 1200x900)")
    parser.add_argument("--samples", type=int, metavar="N", help="light paths of a pixel (default 24)")
    parser.add_argument("--glass", metavar="NAMES",
                        help="obstacles to see through, with commas between them, or none (default: those that "
                        "hide much of the cloth)")
    parser.add_argument("--edges", action="store_true", help="draw the edges of cloth triangles")
    parser.add_argument("--no-floor", action="store_true", help="no floor beyond the obstacles of the scene")
    arguments = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    # A value that begins with a minus is a value, not an option.
    for i in range(len(arguments) - 2, -1, -1):
        if arguments[i] in ("--at", "--azimuth", "--elevation", "--frame"):
            arguments[i:i + 2] = [f"{arguments[i]}={arguments[i + 1]}"]
    return parser.parse_args(arguments)


# ---------------------------------------------------------------------------------------------------------
# Files
# ---------------------------------------------------------------------------------------------------------


def read_obj(path):
    """Vertices (n x 3) and faces of an OBJ file."""
    vertices, faces = [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if not words:
                continue
            if words[0] == "v":
                vertices.append([float(x) for x in words[1:4]])
            elif words[0] == "f":
                corners = [int(word.split("/")[0]) for word in words[1:]]
                faces.append([c - 1 if c > 0 else len(vertices) + c for c in corners])
    return np.array(vertices, dtype=np.float32).reshape(-1, 3), faces


def read_pc2(path, vertex_count):
    """The frames of a cache (frames x n x 3), not read before they are looked at."""
    with open(path, "rb") as file:
        head = file.read(32)
    if len(head) < 32 or head[:12] != b"POINTCACHE2\0":
        fail(f"{path} is no PC2 file")
    _, points, _, _, samples = struct.unpack("<iiffi", head[12:])
    if points != vertex_count:
        fail(f"{path} has {points} points, its mesh has {vertex_count} vertices")
    samples = min(samples, (os.path.getsize(path) - 32) // (12 * points))
    return np.memmap(path, dtype="<f4", mode="r", offset=32, shape=(samples, points, 3))


class Piece:
    """A cloth or an obstacle: its mesh, and its motion if there is one."""

    def __init__(self, folder, name, kind, mesh, cache):
        self.name, self.kind = name, kind
        self.first, self.faces = read_obj(os.path.join(folder, mesh))
        self.cache = None
        if cache and os.path.exists(os.path.join(folder, cache)):
            self.cache = read_pc2(os.path.join(folder, cache), len(self.first))
        self.object = None
        size = np.ptp(self.first, axis=0)
        # A floor is flat, level and wide. A larger one takes its place.
        self.is_floor = kind == "obstacle" and size[2] < 1e-3 * max(size[0], size[1])

    def frame_count(self):
        return 1 if self.cache is None else len(self.cache)

    def at(self, frame):
        if self.cache is None:
            return self.first
        return np.array(self.cache[min(frame, len(self.cache) - 1)])


def read_run(folder):
    """The pieces of a run and its frame rate."""
    try:
        with open(os.path.join(folder, "log.json"), encoding="utf-8") as file:
            log = json.load(file)
    except FileNotFoundError:
        log = None
    except ValueError as error:
        fail(f"{folder}/log.json: {error}")
    if log is not None:
        if log.get("format", "pc2") != "pc2":
            fail(f"{folder} has a mesh for each frame; write it with --format pc2")
        pieces = [Piece(folder, m["name"], m["kind"], m["mesh"], m["cache"]) for m in log["meshes"]]
        return pieces, log.get("frame_rate", 60)
    # Without a log: what moves is cloth.
    if not os.path.isdir(folder):
        fail(f"there is no folder {folder}")
    names = sorted(f[:-4] for f in os.listdir(folder) if f.endswith(".obj"))
    has_cache = {n: os.path.exists(os.path.join(folder, n + ".pc2")) for n in names}
    pieces = [Piece(folder, n, "cloth" if has_cache[n] else "obstacle", n + ".obj", n + ".pc2") for n in names]
    return pieces, None


def pick_frames(options, count):
    if options.frame is not None:
        frame = options.frame if options.frame >= 0 else count + options.frame
        if not 0 <= frame < count:
            fail(f"there is no frame {options.frame}, the run has frames 0 to {count - 1}")
        return [frame]
    text = options.frames
    try:
        if "," in text:
            frames = [int(x) for x in text.split(",") if x]
        elif "-" in text[1:]:
            first, last = (int(x) for x in text.split("-"))
            frames = list(range(first, last + 1))
        else:
            wanted = max(1, min(int(text), count))
            frames = [round(i * (count - 1) / max(wanted - 1, 1)) for i in range(wanted)]
    except ValueError:
        fail(f"FRAMES is a number, a list 0,30,60 or a range 100-130, not {text}")
    for frame in frames:
        if not 0 <= frame < count:
            fail(f"there is no frame {frame}, the run has frames 0 to {count - 1}")
    return frames


# ---------------------------------------------------------------------------------------------------------
# Materials
# ---------------------------------------------------------------------------------------------------------


def linear(colour):
    """sRGB "#rrggbb" as linear RGBA."""
    values = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    values = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
    return (*values, 1)


def new_material(name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    return material, tree, tree.nodes.new("ShaderNodeOutputMaterial")


def mix_colours(tree, factor, a, b):
    node = tree.nodes.new("ShaderNodeMixRGB")
    tree.links.new(factor, node.inputs["Fac"])
    for value, key in ((a, "Color1"), (b, "Color2")):
        if isinstance(value, tuple):
            node.inputs[key].default_value = value
        else:
            tree.links.new(value, node.inputs[key])
    return node.outputs["Color"]


def cloth_material(name, colour, edges):
    """Matt, with the sheen of fibres; the other side is paler."""
    material, tree, output = new_material(name)
    geometry = tree.nodes.new("ShaderNodeNewGeometry")
    front = linear(colour)
    pale = (*[0.8 * c + 0.08 for c in front[:3]], 1)
    base = mix_colours(tree, geometry.outputs["Backfacing"], front, pale)
    if edges:
        wire = tree.nodes.new("ShaderNodeWireframe")
        wire.use_pixel_size = True
        wire.inputs["Size"].default_value = 0.7
        base = mix_colours(tree, wire.outputs["Fac"], base, (0.01, 0.01, 0.01, 1))
    shader = tree.nodes.new("ShaderNodeBsdfPrincipled")
    tree.links.new(base, shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = 0.75
    for key, value in (("Specular", 0.15), ("Sheen", 0.4), ("Sheen Tint", 0.6)):
        if key in shader.inputs:
            shader.inputs[key].default_value = value
    tree.links.new(shader.outputs["BSDF"], output.inputs["Surface"])
    return material


def obstacle_material(name, is_glass):
    material, tree, output = new_material(name)
    if is_glass:
        # Tinted a little, more along its outline. One transparent shader gives no noise.
        shader = tree.nodes.new("ShaderNodeBsdfTransparent")
        rim = tree.nodes.new("ShaderNodeLayerWeight")
        rim.inputs["Blend"].default_value = 0.25
        tint = mix_colours(tree, rim.outputs["Facing"], (0.955, 0.965, 0.97, 1), (0.70, 0.72, 0.73, 1))
        tree.links.new(tint, shader.inputs["Color"])
    else:
        shader = tree.nodes.new("ShaderNodeBsdfDiffuse")
        shader.inputs["Color"].default_value = linear(OBSTACLE_COLOUR)
    tree.links.new(shader.outputs["BSDF"], output.inputs["Surface"])
    return material


def floor_material(inner, outer):
    """Light; from the inner to the outer radius it fades into the background."""
    material, tree, output = new_material("floor")
    place = tree.nodes.new("ShaderNodeTexCoord")
    length = tree.nodes.new("ShaderNodeVectorMath")
    length.operation = "LENGTH"
    tree.links.new(place.outputs["Object"], length.inputs[0])
    fade = tree.nodes.new("ShaderNodeMapRange")
    fade.interpolation_type = "SMOOTHSTEP"
    fade.inputs["From Min"].default_value = inner
    fade.inputs["From Max"].default_value = outer
    tree.links.new(length.outputs["Value"], fade.inputs["Value"])
    diffuse = tree.nodes.new("ShaderNodeBsdfDiffuse")
    diffuse.inputs["Color"].default_value = linear(FLOOR_COLOUR)
    through = tree.nodes.new("ShaderNodeBsdfTransparent")
    mix = tree.nodes.new("ShaderNodeMixShader")
    tree.links.new(fade.outputs["Result"], mix.inputs["Fac"])
    tree.links.new(diffuse.outputs["BSDF"], mix.inputs[1])
    tree.links.new(through.outputs["BSDF"], mix.inputs[2])
    tree.links.new(mix.outputs["Shader"], output.inputs["Surface"])
    return material


# ---------------------------------------------------------------------------------------------------------
# The scene
# ---------------------------------------------------------------------------------------------------------


def add_piece(piece, material):
    mesh = bpy.data.meshes.new(piece.name)
    mesh.from_pydata(piece.first.tolist(), [], piece.faces)
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    if piece.kind == "obstacle":  # boxes keep their edges
        mesh.use_auto_smooth = True
        mesh.auto_smooth_angle = math.radians(40)
    mesh.materials.append(material)
    piece.object = bpy.data.objects.new(piece.name, mesh)
    # Large triangles, smoothly shaded: no dark facets where light grazes them.
    piece.object.cycles.shadow_terminator_offset = 0.2
    piece.object.cycles.shadow_terminator_geometry_offset = 0.1
    bpy.context.collection.objects.link(piece.object)


def pose(piece, frame):
    if piece.cache is not None:
        mesh = piece.object.data
        mesh.vertices.foreach_set("co", piece.at(frame).ravel())
        mesh.update()


def camera_axes(options):
    """Right, up and forward of the camera in the world."""
    a, e = math.radians(options.azimuth), math.radians(options.elevation)
    forward = np.array([-math.sin(a) * math.cos(e), math.cos(a) * math.cos(e), -math.sin(e)])
    right = np.array([math.cos(a), math.sin(a), 0])
    return np.stack([right, np.cross(right, forward), forward])


def fit_camera(points, axes, width, height):
    """The nearest place from which all points are seen, and the tangents of half the angles of view."""
    tangent = SENSOR_MM / 2 / LENS_MM
    tangents = (tangent, tangent * height / width) if width >= height else (tangent * width / height, tangent)
    local = points @ axes.T
    place, depths = np.zeros(3), []
    for axis in range(2):
        t = tangents[axis] / MARGIN
        high, low = np.max(local[:, axis] - t * local[:, 2]), np.max(-local[:, axis] - t * local[:, 2])
        place[axis] = (high - low) / 2
        depths.append(-(high + low) / (2 * t))
    place[2] = min(depths)
    return place @ axes


def hidden_shares(pieces, frames, eye, rng):
    """Of each obstacle: the share of the cloth that it hides from the eye."""
    hidden = {p.name: 0 for p in pieces}
    rays = 0
    for frame in frames:
        trees = [(p, BVHTree.FromPolygons(p.at(frame).tolist(), p.faces)) for p in pieces if not p.is_floor]
        for piece in pieces:
            if piece.kind != "cloth":
                continue
            points = piece.at(frame)
            for point in points[rng.choice(len(points), min(150, len(points)), replace=False)]:
                way = Vector(point.tolist()) - eye
                length, way = way.length, way.normalized()
                rays += 1
                nearest, first = length * (1 - 1e-4), None
                for other, tree in trees:
                    distance = tree.ray_cast(eye, way, nearest)[3]
                    if distance is not None and distance < nearest:
                        nearest, first = distance, other
                if first is not None:
                    hidden[first.name] += 1
    return {p.name: hidden[p.name] / max(rays, 1) for p in pieces if p.kind == "obstacle"}


def add_light(options, background):
    """A wide sun from the left above, and a sky that lights the shadows."""
    sun = bpy.data.lights.new("sun", "SUN")
    sun.energy = 3.0
    sun.angle = math.radians(14)
    lamp = bpy.data.objects.new("sun", sun)
    a, e = math.radians(options.azimuth - 68), math.radians(45)
    toward = Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))
    lamp.rotation_euler = toward.to_track_quat("Z", "Y").to_euler()
    bpy.context.collection.objects.link(lamp)

    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    tree.nodes.clear()
    path = tree.nodes.new("ShaderNodeLightPath")
    sky = tree.nodes.new("ShaderNodeBackground")
    colour = mix_colours(tree, path.outputs["Is Camera Ray"], (0.34, 0.36, 0.40, 1), background)
    tree.links.new(colour, sky.inputs["Color"])
    output = tree.nodes.new("ShaderNodeOutputWorld")
    tree.links.new(sky.outputs["Background"], output.inputs["Surface"])


def set_renderer(options, width, height):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.render.use_persistent_data = True
    scene.view_settings.view_transform = "Standard"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = options.samples or 24
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.02
    cycles.max_bounces = 2
    cycles.diffuse_bounces = 2
    cycles.glossy_bounces = 1
    cycles.transparent_max_bounces = cycles.min_transparent_bounces = 16
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 3
    cycles.use_denoising = False
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"


GUIDES = {"normal": "Normal", "place": "Position", "colour": "DiffCol"}


def add_guides(folder):
    """Has normal, place and colour of what each pixel shows written into files beside the picture."""
    scene = bpy.context.scene
    layer = bpy.context.view_layer
    layer.use_pass_normal = layer.use_pass_position = layer.use_pass_diffuse_color = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source = tree.nodes.new("CompositorNodeRLayers")
    result = tree.nodes.new("CompositorNodeComposite")
    tree.links.new(source.outputs["Image"], result.inputs["Image"])
    files = tree.nodes.new("CompositorNodeOutputFile")
    files.base_path = folder
    files.format.file_format = "OPEN_EXR"
    files.format.color_mode = "RGB"
    files.format.color_depth = "32"
    files.file_slots.clear()
    for name, output in GUIDES.items():
        files.file_slots.new(name)
        tree.links.new(source.outputs[output], files.inputs[name])


def read_guides(folder, width, height):
    frame = bpy.context.scene.frame_current
    return {n: load_pixels(os.path.join(folder, f"{n}{frame:04d}.exr"), width, height)[..., :3] for n in GUIDES}


def denoise(picture, guides, extent, steps=(1, 2, 4)):
    """Edge-avoiding a-trous wavelets [Dammertz et al. 2010]: averages pixels that show the same surface in
    about the same colour. Debian's Blender is built without a denoiser."""
    kernel = (0.0625, 0.25, 0.375, 0.25, 0.0625)
    height, width = picture.shape[:2]
    normal = guides["normal"] / np.maximum(np.linalg.norm(guides["normal"], axis=2, keepdims=True), 1e-6)
    # Where nothing is hit, the place is 0; other units make distances comparable to those of normals.
    place = guides["place"] / extent
    colour = guides["colour"]
    result = picture[..., :3]
    for level, step in enumerate(steps):
        pad = 2 * step
        padded = [np.pad(a, ((pad, pad), (pad, pad), (0, 0)), mode="edge") for a in (result, normal, place, colour)]
        total, weights = np.zeros_like(result), np.zeros((height, width, 1), dtype=np.float32)
        spread = 0.2 * 0.5 ** level
        for i in range(-2, 3):
            for j in range(-2, 3):
                window = np.s_[pad + i * step:pad + i * step + height, pad + j * step:pad + j * step + width]
                c, n, p, a = (array[window] for array in padded)
                off_plane = np.abs(((p - place) * normal).sum(axis=2))
                exponent = ((c - result) ** 2).sum(axis=2) / spread ** 2 + \
                    ((n - normal) ** 2).sum(axis=2) / 0.15 ** 2 + \
                    ((a - colour) ** 2).sum(axis=2) / 0.05 ** 2 + off_plane / 0.01
                weight = (kernel[i + 2] * kernel[j + 2] * np.exp(-exponent))[..., None]
                total += weight * c
                weights += weight
        result = total / weights
    return np.concatenate([result, picture[..., 3:]], axis=2)


def stamp(text, height):
    """Small, in the corner, in grey."""
    render = bpy.context.scene.render
    for name in dir(render):
        if name.startswith("use_stamp_"):
            setattr(render, name, False)
    render.use_stamp = True
    render.use_stamp_note = True
    render.stamp_note_text = text
    render.stamp_font_size = max(12, min(20, height // 26))
    render.stamp_foreground = (0.2, 0.2, 0.2, 1)
    render.stamp_background = (0, 0, 0, 0)


# ---------------------------------------------------------------------------------------------------------
# The picture
# ---------------------------------------------------------------------------------------------------------


def load_pixels(path, width, height):
    image = bpy.data.images.load(path)
    pixels = np.empty(width * height * 4, dtype=np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)


def save_pixels(pixels, path):
    height, width = pixels.shape[:2]
    image = bpy.data.images.new("sheet", width, height, alpha=False)
    image.pixels.foreach_set(np.ascontiguousarray(pixels, dtype=np.float32).ravel())
    image.filepath_raw = path
    image.file_format = "PNG"
    image.save()


def compose(pictures, gap=4):
    """Pictures in rows, the first at the top left; Blender's rows run from the bottom up."""
    count = len(pictures)
    columns = 3 if count in (3, 5, 6, 9) else min(count, 4)
    rows = -(-count // columns)
    height, width = pictures[0].shape[:2]
    sheet = np.ones((rows * (height + gap) - gap, columns * (width + gap) - gap, 4), dtype=np.float32)
    for i, picture in enumerate(pictures):
        x, y = i % columns * (width + gap), (rows - 1 - i // columns) * (height + gap)
        sheet[y:y + height, x:x + width] = picture
    return sheet


def main():
    options = parse_arguments()
    pieces, frame_rate = read_run(options.folder)
    cloths = [p for p in pieces if p.kind == "cloth"]
    if not cloths:
        fail(f"{options.folder} has no cloth")
    frames = pick_frames(options, max(p.frame_count() for p in cloths))
    size = options.size or ("480x360" if options.frame is None else "1200x900")
    try:
        width, height = (int(x) for x in size.split("x"))
    except ValueError:
        fail(f"--size is WxH, not {size}")

    for item in list(bpy.data.objects):
        bpy.data.objects.remove(item)

    # Camera: one place for all frames.
    points = np.concatenate([p.at(f) for f in frames for p in cloths]).astype(np.float64)
    if not np.isfinite(points).all():
        fail("the cloth has coordinates that are not finite")
    axes = camera_axes(options)
    eye = fit_camera(points, axes, width, height)
    low, high = points.min(axis=0), points.max(axis=0)
    extent = float(np.linalg.norm(high - low))
    camera = bpy.data.cameras.new("camera")
    camera.sensor_width, camera.lens = SENSOR_MM, LENS_MM
    camera.clip_start, camera.clip_end = 0.001 * extent, 1000 * extent
    if options.zoom != 1 or options.at:
        # Closer: the angle of view gets narrower, so the perspective stays.
        target = np.array(options.at) if options.at else points.mean(axis=0)
        distance = (target - eye) @ axes[2]
        eye = target - distance * axes[2]
        camera.lens = LENS_MM * options.zoom
    seat = bpy.data.objects.new("camera", camera)
    turn = Matrix((axes[0].tolist(), axes[1].tolist(), (-axes[2]).tolist())).transposed().to_4x4()
    seat.matrix_world = Matrix.Translation(eye.tolist()) @ turn
    bpy.context.collection.objects.link(seat)
    bpy.context.scene.camera = seat

    # Pieces.
    if options.glass is None:
        shares = hidden_shares(pieces, frames, Vector(eye.tolist()), np.random.default_rng(1))
        glass = {name for name, share in shares.items() if share > GLASS_SHARE}
        if glass:
            # The cloth is in a box or the like: its other walls, but not its bottom, would take the light.
            bottom = low[2] + 0.1 * (high[2] - low[2])
            glass |= {p.name for p in pieces if p.kind == "obstacle" and p.first[:, 2].max() > bottom
                      and np.ptp(p.first, axis=0).max() > 0.5 * extent}
    else:
        glass = set(options.glass.split(",")) - {"none"}
    for i, piece in enumerate(cloths):
        add_piece(piece, cloth_material(piece.name, CLOTH_COLOURS[i % len(CLOTH_COLOURS)], options.edges))
    for piece in pieces:
        if piece.kind == "obstacle" and not piece.is_floor:
            add_piece(piece, obstacle_material(piece.name, piece.name in glass))
            piece.object.visible_shadow = piece.object.visible_diffuse = piece.name not in glass

    # Floor: that of the scene, or below all that is there.
    floors = [p for p in pieces if p.is_floor]
    if floors:
        level = float(floors[0].first[:, 2].min())
    else:
        others = [p.at(f)[:, 2].min() for f in frames for p in pieces]
        level = float(min(others)) - 0.02 * extent
    if floors or not options.no_floor:
        mesh = bpy.data.meshes.new("floor")
        far = 40 * extent
        mesh.from_pydata([(-far, -far, 0), (far, -far, 0), (far, far, 0), (-far, far, 0)], [], [(0, 1, 2, 3)])
        mesh.materials.append(floor_material(1.5 * extent, 6 * extent))
        plane = bpy.data.objects.new("floor", mesh)
        middle = (low + high) / 2
        plane.location = (middle[0], middle[1], level)
        bpy.context.collection.objects.link(plane)

    add_light(options, linear("#e6e5e3"))
    set_renderer(options, width, height)

    pictures = []
    with tempfile.TemporaryDirectory() as scratch:
        add_guides(scratch)
        for i, frame in enumerate(frames):
            for piece in pieces:
                if piece.object:
                    pose(piece, frame)
            stamp(f" {frame}" + (f"   {frame / frame_rate:.2f} s" if frame_rate else ""), height)
            path = os.path.join(scratch, f"{i:04d}.png")
            bpy.context.scene.render.filepath = path
            bpy.ops.render.render(write_still=True)
            picture = load_pixels(path, width, height)
            pictures.append(denoise(picture, read_guides(scratch, width, height), extent))
            print(f"\rframe {frame} ({i + 1} of {len(frames)})", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    save_pixels(compose(pictures), os.path.abspath(options.out))


main()
