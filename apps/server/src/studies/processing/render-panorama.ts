import { readFile, writeFile } from 'node:fs/promises';
import type { Vector3 } from '@snimok/imaging/dicom/file';
import { decodeFrame } from '@snimok/imaging/dicom/pixels';
import { readDicom } from '@snimok/imaging/dicom/read';
import { findArch } from '@snimok/imaging/panorama/find-arch';
import type { Plane } from '@snimok/imaging/panorama/plane';
import { placeOf } from '@snimok/imaging/panorama/plane';
import { archThrough, controlPoints } from '@snimok/imaging/panorama/through';
import { tone } from '@snimok/imaging/panorama/tone';
import { unroll } from '@snimok/imaging/panorama/unroll';
import { emptyVolume, laySlice } from '@snimok/imaging/volume/fill';
import {
  directionInPatient,
  directionInVolume,
  inPatient,
  inVolume,
  type Place,
} from '@snimok/imaging/volume/place';
import type { Volume } from '@snimok/imaging/volume/volume';
import sharp from 'sharp';
import type { Arch, RenderedPanorama, PanoramaRequest } from './panorama-task.ts';
import { CARD, FULL, writeJpeg } from './render-picture.ts';

/** So many points a person can move, and the curve through them is that which was found, to a tenth of a millimetre. */
const CONTROL_POINTS = 21;
const STEP_MM = 0.5;

/** Reads the volume slice by slice, finds the arch or takes the given one, and writes the panorama's pictures. */
export const renderPanorama = async (
  wish: PanoramaRequest,
): Promise<{ cut: RenderedPanorama } | { none: 'no-bone' | 'not-sure' }> => {
  const volume = await readVolume(wish);
  const arch = wish.arch ? archIn(wish.plan, wish.arch) : findIn(volume);
  if ('none' in arch) return arch;
  const unrolled = unroll(volume, arch.plane, archThrough(arch.plane, arch.points, STEP_MM));
  const { width, height, pixelMm, heightMm, slabMm } = unrolled;
  const { grey, stored, window } = tone(unrolled);
  const jpeg = sharp(grey, { raw: { width, height, channels: 1 } });
  const values = sharp(stored, { raw: { width, height, channels: 1 } })
    .toColourspace('grey16')
    .png();
  await writeFile(wish.values, await values.toBuffer());
  return {
    cut: {
      arch: {
        points: arch.points.map((place) => inPatient(wish.plan, place)),
        plane: planeInPatient(wish.plan, arch.plane),
      },
      confidence: arch.confidence,
      picture: { width, height, pixelMm, heightMm: [...heightMm], slabMm: [...slabMm], window },
      full: await writeJpeg(jpeg.clone(), FULL, 92, wish.full),
      card: await writeJpeg(jpeg, CARD, 86, wish.card),
    },
  };
};

const readVolume = async ({ plan, paths }: PanoramaRequest): Promise<Volume> => {
  const volume = emptyVolume(plan);
  // a multi-frame file is read once, not once a frame
  let open = { file: -1, bytes: new Uint8Array() };
  for (const slice of plan.slices) {
    if (slice.into.length === 0) continue;
    if (slice.file !== open.file) open = { file: slice.file, bytes: await readFile(paths[slice.file] ?? '') };
    const facts = readDicom(open.bytes);
    laySlice(volume, plan, slice, await decodeFrame(open.bytes, facts, slice.frame), facts);
  }
  return volume;
};

type OwnArch = { plane: Plane; points: Vector3[]; confidence: number | null };

const findIn = (volume: Volume): OwnArch | { none: 'no-bone' | 'not-sure' } => {
  const found = findArch(volume);
  if ('refused' in found) return { none: found.refused };
  const { plane, curve, confidence } = found;
  return {
    plane,
    confidence,
    points: controlPoints(curve, CONTROL_POINTS).map((point) => placeOf(plane, point)),
  };
};

const archIn = (place: Place, { points, plane }: Arch): OwnArch => ({
  confidence: null,
  points: points.map((point) => inVolume(place, point)),
  plane: mapPlane(plane, inVolume(place, plane.originMm), (way) => directionInVolume(place, way)),
});

const planeInPatient = (place: Place, plane: Plane): Plane =>
  mapPlane(plane, inPatient(place, plane.originMm), (way) => directionInPatient(place, way));

const mapPlane = ({ left, back, up }: Plane, originMm: Vector3, turn: (way: Vector3) => Vector3): Plane => ({
  originMm,
  left: turn(left),
  back: turn(back),
  up: turn(up),
});
