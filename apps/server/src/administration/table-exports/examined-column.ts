import { type ExaminedColumns, presentExaminedAt } from '../../studies/studies/study-rows/examined-at.ts';
import type { Cell } from './sheet.ts';

/** When the images of a study were taken; empty if that is unknown. */
export const examinedColumn = {
  label: 'Дата исследования',
  width: 20,
  cell: (study: ExaminedColumns): Cell => {
    const examined = presentExaminedAt(study);
    return { day: examined?.day ?? null, time: examined?.time ?? null };
  },
};
