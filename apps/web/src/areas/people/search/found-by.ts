import type { searchOwnPatients } from '@snimok/contract/people/search';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { formatDay } from '../../../shared/dates/dates.ts';
import { formatPhone } from '../../../shared/contacts/phone.ts';

type FoundBy = ResponseOf<typeof searchOwnPatients>['patients'][number]['foundBy'];

/** Why a hit was found, if its name does not show it. */
export function foundByInWords(foundBy: FoundBy): string | undefined {
  switch (foundBy?.reason) {
    case 'birthday':
      return `дата рождения ${formatDay(foundBy.text)}`;
    case 'phone':
      return `телефон ${formatPhone(foundBy.text)}`;
    case 'layout':
    case 'transliteration':
      return `найдено как «${foundBy.text}»`;
    default:
      return undefined;
  }
}
