/** One part of a segmentation; positions and normals are in the patient's axes (LPS), positions in millimetres. */
export interface SurfacePart {
  name: string;
  colour: readonly [number, number, number, number];
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  triangles: Uint32Array<ArrayBuffer>;
}

interface Gltf {
  meshes: {
    name: string;
    primitives: { attributes: { POSITION: number; NORMAL: number }; indices: number; material: number }[];
  }[];
  materials: { pbrMetallicRoughness: { baseColorFactor: [number, number, number, number] } }[];
  accessors: { bufferView: number; count: number }[];
  bufferViews: { byteOffset: number; byteLength: number }[];
}

/** Reads the binary glTF of the portal's own segmentations: metres, y towards the head, z to the front. */
export function readGlb(bytes: ArrayBuffer): SurfacePart[] {
  const view = new DataView(bytes);
  const jsonBytes = view.getUint32(12, true);
  const gltf = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 20, jsonBytes))) as Gltf;
  const start = 28 + jsonBytes;
  const rangeOf = (accessor: number) => {
    const { byteOffset, byteLength } = gltf.bufferViews[gltf.accessors[accessor]!.bufferView]!;
    return bytes.slice(start + byteOffset, start + byteOffset + byteLength);
  };
  return gltf.meshes.flatMap(({ name, primitives: [primitive] }) => {
    if (!primitive) return [];
    const { attributes, indices, material } = primitive;
    return [
      {
        name,
        colour: gltf.materials[material]!.pbrMetallicRoughness.baseColorFactor,
        positions: inPatient(new Float32Array(rangeOf(attributes.POSITION)), 1000),
        normals: inPatient(new Float32Array(rangeOf(attributes.NORMAL)), 1),
        triangles: new Uint32Array(rangeOf(indices)),
      },
    ];
  });
}

function inPatient(values: Float32Array<ArrayBuffer>, scale: number): Float32Array<ArrayBuffer> {
  for (let at = 0; at < values.length; at += 3) {
    const x = values[at]!;
    const y = values[at + 1]!;
    const z = values[at + 2]!;
    values[at] = x * scale;
    values[at + 1] = -z * scale;
    values[at + 2] = y * scale;
  }
  return values;
}
