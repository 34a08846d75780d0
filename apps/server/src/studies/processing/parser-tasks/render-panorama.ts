import { writeFile } from 'node:fs/promises';
import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { modalityValues } from '@snimok/imaging/dicom/pixels/modality-values';
import { DicomProblem } from '@snimok/imaging/dicom/elements/problem';
import { readDicom } from '@snimok/imaging/dicom/read';
import { findArch, type FoundArch } from '@snimok/imaging/panorama/find-arch';
import type { Plane } from '@snimok/imaging/panorama/plane';
import { planeToSpace } from '@snimok/imaging/panorama/plane';
import { archSpline, controlPoints } from '@snimok/imaging/panorama/arch-spline';
import { tone } from '@snimok/imaging/panorama/tone';
import { unroll } from '@snimok/imaging/panorama/unroll';
import { emptyVolume, addSlice } from '@snimok/imaging/volume/fill';
import {
  directionToPatient,
  directionFromPatient,
  toPatient,
  fromPatient,
  type Placement,
} from '@snimok/imaging/volume/patient-coordinates';
import { type PlannedSlice, planWithout, type VolumePlan } from '@snimok/imaging/volume/plan';
import type { Volume } from '@snimok/imaging/volume/volume';
import sharp from 'sharp';
import { runInOrder } from '../../../platform/zip/in-order.ts';
import { type FileContent, memoryOf, readContent } from './file-content.ts';
import type { Arch, RenderedPanorama, PanoramaRequest } from './panorama-task.ts';
import { CARD, FULL, writeJpeg } from './render-picture.ts';

/** Points of an arch that a person can move; the curve through them deviates from the found arch by at most 0.1 mm. */
const CONTROL_POINTS = 21;
const STEP_MM = 0.5;

/**
 * Reads the volume slice by slice, uses the given arch or finds one, and writes the pictures of the panorama. The
 * result has `none` if no arch was found: without bone, or without enough confidence.
 */
export const renderPanorama = async (
  request: PanoramaRequest,
): Promise<{ cut: RenderedPanorama } | { none: 'no-bone' | 'not-sure' | 'gaps' }> => {
  const volume = await readVolume(request);
  if (!volume) return { none: 'gaps' };
  const arch = request.arch ? archInVolume(request.plan, request.arch) : findArchIn(volume);
  if ('none' in arch) return arch;
  const unrolled = unroll(volume, arch.plane, archSpline(arch.plane, arch.points, STEP_MM));
  const { width, height, pixelMm, heightMm, slabMm } = unrolled;
  const { grey, stored, window } = tone(unrolled);
  const jpeg = sharp(grey, { raw: { width, height, channels: 1 } });
  const values = sharp(stored, { raw: { width, height, channels: 1 } })
    .toColourspace('grey16')
    .png();
  await writeFile(request.values, await values.toBuffer());
  return {
    cut: {
      arch: {
        points: arch.points.map((point) => toPatient(request.plan, point)),
        plane: planeInPatient(request.plan, arch.plane),
      },
      confidence: arch.confidence,
      picture: {
        width,
        height,
        pixelMm,
        heightMm: [...heightMm],
        slabMm: [...slabMm],
        window,
        ...arch.found,
      },
      full: await writeJpeg(jpeg.clone(), FULL, 92, request.full),
      card: await writeJpeg(jpeg, CARD, 86, request.card),
    },
  };
};

/** Slices that cannot be read are bridged like missing ones; null if the gap that they leave is too large. */
export const readVolume = async ({
  plan,
  files,
}: Pick<PanoramaRequest, 'plan' | 'files'>): Promise<Volume | null> => {
  const first = await fillVolume(plan, files);
  if (first.unusable.size === 0) return first.volume;
  const remaining = planWithout(plan, first.unusable);
  return remaining && (await fillVolume(remaining, files)).volume;
};

/** Files that are read, and inflated in other threads, while an earlier one is decoded. */
const AHEAD_BYTES = 16 * 1024 ** 2;

type NumberedSlice = readonly [at: number, slice: PlannedSlice];

const fillVolume = async (plan: VolumePlan, files: FileContent[]) => {
  const volume = emptyVolume(plan);
  const unusable = new Set<number>();
  const tasks = fileRuns(plan).map(([content, slices]) => ({
    memoryBytes: memoryOf(content),
    run: async () => ({ bytes: await readContent(content), slices }),
  }));
  for await (const { bytes, slices } of runInOrder(tasks, AHEAD_BYTES)) {
    for (const [at, slice] of slices) {
      try {
        const facts = readDicom(bytes);
        const frame = await decodeFrame(bytes, facts, slice.frame);
        addSlice(volume, plan, slice, frame, modalityValues(bytes, facts, frame));
      } catch (cause) {
        if (!(cause instanceof DicomProblem)) throw cause;
        unusable.add(at);
      }
    }
  }
  return { volume, unusable };

  /** Slices that follow each other in one file are read together: a multi-frame file is read once. */
  function fileRuns({ slices }: VolumePlan): [FileContent, NumberedSlice[]][] {
    const runs: [FileContent, NumberedSlice[]][] = [];
    let lastFile = -1;
    for (const [at, slice] of slices.entries()) {
      const content = files[slice.file];
      if (slice.into.length === 0 || !content) continue;
      if (slice.file === lastFile) runs.at(-1)?.[1].push([at, slice]);
      else runs.push([content, [[at, slice]]]);
      lastFile = slice.file;
    }
    return runs;
  }
};

/** An arch in the coordinate system of the volume, in millimetres. */
type VolumeArch = {
  plane: Plane;
  points: Vector3[];
  confidence: number | null;
  /** absent along an arch that is given */
  found?: Pick<FoundArch, 'ends' | 'isPart'>;
};

export const findArchIn = (volume: Volume): VolumeArch | { none: 'no-bone' | 'not-sure' } => {
  const found = findArch(volume);
  if ('refused' in found) return { none: found.refused };
  const { plane, curve, confidence, ends, isPart } = found;
  return {
    plane,
    confidence,
    found: { ends, isPart },
    points: controlPoints(curve, CONTROL_POINTS).map((point) => planeToSpace(plane, point)),
  };
};

export const archInVolume = (geometry: Placement, { points, plane }: Arch): VolumeArch => ({
  confidence: null,
  points: points.map((point) => fromPatient(geometry, point)),
  plane: mapPlane(plane, fromPatient(geometry, plane.originMm), (direction) =>
    directionFromPatient(geometry, direction),
  ),
});

const planeInPatient = (geometry: Placement, plane: Plane): Plane =>
  mapPlane(plane, toPatient(geometry, plane.originMm), (direction) =>
    directionToPatient(geometry, direction),
  );

const mapPlane = (
  { left, back, up }: Plane,
  originMm: Vector3,
  map: (direction: Vector3) => Vector3,
): Plane => ({
  originMm,
  left: map(left),
  back: map(back),
  up: map(up),
});
