import { OTHER_BODY } from '../surface/crossing.ts';
import type { Mesh } from '../surface/mesh.ts';
import { surfaceNets } from '../surface/surface-nets.ts';
import type { Volume } from '../volume/volume.ts';
import { LABEL } from './labels.ts';
import { DENSITIES, type Levels } from './segment-jaws.ts';

/**
 * The surface of the voxels with a label. Towards voxels without one it lies where the values cross the level, between
 * two voxels; towards another label it lies nearly half way, so that the surfaces of two labels
 * have no triangle in common. Millimetres of the volume.
 */
export function surfaceOfLabel(
  { size, spacingMm, values }: Volume,
  labels: Uint8Array,
  label: number,
  { boneFrom, airBelow }: Levels = DENSITIES,
): Mesh {
  const area = size[0] * size[1];
  const slice = new Float32Array(area);
  const isAir = label === LABEL.airway;
  // for air, low values are inside
  const level = isAir ? -airBelow : boneFrom;
  const own = (value: number) => (isAir ? -value : value);
  return surfaceNets(
    {
      size,
      spacingMm,
      slice: (z) => {
        for (let at = 0; at < area; at += 1) {
          const voxel = z * area + at;
          const value = own(values[voxel]!);
          if (labels[voxel] === label) slice[at] = Math.max(level, value);
          else if (labels[voxel] === LABEL.none) slice[at] = Math.min(level - 1, value);
          else slice[at] = OTHER_BODY;
        }
        return slice;
      },
    },
    level,
  );
}
