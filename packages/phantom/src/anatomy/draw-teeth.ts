import { TISSUE } from './anatomy.ts';
import { type Canvas, forEachVoxel, blend } from './canvas.ts';
import type { PlacedTooth } from './placement.ts';
import { type ToothSample, toothAt } from './tooth-shape.ts';

const LIGAMENT_MM = 0.3;
/** Thickness of the lamina dura, the cortical wall of the socket. */
const SOCKET_MM = 0.55;
const MARGIN_MM = 1.5;
/** Minimum density of bone; a root has a socket only inside bone. */
const BONE = 150;

/** Draws a tooth; its root gets a socket separated by the periodontal ligament space. */
export function drawTooth(canvas: Canvas, { kind, treatment, tip, along, across, down }: PlacedTooth): void {
  const length = kind.crown + kind.root;
  const reach = Math.max(kind.width, kind.depth) * 0.75 + MARGIN_MM;
  const range = (axis: 0 | 1 | 2): readonly [number, number] => {
    const end = tip[axis] + down[axis] * length;
    return [Math.min(tip[axis], end) - reach, Math.max(tip[axis], end) + reach];
  };
  const sample: ToothSample = { depthMm: 0, density: 0, isRoot: false };
  forEachVoxel(canvas, { x: range(0), y: range(1), z: range(2) }, (index, x, y, z) => {
    const dx = x - tip[0];
    const dy = y - tip[1];
    const dz = z - tip[2];
    const deep = dx * down[0] + dy * down[1] + dz * down[2];
    if (deep < -0.5 || deep > length + MARGIN_MM) return;
    const u = dx * along[0] + dy * along[1] + dz * along[2];
    const v = dx * across[0] + dy * across[1] + dz * across[2];
    if (Math.abs(u) > reach || Math.abs(v) > reach) return;
    toothAt(kind, treatment, sample, u, v, Math.max(0, deep));
    const depth = deep < 0 ? Math.min(sample.depthMm, deep) : sample.depthMm;
    if (depth < -LIGAMENT_MM - SOCKET_MM - canvas.spacingMm) return;
    const inBone = sample.isRoot && canvas.values[index]! > BONE;
    if (inBone) {
      blend(canvas, index, TISSUE.cortical * 0.85, depth + LIGAMENT_MM + SOCKET_MM);
      blend(canvas, index, TISSUE.ligament, depth + LIGAMENT_MM);
    }
    blend(canvas, index, sample.density, depth);
  });
}
