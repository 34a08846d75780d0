import { formatDay } from '../../../../shared/dates/dates.ts';
import { sexInShort } from '../../../people/patients/sex.ts';

export type Sex = 'male' | 'female';

/** «Иванов Иван, 02.01.1980, муж.» */
export const personOf = (name: string | null, birthday: string | null, sex?: Sex | null): string =>
  [name || 'без имени', birthday && formatDay(birthday), sex && sexInShort(sex)].filter(Boolean).join(', ');

/** The sex in a DICOM value (PS3.3, C.7.1.1); null if the value says nothing. */
export const sexInFiles = (sex: string | null): Sex | null => {
  if (sex === 'M') return 'male';
  return sex === 'F' ? 'female' : null;
};

/** The sex in the data of a card. */
export const sexInCard = (sex: string | null | undefined): Sex | null =>
  sex === 'male' || sex === 'female' ? sex : null;
