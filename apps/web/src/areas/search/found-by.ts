import type { searchOwnPatients } from '@snimok/contract/search';
import type { ResponseOf } from '@snimok/contract/endpoint';
import { formatDay } from '../../shared/dates.ts';
import { formatPhone } from '../../shared/phone.ts';

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
