import type { Contribution } from './even-slices.ts';

type Layers = readonly (readonly Contribution[])[];

/** Averages each group of `bin` layers; layers that were not measured are left out of the mean. */
export function binned(layers: Layers, bin: number): Layers {
  if (bin === 1) return layers;
  return Array.from({ length: Math.floor(layers.length / bin) }, (_, group) => {
    const measured = layers.slice(group * bin, (group + 1) * bin).filter((from) => from.length > 0);
    return mixed(measured.map((from) => [from, 1 / measured.length]));
  });
}

/** A gap that is larger both in layers and in millimetres is not bridged. */
const GAP_LAYERS = 3.5;
const GAP_MM = 3;

/**
 * Interpolates layers that were not measured between the nearest measured layers. Returns null if a gap is too
 * large, because it could contain a whole row of teeth.
 */
export function bridged(layers: Layers, stepMm: number): Layers | null {
  const measured = [...layers.keys()].filter((at) => layers[at]!.length > 0);
  const isLarge = (distance: number) => distance > GAP_LAYERS && distance * stepMm > GAP_MM;
  if (measured.length === 0 || measured.some((at, n) => isLarge(at - (measured[n - 1] ?? at)))) return null;
  let next = 0;
  return layers.map((from, at) => {
    while (next < measured.length - 1 && measured[next]! < at) next += 1;
    const below = measured[Math.max(0, next - 1)]!;
    const above = measured[next]!;
    if (from.length > 0) return from;
    if (at < below || at > above) return layers[at < below ? below : above]!;
    const fraction = (at - below) / (above - below);
    return mixed([
      [layers[below]!, 1 - fraction],
      [layers[above]!, fraction],
    ]);
  });
}

function mixed(parts: readonly (readonly [readonly Contribution[], number])[]): Contribution[] {
  const weights = new Map<number, number>();
  for (const [from, share] of parts)
    for (const { slice, weight } of from) weights.set(slice, (weights.get(slice) ?? 0) + weight * share);
  return [...weights].map(([slice, weight]) => ({ slice, weight }));
}
