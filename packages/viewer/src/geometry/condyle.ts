import { cross, dot, moved, scale } from './rod.ts';
import type { Axes } from './frame.ts';
import type { Rectangle } from './rectangle.ts';
import type { Vec2, Vec3 } from './vectors.ts';

/** A mandibular condyle with its own axis, in the volume's millimetres. */
export interface Condyle {
  center: Vec3;
  /** unit vector from the medial to the lateral pole, perpendicular to the patient's axis upwards */
  lateral: Vec3;
}

export type Side = 'right' | 'left';
export type SectionKind = 'sagittal' | 'coronal';

/** How far a condyle's axis usually turns from the frontal plane, the lateral pole forwards: 13 to 30°, in the mean about 20. */
const USUAL_ANGLE = (20 * Math.PI) / 180;

/** A direction in the horizontal plane as a unit vector. */
export function horizontal({ 0: left, 1: back }: Axes, direction: Vec3): Vec3 {
  const x = dot(direction, left);
  const y = dot(direction, back);
  const length = Math.hypot(x, y) || 1;
  return moved(scale(left, x / length), back, y / length);
}

/** A condyle at a point, with the usual axis of its side. */
export function usualCondyle(axes: Axes, side: Side, center: Vec3): Condyle {
  const outwards = side === 'left' ? 1 : -1;
  const lateral = moved(scale(axes[0], outwards * Math.cos(USUAL_ANGLE)), axes[1], -Math.sin(USUAL_ANGLE));
  return { center, lateral };
}

/** Of the two directions along a line, the one that points outwards. */
export function outwards(axes: Axes, side: Side, along: Vec3): Vec3 {
  const isOutwards = dot(along, axes[0]) * (side === 'left' ? 1 : -1) >= 0;
  return horizontal(axes, isOutwards ? along : scale(along, -1));
}

/** The angle of a condyle's axis with the frontal plane in degrees; positive where the lateral pole is in front. */
export const condyleAngle = (axes: Axes, { lateral }: Condyle): number =>
  (Math.asin(Math.max(-1, Math.min(1, -dot(lateral, axes[1])))) * 180) / Math.PI;

/** The direction in front of a condyle, perpendicular to its axis. */
const forwards = ({ 2: up }: Axes, side: Side, { lateral }: Condyle): Vec3 =>
  side === 'right' ? cross(up, lateral) : cross(lateral, up);

/**
 * A corrected section. Sagittal sections are perpendicular to the condyle's axis and move along it, laterally positive.
 * They are seen from the lateral side, so that both joints mirror each other, or with the face on the left. Coronal
 * sections contain the direction of the axis, move forwards, and are seen from the front.
 */
export function condyleSection(
  axes: Axes,
  side: Side,
  condyle: Condyle,
  section: { kind: SectionKind; offsetMm: number; isMirrored: boolean },
  sizeMm: Vec2,
): Rectangle {
  const { center, lateral } = condyle;
  const front = forwards(axes, side, condyle);
  if (section.kind === 'coronal')
    return {
      center: moved(center, front, section.offsetMm),
      right: scale(lateral, side === 'left' ? 1 : -1),
      up: axes[2],
      sizeMm,
    };
  const isFaceRight = section.isMirrored && side === 'right';
  return {
    center: moved(center, lateral, section.offsetMm),
    right: scale(front, isFaceRight ? 1 : -1),
    up: axes[2],
    sizeMm,
  };
}
