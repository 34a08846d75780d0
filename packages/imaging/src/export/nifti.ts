import type { Vector3 } from '../dicom/elements/file.ts';
import type { Size3 } from '../volume/volume.ts';

/** A volume in the patient's coordinate system of DICOM: x to the left, y to the back, z to the head (LPS). */
interface NiftiGrid {
  size: Size3;
  spacingMm: Size3;
  /** the centre of the first voxel */
  originMm: Vector3;
  /** unit vectors to the next voxel of each axis, right-handed */
  directions: readonly [Vector3, Vector3, Vector3];
}

export const NIFTI_HEADER_BYTES = 352;
const DATATYPE = { int16: [4, 16], uint16: [512, 16], uint8: [2, 8] } as const;
/** Scanner-based coordinates. */
const SCANNER_ANAT = 1;
/** NIFTI_UNITS_MM. */
const MILLIMETRES = 2;

/**
 * The header of a single-file NIfTI-1 image (`n+1`, nifti1.h of the NIfTI Data Format Working Group), with its four
 * bytes of extension flags; the voxels follow, little-endian, x fastest. NIfTI's coordinates run to the patient's
 * right, front and head (RAS), so the first two axes are reversed. The position is stated as quaternion and as matrix.
 */
export function niftiHeader(
  { size, spacingMm, originMm, directions }: NiftiGrid,
  type: keyof typeof DATATYPE,
  scale: { slope: number; intercept: number } = { slope: 1, intercept: 0 },
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(NIFTI_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const short = (at: number, value: number) => view.setInt16(at, value, true);
  const float = (at: number, value: number) => view.setFloat32(at, value, true);
  view.setInt32(0, 348, true);
  [3, ...size, 1, 1, 1, 1].forEach((count, at) => short(40 + at * 2, count));
  const [datatype, bits] = DATATYPE[type];
  short(70, datatype);
  short(72, bits);
  const axes = directions.map(toRAS) as [Vector3, Vector3, Vector3];
  const { quaternion, qfac } = quaternionOf(axes);
  [qfac, ...spacingMm, 0, 0, 0, 0].forEach((value, at) => float(76 + at * 4, value));
  float(108, NIFTI_HEADER_BYTES);
  float(112, scale.slope);
  float(116, scale.intercept);
  view.setUint8(123, MILLIMETRES);
  bytes.set(new TextEncoder().encode('Snimok'), 148);
  short(252, SCANNER_ANAT);
  short(254, SCANNER_ANAT);
  const origin = toRAS(originMm);
  quaternion.forEach((value, at) => float(256 + at * 4, value));
  origin.forEach((value, at) => float(268 + at * 4, value));
  for (let row = 0; row < 3; row += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      float(280 + (row * 4 + axis) * 4, axes[axis]![row]! * spacingMm[axis]!);
    }
    float(280 + (row * 4 + 3) * 4, origin[row]!);
  }
  bytes.set([0x6e, 0x2b, 0x31, 0], 344);
  return bytes;
}

const toRAS = ([x, y, z]: Vector3): Vector3 => [-x || 0, -y || 0, z];

/** The quaternion (b, c, d) of a rotation matrix with columns `axes`, and the sign of its third axis (qfac). */
function quaternionOf([i, j, k]: readonly [Vector3, Vector3, Vector3]): {
  quaternion: [number, number, number];
  qfac: 1 | -1;
} {
  const cross: Vector3 = [i[1] * j[2] - i[2] * j[1], i[2] * j[0] - i[0] * j[2], i[0] * j[1] - i[1] * j[0]];
  const qfac = cross[0] * k[0] + cross[1] * k[1] + cross[2] * k[2] < 0 ? -1 : 1;
  const [r11, r21, r31] = i;
  const [r12, r22, r32] = j;
  const [r13, r23, r33] = k.map((value) => value * qfac) as [number, number, number];
  const a = Math.sqrt(Math.max(0, 1 + r11 + r22 + r33)) / 2;
  if (a > 0.25)
    return { quaternion: [(r32 - r23) / (4 * a), (r13 - r31) / (4 * a), (r21 - r12) / (4 * a)], qfac };
  // near half a turn the largest component is computed first, as nifti_mat44_to_quatern does
  const x = 1 + r11 - r22 - r33;
  const y = 1 + r22 - r11 - r33;
  const z = 1 + r33 - r11 - r22;
  const largest = Math.sqrt(Math.max(x, y, z)) / 2;
  const four = 4 * largest;
  let quaternion: [number, number, number];
  let scalar: number;
  if (x >= y && x >= z) {
    quaternion = [largest, (r12 + r21) / four, (r13 + r31) / four];
    scalar = (r32 - r23) / four;
  } else if (y >= z) {
    quaternion = [(r12 + r21) / four, largest, (r23 + r32) / four];
    scalar = (r13 - r31) / four;
  } else {
    quaternion = [(r13 + r31) / four, (r23 + r32) / four, largest];
    scalar = (r21 - r12) / four;
  }
  return { quaternion: scalar < 0 ? [-quaternion[0], -quaternion[1], -quaternion[2]] : quaternion, qfac };
}
