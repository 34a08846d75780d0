import { metalFrom } from '../pictures/metal.ts';
import type { Volume } from '../volume/volume.ts';
import { coarsen } from './coarse.ts';
import { type GreyLevels, greyLevelsOf } from './grey-levels.ts';

/** The levels by which a panorama is toned, and the value from which voxels are metal. */
type TissueLevels = Pick<GreyLevels, 'air' | 'softTissue'> & { metal: number };

/** From air to soft tissue in a CT, used if the grey levels of the scan cannot be determined. */
const SOFT_TISSUE_ABOVE_AIR = 1040;
/** From soft tissue to the densest teeth, in units of the step from air to soft tissue. */
const DENSEST_ABOVE_SOFT_TISSUE = 2.3;

/**
 * The levels of a scan, determined with the values of the jaws' band, most of which are soft tissue and bone.
 * Voxels of metal are left out: in a small field of view they would pass for tissue, and all tissue would be
 * black.
 * @param band some values of the band, ascending
 * @param air the presumed value of air
 */
export function tissueLevels(volume: Volume, band: Float64Array, air: number): TissueLevels {
  const metal = metalFrom(band, air);
  const { values } = coarsen(volume);
  const levels = greyLevelsOf(metal < Infinity ? values.filter((value) => value < metal) : values);
  if (!levels) return { air, softTissue: air + SOFT_TISSUE_ABOVE_AIR, metal };
  if (levels.softTissue <= (band[band.length >> 1] ?? Infinity)) return { ...levels, metal };
  // a field of view with hardly any air is divided into soft tissue and bone
  const softTissue = levels.air;
  return { softTissue, air: softTissue - (levels.densest - softTissue) / DENSEST_ABOVE_SOFT_TISSUE, metal };
}
