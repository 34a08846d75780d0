import { dot } from '../dicom/vectors.ts';
import type { Plane } from '../panorama/plane.ts';
import type { Volume } from '../volume/volume.ts';
import { markComponent } from './flood.ts';
import { LABEL } from './labels.ts';

/** The pharynx: behind the front of the arch and near the midline, in millimetres of the arch's plane. */
const BEHIND_MM = [40, 100] as const;
const ASIDE_MM = 14;
const SMALLEST_AIRWAY_MM3 = 300;

/**
 * Labels the air that is enclosed in axial slices and connected with the pharynx: pharynx and what opens into it. The
 * origin of the arch's plane is at the front of the arch.
 */
export function labelAirway(labels: Uint8Array, volume: Volume, plane: Plane, airBelow: number): void {
  const { size, spacingMm } = volume;
  const enclosed = enclosedAir(volume, airBelow);
  const isAir = (at: number) => enclosed[at] === 1 && labels[at] === LABEL.none;
  const seen = new Uint8Array(labels.length);
  const smallest = SMALLEST_AIRWAY_MM3 / (spacingMm[0] * spacingMm[1] * spacingMm[2]);
  let largest = { at: -1, count: smallest };
  for (let at = 0; at < labels.length; at += 1) {
    if (seen[at] || !isAir(at) || !isInPharynx(at, volume, plane)) continue;
    const count = markComponent(seen, size, at, 1, isAir);
    if (count > largest.count) largest = { at, count };
  }
  if (largest.at >= 0) markComponent(labels, size, largest.at, LABEL.airway, isAir);
}

function isInPharynx(at: number, { size, spacingMm }: Volume, { originMm, left, back }: Plane): boolean {
  const [nx, ny] = size;
  const index = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
  const from = index.map((count, axis) => count * spacingMm[axis]! - originMm[axis]!);
  const place = [from[0]!, from[1]!, from[2]!] as const;
  const behind = dot(place, back);
  return behind > BEHIND_MM[0] && behind < BEHIND_MM[1] && Math.abs(dot(place, left)) < ASIDE_MM;
}

/** 1 for air that other tissue separates from the border of its axial slice. */
export function enclosedAir({ size: [nx, ny, nz], values }: Volume, airBelow: number): Uint8Array {
  const enclosed = new Uint8Array(nx * ny * nz);
  const area = nx * ny;
  for (let z = 0; z < nz; z += 1) {
    const isAir = (at: number) => values[z * area + at]! < airBelow;
    const outside = new Uint8Array(area);
    const start = (at: number) => {
      if (!outside[at] && isAir(at)) markComponent(outside, [nx, ny, 1], at, 1, isAir);
    };
    for (let x = 0; x < nx; x += 1) {
      start(x);
      start(area - nx + x);
    }
    for (let y = 0; y < ny; y += 1) {
      start(y * nx);
      start(y * nx + nx - 1);
    }
    for (let at = 0; at < area; at += 1) enclosed[z * area + at] = isAir(at) && !outside[at] ? 1 : 0;
  }
  return enclosed;
}
