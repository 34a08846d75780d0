import type { GreyLevels } from './grey-levels.ts';

/** What every value of a scan counts in a panorama, by the value plus 32768. */
export type Attenuation = Float32Array;

/** From here, in steps from air to flesh above flesh, there is mineral; beyond the other, metal, whose number stops. */
const MINERAL_FROM = 0.15;
const METAL_FROM = 2.7;
/** Bone absorbs more than its density alone says at the energies of panoramic machines (NIST, mass attenuation). */
const MINERAL = 2.1;
/** Flesh is shown, but faintly: it lies over everything. */
const FLESH = 0.35;

/**
 * Attenuation along a ray as a dentist knows it from panoramic radiographs: air 0, flesh faint, bone and teeth by their
 * mineral. A table, for it is read ten million times.
 */
export function attenuationOf({ air, flesh }: Pick<GreyLevels, 'air' | 'flesh'>): Attenuation {
  const unit = Math.max(1, flesh - air);
  const table = new Float32Array(65536);
  for (let at = 0; at < table.length; at += 1) {
    const density = (at - 32768 - air) / unit;
    const soft = Math.min(1, Math.max(0, density)) * FLESH;
    const mineral = Math.min(METAL_FROM, Math.max(0, density - 1 - MINERAL_FROM));
    table[at] = soft + mineral * MINERAL;
  }
  return table;
}
