import { open } from 'node:fs/promises';
import {
  STRUCTURES,
  type SegmentationFileName,
  type Structure,
} from '@snimok/contract/viewing/segmentation-labels';
import { LABEL } from '@snimok/imaging/segmentation/labels';
import { structureBoxes, surfaceOfStructure } from '@snimok/imaging/segmentation/structure-surfaces';
import type { Mesh } from '@snimok/imaging/surface/mesh';
import { type NamedMesh, writeGlb } from '@snimok/imaging/surface/write-mesh';
import { toPatient } from '@snimok/imaging/volume/patient-coordinates';
import type { VolumePlan } from '@snimok/imaging/volume/plan';
import type { Volume } from '@snimok/imaging/volume/volume';
import type { SegmentationResult } from './segment-task.ts';

const UPPER_QUADRANTS = [1, 2, 5, 6];

const jawLabel = ({ label, kind, tooth }: Structure): number => {
  if (tooth !== null) return UPPER_QUADRANTS.includes(Math.floor(tooth / 10)) ? LABEL.upper : LABEL.lower;
  if (kind === 'canal') return LABEL.lower;
  return kind === 'sinus' ? LABEL.none : label;
};

/** For each label of contract 2: its label in the files of the jaws, which contain their teeth. */
export const JAW_LABELS = Uint8Array.from({ length: 256 }, (_, label) => {
  const structure = STRUCTURES.get(label);
  return structure ? jawLabel(structure) : LABEL.none;
});

/** Red, green, blue, opacity; bone is translucent, so that roots and canals in it are visible. */
const COLOURS: Record<Structure['kind'], NamedMesh['colour']> = {
  upper: [0.93, 0.87, 0.73, 0.35],
  lower: [0.62, 0.78, 0.86, 0.35],
  otherBone: [0.72, 0.72, 0.7, 0.35],
  airway: [0.49, 0.76, 0.55, 0.4],
  canal: [1, 0.53, 0.53, 1],
  sinus: [0.55, 0.68, 0.9, 0.4],
  tooth: [0.96, 0.94, 0.86, 1],
  crown: [0.95, 0.76, 0.3, 1],
  implant: [0.39, 0.9, 0.75, 1],
};

/** A model of a head has about a million triangles. Labels that are noise have as many as they have voxels. */
const MOST_TRIANGLES = 6_000_000;

/** Writes a file with each labelled structure as a node. */
export const writeStructures = async (
  writer: Awaited<ReturnType<typeof appendTo>>,
  { volume, labels, plan }: { volume: Volume; labels: Uint8Array; plan: VolumePlan },
): Promise<NonNullable<SegmentationResult['structures']> | undefined> => {
  const { spacingMm } = volume;
  const voxelMm3 = spacingMm[0] * spacingMm[1] * spacingMm[2];
  const meshes: NamedMesh[] = [];
  const parts: NonNullable<SegmentationResult['structures']>['parts'] = [];
  let count = 0;
  const boxes = [...structureBoxes(volume, labels)].toSorted(([one], [other]) => one - other);
  for (const [label, box] of boxes) {
    const structure = STRUCTURES.get(label);
    if (!structure) continue;
    const mesh = surfaceOfStructure(volume, labels, label, box);
    const triangles = mesh.triangles.length / 3;
    count += triangles;
    if (count > MOST_TRIANGLES) throw new Error('the labels have more surface than a head');
    const colour = COLOURS[structure.kind];
    meshes.push({ name: structure.node, colour, ...inPatient(mesh, plan) });
    parts.push({ label, triangles, volumeMm3: Math.round(box.voxels * voxelMm3) });
  }
  if (meshes.length === 0) return undefined;
  return { file: await writer.append(writeGlb(meshes)), parts };
};

export const inPatient = ({ positions, triangles }: Mesh, plan: VolumePlan): Mesh => {
  const moved = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3)
    moved.set(toPatient(plan, [positions[at]!, positions[at + 1]!, positions[at + 2]!]), at);
  return { positions: moved, triangles };
};

export const appendTo = async (out: string) => {
  const file = await open(out, 'wx', 0o600);
  const files: SegmentationResult['files'] = {};
  let end = 0;
  const append = async (bytes: Uint8Array) => {
    await file.writeFile(bytes);
    const range = { at: end, length: bytes.length };
    end += bytes.length;
    return range;
  };
  return {
    files,
    append,
    put: async (name: SegmentationFileName, bytes: Uint8Array) => {
      files[name] = await append(bytes);
    },
    close: () => file.close(),
  };
};
