import { PATIENT_FACT_NAMES } from '@snimok/contract/people/patient-facts';
import { conflict } from '../../platform/errors/errors.ts';
import { factsInSentence, factsOf, type PatientFacts } from './facts.ts';

/**
 * The card with one assistant's edits, while a colleague may have edited it too. `seen` has the earlier values of the edited
 * facts; the other facts stay as they are. A fact that both have changed to different values is refused.
 */
export const editFacts = (
  current: PatientFacts,
  edited: PatientFacts,
  seen: Partial<PatientFacts>,
): PatientFacts => {
  const facts = PATIENT_FACT_NAMES.filter((fact) => fact in seen);
  const changed = facts.filter((fact) => current[fact] !== seen[fact] && current[fact] !== edited[fact]);
  if (changed.length > 0) throw conflict(changedMeanwhile(factsInSentence(changed)));
  return {
    ...factsOf(current),
    ...Object.fromEntries(facts.map((fact) => [fact, edited[fact]])),
  };
};

const changedMeanwhile = (facts: string): string =>
  `Пока вы меняли карточку, в ней изменили: ${facts}. Проверьте новые данные и сохраните ещё раз`;
