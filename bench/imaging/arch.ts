import { findArch } from '@snimok/imaging/panorama/find-arch';
import { distancesToArch } from '@snimok/phantom/accuracy/arch-distance';
import { drawHead, type Field, FIELDS, type Mouth, MOUTHS, scanField } from '@snimok/phantom/fields';
import { volumesWithoutJaws } from '@snimok/phantom/no-jaws';
import { type Benchmark, percentile, shown } from '../measuring/figures.ts';

const VOXEL_MM = 0.8;
/** The number of heads, set by `BENCH_HEADS`; all of them take half an hour of one core. */
const HEADS = Number(process.env.BENCH_HEADS ?? 40);
/** A row that is less visible than this need not be found. */
const LEAST_VISIBLE = 0.25;
const TARGET_MM = 2;

/** Finds arches in fields of all sizes, in all kinds of mouths, and in volumes without jaws. */
export const arch: Benchmark = async () => [byField(), withoutJaws()];

type Figures = { p95: number[]; refused: number };

const byField = () => {
  const cells = new Map<string, Figures>();
  let longestSeconds = 0;
  for (let seed = 1; seed <= HEADS; seed++) {
    for (const mouth of MOUTHS) {
      const head = drawHead(seed, mouth, VOXEL_MM);
      for (const field of Object.keys(FIELDS) as Field[]) {
        const key = cellOf(field, mouth);
        const figures = cells.get(key) ?? { p95: [], refused: 0 };
        cells.set(key, figures);
        const { volume, row, visible } = scanField(head, field);
        const before = process.cpuUsage();
        const found = findArch(volume);
        const { user, system } = process.cpuUsage(before);
        longestSeconds = Math.max(longestSeconds, (user + system) / 1e6);
        if (visible < LEAST_VISIBLE) continue;
        if ('refused' in found) figures.refused += 1;
        else figures.p95.push(percentile(distancesToArch(found, row), 0.95));
      }
    }
  }
  return {
    title: `Arch by field: ${HEADS} heads each; found within ${TARGET_MM} mm (p95) / found / shown, largest p95 in mm; at most ${shown(longestSeconds)} s of CPU`,
    head: ['', ...MOUTHS],
    rows: (Object.keys(FIELDS) as Field[]).map((field) => [
      field,
      ...MOUTHS.map((mouth) => textOf(cells.get(cellOf(field, mouth))!)),
    ]),
  };
};

const cellOf = (field: Field, mouth: Mouth) => `${field}, ${mouth}`;

const textOf = ({ p95, refused }: Figures): string => {
  const exact = p95.filter((mm) => mm <= TARGET_MM).length;
  const worst = p95.length > 0 ? `, ${shown(Math.max(...p95))}` : '';
  return `${exact} / ${p95.length} / ${p95.length + refused}${worst}`;
};

const withoutJaws = () => {
  const volumes = volumesWithoutJaws(1);
  const falseNames = volumes.filter(({ draw }) => 'curve' in findArch(draw())).map(({ name }) => name);
  return {
    title: 'Arch: volumes without jaws',
    head: ['volumes', 'with a false arch', 'which'],
    rows: [[String(volumes.length), String(falseNames.length), falseNames.join(', ')]],
  };
};
