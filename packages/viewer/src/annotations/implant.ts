import { lengthAlong } from '@snimok/imaging/export/measures';
import type { Vec3 } from '../geometry/vectors.ts';
import { type Annotation, asPoint, type Point } from './annotation.ts';

/** A size from the library, or one that the user typed; a typed size has no `product`. */
export interface ImplantSize {
  product: Annotation['product'];
  diameterMm: number;
  lengthMm: number;
}

/** The size of the next implant, and the direction from its head to its apex in the patient's coordinates. */
export interface NewImplant extends ImplantSize {
  direction: Vec3;
}

/** The points of an implant: head, then apex. */
export const implantPoints = (head: Vec3, direction: Vec3, lengthMm: number): Point[] => {
  const length = Math.hypot(...direction) || 1;
  const along = (axis: 0 | 1 | 2) => head[axis] + (direction[axis] / length) * lengthMm;
  return [asPoint(head), asPoint([along(0), along(1), along(2)])];
};

/** The middle of the axis, in any coordinate system. */
export const middleOf = (head: Vec3, apex: Vec3): Vec3 => [
  (head[0] + apex[0]) / 2,
  (head[1] + apex[1]) / 2,
  (head[2] + apex[2]) / 2,
];

const between = (from: Vec3, to: Vec3): Vec3 => [to[0] - from[0], to[1] - from[1], to[2] - from[2]];

/** Turns the implant about its apex so that its head points to `towards`; the length stays. */
export function turnedAboutApex([head, apex]: readonly Point[], towards: Vec3): Point[] {
  if (!head || !apex) return [];
  const [turned] = implantPoints(apex, between(apex, towards), lengthAlong([head, apex])).slice(1);
  return [turned!, apex];
}

/** Turns the implant about its head so that its apex points to `towards`; the length stays. */
export function turnedAboutHead([head, apex]: readonly Point[], towards: Vec3): Point[] {
  if (!head || !apex) return [];
  return implantPoints(head, between(head, towards), lengthAlong([head, apex]));
}

/** Changes the length; the head keeps its position, and the axis its direction. */
export function lengthened([head, apex]: readonly Point[], lengthMm: number): Point[] {
  if (!head || !apex) return [];
  return implantPoints(head, between(head, apex), lengthMm);
}

/** Rotates the head about an axis through the apex, by degrees. */
export function rotatedAboutApex([head, apex]: readonly Point[], axis: Vec3, degrees: number): Point[] {
  if (!head || !apex) return [];
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const length = Math.hypot(...axis) || 1;
  const x = axis[0] / length;
  const y = axis[1] / length;
  const z = axis[2] / length;
  const v = between(apex, head);
  const along = (x * v[0] + y * v[1] + z * v[2]) * (1 - cos);
  return turnedAboutApex(
    [head, apex],
    [
      apex[0] + v[0] * cos + (y * v[2] - z * v[1]) * sin + x * along,
      apex[1] + v[1] * cos + (z * v[0] - x * v[2]) * sin + y * along,
      apex[2] + v[2] * cos + (x * v[1] - y * v[0]) * sin + z * along,
    ],
  );
}
