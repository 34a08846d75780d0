export type Vec2 = readonly [number, number];
export type Vec3 = readonly [number, number, number];

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));
