import { conflict } from '../../platform/errors.ts';
import { FACT_COLUMNS, factsOf, type PatientFacts } from './facts.ts';

const LABELS: Record<(typeof FACT_COLUMNS)[number], string> = {
  name: 'ФИО',
  sex: 'пол',
  birthday: 'дата рождения',
  phone: 'телефон',
};

/**
 * The card with one assistant's edits, while a colleague may have edited it too. `seen` has the earlier values of the
 * facts that are edited; the other facts stay as they are. A fact that both have changed differently is refused.
 */
export const editFacts = (
  current: PatientFacts,
  edited: PatientFacts,
  seen: Partial<PatientFacts>,
): PatientFacts => {
  const columns = FACT_COLUMNS.filter((column) => column in seen);
  const changed = columns.filter(
    (column) => current[column] !== seen[column] && current[column] !== edited[column],
  );
  if (changed.length > 0) throw conflict(changedMeanwhile(changed.map((column) => LABELS[column])));
  return {
    ...factsOf(current),
    ...Object.fromEntries(columns.map((column) => [column, edited[column]])),
  };
};

const changedMeanwhile = (labels: string[]): string =>
  `Пока вы меняли карточку, в ней изменили: ${labels.join(', ')}. Проверьте новые данные и сохраните ещё раз`;
