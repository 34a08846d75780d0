import type { Vector3 } from '../dicom/elements/file.ts';
import { inverted, type Rigid, transformed } from '../registration/rigid.ts';
import { likeValues } from '../volume/slice.ts';
import type { Volume } from '../volume/volume.ts';
import { type JoinedGrid, joinedGrid } from './joined-grid.ts';
import { type GreyMatch, matchGreys } from './match-greys.ts';
import { depthAt, type ScanField, scanField } from './scan-field.ts';

interface StitchOptions {
  /** two scans of one patient, with samples of the same kind */
  scans: readonly [Volume, Volume];
  /** from the millimetres of the first scan to those of the second one */
  transform: Rigid;
  /** of the joined volume, because of the memory */
  mostVoxels: number;
  /** the value of voxels that are in neither scan */
  gap: number;
}

/** Two scans that can be joined, slice by slice. */
interface Stitching {
  /** the scan with the smaller voxels, to whose grid and values the other one is brought */
  fixed: Volume;
  moving: Volume;
  /** whether the second of the given scans is the fixed one */
  isSwapped: boolean;
  /** from the fixed scan to the moving one */
  transform: Rigid;
  fields: { fixed: ScanField; moving: ScanField };
  match: GreyMatch;
  grid: JoinedGrid;
  gap: number;
}

/**
 * `overlap`: too small to check the alignment. `unlike`: the scans show different things at the same place. `memory`: the
 * voxels would have to be more than twice as large.
 */
export type StitchRefusal = 'overlap' | 'unlike' | 'memory';

interface RefusedStitching {
  refusal: StitchRefusal;
  match: GreyMatch;
}

/** A cube of 20 mm, which contains two teeth, and a tenth of the smaller scan. */
const LEAST_OVERLAP_MM3 = 20 ** 3;
const LEAST_OVERLAP_SHARE = 0.1;
/** On the phantom 0.99 at the right place, 0.92 at 1 mm beside it, and less than 0.85 at 2 mm. */
const LEAST_CORRELATION = 0.85;

/** Checks whether two scans can be joined, and matches their values. */
export function prepareStitching(options: StitchOptions): Stitching | RefusedStitching {
  const { scans, mostVoxels, gap } = options;
  const isSwapped = voxelMm3(scans[1]) < voxelMm3(scans[0]) * 0.99;
  const [fixed, moving] = isSwapped ? [scans[1], scans[0]] : scans;
  const transform = isSwapped ? inverted(options.transform) : options.transform;
  const fields = { fixed: scanField(fixed), moving: scanField(moving) };
  const match = matchGreys({ fixed, moving }, fields, transform);
  if (match.overlapMm3 < LEAST_OVERLAP_MM3 || match.overlapShare < LEAST_OVERLAP_SHARE)
    return { refusal: 'overlap', match };
  if (match.correlation < LEAST_CORRELATION || match.gain <= 0) return { refusal: 'unlike', match };
  const grid = joinedGrid(fixed, moving, transform, mostVoxels);
  if (!grid) return { refusal: 'memory', match };
  return { fixed, moving, isSwapped, transform, fields, match, grid, gap };
}

const voxelMm3 = ({ spacingMm }: Volume): number => spacingMm[0] * spacingMm[1] * spacingMm[2];

/** What a scan has at a point: a measured value, the value around its field, or nothing. */
const MEASURED = 2;
const PADDED = 1;
const ABSENT = 0;

/** One axial slice of the joined volume. */
export function stitchedSlice(stitching: Stitching, z: number): Volume['values'] {
  const { fixed, grid, gap, match, fields, transform } = stitching;
  const { size, spacingMm, originMm } = grid;
  const into = likeValues(fixed, size[0] * size[1]);
  const own = readerOf(fixed, fields.fixed);
  const other = readerOf(stitching.moving, fields.moving);
  const limit = limitOf(fixed, gap);
  const [slantX, slantY, slantZ] = alongRow(transform);
  for (let y = 0, at = 0; y < size[1]; y += 1) {
    const here: [number, number, number] = [
      0,
      originMm[1] + y * spacingMm[1],
      originMm[2] + z * spacingMm[2],
    ];
    const first = transformed(transform, here);
    const there: [number, number, number] = [0, 0, 0];
    for (let x = 0; x < size[0]; x += 1, at += 1) {
      here[0] = originMm[0] + x * spacingMm[0];
      there[0] = first[0] + slantX * here[0];
      there[1] = first[1] + slantY * here[0];
      there[2] = first[2] + slantZ * here[0];
      const state = own.read(here);
      const stateThere = other.read(there);
      const matched = match.gain * other.value + match.offset;
      if (state === MEASURED && stateThere === MEASURED)
        into[at] = limit(
          blended(own.value, depthAt(fields.fixed, here), matched, depthAt(fields.moving, there)),
        );
      else if (state === MEASURED || (state === PADDED && stateThere !== MEASURED))
        into[at] = limit(own.value);
      else into[at] = stateThere === ABSENT ? gap : limit(matched);
    }
  }
  return into;
}

/** The direction in the moving scan of a row of the grid. */
const alongRow = ({ rotation: [a, b, c] }: Rigid) => [a[0], b[0], c[0]] as const;

/** Weights by the square of the depth: there is no step at the border of a scan, and near it the other scan prevails. */
function blended(value: number, depth: number, valueThere: number, depthThere: number): number {
  const weight = depth ** 2;
  const sum = weight + depthThere ** 2;
  return sum > 0 ? (value * weight + valueThere * (sum - weight)) / sum : (value + valueThere) / 2;
}

/** Rounds to the range of samples without the value of a gap. */
function limitOf({ values }: Volume, gap: number): (value: number) => number {
  const [low, high] = values instanceof Int16Array ? [-32_768, 32_767] : [0, 65_535];
  const least = gap === low ? low + 1 : low;
  const most = gap === high ? high - 1 : high;
  return (value) => (value < least ? least : value > most ? most : Math.round(value));
}

/** Deeper in the field than this, voxels with the value of its padding were measured. */
const SURELY_INSIDE_MM = 4;
/** A distance in voxels; a smaller one is rounding. */
const ROUNDING = 1e-4;

const withoutRounding = (distance: number) => (distance > ROUNDING ? distance : 0);

/** The weight of one of the eight voxels around a point; the bits of `corner` are its place along the axes. */
const shareOf = (corner: number, dx: number, dy: number, dz: number) =>
  (corner & 1 ? dx : 1 - dx) * (corner & 2 ? dy : 1 - dy) * (corner & 4 ? dz : 1 - dz);

/**
 * Reads a scan at points in its millimetres, by trilinear interpolation. Beside a voxel that was not measured, a point is measured only
 * if it is the centre of one that was.
 */
function readerOf(volume: Volume, field: ScanField) {
  const { size, spacingMm, values, gap } = volume;
  const { padding } = field;
  const [nx, ny, nz] = size;
  const strides = [0, 1, nx, nx + 1, nx * ny, nx * ny + 1, nx * ny + nx, nx * ny + nx + 1];
  const reader = {
    /** of the point that was read last */
    value: 0,
    read(point: Vector3): number {
      const x = point[0] / spacingMm[0];
      const y = point[1] / spacingMm[1];
      const z = point[2] / spacingMm[2];
      if (!(x > -ROUNDING && y > -ROUNDING && z > -ROUNDING)) return ABSENT;
      if (!(x < nx - 1 + ROUNDING && y < ny - 1 + ROUNDING && z < nz - 1 + ROUNDING)) return ABSENT;
      const i = (x + ROUNDING) | 0;
      const j = (y + ROUNDING) | 0;
      const k = (z + ROUNDING) | 0;
      const dx = withoutRounding(x - i);
      const dy = withoutRounding(y - j);
      const dz = withoutRounding(z - k);
      const at = (k * ny + j) * nx + i;
      let sum = 0;
      for (let corner = 0; corner < 8; corner += 1) {
        const share = shareOf(corner, dx, dy, dz);
        if (share === 0) continue;
        const value = values[at + strides[corner]!]!;
        if (value === gap) return ABSENT;
        if (value === padding && depthAt(field, point) < SURELY_INSIDE_MM) {
          reader.value = value;
          return PADDED;
        }
        sum += share * value;
      }
      reader.value = sum;
      return MEASURED;
    },
  };
  return reader;
}
