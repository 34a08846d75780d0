import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import { AIR, type Volume } from '@snimok/imaging/volume/volume';
import { CENTRE_MM, type Frame, originOf } from './anatomy/anatomy.ts';

/** Pose of a patient relative to the standard patient: rotation, scale and shift. */
export type Pose = {
  /** Rotation in degrees: about the vertical, the transverse and the sagittal axis. */
  yaw: number;
  pitch: number;
  roll: number;
  /** Scale relative to the standard patient: transverse, sagittal, vertical. */
  scale: Vector3;
  shiftMm: Vector3;
};

type Matrix = readonly [Vector3, Vector3, Vector3];

/** Rotation matrix; its columns are the patient's left, posterior and head directions in the volume. */
function rotationOf({ yaw, pitch, roll }: Pose): Matrix {
  const [a, b, c] = [yaw, pitch, roll].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const aboutZ: Matrix = [
    [Math.cos(a), -Math.sin(a), 0],
    [Math.sin(a), Math.cos(a), 0],
    [0, 0, 1],
  ];
  const aboutX: Matrix = [
    [1, 0, 0],
    [0, Math.cos(b), -Math.sin(b)],
    [0, Math.sin(b), Math.cos(b)],
  ];
  const aboutY: Matrix = [
    [Math.cos(c), 0, Math.sin(c)],
    [0, 1, 0],
    [-Math.sin(c), 0, Math.cos(c)],
  ];
  return times(times(aboutZ, aboutX), aboutY);
}

const times = (one: Matrix, other: Matrix): Matrix => {
  const cell = (row: Vector3, at: 0 | 1 | 2) =>
    row[0] * other[0][at] + row[1] * other[1][at] + row[2] * other[2][at];
  return one.map((row) => [cell(row, 0), cell(row, 1), cell(row, 2)] as const) as unknown as Matrix;
};

const CENTRE: Vector3 = [CENTRE_MM.x, CENTRE_MM.y, CENTRE_MM.z];
const middleOf = ({ size, spacingMm }: Frame): Vector3 =>
  [0, 1, 2].map((axis) => ((size[axis]! - 1) / 2) * spacingMm) as unknown as Vector3;

/** Maps a point of the standard patient (patient coordinates, mm) to volume coordinates (mm) after posing. */
export function posedPoint(point: Vector3, pose: Pose, frame: Frame): Vector3 {
  const turn = rotationOf(pose);
  const sized = [0, 1, 2].map((axis) => (point[axis]! - CENTRE[axis]!) * pose.scale[axis]!);
  const middle = middleOf(frame);
  return [0, 1, 2].map((axis) => {
    const row = turn[axis]!;
    return middle[axis]! + pose.shiftMm[axis]! + row[0] * sized[0]! + row[1] * sized[1]! + row[2] * sized[2]!;
  }) as unknown as Vector3;
}

/**
 * Resamples the drawn volume of the standard patient into a frame after posing, with trilinear interpolation.
 */
export function posedValues(drawn: Volume, drawnFrame: Frame, pose: Pose, frame: Frame): Int16Array {
  const { size, values } = drawn;
  const step = drawnFrame.spacingMm;
  const origin = originOf(drawnFrame);
  const zero = [origin.x, origin.y, origin.z];
  const turn = rotationOf(pose);
  const [nx, ny, nz] = frame.size;
  const middle = middleOf(frame);
  // Step in the drawn volume per voxel along each axis of the frame: inverse rotation, then inverse scale.
  const slope = (axis: number, by: number) =>
    (turn[by]![axis]! * frame.spacingMm) / (pose.scale[axis]! * step);
  const start = (axis: number) => {
    let mm = 0;
    for (let by = 0; by < 3; by += 1) mm -= turn[by]![axis]! * (middle[by]! + pose.shiftMm[by]!);
    return (mm / pose.scale[axis]! + CENTRE[axis]! - zero[axis]!) / step;
  };
  const sx = start(0);
  const sy = start(1);
  const sz = start(2);
  const xx = slope(0, 0);
  const xy = slope(0, 1);
  const xz = slope(0, 2);
  const yx = slope(1, 0);
  const yy = slope(1, 1);
  const yz = slope(1, 2);
  const zx = slope(2, 0);
  const zy = slope(2, 1);
  const zz = slope(2, 2);
  const posed = new Int16Array(nx * ny * nz);
  const row = size[0];
  const layer = size[0] * size[1];
  let at = 0;
  for (let k = 0; k < nz; k += 1) {
    for (let j = 0; j < ny; j += 1) {
      for (let i = 0; i < nx; i += 1, at += 1) {
        const x = sx + i * xx + j * xy + k * xz;
        const y = sy + i * yx + j * yy + k * yz;
        const z = sz + i * zx + j * zy + k * zz;
        const inside = x >= 0 && y >= 0 && z >= 0 && x < size[0] - 1 && y < size[1] - 1 && z < size[2] - 1;
        posed[at] = inside
          ? interpolate(values, (z | 0) * layer + (y | 0) * row + (x | 0), row, layer, x % 1, y % 1, z % 1)
          : AIR;
      }
    }
  }
  return posed;
}

/** Trilinear interpolation between eight voxels. */
function interpolate(
  values: Int16Array | Uint16Array,
  at: number,
  row: number,
  layer: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const line = (from: number) => values[from]! + (values[from + 1]! - values[from]!) * dx;
  const plane = (from: number) => {
    const near = line(from);
    return near + (line(from + row) - near) * dy;
  };
  const low = plane(at);
  return low + (plane(at + layer) - low) * dz;
}
