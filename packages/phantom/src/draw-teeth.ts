import { TISSUE } from './anatomy.ts';
import { type Canvas, forEachVoxel, lay } from './canvas.ts';
import type { PlacedTooth } from './placement.ts';
import { type ToothSample, toothAt } from './tooth-shape.ts';

const LIGAMENT_MM = 0.3;
/** The hard plate of the socket, seen on a radiograph as the lamina dura. */
const SOCKET_MM = 0.55;
const MARGIN_MM = 1.5;
/** Denser than this is bone: only in bone has a root a socket. */
const BONE = 150;

/** Puts a tooth into the jaw, its root into a socket with the gap of the ligament around it. */
export function drawTooth(canvas: Canvas, { kind, treatment, tip, along, across, down }: PlacedTooth): void {
  const length = kind.crown + kind.root;
  const reach = Math.max(kind.width, kind.depth) * 0.75 + MARGIN_MM;
  const range = (axis: 0 | 1 | 2): readonly [number, number] => {
    const end = tip[axis] + down[axis] * length;
    return [Math.min(tip[axis], end) - reach, Math.max(tip[axis], end) + reach];
  };
  const sample: ToothSample = { depthMm: 0, density: 0, isRoot: false };
  forEachVoxel(canvas, { x: range(0), y: range(1), z: range(2) }, (index, x, y, z) => {
    const [dx, dy, dz] = [x - tip[0], y - tip[1], z - tip[2]];
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
      lay(canvas, index, TISSUE.cortical * 0.85, depth + LIGAMENT_MM + SOCKET_MM);
      lay(canvas, index, TISSUE.ligament, depth + LIGAMENT_MM);
    }
    lay(canvas, index, sample.density, depth);
  });
}
