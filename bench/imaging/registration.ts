import { reduced } from '@snimok/imaging/registration/densities';
import { registerVolumes } from '@snimok/imaging/registration/register-volumes';
import { drawJaws } from '@snimok/phantom/jaws';
import { type Benchmark, shown } from '../measuring/figures.ts';

const VOXELS = 400;
/**
 * The volume is drawn at half resolution and enlarged by repeating voxels, so that drawing needs little time.
 */
const DRAWN = VOXELS / 2;
/** The step to which the viewer reduces volumes before it registers them. */
const STEP_MM = 1;

/** CPU time of the registration of two volumes of 400³ voxels, from the voxels to the pose. */
export const registration: Benchmark = async () => [
  {
    title: `Registration of two volumes of ${VOXELS}³ voxels, seconds of CPU`,
    head: ['side of the volume', 'reduction of both', 'search and refinement', 'total', 'correlation'],
    rows: [100, 160].map(measure),
  },
];

function measure(sideMm: number): string[] {
  const fixed = volumeOf(sideMm, 1);
  const moving = volumeOf(sideMm, 2);
  const begin = secondsOfCPU();
  const reducedVolumes = { fixed: reduced(fixed, STEP_MM), moving: reduced(moving, STEP_MM) };
  const reducedAt = secondsOfCPU();
  const { correlation } = registerVolumes(reducedVolumes);
  const end = secondsOfCPU();
  return [
    `${sideMm} mm`,
    shown(reducedAt - begin),
    shown(end - reducedAt),
    shown(end - begin),
    shown(correlation),
  ];
}

function secondsOfCPU(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function volumeOf(sideMm: number, seed: number) {
  const { values: small } = drawJaws({ size: [DRAWN, DRAWN, DRAWN], spacingMm: sideMm / DRAWN, seed });
  const values = new Int16Array(VOXELS ** 3);
  let at = 0;
  for (let k = 0; k < VOXELS; k++)
    for (let j = 0; j < VOXELS; j++) {
      const row = ((k >> 1) * DRAWN + (j >> 1)) * DRAWN;
      for (let i = 0; i < VOXELS; i++, at++) values[at] = small[row + (i >> 1)]!;
    }
  const spacingMm = sideMm / VOXELS;
  return {
    size: [VOXELS, VOXELS, VOXELS] as const,
    spacingMm: [spacingMm, spacingMm, spacingMm] as const,
    originMm: [0, 0, 0] as const,
    values,
  };
}
