"""What trimesh finds in exported surfaces, for tests. Prints one line of JSON: a list of bodies with their properties."""

import json
import sys

import numpy
import trimesh

bodies = []
for path in sys.argv[1:]:
    for name, mesh in trimesh.load_scene(path).geometry.items():
        # vertices at one place are one, as in a program that reads STL
        mesh.merge_vertices(merge_norm=True, merge_tex=True)
        _, counts = numpy.unique(mesh.edges_sorted, axis=0, return_counts=True)
        bodies.append(
            {
                "file": path.rsplit("/", 1)[-1],
                "body": name,
                "triangles": len(mesh.faces),
                "watertight": bool(mesh.is_watertight),
                "winding": bool(mesh.is_winding_consistent),
                "facesPerEdge": [int(counts.min()), int(counts.max())],
                "volume": float(mesh.volume),
            }
        )
print(json.dumps(bodies))
