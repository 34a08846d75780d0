import type { GreyLevels } from './grey-levels.ts';

/**
 * Densities above soft tissue, in units of the step from air to soft tissue, at which bone and metal begin.
 */
const BONE_FROM = 0.15;
const METAL_FROM = 2.7;
/**
 * Bone attenuates more than in proportion to its density at the energies of panoramic machines (NIST, mass
 * attenuation).
 */
const BONE = 2.1;
/** Soft tissue is faint, because it is superimposed on everything. */
const SOFT_TISSUE = 0.35;

/**
 * Attenuation by grey value plus 32768, with the contrast of panoramic radiographs: air 0, soft tissue faint,
 * bone and teeth by their mineral density. A table, because it is read ten million times per panorama.
 */
export function attenuationTable({ air, softTissue }: Pick<GreyLevels, 'air' | 'softTissue'>): Float32Array {
  const unit = Math.max(1, softTissue - air);
  const table = new Float32Array(65536);
  for (let at = 0; at < table.length; at += 1) {
    const density = (at - 32768 - air) / unit;
    const soft = Math.min(1, Math.max(0, density)) * SOFT_TISSUE;
    const mineral = Math.min(METAL_FROM, Math.max(0, density - 1 - BONE_FROM));
    table[at] = soft + mineral * BONE;
  }
  return table;
}
