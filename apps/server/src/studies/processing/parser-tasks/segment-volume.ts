import { open, readFile } from 'node:fs/promises';
import { STRUCTURES } from '@snimok/contract/viewing/segmentation-labels';
import { niftiHeader, NIFTI_HEADER_BYTES } from '@snimok/imaging/export/nifti';
import { archSpline } from '@snimok/imaging/panorama/arch-spline';
import { LABEL } from '@snimok/imaging/segmentation/labels';
import { surfaceOfLabel } from '@snimok/imaging/segmentation/part-surfaces';
import { type Levels, levelsIn, segmentJaws } from '@snimok/imaging/segmentation/segment-jaws';
import type { Mesh } from '@snimok/imaging/surface/mesh';
import { type NamedMesh, writeGlb, writeStl } from '@snimok/imaging/surface/write-mesh';
import type { Volume } from '@snimok/imaging/volume/volume';
import { archInVolume, findArchIn, readVolume } from './render-panorama.ts';
import { appendTo, inPatient, JAW_LABELS, writeStructures } from './segment-structures.ts';
import type { NoSegmentation, SegmentationResult, SegmentRequest } from './segment-task.ts';
import { SEGMENTED_PARTS, type SegmentedPart } from '@snimok/contract/viewing/segmentation-labels';

const STEP_MM = 0.5;
/** Red, green, blue, opacity. */
const COLOURS: Record<SegmentedPart, NamedMesh['colour']> = {
  upper: [0.93, 0.87, 0.73, 1],
  lower: [0.62, 0.78, 0.86, 1],
  otherBone: [0.72, 0.72, 0.7, 1],
  airway: [0.49, 0.76, 0.55, 0.6],
};

/** Segments the volume, by the portal's own method or by a model's labels, and writes its surfaces. */
export const segmentVolume = async (
  request: SegmentRequest,
): Promise<{ segmentation: SegmentationResult } | { unsegmented: NoSegmentation }> => {
  const volume = await readVolume(request);
  if (!volume) return { unsegmented: 'gaps' };
  if (request.only === 'volume') {
    await writeVolume(request, volume);
    return { segmentation: { parts: [], files: {} } };
  }
  const levels = levelsIn(request.plan.scale);
  const labels = request.labels
    ? await readLabels(request.labels, volume, request.contract)
    : labelsOf(volume, request, levels);
  if ('unsegmented' in labels) return labels;
  return { segmentation: await writeSurfaces(request, volume, labels, levels) };
};

const labelsOf = (
  volume: Volume,
  { plan, arch: given }: SegmentRequest,
  levels: Levels,
): Uint8Array | { unsegmented: NoSegmentation } => {
  const arch = given ? archInVolume(plan, given) : findArchIn(volume);
  if ('none' in arch) return { unsegmented: 'no-arch' };
  const curve = archSpline(arch.plane, arch.points, STEP_MM);
  return segmentJaws(volume, { plane: arch.plane, curve }, levels);
};

const writeVolume = async ({ plan, out }: SegmentRequest, volume: Volume): Promise<void> => {
  const file = await open(out, 'wx', 0o600);
  try {
    await file.write(niftiHeader(plan, 'int16', plan.scale));
    const { buffer, byteOffset, byteLength } = volume.values;
    await file.writeFile(new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength));
  } finally {
    await file.close();
  }
};

/** Labels must be bytes on the grid that was sent; what the file says about positions is not used. */
const readLabels = async (
  path: string,
  { size }: Volume,
  contract: SegmentRequest['contract'],
): Promise<Uint8Array | { unsegmented: NoSegmentation }> => {
  const bytes = await readFile(path);
  const count = size[0] * size[1] * size[2];
  const isValid =
    bytes.length >= NIFTI_HEADER_BYTES + count &&
    bytes.readInt32LE(0) === 348 &&
    size.every((length, axis) => bytes.readInt16LE(42 + axis * 2) === length) &&
    bytes.readInt16LE(70) === 2 &&
    bytes.readFloatLE(108) === NIFTI_HEADER_BYTES;
  if (!isValid) return { unsegmented: 'bad-labels' };
  return new Uint8Array(bytes.subarray(NIFTI_HEADER_BYTES, NIFTI_HEADER_BYTES + count)).map((label) =>
    (contract === 1 ? label <= LABEL.airway : STRUCTURES.has(label)) ? label : LABEL.none,
  );
};

const writeSurfaces = async (
  { plan, out, contract }: SegmentRequest,
  volume: Volume,
  given: Uint8Array,
  levels: Levels,
): Promise<SegmentationResult> => {
  const labels = contract === 1 ? given : given.map((label) => JAW_LABELS[label]!);
  const counts = new Map<number, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const voxelMm3 = volume.spacingMm[0] * volume.spacingMm[1] * volume.spacingMm[2];
  const meshes = SEGMENTED_PARTS.map((part) => ({
    name: part,
    colour: COLOURS[part],
    ...inPatient(surfaceOfLabel(volume, labels, LABEL[part], levels), plan),
  })).filter(({ triangles }) => triangles.length > 0);
  const writer = await appendTo(out);
  let structures: SegmentationResult['structures'];
  try {
    await writer.put('jaws.glb', writeGlb(meshes));
    const bones = meshes.filter(({ name }) => name !== 'airway');
    if (bones.length > 0) await writer.put('bone.stl', writeStl(joined(bones), 'bone, LPS mm'));
    for (const mesh of meshes)
      if (mesh.name !== 'otherBone')
        await writer.put(`${mesh.name}.stl`, writeStl(mesh, `${mesh.name}, LPS mm`));
    if (contract === 2) structures = await writeStructures(writer, { volume, labels: given, plan });
  } finally {
    await writer.close();
  }
  return {
    ...(structures && { structures }),
    parts: meshes.map(({ name, triangles }) => ({
      part: name,
      triangles: triangles.length / 3,
      volumeMm3: Math.round((counts.get(LABEL[name]) ?? 0) * voxelMm3),
    })),
    files: writer.files,
  };
};

const joined = (meshes: readonly Mesh[]): Mesh => {
  const positions = new Float32Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  const triangles = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.triangles.length, 0));
  let vertices = 0;
  let corners = 0;
  for (const mesh of meshes) {
    positions.set(mesh.positions, vertices);
    for (const [at, vertex] of mesh.triangles.entries()) triangles[corners + at] = vertex + vertices / 3;
    vertices += mesh.positions.length;
    corners += mesh.triangles.length;
  }
  return { positions, triangles };
};
