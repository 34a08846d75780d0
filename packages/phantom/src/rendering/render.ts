import type { Canvas } from '../anatomy/canvas.ts';
import { blocksOf } from './blocks.ts';
import { cameraOf, rayThrough, type Viewpoint } from './camera.ts';
import { normalAt } from './field.ts';
import {
  BONE,
  CANAL,
  type Colour,
  type Lights,
  METAL,
  type Material,
  shade,
  toothMaterial,
} from './material.ts';
import { follow } from './ray.ts';
import { isMetalAt, type Segments } from './segments.ts';

type Vector = readonly [number, number, number];

/** RGB, row by row. */
type Image = { width: number; height: number; pixels: Uint8Array };

const BONE_FIELD = 0;
const TEETH_FIELD = 1;
/** Opacity of a bone surface, seen frontally and at a grazing angle. */
const BONE_FACING = 0.45;
const BONE_GRAZING = 0.94;
/** Minimum remaining transparency; below it a ray ends. */
const MIN_TRANSPARENCY = 0.04;

/** Renders the segments: bone is translucent, everything else opaque. */
export function renderSegments(segments: Segments, view: Viewpoint, width: number, height: number): Image {
  const { bone, teeth, canal } = segments;
  const fields = [bone, teeth, canal];
  const blocks = blocksOf(fields);
  const camera = cameraOf(view);
  const lights = lightsOf(camera);
  const eye = toVoxels(bone, camera.eye);
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const across = (column + 0.5 - width / 2) / (height / 2);
      const high = (height / 2 - row - 0.5) / (height / 2);
      const ray = rayThrough(camera, across, high);
      let seen = 1;
      const sum: [number, number, number] = [0, 0, 0];
      follow(fields, blocks, eye, ray, (field, x, y, z) => {
        const normal = normalAt(fields[field]!, x, y, z);
        const share = field === BONE_FIELD ? boneShare(normal, ray) : 1;
        const depth = Math.hypot(x - eye[0], y - eye[1], z - eye[2]) * bone.spacingMm - view.distanceMm;
        const colour = shade(materialAt(segments, field, normal, x, y, z), normal, lights);
        // Farther surfaces are darker.
        const near = Math.min(1.08, Math.max(0.45, 1 - depth / 190));
        for (let channel = 0; channel < 3; channel += 1)
          sum[channel]! += colour[channel]! * near * share * seen;
        seen *= 1 - share;
        return seen < MIN_TRANSPARENCY;
      });
      const behind = backdrop(across, high);
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel += 1)
        pixels[at + channel] = Math.min(255, sum[channel]! + behind[channel]! * seen);
    }
  }
  return { width, height, pixels };
}

function boneShare(normal: Vector, ray: Vector): number {
  const facing = Math.min(1, Math.abs(normal[0] * ray[0] + normal[1] * ray[1] + normal[2] * ray[2]));
  return BONE_FACING + (BONE_GRAZING - BONE_FACING) * (1 - facing) ** 1.6;
}

function materialAt(
  { teeth, toothOf, placed }: Segments,
  field: number,
  normal: Vector,
  x: number,
  y: number,
  z: number,
): Material {
  if (field === BONE_FIELD) return BONE;
  if (field !== TEETH_FIELD) return CANAL;
  // The tooth and its material are sampled slightly below the surface.
  const i = x - normal[0] * 0.7;
  const j = y - normal[1] * 0.7;
  const k = z - normal[2] * 0.7;
  const { size, spacingMm, origin } = teeth;
  const tooth = placed[toothOf[(Math.round(k) * size[1] + Math.round(j)) * size[0] + Math.round(i)]! - 1];
  if (!tooth) return BONE;
  const point = [origin.x + i * spacingMm, origin.y + j * spacingMm, origin.z + k * spacingMm] as const;
  return isMetalAt(tooth, point) ? METAL : toothMaterial(tooth.number);
}

/** Background: the portal's teal, darker towards the edges. */
function backdrop(across: number, high: number): Colour {
  const glow = Math.max(0, 1 - Math.hypot(across / 1.5, (high + 0.05) / 1.25)) ** 1.3;
  return [5 + 10 * glow, 32 + 62 * glow, 39 + 70 * glow];
}

function lightsOf({ forward, right, up }: ReturnType<typeof cameraOf>): Lights {
  const towards = (aside: number, above: number, back: number) =>
    unit([0, 1, 2].map((axis) => right[axis]! * aside + up[axis]! * above - forward[axis]! * back));
  return { key: towards(-0.45, 0.65, 0.75), fill: towards(0.8, -0.3, 0.35), forward };
}

const unit = (vector: readonly number[]): Vector => {
  const length = Math.hypot(...vector);
  return [vector[0]! / length, vector[1]! / length, vector[2]! / length];
};

const toVoxels = ({ origin, spacingMm }: Canvas, point: Vector): Vector => [
  (point[0] - origin.x) / spacingMm,
  (point[1] - origin.y) / spacingMm,
  (point[2] - origin.z) / spacingMm,
];
