import { differencesBetween } from '@snimok/imaging/names/compare-people';
import type { Findings, PersonInFiles } from './inspect-files.ts';
import { listMixedPeople, personsIn } from './mixed-people.ts';

interface Compared {
  patientName: string;
  /** YYYY-MM-DD */
  birthday: string | null;
  sex: 'male' | 'female' | null;
}

/**
 * All persons whom the files name, if one of them differs from the patient of the card or from the others; otherwise
 * null. Also null if the files belong to several patients: no reason can make them files of one.
 */
export function findMismatch({ people }: Pick<Findings, 'people'>, card: Compared): PersonInFiles[] | null {
  const onCard = { name: card.patientName, birthDate: card.birthday, sex: card.sex };
  const differs = ({ name, birthday, sex }: PersonInFiles) =>
    differencesBetween({ name, birthDate: birthday, sex }, onCard).length > 0;
  const isAsked = people.some(differs) || personsIn(people).length > 1;
  return isAsked && listMixedPeople(people).length === 0 ? people : null;
}
