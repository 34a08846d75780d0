import { evenCurve, type Point } from '@snimok/imaging/panorama/curve';
import { type Panorama, resamplePanorama } from '@snimok/imaging/panorama/resample';
import { biteHeightOf, drawAnatomy, jawCurveOf } from './jaws.ts';
import { drawMarker } from './marker.ts';
import { normalRandom, randomStream } from './anatomy/random.ts';

export type PanoramicOptions = {
  width: number;
  height: number;
  seed?: number;
  missingTeeth?: readonly number[];
};

/** A 12-bit radiograph, bright where dense, and its pixel size at the detector. */
type PanoramicImage = {
  width: number;
  height: number;
  pixelMm: number;
  values: Uint16Array;
};

/** Field of view: wide enough for both joints, from the hyoid to the orbits. */
const HEAD_MM = { width: 146, depth: 140, height: 134 };
/** Length of the image beyond each ramus. */
const BEYOND_MM = 11;
/** The sharp layer; what lies behind it (spine, opposite side) appears as a blurred ghost image. */
const SHARP_SLAB_MM = [-15, 8] as const;
const SLAB_CM = (SHARP_SLAB_MM[1] - SHARP_SLAB_MM[0]) / 10;
const GHOST_SLAB_MM = [14, 95] as const;
const GHOST_PIXEL_MM = 3;
/** Standard deviation of the noise, in 12-bit grey values. */
const GRAIN = 22;
const GHOST_SHARE = 0.4;
/** Height of the image centre above the occlusal plane. */
const MIDDLE_ABOVE_BITE_MM = -5;
/**
 * The head is tilted forwards so that the rays pass below the skull base; the occlusal plane curves upwards.
 */
const BENT = Math.tan((7 * Math.PI) / 180);

/** Metal: its values are clipped, but its absorption is higher. */
const METAL = 2900;

/**
 * Attenuation relative to water. At the energies of a panoramic machine (about 45 keV) bone absorbs more than
 * in proportion to its density (NIST tables of mass attenuation coefficients).
 */
const attenuation = (density: number): number => {
  const water = Math.max(0, 1 + density / 1000);
  if (density <= 150) return water;
  const mineral = ((density - 150) / 1000) * 1.1;
  return water + (density > METAL ? 5 * mineral : mineral);
};

/** Attenuation far from the layer: only tissue denser than soft tissue leaves a visible ghost image. */
const boneOnly = (density: number): number => Math.max(1, attenuation(density));

/** Draws a digital panoramic radiograph of the synthetic patient; the patient's right is on the left. */
export function drawPanoramic({ width, height, seed = 1, missingTeeth }: PanoramicOptions): PanoramicImage {
  const voxelMm = Math.min(1, Math.max(0.3, 720 / width));
  const size = [HEAD_MM.width, HEAD_MM.depth, HEAD_MM.height].map((mm) => Math.round(mm / voxelMm)) as [
    number,
    number,
    number,
  ];
  const frame = { size, spacingMm: voxelMm };
  const volume = drawAnatomy({
    ...frame,
    seed,
    ...(missingTeeth ? { missingTeeth } : {}),
  });
  const curve = evenCurve(extended(jawCurveOf(frame), BEYOND_MM), 0.5);
  const pixelMm = (curve.lengthMm - 0.5) / (width - 1);
  const bite = biteHeightOf(frame);
  const highest = bite + MIDDLE_ABOVE_BITE_MM + (height * pixelMm) / 2;
  const cut = {
    curve: curve.points,
    mapDensity: attenuation,
    heightMm: [bite - HEAD_MM.height, highest + 10] as const,
  };
  const sharp = resamplePanorama(volume, {
    ...cut,
    slabMm: SHARP_SLAB_MM,
    pixelMm,
    stepMm: voxelMm,
  });
  const ghost = boxFiltered(
    resamplePanorama(volume, {
      ...cut,
      mapDensity: boneOnly,
      slabMm: GHOST_SLAB_MM,
      pixelMm: GHOST_PIXEL_MM,
      stepMm: 2,
    }),
  );
  const frontMm = Math.min(...curve.points.map(([, y]) => y));
  const random = randomStream(seed + 5);
  const grain = Float32Array.from({ length: 1 << 16 }, () => normalRandom(random) * GRAIN);
  const values = new Uint16Array(width * height);
  for (let column = 0; column < width; column += 1) {
    const alongMm = column * pixelMm;
    const back = curve.points[Math.round(alongMm / curve.stepMm)]![1] - frontMm;
    const from = (random() * grain.length) | 0;
    for (let row = 0; row < height; row += 1) {
      const downMm = row * pixelMm + 10 + (back - 50) * BENT;
      const total = SLAB_CM * valueAt(sharp, alongMm, downMm) + GHOST_SHARE * valueAt(ghost, alongMm, downMm);
      values[row * width + column] = shade(total) + grain[(from + row) & 0xffff]!;
    }
  }
  drawMarker({ width, height, values }, 'R', 0.02);
  drawMarker({ width, height, values }, 'L', 0.98);
  return { width, height, pixelMm, values };
}

/** Bilinear value at a position in mm from the upper left pixel; clamped at the edges. */
function valueAt({ values, width, height, pixelMm }: Panorama, alongMm: number, downMm: number): number {
  const x = Math.min(width - 1.01, alongMm / pixelMm);
  const y = Math.min(height - 1.01, Math.max(0, downMm / pixelMm));
  const i = x | 0;
  const j = y | 0;
  const dx = x - i;
  const dy = y - j;
  const at = j * width + i;
  const top = values[at]! + (values[at + 1]! - values[at]!) * dx;
  const bottom = values[at + width]! + (values[at + width + 1]! - values[at + width]!) * dx;
  return top + (bottom - top) * dy;
}

/** Film-like tone curve: zero up to soft tissue, steep for bone and teeth, a shoulder for metal; 12 bits. */
function shade(total: number): number {
  const above = Math.max(0, total - 1.9) / 4;
  return 120 + 3900 * (1 - Math.exp(-1.4 * above ** 1.3));
}

/** The curve extended at both ends along its tangents. */
function extended(curve: readonly Point[], byMm: number): Point[] {
  const beyond = (end: Point, before: Point): Point => {
    const dx = end[0] - before[0];
    const dy = end[1] - before[1];
    const length = Math.hypot(dx, dy);
    return [end[0] + (dx / length) * byMm, end[1] + (dy / length) * byMm];
  };
  return [beyond(curve[0]!, curve[10]!), ...curve, beyond(curve.at(-1)!, curve.at(-11)!)];
}

/** Box filter of 11 × 11 pixels. */
function boxFiltered(panorama: Panorama): Panorama {
  const { values, width, height } = panorama;
  const alongRows = values.map((_, at) => {
    const row = Math.floor(at / width) * width;
    return meanOf(5, (by) => values[row + Math.min(width - 1, Math.max(0, at - row + by))]!);
  });
  const both = alongRows.map((_, at) => {
    const row = Math.floor(at / width);
    const column = at % width;
    return meanOf(5, (by) => alongRows[Math.min(height - 1, Math.max(0, row + by)) * width + column]!);
  });
  return { ...panorama, values: both };
}

function meanOf(reach: number, read: (by: number) => number): number {
  let sum = 0;
  for (let by = -reach; by <= reach; by += 1) sum += read(by);
  return sum / (2 * reach + 1);
}
