import type { Vector3 } from '../dicom/elements/file.ts';
import type { Size3, Volume } from '../volume/volume.ts';

/**
 * What a scan measured of its box. A cone beam measures a cylinder, and the scanner writes one value into the voxels around
 * it.
 */
export interface ScanField {
  size: Size3;
  spacingMm: Size3;
  /** the value around the field of view; undefined if the scan fills its box */
  padding: number | undefined;
  blocks: FieldBlocks;
}

/** The distance of blocks of voxels from the border of the field, indexed as in `Volume`. */
interface FieldBlocks {
  size: Size3;
  /** voxels in a block along each axis */
  every: Size3;
  /** in millimetres from the block's centre; 0 in blocks that are not wholly inside */
  depths: Float32Array<ArrayBuffer>;
}

const BLOCK_MM = 2;

export function scanField(volume: Volume): ScanField {
  const { size, spacingMm } = volume;
  const padding = paddingOf(volume);
  const perAxis = (of: (axis: number) => number): Size3 => [of(0), of(1), of(2)];
  const every = perAxis((axis) => Math.max(1, Math.round(BLOCK_MM / spacingMm[axis]!)));
  const blocks = perAxis((axis) => Math.ceil(size[axis]! / every[axis]!));
  const isBorder = borderBlocks(volume, padding, every, blocks);
  const stepMm = perAxis((axis) => every[axis]! * spacingMm[axis]!);
  return {
    size,
    spacingMm,
    padding,
    blocks: { size: blocks, every, depths: depthsOf(isBorder, blocks, stepMm) },
  };
}

/**
 * The distance of a point from the border of the field in millimetres, 0 outside of it; the point is in millimetres of the
 * volume.
 */
export function depthAt({ size, spacingMm, blocks }: ScanField, [x, y, z]: Vector3): number {
  const inBox = Math.min(
    x,
    y,
    z,
    (size[0] - 1) * spacingMm[0] - x,
    (size[1] - 1) * spacingMm[1] - y,
    (size[2] - 1) * spacingMm[2] - z,
  );
  if (!(inBox >= 0)) return 0;
  const inBlocks = depthInBlocks(blocks, x / spacingMm[0], y / spacingMm[1], z / spacingMm[2]);
  return inBox < inBlocks ? inBox : inBlocks;
}

/** Trilinear interpolation between the centres of blocks; beyond the outer centres, the value of the nearest ones. */
function depthInBlocks({ size, every, depths }: FieldBlocks, x: number, y: number, z: number): number {
  const u = within((x + 0.5) / every[0] - 0.5, size[0]);
  const v = within((y + 0.5) / every[1] - 0.5, size[1]);
  const w = within((z + 0.5) / every[2] - 0.5, size[2]);
  const i = u | 0;
  const j = v | 0;
  const k = w | 0;
  const right = i < size[0] - 1 ? 1 : 0;
  const back = j < size[1] - 1 ? size[0] : 0;
  const up = k < size[2] - 1 ? size[0] * size[1] : 0;
  const at = (k * size[1] + j) * size[0] + i;
  const line = (from: number) => depths[from]! + (depths[from + right]! - depths[from]!) * (u - i);
  const plane = (from: number) => {
    const near = line(from);
    return near + (line(from + back) - near) * (v - j);
  };
  const low = plane(at);
  return low + (plane(at + up) - low) * (w - k);
}

const within = (at: number, count: number): number => (at < 0 ? 0 : at > count - 1 ? count - 1 : at);

/** Part of the voxels on the four vertical edges of the box that have one value if the scanner has filled them. */
const PADDING_SHARE = 0.8;

/** The value of most voxels on the vertical edges of the box, which a cylinder does not reach. */
function paddingOf({ size: [nx, ny, nz], values, gap }: Volume): number | undefined {
  const counts = new Map<number, number>();
  let all = 0;
  for (let z = 0; z < nz; z += 1)
    for (const corner of [0, nx - 1, (ny - 1) * nx, ny * nx - 1]) {
      const value = values[z * nx * ny + corner]!;
      if (value === gap) continue;
      all += 1;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  for (const [value, count] of counts) if (count >= PADDING_SHARE * all) return value;
  return undefined;
}

/**
 * Which blocks are outside the field or contain its border. Blocks of the padding value count as outside only where they
 * are connected to the sides of the box, because air in the patient can have the same value.
 */
function borderBlocks(
  { size, values, gap }: Volume,
  padding: number | undefined,
  every: Size3,
  blocks: Size3,
): Uint8Array {
  const unmeasured = new Uint32Array(blocks[0] * blocks[1] * blocks[2]);
  const gaps = new Uint8Array(unmeasured.length);
  const columns = Int32Array.from({ length: size[0] }, (_, x) => Math.floor(x / every[0]));
  for (let z = 0, at = 0; z < size[2]; z += 1)
    for (let y = 0; y < size[1]; y += 1) {
      const row = (Math.floor(z / every[2]) * blocks[1] + Math.floor(y / every[1])) * blocks[0];
      for (let x = 0; x < size[0]; x += 1, at += 1) {
        const value = values[at]!;
        if (value !== padding && value !== gap) continue;
        const block = row + columns[x]!;
        unmeasured[block]! += 1;
        if (value === gap) gaps[block] = 1;
      }
    }
  const isOutside = outsideOf(unmeasured, size, every, blocks);
  const isBorder = gaps;
  forEachBlock(blocks, (x, y, z, at) => {
    if (isOutside[at]) return void (isBorder[at] = 1);
    if (unmeasured[at] === 0) return;
    for (const beside of neighbours(x, y, z, at, blocks)) if (isOutside[beside]) isBorder[at] = 1;
  });
  return isBorder;
}

/** Blocks without a measured voxel that are connected to the sides of the box through others of them. */
function outsideOf(unmeasured: Uint32Array, size: Size3, every: Size3, blocks: Size3): Uint8Array {
  const isOutside = new Uint8Array(unmeasured.length);
  const length = (axis: 0 | 1 | 2, at: number) => Math.min(every[axis], size[axis] - at * every[axis]);
  const isEmpty = (x: number, y: number, z: number, at: number) =>
    unmeasured[at] === length(0, x) * length(1, y) * length(2, z);
  const queue: number[] = [];
  const reach = (x: number, y: number, z: number, at: number) => {
    if (isOutside[at] || !isEmpty(x, y, z, at)) return;
    isOutside[at] = 1;
    queue.push(at);
  };
  forEachBlock(blocks, (x, y, z, at) => {
    const isAtSide = [x, y, z].some((index, axis) => index === 0 || index === blocks[axis]! - 1);
    if (isAtSide) reach(x, y, z, at);
  });
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const x = next % blocks[0];
    const y = Math.floor(next / blocks[0]) % blocks[1];
    const z = Math.floor(next / (blocks[0] * blocks[1]));
    for (const at of neighbours(x, y, z, next, blocks))
      reach(
        at % blocks[0],
        Math.floor(at / blocks[0]) % blocks[1],
        Math.floor(at / (blocks[0] * blocks[1])),
        at,
      );
  }
  return isOutside;
}

function forEachBlock(
  [nx, ny, nz]: Size3,
  visit: (x: number, y: number, z: number, at: number) => void,
): void {
  for (let z = 0, at = 0; z < nz; z += 1)
    for (let y = 0; y < ny; y += 1) for (let x = 0; x < nx; x += 1, at += 1) visit(x, y, z, at);
}

/** The indexes of the six blocks beside one. */
function neighbours(x: number, y: number, z: number, at: number, [nx, ny, nz]: Size3): number[] {
  const found: number[] = [];
  if (x > 0) found.push(at - 1);
  if (x < nx - 1) found.push(at + 1);
  if (y > 0) found.push(at - nx);
  if (y < ny - 1) found.push(at + nx);
  if (z > 0) found.push(at - nx * ny);
  if (z < nz - 1) found.push(at + nx * ny);
  return found;
}

/** In a field without a border: finite, because distances are interpolated. */
const FAR_MM = 1e6;

/**
 * The distance of each block from the nearest one of the border: a chamfer distance in two passes (G. Borgefors, 1986),
 * here at most 10 % too long.
 */
function depthsOf(isBorder: Uint8Array, [nx, ny, nz]: Size3, stepMm: Size3): Float32Array<ArrayBuffer> {
  const depths = new Float32Array(isBorder.length);
  for (let at = 0; at < depths.length; at += 1) depths[at] = isBorder[at] ? 0 : FAR_MM;
  const before: { dx: number; dy: number; dz: number; mm: number }[] = [];
  for (let dz = -1; dz <= 0; dz += 1)
    for (let dy = -1; dy <= 1; dy += 1)
      for (let dx = -1; dx <= 1; dx += 1) {
        if ((dz * 3 + dy) * 3 + dx >= 0) continue;
        before.push({ dx, dy, dz, mm: Math.hypot(dx * stepMm[0], dy * stepMm[1], dz * stepMm[2]) });
      }
  const relax = (x: number, y: number, z: number, direction: 1 | -1) => {
    const at = (z * ny + y) * nx + x;
    let least = depths[at]!;
    for (const { dx, dy, dz, mm } of before) {
      const i = x + direction * dx;
      const j = y + direction * dy;
      const k = z + direction * dz;
      if (i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz) continue;
      const through = depths[(k * ny + j) * nx + i]! + mm;
      if (through < least) least = through;
    }
    depths[at] = least;
  };
  for (let z = 0; z < nz; z += 1)
    for (let y = 0; y < ny; y += 1) for (let x = 0; x < nx; x += 1) relax(x, y, z, 1);
  for (let z = nz - 1; z >= 0; z -= 1)
    for (let y = ny - 1; y >= 0; y -= 1) for (let x = nx - 1; x >= 0; x -= 1) relax(x, y, z, -1);
  return depths;
}
