import type { Vec2 } from '../geometry/vectors.ts';
import type { Places } from './analyses/formula.ts';
import { hasBase } from './tracings.ts';

const direction = ({ S, N }: Places): number => Math.atan2(N![1] - S![1], N![0] - S![0]);

/** Twice the area between S–N and a landmark: its sign says on which side of S–N the landmark is. */
const side = ({ S, N }: Places, [x, y]: Vec2): number =>
  (N![0] - S![0]) * (y - S![1]) - (N![1] - S![1]) * (x - S![0]);

/**
 * The places of another date in the picture of the present one: S lies on S, and S–N in the direction of S–N, without a change of
 * size. A face that looks to the other side is mirrored. Undefined if one of them lacks S or N.
 */
export function superimposed(present: Places, other: Places): Places | undefined {
  if (!hasBase(present) || !hasBase(other)) return undefined;
  const common = Object.keys(present).filter((name) => present[name] && other[name]);
  const agreement = common.reduce(
    (sum, name) => sum + Math.sign(side(present, present[name]!) * side(other, other[name]!)),
    0,
  );
  const mirror = agreement < 0 ? -1 : 1;
  const turn = direction(present) - mirror * direction(other);
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const from = other.S!;
  const to = present.S!;
  const placed = Object.entries(other).flatMap(([name, at]) => {
    if (!at) return [];
    const x = at[0] - from[0];
    const y = mirror * (at[1] - from[1]);
    return [[name, [to[0] + x * cos - y * sin, to[1] + x * sin + y * cos] as const] as const];
  });
  return Object.fromEntries(placed);
}
